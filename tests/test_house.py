"""The house's own rules, held over its import statements and its folders."""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import pytest

from console.game.games import GAMES
from console.words.locales import LANGUAGES
from tests.sources import nodes, parsed

ROOT = Path(__file__).resolve().parent.parent

TOP = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "console",
    "hatch_build.py",
    "pyproject.toml",
    "requirements.lock",
    "resources",
    "tests",
    "translations",
}
LEFT_BY_TOOLS = {"__pycache__", "build", "dist"}

SEES = {
    "console.game": ("console.nearest", "console.whole_file"),
    "console.incidents": ("console.game",),
    "console.devices": ("console.game.cards", "console.secrets"),
    "console.table": (
        "console.incidents",
        "console.game",
        "console.devices",
        "console.nearest",
    ),
    "console.journal": (
        "console.errors.worded_error",
        "console.table.state.events",
        "console.table.state.event_kinds",
        "console.table.state.note_kinds",
        "console.table.state.entries",
        "console.lock",
        "console.whole_file",
    ),
    "console.floor": (
        "console.errors.worded_error",
        "console.config",
        "console.journal",
        "console.table.showing",
        "console.table.games.game",
        "console.table.judging.transition",
        "console.table.running.replay",
        "console.table.running.station",
        "console.table.state",
        "console.words.locales",
        "console.words.outside",
        "console.whole_file",
    ),
    "console.words": (
        "console.errors.worded_error",
        "console.table.showing.screen_values",
        "console.table.state.views",
        "console.table.state.actions",
        "console.table.state.commissioning_state",
        "console.table.state.phases",
        "console.table.state.player_answers",
        "console.table.state.reasons",
        "console.table.state.roles",
        "console.incidents.known_kinds",
        "console.game",
    ),
    "console.link": (
        "console.errors.worded_error",
        "console.whole_file",
        "console.table",
        "console.devices.health",
        "console.game.blackjack.basic_strategy",
        "console.secrets",
    ),
    "console.ui": (
        "console.errors.worded_error",
        "console.table",
        "console.incidents.known_kinds",
        "console.game",
        "console.words",
        "console.config",
        # Whole rooms: what reads a journal there is kept from the screens by the test of ports and stores.
        "console.floor.alarms",
        "console.records.documents",
        "console.reports",
        "console.rehearsal",
        "console.review",
        # The values of rooms that do more: they try a table, read files or reach a server.
        "console.commissioning.certificate",
        "console.commissioning.proof",
        "console.commissioning.proof_words",
        "console.commissioning.proofs.panel_proofs",
        "console.commissioning.table_proofs",
        "console.commissioning.devices.device_under_test",
        "console.devices.health",
        "console.devices.model",
        "console.devices.readings",
        "console.floor.errors",
        "console.floor.texts",
        "console.floor.self_report",
        "console.floor.wall",
        "console.journal.log.rows",
        "console.people.answers",
        "console.proficiency.matrix",
    ),
    "console.records": (
        "console.errors.worded_error",
        "console.whole_file",
        "console.software.identity",
        "console.devices.catalogue",
        "console.devices.model",
        "console.devices.wheel_status",
        "console.journal",
        "console.table",
        "console.incidents",
        "console.game",
        "console.words",
    ),
    "console.reports": (
        "console.errors.worded_error",
        "console.software.identity",
        "console.records",
        "console.journal",
        "console.table",
        "console.devices",
        "console.game",
        "console.words",
    ),
    "console.scenes": (
        "console.table",
        "console.journal",
        "console.game",
        "console.words",
        "console.whole_file",
    ),
    "console.commissioning": (
        "console.errors.worded_error",
        "console.scenes",
        "console.floor",
        "console.config",
        "console.link",
        "console.setup.lock_file",
        "console.software",
        "console.records.documents",
        "console.journal",
        "console.custody",
        "console.people",
        "console.devices",
        "console.table",
        "console.incidents",
        "console.game",
        "console.words",
        "console.whole_file",
    ),
    "console.trial": (
        "console.errors.worded_error",
        "console.records",
        "console.journal",
        "console.table",
        "console.incidents",
        "console.game",
        "console.words",
    ),
    "console.proficiency": (
        "console.errors.worded_error",
        "console.rehearsal",
        "console.journal.file.errors",
        "console.journal.proof.keys",
        "console.lock",
        "console.records.documents",
        "console.people",
        "console.table.showing.screen_values",
        "console.table.state.roles",
        "console.whole_file",
        "console.words",
    ),
    "console.monitoring": (
        "console.errors.worded_error",
        "console.reports.counts",
        "console.records",
        "console.journal",
        "console.table",
        "console.game",
        "console.whole_file",
    ),
    "console.review": (
        "console.errors.worded_error",
        "console.floor",
        "console.reports",
        "console.records",
        "console.journal",
        "console.table",
        "console.game",
        "console.people",
        "console.config",
        "console.words",
    ),
    "console.commands": (
        "console.errors.worded_error",
        "console.command_table",
        "console.arguments",
        "console.commissioning",
        "console.scenes.scene_file",
        "console.nearest",
        "console.config",
        "console.devices",
        "console.errors.error_log",
        "console.held_folder",
        "console.monitoring",
        "console.floor",
        "console.reports",
        "console.records",
        "console.journal",
        "console.people",
        "console.setup",
        "console.secrets",
        "console.software",
        "console.table",
        "console.game",
        "console.incidents",
        "console.words",
        "console.review",
        "console.trial",
        "console.proficiency",
        "console.rehearsal",
        "console.custody",
        "console.whole_file",
    ),
    "console.people": (
        "console.errors.worded_error",
        "console.table.state.roles",
        "console.table.showing.screen_values",
        "console.words",
        "console.whole_file",
    ),
    "console.config": (
        "console.whole_file",
        "console.nearest",
        "console.devices",
        "console.table.showing.screen_values",
        "console.game",
        "console.people.file",
        "console.records.documents.video",
        "console.words.locales",
    ),
    "console.studio": (
        "console.floor",
        "console.table",
        "console.journal",
        "console.custody",
        "console.devices",
        "console.game",
        "console.people",
        "console.lock",
        "console.review.log.entry_terms",
    ),
    "console.rehearsal": (
        "console.errors.worded_error",
        "console.held_folder",
        "console.table",
        "console.journal",
        "console.devices",
        "console.incidents",
        "console.game",
        "console.nearest",
        "console.records.accounts",
    ),
    "console.secrets": (),
    "console.drive": (
        "console.arguments",
        "console.custody.table_opening",
        "console.table",
        "console.journal",
        "console.game",
        "console.words",
    ),
    "console.command_table": (),
    "console.lock": (),
    "console.held_folder": ("console.lock",),
    "console.whole_file": (),
    "console.notify_socket": (),
    "console.nearest": (),
    "console.arguments": (
        "console.command_table",
        "console.nearest",
        "console.game.rulebook",
        "console.words",
    ),
    "console.errors": (),
    "console.custody": (
        "console.errors.worded_error",
        "console.software.manifest",
        "console.table",
        "console.journal",
        "console.game",
        "console.people",
        "console.whole_file",
    ),
    "console.setup": ("console.lock", "console.whole_file"),
    "console.software": (
        "console.errors.worded_error",
        "console.journal.file.errors",
        "console.journal.proof.keys",
        "console.whole_file",
    ),
}
"""The modules that each part of the house sees beside its own (the screens: values alone).

`app` and the command line see all.
"""

