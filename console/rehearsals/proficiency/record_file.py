"""The rehearsals of a studio's people in one file beside theirs: private to the user, and complete at any
moment.

A line for each rehearsal has a digest over the one before, and the last line signs their number and digest
with the console's own key: a changed or missing line is seen, and a forger who recomputes the digests has no
key. It has right and wrong answers, never the second of a press. A person who leaves is replaced by a random
name, the same in each line, and hours are removed; the rehearsals still count.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from console.base.errors import WordedError
from console.base.system import TooLarge, held, json_reader, put_whole
from console.rehearsals.proficiency.unfinished_rehearsals import ENDING as UNFINISHED
from console.rehearsals.proficiency.unfinished_rehearsals import UnfinishedRehearsals, abandoned_results
from console.rehearsals.result import RehearsalResult
from console.table.core import Role
from console.table.people import PeopleError, check_no_link, close_to_others, own_bytes

if TYPE_CHECKING:
    from console.table.journal import PublicKey, SealKey

LARGEST: Final = 1 << 30
"""The most bytes of a file, which grows by some 600 with each rehearsal, as nothing is ever left out."""
VERSION: Final = 2
"""The form since 1.0, which ends with the seals."""
ENDING: Final = ".rehearsals"
FORMER: Final = "~"
"""The beginning of a removed person's name, with which no person's id begins."""
_SEALS: Final = b'{"seals":'
_SIGNED: Final = b"dealer-console rehearsals\n"
"""The text before what is signed, so that no other signature can be taken for one of these."""
_LOCK_WAIT: Final = 5.0
"""Seconds that a change waits for another program's change."""


class RecordsError(WordedError[str]):
    """The records can't be read or written, with the key of its words; nothing has changed."""


class RecordHeading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's first line; ``id`` is random, so that no two files have one chain."""

    rehearsals: int
    id: str
    before: str | msgspec.UnsetType = msgspec.UNSET
    """The digest over the whole file when it was still of version 1, if it was."""


class Forgetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person was removed: when, from how many rehearsals, and the chain's end before."""

    at: datetime
    count: int
    before: str


class RecordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rehearsal, or a forgetting, with the digest over it and all before it."""

    chain: str
    result: RehearsalResult | None = None
    forgot: Forgetting | None = None


class RecordSeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines that a console vouches for, from ``first`` to ``count``, counted from 1. ``chain`` is the digest
    over all up to there; ``key`` is empty if none signed.
    """

    first: int
    count: int
    chain: str
    key: str = ""
    signed: str = ""


class Seals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's last line."""

    seals: tuple[RecordSeal, ...]


class RecordFile(msgspec.Struct, frozen=True):
    heading: RecordHeading | None
    lines: tuple[RecordLine, ...] = ()
    seals: tuple[RecordSeal, ...] = ()


_seals = json_reader(Seals)
_heading = json_reader(RecordHeading)
_line = json_reader(RecordLine)


def place_beside(people: Path) -> Path:
    """The file of the records of a people's file: beside it, under its name."""
    return people.with_suffix(ENDING)


def known_rehearsals(people: Path) -> frozenset[str]:
    """The names of shipped rehearsals, and of those that people of a file played. Raises RecordsError."""
    played = {each.rehearsal for each in RehearsalRecords(place_beside(people)).results}
    from console.rehearsals.script import built_in_rehearsals  # The rehearsals' own files are read now.

    return frozenset(played | {each.name for each in built_in_rehearsals()})


def passed_by(people: Path, id: str) -> frozenset[str]:
    """The rehearsals that a listed person passed as a dealer, at any console. Raises RecordsError."""
    return frozenset(
        each.rehearsal
        for each in RehearsalRecords(place_beside(people)).results
        if each.passed and each.people.get(Role.DEALER, "").casefold() == id.casefold()
    )


