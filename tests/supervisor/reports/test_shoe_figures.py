"""The figures of the shoes: what chance gives a whole set, and what it does not."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from console.supervisor.reports.shoe_figures import (
    FACES,
    CardSetCounts,
    card_test,
    figures,
    longest_shared,
    pair_count,
)
from console.supervisor.reports.significance import SIGNIFICANT
from console.supervisor.reports.wheel_figures import Conclusion
from console.table.game.card_set import UNKNOWN
from console.table.game.cards import DECKS
from console.table.game.shoe import CARDS

READ = 400
"""Cards of a shoe of baccarat before the cut card, about."""


def shuffled(chance: random.Random, copies: dict[int, int] | None = None, *, read: int = READ) -> bytes:
    cards = [card for card in range(FACES) for _ in range((copies or {}).get(card, DECKS))]
    chance.shuffle(cards)
    return bytes(cards[:read])


def counted(*shoes: bytes) -> CardSetCounts:
    counts = CardSetCounts("A-17")
    for at, shoe in enumerate(shoes):
        counts.count_shoe("T1", shoe, shoes[:at])
    return counts


@pytest.mark.sweep
def test_a_whole_sets_counts_scatter_as_the_test_says() -> None:
    """Without what a shoe leaves undealt the statistic of 400 readings would be a twenty-sixth of it."""
    chance = random.Random(1)
    found = [figures(counted(shuffled(chance)), SIGNIFICANT).cards for _ in range(400)]
    assert fmean(each.statistic for each in found) == pytest.approx(FACES - 1, abs=1.5)
    assert sum(each.p < SIGNIFICANT for each in found) / 400 == pytest.approx(SIGNIFICANT, abs=0.03)


def test_a_set_in_which_cards_are_missing_is_unusual() -> None:
    chance = random.Random(2)
    wrong = {20: 4, 21: 12}
    found = figures(counted(*(shuffled(chance, wrong) for _ in range(6))), SIGNIFICANT / 30).cards
    assert found.conclusion is Conclusion.UNUSUAL
    whole = figures(counted(*(shuffled(chance) for _ in range(6))), SIGNIFICANT / 30).cards
    assert whole.conclusion is Conclusion.AS_CHANCE


def test_a_few_cards_allow_no_conclusion() -> None:
    found = figures(counted(bytes(range(52))), SIGNIFICANT)
    assert found.cards.conclusion is Conclusion.TOO_FEW
    assert found.repeats.conclusion is Conclusion.TOO_FEW


def test_a_shoe_that_was_dealt_to_its_last_card_has_nothing_to_scatter() -> None:
    assert card_test([DECKS] * FACES, [CARDS]).statistic == 0.0


@pytest.mark.sweep
def test_pairs_come_as_often_as_chance_says() -> None:
    chance = random.Random(3)
    found = [figures(counted(shuffled(chance)), SIGNIFICANT) for _ in range(300)]
    for name in ("neighbours", "repeats"):
        pairs = [getattr(each, name) for each in found]
        assert fmean(each.count for each in pairs) == pytest.approx(pairs[0].expected, rel=0.05)


def test_an_unshuffled_shoe_has_too_many_neighbours_and_its_run() -> None:
    found = figures(counted(bytes([*range(52)] * 7)), SIGNIFICANT / 3)
    assert found.neighbours.conclusion is Conclusion.UNUSUAL
    assert found.longest_run == 13
    assert found.repeats.count == 0


def test_a_card_that_nobody_read_is_in_no_pair() -> None:
    found = figures(counted(bytes([1, UNKNOWN, 2, 3, 3])), SIGNIFICANT)
    assert (found.readings, found.unread) == (4, 1)
    assert (found.neighbours.count, found.repeats.count) == (1, 1)
    assert found.longest_run == 2


def test_the_longest_run_as_in_an_earlier_shoe() -> None:
    earlier = bytes((9, 8, 7, 6, 5, 4, 3, UNKNOWN, 2, 1))
    assert longest_shared(bytes((0, 8, 7, 6, 5, 4, 0)), [earlier]) == 5
    assert longest_shared(bytes((4, 3, UNKNOWN, 2, 1)), [earlier]) == 0, "what nobody read is no run"
    assert longest_shared(bytes((0, 1, 2)), [earlier]) == 0


def test_a_pair_is_unusual_if_chance_lies_outside_its_interval() -> None:
    assert pair_count(10, 10.0, SIGNIFICANT).conclusion is Conclusion.AS_CHANCE
    assert pair_count(30, 10.0, SIGNIFICANT).conclusion is Conclusion.UNUSUAL
    assert pair_count(0, 10.0, SIGNIFICANT).conclusion is Conclusion.UNUSUAL
