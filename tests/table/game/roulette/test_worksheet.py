"""Roulette's worksheet: its rows against a second reckoning, chip by chip."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import Wager, load_rulebook, rulebook_ids
from console.table.game.roulette.payout import spin_worksheet
from console.table.game.roulette.rules import RouletteRules
from console.table.game.roulette.spin import WHEEL, BallRun, Spin
from console.table.game.stakes import BrokenLimit
from tests.table.game.roulette.printed_layout import CHIPS, EVERY, wager

RULES: dict[str, RouletteRules] = {id: load_rulebook(id).of(RouletteRules) for id in rulebook_ids()}
TURNED = WHEEL * 3
SPUN = Spin().ran(BallRun(4, "against"))
UNKNOWN = [Spin(), Spin().with_reading(17), SPUN, SPUN.with_entry(17)]
"""Spins whose number is not known."""

stakes = st.integers(1, 10**9)
layout_bets = st.builds(lambda bet, stake: wager(bet[0], bet[1], stake), st.sampled_from(EVERY), stakes)
sectors = st.builds(lambda on, stake: Wager(on=on, stake=stake), st.sampled_from(list(CHIPS)), stakes)
beside = st.builds(
    lambda number, each, stake: Wager(on="neighbours", number=number, each=each, stake=stake),
    *(st.integers(0, 36), st.integers(1, 18), stakes),
)
wagers = st.lists(layout_bets | sectors | beside, max_size=12)
numbers = st.integers(0, 36)
ids = st.sampled_from(list(RULES))


def chips(bet: Wager) -> list[tuple[int, ...]]:
    """The numbers of every single chip of a bet."""
    if bet.on in CHIPS:
        return CHIPS[bet.on]
    if bet.number is not None and bet.each is not None:
        at = WHEEL.index(bet.number) + len(WHEEL)
        return [(number,) for number in TURNED[at - bet.each : at + bet.each + 1]]
    named = tuple(sorted(bet.numbers)) if bet.numbers else None
    return [next(covered for on, covered in EVERY if on == bet.on and named in (None, covered))]


def by_chip(bet: Wager, number: int) -> int:
    """The return of the chips that cover the number: 36 shared among a chip's numbers, its stake included."""
    return sum(bet.stake * 36 // len(covered) for covered in chips(bet) if number in covered)


@given(ids, wagers, numbers)
def test_a_spins_money_is_what_its_single_chips_bring(id: str, bets: list[Wager], number: int) -> None:
    """ROU-2.2, LT-ROU-05, LT-ROU-07 to LT-ROU-11."""
    sheet = spin_worksheet(bets, SPUN.with_reading(number), False, RULES[id])
    assert [row.back for row in sheet.bets] == [by_chip(bet, number) for bet in bets]
    assert sheet.back == sum(by_chip(bet, number) for bet in bets)
    assert [row.recorded_back for row in sheet.bets] == [None] * len(bets)


@given(ids, wagers, numbers, numbers)
def test_beside_what_is_due_stands_what_was_paid_by_the_wrong_number(
    id: str, bets: list[Wager], recorded: int, actual: int
) -> None:
    """LT-ROU-33: both, so that what is credited is seen, and what is not taken back."""
    sheet = spin_worksheet(bets, SPUN.with_reading(recorded).with_video_number(actual), False, RULES[id])
    paid = [None if recorded == actual else by_chip(bet, recorded) for bet in bets]
    assert [row.recorded_back for row in sheet.bets] == paid
    assert sheet.back == sum(by_chip(bet, actual) for bet in bets)


@given(ids, wagers, numbers, numbers)
def test_the_worksheet_credits_what_is_missing_and_keeps_what_is_too_much_per_bet(
    id: str, bets: list[Wager], recorded: int, actual: int
) -> None:
    """LT-ROU-33: no bet's loss is taken from what another one lacks; LT-ROU-30b: unpaid, all is credited."""
    sheet = spin_worksheet(bets, SPUN.with_reading(recorded).with_video_number(actual), False, RULES[id])
    lacks = [by_chip(bet, actual) - by_chip(bet, recorded) for bet in bets if recorded != actual]
    due = sum(by_chip(bet, actual) for bet in bets)
    if recorded != actual:
        assert sheet.manual_credit(paid=True) == sum(max(0, lack) for lack in lacks)
        assert sheet.unreturned(paid=True) == sum(max(0, -lack) for lack in lacks)
    assert (sheet.manual_credit(paid=False), sheet.unreturned(paid=False)) == (due, 0)


@given(ids, wagers, numbers, st.lists(numbers, max_size=3), st.booleans())
def test_after_any_corrections_each_bet_was_credited_the_most_it_was_ever_due(
    id: str, bets: list[Wager], recorded: int, later: list[int], announced: bool
) -> None:
    """LT-ROU-33: what was credited is not taken back, credited twice, nor left out as if it had been."""
    spin = SPUN.with_reading(recorded)
    paid = [by_chip(bet, recorded) if announced else 0 for bet in bets]
    for at, number in enumerate(later):
        spin = spin.with_video_number(number, paid=announced or at > 0)
        rows = spin_worksheet(bets, spin, False, RULES[id]).bets
        credits = [row.manual_credit(paid=bool(spin.paid)) for row in rows]
        unreturned = [row.unreturned(paid=bool(spin.paid)) for row in rows]
        due = [by_chip(bet, number) for bet in bets]
        assert credits == [max(0, now - before) for now, before in zip(due, paid, strict=True)]
        assert unreturned == [max(0, before - now) for now, before in zip(due, paid, strict=True)]
        paid = [before + credit for before, credit in zip(paid, credits, strict=True)]


@given(
    ids,
    wagers,
    st.sampled_from([*UNKNOWN, SPUN.with_reading(17), SPUN.with_reading(17).with_video_number(18)]),
)
def test_a_void_round_gives_every_chip_back(id: str, bets: list[Wager], spin: Spin) -> None:
    """ROU-2.1.6, LT-ROU-27b, LT-ROU-28, LT-ROU-30a: whatever was recorded."""
    sheet = spin_worksheet(bets, spin, True, RULES[id])
    assert [row.back for row in sheet.bets] == [bet.stake * len(chips(bet)) for bet in bets]
    assert {row.recorded_back for row in sheet.bets} <= {None}


@given(ids, wagers, st.sampled_from(UNKNOWN))
def test_before_the_number_is_known_nothing_is_due(id: str, bets: list[Wager], spin: Spin) -> None:
    """ROU-3.1.1: a number that waits for the ball's run is none."""
    sheet = spin_worksheet(bets, spin, False, RULES[id])
    assert sheet.back is None
    assert {row.back for row in sheet.bets} <= {None}


@given(ids, wagers, numbers)
def test_the_bets_are_one_players_and_cover_the_wheel_together(
    id: str, bets: list[Wager], number: int
) -> None:
    """LIM-roulette: more than 34 of the 37 numbers, under sv and is."""
    together = {number for bet in bets for covered in chips(bet) for number in covered}
    broken = id in ("sv", "is") and len(together) > 34
    sheet = spin_worksheet(bets, SPUN.with_reading(number), False, RULES[id])
    assert sheet.restriction == ("LIM-roulette" if broken else None)


@given(ids, wagers)
def test_the_rows_are_the_bets_in_their_order(id: str, bets: list[Wager]) -> None:
    rows: Any = spin_worksheet(bets, Spin(), False, RULES[id]).bets
    assert [(row.on, row.numbers, row.number, row.each, row.stake) for row in rows] == [
        (bet.on, bet.numbers, bet.number, bet.each, bet.stake) for bet in bets
    ]


def test_a_split_on_eight_and_eleven() -> None:
    """ROU-2.2: 17 to one, so 1 brings 18."""
    (row,) = spin_worksheet([wager("split", (8, 11), 100)], SPUN.with_reading(8), False, RULES["sv"]).bets
    assert (row.back, row.recorded_back, row.limit) == (1800, None, None)


def test_each_row_names_its_own_limit() -> None:
    """LT-ROU-04."""
    bets = [wager("straight", (17,), 9), wager("red", (), 100), Wager(on="voisins", stake=200_01)]
    rows = spin_worksheet(bets, Spin(), False, RULES["lt"]).bets
    assert [row.limit for row in rows] == [BrokenLimit.BELOW, None, BrokenLimit.ABOVE]


def test_a_worksheet_without_bets_comes_to_nothing() -> None:
    sheet = spin_worksheet([], SPUN.with_reading(0), False, RULES["sv"])
    assert (sheet.bets, sheet.back, sheet.restriction) == ((), 0, None)


def test_a_bet_that_the_layout_lacks_has_no_worksheet_row() -> None:
    """ROU-1.1-bets."""
    with pytest.raises(ValueError, match="the layout has no such bet"):
        spin_worksheet([wager("split", (1, 5), 100)], SPUN.with_reading(1), False, RULES["sv"])
