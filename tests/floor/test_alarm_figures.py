"""The figures of alarms, by tones that are counted by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.floor.alarms.alarm_figures import KeptCall, Sounded, call_figures, figures_of
from console.floor.alarms.items import Priority
from console.floor.commands.floor_documents import Calls, with_alarms
from console.floor.holdings import Holdings
from console.floor.operation import rename_table, table_of_name
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding
from console.supervisor.history.interval import Interval
from console.supervisor.records import Paper
from console.supervisor.reports import ShiftReport
from tests.floor.studio_server import BEGUN, JONAS, FloorServer, send_report
from tests.floor.test_calls import seen_call

HIGH, MEDIUM, LOW = Priority.HIGH, Priority.MEDIUM, Priority.LOW
HOUR = timedelta(hours=1)
EVER = BEGUN - 1_000 * HOUR, BEGUN + 1_000_000 * HOUR


def call(at: float, kind: str = "call", *, taken: float | None = None, lasts: float = 90.0) -> KeptCall:
    """A call some seconds after the beginning, taken and over so many seconds after it came."""
    heard = BEGUN + timedelta(seconds=at)
    took = None if taken is None else heard + timedelta(seconds=taken)
    there = None if took is None else took + timedelta(seconds=20)
    return KeptCall(
        "T1", int(at), kind, heard, took, there, heard + timedelta(seconds=lasts), "P1" if took else ""
    )


def test_tones_are_counted_by_ten_minutes_and_pit_boss() -> None:
    one = [Sounded(at, f"a{at}", MEDIUM) for at in (0.0, 10.0, 700.0)]
    other = [Sounded(100.0 + at, f"b{at}", LOW) for at in range(11)]
    found = figures_of([one, other], 3_600.0, 2)
    assert (found.many, found.most, found.floods) == (14, 11, 1)
    assert found.rate == pytest.approx(14 / 12) and found.more_than_one == pytest.approx(2 / 12)
    assert found.shares == {HIGH: 0.0, MEDIUM: 3 / 14, LOW: 11 / 14}


@pytest.mark.parametrize(("times", "chatters"), [((0, 20, 59), 1), ((0, 30, 60), 0), ((0, 59), 0)])
def test_an_alarm_that_sounds_three_times_within_a_minute_chatters(
    times: tuple[int, ...], chatters: int
) -> None:
    assert figures_of([[Sounded(at, "k", LOW) for at in times]], 600.0, 1).chattering == chatters


def test_a_call_that_nobody_takes_sounds_again_after_two_minutes_and_after_four() -> None:
    calls = [
        call(0, taken=119, lasts=300),
        call(600, taken=121, lasts=300),
        call(1200, "halt"),
        call(1800, lasts=200),
        call(2400),
        call(2700, "outcome", taken=121, lasts=300),
        call(3000, taken=241, lasts=300),
        call(3300, "of its own"),
    ]
    found = call_figures(calls, BEGUN, BEGUN + HOUR)
    assert found is not None
    assert found.alarms.many == 13
    assert found.alarms.shares == {HIGH: 3 / 13, MEDIUM: 5 / 13, LOW: 5 / 13}
    assert (found.taken, found.arrived, found.bosses, found.stale) == (121.0, 141.0, 1, 0)


@pytest.mark.parametrize(("seconds", "stale"), [(28_800, 0), (28_801, 1)])
def test_a_call_that_stands_for_more_than_a_shift_of_eight_hours_is_stale(seconds: int, stale: int) -> None:
    found = call_figures([call(0, lasts=seconds)], BEGUN, BEGUN + 10 * HOUR)
    assert found is not None and found.stale == stale


def test_without_a_call_in_its_time_there_are_no_figures() -> None:
    assert call_figures([call(7_200)], BEGUN, BEGUN + HOUR) is None


def test_the_floor_keeps_a_call_with_the_times_at_which_it_was_taken_and_over(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    desk.take_call("T1", seen_call(desk), JONAS)
    arrived = Call(number=3, kind=CallKind.CALL, since=BEGUN, arrived="P1")
    send_report(floor, SelfReport(standing=TableStanding.PLAYING, since=BEGUN, call=arrived))
    send_report(floor, SelfReport(standing=TableStanding.PLAYING, since=BEGUN))
    for account in (floor.windows["boss"], floor.windows["supervisor"]):
        with floor.account(account) as window:
            ((kept,), _) = Holdings(window).calls(["T1"], *EVER)
            assert not Holdings(window).calls(["T1"], EVER[0], kept.heard - timedelta(seconds=1))[0]
    assert (kept.table, kept.kind, kept.who) == ("T1", "call", "P1")
    assert kept.taken is not None and kept.arrived is not None and kept.ended is not None
    assert kept.heard <= kept.taken <= kept.arrived <= kept.ended <= datetime.now(kept.heard.tzinfo) + HOUR


def test_a_call_at_which_a_pit_boss_stood_from_its_beginning_is_in_no_figure(floor: FloorServer) -> None:
    attended = Call(number=3, kind=CallKind.OUTCOME, since=BEGUN, arrived="P1")
    send_report(floor, SelfReport(standing=TableStanding.WAITS, since=BEGUN, call=attended))
    taken = seen_call(floor.desk()).taken
    assert taken is not None and (taken.who, taken.arrived) == ("P1", True)
    with floor.account(floor.windows["boss"]) as window:
        ((kept,), _) = Holdings(window).calls(["T1"], *EVER)
    assert kept.is_attended
    assert call_figures([kept], kept.heard - HOUR, kept.heard + HOUR) is None
    assert floor.admin.execute("SELECT count(*) FROM floor.diary WHERE what = 'arrived'").fetchone() == (0,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_over_a_floor_has_the_figures_of_its_calls(language: str) -> None:
    report, say = report_of((BEGUN, BEGUN + HOUR)), Words(language)
    paper = Paper(language, "", (), (), ())
    calls, asked = calls_of([call(0, "halt", taken=9), call(60)])
    (part,) = with_alarms(paper, calls, report, say).parts
    assert asked == [(BEGUN, BEGUN + HOUR)]
    assert (part.heading, part.rows[0][1], part.rows[2][1]) == (say.text("report.alarms"), 2, round(2 / 6, 2))
    assert [value for _, value in part.rows[-2:]] == [9, 29]
    assert with_alarms(paper, calls_of([])[0], report, say) is paper


@pytest.mark.parametrize("calls", [[], [call(0), call(60)]])
def test_a_report_says_which_tables_calls_are_in_no_figure(calls: list[KeptCall]) -> None:
    """A table with more calls than are counted was left out without a word."""
    report, say = report_of((BEGUN, BEGUN + HOUR)), Words("en")
    paper = Paper("en", "", (), (), ())
    (part,) = with_alarms(paper, calls_of(calls, "T1", "Riga/T7")[0], report, say).parts
    said = say.text(
        "report.alarms.uncounted", tables=say.list_of(["T1", "Riga/T7"]), most=say.figure(100_000)
    )
    figures = with_alarms(paper, calls_of(calls)[0], report, say).parts
    assert part.note == " ".join((said, *(each.note for each in figures)))
    assert part.rows == (figures[0].rows if calls else ())


def report_of(*times: tuple[datetime, datetime], shift: str | None = None) -> ShiftReport:
    """A report, made two hours after the beginning, of tables that were open at these times."""
    tables: Any = tuple(SimpleNamespace(begun=begun, ended=ended) for begun, ended in times)
    return ShiftReport(None, Interval(shift=shift), BEGUN + 2 * HOUR, tables)


def calls_of(calls: list[KeptCall], *uncounted: str) -> tuple[Calls, list[tuple[datetime, datetime]]]:
    """A floor that keeps these calls, and too many of other tables, and the times for which it is asked."""
    asked = list[tuple[datetime, datetime]]()

    def read(since: datetime, until: datetime) -> tuple[list[KeptCall], tuple[str, ...]]:
        asked.append((since, until))
        return calls, uncounted

    return read, asked


@pytest.mark.parametrize("years", [-56, 73])
def test_a_table_whose_clock_is_years_off_stretches_no_time_of_all_tables_calls(years: int) -> None:
    """The figures of all tables were per a time of decades: a floor with alarms seemed to have none."""
    wrong, paper, say = datetime(2026 + years, 1, 1, tzinfo=UTC), Paper("en", "", (), (), ()), Words("en")
    calls, asked = calls_of([call(60 * at) for at in range(60)])
    true, shown = (
        with_alarms(paper, calls, report_of((BEGUN, BEGUN + HOUR), *more), say).parts[0].rows
        for more in ((), ((wrong, wrong),))
    )
    assert shown[0] == true[0]
    assert true[2][1] == 10.0 and 0.0 < shown[2][1] <= 10.0  # type: ignore[operator]
    assert asked[1][1] <= BEGUN + 2 * HOUR, "no later than the report is made"


@pytest.mark.parametrize("hours", [-1_000, 1_000])
def test_a_table_that_names_a_shift_weeks_off_stretches_no_other_ones(hours: int) -> None:
    calls, asked = calls_of([call(60)])
    report = report_of(
        (BEGUN, BEGUN + HOUR), (BEGUN + hours * HOUR,) * 2, shift=f"{BEGUN.replace(tzinfo=None)}"
    )
    report = replace(report, made=BEGUN + 10_000 * HOUR)
    with_alarms(Paper("en", "", (), (), ()), calls, report, Words("en"))
    ((since, until),) = asked
    assert since <= BEGUN < BEGUN + HOUR <= until <= since + timedelta(days=3)


def test_calls_are_read_by_the_tables_ids(floor: FloorServer) -> None:
    """Two studios may have tables of one name, and one account may see both."""
    send_report(floor)
    rename_table(floor.admin, table_of_name(floor.admin, "T1"), "T9")
    try:
        with floor.account(floor.windows["boss"]) as window:
            holdings = Holdings(window)
            assert [kept.table for kept in holdings.calls(["T1"], *EVER)[0]] == ["T1"]
            assert holdings.calls(["T9"], *EVER) == ([], ())
    finally:
        rename_table(floor.admin, table_of_name(floor.admin, "T9"), "T1")


@pytest.mark.sweep
def test_a_table_that_makes_calls_up_takes_no_others_out_of_a_report(floor: FloorServer) -> None:
    """A token's two million calls, within its quota for two days, were more than the server sorts for an
    account: no report of any table was made.
    """
    send_report(floor, table="T2")
    many = """
        INSERT INTO floor.call (table_id, call, since, part, kind, heard, ended)
        SELECT 'T1', 10 + each, now(), 1, 'call', now(), now() FROM generate_series(1, %s) AS each
    """
    with floor.account(floor.windows["supervisor"]) as window:
        holdings = Holdings(window)
        floor.admin.execute(many.encode(), (100_000,))
        found, uncounted = holdings.calls(["T1", "T2"], *EVER)
        assert (len(found), uncounted) == (100_001, ())
        floor.admin.execute("UPDATE floor.call SET call = -call WHERE table_id = 'T1'")
        floor.admin.execute(many.encode(), (1_000_000,))
        found, uncounted = holdings.calls(["T1", "T2"], *EVER)
        assert ([kept.table for kept in found], uncounted) == (["T2"], ("T1",))
