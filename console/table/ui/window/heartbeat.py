"""The beat that shows a service manager that a table answers, and not only that its process runs.

Each beat begins in the window's loop, goes to the table's thread in the queue that lines use, is answered in
that thread, and counts when the answer is back in the loop. If the loop or the thread stands still, no
beat is sent; the service manager then ends the process and starts it again, and the hand comes back as after
a kill.

A slow disk does not mean that the thread stands still. While the journal writes, the window answers for the
table, since it shows that the table saves; a new start would wait for the same disk, and show nothing
meanwhile. It does so for :data:`SPANS` times the watchdog's span: after a longer write the thread is taken to
hang.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

BEATS: Final = 4
"""Beats in the span that the service manager waits: one may be late, and another one lost."""
SPANS: Final = 6
"""The number of the manager's spans that a write may take: with spans of ten seconds, a minute."""
START_TAKES: Final = 600
"""Seconds that a table may take to open again, after a screen that said what was wrong.

A long damaged journal is first replayed. The kiosk's unit allows a first start as long.
"""
_MILLION: Final = 1_000_000


class BeatReceiver(Protocol):
    """The receiver of the beats: the service manager's socket."""

    @property
    def watchdog(self) -> int | None:
        """The microseconds within which a beat must come; None if no service manager waits for beats."""

    def send_fields(self, **values: str | int) -> None:
        """Send these values by name; never raises or waits."""


class Heartbeat(QObject):
    """Tells a service manager that the console is ready, that it is alive, and that it ends."""

    answered = Signal()
    """The table's thread has taken a beat."""

    def __init__(self, receiver: BeatReceiver, parent: QObject, now: Callable[[], float] = monotonic) -> None:
        """Nothing is sent yet; ``now`` is in seconds."""
        super().__init__(parent)
        self._receiver, self._now = receiver, now
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
        """The seconds that the service manager waits for a beat; 0 if it waits for none."""
        return (self._receiver.watchdog or 0) / _MILLION

    def ready(self, status: str, slow: str = "") -> None:
        """A screen is shown: from now on the window's loop sends beats. ``status`` names the screen; ``slow``
        is sent instead while the table writes and does not answer.
        """
        again, self._ready, self._slow = self._ready, True, False
        self._status, self._slow_status = status, slow
        limit = {"WATCHDOG_USEC": self._receiver.watchdog} if again and self._receiver.watchdog else {}
        self._receiver.send_fields(READY=1, STATUS=status, **limit, WATCHDOG=1)
        if self.span:
            self._timer.start(round(self.span / BEATS * 1000))

    def opens(self) -> None:
        """The table is about to be opened, in the window's thread; that may take as long as a first start."""
        self._timer.stop()
        self._table, self._due_since = None, None
        if self._ready and self._receiver.watchdog:
            self._receiver.send_fields(WATCHDOG_USEC=START_TAKES * _MILLION, WATCHDOG=1)

    def passes_through(self, table: Callable[[Callable[[], None]], None], writes: Callable[[], bool]) -> None:
        """Send each beat through the table from now on: ``table`` runs a call in the table's thread;
        ``writes`` says whether the journal is being written just now.
        """
        self._table, self._writes, self._due_since = table, writes, None

    def beat(self) -> None:
        """Begin a beat, unless the last one is still on its way; answer for a table that writes."""
        if self._table is None:
            self._alive()
        elif self._due_since is None:
            self._due_since = self._now()
            self._table(self.answered.emit)
        elif self._writes() and self._now() - self._due_since < SPANS * self.span:
            self._slow = True
            self._receiver.send_fields(WATCHDOG=1, STATUS=self._slow_status)

    def ends(self) -> None:
        """The console closes: it finishes the work that it has taken, and nobody waits for a beat."""
        self._timer.stop()
        self._receiver.send_fields(STOPPING=1)

    def _alive(self) -> None:
        self._due_since = None
        status, self._slow = {"STATUS": self._status} if self._slow else {}, False
        self._receiver.send_fields(WATCHDOG=1, **status)
