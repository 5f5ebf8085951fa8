"""Every file that a promise depends on, changed for that promise: found, harmless, or silent.

The files of each promise stand in ``promises.toml``. A change is drawn for each promise and file by chance
from all changes of that file, so that no promise is tried with the changes of another alone.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final
from unittest.mock import patch

from console.base.setup import ROOT
from tests.instruments.harm.census import Told
from tests.instruments.harm.promise_files import ENDS, FILES, REFUSED, floor_changes, of_file, of_index
from tests.instruments.harm.report import Harm

PAGE: Final = ROOT / "resources" / "handbook" / "promises.md"
OTHERS: Final = ("log's index", "floor's database")
"""The files that are no :class:`File`: a check or a server of its own tries them."""
Tried = Callable[[], Told]


def promised() -> list[str]:
    """The handbook's promises."""
    return re.findall(r"^\| (.+) \| `tests/.*` \|$", PAGE.read_text("utf-8"), re.MULTILINE)


def told_files() -> list[str]:
    """The files of which the handbook says who notices a change."""
    told = PAGE.read_text("utf-8").partition("## Who notices a changed file")[2].partition("\n## ")[0]
    return [row.strip() for row in re.findall(r"^\| ([^|]+) \|", told, re.MULTILINE)[2:]]


def files_of() -> Mapping[str, Sequence[str]]:
    """The files of each promise."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {promise: each["files"] for each in read["depend"] for promise in each["promises"]}


def changed(
    folder: Path, times: int, only: Sequence[str] = (*FILES, *OTHERS), most: int | None = None
) -> Iterator[Harm]:
    """Change ``times`` times each file of each promise, or of the first ``most`` promises of each file; a
    line for each promise. The counts of each file and of all are printed.
    """
    of, whole = files_of(), Counter[str]()
    harms = {promise: Harm(promise) for promise in of}
    for name in only:
        place, counts = folder / re.sub(r"\W+", "-", name), Counter[str]()
        own = {each: str(place / "case" / "own" / each) for each in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with ExitStack() as stack:
            stack.enter_context(patch.dict(os.environ, own))
            every = _changes(name, place, stack)
            for promise in [each for each, files in of.items() if name in files][:most]:
                chance = random.Random(f"{promise} {name}")
                for said, told in islice(_tried(chance.sample(every, len(every))), times):
                    end = ENDS.get(told.end, "found")
                    counts[end] += 1
                    harms[promise].ended(end, [f"{name}: {said}: {told.third}"] if told.third else [])
        whole += counts
        print(f"promises: {name}: {_counted(counts)}", file=sys.stderr, flush=True)
    yield from (harm for harm in harms.values() if harm.times)
    print(f"promises: all: {_counted(whole)}", file=sys.stderr, flush=True)


def _changes(name: str, place: Path, stack: ExitStack) -> list[tuple[str, Tried]]:
    match name:
        case "log's index":
            return [*of_index(place)]
        case "floor's database":
            return stack.enter_context(floor_changes(place))
        case _:
            return [*of_file(FILES[name], place)]


def _tried(changes: Sequence[tuple[str, Tried]]) -> Iterator[tuple[str, Told]]:
    """The end of each change that could be made."""
    for said, tried in changes:
        told = tried()
        if told.end != REFUSED:
            yield said, told


def _counted(ends: Counter[str]) -> str:
    ended = ", ".join(f"{ends[end]:,} {end}" for end in ("found", "harmless", "silent"))
    return f"{ends.total():,} tried: {ended}"
