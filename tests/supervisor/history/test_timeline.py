"""The times that things took, whatever was done to the clock; and where it was set, the report says so."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo

import msgspec
import pytest

from console.supervisor.history.interval import Interval, of_day
from console.supervisor.history.timeline import ElapsedTime
from console.supervisor.reports.figures import Lengths, Spread
from console.supervisor.reports.journal_reports import table_report
from console.table.core import JournalEntry, Session, events
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, OPEN, START, card, session_at


class Wrong:
    """A clock that somebody sets, over one that nobody can."""

    def __init__(self) -> None:
        self.off, self.passed = timedelta(), 0.0

    def utc(self) -> datetime:
        return START + self.off + timedelta(seconds=self.passed)

    def monotonic(self) -> int:
        return round(self.passed * 1e9)


class At(msgspec.Struct):
    at: datetime
    monotonic: int
    number: int = 2

    def counted(self, elapsed: ElapsedTime, event: events.AnyEvent) -> None:
        elapsed.count_entry(cast(JournalEntry, self), event)


def take(session: Session, clock: Wrong, *lines: Seen) -> None:
    for line in lines:
        clock.passed += 2
        assert session.take(msgspec.json.encode(line)).accepted


def test_a_clock_that_is_set_back_makes_no_round_shorter(tmp_path: Path) -> None:
    path, clock = tmp_path / "J.db", Wrong()
    with session_at(path, clock, rules="sv") as session:
        take(session, clock, OPEN, CLOSED, card("9H"), card("2S"))
        clock.off = timedelta(hours=-1)
        take(session, clock, card("KD"), card("4C"), DONE_D, DONE_D)
    report = table_report(path, Interval())
    assert report.whole.to_result == Spread(1, 8.0, 8.0, 8.0)
    assert report.whole.open_seconds == 14
    (change,) = report.lists.clock
    assert change.seconds == -3600 and change.at == START - timedelta(seconds=3590)


def test_between_two_runs_elapsed_time_follows_the_wall_clock() -> None:
    elapsed = ElapsedTime()
    At(START, 90_000_000_000).counted(elapsed, events.BetsClosed())
    At(START + timedelta(seconds=30), 5_000_000_000).counted(elapsed, events.Noted("restarted"))
    assert (elapsed.since, elapsed.set_by) == (30, 0)
    At(START, 6_000_000_000).counted(elapsed, events.Noted("restarted"))
    assert (elapsed.seconds, elapsed.since, elapsed.set_by) == (30, 0, 0)


@pytest.mark.parametrize(("what", "text"), [("journal_sealed", "1"), ("clock_set", "+3.000")])
def test_what_a_terminal_writes_after_a_restart_of_the_computer_sets_no_clock(what: str, text: str) -> None:
    """The new boot has been up for longer than the old one was: its clock seems to go on."""
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    aside = events.Noted(what, text=text, terminal="root")
    At(START + timedelta(hours=2), 7_000_000_000_000).counted(elapsed, aside)
    assert (elapsed.seconds, elapsed.since, elapsed.set_by) == (0, 0, 0)
    At(START + timedelta(hours=3), 8_000_000_000_000).counted(elapsed, events.Noted("restarted"))
    assert (elapsed.seconds, elapsed.since, elapsed.set_by) == (3 * 3600, 3 * 3600, 0)


@pytest.mark.parametrize(
    "first",
    [
        events.Noted("casino"),
        events.Noted("journal_rolled_back"),
        events.Noted("journal_recovered"),
        events.ProceduresSet(()),
    ],
)
def test_what_a_start_notes_before_its_restart_sets_no_clock(first: events.AnyEvent) -> None:
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    At(START + timedelta(hours=2), 7_000_000_000_000).counted(elapsed, first)
    assert (elapsed.since, elapsed.set_by) == (2 * 3600, 0)
    At(START + timedelta(hours=2), 7_000_000_000_000).counted(elapsed, events.Noted("restarted"))
    assert (elapsed.seconds, elapsed.set_by) == (2 * 3600, 0)


@pytest.mark.parametrize(
    ("event", "was_off"),
    [
        *((events.Noted(what), True) for what in (
            "restarted", "journal_recovered", "journal_rolled_back", "journal_mark_damaged",
            "journal_not_closed", "states_told_again", "live_table", "origin", "casino",
            "device_model",
        )),
        (events.ProceduresSet(()), True),
        (events.LimitsSet(None), True),
        (events.DecisionTimeSet(30), True),
        (events.Noted("locked"), False),
        (events.BetsClosed(), False),
    ],
)  # fmt: skip
def test_a_start_is_known_by_its_notes_if_both_clocks_go_on(event: events.AnyEvent, was_off: bool) -> None:
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    At(START + timedelta(seconds=11), 910_000_000_000).counted(elapsed, event)
    assert (elapsed.seconds, elapsed.since, elapsed.was_off) == (10, 10, was_off)


@pytest.mark.parametrize(("by_clock", "counted"), [(8.1, 10), (11.9, 10), (8, 8), (12, 12)])
def test_clocks_two_seconds_apart_are_of_two_runs(by_clock: float, counted: float) -> None:
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    At(START + timedelta(seconds=by_clock), 910_000_000_000).counted(elapsed, events.BetsClosed())
    assert (elapsed.seconds, elapsed.was_off) == (counted, counted == by_clock)


@pytest.mark.parametrize("terminal", [None, "root"])
def test_a_certificate_signed_at_a_terminal_takes_no_time(terminal: str | None) -> None:
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    signed = events.Commissioned("ab" * 32, "T1", "S1", terminal=terminal)
    At(START + timedelta(seconds=10), 910_000_000_000).counted(elapsed, signed)
    assert elapsed.seconds == (0 if terminal else 10)


def test_a_clock_that_a_start_finds_set_back_was_set_by_what_its_note_says() -> None:
    """The new boot has been up for longer than the old one was."""
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    found = events.Noted("clock_set", text="-3600.000")
    At(START - timedelta(hours=1), 7_000_000_000_000).counted(elapsed, found)
    assert (elapsed.since, elapsed.set_by) == (0, -3600)
    At(START - timedelta(hours=1), 7_000_000_000_000).counted(elapsed, events.Noted("restarted"))
    assert (elapsed.seconds, elapsed.since, elapsed.set_by) == (0, 0, 0)


def test_a_start_that_notes_nothing_sets_no_clock() -> None:
    """As 'drive' starts, after the computer; the new boot has been up for longer than the old one was."""
    elapsed = ElapsedTime()
    At(START, 900_000_000_000).counted(elapsed, events.BetsClosed())
    At(START + timedelta(hours=2), 7_000_000_000_000).counted(elapsed, events.BetsOpened("T1-1", 30))
    assert (elapsed.seconds, elapsed.since, elapsed.set_by) == (2 * 3600, 2 * 3600, 0)


def test_a_day_that_is_an_hour_shorter_is_one_day() -> None:
    vilnius = ZoneInfo("Europe/Vilnius")
    day = of_day(date(2026, 3, 29), vilnius)
    assert day.start is not None and day.until is not None
    assert day.until.astimezone(UTC) - day.start.astimezone(UTC) == timedelta(hours=23)


def test_the_median_of_two_lengths_is_their_mean() -> None:
    """Rounded to tenths first they would be 28.6 and 4.1, and their median 16.4."""
    lengths = Lengths()
    for each in (28.631, 4.060):
        lengths.add(each)
    assert (lengths.spread.median, lengths.spread.mean) == (16.3455, 16.3455)


def test_the_median_of_many_lengths_is_kept_in_little_room() -> None:
    lengths = Lengths()
    for tenths in range(100_001):
        lengths.add(tenths % 1001 / 10)
    spread = lengths.spread
    assert spread.count == 100_001
    assert spread.median is not None and abs(spread.median - 50) <= 0.1
    assert Lengths().spread == Spread()
