"""Finding a round in a journal, or the round of an incident, with all that belongs to it and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from console.game.rulebook import load_rulebook
from console.journal.proofs import NotSealed, inclusion
from console.journal.reviewing import Review, review
from console.records.finding import BEFORE, NoSuchRecord, find
from console.records.passages import Passage, passages
from console.records.record import Origin, Record
from console.records.round_file import RoundFile
from console.records.round_telling import round_file
from console.records.spans import Span, spans
from console.records.telling import amendments, incident_of, record_of, remarks_naming
from console.table import events
from console.table.games.choosing import game_of
from console.table.games.game import Game
from console.table.spun import WRONG

AFTER: Final = 2
"""Rounds that are told after it: so long a card of it may not be told."""
_MOST: Final = 5000
"""Entries after which what comes later is left alone."""


def find_round(path: Path, subject: str) -> RoundFile:
    """The file of a round by its id, or of an incident, halt or correction with its round, if it has one.

    NoSuchRecord where the journal has neither, or a JournalError.
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
        origin = Origin(said.table, said.game, said.rules)
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
    """Whether it is of a round, and not only after one; a wrong number is of the one that came to it."""
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
    """The passages that belong to it: the round's own, and the record's where that goes on after it."""
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
