"""Each library has its place: Qt in the screens, SQLite in the journal, ports in one module."""

from __future__ import annotations

import ast
import re
from itertools import chain

import pytest

from tests.house.floors import SEES
from tests.house.modules import imports, modules, outside, reached, tree, under, using

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
