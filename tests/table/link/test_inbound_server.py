"""A game server that connects by itself: those of its connections count that it has not ended."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import pytest

from console.table.link.server import InboundServer

AT_ONCE = struct.pack("ii", 1, 0)
"""Closed by a reset, as by a process that was killed with bytes unread."""


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def connected(listening: socket.socket) -> socket.socket:
    return socket.create_connection(listening.getsockname()[:2])


def test_connections_that_ended_while_they_waited_are_passed_over(listening: socket.socket) -> None:
    connected(listening).close()
    reset = connected(listening)
    reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    reset.close()
    with connected(listening) as alive, InboundServer(listening, "T1", None).connect() as end:
        assert end.getpeername() == alive.getsockname()
        alive.sendall(b'{"do":"view"}\n')
        assert end.recv(100) == b'{"do":"view"}\n'


def test_each_connection_is_taken_once_and_in_order(listening: socket.socket) -> None:
    server = InboundServer(listening, "T1", None)
    with connected(listening) as first, connected(listening) as second, server.connect() as taken:
        assert taken.getpeername() == first.getsockname()
        with server.connect() as other:
            assert other.getpeername() == second.getsockname()
