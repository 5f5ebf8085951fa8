"""The round and the incident to which a moment belongs. The table's state knows them: an entry names the last
round until the next one opens, and the acts of several incidents may have one time.
"""

from __future__ import annotations

from console.supervisor.history.timeline import Moment
from console.table.core import events, own_report, settled_round


def own_round(moment: Moment) -> str | None:
    """The round open before or after a moment; for a worksheet, the round that it settles (LT-ROU-33)."""
    if isinstance(moment.event, events.WorksheetMade):
        return settled_round(moment.before)[0]
    table = moment.before if moment.before.open_round else moment.after
    return table.round.id if table.open_round and table.round is not None else None


def own_incident(moment: Moment) -> str | None:
    """The incident that a moment reports or takes back, else the open one. None for a refused entry, or if
    none is open.
    """
    row = moment.row
    return None if row.refused is not None else own_report(moment.event, None, moment.before, moment.after)
