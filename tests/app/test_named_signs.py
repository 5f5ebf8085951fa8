"""The signs that the program names, each with a file."""

from __future__ import annotations

import ast

import pytest

from console.supervisor.review.log.entry_rows import ENTRY_ROWS, note_sign
from console.table.core import NoteKind
from tests.house.modules import modules
from tests.sources import nodes
from tests.table.ui.signs.test_signs import SIGNS
from tests.table.words.test_incident_phrases import ALL as KINDS


def named() -> set[str]:
    """The signs that the program names: in drawings, in rows of events and notes, by an incident's kind."""
    in_code = {
        str(node.args[0].value)
        for file in modules().values()
        for node in (nodes(file) if "Sign(" in file.read_text("utf-8") else ())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sign"
        if isinstance(node.args[0], ast.Constant)
    }
    rows = {row.sign for row in ENTRY_ROWS.values()} | {note_sign(kind) for kind in NoteKind}
    return {each for each in in_code | rows | {f"incidents.{kind}" for kind in KINDS} if each}


@pytest.mark.sweep
def test_each_sign_that_is_named_has_a_file_and_each_file_is_named() -> None:
    assert named() == SIGNS
