"""Changes to a module, one place at a time: cosmic-ray's operators, and some that this house needs.

Cosmic-ray changes operators, comparisons, numbers, truth and loops. Here much is said by what a call is given
(``replace(state, rounds=())``), by statements that stand alone, by the rows of tables and by sums of figures
and places, so an argument, a statement, a row and a term are left out, too. What has no
effect when the program runs is left as it is: annotations, docstrings, imports, decorators; and an assertion,
which is there for the types.
"""

from __future__ import annotations

import ast
import random
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Keyword

Place = tuple[tuple[int, int], tuple[int, int]]
"""From line and column to line and column, as both parso and ast count them."""

NOT_USED = (
    "RemoveDecorator",
    "VariableReplacer",
    "VariableInserter",
    "_Is_Eq",
    "_IsNot_NotEq",
    "_Eq_Is",
    "_NotEq_IsNot",
)
"""The first breaks every dataclass or takes a cache away, the next put in a word that nobody wrote; to be an
enum's member or None is to be equal to it."""


class ArgumentOut:
    """A call without one of the arguments that it gives by name."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type in ("arglist", "trailer"):
            for each in self._named(node):
                yield each.start_pos, each.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        out = self._named(node)[index]
        at = node.children.index(out)
        after = node.children[at + 1 : at + 2]
        comma = [one for one in after if getattr(one, "value", None) == ","]
        node.children = node.children[:at] + node.children[at + 1 + len(comma) :]
        return node

    @staticmethod
    def _named(node: Any) -> list[Any]:
        return [
            each
            for each in node.children
            if each.type == "argument" and getattr(each.children[1], "value", None) == "="
        ]


class StatementOut:
    """A line that does something, left out: an assignment to what is there, a call for its effect."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type == "simple_stmt" and self._does(node.children[0]) and _function(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        done = node.children[0]
        left_out = Keyword("pass", done.start_pos, done.get_first_leaf().prefix)
        node.children = [left_out, *node.children[1:]]
        return node

    @staticmethod
    def _does(statement: Any) -> bool:
        if statement.type == "atom_expr":
            return True
        if statement.type != "expr_stmt":
            return False
        first, *rest = statement.children
        again = first.type == "name" and any(
            getattr(each, "value", None) == first.value for one in rest for each in _nodes(one)
        )
        return again or first.type == "atom_expr" or getattr(rest[0], "value", "=") != "="


class RowOut:
    """A display of several values without one of them: a row of a table, a member of a set."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        for row in self._rows(node):
            yield row[0].start_pos, row[-1].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        out = self._rows(node)[index]
        at, end = node.children.index(out[0]), node.children.index(out[-1]) + 1
        if end < len(node.children):  # its comma
            end += 1
        node.children = node.children[:at] + node.children[end:]
        return node

    @staticmethod
    def _rows(node: Any) -> list[list[Any]]:
        if node.type not in ("testlist_comp", "dictorsetmaker"):
            return []
        rows: list[list[Any]] = [[]]
        for each in node.children:
            if each.type == "sync_comp_for" or each.type == "comp_for":
                return []
            if getattr(each, "value", None) == ",":
                rows.append([])
            else:
                rows[-1].append(each)
        rows = [row for row in rows if row]
        return rows if len(rows) > 2 else []  # two values are a pair, whose half no code can read


class TermOut:
    """A sum or a difference without one of its terms, but the first."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type == "arith_expr":
            for sign, term in zip(node.children[1::2], node.children[2::2], strict=True):
                yield sign.start_pos, term.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        at = 2 * index + 1
        node.children = node.children[:at] + node.children[at + 2 :]
        return node


class NeighboursExchanged:
    """Two neighbours of a row that is no mapping exchanged, which do not read the same: columns in another
    order.
    """

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        for one, other in self._pairs(node):
            yield one.start_pos, other.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        one, other = self._pairs(node)[index]
        at, to = node.children.index(one), node.children.index(other)
        children = [*node.children]
        children[at], children[to] = other, one
        one.get_first_leaf().prefix, other.get_first_leaf().prefix = (
            other.get_first_leaf().prefix,
            one.get_first_leaf().prefix,
        )
        node.children = children
        return node

    @staticmethod
    def _pairs(node: Any) -> list[tuple[Any, Any]]:
        if node.type not in ("testlist_comp", "arglist", "testlist_star_expr", "testlist"):
            return []
        if _is_of_a_set(node) or node.parent.type == "classdef":  # no other order of bases, or the same
            return []
        parts = [each for each in node.children if getattr(each, "value", None) != ","]
        named = ("comp_for", "sync_comp_for", "argument")
        return [
            (one, other)
            for one, other in pairwise(parts)
            if not {one.type, other.type}.intersection(named)
            and one.get_code().strip() != other.get_code().strip()
        ]


