"""Each library has its place: Qt in the screens, SQLite in the journal, ports in one module, JSON in one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from tests.house.floors import ROOMS
from tests.house.modules import ROOT, imports, modules, outside, part_of, reached, under, using
from tests.house.test_imports import room_of
from tests.sources import nodes

SET_UP = (
    "console",
    "console.__main__",
    "console.app.parts",
    "console.base",
    "console.base.door",
    "console.base.part",
    "console.base.command_line",
    "console.base.command_line.table",
    "console.base.setup.environment",
    "console.base.system.lock",
    "console.base.setup.stamp",
    "console.base.setup.locked_versions",
    "console.base.setup.debian",
)

STARTS = (
    "console.floor.ui.overview_start",
    "console.supervisor.ui.paper.beside_window",
    "console.rehearsals.ui.rehearsal_start",
    "console.supervisor.ui.review.review_start",
)
"""They put screens and journals together for a command, or for a paper in a process of its own."""
PYSIDE, SERIAL, SQLITE = {"PySide6", "shiboken6"}, {"serial"}, {"sqlite3", "sqlite_utils"}


def test_qt_is_in_the_screens_and_in_app_alone() -> None:
    assert not {
        module
        for module in using(PYSIDE)
        if part_of(module) != "app" and not under(module, f"console.{part_of(module)}.ui")
    }


def test_sqlite_is_in_the_journal_and_in_the_export_of_facts_alone() -> None:
    others = {module for module in using(SQLITE) if not under(module, "console.table.journal")}
    assert others == {"console.supervisor.reports.facts_database"}


def test_no_statement_numbers_what_is_bound_to_it() -> None:
    """From Python 3.12 on a sequence is not bound to ``?1``, only to ``?``; a mapping is to ``:name``."""
    numbered = {
        f"{module}:{node.lineno}"
        for module in modules()
        if under(module, "console.table.journal")
        for node in nodes(modules()[module])
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"\?\d", node.value)
    }
    assert not numbered


def test_one_file_of_the_devices_opens_ports() -> None:
    (link,) = using(SERIAL)
    assert under(link, "console.table.devices")


@pytest.mark.parametrize(
    ("part", "room"),
    [
        (part, room)
        for part, lines in ROOMS.items()
        for room in chain.from_iterable(lines)
        if part != "app" and room != "ui"
    ],
)
def test_a_room_that_needs_no_window_reaches_no_qt(part: str, room: str) -> None:
    inside = [module for module in modules() if part_of(module) == part and room_of(module) == room]
    everything = frozenset(chain.from_iterable(map(reached, inside)))
    assert everything
    assert not outside(everything) & PYSIDE


@pytest.mark.parametrize(
    "part",
    [f"console.{room}" for room in ("table.game", "table.core", "base.words", "table.words", "table.ui")],
)
def test_the_core_and_the_screens_open_no_port_and_no_store(part: str) -> None:
    core = [module for module in modules() if under(module, part) and module not in STARTS]
    assert not outside(frozenset(chain.from_iterable(map(reached, core)))) & (SERIAL | SQLITE)


@pytest.mark.parametrize("module", SET_UP)
def test_the_set_up_and_the_version_need_the_standard_library_alone(module: str) -> None:
    import sys

    assert not outside(imports(module)) - {"console"} - sys.stdlib_module_names


MAY_CHANGE = ("sys.excepthook", "sys.unraisablehook", "sys.stdout", "sys.stderr", "sys.stdin", "os.environ")
"""The names that a program may replace or fill, by Python's documentation."""


def test_nothing_is_patched_in_python_qt_or_a_library() -> None:
    assert not {
        f"{module}:{line}: {text}" for module in modules() for line, text in patches(nodes(modules()[module]))
    }


