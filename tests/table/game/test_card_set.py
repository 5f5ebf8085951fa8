"""Findings about a card set from the cards read: order, copies and the end."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations
from math import comb, exp, log

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import card_set as card_set_checks
from console.table.game.card_set import (
    COPIES,
    KEPT_ORDERS,
    RUN,
    UNKNOWN,
    CardSet,
    Cause,
    FindingKind,
    SetFinding,
    copies_finding,
    copies_in,
    end_finding,
    heaviest,
    numbers_in,
    order_finding,
    overflow_finding,
    pick_ups,
    picked_up,
    weighed,
    weighed_with,
    weight,
)
from console.table.game.cards import DECK, Card
from tests.instruments.card_sets import (
    FULL,
    HONEST,
    KINDS,
    MISREAD,
    PICK_UPS,
    READERS,
    WRONG,
    FalseAlarms,
    again_after,
    careless,
    found_in,
    may_be_regular,
    shuffled,
    whole_called_wrong,
)

NEW = bytes(range(52))


def first_found(order: bytes, earlier: tuple[bytes, ...] = ()) -> tuple[int, FindingKind] | None:
    card_set = CardSet(earlier=earlier)
    for number, place in enumerate(order, 1):
        card_set = card_set.draw_unknown() if place == UNKNOWN else card_set.read(DECK[place])
        found = order_finding(card_set)
        if found is not None:
            return number, found.what
    return None


@pytest.mark.sweep(9)
@pytest.mark.parametrize("cut", range(52))
def test_a_new_decks_order_is_found_by_the_tenth_card_wherever_it_is_cut(cut: int) -> None:
    for order in ((NEW * 2)[cut:], (NEW[::-1] * 2)[cut:]):
        found = first_found(order)
        assert found is not None
        assert found[1] is FindingKind.FACTORY
        assert found[0] <= 10


def test_common_forms_of_a_new_decks_order_are_found() -> None:
    pairs = bytes(place for place in range(52) for _ in range(2))
    suits_side_by_side = bytes(suit * 13 + rank for rank in range(13) for suit in range(4))
    sorted_by_card = bytes(place for place in range(52) for _ in range(8))
    for order, most in ((pairs, 12), (suits_side_by_side, 13), (sorted_by_card, 18)):
        found = first_found(order)
        assert found is not None
        assert found[1] is FindingKind.FACTORY
        assert found[0] <= most


def test_eight_copies_of_one_card_are_no_order() -> None:
    """A ninth is an impossible card's; before it nothing is wrong."""
    assert first_found(bytes(8)) is None


def test_seven_cards_of_a_new_deck_are_chance_still() -> None:
    assert first_found(NEW[:8] + bytes((30, 3, 44, 17))) is None


def test_eight_neighbours_count_within_nine_comparisons_alone() -> None:
    assert first_found(bytes((0, 1, 20, *range(40, 48)))) is None, "eight of ten, and seven of nine"
    assert first_found(bytes((0, 20, *range(40, 49)))) == (11, FindingKind.FACTORY)


def test_an_unread_card_first_or_in_the_midst_hides_no_factory_order() -> None:
    for order in (bytes((UNKNOWN,)) + NEW, NEW[:4] + bytes((UNKNOWN,)) + NEW[4:]):
        found = first_found(order)
        assert found is not None and found[1] is FindingKind.FACTORY


@pytest.mark.parametrize("read", [9, 10, 16])
def test_more_than_eight_of_a_card_weigh_nothing_and_stop_no_check(read: int) -> None:
    """Such a card is an impossible one; a pit boss may have let play go on with it, more than once."""
    order = bytes((0,)) * read + bytes(range(1, 52)) * 7
    assert copies_finding(CardSet(order=order)) is None
    assert {each[0] for each in weighed_with(weighed(()), copies_in(order))} == {0.0}
    assert {each for row in weighed(()) for each in row} == {0.0}


def test_the_order_of_an_earlier_shoe_is_found_by_its_fifteenth_card() -> None:
    order = shuffled(FULL, random.Random(3))
    found = first_found(order, (shuffled(FULL, random.Random(4)), order))
    assert found is not None
    assert found[1] is FindingKind.BEFORE
    assert RUN <= found[0] <= 15


