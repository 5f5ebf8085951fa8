"""A round's file as a value: all that the journal has about one round, or about an event outside of any
round. It has the record of every incident, halt and correction in the round, a proof that its entries are in
the journal, and no words of any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.supervisor.history.contradiction_answers import found_between
from console.supervisor.history.facts import History
from console.supervisor.history.quick_steps import QuickStep, quick_between
from console.supervisor.history.rounds import RoundFact
from console.supervisor.history.stays import Stay
from console.supervisor.history.timeline import Moment, noted_change
from console.supervisor.records.accounts.card_account import ApartCard, DealtCard, cards_apart, cards_of
from console.supervisor.records.accounts.device_account import (
    has_sealed_card,
    names_covered_card,
    readings_of,
    without_faces,
)
from console.supervisor.records.accounts.incident_account import answers_of
from console.supervisor.records.accounts.record import (
    UNREAD,
    Amendment,
    Origin,
    ReadBytes,
    Record,
    RecordedAnswer,
    RecordedPress,
    RecordedRemark,
    RecordPlace,
    SpinReport,
    WorksheetRecord,
    typed_of_set,
)
from console.supervisor.records.accounts.spans import press_of, remark_of
from console.supervisor.records.accounts.spin_account import spin_reports, worksheets, worksheets_of_round
from console.table.core import (
    OVERDUE,
    About,
    Contradiction,
    Game,
    JournalEntry,
    NotedDevice,
    NoteKind,
    Prompt,
    Round,
    RoundStatus,
    Table,
    entries_lost,
    events,
    painted_for,
    prompt_due,
    replay,
    row_of,
)
from console.table.journal import inclusion


class RoundTimes(msgspec.Struct, frozen=True):
    """The times of a round, in UTC; a time is None if its event did not happen."""

    opened: datetime
    """When bets were opened; outside of a round, the time of the first entry."""
    closed: datetime | None
    known: datetime | None
    """When the result was known, before it was announced."""
    announced: datetime | None
    """When the round was finished, or became void."""
    ended: datetime
    """The time of its last entry."""


class PromptRecord(msgspec.Struct, frozen=True):
    """A prompt as it was shown: the action, its person, the place, and the clauses behind it."""

    entry: int
    at: datetime
    action: str
    actor: str
    hand: str | None
    card: int | None
    clauses: tuple[str, ...]


class Present(msgspec.Struct, frozen=True):
    """A person's stay at the table: from when to when, within this file."""

    who: str
    role: str
    since: datetime
    until: datetime
    beside: str | msgspec.UnsetType = msgspec.UNSET
    """The dealer beside a trainee; else not in the file."""
    way: str | msgspec.UnsetType = msgspec.UNSET
    """By what the person signed in, within the journal's file: ``pin``, ``badge``, ``lasting``."""


class RecordedNote(msgspec.Struct, frozen=True):
    """A note of the console by its kind; ``device`` is its device's role, ``by`` the person."""

    entry: int
    at: datetime
    what: str
    device: str | None
    by: str | None
    seconds: float | msgspec.UnsetType = msgspec.UNSET
    """The seconds by which the clock was set, forward positive; only for that note."""
    lost: int | msgspec.UnsetType = msgspec.UNSET
    """The entries that the recovery of a damaged journal lost, if any."""


class RoundFile(msgspec.Struct, frozen=True):
    """The whole file; ``subject`` is the requested id: of the round or of an incident."""

    subject: str
    origin: Origin
    where: RecordPlace
    times: RoundTimes
    status: RoundStatus | None
    """None for events outside of any round."""
    result: dict[str, Any] | None
    """The round's last state, as everybody could see it."""
    people: tuple[Present, ...]
    dealt: tuple[DealtCard, ...]
    prompts: tuple[PromptRecord, ...]
    presses: tuple[RecordedPress, ...]
    readings: tuple[ReadBytes, ...]
    remarks: tuple[RecordedRemark, ...]
    records: tuple[Record, ...]
    sealed: bool
    """Whether faces and bytes are left out because such a card may still come from the shoe."""
    first: int
    last: int
    """The last of its entries; ``first`` is the first one."""
    amended: tuple[Amendment, ...] = ()
    """The corrections after the fact of its entries."""
    unproven: Literal["not_sealed", "card_may_come", "two_files"] | None = None
    """Why it has no proof yet."""
    first_file: str | msgspec.UnsetType = msgspec.UNSET
    """The first entry's file, if the last one is in a later file: each counts its own."""
    last_file: str | msgspec.UnsetType = msgspec.UNSET
    may_go_on: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Whether the journal's next file, which was not found, may have more; else not in the file."""
    proof: inclusion.Inclusion | None = None
    spins: tuple[SpinReport, ...] = ()
    """People's reports on the spin; empty for a round of cards."""
    worksheets: tuple[WorksheetRecord, ...] = ()
    answers: tuple[RecordedAnswer, ...] = ()
    """Players' answers, in time or not; empty for a game without players' answers."""
    notes: tuple[RecordedNote, ...] = ()
    """The console's notes that explain why play went on late, or by hand."""
    contradictions: tuple[Contradiction, ...] | msgspec.UnsetType = msgspec.UNSET
    """The statements in it that can't both be true, with their answers; in the file only if any."""
    apart: tuple[ApartCard, ...] | msgspec.UnsetType = msgspec.UNSET
    """The cards that were drawn and lie in no hand; in the file only if there are any."""
    quick: tuple[QuickStep, ...] | msgspec.UnsetType = msgspec.UNSET
    """The steps that were pressed sooner than their work takes; in the file only if there are any."""

    @property
    def person_ids(self) -> tuple[str, ...]:
        who = [each.who for each in self.people] + [each.by for each in self.presses]
        who += [each.beside for each in self.people if each.beside]
        who += [each.by for each in self.remarks] + [
            name for record in self.records for name in record.people
        ]
        who += [str(each.figures["who"]) for each in self.presses if each.figures.get("who")]
        who += [each.by for each in self.spins] + [each.by for each in self.worksheets]
        who += [each.by for each in self.dealt if each.by] + [each.by for each in self.answers if each.by]
        who += [each.by for each in self.notes if each.by]
        who += [name for each in self.contradictions or () for name in each.people]
        who += [each.by for each in self.quick or () if each.by]
        who += [name for each in self.amended for name in (each.by, each.authorised_by)]
        who += self.where.people
        return tuple(dict.fromkeys(who))


