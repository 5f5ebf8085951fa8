"""Python's garbage collection, run only in the window's own thread and between two events.

By itself Python collects wherever an object is made: in the thread that reads a port, or in the middle of a
paint. An object that it then deletes may be a part of a window, and Qt ends the process for it.
"""

from __future__ import annotations

import gc
import linecache
from typing import Final

from PySide6.QtCore import QObject, QTimer

EVERY: Final = 1_000
"""Milliseconds between two looks; even a flood of lines leaves only some MiB behind in that time."""


class GarbageCollection(QObject):
    """Collects garbage as soon as Python itself would do so: when enough objects were made."""

    def __init__(self, parent: QObject) -> None:
        """The present objects are left out of every collection: to search them takes longer than a paint.
        The source texts of modules go: PySide6 looks into each that is imported, and Python keeps them.
        """
        super().__init__(parent)
        linecache.clearcache()
        self._was_on = gc.isenabled()
        gc.freeze()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(EVERY)

    def look(self) -> None:
        """Collect the oldest generation whose threshold is passed, and the younger ones with it."""
        due = [made > most for made, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        for generation in (2, 1, 0):
            if due[generation]:
                gc.collect(generation)
                return

    def end(self) -> None:
        """Stop collecting: Python collects by itself again, if it did before."""
        self._timer.stop()
        if self._was_on:
            gc.enable()