def test_a_card_that_nobody_read_breaks_an_order_and_never_makes_one() -> None:
    order = bytearray(shuffled(FULL, random.Random(3)))
    earlier = bytes(order)
    order[4] = UNKNOWN
    found = first_found(bytes(order), (earlier,))
    assert found is not None
    assert found[0] == 11, "ten cards, with one break"
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
            assert (found.what, found.card, found.shoes) == (FindingKind.FEW, Card("QD"), number)
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
    assert card_set.take_back(Card("2S")).order == bytes((Card("AS").in_deck, Card("9H").in_deck))


@pytest.mark.parametrize(
    ("drawn", "from_end", "what"),
    [
        (409, 7, None), (405, 7, None), (404, 7, FindingKind.EARLY), (413, 7, None),
        (414, 7, FindingKind.LATE), (4, 7, None), (208, 208, None), (157, 208, None),
        (155, 208, FindingKind.EARLY), (261, 208, FindingKind.LATE),
    ],
)  # fmt: skip
def test_the_cut_card_comes_at_its_place_or_says_that_cards_are_missing(
    drawn: int, from_end: int, what: FindingKind | None
) -> None:
    found = end_finding(CardSet(is_placed=True), drawn, from_end)
    assert end_finding(CardSet(), drawn, from_end) is None
    assert (None if found is None else found.what) == what


def test_more_cards_than_a_set_has_say_so_without_a_cut_card() -> None:
    assert overflow_finding(CardSet(), 416) is overflow_finding(CardSet(), 415) is None
    found = overflow_finding(CardSet(), 417)
    assert found is not None
    assert found.what is FindingKind.LATE


def test_another_set_begins_without_the_old_ones_figures_but_knows_its_orders() -> None:
    card_set = CardSet(since=1, order=shuffled(FULL, random.Random(1)))
    again, other = card_set.next_shoe(), card_set.other_set(7, is_placed=True)
    assert (again.since, again.shoes) == (1, (copies_in(card_set.order),))
    assert (other.since, other.shoes, other.earlier) == (7, (), again.earlier)


@pytest.mark.parametrize(("game", "direction"), PICK_UPS)
@pytest.mark.parametrize("name", KINDS)
def test_an_order_that_was_there_before_is_found_by_the_fifteenth_card(
    name: str, game: str, direction: str
) -> None:
    """By the 67th where each deck has one order; with 1 % of the cards misread in 95 of 100 sets."""
    chance = random.Random(4)
    within = 67 if name == "same_each" else 15
    right = [again_after(KINDS[name], game, direction, chance, 0.0) for _ in range(20)]
    assert all(each is not None and each <= within for each in right)
    misread = [again_after(KINDS[name], game, direction, chance, MISREAD) for _ in range(20)]
    assert sum(each is not None and each <= within for each in misread) >= 19


@pytest.mark.parametrize("shuffle", HONEST)
def test_whole_sets_raise_no_alarm_in_a_sample(shuffle: str) -> None:
    """``python3 -m tests card_sets`` deals a million, and 100,000 of each other honest shuffle."""
    alarms = FalseAlarms(5, HONEST[shuffle])
    for _ in range(62):
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


@pytest.mark.parametrize("name", READERS)
def test_a_poor_reader_makes_no_whole_set_wrong(name: str) -> None:
    most = READERS[name][2]
    wrong, shoes = whole_called_wrong(name, 1, 8)
    assert wrong <= max(1.0, most * shoes / 1_000), "in more shoes than the goal allows"


def test_one_card_too_many_is_found_within_eight_shoes_of_a_poor_reader() -> None:
    chance = random.Random(5)
    reader = careless(1 / 200, chance)
    shoes = [found_in(WRONG["one card too many"], "baccarat", chance, 30, reader) for _ in range(12)]
    assert sum(each is not None and each[0] <= 8 for each in shoes) >= 10


# --- the figures themselves ----------------------------------------------------------------------


def read(*faces: str) -> CardSet:
    card_set = CardSet()
    for face in faces:
        card_set = card_set.read(Card(face))
    return card_set


def test_a_card_that_was_not_read_can_be_neither_corrected_nor_taken_back() -> None:
    card_set = read("AS", "2S")
    assert card_set.correct(Card("KD"), Card("QD")) is card_set
    assert card_set.take_back(Card("KD")) is card_set


