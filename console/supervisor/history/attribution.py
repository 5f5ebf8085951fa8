"""Whose a moment is: the round and the incident that it is of.

An entry names the last round until the next one opens, and a time may hold what several incidents did:
neither of them says whose it is. The state of the table does.
"""

from __future__ import annotations

from console.supervisor.history.timeline import Moment
from console.table.core import events, own_report, settled_round


def own_round(moment: Moment) -> str | None:
    """The round that is open before or after a moment; of a worksheet the round that it settles (LT-ROU-33).
    None between two rounds.
    """
    if isinstance(moment.event, events.WorksheetMade):
        return settled_round(moment.before)[0]
    table = moment.before if moment.before.open_round else moment.after
    return table.round.id if table.open_round and table.round is not None else None


def own_incident(moment: Moment) -> str | None:
    """The incident that a moment reports or takes back, else the one that is open: a report that waits behind
    that one has no part in it. None if there is none, and of a refused entry.
    """
    row = moment.row
    return None if row.refused is not None else own_report(moment.event, None, moment.before, moment.after)
