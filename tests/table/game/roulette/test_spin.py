"""The wheel by what is known of it besides its order, and a spin from its bets to the number."""

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from console.table.core import Play
from console.table.game import Card
from console.table.game.roulette.spin import RED, WHEEL, BallRun, Colour, Due, Pocket, Spin, pocket
from tests.table.game.clauses import committed

AGAINST = BallRun(4, "against")
PAIRS = [*pairwise(WHEEL), (WHEEL[-1], WHEEL[0])]


NO_DEALER = {"LT-ROU-02b"}
"""Auto roulette: the ball is sent without a dealer, so there is none at this console."""


def test_every_rule_payout_and_limit_of_roulette_is_named_by_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    kinds = ("rule", "payout", "limit")
    mine = [row for row in committed() if re.match("(LT-)?ROU-|LIM-", row.id) and row.game != "baccarat"]
    due = {row.id for row in mine if row.kind in kinds}
    assert len(due) == 21
    assert due - NO_DEALER - set(re.findall(r"(?:(?:LT-)?ROU|LIM)-[\w.-]*\w", tests)) == set()


# The wheel


def test_there_are_thirty_seven_pockets_one_for_each_number() -> None:
    """ROU-3.3.2, LT-ROU-01."""
    assert sorted(WHEEL) == list(range(37))
    colours = [pocket(number).colour for number in WHEEL]
    assert [colours.count(colour) for colour in Colour] == [18, 18, 1]
    assert pocket(0).colour is Colour.GREEN


def test_red_and_black_alternate_round_the_wheel() -> None:
    """LT-ROU-01."""
    assert all(pocket(one).colour != pocket(next).colour for one, next in PAIRS)


def test_red_is_odd_up_to_ten_and_from_nineteen_to_twenty_eight_else_even() -> None:
    """ROU-3.3.2: the layout's colours, as every single-zero table has them."""
    odd = {*range(1, 11), *range(19, 29)}
    assert {number for number in range(1, 37) if (number % 2 == 1) is (number in odd)} == RED


def test_low_and_high_alternate_but_at_zero_and_opposite_it() -> None:
    """LT-ROU-11: the wheel's makers put high numbers at both sides of zero, 10 beside 5 across from it."""
    alike = {frozenset(pair) for pair in PAIRS if 0 not in pair and (pair[0] > 18) is (pair[1] > 18)}
    assert alike == {frozenset((5, 10))}
    assert {WHEEL[18], WHEEL[19]} == {10, 5}
    assert {WHEEL[1], WHEEL[-1]} == {26, 32}


def test_the_wheels_right_half_has_the_low_black_and_high_red_numbers() -> None:
    """LT-ROU-11: clockwise from 32 to 10; the left half has the high black and low red ones."""
    right, left = WHEEL[1:19], WHEEL[19:]
    assert {(pocket(number).half, pocket(number).colour) for number in right} == {
        *(("low", "black"), ("high", "red")),
    }
    assert {(pocket(number).half, pocket(number).colour) for number in left} == {
        *(("high", "black"), ("low", "red")),
    }


@pytest.mark.parametrize(
    "called",
    [
        "22-18-29-7-28-12-35-3-26-0-32-15-19-4-21-2-25",
        "27-13-36-11-30-8-23-10-5-24-16-33",
        "17-34-6",
        "1-20-14-31-9",
    ],
)
def test_the_parts_of_the_wheel_lie_as_croupiers_call_them(called: str) -> None:
    """LT-ROU-07 to LT-ROU-11: voisins, tiers and the two sides of the orphans, as they are published."""
    series = tuple(map(int, called.split("-")))
    at = WHEEL.index(series[0])
    assert (WHEEL * 2)[at : at + len(series)] == series


def test_no_three_odd_or_three_even_numbers_lie_in_a_row() -> None:
    """LT-ROU-11."""
    parities = [pocket(number).parity for number in (*WHEEL, *WHEEL[:2])]
    assert not any(a == b == c for a, b, c in zip(parities, parities[1:], parities[2:], strict=False))


@pytest.mark.parametrize(
    ("number", "beside"),
    [(0, {26, 32}), (1, {20, 33}), (17, {25, 34}), (36, {11, 13}), (20, {1, 14}), (7, {28, 29})],
)
def test_which_numbers_lie_beside_which(number: int, beside: set[int]) -> None:
    """LT-ROU-11."""
    assert {other for pair in PAIRS for other in pair if number in pair} - {number} == beside


def test_zero_is_in_no_even_chance_dozen_or_column() -> None:
    """LT-ROU-01."""
    assert pocket(0) == Pocket(0, Colour.GREEN, None, None, None, None)


@pytest.mark.parametrize(
    ("number", "is_besides"),
    [
        (17, (Colour.BLACK, "odd", "low", 2, 2)),
        (1, (Colour.RED, "odd", "low", 1, 1)),
        (12, (Colour.RED, "even", "low", 1, 3)),
        (13, (Colour.BLACK, "odd", "low", 2, 1)),
        (18, (Colour.RED, "even", "low", 2, 3)),
        (19, (Colour.RED, "odd", "high", 2, 1)),
        (24, (Colour.BLACK, "even", "high", 2, 3)),
        (25, (Colour.RED, "odd", "high", 3, 1)),
        (36, (Colour.RED, "even", "high", 3, 3)),
    ],
)
def test_a_number_has_its_colour_parity_half_dozen_and_column(
    number: int, is_besides: tuple[object, ...]
) -> None:
    """ROU-3.3.3, LT-ROU-06: the dozens end at 12, 24 and 36."""
    assert msgspec.structs.astuple(pocket(number))[1:] == is_besides


