"""Rounds of blackjack as lines that one can read: ``TH AS 9D 5C 1:decline peek 1:stand turn 2H``.

A card is dealt where it is due, ``3:hit`` and ``3.2:hit`` are answers of seat 3's first and second hand, and
``peek`` and ``turn`` are the dealer's.
"""

from __future__ import annotations

from console.table.game import Card
from console.table.game.blackjack.hands import Choice, Decision, Due, HandPlace, HoleDue, InsuranceStage, Seat
from console.table.game.blackjack.layout import SeenHand
from console.table.game.blackjack.round import Round


def round_of(seats: tuple[int, ...], surrender: bool = False) -> Round:
    """A round before its first card."""
    return Round(tuple(map(Seat, seats)), surrender=surrender)


def play(seats: str, line: str, surrender: bool = False) -> Round:
    """The round that the seats, such as ``1 3 5``, have after a line."""
    round = round_of(tuple(map(int, seats.split())), surrender)
    for word in line.split():
        round = step(round, word)
    return round


def step(round: Round, word: str) -> Round:
    """The round after one word of a line."""
    match word.split(":"):
        case ["peek"]:
            return round.peek()
        case ["turn"]:
            return round.turn()
        case [hand, choice]:
            seat, _, number = hand.partition(".")
            return round.decide(int(seat), int(number or 1), Choice(choice))
    return round.deal(Card(word))


def due(round: Round) -> str:
    """The due thing, in a word: ``3.1 up``, ``dealer 2 down``, ``3.1?``, ``1 3 insurance?``, ``peek``."""
    return _due_text(round.next_due)


def _due_text(due: Due | None) -> str:
    match due:
        case HandPlace(seat=None):
            return f"dealer {due.card} {due.face}"
        case HandPlace():
            return f"{due.seat}.{due.hand} {due.face}"
        case Decision():
            return f"{due.seat}.{due.hand}?"
        case InsuranceStage():
            return f"{' '.join(map(str, due.seats))} insurance?"
        case HoleDue():
            return due.value
    return "-"


def laid(round: Round) -> list[SeenHand]:
    """Every hand as everybody may see it, in the order of the seats."""
    return [hand for hands in round.hands.values() for hand in hands]


def states(round: Round) -> str:
    """Every hand's state in the order of the seats: ``acting waiting``."""
    return " ".join(hand.state for hand in laid(round))
