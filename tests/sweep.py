"""Sweeps: ``python3 -m tests sweeps`` tries each whole, the suite a sample of it.

A sweep is one test over a product: languages by screens, rehearsals by rulebooks, games by seeds. Its sample
has each row and each column at least once, and is drawn by no chance.

A test that does the same in all six languages runs in two of them in the whole suite, by turns; a file that
is named on the command line runs in all, and so does a sweep.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

import pytest

from console.words import LANGUAGES

One = TypeVar("One")
Other = TypeVar("Other")

ASKED: Final = "TESTS_SWEEP"
"""The variable that makes a run try all."""
IS_WHOLE: Final = os.environ.get(ASKED) == "whole"
_SAYS: Final = re.compile(r"^from tests\.(sweep|rehearsal\.pairs|ui\.in_turn) import ", re.MULTILINE)
_LONG: Final = ("ja", "de")
"""The languages in which words are found most often that don't fit: one of the two is in each turn."""


def sampled(whole: Iterable[One], sample: Iterable[One]) -> list[One]:
    """A chosen sample; in a sweep all."""
    return list(whole if IS_WHOLE else sample)


def by_turns(one: Sequence[One], other: Sequence[Other], begin: int = 0) -> list[tuple[One, Other]]:
    """Each of both at least once, paired by turns; in a sweep each with each.

    ``begin`` is the place in ``other`` of the first turn. Tests that pair the same two begin at different
    places, so that together they try each pair.
    """
    if IS_WHOLE:
        return list(product(one, other))
    turns = range(max(len(one), len(other)))
    return [(one[at % len(one)], other[(begin + at) % len(other)]) for at in turns]


def each_kind(whole: Iterable[One], kind: Callable[[One], Hashable]) -> list[One]:
    """The first of each kind; in a sweep all."""
    every, first = list(whole), dict[Hashable, One]()
    for each in every:
        first.setdefault(kind(each), each)
    return sampled(every, first.values())


def times(whole: int, sample: int) -> int:
    """The number of tries: of a whole sweep, or of its sample."""
    return whole if IS_WHOLE else sample


@cache
def has_sweep(file: Path) -> bool:
    """Whether a file of tests tries samples of its own."""
    return _SAYS.search(file.read_text("utf-8")) is not None


def one_turn(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests, those in six languages in two of them alone; a file with samples of its own is left as it
    is, since it shares its cases out among the languages.
    """
    tried: dict[str, set[object]] = {}
    for item in items:
        tried.setdefault(_function(item), set()).add(_language(item))
    whole = {name for name, languages in tried.items() if languages >= {*LANGUAGES}}
    return [
        item
        for item in items
        if (name := _function(item)) not in whole or has_sweep(item.path) or _language(item) in turn(name)
    ]


def turn(name: str) -> tuple[str, str]:
    """Two languages, by a name: one with long words, and one of the other four."""
    place = crc32(name.encode())
    others = [language for language in LANGUAGES if language not in _LONG]
    return _LONG[place % 2], others[place // 2 % 4]


def _function(item: pytest.Item) -> str:
    return item.nodeid.split("[", 1)[0]


def _language(item: pytest.Item) -> object:
    call = getattr(item, "callspec", None)
    return call.params.get("language") if call is not None else None
