"""The one place that opens a port: a thread that reads it, and opens it again after a loss. It hands bytes on
and knows nothing of their meaning. It never writes to a device.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import re
import select
import socket
import stat
import termios
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from glob import iglob
from typing import Final, TypeAlias

import serial
from serial.urlhandler.protocol_socket import Serial as SocketPort

from console.base.plain_text import without_password
from console.base.system import keep_alive
from console.table.devices.health import Health, LossReason
from console.table.devices.transport import GREETS_FOR

_LOSSES: Final = (OSError, termios.error)
"""The errors that the system raises when a port disappears while it is opened or read."""
_UNOPENED: Final = (*_LOSSES, ValueError)
"""The errors of a port that can't be opened: pyserial has no one class for an address that leads nowhere."""
REOPENED: Final = 5.0
"""Seconds of silence, at the least, after which a device at a URL that is never quiet is opened again."""
QUIET: Final = 6
"""Seconds without a byte after which the far end of a TCP connection is asked whether it is there."""
READ_TIMEOUT: Final = 0.2
"""Seconds after which a quiet read looks whether it shall stop."""
SECOND_LOOK: Final = 0.02
"""Seconds after which a port that gave nothing is read once more, before it counts as lost."""
PAUSE: Final = 0.1
"""Seconds before the second try to open a lost port; they double with each try, up to the longest."""
LONGEST_PAUSE: Final = 0.8
"""Seconds that they become at most while the port can't be opened."""
REFUSED_PAUSE: Final = 10.0
"""Seconds that they become at most while each connection ends again at once: a server refuses it."""
HOLDS_AFTER: Final = 1.0
"""Seconds after which a connection has not ended at once."""
SHARED_FOR: Final = 60.0
"""Seconds for which another program that took bytes is reported."""
LOOKS_EVERY: Final = 30.0
"""Seconds between two looks whether another program has the port open."""
AT_ONCE: Final = 4096
"""Bytes after which a piece is handed over, so that a flood is seen while it lasts."""
STOPPING: Final = 1.0
"""Seconds that a stop waits at most; only a far host that does not answer holds the thread longer."""
_REASONS: Final = {
    errno.EACCES: LossReason.PERMISSION_DENIED,
    errno.EPERM: LossReason.PERMISSION_DENIED,
    errno.EAGAIN: LossReason.IN_USE,  # raised by flock
    errno.EBUSY: LossReason.IN_USE,
    errno.ENOENT: LossReason.NO_SUCH_FILE,
    errno.ENODEV: LossReason.NO_SUCH_FILE,
    errno.ENXIO: LossReason.NO_SUCH_FILE,
}

log = logging.getLogger(__name__)
Port: TypeAlias = serial.Serial | SocketPort


_LOOKING: Final = threading.Lock()


@lru_cache(maxsize=1)
def _open_elsewhere(_: float) -> Mapping[str, Sequence[str]]:
    """The descriptors in other programs, as far as this user may see, of each device of this machine: looked
    for once in a stretch of time, for all links. Nothing keeps out a program that had opened one before, and
    the later of two readers gets no error.
    """
    found, own = defaultdict[str, list[str]](list), f"/proc/{os.getpid()}/"
    for each in iglob("/proc/[0-9]*/fd/*"):
        with suppress(OSError):  # it has been closed, or belongs to another user
            if not each.startswith(own) and (name := os.readlink(each)).startswith("/dev/"):
                found[name].append(each)
    return found


def _is_among(places: Mapping[str, Sequence[str]], descriptor: int) -> bool:
    """Whether a port is open at one of the places of its name: no other is followed, since a server's folder
    that has gone would hold this thread.
    """
    with suppress(OSError):
        port, name = os.fstat(descriptor), os.readlink(f"/proc/self/fd/{descriptor}")
        for each in places.get(name, ()):
            with suppress(OSError):  # it was closed meanwhile
                if os.path.samestat(os.stat(each), port):
                    return True
    return False


class _Connection(SocketPort):
    """A connection that loses nothing: pyserial empties each as it opens it, even of cards that were kept."""

    def reset_input_buffer(self) -> None:
        """Leave it as it is."""


