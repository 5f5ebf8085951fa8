"""The house's own rules, held over its import statements and its folders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TOP = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "console",
    "hatch_build.py",
    "pyproject.toml",
    "resources",
    "tests",
    "translations",
}
LEFT_BY_TOOLS = {"__pycache__", "build", "dist"}

SEES = {
    "console.game": (),
    "console.incidents": ("console.game",),
    "console.devices": ("console.game.cards",),
    "console.table": ("console.incidents", "console.game", "console.devices"),
    "console.journal": ("console.table.events", "console.table.entries", "console.lock"),
    "console.words": ("console.table.views", "console.table.roles", "console.game"),
    "console.link": ("console.table", "console.devices.health"),
    "console.ui": (
        "console.table",
        "console.incidents",
        "console.game",
        "console.words",
        "console.config",
        "console.devices.health",
        "console.devices.silence",
        "console.people.answers",
        "console.journal.log_rows",
        "console.records.paper",
        "console.records.sheet",
        "console.records.video",
        "console.records.wording",
        "console.reports.charts",
        "console.reports.figures",
        "console.reports.handover",
        "console.reports.handover_words",
        "console.reports.report_charts",
        "console.reports.report_words",
        "console.reports.shift_report",
        "console.reports.wheel_figures",
        "console.reports.wheel_telling",
    ),
    "console.records": (
        "console.devices.wheel",
        "console.journal",
        "console.table",
        "console.incidents",
        "console.game",
        "console.words",
        "console.people.file",
        "console.people.errors",
    ),
    "console.reports": (
        "console.records",
        "console.journal",
        "console.table",
        "console.devices",
        "console.game",
        "console.words",
    ),
    "console.review": (
        "console.reports",
        "console.records",
        "console.journal",
        "console.table",
        "console.game",
        "console.people",
        "console.config",
        "console.words",
        "console.ui.paper_page",
        "console.ui.review",
        "console.commands.verdict",
    ),
    "console.commands": (
        "console.belonging",
        "console.cli",
        "console.config",
        "console.error_log",
        "console.reports",
        "console.records",
        "console.journal",
        "console.people",
        "console.scrubbing",
        "console.table",
        "console.game",
        "console.words",
        "console.ui.paper_page",
        "console.ui.record_page",
    ),
    "console.people": (
        "console.table.permissions",
        "console.table.roles",
        "console.table.views",
        "console.game",
        "console.words",
    ),
    "console.config": (
        "console.devices.decoders",
        "console.table.views",
        "console.game",
        "console.people.place",
        "console.records.video",
    ),
    "console.opening": ("console.table", "console.journal", "console.game", "console.salvaging"),
    "console.salvaging": ("console.table", "console.journal"),
    "console.belonging": ("console.journal", "console.people"),
    "console.harm_watch": ("console.journal", "console.table.clock"),
    "console.shift_seals": ("console.journal", "console.table.clock", "console.table.entries"),
    "console.scrubbing": (),
    "console.start_mark": ("console.journal.making",),
    "console.protocol": ("console.table", "console.words"),
    "console.drive": (
        "console.opening",
        "console.protocol",
        "console.table",
        "console.journal",
        "console.game",
        "console.words",
    ),
    "console.lock": (),
    "console.unforeseen": (),
    "console.error_log": (),
    "console.debian": (),
    "console.stamp": ("console.lock",),
    "console.bootstrap": ("console.stamp", "console.debian"),
}
"""What a part of the house sees beside itself (the screens: values alone). `app` and
the command line see all."""

SET_UP = (
    "console",
    "console.__main__",
    "console.bootstrap",
    "console.lock",
    "console.stamp",
    "console.debian",
)
PYSIDE, SERIAL, SQLITE = {"PySide6", "shiboken6"}, {"serial"}, {"sqlite3", "sqlite_utils"}
SAYS_NOTHING = re.compile(r"(Manager|Handler|Helpers?|Utils?|Data|Info)$", re.IGNORECASE)


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    files = sorted((ROOT / "console").rglob("*.py"))
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


@cache
def imports(module: str) -> frozenset[str]:
    """All that a module imports, inside functions and for its types too; of ours, the modules."""
    tree = ast.parse(modules()[module].read_text("utf-8"))
    return frozenset(chain.from_iterable(_named(node) for node in ast.walk(tree)))


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


def test_every_part_of_the_house_has_its_place() -> None:
    placed = (*SEES, "console.__main__", "console.app", "console.cli")
    assert not {
        module for module in modules() if module != "console" if not any(under(module, one) for one in placed)
    }


def test_qt_is_in_the_screens_and_in_app_alone() -> None:
    assert not {
        module for module in using(PYSIDE) if not under(module, "console.ui") and module != "console.app"
    }


def test_sqlite_is_in_the_journal_alone() -> None:
    assert not {module for module in using(SQLITE) if not under(module, "console.journal")}


def test_one_file_of_the_devices_opens_ports() -> None:
    (link,) = using(SERIAL)
    assert under(link, "console.devices")


@pytest.mark.parametrize(
    "part",
    [
        f"console.{name}"
        for name in ("drive", "link", "people", "commands.verdict", "table", "records", "reports")
    ],
)
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
    trees = {name: ast.parse(file.read_text("utf-8")) for name, file in modules().items()}
    classes = {
        f"{name}.{node.name}"
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    assert not {name for name in {*classes, *modules()} if SAYS_NOTHING.search(name)}
