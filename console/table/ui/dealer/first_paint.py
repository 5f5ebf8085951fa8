"""The first paint of the prompt, and the work of a start that waits for it: screen, ports, floor, log.

The work waits for the paint itself, and not for a time: on a slow computer that time would be over before the
prompt, and the prompt would wait for all of the work. A window that is never painted, such as a minimised
one, delays the work by a second and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from console.table.ui.dealer.prompt import PromptPanel

PATIENCE: Final = 1_000
"""Milliseconds after which the work no longer waits for a paint."""
_BETWEEN: Final = 10
"""Milliseconds between two pieces of work, in which the window paints and takes presses."""


class FirstPaint(QTimer):
    """Does the waiting work, once a prompt is painted: in order, each piece in its own turn of the loop."""

    def __init__(self, prompt: PromptPanel, rest: Sequence[QWidget] = (), patience: int = PATIENCE) -> None:
        """Make it just before the window is shown. ``rest`` is painted after the prompt; ``patience``: ms."""
        super().__init__(prompt, singleShot=True, interval=patience)
        self._prompt, self._has_come = prompt, False
        self._waiting: list[Callable[[], object]] = []
        self.timeout.connect(self._do_next)
        prompt.painted.connect(self._paint_next)
        _paint(rest, paints=False)
        self._waiting.append(partial(_paint, rest, paints=True))
        self.start()

    def then(self, work: Callable[[], object]) -> None:
        """Call this after the first paint; soon, if the paint has come already."""
        self._waiting.append(work)
        if self._has_come and not self.isActive():
            self.start()

    def end(self) -> None:
        """Do nothing more: the table has ended, and the work that still waits would open its ports again."""
        self._waiting.clear()
        if isValid(self):  # its window may have gone first
            self.stop()

    @property
    def is_over(self) -> bool:
        return self._has_come and not self._waiting

    def _paint_next(self) -> None:
        self._go_on()
        self.start(0)

    def _go_on(self) -> None:
        if not self._has_come:
            self._has_come = True
            self._prompt.painted.disconnect(self._paint_next)
            self._prompt.is_awaited = False
            self.setInterval(_BETWEEN)

    def _do_next(self) -> None:
        """Do one piece of work; the next piece has its turn even if this one fails."""
        self._go_on()
        if not self._waiting:
            return
        work = self._waiting.pop(0)
        if self._waiting:
            self.start(_BETWEEN)
        work()


def _paint(parts: Sequence[QWidget], *, paints: bool) -> None:
    for part in parts:
        part.setUpdatesEnabled(paints)