class RehearsalRecords:
    """The file, read at each call, so that another program may add to it."""

    def __init__(self, path: Path, keys: Path | None = None) -> None:
        """Nothing is read or made yet. ``keys``: the folder of the console's key, if not the user's own."""
        self.path, self._keys = path, keys

    @property
    def results(self) -> tuple[RehearsalResult, ...]:
        """Every rehearsal in the order in which they were kept. Raises RecordsError."""
        return tuple(line.result for line in self._read_file().lines if line.result is not None)

    @property
    def signed_results(self) -> tuple[RehearsalResult, ...]:
        """The rehearsals that this console has kept and signed: only these count for a certificate. Raises
        RecordsError, also if none of them is signed.
        """
        kept = self._read_file()
        key = self._key() if kept.lines else None
        own = [] if key is None else [each for each in kept.seals if _vouches(key.public, kept, each)]
        found = tuple(
            line.result
            for number, line in enumerate(kept.lines, 1)
            if line.result is not None and any(each.first <= number <= each.count for each in own)
        )
        if not found and any(line.result for line in kept.lines):
            raise RecordsError("rehearsal.record.not_signed", file=str(self.path))
        return found

    @property
    def head(self) -> str:
        """The digest over the whole file, in hex; empty if nothing was kept yet. Raises RecordsError."""
        kept = self._read_file()
        return _end(kept.heading, kept.lines) if kept.heading is not None else ""

    def keep(self, result: RehearsalResult) -> bool:
        """Keep a rehearsal; False if it ended without anything going wrong. Raises RecordsError."""
        if not result.lines and result.ended == "played":
            return False
        kept = replace(result, course=())

        def more(heading: RecordHeading, lines: Sequence[RecordLine]) -> list[RecordLine]:
            return [*lines, RecordLine(_chained(_end(heading, lines), kept), result=kept)]

        self._change(more)
        return True

    def begin(self, abandoned: RehearsalResult) -> UnfinishedRehearsals | None:
        """Record that a rehearsal began; ``abandoned`` is its result if nobody ends it. None if unwritten."""
        try:
            return UnfinishedRehearsals(self.path, abandoned, self._key())
        except OSError:
            return None

    def settle(self) -> int:
        """Keep the rehearsals that this console began and whose process has ended; returns how many. Raises
        RecordsError, OSError.
        """
        found, there = 0, {(each.rehearsal, each.began) for each in self.results}
        if not self.path.with_suffix(UNFINISHED).exists():
            return 0  # Most starts find none, and need no key.
        key = self._key()
        for result in abandoned_results(self.path, None if key is None else key.public):
            if (result.rehearsal, result.began) not in there:
                found += self.keep(result)
        return found

    def count(self, person: str) -> int:
        """How many rehearsals name a person. Raises RecordsError."""
        return sum(_names(each, person) for each in self.results)

    def forget(self, person: str, at: datetime) -> int:
        """Remove a person; returns from how many rehearsals. Raises RecordsError."""
        taken = 0

        def without(heading: RecordHeading, lines: Sequence[RecordLine]) -> list[RecordLine]:
            nonlocal taken
            there = {who for line in lines if line.result for who in line.result.people.values()}
            name = _pseudonym(there)
            before = _end(heading, lines)
            kept_lines: list[RehearsalResult | Forgetting] = []
            for line in lines:
                result = line.result
                if result is not None and _names(result, person):
                    taken += 1
                    result = _without(result, person, name)
                one = result or line.forgot
                assert one is not None, "a line is one or the other"
                kept_lines.append(one)
            if not taken:
                return list(lines)
            return _chain(heading, [*kept_lines, Forgetting(at.astimezone(UTC), taken, before)])

        self._change(without)
        return taken

    def _change(self, change: Callable[[RecordHeading, Sequence[RecordLine]], list[RecordLine]]) -> None:
        self._read_file()  # It is read first, so that no lock is laid beside somebody else's file.
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with held(self.path.with_name(f"{self.path.name}.lock"), _LOCK_WAIT):
                kept = self._read_file()
                heading = kept.heading or RecordHeading(VERSION, secrets.token_hex(16))
                changed = change(heading, kept.lines)
                written = _record_bytes(heading, changed, self._sealed(kept, heading, changed))
                if len(written) > LARGEST:  # Nobody could read a larger file.
                    raise TooLarge(self.path, LARGEST)
                put_whole(self.path, written)
        except BlockingIOError:
            reason = "another program is changing it"
            raise RecordsError("rehearsal.record.unwritable", file=str(self.path), reason=reason) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise RecordsError("rehearsal.record.unwritable", file=str(self.path), reason=reason) from error

    def _key(self) -> SealKey | None:
        """The console's own key, if any: rehearsals are kept without one too."""
        from console.table.journal import JournalError, default_folder, seal_key

        try:
            return seal_key(self._keys or default_folder())
        except JournalError:
            return None

    def _sealed(
        self, file: RecordFile, heading: RecordHeading, lines: Sequence[RecordLine]
    ) -> tuple[RecordSeal, ...]:
        """The seals of the changed lines: for those vouched for before, and for the new ones."""
        key = self._key()
        public = None if key is None else key.public
        own = {each for each in file.seals if public is not None and _vouches(public, file, each)}
        same = [line.chain for line in lines[: len(file.lines)]] == [line.chain for line in file.lines]
        seals = [each for each in file.seals if same or each in own]
        last = seals[-1] if seals else None
        if last is not None and last.count == len(file.lines) and last in own:
            seals[-1] = replace(last, count=len(lines))
        elif len(lines) > len(file.lines):
            seals.append(RecordSeal(len(file.lines) + 1, len(lines), ""))
        return tuple(
            each if same and each in file.seals else _signed(key, heading, lines, each) for each in seals
        )

    def _read_file(self) -> RecordFile:
        file = str(self.path)
        try:
            check_no_link(self.path)
            written = own_bytes(self.path, LARGEST)
        except FileNotFoundError:
            return RecordFile(None)
        except (OSError, PeopleError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise RecordsError("rehearsal.record.unreadable", file=file, reason=reason) from error
        number = 1
        try:
            first, *rest = written.splitlines()
            heading = _heading(first)
            if heading.rehearsals > VERSION:
                raise RecordsError("journal.newer", file=file)
            if heading.rehearsals < VERSION:
                raise RecordsError("rehearsal.record.unreadable", file=file, reason="version 0.3 wrote it")
            lines, chain = list[RecordLine](), _begin(heading)
            last = rest.pop() if rest and rest[-1].startswith(_SEALS) else None
            for number, each in enumerate(rest, 2):
                line = _line(each)
                content = line.result or line.forgot
                if content is None or (chain := _chained(chain, content)) != line.chain:
                    raise ValueError(number)
                lines.append(line)
            number = len(lines) + 2
            if last is None or not written.endswith(b"\n"):
                raise RecordsError("rehearsal.record.cut", file=file, line=str(number))
            seals = _seals(last).seals
            _check_seals(lines, seals)
        except ValueError as error:
            raise RecordsError("rehearsal.record.damaged", file=file, line=str(number)) from error
        with suppress(OSError):
            close_to_others(self.path)
        return RecordFile(heading, tuple(lines), seals)


def _begin(heading: RecordHeading) -> str:
    return sha256(msgspec.json.encode(heading)).hexdigest()


def _chained(before: str, content: RehearsalResult | Forgetting) -> str:
    return sha256(bytes.fromhex(before) + msgspec.json.encode(content)).hexdigest()


def _chain(heading: RecordHeading, contents: Sequence[RehearsalResult | Forgetting]) -> list[RecordLine]:
    lines, chain = list[RecordLine](), _begin(heading)
    for each in contents:
        chain = _chained(chain, each)
        is_result = isinstance(each, RehearsalResult)
        lines.append(RecordLine(chain, result=each) if is_result else RecordLine(chain, forgot=each))  # type: ignore[arg-type]
    return lines


def _check_seals(lines: Sequence[RecordLine], seals: Sequence[RecordSeal]) -> None:
    """Raises ValueError if a seal covers other lines than the file has."""
    for each in seals:
        if not 1 <= each.first <= each.count <= len(lines) or lines[each.count - 1].chain != each.chain:
            raise ValueError(each.count)
    if lines and (not seals or seals[-1].count != len(lines)):
        raise ValueError(len(lines))


def _signed_text(heading: RecordHeading, seal: RecordSeal) -> bytes:
    return _SIGNED + msgspec.json.encode((heading.id, seal.first, seal.count, seal.chain))


def _signed(
    key: SealKey | None, heading: RecordHeading, lines: Sequence[RecordLine], seal: RecordSeal
) -> RecordSeal:
    bare = RecordSeal(seal.first, seal.count, lines[seal.count - 1].chain)
    if key is None:
        return bare
    return replace(bare, key=key.public.raw.hex(), signed=key.sign(_signed_text(heading, bare)).hex())


def _vouches(key: PublicKey, file: RecordFile, seal: RecordSeal) -> bool:
    if file.heading is None or seal.key != key.raw.hex():
        return False
    try:
        return key.verifies(bytes.fromhex(seal.signed), _signed_text(file.heading, seal))
    except ValueError:
        return False


def _end(heading: RecordHeading, lines: Sequence[RecordLine]) -> str:
    return lines[-1].chain if lines else _begin(heading)


def _record_bytes(
    heading: RecordHeading, lines: Sequence[RecordLine], seals: tuple[RecordSeal, ...]
) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (heading, *lines, Seals(seals)))


def _names(result: RehearsalResult, person: str) -> bool:
    return any(who.casefold() == person.casefold() for who in result.people.values())


def _pseudonym(existing: set[str]) -> str:
    """An unused name that does not show whose it was."""
    while (name := f"{FORMER}{secrets.token_hex(4)}") in existing:
        pass
    return name


def _without(result: RehearsalResult, person: str, name: str) -> RehearsalResult:
    """The rehearsal without a person, and with only the day of its time, so that no rota shows who it was."""
    people = {
        role: name if who.casefold() == person.casefold() else who for role, who in result.people.items()
    }
    day = result.began.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return replace(result, people=people, began=day)
