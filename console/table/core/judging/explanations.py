"""The explanation of a refusal, one English sentence for the line's author: field, value, what is right. It
is decided in :mod:`console.table.core.judging.refusals`. A card's face is in no such sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from console.table.core.games.blackjack import turn_left
from console.table.core.games.game import Game
from console.table.core.incident.guidance import missing_fact
from console.table.core.incident.known_facts import current_moment, kinds_that_can_be, moment_of
from console.table.core.incident.outcome_steps import possible_choices
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import MOST_WAITING, nameless, who_may
from console.table.core.play.outage import held_back
from console.table.core.play.set_numbers import brings_barred_set
from console.table.core.protocol.line_faults import near, quote, sentence, wrong
from console.table.core.protocol.lines import DO_OF
from console.table.core.state import events
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import ReportMoment
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Role
from console.table.core.state.table import Table
from console.table.core.state.views import HandsView
from console.table.game.blackjack.hands import Choice
from console.table.game.blackjack.round import Round as Hands
from console.table.game.shoe import CARDS
from console.table.incidents.decision import report_refusal as refused_as
from console.table.incidents.facts import Fact, facts_of, span
from console.table.incidents.known_kinds import KIND, Kind

NOT_RECORDED: Final = (
    "The journal could not be written: nothing has happened, and the line may be sent again."
)

_ANSWERED: Final = (Action.ANSWER, Action.AUTHORISE)
"""The prompts of an open incident that an answer may stand before."""

BUG: Final = "The program made an error: nothing has happened. Its trace is in the journal and the log."


def why(game: Game, table: Table, event: events.AnyEvent, refused: str) -> str:
    """The reason why the event was refused at this table, as the table stood before it."""
    if isinstance(event, events.LineRejected) and event.why:
        return event.why
    return sentence(_why(game, table, event, refused))


def none_of_this_game(game: Game, field: str, name: str) -> str:
    """The reason why a line or a device of another game does not belong to this one."""
    return wrong(field, quote(name), f"a {'line' if field == 'do' else 'device'} of {game.name}")


def _why(game: Game, table: Table, event: events.AnyEvent, refused: str) -> str:
    match refused:
        case Refusal.BAD_INPUT:
            return _wrong_field(game, table, event)
        case Refusal.NOT_THIS_GAME:
            return wrong(*_strange_field(game, event, refused), f"one of {game.name}")
        case Refusal.NOT_IN_RULEBOOK:
            return wrong(*_strange_field(game, event, refused), "one that this rulebook has")
        case Refusal.NOT_SIGNED_IN:
            field, given = ("by", event.by) if event.by is not None else ("who", event.who)
            if given is None:
                return f"{_subject(event)} with no dealer signed in: after sign_in of a dealer it is right."
            return wrong(field, quote(given), "the id of a person who is signed in")
        case Refusal.ALREADY_SIGNED_IN:
            who = quote(event.who or "")
            return wrong("who", f"{who}, who is signed in", "somebody who is not, or sign_out before")
        case Refusal.NOT_AUTHORISED:
            return _not_authorised(game, table, event)
        case Refusal.FACT_NEEDED:
            return _lacking(game, table, event)
        case Refusal.HALTED:
            due = prompt_due(game, table)
            return f"{_subject(event)} while play is halted: what the prompt {due.action} asks for is right."
        case Refusal.BETS_OPEN:
            return f"{_subject(event)} while bets are open: after bets closed it is right."
        case Refusal.NO_SUCH_HAND:
            return _handless(game, table, event)
        case Refusal.NOT_OFFERED:
            offers: tuple[str, ...] = prompt_due(game, table).offers or ()
            if table.incident is not None:
                offers = possible_choices(table, table.incident)
            right = f"one of {', '.join(map(str, offers))}" if offers else "the line without it"
            return wrong("choice", quote(getattr(event, "choice", "")), right)
        case Refusal.IMPOSSIBLE_CARD:
            return (
                f"{_subject(event)} of a card that has come eight times: one that the shoe can hold is right."
            )
        case Refusal.NOT_POSSIBLE:
            return "`to` is a card with which the round would have gone otherwise: incident misread is right."
        case Refusal.NOT_READY:
            held = ", ".join(held_back(table))
            return wrong("state", f"open while bets are held back ({held})", "open once held_back is null")
        case Refusal.NOT_RECORDED:
            return NOT_RECORDED
        case Refusal.BUG:
            return BUG
        case _:
            return _out_of_turn(game, table, event)


def _out_of_turn(game: Game, table: Table, event: events.AnyEvent) -> str:
    """The field that is not due, if the prompt asks for such a line; else the line itself."""
    due, incident = prompt_due(game, table), table.incident
    match event:
        case events.PlayerAnswered() if due.seats:
            waiting = ", ".join(map(str, due.seats))
            return wrong("seat", str(event.seat), f"one that has not answered ({waiting})")
        case events.PlayerAnswered() if due.action == Action.AWAIT_DECISION:
            return wrong("seat", f"{event.seat}, hand {event.hand}", f"seat {due.seat}, hand {due.hand}")
        case events.IncidentReported() if len(table.incidents.waiting) >= MOST_WAITING:
            return f"{_subject(event)} while {MOST_WAITING} reports wait: once one opens it is right."
        case events.IncidentReported(kind=str(kind)):
            return _none_can_be(game, table, "kind", kind, event.facts, current_moment(game, table))
        case events.IncidentAnswered() if incident is not None and due.action in _ANSWERED:
            kind = incident.report.with_answers(event.facts).kind or ""
            field = f"facts.{KIND}" if KIND in event.facts else "kind"
            return _none_can_be(game, table, field, kind, event.facts, moment_of(game, table, incident))
        case events.CardDrawn(target=(hand, card)) if due.awaits_card:
            return f"{_subject(event)} {card} of {hand}: the place that the prompt names is right."
    whose = due.actor.value.replace("_", " ")
    return f"{_subject(event)} out of turn: what the prompt asks, {due.action} of the {whose}, is right."


def _none_can_be(
    game: Game,
    table: Table,
    field: str,
    kind: str,
    facts: Mapping[str, Fact | None],
    moment: ReportMoment,
) -> str:
    """The kind, if no incident of it can be reported now; else its facts. Of a hand that has its turn or is
    still to have it, that (LT-BJ-2.3.8).
    """
    seat, hand, play = facts.get("seat"), facts.get("hand", 1), table.play
    if kind == Kind.NO_CHANCE_TO_ACT and isinstance(play, Hands):
        is_there = isinstance(seat, int) and isinstance(hand, int) and play.has(seat, hand)
        left = turn_left(table, int(seat or 0), int(hand or 0)) if is_there else None
        if left is not None:
            when = "has its turn now" if left == "now" else "is still to have its turn"
            return wrong("facts.seat", f"{seat}, hand {hand}, which {when}", "a hand whose turn has ended")
    possible = kinds_that_can_be(game, table, moment)
    if kind in possible:
        return wrong("facts", quote(facts), f"what {kind} allows at this moment")
    return wrong(field, quote(kind), f"a kind that can be now, such as {next(iter(possible), 'none')},")


def _subject(event: events.AnyEvent) -> str:
    device, do = event.device, DO_OF.get(type(event), "view")
    return f"`device` {device} says {do}" if device is not None else f'`do` is "{do}"'


def _strange_field(game: Game, event: events.AnyEvent, refused: str) -> tuple[str, str]:
    """The field that this game or this rulebook does not have, and its value."""
    match event:
        case events.IncidentReported(kind=str(kind)):
            return KIND, quote(kind)
        case events.IncidentAnswered(facts=facts):
            return "facts", quote(facts)
        case events.WorksheetMade(bets=bets):
            strange = (bet.on for bet in bets if game.bet_refusal(bet.on) == refused)
            return "on", quote(next(strange, ""))
        case events.NumberSaid():
            return "source", '"dealer"'
        case _:
            return "do", quote(DO_OF.get(type(event), ""))


def _wrong_field(game: Game, table: Table, event: events.AnyEvent) -> str:
    match event:
        case events.IncidentReported(kind=None):
            return wrong("facts", f"{quote(event.facts)} without `kind`", "a kind with them, or neither,")
        case events.IncidentReported(kind=str(kind)):
            return _wrong_fact(game, kind, event.facts)
        case events.IncidentAnswered() if table.incident is not None:
            report = table.incident.report.with_answers(event.facts)
            if report.kind is None:
                return wrong("facts", quote(event.facts), "the answer `kind`, before any other,")
            field = f"facts.{KIND}" if KIND in event.facts else "kind"
            given = {fact: value for fact, value in event.facts.items() if fact != KIND}
            return _wrong_fact(game, report.kind, given, field)
        case events.SignedIn() | events.StepDone() if (found := nameless(game, table, event)) is not None:
            return wrong(found[0], quote(found[1]), "a name with a letter or a digit")
        case _:
            return f"{_subject(event)} with a value that can't be: one of its own is right."


def _wrong_fact(game: Game, kind: str, facts: Mapping[str, Fact | None], field: str = "kind") -> str:
    cases = game.rules.incidents
    known = cases.kinds.get(kind) or cases.everywhere.get(kind) or cases.not_this_game.get(kind)
    if known is None:
        such = near(kind, cases.everywhere) or next(iter(cases.everywhere), "")
        return wrong(field, quote(kind), f"a kind of the decision table, such as {such},")
    wanted = facts_of(known)
    for fact, value in facts.items():
        if fact not in wanted:
            right = ", ".join(wanted) or "none"
            return wrong("facts", f"{quote(fact)} of {kind}", f"one of its own ({right})")
        if value is not None and refused_as(cases, kind, {fact: value}) == "bad_input":
            values = [str(each).lower() if isinstance(each, bool) else str(each) for each in wanted[fact]]
            counts = any(span(each) is not None for each in wanted[fact])
            most = f", no number over {CARDS}," if counts else ""
            return wrong(f"facts.{fact}", quote(value), f"one of {', '.join(values)}{most}")
    return wrong("facts", quote(facts), "what the table itself knows of the round, or nothing of it,")


def _not_authorised(game: Game, table: Table, event: events.AnyEvent) -> str:
    if isinstance(event, events.PlayerAnswered) and event.choice is not Choice.TIMEOUT:
        return wrong("choice", f"{quote(event.choice)} by a person", "timeout, or the line without `by`,")
    if isinstance(event, events.StepDone) and brings_barred_set(table, event):
        at = table.where_barred(event.set or "")
        aside = f"put aside at {quote(at)}" if at else "put aside"
        return wrong("set", quote(event.set), f"one that was not {aside}, or that a supervisor released,")
    if isinstance(event, events.SignedIn):
        return wrong("beside", quote(event.beside), "another person than the trainee")
    by = event.by or ""
    role, may = table.role_of(by), who_may(game, table, event)
    right = " or ".join(each.value.replace("_", " ") for each in may if each is not role)
    if role in may or not right:
        return wrong("by", f"{quote(by)}, whose own it is", "somebody else")
    whose = Role(role).value.replace("_", " ") if role is not None else "nobody"
    return wrong("by", f"{quote(by)}, signed in as {whose}", f"a {right}")


def _lacking(game: Game, table: Table, event: events.AnyEvent) -> str:
    lacks = "reason"
    if isinstance(event, events.OutcomeAuthorised | events.StepDone):
        lacks = missing_fact(game, table, event) or lacks
    if lacks == "counted":
        return "`counted` is missing: the number of cards that were counted, or of each deck, is right."
    if lacks != "choice" or table.incident is None:
        return "`reason` is missing: text that says why is right."
    return f"`choice` is missing: one of {', '.join(possible_choices(table, table.incident))} is right."


def _handless(game: Game, table: Table, event: events.AnyEvent) -> str:
    match event:
        case events.CardCorrected():
            return wrong("hand", f"{quote(event.hand)}, card {event.card}", "where a card of this round lies")
        case events.PlayerAnswered():
            return wrong("seat", f"{event.seat}, hand {event.hand}", "a hand of this round")
        case events.WorksheetMade():
            return wrong("bets", "on a seat or hand that is not there", "a hand of this round")
        case _:
            facts: dict[str, Fact] = {} if table.incident is None else dict(table.incident.report.facts)
            facts |= getattr(event, "facts", {})
            seat, lying = facts.get("seat"), game.view(table)
            if isinstance(lying, HandsView) and lying.seats.get(str(seat)):
                right = f"a hand that seat {seat} has in this round"
                return wrong("facts.hand", quote(facts.get("hand")), right)
            return wrong("facts.seat", quote(seat), "a seat that has a hand in this round")
