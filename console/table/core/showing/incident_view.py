"""Views of incidents: the one that is open or just ended, its reporter, and those that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.incident import known_facts
from console.table.core.incident.guidance import authorise_needs_reason, next_of, past_ways
from console.table.core.incident.onset import Onset, filmed_from, known_at, unread_onset
from console.table.core.incident.outcome_steps import outcome_of, planned_steps, possible_choices
from console.table.core.play.settlement import mistakes, paid_by, wrong_number
from console.table.core.showing.screen_values import (
    AskedFact,
    AuthorisedOutcome,
    EndedStep,
    OpenReport,
    PastIncident,
    Person,
    QueuedReport,
)
from console.table.core.state.open_incident import Incident, IncidentState, IncidentStep
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Table
from console.table.core.state.views import Authorised, IncidentStepView, IncidentView, PlaceView
from console.table.incidents.decision import Question, Ruling, answer_to
from console.table.incidents.facts import Fact, facts_of, span
from console.table.incidents.known_kinds import UNASKED


def incident_view(table: Table) -> IncidentView | None:
    """The open incident, or the incident that the last line ended, or None."""
    incident = table.shown_incident
    if incident is None:
        return None
    case, report = incident.case, incident.report
    return IncidentView(
        id=report.id,
        kind=report.kind,
        round=incident.round,
        facts=shown_facts(incident),
        clause=case.clause if case else None,
        basis=case.basis if case else None,
        outcome=incident.outcome or (case.outcome.value if case else None),
        authority=case.authority if case else None,
        state=incident.state,
        choices=possible_choices(table, incident),
        steps=tuple(map(_step, incident.steps)),
        open=incident is table.incident,
        queued=len(table.incidents.waiting),
        authorised=_authorised(incident),
    )


def _authorised(incident: Incident) -> Authorised | None:
    """The person who had authorised the outcome that is asked again."""
    was, asked = incident.report.authorised, (IncidentState.FACTS, IncidentState.AWAITING)
    return Authorised(was.by, was.entry) if was and was.by and incident.state in asked else None


def courses(table: Table) -> dict[str, IncidentView]:
    """The open incident as each of its choices would have it, by choice; empty if there is none to make."""
    incident = table.incident
    if incident is None:
        return {}
    views = dict[str, IncidentView]()
    for choice in possible_choices(table, incident):
        chosen = replace(incident, choice=choice)
        chosen = replace(chosen, outcome=outcome_of(chosen), steps=planned_steps(table, chosen))
        if (view := incident_view(replace(table, incident=chosen))) is not None:
            views[choice] = view
    return views


def shown_facts(incident: Incident) -> dict[str, Fact | None]:
    """The facts asked for, given or known; all given ones of a report that never opened. A fact that nobody
    is asked, and that nobody has given or checked yet, is None (LT-ROU-29).
    """
    report = incident.report
    never_opened = incident.state == IncidentState.CLOSED and not incident.moments
    if never_opened and report.kind is not None:
        return {**report.facts}
    return {
        fact: None if fact == UNASKED and fact not in report.facts else value
        for fact, value in incident.facts.items()
    }


def _step(step: IncidentStep) -> IncidentStepView:
    places = tuple(PlaceView(laid.hand, laid.card, laid.face) for laid in step.places)
    return IncidentStepView(step.action, Actor(step.actor), step.is_done, places)


def open_kinds(game: Game, table: Table) -> tuple[str, ...]:
    """The kinds that can be reported now."""
    return known_facts.kinds_that_can_be(game, table, known_facts.current_moment(game, table))


Named = Callable[[str, Role], Person]
"""Who somebody is, by id and role."""


def past_incidents(table: Table, name_of: Named) -> tuple[PastIncident, ...]:
    """The last incidents that are over, the newest first; an incident without a kind is left out."""
    kinds = {each.id: each.kind for each in table.incidents.past}
    if table.incident is not None:
        kinds[table.incident.report.id] = table.incident.report.kind
    return tuple(
        PastIncident(
            past.kind,
            past.at,
            past.outcome,
            past.clause,
            taken_back_by=name_of(past.by, past.role or Role.PIT_BOSS) if past.by is not None else None,
            reason=past.reason,
            round=None if past.round is None else past.round.rpartition("-")[2],
            came_to_nothing=past.undecided == "came_to_nothing",
            overtaken_by=kinds.get(past.overtaken_by or ""),
        )
        for past in table.incidents.past
        if past.kind is not None
    )


def reported_view(
    game: Game, table: Table, name_of: Named, lead: timedelta, onset: Onset | None = None
) -> OpenReport | None:
    """The open incident's reporter, how many questions are answered, and its place in the video."""
    incident = table.incident
    if incident is None:
        return None
    report = incident.report
    asked = past_questions(game, table, incident)
    # Don't count facts that the table filled in or that follow from another answer: nobody is asked for them.
    given, left = len(asked), open_questions(game, table, incident)
    number = given + 1 if left else given
    still = incident.state != IncidentState.STEPS and not incident.answered_by_pit_boss
    is_dealers = report.role is Role.DEALER and report.counted is None
    return OpenReport(
        name_of(report.by, report.role),
        report.at,
        number,
        given + left,
        _filmed_from(table, incident, onset) - lead,
        given=report.facts,
        meant=report.meant,
        asked=(*asked, *_optional_questions(game, table, incident)),
        together=_together(game, table, incident, asked),
        counted=report.counted,
        needs_reason=authorise_needs_reason(table, incident),
        dealer_may_change=still and is_dealers and table.role_of(report.by) is Role.DEALER,
        waited_until=incident.opened if incident.opened > report.at else None,
    )


