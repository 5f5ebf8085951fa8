"""The clock is set while a table plays: order stands, the setting is recorded, waits end as they would."""

from __future__ import annotations

import ctypes
import sys
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from console.table.core import NoteKind, encode_table, events, game_of, ready, shift_at
from console.table.core.incident.known_facts import current_moment, filled_in
from console.table.core.judging.checkpoints import table_after
from console.table.core.judging.judgement import Instant
from console.table.core.play.preparation import begin_preparation
from console.table.core.running.clock import SetClock, Sync, SystemClock, Timekeeping, sync_of
from console.table.core.running.fold import Clocks
from console.table.core.running.kernel_clock import is_steered
from console.table.core.running.session import Resumption, Session
from console.table.core.running.timers import BetTimer
from console.table.game import load_rulebook
from tests.table.core.tables import JournalInMemory

GAME = game_of(load_rulebook("sv"), "baccarat")
SECOND = 10**9
OPEN, CLOSED = b'{"do":"bets","state":"open"}', b'{"do":"bets","state":"closed"}'


class Playing:
    """A table whose clock is set by hand."""

    def __init__(self, stopped: datetime | None = None) -> None:
        self.clock, self.kept = SetClock(), JournalInMemory()
        self.first = ready(GAME)
        self.session = Session(GAME, self.kept, self.clock, Resumption(self.first, stopped=stopped))

    def take(self, line: bytes, after: float = 1.0) -> int:
        self.clock.advance(after)
        return self.session.take(line).entry

    def set_by(self) -> list[str | None]:
        recorded = [events.DECODER.decode(entry.event) for entry in self.kept.entries]
        return [
            event.text
            for event in recorded
            if isinstance(event, events.Noted) and event.what == NoteKind.CLOCK_SET
        ]


@pytest.mark.parametrize("seconds", [3600.0, -3600.0, 1.5, -1.5, 86_400.0 * 400, -86_400.0 * 400])
def test_a_set_clock_is_noted_before_the_next_entry(seconds: float) -> None:
    table = Playing()
    assert table.take(OPEN) == 1
    table.clock.set(seconds)
    assert table.take(CLOSED) == 3
    assert table.set_by() == [f"{seconds:+.3f}"]
    assert [entry.kind for entry in table.kept.entries] == ["bets_opened", "noted", "bets_closed"]
    assert [entry.line for entry in table.kept.entries] == [OPEN.decode(), None, CLOSED.decode()]
    assert table.take(b'{"do":"call","by":"D1","on":true}') == 4, "it is said once"
    assert table_after(GAME, encode_table(table.first), table.kept.entries) == table.session.table


@pytest.mark.parametrize(("state", "status", "steered"), [(0, 0, True), (5, 0x40, False), (-1, 0, None)])
def test_the_kernel_says_if_its_clock_is_steered(
    monkeypatch: pytest.MonkeyPatch, state: int, status: int, steered: bool | None
) -> None:
    def adjtimex(timex: Any) -> int:
        assert ctypes.sizeof(timex._obj) >= 208, "the kernel writes a whole struct timex (linux/timex.h)"
        at = ctypes.addressof(timex._obj) + 40  # where Linux has the status on 64 bits: after five words
        ctypes.memmove(at, status.to_bytes(4, sys.byteorder), 4)
        return state

    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(adjtimex=adjtimex))
    assert is_steered() is steered


def test_a_clock_that_is_steered_a_little_at_a_time_was_not_set() -> None:
    table = Playing()
    for _ in range(30):
        table.clock.set(0.4)
        table.take(b'{"do":"call","by":"D1","on":true}')
    assert table.set_by() == []


def test_a_wait_of_any_length_is_no_setting_of_the_clock() -> None:
    table = Playing()
    table.take(OPEN)
    table.take(CLOSED, after=36_000.0)
    assert table.set_by() == []


def test_a_line_that_was_not_recorded_does_not_note_the_clock() -> None:
    table = Playing()
    table.take(OPEN)
    table.clock.set(60)
    table.kept.broken = True
    table.take(CLOSED)
    table.kept.broken = False
    assert table.take(CLOSED) == 3
    assert table.set_by() == ["+60.000"]


def test_a_clock_set_back_while_the_console_was_off_is_noted_and_forward_is_not() -> None:
    now = SetClock().utc()
    early, late = Playing(now - timedelta(hours=9)), Playing(now + timedelta(minutes=5))
    early.take(OPEN, after=0.0)
    late.take(OPEN, after=0.0)
    assert (early.set_by(), late.set_by()) == ([], ["-300.000"])


def test_bets_close_by_the_monotonic_clock_though_the_wall_clock_is_set() -> None:
    table, pacing = Playing(), BetTimer(5.0)
    table.take(OPEN)
    pacing.watch(table.session.table, table.clock.monotonic(), table.clock.utc())
    ends = pacing.bets_close_at
    assert ends == table.clock.monotonic() + 18 * SECOND
    for seconds in (3600.0, -7200.0):
        table.clock.set(seconds)
        table.take(b'{"do":"call","by":"D1","on":true}')
        pacing.watch(table.session.table, table.clock.monotonic(), table.clock.utc())
        assert pacing.bets_close_at == ends


