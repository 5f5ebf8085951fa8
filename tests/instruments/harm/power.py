"""The power fails: the files of a journal as they may stand on the disk at every write, opened again.

A driven console is traced. Between two syncs of a file the disk may have any of its writes, in any order, the
last one in part; what was synced it has, and a name once its folder was. What standard output had said by
then must be in the journal.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from tests.instruments.harm.driving import ROOT, RUN, wrong
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import Shift, shift_of

SECTOR: Final = 512
NEAR: Final = 6
"""Calls before and after a write to the file itself that are never left out."""
CALLS: Final = "openat,write,pwrite64,fdatasync,fsync,ftruncate,unlink,rename,link"
_CALL: Final = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
_FILE: Final = re.compile(r"^\d+<(.*)>$")


class Call(msgspec.Struct, frozen=True):
    """A call of the console to the system: of which file, with which bytes where."""

    name: str
    file: str
    at: int = 0
    data: bytes = b""


class NotTraced(Exception):
    """The system's calls can't be seen here."""


class Disk:
    """The files of a folder: as programs see them, and as they surely are on the disk."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.seen = {name: bytearray(held) for name, held in files.items()}
        self.sure = dict(files)
        self.loose: dict[str, list[Call]] = {name: [] for name in files}
        """The writes to each file since it was last synced."""
        self.acknowledged = 0

    def take(self, call: Call) -> None:
        """Go on by one call."""
        match call.name:
            case "said":
                self.acknowledged += call.data.count(b"\n")
            case "made":
                self.seen.setdefault(call.file, bytearray())
                self.loose.setdefault(call.file, [])
            case "pwrite64" | "ftruncate":
                applied(self.seen[call.file], call)
                self.loose[call.file].append(call)
            case "synced":
                # The first sync of a new file is followed by its folder's: SQLite's own order.
                self.sure[call.file] = bytes(self.seen[call.file])
                self.loose[call.file] = []
            case "unlink":
                for files in (self.seen, self.sure, self.loose):
                    files.pop(call.file, None)

    def all_written(self) -> dict[str, bytes]:
        """Every write has come to the disk."""
        return {name: bytes(held) for name, held in self.seen.items()}

    def torn(self, chance: random.Random) -> dict[str, bytes]:
        """The last write has come in part, the others whole."""
        files = dict(self.sure)
        for name, loose in self.loose.items():
            held = bytearray(self.sure.get(name, b""))
            for call in loose[:-1]:
                applied(held, call)
            for call in loose[-1:]:
                applied(held, part(call, chance))
            files[name] = bytes(held)
        return files

    def some_written(self, chance: random.Random) -> dict[str, bytes]:
        """The files after some of the unsynced writes, in any order, some in part."""
        files = dict(self.sure)
        for name, loose in self.loose.items():
            came = [call for call in loose if chance.random() < 0.5]
            chance.shuffle(came)
            if not came and name not in self.sure:
                continue
            held = bytearray(self.sure.get(name, b""))
            for call in came:
                applied(held, part(call, chance) if chance.random() < 0.3 else call)
            files[name] = bytes(held)
        return files


def applied(held: bytearray, call: Call) -> None:
    """A write, or a new length, on a file's bytes."""
    if call.name == "ftruncate":
        del held[call.at :]
    held.extend(bytes(max(0, call.at - len(held))))
    held[call.at : call.at + len(call.data)] = call.data


