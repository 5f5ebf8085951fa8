"""The combinations of blackjack's side bets: a player's first two cards, alone or with the dealer's up card.
It names the combination alone; its odds are the rulebook's, and the main bet's result never matters.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.table.game.cards import Card, Rank


class Pair(StrEnum):
    """The pairs of perfect pairs, each more than the one before (LT-BJ-11)."""

    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


class Three(StrEnum):  # the protocol's schema contains this name
    """The combinations of 21+3, the best first (LT-BJ-12)."""

    SUITED_TRIPS = "suited_trips"
    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"


class Sides(msgspec.Struct, frozen=True, rename={"plus_three": "21+3"}):
    """The results of a seat's side bets; None while a card is missing, or without a combination."""

    perfect_pairs: Pair | None = None
    plus_three: Three | None = None


_ORDER: Final = (*Rank, Rank.ACE)
_STRAIGHTS: Final = frozenset(frozenset(_ORDER[low : low + 3]) for low in range(len(_ORDER) - 2))
"""A-2-3 to Q-K-A."""


def pair(first: Card, second: Card) -> Pair | None:
    """The pair that two cards make: of one rank; coloured of one colour, perfect of one suit (LT-BJ-11)."""
    if first.rank is not second.rank:
        return None
    if first.suit is second.suit:
        return Pair.PERFECT
    return Pair.COLOURED if first.suit.is_red is second.suit.is_red else Pair.MIXED


def three(first: Card, second: Card, up: Card) -> Three | None:
    """The best combination of a player's first two cards and the dealer's up card (LT-BJ-12)."""
    cards = (first, second, up)
    ranks, flush = {card.rank for card in cards}, len({card.suit for card in cards}) == 1
    if len(ranks) == 1:
        return Three.SUITED_TRIPS if flush else Three.THREE_OF_A_KIND
    if ranks in _STRAIGHTS:
        return Three.STRAIGHT_FLUSH if flush else Three.STRAIGHT
    return Three.FLUSH if flush else None


def sides(first_two: tuple[Card, ...], up: Card) -> Sides:
    """Both side bets of a player's first two cards, where one may be missing, and the dealer's up card."""
    if len(first_two) < 2:
        return Sides()
    first, second = first_two
    return Sides(pair(first, second), three(first, second, up))