def _is_of_a_set(node: Any) -> bool:
    """Whether the order of values has no effect: they become a set or a mapping's keys, or are looked for."""
    while node.parent is not None and node.type in (
        "atom", "testlist_comp", "star_expr", "argument", "trailer", "arglist", "atom_expr", "dictorsetmaker"
    ):  # fmt: skip
        before = node.get_previous_sibling()
        if (node.parent.type == "comparison" and getattr(before, "value", None) == "in") or (
            node.type == "trailer" and before.get_last_leaf().value in ("frozenset", "set", "fromkeys")
        ):
            return True
        if node.type == "trailer" or (node.type == "dictorsetmaker" and ":" in _signs(node)):
            return False
        if node.type == "atom" and node.children[0].value == "{":
            return True
        node = node.parent
    return False


def _signs(node: Any) -> list[str]:
    return [getattr(each, "value", "") for each in node.children]


class FirstTermOut:
    """A sum without its first term; of a difference the rest is no longer the same kind of thing."""

    def mutation_positions(self, node: Any) -> Iterator[Place]:
        if node.type == "arith_expr" and node.children[1].value == "+":
            yield node.children[0].start_pos, node.children[2].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        node.children[2].get_first_leaf().prefix = node.children[0].get_first_leaf().prefix
        node.children = node.children[2:]
        return node


def _function(node: Any) -> bool:
    """Whether it stands in a function: what is left out of a class or a module is missed at once."""
    while node is not None and node.type != "funcdef":
        node = node.parent
    return node is not None


OWN: dict[str, Any] = {
    each.__name__: each
    for each in (ArgumentOut, StatementOut, RowOut, TermOut, NeighboursExchanged, FirstTermOut)
}
OF_ROWS = ("core/NumberReplacer", "NeighboursExchanged", "RowOut", "FirstTermOut", "TermOut")
"""The operators that change tables: a limit, an order of columns, a row, a term of a sum."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module: which operator, at its how many'th place, and where that is."""

    path: str
    operator: str
    occurrence: int
    place: Place

    def source(self, root: Path) -> str:
        """The whole module as the mutant has it."""
        return str(
            mutate_code((root / self.path).read_text("utf-8"), _operator(self.operator), self.occurrence)
        )

    def is_python(self, root: Path) -> bool:
        """False if a change makes no program, as of the star among parameters, or can't be made."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # "is not 1"
            try:
                compile(self.source(root), self.path, "exec", dont_inherit=True)
            except (SyntaxError, AttributeError):  # the latter is the tool's own
                return False
        return True

    def __str__(self) -> str:
        return f"{self.path}:{self.place[0][0]} {self.operator}"


def mutants(root: Path, path: str) -> list[Mutant]:
    """Every mutant of a module, by its place."""
    source = (root / path).read_text("utf-8")
    parsed = ast.parse(source)
    idle, limits = _idle(parsed), _limits(parsed)
    tree = get_ast(source)
    nodes = list(_nodes(tree))
    return sorted(
        (
            Mutant(path, name, occurrence, place)
            for name in names()
            for occurrence, place in enumerate(
                place for node in nodes for place in _operator(name).mutation_positions(node)
            )
            if not _in(place, idle) or _in(place, limits)
        ),
        key=lambda each: (each.place, each.operator),
    )


def rows(root: Path, path: str) -> list[Mutant]:
    """The mutants of a module's tables: what stands outside its functions, and each term of a sum."""
    parsed = ast.parse((root / path).read_text("utf-8"))
    without_order = [*_without_order(root, parsed)]
    functions = [
        _place(each)
        for each in ast.walk(parsed)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    ]
    return [
        each
        for each in mutants(root, path)
        if each.operator in OF_ROWS and ("Term" in each.operator or not _in(each.place, functions))
        if each.operator != "NeighboursExchanged" or not _in(each.place, without_order)
    ]


def _without_order(root: Path, parsed: ast.Module) -> Iterator[Place]:
    """The tuples that are only looked in: ``isinstance(event, _NUMBERS)``, ``action in _ANSWERED``,
    ``except IMPOSSIBLE``.
    """
    for each in parsed.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Tuple() as row) | ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Tuple() as row
            ):
                if _is_only_looked_in(root, parsed, name):
                    yield _place(row)


