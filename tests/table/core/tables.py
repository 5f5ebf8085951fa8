"""A table as the tests drive it: lines in, the protocol's JSON out, its journal kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from console.base.words import Words
from console.table.core import Entry, NotRecorded, Table, Unwritable, encode_table, table_of, view_of
from console.table.core.protocol.answered_parts import AskedHand, Part, SeenPart
from console.table.core.running.last_changes import LastChanges
from console.table.devices.models import angel_eye
from console.table.game import Rulebook, load_rulebook
from console.table.scenes import Seen, TableInMemory
from console.table.scenes.table_in_memory import Clockwork, JournalInMemory
from console.table.scenes.terms import device, frame_of

__all__ = [
    "CODES", "NOTICE", "CareInMemory", "Clockwork", "DamagedInMemory", "Driven", "JournalInMemory", "Seen",
    "as_restarted", "book", "card_frame", "device", "drawn_outside", "frame", "result_frame",
    "words",
]  # fmt: skip

NOTICE = ("notice", "notice_text", "notice_gloss")
"""The fields of a view that tell players something as long as it lasts."""

CODES = ("sv", "ja", "lt", "is", "de")


@cache
def book(code: str) -> Rulebook:
    return load_rulebook(code)


@cache
def words(language: str) -> Words:
    return Words(language)


def frame(seq: str, code: str, *payload: int) -> bytes:
    """A frame of the shoe with its check bytes."""
    return angel_eye.frame(seq, code, bytes(payload))


def card_frame(seq: str, target: str, index: int, card: str) -> bytes:
    """A card dealt in a game."""
    return frame_of(f"{seq} D {target} {index} {card}")


def drawn_outside(seq: str, card: str) -> bytes:
    """A card drawn outside a game."""
    return frame_of(f"{seq} d {card}")


def result_frame(seq: str, winner: str, *pairs: str) -> bytes:
    """A coup's result."""
    return frame_of(" ".join((seq, "G", winner, *(f"{pair}-pair" for pair in pairs))))


class DamagedInMemory(JournalInMemory):
    """A journal in memory whose file is found to be damaged by the next entry, once ``damaged`` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.damaged = False

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        if self.damaged:
            raise NotRecorded(Unwritable.DAMAGED)
        return super().append(entries, checkpoint)

    def go_on(self, _: bytes) -> str:
        """Go on in a new, empty file; the text of the note on it."""
        self.entries.clear()
        self.damaged = False
        return "journal-2.db"


class NotedFile(NamedTuple):
    """A file that was set aside, as its note has it."""

    note: str


class CareInMemory:
    """The care of a journal in memory: ``go_on`` sets its file aside and gives the note, or None.

    Only with ``kept``, the journal itself, are the times of its entries known.
    """

    def __init__(self, go_on: Callable[[bytes], str | None], kept: JournalInMemory | None = None) -> None:
        self._go_on, self._kept = go_on, kept

    def stretch_to(self, entry: int) -> None:
        """Earlier entries are not looked up."""

    def time_of(self, entry: int) -> datetime | None:
        """The time of an entry of the present file."""
        found = [] if self._kept is None else self._kept.entries[entry - 1 : entry]
        return found[0].at if found else None

    @property
    def is_first(self) -> bool:
        """There is no other file."""
        return True

    def begin_again(self, state: bytes) -> NotedFile | None:
        note = self._go_on(state)
        return None if note is None else NotedFile(note)


class Driven(TableInMemory):
    """A table in memory by the code of its rulebook, with what only the suite asks of one."""

    def __init__(self, code: str, *, game: str = "baccarat", is_ready: bool = True, lang: str = "en") -> None:
        self.code, self.lang = code, lang
        super().__init__(book(code), game=game, is_ready=is_ready, lang=lang)

    @classmethod
    def of(cls, rulebook: Rulebook, *, game: str, is_ready: bool) -> Driven:
        return cls(rulebook.id, game=game, is_ready=is_ready)

    def changes(self) -> list[list[tuple[Part, int]]]:
        """The changes since each entry, as the session knows them."""
        return [self.session.changes.parts_since(entry, EVERY_PART) for entry in range(self.kept.last + 2)]

    def changes_found_again(self) -> list[list[tuple[Part, int]]]:
        """The same as who comes after a restart asks the journal for it."""
        last = self.kept.last
        changes = LastChanges(self.game, view_of(self.game, self.table, last), self.stretch_to)
        return [changes.parts_since(entry, EVERY_PART) for entry in range(last + 2)]


EVERY_PART: tuple[Part, ...] = (
    *SeenPart,
    *(AskedHand(seat, hand) for seat in range(1, 8) for hand in (1, 2)),
)
"""Each part of a view with which a line can be compared."""


def as_restarted(table: Table) -> Table:
    """The state as its JSON says it: what a checkpoint keeps."""
    return table_of(encode_table(table))
