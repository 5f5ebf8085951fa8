"""The judgement of an event: its refusal, or the table after it, and the prompt due then. Reads no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.incident.guidance import asks_for_card
from console.table.core.judging.explanations import why
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import refusal
from console.table.core.judging.transition import advance
from console.table.core.play import corrections, set_numbers
from console.table.core.play.decoders import SILENCE, acting, decoder_of
from console.table.core.play.found_contradictions import answered_by, found_by, refusal_of_answer
from console.table.core.play.held_lines import Held
from console.table.core.play.offices_to_inform import begun_between, refusal_of_tick, withdrawn_between
from console.table.core.play.wheel_run import wheel_events
from console.table.core.protocol.permissions import is_own
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.entries import Entry
from console.table.core.state.event_kinds import Effect, of_effect
from console.table.core.state.events import event_of
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.table import Table
from console.table.core.state.views import Prompt

_ENCODER: Final = msgspec.json.Encoder()
_RECORDS: Final = of_effect(Effect.RECORD)


class Instant(NamedTuple):
    at: datetime
    """In UTC."""
    monotonic: int
    """On a clock that nobody sets, in nanoseconds."""


class EventResult(msgspec.Struct, frozen=True):
    """An event, the reason of its refusal if any, the table after it, and the prompt that is due then."""

    event: events.AnyEvent
    when: Instant
    refused: Refusal | None
    why: str | None
    """The refusal in a sentence, for the author of the line."""
    after: Table
    prompt: Prompt

    def entry(self, shift: str, line: bytes | None = None, *, edition: int = 0) -> Entry:
        """The entry of the event in this shift; ``line`` is the protocol's line that brought it. ``edition``
        is named in it, unless it is 0.
        """
        event, table, prompt = self.event, self.after, self.prompt
        if edition:
            event = replace(event, edition=edition)
        return Entry(
            kind=events.kind_of(event),
            event=events.ENCODER.encode(event),
            refused=self.refused,
            at=self.when.at,
            monotonic=self.when.monotonic,
            person=event.by or event.who,
            shift=shift,
            shoe=table.shoe_in_play.number,
            round=table.round.id if table.round else None,
            prompt=_ENCODER.encode(prompt),
            clauses=prompt.clauses,
            line=None if line is None else line.decode("utf-8", "backslashreplace"),
            raw=event.received if isinstance(event, events.BytesReceived) else None,
        )


def judge(
    game: Game,
    table: Table,
    event: events.AnyEvent,
    when: Instant,
    refused: Refusal | None = None,
    reason: str | None = None,
) -> EventResult:
    """The result of an event at this table; ``refused`` is the reason why its line can't be taken, if any."""
    refused = refused or refusal(game, table, event)
    if refused is None and type(event) in _RECORDS:
        refused = _refusal_of_record(table, event)
    if refused is not None and reason is None:
        reason = why(game, table, event, refused)
    after = advance(game, table, event, refused, when.at)
    return EventResult(event, when, refused, reason, after, prompt_due(game, after))


def _brought(game: Game, table: Table, event: events.AnyEvent, when: Instant) -> EventResult:
    """The result of an event that another one brings: nobody did it, and nothing refuses it."""
    after = advance(game, table, event, None, when.at)
    return EventResult(event, when, None, None, after, prompt_due(game, after))


def _refusal_of_record(table: Table, event: events.AnyEvent) -> Refusal | None:
    """Why a signature, a tick, an answer or a correction after the fact does not count; None if it does, and
    for any other event. Whether its people may make it stands in the list of people.
    """
    match event:
        case events.ContradictionAnswered():
            return refusal_of_answer(table, event)
        case events.CardSetSigned():
            return set_numbers.refusal_of_signature(table, event)
        case events.EntryCorrected():
            return corrections.refusal_of_amendment(event)
        case events.Noted(what=NoteKind.NOTIFICATION_MADE):
            return refusal_of_tick(table, event)
        case events.Commissioned() if not table.between_rounds:
            return Refusal.HALTED if table.halted else Refusal.OUT_OF_TURN
        case events.Commissioned():
            return Refusal.NOT_AUTHORISED if is_own(event.by, event.authorised_by) else None
        case _:
            return None


