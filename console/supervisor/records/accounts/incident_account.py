"""The record of an incident as a value, made from moments of the journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.supervisor.history.attribution import own_incident, own_round
from console.supervisor.history.contradiction_answers import found_between
from console.supervisor.history.dealt_cards import cards_in_no_hand
from console.supervisor.history.interventions import IncidentFact, InterventionKind
from console.supervisor.history.quick_steps import QuickStep, quick_between
from console.supervisor.history.timeline import Moment, noted_change
from console.supervisor.records.accounts import device_account, spin_account
from console.supervisor.records.accounts.card_account import face_of
from console.supervisor.records.accounts.record import (
    UNREAD,
    Amendment,
    BesideAtActs,
    Correction,
    Hands,
    Origin,
    Record,
    RecordedAnswer,
    RecordedClockChange,
    RecordedNotification,
    RecordedPicture,
    RecordedRemark,
    RecordedTick,
    RecordedWithdrawal,
    RecordPlace,
    RecordProof,
    RefusedWithdrawal,
    WorksheetRecord,
    beside_at_acts,
    typed_of_set,
)
from console.supervisor.records.accounts.seat_account import misplaced_cards, side_bets
from console.supervisor.records.accounts.spans import Span, is_correction, remark_of
from console.table.core import (
    Bets,
    Halt,
    JournalEntry,
    NoteKind,
    Notification,
    ProbedVideo,
    RoundStatus,
    Table,
    Who,
    advance_kept,
    answer_of,
    events,
    game_of,
    is_about_last_number,
    painted_for,
)
from console.table.game import Card, Result, has_wheel, load_rulebook
from console.table.game.blackjack import Round as Hands21
from console.table.incidents import Kind


def _set_clock(moments: Iterable[Moment]) -> Iterator[RecordedClockChange]:
    for each in moments:
        if seconds := noted_change(each.event):
            yield RecordedClockChange(each.row.number, each.row.at, seconds)


def _since(begun: datetime, span: Span, moments: Sequence[Moment]) -> list[Moment]:
    """The moments of a span, and those before it since the entry of a time."""
    earlier = [each for each in moments if each.place < span.first.place]
    at = next((number for number, each in enumerate(earlier) if each.row.at == begun), len(earlier))
    return [*earlier[at:], *span.moments]


def record_of(
    span: Span,
    moments: Sequence[Moment],
    origin: Origin,
    chain: str,
    later: Iterable[RecordedRemark] = (),
    notifications: Iterable[RecordedNotification] = (),
    picture: RecordedPicture | None = None,
    *,
    shown: bool = False,
) -> Record:
    """The record of a span; ``moments`` include those around it, ``chain`` is the digest at its last entry.
    ``later`` are remarks that name it, in order, ``notifications`` the offices to inform, ``picture`` the
    recorder's answer; ``shown``: no card in these moments may still come, whatever they say.
    """
    first, last = span.first, span.last
    fact = span.fact
    incident = fact if isinstance(fact, IncidentFact) else None
    case = incident.case if incident is not None else None
    opened = incident if incident is not None and incident.opened else None
    halt, after, ended = _halt_of(span), _after(span, origin), fact.ended
    about, wheel = fact.about, has_wheel(origin.game)
    near = device_account.nearby(moments, span, _put_right(incident))
    if wheel:  # Spins follow one another within seconds, and each belongs to its round.
        near = tuple(each for each in near if own_round(each) in (about, None))
    hidden = not shown and device_account.has_sealed_card(moments, near)
    readings = device_account.readings_of(near, moments[-1].after)
    row = first.row
    moved = misplaced_cards(opened, first.before)
    mended = tuple(_corrections(span, moments))
    said = (each for each in moments if isinstance(each.event, events.Remarked))
    return Record(
        id=span.id,
        sort=span.sort,
        origin=origin,
        where=RecordPlace(
            row.shift,
            first.before.shoe_in_play.number,
            about,
            _wheel(span, incident),
            **typed_of_set(first.before.sets),
        ),
        kind=fact.kind,
        happened=fact.happened,
        filmed_from=fact.filmed_from,
        reported=row.at,
        closed=ended.at if ended is not None else None,
        reported_by=_reporter(span),
        closed_by=ended.by if ended is not None else None,
        closed_seen_ms=ended.seen_ms if ended is not None else None,
        closed_reason=ended.reason if ended is not None else None,
        facts=incident.facts if incident is not None else {},
        told=incident.told if incident is not None else (),
        clause=case.clause if case is not None else None,
        basis=case.basis if case is not None else None,
        outcome=fact.outcome,
        authority=case.authority if case is not None else None,
        authorised=incident.authorised if incident is not None else None,
        steps=incident.steps if incident is not None else (),
        brought_in=incident.brought_in if incident is not None else None,
        counted=msgspec.UNSET if incident is None or incident.counted is None else incident.counted,
        retracted=(incident.retracted if incident is not None else ()) or msgspec.UNSET,
        card_set=_wrong_set(incident) or msgspec.UNSET,
        withdrawals=tuple(_refused_withdrawals(span)) or msgspec.UNSET,
        contradictions=found_between(moments, first.place, last.place) or msgspec.UNSET,
        set_rounds=(incident.set_rounds if incident is not None else None) or msgspec.UNSET,
        before=_lay(first.before, halt, hidden, about, wheel),
        after=_lay(after, after.halt, hidden, about, wheel, _cleared(span)),
        corrections=mended,
        remarks=tuple(_remarks(span, moments, later)),
        readings=device_account.without_faces(readings) if hidden else readings,
        sealed=hidden,
        # A card that may still come has only 52 possible faces: anybody could try them all.
        proof=RecordProof(row.number, last.row.number, UNREAD if hidden else chain),
        spins=tuple(spin_account.spin_reports(near, moments)),
        worksheets=_worksheets(span),
        notifications=tuple(notifications) or msgspec.UNSET,
        picture=picture or msgspec.UNSET,
        answers=tuple(answers_in(moments, about, last.place)),
        misplaced=moved,
        side_bets=side_bets(span, after, about, opened, moved, mended, origin),
        overtaken_by=ended.overtaken_by if ended is not None else None,
        clock=tuple(_set_clock(_since(fact.filmed_from, span, moments))) or msgspec.UNSET,
        beside=_beside((*near, *span.moments, *said)) or msgspec.UNSET,
        quick=_quick(first, last, moments, about, origin) or msgspec.UNSET,
    )


def _quick(
    first: Moment, last: Moment, moments: Sequence[Moment], about: str | None, origin: Origin
) -> tuple[QuickStep, ...]:
    """The too quick steps of a span, and those before it in the round that it is about."""
    of_round = (each.place for each in moments if about is not None and own_round(each) == about)
    begun = min(first.place, next(of_round, first.place))
    return quick_between(game_of(load_rulebook(origin.rules), origin.game), moments, begun, last.place)


_HALTING: Final = (events.BallRan, events.NumberSaid)
"""A person's acts that can themselves halt a table."""


