"""A wheel speaks twice a second: what changes nothing is kept in few entries, in order, and none is lost."""

from __future__ import annotations

import threading

import msgspec
import pytest

from console.table.core import events, game_of, ready
from console.table.core.running import station as station_at_work
from console.table.core.running.clock import SetClock
from console.table.core.running.session import Resumption, Session
from console.table.core.running.station import HELD_AT_MOST, ShownTable, Station
from console.table.devices import DeviceRole
from console.table.devices.models.cammegh import status_line
from console.table.devices.wheel_status import WheelStatus
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal


def line(state: int, speed: int = 140) -> bytes:
    return status_line(WheelStatus(state, 11, 34, 0, speed, "clockwise"))


class AtWork:
    """A table in its own thread with a journal that keeps its entries in a list."""

    def __init__(self, game_name: str = "baccarat") -> None:
        game = game_of(load_rulebook("sv"), game_name)
        self.journal, clock = MemoryJournal(), SetClock()
        clock.advance(3600)  # the computer was on before
        session = Session(game, self.journal, clock, Resumption(ready(game)))
        self.shown: list[ShownTable] = []
        self.ended_put_away = threading.Event()
        """Set by a view without an incident, after one that showed how an incident had ended."""
        self.failed: list[Exception] = []
        self.station = Station(session, clock, self._see, self.failed.append)
        self.station.start()

    def _see(self, shown_table: ShownTable) -> None:
        before = self.shown[-1].view.incident if self.shown else None
        self.shown.append(shown_table)
        if before is not None and not before.open and shown_table.view.incident is None:
            self.ended_put_away.set()

    def entries(self) -> list[bytes | str]:
        """The journal's entries once the table has stopped: a device's bytes, and the names of the rest."""
        self.station.stop()
        assert self.failed == []
        kept: list[bytes | str] = []
        for entry in self.journal.entries:
            event = msgspec.json.decode(entry.event, type=events.AnyEvent)
            kept.append(event.received if isinstance(event, events.BytesReceived) else entry.kind)
        return kept


@pytest.fixture
def at_work() -> AtWork:
    return AtWork()


def test_lines_that_change_nothing_are_one_entry_before_what_comes_after_them(
    at_work: AtWork,
) -> None:
    idle = [line(2, speed) for speed in range(100, 110)]
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    for each in idle:
        at_work.station.receive(DeviceRole.WHEEL, each)
    at_work.station.submit(b'{"do":"say","by":"D1","text":"all is well"}')
    for each in idle:
        at_work.station.receive(DeviceRole.WHEEL, each)
    entries = at_work.entries()
    assert entries == [line(2), "device_noted", b"".join(idle), "remarked", b"".join(idle)]


def test_a_line_that_says_something_is_recorded_with_those_that_waited(at_work: AtWork) -> None:
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    for each in (line(2), line(2), line(3)):
        at_work.station.receive(DeviceRole.WHEEL, each)
    assert at_work.entries()[2] == line(2) + line(2) + line(3)


def test_every_byte_is_kept_however_the_table_stops(at_work: AtWork) -> None:
    sent = [line(2), line(2)[:9], line(2)[9:], b"\x00noise", line(2)]
    for each in sent:
        at_work.station.receive(DeviceRole.WHEEL, each)
    entries = at_work.entries()
    assert b"".join(each for each in entries if isinstance(each, bytes)) == b"".join(sent)


def test_a_flood_of_lines_that_change_nothing_is_recorded_in_pieces(at_work: AtWork) -> None:
    """A restart could lose no more than a piece, and no entry grows without end."""
    idle = line(2)
    at_work.station.receive(DeviceRole.WHEEL, idle)
    for _ in range(2 * HELD_AT_MOST // len(idle)):
        at_work.station.receive(DeviceRole.WHEEL, idle)
    first, _, *pieces = at_work.entries()
    sizes = [len(each) for each in pieces]
    assert first == idle and sum(sizes) == 2 * HELD_AT_MOST // len(idle) * len(idle)
    assert sizes[0] == (HELD_AT_MOST // len(idle) + 1) * len(idle), "the line that exceeds it ends the piece"


def test_a_beat_among_them_is_answered_at_once_and_parts_nothing(at_work: AtWork) -> None:
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    idle = [line(2, speed) for speed in range(100, 104)]
    for each in idle:
        at_work.station.receive(DeviceRole.WHEEL, each)
        answered = threading.Event()
        at_work.station.beat(answered.set)
        assert answered.wait(60)
    at_work.station.submit(b'{"do":"say","by":"D1","text":"all is well"}')
    assert at_work.entries() == [line(2), "device_noted", b"".join(idle), "remarked"]


def test_after_an_incident_the_next_idle_line_is_recorded_before_anybody_presses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next press would otherwise be recorded with it, and the incident, which only the view before
    it shows, would have changed since what its person saw.
    """
    monkeypatch.setattr(station_at_work, "UNCHANGED", 3600.0)
    at_work = AtWork("roulette")
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    for told in (
        '{"do":"bets","state":"open"}',
        '{"do":"bets","state":"closed"}',
        '{"do":"spin","turns":3,"direction":"against","by":"D1"}',
        '{"do":"incident","kind":"foreign_object","facts":{"ball_removed_in_time":true},"by":"D1"}',
        '{"do":"done","by":"D1"}',
    ):
        at_work.station.submit(told.encode())
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    assert at_work.ended_put_away.wait(30)
    seen = at_work.shown[-1].view.entry
    at_work.station.receive(DeviceRole.WHEEL, line(2))
    press = f'{{"do":"spin","turns":3,"direction":"against","by":"D1","seen":{{"entry":{seen},"ms":900}}}}'
    at_work.station.submit(press.encode())
    entries = at_work.entries()
    assert at_work.shown[-1].view.accepted
    assert entries[-3:] == [line(2), line(2), "ball_ran"]