UI_SEES = {
    "pyside": (),
    "hands": (),
    "signs": (),
    "kit": ("hands", "signs"),
    "felt": ("kit", "hands", "signs"),
    "incident": ("felt", "kit", "hands", "signs"),
    "dealer": ("incident", "felt", "kit", "hands", "signs"),
    "sign_in": ("dealer", "kit", "hands", "signs"),
    "pit": ("sign_in", "dealer", "incident", "felt", "kit", "hands", "signs"),
    "review": (
        "window.bridge",
        "paper.shift_charts",
        "sign_in",
        "dealer",
        "incident.incident_words",
        "incident.stage",
        "felt",
        "kit",
        "hands",
        "signs",
    ),
    "people": ("review.page", "review.page_desk", "sign_in", "dealer", "kit", "hands", "signs"),
    "commissioning": ("review", "sign_in.purpose", "dealer", "felt", "kit", "hands", "signs"),
    "floor": ("sign_in", "dealer", "incident", "felt", "kit", "hands", "signs"),
    "paper": ("kit", "signs"),
    "rehearsal": (
        "window",
        "review",
        "sign_in",
        "dealer",
        "incident",
        "felt",
        "kit",
        "hands",
        "signs",
    ),
    "window": ("pit", "sign_in", "dealer", "incident", "felt", "kit", "hands", "signs"),
}
"""The rooms of the screens that each of them sees as it is loaded.

Inside functions a screen may make what lies over it, and for types it may name what it was given.
"""
PANELS = "console.ui.incident.panels"
"""Loaded with the first incident: nothing of the dealer's own screen needs them before."""

