"""The worksheet's rows in words and sums: what is credited by hand, and what is not taken back.

Pure functions of what the table reckoned; amounts are in minor units.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from console.game.rulebook import load_rulebook
from console.game.worksheet import Row, Worksheet
from console.ui.wheel.spots import Spot
from console.ui.wheel.wording import field_name
from console.words import Words

_CHANCES: Final = ("red", "black", "odd", "even", "low", "high")
_MARKS: Final = {"de": (".", ","), "is": (".", ","), "sv": ("\u00a0", ","), "lt": ("\u00a0", ",")}


@cache
def currency(rules: str) -> str:
    """The currency that a rulebook names; nothing where it names none."""
    limits = load_rulebook(rules).roulette.limits
    return "" if limits is None else limits.currency


def money(minor: int, words: Words, unit: str = "") -> str:
    """``1,800.00 EUR``, with the language's own marks."""
    group, point = _MARKS.get(words.language, (",", "."))
    whole = f"{minor // 100:,}".replace(",", group)
    return f"{whole}{point}{minor % 100:02}" + (f"\u00a0{unit}" if unit else "")


def spot_name(words: Words, spot: Spot, each: int | None = None) -> str:
    """``Split 8–11``, ``3rd dozen``, ``Neighbours of 17, 2 each side``."""
    if spot.on in _CHANCES:
        return field_name(words, (spot.on, 1))  # type: ignore[arg-type]
    if spot.on in ("column", "dozen"):
        first = (spot.numbers or (1,))[0]
        at = first if spot.on == "column" else (first + 11) // 12
        return field_name(words, (spot.on, at))  # type: ignore[arg-type]
    if spot.number is not None:
        return words.text("bet.neighbours", number=spot.number, each=each or 1)
    numbers = "–".join(map(str, spot.numbers or ()))
    if spot.on == "six_line" and spot.numbers:
        numbers = f"{spot.numbers[0]}–{spot.numbers[-1]}"
    return words.text(f"bet.{spot.on}", numbers=numbers)


def row_name(words: Words, row: Row) -> str:
    """A row's bet."""
    return spot_name(words, Spot(row.on, row.numbers, row.number), row.each)


def credited(row: Row) -> int:
    """What is credited by hand: what it brings back, less what it brought by the wrong number (LT-ROU-33)."""
    return max(0, (row.back or 0) - (row.recorded_back or 0))


def kept(row: Row) -> int:
    """What was credited by mistake and is not taken back (LT-ROU-33)."""
    return max(0, (row.recorded_back or 0) - (row.back or 0))


def sums(sheet: Worksheet) -> tuple[int, int]:
    """All that is credited by hand, and all that is not taken back."""
    return sum(map(credited, sheet.bets)), sum(map(kept, sheet.bets))
