"""A round's file made from entries: of a journal, or of the proof inside another round's file. The caller
supplies the table's state well before the round, the entries until well after it, and a way to find later
remarks and corrections: a reader with only these reconstructs the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.base.software import Software, identity
from console.supervisor.history.interventions import IncidentFact
from console.supervisor.history.timeline import Moment, is_aside
from console.supervisor.records.accounts.device_account import hides_a_card
from console.supervisor.records.accounts.incident_account import (
    amendments,
    notifications_of,
    picture_of,
    record_of,
    remarks_naming,
)
from console.supervisor.records.accounts.record import Origin, Record
from console.supervisor.records.accounts.round_file import RoundFile, round_file
from console.supervisor.records.accounts.spans import Span, spans
from console.table.core import (
    Game,
    JournalEntry,
    Phase,
    Round,
    RoundStatus,
    Table,
    events,
    is_about_last_number,
    may_be_put_right,
)
from console.table.custody import journal_origin
from console.table.journal import Identity

BEFORE: Final = 500
"""How many entries before the round's first one are read: its round, and more."""
AFTER: Final = 2
"""How many rounds after it are read: so long a card of it may have to stay hidden."""
MOST: Final = 5000
"""The most entries that are read."""

OfAKind = Callable[[str, str], Iterable[JournalEntry]]
"""The journal's entries of one kind whose event contains a text, in order, however late."""
ChainAt = Callable[[int], str]
"""The digest of the chain at the place of an entry, in hex."""


class NoSuchRecord(LookupError):
    """The journal has no intervention of this id."""

    def __init__(self, record: str) -> None:
        super().__init__(f"no incident, halt or correction {record!r} in this journal")
        self.record = record


class RoundAccount(NamedTuple):
    """A round's file without its proof, and the entries from which it was made."""

    file: RoundFile
    first: int
    """The place of the entry that began the round."""
    last: int
    """The place of the subject's last entry; for a round, of its first entry."""
    end: int
    """The place of the file's last entry."""


def round_account(
    subject: str,
    whose: Identity,
    game: Game,
    moments: Sequence[Moment],
    of_a_kind: OfAKind,
    chain: ChainAt,
    *,
    shown: bool = False,
) -> RoundAccount:
    """The file of a round by its id; or of an incident, halt or correction, with its round if it has one.
    ``moments`` include those around it; ``shown``: no card in them may still come, whatever they say.
    Raises NoSuchRecord.
    """
    round_id, span = _asked_for(game, subject, whose, moments, chain)
    first, last = (span.first.place, span.last.place) if span is not None else (0, 0)
    if round_id is not None:
        first = _opening(moments, round_id) or first
        last = last or first
    within = _within(moments, first, round_id, span)
    noted = journal_origin(whose.table, within[-1].after.console)
    origin = Origin(whose.table, whose.game, whose.rules, software_of(within), origin=noted)
    told = partial(record_of, shown=shown)
    records = tuple(_records(game, moments, within, origin, round_id, of_a_kind, chain, told))
    corrections = of_a_kind("entry_corrected", "")
    amended = tuple(amendments(corrections, within[0].row.number, within[-1].row.number))
    made = round_file(game, subject, origin, moments, within, records, shown=shown)
    return RoundAccount(replace(made, amended=amended), first, last, within[-1].place)


def shown_account(
    subject: str, whose: Identity, game: Game, moments: Sequence[Moment], of_a_kind: OfAKind, chain: ChainAt
) -> RoundAccount:
    """As :func:`round_account`, if no card in the moments may still come because of what follows them, such
    as in the journal's next file.
    """
    told = partial(round_account, subject, whose, game, moments, of_a_kind, chain)
    made = told()
    return told(shown=True) if made.file.sealed else made


def around(stream: Iterable[Moment], first: int, last: int) -> Iterator[Moment]:
    """The moments up to two rounds after ``first`` and up to ``last``, and further while the round's number
    may be put right.
    """
    round_: Round | None = None
    number: int | None = None
    for moment in stream:
        yield moment
        if moment.place == first:
            round_, number = moment.after.round, moment.after.round_number
        past = number is not None and moment.after.round_number > number + AFTER
        past = past and not (round_ is not None and may_be_put_right(moment.after, round_.id))
        if moment.place > last and (past or moment.place > first + MOST):
            return


def ends_completely(moments: Sequence[Moment], first: int, last: int) -> bool:
    """Whether these moments end where :func:`around` does, and not because later entries are missing."""
    further = islice(around([*moments, moments[-1]], first, last), len(moments) + 1)
    return sum(1 for _ in further) == len(moments)


def is_cut_off(last: Table, round_id: str | None) -> bool:
    """Whether entries that end with this round may lack more of it: its people are still there."""
    is_last = last.round is not None and last.round.id == round_id
    return is_last and (last.phase is not Phase.CLOSED or bool(last.people))


