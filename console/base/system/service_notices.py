"""The socket of a service manager: systemd's datagrams, if it has asked for them. It knows only the protocol
of ``sd_notify``. It is thirty lines, and the libraries for it are older than the machines that it runs on.
"""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Final

_TOLD_BY: Final = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
_LONGEST: Final = 500
"""The most characters of a status: it is one line of ``systemctl status``."""


class NotifySocket:
    """Sends a service's state to its manager; no call ever raises or waits: play goes first."""

    def __init__(self, address: str, watchdog: int | None = None) -> None:
        """``watchdog`` is the microseconds for a sign of life; None: nobody waits for one."""
        self.watchdog = watchdog
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def send_fields(self, **fields: str | int) -> None:
        """Send the fields in one datagram, each by its own name: ``READY=1``, ``STATUS=at work``."""
        lines = (f"{name}={' '.join(str(value).split())[:_LONGEST]}" for name, value in fields.items())
        with suppress(OSError):  # Nobody listens, or too slowly: a later notice will be heard.
            self._socket.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)

    def close(self) -> None:
        self._socket.close()


def notify_socket(environ: MutableMapping[str, str] = os.environ) -> NotifySocket | None:
    """The socket that the environment names, or None; the name is removed, so that child programs have none.
    ``WATCHDOG_PID`` is not compared: under a compositor it is the compositor's.
    """
    address, watchdog, _ = (environ.pop(name, "") for name in _TOLD_BY)
    if not address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
        return None
    return NotifySocket(address, int(watchdog) if watchdog.isdecimal() and int(watchdog) else None)
