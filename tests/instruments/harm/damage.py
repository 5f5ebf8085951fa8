"""Bytes of a journal go bad on the disk: what is made of it, and that nothing of it is thrown away.

What must hold: the console goes on or says in its own words that it can't; the bad bytes stay somewhere to
the letter; what it shows is what the table was at some whole step, the last one unless it said that some is
lost; what it writes then verifies.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from console.table.core import SystemClock
from console.table.custody import OpenedSession, open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, JournalError, archives, verify
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import TABLES, Shift, shift_of, timeless

PAGE: Final = 4096
LINES: Final = 150
Damage = Callable[[Path, random.Random], Path]
"""Damages one of the files of a journal, and names it."""


def _on(ending: str, harm: Callable[[bytearray, random.Random], None]) -> Damage:
    def damage(journal: Path, chance: random.Random) -> Path:
        file = journal.with_name(journal.name + ending)
        held = bytearray(file.read_bytes())
        harm(held, chance)
        file.write_bytes(held)
        return file

    return damage


def _zero_page(held: bytearray, chance: random.Random) -> None:
    at = PAGE * chance.randrange(max(1, len(held) // PAGE))
    held[at : at + PAGE] = bytes(len(held[at : at + PAGE]))


def _noise(held: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(held))
    piece = held[at : at + chance.choice([16, 512, PAGE])]
    held[at : at + len(piece)] = chance.randbytes(len(piece))


def _flip(held: bytearray, chance: random.Random) -> None:
    held[chance.randrange(len(held))] ^= 1 << chance.randrange(8)


def _cut(held: bytearray, chance: random.Random) -> None:
    del held[chance.randrange(len(held)) :]


def _zero_header(held: bytearray, _: random.Random) -> None:
    held[:100] = bytes(100)


KINDS: Final[dict[str, Damage]] = {
    "a page is zeros": _on("", _zero_page),
    "noise in the file": _on("", _noise),
    "one bit of the file turned": _on("", _flip),
    "the file is cut": _on("", _cut),
    "the header is zeros": _on("", _zero_header),
    "noise in the log": _on("-wal", _noise),
    "one bit of the log turned": _on("-wal", _flip),
    "the log is cut": _on("-wal", _cut),
    "the log's header is zeros": _on("-wal", _zero_header),
}


def damaged(folder: Path, name: str, times: int, seed: int = 1) -> Harm:
    """Do one kind of damage ``times`` times, over all games."""
    harm, chance, told = (
        Harm(name),
        random.Random(f"{name} {seed}"),
        {"recovered": 0, "refused": 0},
    )
    folder.mkdir()
    for number in range(times):
        table = TABLES[number % len(TABLES)]
        shift = shift_of(*table, LINES, seed)
        source = _played(folder / f"{'-'.join(table)}.db", shift, closed="-wal" not in _ending(name))
        place = folder / str(number)
        place.mkdir()
        journal = place / "journal.db"
        for ending in ("", "-wal", ".lock"):
            if source.with_name(source.name + ending).exists():
                shutil.copyfile(
                    source.with_name(source.name + ending), journal.with_name("journal.db" + ending)
                )
        bad = KINDS[name](journal, chance).read_bytes()
        harm.done(1, [f"{name}, {table}, no. {number}: {each}" for each in _found(shift, journal, bad, told)])
        shutil.rmtree(place)
    harm.note = ", ".join(f"{count} {what}" for what, count in told.items() if count)
    return harm


def _ending(name: str) -> str:
    return "-wal" if " log" in name else ""


def _played(path: Path, shift: Shift, *, closed: bool) -> Path:
    """The whole shift; with its log as a killed console leaves it unless it is closed."""
    if path.exists():
        return path
    with ExitStack() as stack:
        session = _opened(shift, path, stack).session
        for line in shift.lines:
            session.take(line)
        kept = {name: path.with_name(path.name + name).read_bytes() for name in ("", "-wal")}
    if not closed:
        for name, held in kept.items():
            path.with_name(path.name + name).write_bytes(held)
    return path


def _opened(shift: Shift, path: Path, stack: ExitStack) -> OpenedSession:
    identity = Identity("T1", shift.game, shift.rules)
    return open_session(path, identity, load_rulebook(shift.rules), SystemClock(), stack, is_ready=True)


def _found(shift: Shift, journal: Path, bad: bytes, told: dict[str, int]) -> list[str]:
    try:
        with ExitStack() as stack:
            opened = _opened(shift, journal, stack)
            return _went_on(shift, journal, bad, opened, told)
    except JournalError:
        told["refused"] += 1
        return [] if _is_kept(journal, bad) else ["it was refused, and its bytes are gone"]
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]


def _went_on(
    shift: Shift, journal: Path, bad: bytes, opened: OpenedSession, told: dict[str, int]
) -> list[str]:
    flaws, state = list[str](), timeless(opened.session.table)
    done = opened.salvage
    whole = done is None or (done.entries in shift.entries and done.entries > 0)
    if whole and state not in shift.states:
        flaws.append("it shows what the table never was")
    if done is None and state != shift.states[-1]:
        flaws.append("it shows less than it had, and does not say so")
    if done is not None:
        told["recovered"] += 1
        if not _is_kept(journal, bad):
            flaws.append("it was set aside, and its bytes are gone")
        flaws += [f"{each.name}: {flaw}" for each in archives.volumes(journal) if (flaw := verify(each).flaw)]
    if opened.session.take(b'{"do":"call","by":"D1","on":true}').refused == "not_recorded":
        flaws.append("it does not go on")
    return flaws


def _is_kept(journal: Path, bad: bytes) -> bool:
    return any(file.read_bytes() == bad for file in journal.parent.iterdir() if file.is_file())
