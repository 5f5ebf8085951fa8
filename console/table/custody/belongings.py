"""The files of a LIVE table, and the search for a missing one that other files still name.

A missing file is not the same as a new table: without the list of people, anybody at the table could make
himself its first supervisor; without the journal, a new one would begin without a word. So the files name
each other. The table keeps a record of them in a folder of the user, beside the sealing key, where somebody
who can write to the journal's folder can't write. The journal's lock names its journal and how far it had
come; the list of people names each table's journal; the journal has an entry that names the list; and a file
of the journal names the file before it. Each remaining file shows which others existed.

The record and the journal also keep the mark of the last change of the list. An older copy of the list, in
which a disabled person may sign in again, does not continue from that mark.

Without a file the table goes on only by a supervisor's PIN, and without its people only by a command of
technical service; the journal records either. All this proves nothing against somebody who acts as the user.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from console.base.errors import WordedError
from console.base.system import content_of, put_whole, read_json, true_place
from console.table.core.state import events
from console.table.core.state.note_kinds import KnownList, NoteKind
from console.table.journal import Identity, JournalError, NotAJournal
from console.table.journal.archives import beginnings, earlier_files, older_files, volumes
from console.table.journal.file.errors import LosesEntries
from console.table.journal.file.heading import is_journal
from console.table.journal.file.high_water_mark import read_mark
from console.table.journal.file.links import is_private
from console.table.journal.file.place import sibling
from console.table.journal.proof.keys import FILE as KEY_FILE
from console.table.journal.proof.keys import default_folder as key_folder
from console.table.people.errors import OlderList, PeopleError
from console.table.people.file import PeopleFile
from console.table.people.marks import mark_in

if TYPE_CHECKING:
    from console.table.journal.rescue.quarantine import QuarantinedFile

log = logging.getLogger(__name__)


class FileTrouble(StrEnum):
    """The trouble with a table's file: it is missing, or is not the file that it was."""

    PEOPLE = "people"
    OTHER_PEOPLE = "other_people"
    OLDER_PEOPLE = "older_people"
    """The list does not continue the last one: it is an older copy, or another program changed it."""
    SECRET = "secret"
    """Without it no PIN can be checked."""
    JOURNAL = "journal"
    OTHER_JOURNAL = "other_journal"
    OLDER_JOURNAL = "older_journal"
    """The journal, or a closed file of it, lacks the newest seal that was made of it."""
    DAMAGED = "damaged"
    """The journal exists, but nothing in it can be read."""
    LOSES = "loses"
    """The journal is damaged, and the table would go on without entries that were acknowledged."""
    BESIDE = "beside"
    """The key, the journal's lock, or a closed file of the journal."""


_LISTS: Final = frozenset((FileTrouble.PEOPLE, FileTrouble.OTHER_PEOPLE, FileTrouble.OLDER_PEOPLE))


class Missing(WordedError[str]):
    """A file that the table had is missing; ``slots`` are for the words of ``key``."""

    def __init__(self, gone: FileTrouble, file: Path, known_by: str, **slots: str) -> None:
        """``known_by`` is the file that shows that it existed."""
        key = "people.pepper" if gone is FileTrouble.SECRET else f"missing.{gone}"
        super().__init__(key, f"{file}: {gone}, as {known_by} knows", file=str(file), known=known_by, **slots)
        self.gone, self.file = gone, file

    @property
    def by_pin(self) -> bool:
        """Whether a supervisor's PIN is enough to go on: not with a list of people that is lost or older."""
        return self.gone not in _LISTS and self.gone is not FileTrouble.SECRET


class Allowance(msgspec.Struct, frozen=True):
    """Who allowed a table to go on without files: a supervisor by id, or technical service in words."""

    files: tuple[str, ...]
    who: str | None = None
    said: str = ""
    aside: str = ""
    """The damaged journal that is set aside for this; empty until that is done."""

    def covers(self, missing: Missing) -> bool:
        if self.aside and missing.gone in (
            FileTrouble.JOURNAL,
            FileTrouble.OTHER_JOURNAL,
            FileTrouble.DAMAGED,
        ):
            # The file in question was set aside: the new one is there, or none if its making was cut short.
            return (
                missing.gone is not FileTrouble.DAMAGED
                and f"{FileTrouble.DAMAGED} {missing.file}" in self.files
            )
        return f"{missing.gone} {missing.file}" in self.files

    def is_of(self, people: Path) -> bool:
        """Whether the permission concerns the list of people, for any trouble with it."""
        return any(f"{gone} {people}" in self.files for gone in _LISTS)

    @property
    def text(self) -> str:
        return "; ".join(each for each in (*self.files, self.aside, self.said) if each)


