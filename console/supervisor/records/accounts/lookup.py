"""Finds records and rounds in a journal: a record by its id, every record, or a round with its proof. It
reads only the needed parts of the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import decode
from msgspec.structs import replace

from console.supervisor.history.interventions import InterventionKind
from console.supervisor.history.sequence import EntrySequence, files_of_journal, is_quiet
from console.supervisor.history.timeline import Moment, Progress, go_on, noting
from console.supervisor.records.accounts.incident_account import (
    amendments,
    complete_at,
    notifications_of,
    picture_of,
    record_of,
    remarks_naming,
)
from console.supervisor.records.accounts.record import (
    Amendment,
    Origin,
    PromptThen,
    Record,
    RecordedNotification,
    RecordedPicture,
    RecordedRemark,
    RecordedTick,
    RecordedWithdrawal,
)
from console.supervisor.records.accounts.round_account import (
    BEFORE,
    NoSuchRecord,
    around,
    is_cut_off,
    later_entries,
    may_be_shown,
    own_moments,
    round_account,
    round_of,
    shown_account,
    software_of,
)
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.accounts.spans import Span, SpanFold, entry_of, full_id, spans
from console.supervisor.records.accounts.spin_account import worksheets_of_round
from console.table.core import (
    Action,
    Game,
    JournalEntry,
    events,
    is_about_last_number,
    may_be_put_right,
    prompt_due,
    report_in,
    table_of,
)
from console.table.custody import journal_origin
from console.table.game import has_wheel, present_rulebook
from console.table.journal import Review, archives, inclusion, review, seals

T = TypeVar("T")


def find(path: Path, record: str) -> Record:
    """The record of this id in the journal at ``path``; an incident's is complete even if it spans files.
    Raises NoSuchRecord, JournalError.
    """
    sequence, at = _sequence(path)
    with sequence.kept_open():
        return _find_from(sequence, at, full_id(sequence.identity.table, record))


def _find_from(sequence: EntrySequence, at: int, record: str) -> Record:
    """As :func:`find`, from one of the sequence's files."""
    found = _of_entry(sequence, at, record)
    if entry_of(record) is None:
        found = _report_in(sequence, at, record)
    if found is None:
        raise NoSuchRecord(record)
    return _find(sequence, record, found)


def _of_entry(sequence: EntrySequence, at: int, record: str) -> int | None:
    """The entry's place in the id of a halt or correction, by the journal's count, or None."""
    entry = entry_of(record)
    return None if entry is None else sequence.counted(entry)


def in_newest_file(path: Path, subject: str, look: Callable[[Path, str], T]) -> T:
    """The first result of ``look`` in the file at ``path``, then in the files before it, the newest first.
    The id of a halt or a correction is looked for in that file alone. Raises NoSuchRecord.
    """
    files = files_of_journal(path) if entry_of(subject) is None else [path]
    for each in reversed(files[: files.index(path) + 1]):
        with suppress(NoSuchRecord):
            return look(each, subject)
    raise NoSuchRecord(subject)


def _sequence(path: Path, *, marks_repeats: bool = True) -> tuple[EntrySequence, int]:
    """The files of the journal at ``path`` as one, without empty ones between them, and its index. Raises
    DamagedJournal if a mark or a seal contradicts one.
    """
    files = files_of_journal(path)
    for each in files:
        seals.refuse_contradicted(each)
    files = [each for each in files if each in (path, files[-1]) or _has_entries(each)]
    return EntrySequence(files, marks_repeats=marks_repeats), files.index(path)


def _has_entries(file: Path) -> bool:
    with review(file) as journal:
        return journal.last > 0


def _moments(
    sequence: EntrySequence, after: int, progress: Progress = go_on, files: int | None = None
) -> Generator[Moment, None, None]:
    """The moments as a record needs them: the only decoder looked at is a wheel's."""
    return sequence.moments(after, progress, decoded=has_wheel(sequence.identity.game), files=files)


def _report_in(sequence: EntrySequence, at: int, record: str) -> int | None:
    """The place of an incident's report in these files; None if they don't have it."""
    while True:
        with sequence.file(at) as journal:
            is_open = any(each.id == record for each in table_of(journal.begin(0)[1]).open_reports)
            if not is_open or at == 0:
                entry = 1 if is_open else _report(journal, record)
                return None if entry is None else sequence.earlier(at) + entry
        at -= 1


