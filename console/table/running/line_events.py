"""The event for each line of the protocol, as the table would keep it.

Pure: it names rounds and reports by the table's own numbers. Whether the table refuses the event is asked
elsewhere.
"""

from __future__ import annotations

from typing import Final

import msgspec

from console.table.games.game import Game
from console.table.incident.observations import ball_to_remove, void_asks_more
from console.table.judging.refusals import refusal
from console.table.play import settlement
from console.table.play.wheel_run import number_to_void
from console.table.protocol import lines
from console.table.state import events
from console.table.state.reasons import Refusal
from console.table.state.table import Table


class LineMeaning(msgspec.Struct, frozen=True):
    """The event that a line brings, and the reason of its refusal where the line itself is the reason."""

    event: events.AnyEvent
    refused: Refusal | None = None
    """None where it is for the table to accept or refuse the event."""
    why: str | None = None
    """The refusal in a sentence, for the author of the line."""


_OF_SEAT: Final = ("seat", "hand")
"""The facts of an incident that say which of the players' hands it is about."""


def rejection(refused: Refusal, why: str) -> LineMeaning:
    """The meaning of a line that brings no event of its own: only that it was rejected, and why."""
    return LineMeaning(events.LineRejected(why), refused, why)


def event_of_line(line: lines.AnyLine, game: Game, table: Table, name: str) -> events.AnyEvent:
    """The event of a line that is no device's; ``name`` is the first part of the table's ids.

    A line's event has the line's fields, of the same names: only an event that has something else is decided
    here. The session adds what the person had seen.
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
            seconds = game.rules.answer_seconds
            return events.PlayerAnswered(line.seat, line.hand, line.choice, line.by, line.reason, seconds)
        case lines.Number(source="dealer", by=str(by)):
            return events.NumberSaid(line.number, by, kept=True)
        case lines.Number():
            return events.NumberRead(line.number, kept=True)
        case lines.CardLine():
            return events.CardDrawn(line.card, by=line.by if table.manual else None)
        case lines.Done():
            return events.StepDone(line.by, line.reason, line.note, damaged=line.damaged is True)
        case lines.Withdraw() if table.incident is not None:
            return events.ReportWithdrawn(line.by, line.reason)
        case lines.Withdraw():
            return events.HaltWithdrawn(line.by, line.reason, number_to_void(table))
        case lines.Incident():
            number = f"{name}-i{table.incidents.reported + 1}"
            meant = line.meant if isinstance(line.meant, str) and line.kind is None else None
            meant = meant if meant in game.rules.incidents.kinds else None
            return events.IncidentReported(
                number, line.by, line.kind, line.given_facts, edition=events.EDITION, meant=meant
            )
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
        case lines.Void() if void_asks_more(game, table) is not None:
            return events.RoundVoided(line.by, f"{name}-i{table.incidents.reported + 1}")
        case _:
            (event,) = line.becomes
            return event(**{name: getattr(line, name) for name in line.__struct_fields__ if name != "seen"})


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
        edition=events.EDITION,
        seen=press.seen,
    )


def _reckoned(event: events.WorksheetMade, game: Game, table: Table) -> events.WorksheetMade:
    """The event with its worksheet computed, for the journal and the one view that shows it."""
    refused = refusal(game, table, event)
    return event if refused else settlement.with_worksheet(game, table, event)
