"""TCP connections whose far end may vanish without a farewell."""

from __future__ import annotations

import socket
from typing import Final

_ASKED: Final = 3
"""How often the far end is asked before the connection counts as lost."""


def keep_alive(connection: socket.socket, quiet: int) -> None:
    """After ``quiet`` silent seconds the system asks whether the far end is there, then each half of that."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, quiet)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, quiet // 2)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, _ASKED)
    # Bytes under way suspend the asking: then this ends the wait for an acknowledgement.
    milliseconds = 1000 * (quiet + _ASKED * quiet // 2)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