def _find(sequence: EntrySequence, record: str, place: int) -> Record:
    read: list[Moment] = []
    with closing(_moments(sequence, max(0, place - BEFORE))) as passed:
        stream = noting(passed, read)
        own = entry_of(record) is not None
        if own and not _begins(sequence.game, stream, read, record, place):
            raise NoSuchRecord(record)
        is_it = (each for each in spans(sequence.game, chain([*read], stream)) if each.id == record)
        span = next((each for each in is_it if not own or each.first.place == place), None)
        if span is None:
            raise NoSuchRecord(record)
        if span.fact.ended is not None:
            complete_at(span, stream)  # It reads on as far as the record needs.
    at = sequence.file_at(read[0].place)
    remarked, noted = (tuple(sequence.of_a_kind(kind, record, at)) for kind in ("remarked", "noted"))
    later = remarks_naming(record, (row for _, row in remarked))
    notes = [row for _, row in noted]
    notified, picture = notifications_of(record, notes), picture_of(record, notes)
    made = _record(sequence, span, read, later, notified, picture)
    placed = ((each.place, each.row) for each in read)
    names = _elsewhere(sequence, sequence.file_at(span.first.place), (*placed, *remarked, *noted))
    made = _with_files(made, names)
    amended = tuple(_amendments(sequence, span.first.place, span.last.place))
    return replace(made, amended=amended or UNSET)


def _elsewhere(
    sequence: EntrySequence, home: int, placed: Iterable[tuple[int, JournalEntry]]
) -> dict[tuple[int, datetime], str]:
    """The names of entries' files other than ``home``, by number and time: each file numbers its own."""
    if len(sequence.files) == 1:
        return {}
    named = ((row, sequence.file_at(place)) for place, row in placed)
    return {(row.number, row.at): sequence.files[at].name for row, at in named if at != home}


def _with_files(record: Record, names: Mapping[tuple[int, datetime], str]) -> Record:
    """The record with the file of each remark, tick, withdrawal and answer in another file."""
    if not names:
        return record
    notified = tuple(
        replace(
            each,
            ticks=tuple(_in_file(tick, names) for tick in each.ticks),
            withdrawn=_in_file(each.withdrawn, names) if each.withdrawn else UNSET,
        )
        for each in record.notifications or ()
    )
    return replace(
        record,
        remarks=tuple(_in_file(each, names) for each in record.remarks),
        notifications=notified or UNSET,
        picture=_in_file(record.picture, names) if record.picture else UNSET,
    )


_Placed = TypeVar("_Placed", RecordedRemark, RecordedTick, RecordedWithdrawal, RecordedPicture)


def _in_file(each: _Placed, names: Mapping[tuple[int, datetime], str]) -> _Placed:
    return replace(each, file=names.get((each.entry, each.at), UNSET))


def _begins(game: Game, stream: Iterator[Moment], read: list[Moment], record: str, place: int) -> bool:
    """Whether a halt or correction begins at this place; ``read`` gets the moments up to there."""
    last = next((moment for moment in stream if moment.place >= place), None)
    return last is not None and any(
        span.id == record and span.first.place == place for span in spans(game, read)
    )


def every(
    path: Path, number: int = 1, *, progress: Progress = go_on, going_on: GoingOn | None = None
) -> Iterator[Record]:
    """A record for each intervention in a file, in the order in which they ended, whole even if it began in
    an earlier file or ended in a later one; none for a halt that became an incident. Only those that did
    not end before the file's entry ``number``; with ``going_on``, which keeps the fold, an incident only as
    a list shows it.
    """
    sequence, here = _sequence(path)
    place = sequence.earlier(here) + number
    # A report may be about a card that was read earlier, even in the file before.
    begin = sequence.begin(max(0, place - 1 - BEFORE), is_quiet)
    fold = SpanFold(sequence.game, listed=going_on is not None)
    with sequence.kept_open():
        if going_on is None:
            passed = _moments(sequence, begin, progress)
        else:
            last = sequence.end if here + 1 == len(sequence.files) else sequence.earlier(here + 1)
            own = (range(begin + 1, last + 1),) if last > begin else ()
            paper = "incident", path.name, number
            fold, passed = going_on(sequence, paper, fold, progress, places=own, after=begin)
        yield from fold.records
        with closing(passed):
            for span in spans(sequence.game, _until_quiet(sequence, passed, here), fold=fold):
                if sequence.file_at(span.first.place) > here or span.last.place < place:
                    continue
                record = _record(sequence, span, span.moments)
                if not (record.sort is InterventionKind.HALT and record.outcome == "incident"):
                    if going_on is not None and span.fact.ended is not None:
                        fold.records.append(replace(record, **_UNLISTED))
                    yield record


class GoingOn(Protocol):
    """As :func:`console.supervisor.reports.kept_reports.going_on`."""

    def __call__(
        self,
        sequence: EntrySequence,
        paper: object,
        fold: T,
        progress: Progress,
        *,
        places: Sequence[range],
        after: int,
    ) -> tuple[T, Generator[Moment, None, None]]: ...


