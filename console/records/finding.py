"""Finding records in a journal: the one of an id, or a line for each that there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from console.game.rulebook import load_rulebook
from console.journal.reviewing import Review, review
from console.records.passages import Passage, passages
from console.records.record import Origin, Record, Remark, Sort
from console.records.spans import Span, entry_of, spans
from console.records.telling import is_told, record_of, remarks_naming
from console.table.games.choosing import game_of

BEFORE: Final = 500
"""Entries told before the one that began it: its round, and more."""


class NoSuchRecord(LookupError):
    """The journal has no intervention of this id."""

    def __init__(self, record: str) -> None:
        """Name the id."""
        super().__init__(f"no incident, halt or correction {record!r} in this journal")
        self.record = record


def find(path: Path, record: str) -> Record:
    """The record of this id in the journal at ``path``; NoSuchRecord, or a JournalError."""
    with review(path) as journal:
        entry = entry_of(record) or journal.mentioned(record)
        if entry is None:
            raise NoSuchRecord(record)
        told: list[Passage] = []
        stream = _noting(_from(journal, max(0, entry - BEFORE)), told)
        if entry_of(record) is not None and not _begins(stream, told, record, entry):
            raise NoSuchRecord(record)
        span = next((span for span in spans(chain([*told], stream)) if span.id == record), None)
        if span is None:
            raise NoSuchRecord(record)
        for passage in stream if span.ended else ():
            if is_told(span, passage):
                break
        later = remarks_naming(record, journal.of_a_kind("remarked", record))
        return _record(journal, span, told, later)


def _begins(stream: Iterator[Passage], told: list[Passage], record: str, entry: int) -> bool:
    """Whether a halt or a correction begins with this entry; what was read up to there is ``told``."""
    last = next((passage for passage in stream if passage.row.number >= entry), None)
    return last is not None and any(span.id == record for span in spans(told))


def every(path: Path) -> Iterator[Record]:
    """A record for each intervention, in the order of their ends; no halt of which an incident was made."""
    with review(path) as journal:
        for span in spans(_from(journal, 0)):
            record = _record(journal, span, span.passages)
            if not (record.sort is Sort.HALT and record.outcome == "incident"):
                yield record


def _from(journal: Review, entry: int) -> Iterator[Passage]:
    """The passages after the last state that was kept at this entry or before it."""
    number, state = journal.begin(entry)
    game = game_of(load_rulebook(journal.identity.rules), journal.identity.game)
    return passages(game, state, journal.entries(number))


def _noting(stream: Iterator[Passage], told: list[Passage]) -> Iterator[Passage]:
    for passage in stream:
        told.append(passage)
        yield passage


def _record(journal: Review, span: Span, told: Sequence[Passage], later: Iterable[Remark] = ()) -> Record:
    said = journal.identity
    origin = Origin(said.table, said.game, said.rules)
    return record_of(span, told, origin, journal.chain(span.last.row.number), later)
