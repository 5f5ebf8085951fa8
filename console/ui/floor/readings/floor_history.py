"""The floor's history as this window saw it: does the floor still show the entries that it showed earlier?

The window's maker gives the memory and its comparison.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from console.ui.kit.work import Work

log = logging.getLogger(__name__)

_LOOKS: Final = 5_000
"""Milliseconds between two looks at the floor's heads."""


class TurnedBack(NamedTuple):
    """A table whose history on the floor has changed since the window saw it, with its phrase's key."""

    table: str
    key: str
    slots: dict[str, object]


class Memory(NamedTuple):
    """The floor's heads as the window has stored them. Both calls block."""

    looks: Callable[[], Sequence[TurnedBack]]
    """Looks at the floor's heads; returns the changed ones."""
    forgets: Callable[[str], object]
    """Begins anew with a table, because a supervisor has named the cause of its change."""


class FloorHistory(QObject):
    """Compares the floor with the window's memory, again and again."""

    found = Signal(object)
    """The :class:`TurnedBack` of all tables, after each look."""

    def __init__(self, memory: Memory | None, parent: QObject) -> None:
        """``memory`` is None for a window without a memory: then no change is ever found."""
        super().__init__(parent)
        self.memory = memory
        self._looks = QTimer(self, interval=_LOOKS)
        self._looks.timeout.connect(self.look)
        self._work = Work(self, lambda error: log.warning("the floor's heads are not looked at: %s", error))

    def start(self) -> None:
        """Begin to look."""
        if self.memory is not None:
            self._looks.start()

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()
        self._work.stop()

    def look(self) -> None:
        """Look now, unless a look is still under way."""
        if self.memory is not None and not self._work.busy:
            self._work.begin(self._look(self.memory))

    async def _look(self, memory: Memory) -> None:
        self.found.emit(await self._work.of(lambda _: memory.looks()))

    def forget(self, table: str) -> None:
        """Begin anew with a table, or with the floor's diary by its name. Blocks."""
        if self.memory is not None:
            self.memory.forgets(table)
