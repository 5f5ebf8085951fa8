"""How a device is, as the dealer's screen shows it."""

from __future__ import annotations

from enum import StrEnum


class Health(StrEnum):
    """Whether a device can be heard. Only ``CONNECTED`` is well."""

    CONNECTED = "connected"
    SILENT = "silent"
    """Connected, but nothing comes although a card is due, or from a device that is never quiet."""
    LOST = "lost"
    """The port went away, or was never there."""
    RECONNECTING = "reconnecting"
    """The port is lost, and is tried again and again."""
