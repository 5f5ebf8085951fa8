"""The state of a device as the dealer's screen shows it, and when a connected device counts as silent.

The operating system does not report every unplugged device. Times come from the caller, in seconds of one
clock that nobody sets.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Health(StrEnum):
    """The state of a device's connection. Only ``CONNECTED`` is good."""

    CONNECTED = "connected"
    SILENT = "silent"
    """Connected, but it sends nothing although a card is due, or although this model always sends."""
    SHARED = "shared"
    """Connected, but another program takes some of its bytes."""
    LOST = "lost"
    """The port disappeared, or never existed."""
    RECONNECTING = "reconnecting"
    """The port is lost, and the console tries again and again to open it."""


class LossReason(StrEnum):
    """The reason why a port or the game server can't be reached, as far as the operating system says it;
    ``lamp.REASON`` is its phrase.
    """

    PERMISSION_DENIED = "permission_denied"
    IN_USE = "in_use"
    NO_SUCH_FILE = "no_such_file"
    NO_SUCH_NAME = "no_such_name"
    """The server's name has no address."""
    NO_PROGRAM = "no_program"
    """No program takes connections at the server's port."""
    NO_HOST = "no_host"
    """The server's computer does not answer, or no way leads there."""
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE_EARLY = "certificate_early"
    """The server's certificate is not valid yet, or the table's clock is wrong."""
    CERTIFICATE_HOST = "certificate_host"
    """The server's certificate names another host."""
    CERTIFICATE_AUTHORITY = "certificate_authority"
    """The authority in the table's file did not sign the server's certificate."""
    NO_TLS = "no_tls"
    HUNG_UP = "hung_up"
    """The server ended the connection."""
    UNREAD = "unread"
    """The server reads nothing of what is sent to it."""


SILENT_AFTER: Final = 10.0
"""Seconds of silence after a card is due. A dealer draws a card in less time."""


def judge_health(
    link: Health, *, last_byte: float | None, due_since: float | None, now: float, after: float = SILENT_AFTER
) -> Health:
    """The device's health by its link's: silent after ``after`` seconds without a byte while a card is due.
    ``last_byte`` is None before any, ``due_since`` while no card is due. A lost link stays lost.
    """
    if link is not Health.CONNECTED or due_since is None:
        return link
    quiet_since = due_since if last_byte is None else max(due_since, last_byte)
    return Health.SILENT if now - quiet_since >= after else link
