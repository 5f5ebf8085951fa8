"""A wheel's lines that its port hands over after a silence wait for the next one, or for a second."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import msgspec
import pytest

from console.table.core import SetClock, ready
from console.table.core.running.session import Resumption, Session
from console.table.core.running.station import ShownTable, Station
from console.table.core.state.views import SpinView, View
from console.table.devices import DeviceRole
from tests.table.core.editions.of_held_lines import FALLS, RUNS
from tests.table.core.editions.spins import CLOSED, OPEN, spin
from tests.table.core.tables import Driven, JournalInMemory, Seen

PATIENCE = 60.0
WON = "5;007; 5;0;170;1"


def sent(*lines: str) -> bytes:
    return "".join(f"*X;{each}\r\n" for each in lines).encode()


class AtPort:
    """A table of roulette in its own thread, whose clock is moved by hand."""

    def __init__(self) -> None:
        self.clock, self.kept, self.failed = SetClock(), JournalInMemory(), list[Exception]()
        game = Driven("lt", game="roulette").game
        session = Session(game, self.kept, self.clock, Resumption(ready(game)))
        self._came, self._shown = Event(), list[ShownTable]()
        self.station = Station(session, self.clock, self._show, self.failed.append)
        self.station.start()

    def _show(self, shown: ShownTable) -> None:
        self._shown.append(shown)
        self._came.set()

    def until(self, entries: int) -> View:
        """The view once the journal has so many entries."""
        while self.kept.last < entries or not self._shown:
            assert self._came.wait(PATIENCE), f"{entries} entries did not come"
            self._came.clear()
        return self._shown[-1].view

    def take(self, line: Seen) -> View:
        entries = self.kept.last
        self.station.submit(msgspec.json.encode(line))
        return self.until(entries + 1)

    def hear(self, *lines: str, after: float = 0.5) -> View:
        """The wheel's lines, all in one read, so many seconds after what came before."""
        self.clock.advance(after)
        entries = self.kept.last
        self.station.receive(DeviceRole.WHEEL, sent(*lines))
        return self.until(entries + 1)

    @property
    def numbers(self) -> int:
        return [entry.kind for entry in self.kept.entries].count("number_read")


@pytest.fixture
def port() -> Iterator[AtPort]:
    table = AtPort()
    yield table
    table.station.stop()
    assert table.failed == []


def number_of(view: View) -> int | None:
    assert isinstance(view.round, SpinView)
    return view.round.number


def silent_since_its_ball(port: AtPort) -> None:
    """The ball runs, and 40 s later the rest of its game comes at once: 60 lines of 30 s."""
    port.take(OPEN)
    port.hear("2;007;24;0;170;1")
    port.take(CLOSED)
    port.hear(RUNS)
    port.take(spin())
    port.hear(*[FALLS] * 52, *[WON] * 8, after=40)
    assert port.numbers == 0, "nothing acts before the wheel is live again"


def test_they_act_with_the_next_line_of_the_wheels_own_beat(port: AtPort) -> None:
    silent_since_its_ball(port)
    port.hear(WON, after=0.2)
    assert port.numbers == 0, "it came as fast as those that were held back"
    assert number_of(port.hear(WON)) == 5


def test_they_act_after_a_second_in_which_no_other_comes(port: AtPort) -> None:
    silent_since_its_ball(port)
    entries = port.kept.last
    port.clock.advance(0.9)
    port.take({"do": "say", "by": "P1", "text": "wait"})
    assert port.numbers == 0
    port.clock.advance(0.2)
    view = port.until(entries + 3)
    assert (port.numbers, number_of(view)) == (1, 5)


