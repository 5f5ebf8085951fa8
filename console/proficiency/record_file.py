"""The rehearsals of a studio's people in one file beside theirs: the user's alone, and whole at any moment.

A line a rehearsal, each with a digest over the one before, so that a changed or missing line is seen. It
holds what was right and wrong, and never what was pressed in which second. Somebody who leaves is taken out
of it: a random name stands instead, the same in each of the lines, the hour is left out, and what the house
rehearsed still counts.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.people.errors import PeopleError
from console.people.private_file import FILE_MODE, check_no_link, own_bytes
from console.rehearsal.result import RehearsalResult
from console.whole_file import put_whole

VERSION: Final = 1
ENDING: Final = ".rehearsals"
FORMER: Final = "~"
"""Begins the name of somebody who was taken out: no id of a person begins so."""
_LOCK_WAIT: Final = 5.0
"""Seconds that a change waits for another program's."""


class RecordsError(Exception):
    """The records can't be read or written, with the key of its words; nothing has changed."""

    def __init__(self, key: str, **slots: str) -> None:
        """``slots`` are for the words of ``key``."""
        super().__init__(f"{key}: {slots}")
        self.key, self.slots = key, slots


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's first line; ``id`` is chance, so that no two files have one chain."""

    rehearsals: int
    id: str


class Forgetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That somebody was taken out: when, of how many rehearsals, and what the chain's end was before."""

    at: datetime
    count: int
    before: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rehearsal, or that somebody was taken out, with the digest over it and all before it."""

    chain: str
    result: RehearsalResult | None = None
    forgot: Forgetting | None = None


_heading = msgspec.json.Decoder(Heading).decode
_line = msgspec.json.Decoder(Line).decode


def place_beside(people: Path) -> Path:
    """Where the records of the people of this file are: beside it, under its name."""
    return people.with_suffix(ENDING)


class RehearsalRecords:
    """The file; it is read at each call, so another program may add to it."""

    def __init__(self, path: Path) -> None:
        """Nothing is read or made yet."""
        self.path = path

    @property
    def results(self) -> tuple[RehearsalResult, ...]:
        """Every rehearsal in the order in which they were kept. Raises RecordsError."""
        return tuple(line.result for line in self._read()[1] if line.result is not None)

    @property
    def head(self) -> str:
        """The digest over all of it, in hex; empty where nothing was kept yet. Raises RecordsError."""
        heading, lines = self._read()
        return _end(heading, lines) if heading is not None else ""

    def keep(self, result: RehearsalResult) -> bool:
        """Keep a rehearsal; False where nothing went wrong in it yet. Raises RecordsError."""
        if not result.lines:
            return False
        kept = replace(result, course=())

        def more(heading: Heading, lines: Sequence[Line]) -> list[Line]:
            return [*lines, Line(_chained(_end(heading, lines), kept), result=kept)]

        self._change(more)
        return True

    def count(self, person: str) -> int:
        """How many rehearsals name somebody. Raises RecordsError."""
        return sum(_names(each, person) for each in self.results)

    def forget(self, person: str, at: datetime) -> int:
        """Take somebody out; of how many rehearsals. Raises RecordsError."""
        taken = 0

        def without(heading: Heading, lines: Sequence[Line]) -> list[Line]:
            nonlocal taken
            there = {who for line in lines if line.result for who in line.result.people.values()}
            name = _nobody(there)
            before = _end(heading, lines)
            told: list[RehearsalResult | Forgetting] = []
            for line in lines:
                result = line.result
                if result is not None and _names(result, person):
                    taken += 1
                    result = _without(result, person, name)
                one = result or line.forgot
                assert one is not None, "a line is one or the other"
                told.append(one)
            if not taken:
                return list(lines)
            return _chain(heading, [*told, Forgetting(at.astimezone(UTC), taken, before)])

        self._change(without)
        return taken

    def _change(self, change: Callable[[Heading, Sequence[Line]], list[Line]]) -> None:
        from filelock import FileLock, Timeout  # who only reads waits for no lock

        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(f"{self.path}.lock", timeout=_LOCK_WAIT, mode=FILE_MODE):
                heading, lines = self._read()
                heading = heading or Heading(VERSION, secrets.token_hex(16))
                put_whole(self.path, _written(heading, change(heading, lines)))
        except Timeout:
            said = "another program is changing it"
            raise RecordsError("rehearsal.record.unwritable", file=str(self.path), reason=said) from None
        except OSError as error:
            said = error.strerror or str(error)
            raise RecordsError("rehearsal.record.unwritable", file=str(self.path), reason=said) from error

    def _read(self) -> tuple[Heading | None, list[Line]]:
        file = str(self.path)
        try:
            check_no_link(self.path)
            written = own_bytes(self.path)
            if os.name == "posix" and self.path.stat().st_mode & 0o077:
                self.path.chmod(FILE_MODE)  # a copy that was put back is closed to others, too
        except FileNotFoundError:
            return None, []
        except (OSError, PeopleError) as error:
            said = getattr(error, "strerror", None) or str(error)
            raise RecordsError("rehearsal.record.unreadable", file=file, reason=said) from error
        number = 1
        try:
            first, *rest = written.splitlines()
            heading = _heading(first)
            if heading.rehearsals > VERSION:
                raise RecordsError("journal.newer", file=file)
            lines, chain = [], _begin(heading)
            for number, each in enumerate(rest, 2):
                line = _line(each)
                told = line.result or line.forgot
                if told is None or (chain := _chained(chain, told)) != line.chain:
                    raise ValueError(number)
                lines.append(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            raise RecordsError("rehearsal.record.damaged", file=file, line=str(number)) from error
        return heading, lines


def _begin(heading: Heading) -> str:
    return sha256(msgspec.json.encode(heading)).hexdigest()


def _chained(before: str, told: RehearsalResult | Forgetting) -> str:
    return sha256(bytes.fromhex(before) + msgspec.json.encode(told)).hexdigest()


def _chain(heading: Heading, told: Sequence[RehearsalResult | Forgetting]) -> list[Line]:
    """The lines with the chain made anew."""
    lines, chain = list[Line](), _begin(heading)
    for each in told:
        chain = _chained(chain, each)
        is_result = isinstance(each, RehearsalResult)
        lines.append(Line(chain, result=each) if is_result else Line(chain, forgot=each))  # type: ignore[arg-type]
    return lines


def _end(heading: Heading, lines: Sequence[Line]) -> str:
    return lines[-1].chain if lines else _begin(heading)


def _written(heading: Heading, lines: Sequence[Line]) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (heading, *lines))


def _names(result: RehearsalResult, person: str) -> bool:
    return any(who.casefold() == person.casefold() for who in result.people.values())


def _nobody(there: set[str]) -> str:
    """A name that nobody has, and that tells nothing of whose it was."""
    while (name := f"{FORMER}{secrets.token_hex(4)}") in there:
        pass
    return name


def _without(result: RehearsalResult, person: str, name: str) -> RehearsalResult:
    """The rehearsal without somebody; of its time the day is left, by which no rota tells who it was."""
    people = {
        role: name if who.casefold() == person.casefold() else who for role, who in result.people.items()
    }
    day = result.began.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return replace(result, people=people, began=day)
