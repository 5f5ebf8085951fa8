"""A shift report as JSON.

The object of an export, version 1. Its keys stay as they are; later versions only add some:

- ``report_version`` 1, ``casino``, ``made`` (UTC)
- ``interval``: ``start``, ``until`` (UTC, null where open), ``shift``
- ``tables``: of each its ``origin`` (``table``, ``game``, ``rules``), ``first`` and ``last`` entry,
  ``begun``, ``ended``, ``whole`` (the table's figures), ``dealers`` (``who``, ``figures``), ``hours``,
  ``devices``, ``sign_ins``, ``dealer_changes``, ``shuffles``, ``checks``, ``doings``, ``errata``,
  ``handover``, ``lists``, ``incidents`` (each with ``id``, ``at``, ``reported``, ``round``, ``kind``,
  ``clause``, ``outcome``, ``by``, ``authorised_by``, ``waited``, ``entry``);
  lengths in seconds, their names as in :mod:`console.reports.figures`
- ``charts``: of each table ``pace`` and ``kinds``; ``dealers`` against the house
- ``people``: names by id, of those whose names are known
- ``text``: the same in the words of ``text.language``, for people, not for programs
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from console.records.paper import Paper, plain
from console.records.safely import escaped
from console.reports.charts import Dealers, against_the_house, kinds, pace
from console.reports.shift_report import ShiftReport

VERSION: Final = 1


def json_of(
    report: ShiftReport, paper: Paper, names: Mapping[str, str], compared: Dealers | None = None
) -> bytes:
    """The export's object as UTF-8, one line a value, ending in a line end."""
    exported: dict[str, Any] = {
        "report_version": VERSION,
        **msgspec.to_builtins(report),
        "charts": _charts(report, compared or against_the_house(report.tables)),
        "people": {who: names[who] for who in _people(report) if who in names},
        "text": plain(paper),
    }
    written = msgspec.json.format(msgspec.json.encode(exported), indent=2).decode()
    return (escaped(written) + "\n").encode()


def _charts(report: ShiftReport, compared: Dealers) -> dict[str, Any]:
    tables = [
        {"table": each.origin.table, "pace": pace(each.hours), "kinds": kinds(each.whole)}
        for each in report.tables
    ]
    return {"tables": tables, "dealers": compared}


def _people(report: ShiftReport) -> Iterable[str]:
    who = {each.who for table in report.tables for each in table.dealers if each.who}
    return sorted(who | {each.who for table in report.tables for each in table.lists.staffing})