_UNLISTED: Final[Mapping[str, Any]] = {
    **{"facts": {}, "told": (), "steps": (), "corrections": (), "remarks": (), "readings": ()},
    **{"spins": (), "worksheets": (), "asked": UNSET},
}
"""A list shows none of these."""


def _until_quiet(sequence: EntrySequence, passed: Iterator[Moment], here: int) -> Iterator[Moment]:
    """The moments to the end of a file, and on until nothing that began there lasts."""
    last = sequence.earlier(here + 1) if here + 1 < len(sequence.files) else None
    for moment in passed:
        if last is not None and moment.place > last and is_quiet(moment.before):
            return
        yield moment


_CORRECTED: Final = "entry_corrected"


def _amendments(sequence: EntrySequence, first: int, last: int) -> Iterator[Amendment]:
    """The corrections after the fact of the entries between two places: in an entry's own file, and in a
    later one, which names that file.
    """
    for at in range(sequence.file_at(first), sequence.file_at(last) + 1):
        earlier = sequence.earlier(at)
        with sequence.file(at) as journal:
            rows = journal.of_a_kind(_CORRECTED, "")
            yield from amendments(rows, first - earlier, last - earlier)
        yield from _later_amendments(sequence, at, first - earlier, last - earlier)


def _later_amendments(sequence: EntrySequence, at: int, first: int, last: int) -> Iterator[Amendment]:
    """The corrections in later files of a file's entries ``first`` to ``last``."""
    name = sequence.files[at].name
    rows = (row for _, row in sequence.of_a_kind(_CORRECTED, name, at + 1))
    yield from amendments(rows, first, last, name)


def _record(
    sequence: EntrySequence,
    span: Span,
    read: Sequence[Moment],
    later: Iterable[RecordedRemark] = (),
    notified: Iterable[RecordedNotification] = (),
    picture: RecordedPicture | None = None,
) -> Record:
    identity = sequence.identity
    noted = journal_origin(identity.table, span.last.after.console)
    origin = Origin(identity.table, identity.game, identity.rules, software_of(span.moments), origin=noted)
    made = record_of(span, read, origin, sequence.chain(span.last.place), later, notified, picture)
    first, last = (_closed_file(sequence, each.place) for each in (span.first, span.last))
    made = replace(made, proof=replace(made.proof, first_file=first, last_file=last))
    present = present_rulebook(identity.rules)
    if not any(each.rulebook and each.rulebook != present for each in origin.software):
        return made
    return replace(made, asked=_asked_then(sequence, span) or UNSET)


def _closed_file(sequence: EntrySequence, place: int) -> str | UnsetType:
    """The name of an entry's file, unless it is the newest, which is renamed once it is closed."""
    file = sequence.files[sequence.file_at(place)]
    return UNSET if file == sequence.files[-1] else file.name


class _Prompt(Struct):
    action: str
    clauses: tuple[str, ...] = ()
    step: int | None = None


def _asked_then(sequence: EntrySequence, span: Span) -> tuple[PromptThen, ...]:
    """The decision and the steps that the console asked for while an incident lasted, and what it asked for
    afterwards; none if the present rulebook asks for the same.
    """
    then, now = list[PromptThen](), list[PromptThen]()
    for moment in span.moments:
        number, at = moment.row.number, sequence.file_at(moment.place)
        with sequence.file(at) as journal:
            ((_, noted),) = journal.prompts(number, number)
        due = prompt_due(sequence.game, moment.after)
        for asked, prompt in (
            (then, decode(noted, type=_Prompt)),
            (now, _Prompt(due.action, due.clauses, due.step)),
        ):
            made = PromptThen(number, prompt.action, prompt.clauses)
            is_asked = prompt.action == Action.AUTHORISE or prompt.step is not None or moment is span.last
            if is_asked and (not asked or not _is_same(asked[-1], made)):
                asked.append(made)
    same = len(then) == len(now) and all(map(_is_same, then, now))
    return () if same else tuple(then)


def _is_same(one: PromptThen, other: PromptThen) -> bool:
    return (one.action, one.clauses) == (other.action, other.clauses)


