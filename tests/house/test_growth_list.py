"""Each command is in the list of those whose growth is measured, or says there why it is not."""

from __future__ import annotations

from console.app.parts import commands
from tests.instruments.bench.command_growth import READS, UNMEASURED, reason_unmeasured


def test_each_command_is_measured_or_says_why_not() -> None:
    named = {name for name, row in commands().every.items() if row.starts}
    unknown = {name for name in named if name not in READS and reason_unmeasured(name) is None}
    assert not unknown, "list them in tests/instruments/bench/command_growth.py"
    assert not (READS.keys() | UNMEASURED.keys()) - named and not READS.keys() & UNMEASURED.keys()


def test_each_way_to_ask_begins_with_its_command() -> None:
    assert all(way.line.startswith(f"{name} ") for name, ways in READS.items() for way in ways)
