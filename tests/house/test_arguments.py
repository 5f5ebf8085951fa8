"""Functions of the screens take few values by place."""

from __future__ import annotations

import ast

from tests.house.modules import modules
from tests.sources import nodes

BY_PLACE = 4
"""The most values of a screen's constructor that are given by their place; every further one is given by
name.
"""

MOST_BY_PLACE = 6
"""The most values of any other function of the screens that are given by their place."""


def _screens() -> dict[str, list[ast.AST]]:
    """The nodes of every module of the screens and of what puts them together."""
    seen = ("console.table.ui.", "console.app.")
    return {module: [*nodes(modules()[module])] for module in modules() if module.startswith(seen)}


def test_a_screen_is_made_from_few_positional_values() -> None:
    makers = {
        f"{module}.{node.name}": [each.arg for each in (*method.args.posonlyargs, *method.args.args)][1:]
        for module, found in _screens().items()
        for node in found
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name == "__init__"
    }
    assert len(makers) > 100
    assert not {name: given for name, given in makers.items() if len(given) > BY_PLACE}


def test_no_function_of_a_screen_takes_more_than_six_values_by_their_place() -> None:
    """Painter, text, place, room, letters, colour: who paints a text gives these, and nobody more."""
    taken = {
        f"{module}:{node.lineno} {node.name}": [
            each.arg for each in (*node.args.posonlyargs, *node.args.args)
        ]
        for module, found in _screens().items()
        for node in found
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    by_place = {name: [each for each in given if each != "self"] for name, given in taken.items()}
    assert not {name: given for name, given in by_place.items() if len(given) > MOST_BY_PLACE}


def test_no_call_of_a_screen_unpacks_a_tuple_that_stands_in_it() -> None:
    calls = [
        (f"{module}:{node.lineno}", node.args)
        for module, found in _screens().items()
        for node in found
        if isinstance(node, ast.Call)
    ]
    unpacked = [place for place, given in calls for each in given if _is_written_out(each)]
    assert len(calls) > 1000 and not unpacked


def _is_written_out(given: ast.expr) -> bool:
    return isinstance(given, ast.Starred) and isinstance(given.value, ast.Tuple | ast.List)
