"""The time of an hour, by what the table was doing: open, in a halt, off, or with its cards prepared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from console.supervisor.reports.counts import HourCounts
from console.table.core.state.phases import Phase
from tests.table.core.tables import Driven

UNTIL = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("phase", "halted", "off", "counted"),
    [
        ("shoe", False, False, (60, 0, 60, 0)),
        ("wheel", False, False, (60, 0, 60, 0)),
        ("shoe", True, False, (60, 60, 0, 0)),
        ("shoe", False, True, (60, 0, 0, 60)),
        ("shoe", True, True, (60, 60, 0, 0)),
        ("betting", False, False, (60, 0, 0, 0)),
        ("betting", True, False, (60, 60, 0, 0)),
        ("betting", False, True, (60, 0, 0, 60)),
        ("closed", False, False, None),
    ],
)
def test_a_minute_counts_once_as_halt_as_off_or_as_preparation(
    phase: str, halted: bool, off: bool, counted: tuple[int, ...] | None
) -> None:
    driven = Driven("lt")
    if halted:
        for line in ({"do": "bets", "state": "open"}, {"do": "card", "card": "9H"}):
            driven.take(line)
        assert driven.table.halted
    hours = HourCounts()
    hours.pass_time(replace(driven.table, phase=Phase(phase)), UNTIL, 60, was_off=off)
    names = ("open_seconds", "stood_seconds", "prepared_seconds", "off_seconds")
    found = [tuple(getattr(each, name) for name in names) for each in hours.hours]
    assert found == ([] if counted is None else [counted])
