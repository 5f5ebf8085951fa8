"""A shift report as JSON: its keys by the fields of the facts that it holds.

The object of the JSON, version 1. Its keys stay as they are; later versions only add some:

- ``report_version`` 1, ``casino``, ``made`` (UTC)
- ``interval``: ``start``, ``until`` (UTC, null if open), ``shift``
- ``tables``: of each its ``origin`` (``table``, ``game``, ``rules``, and ``label`` if another has that
  name, ``origin`` as in a record), ``first`` and ``last`` entry (each by its number in its own file, since a
  closed file and the one that continues it are one table), ``begun``, ``ended``, ``whole`` (the table's
  figures), ``dealers`` (``who``, ``figures``), ``hours``, ``devices``, ``sign_ins``, ``dealer_changes``,
  ``shuffles``, ``checks``,
  ``doings``, ``errata``, ``handover``, ``pit_bosses`` (of each ``who``, ``rounds``, ``refunds``, ``voids``,
  ``changed`` results, ``lifted`` halts, and the ``seats`` of the refunds), ``card_sets`` (of each its
  ``number``, what happened to it in the interval: ``received``, ``inspected``, ``presented``,
  ``inspected_at_close``, ``put_aside``, ``released``, ``resting``, ``returned``, ``destroyed``, the last four
  with two people; the numbers of its ``shoes``, its ``rounds``, those that its figures ``concerned``, and its
  ``findings``), ``notifications`` (of each ``incident``, ``whom``, ``since``,
  ``within_hours``, and its ``ticks``: ``by``, ``at``), ``gap`` (null, or the ``file`` and the file ``before``
  it that was not found), ``lists``, ``incidents`` (each with ``id``, ``at``, ``reported``, ``round``,
  ``kind``, ``clause``, ``outcome``, ``decided`` (the authorised outcome while it is not over), ``by``,
  ``authorised_by``, ``reason``, ``waited``, ``entry``, ``filmed_from`` (its video's beginning without the
  lead-in), ``carried_over``: null, or what happened before the interval, ``reported`` or ``authorised``);
  lengths in seconds, their names as in :mod:`console.supervisor.reports.figures`
- ``left_out``: a line for each chosen table of a floor that is not in it, or not as it was shipped
- ``charts``: of each table ``pace`` and ``kinds``; ``dealers`` against the house
- ``people``: names by id, of those whose names are known
- ``text``: the same in the words of ``text.language``, for people, not for programs
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from console.supervisor.history.interventions import HaltFact
from console.supervisor.history.shoes import ShoeFact
from console.supervisor.history.stays import Stay
from console.supervisor.records.documents.export import as_json
from console.supervisor.records.documents.paper import Paper, values
from console.supervisor.reports.charts import Pace, kinds, pace
from console.supervisor.reports.figures import ListedIncident
from console.supervisor.reports.finding_rows import Dealers, against_the_house
from console.supervisor.reports.shift_report import Lists, ShiftReport, TableReport
from console.table.core import OF_PERSONS

REPORT_VERSION: Final = 1


def report_json(
    report: ShiftReport,
    paper: Paper,
    names: Mapping[str, str],
    compared: Dealers | None = None,
    left_out: Sequence[str] = (),
) -> bytes:
    """The report as JSON in UTF-8, one value a line; ``left_out``: a line for each missing floor table."""
    fields = told(report)
    exported: dict[str, Any] = {
        "report_version": REPORT_VERSION,
        **fields,
        "left_out": left_out,
        "charts": _charts(report, compared or against_the_house(report.tables)),
        "people": {who: names[who] for who in sorted({*_people(fields)}) if who in names},
        "text": values(paper),
    }
    return as_json(exported)


_KEYS: Final[dict[type, dict[str, str]]] = {
    ListedIncident: {
        "id": "fact.id",
        "at": "fact.happened",
        "filmed_from": "fact.filmed_from",
        "reported": "fact.reported",
        "entry": "fact.entry",
        "by": "fact.by",
        "beside": "fact.by.beside",
        "carried_over": "carried_over",
        "kind": "fact.kind",
        "clause": "fact.clause",
        "outcome": "outcome",
        "decided": "decided",
        "round": "fact.about",
        "state": "fact.state",
        "authorised": "fact.authorised.at",
        "authorised_by": "fact.authorised.by",
        "taken_back_by": "fact.taken_back_by",
        "reason": "reason",
        "overtaken_by": "fact.ended.overtaken_by",
        "waited": "fact.waited",
        "closed": "fact.ended.at",
        "closed_entry": "fact.ended.entry",
        "counted": "counted",
        "seat": "fact.number.seat",
        "hand": "fact.number.hand",
        "cards": "fact.number.cards",
        "brought_in": "fact.brought_in",
        "set_rounds": "fact.set_rounds",
    },
    HaltFact: {
        "id": "id",
        "at": "at",
        "filmed_from": "filmed_from",
        "closed": "ended.at",
        "round": "lay",
        "reason": "reason",
        "by": "ended.by",
        "withdrawn": "ended.reason",
    },
    Stay: {"beside": "who.beside"} | {each: each for each in ("who", "since", "until", "barred", "bar")},
    ShoeFact: {
        each: each for each in ("number", "how", "began", "cards", "ready", "ended", "left", "rounds")
    },
}
"""The keys of each fact in the report, with their fields."""
_TEXTS: Final = ("by", "kind", "clause")
"""The keys whose missing value is empty, not null."""


def told(value: Any) -> Any:
    """A value of the report as the file has it; each fact under its keys."""
    match value:
        case ShiftReport() | TableReport() | Lists():
            fields = msgspec.structs.asdict(value).items()
            return {name: told(each) for name, each in fields if each is not msgspec.UNSET}
        case tuple():
            return [told(each) for each in value]
        case _ if (keys := _KEYS.get(type(value))) is not None:
            found = {key: _read(value, field) for key, field in keys.items()}
            return {key: "" if each is None and key in _TEXTS else each for key, each in found.items()}
    return msgspec.to_builtins(value, enc_hook=str)


def _read(value: Any, field: str) -> Any:
    for name in field.split("."):
        if value is not None:
            value = value(name) if callable(value) else getattr(value, name)
    return value


def _charts(report: ShiftReport, compared: Dealers) -> dict[str, Any]:
    tables = [
        {
            "table": each.origin.label or each.origin.table,
            "pace": _pace(pace(each.hours)),
            "kinds": kinds(each.whole),
        }
        for each in report.tables
    ]
    return {"tables": tables, "dealers": compared}


def _pace(of: Pace) -> dict[str, Any]:
    """``slow`` has the main cause of each slowest hour, ``causes`` all of them."""
    return {**asdict(of), "slow": next(iter(of.slow), None), "causes": of.slow}


def _people(told: object, name: str = "") -> Iterator[str]:
    """The ids in all fields that name a person: ``who``, ``beside``, ``by``, ``authorised_by`` ..."""
    match told:
        case dict():
            for field, value in told.items():
                yield from _people(value, field)
        case list() | tuple():
            for each in told:
                yield from _people(each, name)
        case str() if name in ("who", "beside", "barred", "by", *OF_PERSONS) or name.endswith("_by"):
            yield told