TABLE_LAYERS = ("state", "protocol", "games", "play", "incident", "judging", "showing", "running")
"""The layers of the core, from below: each sees those that stand before it here."""

SET_UP = (
    "console",
    "console.__main__",
    "console.setup.environment",
    "console.lock",
    "console.setup.stamp",
    "console.setup.lock_file",
    "console.setup.debian",
)
PYSIDE, SERIAL, SQLITE = {"PySide6", "shiboken6"}, {"serial"}, {"sqlite3", "sqlite_utils"}
NOUNS_IN_ING = {"heading", "lettering", "opening", "recording", "table_opening"}
"""Modules whose name ends as a gerund does, and is a thing: a file's heading, a page's lettering."""

TWICE_IN_THE_HOUSE = {
    "errors": "each of floor, journal, link and people has its own, with the keys of their words",
    "games": "the games that rules know, and the games' places on the felt",
    "keys": "the journal's key, and those of a keyboard",
    "payout": "each game's",
    "round": "a round of blackjack, and the command on one round",
    "rules": "each game's",
    "shoe": "the shoe, and its signs",
    "wheel": "the wheel's signs, and the command on a wheel's numbers",
}

SAYS_NOTHING = re.compile(r"(Manager|Handler|Helpers?|Utils?|Data|Info)$", re.IGNORECASE)


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
    names = chain.from_iterable(_named(node) for node in tree(module).body)
    return frozenset(names) & modules().keys()


@cache
def imports(module: str) -> frozenset[str]:
    """All that a module imports, inside functions and for its types too; of ours, the modules."""
    return frozenset(chain.from_iterable(_named(node) for node in nodes(modules()[module])))


def _named(node: ast.AST) -> Iterator[str]:
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


@pytest.mark.parametrize("part", SEES)
def test_imports_point_down(part: str) -> None:
    seen = (*SEES[part], part)
    upward = {
        f"{module} imports {name}"
        for module in modules()
        if under(module, part)
        for name in imports(module)
        if under(name, "console") and name != "console"
        if not any(under(name, one) for one in seen)
    }
    assert not upward


@pytest.mark.parametrize("number", range(len(TABLE_LAYERS)), ids=TABLE_LAYERS)
def test_each_layer_of_the_core_sees_those_beneath_it_alone(number: int) -> None:
    above = TABLE_LAYERS[number + 1 :]
    upward = {
        f"{module} imports {name}"
        for module in modules()
        if under(module, f"console.table.{TABLE_LAYERS[number]}")
        for name in imports(module)
        if any(under(name, f"console.table.{layer}") for layer in above)
    }
    assert not upward


def test_every_room_of_the_core_is_a_layer_of_it() -> None:
    assert {name.split(".")[2] for name in modules() if name.startswith("console.table.")} == {*TABLE_LAYERS}


