"""A misread card of blackjack mended: the round as it would have been with the card it is.

Only what was read since a player's last answer can be mended; it never knows when that was.
"""

from __future__ import annotations

from console.game.blackjack import Round
from console.game.blackjack_due import HoleDue, Place
from console.game.blackjack_hand import State
from console.game.cards import Card


def mended(answered: Round, played: Round, at: int, card: Card) -> Round | None:
    """The round with another card as its ``at``-th, from 0; None if it could not have been played so.

    ``answered`` is the round as the last answer left it: what came after is gone through again.
    """
    round: Round | None = answered
    for number, (place, face) in enumerate(played.laid[answered.dealt :], answered.dealt):
        round = _until(round, played, place) if round else None
        round = round.deal(card if number == at else face) if round else None
    return _as_far(round, played) if round else None


def _until(round: Round, played: Round, place: Place) -> Round | None:
    """The round gone on with until a card is due in this place; None if that does not come."""
    while round.expected != place:
        if (further := _pressed(round, played) or _refunded(round, played)) is None:
            return None
        round = further
    return round


def _as_far(round: Round, played: Round) -> Round | None:
    """The round with all that has been done to the one played; None if that can't have been."""
    while further := _pressed(round, played) or _refunded(round, played):
        round = further
    return round if round.hole is played.hole else None


def _pressed(round: Round, played: Round) -> Round | None:
    """The round after the dealer's look or hand at the hole card, if there has been one."""
    due = round.expected
    return round.pressed() if isinstance(due, HoleDue) and round.hole is not played.hole else None


def _refunded(round: Round, played: Round) -> Round | None:
    """The round with the next seat out that has been refunded since."""
    for was, now in zip(round.seats, played.seats, strict=True):
        if now.hands[0].left is State.REFUNDED and was.hands[0].left is not State.REFUNDED:
            return round.refund(now.number)
    return None
