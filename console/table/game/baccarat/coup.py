"""Baccarat's coup as a value: the cards on both sides, the next card, and the outcome. It never asks who
deals or when; it holds no bets (see :mod:`console.table.game.baccarat.payout`).
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from console.table.game.cards import Card, Rank
from console.table.game.played_round import PlayedRound


class Hand(StrEnum):
    """The two hands of a coup (BAC-1.1-hands)."""

    PLAYER = "player"
    BANKER = "banker"


class Winner(StrEnum):
    """The hand with more points, or a tie (BAC-1.1-tie)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Size(StrEnum):
    """The number of cards that a coup took: four is small, five or six are big (LT-BAC-09)."""

    SMALL = "small"
    BIG = "big"


class CoupPlace(msgspec.Struct, frozen=True):
    """The place of a card: the hand, its position from 1, and whether it lies crosswise."""

    hand: Hand
    card: int
    crosswise: bool = False
    face_down = False

    @property
    def name(self) -> str:
        return self.hand._value_  # the property of an enum is slow, and a log asks for each card's hand


class Outcome(msgspec.Struct, frozen=True):
    """The result of a coup with the results of the side bets (LT-BAC-09)."""

    winner: Winner
    natural: bool
    player_pair: bool
    banker_pair: bool
    either_pair: bool
    perfect_pair: bool
    size: Size


POINTS: Final[dict[Card, int]] = {
    card: 0 if card.rank in "TJQK" else 1 if card.rank is Rank.ACE else int(card.rank) for card in Card
}
"""The points of each card in a hand (BAC-1.3.2, LT-BAC-04)."""

BURN: Final[dict[Card, int]] = {card: POINTS[card] or 10 for card in Card}
"""The number of cards that are burned after this first card (LT-BAC-03; ten for a ten as for a picture)."""

THIRD_CARD_DRAWS: Final[tuple[frozenset[int], ...]] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset(),
)
"""The points of the player's third card that make the banker draw, by the banker's points (BAC-3.5.1-v)."""

# Looking up an enum's member costs as much as a call before Python 3.12, and these at every card or coup.
_PLAYER: Final = Hand.PLAYER
_WINNER: Final = (Winner.TIE, Winner.PLAYER, Winner.BANKER)
_SMALL, _BIG = Size.SMALL, Size.BIG

_FIRST_FOUR: Final = (
    CoupPlace(Hand.PLAYER, 1),
    CoupPlace(Hand.BANKER, 1),
    CoupPlace(Hand.PLAYER, 2),
    CoupPlace(Hand.BANKER, 2),
)
_PLAYER_THIRD: Final = CoupPlace(Hand.PLAYER, 3, crosswise=True)
_BANKER_THIRD: Final = CoupPlace(Hand.BANKER, 3, crosswise=True)
_IN_ORDER: Final = tuple(
    (place, int(place.hand is not _PLAYER), place.card - 1)
    for place in (*_FIRST_FOUR, _PLAYER_THIRD, _BANKER_THIRD)
)
"""The places in the order in which they are dealt, each with the hand and the card's place in it, from 0."""


def points(cards: tuple[Card, ...]) -> int:
    """The last digit of the sum of the cards' values, 0 to 9 (BAC-1.1-points)."""
    return sum(map(POINTS.__getitem__, cards)) % 10


class Coup(PlayedRound[CoupPlace], msgspec.Struct, frozen=True, gc=False, tag_field="game", tag="baccarat"):
    """One round of baccarat: the cards on either side, in the order dealt."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @property
    def next_place(self) -> CoupPlace | None:
        """The place where the next card goes; None once the coup is decided (BAC-3.4.3, BAC-3.5.1)."""
        dealt = len(self.player) + len(self.banker)
        if dealt < 4:
            return _FIRST_FOUR[dealt]
        player = (POINTS[self.player[0]] + POINTS[self.player[1]]) % 10
        banker = (POINTS[self.banker[0]] + POINTS[self.banker[1]]) % 10
        if player >= 8 or banker >= 8 or len(self.banker) == 3:
            return None
        if len(self.player) == 3:
            return _BANKER_THIRD if POINTS[self.player[2]] in THIRD_CARD_DRAWS[banker] else None
        if player <= 5:
            return _PLAYER_THIRD
        return _BANKER_THIRD if banker <= 5 else None

    @property
    def card_count(self) -> int:
        return len(self.player) + len(self.banker)

    def deal(self, card: Card) -> Coup:
        """The coup with a card laid where it is expected. Raises ValueError once the coup is decided."""
        place = self.next_place
        if place is None:
            raise ValueError("the coup is decided: no card is due")
        if place.hand is _PLAYER:
            return Coup((*self.player, card), self.banker)
        return Coup(self.player, (*self.banker, card))

    @property
    def placed_cards(self) -> tuple[tuple[CoupPlace, Card], ...]:
        held = self.player, self.banker
        return tuple([(place, held[of][at]) for place, of, at in _IN_ORDER if at < len(held[of])])

    @property
    def points(self) -> dict[str, int]:
        return {"player": points(self.player), "banker": points(self.banker)}

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while a card is due."""
        return None if self.next_place is not None else _outcome(self.player, self.banker)


@lru_cache(maxsize=8)
def _outcome(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Outcome:
    """The result of two complete hands; a decided coup needs it many times, for each view until the next."""
    player_points, banker_points = points(player), points(banker)
    player_pair, banker_pair = _is_pair(player), _is_pair(banker)
    four = len(player) + len(banker) == 4
    return Outcome(
        winner=_WINNER[1 if player_points > banker_points else 2 if banker_points > player_points else 0],
        natural=four and (player_points >= 8 or banker_points >= 8),
        player_pair=player_pair,
        banker_pair=banker_pair,
        either_pair=player_pair or banker_pair,
        perfect_pair=player[0] is player[1] or banker[0] is banker[1],
        size=_SMALL if four else _BIG,
    )


def coup_of(cards: tuple[Card, ...]) -> Coup:
    """The coup that cards give when dealt in this order. Raises ValueError if there is one too many."""
    coup = Coup()
    for card in cards:
        coup = coup.deal(card)
    return coup


def with_other_card(coup: Coup, at: int, card: Card) -> Coup | None:
    """The coup with another card at place ``at`` as dealt, from 0; None if it can't have been dealt."""
    places, cards = zip(*coup.placed_cards, strict=True)
    try:
        other = coup_of((*cards[:at], card, *cards[at + 1 :]))
    except ValueError:
        return None
    return other if tuple(place for place, _ in other.placed_cards) == places else None


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].rank is hand[1].rank
