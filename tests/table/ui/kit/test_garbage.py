"""Garbage is looked for between events in the window's thread: in no paint, in no reader's thread."""

from __future__ import annotations

import ast
import gc
import linecache
from threading import Thread, current_thread

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.table.ui.kit.garbage import GarbageCollection
from console.table.ui.kit.work import run
from tests.sources import ROOT, nodes

LOOPS = ("loop", "waits")
"""Names of loops that wait for one thing within an application that runs."""


class Left:
    """Something in a circle, which only the search takes away."""

    taken_in: list[str] = []  # noqa: RUF012 (it is looked at after its objects are gone)

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Left.taken_in.append(current_thread().name)


def test_garbage_of_another_thread_is_collected_in_the_windows_thread(qtbot: QtBot) -> None:
    parent = QObject()
    garbage = GarbageCollection(parent)
    Left.taken_in.clear()

    def leave() -> None:
        for _ in range(3 * gc.get_threshold()[0]):
            Left()

    thread = Thread(target=leave, name="reader")
    thread.start()
    thread.join()
    assert Left.taken_in == [], "nothing was looked for where it was made"
    garbage.look()
    assert len(Left.taken_in) == 3 * gc.get_threshold()[0]
    assert set(Left.taken_in) == {current_thread().name}


def test_little_is_not_looked_for(qtbot: QtBot) -> None:
    parent = QObject()
    garbage = GarbageCollection(parent)
    gc.collect()
    Left.taken_in.clear()
    Left()
    garbage.look()
    assert Left.taken_in == []


def test_the_source_texts_that_were_read_at_the_start_are_not_kept(qtbot: QtBot) -> None:
    assert linecache.getline(__file__, 1)
    parent = QObject()
    GarbageCollection(parent)
    assert linecache.cache == {}


def test_an_applications_garbage_goes_between_events_and_as_before_after_its_end(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc, "isenabled", lambda: True)  # the suite itself has it off
    switched = list[str]()
    monkeypatch.setattr(gc, "disable", lambda: switched.append("off"))
    monkeypatch.setattr(gc, "enable", lambda: switched.append("on"))

    def work() -> None:
        switched.append("at work")
        qapp.exit(3)

    QTimer.singleShot(0, work)
    assert run(qapp) == 3
    assert switched == ["off", "at work", "on"]


def test_no_application_runs_in_another_way() -> None:
    """The table's does: it has its screen painted before it looks for garbage."""
    found = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "console").rglob("*.py")
        for node in (nodes(file) if "exec" in file.read_text("utf-8") else ())
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "exec"
        and ast.unparse(node.func.value) not in LOOPS
    }
    assert found == {"console/app/start.py", "console/table/ui/kit/work.py"}
