"""From what the journal tells to a round's file: the fold's passages in, the value out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from console.records.passages import Passage
from console.records.readings import readings_of, sealed, without_faces
from console.records.record import UNREAD, Origin, Reading, Record, Remark, Where
from console.records.round_file import Dealt, Present, Press, Prompted, RoundFile, Times
from console.records.spin_telling import said_of_spin, worksheets
from console.table import events
from console.table.games.game import Game
from console.table.prompts import prompt_due
from console.table.state import Bets, Phase, Round, Table
from console.table.views import Prompt

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
        presses=tuple(_presses(game, within)),
        readings=_heard(told, within, hidden),
        remarks=tuple(_remarks(within)),
        records=records,
        sealed=hidden,
        first=first.row.number,
        last=last.row.number,
        spins=tuple(said_of_spin(within)),
        worksheets=worksheets(within),
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
            last, row = due, passage.row
            hand = None if due.hand is None else str(due.hand)
            hand = f"{due.seat}.{hand}" if due.seat is not None and hand is not None else hand
            yield Prompted(row.number, row.at, due.action, due.actor, hand, due.card, due.clauses)


def _presses(game: Game, within: Sequence[Passage]) -> Iterator[Press]:
    for passage in within:
        row, event = passage.row, passage.event
        if row.person is None or isinstance(event, events.Noted):
            continue
        figures = msgspec.to_builtins(event)
        kind = figures.pop("event")
        asked = prompt_due(game, passage.before).action
        yield Press(row.number, row.at, row.person, kind, figures, asked, row.refused)


def _remarks(within: Sequence[Passage]) -> Iterator[Remark]:
    for passage in within:
        event, row = passage.event, passage.row
        if isinstance(event, events.Remarked) and row.refused is None:
            yield Remark(row.number, row.at, event.by, event.text)
