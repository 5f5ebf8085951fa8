"""The far end of a serial cable, for simulated devices: a pty, or a loopback socket on a system without one.

The near end is a URL that stays the same when the cable is pulled and plugged in again. The messages of a
device are kept until somebody reads its port.
"""

from __future__ import annotations

import fcntl
import os
import select
import socket
import sys
import tempfile
import termios
import time
import tty
from pathlib import Path
from typing import Final, Protocol

OPENING: Final = 5.0
"""Seconds after which a port that was opened is taken to be ready, where its reader gives no sign of it."""
CONNECTING: Final = 0.1
"""Seconds after which a socket is taken to be ready: its reader never gives a sign of it."""
PATIENCE: Final = 0.5
"""Seconds that a full line is waited for; what it then does not take is lost, as without flow control."""


class Wire(Protocol):
    """A cable from a simulated device to the console."""

    @property
    def url(self) -> str:
        """The URL for the console; the same each time the cable is plugged in."""

    @property
    def listening(self) -> bool:
        """Whether the console has the port open: bytes for a port that nobody reads are lost."""

    @property
    def ready(self) -> bool:
        """Whether a byte is safe: a reader that opens a port throws away the bytes that came until then."""

    def plug_in(self) -> None:
        """Let the port be there; nothing if it is."""

    def unplug(self) -> None:
        """Take the port away from its reader; nothing if it is away."""

    def write(self, data: bytes) -> None:
        """Send bytes; they are lost when the cable is out."""

    def close(self) -> None:
        """Unplug for good and leave nothing behind."""


def new_wire() -> Wire:
    """A pseudo-terminal, plugged in."""
    wire = PtyWire()
    wire.plug_in()
    return wire


class _OpenTime:
    """Since when a port has been open."""

    def __init__(self, enough: float) -> None:
        self._enough = enough
        self._since: float | None = None

    def long_enough(self, *, now_open: bool) -> bool:
        """Whether it has now been open without a break for the required seconds; call it again and again."""
        if not now_open:
            self._since = None
            return False
        now = time.monotonic()
        if self._since is None:
            self._since = now
        return now - self._since >= self._enough


class TcpWire:
    """A serial server of one port on the loopback, as the boxes between a shoe and a network are."""

    def __init__(self) -> None:
        """Choose a free port of the loopback."""
        self._opened = _OpenTime(CONNECTING)
        self._server: socket.socket | None = None
        self._reader: socket.socket | None = None
        self._address = ("127.0.0.1", 0)
        self.plug_in()

    @property
    def url(self) -> str:
        """``socket://`` and the port that was free at first."""
        return f"socket://{self._address[0]}:{self._address[1]}"

    @property
    def listening(self) -> bool:
        """Whether a client is connected; accepts one that waits."""
        if self._reader and self._has_gone(self._reader):
            self._reader.close()
            self._reader = None
        if self._reader is None and self._server:
            try:
                self._reader = self._server.accept()[0]
                self._reader.settimeout(PATIENCE)
            except BlockingIOError:
                return False
        return self._reader is not None

    @property
    def ready(self) -> bool:
        """Whether a client has been connected for long enough."""
        return self._opened.long_enough(now_open=self.listening)

    def plug_in(self) -> None:
        if self._server is None:
            # A server on the port again at once: the connection before leaves it in TIME_WAIT.
            self._server = socket.create_server(self._address)
            self._server.setblocking(False)
            self._address = self._server.getsockname()[:2]

    def unplug(self) -> None:
        """Hang up, and accept no client."""
        for end in (self._reader, self._server):
            if end:
                end.close()
        self._reader = self._server = None

    def write(self, data: bytes) -> None:
        if self.listening and self._reader:
            try:
                self._reader.sendall(data)
            except OSError:
                self._reader.close()
                self._reader = None

    def close(self) -> None:
        """Close the cable; it is not plugged in again."""
        self.unplug()

    @staticmethod
    def _has_gone(reader: socket.socket) -> bool:
        readable, _, _ = select.select([reader], [], [], 0)
        try:
            return bool(readable) and not reader.recv(4096)
        except OSError:
            return True


