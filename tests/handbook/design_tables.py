"""The tables of the page on design: which room sees which, the terms decided, and the prefixes of clauses."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from console.words import LANGUAGES
from tests.game.clauses import committed
from tests.handbook.docstrings import in_line
from tests.handbook.pages import table
from tests.house.floors import SEES, TABLE_LAYERS
from tests.house.modules import modules
from tests.words.concepts import KINDS
from tests.words.terms import terms as decided


def rooms() -> str:
    """The parts of the house: what each is, and what it may import; those that see most come first."""
    rows = []
    for part, sees in sorted(SEES.items(), key=lambda row: (-_height(row[0]), row[0])):
        seen = _seen([each.removeprefix("console.") for each in sees])
        rows.append((f"`{part.removeprefix('console.')}`", _told(part), seen or "nothing"))
    return table(("room", "what it is", "what it sees"), rows)


def _height(part: str) -> int:
    """The number of rooms beneath a room, one upon the other."""
    rooms = {".".join(name.split(".")[:2]) for name in SEES[part]} - {part}
    return max((_height(each) + 1 for each in rooms), default=0)


_MOST: Final = 12
"""The most names in a row. Beyond it a room stands for its modules: who needs them all reads the test."""


def _seen(names: Sequence[str]) -> str:
    """The rooms and modules that a room sees; where these are very many, their rooms alone."""
    if len(names) <= _MOST:
        return ", ".join(f"`{each}`" for each in names)
    whole = [f"`{each}`" for each in names if "." not in each]
    rooms = dict.fromkeys(each.partition(".")[0] for each in names if "." in each)
    parts = [f"`{room}`" for room in rooms if f"`{room}`" not in whole]
    return ", ".join(whole) + (f"; parts of {', '.join(parts)}" if parts else "")


def table_layers() -> str:
    """The layers of the core, from below, and what each is."""
    return table(
        ("layer", "what it is"), [(f"`{layer}`", _told(f"console.table.{layer}")) for layer in TABLE_LAYERS]
    )


def _told(part: str) -> str:
    told = ast.get_docstring(ast.parse(modules()[part].read_text("utf-8"))) or ""
    return in_line(told.partition("\n\n")[0])


def terms() -> str:
    """The terms decided once for all languages, and what each is."""
    rows = [(*(each.word[language] for language in LANGUAGES), each.meaning) for each in decided()]
    return table((*LANGUAGES, "what it is"), rows)


def held_kinds() -> str:
    """The prefixes of the phrases' keys that are held to their concepts."""
    return ", ".join(f"`{kind}.`" for kind in KINDS)


def prefixes() -> set[str]:
    """The prefixes of the clauses in our documents."""
    return {prefix(row.id) for row in committed()}


def prefix(clause: str) -> str:
    """The first part of a clause's id: ``LT-BAC`` of ``LT-BAC-18a``."""
    first, _, rest = clause.partition("-")
    return f"LT-{rest.partition('-')[0]}" if first == "LT" else first
