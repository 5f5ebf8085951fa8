"""What the cards read say of their set: order, copies and the end."""

from __future__ import annotations

import random

import pytest

from console.game.card_set import (
    KEPT_ORDERS,
    RUN,
    UNKNOWN,
    CardSet,
    What,
    copies_finding,
    counts,
    end_finding,
    order_finding,
    overflow_finding,
    weight,
)
from console.game.cards import DECK, Card
from tests.instruments.card_sets import FULL, FalseAlarms, found_in, may_be_regular, shuffled

NEW = bytes(range(52))


def first_found(order: bytes, earlier: tuple[bytes, ...] = ()) -> tuple[int, What] | None:
    card_set = CardSet(earlier=earlier)
    for number, place in enumerate(order, 1):
        card_set = card_set.draw_unknown() if place == UNKNOWN else card_set.read(DECK[place])
        found = order_finding(card_set)
        if found is not None:
            return number, found.what
    return None


@pytest.mark.parametrize("cut", range(52))
def test_a_new_decks_order_is_found_by_the_tenth_card_wherever_it_is_cut(cut: int) -> None:
    for order in ((NEW * 2)[cut:], (NEW[::-1] * 2)[cut:]):
        found = first_found(order)
        assert found is not None
        assert found[1] is What.FACTORY
        assert found[0] <= 10


def test_common_forms_of_a_new_decks_order_are_found() -> None:
    pairs = bytes(place for place in range(52) for _ in range(2))
    suits_side_by_side = bytes(suit * 13 + rank for rank in range(13) for suit in range(4))
    sorted_by_card = bytes(place for place in range(52) for _ in range(8))
    for order, most in ((pairs, 12), (suits_side_by_side, 13), (sorted_by_card, 18)):
        found = first_found(order)
        assert found is not None
        assert found[1] is What.FACTORY
        assert found[0] <= most


def test_eight_copies_of_one_card_are_no_order() -> None:
    """A ninth is an impossible card's; before it nothing is wrong."""
    assert first_found(bytes(8)) is None


def test_seven_cards_of_a_new_deck_are_chance_still() -> None:
    assert first_found(NEW[:8] + bytes((30, 3, 44, 17))) is None


def test_the_order_of_an_earlier_shoe_is_found_by_its_fifteenth_card() -> None:
    order = shuffled(FULL, random.Random(3))
    found = first_found(order, (shuffled(FULL, random.Random(4)), order))
    assert found is not None
    assert found[1] is What.BEFORE
    assert RUN <= found[0] <= 15


def test_a_card_that_nobody_read_breaks_an_order_and_never_makes_one() -> None:
    order = bytearray(shuffled(FULL, random.Random(3)))
    earlier = bytes(order)
    order[4] = UNKNOWN
    found = first_found(bytes(order), (earlier,))
    assert found is not None
    assert found[0] == 5 + RUN
    assert first_found(bytes((UNKNOWN,)) * 40, (bytes((UNKNOWN,)) * 400,)) is None


def test_orders_of_a_bounded_number_of_shoes_are_kept() -> None:
    card_set = CardSet()
    for seed in range(KEPT_ORDERS + 5):
        card_set = CardSet(order=shuffled(FULL, random.Random(seed)), earlier=card_set.earlier).next_shoe()
    assert len(card_set.earlier) == KEPT_ORDERS
    assert card_set.earlier[-1] == shuffled(FULL, random.Random(KEPT_ORDERS + 4))


def _without(place: int) -> bytes:
    cards = bytearray(FULL)
    cards.remove(place)
    return bytes(cards)


def test_one_missing_card_is_found_by_about_eleven_shoes_and_named() -> None:
    chance, card_set = random.Random(9), CardSet()
    for number in range(1, 31):
        order = shuffled(_without(Card("QD").in_deck), chance)[:408]
        card_set = CardSet(order=order, shoes=card_set.shoes)
        found = copies_finding(card_set)
        if found is not None:
            assert (found.what, found.card, found.shoes) == (What.FEW, Card("QD"), number)
            assert 7 <= number <= 15
            assert found.chance is not None
            assert found.chance < 1e-4
            return
        card_set = card_set.next_shoe()
    pytest.fail("thirty shoes without a queen of diamonds said nothing")


def test_a_card_that_came_eight_times_is_not_missing() -> None:
    assert weight(7, 8, 400) == float("-inf")
    assert weight(7, 7, 400) > 0 > weight(9, 7, 400)


def test_a_corrected_card_counts_as_corrected_and_a_withdrawn_one_not_at_all() -> None:
    card_set = CardSet().read(Card("AS")).read(Card("2S")).read(Card("9H"))
    assert card_set.correct(Card("2S"), Card("KD")).order == bytes(
        each.in_deck for each in (Card("AS"), Card("KD"), Card("9H"))
    )
    assert card_set.take_back(Card("9H")).order == bytes((Card("AS").in_deck, Card("2S").in_deck))


@pytest.mark.parametrize(
    ("drawn", "from_end", "what"),
    [
        (409, 7, None), (405, 7, None), (404, 7, What.EARLY), (413, 7, None), (414, 7, What.LATE),
        (4, 7, None), (208, 208, None), (157, 208, None), (155, 208, What.EARLY), (261, 208, What.LATE),
    ],
)  # fmt: skip
def test_the_cut_card_comes_at_its_place_or_says_that_cards_are_missing(
    drawn: int, from_end: int, what: What | None
) -> None:
    found = end_finding(CardSet(is_placed=True), drawn, from_end)
    assert end_finding(CardSet(), drawn, from_end) is None
    assert (None if found is None else found.what) == what


def test_more_cards_than_a_set_has_say_so_without_a_cut_card() -> None:
    assert overflow_finding(CardSet(), 416) is None
    found = overflow_finding(CardSet(), 417)
    assert found is not None
    assert found.what is What.LATE


def test_another_set_begins_without_the_old_ones_figures_but_knows_its_orders() -> None:
    card_set = CardSet(since=1, order=shuffled(FULL, random.Random(1)))
    again, other = card_set.next_shoe(), card_set.other_set(7, is_placed=True)
    assert (again.since, again.shoes) == (1, (counts(card_set.order),))
    assert (other.since, other.shoes, other.earlier) == (7, (), again.earlier)


def test_whole_sets_raise_no_alarm_in_a_sample() -> None:
    """``python3 -m tests card_sets`` deals a million."""
    alarms = FalseAlarms(seed=5)
    for _ in range(400):
        alarms.deal()
    assert not alarms.alarms


def test_what_the_simulation_passes_over_is_nothing_that_would_be_found() -> None:
    assert may_be_regular(NEW)
    for seed in range(40):
        order = shuffled(FULL, random.Random(seed))
        assert may_be_regular(order) or first_found(order) is None


def test_five_missing_cards_are_found_at_the_first_cut_card_laid_to_its_place() -> None:
    cards = bytearray(FULL)
    for place in (3, 15, 20, 33, 51):
        cards.remove(place)
    order = shuffled(bytes(cards), random.Random(2))[:404]
    assert end_finding(CardSet(order=order, is_placed=True), len(order), 7) is not None
    assert found_in(bytes(cards), "baccarat", random.Random(2)) is not None