def test_every_part_of_the_house_has_its_place() -> None:
    twice = [part for part, seen in SEES.items() if len(set(seen)) < len(seen)]
    assert twice == [], "a room stands there twice"
    placed = (*SEES, "console.__main__", "console.app", "console.cli")
    assert not {
        module for module in modules() if module != "console" if not any(under(module, one) for one in placed)
    }


def test_qt_is_in_the_screens_and_in_app_alone() -> None:
    assert not {
        module
        for module in using(PYSIDE)
        if not under(module, "console.ui") and not under(module, "console.app")
    }


def test_sqlite_is_in_the_journal_alone() -> None:
    assert not {module for module in using(SQLITE) if not under(module, "console.journal")}


def test_no_statement_numbers_what_is_bound_to_it() -> None:
    """From Python 3.12 on a sequence is not bound to ``?1``, only to ``?``; a mapping is to ``:name``."""
    numbered = {
        f"{module}:{node.lineno}"
        for module in modules()
        if under(module, "console.journal")
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"\?\d", node.value)
    }
    assert not numbered


def test_one_file_of_the_devices_opens_ports() -> None:
    (link,) = using(SERIAL)
    assert under(link, "console.devices")


@pytest.mark.parametrize("part", [part for part in SEES if part != "console.ui"])
def test_what_needs_no_window_reaches_no_qt(part: str) -> None:
    everything = frozenset(
        chain.from_iterable(reached(module) for module in modules() if under(module, part))
    )
    assert everything
    assert not outside(everything) & PYSIDE


@pytest.mark.parametrize("part", ["console.game", "console.table", "console.words", "console.ui"])
def test_the_core_and_the_screens_open_no_port_and_no_store(part: str) -> None:
    core = [module for module in modules() if under(module, part)]
    assert not outside(frozenset(chain.from_iterable(map(reached, core)))) & (SERIAL | SQLITE)


@pytest.mark.parametrize("module", SET_UP)
def test_the_set_up_and_the_version_need_the_standard_library_alone(module: str) -> None:
    import sys

    assert not outside(imports(module)) - {"console"} - sys.stdlib_module_names


def test_the_top_level_is_what_the_house_says() -> None:
    there = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")}
    assert there - LEFT_BY_TOOLS == TOP


def test_names_say_what_a_thing_is() -> None:
    classes = {
        f"{name}.{node.name}"
        for name in modules()
        for node in nodes(modules()[name])
        if isinstance(node, ast.ClassDef)
    }
    assert not {name for name in {*classes, *modules()} if SAYS_NOTHING.search(name)}


def brought_in(module: str) -> frozenset[str]:
    """The names that a module's own imports give, but those inside its functions."""
    return frozenset(each.get_name() for each in _names_of(module).get_symbols() if each.is_imported())


@cache
def _names_of(module: str) -> symtable.SymbolTable:
    return symtable.symtable(modules()[module].read_text("utf-8"), module, "exec")


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


def test_no_module_but_the_table_of_languages_asks_for_one_by_its_code() -> None:
    """A language is one row and one catalogue; `arguments.USUAL_RULES` names a market's rulebook."""
    asking = {
        f"{module}:{node.lineno}: {node.value!r}"
        for module in modules()
        if module != "console.words.locales"
        for node in _but_rules(tree(module))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    }
    assert not asking


def test_no_module_compares_the_name_of_a_game() -> None:
    """All that varies is a value of the game's row in `console.game.games`. A seat's result is no game."""
    asking = {
        f"{module}:{node.lineno}: {ast.unparse(node)}"
        for module in modules()
        for node in nodes(modules()[module])
        if isinstance(node, ast.Compare | ast.MatchValue)
        if not (isinstance(node, ast.Compare) and ast.unparse(node.left) == "result")
        if any(isinstance(each, ast.Constant) and each.value in GAMES for each in ast.iter_child_nodes(node))
    }
    assert not asking


GAME_ROWS = ("console.game.games", "console.table.games.registry", "console.ui.felt.games")
"""The tables in which each game has a row: what the house knows of it, how a table plays it, how it looks."""


