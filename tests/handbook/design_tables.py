"""The tables of the page on design: the rooms from above, the core's layers, and the prefixes of clauses."""

from __future__ import annotations

import ast
import itertools
import re

from tests.handbook.docstrings import in_line
from tests.handbook.pages import table
from tests.house.floors import ROOMS, TABLE_LAYERS
from tests.house.modules import ROOT, imports, modules
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
    """The layers of the core, from below, and the question that each answers."""
    rows = [(f"`{layer}`", _told(f"console.table.core.{layer}")) for layer in TABLE_LAYERS]
    return table(("layer", "its question"), rows)


def core_modules() -> str:
    """The modules of the core by layer, and what each is."""
    rows = list[tuple[str, str]]()
    for layer in TABLE_LAYERS:
        package = f"console.table.core.{layer}."
        names = sorted(name for name in modules() if name.startswith(package))
        rows += [(f"`{layer}/{name.removeprefix(package)}.py`", _first_sentence(name)) for name in names]
    return table(("module", "what it is"), rows)


def _first_sentence(module: str) -> str:
    return re.split(r"(?<=[^.][.?])\s", _told(module), maxsplit=1)[0]


def _told(part: str) -> str:
    told = ast.get_docstring(ast.parse(modules()[part].read_text("utf-8"))) or ""
    return in_line(told.partition("\n\n")[0])


SIGNALS = ("NOW", "AMBER", "RED", "FAULT", "GREEN", "T0", "T1", "T2", "VIOLET", "PINK", "SLATE")
"""The colours that say something by themselves, the most urgent first."""


def colours() -> str:
    """The meaning of each colour, and the mark that says the same without it."""
    module = ast.parse(modules()["console.table.ui.kit.theme"].read_text("utf-8"))
    rows = dict[str, tuple[str, str, str]]()
    for made, told in itertools.pairwise(module.body):
        match made, told:
            case (
                ast.AnnAssign(target=ast.Name(name), value=ast.Call(args=[ast.Constant(str(code))])),
                ast.Expr(ast.Constant(str(words))),
            ) if name in SIGNALS:
                meaning, _, mark = in_line(words).rstrip(".").partition(": ")
                rows[name] = (f"`{name}` `{code}`", meaning, mark)
    return table(("colour", "what it means", "said without the colour by"), [rows[name] for name in SIGNALS])


FEW = 6
"""So many rooms at most are named; what more of them import is tried by the whole suite."""


def tests_after_a_change() -> str:
    """By room, the folders of tests that load it: its own, and those of the rooms that import its door."""
    users = dict[str, set[str]]()
    for module in modules():
        for name in imports(module):
            users.setdefault(_room(name), set()).add(_room(module))
    rows = list[tuple[str, str]]()
    for own in (f"{part}/{room}".rstrip("/") for part, lines in ROOMS.items() for room in sum(lines, ())):
        others = users.get(own, set()) - {own}
        there = [each for each in (own, *sorted(others)) if (ROOT / "tests" / each).is_dir()]
        named = [each for each in there if not any(each.startswith(f"{other}/") for other in there)]
        told = [f"`tests/{each}`" for each in (named if len(others) <= FEW else there[:1])]
        rows.append((f"`{own}`", " ".join(told) + ("" if len(others) <= FEW else ", then the whole suite")))
    return table(("changed", "run"), rows)


def _room(module: str) -> str:
    _, part, room, *_ = (*module.split("."), "", "", "")
    return f"{part}/{room}" if any(room in line for line in ROOMS.get(part, ())) and room else part


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
