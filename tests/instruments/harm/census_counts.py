"""``python3 -m tests census``: the whole census, its subjects side by side, and its counts.

Each subject is a journal with all its cases, or a kind of file that lies around one. ``--keep`` writes the
counts, with the day and the commit, to where the handbook's tables take them from; only a whole census is
kept, and of a part its own rows alone. The exit status is 1 if any case was neither found nor the same.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from console.base.setup import ROOT
from tests.instruments.harm.report import Harm

KEPT: Final = Path(__file__).with_suffix(".json")
MEMORY: Final = Path("/dev/shm")
"""Each case is a file that is made, changed and read: on a disk most of its time is waiting for syncs."""


class Count(msgspec.Struct, frozen=True):
    """The ends of a subject's cases, and the code that they were run with."""

    group: str
    """The version whose journals they are, or the kind of file."""
    beside: bool
    """Whether it is a file around a journal."""
    subjects: int
    every: int
    """1: all cases; else each so-manieth."""
    ends: dict[str, int]
    lost: int
    on: str
    """The day."""
    commit: str

    def with_another(self, other: Count) -> Count:
        """Both together: of one group."""
        ends = dict(sorted((Counter(self.ends) + Counter(other.ends)).items()))
        return msgspec.structs.replace(
            self, subjects=self.subjects + other.subjects, ends=ends, lost=self.lost + other.lost
        )

    @property
    def cases(self) -> int:
        """The number of cases that were done."""
        return sum(self.ends.values())


def kept() -> list[Count]:
    """The counts of the last census that was kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Count])


def every_name() -> list[str]:
    """The names of all subjects."""
    from tests.instruments.harm.census import names
    from tests.instruments.harm.census_beside import KINDS

    return [*names(), *(kind.name for kind in KINDS), CLOSED]


def counted(
    folder: Path, every: int = 1, only: str | None = None, processes: int | None = None
) -> Iterator[tuple[str, list[Harm]]]:
    """Each subject's name with a line for each kind of thing of it, as they come."""
    wanted = [name for name in every_name() if only is None or name.startswith(only)]
    if processes == 1:
        yield from ((name, _one(folder, name, every)) for name in wanted)
        return
    with ProcessPoolExecutor(processes) as pool:
        running = {pool.submit(_one, folder, name, every): name for name in wanted}
        for done in as_completed(running):
            yield running[done], done.result()


CLOSED: Final = "the closed file before it"
_CLOSED_EVERY: Final = 7
"""One in this number of its cases is done: for each, two files are verified and reviewed."""


def _one(folder: Path, name: str, every: int) -> list[Harm]:
    logging.disable(logging.ERROR)  # how many consoles are harmed
    from tests.instruments.harm.census import census
    from tests.instruments.harm.census_beside import KINDS, of_closed_file, of_kind

    place = folder / name.replace(" ", "-").replace(",", "")
    for kind in KINDS:
        if kind.name == name:
            return [of_kind(kind, place, every)]
    if name == CLOSED:
        return [of_closed_file(place, every * _CLOSED_EVERY)]
    return list(census(place, every, name))


def grouped(done: Iterable[tuple[str, Sequence[Harm]]], every: int, commit: str) -> list[Count]:
    """The counts of a census of this commit by versions and kinds of files."""
    from tests.instruments.harm.census import group_of

    on, groups = f"{datetime.now(UTC):%Y-%m-%d}", dict[str, Count]()
    for name, harms in done:
        group = group_of(name)
        ends = sum((harm.ends for harm in harms), Counter[str]())
        lost = sum(len(harm.lost) for harm in harms)
        of_each = every * (_CLOSED_EVERY if name == CLOSED else 1)
        one = Count(group or name, group is None, 1, of_each, dict(ends), lost, on, commit)
        groups[one.group] = groups[one.group].with_another(one) if one.group in groups else one
    return list(groups.values())


def commit() -> str:
    """The commit of the console that is measured; with a mark if its code stands otherwise."""
    asked = ("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "console", "resources/rulebooks")
    said = [
        subprocess.run(["git", *each], capture_output=True, text=True, cwd=ROOT, check=False).stdout.strip()
        for each in asked
    ]
    return f"{said[0]}{' and changes' * bool(said[1])}"


def keep(counts: Sequence[Count]) -> None:
    """Write these counts in the place of those that were kept of the same groups."""
    before = {each.group: each for each in (kept() if KEPT.exists() else ())}
    both = before | {each.group: each for each in counts}
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode([*both.values()]), indent=1) + b"\n")


def main(argv: Sequence[str]) -> int:
    """Count and print; what was lost comes last, a line each."""
    parser = argparse.ArgumentParser("python3 -m tests census", description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="the subjects whose names begin so ('1.2.0 roulette')")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th case")
    parser.add_argument("--processes", type=int, metavar="N", help="left out: one for each processor")
    parser.add_argument("--keep", action="store_true", help="keep the counts for the handbook")
    given = parser.parse_args(argv)
    if given.keep and given.every != 1:
        parser.error("a part of the cases is not kept")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    at = commit()  # copied at the start, since somebody may go on working
    lost, done, begun = list[str](), list[tuple[str, list[Harm]]](), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="census-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for name, harms in counted(Path(folder), given.every, given.only, given.processes):
            done.append((name, harms))
            ends = sum((harm.ends for harm in harms), Counter[str]())
            said = ", ".join(f"{count:,} {end}" for end, count in sorted(ends.items()))
            after = time.monotonic() - begun
            print(f"{name}: {sum(harm.times for harm in harms):,} cases: {said} ({after:.0f} s)", flush=True)
            for line in (line for harm in harms for line in harm.lost):
                print(f"  LOST {line}", flush=True)
                lost.append(line)
    if given.keep and not lost:
        keep(grouped(done, given.every, at))
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