def _filmed_from(table: Table, incident: Incident, onset: Onset | None) -> datetime:
    """The earliest moment that the report is about."""
    begun = onset or unread_onset(table, incident.report)
    report = incident.report
    return filmed_from(report.at, begun, report.named_kind, known_at(table, incident))


def past_questions(game: Game, table: Table, incident: Incident) -> tuple[AskedFact, ...]:
    """The given facts as questions to ask again; in the rulebook's order, as no state keeps the given one."""
    kind = incident.report.kind
    if kind is None or incident.state not in (IncidentState.FACTS, IncidentState.AWAITING):
        return ()
    found, moment = list[AskedFact](), known_facts.moment_of(game, table, incident)
    by_rows = facts_of(game.rules.incidents.kinds.get(kind, ()))
    for fact in (each for each in by_rows if each in incident.report.facts):
        rest = {each: value for each, value in incident.all_facts.items() if each != fact}
        asked = answer_to(known_facts.rows_at(game, table, kind, moment, rest), rest)
        if fact in incident.facts and isinstance(asked, Question) and asked.fact == fact:
            found.append(AskedFact(fact, asked.answers))
    return tuple(found)


def _optional_questions(game: Game, table: Table, incident: Incident) -> Iterator[AskedFact]:
    """The facts that no row asks for and that can be given, or changed, before the outcome is confirmed."""
    kind = incident.report.kind
    if kind is None or incident.state != IncidentState.AWAITING:
        return
    for fact, condition in known_facts.optional_facts(game, table, kind, incident.report).items():
        low, high = span(condition) or (1, 1)
        yield AskedFact(fact, tuple(range(low, (high or low) + 1)))


def _together(
    game: Game, table: Table, incident: Incident, asked: tuple[AskedFact, ...]
) -> tuple[dict[str, Fact], ...]:
    """The ways of the question that asked for several facts at once; only complete answers have one."""
    if incident.state != IncidentState.AWAITING:
        return ()
    return past_ways(game, table, incident, [each.fact for each in asked])


def decided_view(table: Table, name_of: Named) -> AuthorisedOutcome | None:
    """The person who authorised the open incident's outcome, and when."""
    incident = table.incident
    authorised = incident.authorised if incident else None
    if incident is None or authorised is None:
        return None
    by = name_of(authorised.by, Role.PIT_BOSS) if authorised.by else None
    paid, wrong = paid_by(table), wrong_number(table)
    return AuthorisedOutcome(by, authorised.at, paid, wrong, mistakes(table), incident.worksheet)


def ended_steps(table: Table) -> tuple[EndedStep, ...]:
    """The steps of the open incident that are over: when each ended, and how."""
    steps = table.incident.steps if table.incident else ()
    return tuple(EndedStep(step.done_at, step.end) for step in steps if step.done_at is not None)


def queued_views(table: Table, name_of: Named) -> tuple[QueuedReport, ...]:
    waiting = table.incidents.waiting
    return tuple(QueuedReport(each.named_kind, name_of(each.by, each.role), each.at) for each in waiting)


def open_questions(game: Game, table: Table, incident: Incident) -> int:
    """The largest possible number of questions still to be asked, with the present one."""
    kind = incident.report.kind
    match next_of(game, table, incident):
        case Question() if kind is not None:
            return _deepest(game, table, kind, incident, incident.all_facts)
        case Question():
            return 1
        case _:
            return 0


def _deepest(game: Game, table: Table, kind: str, incident: Incident, facts: dict[str, Fact]) -> int:
    moment = known_facts.moment_of(game, table, incident)
    facts = known_facts.filled_in(game, table, kind, facts, moment)  # what the table knows then is not asked
    stand = known_facts.rows_at(game, table, kind, moment, facts)
    asked = answer_to(stand, facts)
    if asked is None or isinstance(asked, Ruling):
        return 0
    fact = asked.fact
    answered = (facts | {fact: _sample(case.facts[fact])} for case in stand if fact in case.facts)
    # An answer that the table does not take leads no deeper: it would be asked for again and again.
    taken = [more for more in answered if known_facts.is_taken(game, table, fact, more, moment)]
    return 1 + max((_deepest(game, table, kind, incident, more) for more in taken), default=0)


def _sample(value: Fact) -> Fact:
    if isinstance(value, str) and value[:1].isdigit():
        return int(value.removesuffix("+").partition("-")[0])
    return value
