"""Sweeps: ``python3 -m tests sweeps`` tries each whole, the suite a sample of it.

A sweep is one test over a product: languages by screens, rehearsals by rulebooks, games by seeds. Its sample
has each row and each column at least once, and is drawn by no chance.

A test that does the same in all six languages runs in one of them in the whole suite, by turns; of one that
is marked ``@pytest.mark.sweep(3)`` the suite tries three cases, of ``@pytest.mark.sweep`` none. Languages and
cases turn with the day of the commit: what the suite of one day left out, it tries on another. A file that is
named on the command line runs whole, and so does a sweep.

A test that compares with kept files is no sweep unless it takes minutes: a change of a screen or a catalogue
must not leave one stale. So is marked what takes most of the suite's time and shows, with each further case,
the same of another one; or what is whole in an instrument.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

import pytest

from console.base.words import LANGUAGES

One = TypeVar("One")
Other = TypeVar("Other")

ASKED: Final = "TESTS_SWEEP"
"""The variable that makes a run try all."""
IS_WHOLE: Final = os.environ.get(ASKED) == "whole"
DAYS: Final = "TESTS_DAY"
"""The variable in which a run hands its day on to its other processes."""
MARK: Final = "sweep"
"""The mark of a test of which the suite tries a sample, or nothing."""
_IMPORTED: Final = re.compile(r"^from (tests\.[\w.]+) import ", re.MULTILINE)
_LANGUAGE: Final = ("language", "lang")
"""The names of a test's parameter that is the language."""
_LONG: Final = ("ja", "de")
"""The languages in which words are found most often that don't fit: every other turn is one of the two."""


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


def today() -> int:
    """The number of the day of the newest commit, which all checkouts of that commit have; 0 without one."""
    if DAYS not in os.environ:
        asked = ("git", "log", "-1", "--format=%ct")
        try:
            done = subprocess.run(
                asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
            )
            os.environ[DAYS] = str(int(done.stdout or 0) // 86_400)
        except OSError:
            os.environ[DAYS] = "0"
    return int(os.environ[DAYS])


def of_the_day(every: Sequence[One], number: int = 1) -> list[One]:
    """So many of them, spread over all; each day those that follow the last day's."""
    count = len(every)
    return [every[at] for at in sorted({(at * count // number + today()) % count for at in range(number)})]


def has_sweep(file: Path) -> bool:
    """Whether a file of tests tries samples, its own or those of a module that it imports."""
    return any(each == __name__ or __name__ in _imported(_module(each)) for each in _imported(file))


@cache
def _imported(file: Path) -> frozenset[str]:
    return frozenset(_IMPORTED.findall(file.read_text("utf-8")) if file.is_file() else ())


def _module(name: str) -> Path:
    return Path(__file__).parents[1].joinpath(*name.split(".")).with_suffix(".py")


def one_turn(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests, those in six languages in one of them alone, and the samples of those that are marked.

    A file has one turn, since its tests look at the same screens.
    """
    cases = {item.nodeid: _case(item) for item in items if _language(item) is not None}
    tried: dict[tuple[str, str], set[object]] = {}
    for item in items:
        if item.nodeid in cases:
            tried.setdefault(cases[item.nodeid], set()).add(_language(item))
    spoken = [
        item
        for item in items
        if item.nodeid not in cases
        or not tried[cases[item.nodeid]] >= {*LANGUAGES}
        or _language(item) == turn(_function(item).split("::")[0])
    ]
    left_out = _beside_samples(spoken)
    return [item for item in spoken if item.nodeid not in left_out]


def _beside_samples(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of the cases that the suite leaves out of marked tests."""
    cases: dict[str, list[pytest.Item]] = {}
    left_out: set[str] = set()
    for item in items:
        if item.get_closest_marker(MARK):
            cases.setdefault(_function(item), []).append(item)
    for every in cases.values():
        left_out |= {item.nodeid for item in every}
        left_out -= {item.nodeid for item in of_the_day(every, _sample(every[0]))}
    return left_out


def _sample(item: pytest.Item) -> int:
    """The number of cases of a marked test that the suite tries."""
    mark = item.get_closest_marker(MARK)
    return next(iter(mark.args), 0) if mark else 0


def turn(name: str) -> str:
    """A language, by a name: as often one with long words as one of the other four."""
    place = crc32(name.encode()) + today()
    others = [language for language in LANGUAGES if language not in _LONG]
    return _LONG[place // 2 % 2] if place % 2 else others[place // 2 % 4]


def _function(item: pytest.Item) -> str:
    return item.nodeid.split("[", 1)[0]


def _case(item: pytest.Item) -> tuple[str, str]:
    """A test and its values beside the language."""
    values = {name: value for name, value in _values(item).items() if name not in _LANGUAGE}
    return _function(item), repr(values)


def _language(item: pytest.Item) -> object:
    return next((value for name, value in _values(item).items() if name in _LANGUAGE), None)


def _values(item: pytest.Item) -> dict[str, object]:
    """The values of a test's parameters; none if it has no parameter."""
    call = getattr(item, "callspec", None)
    return {} if call is None else call.params