def test_no_module_but_those_of_the_rows_has_a_table_by_the_names_of_games() -> None:
    """Another one would be forgotten with the next game: what it has belongs into a game's row."""
    keyed = {
        f"{module}:{node.lineno}: {each.value!r}"
        for module in modules()
        if module not in GAME_ROWS
        for node in nodes(modules()[module])
        if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set)
        for each in (node.keys if isinstance(node, ast.Dict) else node.elts)
        if isinstance(each, ast.Constant) and each.value in GAMES
    }
    assert not keyed


def _but_rules(part: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(part):
        match node:
            case ast.Assign(targets=[ast.Name(id="USUAL_RULES")]):
                continue
        yield node
        yield from _but_rules(node)


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


def test_few_names_stand_twice_in_the_house_and_none_in_one_room() -> None:
    twice = {name for name, there in in_rooms().items() if len(there) > 1}
    assert twice == TWICE_IN_THE_HOUSE.keys()
    beside = {name for name in in_rooms() for room in rooms() if {f"{room}.{name}"} & rooms().keys()}
    assert not {name for name in beside if any(f"{room}.{name}" in rooms() for room in in_rooms()[name])}


def test_a_module_is_named_for_a_thing_and_not_for_doing_something() -> None:
    assert {name for name in in_rooms() if name.endswith("ing")} == NOUNS_IN_ING


def test_a_sentence_says_what_each_room_is() -> None:
    for name, file in rooms().items():
        said = ast.get_docstring(parsed(file))
        assert said is not None, name
        first = said.partition("\n\n")[0]
        assert first.endswith(".") and 6 <= len(first.split()) <= 30, f"{name}: {first}"


def test_a_room_holds_few_enough_modules_to_be_seen_at_once() -> None:
    held = {room: [name for name in in_rooms() if room in in_rooms()[name]] for room in rooms()}
    assert not {room: len(there) for room, there in held.items() if there and not 3 <= len(there) <= 13}


def test_each_room_of_the_screens_sees_those_beneath_it_alone() -> None:
    assert {name.split(".")[2] for name in modules() if name.startswith("console.ui.")} == UI_SEES.keys()
    upward = {
        f"{module} imports {name}"
        for room, seen in UI_SEES.items()
        for module in modules()
        if under(module, f"console.ui.{room}")
        for name in loaded_with(module)
        if under(name, "console.ui")
        if not any(under(name, f"console.ui.{one}") for one in (*seen, room))
    }
    assert not upward
    idle = {f"{room} sees no {one}" for room, seen in UI_SEES.items() for one in seen if not _sees(room, one)}
    assert not idle


def _sees(room: str, one: str) -> bool:
    inside = [module for module in modules() if under(module, f"console.ui.{room}")]
    return any(under(name, f"console.ui.{one}") for module in inside for name in loaded_with(module))


def test_nothing_of_the_dealers_screen_is_loaded_with_the_incidents_panels() -> None:
    """They come with the first incident; no start waits for what it does not show."""
    rooms_before = [f"console.ui.{room}" for room in ("felt", "dealer", "kit")]
    early = {
        f"{module} imports {name}"
        for module in modules()
        if any(under(module, room) for room in rooms_before)
        for name in loaded_with(module)
        if under(name, PANELS)
    }
    assert not early


def test_no_imports_go_in_a_circle() -> None:
    """No circle goes through imports inside functions or for types alone, either."""
    left = {name: imports(name) & modules().keys() - {name} for name in modules()}
    while ends := {name for name, needed in left.items() if not needed & left.keys()}:
        for name in ends:
            del left[name]
    assert not left


def test_what_a_docstring_refers_to_is_there() -> None:
    lost = [
        f"{module}: {kind} {name}"
        for module, file in modules().items()
        for kind, name in _REFERENCE.findall(file.read_text("utf-8"))
        if not _is_there(module, kind, name)
    ]
    assert not lost


@pytest.mark.parametrize("part", ["console", "tests"])
def test_no_docstring_stands_beneath_another(part: str) -> None:
    """It would be of a name that is declared elsewhere: a line came between that name and its meaning."""
    parted = [
        f"{file.relative_to(ROOT)}:{second.lineno}"
        for file in sorted((ROOT / part).rglob("*.py"))
        for node in nodes(file)
        if isinstance(body := getattr(node, "body", None), list)
        for first, second in pairwise(body)
        if _is_text(first) and _is_text(second)
    ]
    assert not parted


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


_REFERENCE = re.compile(r":(mod|class|func|meth|attr|data|exc):`~?([\w.]+)`")


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


def test_a_docstring_says_raises_where_something_is_raised() -> None:
    """'Raises X where ...': never an error's name alone behind a semicolon, or at a sentence's beginning."""
    mute = re.compile(r"(?:^|; |\. )(?:an? )?[A-Z]\w+Error\b(?! that| says| has)")
    said = [
        f"{name}: {found[0]}"
        for name, file in modules().items()
        if not under(name, "console.ui")
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (found := mute.search(" ".join((ast.get_docstring(node) or "").split())))
    ]
    assert not said


def described() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Each function that has a docstring, with its module; the docstring on one line."""
    for module, file in modules().items():
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (text := ast.get_docstring(node)):
                yield module, node, " ".join(text.split())


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


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Every class at a module's top, by its whole name."""
    return {
        f"{module}.{node.name}": node
        for module in modules()
        for node in tree(module).body
        if isinstance(node, ast.ClassDef)
    }


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


LARGEST = 400
"""Lines of a class: what is longer has parts with names of their own, each with its own state."""


def is_value(node: ast.ClassDef) -> bool:
    """Whether it only says what is so: a struct that nobody changes, or a tuple with names."""
    bases = [ast.unparse(base) for base in node.bases]
    frozen = any(each.arg == "frozen" and ast.unparse(each.value) == "True" for each in node.keywords)
    return frozen or "NamedTuple" in bases


def test_no_class_but_a_pure_value_is_larger_than_somebody_reads_at_once() -> None:
    everywhere = [node for module in modules() for node in ast.walk(tree(module))]
    lines = {
        node.name: (node.end_lineno or 0) - node.lineno + 1
        for node in everywhere
        if isinstance(node, ast.ClassDef) and not is_value(node)
    }
    assert not {name: long for name, long in lines.items() if long > LARGEST}


def _is_program(text: str) -> bool:
    """Whether a text of several lines is a program in Python that uses the console or its tests."""
    try:
        read = ast.parse(text) if "\n" in text.strip() else None
    except SyntaxError:
        return False
    named = [name for node in ast.walk(read) for name in _named(node)] if read is not None else []
    return any(under(name, own) for name in named for own in ("console", "tests"))


def test_what_an_instrument_runs_beside_itself_is_a_module_and_no_text() -> None:
    """No check of types reads a text, and no test runs each of an instrument's parts."""
    found = {
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests/instruments").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_program(node.value)
    }
    assert not found


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


BY_PLACE = 4
"""Values of a screen's constructor that are told apart by their place; every further one is given by name."""
MOST_BY_PLACE = 6
"""Values of any other function of the screens that are told apart so."""


def _screens() -> dict[str, list[ast.AST]]:
    """The nodes of every module of the screens and of what puts them together."""
    seen = ("console.ui.", "console.app.")
    return {module: [*ast.walk(tree(module))] for module in modules() if module.startswith(seen)}


def test_a_screen_is_made_from_few_values_that_only_their_place_tells_apart() -> None:
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


def test_every_public_method_is_described_by_itself_or_by_what_it_overrides() -> None:
    """In the place of the linter's D102, which knows no class but the one that it reads."""
    mute = {
        f"{name}.{method}"
        for name in classes()
        if not name.rpartition(".")[2].startswith("_")
        for method, node in methods(name).items()
        if not method.startswith("_") and ast.get_docstring(node) is None
        if not any(
            method in methods(base) and ast.get_docstring(methods(base)[method]) is not None
            for base in promised_by(name)
        )
    }
    assert not mute


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
    assert not {text: there for (_, _, text), there in said.items() if len(there) > 1}
