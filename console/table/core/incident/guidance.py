"""The next request of an open incident: a fact, an authority or a step, and the person asked. It knows the
next question and the ways in which it can be answered, never the effect of an outcome on play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from console.base.plain_text import stripped
from console.table.core.games.blackjack import had_turn
from console.table.core.games.game import Game
from console.table.core.incident.known_facts import (
    cards_out,
    filled_in,
    has_case,
    is_taken,
    kinds_that_can_be,
    moment_of,
    rows_at,
)
from console.table.core.incident.outcome_steps import possible_choices
from console.table.core.play.preparation import asked_count
from console.table.core.play.wheel_run import spin_of
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import Incident, IncidentState, IncidentStep, Report
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Table
from console.table.core.state.views import PlaceView, Prompt
from console.table.game.incident_cases import Case
from console.table.incidents.decision import Question, Ruling, answer_to
from console.table.incidents.facts import CHOICE, Fact, span
from console.table.incidents.known_kinds import IN_POCKET, IN_TIME, KIND, Kind


def next_of(game: Game, table: Table, incident: Incident) -> Question | Ruling | None:
    """The result of an open incident's facts: the next question, the ruling, or None if no case fits."""
    kind, facts, moment = incident.report.kind, incident.all_facts, moment_of(game, table, incident)
    if kind is None:
        return Question(KIND, kinds_that_can_be(game, table, moment))
    answer = answer_to(rows_at(game, table, kind, moment, facts), facts)
    if not isinstance(answer, Question) or answer.fact != "result_known" or answer.answers is None:
        return answer
    possible = (
        each for each in answer.answers if is_taken(game, table, answer.fact, {answer.fact: each}, moment)
    )
    return Question(answer.fact, tuple(possible))


def question(game: Game, table: Table, incident: Incident) -> Question:
    """The next question; the kind is asked again if a number that was read rules it out (LT-ROU-27b)."""
    if not leads_on(game, table, incident, incident.report):
        return Question(KIND, kinds_that_can_be(game, table, moment_of(game, table, incident)))
    asked = next_of(game, table, incident)
    assert isinstance(asked, Question), "while facts are missing, one is asked for"
    return asked


def stops_play(game: Game, table: Table) -> bool:
    """Whether players may hear that play is halted (LT-BAC-12).

    Not while only an incident holds play, and its clause says that play is not stopped (LT-BJ-2.3.9a); nor
    while missing facts can still lead to such a clause: an announcement to players is never taken back.
    """
    incident = table.incident
    if incident is None or table.halt is not None:
        return True
    if incident.case is not None:
        return incident.case.stops
    reported, moment = incident.report.kind, moment_of(game, table, incident)
    return all(
        case.stops
        for kind in (game.rules.incidents.kinds if reported is None else (reported,))
        for case in rows_at(game, table, kind, moment, incident.all_facts)
    )


MOST_WAYS: Final = 14
"""More answers at once than these are no help: then fact is asked for after fact."""
_ALONE: Final = frozenset(("actual", "seat"))
"""Numbers that are asked for by themselves: a wheel has 37, and a seat has the digit of its place."""
_COUNTED: Final = 9
"""The highest count of cards that is offered if the rules set no end to it."""


def ways(game: Game, table: Table) -> tuple[dict[str, Fact], ...]:
    """Complete sets of the missing facts, each given by one press; empty for one fact, or too many sets."""
    incident = table.incident
    kind = None if incident is None else incident.report.kind
    if incident is None or kind is None or not leads_on(game, table, incident, incident.report):
        return ()
    return _few(_ways(game, table, incident, incident.all_facts, {}))


def past_ways(
    game: Game, table: Table, incident: Incident, asked: Sequence[str]
) -> tuple[dict[str, Fact], ...]:
    """The sets from which one press chose the last of the ``asked`` facts; empty if it chose one fact."""
    given = incident.report.facts
    for count in range(len(asked)):
        before = {fact: given[fact] for fact in asked[:count]}
        if found := _few(_ways(game, table, incident, before, {})):
            return found
    return ()


def _few(found: Iterable[dict[str, Fact]]) -> tuple[dict[str, Fact], ...]:
    """The sets, if one of them has several facts, and there are not too many."""
    sets = tuple(islice(found, MOST_WAYS + 1))
    return sets if len(sets) <= MOST_WAYS and any(len(each) > 1 for each in sets) else ()


