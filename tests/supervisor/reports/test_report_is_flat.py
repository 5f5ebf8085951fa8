"""A report takes as much memory over very many entries as over those of one night."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.supervisor.history import moments
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.record import Origin
from console.supervisor.reports.shift_report import TableFold, TableReport
from console.table.core import JournalEntry, SetClock, game_of
from console.table.journal import review
from tests.table.core.tables import Seen, book
from tests.table.played import CLOSED, DONE_D, OPEN, START, VOID, say, session_at, take

UNREAD: Seen = {"do": "unread"}
CALLED: Seen = {"do": "call", "by": "D1", "on": True}
CAME: Seen = {"do": "call", "by": "P1", "on": False}
AGAIN: tuple[Seen, ...] = (OPEN, CLOSED, CALLED, say("once more"), UNREAD, UNREAD, UNREAD, VOID, CAME, DONE_D)
"""A round that leaves the table as it found it."""


def rows(path: Path) -> list[JournalEntry]:
    clock = SetClock(START)
    with session_at(path, clock, rules="sv", is_ready=False) as session:
        for who, role in (("D1", "dealer"), ("P1", "pit_boss")):
            session.take(msgspec.json.encode({"do": "sign_in", "who": who, "role": role}))
        session.take(b'{"do":"open","by":"P1"}')
        while session.view().phase != "betting":
            clock.advance(1)
            actor = "P1" if session.view().prompt.actor == "pit_boss" else "D1"
            assert session.take(msgspec.json.encode({"do": "done", "by": actor, "counted": 416})).accepted
        take(session, *AGAIN, clock=clock, seconds=1)
    with review(path) as journal:
        return list(journal.entries(0))


def repeated(first: list[JournalEntry], times: int) -> Iterator[JournalEntry]:
    """The entries up to the round, and then the round ``times`` times, one entry a second."""
    opening, again = first[: -len(AGAIN)], first[-len(AGAIN) :]
    yield from opening
    number, begun = opening[-1].number, again[0]
    for place, row in zip(count(), (row for _ in range(times) for row in again), strict=False):
        at, passed = begun.at + timedelta(seconds=place), begun.monotonic + place * 1_000_000_000
        yield replace(row, number=number + place + 1, at=at, monotonic=passed)


def report_after(first: list[JournalEntry], times: int) -> TableReport:
    game = game_of(book("sv"), "baccarat")
    fold = TableFold(game, Origin("T7", "baccarat", "sv"), (), Interval())
    for moment in moments(game, None, repeated(first, times), decoded=False):
        fold.count_moment(moment, inside=True)
    return fold.report()


def peak(first: list[JournalEntry], times: int) -> int:
    tracemalloc.start()
    report_after(first, times)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return taken


@pytest.mark.sweep
def test_ten_times_the_entries_take_no_more_room(tmp_path: Path) -> None:
    first = rows(tmp_path / "J.db")
    report_after(first, 10)
    assert peak(first, 400) < peak(first, 40) + 500_000  # lists up to a thousand rows, hours of a night


@pytest.mark.sweep
def test_all_entries_are_counted_though_few_are_listed(tmp_path: Path) -> None:
    report = report_after(rows(tmp_path / "J.db"), 1100)
    assert (report.whole.voids, report.whole.waits.count, report.whole.waits.median) == (1100, 1100, 6)
    assert {each.name: each.count for each in report.whole.halts} == {"rescan": 1100}
    assert len(report.lists.remarks) + report.lists.more["remarks"] == 1100
