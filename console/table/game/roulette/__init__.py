"""Roulette: its spin as a value, what can be bet on, its rules by the rulebook, what bets bring back."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.game.roulette import rules
    from console.table.game.roulette.bets import FIELDS, SECTORS, Sector
    from console.table.game.roulette.payout import BETS, whole_stake
    from console.table.game.roulette.rules import RouletteRules
    from console.table.game.roulette.spin import WHEEL, BallRun, Spin, pocket
    from console.table.game.roulette.spin_tally import POCKETS

__getattr__ = door(__name__)
