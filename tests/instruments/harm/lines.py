"""A line to the floor's database that can be cut at any byte, be reset, or swallow what is sent."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_RESET: Final = struct.pack("ii", 1, 0)


class Line:
    """Listens on a port of this machine's own network; what comes there goes to the server's socket."""

    def __init__(self, server: Path) -> None:
        self._server = str(server)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.sent = 0
        """Bytes that went to the server."""
        self._left: dict[str, int] = {}
        self._reset = False
        self._flows = threading.Event()
        self._flows.set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *, to: int | None = None, back: int | None = None, reset: bool = False) -> None:
        """Cut every connection after ``to`` more bytes to the server, or ``back`` more bytes of its
        answers.
        """
        self._left = {name: left for name, left in (("to", to), ("back", back)) if left is not None}
        self._reset = reset

    def mend(self) -> None:
        """Carry everything again; what was swallowed comes now."""
        self._left = {}
        self._flows.set()

    def swallow(self) -> None:
        """Take what is sent, and hand nothing on."""
        self._flows.clear()

    def close(self) -> None:
        """End it."""
        self._listening.close()
        for pair in self._pairs:
            self._end(pair)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.socket(socket.AF_UNIX)
                try:
                    far.connect(self._server)
                except OSError:
                    near.close()
                    continue
                self._pairs.append((near, far))
                for way, here, there in (("to", near, far), ("back", far, near)):
                    given = (way, here, there, (near, far))
                    threading.Thread(target=self._carry, args=given, daemon=True).start()

    def _carry(
        self, way: str, here: socket.socket, there: socket.socket, pair: tuple[socket.socket, socket.socket]
    ) -> None:
        with suppress(OSError):
            while some := here.recv(65_536):
                self._flows.wait()
                left = self._left.get(way, len(some) + 1)
                if way in self._left:
                    self._left[way] = left - len(some)
                some = some[:left]
                if way == "to":
                    self.sent += len(some)
                there.sendall(some)
                if left <= len(some):
                    break
        self._end(pair)

    def _end(self, pair: tuple[socket.socket, socket.socket]) -> None:
        for each in pair:
            with suppress(OSError):
                if self._reset and each.family == socket.AF_INET:
                    each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                each.shutdown(socket.SHUT_RDWR)
            with suppress(OSError):
                each.close()


@contextmanager
def line_to(sockets: Path) -> Iterator[Line]:
    """A line to the server whose sockets are in this folder."""
    line = Line(sockets / ".s.PGSQL.5432")
    try:
        yield line
    finally:
        line.close()