def _wrong_set(incident: IncidentFact | None) -> str | None:
    is_wrong = incident is not None and incident.kind == Kind.WRONG_CARD_SET
    return incident.card_set if incident is not None and is_wrong else None


def _refused_withdrawals(span: Span) -> Iterator[RefusedWithdrawal]:
    for moment in span.moments:
        event, row = moment.event, moment.row
        if isinstance(event, events.HaltWithdrawn | events.ReportWithdrawn) and row.refused is not None:
            yield RefusedWithdrawal(row.number, row.at, event.by, event.reason)


def _reporter(span: Span) -> Who | None:
    """The person who reported it; None for a device. A card that came under a report halts play once somebody
    has taken the report back or done its last step: that person reported no halt.
    """
    first = span.first
    if span.sort is InterventionKind.HALT and not isinstance(first.event, _HALTING):
        return None
    return first.person


def _wheel(span: Span, incident: IncidentFact | None) -> str | None:
    """The serial of the wheel that it is about: the wheel may have been changed since a wrong number."""
    known = None if incident is None else incident.number_known
    return span.first.before.wheel.serial if known is None else known.wheel


def _beside(moments: Iterable[Moment]) -> BesideAtActs:
    """The trainees who acted in these moments, each with the dealers beside them, and at which acts."""
    acts = ((each.event, each.row.at) for each in moments)
    return beside_at_acts((act.by, act.beside, at) for act, at in acts if isinstance(act, events.Act))


