"""The journal of a table at work: its present file, and the damaged files that were set aside before it.

It knows when a checkpoint is due and whether an entry is in the present file. It never knows what an event
does, nor where the files lie: :class:`JournalCare` knows that.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol

from msgspec.structs import replace

from console.table.core.judging.checkpoints import encode_table
from console.table.core.play.corrections import AmendmentRequest
from console.table.core.running.last_changes import Stretch
from console.table.core.state.entries import Entry, Journal, NotRecorded, Unwritable
from console.table.core.state.table import Table

CHECKPOINT_EVERY: Final = 1_000
"""Entries after which a checkpoint is due, besides one at each shoe: a start replays them in some 10 ms."""


class SetAsideFile(Protocol):
    @property
    def note(self) -> str:
        ...


class JournalCare(Protocol):
    def stretch_to(self, entry: int) -> Stretch | None:
        """The journal's stretch up to an entry, or None; those of the files before are 0, -1 and so on."""

    def time_of(self, entry: int) -> datetime | None:
        """The time of an entry of the present file, in UTC; None without it, or if it can't be read."""

    @property
    def is_first(self) -> bool:
        ...

    def begin_again(self, state: bytes) -> SetAsideFile | None:
        """Set the damaged file aside, and begin another with the table's state, as JSON; None if it can't."""


class NoCare:
    """No care: earlier entries are not looked up, and a damaged file stays as it is."""

    is_first = True

    def stretch_to(self, entry: int) -> None:
        """No stretch."""

    def time_of(self, entry: int) -> None:
        """No time."""

    def begin_again(self, state: bytes) -> None:
        """No other file."""


def new_journal_id() -> str:
    """The id of a journal that has no file."""
    return secrets.token_hex(4)


def in_next_file(table: Table, journal_id: str, last: int, *, is_first: bool) -> Table:
    """The table as its journal goes on in a next file, after ``last`` entries of the present one: with the
    journal's id and the entries before, as the earlier files may be moved away.

    Of a file that ``is_first`` none are before. If they are not known, ids go on by the file, as up to 1.0.
    """
    is_counted = is_first or table.earlier > 0
    return replace(table, journal=journal_id, earlier=table.earlier + last if is_counted else 0)


class TableJournal:
    def __init__(self, journal: Journal, care: JournalCare, since_checkpoint: int, id: str) -> None:
        """``since_checkpoint`` is the number of entries since the last checkpoint."""
        self._id = id
        self._journal = journal
        self._care = care
        self._since_checkpoint = since_checkpoint
        self._noted_harm: str | None = None
        self.set_aside = 0
        """The number of damaged files that were set aside."""
        self.unwritten_notes: list[str] = []
        """The texts of the notes on files set aside that no entry has yet: they come with the next ones."""
        self.unwritable: Unwritable | None = None
        """The reason why the journal could not be written when it was last tried; None if it could."""

    @property
    def last(self) -> int:
        """The number of the last entry in the present file."""
        return self._journal.last

    def append(self, entries: Sequence[Entry], table_before: Table, table: Table) -> None:
        """Append the entries that lead from a table to the one after it, with a checkpoint if one is due.
        Among them are those of all unwritten notes. Raises NotRecorded.
        """
        since = self._since_checkpoint + len(entries)
        is_due = since >= CHECKPOINT_EVERY or table.shoe_in_play.number != table_before.shoe_in_play.number
        try:
            self._journal.append(entries, encode_table(table) if is_due else None)
        except NotRecorded as error:
            self.unwritable = error.reason
            raise
        self._since_checkpoint = 0 if is_due else since
        self.unwritable = None
        self.unwritten_notes.clear()

    def begin_again(self, table: Table) -> tuple[SetAsideFile, Table] | None:
        """Set the damaged file aside, and go on in another one that begins with this table; the table as it
        is there. None if that could not be done.
        """
        table = in_next_file(table, self._id, self.last, is_first=self._care.is_first)
        found = self._care.begin_again(encode_table(table))
        if found is None:
            return None
        self.set_aside += 1
        self._noted_harm, self._since_checkpoint = None, 0
        return found, table

    def is_news(self, harm: str) -> bool:
        """Whether this harm is another than that which was last asked about in the present file."""
        is_news, self._noted_harm = harm != self._noted_harm, harm
        return is_news

    def has_entry(self, amended: AmendmentRequest) -> bool:
        """Whether the entry of a correction is in the file that it names.

        A review that was opened before a file was set aside shows entries of that file, whose numbers the
        present file has again. So the entry of that number must have exactly the time of the entry that was
        read. Which of two times is earlier proves nothing: the clock may have been set in between.
        """
        if amended.file is not None:
            return True
        if amended.made_at is None:
            return amended.entry <= self.last and not self.set_aside
        return self._care.time_of(amended.entry) == amended.made_at
