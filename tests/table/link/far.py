"""The far end of the link for the tests: a server on the loopback that does only what a test asks for."""

from __future__ import annotations

import select
import socket
import ssl
import struct
from typing import Any

import msgspec

SOON = 60.0
"""Seconds after which something that was waited for has not come."""


class Heard:
    """One connection from a console, as the server has it."""

    def __init__(self, end: socket.socket) -> None:
        end.settimeout(SOON)
        self.end = end
        self._lines = end.makefile("rb")

    def line(self) -> dict[str, Any]:
        """The next whole line that the console says."""
        received = self._lines.readline()
        assert received.endswith(b"\n"), f"the console hung up after {received!r}"
        line: dict[str, Any] = msgspec.json.decode(received)
        return line

    def greeting(self) -> dict[str, Any]:
        """The present view, which comes with the hello."""
        assert self.line()["hello"] == "dealer-console"
        return self.line()

    def some(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        return self._lines.read(count)

    def rest(self) -> bytes:
        """All that comes before the console hangs up."""
        return self._lines.read()

    def say(self, *lines: bytes) -> None:
        self.end.sendall(b"".join(line + b"\n" for line in lines))

    def ask(self, line: bytes) -> dict[str, Any]:
        self.say(line)
        return self.line()

    def finish(self) -> None:
        """Say no more, and hear the rest."""
        self.end.shutdown(socket.SHUT_WR)
        self.rest()
        self.close()

    def reset(self) -> None:
        """Go away as a machine does that loses power and comes back."""
        self.end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self) -> None:
        self._lines.close()
        self.end.close()


class Far:
    """A listening server; ``tls`` makes it speak so, ``room`` is its receive buffer."""

    def __init__(self, tls: ssl.SSLContext | None = None, room: int | None = None) -> None:
        self._tls = tls
        self._listening = socket.socket()
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if room is not None:
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen(16)
        self._listening.settimeout(SOON)
        self._heard: list[Heard] = []

    @property
    def port(self) -> int:
        port: int = self._listening.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"{'tls' if self._tls else 'tcp'}://127.0.0.1:{self.port}"

    @property
    def is_called(self) -> bool:
        """Whether another connection waits at the door."""
        return bool(select.select([self._listening], [], [], 0)[0])

    def accept(self) -> Heard:
        end = self._listening.accept()[0]
        end.settimeout(SOON)
        connection = Heard(self._tls.wrap_socket(end, server_side=True) if self._tls else end)
        self._heard.append(connection)
        return connection

    def refuse(self) -> ssl.SSLError:
        """Why the console did not like what TLS shows of this server."""
        assert self._tls is not None
        end = self._listening.accept()[0]
        end.settimeout(SOON)
        try:
            self._tls.wrap_socket(end, server_side=True).recv(1)
        except ssl.SSLError as error:
            return error
        finally:
            end.close()
        raise AssertionError("the console spoke to a server that it can't know")

    def close(self) -> None:
        for connection in self._heard:
            connection.close()
        self._listening.close()
