"""The computer at the table: its software, its clock, its disk. The window asks for what people see."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from console.base.errors import WordedError
from console.base.setup import parts_for
from console.base.software import NoManifest, running_console
from console.base.system import content_of
from console.commissioning.proofs.computer_clock import ClockDiscipline, clock_discipline
from console.commissioning.proofs.panel_proofs import not_looked_at
from console.commissioning.software.site_packages import verify_all
from console.commissioning.table_proofs import spread_ms
from console.commissioning.trial_folder import trial_folder
from console.supervisor.records import Finding, Proof, Section, Subject, left_out, tried
from console.table.config import TableConfig
from console.table.core import Entry, NotRecorded, events
from console.table.custody import make_folder
from console.table.game import USUAL_GAME
from console.table.journal import Identity, JournalError, Unreachable, open_journal, public_key, review

COMMITS: Final = 2_000
"""Commits of a trial. The disk is judged by the slowest hundredth of them, which are 20."""
SLOWEST_MS: Final = 300.0
"""Milliseconds that 99 of 100 commits may take: so long no screen shows that it is saving."""
CLOCK_OFF: Final = 1.0
"""Seconds by which the clock may be off (GLI-19: to the second)."""
DAYS: Final = 30
"""Days of play for which there must be room."""
_DAY: Final = 86_400
_SHORTEST: Final = 3_600
"""Seconds that a journal must span to show its pace."""
_LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.M)


_subject = partial(Subject, Section.MACHINE)


def machine_proofs(config: TableConfig, commits: int = COMMITS) -> Iterator[Proof]:
    """All proofs of the computer, each as it is made. Raises OSError, JournalError if the disk is full."""
    yield software_proof(config)
    yield parts_proof(running_console().folder)
    yield clock_proof(clock_discipline())
    make_folder(config.journal)
    yield commit_proof(config.journal.parent, commits)
    yield room_proof(config.journal)
    yield from not_looked_at()


@_subject("machine software").proof
def software_proof(config: TableConfig) -> Finding:
    """The files of the console against its manifest, and its signature."""
    place = running_console()
    try:
        key = None if config.release_key is None else public_key(config.release_key)
        checked = verify_all(place.folder, key)
    except NoManifest as error:
        if error.key == "software.no_manifest":
            return left_out("software.checkout")
        raise
    except OSError as error:
        raise WordedError("software.unreadable", name=str(error.filename or place.folder)) from error
    names = "\n".join(f"{each.kind} {each.name}" for each in checked.findings[:5])
    files, differ = len(checked.manifest.files), len(checked.findings)
    return tried("software.found", checked.good, files=files, differ=differ, names_files=names)


@_subject("machine parts").proof
def parts_proof(folder: Path) -> Finding:
    """The installed libraries against the lock file."""
    places = (folder / "requirements.lock", folder / "console" / "requirements.lock")
    lock = next((each for each in places if each.is_file()), None)
    if lock is None:
        return left_out("parts.none")
    locked = dict(_LOCKED.findall(parts_for(content_of(lock).decode("utf-8"), ())))
    there = {name: _installed(name) for name in locked}
    other = [f"{name} {there[name]}" for name in locked if there[name] not in (None, locked[name])]
    same = sum(there[name] == locked[name] for name in locked)
    return tried("parts.found", not other, same=same, differ=len(other), names_list="\n".join(other[:5]))


def _installed(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # Imported here: it takes 3 MiB.

    try:
        return version(name)
    except PackageNotFoundError:  # Only development or a floor server needs it.
        return None


@_subject("machine clock", seconds=CLOCK_OFF).proof
def clock_proof(discipline: ClockDiscipline | None) -> Finding:
    if discipline is None:
        return left_out("clock.none")
    figures = {} if discipline.offset is None else {"offset_s": discipline.offset}
    good = discipline.synchronised and (discipline.offset is None or discipline.offset <= CLOCK_OFF)
    return tried(f"clock.{'follows' if discipline.synchronised else 'free'}", good, figures, by=discipline.by)


def commit_proof(folder: Path, commits: int = COMMITS) -> Proof:
    """The times of durable commits in the folder of the table's journal, in a separate journal. The trial
    ends once too many were slow, since the rest could not compensate: on such a disk somebody would wait ten
    minutes for it.
    """
    took: list[float] = []
    with closing(_commits(folder, commits)) as made:
        for each in made:
            took.append(each)
            if each > SLOWEST_MS and sum(one > SLOWEST_MS for one in took) > commits // 100:
                break
    figures = spread_ms(took)
    subject = _subject("machine commits", about={"count": len(took)}, most=SLOWEST_MS)
    return subject.with_finding(tried("", figures["p99_ms"] <= SLOWEST_MS, figures))


def _commits(folder: Path, commits: int) -> Generator[float, None, None]:
    """The milliseconds of each commit. Raises OSError, JournalError."""
    event = events.ENCODER.encode(events.Noted("commissioning"))
    with ExitStack() as stack:
        place = stack.enter_context(trial_folder(folder))
        journal = stack.enter_context(open_journal(place / "commits.db", Identity("T1", USUAL_GAME, "none")))
        for _ in range(commits):
            at = datetime.now(UTC)
            entry = Entry(
                kind="noted", event=event, refused=None, at=at, monotonic=time.monotonic_ns(), person=None,
                shift=None, shoe=0, round=None, prompt=b"{}", clauses=(), line=None, raw=None,
            )  # fmt: skip
            begun = time.perf_counter_ns()
            try:
                journal.append([entry])
            except NotRecorded as error:
                raise Unreachable(folder, str(error)) from error
            yield (time.perf_counter_ns() - begun) / 1e6


@_subject("machine room", days=DAYS).proof
def room_proof(journal: Path) -> Finding:
    """The proof that there is room for days of play, at the pace of the table's journal."""
    free = shutil.disk_usage(journal.parent).free
    figures, a_day = {"free_MiB": free / 2**20}, _a_day(journal)
    if a_day is None:
        return left_out("room.unknown", figures)
    return tried("room.found", free / a_day >= DAYS, figures, days=int(free / a_day))


def _a_day(journal: Path) -> float | None:
    """Bytes by which the journal grows in a day; None if it is missing, or too short."""
    try:
        with review(journal) as found:
            bounds = found.bounds(None, None, None)
            if bounds is None:
                return None
            first = next(iter(found.entries(bounds[0] - 1))).at
            last = next(iter(found.entries(bounds[1] - 1))).at
    except JournalError:
        return None
    lasted = (last - first).total_seconds()
    return journal.stat().st_size / lasted * _DAY if lasted >= _SHORTEST else None
