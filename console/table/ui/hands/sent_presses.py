"""Presses on their way: sent to the table, their answer not yet on the screen.

The module knows lines and guards. It knows neither a press's effect nor the table's answer.
"""

from __future__ import annotations

from typing import Final

import msgspec

from console.table.core.protocol import lines
from console.table.core.running.station import LineJob, ShownTable
from console.table.ui.hands.guard import PressGuard

_BESIDE_PLAY: Final = (lines.SignOut, lines.Call, lines.Settle, lines.View)
"""Lines that answer no prompt: while one of these is saved the keys stay as they are.

A sign-in is not among them: until the table has accepted it, nobody knows in whose name the next press is.
"""


class Presses:
    """The lines that one table's windows have sent to it."""

    def __init__(self) -> None:
        self._guards: list[PressGuard] = []
        self._given: list[bytes] = []
        self._calls: list[bytes] = []

    def guard(self, guard: PressGuard) -> None:
        """Make a screen's presses wait, too."""
        self._guards.append(guard)

    @property
    def is_calling(self) -> bool:
        """Whether a call of the pit boss is being saved."""
        return bool(self._calls)

    def give(self, line: lines.AnyLine) -> None:
        if isinstance(line, lines.Call):
            self._calls.append(msgspec.json.encode(line))
        if isinstance(line, _BESIDE_PLAY):
            return
        self._given.append(msgspec.json.encode(line))
        for guard in self._guards:
            guard.save()

    def update_table(self, shown_table: ShownTable) -> None:
        """The table's answer is on the screen."""
        if not isinstance(shown_table.job, LineJob):
            return
        for given in (self._given, self._calls):
            if shown_table.job.line in given:
                given.remove(shown_table.job.line)
        self._go_on()

    def lose(self) -> None:
        """The table could not take something: stop waiting for an answer."""
        self._given.clear()
        self._calls.clear()
        self._go_on()

    def _go_on(self) -> None:
        if not self._given:
            for guard in self._guards:
                guard.saved()