def complete_at(span: Span, later: Iterable[Moment]) -> Moment | None:
    """The first moment after an ended span that completes its record, or None: nothing later adds to it."""
    completion = Completion(span.last)
    return next((moment for moment in later if completion.comes_with(moment)), None)


class Completion:
    """Follows the moments after the last one of a span until its record is complete."""

    def __init__(self, last: Moment) -> None:
        self._last = self._end = last

    def comes_with(self, moment: Moment) -> bool:
        """Whether nothing that comes after the next moment adds to the record."""
        if moment.seconds - self._last.seconds <= device_account.AROUND.total_seconds():
            self._end = moment  # a fast table plays whole rounds in these seconds, each with a card to hide
            return False
        then, now = self._end.after, moment.after
        shoes = now.shoe_in_play.number - then.shoe_in_play.number
        return now.round_number - then.round_number > 2 or shoes > 1


def _after(span: Span, origin: Origin) -> Table:
    """The table after the span, without the outcomes of waiting reports that its last press also decided."""
    last = span.last
    behind = last.before.incidents.waiting
    opened = [each.report.id for each in last.after.changed_incidents if each.authorised is not None]
    is_own = span.sort is InterventionKind.INCIDENT
    if not opened or not is_own or opened[-1] == span.id or not any(each.id == opened[-1] for each in behind):
        return last.after
    own = [at for at, each in enumerate(behind, 1) if each.id == span.id]
    kept = replace(last.before.incidents, waiting=behind[: own[0] if own else 0])
    game = game_of(load_rulebook(origin.rules), origin.game)
    return advance_kept(game, replace(last.before, incidents=kept), last.event, last.row.refused, last.row.at)


def _put_right(incident: IncidentFact | None) -> str | None:
    """The round whose number the incident says is wrong (LT-ROU-33)."""
    return incident.round if incident is not None and is_about_last_number(incident.kind) else None


def _worksheets(span: Span) -> tuple[WorksheetRecord, ...]:
    """An incident's own worksheets; for a halt those of its whole length."""
    if span.sort is not InterventionKind.INCIDENT:
        return spin_account.worksheets(span.moments)
    return spin_account.worksheets(
        each for each in span.moments if spin_account.is_restart(each) or own_incident(each) == span.id
    )


def _halt_of(span: Span) -> Halt | None:
    """The halt at which it begins; for a halt itself, with all cards that came during it."""
    halts = [each.after.halt for each in span.moments if each.after.halt is not None]
    if span.sort is InterventionKind.HALT and halts:
        return max(halts, key=lambda halt: len(halt.cards))
    return span.first.before.halt or span.first.after.halt


def _cleared(span: Span) -> tuple[Card | None, ...]:
    """The cards that lay in no hand when a round became void, and those that came later."""
    if span.fact.outcome != Result.VOID:
        return ()
    return (*span.first.before.in_no_hand, *(each.card for each in cards_in_no_hand(span.moments)))


def _lay(
    table: Table,
    halt: Halt | None,
    hidden: bool,
    round_id: str | None,
    wheel: bool,
    cleared: tuple[Card | None, ...] = (),
) -> Hands:
    """The hands, or the wheel's state; an earlier round's bets were settled long ago. No hands outside of any
    round: during the shuffle the last round's cards are in it.
    """
    hands = _doubled(_hands(table, halt, hidden=hidden), table)
    hands = _apart(hands, table, halt, cleared, hidden=hidden)
    if not wheel:
        if round_id is not None:
            return hands
        return Hands(
            (), (), {}, {}, hands.held, hands.phase, None, hands.bets, hands.shoe_left, besides=hands.besides
        )
    spun = replace(
        hands,
        spin=spin_account.spin_state(table, halt, round_id),
        shoe_left=None,
        player=(),
        banker=(),
        points={},
        hands={},
    )
    earlier = round_id is not None and not spin_account.is_of(table, round_id)
    return replace(spun, status=RoundStatus.FINISHED, bets=Bets.SETTLED.value) if earlier else spun