_ENCODER = msgspec.json.Encoder()
_NOTED: Final = OVERDUE | {
    NoteKind.RESTARTED,
    NoteKind.CONSOLE_CLOSED,
    NoteKind.LOCKED,
    NoteKind.UNLOCKED,
    NoteKind.CLOCK_SET,
    NoteKind.BUG,
    NoteKind.NOT_TAKEN,
    NoteKind.JOURNAL_UNWRITTEN,
    NoteKind.JOURNAL_RECOVERED,
}
"""The notes of a round's file other than those on the state of a device or the link."""


def round_file(
    game: Game,
    subject: str,
    origin: Origin,
    moments: Sequence[Moment],
    round_moments: Sequence[Moment],
    records: tuple[Record, ...],
    *,
    shown: bool = False,
) -> RoundFile:
    """The file of ``round_moments``; ``moments`` include those around them. ``shown``: no card in them may
    still come, whatever they say.
    """
    first, last = round_moments[0], round_moments[-1]
    hidden = not shown and has_sealed_card(moments, tuple(round_moments))
    table = last_table_of(first, moments) if first.after.open_round else None
    round_ = table.round if table is not None else None
    times, people = _times_and_people(game, moments, round_moments, round_)
    dealt = cards_of(moments, round_moments, hidden=hidden)
    apart = cards_apart(round_moments, dealt, hidden=hidden)
    return RoundFile(
        subject=subject,
        origin=origin,
        where=_where(first, round_),
        times=times,
        status=round_.status if round_ else None,
        result=None if table is None else result_of(game, table, moments),
        people=people,
        dealt=dealt,
        prompts=tuple(_prompts(game, round_moments)),
        presses=_presses(game, moments, round_moments, hidden=hidden),
        readings=_readings(moments, round_moments, hidden),
        remarks=tuple(remarks_of(round_moments)),
        records=records,
        sealed=hidden,
        first=first.row.number,
        last=last.row.number,
        spins=tuple(spin_reports(round_moments, moments)),
        worksheets=worksheets(round_moments) if round_ is None else worksheets_of_round(moments, round_.id),
        answers=tuple(answers_of(round_moments)),
        notes=tuple(_notes(round_moments)),
        contradictions=found_between(round_moments, first.place, last.place) or msgspec.UNSET,
        apart=apart or msgspec.UNSET,
        quick=quick_between(game, moments, first.place, last.place) or msgspec.UNSET,
    )


def last_table_of(first: Moment, moments: Sequence[Moment]) -> Table:
    """The table's last state in ``first``'s round; a correction may come in the next one (LT-ROU-33)."""
    return next(each.after for each in reversed(moments) if _is_in(each.after, first.after.round))


def _is_in(table: Table, round_: Round | None) -> bool:
    return (table.round and table.round.id) == (round_ and round_.id)


def _where(first: Moment, round_: Round | None) -> RecordPlace:
    table = first.after
    round_id = round_.id if round_ else None
    shoe, typed = table.shoe_in_play.number, typed_of_set(table.sets)
    return RecordPlace(first.row.shift, shoe, round_id, table.wheel.serial, **typed)


def _readings(
    moments: Sequence[Moment], round_moments: Sequence[Moment], hidden: bool
) -> tuple[ReadBytes, ...]:
    readings = readings_of(round_moments, moments[-1].after)
    return without_faces(readings) if hidden else readings


