"""A program is a module, which types and tests check, and no text inside another."""

from __future__ import annotations

import ast

from tests.house.modules import ROOT, imported_by, under
from tests.sources import nodes


def _is_program(text: str) -> bool:
    """Whether a text of several lines is a program in Python that uses the console or its tests."""
    try:
        read = ast.parse(text) if "\n" in text.strip() else None
    except SyntaxError:
        return False
    named = [name for node in ast.walk(read) for name in imported_by(node)] if read is not None else []
    return any(under(name, own) for name in named for own in ("console", "tests"))


def test_an_instrument_runs_other_programs_as_modules_and_not_as_texts() -> None:
    """No check of types reads a text, and no test runs each of an instrument's parts."""
    found = {
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests/instruments").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_program(node.value)
    }
    assert not found
