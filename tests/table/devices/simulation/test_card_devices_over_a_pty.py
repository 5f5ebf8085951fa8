"""The whole way: a simulated shoe at its pace, a port, the link, a table; the cable pulled between."""

from __future__ import annotations

import queue
import random
from collections.abc import Iterator

import pytest

from console.table.core import Resumption, Session, SetClock, View, game_of, ready
from console.table.devices import Health, SerialLink
from console.table.devices.simulation.card_devices import SimulatedReader, SimulatedShoe
from console.table.game import load_rulebook
from tests.table.devices.rehearsal import MemoryJournal

SOON = 60.0
"""Seconds after which something that was waited for has not come."""


class TableWithDevice:
    """A ready table that reads a device through a port, in the test's own thread."""

    def __init__(self, device: SimulatedShoe | SimulatedReader) -> None:
        game = game_of(load_rulebook("sv"), "baccarat")
        self.session = Session(game, MemoryJournal(), SetClock(), Resumption(ready(game)))
        self.device = device
        self.received: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[Health] = queue.Queue()
        self.link = SerialLink(device.url, self.received.put, self.told.put)
        self.link.start()
        device.start()
        assert self.told.get(timeout=SOON) is Health.CONNECTED

    def show(self, view: View) -> View:
        assert view.refused is None
        self.device.show(view)
        return view

    def deal(self) -> View:
        """Open and close bets, and let the device deal until the coup is decided."""
        self.show(self.session.take(b'{"do":"bets","state":"open"}'))
        view = self.show(self.session.take(b'{"do":"bets","state":"closed"}'))
        while view.phase == "dealing":
            view = self.hear()
        return view

    def hear(self) -> View:
        name = "reader" if isinstance(self.device, SimulatedReader) else "shoe"
        received = self.received.get(timeout=SOON)
        return self.show(
            self.session.take(f'{{"do":"device","name":"{name}","hex":"{received.hex()}"}}'.encode())
        )

    def collect(self) -> None:
        for _ in range(2):
            self.show(self.session.take(b'{"do":"done","by":"D1"}'))

    def close(self) -> None:
        self.link.stop()
        self.device.stop()


@pytest.fixture(params=[SimulatedShoe, SimulatedReader], ids=["shoe", "reader"])
def table(request: pytest.FixtureRequest) -> Iterator[TableWithDevice]:
    table = TableWithDevice(request.param(random.Random(1), pace=0.01))
    yield table
    table.close()


def test_coups_are_dealt_through_a_port(table: TableWithDevice) -> None:
    for _ in range(3):
        view = table.deal()
        assert view.coup is not None
        assert view.coup.outcome is not None
        table.collect()


def test_a_hand_goes_on_where_it_was_when_the_cable_was_pulled(table: TableWithDevice) -> None:
    table.device.set_pace(None)
    table.show(table.session.take(b'{"do":"bets","state":"open"}'))
    table.show(table.session.take(b'{"do":"bets","state":"closed"}'))
    table.device.draw()
    while not (view := table.hear()).coup or not view.coup.player:
        pass
    first = view.coup.player
    table.device.unplug()
    assert [table.told.get(timeout=SOON) for _ in range(2)] == [Health.LOST, Health.RECONNECTING]
    table.device.plug_in()
    assert table.told.get(timeout=SOON) is Health.CONNECTED
    table.device.set_pace(0.01)  # no earlier: what comes before a reader has opened its port is thrown away
    while view.phase == "dealing":
        view = table.hear()
    assert view.coup is not None
    assert view.coup.player[:1] == first
    assert view.coup.outcome is not None
    assert view.shoe is not None
    assert view.shoe.left == table.device.shoe.remaining == 416 - len(view.coup.player + view.coup.banker)
