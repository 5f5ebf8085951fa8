"""The modules of the program: where each is, what it imports, and the rooms in which they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from tests.sources import nodes, parsed

ROOT = Path(__file__).resolve().parents[2]


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    files = sorted((ROOT / "console").rglob("*.py"))
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


def tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return parsed(modules()[module])


@cache
def loaded_with(module: str) -> frozenset[str]:
    """The modules of ours that a module imports as it is loaded, not inside functions or for types."""
    names = chain.from_iterable(imported_by(node) for node in tree(module).body)
    return frozenset(names) & modules().keys()


@cache
def imports(module: str) -> frozenset[str]:
    """All that a module imports, inside functions and for its types too; of ours, the modules."""
    listed = {id(each) for node in tree(module).body if isinstance(node, ast.If) for each in node.body}
    behind = listed if door_names(module) else set()
    return frozenset(
        chain.from_iterable(imported_by(node) for node in nodes(modules()[module]) if id(node) not in behind)
    )


@cache
def imported_in_tests() -> dict[str, frozenset[str]]:
    """All that each module of the tests imports: modules, and names of them."""
    found = dict[str, frozenset[str]]()
    for file in sorted((ROOT / "tests").rglob("*.py")):
        named = [node for node in nodes(file) if isinstance(node, ast.ImportFrom) and node.module]
        dotted = {f"{node.module}.{name.name}" for node in named for name in node.names}
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[module] = frozenset({str(node.module) for node in named} | dotted)
    return found


@cache
def door_names(room: str) -> dict[str, str]:
    """The names that a room's door gives, each with its module; empty if it has no door."""
    file = modules().get(room)
    if file is None or "__getattr__ = door(__name__)" not in file.read_text("utf-8"):
        return {}
    listed = (each for node in tree(room).body if isinstance(node, ast.If) for each in node.body)
    imported = (each for each in listed if isinstance(each, ast.ImportFrom))
    return {name.name: str(each.module) for each in imported for name in each.names}


def imported_by(node: ast.AST) -> Iterator[str]:
    """The modules that a node names, if it is an import."""
    match node:
        case ast.Import(names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module=None) | ast.ImportFrom(level=1 | 2 | 3):
            raise AssertionError("imports are absolute here")
        case ast.ImportFrom(module=str(module), names=names):
            for name in names:
                place = door_names(module).get(name.name, module)
                full = f"{place}.{name.name}"
                yield full if full in modules() else place


def reached(module: str) -> frozenset[str]:
    """All that is imported with a module, however far down."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        found |= waiting
        waiting = {name for one in waiting & modules().keys() for name in imports(one)} - found
    return frozenset(found)


def outside(names: frozenset[str]) -> set[str]:
    """The packages that the imports name."""
    return {name.partition(".")[0] for name in names}


def part_of(module: str) -> str:
    """The part in which a module stands, or its tests; empty for a library's."""
    first, _, rest = module.partition(".")
    if first not in ("console", "tests"):
        return ""
    return "app" if rest in ("cli", "__main__") else rest.partition(".")[0]


def under(module: str, part: str) -> bool:
    return module == part or module.startswith(part + ".")


def using(packages: set[str]) -> set[str]:
    return {module for module in modules() if outside(imports(module)) & packages}


@cache
def rooms() -> dict[str, Path]:
    """Every folder of the package by its name, with its ``__init__``."""
    return {name: file for name, file in modules().items() if file.name == "__init__.py"}


@cache
def in_rooms() -> dict[str, list[str]]:
    """The rooms in which a module's last name stands."""
    found: dict[str, list[str]] = {}
    for name, file in modules().items():
        if not file.name.startswith("__"):
            room, _, last = name.rpartition(".")
            found.setdefault(last, []).append(room)
    return found
