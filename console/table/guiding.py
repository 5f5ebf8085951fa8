"""What an open incident asks of whom: a fact, the outcome's authority, the step that is due."""

from __future__ import annotations

from console.incidents.deciding import CHOICES
from console.incidents.facts import CHOICE
from console.table import events
from console.table.asking import question
from console.table.games.game import Game
from console.table.permissions import asked
from console.table.planning import (
    CONFIRM_MENDED,
    ENTER_NUMBER,
    RESTORE,
    SCAN_CARD,
    SCAN_CUT_CARD,
    choices_now,
)
from console.table.reports import Incident, IncidentStep
from console.table.roles import Actor, Role
from console.table.spinning import IN_POCKET
from console.table.state import Table
from console.table.views import PlaceView, Prompt


def incident_prompt(game: Game, table: Table, incident: Incident) -> Prompt | None:
    """What the open incident asks for; None where it waits for the end of bet time."""
    case = incident.case
    clauses = (case.clause,) if case is not None and case.clause is not None else ()
    match incident.state:
        case "facts":
            due = question(game, table, incident)
            return Prompt("answer", Actor(incident.report.role), (), fact=due.fact, answers=due.answers)
        case "awaiting":
            return Prompt("authorise", asked("authorise"), clauses)
        case _:
            return _step_prompt(table, incident, clauses)


def _step_prompt(table: Table, incident: Incident, clauses: tuple[str, ...]) -> Prompt | None:
    step = step_due(table)
    if step is None:
        return None
    laid_out = tuple(PlaceView(laid.hand, laid.card, laid.face) for laid in step.places)
    number = sum(each.done for each in incident.steps) + 1
    places = laid_out if step.action == RESTORE else None
    return Prompt(step.action, Actor(step.actor), clauses, step=number, places=places)


def step_due(table: Table) -> IncidentStep | None:
    """The step of the open incident that is to be done now; a card is scanned once one can be laid."""
    incident = table.incident
    step = incident.step if incident is not None and incident.state == "steps" else None
    return None if step is None or (step.action == SCAN_CARD and _is_early(table)) else step


def _is_early(table: Table) -> bool:
    """Whether bets are open, or nobody has told yet who has bet: no card can be laid."""
    return table.open_round and not table.play.dealt and table.card_due is None


def asks_for_card(table: Table) -> bool:
    """Whether the step that is due is a card's scan, and the one who asks for it is there."""
    return _asks(table, SCAN_CARD)


def asks_for_cut_card(table: Table) -> bool:
    """Whether the step that is due is the cut card's scan, and the one who asks for it is there."""
    return _asks(table, SCAN_CUT_CARD)


def asks_for_number(table: Table) -> bool:
    """Whether the step that is due is the number's entering, and the one who asks for it is there."""
    return _asks(table, ENTER_NUMBER)


def _asks(table: Table, action: str) -> bool:
    step = step_due(table)
    return step is not None and step.action == action and table.has(Role(step.actor))


def ends_by_done(table: Table, event: events.StepDone) -> bool:
    """Whether a press ends the step that is due: one with a reason skips it, or what a reading would end.

    Nobody skips the number, nor the word that a fault is mended (LT-ROU-31c, ROU-2.1.6).
    """
    step = step_due(table)
    if step is None or step.action == ENTER_NUMBER:
        return False
    if step.action == CONFIRM_MENDED:
        return not skips(table, event)
    return step.action not in (SCAN_CARD, SCAN_CUT_CARD) or skips(table, event)


def skips(table: Table, event: events.StepDone) -> bool:
    """Whether it is a pit boss's word that a step is not done, with the reason."""
    given = bool(event.reason and event.reason.strip())
    return given and table.role_of(event.by) is Role.PIT_BOSS and step_due(table) is not None


def fact_needed(table: Table, event: events.OutcomeAuthorised | events.HaltWithdrawn) -> str | None:
    """What an authorisation lacks, the choice before the reason, or a withdrawal; None if it is whole.

    A number of bet time is a ball that fell: nobody takes that back without a reason.
    """
    if isinstance(event, events.HaltWithdrawn):
        fell = table.halt is not None and table.halt.cause == IN_POCKET
        return "reason" if fell and not (event.reason or "").strip() else None
    incident = table.incident
    if incident is None or incident.answer is None or incident.state != "awaiting":
        return None
    if event.choice is None and len(choices_now(table, incident)) > 1:
        return CHOICE
    reason = event.reason is None or not event.reason.strip()
    return "reason" if reason and incident.answer.choices == CHOICES else None