@pytest.mark.parametrize(
    ("passed", "left"), [(0.0, 18.0), (7.5, 10.5), (18.0, 0.0), (400.0, 0.0), (-60.0, 18.0)]
)
def test_a_restart_gives_bet_time_its_rest_and_not_its_whole_length_again(passed: float, left: float) -> None:
    """LT-BAC-11: the 18 seconds began when bets were opened, whatever the console did since."""
    table, pacing = Playing(), BetTimer(5.0)
    table.take(OPEN, after=0.0)
    opened = table.session.table.round
    assert opened is not None and opened.lasts == 18
    pacing.watch(table.session.table, 1_000, opened.opened + timedelta(seconds=passed))
    assert pacing.bets_close_at == 1_000 + round(left * SECOND)


@pytest.mark.parametrize("seconds", [-200.0, -5.0, 5.0, 3600.0])
def test_a_set_clock_changes_nothing_of_the_rest_that_a_restart_gives(seconds: float) -> None:
    table, restarted = Playing(), BetTimer(5.0)
    table.take(OPEN)
    table.clock.set(seconds)
    table.take(b'{"do":"call","by":"D1","on":true}', after=7.5)
    folded = table_after(GAME, encode_table(table.first), table.kept.entries)
    assert folded == table.session.table
    restarted.watch(folded, 1_000, table.clock.utc() + timedelta(seconds=2.5))
    assert restarted.bets_close_at == 1_000 + 8 * SECOND


def test_a_new_shoe_counts_its_rounds_from_one() -> None:
    """LT-BAC-13: what a burn too long comes to depends on whether a round of this shoe was played."""
    game = game_of(load_rulebook("lt"), "baccarat")
    played = ready(game)
    played = replace(played, shoe_in_play=replace(played.shoe_in_play, rounds=7))
    fresh = replace(begin_preparation(played, ()), phase=played.phase, preparation=None)
    moments = ((table, current_moment(game, table)) for table in (played, fresh))
    noticed = [filled_in(game, table, "over_burn", {}, moment)["noticed"] for table, moment in moments]
    assert noticed == ["later", "before_first_round"]


def test_daylight_saving_moves_the_shifts_and_nothing_else() -> None:
    from zoneinfo import ZoneInfo

    vilnius = ZoneInfo("Europe/Vilnius")
    before = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 03:30 summer time
    after = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 03:30 again, winter time
    assert shift_at(before.astimezone(vilnius)) == shift_at(after.astimezone(vilnius)) == "2026-10-24 22:00"
    keeping = Timekeeping()
    keeping.goes_on(before, 0)
    assert keeping.set_by(after, 3600 * SECOND) == 0.0, "UTC knows no summer"


def test_the_machines_clock_says_whether_it_is_synchronised() -> None:
    assert sync_of(SystemClock()) in (Sync.YES, Sync.NO, Sync.UNKNOWN)
    clock = SetClock()
    clock.synchronised = Sync.NO
    assert sync_of(clock) is Sync.NO


def test_the_machines_clock_goes_on() -> None:
    clock = SystemClock()
    first = clock.monotonic()
    assert clock.monotonic() >= first
    assert first < 2**63, "a journal's numbers are no larger"


CALLED, STARTED = events.PitBossCalled("D1", on=True), events.Noted(NoteKind.RESTARTED)
OF_TABLE_FILE = (events.ProceduresSet(), events.LimitsSet(), events.DecisionTimeSet())


@pytest.mark.parametrize(
    ("event", "clock", "other", "differ"),
    [
        (CALLED, 10.0, 10.0, False),
        (CALLED, 10.0, 8.1, False),
        (CALLED, 10.0, 8.0, True),
        (CALLED, 10.0, 12.0, True),
        (events.Noted(NoteKind.CLOCK_SET, text="-3600.000"), -3590.0, 10.0, False),
        (STARTED, 10.0, 0.5, False),
        *((each, 10.0, 0.5, False) for each in OF_TABLE_FILE),
    ],
    ids=repr,
)
def test_two_clocks_that_go_apart_by_two_seconds_without_a_reason_are_found(
    event: events.AnyEvent, clock: float, other: float, differ: bool
) -> None:
    """A start may record the table file's events before its own note, on another computer's clocks."""
    clocks, begun = Clocks(), Instant(datetime(2026, 11, 20, 12, tzinfo=UTC), 5_000 * SECOND)
    assert not clocks.differ(CALLED, begun)
    now = Instant(begun.at + timedelta(seconds=clock), begun.monotonic + round(other * SECOND))
    assert clocks.differ(event, now) is differ
    assert clocks.differ(CALLED, now) is (differ or event in OF_TABLE_FILE)
