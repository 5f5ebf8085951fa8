"""An incident decided again by another rulebook, at the table and with the facts of that time. The table's
own functions weigh and decide the report under the other game. Another outcome has no further consequences:
the table goes on as it did.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from console.supervisor.trial.findings import NOT_TAKEN, Aspect
from console.table.core import (
    Game,
    Incident,
    IncidentState,
    Refusal,
    Report,
    Role,
    Table,
    advance,
    advance_kept,
    events,
    guidance,
    outcome_of,
    planned_steps,
    possible_choices,
    refusal,
    void_asks_more,
    weighed_incident,
)
from console.table.game import Result
from console.table.incidents import CHOICE, Question, Ruling


class RetriedDecision(msgspec.Struct, frozen=True):
    """The decision on an incident: its outcome, who decides it, its steps (``action:actor``), and whom the
    house must inform (``authority:24`` hours).
    """

    outcome: str
    authority: str
    steps: tuple[str, ...] = ()
    tell: str | None = None


class UnaskedFact(msgspec.Struct, frozen=True):
    """A needed fact or choice for which nobody was asked."""

    fact: str


Retried = RetriedDecision | UnaskedFact

_VOID = RetriedDecision(outcome=Result.VOID.value, authority=Role.PIT_BOSS.value)
"""The decision of a pit boss on a halted round without a report."""
_NONE = RetriedDecision(outcome=NOT_TAKEN, authority="")
_UNFIT = frozenset((Refusal.NOT_IN_RULEBOOK.value, Refusal.OUT_OF_TURN.value))
"""Refusals of a report that another rulebook may not make."""


class IncidentDifference(msgspec.Struct, frozen=True):
    """An incident decided differently; ``asks`` is a fact that nobody was asked for. A refused report, whose
    number the next one got, and a round voided in a halt have no id.
    """

    incident: str
    kind: str
    aspect: Aspect
    before: tuple[str, ...]
    after: tuple[str, ...] = ()
    asks: str | None = None


class Retrial:
    """Follows a journal's incidents, and decides each again at the moment of its decision."""

    def __init__(self, old: Game, new: Game) -> None:
        """``old`` is the game with the rulebook by which it was played."""
        self._old, self._new = old, new
        self._prepares_alike = _steps(old) == _steps(new)
        self._weighed: dict[str, Incident] = {}
        """The open reports, as the other rulebook weighs them."""
        self._decided: set[str] = set()
        """The decided open reports, even if a fact was asked for again since (LT-ROU-32)."""
        self._refused: list[tuple[frozenset[str], events.IncidentReported]] = []
        """Refused reports that the other rulebook would have queued, each with the ids before it."""
        self.count = 0
        """Incidents that were decided."""

    def begin(self, table: Table) -> None:
        """Take up the report that is open as a journal begins: a salvaged one continues in a new file."""
        if (incident := table.incident) is not None and incident.authorised is None:
            self._weighed[incident.report.id] = self._reweighed(table, incident)

    def retry_refused(
        self, before: Table, event: events.IncidentReported, reason: str, at: datetime
    ) -> Iterator[IncidentDifference]:
        """Try a report that the rulebook in force refused. While another is open it would have waited: it is
        tried once those before it have ended.
        """
        if reason not in _UNFIT or refusal(self._new, before, event) is not None:
            return
        if ahead := frozenset(each.id for each in before.open_reports):
            self._refused.append((ahead, event))
            return
        incident = self._as_opened(before, event, event.id, at)
        if incident is not None:
            kind = event.kind or ""
            yield from _compared("", kind, _NONE, decision(self._new, before, incident, None))

    def retry_voided(
        self, before: Table, event: events.RoundVoided, at: datetime
    ) -> Iterator[IncidentDifference]:
        """Try a round voided in a halt without a report: another rulebook may require one."""
        if event.report is not None or void_asks_more(self._old, before) is not None:
            return
        if (offer := void_asks_more(self._new, before)) is None:
            return
        incident = self._as_opened(before, replace(event, report="?"), "?", at)
        if incident is not None:
            yield from _compared("", offer.kind, _VOID, decision(self._new, before, incident, None))

    def compare_decision(
        self, before: Table, event: events.AnyEvent, refused: str | None, at: datetime, after: Table
    ) -> Iterator[IncidentDifference]:
        """Take an event that changed or replaced the open incident."""
        ended = [each for each in after.ended_incidents if each not in before.ended_incidents]
        for incident in (*ended, after.incident):
            if incident is None:
                continue
            report, stood = incident.report, before
            if self._is_reported(before, event, refused, incident):
                stood = self._stood(before, event, refused, at, report, after)
                self._weighed[report.id] = self._reweighed(stood, incident)
            elif _is_learned(before, incident):
                self._weighed[report.id] = self._reweighed(after, incident)
            if incident.authorised is not None and report.id in self._weighed:
                self.count += report.id not in self._decided
                self._decided.add(report.id)
                again = self._weighed.pop(report.id)
                old = decision(self._old, stood, incident, incident.choice)
                new = decision(self._new, stood, again, incident.choice)
                if isinstance(event, events.RoundVoided) and void_asks_more(self._new, before) is None:
                    new = _VOID
                yield from _compared(report.id, report.kind or "", old, new)
        for each in ended:
            self._weighed.pop(each.report.id, None)
            self._decided.discard(each.report.id)
        yield from self._retry_queued(before, event, refused, at, after)

    def _retry_queued(
        self, before: Table, event: events.AnyEvent, refused: str | None, at: datetime, after: Table
    ) -> Iterator[IncidentDifference]:
        """Try the refused reports whose turn would have come now."""
        still = {each.id for each in after.open_reports}
        for queued in [each for each in self._refused if still.isdisjoint(each[0])]:
            self._refused.remove(queued)
            ahead, report = queued
            waiting = tuple(each for each in before.incidents.waiting if each.id in ahead)
            stood = self._with_queue(before, waiting, event, refused, at)
            yield from self.retry_refused(stood, report, Refusal.NOT_IN_RULEBOOK, at)

    def _is_reported(
        self, before: Table, event: events.AnyEvent, refused: str | None, incident: Incident
    ) -> bool:
        """Whether this event opened the incident, or added facts to it; a refused answer adds none."""
        was = before.incident
        if was is None or was.report.id != incident.report.id:
            return incident.state != IncidentState.CLOSED or incident.authorised is not None
        return refused is None and isinstance(event, events.IncidentAnswered)

    def _stood(
        self,
        before: Table,
        event: events.AnyEvent,
        refused: str | None,
        at: datetime,
        report: Report,
        after: Table,
    ) -> Table:
        """The table at which a report was made, answered or opened. Reports before it may have opened and
        ended in the same line; none of them waits behind it now (LT-ROU-27a).
        """
        waiting, behind = before.incidents.waiting, {each.id for each in after.incidents.waiting}
        ahead = tuple(takewhile(lambda each: each.id != report.id, waiting))
        if ahead == waiting or (before.incident is not None and before.incident.report.id in behind):
            return before
        ahead = tuple(each for each in ahead if each.id not in behind)
        return self._with_queue(before, ahead, event, refused, at)

    def _with_queue(
        self,
        before: Table,
        waiting: tuple[Report, ...],
        event: events.AnyEvent,
        refused: str | None,
        at: datetime,
    ) -> Table:
        """The table after an event if only these reports had waited."""
        queue = replace(before.incidents, waiting=waiting)
        return advance_kept(self._old, replace(before, incidents=queue), event, refused, at)

    def _reweighed(self, stood: Table, incident: Incident) -> Incident:
        """The incident as the other rulebook weighs it, at the moments of its reports. In a preparation with
        other steps it knows only where the cards were, no stage.
        """
        report = incident.report
        if not self._prepares_alike:
            known = {fact: value for fact, value in incident.weighed.items() if fact == "where"}
            report = replace(report, facts={**known, **report.facts})
            stood = replace(stood, preparation=None)
        incident = replace(incident, report=report)
        return weighed_incident(self._new, replace(stood, incident=incident), incident)

    def _as_opened(self, before: Table, event: events.AnyEvent, id: str, at: datetime) -> Incident | None:
        return _of(advance(self._new, before, event, None, at), id)


