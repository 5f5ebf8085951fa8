"""Sleeps where one thread hands something to another: ``python3 -m tests tests/table/ui --sleeps 7``.

On a machine with other work a thread stands still where it likes: before what it gives, or before what it
takes. A test that is right only while none does is wrong, and so is a window. Each sleep follows from the
seed, the test and how many hand-overs there were of that name before, whatever other threads did meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from random import Random
from typing import Any, Final

import pytest

LONGEST: Final = 0.04
"""Seconds that one sleep takes at most; half of the hand-overs have none."""
GIVEN: Final = {
    "console.table.core.running.station:Station": (
        "submit",
        "offer",
        "receive",
        "ask",
        "note",
        "beat",
        "_show_view",
    ),
    "console.table.link.client:GameServerLink": ("show", "_give", "_report_health"),
    "console.table.devices.port:SerialLink": ("_read_once", "_report_health"),
    "console.table.devices.simulation.card_devices:SimulatedDevice": ("show",),
    "console.table.devices.simulation.wheel_sensor:SimulatedWheel": ("show",),
    "console.table.ui.window.bridge:Bridge": ("fail",),
    "console.floor.ui.desk_line:DeskLine": ("ask", "_emit"),
}
"""Methods that hand something over, by their class: they sleep before that."""
TAKEN: Final = {"console.table.core.running.station:Station": ("_take",)}
"""Methods that take it: they sleep once they have it, before they do anything with it."""


class Sleeps:
    """The sleeps of one run of the suite."""

    def __init__(self, seed: str) -> None:
        self.seed, self.test = seed, ""
        self._before = Counter[tuple[str, str]]()

    def sleep(self, name: str) -> None:
        """Sleep as long as this hand-over does in this test."""
        at = (self.test, name)
        self._before[at] += 1
        chance = Random(f"{self.seed} {self.test} {name} {self._before[at]}")
        if chance.random() < 0.5:
            time.sleep(chance.uniform(0, LONGEST))

    def take_place(self) -> None:
        """Have all hand-overs sleep from now on."""
        for place, methods in [*GIVEN.items(), *TAKEN.items()]:
            module, name = place.split(":")
            made = getattr(import_module(module), name)
            for method in methods:
                setattr(made, method, self._before_it(getattr(made, method), f"{name}.{method}"))
        in_thread = asyncio.to_thread

        async def later(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
            came = await in_thread(self._before_it(call, "to_thread"), *given, **named)
            await in_thread(self.sleep, "to_thread, ended")
            return came

        asyncio.to_thread = later  # type: ignore[assignment]

    def _before_it(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        @wraps(call)
        def slept(*given: Any, **named: Any) -> Any:
            self.sleep(name)
            return call(*given, **named)

        return slept

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Another test begins."""
        self.test = nodeid


def shuffled(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """The same tests in another order: files among each other, and tests within their file."""
    chance = Random(seed)
    files = dict[str, list[pytest.Item]]()
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    order = [*files.values()]
    chance.shuffle(order)
    for file in order:
        chance.shuffle(file)
    return [item for file in order for item in file]
