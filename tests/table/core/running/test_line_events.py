"""Which event a line becomes stands in its class, and the event has all that the line says."""

from __future__ import annotations

import ast
import inspect
from typing import Any, get_args, get_type_hints

import pytest

from console.table.core import Role, lines
from console.table.core.protocol.lines import AnyLine, Line
from console.table.core.running import line_events
from console.table.core.running.line_events import event_of_line
from tests.table.core.tables import Driven

DECIDED = {
    node.cls.attr
    for node in ast.walk(ast.parse(inspect.getsource(line_events)))
    if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Attribute)
}
"""The lines whose event is made by a case of its own."""
NO_EVENTS = {lines.View, lines.Device}


def fields_of(struct: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(struct)
    return {name: hints[name] for name in struct.__struct_fields__ if name != "seen"}


@pytest.mark.parametrize("line", [each for each in get_args(AnyLine) if each not in NO_EVENTS])
def test_a_line_becomes_an_event_with_its_fields_or_has_a_case_of_its_own(line: type[Line]) -> None:
    assert line.becomes
    if line.__name__ in DECIDED:
        return
    assert len(line.becomes) == 1, "console/table/core/running/line_events.py decides which one"
    made, said = fields_of(line.becomes[0]), fields_of(line)
    assert said.items() <= made.items(), "console/table/core/running/line_events.py makes the rest"
    assert ("seen" in line.__struct_fields__) == ("seen" in line.becomes[0].__struct_fields__)


def test_no_two_lines_become_the_same_event() -> None:
    every = [event for line in get_args(AnyLine) for event in line.becomes]
    assert len(every) == len(set(every)) == len(lines.DO_OF)


def test_an_events_fields_are_those_that_the_line_says() -> None:
    driven = Driven("lt")
    for line in (
        lines.Reshuffle("P1", new=True),
        lines.Close("P1", on=False),
        lines.SignIn("D1", Role.DEALER),
        lines.Remark("D1", "a remark"),
        lines.CutCard(),
    ):
        event = event_of_line(line, driven.session.game, driven.table, "T7")
        assert type(event) in line.becomes
        assert all(getattr(event, name) == getattr(line, name) for name in fields_of(type(line)))
