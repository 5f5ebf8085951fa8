"""Whole numbers as each language writes them, for the screen and for the terminal alike."""

from __future__ import annotations

from console.words import APART, Words


def whole(number: int, words: Words) -> str:
    """A whole number with its thousands apart: ``8,412``, ``8 412``, ``8.412``."""
    return f"{number:,}".replace(",", APART[words.language])
