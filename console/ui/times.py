"""Times as they stand on a screen: local, to the second, in the language's own form."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QLocale, QTime

from console.words import Words


def lasting(seconds: int) -> str:
    """A wait in minutes and seconds, ``2:05``."""
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_time(at: datetime, words: Words | None, *, seconds: bool = True) -> str:
    """The local time of day, ``02:14:09``, or without its seconds ``02:14``."""
    local = at.astimezone() if at.tzinfo is not None else at
    locale = QLocale(words.language if words else "en")
    time = QTime(local.hour, local.minute, local.second)
    return locale.toString(time, "HH:mm:ss" if seconds else "HH:mm")
