"""One connection, plain or TLS, in one thread that waits for bytes, for room to send, or for a call. It joins
bytes to lines, however they were split, in limited memory.
"""

from __future__ import annotations

import selectors
import socket
import ssl
from typing import Final

AT_ONCE: Final = 65_536
"""Bytes that are read or written at once, at most."""
_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class ConnectionEnded(ConnectionError):
    """The other side has ended the connection."""


class Wake:
    """Wakes a thread that waits for its connection; any thread may call it, and the call never waits."""

    def __init__(self) -> None:
        self._hears, self._calls = socket.socketpair()
        self._hears.setblocking(False)
        self._calls.setblocking(False)

    def set(self) -> None:
        try:
            self._calls.send(b"\0")
        except OSError:
            return  # the pipe is full of calls, or has no reader any more

    def clear(self) -> None:
        try:
            while self._hears.recv(AT_ONCE):
                pass
        except BlockingIOError:
            return

    def fileno(self) -> int:
        return self._hears.fileno()

    def close(self) -> None:
        self._hears.close()
        self._calls.close()


class Stream:
    """A connection in which only :meth:`turn` waits."""

    def __init__(self, end: socket.socket, wake: Wake) -> None:
        """Take over a connected socket, which :meth:`close` closes."""
        end.setblocking(False)
        self._end = end
        self._wake = wake
        self._unsent = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(wake, selectors.EVENT_READ)
        self._selected = 0

    @property
    def unsent(self) -> int:
        """The number of bytes that the system has not taken yet."""
        return len(self._unsent)

    def send(self, sent: bytes) -> None:
        self._unsent += sent

    def turn(self, timeout: float | None, *, reading: bool = True) -> bytes:
        """Wait for bytes, room or a call, for at most ``timeout`` seconds; returns the bytes that came.

        Without ``reading`` none are taken, so that the other side has to wait. Raises OSError if the
        connection has ended.
        """
        self._select(_READ * reading | _WRITE * bool(self._unsent))
        waiting = reading and isinstance(self._end, ssl.SSLSocket) and self._end.pending()
        self._selector.select(0 if waiting else timeout)
        self._wake.clear()
        self._write()
        return self._receive() if reading else b""

    def close(self) -> None:
        self._selector.close()
        self._end.close()

    def _select(self, wanted: int) -> None:
        if wanted == self._selected:
            return
        if self._selected:
            self._selector.unregister(self._end)
        if wanted:
            self._selector.register(self._end, wanted)
        self._selected = wanted

    def _write(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: self._end.send(self._unsent[:AT_ONCE])]
        except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
            return

    def _receive(self) -> bytes:
        try:
            received = self._end.recv(AT_ONCE)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return b""
        if not received:
            raise ConnectionEnded("it hung up")
        return received


class LineReader:
    """Joins bytes to lines. Of a line that is too long it keeps only enough to show its excess."""

    def __init__(self, longest: int) -> None:
        """``longest`` is in bytes, without a line's end."""
        self._longest = longest
        self._part = bytearray()

    @property
    def unended(self) -> int:
        """The number of bytes since the last line's end."""
        return len(self._part)

    def feed(self, received: bytes) -> list[bytes]:
        """The lines now complete, without LF or CRLF; one over ``longest`` is cut, but still over it."""
        *ends, rest = received.split(b"\n")
        lines = [self._ended(end) for end in ends]
        self._grow(rest)
        return lines

    def _ended(self, end: bytes) -> bytes:
        self._grow(end)
        line = bytes(self._part).removesuffix(b"\r")
        self._part.clear()
        return line

    def _grow(self, piece: bytes) -> None:
        # Two more than the longest: one may be the CR of its end, the other then says that it is longer.
        self._part += piece[: self._longest + 2 - len(self._part)]
