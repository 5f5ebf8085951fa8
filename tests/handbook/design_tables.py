"""The tables of the page on design: the rooms from above, the core's layers, and the prefixes of clauses."""

from __future__ import annotations

import ast

from tests.handbook.docstrings import in_line
from tests.handbook.pages import table
from tests.house.floors import SEES, TABLE_LAYERS
from tests.house.modules import modules
from tests.table.game.clauses import committed
from tests.table.words.concepts import KINDS


def rooms() -> str:
    """The parts of the house, each below those that import it."""
    order = sorted(SEES, key=lambda part: (-_height(part), part))
    return table(
        ("room", "what it is"), [(f"`{part.removeprefix('console.')}`", _told(part)) for part in order]
    )


def _height(part: str) -> int:
    """The number of rooms beneath a room, one upon the other."""
    rooms = {".".join(name.split(".")[:2]) for name in SEES[part]} - {part}
    return max((_height(each) + 1 for each in rooms), default=0)


def table_layers() -> str:
    """The layers of the core, from below, and what each is."""
    return table(
        ("layer", "what it is"), [(f"`{layer}`", _told(f"console.table.{layer}")) for layer in TABLE_LAYERS]
    )


def _told(part: str) -> str:
    told = ast.get_docstring(ast.parse(modules()[part].read_text("utf-8"))) or ""
    return in_line(told.partition("\n\n")[0])


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
