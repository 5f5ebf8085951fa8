"""A ninth card of one face: a card too many in the set, or a misread, by the likelihood of all its shoes.

A whole set has no ninth, so somebody misread; a set with a card too many shows one in most shoes of baccarat.
So the shoes without a ninth are weighed, too, and a face that is short where one came: the card that was
misread is missing there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from math import comb, inf, prod
from typing import Final

from console.table.game.card_set import NINTH, UNKNOWN, CardSet
from console.table.game.cards import DECKS, Card
from console.table.game.shoe import CARDS

EVIDENCE: Final = 100.0
"""How many times likelier than misreads a card too many has to be for a wrong set to be offered."""
BELIEVED: Final = 1_000
"""Cards of which a reader is believed to misread one, before its own misreads say more."""
CONFUSED: Final = (1 / 200, 1 / 50, 1 / 20)
"""The shares of one face that a poor reader takes for another."""


def is_copy_too_many(card_set: CardSet, card: Card) -> bool:
    """Whether the ninths of this face, this shoe's too, make a card too many likely enough."""
    return evidence((*card_set.shoes, card_set.counted), card.in_deck) >= EVIDENCE


@lru_cache(maxsize=64)
def evidence(shoes: tuple[bytes, ...], face: int) -> float:
    """How many times likelier one card too many, of whichever face, makes these shoes than misreads do.

    The card is added to the 416, or stands in another's place. Misreads are of any face, as often as
    others came as ninths in these shoes, or of one face that the reader takes for this one.
    """
    others = [place for place in range(UNKNOWN) if place != face]
    ninths = sum(shoe[place] >= NINTH for shoe in shoes for place in others)
    seen = sum(_known(shoe) * _chance(DECKS, DECKS, _known(shoe)) for shoe in shoes)
    rate = (1 + ninths) / (BELIEVED + seen)
    added = [_of_copy(shoe, face, rate, CARDS + 1) or 1e-12 for shoe in shoes]
    in_place = [_of_copy(shoe, face, rate, CARDS) for shoe in shoes]

    def product_of(weights: Iterable[float]) -> float:
        return prod(one / other for one, other in zip(weights, added, strict=True))

    copies = 0.5 + 0.5 * _mean(
        product_of(
            one * _of_seven(shoe[place], _known(shoe)) for one, shoe in zip(in_place, shoes, strict=True)
        )
        for place in others
    )
    misreads = 0.5 * product_of(_of_misread(shoe, face, rate) for shoe in shoes) + 0.5 * _mean(
        product_of(_of_pair(shoe[face], shoe[place], _known(shoe), share) for shoe in shoes)
        for place, share in product(others, CONFUSED)
    )
    return copies / UNKNOWN / misreads if misreads else inf


def _mean(values: Iterable[float]) -> float:
    all_ = list(values)
    return sum(all_) / len(all_)


def _known(shoe: bytes) -> int:
    """The cards read of a shoe, but for so many that any face can still be short."""
    return min(sum(shoe), CARDS - DECKS)


@cache
def _chance(read: int, copies: int, known: int, cards: int = CARDS) -> float:
    """The chance that so many of a face's copies are among the known cards of a set."""
    return comb(copies, read) * comb(cards - copies, known - read) / comb(cards, known) if read >= 0 else 0.0


def _of_copy(shoe: bytes, face: int, rate: float, cards: int) -> float:
    read, known = shoe[face], _known(shoe)
    if read < NINTH:
        return _chance(read, NINTH, known, cards)
    as_another = known * rate / UNKNOWN
    return _chance(NINTH, NINTH, known, cards) + _chance(DECKS, NINTH, known, cards) * as_another


@cache
def _of_lack(read: int, known: int, taken: int) -> float:
    """How many times likelier what was read of a face is if so many of its cards were taken for others."""
    whole = _chance(min(read, DECKS), DECKS, known)
    return _chance(min(read, DECKS) + taken, DECKS, known) / whole if whole else 0.0


@cache
def _of_seven(read: int, known: int) -> float:
    """The same if one of its cards is not in the set."""
    whole = _chance(min(read, DECKS), DECKS, known)
    return _chance(read, DECKS - 1, known) / whole if whole else 0.0


def _of_misread(shoe: bytes, face: int, rate: float) -> float:
    read, known = shoe[face], _known(shoe)
    if read < NINTH:
        return _chance(read, DECKS, known)
    short = _mean(_of_lack(each, known, 1) for place, each in enumerate(shoe) if place != face)
    return _chance(DECKS, DECKS, known) * known * rate / UNKNOWN * short


@cache
def _of_pair(read: int, other: int, known: int, share: float) -> float:
    """The chance of what was read of two faces if this share of the second is taken for the first."""
    return sum(
        _chance(min(read, NINTH) - taken, DECKS, known)
        * _of_lack(other, known, taken)
        * comb(DECKS, taken)
        * share**taken
        * (1 - share) ** (DECKS - taken)
        for taken in range(3)
    )