@pytest.mark.parametrize("number", [-1, 37])
def test_the_wheel_has_no_other_number(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number}: no pocket of the wheel; there are 0 to 36"):
        pocket(number)


# A spin


def test_a_spin_waits_for_its_run_and_then_for_the_number() -> None:
    """ROU-3.1.1 and ROU-3.3.4: the ball runs against the wheel, and the pocket that it falls into has won."""
    assert Spin().next_due is Due.SPIN
    assert Spin().ran(AGAINST).next_due is Due.NUMBER
    known = Spin().ran(AGAINST).with_reading(17)
    assert (known.next_due, known.outcome) == (None, pocket(17))


def test_a_number_read_before_the_run_is_confirmed_waits_without_an_outcome() -> None:
    """ROU-3.1.1, LT-ROU-25."""
    waiting = Spin().with_reading(17)
    assert (waiting.next_due, waiting.recorded, waiting.outcome) == (Due.SPIN, 17, None)
    assert waiting.ran(AGAINST).outcome == pocket(17)


def test_the_last_number_read_before_the_run_is_the_one() -> None:
    assert Spin().with_reading(17).with_reading(18).ran(AGAINST).number == 18


def test_a_dealers_number_counts_once_it_is_entered_twice() -> None:
    """ROU-3.1.2."""
    entered = Spin().ran(AGAINST).with_entry(17)
    assert (entered.next_due, entered.outcome) == (Due.SAME_NUMBER, None)
    assert entered.with_entry(17).outcome == pocket(17)


def test_another_number_of_the_dealers_needs_another_confirmation() -> None:
    other = Spin().ran(AGAINST).with_entry(17).with_entry(18)
    assert (other.next_due, other.said) == (Due.SAME_NUMBER, 18)
    assert other.with_entry(17).number is None
    assert other.with_entry(18).number == 18


def test_zero_is_a_number_as_any_other() -> None:
    spun = Spin().ran(AGAINST)
    assert spun.with_reading(0).outcome == spun.with_entry(0).with_entry(0).outcome == pocket(0)
    assert spun.with_entry(0).next_due is Due.SAME_NUMBER
    assert Spin().with_reading(0).ran(AGAINST).next_due is None


def test_a_respin_has_nothing_recorded() -> None:
    """LT-ROU-27a, LT-ROU-27c."""
    again = Spin().with_reading(17).next_run()
    assert (again.next_due, again.recorded, again.respun) == (Due.SPIN, None, True)
    assert again.ran(AGAINST).with_reading(5).respun


def test_a_number_settled_by_the_video_keeps_the_one_that_was_paid() -> None:
    """LT-ROU-33."""
    settled = Spin().ran(AGAINST).with_reading(17).with_video_number(18)
    assert (settled.outcome, settled.wrong) == (pocket(18), 17)
    assert (settled.with_video_number(19).outcome, settled.with_video_number(19).wrong) == (pocket(19), 17)
    assert settled.with_video_number(17).wrong is None
    by_dealer = Spin().ran(AGAINST).with_entry(17).with_entry(17).with_video_number(0)
    assert (by_dealer.recorded, by_dealer.wrong) == (None, 17)


def test_the_same_number_from_the_video_again_is_no_earlier_one() -> None:
    """LT-ROU-33."""
    again = Spin().ran(AGAINST).with_reading(17).with_video_number(18).with_video_number(18)
    assert again.earlier == (17,)
    assert again.with_video_number(17).with_video_number(18).earlier == (17, 18)


def test_a_number_known_from_the_video_alone_was_never_recorded_wrong() -> None:
    """LT-ROU-30b."""
    assert Spin().with_video_number(18).outcome == pocket(18)
    assert Spin().with_video_number(18).wrong is None
    assert Spin().with_reading(18).with_video_number(18).wrong is None
    assert Spin().with_reading(17).with_video_number(18).wrong == 17


@pytest.mark.parametrize("spin", [Spin(), Spin().with_reading(17), Spin().ran(AGAINST).with_reading(17)])
def test_nothing_is_wrong_until_the_video_says_so(spin: Spin) -> None:
    assert spin.wrong is None


def test_a_spin_has_no_cards() -> None:
    spin = Spin()
    assert (spin.next_place, spin.card_count, spin.last_in_view) == (None, 0, None)
    assert (spin.cards, spin.placed_cards, spin.in_view) == ((), (), ())
    assert (spin.points, spin.is_empty) == ({}, False)
    with pytest.raises(ValueError, match="no card is due"):
        spin.deal(Card.H9)


def test_a_spin_is_a_round_that_names_its_game() -> None:
    spin = Spin().with_reading(17).ran(AGAINST).with_video_number(18)
    written = msgspec.json.encode(spin)
    assert b'"game":"roulette"' in written
    assert msgspec.json.decode(written, type=Play) == spin
