"""The order in which a language lists names: å, ä, ö after z in Swedish, č after c in Lithuanian.

A language's own letters are ordered as in CLDR (Unicode Technical Standard 35, part 5), a letter of another
language as its base letter, æ and ø as ä and ö where these are letters. A library would bring tables for
every script, of which only six rows are needed; the pure Python library (``pyuca``) has no language's own
order. Japanese is ordered by kana, by their sound, then by kanji, whose reading can't be seen in a text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from string import ascii_lowercase
from typing import Any, Final, TypeVar

from console.base.words import Words
from console.base.words.locales import LOCALES

T = TypeVar("T")
_WIDE: Final = 0x3000
"""The first of kana and kanji, which come after letters. Digits and marks come before letters."""


_KATAKANA: Final = range(0x30A1, 0x30F7)
_TO_HIRAGANA: Final = 0x60
"""The distance between the two signs of a sound."""
_BASES: Final = {
    **{"æ": ("ä", "ae"), "ø": ("ö", "o"), "ð": ("d",), "đ": ("d",), "þ": ("th",), "ł": ("l",)},
    **{"œ": ("oe",), "ħ": ("h",), "ŧ": ("t",), "ı": ("i",), "y": ("i",)},
}
"""The letters that Unicode does not decompose, with those by which they are ordered: the first one that a
language has. In Lithuanian y is an i.
"""


def sort_by_name(words: Words, members: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """The members ordered by their names in this language; equal names keep their order."""
    return sorted(members, key=lambda each: sort_key(words.language, name(each)))


def sort_by_rank(
    words: Words, members: Iterable[T], rank: Callable[[T], Any], name: Callable[[T], str]
) -> list[T]:
    """The members by rank, the lowest first; those of one rank by their names in this language."""
    return sorted(sort_by_name(words, members, name), key=rank)


def sort_key(language: str, name: str) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """By letters first, then by the marks on them, then by capitals, as the language counts letters."""
    places = _places(language)
    letters = [each for letter in name.replace("\u00ad", "").casefold() for each in _place(letter, places)]
    return tuple(place for place, _ in letters), tuple(mark for _, mark in letters), name


@cache
def _places(language: str) -> dict[str, int]:
    return {letter: place for place, letter in enumerate(LOCALES[language].alphabet or ascii_lowercase)}


def _place(letter: str, places: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """A letter's rank; a foreign letter has its base letter's; digits come before letters."""
    if letter in places:
        return ((places[letter], 0),)
    if ord(letter) in _KATAKANA:
        return ((ord(letter) - _TO_HIRAGANA, 1),)
    bases = (*_BASES.get(letter, ()), unicodedata.normalize("NFKD", letter))
    base = next((each for each in bases if set(each) <= places.keys()), bases[-1])
    known = tuple((places[each], 1) for each in base if each in places)
    return known or ((ord(letter) - (0 if ord(letter) >= _WIDE else 0x110000), 0),)