@pytest.mark.parametrize(
    "source",
    [
        "import builtins\nbuiltins.compile = print",
        "from enum import EnumType\nEnumType.__new__ = None",
        "from enum import EnumType\nMAKER: Any = EnumType\nMAKER._create_ = None",
        "import sys\nsys.modules['traceback'] = None",
        "import sys\ndel sys.modules['traceback']",
        "import sys\nsys.modules.update(a=1)",
        "import sys\nsys.meta_path.insert(0, 1)",
        "from PySide6.QtWidgets import QWidget\nQWidget.paintEvent = None",
        "from PySide6.QtWidgets import QWidget\nsetattr(QWidget, 'paintEvent', None)",
        "import msgspec\nmsgspec.json.encode = None",
        "def f():\n    import shutil\n    shutil.rmtree = None",
        "import argparse\nvars(argparse).update(_=None)",
        "import argparse\nvars(argparse)['_'] = None",
        "import argparse\nargparse.__dict__.update(_=None)",
        "import argparse\ndel vars(argparse.Action)['help']",
    ],
)
def test_a_patch_is_found(source: str) -> None:
    assert len(list(patches([*ast.walk(ast.parse(source))]))) == 1


def patches(parsed: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """The line and text of each statement that changes a module or class made elsewhere."""
    foreign = foreign_names(parsed)
    for node in parsed:
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                changed = [each for each in targets if isinstance(each, ast.Attribute | ast.Subscript)]
            case ast.AugAssign(target=ast.Attribute() | ast.Subscript() as target):
                changed = [target]
            case ast.AnnAssign(target=ast.Attribute() | ast.Subscript() as target):
                changed = [target]
            case ast.Call(func=ast.Name("setattr" | "delattr"), args=[first, *_]):
                changed = [ast.Attribute(first, "attribute")]
            case ast.Call(func=ast.Attribute(held, method)) if method in CHANGING:
                is_of_imports = ast.unparse(held) in ("sys.modules", "sys.meta_path", "sys.path_hooks")
                changed = [ast.Attribute(held, "names")] if is_of_imports or is_namespace(held) else []
            case _:
                continue
        for each in changed:
            root, attribute = root_of(each)
            if root in foreign and f"{foreign[root]}.{attribute}" not in MAY_CHANGE:
                yield node.lineno, ast.unparse(node)


def foreign_names(parsed: Sequence[ast.AST]) -> dict[str, str]:
    """Each name that stands for a module, class or function of Python's or a library's, with its package."""
    found: dict[str, str] = {}
    for node in parsed:
        match node:
            case ast.Import(names):
                found |= {(each.asname or each.name).partition(".")[0]: each.name for each in names}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {each.asname or each.name: module for each in names}
    packages = {name: module.partition(".")[0] for name, module in found.items()}
    foreign = {name: package for name, package in packages.items() if package not in ("console", "tests")}
    for node in parsed:  # another name for the same: `MAKER: Any = EnumType`
        match node:
            case (
                ast.Assign(targets=[ast.Name(name)], value=ast.Name(value))
                | ast.AnnAssign(target=ast.Name(name), value=ast.Name(value))
            ) if value in foreign:
                foreign.setdefault(name, foreign[value])
    return foreign


def root_of(node: ast.expr) -> tuple[str, str]:
    """The name at the beginning of `a.b.c[d]`, and the first attribute after it."""
    first = ""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        if isinstance(node, ast.Call):  # `vars(a)["b"]`
            if not is_namespace(node):
                break
            node = node.args[0]
            continue
        first = node.attr if isinstance(node, ast.Attribute) else first
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), first


CHANGING = ("append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update")
"""The methods that change a list or a dictionary."""


def is_namespace(node: ast.expr) -> bool:
    """Whether it is the dictionary of a module's or class's names: `vars(a)`, `a.__dict__`."""
    match node:
        case ast.Call(func=ast.Name("vars"), args=[_]) | ast.Attribute(attr="__dict__"):
            return True
    return False


READING = "console/base/system/json_text.py"
OWN = ("console/table/core/", "console/base/setup/", "console/commissioning/commands/upgrade.py")
"""The core takes events and lines that were read as text; the set-up and an upgrade know no library."""


def test_no_other_module_decodes_json() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "console").rglob("*.py"))
        for call in ("json.decode(", "json.Decoder(", "json.loads(", "json.load(")
        if call in path.read_text("utf-8")
    ]
    assert [each for each in found if not each.startswith((*OWN, READING))] == []
