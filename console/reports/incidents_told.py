"""What went wrong in an interval, incident by incident, told as moments come.

Each is told once, as it stood when it was over, or when the interval ended: a report that was taken back too.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.game.roulette import Spin
from console.records.moments import Moment
from console.reports.figures import IncidentTold
from console.reports.listed import Listed
from console.table import events
from console.table.reports import Incident
from console.table.spun import WRONG
from console.table.state import Table


class IncidentsTold:
    """Lists the incidents that were reported in an interval, in the order in which they were."""

    def __init__(self) -> None:
        self._listed: Listed[str] = Listed()
        self._told: dict[str, IncidentTold] = {}
        self._reported: dict[str, float] = {}
        """When those that are not authorised yet were reported, by the clock that nobody sets."""
        self._known: tuple[str | None, datetime | None] = (None, None)
        """The last round whose number was known, and since when."""

    def take(self, moment: Moment, counting: bool) -> None:
        """Go on by a moment; ``counting``: it is in the interval."""
        self._follow_number(moment)
        event = moment.event
        if counting and moment.taken and isinstance(event, events.IncidentReported):
            self._begin(moment, event)
        if self._told:
            for incident in (moment.after.ended, moment.after.incident):
                if incident is not None and incident.report.id in self._told:
                    self._learn(moment, incident)
            self._end(moment)

    def _follow_number(self, moment: Moment) -> None:
        play, round_ = moment.after.play, moment.after.round
        told = isinstance(play, Spin) and play.number is not None
        if told and round_ is not None and self._known[0] != round_.id:
            self._known = (round_.id, moment.row.at)

    def _begin(self, moment: Moment, event: events.IncidentReported) -> None:
        table, at = moment.before, moment.row.at
        halt = table.halt
        self._listed.add(event.id)
        if event.id not in self._listed.rows:
            return
        self._reported[event.id] = moment.seconds
        self._told[event.id] = IncidentTold(
            id=event.id,
            at=halt.at if halt is not None else at,
            reported=at,
            entry=moment.row.number,
            by=event.by,
            kind=event.kind or "",
            round=_round_of(table) or _round_of(moment.after),
        )

    def _learn(self, moment: Moment, incident: Incident) -> None:
        """What is known of an open incident, or of the one that ended just now."""
        known = self._told[incident.report.id]
        case, authorised = incident.case, incident.authorised
        told = replace(
            known,
            kind=incident.report.kind or "",
            clause=case.clause or "" if case is not None else "",
            round=incident.round or known.round,
            state=incident.state,
        )
        # A number that was wrong is so since it was known (LT-ROU-33).
        if told.kind == WRONG and self._known[0] == incident.round and self._known[1] is not None:
            told = replace(told, at=self._known[1])
        if authorised is not None and known.authorised is None:
            waited = moment.seconds - self._reported.pop(known.id, moment.seconds)
            told = replace(
                told, authorised=authorised.at, authorised_by=authorised.by, waited=max(0.0, waited)
            )
        self._told[known.id] = told

    def _end(self, moment: Moment) -> None:
        """Those that are over, with what they came to."""
        if moment.after.past is moment.before.past:
            return
        for past in moment.after.past:
            known = self._told.get(past.id)
            if known is not None and known.closed is None:
                outcome = {"kind": past.kind or "", "clause": past.clause or "", "outcome": past.outcome}
                self._told[past.id] = replace(known, **outcome, closed=moment.row.at, state="closed")

    @property
    def incidents(self) -> tuple[IncidentTold, ...]:
        """Those that are kept, the first first."""
        return tuple(self._told[number] for number in self._listed.rows)

    @property
    def more(self) -> int:
        """How many are not kept."""
        return self._listed.more


def _round_of(table: Table) -> str | None:
    return table.round.id if table.round is not None else None
