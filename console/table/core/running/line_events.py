"""The meaning of a line of the protocol: an event as the table would keep it, or the reason why it has none.

Pure: it names rounds and reports by the table's own numbers. :mod:`console.table.core.judging.judgement` asks
whether the table refuses the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.base.plain_text import stripped
from console.table.core.games.game import Game
from console.table.core.incident.guidance import step_due
from console.table.core.incident.observations import ball_to_remove, is_miscount, void_asks_more
from console.table.core.judging.explanations import none_of_this_game
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import refusal
from console.table.core.play import settlement
from console.table.core.play.wheel_run import number_to_void, wheel_game
from console.table.core.protocol import lines
from console.table.core.protocol.line_faults import line_fault
from console.table.core.protocol.permissions import foreign
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Table
from console.table.core.state.typed_facts import OF_STEP
from console.table.game.card_set import Cause
from console.table.game.games import GAMES
from console.table.incidents.known_kinds import Kind


class LineMeaning(msgspec.Struct, frozen=True):
    """The event that a line brings, and the reason of its refusal if the line itself is the reason."""

    event: events.AnyEvent
    refused: Refusal | None = None
    """None if it is for the table to accept or refuse the event."""
    why: str | None = None
    """The refusal in a sentence, for the author of the line."""


_OF_SEAT: Final = ("seat", "hand")
"""The facts of an incident that say which of the players' hands it is about."""


def rejection(refused: Refusal, why: str) -> LineMeaning:
    """The meaning of a line that brings no event of its own: only that it was rejected, and why."""
    return LineMeaning(events.LineRejected(why), refused, why)


def meaning_of(
    line: bytes,
    game: Game,
    table: Table,
    name: str,
    why_stale: Callable[[lines.AnyLine], str | None],
    *,
    by_link: bool = False,
    by_clock: bool = False,
) -> LineMeaning | lines.View | lines.Device:
    """The meaning of a line: the view, the reading of bytes from a device of this game, or an event.

    ``why_stale`` gives the reason why a line answers a view that has changed since, or None. See
    :meth:`console.table.core.running.session.Session.take` for ``by_link`` and ``by_clock``.
    """
    if by_link and (strange := foreign(line)):
        return rejection(strange.refused, strange.why)
    try:
        parsed = lines.parse(line)
    except lines.InvalidLine:
        return rejection(Refusal.BAD_INPUT, line_fault(line))
    if isinstance(parsed, lines.View):
        return parsed
    if isinstance(parsed, lines.Device):
        if parsed.name in GAMES[game.name].devices:
            return parsed
        return rejection(Refusal.NOT_THIS_GAME, none_of_this_game(game, "name", parsed.name))
    stale = why_stale(parsed)
    if type(parsed) in lines.OF_SOME_GAMES and type(parsed) not in game.lines:
        if stale:
            return rejection(Refusal.STALE, stale)
        do = str(parsed.__struct_config__.tag)
        return rejection(Refusal.NOT_THIS_GAME, none_of_this_game(game, "do", do))
    event = event_of_line(parsed, game, table, name)
    if isinstance(parsed, lines.OfPerson) and isinstance(event, events.Act) and parsed.seen_view is not None:
        event = replace(event, seen=parsed.seen_view)
    # The dealer beside comes from the table, not from the line: no press can name somebody who is not there.
    if isinstance(event, events.Act) and (beside := table.beside(event.by)) is not None:
        event = replace(event, beside=beside)
    if by_clock and isinstance(event, events.BetsOpened | events.BetsClosed | events.SignedOut):
        event = replace(event, by_clock=True)
    # A line that no view could take is bad input, however old the view is that it answers.
    if stale and refusal(game, table, event) != Refusal.BAD_INPUT:
        return LineMeaning(event, Refusal.STALE, stale)
    return LineMeaning(event)


