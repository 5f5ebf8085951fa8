"""Docstrings are true: their references, the errors that they name, the values that are returned."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from tests.house.modules import ROOT, modules, under
from tests.sources import nodes, parsed

_REFERENCE = re.compile(r":(mod|class|func|meth|attr|data|exc):`~?([\w.]+)`")


def test_each_reference_of_a_docstring_exists() -> None:
    lost = [
        f"{module}: {kind} {name}"
        for module, file in modules().items()
        for kind, name in _REFERENCE.findall(file.read_text("utf-8"))
        if not _is_there(module, kind, name)
    ]
    assert not lost


def _is_there(module: str, kind: str, name: str) -> bool:
    if kind == "mod":
        return name in modules()
    parts = name.split(".")
    if parts[0] != "console":
        return parts[-1] in _names_in(module) or parts[0] in _names_in(module)
    longest = (cut for cut in range(len(parts), 0, -1) if ".".join(parts[:cut]) in modules())
    cut = next(longest)
    return set(parts[cut:]) <= _names_in(".".join(parts[:cut]))


@cache
def _names_in(module: str) -> frozenset[str]:
    """All that a module, or a class in it, has a name for."""
    names: set[str] = set()
    for node in nodes(modules()[module]):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.Import(names=those) | ast.ImportFrom(names=those):
                names |= {each.asname or each.name for each in those}
    return frozenset(names)


@pytest.mark.parametrize("part", ["console", "tests"])
def test_no_docstring_stands_beneath_another(part: str) -> None:
    """It would be of a name that is declared elsewhere: a line came between that name and its meaning."""
    parted = [
        f"{file.relative_to(ROOT)}:{second.lineno}"
        for file in sorted((ROOT / part).rglob("*.py"))
        for body in _bodies(parsed(file))
        for first, second in pairwise(body)
        if _is_text(first) and _is_text(second)
    ]
    assert not parted


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The body of each statement that has one; no expression has a statement in it."""
    waiting: list[ast.AST] = [tree]
    for node in waiting:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, name, ())
            if isinstance(inside, list):
                waiting += inside
        if isinstance(body := getattr(node, "body", None), list):
            yield body


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def described() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Each function that has a docstring, with its module; the docstring on one line."""
    for module, file in modules().items():
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (text := ast.get_docstring(node)):
                yield module, node, " ".join(text.split())


def test_a_docstring_says_raises_where_something_is_raised() -> None:
    """'Raises X if ...': never an error's name alone behind a semicolon, or at a sentence's beginning."""
    mute = re.compile(r"(?:^|; |\. )(?:an? )?[A-Z]\w+Error\b(?! that| says| has)")
    said = [
        f"{name}: {found[0]}"
        for name, file in modules().items()
        if not under(name, "console.table.ui")
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (found := mute.search(" ".join((ast.get_docstring(node) or "").split())))
    ]
    assert not said


_RAISED = re.compile(r"\b[Rr]aises? ((?:(?:, | or |, or |, and | and )?(?:an? )?_?[A-Z]\w+)+)")


def test_an_error_that_a_docstring_names_is_a_class() -> None:
    parts = (node for file in modules().values() for node in nodes(file))
    named = {node.name for node in parts if isinstance(node, ast.ClassDef)} | {*dir(builtins)}
    lost = [
        f"{module}.{node.name}: {error}"
        for module, node, text in described()
        for errors in _RAISED.findall(text)
        for error in re.findall(r"_?[A-Z]\w+", errors)
        if error not in named | _names_in(module)
    ]
    assert not lost


def test_a_function_that_says_whether_returns_a_bool() -> None:
    wrong = [
        f"{module}.{node.name} -> {returns}"
        for module, node, text in described()
        if text.startswith("Whether ")
        if "bool" not in (returns := "" if node.returns is None else ast.unparse(node.returns))
    ]
    assert not wrong