def _is_only_looked_in(root: Path, parsed: ast.Module, name: str) -> bool:
    """A name without an underscore in every module that has it."""
    modules = [parsed] if name.startswith("_") else _modules_with(root, name)
    uses = [_uses(root, module, name) for module in modules]
    return any(used for used, _ in uses) and all(used == looked_in for used, looked_in in uses)


@cache
def _modules_with(root: Path, name: str) -> list[ast.Module]:
    texts = (path.read_text("utf-8") for path in sorted((root / "console").rglob("*.py")))
    return [ast.parse(text) for text in texts if name in text]


def _uses(root: Path, module: ast.Module, name: str) -> tuple[int, int]:
    """How often a module reads a name, and how often it only looks in the tuple, or in one that holds all of
    it.
    """
    used = looked_in = 0
    for each in ast.walk(module):
        match each:
            case ast.Name(id=found, ctx=ast.Load()) | ast.Attribute(attr=found, ctx=ast.Load()):
                used += found == name
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, row]) | ast.Compare(
                ops=[ast.In() | ast.NotIn()], comparators=[row]
            ):
                looked_in += _has(row, name)
            case ast.Call(
                func=ast.Attribute(attr="fromkeys") | ast.Name(id="frozenset" | "set"), args=[row, *_]
            ) | ast.ExceptHandler(type=row):
                looked_in += _has(row, name)
            case ast.AnnAssign(target=ast.Name(id=other), value=ast.Tuple() as row) | ast.Assign(
                targets=[ast.Name(id=other)], value=ast.Tuple() as row
            ):
                looked_in += _has(row, name) and _is_only_looked_in(root, module, other)
    return used, looked_in


def _has(row: ast.expr | None, name: str) -> bool:
    match row:
        case ast.Name(id=found) | ast.Attribute(attr=found):
            return found == name
        case ast.Tuple(elts=parts):
            return any(isinstance(each, ast.Starred) and _has(each.value, name) for each in parts)
    return False


def _in(place: Place, around: Sequence[Place]) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in around)


def sample(root: Path, made: Sequence[Mutant], most: int, seed: int) -> list[Mutant]:
    """A sample, no place twice: an addition can be exchanged for ten things, a comparison for seven.

    They are in the order of chance, and a greater sample begins with the smaller one.
    """
    chance = random.Random(seed)
    at: dict[tuple[str, Place], list[Mutant]] = {}
    for each in made:
        at.setdefault((each.path, each.place), []).append(each)
    one_each = [chance.choice(of) for of in at.values()]
    chance.shuffle(one_each)
    return list(islice((each for each in one_each if each.is_python(root)), most))


@cache
def names() -> tuple[str, ...]:
    """The operators that are used."""
    core = (name for name in operator_names() if name.startswith("core/"))
    return (*(name for name in core if not name.endswith(NOT_USED)), *OWN)


@cache
def _operator(name: str) -> Any:
    return (OWN.get(name) or get_operator(name))()


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _idle(tree: ast.AST) -> list[Place]:
    """Places without effect: annotations and the types that only they use, decorators, imports."""
    idle: list[ast.AST] = []
    for each in ast.walk(tree):
        match each:
            case ast.AnnAssign():
                is_alias = ast.unparse(each.annotation) == "TypeAlias"
                idle += [each.annotation, *([each] if each.value is None or is_alias else [])]
            case ast.arg():
                idle += [each.annotation] if each.annotation else []
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                idle += [*each.decorator_list, *([each.returns] if each.returns else [])]
            case ast.ClassDef():
                idle += [*each.decorator_list, *each.keywords]
            case ast.Module():
                idle += [one for one in each.body if isinstance(one, ast.Assign) and _is_type(one.value)]
            case ast.Import() | ast.ImportFrom() | ast.Assert():
                idle.append(each)
            case ast.If() if isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING":
                idle.append(each)
    return [_place(each) for each in idle]


def _limits(tree: ast.AST) -> list[Place]:
    """The limits that stand in annotations: ``Annotated[str, Meta(max_length=40)]``."""
    return [
        _place(each)
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and ast.unparse(each.func) in ("Meta", "msgspec.Meta")
    ]


def _is_type(value: ast.expr) -> bool:
    """Whether it can be but a type: a union of names, or a name with its brackets."""
    match value:
        case ast.BinOp(op=ast.BitOr()):
            return _is_type(value.left) and _is_type(value.right)
        case ast.Constant(value=None):
            return True
        case ast.Name() | ast.Attribute():
            return True
        case ast.Call(func=ast.Name(id="TypeVar")):
            return True
        case ast.Subscript(value=ast.Name(id=name)):
            return name[:1].isupper() or name in ("tuple", "dict", "list", "frozenset")
    return False


def _place(node: Any) -> Place:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
