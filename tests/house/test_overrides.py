"""A method is described once at most: by the class that promises it, and by none that overrides it."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import chain

from console.table.game import GAMES
from tests.house.modules import modules, tree
from tests.sources import FORGOTTEN, nodes


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Every class at a module's top, by its whole name."""
    return {
        f"{module}.{node.name}": node
        for module in modules()
        for node in tree(module).body
        if isinstance(node, ast.ClassDef)
    }


FORGOTTEN.append(classes.cache_clear)
_ANSWERS = re.compile(r"(?:[Ss]ee|[Aa]nswers) (?:an? )?((?::class:`[\w.]+`(?:, and |, | and )?)+)")


@cache
def promised_by(name: str) -> tuple[str, ...]:
    """The classes whose methods this one takes over: its bases, and those that its docstring says to see."""
    module, node = name.rpartition(".")[0], classes()[name]
    told = _ANSWERS.findall(" ".join((ast.get_docstring(node) or "").split()))
    asked = [ast.unparse(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]
    asked += [one for some in told for one in re.findall(r"`([\w.]+)`", some)]
    found = [one for each in asked if (one := _class_of(module, each)) is not None and one != name]
    return tuple(dict.fromkeys(chain(found, *map(promised_by, found))))


def _class_of(module: str, said: str) -> str | None:
    """The whole name of a class of the house as a module calls it; None for one of a library."""
    first, _, rest = said.partition(".")
    places = _imported(module)
    known = (said, f"{module}.{said}", ".".join(filter(None, (places.get(first, first), rest))))
    return next((one for one in known if one in classes()), None)


@cache
def _imported(module: str) -> dict[str, str]:
    """Where the names come from that a module imports from others."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in nodes(modules()[module])
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def methods(name: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """A class's methods but those that Python itself calls, and a property's setter."""
    return {
        node.name: node
        for node in classes()[name].body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if not node.name.startswith("__")
        if not any(ast.unparse(each).endswith((".setter", "overload")) for each in node.decorator_list)
    }


FORGOTTEN.append(methods.cache_clear)


def test_an_override_repeats_neither_what_it_overrides_nor_another_override() -> None:
    """One that has nothing of its own to say has no docstring."""
    said: dict[tuple[str, str, str], list[str]] = {}
    for name in classes():
        for method, node in methods(name).items():
            first = [base for base in promised_by(name) if method in methods(base)]
            text = ast.get_docstring(node)
            if first and text is not None:
                said.setdefault((first[-1], method, text), []).append(f"{name}.{method}")
                own = (methods(base)[method] for base in first)
                assert text not in map(ast.get_docstring, own), f"{name}.{method} repeats: {text}"
                assert not text.startswith("See :class:"), f"{name} says whom to see, not each of its methods"
    examples = _modules_of_examples()
    for (_, _, text), there in said.items():
        others = [name for name in there if not name.startswith(examples)]
        assert len(others) + (len(others) < len(there)) == 1, f"{', '.join(there)} repeat: {text}"


def test_an_error_as_a_part_or_window_is_shown_or_placed_leaves_none_of_them() -> None:
    """Each that overrides such an event is a PlacedPart, by whichever of its bases."""
    every = [node for file in modules().values() for node in nodes(file) if isinstance(node, ast.ClassDef)]
    bases = dict[str, set[str]]()
    for node in every:
        named = (ast.unparse(each).partition("[")[0].rpartition(".")[2] for each in node.bases)
        bases.setdefault(node.name, set()).update(named)

    def placed(name: str) -> bool:
        return name == "PlacedPart" or any(map(placed, bases.get(name, ())))

    events = {"resizeEvent", "moveEvent", "showEvent", "hideEvent"}
    overriding = {name for name in classes() if events & methods(name).keys()}
    assert len(overriding) > 20
    assert not [name for name in overriding if not placed(name.rpartition(".")[2])]


def _modules_of_examples() -> tuple[str, ...]:
    """The beginnings of names in the house's example games: one begins as a copy of another, word by word."""
    rows = [(row.name, row.rules_type.partition(":")[0]) for row in GAMES.values() if row.is_example]
    stems = [(name, rules, rules.rpartition(".")[2]) for name, rules in rows]
    return tuple(
        beginning
        for name, rules, stem in stems
        for beginning in (
            f"{rules}.",
            f"console.table.core.games.{name}.",
            f"console.table.ui.felt.{stem}_on_felt.",
        )
    )