def judge_bytes(
    game: Game, table: Table, received: events.BytesReceived, when: Instant
) -> Iterator[EventResult]:
    """The results of a device's bytes and of the events in those that act now, in order."""
    last = judge(game, table, received, when)
    yield last
    if table.is_tested(received.device):
        return
    decoder = decoder_of(table, received.device)
    given, _ = acting(table, received)
    for each in given:
        held = Held.of(decoder, each)
        for line in decoder.one_by_one(each.received):
            before = decoder
            decoder, found = decoder.feed_fresh(line) if received.opened else decoder.feed(line)
            read = [event_of(received.device, reading) for reading in found]
            told = wheel_events(game, last.after, before, decoder, read)
            if held is not None:
                told = [*held.told(last.after, before, decoder, told)]
            for event in _of_known_time(table, received, told):
                if type(event) is events.CardUnread and event.other_line and not _is_card_due(last.after):
                    continue
                last = judge(game, last.after, event, when)
                yield last


_DRAWS: Final = (events.CardDrawn, events.CardUnread)


def _of_known_time(
    table: Table, received: events.BytesReceived, read: list[events.AnyEvent]
) -> Iterator[events.AnyEvent]:
    """The events of a card's device, its cards ``untimed`` that something kept on the way: of those that came
    as the port was opened, or two in one reading after a silence, one alone is of now, if a card has been due
    ever since. A failed scan and the card after it are one.
    """
    first = next((at for at, each in enumerate(read) if type(each) in _DRAWS), None)
    if first is None or not _are_late(table, received, read):
        yield from read
        return
    heard, moved = table.heard_at.get(received.device), table.moved_at
    is_since = moved is None or (heard is not None and moved <= heard)
    is_due = is_since and _is_card_due(table)
    follows = type(read[first]) is events.CardUnread and first + 1 < len(read)
    last = first + 1 if follows and type(read[first + 1]) is events.CardDrawn else first
    for at, event in enumerate(read):
        is_taken = is_due and at <= last
        if isinstance(event, _DRAWS) and not is_taken:
            yield replace(event, untimed=True, in_bet_time=_were_bets_open(table, event.device))
        else:
            yield event


def _are_late(table: Table, received: events.BytesReceived, read: list[events.AnyEvent]) -> bool:
    if received.opened:
        return table.holds(editions.OPENED)
    many = sum(
        type(each) in _DRAWS and not (type(each) is events.CardDrawn and type(before) is events.CardUnread)
        for before, each in zip([None, *read], read, strict=False)
    )
    is_silence = received.after is not None and received.after > SILENCE
    return is_silence and many > 1 and table.holds(editions.HELD)


def _is_card_due(table: Table) -> bool:
    """Whether the next prompt is for a card, to be dealt, burned, or scanned again or for an incident."""
    if table.halted:
        is_tried = (
            table.halt is not None and table.halt.reason is HaltReason.RESCAN and table.incident is None
        )
        return is_tried or asks_for_card(table)
    due = None if table.preparation is None else table.preparation.due
    return table.card_due is not None or due in (Action.BURN_CARD, Action.BURN)


def _were_bets_open(table: Table, device: str | None) -> bool:
    """Whether bets were open at any moment since the device was heard last."""
    heard = table.heard_at.get(device or "")
    if table.bet_time or heard is None:
        return table.round is not None
    ends = [table.bets_until] + ([] if table.round is None else [table.round.opened])
    return any(at is not None and at >= heard for at in ends)