def _ways(
    game: Game, table: Table, incident: Incident, known: dict[str, Fact], answers: dict[str, Fact]
) -> Iterator[dict[str, Fact]]:
    kind, moment = incident.report.kind, moment_of(game, table, incident)
    assert kind is not None, "facts are asked of a kind"
    facts = filled_in(game, table, kind, known | answers, moment)
    stand = rows_at(game, table, kind, moment, facts)
    asked = answer_to(stand, facts)
    if not isinstance(asked, Question) or asked.fact in _ALONE:
        yield answers
        return
    values = asked.answers if asked.answers is not None else _numbers(table, asked.fact, stand)
    for value in values:
        more = answers | {asked.fact: value}
        # No way leads over an answer that the table does not take: it would be asked for again and again.
        taken = is_taken(game, table, asked.fact, known | more, moment)
        if taken and has_case(game, table, kind, known | more, moment):
            yield from _ways(game, table, incident, known, more)


def _numbers(table: Table, fact: str, stand: tuple[Case, ...]) -> Iterator[int]:
    """The whole numbers that the cases name; an open range goes as far as there are cards for it."""
    spans = [found for case in stand if fact in case.facts and (found := span(case.facts[fact]))]
    out = cards_out(table)
    most = {"cards_to_remove": out - 1, "cards_to_move": out}.get(fact, _COUNTED)
    for number in range(1, most + 1):
        if any(low <= number and (high is None or number <= high) for low, high in spans):
            yield number


_ABOUT_REPORT: Final = (events.IncidentAnswered, events.OutcomeAuthorised, events.ReportWithdrawn)


def report_meant(table: Table, event: events.AnyEvent) -> Report | None:
    """The report that the event answers, decides or takes back: the open one, else the last that waits."""
    incident = table.incident
    if incident is None or not isinstance(event, _ABOUT_REPORT):
        return None
    if not isinstance(event, events.ReportWithdrawn) or incident.state != IncidentState.STEPS:
        return incident.report
    return table.incidents.waiting[-1] if table.incidents.waiting else None


def leads_on(game: Game, table: Table, incident: Incident, report: Report) -> bool:
    """Whether the open incident remains possible with this report's kind and facts."""
    moment = moment_of(game, table, incident)
    return report.kind is None or has_case(game, table, report.kind, report.facts, moment)


def incident_prompt(game: Game, table: Table, incident: Incident) -> Prompt | None:
    """The prompt of the open incident; None while it waits for bet time to end."""
    case = incident.case
    clauses = (case.clause,) if case is not None and case.clause is not None else ()
    match incident.state:
        case IncidentState.FACTS:
            due = question(game, table, incident)
            asked = Actor.PIT_BOSS if is_pit_bosss(table) else Actor(incident.report.role)
            return Prompt(Action.ANSWER, asked, (), fact=due.fact, answers=due.answers)
        case IncidentState.AWAITING:
            needs = needs_of(
                table,
                choice=len(possible_choices(table, incident)) > 1,
                reason=authorise_needs_reason(table, incident),
            )
            return Prompt(Action.AUTHORISE, actor_of(Action.AUTHORISE), clauses, needs=needs)
        case _:
            step = step_due(table)
            if step is None:
                return None
            laid_out = tuple(PlaceView(laid.hand, laid.card, laid.face) for laid in step.places)
            number = sum(each.is_done for each in incident.steps) + 1
            places = laid_out if step.action == Action.RESTORE else None
            if step.action == Action.ENTER_NUMBER and (said := spin_of(table).said) is not None:
                return Prompt(Action.CONFIRM_NUMBER, Actor(step.actor), clauses, step=number, number=said)
            return Prompt(step.action, Actor(step.actor), clauses, step=number, places=places)


def is_pit_bosss(table: Table) -> bool:
    """Whether the open report is a count's, which no dealer answers."""
    is_counts = table.incident is not None and table.incident.report.counted is not None
    return is_counts and table.holds(editions.SMALLER)


def needs_of(
    table: Table, *, choice: bool, reason: bool
) -> tuple[Literal["choice", "reason"], ...] | msgspec.UnsetType:
    """Fields that a pit boss's line has to carry, for the prompt that it ends; no prompt of 1.2 says it."""
    if not table.holds(editions.NEEDS):
        return msgspec.UNSET
    return (*(("choice",) if choice else ()), *(("reason",) if reason else ()))


def step_due(table: Table) -> IncidentStep | None:
    """The open incident's step that is to be done now, or None; a card is scanned once one can be laid."""
    incident = table.incident
    step = incident.step if incident is not None and incident.state == IncidentState.STEPS else None
    waits = step is not None and step.action == Action.SCAN_CARD and table.takes_no_card_yet
    return None if waits else step


def asks_for_card(table: Table) -> bool:
    """Whether the step that is due is a card's scan, and the person it asks is there."""
    return _asks(table, Action.SCAN_CARD)


def asks_for_cut_card(table: Table) -> bool:
    return _asks(table, Action.SCAN_CUT_CARD)


def asks_for_number(table: Table) -> bool:
    """Whether the step that is due is the entry of the number, and the person it asks is there."""
    return _asks(table, Action.ENTER_NUMBER)


