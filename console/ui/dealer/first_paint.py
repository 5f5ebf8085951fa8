"""The prompt's first paint, and what waits for it: the rest of the screen, ports, keys, the log's file.

An order to the work of a start, not a time: on a slow machine a time would let all of it come before the
prompt. A window that is not painted at all, as a minimised one, keeps nobody waiting for longer than a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer

from console.ui.dealer.prompt import PromptPanel

PATIENCE: Final = 1_000
"""Milliseconds after which a paint is not waited for any longer."""
_BETWEEN: Final = 10
"""Milliseconds between two pieces of work, in which the window paints and hears presses."""


class FirstPaint(QTimer):
    """Does what was left for later once a prompt has been painted: in order, each in a turn of the loop."""

    def __init__(self, prompt: PromptPanel, patience: int = PATIENCE) -> None:
        """Made just before the window is shown; ``patience`` is in milliseconds."""
        super().__init__(prompt, singleShot=True, interval=patience)
        self._prompt, self._has_come = prompt, False
        self._waiting: list[Callable[[], object]] = []
        self.timeout.connect(self._do_next)
        prompt.painted.connect(self._come)
        self.start()

    def then(self, work: Callable[[], object]) -> None:
        """Have something done after it; what is added later is done all the same."""
        self._waiting.append(work)
        if self._has_come and not self.isActive():
            self.start()

    @property
    def is_over(self) -> bool:
        """Whether it has come and all that waited for it is done."""
        return self._has_come and not self._waiting

    def _come(self) -> None:
        self._go_on()
        self.start(0)

    def _go_on(self) -> None:
        if not self._has_come:
            self._has_come = True
            self._prompt.painted.disconnect(self._come)
            self.setInterval(_BETWEEN)

    def _do_next(self) -> None:
        """One piece of work; the next one's turn is asked for first, so that no failure stops the rest."""
        self._go_on()
        if not self._waiting:
            return
        work = self._waiting.pop(0)
        if self._waiting:
            self.start(_BETWEEN)
        work()
