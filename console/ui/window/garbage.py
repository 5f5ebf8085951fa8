"""Python's search for garbage, in the window's own thread and between two events.

Left to itself it runs wherever something is made: in the thread that reads a port, or in the middle of a
paint. What it takes away then may be a window's part, and Qt ends the process with it.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

EVERY: Final = 1_000
"""Milliseconds between two looks: what a flood leaves behind in that time is some MiB."""


class Garbage(QObject):
    """Looks for garbage when as much was made as Python itself would wait for."""

    def __init__(self, parent: QObject) -> None:
        """What there is already is kept: to look through it all would take longer than a paint."""
        super().__init__(parent)
        gc.freeze()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(EVERY)

    def look(self) -> None:
        """Collect the oldest generation that is due, and with it the younger ones."""
        due = [made > most for made, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        for generation in (2, 1, 0):
            if due[generation]:
                gc.collect(generation)
                return
