"""Names say what a thing is, and one name is one thing."""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Iterator
from functools import cache

from tests.house.modules import ROOT, in_rooms, modules, rooms
from tests.sources import FORGOTTEN, nodes

NOUNS_IN_ING = {"heading", "lettering", "opening", "table_opening"}
"""Modules whose name ends as a gerund does, and is a thing: a file's heading, a page's lettering."""

TWICE_IN_THE_HOUSE = {
    "card_sets": "the sets of a journal, and the command on them",
    "shoe": "the rules of a shoe, and the command on the figures of shoes",
    "at_table": "what each part does at a table at work",
    "door": "a room's public names, and the way by which tables ship to a floor",
    "errors": "each of floor, journal, link and people has its own, with the keys of their words",
    "facts": "the facts that an incident turns on, and those of a table's history",
    "games": "the games that rules know, and the games' places on the felt",
    "keys": "the journal's key, and those of a keyboard",
    "part": "each part of the console has its value in a module of this name",
    "parts": "the parts of the console, and those of the software that is installed",
    "payout": "each game's",
    "round": "a round of blackjack, and the command on one round",
    "rules": "each game's",
    "table": "the room of a table, and the table of the commands",
}

SAYS_NOTHING = re.compile(r"(Manager|Handler|Helpers?|Utils?|Data|Info)$", re.IGNORECASE)


def test_no_name_of_a_class_or_module_is_empty_of_meaning() -> None:
    classes = {
        f"{name}.{node.name}"
        for name in modules()
        for node in nodes(modules()[name])
        if isinstance(node, ast.ClassDef)
    }
    assert not {name for name in {*classes, *modules()} if SAYS_NOTHING.search(name)}


def test_a_module_is_named_for_a_thing_and_not_for_doing_something() -> None:
    assert {name for name in in_rooms() if name.endswith("ing")} == NOUNS_IN_ING


def test_few_names_stand_twice_in_the_house_and_none_in_one_room() -> None:
    twice = {name for name, there in in_rooms().items() if len(there) > 1}
    assert twice == TWICE_IN_THE_HOUSE.keys()
    beside = {name for name in in_rooms() for room in rooms() if {f"{room}.{name}"} & rooms().keys()}
    assert not {name for name in beside if any(f"{room}.{name}" in rooms() for room in in_rooms()[name])}


@cache
def brought_in(module: str) -> frozenset[str]:
    """The names that a module's own imports give, but those inside its functions."""
    return frozenset(each.get_name() for each in _names_of(module).get_symbols() if each.is_imported())


@cache
def _names_of(module: str) -> symtable.SymbolTable:
    return symtable.symtable(modules()[module].read_text("utf-8"), module, "exec")


FORGOTTEN.append(_names_of.cache_clear)


def _functions_in(names: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for inner in names.get_children():
        if inner.get_type() == "function":
            yield inner
        yield from _functions_in(inner)


def test_no_local_has_the_name_of_something_that_its_module_imports() -> None:
    """Who reads the function takes one for the other. A function's own import is no such local."""
    hidden = {
        f"{module}:{function.get_lineno()}: {each.get_name()} in {function.get_name()}"
        for module in modules()
        for function in _functions_in(_names_of(module))
        for each in function.get_symbols()
        if each.is_local() and not each.is_imported() and each.get_name() in brought_in(module)
    }
    assert not hidden


def test_no_import_has_the_name_of_a_builtin() -> None:
    hidden = {f"{module}: {name}" for module in modules() for name in brought_in(module) & {*dir(builtins)}}
    assert not hidden


LONGEST_NAME = 80
"""Letters of a test's name: a sentence that is read in one line of pytest's own."""


def test_the_name_of_a_test_is_a_sentence_of_at_most_eighty_letters() -> None:
    names = {
        f"{file.relative_to(ROOT)}: {node.name}": len(node.name)
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    assert len(names) > 3000
    assert not {name: letters for name, letters in names.items() if letters > LONGEST_NAME}
