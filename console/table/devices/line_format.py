"""The format of a device's lines in the table's file: patterns, and the maker's own letters.

A format comes from outside: from a table's file, or from the journal of another console. So it is checked
before it is used, and a decoder with a format that can't be used reads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final, TypeVar

import msgspec

from console.table.devices.line_pattern import LONGEST, WAYS, Pattern, PatternError, pattern
from console.table.game.cards import Card, Rank, Suit

PATTERNS: Final = 16
"""The most patterns that one device may have."""
_RANKS: Final = {**{rank.value: rank for rank in Rank}, "10": Rank.TEN}
_SUITS: Final = {suit.value: suit for suit in Suit}
Letter = TypeVar("Letter", Rank, Suit)
_LINE_END: Final = re.compile(rb"[\r\n]+")


class Format(msgspec.Struct, frozen=True, omit_defaults=True):
    """The format of a device's lines in a table's file; empty for a model with lines of its own."""

    patterns: tuple[str, ...] = ()
    """Regular expressions of whole lines; the first that a line matches counts."""
    ranks: tuple[tuple[str, str], ...] = ()
    """The maker's letters for ranks, and ours."""
    suits: tuple[tuple[str, str], ...] = ()
    """The maker's letters for suits, and ours."""


NONE: Final = Format()
"""The format of a model with lines of its own."""


class FormatError(ValueError):
    """The format can't be used; ``key`` is the key in the table's file."""

    def __init__(self, key: str, reason: str) -> None:
        """``key`` is the key in the table's file, ``reason`` what is wrong with it."""
        super().__init__(f"{key}: {reason}")
        self.key, self.reason = key, reason


class Lines(msgspec.Struct, frozen=True):
    patterns: tuple[Pattern, ...]
    cards: dict[str, Card]
    """Every text that stands for a card, in capitals."""
    ranks: dict[str, Rank]
    suits: dict[str, Suit]

    def groups_of(self, line: str) -> dict[str, str] | None:
        """The named groups of a line, by the first pattern that it matches; None if it matches none."""
        for each in self.patterns:
            if (groups := each.groups_of(line)) is not None:
                return groups
        return None

    def card_of(self, groups: dict[str, str]) -> Card | None:
        """The card that a line names; None if its letters name no card."""
        if "card" in groups:
            return self.cards.get(groups["card"].strip().upper())
        rank = self.ranks.get(groups.get("rank", "").strip().upper())
        suit = self.suits.get(groups.get("suit", "").strip().upper())
        return Card(rank + suit) if rank and suit else None

    def line_of(self, groups: dict[str, str | None]) -> str | None:
        spelt = (each.line_with(groups) for each in self.patterns)
        return next((line for line in spelt if line is not None), None)


def lines_of(format: Format, groups: frozenset[str]) -> Lines:
    """Check a device's format whose patterns may have these groups. Raises FormatError with the key."""
    if not format.patterns:
        raise FormatError("pattern", "missing")
    if len(format.patterns) > PATTERNS:
        raise FormatError("pattern", f"more than {PATTERNS}")
    patterns = tuple(_pattern(written, key, groups) for key, written in _keyed(format.patterns))
    if sum(each.ways for each in patterns) > WAYS:
        raise FormatError("pattern", "a line could match them in too many ways; say what may not be in it")
    named = frozenset[str]().union(*(each.groups for each in patterns))
    key = "pattern" if len(patterns) == 1 else "pattern[0]"
    if "number" in groups and "number" not in named:
        raise FormatError(key, "column 1: no group number; the winning number is (?P<number>[0-9]+)")
    if "card" in groups and not named & {"card", "rank"}:
        raise FormatError(key, "column 1: no group card; the card's letters are (?P<card>...)")
    ranks = _letters("ranks", format.ranks, _RANKS)
    suits = _letters("suits", format.suits, _SUITS)
    return Lines(patterns, _cards(ranks, suits) if "card" in named else {}, ranks, suits)


@lru_cache(maxsize=32)
def usable(format: Format, groups: frozenset[str]) -> Lines | None:
    """The lines of a format; None if the format can't be used."""
    try:
        return lines_of(format, groups)
    except FormatError:
        return None


def split(partial_line: bytes, data: bytes) -> tuple[list[bytes], bytes]:
    """The lines that end in these bytes, without empty ones, and the beginning of the next line."""
    *lines, rest = _LINE_END.split(partial_line + data)
    return [line for line in lines if line], rest[: LONGEST + 1]


def text_of(line: bytes) -> str:
    """A line's text from UTF-8; bytes that are not UTF-8 become a character that appears in no pattern."""
    return line.decode("utf-8", "replace")


def percent(text: str | None, before: int | None) -> int | None:
    """The battery's level in a text; ``before`` if the text has no level."""
    digits = (text or "").strip()
    return min(100, int(digits)) if digits.isascii() and digits.isdecimal() else before


def is_set(groups: dict[str, str], name: str) -> bool:
    """Whether a line reports this: the group is part of the match and holds more than zeros. A group that can
    only be empty reports by being part of the match: ``CUT(?P<cut_card>)``.
    """
    return name in groups and (not groups[name] or bool(groups[name].strip(" 0")))


def _keyed(patterns: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    if len(patterns) == 1:
        return [("pattern", patterns[0])]
    return [(f"pattern[{at}]", written) for at, written in enumerate(patterns)]


def _pattern(written: str, key: str, groups: Collection[str]) -> Pattern:
    try:
        made = pattern(written)
    except PatternError as error:
        raise FormatError(key, str(error)) from None
    for name, column in made.groups.items():
        if name not in groups:
            raise FormatError(key, f"column {column}: no group {name}; there are {', '.join(sorted(groups))}")
    for name, other in (("rank", "suit"), ("suit", "rank")):
        if name in made.groups and other not in made.groups:
            raise FormatError(key, f"column {made.groups[name]}: {name} without {other}; name both, or card")
    if "card" in made.groups and "rank" in made.groups:
        raise FormatError(key, f"column {made.groups['rank']}: rank and card; name a card once")
    return made


def _letters(key: str, pairs: tuple[tuple[str, str], ...], ours: dict[str, Letter]) -> dict[str, Letter]:
    """The letters by the texts that stand for them; the maker's letters take the place of ours."""
    replaced = {ours[our] for _, our in pairs if our in ours}
    letters = {text: letter for text, letter in ours.items() if letter not in replaced}
    seen = set[str]()
    for maker, our in pairs:
        if our not in ours:
            raise FormatError(f"{key}.{maker}", f"no letter of ours is {our!r}; there are {', '.join(ours)}")
        if not maker.strip() or len(maker) > 8 or maker.strip().upper() in seen:
            raise FormatError(f"{key}.{maker}", "must be another than the others, of 1 to 8 characters")
        seen.add(maker.strip().upper())
        letters[maker.strip().upper()] = ours[our]
    return letters


def _cards(ranks: dict[str, Rank], suits: dict[str, Suit]) -> dict[str, Card]:
    """Rank and suit in either order; a text that could be two cards is refused."""
    cards = dict[str, Card]()
    for rank_text, rank in ranks.items():
        for suit_text, suit in suits.items():
            for text in (rank_text + suit_text, suit_text + rank_text):
                card = Card(rank + suit)
                if cards.setdefault(text, card) != card:
                    raise FormatError(
                        "suits", f"{text} can be two cards; name the groups rank and suit in the pattern"
                    )
    return cards