def test_the_first_card_can_be_corrected_and_taken_back_and_of_two_alike_the_last() -> None:
    assert read("AS").correct(Card("AS"), Card("KD")).order == read("KD").order
    assert read("AS").take_back(Card("AS")).order == b""
    twice = read("AS", "2S", "AS", "3S")
    assert twice.correct(Card("AS"), Card("KD")).order == read("AS", "2S", "KD", "3S").order
    assert twice.take_back(Card("AS")).order == read("AS", "2S", "3S").order


def test_a_set_that_nobody_saw_come_has_no_first_shoe() -> None:
    assert CardSet().since == 0


def test_cards_that_nobody_read_are_counted() -> None:
    assert CardSet().draw_unknown().order == bytes((UNKNOWN,))
    assert CardSet().draw_unknown(3).order == bytes((UNKNOWN,)) * 3


def test_a_shuffle_keeps_the_set_with_its_rounds_and_asks_again() -> None:
    of_shuffle = SetFinding(FindingKind.FACTORY, 2, 1, is_of_shuffle=True)
    card_set = read("AS", "AS", "KD").ask(of_shuffle).ask(SetFinding(FindingKind.MANY, 3, 1))
    assert card_set.asked == (Cause.ORDER, Cause.COPIES) and not card_set.is_placed
    assert card_set.is_unmixed
    again = card_set.next_shoe(3).next_shoe(2)
    assert (again.order, again.asked, again.is_placed, again.rounds) == (b"", (), True, 5)
    assert not again.is_unmixed
    (shoe,) = again.shoes
    assert (shoe[Card("AS").in_deck], shoe[Card("KD").in_deck], sum(shoe), len(shoe)) == (2, 1, 3, 52)
    assert CardSet(rounds=4).next_shoe().rounds == 4


def test_another_set_has_no_rounds_and_is_placed_as_it_came() -> None:
    of_old = CardSet(since=1, order=bytes(range(RUN)), rounds=9, asked=(Cause.ORDER,))
    for is_placed in (True, False):
        other = of_old.other_set(7, is_placed=is_placed)
        assert (other.rounds, other.order, other.asked, other.is_placed) == (0, b"", (), is_placed)
        assert other.earlier == (of_old.order,)


def test_counts_of_a_bounded_number_of_shoes_are_kept() -> None:
    card_set = CardSet()
    for place in (0, *[1] * card_set_checks.KEPT_SHOES):
        card_set = CardSet(order=bytes((place,)), shoes=card_set.shoes).next_shoe()
    assert len(card_set.shoes) == card_set_checks.KEPT_SHOES
    assert card_set.shoes[0] == copies_in(bytes((1,)))


@pytest.mark.parametrize("unknown", [0, 1, 30])
def test_only_an_order_with_eight_known_cards_is_kept_as_in_journals_of_1_1(unknown: int) -> None:
    none = bytes((UNKNOWN,)) * unknown
    assert CardSet(order=bytes(range(8)) + none).next_shoe().earlier == (bytes(range(8)) + none,)
    assert CardSet(order=bytes(range(7)) + none).next_shoe().earlier == ()


def test_a_finding_says_in_which_shoe_of_its_set_it_was() -> None:
    three = (copies_in(NEW),) * 3
    earlier = shuffled(FULL, random.Random(3))
    for order in (NEW[:12], earlier[:RUN]):
        found = order_finding(CardSet(order=order, shoes=three, earlier=(earlier,)))
        assert found is not None
        assert (found.readings, found.shoes, found.chance) == (len(order), 4, 1e-6)
    for ended in (
        end_finding(CardSet(shoes=three, is_placed=True), 404, 7),
        overflow_finding(CardSet(shoes=three), 420),
    ):
        assert ended is not None
        assert ended.shoes == 4
    over = overflow_finding(CardSet(), 417)
    assert over is not None
    assert (over.readings, over.expected, over.chance) == (417, 416, 0.0)
    early = end_finding(CardSet(is_placed=True), 404, 7)
    assert early is not None
    assert (early.readings, early.expected, early.chance) == (404, 409, None)