def _apart(
    hands: Hands, table: Table, halt: Halt | None, cleared: tuple[Card | None, ...], *, hidden: bool
) -> Hands:
    """The hands, with all cards in no hand next to the first one of a halt."""
    of_report = () if table.incident is None else table.incident.strays
    cards = (() if halt is None else halt.cards) + of_report or cleared
    faces = tuple(face_of(card, hidden=hidden) for card in cards)
    return replace(hands, held=hands.held or next(iter(faces), None), besides=faces[1:] or msgspec.UNSET)


def _doubled(hands: Hands, table: Table) -> Hands:
    """The hands with the names of the doubled ones."""
    if not isinstance(table.play, Hands21):
        return hands
    return replace(hands, doubled=table.play.doubled_hands or msgspec.UNSET)


def _hands(table: Table, halt: Halt | None, *, hidden: bool) -> Hands:
    points = {} if table.round is None else table.play.points  # Before the first round there are no hands.
    hands: dict[str, tuple[str, ...]] = {name: () for name in points}
    for place, face in table.play.in_view:
        hands[place.name] = (*hands.get(place.name, ()), str(face))  # A forged state may name any hand.
    held = None
    if halt is not None and (halt.card_out or halt.card is not None):
        shown = halt.card is not None and (halt.visible_card is not None or not hidden)
        held = halt.card.value if halt.card is not None and shown else UNREAD
    return Hands(
        player=hands.get("player", ()),
        banker=hands.get("banker", ()),
        points=points,
        hands=hands,
        held=held,
        phase=table.shown_phase.value,
        status=table.round.status if table.round else None,
        bets=table.bets.value,
        shoe_left=table.shoe.left if table.is_open else None,
        back=table.play.refunded_hands if isinstance(table.play, Hands21) else (),
    )


def _corrections(span: Span, moments: Sequence[Moment]) -> Iterator[Correction]:
    """The cards corrected during the span, and before it in its round, without the faces of one still face
    down.
    """
    in_round = span.fact.lay if span.first.before.open_round else None
    for moment in filter(is_correction, moments):
        is_over = moment.place > span.last.place
        round_id = own_round(moment)
        same_round = in_round is not None and round_id == in_round and not is_over
        within = span.first.place <= moment.place and not is_over
        if within or same_round:
            covered = device_account.names_covered_card(moment, moments[-1].after)
            yield correction_of(moment, hidden=covered)


def correction_of(moment: Moment, *, hidden: bool) -> Correction:
    """The card that a moment corrects; ``hidden``: without the faces of one that lay face down."""
    event = moment.event
    assert isinstance(event, events.CardCorrected), "only a correction mends a card"
    row, place = moment.row, (event.hand, event.card)
    play = moment.before.play
    seen = play.in_view if hidden else play.placed_cards
    lay = {(each.name, each.card): str(face) for each, face in seen}
    before, why = lay.get(place), _reason(row.line)
    after = UNREAD if before == UNREAD else event.to.value
    return Correction(row.number, row.at, event.person, *place, before, after, why, painted_for(event))


def _reason(line: str | None) -> str | None:
    """The reason in the line's own field: the journal also keeps fields that the protocol lacks."""
    try:
        sent = read_json(line or "{}")
    except msgspec.DecodeError:
        return None
    reason = sent.get("reason") if isinstance(sent, dict) else None
    return reason if isinstance(reason, str) and reason.strip() else None


def amendment_of(row: JournalEntry, event: events.EntryCorrected) -> Amendment:
    fields = (event.what, event.before, event.after, event.by, event.authorised_by, event.why)
    return Amendment(event.id, row.number, row.at, event.entry, *fields, event.file or msgspec.UNSET)


