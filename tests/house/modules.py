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
    return frozenset(chain.from_iterable(imported_by(node) for node in nodes(modules()[module])))


def imported_by(node: ast.AST) -> Iterator[str]:
    """The modules that a node names, if it is an import."""
    match node:
        case ast.Import(names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module=None) | ast.ImportFrom(level=1 | 2 | 3):
            raise AssertionError("imports are absolute here")
        case ast.ImportFrom(module=str(module), names=names):
            parts = {f"{module}.{name.name}" for name in names} & modules().keys()
            yield from parts or {module}


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