def find_round(path: Path, subject: str) -> RoundFile:
    """The file of a round by its id; or of an incident, halt or correction, with its round if it has one. Its
    proof holds everything from which the file is reconstructed; a file that continues in the journal's next
    file has none. Raises NoSuchRecord or another JournalError.
    """
    sequence, at = _sequence(path, marks_repeats=False)
    with sequence.kept_open():
        subject = full_id(sequence.identity.table, subject)
        if (place := _of_entry(sequence, at, subject)) is not None:
            at = sequence.file_at(place)
        opening = _opening_in(sequence, at, subject)
        about = _about(sequence, at, subject) if opening is None else {subject}
        while at > 0 and entry_of(subject) is None and about & _going_on(sequence, at):
            at, opening = at - 1, None
        is_last = at + 1 == len(sequence.files)
        if not is_last and (about & _going_on(sequence, at + 1) or _settles_again(sequence, at + 1, about)):
            return _round_across(sequence, at, subject, about)
        return _round_in(sequence, at, subject, opening)


def _opening_in(sequence: EntrySequence, at: int, subject: str) -> int | None:
    """As :func:`_opening`, in one of the sequence's files."""
    with sequence.file(at) as journal:
        return _opening(journal, subject)


def _about(sequence: EntrySequence, at: int, subject: str) -> set[str]:
    """The ids of a subject that no entry of this file opened: the id of a round that began in an earlier
    file, or those of a record and its round.
    """
    if entry_of(subject) is None and subject in _going_on(sequence, at, reports=False):
        return {subject}
    return {subject, round_of(_find_from(sequence, at, subject)) or subject}


def _going_on(sequence: EntrySequence, at: int, *, reports: bool = True) -> set[str]:
    """The ids of the round, and of the reports, that last from the file before into this one."""
    with sequence.file(at) as journal:
        table = table_of(journal.begin(0)[1])
    round_id = None if table.round is None else table.round.id
    with closing(_moments(sequence, sequence.earlier(at), files=1)) as passed:
        of_round = takewhile(lambda each: each.row.round == round_id, passed)
        goes_on = table.open_round or not is_quiet(table) or any(own_moments(of_round))
    rounds = {round_id} if round_id is not None and goes_on else set()
    return rounds | {report.id for report in table.open_reports if reports}


def _settles_again(sequence: EntrySequence, at: int, about: set[str]) -> bool:
    """Whether this file, or a later one, has a worksheet of one of these earlier rounds, or a report on its
    number.
    """
    with closing(_moments(sequence, sequence.earlier(at))) as passed:
        for moment in passed:
            last = moment.before.round
            is_last = last is not None and last.id in about
            if not is_last and not any(may_be_put_right(moment.before, each) for each in about):
                return False
            if any(worksheets_of_round([moment], each) for each in about):
                return True
            reports = (each for each in moment.after.changed_incidents if each.round in about)
            if any(is_about_last_number(each.report.kind) for each in reports):
                return True
    return False


def _round_across(sequence: EntrySequence, at: int, subject: str, about: set[str]) -> RoundFile:
    """The file of a subject that spans files of a journal; no proof holds entries of both."""
    earlier = sequence.earlier(at)
    with sequence.file(at) as journal:
        begun = [each for id in about for each in (_opening(journal, id), _report(journal, id))]
    first = earlier + min((each for each in begun if each is not None), default=1)

    placed = list[tuple[int, JournalEntry]]()

    def remarks(kind: str, text: str) -> Iterable[JournalEntry]:
        """No corrections after the fact: they name an entry by its number in one file."""
        found = [] if kind == _CORRECTED else [*sequence.of_a_kind(kind, text, at)]
        placed.extend(found)
        return (row for _, row in found)

    with closing(_moments(sequence, sequence.begin(max(0, first - BEFORE), is_quiet))) as stream:
        read = [*around(stream, first, first)]
        is_shown = may_be_shown(read, stream)
    account = round_account(subject, sequence.identity, sequence.game, read, remarks, sequence.chain)
    made, amended = account.file, tuple(_amendments(sequence, first, account.end))
    names = _elsewhere(sequence, at, (*((each.place, each.row) for each in read), *placed))
    first_file, last_file = (_closed_file(sequence, place) for place in (account.first, account.end))
    return replace(
        made,
        first_file=first_file,
        last_file=last_file,
        amended=amended,
        remarks=tuple(_in_file(each, names) for each in made.remarks),
        records=tuple(_with_files(each, names) for each in made.records),
        unproven="card_may_come" if made.sealed or not is_shown else "two_files",
    )


