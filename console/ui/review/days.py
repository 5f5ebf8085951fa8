"""Days as a screen says them, in each language's own form."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale

from console.ui.lettering import sentence
from console.ui.times import clock_time
from console.words import Words


@lru_cache(maxsize=64)
def day_name(day: date, language: str) -> str:
    """A day as a heading, in the language's own form."""
    locale = QLocale("en_GB" if language == "en" else language)
    return sentence(locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat))


@lru_cache(maxsize=64)
def _month(day: date, language: str) -> str:
    locale = QLocale("en_GB" if language == "en" else language)
    return locale.toString(QDate(day.year, day.month, day.day), "MMM")


def short_day(day: date, words: Words) -> str:
    """Day and month, beside a time: ``20 Nov``, ``20. Nov.``, ``lapkr. 20 d.``, ``11月20日``."""
    return words.text("review.day", day=day.day, month=_month(day, words.language))


def moment_text(at: datetime, words: Words) -> str:
    """A time of day with its day, in the order of the language."""
    day = short_day(at.astimezone().date(), words)
    return words.text("review.moment", clock=clock_time(at, words), day=day)
