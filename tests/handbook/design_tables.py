"""The tables of the page on design: which room sees which, the terms decided, and the prefixes of clauses."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tests.game.clauses import committed
from tests.handbook.docstrings import in_line
from tests.handbook.pages import table
from tests.house.floors import SEES, TABLE_LAYERS
from tests.house.modules import modules
from tests.words.concepts import KINDS


def rooms() -> str:
    """The parts of the house: what each is, and what it may import; those that see most come first."""
    order = sorted(SEES, key=lambda part: (-_height(part), part))
    names = [part.removeprefix("console.") for part in order]
    rows = [
        (f"`{name}`", _told(part), _whole_rooms(part, names[at + 1 :]), _in_code(_partly_seen(part)))
        for at, (part, name) in enumerate(zip(order, names, strict=True))
    ]
    return table(("room", "what it is", "rooms that it sees", "and parts of"), rows)


def _height(part: str) -> int:
    """The number of rooms beneath a room, one upon the other."""
    rooms = {".".join(name.split(".")[:2]) for name in SEES[part]} - {part}
    return max((_height(each) + 1 for each in rooms), default=0)


_SEE_NOTHING: Final = frozenset(part.removeprefix("console.") for part, sees in SEES.items() if not sees)
"""The rooms that import no other: no cell names them."""
_MOST: Final = 9
"""The most rooms that a cell names; beyond it the cell names the rooms that are not seen."""


def _whole_rooms(part: str, below: Sequence[str]) -> str:
    """The rooms that a room may import as a whole; ``below`` are the rooms in the rows after its own."""
    seen = [name.removeprefix("console.") for name in SEES[part] if name.count(".") == 1]
    named = [name for name in below if name in seen and name not in _SEE_NOTHING]
    if len(named) <= _MOST:
        return _in_code(named)
    rest = {*seen, *_partly_seen(part), *_SEE_NOTHING}
    return f"all below but {_in_code([name for name in below if name not in rest])}"


def _partly_seen(part: str) -> list[str]:
    """The rooms of which a room may import some modules."""
    rooms = dict.fromkeys(name.split(".")[1] for name in SEES[part] if name.count(".") > 1)
    return [room for room in rooms if room not in _SEE_NOTHING]


def _in_code(names: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in names) or "–"


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
