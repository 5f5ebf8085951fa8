"""Where in a journal a record or a round is: the one of an id, a line for each, a round with its proof.

It reads the journal no further than it must, and knows nothing of how a record is told or shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from console.game.rulebook import load_rulebook
from console.journal.proof.inclusion import NotSealed, inclusion
from console.journal.reader import Review, review
from console.records.accounts.incident_account import (
    amendments,
    incident_of,
    is_told,
    record_of,
    remarks_naming,
)
from console.records.accounts.passages import Passage, Span, entry_of, passages, spans
from console.records.accounts.record import Origin, Record, Remark, Sort
from console.records.accounts.round_file import RoundFile, round_file
from console.software import identity
from console.software.identity import Software
from console.table.games.game import Game
from console.table.games.registry import game_of
from console.table.incident.outcome_effects import WRONG
from console.table.state import events

BEFORE: Final = 500
"""Entries told before the one that began it: its round, and more."""


class NoSuchRecord(LookupError):
    """The journal has no intervention of this id."""

    def __init__(self, record: str) -> None:
        """Name the id."""
        super().__init__(f"no incident, halt or correction {record!r} in this journal")
        self.record = record


def find(path: Path, record: str) -> Record:
    """The record of this id in the journal at ``path``. Raises NoSuchRecord, or JournalError."""
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


def software_of(within: Sequence[Passage]) -> tuple[Software, ...]:
    """Which software was at work there, in its order; each once."""
    said = (table.software for passage in within for table in (passage.before, passage.after))
    found = (identity.told(each) for each in dict.fromkeys(said))
    return tuple(each for each in found if each is not None)


def _record(journal: Review, span: Span, told: Sequence[Passage], later: Iterable[Remark] = ()) -> Record:
    said = journal.identity
    origin = Origin(said.table, said.game, said.rules, software_of(span.passages))
    return record_of(span, told, origin, journal.chain(span.last.row.number), later)


AFTER: Final = 2
"""Rounds that are told after it: so long a card of it may not be told."""
_MOST: Final = 5000
"""Entries after which what comes later is left alone."""


def find_round(path: Path, subject: str) -> RoundFile:
    """The file of a round by its id, or of an incident, halt or correction with its round, if it has one.

    Raises NoSuchRecord where the journal has neither, or a JournalError.
    """
    with review(path) as journal:
        round_id, record = _round_of(journal, path, subject)
        said = journal.identity
        game = game_of(load_rulebook(said.rules), said.game)
        begin = journal.mentioned(round_id) if round_id is not None else None
        if begin is None and record is None:
            raise NoSuchRecord(subject)
        first = begin if begin is not None else _proof_of(record)[0]
        told = _told(journal, game, first, record)
        within = _within(told, first, round_id, record)
        origin = Origin(said.table, said.game, said.rules, software_of(within))
        records = tuple(_records(journal, told, within, origin, round_id))
        corrections = journal.of_a_kind("entry_corrected", "")
        amended = tuple(amendments(corrections, within[0].row.number, within[-1].row.number))
        made = replace(round_file(game, subject, origin, told, within, records), amended=amended)
    return _proven(path, made)


def _round_of(journal: Review, path: Path, subject: str) -> tuple[str | None, Record | None]:
    """The round's id, and the record that was asked for, if it was one."""
    for row in journal.of_a_kind("bets_opened", subject):
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.BetsOpened) and event.round == subject and row.refused is None:
            return subject, None
    record = find(path, subject)
    return record.where.round if _was_open(record) else None, record


def _was_open(record: Record) -> bool:
    """Whether the record belongs to an open round and not to the time after one; a wrong number belongs to
    the round that it ended.
    """
    return record.before.status == "open" or record.kind == WRONG


def _proof_of(record: Record | None) -> tuple[int, int]:
    assert record is not None, "what is no round is a record"
    return record.proof.first, record.proof.last


def _told(journal: Review, game: Game, first: int, record: Record | None) -> list[Passage]:
    """The passages around the first entry, up to two rounds after it and the record's end."""
    number, state = journal.begin(max(0, first - BEFORE))
    last = record.proof.last if record is not None else first
    told: list[Passage] = []
    began = None
    for passage in passages(game, state, journal.entries(number)):
        told.append(passage)
        if passage.row.number == first:
            began = passage.after.round_number
        past = began is not None and passage.after.round_number > began + AFTER
        if passage.row.number > last and (past or passage.row.number > first + _MOST):
            break
    return told


def _within(
    told: Sequence[Passage], first: int, round_id: str | None, record: Record | None
) -> list[Passage]:
    """The passages of the round, with those of the record where that goes on after it."""
    begin, end = (record.proof.first, record.proof.last) if record is not None else (first, first)
    of_round = [each.row.number for each in told if round_id is not None and each.row.round == round_id]
    begin, end = min([begin, first]), max([end, *of_round])
    return [each for each in told if begin <= each.row.number <= end]


def _records(
    journal: Review, told: list[Passage], within: Sequence[Passage], origin: Origin, round_id: str | None
) -> Iterator[Record]:
    """The records of what fell into it, and of what was found to be wrong with its number afterwards."""
    first, last = within[0].row.number, within[-1].row.number
    for span in spans(told):
        overlaps = span.first.row.number <= last and span.last.row.number >= first
        if overlaps or (round_id is not None and _is_about(span, round_id)):
            later = remarks_naming(span.id, journal.of_a_kind("remarked", span.id))
            yield record_of(span, told, origin, journal.chain(span.last.row.number), later)


def _is_about(span: Span, round_id: str) -> bool:
    incident = incident_of(span)
    return incident is not None and incident.report.kind == WRONG and incident.round == round_id


def _proven(path: Path, made: RoundFile) -> RoundFile:
    """The file with its proof, if there can be one: it holds the entries as they are."""
    if made.sealed:
        return replace(made, unproven="card_may_come")
    try:
        return replace(made, proof=inclusion(path, range(made.first, made.last + 1)))
    except NotSealed:
        return replace(made, unproven="not_sealed")
