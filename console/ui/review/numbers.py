"""Figures as each language writes them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLocale

from console.words import Words


@lru_cache(maxsize=8)
def _locale(language: str) -> QLocale:
    return QLocale(language)


def figure(value: float, words: Words, places: int = 1) -> str:
    """A figure with its tenths: a comma in most."""
    return _locale(words.language).toString(value, "f", places)
