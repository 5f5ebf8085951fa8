"""A round's file as a value: all that the journal has of one round, or of what happened outside of any.

It is told from the fold's passages. Its records are those of every incident, halt and correction in it; a
proof that its entries are the journal's goes with it. Without a word of any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from console.journal.proof.inclusion import Inclusion
from console.records.accounts.answer_account import answers_of
from console.records.accounts.device_account import readings_of, sealed, without_faces
from console.records.accounts.passages import Passage, Row, press_of
from console.records.accounts.record import (
    UNREAD,
    Amendment,
    AnswerTold,
    Origin,
    Press,
    Reading,
    Reckoned,
    Record,
    Remark,
    SpinTold,
    Where,
)
from console.records.accounts.spin_account import said_of_spin, worksheets
from console.table.games.game import Game
from console.table.judging.prompts import prompt_due
from console.table.protocol.seen import painted_for
from console.table.state import events
from console.table.state.phases import Bets, Phase
from console.table.state.table import Round, Table
from console.table.state.views import Prompt


class Times(msgspec.Struct, frozen=True):
    """When the round came to what, UTC; None where it did not."""

    opened: datetime
    """Bets were opened; of what is no round, its first entry."""
    closed: datetime | None
    """No more bets."""
    known: datetime | None
    """The result was there, before anybody announced it."""
    announced: datetime | None
    """It was finished, or void."""
    ended: datetime
    """Its last entry: the next one's bets, or something else, came after it."""


class Dealt(msgspec.Struct, frozen=True):
    """A card as it was dealt: where, and what was read; ``??`` where it may not be told yet.

    ``device`` is None for a line; ``by`` entered it by hand.
    """

    entry: int
    at: datetime
    hand: str
    position: int
    face: str
    device: str | None
    by: str | None


class Prompted(msgspec.Struct, frozen=True):
    """A prompt as it came: what was asked of whom, where, and the clauses behind it."""

    entry: int
    at: datetime
    action: str
    actor: str
    hand: str | None
    card: int | None
    clauses: tuple[str, ...]


class Present(msgspec.Struct, frozen=True):
    """Somebody at the table: from when to when, as far as the file reaches."""

    who: str
    role: str
    since: datetime
    until: datetime