def _is_learned(before: Table, incident: Incident) -> bool:
    """Whether the table itself learned a fact of the open incident, such as a number read before the pit boss
    confirms (LT-ROU-27b).
    """
    was = before.incident
    is_same = was is not None and was.report.id == incident.report.id and incident.authorised is None
    return was is not None and is_same and was.weighed != incident.weighed


def _steps(game: Game) -> list[str]:
    return [step.action for step in game.rules.preparation.steps]


def _of(table: Table, id: str) -> Incident | None:
    """The incident of this report, open or just ended."""
    return next((each for each in table.changed_incidents if each.report.id == id), None)


def decision(game: Game, table: Table, incident: Incident, choice: str | None) -> Retried:
    """The decision on an incident at this table by a game's rules, with the pit boss's ``choice``."""
    if incident.report.kind is None:
        return UnaskedFact("kind")
    due = guidance.next_of(game, table, incident)
    if isinstance(due, Question):
        return UnaskedFact(due.fact)
    if not isinstance(due, Ruling):
        return _NONE
    awaiting = replace(incident, state=IncidentState.AWAITING, answer=due, choice=None)
    choices = possible_choices(table, awaiting)
    picked = choice if choice in choices else choices[0] if len(choices) == 1 else None
    if choices and picked is None:
        return UnaskedFact(CHOICE)
    settled = replace(awaiting, choice=picked)
    case = settled.case
    assert case is not None, "an answer has a case"
    steps = tuple(f"{step.action}:{step.actor}" for step in planned_steps(table, settled))
    tell = None if case.tell is None else case.tell.text
    return RetriedDecision(outcome_of(settled), case.authority, steps, tell)


def _compared(id: str, kind: str, old: Retried, new: Retried) -> Iterator[IncidentDifference]:
    if isinstance(old, UnaskedFact) or old == new:
        return  # A decided incident lacked no fact; if one seems missing, nothing can be compared.
    if isinstance(new, UnaskedFact):
        yield IncidentDifference(id, kind, Aspect.OUTCOME, (old.outcome,), asks=new.fact)
        return
    if old.outcome != new.outcome:
        yield IncidentDifference(id, kind, Aspect.OUTCOME, (old.outcome,), (new.outcome,))
    if _NONE in (old, new):
        return  # Nobody could report it, so its decider and steps don't count.
    if old.authority != new.authority:
        yield IncidentDifference(id, kind, Aspect.AUTHORITY, (old.authority,), (new.authority,))
    if old.steps != new.steps:
        yield IncidentDifference(id, kind, Aspect.STEPS, old.steps, new.steps)
    if old.tell != new.tell:
        was, now = ((each.tell,) if each.tell is not None else () for each in (old, new))
        yield IncidentDifference(id, kind, Aspect.NOTIFICATION, was, now)
