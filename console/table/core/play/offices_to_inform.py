"""The notifications of a table: from an incident's outcome until two people tick it, or it is taken back."""

from __future__ import annotations

from collections.abc import Iterator

from console.table.core.protocol.permissions import is_own
from console.table.core.state import events
from console.table.core.state.notifications import Notification
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Table


def begun_between(before: Table, after: Table) -> Iterator[Notification]:
    """The notifications that begin as incidents are decided between these two tables."""
    decided = {each.report.id for each in before.changed_incidents if each.authorised is not None}
    known = {each.tick_text for each in after.notifications}
    for incident in after.changed_incidents:
        report, case = incident.report, incident.case
        tell = None if case is None or incident.authorised is None else case.tell
        if tell is None or report.id in decided:
            continue
        begun = Notification(report.id, tell.whom, report.at, tell.within_hours)
        if begun.tick_text not in known:
            yield begun


def withdrawn_between(before: Table, after: Table) -> Iterator[Notification]:
    """The open notifications whose incident is no longer decided, as a number took it back (LT-ROU-32a)."""
    decided = {each.report.id for each in before.changed_incidents if each.authorised is not None}
    undecided = {each.report.id for each in after.changed_incidents if each.authorised is None}
    taken_back = decided & undecided
    yield from (each for each in after.notifications if each.incident in taken_back)


def refusal_of_tick(table: Table, made: events.Noted) -> Refusal | None:
    """The reason why a tick does not count: it is not open here, or this person ticked it before."""
    found = next((each for each in table.notifications if each.tick_text == made.text), None)
    if found is None:
        return Refusal.BAD_INPUT
    by = made.who or ""
    return Refusal.NOT_AUTHORISED if any(is_own(by, before.by, table) for before in found.ticks) else None
