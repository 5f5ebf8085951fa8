"""The rooms of the program, and what lies at the top of the checkout."""

from __future__ import annotations

import ast

from tests.house.modules import ROOT, rooms
from tests.sources import parsed

TOP = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "console",
    "findings",
    "hatch_build.py",
    "pyproject.toml",
    "requirements.lock",
    "resources",
    "tests",
    "translations",
}

LEFT_BY_TOOLS = {"__pycache__", "build", "dist"}


def test_the_top_level_is_what_the_house_says() -> None:
    there = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")}
    assert there - LEFT_BY_TOOLS == TOP


def test_one_sentence_describes_each_room() -> None:
    for name, file in rooms().items():
        said = ast.get_docstring(parsed(file))
        assert said is not None, name
        first = said.partition("\n\n")[0]
        assert first.endswith(".") and 6 <= len(first.split()) <= 30, f"{name}: {first}"
