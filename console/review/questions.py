"""What is asked of journals that are reviewed, and the answers as values: counts, rows, an entry, a story.

It never knows where a journal is, nor who asks: a screen's coroutine, a command, a test.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

import msgspec

from console.journal.log.rows import Filter, LogRow, Place, Whole, Word
from console.review.story import Story
from console.table.showing.screen_values import DealerView, Person


class Flawed(msgspec.Struct, frozen=True):
    """What of a table's journal is not as the table sent it: ``key`` is its phrase's, with these entries."""

    key: str
    table: str
    first: int
    last: int


class Found(msgspec.Struct, frozen=True):
    """How many rows are found so far of all entries; ``prepared`` is the share of them that can be searched.

    ``narrowed``: a word was in so many texts that only the newest of them were looked for. ``flaws`` are
    where what is read was changed. ``as_of`` is when rows were looked for, of what grows elsewhere, and
    ``since`` how many entries came there after; None and 0 of journals that are read where they are.
    """

    count: int
    done: bool
    all: int
    narrowed: bool = False
    prepared: float = 1.0
    flaws: tuple[Flawed, ...] = ()
    as_of: datetime | None = None
    since: int = 0


class Glance(msgspec.Struct, frozen=True):
    """An entry with all that was kept of it, and the table as it left it (None where it can't be told)."""

    whole: Whole
    view: DealerView | None
    why: str | None = None
    """Of a line that could not be understood: the sentence with which it was answered, in English."""


class About(msgspec.Struct, frozen=True):
    """What the log can be sorted by: its tables, games, rules, people, shifts (the newest first)."""

    tables: tuple[str, ...]
    games: tuple[str, ...]
    persons: dict[str, Person]
    shifts: tuple[str, ...]
    dealers: tuple[str, ...]
    pit_bosses: tuple[str, ...]
    incident_kinds: tuple[str, ...]
    clauses: tuple[str, ...]
    outcomes: tuple[str, ...]
    last: datetime | None
    files: tuple[str, ...] = ()
    """The names of the journals' files; the last is the one that is written."""


class Reads(Protocol):
    """The journals that are reviewed; used in one thread alone, the one that opened them."""

    def about(self) -> About:
        """What the log can be sorted by."""
        ...

    def look_for(self, wanted: Filter) -> None:
        """From now on rows are those that fit; nothing is counted yet."""
        ...

    def count(self) -> Found:
        """Count a stretch more."""
        ...

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        """Rows by their numbers, 0 the newest, as far as they are counted."""
        ...

    def bytes_of(self, place: Place) -> tuple[LogRow, ...]:
        """The entries of the device's bytes that a row came from, the newest first; none of any other row."""
        ...

    def words_of(self, typed: str) -> tuple[Word, ...]:
        """What was typed as words to look for, in whatever language they are."""
        ...

    def number_at(self, moment: datetime) -> int:
        """The number of the first row that is not after a moment, as far as they are counted."""
        ...

    def glance(self, place: Place) -> Glance | None:
        """The entry of a row."""
        ...

    def story(self, place: Place) -> Story | None:
        """What is to be replayed of a row: its round, else what happened around it."""
        ...

    def prepare(self) -> float:
        """Make some more of the journals ready to be searched; the share that is, 1 once all is."""
        ...

    def close(self) -> None:
        """Let go of the journals."""
        ...
