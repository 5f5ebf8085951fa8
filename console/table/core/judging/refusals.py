"""The reasons for refusing an event, decided here alone: for a screen that asks, and for the table.

The order is the table protocol's: whether the event belongs to this table at all, whether its person is
there, may do it, whether play is halted, whose turn it is, and at last whether it is possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from console.base.plain_text import name_key
from console.table.core.games.game import Game, of_cards, of_wheel
from console.table.core.incident import guidance, known_facts
from console.table.core.incident.guidance import leads_on
from console.table.core.incident.observations import ball_to_remove, void_asks_more
from console.table.core.incident.outcome_steps import possible_choices
from console.table.core.judging.prompts import prompt_due
from console.table.core.play import corrections, set_numbers, settlement, shifts, wheel_run
from console.table.core.play.course import takes_close_orders, takes_shuffle_orders
from console.table.core.play.halts import is_due, is_only_recorded
from console.table.core.play.outage import held_back, is_off
from console.table.core.protocol.permissions import (
    PERMISSIONS,
    is_deciding_own,
    is_own,
    is_reporter,
    roles_of,
)
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.event_kinds import Effect, of_effect
from console.table.core.state.open_incident import Incident, IncidentState, Report
from console.table.core.state.phases import PLAYED, Phase
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Table
from console.table.core.state.typed_facts import NAMES
from console.table.game.blackjack.hands import Choice
from console.table.game.rule_values import Preparing
from console.table.incidents.decision import facts_of_kind, report_refusal
from console.table.incidents.facts import Fact, fits
from console.table.incidents.known_kinds import DRAWN, KIND, Kind

_NEEDS_DEALER: Final = (
    events.BetsOpened,
    events.CardDrawn,
    events.CardUnread,
    events.CutCardDrawn,
    events.SeatsTold,
    events.NumberRead,
)

_DRAWS_AND_SPINS: Final = (
    events.CardDrawn,
    events.CardUnread,
    events.BallRan,
    events.NumberRead,
    events.NumberSaid,
)
"""The events that are refused in bet time and in a halt."""

_NUMBERS: Final = (events.NumberRead, events.NumberSaid)

_OTHER_PLAY: Final = (events.BetsOpened, events.CardCorrected, events.PlayerAnswered)
"""The other events that are refused in a halt."""

SIGN_IN_WAYS: Final = ("pin", "badge", "lasting")

MOST_WAITING: Final = 20
"""The number of reports that can wait behind the open one."""

_RECORDED: Final = of_effect(Effect.RECORD)
"""The events that are recorded and never refused, since they ask for nothing."""


def refusal(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    """The reason why the event is refused: the first in the protocol's order; None if it is accepted."""
    # Before all reasons: a reading in manual mode is kept even if its dealer has left the table.
    if type(event) in _RECORDED or is_only_recorded(table, event) or wheel_run.is_of_another_round(event):
        return None
    for reason in _REASONS:
        if refused := reason(game, table, event):
            return refused
    return None


