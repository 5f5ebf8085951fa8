"""How a device is, as the dealer's screen shows it, and when a connected one is too quiet.

Some unplugged devices are reported by no system. Moments come from the caller, in seconds of one monotonic
clock.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Health(StrEnum):
    """Whether a device can be heard. Only ``CONNECTED`` is well."""

    CONNECTED = "connected"
    SILENT = "silent"
    """Connected, but nothing comes although a card is due, or from a device that is never quiet."""
    LOST = "lost"
    """The port went away, or was never there."""
    RECONNECTING = "reconnecting"
    """The port is lost, and is tried again and again."""


SILENT_AFTER: Final = 10.0
"""Seconds in which a dealer draws a card that is due, with time to spare."""


def judged(
    link: Health, *, last_byte: float | None, due_since: float | None, now: float, after: float = SILENT_AFTER
) -> Health:
    """The device's health, given its link's: silent when a card was due for ``after`` seconds without a byte.

    ``last_byte`` is None before the first byte, ``due_since`` None while no card is due: then a device may
    be as quiet as it likes. A lost link stays lost.
    """
    if link is not Health.CONNECTED or due_since is None:
        return link
    quiet_since = due_since if last_byte is None else max(due_since, last_byte)
    return Health.SILENT if now - quiet_since >= after else link
