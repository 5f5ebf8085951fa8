"""The whole way of a number: a simulated wheel, a port, the link, a table; the cable pulled between."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Callable, Iterator

import pytest

from console.table.core import Resumption, Session, SetClock, View, game_of, ready
from console.table.devices import DeviceRole, Health, SerialLink
from console.table.devices.simulation.wheel_sensor import SimulatedWheel
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal

SOON = 60.0
"""Seconds after which something that was waited for has not come."""


class TableWithWheel:
    """A ready roulette table that reads a wheel through a port; its half seconds pass one by one."""

    def __init__(self) -> None:
        game = game_of(load_rulebook("sv"), "roulette")
        self.session = Session(game, MemoryJournal(), SetClock(), Resumption(ready(game)))
        self.wheel = SimulatedWheel(random.Random(1), pace=0.5)
        self.received: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[Health] = queue.Queue()
        self.link = SerialLink(self.wheel.url, self.received.put, self.told.put)
        self.link.start()
        assert self.told.get(timeout=SOON) is Health.CONNECTED

    def say(self, line: bytes) -> View:
        return self.show(self.session.take(line))

    def show(self, view: View) -> View:
        self.wheel.show(view)
        return view

    def until(self, reached: Callable[[View], bool]) -> View:
        """Let time pass at the wheel, and take what comes of it, until the table shows this."""
        view, end = self.session.view(), time.monotonic() + SOON
        while not reached(view):
            assert time.monotonic() < end, view
            self.wheel.step()
            try:
                view = self.show(self.session.receive(DeviceRole.WHEEL, self.received.get(timeout=0.05)))
            except queue.Empty:
                continue
        return view

    def ask(self) -> View:
        """A round up to the prompt to spin, which stands until the dealer confirms the ball's run."""
        self.say(b'{"do":"bets","state":"open"}')
        return self.say(b'{"do":"bets","state":"closed"}')

    def confirm(self) -> View:
        return self.say(b'{"do":"spin","turns":4,"direction":"against","by":"D1"}')

    def close(self) -> None:
        self.link.stop()
        self.wheel.stop()


@pytest.fixture
def table() -> Iterator[TableWithWheel]:
    table = TableWithWheel()
    yield table
    table.close()


def test_numbers_are_read_through_a_port(table: TableWithWheel) -> None:
    for _ in range(3):
        assert table.ask().prompt.action == "spin"
        table.until(lambda view: table.wheel.wheel.state == 4)
        table.confirm()
        table.until(lambda view: view.phase == "result")
        table.say(b'{"do":"done","by":"D1"}')
    assert len(table.session.table.results) == 3


def test_a_ball_with_the_rotor_halts_through_a_port(table: TableWithWheel) -> None:
    table.wheel.let_next_fail("same_direction")
    table.ask()
    view = table.until(lambda view: view.phase == "halted")
    assert view.offer is not None
    assert (view.offer.kind, view.offer.facts["cause"]) == ("no_spin", "same_direction")


def test_a_wheel_goes_on_after_its_cable_was_pulled(table: TableWithWheel) -> None:
    table.until(lambda view: table.wheel.wheel.is_ready)
    table.wheel.unplug()
    assert [table.told.get(timeout=SOON) for _ in range(2)] == [Health.LOST, Health.RECONNECTING]
    table.wheel.plug_in()
    assert table.told.get(timeout=SOON) is Health.CONNECTED
    table.ask()
    table.until(lambda view: table.wheel.wheel.state == 3)
    table.confirm()
    assert table.until(lambda view: view.phase == "result").phase == "result"
