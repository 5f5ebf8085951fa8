"""The surroundings of a table where nobody waits: the window's loop, a cable, a device, a game server."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from time import perf_counter
from typing import NamedTuple, cast

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from console.table.config import LinkConfig, simulated_role
from console.table.core import SetClock, game_of, of_cards
from console.table.devices import SimulatedDevice, SimulatedReader, SimulatedShoe, SimulatedWheel
from console.table.devices.simulation.wire import PtyWire
from console.table.game import load_rulebook
from console.table.link import Habits, Players, StandIn


class Stuck(AssertionError):
    """Something that must come did not."""


class Turning:
    """Turns the window's loop; each turn paints what is to be painted."""

    def waitUntil(self, callback: Callable[[], bool], /, *, timeout: int) -> None:
        """Wait until a condition holds. Raises Stuck after ``timeout`` milliseconds."""
        end = perf_counter() + timeout / 1000
        while not callback():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            delete_what_is_due()
            if perf_counter() > end:
                raise Stuck


def delete_what_is_due() -> None:
    """Delete what ``deleteLater`` was called of: a running loop does it by itself, ``processEvents`` does
    not, and each menu that was ever open would be there at the end of a night.
    """
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class Worked(NamedTuple):
    """The parts of a table that work by themselves: its device, the cable of it, and time."""

    device: SimulatedDevice | SimulatedWheel
    wire: Counted
    clock: SetClock


class Counted:
    """A cable that counts what is sent over it."""

    def __init__(self) -> None:
        self._wire, self.sent = PtyWire(), 0
        self.plug_in, self.unplug, self.close = self._wire.plug_in, self._wire.unplug, self._wire.close

    @property
    def url(self) -> str:
        """The URL that the console opens."""
        return self._wire.url

    @property
    def listening(self) -> bool:
        """Whether it has."""
        return self._wire.listening

    @property
    def ready(self) -> bool:
        """Whether a byte is safe."""
        return self._wire.ready

    def write(self, data: bytes) -> None:
        """Send, and count."""
        self.sent += len(data)
        self._wire.write(data)


def server(chance: random.Random, stack: ExitStack) -> LinkConfig:
    """A game server that waits for nothing, with somebody at each seat."""
    server = StandIn(players=lambda _: Players(chance, Habits(plays=1.0)).due, pace=0)
    server.start()
    stack.callback(server.stop)
    return LinkConfig(server.url)


def device_of(
    game: str, rules: str, chance: random.Random, wire: Counted
) -> SimulatedDevice | SimulatedWheel:
    """A device that does nothing by itself."""
    match simulated_role(game):
        case "wheel":
            return SimulatedWheel(chance, wire=cast(PtyWire, wire), pace=None, now=lambda: 0.0)
        case "reader":
            from_end = of_cards(game_of(load_rulebook(rules), game)).rules.cut_card.from_end
            return SimulatedReader(chance, wire=wire, pace=None, from_end=from_end)
        case _:
            return SimulatedShoe(chance, wire=wire, pace=None)
