"""A view goes to the screen first: other listeners wait for the next job, or a moment."""

from __future__ import annotations

import queue
import threading
from typing import Final

import pytest

from console.table.core import game_of, ready
from console.table.core.running import station as station_at_work
from console.table.core.running.clock import SetClock
from console.table.core.running.session import Resumption, Session
from console.table.core.running.station import ShownTable, Station
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal

PATIENCE: Final = 30.0
CALL: Final = b'{"do":"call","by":"D1","on":true}'


class Told:
    """A table at work, and who was told of which entry, in the order in which it happened."""

    def __init__(self) -> None:
        game, clock = game_of(load_rulebook("sv"), "baccarat"), SetClock()
        session = Session(game, MemoryJournal(), clock, Resumption(ready(game)))
        self.order: list[tuple[str, int]] = []
        self.failed: list[Exception] = []
        self.came = queue.Queue[tuple[str, int]]()
        self.station = Station(session, clock, self._screen, self.failed.append, afterwards=self._others)
        self.station.start()
        self.wait_for("others", 0)

    def _screen(self, shown_table: ShownTable) -> None:
        self._note("screen", shown_table)

    def _others(self, shown_table: ShownTable) -> None:
        self._note("others", shown_table)

    def _note(self, who: str, shown_table: ShownTable) -> None:
        self.order.append((who, shown_table.view.entry))
        self.came.put(self.order[-1])

    def wait_for(self, who: str, entry: int) -> None:
        while self.came.get(timeout=PATIENCE) != (who, entry):
            pass


def test_all_listeners_are_notified_at_once_before_the_thread_runs() -> None:
    told = Told()
    assert told.order == [("screen", 0), ("others", 0)]
    told.station.stop()


def test_all_other_listeners_are_notified_though_no_further_job_comes() -> None:
    told = Told()
    told.station.submit(CALL)
    told.wait_for("others", 1)
    told.station.stop()
    assert told.order[2:] == [("screen", 1), ("others", 1)]


def test_a_wait_for_a_further_job_ends_though_it_was_over_before_it_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a computer that holds the thread up between its look at the clock and its wait."""
    monkeypatch.setattr(station_at_work, "SCREEN_FIRST", 1e-9)
    told = Told()
    for entry in range(1, 30):
        told.station.submit(CALL)
        told.wait_for("others", entry)
    told.station.stop()


def test_a_view_is_the_screens_alone_until_the_next_job_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(station_at_work, "SCREEN_FIRST", 2 * PATIENCE)
    told = Told()
    told.station.submit(CALL)
    told.wait_for("screen", 1)
    assert told.order[2:] == [("screen", 1)]
    told.station.submit(CALL)
    told.wait_for("screen", 2)
    assert told.order[2:] == [("screen", 1), ("others", 1), ("screen", 2)]
    told.station.stop()
    assert told.order[2:] == [("screen", 1), ("others", 1), ("screen", 2), ("others", 2)]
    assert told.failed == []


def test_the_watchdog_is_answered_while_a_view_is_the_screens_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(station_at_work, "SCREEN_FIRST", 2 * PATIENCE)
    told, answered = Told(), threading.Event()
    told.station.submit(CALL)
    told.wait_for("screen", 1)
    told.station.beat(answered.set)
    assert answered.wait(PATIENCE)
    told.station.stop()


def test_a_waiting_job_is_taken_though_a_listener_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(station_at_work, "SCREEN_FIRST", 2 * PATIENCE)
    told = Told()

    def fail(shown_table: ShownTable) -> None:
        raise ValueError(shown_table.view.entry)

    told.station._afterwards = fail
    told.station.submit(CALL)
    told.wait_for("screen", 1)
    told.station.submit(CALL)
    told.wait_for("screen", 2)
    told.station.stop()
    assert [error.args for error in told.failed] == [(1,), (2,)]
