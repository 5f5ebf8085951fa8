"""The jury of a rehearsal: records the events, and beside each outcome the right one by the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from console.rehearsals import result
from console.rehearsals.at_play.mishaps import Mishaps
from console.rehearsals.at_play.rehearsed_table import RehearsedTable
from console.table.core import (
    Action,
    Incident,
    IncidentState,
    Job,
    LineJob,
    Role,
    ShownTable,
    StepEnd,
    Table,
    View,
    lines,
)
from console.table.game import Result
from console.table.incidents import UNASKED, Fact

_OWN_SAYS: Final = frozenset(
    ("round_void", "no_spin", "play_goes_on", "shuffle_again", "hand_refunded", "number_corrected")
)
"""The announcements that come with an incident, which the pit boss makes; all others are a round's."""
_PLAYS: Final = frozenset(("done", "spin", "number"))
"""Lines by which a dealer plays on."""


class Jury:
    def __init__(self, table: RehearsedTable, mishaps: Mishaps, people: Mapping[Role, str]) -> None:
        """``people`` are those who rehearse, by their parts."""
        self._table, self._mishaps, self._people = table, mishaps, people
        self._course: list[Any] = []
        self.decided: set[str] = set()
        """The incidents whose outcome has been decided, by their report's id."""
        self._named: tuple[str | None, dict[str, Fact]] | None = None
        self.due: str | None = None
        """The key of the announcement to be made aloud; None without one, or if the console is pit boss."""
        self.due_at = 0.0
        """Since when, in seconds."""

    @property
    def course(self) -> result.Course:
        return tuple(self._course)

    def put_down(self, happened: Any, place: int | None = None) -> None:
        """Record an event as the last one, or at ``place``."""
        self._course.insert(len(self._course) if place is None else place, happened)

    def expect(self) -> int:
        """Keep the place in the record for a mishap that happens now, and return it."""
        self._named = None
        return len(self._course)

    def announce(self) -> None:
        if self.due is not None:
            self._course.append(result.Announced(self._table.now, self._table.view.entry, key=self.due))
            self.due = None

    def play_on(self) -> None:
        """Record that the last mishap needs no report, as somebody has shown."""
        if self._mishaps.is_handled:
            return
        self._mishaps.is_handled = True
        right, number = self._mishaps.right or result.Right(None), self._mishaps.count - 1
        at = self._table.now, self._table.view.entry
        self._course.append(result.Decided(*at, outcome=result.PLAY_ON, right=right, number=number))

    def judge(self, job: Job, shown_table: ShownTable, before: Table, view_before: View) -> None:
        """Record the effect of a line or a reading."""
        view, after = shown_table.view, shown_table.table
        line = _parsed(job)
        if line is not None and not isinstance(line, lines.View):
            self._take_press(line, view)
        if before.halted != after.halted:
            self._course.append(result.PlayersWaited(self._table.now, view.entry, on=after.halted))
        if not self._mishaps.count:
            return
        self._name(after)
        self._decide(line, before, after, view_before)
        self._step(line, view, before, after)
        self._note_announcement(view, view_before, after)

    def _take_press(self, line: lines.Line, view: View) -> None:
        by = getattr(line, "by", None) or getattr(line, "who", None)
        by_console, do = self._table.is_by_console, str(line.__struct_config__.tag)
        self._course.append(
            result.LinePressed(
                self._table.now,
                view.entry,
                do=do,
                by=by,
                role=None if by is None else self._table.table.role_of(by),
                by_console=by_console,
                refused=view.refused,
            )
        )
        mishap, own = self._mishaps.last, not by_console and view.refused is None
        if own and do in _PLAYS and mishap is not None and mishap.row.kind is None:
            self.play_on()

    def _name(self, after: Table) -> None:
        incident = after.shown_incident
        if incident is None or incident.report.id in self.decided:
            return
        if incident is after.incident:
            self._mishaps.is_handled = True
        named = incident.report.kind, incident.report.facts
        if named != self._named:
            self._named = named
            at, by_console = (self._table.now, self._table.view.entry), self._table.is_by_console
            self._course.append(
                result.ReportedKind(*at, kind=named[0], facts=named[1], by_console=by_console)
            )

    def _decide(self, line: Any, before: Table, after: Table, view_before: View) -> None:
        """Record the outcomes that this line decided, of incidents or the press that ended a halt."""
        incidents = [*after.ended_incidents, *([after.incident] if _is_decided(after.incident) else [])]
        decided = [each for each in incidents if each.report.id not in self.decided]
        for incident in decided:
            self.decided.add(incident.report.id)
            self._outcome(before, str(incident.outcome), incident)
        if (
            not decided
            and before.halt is not None
            and after.halt is None
            and before.incident is None
            and after.incident is None
        ):
            offer = view_before.offer
            kind, facts = (offer.kind, offer.facts) if offer is not None else (None, {})
            void = isinstance(line, lines.Void)
            outcome = "void" if void else "withdrawn" if isinstance(line, lines.Withdraw) else "go_on"
            self._outcome(before, outcome, None, kind, facts)

    def _outcome(
        self,
        before: Table,
        outcome: str,
        incident: Incident | None,
        kind: str | None = None,
        facts: dict[str, Fact] | None = None,
    ) -> None:
        right = self._mishaps.right_of(before, None if incident is None else incident.choice)
        if incident is not None:
            kind, facts = incident.report.kind, incident.facts
        self._mishaps.is_handled = True
        planned = () if incident is None else incident.steps
        steps = tuple(result.RightStep(step.action, step.actor) for step in planned)
        clause = incident.case.clause if incident is not None and incident.case is not None else None
        self._course.append(
            result.Decided(
                self._table.now,
                self._table.view.entry,
                outcome=outcome,
                kind=kind,
                facts=facts or {},
                clause=clause,
                steps=steps,
                right=right,
                number=self._mishaps.count - 1,
                by_console=self._is_reported_by_console(incident),
            )
        )

    def _is_reported_by_console(self, incident: Incident | None) -> bool:
        """Whether a person played by the console had to report it, or to end the halt."""
        if incident is None:
            return self._table.is_by_console
        return incident.report.role not in self._people

    def _step(self, line: Any, view: View, before: Table, after: Table) -> None:
        was = {each.report.id: _done(each) for each in before.changed_incidents}
        for incident in after.changed_incidents:  # The last step may open the next report.
            for at in sorted(_done(incident) - was.get(incident.report.id, frozenset())):
                step = incident.steps[at]
                self._course.append(
                    result.StepTaken(
                        self._table.now,
                        view.entry,
                        action=step.action,
                        actor=step.actor,
                        skipped=step.end is StepEnd.SKIPPED,
                        by_console=self._table.is_by_console,
                        facts=_found_by(line, step.action),
                    )
                )

    def _note_announcement(self, view: View, view_before: View, after: Table) -> None:
        say = view.say
        if say is None or say.key != self.due:
            self.due = None  # Its words are gone: later words belong to other orders.
        if say is None or say == view_before.say or not _is_own(say.key, after):
            return
        if Role.PIT_BOSS in self._people:
            self.due, self.due_at = say.key, self._table.now
            self._course.append(result.AnnouncementDue(self._table.now, view.entry, key=say.key))


def _done(incident: Incident) -> frozenset[int]:
    return frozenset(at for at, step in enumerate(incident.steps) if step.is_done)


def _is_decided(incident: Incident | None) -> TypeGuard[Incident]:
    return incident is not None and incident.state == IncidentState.STEPS


def _found_by(line: Any, action: str) -> dict[str, Fact]:
    """The facts that come with a step's line: whether the checked ball was damaged (LT-ROU-29)."""
    checked = action == Action.CHECK_BALL and isinstance(line, lines.Done) and line.damaged
    return {UNASKED: True} if checked else {}


def _is_own(key: str, table: Table) -> bool:
    """Whether an announcement comes with an incident: a number, if it was settled by hand (LT-ROU-33)."""
    incident = table.shown_incident
    by_hand = incident is not None and incident.outcome == Result.SETTLE_BY_HAND
    return key in _OWN_SAYS or (key == "number" and by_hand)


def _parsed(job: Job) -> lines.Line | None:
    if not isinstance(job, LineJob):
        return None
    try:
        return lines.parse(job.line)
    except lines.InvalidLine:
        return None
