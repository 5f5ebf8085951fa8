"""The beat by which a service manager knows that a table is alive, and not merely running.

Each beat begins in the window's loop, goes to the table's thread in the queue that lines go by, is answered
there, and counts when the answer is back in the loop. Where either stands still nothing is told, and the
service manager ends the process and starts it again: the hand comes back as after a kill.

A disk that is slow is no dead thread. While the journal writes, the window answers for the table, since it
shows that the table saves; a new start would wait for the same disk, and show nothing meanwhile. It does so
for :data:`SPANS` times the watchdog's span: a thread that stands in a write for longer does not come back.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

BEATS: Final = 4
"""Beats in the span that the service manager waits: one may be late, and another lost."""
SPANS: Final = 6
"""How many of its spans a write may take: a minute of ten seconds each."""
START_TAKES: Final = 600
"""Seconds that a table may take to open once more, after a screen that said what was wrong: a long journal
that was damaged is told again first. The kiosk's unit gives a first start as long."""
_MILLION: Final = 1_000_000


class Told(Protocol):
    """Who is told: the service manager's socket."""

    @property
    def watchdog(self) -> int | None:
        """Microseconds within which it must be heard; None: nobody waits for it."""
        ...

    def tell(self, **said: str | int) -> None:
        """Tell it by name; never raises or waits."""
        ...


class Heartbeat(QObject):
    """What a service manager is told of a console: that it is ready, that it lives, that it ends."""

    answered = Signal()
    """The table's thread has taken a beat."""

    def __init__(self, told: Told, parent: QObject, now: Callable[[], float] = monotonic) -> None:
        """Nothing is told yet; ``now`` is in seconds."""
        super().__init__(parent)
        self._told, self._now = told, now
        self._table: Callable[[Callable[[], None]], None] | None = None
        self._writes: Callable[[], bool] = lambda: False
        self._due_since: float | None = None
        self._ready = self._slow = False
        self._status = self._slow_status = ""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.beat)
        self.answered.connect(self._alive)

    @property
    def span(self) -> float:
        """Seconds that the service manager waits; none where it waits for nothing."""
        return (self._told.watchdog or 0) / _MILLION

    def ready(self, status: str, slow: str = "") -> None:
        """A screen stands: from now on the window's loop beats.

        ``status`` says which, ``slow`` is said instead while a table is waited for that writes.
        """
        again, self._ready, self._slow = self._ready, True, False
        self._status, self._slow_status = status, slow
        limit = {"WATCHDOG_USEC": self._told.watchdog} if again and self._told.watchdog else {}
        self._told.tell(READY=1, STATUS=status, **limit, WATCHDOG=1)
        if self.span:
            self._timer.start(round(self.span / BEATS * 1000))

    def opens(self) -> None:
        """A table is about to be opened, in the window's thread: that may take as long as a first start."""
        self._timer.stop()
        self._table, self._due_since = None, None
        if self._ready and self._told.watchdog:
            self._told.tell(WATCHDOG_USEC=START_TAKES * _MILLION, WATCHDOG=1)

    def passes_through(self, table: Callable[[Callable[[], None]], None], writes: Callable[[], bool]) -> None:
        """From now on each beat goes through the table: ``table`` has a call done in its thread.

        ``writes`` says whether the journal is being written just now.
        """
        self._table, self._writes, self._due_since = table, writes, None

    def beat(self) -> None:
        """Begin a beat, unless the one before is still under way; answer for a table that writes."""
        if self._table is None:
            self._alive()
        elif self._due_since is None:
            self._due_since = self._now()
            self._table(self.answered.emit)
        elif self._writes() and self._now() - self._due_since < SPANS * self.span:
            self._slow = True
            self._told.tell(WATCHDOG=1, STATUS=self._slow_status)

    def ends(self) -> None:
        """The console is left: it takes what it was given to its end, and nobody waits for a beat."""
        self._timer.stop()
        self._told.tell(STOPPING=1)

    def _alive(self) -> None:
        self._due_since = None
        said, self._slow = {"STATUS": self._status} if self._slow else {}, False
        self._told.tell(WATCHDOG=1, **said)
