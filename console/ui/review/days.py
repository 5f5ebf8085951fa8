"""Days as a screen says them, in each language's own form."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale

from console.ui.lettering import sentence


@lru_cache(maxsize=64)
def day_name(day: date, language: str) -> str:
    """A day as a heading, in the language's own form."""
    locale = QLocale("en_GB" if language == "en" else language)
    return sentence(locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat))


@lru_cache(maxsize=64)
def short_day(day: date, language: str) -> str:
    """Day and month, beside a time."""
    locale = QLocale("en_GB" if language == "en" else language)
    form = "M月d日" if language == "ja" else "d MMM"
    return locale.toString(QDate(day.year, day.month, day.day), form)
