"""The link itself: a thread that connects, says hello, sends the views, and takes in the server's lines.

After a break it connects again. It passes lines on and does not know their meaning.

A line counts once its end has arrived; half a line is lost with its connection. Views are sent in order; a
limited number of them may wait, and none while no server is connected. The table's thread puts views in and
never waits; the link's thread takes them out.
"""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec.structs import replace

from console.base.system import json_fields
from console.table.core.protocol.permissions import LONGEST_OVER_LINK
from console.table.core.running.station import LOOK_AGAIN, NOT_RESPONDING, LineJob, ShownTable
from console.table.core.state.views import View
from console.table.devices.health import Health, LossReason
from console.table.link.server import Server
from console.table.link.stream import ConnectionEnded, LineReader, Stream, Wake

AT_MOST: Final = 1024
"""The most views that may wait: with more, the server is not reading."""
_OF_ONE_LINE: Final[dict[str, Any]] = {
    "accepted": True,
    "refused": None,
    "why": None,
    "fact": None,
    "ended": None,
    "worksheet": None,
}
"""The fields that belong to one line's view alone, with their values in a view that was only asked for."""


class Outgoing:
    """The views that are still to be sent to the connected server."""

    def __init__(self, at_most: int = AT_MOST) -> None:
        self._at_most = at_most
        self._waiting: deque[View] = deque()
        self._latest: View | None = None
        self._is_open = False
        self._lock = threading.Lock()
        self.overflowed = False
        """Whether more views came than may wait; then none are queued until the connection begins again."""

    def put(self, shown_table: ShownTable) -> None:
        """Queue the view of a line, and any by which the table's view has changed; in the table's thread."""
        with self._lock:
            before, self._latest = self._latest, shown_table.view
            if self._is_open and not self.overflowed and goes_out(before, shown_table):
                self._wait(shown_table.view)

    def _wait(self, view: View) -> None:
        if len(self._waiting) < self._at_most:
            self._waiting.append(view)
        else:
            self.overflowed = True
            self._waiting.clear()

    def begin(self) -> None:
        """Begin to send to a server that has connected: first the present view."""
        with self._lock:
            self._is_open, self.overflowed = True, False
            self._waiting = deque([present(self._latest)] if self._latest else ())

    def end(self) -> None:
        """Stop sending: no server is connected, so the waiting views are dropped and no more are queued."""
        with self._lock:
            self._is_open, self.overflowed = False, False
            self._waiting.clear()

    def drop_views(self) -> None:
        """Drop the waiting views, as a borrower speaks now."""
        with self._lock:
            self._waiting.clear()

    @property
    def latest(self) -> View | None:
        """The present view; None before the table has shown anything."""
        with self._lock:
            return None if self._latest is None else present(self._latest)

    def next_view(self) -> View | None:
        with self._lock:
            return self._waiting.popleft() if self._waiting else None


def goes_out(before: View | None, shown_table: ShownTable) -> bool:
    """Whether a view is sent: each line is answered, and all that was recorded is sent, by its ``entry``.
    Bytes that could not be recorded are tried again, and change the view only when that succeeds.
    """
    is_answer = isinstance(shown_table.job, LineJob)
    return is_answer or before is None or present(before) != present(shown_table.view)


def present(view: View) -> View:
    """The same view as if only the view had been asked for."""
    incident = view.incident if view.incident is not None and view.incident.open else None
    known = {field: value for field, value in _OF_ONE_LINE.items() if field in View.__struct_fields__}
    return replace(view, incident=incident, **known)


PAUSES: Final = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0)
"""Seconds before each try to connect again; the last one is used for all further tries."""
HOLDS_AFTER: Final = 1.0
"""Seconds after which a connection has not ended at once: a server that refuses a table hangs up sooner."""
PATIENCE: Final = 10.0
"""Seconds from the hello until a mute server counts as silent: the system connects even one that hangs."""
UNDER_WAY: Final = 65_536
"""The most bytes of views, roughly, that may be on their way to the server."""
AGAIN_AFTER: Final = 0.1
"""Seconds at most until a line that the table could not take is offered to it again."""
STOPPING: Final = 1.0
"""Seconds that a stop waits at most; only a host that does not answer can hold the thread for longer."""

log = logging.getLogger(__name__)


class ServerReadsNothing(ConnectionError):
    """More views wait than could if the server read them."""


class TableSilent(ConnectionError):
    """The table's own thread stands still: no connection may look as if it played."""


