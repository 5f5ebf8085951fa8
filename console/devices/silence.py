"""When a connected device is too quiet: some unplugged ones are reported by no system.

Pure: the moments come from the caller, in seconds of one monotonic clock.
"""

from __future__ import annotations

from typing import Final

from console.devices.health import Health

SILENT_AFTER: Final = 10.0
"""Seconds in which a dealer draws a card that is due, with time to spare."""
NEVER_QUIET: Final = {"wheel": 2.0}
"""Devices that speak whether or not something is due, and the seconds after which one of them is silent."""


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


def silent_at(
    *, last_byte: float | None, due_since: float | None, after: float = SILENT_AFTER
) -> float | None:
    """The moment at which to judge again if nothing comes, None while no card is due."""
    if due_since is None:
        return None
    return (due_since if last_byte is None else max(due_since, last_byte)) + after
