"""How well a shoe was mixed: how many cards that belong together lie near one another, against chance.

Cards belong together as neighbours of the maker's order, as neighbours of the shoe before as it was dealt or
picked up, or by an equal rank, suit or value. A good shuffle leaves each pair anywhere. The measure is that
of Mantel's test (Cancer Research 27, 1967, page 209) with its exact mean and variance under all orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from math import sqrt
from typing import Final

import msgspec

from console.table.game.baccarat.coup import points
from console.table.game.card_set import UNKNOWN, CardSet, hands_of, pick_ups
from console.table.game.cards import DECK

NEAR: Final = 4
"""Places within which two cards lie near one another."""
ENOUGH: Final = 100
"""Cards read of a shoe from which it is measured."""


class Kinship(StrEnum):
    """The way in which cards of a shoe belong together."""

    MAKER = "maker"
    BEFORE = "before"
    RANKS = "ranks"
    SUITS = "suits"
    VALUES = "values"


BEYOND: Final = {each: 11.0 if each in (Kinship.MAKER, Kinship.SUITS) else 7.5 for each in Kinship}
"""Deviations beyond which cards were not mixed enough. Five riffles are a good shuffle and leave some of the
order of new decks, in which suits lie together; so do two passes of grabs of the rack's.
"""


class Mixing(msgspec.Struct, frozen=True):
    """The mixing figure of a shoe."""

    deviations: float
    """How many standard deviations more such pairs lie near one another than chance would have it."""
    kinship: Kinship
    """The kind of pair that was left most, against its limit."""

    @property
    def is_poor(self) -> bool:
        return self.deviations > BEYOND[self.kinship]


Weights = tuple[tuple[int, ...], ...]
"""How often two faces belong together, both ways round."""


def mixing(card_set: CardSet) -> Mixing | None:
    """The figure of the shoe in play, as far as it was read; None of too few cards."""
    order = card_set.order
    if len(order) - order.count(UNKNOWN) < ENOUGH:
        return None
    orders = [*card_set.earlier[-1:], *chain.from_iterable(map(_laid, card_set.racks[-1:]))]
    kinships = [*_ALIKE, *((Kinship.BEFORE, _side_by_side((each,)), NEAR) for each in orders)]
    return max(
        (Mixing(deviations(order, weights, within), kinship) for kinship, weights, within in kinships),
        key=lambda each: each.deviations / BEYOND[each.kinship],
    )


def _laid(rack: bytes) -> Iterator[bytes]:
    """The orders in which a rack's cards may lie: hand by hand, and row by row."""
    yield from pick_ups(rack)
    for turned in (1, -1):
        yield b"".join(
            bytes(each for row in zip_longest(*hands[::turned]) for each in row if each is not None)
            for _, hands in hands_of(rack)
        )


@lru_cache(maxsize=16)
def _side_by_side(orders: tuple[bytes, ...]) -> Weights:
    weights = [[0] * UNKNOWN for _ in range(UNKNOWN)]
    for one, other in chain.from_iterable(map(pairwise, orders)):
        if UNKNOWN not in (one, other):
            weights[one][other] += 1
            weights[other][one] += one != other
    return tuple(map(tuple, weights))


def _equal(values: Iterable[object]) -> Weights:
    known = tuple(values)
    return tuple(tuple(int(one == other) for other in known) for one in known)


_ALIKE: Final = (
    (Kinship.MAKER, _side_by_side(tuple(bytes(range(at, at + 13)) for at in range(0, UNKNOWN, 13))), NEAR),
    (Kinship.RANKS, _equal(card.rank for card in DECK), 1),
    (Kinship.SUITS, _equal(card.suit for card in DECK), 1),
    (Kinship.VALUES, _equal(points((card,)) for card in DECK), 1),
)


def deviations(order: bytes, weights: Weights, within: int = NEAR) -> float:
    """How far the weight of all near pairs lies above its mean under all orders, in standard deviations."""
    known = [(at, card) for at, card in enumerate(order) if card != UNKNOWN]
    n, near, degrees, pairs = len(known), 0, [0] * len(known), 0
    for one, (at, card) in enumerate(known):
        row = weights[card]
        for other in range(one + 1, min(n, one + within + 1)):
            place, face = known[other]
            if place - at > within:
                break
            near += row[face]
            pairs += 1
            degrees[one] += 1
            degrees[other] += 1
    of_places = _sums(2 * pairs, 2 * pairs, degrees)
    counts = [0] * UNKNOWN
    for _, card in known:
        counts[card] += 1
    total = squares = 0
    reached = list[int]()
    for card, count in enumerate(counts):
        row = weights[card]
        reaches = sum(map(int.__mul__, row, counts)) - row[card]
        reached += [reaches] * count
        total += count * reaches
        squares += count * (sum(w * w * c for w, c in zip(row, counts, strict=True)) - row[card] ** 2)
    of_cards = _sums(total, squares, reached)
    mean = of_places[0] * of_cards[0] / (n * (n - 1))
    both = [one * other for one, other in zip(of_places[1:], of_cards[1:], strict=True)]
    among = (2, 4 * (n - 2), (n - 2) * (n - 3))
    variance = sum(each / (n * (n - 1) * of) for each, of in zip(both, among, strict=True)) - mean * mean
    return (2 * near - mean) / sqrt(variance) if variance > 1e-9 else 0.0


def _sums(total: int, squares: int, degrees: Iterable[int]) -> tuple[int, int, int, int]:
    """The sum of a symmetric table, and the three terms of the variance that it gives."""
    s1, s2 = 2 * squares, 4 * sum(each * each for each in degrees)
    return total, s1, s2 - 2 * s1, total * total + s1 - s2