def _round_in(sequence: EntrySequence, at: int, subject: str, opening: int | None) -> RoundFile:
    """The file of a subject within one journal file; the next round may end in a later one. ``opening`` is
    the entry that opened the wanted round, if known.
    """
    path, earlier, identity, game = sequence.files[at], sequence.earlier(at), sequence.identity, sequence.game
    with sequence.file(at) as journal:
        first, last = _place_of(sequence, at, subject) if opening is None else (opening, opening)
        begin, state = _quiet(journal, max(0, first - BEFORE))
        with closing(_moments(sequence, earlier + begin)) as stream:
            passed = [*around(stream, earlier + first, earlier + last)]
            read = [each for each in passed if sequence.file_at(each.place) == at]
            is_shown = may_be_shown(read, chain(passed[len(read) :], stream))
        account = shown_account if is_shown else round_account
        made = account(subject, identity, game, read, journal.of_a_kind, sequence.chain).file
        of_another = at > 0 and any(_is_about_earlier(each, journal) for each in made.records)
        goes_on = any(_goes_on_later(each, sequence, at) for each in made.records)
        if of_another or goes_on or any(_later_amendments(sequence, at, made.first, made.last)):
            return _round_across(sequence, at, subject, {subject, *filter(None, [made.where.round])})
        if not is_shown:
            return replace(made, unproven="card_may_come")
        is_last = at + 1 == len(sequence.files) and archives.is_closed_file(path)
        if is_last and is_cut_off(read[-1].after, made.where.round):
            made = replace(made, may_go_on=True)
        proven = _under_seal(path)
        if read[-1].row.number > proven:
            read = [each for each in read if each.row.number <= proven]
            if not _gives_same_file(made, subject, journal, sequence, read):
                return replace(made, unproven="not_sealed")
    end = read[-1].row.number
    around_it = inclusion.ContextParts(begin, state, end, later_entries(made, end), bool(made.records))
    try:
        return replace(made, proof=inclusion.inclusion(path, range(made.first, made.last + 1), around_it))
    except inclusion.NotSealed:
        return replace(made, unproven="not_sealed")


def _is_about_earlier(record: Record, journal: Review) -> bool:
    """Whether a record is about the number of a round that began in an earlier file (LT-ROU-33)."""
    about = record.where.round if is_about_last_number(record.kind) else None
    return about is not None and _opening(journal, about) is None


def _goes_on_later(record: Record, sequence: EntrySequence, at: int) -> bool:
    """Whether a later file has a remark on a record, a tick of its notification, or a recorder's answer."""
    remarked = (row for _, row in sequence.of_a_kind("remarked", record.id, at + 1))
    noted = tuple(row for _, row in sequence.of_a_kind("noted", record.id, at))
    notified, picture = tuple(notifications_of(record.id, noted)), picture_of(record.id, noted)
    known = (record.notifications or (), record.picture or None)
    return any(remarks_naming(record.id, remarked)) or (notified, picture) != known


def _under_seal(path: Path) -> int:
    seal = seals.last_seal(path)
    statement = None if seal is None else seal.content
    return 0 if statement is None else statement.entries


def _gives_same_file(
    file: RoundFile, subject: str, journal: Review, sequence: EntrySequence, read: Sequence[Moment]
) -> bool:
    """Whether the entries under a seal suffice to make the same file."""
    try:
        found = shown_account(
            subject, journal.identity, sequence.game, read, journal.of_a_kind, sequence.chain
        )
    except (NoSuchRecord, IndexError):
        return False
    return replace(found.file, may_go_on=file.may_go_on) == file


def _place_of(sequence: EntrySequence, at: int, subject: str) -> tuple[int, int]:
    """The first and last entry of a record in one of the sequence's files; for a round its first entry."""
    with sequence.file(at) as journal:
        opening = _opening(journal, subject)
        if opening is not None:
            return opening, opening
        record = _find_from(sequence, at, subject)
        round_id = round_of(record)
        begin = (_opening(journal, round_id) if round_id is not None else None) or record.proof.first
        return begin, record.proof.last


def _opening(journal: Review, round_id: str) -> int | None:
    """The number of the entry that opened a round's bets, or None. A refused opening has the id that the next
    round gets, and belongs to no round.
    """
    for row in journal.of_a_kind("bets_opened", round_id):
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.BetsOpened) and event.round == round_id and row.refused is None:
            return row.number
    return None


def _report(journal: Review, incident: str) -> int | None:
    """The number of the entry that reported an incident, or None."""
    rows = (
        row for kind in ("incident_reported", "round_voided") for row in journal.of_a_kind(kind, incident)
    )
    reports = ((row, report_in(events.DECODER.decode(row.event), row.refused)) for row in rows)
    return next((row.number for row, report in reports if report == incident), None)


def _quiet(journal: Review, entry: int) -> tuple[int, bytes | None]:
    """The last kept state up to this entry with nothing under way; else the very beginning."""
    number, state = journal.begin(entry)
    while number and not is_quiet(table_of(state)):
        number, state = journal.begin(number - 1)
    return number, state