def _inadmissible(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    """The reason why this table can't take a report, an answer or a worksheet's bet; None if it can."""
    match event:
        case events.IncidentReported():
            why, free = _inadmissible_report(game, table, event), replace(table, incident=None)
            moment = known_facts.current_moment(game, table)
            denied = game.contradicts(free, event.facts) or (
                event.kind is not None
                and known_facts.names_standing_number(free, event.kind, event.facts, moment)
            )
            return why or (Refusal.BAD_INPUT if denied else None)
        case events.IncidentAnswered() if (
            table.incident is not None and table.incident.state != IncidentState.STEPS
        ):
            return _inadmissible_answer(game, table, table.incident, event.facts)
        case events.NumberSaid() if not of_wheel(game).rules.dealers_number.allowed:
            return None if guidance.asks_for_number(table) else Refusal.NOT_IN_RULEBOOK
        case events.WorksheetMade():
            return settlement.inadmissible_bets(game, event)
        case events.SignedIn(way=str(way)) if way not in SIGN_IN_WAYS and table.holds(editions.WAY):
            return Refusal.BAD_INPUT
        case events.SignedIn() | events.StepDone():
            return Refusal.BAD_INPUT if nameless(game, table, event) else None
        case _:
            return None


def nameless(game: Game, table: Table, event: events.AnyEvent) -> tuple[str, str] | None:
    """The field and the value that names nobody and nothing: only dashes, say; None without one."""
    if not table.holds(editions.NAME):
        return None
    named = list[tuple[str, str | None]]()
    if isinstance(event, events.SignedIn):
        named = [("who", event.who), ("beside", event.beside)]
    elif isinstance(event, events.StepDone):
        due = prompt_due(game, table).action
        named = [(row.name, getattr(event, row.name)) for row in NAMES if due in row.steps]
    return next(((field, given) for field, given in named if given is not None and not name_key(given)), None)


def _inadmissible_report(game: Game, table: Table, event: events.IncidentReported) -> Refusal | None:
    if event.kind is None:
        return Refusal.BAD_INPUT if event.facts else None
    return _none_of(game, table, event.kind, event.facts, table)


def _inadmissible_answer(
    game: Game, table: Table, incident: Incident, facts: dict[str, Fact | None]
) -> Refusal | None:
    """The reason why answers don't fit: the kind, a fact, or one to ask again that is not the kind's."""
    report = incident.report
    kind = facts.get(KIND, report.kind)
    if kind is not None and not isinstance(kind, str):
        return Refusal.BAD_INPUT
    rest = {fact: value for fact, value in facts.items() if fact != KIND}
    answers = {fact: value for fact, value in rest.items() if value is not None}
    if kind is None:
        return Refusal.BAD_INPUT if rest else None
    if why := _none_of(game, table, kind, answers, report):
        return why
    optional = known_facts.optional_facts(game, table, kind, report).keys()
    if not rest.keys() <= facts_of_kind(game.rules.incidents, kind) | optional:
        return Refusal.BAD_INPUT
    given, moment = report.with_answers(facts).facts, known_facts.moment_of(game, table, incident)
    if known_facts.names_standing_number(table, kind, given, moment):
        return Refusal.BAD_INPUT
    newly = known_facts.contradicts(game, table, given, moment) and not known_facts.contradicts(
        game, table, report.facts, moment
    )
    return Refusal.BAD_INPUT if newly or known_facts.contradicts(game, table, answers, moment) else None


def _none_of(
    game: Game, table: Table, kind: str, facts: dict[str, Fact], of: Table | Report
) -> Refusal | None:
    optional = known_facts.optional_facts(game, table, kind, of)
    taken = {fact for fact, value in facts.items() if fact in optional and fits(optional[fact], value)}
    asked = {fact: value for fact, value in facts.items() if fact not in taken}
    why = report_refusal(game.rules.incidents, kind, asked)
    return None if why is None else Refusal(why)


def _counts_cards(table: Table, event: events.AnyEvent) -> bool:
    """Whether somebody says that readings were of another number of cards than they are by the rule."""
    if not isinstance(event, events.IncidentReported | events.IncidentAnswered):
        return False
    return event.facts.get(DRAWN) not in (None, len(table.in_no_hand))


def _person_absent(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    match event:
        case events.SignedIn(beside=str(beside)):
            if is_own(event.who, beside, table):
                return Refusal.NOT_AUTHORISED
            roles = {table.role_of(event.who), table.role_of(beside)}
            deal_so = table.role_of(event.who) is not None and table.beside(event.who) == beside
            return Refusal.ALREADY_SIGNED_IN if deal_so or not roles <= {None, Role.DEALER} else None
        case events.SignedIn():
            return Refusal.ALREADY_SIGNED_IN if table.role_of(event.who) else None
        case events.SignedOut():
            return None if table.role_of(event.who) else Refusal.NOT_SIGNED_IN
        case events.ShoeResulted() if table.open_round and not table.halted:
            return None if table.has(Role.DEALER) else Refusal.NOT_SIGNED_IN
    by = event.by
    if by is not None and table.role_of(by) is None:
        return Refusal.NOT_SIGNED_IN
    of_device = isinstance(event, events.PlayerAnswered) or (by is None and isinstance(event, _NEEDS_DEALER))
    if of_device and not table.has(Role.DEALER) and not _is_asked_for(table, event):
        return Refusal.NOT_SIGNED_IN
    return None


def _is_asked_for(table: Table, event: events.AnyEvent) -> bool:
    """Whether the card is asked for: by the pit boss's prompt after three failed tries, or by a step."""
    match event:
        case events.CardDrawn():
            failed = (
                table.incident is None and table.halt is not None and table.halt.reason == HaltReason.RESCAN
            )
            return (failed and table.has(Role.PIT_BOSS)) or guidance.asks_for_card(table)
        case events.CutCardDrawn():
            return guidance.asks_for_cut_card(table)
        case events.NumberRead() | events.NumberSaid():
            return guidance.asks_for_number(table)
        case _:
            return False


def _not_authorised(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    by = event.by or ""
    may, role = who_may(game, table, event), table.role_of(by)
    if (may and role not in may) or _answers_for_player(event):
        return Refusal.NOT_AUTHORISED
    if role is not Role.PIT_BOSS and _counts_cards(table, event):
        return Refusal.NOT_AUTHORISED
    if isinstance(event, events.HandoverSigned):
        return shifts.handover_refusal(table, event)
    if isinstance(event, events.StepDone) and set_numbers.brings_barred_set(table, event):
        return Refusal.NOT_AUTHORISED
    report = guidance.report_meant(table, event)
    return Refusal.NOT_AUTHORISED if report is not None and is_deciding_own(role, by, report, table) else None


def _answers_for_player(event: events.AnyEvent) -> bool:
    """Whether a person gives an answer that only a player can give; a player's silence is no answer."""
    return (
        isinstance(event, events.PlayerAnswered)
        and event.by is not None
        and event.choice is not Choice.TIMEOUT
    )


def who_may(game: Game, table: Table, event: events.AnyEvent) -> tuple[Role, ...]:
    """The roles that may cause the event; empty if a device causes it, or if everybody may."""
    match event:
        case events.StepDone() if guidance.skips(table, event):
            return PERMISSIONS["done.skipped"].roles
        case events.StepDone() if guidance.passes_uncounted(game, table, event):
            return PERMISSIONS["done.skipped"].roles
        case events.StepDone():
            actor = prompt_due(game, table).actor
            return PERMISSIONS["done"].roles if actor is Actor.SYSTEM else (Role(actor),)
        case events.CardDrawn() if event.by is not None:
            return PERMISSIONS["card.by_hand"].roles
        case events.CutCardDrawn() if event.by is not None:
            asked = guidance.asks_for_cut_card(table)
            return (Role(prompt_due(game, table).actor),) if asked else PERMISSIONS["cut_card"].roles
        case events.PlayerAnswered() if event.by is not None:
            return PERMISSIONS["decision.timeout"].roles
        case events.ReportWithdrawn():
            report = guidance.report_meant(table, event)
            own = _is_own_still(table, event) and not (report is not None and report.closed_bets)
            return PERMISSIONS["withdraw.own" if own else "withdraw"].roles
        case events.IncidentAnswered() if guidance.is_pit_bosss(table):
            return PERMISSIONS["answer.awaiting"].roles
        case events.IncidentAnswered() if (
            table.incident is not None and table.incident.state == IncidentState.AWAITING
        ):
            own = _is_own_still(table, event)
            return PERMISSIONS["answer.own" if own else "answer.awaiting"].roles
        case _:
            return roles_of(event)


def _is_own_still(table: Table, event: events.IncidentAnswered | events.ReportWithdrawn) -> bool:
    """Whether the event is about a report that the same person made, and no pit boss has answered yet."""
    report, incident = guidance.report_meant(table, event), table.incident
    if report is None or incident is None or not is_reporter(event.by, report, table):
        return False
    if report.counted is not None:
        return False
    return report is not incident.report or not incident.answered_by_pit_boss


def _fact_needed(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    if not isinstance(event, guidance.LACKING):
        return None
    return Refusal.FACT_NEEDED if guidance.missing_fact(game, table, event) else None


def _play_stopped(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    drawn = isinstance(event, _DRAWS_AND_SPINS) and not _is_of_removed_ball(table, event)
    # Halted comes first: a card in the bet time of a halted table is kept under the report (_keep_stray).
    if table.halted:
        if isinstance(event, events.CardCorrected) and corrections.ends_halt(table):
            return None
        return (
            Refusal.HALTED
            if (drawn or isinstance(event, _OTHER_PLAY)) and not _is_asked_for(table, event)
            else None
        )
    of_bet_time = isinstance(event, _NUMBERS) and wheel_run.counts_as_of_bet_time(table)
    return Refusal.BETS_OPEN if drawn and (table.bet_time or of_bet_time) else None


def _no_such_hand(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    match event:
        case events.CardCorrected():
            missing = not corrections.has_corrected_card(table, event)
        case events.WorksheetMade():
            missing = settlement.lacks_hand(game, table, event)
        case events.IncidentReported(kind=str(kind)):
            missing = game.lacks_hand(table, kind, event.facts)
        case events.IncidentAnswered() if table.incident is not None:
            report = table.incident.report.with_answers(event.facts)
            missing = report.kind is not None and game.lacks_hand(table, report.kind, report.facts)
        case _:
            missing = False
    return Refusal.NO_SUCH_HAND if missing else None


def _not_in_its_game(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    asked = table.halted and _is_asked_for(table, event)
    if not isinstance(event, events.OF_SOME_GAMES) or asked or _is_of_removed_ball(table, event):
        return None
    return game.refusal(table, event)


def _is_of_removed_ball(table: Table, event: events.AnyEvent) -> bool:
    """Whether it is a removed ball's number: accepted, without effect; a dealer's before the spin is not."""
    if not isinstance(event, _NUMBERS) or wheel_run.fell_after_all(table, event):
        return False
    if wheel_run.is_of_no_round(table, event):
        return True
    if not table.wheel.ball_out or wheel_run.is_of_next_spin(table, event):
        return False
    is_early = table.phase is Phase.SPINNING and not table.halted
    return not (is_early and isinstance(event, events.NumberSaid))


def _out_of_turn(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    return None if _in_turn(game, table, event) else Refusal.OUT_OF_TURN


def _in_turn(game: Game, table: Table, event: events.AnyEvent) -> bool:
    match event:
        case events.CardDrawn(untimed=True) | events.CardUnread(untimed=True):
            return False
        case events.CardDrawn() if guidance.asks_for_card(table):
            return not event.outside
        case events.CardDrawn() | events.CardUnread():
            return is_due(table, event)
        case events.CutCardDrawn():
            in_play = table.phase in PLAYED and not table.shoe_in_play.cut_card_out
            return game.cards is not None and (in_play or guidance.asks_for_cut_card(table))
        case events.ShoeResulted():
            return game.cards is not None
        case events.BallSent() | events.WheelFaulted():
            return game.wheel is not None
        case events.StepDone() if table.incident is None and _runs_off(table, event):
            return False
        case events.StepDone():
            return guidance.ends_by_done(table, event) if table.incident else _step_is_due(game, table)
        case events.IncidentReported():
            has_place = table.incident is None or len(table.incidents.waiting) < MOST_WAITING
            return has_place and known_facts.can_be(game, table, event.kind, event.facts)
        case events.IncidentAnswered() | events.OutcomeAuthorised() | events.ReportWithdrawn():
            return _incident_waits_for(game, table, event)
        case events.CardCorrected():
            return corrections.can_still_be_corrected(table, event)
        case events.BetsOpened():
            return table.phase is Phase.BETTING and not table.open_round
        case events.BetsClosed():
            return table.bet_time
        case events.SignedOut():
            return not (table.open_round and table.role_of(event.who) is Role.DEALER)
        case events.TableOpened():
            return table.phase is Phase.CLOSED
        case events.ReshuffleOrdered():
            return takes_shuffle_orders(table) and (table.shoe_in_play.reshuffle is None) is event.on
        case events.CloseOrdered():
            return takes_close_orders(table) and table.close_ordered is not event.on
        case events.HaltWithdrawn():
            return table.halt is not None and table.incident is None
        case events.RoundVoided():
            if table.halt is None or table.incident is not None or not table.open_round:
                return False
            offer = void_asks_more(game, table) if table.phase is Phase.RESULT else None
            return offer is None or offer.kind != Kind.NOT_MIXED
        case _:
            return True


def _runs_off(table: Table, event: events.StepDone) -> bool:
    """Whether a person says, without a reason, that a wheel runs freely that says it is off."""
    due = None if table.preparation is None else table.preparation.due
    return due == Preparing.CHECK_RUN and event.reason is None and is_off(table)


def _step_is_due(game: Game, table: Table) -> bool:
    """Whether a press ends the prompt's step: not a wait, a card, or a halt."""
    if table.halt is not None:
        return ball_to_remove(game, table) is not None
    if table.preparation is not None:
        return table.preparation.due != Action.BURN_CARD
    if table.playing:
        return of_cards(game).after_press(table.play) is not None
    return table.phase in (Phase.RESULT, Phase.COLLECTING)


def _incident_waits_for(
    game: Game,
    table: Table,
    event: events.IncidentAnswered | events.OutcomeAuthorised | events.ReportWithdrawn,
) -> bool:
    incident = table.incident
    if incident is None:
        return False
    match event:
        case events.IncidentAnswered():
            asked = incident.state in (IncidentState.FACTS, IncidentState.AWAITING)
            return asked and leads_on(game, table, incident, incident.report.with_answers(event.facts))
        case events.OutcomeAuthorised():
            return incident.state == IncidentState.AWAITING
        case events.ReportWithdrawn():
            return incident.state != IncidentState.STEPS or bool(table.incidents.waiting)


def _not_offered(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    if not isinstance(event, events.OutcomeAuthorised) or event.choice is None or table.incident is None:
        return None
    return None if event.choice in possible_choices(table, table.incident) else Refusal.NOT_OFFERED


def _impossible(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    if isinstance(event, events.CardDrawn) and not table.shoe.can_hold(event.card):
        return Refusal.IMPOSSIBLE_CARD
    if not isinstance(event, events.CardCorrected):
        return None
    if corrections.shoe_lacks_card(table, event):
        return Refusal.IMPOSSIBLE_CARD
    return None if corrections.correct_round(game, table, event) else Refusal.NOT_POSSIBLE


def _not_ready(game: Game, table: Table, event: events.AnyEvent) -> Refusal | None:
    if not isinstance(event, events.BetsOpened) or not table.holds(editions.READY):
        return None
    return Refusal.NOT_READY if {*held_back(table)} - {*event.despite} else None


_REASONS: Final[tuple[Callable[[Game, Table, events.AnyEvent], Refusal | None], ...]] = (
    _inadmissible,
    _person_absent,
    _not_authorised,
    _fact_needed,
    _play_stopped,
    _no_such_hand,
    _not_in_its_game,
    _out_of_turn,
    _not_offered,
    _impossible,
    _not_ready,
)