class Files(msgspec.Struct, frozen=True):
    journal: str
    """The beginning of the chain in the journal's file, in hex."""
    people: str | None = None
    mark: str = ""
    """The mark of the last change of the list of people."""
    key: bool = False
    closed: tuple[str, ...] = ()
    """The names of the journal's closed files."""
    allowed: Allowance | None = None
    """The permission of technical service since then."""


class Belonging:
    """The files of one table."""

    def __init__(self, journal: Path, people: PeopleFile, table: str) -> None:
        self.journal, self.people, self._table = true_place(journal), people, table

    @property
    def record(self) -> Path:
        name = re.sub(r"[^\w-]+", "-", self._table.casefold())
        where = sha256(str(self.journal).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        return key_folder().parent / "tables" / f"{name}-{where}.json"

    def recorded_files(self) -> Files | None:
        """The files that the table had; None if no record exists."""
        path = self.record
        try:
            if not (is_private(path.parent) and is_private(path)):
                return None
            return read_json(content_of(path), type=Files)
        except (OSError, msgspec.DecodeError):
            return None

    def missing(self, note: str = "") -> Iterator[Missing]:
        """The missing files that existed before, the worst first. Raises PeopleError if the list can't be
        read.

        ``note`` is the text of the journal's last entry about the list, if the caller has read it.
        """
        had, mark = self.recorded_files(), read_mark(sibling(self.journal, ".lock"))
        there = _has_content(self.journal)
        yield from self._people_missing(had, there or mark is not None, note)
        known = self._known_of_journal(had, has_mark=mark is not None)
        if not there and known is not None:
            yield Missing(FileTrouble.JOURNAL, self.journal, known)
        if had is None:
            return
        if there and self._is_other(had):
            yield Missing(FileTrouble.OTHER_JOURNAL, self.journal, self.record.name)
        for file, lost in older_files(self.journal, key_folder()) if there else ():
            yield Missing(FileTrouble.OLDER_JOURNAL, file, lost.text)
        beside_it = [sibling(self.journal, ".lock")] if there else []
        beside_it += [self.journal.with_name(name) for name in had.closed]
        beside_it += [key_folder() / KEY_FILE] if had.key else []
        for path in beside_it:
            if not path.exists():
                yield Missing(FileTrouble.BESIDE, path, self.record.name)

    def _is_other(self, had: Files) -> bool:
        """Whether a sound journal lies here that is not the table's own; damage is reported elsewhere."""
        found = beginnings(self.journal)
        return bool(found) and bool(had.journal) and had.journal not in found

    def _people_missing(self, had: Files | None, has_journal: bool, note: str) -> Iterator[Missing]:
        identity = self.people.identity
        if self.people.needs_first_supervisor:
            if has_journal or (had is not None and had.people is not None):
                by = self.record.name if had is not None else self.journal.name
                yield Missing(FileTrouble.PEOPLE, self.people.path, by)
        elif had is not None and had.people is not None and had.people != identity:
            yield Missing(FileTrouble.OTHER_PEOPLE, self.people.path, self.record.name)
        # Without the secret no list can be recognised.
        elif (secret := self.people.missing_secret) is not None:
            yield Missing(FileTrouble.SECRET, secret, self.people.path.name)
        elif not self.people.goes_on_from(mark_in(had.mark) if had is not None else None):
            yield Missing(FileTrouble.OLDER_PEOPLE, self.people.path, self.record.name)
        elif (stray := self.stray(note)) is not None:
            yield stray

    def stray(self, note: str) -> Missing | None:
        """The list, if it does not continue the list that the journal names. Raises PeopleError."""
        known = KnownList.of(note)
        if known.identity and known.identity != self.people.identity:
            return Missing(FileTrouble.OTHER_PEOPLE, self.people.path, self.journal.name)
        if known.identity and not self.people.goes_on_from(mark_in(known.mark)):
            return Missing(FileTrouble.OLDER_PEOPLE, self.people.path, self.journal.name)
        return None

    def _known_of_journal(self, had: Files | None, *, has_mark: bool) -> str | None:
        """The file that shows that the journal once existed."""
        if had is not None:
            return self.record.name
        if has_mark:
            return sibling(self.journal, ".lock").name
        if self._table in self.people.journals:
            return self.people.path.name
        return next((path.name for path in earlier_files(self.journal) if _has_content(path)), None)

    def note(self) -> str:
        return f"people {self.people.identity}"

    def last_note(self) -> str:
        """The text of the journal's last entry about the list, or an empty text. Raises JournalError."""
        from console.table.journal.reader import review  # a start knows it from the table's state

        if not self.journal.is_file():
            return ""
        with review(self.journal) as found:
            noted = (
                events.DECODER.decode(each.event) for each in found.of_a_kind("noted", NoteKind.LIST_KNOWN)
            )
            notes = [
                each for each in noted if isinstance(each, events.Noted) and each.what == NoteKind.LIST_KNOWN
            ]
        return (notes[-1].text or "") if notes else ""

    def is_new(self) -> bool:
        """Whether the list is another than the journal's last entry names."""
        had = self.recorded_files()
        return had is None or had.people != self.people.identity

    def keep(self) -> None:
        """Record the table's present files, in record and list. Raises OSError, PeopleError, JournalError."""
        now = beginnings(self.journal)
        if not now:
            return
        closed = tuple(path.name for path in volumes(self.journal)[:-1])
        key = (key_folder() / KEY_FILE).exists()
        had = self.recorded_files()
        known = had is None or (had.allowed is not None and had.allowed.is_of(self.people.path))
        if not known and not self.people.goes_on_from(mark_in(had.mark if had is not None else "")):
            # The list was put there after the start; the next start reports it.
            raise OlderList(str(self.people.path))
        if self.people.journals.get(self._table) != now[-1] or self.people.mark is None:
            self.people.name_journal(self._table, now[-1])
        mark = self.people.mark
        files = Files(now[-1], self.people.identity, "" if mark is None else mark.text, key, closed)
        if files != had:
            self._write(files)

    def allow(self, order: str, damaged: JournalError | None = None) -> list[Missing]:
        """Let the next start go on without the files that are missing now, which are returned. ``order``:
        that of technical service; ``damaged``: why the journal is set aside. Raises JournalError.
        """
        missing = list(self.missing("" if damaged is not None else self.last_note()))
        if isinstance(damaged, LosesEntries):
            missing.append(self.losing(damaged))
        elif damaged is not None and (beyond := self.damaged_journal(damaged)) is not None:
            missing.append(beyond)
        if missing:
            had = self.recorded_files() or Files("")
            files = tuple(f"{each.gone} {each.file}" for each in missing)
            self._write(msgspec.structs.replace(had, allowed=Allowance(files, said=order)))
        return missing

    def damaged_journal(self, error: JournalError) -> Missing | None:
        """The journal that can't be read, for the reason ``error``.

        None if nothing shows that the file is a journal: a file that a configuration names by mistake is
        not moved.
        """
        known = self.recorded_files() is not None or read_mark(sibling(self.journal, ".lock")) is not None
        if not self.journal.is_file() or (isinstance(error, NotAJournal) and not known):
            return None
        return Missing(FileTrouble.DAMAGED, self.journal, "")

    def losing(self, error: LosesEntries) -> Missing:
        """The journal that can't be recovered without a loss."""
        return Missing(FileTrouble.LOSES, self.journal, "", entries=error.slots["entries"])

    def begin_again(self, identity: Identity, allowed: Allowance, now: datetime) -> Allowance:
        """Set the damaged journal aside and begin one; returns the note's content. Raises JournalError. The
        decision is recorded before it is carried out: a start that is killed is completed by the next.
        """
        # Imported here so that a start does not load it.
        from console.table.journal.rescue.quarantine import set_aside

        def done(aside: QuarantinedFile) -> Allowance:
            return msgspec.structs.replace(allowed, aside=aside.note)

        def kept(aside: QuarantinedFile) -> None:
            try:
                self._write(msgspec.structs.replace(self.recorded_files() or Files(""), allowed=done(aside)))
            except OSError as error:
                log.warning("that the journal is set aside is not kept: %s", error)

        return done(set_aside(self.journal, identity, now, kept))

    def _write(self, files: Files) -> None:
        folder = self.record.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(folder):
            raise PermissionError(f"{folder}: others could write there")
        put_whole(self.record, msgspec.json.format(msgspec.json.encode(files)) + b"\n")


def kept_files(belonging: Belonging) -> None:
    """Record the files of a table; if that fails, it is logged, and the table plays on."""
    try:
        belonging.keep()
    except (OSError, PeopleError, JournalError) as error:
        log.warning("which files the table has is not kept: %s", error)


def _has_content(path: Path) -> bool:
    with suppress(JournalError):
        return is_journal(path)
    return True
