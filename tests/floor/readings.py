"""Tables as the floor tells them, without a floor: for tests of the alarms, and of the wall."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from console.floor.self_report import Call, CallKind, Fault, SelfReport, TableStanding
from console.floor.wall import CallTaker, Reading, SeenCall, SeenTable, Shelf

AT = datetime(2026, 11, 20, 14, 2, 22, tzinfo=UTC)
GAMES = ("baccarat", "blackjack", "roulette", "dragon_tiger")


def table(name: str = "B1", standing: str = "playing", *, silence: float = 0.4, **more: Any) -> SeenTable:
    """A table. ``more`` are fields of the floor's row where it has them, else of the table's own report."""
    seen = {key: more.pop(key) for key in tuple(more) if key in SeenTable.__struct_fields__}
    fields = {
        "table": name,
        "name": name,
        "studio": "riga",
        "game": "baccarat",
        "rules": "lt",
        "changed": 1.0,
    }
    report = SelfReport(standing=TableStanding(standing), since=AT, **more)
    return SeenTable(**{**fields, "report": report, "silence": silence, "number": report.entry, **seen})


def waiting(name: str = "B1", kind: str = "call", age: float = 5.0, **fields: Any) -> SeenTable:
    """A table that has waited ``age`` seconds for a pit boss. ``taken`` says who took the call, ``widened``
    who is called.
    """
    number = fields.pop("call", 7)
    taken, widened = fields.pop("taken", None), fields.pop("widened", 0)
    call = SeenCall(part=1, number=number, kind=kind, age=age, taken=taken, widened=widened)
    standing = fields.pop("standing", "halted" if kind == "halt" else "waits")
    seen = table(name, standing, **fields)
    assert seen.report is not None
    report = replace(seen.report, call=Call(number=number, kind=CallKind(kind), since=AT))
    return replace(seen, report=report, call=call)


def coming(age: float = 20.0, *, arrived: bool = False) -> CallTaker:
    """Jonas took the call ``age`` seconds ago and is coming."""
    return CallTaker(who="P-7", name="Jonas", age=age, arrived=arrived)


def shelf(what: str, left: float = 1800.0) -> Shelf:
    """Laid aside by Jonas for ``left`` more seconds."""
    return Shelf(what=what, who="P-7", name="Jonas", reason="technician comes at ten", left=left)


def fault(device: str, what: str = "silent") -> tuple[Fault, ...]:
    """One device that is not well."""
    return (Fault(device, what),)


def reading(*tables: SeenTable) -> Reading:
    """All of them now."""
    return Reading(tables=tables, server="db1 primary", took=0.002)