class PtyWire:
    """A pseudo-terminal behind a link of a constant name in a directory of its own.

    It is in packet mode: its far end learns when the reader empties the port, which pyserial does as the
    last step of opening it. How long that takes depends on the machine, so no time can stand for it.
    """

    def __init__(self) -> None:
        """Make the directory; the port is there after :meth:`plug_in`."""
        self._opened = _OpenTime(OPENING)
        self._was_emptied = False
        self._directory = tempfile.TemporaryDirectory(prefix="dealer-console-")
        self._path = Path(self._directory.name) / "port"
        self._end: int | None = None

    @property
    def url(self) -> str:
        """The path of the link."""
        return str(self._path)

    @property
    def listening(self) -> bool:
        """Whether the port is open: the pty reports a hang-up while it is not."""
        if self._end is None:
            return False
        poll = select.poll()
        poll.register(self._end, 0)
        return not any(state & select.POLLHUP for _, state in poll.poll(0))

    @property
    def ready(self) -> bool:
        """Whether the reader has emptied the port since it opened it, or has had it open for long."""
        is_open = self.listening
        self._was_emptied = is_open and (self._was_emptied or self._has_been_emptied())
        return self._opened.long_enough(now_open=is_open) or self._was_emptied

    def _has_been_emptied(self) -> bool:
        """Whether packet mode reports an emptied port; bytes from a reader are passed over, as by any
        device.
        """
        emptied = False
        while self._end is not None:
            try:
                packet = os.read(self._end, 4096)
            except OSError:  # nothing more, or the reader has gone in between
                break
            emptied = emptied or bool(packet and packet[0] & termios.TIOCPKT_FLUSHREAD)
        return emptied

    def plug_in(self) -> None:
        """Make a pty and let the link point to it."""
        if self._end is not None:
            return
        self._end, port = os.openpty()
        # Raw before anybody opens it, or the terminal echoes the first bytes back to the device.
        tty.setraw(port)
        os.set_blocking(self._end, False)
        fcntl.ioctl(self._end, termios.TIOCPKT, (1).to_bytes(4, sys.byteorder))
        self._path.symlink_to(os.ttyname(port))
        # Closed once, the pty tells from now on whether somebody has it open.
        os.close(port)

    def unplug(self) -> None:
        """Close the pty: the reader's next read fails."""
        if self._end is not None:
            self._path.unlink()
            os.close(self._end)
            self._end, self._was_emptied = None, False

    def write(self, data: bytes) -> None:
        """Write as much as the pty takes while its port is read."""
        until = time.monotonic() + PATIENCE
        while data and self._end is not None and time.monotonic() < until:
            try:
                data = data[os.write(self._end, data) :]
            except BlockingIOError:
                select.select([], [self._end], [], PATIENCE)

    def close(self) -> None:
        self.unplug()
        self._directory.cleanup()


class Outbox:
    """Messages in their order on their way to a wire; a byte for a port that nobody has open
    would be lost.
    """

    def __init__(self, wire: Wire) -> None:
        """Send through ``wire``, which is plugged in."""
        self.wire = wire
        self._waiting: list[bytes] = []
        self._last = b""

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be sent."""
        return bool(self._waiting)

    def put(self, message: bytes) -> None:
        """Send a message now, or as soon as the port is read."""
        self._waiting.append(message)
        self.flush()

    def plug_in(self, *, last_again: bool) -> None:
        """Plug the wire in; ``last_again`` sends the last message once more, before all waiting ones."""
        if last_again and self._last:
            self._waiting.insert(0, self._last)
        self.wire.plug_in()

    def flush(self) -> bool:
        """Send the waiting messages; False when there is none, or nobody reads yet."""
        if not self._waiting or not self.wire.ready:
            return False
        for message in self._waiting:
            self.wire.write(message)
        self._last = self._waiting[-1]
        self._waiting.clear()
        return True
