"""The far end of a serial cable, for simulated devices: a pseudo-terminal.

The near end is a URL that stays the same when the cable is pulled and plugged in again. The messages of a
device are kept until somebody reads its port.
"""

from __future__ import annotations

import fcntl
import os
import select
import sys
import termios
import time
import tty
from contextlib import ExitStack
from typing import Final

from console.base.system import clear, held_folder

FOLDERS: Final = "dealer-console-port-"
"""The beginning of the names of the ports' temporary folders."""
OPENING: Final = 5.0
"""Seconds after which a port that was opened is taken to be ready, if its reader gives no sign of it."""
PATIENCE: Final = 0.5
"""Seconds that a full line is waited for; what it then does not take is lost, as without flow control."""


class PtyWire:
    """A pseudo-terminal behind a link of a constant name in a directory of its own.

    It is in packet mode: its far end learns when the reader empties the port, which pyserial does as the
    last step of opening it. How long that takes depends on the machine, so no time can stand for it.
    """

    def __init__(self) -> None:
        self._open_since: float | None = None
        self._was_emptied = False
        clear(FOLDERS)  # a table that was killed left its folder behind
        self._kept = ExitStack()
        self._path = held_folder(self._kept, FOLDERS) / "port"
        self._end: int | None = None
        self.plug_in()

    @property
    def url(self) -> str:
        """The path of the link; the same each time the cable is plugged in."""
        return str(self._path)

    @property
    def listening(self) -> bool:
        """Whether the console has the port open: the pty reports a hang-up while it has not."""
        if self._end is None:
            return False
        poll = select.poll()
        poll.register(self._end, 0)
        return not any(state & select.POLLHUP for _, state in poll.poll(0))

    @property
    def ready(self) -> bool:
        """Whether a byte is safe: a reader that opens a port throws away the bytes that came until then. It
        has emptied the port since it opened it, or has had it open for long at each look.
        """
        if not self.listening:
            self._open_since, self._was_emptied = None, False
            return False
        self._was_emptied = self._was_emptied or self._has_been_emptied()
        now = time.monotonic()
        self._open_since = self._open_since or now
        return self._was_emptied or now - self._open_since >= OPENING

    def _has_been_emptied(self) -> bool:
        """Whether packet mode reports an emptied port; a reader's bytes are passed over, as by any device."""
        emptied = False
        while self._end is not None:
            try:
                packet = os.read(self._end, 4096)
            except OSError:  # nothing is left, or the reader has gone meanwhile
                break
            emptied = emptied or bool(packet and packet[0] & termios.TIOCPKT_FLUSHREAD)
        return emptied

    def plug_in(self) -> None:
        """Make a pty and let the link point to it; nothing if there is one."""
        if self._end is not None:
            return
        self._end, port = os.openpty()
        # Raw before anybody opens it, or the terminal echoes the first bytes back to the device.
        tty.setraw(port)
        os.set_blocking(self._end, False)
        fcntl.ioctl(self._end, termios.TIOCPKT, (1).to_bytes(4, sys.byteorder))
        self._path.symlink_to(os.ttyname(port))
        # Closed once, the pty shows from now on whether somebody has it open.
        os.close(port)

    def unplug(self) -> None:
        """Close the pty: the reader's next read fails."""
        if self._end is not None:
            self._path.unlink()
            os.close(self._end)
            self._end, self._was_emptied = None, False

    def write(self, data: bytes) -> None:
        """Write as much as the pty takes while its port is read; nothing while the cable is out."""
        until = time.monotonic() + PATIENCE
        while data and self._end is not None and time.monotonic() < until:
            try:
                data = data[os.write(self._end, data) :]
            except BlockingIOError:
                select.select([], [self._end], [], PATIENCE)

    def close(self) -> None:
        """Unplug for good and leave nothing behind."""
        self.unplug()
        self._kept.close()


class Outbox:
    """Messages on their way to a wire; a byte for a port that nobody has open would be lost."""

    def __init__(self, wire: PtyWire) -> None:
        """Send through ``wire``, which is plugged in."""
        self.wire = wire
        self._waiting: list[bytes] = []
        self._last = b""

    @property
    def is_waiting(self) -> bool:
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
