"""Finds records and rounds in a journal: a record by its id, every record, or a round with its proof.

It reads no more of the journal than it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from console.journal.proof.inclusion import ContextParts, NotSealed, inclusion
from console.journal.proof.seals import last_seal
from console.journal.reader import Review, review
from console.records.accounts.incident_account import is_complete, record_of, remarks_naming
from console.records.accounts.journal_game import game_of_journal
from console.records.accounts.passages import Passage, Span, entry_of, passages, spans
from console.records.accounts.record import InterventionKind, Origin, Record, RecordedRemark
from console.records.accounts.round_account import (
    BEFORE,
    NoSuchRecord,
    around,
    is_quiet,
    later_entries,
    may_be_shown,
    round_account,
    round_of,
    software_of,
)
from console.records.accounts.round_file import RoundFile
from console.table.games.game import Game
from console.table.judging.checkpoints import table_of
from console.table.state import events


def find(path: Path, record: str) -> Record:
    """The record of this id in the journal at ``path``. Raises NoSuchRecord, or JournalError."""
    with review(path) as journal:
        entry = entry_of(record) or journal.first_mention(record)
        if entry is None:
            raise NoSuchRecord(record)
        read: list[Passage] = []
        stream = _noting(_from(journal, max(0, entry - BEFORE)), read)
        if entry_of(record) is not None and not _begins(stream, read, record, entry):
            raise NoSuchRecord(record)
        span = next((span for span in spans(chain([*read], stream)) if span.id == record), None)
        if span is None:
            raise NoSuchRecord(record)
        for passage in stream if span.ended else ():
            if is_complete(span, passage):
                break
        later = remarks_naming(record, journal.of_a_kind("remarked", record))
        return _record(journal, span, read, later)


def _begins(stream: Iterator[Passage], read: list[Passage], record: str, entry: int) -> bool:
    """Whether a halt or a correction begins with this entry; the passages up to there are added
    to ``read``.
    """
    last = next((passage for passage in stream if passage.row.number >= entry), None)
    return last is not None and any(span.id == record for span in spans(read))


def every(path: Path) -> Iterator[Record]:
    """A record for each intervention, in the order in which they ended; a halt that became an incident has
    none.
    """
    with review(path) as journal:
        for span in spans(_from(journal, 0)):
            record = _record(journal, span, span.passages)
            if not (record.sort is InterventionKind.HALT and record.outcome == "incident"):
                yield record


def _from(journal: Review, entry: int) -> Iterator[Passage]:
    """The passages after the last state that was kept at this entry or before it."""
    number, state = journal.begin(entry)
    game = game_of_journal(journal.path, journal.identity)
    return passages(game, state, journal.entries(number))


def _noting(stream: Iterator[Passage], read: list[Passage]) -> Iterator[Passage]:
    for passage in stream:
        read.append(passage)
        yield passage


def _record(
    journal: Review, span: Span, read: Sequence[Passage], later: Iterable[RecordedRemark] = ()
) -> Record:
    identity = journal.identity
    origin = Origin(identity.table, identity.game, identity.rules, software_of(span.passages))
    return record_of(span, read, origin, journal.chain(span.last.row.number), later)


def find_round(path: Path, subject: str) -> RoundFile:
    """The file of a round by its id; or of an incident, halt or correction, with its round if it has one.

    Its proof holds everything from which the file is reconstructed. Raises NoSuchRecord where the journal has
    no such id, or a JournalError.
    """
    with review(path) as journal:
        first, last = _place_of(journal, path, subject)
        identity = journal.identity
        game = game_of_journal(path, identity)
        begin, state = _quiet(journal, max(0, first - BEFORE))
        stream = passages(game, state, journal.entries(begin))
        read = [*around(stream, first, last)]
        made = round_account(subject, identity, game, read, journal.of_a_kind, journal.chain).file
        if made.sealed or not may_be_shown(read, stream):
            return replace(made, unproven="card_may_come")
        proven = _under_seal(path)
        if read[-1].row.number > proven:
            read = [each for each in read if each.row.number <= proven]
            if not _tells_the_same(made, subject, journal, game, read):
                return replace(made, unproven="not_sealed")
    end = read[-1].row.number
    around_it = ContextParts(begin, state, end, later_entries(made, end), bool(made.records))
    try:
        return replace(made, proof=inclusion(path, range(made.first, made.last + 1), around_it))
    except NotSealed:
        return replace(made, unproven="not_sealed")


def _under_seal(path: Path) -> int:
    """The number of entries that are under the last seal."""
    seal = last_seal(path)
    statement = None if seal is None else seal.content
    return 0 if statement is None else statement.entries


def _tells_the_same(
    file: RoundFile, subject: str, journal: Review, game: Game, read: Sequence[Passage]
) -> bool:
    """Whether the entries under a seal are enough to make the same file."""
    try:
        found = round_account(subject, journal.identity, game, read, journal.of_a_kind, journal.chain)
    except (NoSuchRecord, IndexError):
        return False
    return found.file == file


def _place_of(journal: Review, path: Path, subject: str) -> tuple[int, int]:
    """The first and the last entry of a record; of a round its first entry."""
    for row in journal.of_a_kind("bets_opened", subject):
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.BetsOpened) and event.round == subject and row.refused is None:
            begin = journal.first_mention(subject) or row.number
            return begin, begin
    record = find(path, subject)
    round_id = round_of(record)
    begin = (journal.first_mention(round_id) if round_id is not None else None) or record.proof.first
    return begin, record.proof.last


def _quiet(journal: Review, entry: int) -> tuple[int, bytes | None]:
    """The last kept state up to this entry at which nothing was under way; else the very beginning."""
    number, state = journal.begin(entry)
    while number and not is_quiet(table_of(state)):
        number, state = journal.begin(number - 1)
    return number, state
