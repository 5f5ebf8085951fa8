"""Whole numbers and amounts of money as a language writes them. Amounts are in whole minor units, so nothing
is rounded. This module never knows what an amount is for.
"""

from __future__ import annotations

from typing import Final

from console.base.words import Words
from console.table.game.rulebook import load_rulebook


def currency(rules: str) -> str:
    """The currency that a rulebook names; empty if it names none."""
    named = (game.currency for game in load_rulebook(rules).games.values())
    return next((currency for currency in named if currency is not None), "")


_WHOLE: Final = frozenset((
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
))  # fmt: skip
"""Currencies without a minor unit (ISO 4217): an amount of yen is in yen."""
_THOUSANDTHS: Final = frozenset(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"))
"""Those whose minor unit is a thousandth."""


def _digits(unit: str) -> int:
    """Digits of the minor unit; of an amount without a currency two."""
    return 0 if unit in _WHOLE else 3 if unit in _THOUSANDTHS else 2


def short_money(minor: int, words: Words, unit: str) -> str:
    """``1,800``, or ``0.50`` if it is no whole sum: for a limit, with the currency beside it."""
    whole_sum, rest = _parted(minor, unit)
    return money(minor, words, unit) if rest else words.figure(whole_sum)


def named_money(minor: int, words: Words, unit: str) -> str:
    """``1,800.00 EUR``; without a currency the amount alone."""
    return money(minor, words, unit) + (f"\u00a0{unit}" if unit else "")


def money(minor: int, words: Words, unit: str) -> str:
    """``1,800.00``, with this language's marks and as many decimals as the currency has."""
    whole_sum, rest = _parted(minor, unit)
    figures = _digits(unit)
    return words.figure(whole_sum) + (f"{words.locale.point}{rest:0{figures}}" if figures else "")


def _parted(minor: int, unit: str) -> tuple[int, int]:
    size: int = 10 ** _digits(unit)
    return divmod(minor, size)


def whole(number: int, words: Words) -> str:
    """A whole number with a mark between its thousands: ``8,412``, ``8 412``, ``8.412``."""
    return words.figure(number)
