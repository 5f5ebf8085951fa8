"""A console whose disk is in trouble in the middle of a hand: what it shows, and what is there later.

While it lasts a line is refused as not recorded, and nothing of the table changes; or it is taken, and is on
the disk. When it is gone the same line is taken without a restart. A console that is killed meanwhile has on
its disk what it acknowledged, and nothing that it refused.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from tests.instruments.harm import disks
from tests.instruments.harm.disks import (
    NoDisk,
    NoTrouble,
    failing,
    filled,
    limited,
    locked,
    moved,
    small_disk,
)
from tests.instruments.harm.driving import Driving, driven, wrong
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import TABLES, Shift, shift_of, without_journal
from tests.table.core.tables import Seen

Trouble = Callable[[Driving, Path], AbstractContextManager[None]]

LINES: Final = 200
OF_ONE_LINE: Final = {"accepted": True} | dict.fromkeys(("refused", "why", "ended", "worksheet", "fact"))


class Kind(msgspec.Struct, frozen=True):
    """A kind of trouble; ``refuses`` if no line can be taken while it lasts, None if some can."""

    name: str
    make: Trouble
    refuses: bool | None = True
    small: int | None = None
    """Kibibytes of a disk of its own, where it needs one."""


@contextmanager
def _deleted(journal: Path, *endings: str) -> Iterator[None]:
    for ending in endings:
        journal.with_name(journal.name + ending).unlink(missing_ok=True)
    yield


KINDS: Final = (
    Kind("disk full", lambda _, journal: filled(journal.parent), None, 800),
    Kind("write fails: no space", lambda table, _: failing(_id(table), "pwrite64", "error=ENOSPC")),
    Kind("write fails: I/O error", lambda table, _: failing(_id(table), "pwrite64", "error=EIO")),
    Kind("write fails: read-only", lambda table, _: failing(_id(table), "pwrite64", "error=EROFS")),
    Kind("sync fails", lambda table, _: failing(_id(table), "fdatasync", "error=EIO")),
    Kind(
        "write, sync and cutting fail",
        lambda table, _: failing(_id(table), "fdatasync,fsync,truncate,ftruncate", "error=EIO"),
    ),
    Kind(
        "every third write fails",
        lambda table, _: failing(_id(table), "pwrite64", "error=EIO:when=2+3"),
        None,
    ),
    Kind("file may not grow", lambda table, journal: limited(_id(table), 8192)),
    Kind(
        "slow: 0.4 s a sync", lambda table, _: failing(_id(table), "fdatasync", "delay_enter=400000"), False
    ),
    Kind("moved away, put back", lambda _, journal: moved(journal)),
    Kind("replaced by another file", lambda _, journal: moved(journal, b"minutes of a meeting\n" * 9)),
    Kind("file deleted", lambda _, journal: _deleted(journal, ""), False),
    Kind("log deleted", lambda _, journal: _deleted(journal, "-wal", "-shm"), False),
    Kind("file and log deleted", lambda _, journal: _deleted(journal, "", "-wal", "-shm"), False),
    Kind("locked by another program", lambda _, journal: locked(journal)),
)


def troubled(folder: Path, kind: Kind, times: int, seed: int = 1) -> Harm:
    """Put ``times`` consoles, over all games, in trouble twice each; kill every second one in its trouble."""
    harm, chance = Harm(kind.name), random.Random(f"{kind.name} {seed}")
    folder.mkdir()
    for number in range(times):
        shift = shift_of(*TABLES[number % len(TABLES)], LINES, seed)
        with ExitStack() as stack:
            try:
                place = stack.enter_context(_place(folder / str(number), kind))
                count, flaws = _once(shift, place / "journal.db", kind, chance, is_killed=number % 2 == 1)
            except (NoDisk, NoTrouble) as why:
                return harm.skipped(str(why) or "no disk can be mounted")
            harm.done(
                count, [f"{kind.name}, {shift.game} {shift.rules}, no. {number}: {each}" for each in flaws]
            )
    return harm


@contextmanager
def _place(folder: Path, kind: Kind) -> Iterator[Path]:
    if kind.small is None:
        folder.mkdir()
        yield folder
    else:
        with small_disk(folder, kind.small) as disk:
            yield disk


def _once(
    shift: Shift, journal: Path, kind: Kind, chance: random.Random, *, is_killed: bool
) -> tuple[int, list[str]]:
    flaws, at = list[str](), 0
    with driven(shift, journal) as table:
        for last in (False, True):
            before = at + chance.randint(3, 30)
            flaws += _plays(table, shift, at, before)
            with kind.make(table, journal):
                at, refused = _in_trouble(table, shift, before, kind, flaws)
                if last and is_killed:
                    table.harm(signal.SIGKILL)
                    table.rest()
                    break
            if refused:
                flaws += _comes_back(table, shift, at)
        else:
            flaws += _plays(table, shift, at, at + 5)
            at += 5
            table.end()
    has, lost = wrong(shift, journal, at, at)
    return has, flaws + lost


def _plays(table: Driving, shift: Shift, start: int, end: int) -> list[str]:
    """Lines without trouble."""
    return [
        f"line {at} was not recorded without trouble"
        for at in range(start, end)
        if table.take(shift.lines[at])["refused"] == "not_recorded"
    ]


def _in_trouble(table: Driving, shift: Shift, at: int, kind: Kind, flaws: list[str]) -> tuple[int, bool]:
    """Lines while it lasts: the first that has not been taken, and whether one was refused."""
    tries = 60 if kind.refuses is None else 2
    for _ in range(tries):
        seen = table.take(shift.lines[at])
        if seen["refused"] != "not_recorded":
            if kind.refuses:
                flaws.append(f"line {at} was taken")
            at += 1
            continue
        if kind.refuses is False:
            flaws.append(f"line {at} was refused")
        if as_before(seen) != as_before(shift.views[at]):
            flaws.append(f"the table changed by line {at}, which was refused")
        if kind.refuses is None:
            return at, True
    return at, bool(kind.refuses)


def as_before(seen: Seen) -> Seen:
    """The view of the table, without the fields on the line that it answers."""
    return without_journal(seen) | OF_ONE_LINE


def _comes_back(table: Driving, shift: Shift, at: int) -> list[str]:
    """The trouble is gone: what was refused is taken, without a restart."""
    # It is asked twice: a tracer that lets go may still fail the call that it holds.
    for _ in range(2):
        seen = table.take(b'{"do":"view"}')
        if without_journal(seen) == without_journal(shift.views[at]):
            return []
    return [f"after the trouble the view is another than after {at} lines"]


def _id(table: Driving) -> int:
    return table.process.pid


__all__ = ["KINDS", "disks", "troubled"]