def _presses(
    game: Game, moments: Sequence[Moment], round_moments: Sequence[Moment], *, hidden: bool
) -> tuple[RecordedPress, ...]:
    presses = tuple(presses_of(round_moments, lambda table: prompt_due(game, table).action))
    if not hidden:
        return presses
    covered = {each.row.number for each in round_moments if names_covered_card(each, moments[-1].after)}
    return tuple(
        replace(each, figures={**each.figures, _face_of(each): UNREAD}) if each.entry in covered else each
        for each in presses
    )


def _face_of(press: RecordedPress) -> str:
    """The figure of a press that is a card's face; for a correction ``card`` is the place in the hand."""
    return "to" if "to" in press.figures else "card"


def result_of(game: Game, table: Table, moments: Sequence[Moment]) -> dict[str, Any]:
    """The result in the protocol's form at the last moment: a number may be put right later (LT-ROU-33)."""
    own = table.round.id if table.round is not None else None
    # There may be rounds without a number in between.
    numbers = (each.after.wheel.last_numbered for each in reversed(moments))
    numbered = next((each for each in numbers if each is not None and each.round == own), None)
    view = game.view(table if numbered is None else replace(table, play=numbered.play))
    decoded: dict[str, Any] = read_json(_ENCODER.encode(view))
    return decoded


def _times_and_people(
    game: Game, moments: Sequence[Moment], round_moments: Sequence[Moment], round_: Round | None
) -> tuple[RoundTimes, tuple[Present, ...]]:
    """The round's times, or outside of a round only the first and last; and all stays at the table, in the
    order in which they began.
    """
    history, first, last = History(game), round_moments[0], round_moments[-1]
    fact: RoundFact | None = None
    stays = dict[tuple[str, str, int | None], Stay]()
    for moment in moments:
        if moment.place > last.place:
            break
        if moment.place == first.place:
            stays = {(each.who, each.role, each.place): each for each in history.stays.before(moment)}
        facts = history.follow(moment)
        fact = next((each for each in facts.rounds if round_ is not None and each.id == round_.id), fact)
        if moment.place >= first.place:
            stays.update(((each.who, each.role, each.place), each) for each in facts.stays)
    begun, ended = first.row.at, last.row.at
    times = RoundTimes(begun, None, None, None, ended)
    if fact is not None:
        times = RoundTimes(begun, fact.closed, fact.known, fact.ended, ended)
    return times, tuple(_present(each, first, last) for each in stays.values())


def _present(stay: Stay, first: Moment, last: Moment) -> Present:
    is_before = stay.place is None or stay.place < first.place
    until = last.row.at if stay.until is None else stay.until
    since = first.row.at if is_before else stay.since
    unset = msgspec.UNSET
    return Present(stay.who, stay.role, since, until, stay.who.beside or unset, stay.way or unset)


def _prompts(game: Game, round_moments: Sequence[Moment]) -> Iterator[PromptRecord]:
    last: Prompt | None = None
    for moment in shown(round_moments):
        due = prompt_due(game, moment.after)
        if due != last:
            last = due
            yield prompt_record(moment.row, due)


def shown(round_moments: Sequence[Moment]) -> Iterator[Moment]:
    """The moments after which a view came out: of several at once, the last."""
    for moment, after in zip_longest(round_moments, round_moments[1:]):
        if after is None or not replay.is_at_once(after.event, after.row.line):
            yield moment


def prompt_record(row: JournalEntry, due: Prompt) -> PromptRecord:
    hand = None if due.hand is None else str(due.hand)
    hand = f"{due.seat}.{hand}" if due.seat is not None and hand is not None else hand
    return PromptRecord(row.number, row.at, due.action, due.actor, hand, due.card, due.clauses)


def presses_of(
    round_moments: Sequence[Moment], asked_action: Callable[[Table], str]
) -> Iterator[RecordedPress]:
    """The actions of persons, in order; ``asked_action`` gives the action that a table asks for."""
    for moment in round_moments:
        row, event = moment.row, moment.event
        if row.person is None or isinstance(event, events.Noted):
            continue
        if isinstance(event, events.SignedOut) and event.by_clock:
            continue
        pressed = press_of(row, event)
        yield replace(
            pressed, asked=asked_action(moment.before), refused=row.refused, seen_ms=painted_for(event)
        )


def _notes(round_moments: Sequence[Moment]) -> Iterator[RecordedNote]:
    for moment in round_moments:
        event, row = moment.event, moment.row
        if not isinstance(event, events.Noted) or (kind := row_of(event.what)) is None:
            continue
        if kind.health is not None or event.what in _NOTED:
            device = NotedDevice.of(event.text or "").role if kind.about is About.DEVICE else None
            seconds = noted_change(event) or msgspec.UNSET
            recovered = event.what == NoteKind.JOURNAL_RECOVERED
            lost = (entries_lost(event.text) if recovered else 0) or msgspec.UNSET
            yield RecordedNote(row.number, row.at, event.what, device, event.who, seconds, lost)


def remarks_of(round_moments: Sequence[Moment]) -> Iterator[RecordedRemark]:
    for moment in round_moments:
        event, row = moment.event, moment.row
        if isinstance(event, events.Remarked) and row.refused is None:
            yield remark_of(row, event)
