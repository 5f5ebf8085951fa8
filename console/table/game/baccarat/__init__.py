"""Baccarat: its coup as a value, its rules by the rulebook, the returns of its bets, its score boards."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.game.baccarat import rules
    from console.table.game.baccarat.coup import Coup
    from console.table.game.baccarat.payout import is_won
    from console.table.game.baccarat.rules import BaccaratRules, Bet

__getattr__ = door(__name__)
