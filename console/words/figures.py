"""Whole numbers as each language writes them, for the screen and for the terminal alike."""

from __future__ import annotations

from typing import Final

from console.words import Words

_APART: Final = {"en": ",", "sv": "\u00a0", "ja": ",", "lt": "\u00a0", "is": ".", "de": "."}


def whole(number: int, words: Words) -> str:
    """A whole number with its thousands apart: ``8,412``, ``8 412``, ``8.412``."""
    return f"{number:,}".replace(",", _APART[words.language])


def counted(words: Words, key: str, number: int, /, **slots: object) -> str:
    """The phrase of ``key`` in the plural form for a number that can pass a thousand."""
    return words.count(key, number, count=whole(number, words), **slots)
