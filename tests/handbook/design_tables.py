"""The tables of the page on design: the rooms from above, the core's layers, and the prefixes of clauses."""

from __future__ import annotations

import ast

from tests.handbook.docstrings import in_line
from tests.handbook.pages import table
from tests.house.floors import ROOMS, TABLE_LAYERS
from tests.house.modules import modules
from tests.table.game.clauses import committed
from tests.table.words.concepts import KINDS


def parts() -> str:
    """The parts from above, each with its rooms from below."""
    rows = list[tuple[str, str, str]]()
    for part, lines in reversed(ROOMS.items()):
        rooms = [room for line in lines for room in line if room]
        rows.append((f"`{part}`", _told(f"console.{part}"), ", ".join(f"`{room}`" for room in rooms) or "–"))
    return table(("part", "what it is", "its rooms, from below"), rows)


def rooms() -> str:
    """The rooms of the parts, and what each is."""
    named = [(part, room) for part, lines in ROOMS.items() for line in lines for room in line if room]
    rows = [(f"`{part}/{room}`", _told(f"console.{part}.{room}")) for part, room in named if room != "ui"]
    return table(("room", "what it is"), rows)


def table_layers() -> str:
    """The layers of the core, from below, and what each is."""
    rows = [(f"`{layer}`", _told(f"console.table.core.{layer}")) for layer in TABLE_LAYERS]
    return table(("layer", "what it is"), rows)


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