class RoundFile(msgspec.Struct, frozen=True):
    """All of it; ``subject`` is what was asked for: the round's id, or an incident's."""

    subject: str
    origin: Origin
    where: Where
    times: Times
    status: Literal["open", "finished", "void"] | None
    """None for what happened outside of any round."""
    result: dict[str, Any] | None
    """The round as everybody could see it at last."""
    people: tuple[Present, ...]
    dealt: tuple[Dealt, ...]
    prompts: tuple[Prompted, ...]
    presses: tuple[Press, ...]
    readings: tuple[Reading, ...]
    remarks: tuple[Remark, ...]
    records: tuple[Record, ...]
    sealed: bool
    """Whether faces and bytes are left out because such a card may still come from the shoe."""
    first: int
    last: int
    """Its entries, from and to."""
    amended: tuple[Amendment, ...] = ()
    """What of its entries was put right after the fact."""
    unproven: Literal["not_sealed", "card_may_come"] | None = None
    """Why no proof is in it yet."""
    proof: Inclusion | None = None
    spins: tuple[SpinTold, ...] = ()
    """What people said of the spin; of a round of cards nothing."""
    worksheets: tuple[Reckoned, ...] = ()
    answers: tuple[AnswerTold, ...] = ()
    """What players answered, in time or not; of a game without players' answers nothing."""

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of all who are named, in their order."""
        who = [each.who for each in self.people] + [each.by for each in self.presses]
        who += [each.by for each in self.remarks] + [
            name for record in self.records for name in record.people
        ]
        who += [str(each.figures["who"]) for each in self.presses if each.figures.get("who")]
        who += [each.by for each in self.spins] + [each.by for each in self.worksheets]
        who += [each.by for each in self.dealt if each.by] + [each.by for each in self.answers if each.by]
        who += [name for each in self.amended for name in (each.by, each.authorised_by)]
        return tuple(dict.fromkeys(who))


_ENCODER = msgspec.json.Encoder()


def round_file(
    game: Game,
    subject: str,
    origin: Origin,
    told: Sequence[Passage],
    within: Sequence[Passage],
    records: tuple[Record, ...],
) -> RoundFile:
    """The file of what happened ``within``; ``told`` is that and what came around it."""
    first, last, hidden = within[0], within[-1], sealed(told, tuple(within))
    round_ = last.after.round if first.after.open_round else None
    return RoundFile(
        subject=subject,
        origin=origin,
        where=_where(first, round_),
        times=_times(within),
        status=round_.status if round_ else None,
        result=_result(game, last.after) if round_ else None,
        people=tuple(_people(within)),
        dealt=tuple(_dealt(within, hidden)),
        prompts=tuple(_prompts(game, within)),
        presses=tuple(presses_of(within, lambda table: prompt_due(game, table).action)),
        readings=_heard(told, within, hidden),
        remarks=tuple(remarks_of(within)),
        records=records,
        sealed=hidden,
        first=first.row.number,
        last=last.row.number,
        spins=tuple(said_of_spin(within)),
        worksheets=worksheets(within),
        answers=tuple(answers_of(within)),
    )


def _where(first: Passage, round_: Round | None) -> Where:
    table = first.after
    return Where(first.row.shift, table.shoe_number, round_.id if round_ else None, table.serial)


def _heard(told: Sequence[Passage], within: Sequence[Passage], hidden: bool) -> tuple[Reading, ...]:
    readings = readings_of(within, told[-1].after)
    return without_faces(readings) if hidden else readings


def _result(game: Game, table: Table) -> dict[str, Any]:
    """As the protocol says it."""
    decoded: dict[str, Any] = msgspec.json.decode(_ENCODER.encode(game.view(table)))
    return decoded


def _times(within: Sequence[Passage]) -> Times:
    closed = known = announced = None
    for passage in within:
        before, after, at = passage.before, passage.after, passage.row.at
        if before.bets is Bets.OPEN and after.bets is not Bets.OPEN:
            closed = at
        if before.phase is not Phase.RESULT and after.phase is Phase.RESULT:
            known = at
        if before.open_round and not after.open_round:
            announced = at
    return Times(within[0].row.at, closed, known, announced, within[-1].row.at)


def _people(within: Sequence[Passage]) -> Iterator[Present]:
    """Everybody who was there, in the order in which they came."""
    there: dict[tuple[str, str], tuple[datetime, datetime]] = {}
    for passage in within:
        at = passage.row.at
        for table in (passage.before, passage.after):
            for person in table.people:
                since, _ = there.get((person.who, person.role), (at, at))
                there[person.who, person.role] = (since, at)
    for (who, role), (since, until) in there.items():
        yield Present(who, role, since, until)


def _dealt(within: Sequence[Passage], hidden: bool) -> Iterator[Dealt]:
    seen = {(place.name, place.card): str(face) for place, face in within[-1].after.play.in_view}
    for passage in within:
        event, before, after = passage.event, passage.before.play, passage.after.play
        if not isinstance(event, events.CardDrawn) or after.dealt <= before.dealt:
            continue
        place, shown = after.in_view[-1]
        face_down = str(shown) == UNREAD
        secret = face_down and seen.get((place.name, place.card), UNREAD) == UNREAD
        face = UNREAD if secret or (hidden and face_down) else event.card.value
        row = passage.row
        yield Dealt(row.number, row.at, place.name, place.card, face, event.device, event.by)


def _prompts(game: Game, within: Sequence[Passage]) -> Iterator[Prompted]:
    last: Prompt | None = None
    for passage in within:
        due = prompt_due(game, passage.after)
        if due != last:
            last = due
            yield prompted(passage.row, due)


def prompted(row: Row, due: Prompt) -> Prompted:
    """A prompt as it came with an entry."""
    hand = None if due.hand is None else str(due.hand)
    hand = f"{due.seat}.{hand}" if due.seat is not None and hand is not None else hand
    return Prompted(row.number, row.at, due.action, due.actor, hand, due.card, due.clauses)


def presses_of(within: Sequence[Passage], asked: Callable[[Table], str]) -> Iterator[Press]:
    """What somebody did, in order; ``asked`` is what the prompt of a table asks for."""
    for passage in within:
        row, event = passage.row, passage.event
        if row.person is None or isinstance(event, events.Noted):
            continue
        pressed = press_of(row, event)
        yield replace(pressed, asked=asked(passage.before), refused=row.refused, seen_ms=painted_for(event))


def remarks_of(within: Sequence[Passage]) -> Iterator[Remark]:
    """What people said for the journal, in order."""
    for passage in within:
        event, row = passage.event, passage.row
        if isinstance(event, events.Remarked) and row.refused is None:
            yield Remark(row.number, row.at, event.by, event.text)