def amendments(
    rows: Iterable[JournalEntry], first: int, last: int, file: str | None = None
) -> Iterator[Amendment]:
    """The corrections, among these entries, of the entries ``first`` to ``last`` of the same file, or of the
    closed ``file`` of this name.
    """
    for row in rows:
        event = events.DECODER.decode(row.event)
        taken = isinstance(event, events.EntryCorrected) and row.refused is None and event.file == file
        if taken and first <= event.entry <= last:
            yield amendment_of(row, event)


def _remarks(
    span: Span, moments: Sequence[Moment], later: Iterable[RecordedRemark]
) -> Iterator[RecordedRemark]:
    """The remarks during the span, and those of ``later`` that name it by its id."""
    within = [
        remark_of(moment.row, moment.event)
        for moment in moments
        if span.first.place <= moment.place <= span.last.place
        and isinstance(moment.event, events.Remarked)
        and moment.row.refused is None
    ]
    yield from within
    yield from (each for each in later if each not in within)


def notifications_of(record: str, rows: Iterable[JournalEntry]) -> Iterator[RecordedNotification]:
    """The offices to inform of an incident, by the notes in these entries, with their ticks."""
    found = list[RecordedNotification]()
    for row in rows:
        event = events.DECODER.decode(row.event)
        if not isinstance(event, events.Noted) or row.refused is not None:
            continue
        text = event.text or ""
        whom, _, incident = text.partition(" ")
        at = _open_at(found, whom) if incident == record else None
        match event.what:
            case NoteKind.NOTIFICATION_DUE:
                begun = Notification.of(text)
                if begun is not None and begun.incident == record and _open_at(found, begun.whom) is None:
                    found.append(RecordedNotification(row.number, whom, begun.until))
            case NoteKind.NOTIFICATION_MADE if at is not None and event.who:
                ticked = RecordedTick(row.number, row.at, event.who)
                found[at] = replace(found[at], ticks=(*found[at].ticks, ticked))
            case NoteKind.NOTIFICATION_WITHDRAWN if at is not None:
                found[at] = replace(found[at], withdrawn=RecordedWithdrawal(row.number, row.at))
    yield from found


def _open_at(found: Sequence[RecordedNotification], whom: str) -> int | None:
    """The place of the office's notification that is neither ticked by two people nor withdrawn."""
    return next((at for at, each in enumerate(found) if each.whom == whom and each.is_open), None)


def picture_of(record: str, rows: Iterable[JournalEntry]) -> RecordedPicture | None:
    """The recorder's last answer on an incident, by the notes in these entries; None if it was not asked."""
    found: RecordedPicture | None = None
    for row in rows:
        event = events.DECODER.decode(row.event)
        if not isinstance(event, events.Noted) or event.what not in _OF_PICTURES:
            continue
        probed = ProbedVideo.of(event.text or "")
        if probed is not None and probed.incident == record:
            found = RecordedPicture(row.number, row.at, probed.moment, probed.answer.why)
    return found


_OF_PICTURES: Final = frozenset((NoteKind.VIDEO_SEEN, NoteKind.VIDEO_MISSING))


def remarks_naming(record: str, rows: Iterable[JournalEntry]) -> Iterator[RecordedRemark]:
    name = re.compile(rf"(?<![\w-]){re.escape(record)}(?![\w-])")
    for row in rows:
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.Remarked) and row.refused is None and name.search(event.text):
            yield remark_of(row, event)


def answers_of(moments: Iterable[Moment]) -> Iterator[RecordedAnswer]:
    """Each answer in these moments, in time or late, and each answer that never came."""
    for moment in moments:
        event, row = moment.event, moment.row
        if isinstance(event, events.PlayerAnswered):
            given = answer_of(moment.before, event, row.refused, row.at)
            yield RecordedAnswer(**msgspec.structs.asdict(given), entry=row.number)


def answers_in(moments: Iterable[Moment], round_id: str | None, last: int) -> Iterator[RecordedAnswer]:
    """The answers of a round up to the place ``last``."""
    if round_id is not None:
        answers = (each for each in moments if isinstance(each.event, events.PlayerAnswered))
        until = (each for each in answers if each.place <= last)
        yield from answers_of(each for each in until if own_round(each) == round_id)