def test_an_order_is_of_the_shuffle_only_if_this_very_set_had_it() -> None:
    """E4-mixed: its maker's in the first shoe, or one in which it was dealt; another set's is a wrong set."""

    def found(card_set: CardSet, order: bytes) -> SetFinding:
        for place in order:
            card_set = card_set.read(DECK[place])
        finding = order_finding(card_set)
        assert finding is not None
        return finding

    dealt = CardSet()
    for place in (order := shuffled(FULL, random.Random(5))):
        dealt = dealt.read(DECK[place])
    again, other = dealt.next_shoe(), dealt.other_set(9, is_placed=True)
    assert found(CardSet(), NEW[:12]).is_of_shuffle
    assert found(again, order[:15]).is_of_shuffle
    assert not found(again, NEW[:12]).is_of_shuffle, "a maker's order is a first shoe's"
    assert not found(other, order[:15]).is_of_shuffle
    copies = CardSet().ask(SetFinding(FindingKind.MANY, 3, 1))
    assert not found(copies, NEW[:12]).is_of_shuffle


def test_nothing_is_said_of_no_card_nor_after_one_that_nobody_read() -> None:
    assert order_finding(CardSet()) is None
    assert order_finding(CardSet(order=NEW[:12]).draw_unknown()) is None


@pytest.mark.parametrize("hits", [8, 7])
@pytest.mark.parametrize(("lag", "window"), [*card_set_checks.LAGS.items()])
def test_a_form_is_found_by_eight_neighbours_in_its_window_and_not_by_seven(
    lag: int, window: int, hits: int
) -> None:
    """Whichever comparisons miss, but for the last card's own."""
    rows = [_row(lag, window, missed) for missed in combinations(range(window - 1), window - hits)]
    found = {order_finding(CardSet(order=row)) is not None for row in rows if row is not None}
    assert found == {hits == 8}


