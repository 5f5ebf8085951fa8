"""Asks whether somebody is who they say, in a thread of its own: a PIN's hash takes 80 ms.

It knows threads and answers; it never keeps a PIN, and never says one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from console.people.answers import Answer


class Verifying(QObject):
    """One question at a time; the answer to one that was given up is dropped."""

    answered = Signal(object)
    """An answer, or the exception in its place."""

    _came = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question = 0
        self.busy = False
        self._came.connect(self._take)

    def ask(self, question: Callable[[], Answer]) -> None:
        """Begin to ask, and return at once."""
        self._question += 1
        self.busy = True
        number = self._question

        def run() -> None:
            try:
                came: Answer | Exception = question()
            except Exception as error:
                came = error
            with suppress(RuntimeError):  # the window may be gone by now
                self._came.emit(number, came)

        threading.Thread(target=run, name="sign-in", daemon=True).start()

    def give_up(self) -> None:
        """Let no answer to what was asked come through."""
        self._question += 1
        self.busy = False

    def _take(self, number: int, came: Answer | Exception) -> None:
        if number == self._question:
            self.busy = False
            self.answered.emit(came)
