"""Finds records and rounds in a journal: a record by its id, every record, or a round with its proof.

It reads no more of the journal than it needs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from itertools import chain, takewhile
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from console.history.interventions import InterventionKind, report_in
from console.history.moments import Moment, moments, noting
from console.journal.archives import is_closed_file
from console.journal.proof.inclusion import ContextParts, NotSealed, inclusion
from console.journal.proof.seals import last_seal, refuse_contradicted
from console.journal.reader import Review, review
from console.records.accounts.incident_account import amendments, complete_at, record_of, remarks_naming
from console.records.accounts.journal_files import before, beginning, files_of_journal
from console.records.accounts.journal_game import game_of_journal
from console.records.accounts.record import Amendment, Origin, Record, RecordedRemark
from console.records.accounts.round_account import (
    BEFORE,
    NoSuchRecord,
    around,
    is_cut_off,
    is_quiet,
    later_entries,
    may_be_shown,
    own_moments,
    round_account,
    round_of,
    shown_account,
    software_of,
)
from console.records.accounts.round_file import RoundFile
from console.records.accounts.spans import Span, entry_of, full_id, spans
from console.table.games.game import Game
from console.table.incident.outcome_effects import is_about_last_number
from console.table.judging.checkpoints import table_of
from console.table.play.course import may_be_put_right
from console.table.state import events
from console.table.state.entries import JournalEntry

T = TypeVar("T")


def find(path: Path, record: str) -> Record:
    """The record of this id in the journal at ``path``: of an incident whole, even if it began in an earlier
    file or ended in a later one. Raises NoSuchRecord, or JournalError.
    """
    files, record = _files(path), _full_id(path, record)
    at, entry = files.index(path), entry_of(record)
    if entry is not None:  # in an earlier file another record may have that number
        return _find(Volumes(files[at:]), (0, max(0, entry - BEFORE)), record, entry)
    at, entry = _report_in(files, at, record)
    return _find(Volumes(files), before(files, at, entry or 0), record, entry)


def in_newest_file(path: Path, subject: str, look: Callable[[Path, str], T]) -> T:
    """What ``look`` finds in the file at ``path``, else in the newest file before it that has this id; a halt
    or a correction in that file alone, since in another one its id is another's. Raises NoSuchRecord.
    """
    files = files_of_journal(path) if entry_of(subject) is None else [path]
    for each in reversed(files[: files.index(path) + 1]):
        with suppress(NoSuchRecord):
            return look(each, subject)
    raise NoSuchRecord(subject)


def _full_id(path: Path, typed: str) -> str:
    with review(path) as journal:
        return full_id(journal.identity.table, typed)


def _files(path: Path) -> Sequence[Path]:
    """The files of the journal at ``path``, without those between them that have no entry. Raises
    DamagedJournal where a mark or a seal contradicts one.
    """
    files = files_of_journal(path)
    for each in files:
        refuse_contradicted(each)
    return [each for each in files if each in (path, files[-1]) or _has_entries(each)]


def _has_entries(file: Path) -> bool:
    with review(file) as journal:
        return journal.bounds(None, None, None) is not None


def _report_in(files: Sequence[Path], at: int, record: str) -> tuple[int, int | None]:
    """The file and the entry with the report of an incident, as far as these files have it."""
    while True:
        with review(files[at]) as journal:
            is_open = any(each.id == record for each in table_of(journal.begin(0)[1]).open_reports)
            if not is_open or at == 0:
                return at, 1 if is_open else _report(journal, record)
        at -= 1


def _find(volumes: Volumes, begin: tuple[int, int], record: str, entry: int | None) -> Record:
    if entry is None:
        raise NoSuchRecord(record)
    read: list[Moment] = []
    with closing(volumes.moments(*begin)) as passed:
        stream = noting(passed, read)
        if entry_of(record) is not None and not _begins(volumes.game, stream, read, record, entry):
            raise NoSuchRecord(record)
        span = next((span for span in spans(volumes.game, chain([*read], stream)) if span.id == record), None)
        if span is None:
            raise NoSuchRecord(record)
        if span.fact.ended is not None:
            complete_at(span, stream)  # reads on as far as the record needs
    later = remarks_naming(record, volumes.of_a_kind("remarked", record))
    return _record(volumes, span, read, later)


def _begins(game: Game, stream: Iterator[Moment], read: list[Moment], record: str, entry: int) -> bool:
    """Whether a halt or a correction begins with this entry; the moments up to there are added
    to ``read``.
    """
    last = next((moment for moment in stream if moment.place >= entry), None)
    return last is not None and any(span.id == record for span in spans(game, read))


def every(path: Path, since: datetime | None = None) -> Iterator[Record]:
    """A record for each intervention in a file, in the order in which they ended; a halt that became an
    incident has none. One that began in an earlier file, or ended in a later one, is whole. ``since``: only
    those that had not ended by then.
    """
    files = _files(path)
    volumes, here = Volumes(files), files.index(path)
    with review(path) as journal:
        bounds = journal.bounds(since, None, None)
    begin, number = beginning(files, here, 0 if since is None or bounds is None else bounds[0] - 1)
    with closing(volumes.moments(begin, number)) as passed:
        for span in spans(volumes.game, _until_quiet(volumes, passed, here)):
            first, last = volumes.file_at(span.first.place), volumes.file_at(span.last.place)
            if not first <= here <= last or (since is not None and span.last.row.at < since):
                continue
            record = _record(volumes, span, span.moments)
            if not (record.sort is InterventionKind.HALT and record.outcome == "incident"):
                yield record


def _until_quiet(volumes: Volumes, passed: Iterator[Moment], here: int) -> Iterator[Moment]:
    """The moments up to the end of a file, and further until nothing that began there goes on."""
    for moment in passed:
        if volumes.file_at(moment.place) > here and is_quiet(moment.before):
            return
        yield moment


_CORRECTED: Final = "entry_corrected"


class Volumes:
    """Reads the files of one journal as one."""

    def __init__(self, files: Sequence[Path]) -> None:
        """``files`` continue one another, the oldest first."""
        self._files = tuple(files)
        self._earlier: dict[int, int] = {}
        """The entries that were read before each file that is read."""
        self._open: dict[int, Review] = {}
        with review(self._files[0]) as journal:
            self.identity = journal.identity
            self.game = game_of_journal(journal.path, journal.identity)

    def moments(self, at: int, number: int) -> Generator[Moment, None, None]:
        """The moments from the newest state of the file ``at`` at an entry or before it, up to the end of
        the last file.
        """
        self._earlier, earlier = {}, 0
        for file, path in enumerate(self._files[at:], at):
            self._earlier[file] = earlier
            with review(path) as journal:
                self._open, last = {file: journal}, 0
                try:
                    for moment in _from(journal, number, earlier):
                        last = moment.row.number
                        yield moment
                finally:
                    self._open = {}
            earlier, number = earlier + last, 0

    def file_at(self, place: int) -> int:
        """The number of the file that has the moment at a place."""
        return max(file for file, earlier in self._earlier.items() if earlier < place)

    def of_a_kind(self, kind: str, text: str) -> Iterator[JournalEntry]:
        """The entries of a kind whose event holds this text, of the files that were read and those after
        them.
        """
        for file in self._files[min(self._earlier) :]:
            with review(file) as journal:
                yield from journal.of_a_kind(kind, text)

    def remarks(self, kind: str, text: str) -> Iterable[JournalEntry]:
        """As :meth:`of_a_kind`; none of the corrections after the fact, which are about their own file."""
        return () if kind == _CORRECTED else self.of_a_kind(kind, text)

    def amendments(self, first: int, last: int) -> Iterator[Amendment]:
        """The corrections after the fact of the entries between two places."""
        for file, earlier in self._earlier.items():
            with review(self._files[file]) as journal:
                rows = journal.of_a_kind(_CORRECTED, "")
                end = last - earlier if file == self.file_at(last) else sys.maxsize
                yield from amendments(rows, first - earlier, end)

    def chain(self, place: int) -> str:
        """The chain at the moment at a place, in hex."""
        file = self.file_at(place)
        number = place - self._earlier[file]
        if file in self._open:
            return self._open[file].chain(number)
        with review(self._files[file]) as journal:
            return journal.chain(number)


def _from(journal: Review, entry: int, earlier: int = 0) -> Iterator[Moment]:
    """The moments after the last state that was kept at this entry or before it."""
    number, state = journal.begin(entry)
    game = game_of_journal(journal.path, journal.identity)
    return moments(game, state, journal.entries(number), earlier=earlier)


def _record(
    volumes: Volumes, span: Span, read: Sequence[Moment], later: Iterable[RecordedRemark] = ()
) -> Record:
    identity = volumes.identity
    origin = Origin(identity.table, identity.game, identity.rules, software_of(span.moments))
    return record_of(span, read, origin, volumes.chain(span.last.place), later)


def find_round(path: Path, subject: str) -> RoundFile:
    """The file of a round by its id; or of an incident, halt or correction, with its round if it has one.

    Its proof holds everything from which the file is reconstructed; one that goes on in the journal's next
    file has none. Raises NoSuchRecord where the journal has no such id, or a JournalError.
    """
    files, subject = _files(path), _full_id(path, subject)
    at, about = files.index(path), _about(path, subject)
    while at > 0 and entry_of(subject) is None and about & _going_on(files[at]):
        at -= 1
    following = files[at + 1 : at + 2]
    if any(about & _going_on(file) or _is_put_right(file, about) for file in following):
        return _round_across(files, at, subject, about)
    return _round_in(files, at, subject)


def _about(path: Path, subject: str) -> set[str]:
    """The ids of what is asked for: of a round its own; of a record its own, and that of its round."""
    with review(path) as journal:
        if _opening(journal, subject) is not None:
            return {subject}
    if entry_of(subject) is None and subject in _going_on(path, reports=False):
        return {subject}
    return {subject, round_of(find(path, subject)) or subject}


def _going_on(file: Path, *, reports: bool = True) -> set[str]:
    """The ids of the round, and of the reports, that go on in a file from the one before it."""
    with review(file) as journal:
        table = table_of(journal.begin(0)[1])
        round_id = None if table.round is None else table.round.id
        of_round = takewhile(lambda each: each.row.round == round_id, _from(journal, 0))
        goes_on = table.open_round or not is_quiet(table) or any(own_moments(of_round))
    rounds = {round_id} if round_id is not None and goes_on else set()
    return rounds | {report.id for report in table.open_reports if reports}


def _is_put_right(file: Path, about: set[str]) -> bool:
    """Whether a file has a report about the number of one of these rounds, which were over before it."""
    with review(file) as journal:
        for moment in _from(journal, 0):
            if not any(may_be_put_right(moment.before, each) for each in about):
                return False
            reports = (each for each in moment.after.changed_incidents if each.round in about)
            if any(is_about_last_number(each.report.kind) for each in reports):
                return True
    return False


def _round_across(files: Sequence[Path], at: int, subject: str, about: set[str]) -> RoundFile:
    """The file of what goes on from one file of a journal in the next; no proof holds entries of both."""
    volumes = Volumes(files)
    with review(files[at]) as journal:
        begun = [each for id in about for each in (_opening(journal, id), _report(journal, id))]
        first = min((each for each in begun if each is not None), default=1)
        begin, _ = _quiet(journal, max(0, first - BEFORE))
    with closing(volumes.moments(at, begin)) as stream:
        read = [*around(stream, first, first)]
        is_shown = may_be_shown(read, stream)
    game = game_of_journal(files[at], volumes.identity)
    account = round_account(subject, volumes.identity, game, read, volumes.remarks, volumes.chain)
    made, amended = account.file, tuple(volumes.amendments(first, account.end))
    return replace(
        made, amended=amended, unproven="card_may_come" if made.sealed or not is_shown else "two_files"
    )


def _round_in(files: Sequence[Path], at: int, subject: str) -> RoundFile:
    """The file of what began and ended in one file of a journal; the next round may be over in a later
    one.
    """
    path, volumes = files[at], Volumes(files)
    with review(path) as journal:
        first, last = _place_of(journal, path, subject)
        identity = journal.identity
        game = game_of_journal(path, identity)
        begin, state = _quiet(journal, max(0, first - BEFORE))
        with closing(volumes.moments(at, begin)) as stream:
            passed = [*around(stream, first, last)]
            read = [each for each in passed if volumes.file_at(each.place) == at]
            is_shown = may_be_shown(read, chain(passed[len(read) :], stream))
        account = shown_account if is_shown else round_account
        made = account(subject, identity, game, read, journal.of_a_kind, journal.chain).file
        if not is_shown:
            return replace(made, unproven="card_may_come")
        is_last = at + 1 == len(files) and is_closed_file(path)
        if is_last and is_cut_off(read[-1].after, made.where.round):
            made = replace(made, may_go_on=True)
        proven = _under_seal(path)
        if read[-1].row.number > proven:
            read = [each for each in read if each.row.number <= proven]
            if not _gives_same_file(made, subject, journal, game, read):
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


def _gives_same_file(
    file: RoundFile, subject: str, journal: Review, game: Game, read: Sequence[Moment]
) -> bool:
    """Whether the entries under a seal are enough to make the same file."""
    try:
        found = shown_account(subject, journal.identity, game, read, journal.of_a_kind, journal.chain)
    except (NoSuchRecord, IndexError):
        return False
    return replace(found.file, may_go_on=file.may_go_on) == file


def _place_of(journal: Review, path: Path, subject: str) -> tuple[int, int]:
    """The first and the last entry of a record; of a round its first entry."""
    opening = _opening(journal, subject)
    if opening is not None:
        return opening, opening
    record = find(path, subject)
    round_id = round_of(record)
    begin = (_opening(journal, round_id) if round_id is not None else None) or record.proof.first
    return begin, record.proof.last


def _opening(journal: Review, round_id: str) -> int | None:
    """The number of the entry with which the bets of a round were opened; None where the file has no such
    entry.

    A refused opening has the id that the next round gets, and is of no round.
    """
    for row in journal.of_a_kind("bets_opened", round_id):
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.BetsOpened) and event.round == round_id and row.refused is None:
            return row.number
    return None


def _report(journal: Review, incident: str) -> int | None:
    """The number of the entry that reported an incident; None where the file has no such entry."""
    rows = (
        row for kind in ("incident_reported", "round_voided") for row in journal.of_a_kind(kind, incident)
    )
    reports = ((row, report_in(events.DECODER.decode(row.event), row.refused)) for row in rows)
    return next((row.number for row, report in reports if report == incident), None)


def _quiet(journal: Review, entry: int) -> tuple[int, bytes | None]:
    """The last kept state up to this entry at which nothing was under way; else the very beginning."""
    number, state = journal.begin(entry)
    while number and not is_quiet(table_of(state)):
        number, state = journal.begin(number - 1)
    return number, state
