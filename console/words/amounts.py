"""Whole numbers and amounts of money as a language writes them: in whole minor units, nothing is rounded.

It never knows what an amount is for.
"""

from __future__ import annotations

from console.game.rulebook import load_rulebook
from console.words import Words


def currency(rules: str) -> str:
    """The currency that a rulebook names; nothing where it names none."""
    named = (game.currency for game in load_rulebook(rules).games.values())
    return next((currency for currency in named if currency is not None), "")


def short_money(minor: int, words: Words) -> str:
    """``1,800``, and ``0.50`` where it is no whole sum; for a limit, whose currency stands beside it."""
    full = money(minor, words)
    return full if minor % 100 else full[:-3]


def money(minor: int, words: Words, unit: str = "") -> str:
    """``1,800.00 EUR``, with the language's own marks."""
    whole = words.figure(minor // 100)
    return f"{whole}{words.locale.point}{minor % 100:02}" + (f"\u00a0{unit}" if unit else "")


def whole(number: int, words: Words) -> str:
    """A whole number with its thousands apart: ``8,412``, ``8 412``, ``8.412``."""
    return words.figure(number)