_REASONS: Final = (
    (ServerReadsNothing, LossReason.UNREAD),
    (socket.gaierror, LossReason.NO_SUCH_NAME),
    (ConnectionRefusedError, LossReason.NO_PROGRAM),
    (ssl.SSLEOFError, LossReason.HUNG_UP),
    (ssl.SSLError, LossReason.NO_TLS),
    ((ConnectionEnded, ConnectionResetError, BrokenPipeError), LossReason.HUNG_UP),
    (TimeoutError, LossReason.NO_HOST),
)
_VERIFIED: Final = {
    9: LossReason.CERTIFICATE_EARLY,
    10: LossReason.CERTIFICATE_EXPIRED,
    62: LossReason.CERTIFICATE_HOST,
    64: LossReason.CERTIFICATE_HOST,
}
"""OpenSSL's codes (x509_vfy.h) of a certificate that is refused; any other: of its authority."""


def reason_of(loss: OSError) -> LossReason | None:
    """The reason why a server can't be reached; None if only the log's words say it."""
    if isinstance(loss, ssl.SSLCertVerificationError):
        return _VERIFIED.get(loss.verify_code, LossReason.CERTIFICATE_AUTHORITY)
    if loss.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH):
        return LossReason.NO_HOST
    return next((reason for kind, reason in _REASONS if isinstance(loss, kind)), None)


class Borrower(Protocol):
    """A trial that speaks over the link in the table's place for a while; called in the link's thread."""

    def on_connection(self) -> None:
        """The server has heard the hello of a new connection, and no earlier line."""

    def says(self) -> bytes | None:
        """The next line for the server, without its end, or None."""

    def hears(self, number: int, line: bytes) -> None:
        """Take a line of the server that answers a trial: the one of this number."""

    @property
    def is_agreed(self) -> bool:
        """Whether the server has agreed, on this connection, to hear the borrower in the table's place."""


def trial_of(line: bytes) -> int | None:
    """The number of the trial that a line answers; None for a line of the table's own."""
    if b"trial" not in line and b"\\u" not in line:
        return None
    number = json_fields(line).get("trial")  # for an invalid line the table reports the fault
    return number if type(number) is int else None


