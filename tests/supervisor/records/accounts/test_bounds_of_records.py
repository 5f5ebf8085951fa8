"""How far a record reaches around its span, and that everybody who is named in it is one of its people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from console.supervisor.history import Moment
from console.supervisor.records.accounts.device_account import nearby
from console.supervisor.records.accounts.incident_account import Completion
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.accounts.round_account import around
from console.supervisor.records.accounts.spans import Span
from console.supervisor.records.accounts.spin_account import _goes_on
from tests.supervisor.history.driven import moments_of
from tests.table.played import FELL, START, say, written

(REMARK,) = moments_of("lt", say("a pause"))


def moment(
    second: float, *, place: int = 0, earlier: int = 0, round_number: int = 0, shoe: int = 1
) -> Moment:
    """A remark so many seconds after the start; ``earlier`` entries are in the file before."""
    row = replace(REMARK.row, at=START + timedelta(seconds=second), number=place - earlier)
    in_play = replace(REMARK.after.shoe_in_play, number=shoe)
    after = replace(REMARK.after, round_number=round_number, shoe_in_play=in_play)
    return replace(REMARK, row=row, place=place, seconds=float(second), after=after)


def test_a_span_has_the_ten_seconds_before_and_after_it() -> None:
    moments = [moment(second, place=second) for second in range(100)]
    span = Span(None, tuple(moments[40:46]))  # type: ignore[arg-type]
    assert [each.place for each in nearby(moments, span)] == [*range(30, 56)]


def test_the_seconds_around_a_span_are_those_of_its_file() -> None:
    moments = [moment(at, place=at, earlier=38 if at > 38 else 0) for at in range(100)]
    span = Span(None, tuple(moments[40:46]))  # type: ignore[arg-type]
    assert [each.place for each in nearby(moments, span)] == [*range(39, 56)]


@pytest.mark.parametrize(
    ("later", "completes"),
    [
        (moment(10, round_number=9), False),
        (moment(10.5, round_number=7), False),
        (moment(10.5, round_number=8), True),
        (moment(10.5, round_number=5, shoe=3), False),
        (moment(10.5, round_number=5, shoe=4), True),
    ],
)
def test_a_record_is_complete_after_ten_seconds_and_three_rounds_or_two_shoes(
    later: Moment, completes: bool
) -> None:
    assert Completion(moment(0, round_number=5, shoe=2)).comes_with(later) is completes


@pytest.mark.parametrize(
    ("goes_on", "read"),
    [
        (lambda at: moment(at, place=at, round_number=5 + max(0, at - 20)), 23),
        (lambda at: moment(at, place=at, round_number=5), 5021),
    ],
)
def test_a_round_is_read_to_its_third_next_one_or_five_thousand_entries_on(
    goes_on: Callable[[int], Moment], read: int
) -> None:
    assert [*around(map(goes_on, range(9000)), 20, 22)][-1].place == read


@pytest.mark.parametrize(
    ("draft", "later", "goes_on"),
    [("ab", "abc", True), ("abc", "ab", True), ("ab", "ab", True), ("ab", "ac", False), ("ab", "abcd", False),
     ("abcd", "ab", False)],
)  # fmt: skip
def test_a_worksheet_goes_on_from_a_draft_with_one_bet_more_or_less(
    draft: str, later: str, goes_on: bool
) -> None:
    one, other = (
        SimpleNamespace(round="T7-1", number=7, by="D1", worksheet=SimpleNamespace(bets=tuple(bets)))
        for bets in (draft, later)
    )
    assert _goes_on(one, other) is goes_on  # type: ignore[arg-type]


def test_everybody_named_in_a_record_is_one_of_its_people(tmp_path: Any) -> None:
    path = written(tmp_path / "J.db", *FELL)
    record, file = find(path, "T7-i1"), find_round(path, "T7-1")
    by = (
        *("told", "steps", "corrections", "remarks", "spins", "worksheets", "answers"),
        *("withdrawals", "quick", "presses", "dealt", "notes"),
    )
    rows = {name: SimpleNamespace(by=name) for name in by} | {
        "presses": SimpleNamespace(by="presses", figures={"who": "signed in"}),
        "contradictions": SimpleNamespace(people=("contradictions", "contradictions 2")),
        "retracted": SimpleNamespace(by="retracted", back_by="retracted 2"),
        "amended": SimpleNamespace(by="amended", authorised_by="amended 2"),
        "notifications": SimpleNamespace(ticks=(SimpleNamespace(by="notifications"),)),
        "records": SimpleNamespace(people=("records", "records 2")),
        "people": SimpleNamespace(who="people", beside="people 2"),
    }
    where = {"prepared": "prepared"}
    lone = {"beside": {"D1": ("beside",)}, "closed_by": "closed"}
    named = replace(record, **_of(record, rows), **lone, where=replace(record.where, **where))
    assert _names([_of(record, rows), lone, where]) <= set(named.people)
    named_in_file = replace(file, **_of(file, rows), where=replace(file.where, **where))
    assert _names([_of(file, rows), where]) <= set(named_in_file.person_ids)


def _of(made: Any, rows: dict[str, Any]) -> dict[str, Any]:
    return {name: (row,) for name, row in rows.items() if name in made.__struct_fields__}


def _names(named: Any) -> set[str]:
    match named:
        case str():
            return {named}
        case dict():
            return _names([*named.values()])
        case SimpleNamespace():
            return _names(vars(named))
    return set[str]().union(*map(_names, named))
