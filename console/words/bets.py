"""What bets are called: the layout's and the racetrack's by what they cover, those on cards by their hand.

Pure functions from a wager to words.
"""

from __future__ import annotations

from console.game.worksheet import Wager
from console.words import Words
from console.words.names import hand_name


def bet_name(words: Words, wager: Wager) -> str:
    """``Split 8–11``, ``3rd dozen``, ``Neighbours of 17, 2 each side``, ``Insurance, seat 3, hand 1``."""
    named = _on_layout(words, wager)
    if named is None:
        named = words.text(f"bet.{wager.on}", numbers=_numbers(wager))
    named = named[:1].upper() + named[1:]
    if wager.seat is None or wager.hand is None:
        return named
    return words.text("access.list").join((named, hand_name(words, f"{wager.seat}.{wager.hand}")))


def _on_layout(words: Words, wager: Wager) -> str | None:
    match wager.on:
        case "red" | "black":
            return words.text(f"say.colour.{wager.on}")
        case "odd" | "even":
            return words.text(f"say.parity.{wager.on}")
        case "low" | "high":
            return words.text(f"wheel.field.{wager.on}")
        case "column" | "dozen":
            first = (wager.numbers or (1,))[0]
            at = first if wager.on == "column" else (first + 11) // 12
            return words.text(f"wheel.{wager.on}.{at}")
        case "neighbours":
            return words.text("bet.neighbours", number=wager.number, each=wager.each or 1)
        case _:
            return None


def _numbers(wager: Wager) -> str:
    numbers = wager.numbers or ()
    ends = (numbers[0], numbers[-1]) if wager.on == "six_line" and numbers else numbers
    return "–".join(map(str, ends))
