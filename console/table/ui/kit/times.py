"""Times and days as a screen says them: local, to the second, in the language's own form."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale

from console.base.words import FIRST, LOCALES, Words, date_text, which_of
from console.table.ui.kit.lettering import sentence


def lasting(seconds: int) -> str:
    """A wait in minutes and seconds, ``2:05``."""
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_time(at: datetime, words: Words | None, *, seconds: bool = True) -> str:
    """The local time of day, ``02:14:09``, or without its seconds ``02:14``."""
    local = at.astimezone() if at.tzinfo is not None else at
    locale = words.locale if words else LOCALES[FIRST]
    return local.strftime(locale.time if seconds else locale.short_time)


def logged_time(
    at: datetime, words: Words | None, *, seconds: bool = True, begun: datetime | None = None
) -> str:
    """The local time of day of an entry, and which one if a clock shows it twice: ``02:14:09+02:00``; with
    its day if that is another than the day of ``begun``.
    """
    time = f"{clock_time(at, words, seconds=seconds)}{which_of(at)}"
    return " ".join(filter(None, (other_day(at, begun or at, words), time)))


def other_day(at: datetime, begun: datetime, words: Words | None) -> str:
    """The local day of a time if it is another than that of what it belongs to; else empty."""
    day = at.astimezone().date()
    return (
        "" if day == begun.astimezone().date() else date_text(day, words.locale if words else LOCALES[FIRST])
    )


@lru_cache(maxsize=64)
def day_name(day: date, language: str) -> str:
    """A day as a heading, in the language's own form."""
    locale = QLocale(LOCALES[language].cldr)
    return sentence(locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat))


@lru_cache(maxsize=64)
def _month(day: date, language: str) -> str:
    locale = QLocale(LOCALES[language].cldr)
    return locale.toString(QDate(day.year, day.month, day.day), "MMM")


def short_day(day: date, words: Words) -> str:
    """Day and month, beside a time: ``20 Nov``, ``20. Nov.``, ``lapkr. 20 d.``, ``11月20日``."""
    return words.text("review.day", day=day.day, month=_month(day, words.language))


def moment_text(at: datetime, words: Words) -> str:
    """A time of day with its day, in the order of the language."""
    day = short_day(at.astimezone().date(), words)
    return words.text("review.moment", clock=logged_time(at, words), day=day)