def _row(lag: int, window: int, missed: tuple[int, ...]) -> bytes | None:
    """Cards of which each is a neighbour of the one ``lag`` before it, but at the missed comparisons; None
    if another form would be found, too.
    """
    row = [13 * (at % 4) + 3 * (at // 4) for at in range(lag)]
    for at in range(window):
        before = row[-lag]
        beside = before + 1 if before % 13 != 12 else before - 1
        row.append((before + 5) % 13 + 13 * (before // 13) if at in missed else beside)
    alike = {each: _neighbours(row, each) for each in card_set_checks.LAGS}
    is_alone = all(many < card_set_checks.HITS for each, many in alike.items() if each != lag)
    return bytes(row) if is_alone and alike[lag] == window - len(missed) else None


def _neighbours(row: list[int], lag: int) -> int:
    pairs = zip(row, row[lag:], strict=False)
    return sum(one // 13 == other // 13 and abs(one - other) == 1 for one, other in pairs)


def test_a_king_and_the_next_suits_ace_are_no_neighbours() -> None:
    kings, aces = bytes((12,)) * 8, bytes((13,)) * 8
    for one, other in ((kings, aces), (aces, kings)):
        assert first_found(one + other) is None


@pytest.mark.parametrize("known", [60, 208, 400])
@pytest.mark.parametrize("copies", COPIES)
def test_the_weight_is_that_of_two_hypergeometric_shoes(copies: int, known: int) -> None:
    """By whole numbers: ways to draw so many of a card, over all ways to draw."""
    for came in range(min(copies, 8) + 1):
        one = Fraction(comb(copies, came) * comb(408, known - came), comb(408 + copies, known))
        whole = Fraction(comb(8, came) * comb(408, known - came), comb(416, known))
        assert weight(copies, came, known) == pytest.approx(log(one / whole), abs=1e-6)
    if copies < 8:
        assert weight(copies, copies + 1, known) == float("-inf")
    assert weight(copies, 9, known) == 0.0


def test_a_set_that_is_too_small_for_its_readings_is_ruled_out() -> None:
    assert weight(0, 0, 409) == float("-inf")


@pytest.mark.parametrize(("copies", "what"), [(12, FindingKind.MANY), (2, FindingKind.FEW)])
def test_copies_too_many_or_too_few_are_told_apart_and_named(copies: int, what: FindingKind) -> None:
    cards = bytes(place for place in range(52) for _ in range(copies if place == 36 else 8))
    chance, card_set = random.Random(1), CardSet()
    for _ in range(60):
        order = shuffled(cards, chance)[:200]
        if order.count(36) > 8:
            continue
        card_set = CardSet(order=order, shoes=card_set.shoes)
        found = copies_finding(card_set)
        if found is not None:
            assert (found.what, found.card, found.readings) == (what, DECK[36], 200)
            assert found.shoes == len(card_set.shoes) + 1
            most = heaviest(weighed_with(weighed(card_set.shoes), copies_in(order)))
            assert most is not None
            assert found.chance == pytest.approx(min(1.0, exp(-most[0]) * 52 * 9))
            before = copies_finding(card_set.next_shoe(), with_this_shoe=False)
            assert before is not None
            assert (before.shoes, before.readings, before.chance) == (found.shoes, 0, found.chance)
            return
        card_set = card_set.next_shoe()
    pytest.fail("sixty shoes said nothing")


@pytest.mark.parametrize(
    ("drawn", "from_end", "what"),
    [
        (305, 7, FindingKind.EARLY), (304, 7, None), (409 + 5, 7, FindingKind.LATE), (396, 16, None),
        (395, 16, FindingKind.EARLY), (391, 20, None), (390, 20, FindingKind.EARLY),
        (156, 208, None), (260, 208, None),
    ],
)  # fmt: skip
def test_the_cut_card_may_miss_its_place_by_four_or_a_quarter_never_by_two_decks(
    drawn: int, from_end: int, what: FindingKind | None
) -> None:
    found = end_finding(CardSet(is_placed=True), drawn, from_end)
    assert (None if found is None else found.what) == what


def test_an_order_is_an_orders_cause_and_all_else_is_of_the_copies() -> None:
    causes = {
        what: Cause.ORDER if what in ("factory", "before", "again") else Cause.COPIES for what in FindingKind
    }
    assert {what: what.cause for what in FindingKind} == causes
    assert all(SetFinding(what, 1, 1).cause is cause for what, cause in causes.items())
    assert SetFinding(FindingKind.MANY, 1, 1).edition == card_set_checks.EDITION


def test_a_rack_has_the_hands_of_every_round_in_the_order_of_their_collecting() -> None:
    rounds = ([[Card("9H"), Card("2S")], [Card("KD")]], [[Card("4C")]])
    card_set = CardSet()
    for hands in rounds:
        card_set = card_set.pick_up(picked_up(hands, None))
    dealt = bytes(Card(face).in_deck for face in ("9H", "2S", "KD", "4C"))
    assert dealt in pick_ups(card_set.rack)


@pytest.mark.parametrize(
    ("sides", "lie", "turned"),
    [
        ("left_to_right", "4C 9H 2S KD 5S 6H", "6H KD 5S 9H 2S 4C"),
        ("right_to_left", "4C 2S 9H 5S KD 6H", "6H 5S KD 2S 9H 4C"),
        (None, "4C 2S 9H 6H 5S KD", "6H 5S KD 4C 2S 9H"),
    ],
)
def test_third_cards_lie_outside_and_a_fan_is_taken_from_its_top(
    sides: str | None, lie: str, turned: str
) -> None:
    hands = [[Card(face) for face in hand.split()] for hand in ("9H 2S 4C", "KD 5S 6H")]
    ways = ("9H 2S 4C KD 5S 6H", lie, "KD 5S 6H 9H 2S 4C", turned)
    rack = [" ".join(DECK[card] for card in order) for order in pick_ups(picked_up(hands, sides))]
    assert tuple(rack) == ways


@given(shoes=st.lists(st.lists(st.integers(1, 9), max_size=6), min_size=1, max_size=5))
def test_settled_rounds_kept_as_ranges_are_the_same_in_their_order(shoes: list[list[int]]) -> None:
    card_set = CardSet(settled=((),))
    for place, shoe in enumerate(shoes):
        card_set = card_set if not place else card_set.next_shoe()
        for number in shoe:
            card_set = card_set.settle(number)
    assert card_set.settled is not None
    kept = [list(numbers_in(each)) for each in card_set.settled]
    assert kept[-1] == shoes[-1]
    assert [*chain.from_iterable(kept)] == [*chain.from_iterable(shoes)]


def test_the_settled_rounds_of_a_thousand_shoes_take_no_more_room_than_those_of_ten() -> None:
    """Each kept state has them, and a set may stay for as long."""
    card_set, sizes = CardSet(settled=((),)), dict[int, int]()
    for shoe in range(1, 1001):
        for number in range(80 * shoe, 80 * (shoe + 1)):
            card_set = card_set.settle(number)
        sizes[shoe] = len(msgspec.json.encode(card_set.settled))
        card_set = card_set.next_shoe(80)
    assert sizes[1000] <= sizes[10] + 8