class SerialLink:
    """Reads a port of any pyserial URL, and opens it again when it was pulled.

    ``on_bytes`` and ``on_health`` are called in the link's own thread and should only hand over. Every byte
    that was read reaches ``on_bytes``, in order; ``on_health`` is called once for each change.
    """

    def __init__(
        self,
        url: str,
        on_bytes: Callable[[bytes], None],
        on_health: Callable[[Health], None],
        failed: Callable[[Exception], None] | None = None,
        *,
        baud: int = 9600,
        silent_after: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``url`` is the port, which :meth:`start` opens. Raises ValueError for a kind of URL unknown to
        pyserial, and for a pattern of ``hwgrep://`` that is no regular expression.

        ``failed`` gets an unforeseen error in the link's thread, which then goes on; without ``failed`` the
        thread ends. ``silent_after``: seconds without a byte after which a device that is never quiet is
        silent; None for any other.
        """
        try:
            serial.serial_for_url(url, do_not_open=True)
        except (re.error, OverflowError) as error:
            raise ValueError(str(error)) from error
        except serial.SerialException:
            pass  # hwgrep:// searches for the port here; it may be plugged in later
        self._url = url
        self._baud = baud
        self._on_bytes = on_bytes
        self._on_health = on_health
        self._failed = failed
        self._silent_after = silent_after
        self._now = now
        self._quiet_since = self._opened_at = 0.0
        self._taken_at = float("-inf")
        self._looked_in: float | None = None
        """The stretch of time of the last look for other programs."""
        self._tries = self._ended_at_once = 0
        self._health: Health | None = None
        self._reported: tuple[Health, LossReason | None] | None = None
        self.reason: LossReason | None = None
        """The reason why the port is lost; None while it is open, or if nobody knows it."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"link {without_password(url)}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Close the port and wait until the thread has ended; this end is not reported as a loss."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOPPING)

    @property
    def is_fresh(self) -> bool:
        """Whether the port was opened so short a time ago that a greeting may come."""
        return self._now() - self._opened_at < GREETS_FOR

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._serve()
        finally:
            # A bug in a callback ends the thread too; then the screen must not show a device that is well.
            self._report_health(Health.LOST)

    def _serve(self) -> None:
        """Open the port and read it, until it is lost; a bug closes it, and it is opened again."""
        try:
            if port := self._open():
                with port:
                    self._read_until_stopped(port)
                    _share(port)
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)
            self._stopping.wait(LONGEST_PAUSE)

    def _open(self) -> Port | None:
        """The open port; None when the link is stopped first."""
        while not self._stopping.is_set():
            if self._ended_at_once:
                self._pause(self._ended_at_once, REFUSED_PAUSE)
            try:
                port = self._try()
            except _UNOPENED as loss:
                self._report_loss(loss)
                self._pause(self._tries, LONGEST_PAUSE)
                self._tries += 1
                continue
            self._opened_at, self._tries = self._now(), 0
            if self._health is not Health.SILENT:  # a silent device stays so until its next byte
                self._quiet_since = self._opened_at
                if not self._ended_at_once:  # one that ended at once must last before it counts
                    self._report_health(Health.CONNECTED)
            return port
        return None

    def _pause(self, times: int, longest: float) -> None:
        """Wait before the next try, after which the port is being connected again."""
        self._stopping.wait(min(PAUSE * 2.0 ** min(times, 10), longest))
        if self._health is not Health.SILENT:
            self._report_health(Health.RECONNECTING)

    def _try(self) -> Port:
        port: Port
        if self._url.lower().startswith("socket://"):
            port = _Connection(self._url, timeout=READ_TIMEOUT)
        else:
            # Only a port of this machine can be locked against a second reader; a URL's far end cannot.
            exclusive = None if "://" in self._url else True
            port = serial.serial_for_url(
                self._url, baudrate=self._baud, timeout=READ_TIMEOUT, exclusive=exclusive
            )
        if type(port) is serial.Serial:  # the lock binds only programs that ask for it
            fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
        # pyserial gives no other way to the connection of socket:// and rfc2217://
        if isinstance(connection := getattr(port, "_socket", None), socket.socket):
            keep_alive(connection, QUIET)  # nothing is ever written to it
        return port

    def _read_until_stopped(self, port: Port) -> None:
        try:
            while not self._stopping.is_set() and not self._wants_reopening():
                if type(port) is serial.Serial:
                    self._read_once(port)
                else:
                    self._read_piecemeal(port)
        except _LOSSES as loss:
            self._ended_at_once = 0 if self._holds else self._ended_at_once + 1
            self._report_loss(loss)

    @property
    def _holds(self) -> bool:
        return self._now() - self._opened_at >= HOLDS_AFTER

    def _wants_reopening(self) -> bool:
        """Whether a device at a URL is silent though never quiet: its far end may hang or lack power."""
        if self._health is not Health.SILENT or self._silent_after is None or "://" not in self._url:
            return False
        return self._now() - self._opened_at >= max(REOPENED, self._silent_after)

    def _read_once(self, port: serial.Serial) -> None:
        """Wait for a byte of this machine's port and take all that came: two calls; pyserial takes six."""
        if (stretch := self._now() // LOOKS_EVERY) != self._looked_in:
            self._looked_in = stretch
            with _LOOKING:
                places = _open_elsewhere(stretch)
            if _is_among(places, port.fileno()):
                self._taken_at = self._now()
        received = self._received(port.fileno(), READ_TIMEOUT)
        if received == b"":  # a lost device returns nothing again; bytes on their way have come by then
            self._stopping.wait(SECOND_LOOK)
            received = self._received(port.fileno(), 0)
        if received == b"":
            raise OSError("the port can be read and gives nothing: the device is gone")
        self._report_state(has_bytes=received is not None)
        if received is not None:
            self._on_bytes(received)

    def _read_piecemeal(self, port: Port) -> None:
        """Wait for a byte of another port, as a socket, and take all that came, even if it is then lost."""
        received = bytearray(port.read(1))
        self._report_state(has_bytes=bool(received))
        try:
            while received and len(received) < AT_ONCE and (waiting := port.in_waiting):
                received += port.read(min(waiting, AT_ONCE))
        finally:
            if received:
                self._on_bytes(bytes(received))

    def _received(self, descriptor: int, timeout: float) -> bytes | None:
        """The bytes that come within the time; None if there are none, empty if the port gives nothing."""
        if not select.select((descriptor,), (), (), timeout)[0]:
            return None
        try:
            return os.read(descriptor, AT_ONCE)
        except BlockingIOError:  # another program has read the bytes
            self._taken_at = self._now()
            return None

    def _report_state(self, *, has_bytes: bool) -> None:
        """Report that a connection holds, whether another program takes its bytes, when a device that is
        never quiet has been silent for too long, and when it sends again.
        """
        now = self._now()
        if self._ended_at_once:
            if not self._holds:
                return
            self._ended_at_once = 0
        if has_bytes:
            self._quiet_since = now
        well = Health.SHARED if now - self._taken_at < SHARED_FOR else Health.CONNECTED
        is_silent = self._silent_after is not None and now - self._quiet_since >= self._silent_after
        self._report_health(Health.SILENT if is_silent else well)

    def _report_loss(self, loss: Exception) -> None:
        if self._health in (None, Health.CONNECTED, Health.SILENT, Health.SHARED):
            # As text: an error that a log keeps would keep the lost port open with it.
            shown = without_password(self._url)
            log.warning("%s: %s", shown, str(loss).replace(self._url, shown))
        self.reason = self._reason_of(loss)
        if self._health is not Health.RECONNECTING:
            self._report_health(Health.LOST)

    def _reason_of(self, loss: Exception) -> LossReason | None:
        if "://" in self._url:
            return None
        if isinstance(loss, OSError) and loss.errno in _REASONS:
            return _REASONS[loss.errno]
        with suppress(OSError):
            if stat.S_ISCHR(os.stat(self._url).st_mode):
                return None
        return LossReason.NO_SUCH_FILE  # a folder or a usual file is no port

    def _report_health(self, health: Health) -> None:
        if health not in (Health.LOST, Health.RECONNECTING):
            self.reason = None
        state = health, self.reason
        if state != self._reported and not self._stopping.is_set():
            self._health, self._reported = health, state
            self._on_health(health)


def _share(port: Port) -> None:
    """Let others open a port that this console had for itself, if it is still there."""
    with suppress(*_LOSSES):
        if type(port) is serial.Serial:
            fcntl.ioctl(port.fileno(), termios.TIOCNXCL)