def may_be_shown(moments: Sequence[Moment], beyond: Iterable[Moment]) -> bool:
    """Whether no card in these moments may still come; ``beyond`` are the moments after them."""
    return not hides_a_card(moments, islice(beyond, MOST))


def software_of(round_moments: Sequence[Moment]) -> tuple[Software, ...]:
    """The software that ran the table during these moments, in order, each version once."""
    tables = (table for moment in round_moments for table in (moment.before, moment.after))
    identities = (table.console.software for table in tables)
    found = (identity.software_of(each) for each in dict.fromkeys(identities))
    return tuple(each for each in found if each is not None)


def later_entries(file: RoundFile, last: int) -> tuple[int, ...]:
    added = {each.entry for record in file.records for each in record.remarks}
    added |= {each.entry for each in file.amended}
    for record in file.records:
        for notified in record.notifications or ():
            added |= {notified.entry, *(tick.entry for tick in notified.ticks)}
            added |= {notified.withdrawn.entry} if notified.withdrawn else set()
        added |= {record.picture.entry} if record.picture else set()
    return tuple(sorted(each for each in added if each > last))


def _asked_for(
    game: Game, subject: str, whose: Identity, moments: Sequence[Moment], chain: ChainAt
) -> tuple[str | None, Span | None]:
    """The round's id, and the requested span, if the id is a span's."""
    if _opening(moments, subject) is not None:
        return subject, None
    span = next((each for each in spans(game, moments) if each.id == subject), None)
    if span is None:
        raise NoSuchRecord(subject)
    origin = Origin(whose.table, whose.game, whose.rules)
    return round_of(record_of(span, moments, origin, chain(span.last.place))), span


def round_of(record: Record) -> str | None:
    """The round to which a record belongs, if it was open. The correction of a wrong number belongs to the
    round that ended with it.
    """
    belongs = record.before.status == RoundStatus.OPEN or is_about_last_number(record.kind)
    return record.where.round if belongs else None


def _opening(moments: Sequence[Moment], round_id: str) -> int | None:
    """The place of the moment that opened a round, or None. A refused opening has the next round's id."""
    return next((each.place for each in moments if _opens(each, round_id)), None)


def _opens(moment: Moment, round_id: str) -> bool:
    event = moment.event
    opens = isinstance(event, events.BetsOpened) and event.round == round_id
    return opens and moment.row.refused is None


def _within(moments: Sequence[Moment], first: int, round_id: str | None, span: Span | None) -> list[Moment]:
    """The moments of the round, and those of a span that lasts longer."""
    begin, end = (span.first.place, span.last.place) if span is not None else (first, first)
    of_round = [each for each in moments if round_id is not None and each.row.round == round_id]
    begin, end = min([begin, first]), max([end, *(each.place for each in own_moments(of_round))])
    return [each for each in moments if begin <= each.place <= end]


def own_moments(until_next_bets: Iterable[Moment]) -> Iterator[Moment]:
    """The moments of a round's account. At a closing table these end with the last act of those still there,
    before somebody else comes or it opens again, and without entries that stand aside.
    """
    held = list[Moment]()
    for each in until_next_bets:
        before, after = each.before, each.after
        was_closed = before.phase is Phase.CLOSED
        if was_closed and (after.phase is not Phase.CLOSED or {*after.people} - {*before.people}):
            return
        held.append(each)
        is_own = not was_closed or any(person.who == each.row.person for person in before.people)
        if is_own and not is_aside(each.event):
            yield from held
            held.clear()


def _records(
    game: Game,
    moments: Sequence[Moment],
    round_moments: Sequence[Moment],
    origin: Origin,
    round_id: str | None,
    of_a_kind: OfAKind,
    chain: ChainAt,
    told: Callable[..., Record],
) -> Iterator[Record]:
    """The records of interventions in the round, and of later reports that its number was wrong, if they ever
    were the open incident.
    """
    first, last = round_moments[0].place, round_moments[-1].place
    for span in spans(game, moments):
        overlaps = span.first.place <= last and span.last.place >= first
        if overlaps or (round_id is not None and _is_about(span, round_id)):
            later = remarks_naming(span.id, of_a_kind("remarked", span.id))
            noted = tuple(of_a_kind("noted", span.id))
            notified, picture = notifications_of(span.id, noted), picture_of(span.id, noted)
            yield told(span, moments, origin, chain(span.last.place), later, notified, picture)


def _is_about(span: Span, round_id: str) -> bool:
    fact = span.fact
    if not isinstance(fact, IncidentFact) or not fact.opened:
        return False
    return fact.round == round_id and is_about_last_number(fact.kind)