class GameServerLink:
    """Keeps a connection to a game server. ``offer`` takes a line, or says that too many wait; ``spoken``
    makes a line from a view.

    These two, ``on_health`` (called once for each change, of :attr:`reason` too) and ``failed`` (an
    unforeseen error) are called in the link's own thread.
    """

    def __init__(
        self,
        server: Server,
        offer: Callable[[bytes], bool],
        spoken: Callable[[View], bytes],
        on_health: Callable[[Health], None],
        failed: Callable[[Exception], None],
        *,
        journal: str,
        patience: float = PATIENCE,
        outgoing: Outgoing | None = None,
        unanswered: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Name the server, and the id of the table's journal; :meth:`start` connects. ``unanswered`` gives
        the seconds since the table's own thread last answered: an open connection is its sign of life.
        """
        self._unanswered = unanswered
        self._hello = server.hello(journal)
        self._server = server
        self._offer, self._spoken = offer, spoken
        self._on_health, self._failed = on_health, failed
        self._patience = patience
        self._outgoing = outgoing or Outgoing()
        self._borrower: Borrower | None = None
        self._came: deque[bytes] = deque()
        self._health: Health | None = None
        self._reported: tuple[Health, LossReason | None] | None = None
        self.reason: LossReason | None = None
        """The reason why the server is lost; None while it is connected, or if nobody knows it."""
        self._why = ""
        self._tries = 0
        self._ended_at_once = False
        self._wake = Wake()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"link {server.url}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the connection and wait until the thread has ended; this end is not reported as a loss."""
        self._stopping.set()
        self._wake.set()
        if self._thread.ident is None:
            self._wake.close()
        elif self._thread.is_alive():
            self._thread.join(STOPPING)

    def show(self, shown_table: ShownTable) -> None:
        """Queue the table's new view for the server; called in the table's thread, and never waits."""
        self._outgoing.put(shown_table)
        self._wake.set()

    @property
    def latest(self) -> View | None:
        """The present view, for a caller that only asks for it; None before the table has shown one."""
        return self._outgoing.latest

    def lend(self, borrower: Borrower) -> None:
        """Let a borrower speak over the link, too; once the server has agreed, it hears the borrower alone.
        Lines that the borrower does not take are the table's all the while.
        """
        self._borrower = borrower
        self.speak()

    def take_back(self, borrower: Borrower) -> None:
        """Let the server hear the table again, in its present state; nothing if another has the link."""
        if self._borrower is borrower:
            self._borrower = None
            self.speak()

    @property
    def is_connected(self) -> bool:
        return self._health in (Health.CONNECTED, Health.SILENT)

    def speak(self) -> None:
        """Check at once whether the borrower has a line to send."""
        self._wake.set()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    if not self._is_table_silent:
                        self._connect_once()
                    self._stopping.wait(PAUSES[min(self._tries, len(PAUSES) - 1)])
                    self._tries += 1
                    self._report_health(Health.RECONNECTING)
                except Exception as error:  # a bug: the table goes on, and so does the link
                    self._failed(error)
                    self._stopping.wait(PAUSES[-1])
        finally:
            self._wake.close()

    def _connect_once(self) -> None:
        """Connect and serve until the connection breaks; after any error the next try may come."""
        try:
            stream, since = Stream(self._server.connect(), self._wake), time.monotonic()
            try:
                self._serve(stream)
            finally:
                self._ended_at_once = time.monotonic() - since < HOLDS_AFTER
        except OSError as loss:
            self._report_loss(str(loss), reason_of(loss))
        except Exception as error:
            self._failed(error)
            self._report_loss("unforeseen", None)

    def _serve(self, stream: Stream) -> None:
        reader, since = LineReader(LONGEST_OVER_LINK), time.monotonic()
        stream.send(self._hello + b"\n")
        self._outgoing.begin()
        borrowed = heard = False
        try:
            if (borrower := self._borrower) is not None:
                borrower.on_connection()
            while not self._stopping.is_set():
                borrower = self._borrower
                if borrowed and borrower is None:
                    self._outgoing.begin()
                borrowed = borrower is not None
                if self._is_table_silent:
                    raise TableSilent("the table does not answer")
                self._write_ahead(stream, borrower)
                # Nothing is read while lines wait for the table: the server waits in the network then.
                received = stream.turn(self._wait(since, heard=heard), reading=not self._came)
                self._came.extend(reader.feed(received))
                self._give()
                heard, lasted = heard or bool(received), time.monotonic() - since
                # After one that ended at once a connection has to last before it counts.
                if heard and (lasted >= HOLDS_AFTER or not self._ended_at_once):
                    self._report_connection(Health.CONNECTED)
                elif not self.is_connected and lasted >= self._patience:
                    self._report_connection(Health.SILENT)
        finally:
            self._outgoing.end()
            stream.close()
            # After the connection has closed: lines that came before its end still go to the table.
            self._give()
            while self._came and not self._stopping.wait(AGAIN_AFTER):
                self._give()

    def _write_ahead(self, stream: Stream, borrower: Borrower | None) -> None:
        if self._outgoing.overflowed:
            raise ServerReadsNothing("it does not read the lines sent to it")
        if borrower is not None and borrower.is_agreed:
            self._outgoing.drop_views()
        while stream.unsent < UNDER_WAY and (view := self._outgoing.next_view()):
            stream.send(self._spoken(view) + b"\n")
        while borrower is not None and (line := borrower.says()) is not None:
            stream.send(line + b"\n")

    def _wait(self, since: float, *, heard: bool) -> float:
        if self._came:
            return AGAIN_AFTER
        until = since + (HOLDS_AFTER if heard else self._patience)
        return LOOK_AGAIN if self.is_connected else max(0, until - time.monotonic())

    @property
    def _is_table_silent(self) -> bool:
        return self._unanswered() > NOT_RESPONDING

    def _give(self) -> None:
        """Give the table the lines that came, as far as it has room."""
        while self._came and (self._is_borrowers(self._came[0]) or self._offer(self._came[0])):
            self._came.popleft()

    def _is_borrowers(self, line: bytes) -> bool:
        """Whether a line answers a trial: never the table's, even if the trial is over by then."""
        number = trial_of(line)
        if number is None:
            return False
        if (borrower := self._borrower) is not None:
            borrower.hears(number, line)
        return True

    def _report_connection(self, health: Health) -> None:
        self._tries, self._why, self.reason = 0, "", None
        self._report_health(health)

    def _report_loss(self, said: str, reason: LossReason | None) -> None:
        if said != self._why and not self._stopping.is_set():
            self._why = said
            log.warning("%s: %s", self._server.url, said)
        self.reason = reason
        if self._health is None or self.is_connected:
            self._report_health(Health.LOST)

    def _report_health(self, health: Health) -> None:
        state = health, self.reason
        if state != self._reported and not self._stopping.is_set():
            self._health, self._reported = health, state
            self._on_health(health)