def judge_again(game: Game, table: Table, results: Sequence[EventResult]) -> list[EventResult]:
    """The results of the same events at another table, which an event before them has changed."""
    again: list[EventResult] = []
    for each in results:
        again.append(judge(game, table, each.event, each.when, each.refused, each.why))
        table = again[-1].after
    return again


# --- what an event brings by itself ----------------------------------------------------------------


def _notes(game: Game, before: Table, result: EventResult) -> Iterator[events.AnyEvent]:
    for ended in withdrawn_between(before, result.after):
        yield events.Noted(NoteKind.NOTIFICATION_WITHDRAWN, text=ended.tick_text)
    for begun in begun_between(before, result.after):
        yield events.Noted(NoteKind.NOTIFICATION_DUE, text=begun.text)


def _contradictions(game: Game, before: Table, result: EventResult) -> Iterator[events.AnyEvent]:
    for found in found_by(game, before, result.after, result.event, result.when.at):
        yield events.ContradictionFound(found)


def _answers(game: Game, before: Table, result: EventResult) -> Iterator[events.AnyEvent]:
    if result.refused is None:
        yield from answered_by(game, result.after, result.event)


_BROUGHT: Final[tuple[Callable[[Game, Table, EventResult], Iterator[events.AnyEvent]], ...]] = (
    _notes,
    _contradictions,
    _answers,
)
"""The events that an event can bring, in the order of the entries: each row of all events of a line."""


def with_brought(game: Game, name: str, table: Table, results: Sequence[EventResult]) -> list[EventResult]:
    """The results of a line's events at this table, and of the events that they bring: the notifications that
    begin or end, the contradictions, and their answers. One transaction keeps all of them.
    """
    whole = [*results]
    for row in _BROUGHT:
        before, more = table, list[events.AnyEvent]()
        for each in whole:
            more += row(game, before, each)
            before = each.after
        for event in more:
            before = whole[-1].after
            whole.append(_brought(game, before, _named(event, name, before), whole[-1].when))
    return whole


def _named(event: events.AnyEvent, name: str, table: Table) -> events.AnyEvent:
    if not isinstance(event, events.ContradictionFound):
        return event
    id = f"{name}-c{table.contradictions.found + 1}"
    return replace(event, contradiction=replace(event.contradiction, id=id))


class Replay:
    """A journal's events judged again, one after the other, at the table that they make.

    What an event brings must follow it, each once and as the table makes it, before an event of another
    moment; and nothing else may bring it. The last events of a file may still be owed some.
    """

    def __init__(self, game: Game, name: str, table: Table) -> None:
        """``name`` is the first part of the ids of its contradictions."""
        self._game, self._name, self._table = game, name, table
        self._owed = list[events.AnyEvent]()
        self._when: Instant | None = None

    def follow(self, event: events.AnyEvent, refused: Refusal | None, when: Instant) -> EventResult | None:
        """The event's result; None if the table can't have recorded it."""
        game, before = self._game, self._table
        if _is_brought(event):
            found = [each for each in self._owed if _named(each, self._name, before) == event]
            if not found or refused is not None:
                return None
            self._owed.remove(found[0])
            result = _brought(game, before, event, when)
        elif self._owed and when != self._when:
            return None
        else:
            result = judge(game, before, event, when, refused, "")
        if result.refused != refused:
            return None
        rows = _BROUGHT if type(event) not in _LAST else ()
        self._owed += [each for row in rows for each in row(game, before, result)]
        self._table, self._when = result.after, when
        return result


_LAST: Final = frozenset((events.ContradictionFound, events.ContradictionAnswered))
"""The events that bring nothing: a line's entries end with them."""


def _is_brought(event: events.AnyEvent) -> bool:
    """Whether the event is there only because another one brought it."""
    match event:
        case events.Noted():
            return event.what in (NoteKind.NOTIFICATION_DUE, NoteKind.NOTIFICATION_WITHDRAWN)
        case events.ContradictionAnswered():
            return not event.reason
        case _:
            return isinstance(event, events.ContradictionFound)