def event_of_line(line: lines.AnyLine, game: Game, table: Table, name: str) -> events.AnyEvent:
    """The event of a line that is no device's; ``name`` is the first part of the table's ids. It has the
    line's fields; only what differs is decided here. :func:`meaning_of` adds what the person saw.
    """
    match line:
        case lines.Bets(state="open"):
            number = f"{name}-{table.round_number + 1}"
            lasts = line.seconds or game.rules.bet_time.seconds
            return events.BetsOpened(number, lasts, hears=True)
        case lines.Bets():
            return events.BetsClosed()
        case lines.Seats():
            return events.SeatsTold(tuple(sorted(line.seats)))
        case lines.Decision():
            seconds = table.decision_time or game.rules.answer_seconds
            return events.PlayerAnswered(line.seat, line.hand, line.choice, line.by, line.reason, seconds)
        case lines.Number(source="dealer", by=str(by)):
            return events.NumberSaid(line.number, by, kept=True)
        case lines.Number():
            return events.NumberRead(line.number, kept=True)
        case lines.CardLine():
            return events.CardDrawn(line.card, by=line.by if table.manual else None)
        case lines.Done():
            return _step_done(line, game, table)
        case lines.Withdraw() if table.incident is not None:
            return events.ReportWithdrawn(line.by, line.reason)
        case lines.Withdraw():
            return events.HaltWithdrawn(line.by, line.reason, number_to_void(table))
        case lines.Incident():
            number = f"{name}-i{table.incidents.reported + 1}"
            meant = line.meant if isinstance(line.meant, str) and line.kind is None else None
            meant = meant if meant in game.rules.incidents.kinds else None
            return events.IncidentReported(number, line.by, line.kind, line.given_facts, meant=meant)
        case lines.Answer():
            incident = table.incident
            changed = incident is not None and incident.is_changed_by(line.facts)
            return events.IncidentAnswered(line.by, line.facts, changed)
        case lines.Authorise():
            facts = table.incident.facts if table.incident is not None else {}
            seat, hand = (each if isinstance(each := facts.get(name), int) else None for name in _OF_SEAT)
            return events.OutcomeAuthorised(line.by, line.choice, line.reason, seat, hand)
        case lines.Settle():
            return _reckoned(events.WorksheetMade(line.by, line.wagers), game, table)
        case lines.SignIn():
            return events.SignedIn(line.who, line.role, way=line.way if table.holds(editions.WAY) else None)
        case lines.Void() if void_asks_more(game, table) is not None:
            return events.RoundVoided(line.by, f"{name}-i{table.incidents.reported + 1}")
        case _:
            event: Callable[..., events.AnyEvent]
            (event,) = line.becomes
            return event(**{name: getattr(line, name) for name in line.__struct_fields__ if name != "seen"})


def _step_done(line: lines.Done, game: Game, table: Table) -> events.StepDone:
    """The step, with what was typed of it: a count belongs to an inspection only, a set's number to steps
    that bring or take a set.
    """
    action = prompt_due(game, table).action
    game_then = wheel_game(table) if _takes_ball_out(table, action) else None
    return events.StepDone(line.by, game=game_then, **dict(_typed(line, action)))


def _typed(line: lines.Done, action: str) -> Iterator[tuple[str, Any]]:
    """The typed facts that belong to the step: a number without blanks around it, a list as a tuple."""
    for row in OF_STEP:
        if (given := getattr(line, row.name)) is not None and (not row.steps or action in row.steps):
            shown = stripped(given) if row.right else given
            yield row.name, tuple(shown) if isinstance(shown, list) else shown


def _takes_ball_out(table: Table, action: str) -> bool:
    """Whether the press says that the ball is out; a pit boss can skip an absent dealer's step."""
    step = step_due(table)
    return {action, "" if step is None else step.action} & {Action.REMOVE_BALL, Action.PICK_UP_BALL} != set()


def step_report(
    press: events.StepDone, game: Game, table: Table, name: str
) -> events.IncidentReported | None:
    """The report that a press also makes: of a ball to be taken out at once, or a count that differs."""
    if not is_miscount(game, table, press):
        return ball_report(press, game, table, name)
    return events.IncidentReported(
        f"{name}-i{table.incidents.reported + 1}",
        press.by,
        Kind.WRONG_CARD_SET,
        {"cause": Cause.COUNT.value},
        counted=press.counted,
        seen=press.seen,
        beside=press.beside,
    )


def ball_report(
    press: events.StepDone, game: Game, table: Table, name: str
) -> events.IncidentReported | None:
    """The report that a press makes besides: of the ball that the dealer had to take out at once."""
    offer = ball_to_remove(game, table)
    if offer is None:
        return None
    return events.IncidentReported(
        f"{name}-i{table.incidents.reported + 1}",
        press.by,
        offer.kind,
        offer.facts,
        ball_out=True,
        seen=press.seen,
        beside=press.beside,
    )


def _reckoned(event: events.WorksheetMade, game: Game, table: Table) -> events.WorksheetMade:
    """The event with its worksheet computed, for the journal and the one view that shows it."""
    refused = refusal(game, table, event)
    return event if refused else settlement.with_worksheet(game, table, event)
