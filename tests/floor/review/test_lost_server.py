"""A review over a floor whose server was away reads on with the next search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
from pytestqt.qtbot import QtBot

from console.floor.review.floor_journals import Selection, floor_reads
from console.supervisor.review import JournalReader, SearchProgress
from console.supervisor.ui.review import JournalInquiries
from console.table.journal import Filter
from tests.floor.studio_server import FloorServer, journal
from tests.floor.test_copies import ship_all
from tests.floor.test_floor_log import index


class Reading:
    """A review's questions, and what came of them."""

    def __init__(self, opened: Callable[[], JournalReader], qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.found, self.failed = list[SearchProgress](), list[Exception]()
        self.inquiries = JournalInquiries(opened)
        self.inquiries.counted.connect(self.found.append)
        self.inquiries.failed.connect(self.failed.append)
        self.inquiries.start()

    def searches(self) -> int:
        """The number of rows of a new search; -1 if it failed."""
        self.found.clear()
        self.failed.clear()
        self.inquiries.look_for(Filter())
        self.inquiries.prepare()
        self.qtbot.waitUntil(lambda: bool(self.failed) or any(map(_is_whole, self.found)))
        return -1 if self.failed else next(each.count for each in self.found if _is_whole(each))

    def turns_a_page(self) -> bool:
        self.failed.clear()
        rows = list[object]()
        self.inquiries.ask("rows 0", lambda reads: reads.rows(0, 9), rows.append)
        self.qtbot.waitUntil(lambda: bool(self.failed or rows))
        return bool(rows)


def _is_whole(progress: SearchProgress) -> bool:
    return progress.done and progress.prepared >= 1 and progress.count > 0


@pytest.fixture(params=[False, True], ids=["from copies", "by the index"])
def selection(request: pytest.FixtureRequest, floor: FloorServer, tmp_path: Path) -> Selection:
    with journal(tmp_path / "journal.db", 40):
        ship_all(floor, tmp_path / "journal.db")
    if request.param:
        index(floor)
    dsn = f"{floor.dsn} user={floor.windows['supervisor']}"
    return Selection(lambda: psycopg.connect(dsn, autocommit=True), tmp_path / "copies")


def end_sessions(floor: FloorServer) -> None:
    """End the supervisor's sessions; return when their server processes are gone."""
    ends = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = %s"
    ended = floor.admin.execute(ends, (floor.windows["supervisor"],)).fetchall()
    assert ended
    assert all(gone for (gone,) in ended)


@pytest.mark.sweep
def test_a_search_after_the_server_came_back_finds_what_it_found_before(
    floor: FloorServer, selection: Selection, qtbot: QtBot
) -> None:
    reading = Reading(lambda: floor_reads(selection), qtbot)
    count = reading.searches()
    assert count > 0
    end_sessions(floor)
    assert reading.searches() == count, "even if nobody has noticed yet that it was away"
    reading.inquiries.stop()


@pytest.mark.sweep(1)
def test_a_review_that_was_opened_while_the_server_was_away_reads_once_it_is_there(
    selection: Selection, qtbot: QtBot
) -> None:
    away = [True]

    def opened() -> JournalReader:
        if away[0]:
            raise psycopg.OperationalError("connection refused")
        return floor_reads(selection)

    reading = Reading(opened, qtbot)
    assert reading.searches() == -1
    away[0] = False
    assert not reading.turns_a_page(), "a row is known by its place among journals that were open"
    assert reading.searches() > 0
    assert reading.turns_a_page()
    reading.inquiries.stop()


class Loses:
    """A reader whose server goes away while entries are prepared for the search."""

    def __init__(self, reads: JournalReader) -> None:
        self._reads = reads
        self.began, self.goes = threading.Event(), threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reads, name)

    def prepare(self) -> float:
        self.began.set()
        self.goes.wait(60)
        raise psycopg.OperationalError("terminating connection")


@pytest.mark.sweep(1)
def test_a_lost_earlier_question_does_not_fail_a_newer_search(selection: Selection, qtbot: QtBot) -> None:
    first = list[Loses]()

    def opened() -> JournalReader:
        reads = floor_reads(selection)
        if first:
            return reads
        first.append(Loses(reads))
        return cast(JournalReader, first[0])

    reading = Reading(opened, qtbot)
    reading.inquiries.look_for(Filter())
    reading.inquiries.prepare()
    qtbot.waitUntil(lambda: bool(first) and first[0].began.is_set())
    first[0].goes.set()
    assert reading.searches() > 0
    reading.inquiries.stop()
