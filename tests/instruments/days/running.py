"""A pit boss's and a supervisor's day by keys alone and by mouse alone: ``python3 -m tests days``.

Each task is pressed through real windows, and its presses are counted; what can't be done is a line that
says why. Letters that are typed into a field are counted apart: a mouse types none.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import msgspec
from PySide6.QtWidgets import QApplication

from tests.instruments.days import desk_day, incident_presses, table_day
from tests.instruments.days.hand import Hand, OutOfReachError, Way
from tests.instruments.harm.census_counts import commit

Task: TypeAlias = Callable[[Way, str], Hand]
DAYS: Final[dict[str, tuple[Task, ...]]] = {
    "pit boss": (
        table_day.comes,
        table_day.decides_early_card,
        table_day.decides_fallen_card,
        table_day.voids,
        table_day.settles,
        table_day.relieves,
        table_day.takes_call,
    ),
    "supervisor": (
        desk_day.opens,
        desk_day.searches,
        desk_day.seeks_person,
        desk_day.filters,
        desk_day.records,
        desk_day.reports,
        desk_day.compares,
        desk_day.follows,
        desk_day.finds,
        desk_day.adds,
        desk_day.corrects,
    ),
}
LANGUAGES: Final = ("ja", "de", "lt")
KEPT: Final = Path(__file__).with_name("days.json")
BEFORE: Final = Path(__file__).with_name("days_of_1_0_0.json")
"""The same tasks as 1.0.0's windows take them."""


class Pressed(msgspec.Struct, frozen=True):
    """A task, and the presses and letters of each way; a way that failed has none."""

    day: str
    task: str
    """The act, in a sentence."""
    presses: dict[str, int]
    letters: dict[str, int]
    failed: dict[str, str]


class Days(msgspec.Struct, frozen=True):
    """The tasks of the days in each language, and the code that they were pressed with."""

    languages: dict[str, tuple[Pressed, ...]]
    on: str
    commit: str
    how: str = ""
    """How another version was pressed."""


def pressed(day: str, task: Task, language: str) -> Pressed:
    """Press a task through, each way."""
    presses, letters, failed = dict[str, int](), dict[str, int](), dict[str, str]()
    for way in Way:
        try:
            hand = task(way, language)
        except OutOfReachError as why:
            failed[way] = str(why)
        else:
            presses[way], letters[way] = hand.presses, hand.letters
    return Pressed(day, (task.__doc__ or "").strip(), presses, letters, failed)


def kept(file: Path = KEPT) -> Days:
    """The days that were kept last."""
    return msgspec.json.decode(file.read_bytes(), type=Days)


def beside(those: tuple[Pressed, ...], these: tuple[Pressed, ...]) -> tuple[Pressed, ...]:
    """The kept tasks, with those that were pressed again in their places."""
    again = {(row.day, row.task): row for row in these}
    return tuple(again.get((row.day, row.task), row) for row in those)


def main(argv: Sequence[str]) -> int:
    """Press the days, print them, and keep them if asked; 1 if something could not be pressed."""
    parser = argparse.ArgumentParser("python3 -m tests days", description=__doc__)
    parser.add_argument("--lang", default=",".join(LANGUAGES))
    parser.add_argument("--only", default="", help="one task, by its name; kept beside the others")
    parser.add_argument("--incidents", action="store_true", help="the presses of twenty incidents instead")
    parser.add_argument("--keep", action="store_true", help="keep the figures for the handbook")
    given = parser.parse_args(argv)
    found = dict[str, tuple[Pressed, ...]]()
    with TemporaryDirectory() as own:  # the windows' places and the last journals are nobody's
        os.environ |= {"XDG_DATA_HOME": own, "XDG_CONFIG_HOME": own, "XDG_CACHE_HOME": own}
        _application = QApplication([])
        for language in given.lang.split(","):
            if given.incidents:
                for line in incident_presses.printed(language):
                    print(line, flush=True)
                continue
            rows = list[Pressed]()
            for day, tasks in DAYS.items():
                for task in (each for each in tasks if given.only in ("", each.__name__)):
                    rows.append(row := pressed(day, task, language))
                    counts = ", ".join(f"{way} {row.presses.get(way, '–')}" for way in Way)
                    print(f"{language}, {day}: {row.task} {counts}", *row.failed.values(), flush=True)
            found[language] = tuple(rows)
    if given.keep:
        if given.only:
            found = {code: beside(rows, found.get(code, ())) for code, rows in kept().languages.items()}
        days = Days(found, f"{datetime.now(UTC):%Y-%m-%d}", commit())
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(days), indent=1) + b"\n")
        print("kept; `python3 -m tests handbook --write` writes them into the handbook")
    return int(any(row.failed for rows in found.values() for row in rows))