def part(call: Call, chance: random.Random) -> Call:
    """The first sectors of a write, or the last."""
    if call.name != "pwrite64":
        return call
    cut = SECTOR * chance.randint(0, len(call.data) // SECTOR)
    if chance.random() < 0.5:
        return Call(call.name, call.file, call.at, call.data[:cut])
    return Call(call.name, call.file, call.at + cut, call.data[cut:])


def cut_off(folder: Path, game: str, rules: str, lines: int, every: int = 1) -> Harm:
    """The power fails at every write, or every few, of a shift of ``lines`` lines.

    It never leaves out writes to the file itself, nor their neighbours.
    """
    harm = Harm(f"power cut at every write, {game} {rules}" + (f" ({every}th)" if every > 1 else ""))
    try:
        shift = shift_of(game, rules, lines, 7)
        before, calls = traced(shift, folder / f"traced-{game}-{rules}")
    except NotTraced as why:
        return harm.skipped(str(why))
    disk, chance = Disk(before), random.Random(f"{game} {rules}")
    into_file = {number for number, call in enumerate(calls) if call.file == "traced.db"}
    near = {number + beside for number in into_file for beside in range(-NEAR, NEAR)}
    for number, call in enumerate(calls):
        disk.take(call)
        if call.name in ("said", "made") or (number % every and number not in near):
            continue
        for name, files in _ways(disk, chance):
            has, flaws = _opened(shift, folder / "cut.db", files, disk.acknowledged)
            harm.done(has, [f"{game} {rules}, call {number} ({call.name}), {name}: {flaw}" for flaw in flaws])
    harm.note = f"{disk.acknowledged} lines acknowledged in {len(calls)} calls"
    return harm


def _ways(disk: Disk, chance: random.Random) -> Iterator[tuple[str, dict[str, bytes]]]:
    yield "all written", disk.all_written()
    if any(disk.loose.values()):
        yield "none written", dict(disk.sure)
        yield "the last torn", disk.torn(chance)
        yield "some written", disk.some_written(chance)


def _opened(shift: Shift, path: Path, files: dict[str, bytes], acknowledged: int) -> tuple[int, list[str]]:
    for name, held in files.items():
        path.with_name(name.replace("traced.db", path.name)).write_bytes(held)
    try:
        return wrong(shift, path, acknowledged, len(shift.lines))
    except Exception as error:
        return 0, [f"{type(error).__name__}: {error}"]
    finally:
        for left in path.parent.glob(path.name + "*"):
            left.unlink()


def traced(shift: Shift, folder: Path) -> tuple[dict[str, bytes], list[Call]]:
    """A new journal's files, and the calls of a console that plays the shift on it; NotTraced."""
    strace = shutil.which("strace")
    if strace is None:
        raise NotTraced("strace is not installed")
    folder.mkdir()
    journal = folder / "traced.db"
    _drive(shift, journal, b"", [])
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    log = folder / "calls"
    trace = [strace, "-f", "-qq", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(log)]
    _drive(shift, journal, b"".join(line + b"\n" for line in shift.lines), trace)
    calls = list(_calls(log, journal))
    if not calls:
        raise NotTraced("strace shows nothing")
    return before, calls


def _drive(shift: Shift, journal: Path, said: bytes, before: list[str]) -> None:
    drive = ["drive", "--game", shift.game, "--rules", shift.rules, "--ready", "--journal", str(journal)]
    command = [*before, sys.executable, "-c", RUN, *drive]
    try:
        subprocess.run(command, input=said, capture_output=True, check=True, cwd=ROOT)
    except subprocess.CalledProcessError as error:
        raise NotTraced("strace may not trace here") from error


def _calls(log: Path, journal: Path) -> Iterator[Call]:
    for line in log.read_text("ascii").splitlines():
        found = _CALL.match(line)
        if found is None or int(found[3]) < 0:
            continue
        call = _call(found[1], found[2].split(", "), journal)
        if call is not None:
            yield call


def _call(name: str, given: list[str], journal: Path) -> Call | None:
    if name == "write" and given[0].startswith("1<"):
        return Call("said", "", data=_bytes(given[1]))
    file = Path(_named(given[1] if name == "openat" else given[0]))
    if not file.name.startswith(journal.name) or file.parent != journal.parent or file.name.endswith("-shm"):
        return None
    match name:
        case "pwrite64":
            return Call(name, file.name, int(given[3]), _bytes(given[1]))
        case "ftruncate":
            return Call(name, file.name, int(given[1]))
        case "fdatasync" | "fsync":
            return Call("synced", file.name)
        case "unlink":
            return Call(name, file.name)
        case "openat" if "O_CREAT" in given[2]:
            return Call("made", file.name)
        case _:
            return None


def _named(argument: str) -> str:
    """The path that an argument says: of a descriptor, or as a string of its own."""
    found = _FILE.match(argument)
    named = found[1] if found else argument.strip('"')
    return _bytes(f'"{named}"').decode() if "\\x" in named else named


def _bytes(argument: str) -> bytes:
    return bytes.fromhex(argument.strip('"').replace("\\x", ""))
