"""Blackjack: its round and hands as values, its rules by the rulebook, the returns of its bets."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.game.blackjack import rules
    from console.table.game.blackjack.basic_strategy import best
    from console.table.game.blackjack.hands import (
        ACES, DEALER, Choice, InsuranceStage, Seat, State, is_blackjack, is_soft,
    )
    from console.table.game.blackjack.layout import Insurance
    from console.table.game.blackjack.payout import Bet
    from console.table.game.blackjack.round import Round
    from console.table.game.blackjack.rules import BlackjackRules, SideBets
    from console.table.game.blackjack.side_bets import Pair, Sides, Three

__getattr__ = door(__name__)
