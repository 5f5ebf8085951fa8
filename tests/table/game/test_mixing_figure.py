"""The mixing figure of a shoe: near pairs against chance."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import fmean, pstdev

import pytest

from console.table.game.card_set import UNKNOWN, CardSet
from console.table.game.mixing_figure import BEYOND, ENOUGH, NEAR, Kinship, Mixing, deviations, mixing
from tests.instruments.card_sets import (
    FROM_END,
    FULL,
    POORLY_MIXED,
    WELL_MIXED,
    mixed_as,
    riffled,
    shuffled,
)

ROW = tuple(tuple(int(abs(one - other) == 1) for other in range(52)) for one in range(52))
"""Neighbours in a row of all cards."""


def near_pairs(order: bytes, within: int) -> int:
    places = [at for at, card in enumerate(order) if card != UNKNOWN]
    return sum(
        ROW[order[one]][order[other]]
        for at, one in enumerate(places)
        for other in places[at + 1 :]
        if other - one <= within
    )


@pytest.mark.parametrize("within", [1, NEAR])
def test_mean_and_deviation_are_those_of_all_orders(within: int) -> None:
    """Against the plain count over shuffled orders, a card in twelve unread: the figures lie as numbers do
    that chance makes.
    """
    chance = random.Random(11)
    orders = [
        bytes(UNKNOWN if at % 12 == 5 else card for at, card in enumerate(shuffled(FULL, chance)[:120]))
        for _ in range(400)
    ]
    figures = [deviations(order, ROW, within) for order in orders]
    assert abs(fmean(figures)) < 0.2 and 0.9 < pstdev(figures) < 1.1
    by_count = sorted(orders, key=lambda order: near_pairs(order, within))
    assert deviations(by_count[-1], ROW, within) > 1.5 > -1.5 > deviations(by_count[0], ROW, within)


def test_the_figure_grows_by_one_for_each_deviation_of_the_count() -> None:
    """The same cards in other orders: their figures differ as the counts do."""
    cards, chance = shuffled(FULL, random.Random(2))[:150], random.Random(3)
    orders = [shuffled(cards, chance) for _ in range(300)]
    spread = pstdev(near_pairs(order, NEAR) for order in orders)
    for one, other in pairwise(orders[:20]):
        by_count = (near_pairs(one, NEAR) - near_pairs(other, NEAR)) / spread
        assert deviations(one, ROW) - deviations(other, ROW) == pytest.approx(by_count, rel=0.15, abs=1e-9)


@pytest.mark.parametrize("name", POORLY_MIXED)
def test_a_poor_shuffle_is_found_at_baccarats_cut_card(name: str) -> None:
    chance = random.Random(1)
    assert all(mixed_as(*POORLY_MIXED[name], "baccarat", chance).is_poor for _ in range(3))


@pytest.mark.parametrize("game", FROM_END)
@pytest.mark.parametrize("name", WELL_MIXED)
def test_a_good_shuffle_is_none(name: str, game: str) -> None:
    chance = random.Random(1)
    assert not any(mixed_as(*WELL_MIXED[name], game, chance).is_poor for _ in range(3))


@pytest.mark.parametrize(
    ("name", "kinship"),
    [
        ("piles by rank", Kinship.RANKS),
        ("piles by suit", Kinship.SUITS),
        ("new decks riffled 2 times", Kinship.MAKER),
        ("rack riffled twice", Kinship.BEFORE),
    ],
)
def test_the_figure_names_what_was_left_together(name: str, kinship: Kinship) -> None:
    assert mixed_as(*POORLY_MIXED[name], "baccarat", random.Random(1)).kinship is kinship


def test_the_limit_of_new_decks_is_wider_than_that_of_the_rack() -> None:
    assert not Mixing(BEYOND[Kinship.MAKER], Kinship.MAKER).is_poor
    assert Mixing(BEYOND[Kinship.MAKER], Kinship.BEFORE).is_poor


def test_too_few_cards_have_no_figure() -> None:
    order = riffled(1)(FULL, random.Random(1))
    assert mixing(CardSet(order=order[: ENOUGH - 1] + bytes((UNKNOWN,)) * 9)) is None
    assert mixing(CardSet(order=order[:ENOUGH])) is not None