def _asks(table: Table, action: str) -> bool:
    step = step_due(table)
    return step is not None and step.action == action and table.has(Role(step.actor))


def ends_by_done(table: Table, event: events.StepDone) -> bool:
    """Whether a press ends the due step; with a reason it skips it, or takes the place of a reading. Nobody
    skips the number, nor the confirmation that a fault was repaired (LT-ROU-31c, ROU-2.1.6).
    """
    step = step_due(table)
    if step is None or step.action == Action.ENTER_NUMBER:
        return False
    if step.action == Action.CONFIRM_MENDED:
        return not skips(table, event)
    return step.action not in (Action.SCAN_CARD, Action.SCAN_CUT_CARD) or skips(table, event)


def skips(table: Table, event: events.StepDone) -> bool:
    """Whether the pit boss skips the step with a reason, which may be blank: earlier consoles took that."""
    given = bool(event.reason and event.reason.strip())
    return given and table.role_of(event.by) is Role.PIT_BOSS and step_due(table) is not None


CanLack: TypeAlias = (
    events.OutcomeAuthorised
    | events.HaltWithdrawn
    | events.ReportWithdrawn
    | events.PlayerAnswered
    | events.StepDone
)
"""The lines that can lack a choice or a reason."""
LACKING: Final = get_args(CanLack)


def missing_fact(game: Game, table: Table, event: CanLack) -> str | None:
    """The fact that a pit boss's line still lacks: the choice first, then the reason; None if it is complete.

    Some halts and reports are taken back only with a reason, since each sets a person's word against another:
    a number of bet time (the ball fell), a finding on the card set, no spin, a count. So is a player's
    missing answer passed over, and a step skipped, there with a reason that can be seen.
    """
    if isinstance(event, events.StepDone):
        if skips(table, event):
            return None if stripped(event.reason or "") else "reason"
        return "counted" if _lacks_count(game, table, event) else None
    if isinstance(event, events.PlayerAnswered):
        return "reason" if event.by is not None and not stripped(event.reason or "") else None
    incident = table.incident
    if isinstance(event, events.HaltWithdrawn):
        return "reason" if withdraw_needs_reason(table) and not stripped(event.reason or "") else None
    if isinstance(event, events.ReportWithdrawn):
        report = report_meant(table, event)
        is_counts = report is not None and report.counted is not None
        return "reason" if is_counts and not stripped(event.reason or "") else None
    if incident is None or incident.answer is None or incident.state != IncidentState.AWAITING:
        return None
    if event.choice is None and len(possible_choices(table, incident)) > 1:
        return CHOICE
    reason = stripped(event.reason or "")
    return "reason" if not reason and authorise_needs_reason(table, incident) else None


def withdraw_needs_reason(table: Table) -> bool:
    halt = table.halt
    if halt is None:
        return False
    is_no_spin = halt.told_reason in (HaltReason.NO_SPIN, Kind.NO_SPIN)
    if halt.reason is HaltReason.DEVICE and table.bet_time and table.holds(editions.SMALLER):
        is_no_spin = False  # before the bets are closed no spin is offered, so that nobody sees why
    differs = halt.reason is HaltReason.CARD_DIFFERS
    return halt.cause == IN_POCKET or halt.finding is not None or is_no_spin or differs


def authorise_needs_reason(table: Table, incident: Incident) -> bool:
    """Whether a reason is due: by the rulebook, because a number contradicts 'in time' (LT-ROU-32a), or of a
    hand that missed insurance and never had its turn (LT-BJ-2.3.8).
    """
    again = incident.contradicted and incident.facts.get(IN_TIME) is True
    by_rule = incident.answer is not None and incident.answer.needs_reason
    facts, report = incident.facts, incident.report
    is_of_hand = report.kind == Kind.NO_CHANCE_TO_ACT and table.holds(editions.TURN, of=report)
    is_named = is_of_hand and facts.keys() >= {"seat", "hand"}
    had_none = is_named and not had_turn(table, facts["seat"], facts["hand"])
    return again or by_rule or had_none or incident.against is not None


def passes_uncounted(game: Game, table: Table, event: events.StepDone) -> bool:
    """Whether a pit boss ends an inspection with a reason in place of a count."""
    if table.role_of(event.by) is not Role.PIT_BOSS or table.halted:
        return False
    asked = event.counted is None and asked_count(game, table) is not None
    return asked and bool(stripped(event.reason or ""))


def _lacks_count(game: Game, table: Table, event: events.StepDone) -> bool:
    """Whether an inspection is said to be done without the due number, and without a reason."""
    if event.counted is not None or table.incident is not None or table.halt is not None:
        return False
    if asked_count(game, table) is None:
        return False
    return not passes_uncounted(game, table, event)
