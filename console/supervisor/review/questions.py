"""The questions of a review to journals, and the answers as values: counts, rows, an entry, a story."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from console.base.words import Words
from console.supervisor.review.story import Story
from console.table.core import DealerView, Person, Who
from console.table.journal import Filter, LogPlace, LogRow, RepeatedTimes, SetBack, WholeEntry, Word


class JournalDifference(msgspec.Struct, frozen=True):
    """How a table's journal differs from what it sent: ``key`` is the phrase; and the entries."""

    key: str
    table: str
    first: int
    last: int
    rules: str = ""
    """The rulebook that is missing here."""

    def text(self, words: Words) -> str:
        slots = {"table": self.table, "file": self.table, "rules": self.rules}
        return words.text(self.key, first=self.first, last=self.last, **slots)


class SearchProgress(msgspec.Struct, frozen=True):
    """The number of rows found so far among all entries; ``prepared`` is the share of entries that can be
    searched. ``narrowed``: only the newest texts were looked for, since a word was in too many. ``flaws`` are
    the places where the journals were changed. ``as_of`` is when a floor was searched, and ``since`` how many
    entries came later; None and 0 for journals read where they are.
    """

    count: int
    done: bool
    all: int
    narrowed: bool = False
    prepared: float = 1.0
    flaws: tuple[JournalDifference, ...] = ()
    as_of: datetime | None = None
    since: int = 0


class Glance(msgspec.Struct, frozen=True):
    """An entry with all that was kept of it, and the table after it, if reconstructed."""

    whole: WholeEntry
    view: DealerView | None
    why: str | None = None
    """For a line that could not be understood, the console's answer in English."""
    filmed_from: datetime | None = None
    """For an incident's report: the earliest moment that its video must show, without the lead-in."""
    people: tuple[Who, ...] | None = None
    """Everybody at the table after it, each with the dealer beside a trainee; None if not reconstructed."""


class FilterChoices(msgspec.Struct, frozen=True):
    """The values to filter the log by: its tables, games, rules, people, shifts (the newest first)."""

    tables: tuple[str, ...]
    games: tuple[str, ...]
    persons: dict[str, Person]
    shifts: tuple[str, ...]
    dealers: tuple[str, ...]
    pit_bosses: tuple[str, ...]
    incident_kinds: tuple[str, ...]
    """Those in the journals; before the index is complete, the rulebooks'."""
    clauses: tuple[str, ...]
    outcomes: tuple[str, ...]
    last: datetime | None
    files: tuple[str, ...] = ()
    """The names of the journals' files; the last file is still being written."""
    incident_counts: Mapping[str, int] = {}
    """How many incidents of each kind the journals have; empty before the index is complete."""
    set_back: tuple[SetBack, ...] = ()
    """Where the clock of the only journal was set back."""


def row_at(
    moment: datetime,
    numbers: range,
    rows: Callable[[int, int], Sequence[LogRow]],
    repeated: RepeatedTimes,
    file_of: Callable[[int], int],
) -> int:
    """The first of these numbers whose row is not later than a moment, in the turn it names or the last;
    ``file_of`` gives a row's place among the journal's files.
    """

    def is_reached(number: int) -> bool:
        return not any(
            repeated.is_later((file_of(row.place.journal), row.number), row.at, moment)
            for row in rows(number, 1)
        )

    return numbers.start + bisect_left(numbers, True, key=is_reached)


class JournalReader(Protocol):
    """The reviewed journals; used only in the thread that opened them."""

    def about(self) -> FilterChoices: ...

    def look_for(self, log_filter: Filter) -> None:
        """Set the filter for the rows, without counting."""

    def count(self) -> SearchProgress: ...

    def rows(self, first: int, limit: int) -> tuple[LogRow, ...]:
        """The counted rows with these numbers; 0 is the newest."""

    def bytes_of(self, place: LogPlace) -> tuple[LogRow, ...]:
        """The entries with the device's bytes of a row, the newest first; else none."""

    def words_of(self, typed: str, language: str) -> tuple[Word, ...]: ...

    def number_at(self, moment: datetime) -> int:
        """The number of the first counted row that is not later than a moment."""

    def glance(self, place: LogPlace) -> Glance | None: ...

    def story(self, place: LogPlace) -> Story | None:
        """The replay of a row: its round, else the entries around it."""

    def prepare(self) -> float:
        """Prepare a further part for the search; returns the ready part, 1 at the end."""

    def close(self) -> None: ...
