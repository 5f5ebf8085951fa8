"""The incident that an entry belongs to: in the log, in the replay, in a record. An entry that ends one
incident and opens the next belongs to the first; a report, to its own.
"""

from __future__ import annotations

from console.table.core.state import events
from console.table.core.state.open_incident import Incident
from console.table.core.state.table import Table


def report_in(event: events.AnyEvent, refused: str | None) -> str | None:
    """The id of the incident that an event reports, even with a void (ROU-2.1.6); None if refused."""
    if refused is not None:
        return None
    if isinstance(event, events.IncidentReported):
        return event.id
    return event.report if isinstance(event, events.RoundVoided) else None


def own_report(event: events.AnyEvent, refused: str | None, before: Table, after: Table) -> str | None:
    """The id of the incident that an entry reports or takes back, else the one open as it came, or None."""
    if (made := report_in(event, refused)) is not None:
        return made
    if isinstance(event, events.ReportWithdrawn) and refused is None:
        return after.ended_incidents[0].report.id
    return before.incident.report.id if before.incident is not None else None


def own_incident(event: events.AnyEvent, refused: str | None, before: Table, after: Table) -> Incident | None:
    """The incident that an entry is of, as it left it; None of a report that waits."""
    id = own_report(event, refused, before, after)
    known = (*after.changed_incidents, *before.changed_incidents)
    return None if id is None else next((each for each in known if each.report.id == id), None)
