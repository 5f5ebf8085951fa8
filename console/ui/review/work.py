"""Long work of a review, in a thread of its own: counting a shift, writing a file, checking a seal.

One piece at a time, which can be stopped; a window that waits for it shows how far it is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import msgspec
from PySide6.QtCore import QObject, QThread, Signal

from console.journal.log_rows import LogRow
from console.reports.charts import Dealers
from console.reports.shift_report import ShiftReport
from console.reports.wheel_figures import WheelReport
from console.ui.review.files import Target
from console.words import Words

log = logging.getLogger(__name__)

T = TypeVar("T")
GoingOn: TypeAlias = Callable[[float], bool]
"""Told which share is done; False stops the work."""


class Night(msgspec.Struct, frozen=True):
    """A shift as it was counted, and its dealers against the house over the days before."""

    report: ShiftReport
    dealers: Dealers


class Checked(msgspec.Struct, frozen=True):
    """What came of a check of the seal: whether all is as it was written, and what is to be said of it.

    ``proves`` is what it shows, ``limits`` what it can't; ``key`` is the fingerprint of the key that signed.
    """

    good: bool
    file: str
    entries: int
    proves: tuple[str, ...]
    limits: tuple[str, ...]
    key: str | None = None
    sealed: str | None = None
    """What the last seal says of itself: up to which entry, when."""
    failed: str | None = None
    """Of which shift a seal could not be made since, and why."""


class Makes(Protocol):
    """What makes documents of the journals that are reviewed; each takes its time, so never in a window."""

    @property
    def folder(self) -> Path:
        """Where files go."""
        ...

    def night(self, shift: str | None, going_on: GoingOn) -> Night:
        """The report of a shift; None is the last one."""
        ...

    def write_night(self, night: Night, target: Target, words: Words, going_on: GoingOn) -> None:
        """Write it, as what the path's ending says: ``.pdf``, ``.csv``, ``.xlsx`` or ``.json``."""
        ...

    def write_round(self, row: LogRow, target: Target, words: Words, going_on: GoingOn) -> None:
        """Write everything on the round of a row, or on its incident: ``.pdf`` or ``.json``."""
        ...

    def wheel(self, going_on: GoingOn) -> WheelReport:
        """The figures of the wheels in these journals."""
        ...

    def check(self, words: Words, going_on: GoingOn) -> Checked:
        """Verify the journal with its seals."""
        ...

    def seal_now(self, words: Words) -> Checked:
        """What is known of the seal without reading all of the journal."""
        ...


def why(error: object, words: Words) -> str:
    """Why work came to nothing, in words where the error has some."""
    key, slots = getattr(error, "key", None), getattr(error, "slots", {})
    return words.text(key, **slots) if isinstance(key, str) else str(error)


class _Thread(QThread):
    """A thread of Qt's: a page that is drawn in it needs its events."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        """Do it."""
        self._work()


_RUNNING: set[_Thread] = set()
"""Qt does not let one go that still runs, though its window may be gone."""


class Work(QObject):
    """One piece of work at a time."""

    progressed = Signal(float)
    stopped = Signal()
    failed = Signal(object)
    """The exception in the place of what was to come of it."""

    _went_on = Signal(int, float)
    _ended = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self.busy = False
        self._answer: Callable[[object], object] = lambda _: None
        self._went_on.connect(self._tell)
        self._ended.connect(self._take)

    def begin(self, work: Callable[[GoingOn], T], answer: Callable[[T], object]) -> None:
        """Begin a piece of work; one that is under way is given up."""
        self._number += 1
        number, self.busy = self._number, True
        self._answer = answer  # type: ignore[assignment]  # the answer to this work takes what comes of it
        self.progressed.emit(0.0)

        def going_on(share: float) -> bool:
            self._say(self._went_on, number, share)
            return number == self._number

        def run() -> None:
            try:
                came: object = work(going_on)
                error = None
            except BaseException as raised:
                came, error = None, raised
            self._say(self._ended, number, came, error)

        thread = _Thread(run)
        _RUNNING.add(thread)
        thread.finished.connect(lambda: _RUNNING.discard(thread))
        thread.start()

    def stop(self) -> None:
        """Stop what is under way; nothing comes of it."""
        if self.busy:
            self._number += 1
            self.busy = False
            self.stopped.emit()

    @staticmethod
    def _say(signal: object, *values: object) -> None:
        with suppress(RuntimeError):  # the window may be gone by now
            signal.emit(*values)  # type: ignore[attr-defined]  # a signal's stub is no bound one

    def _tell(self, number: int, share: float) -> None:
        if number == self._number and self.busy:
            self.progressed.emit(share)

    def _take(self, number: int, came: object, error: BaseException | None) -> None:
        if number != self._number:
            return
        self.busy = False
        if error is None:
            self._answer(came)
        else:
            log.error("work of the review", exc_info=error)
            self.failed.emit(error)
