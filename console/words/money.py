"""Amounts as a language writes them: in whole minor units, nothing is rounded.

It never knows what an amount is for.
"""

from __future__ import annotations

from typing import Final

from console.game.rulebook import load_rulebook
from console.words import Words

_MARKS: Final = {"de": (".", ","), "is": (".", ","), "sv": ("\u00a0", ","), "lt": ("\u00a0", ",")}


def currency(rules: str) -> str:
    """The currency that a rulebook names; nothing where it names none."""
    limits = load_rulebook(rules).roulette.limits
    return "" if limits is None else limits.currency


def short_money(minor: int, words: Words) -> str:
    """``1,800``, and ``0.50`` where it is no whole sum; for a limit, whose currency stands beside it."""
    full = money(minor, words)
    return full if minor % 100 else full[:-3]


def money(minor: int, words: Words, unit: str = "") -> str:
    """``1,800.00 EUR``, with the language's own marks."""
    group, point = _MARKS.get(words.language, (",", "."))
    whole = f"{minor // 100:,}".replace(",", group)
    return f"{whole}{point}{minor % 100:02}" + (f"\u00a0{unit}" if unit else "")
