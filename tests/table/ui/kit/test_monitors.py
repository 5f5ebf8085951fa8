"""The computer's screens outlive the windows that were asked for theirs."""

from __future__ import annotations

import ast
import ctypes
import subprocess
import sys
from threading import Event

import pytest
from PySide6.QtGui import QGuiApplication

from console.table.ui.kit import monitors
from console.table.ui.kit.monitors import keep_screens_on
from tests.base.words.catalogues import words
from tests.sources import ROOT, nodes

OURS = "console/table/ui/kit/monitors.py"
"""The one file that asks a window for its screen."""
TWO_WINDOWS = """
import gc
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from console.table.ui.kit.monitors import screen_of

class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.itself = self

def leave():
    one = Window()
    one.show()
    screen_of(one)
    other = Window()
    screen_of(other)
    one.other, other.other = other, one

application = QApplication([])
leave()
gc.collect()
QWidget().show()
print(len(QGuiApplication.screens()))
"""


def test_a_screen_stays_though_two_windows_that_were_asked_go_at_once() -> None:
    """In a process of its own: a window that is made without a screen ends it."""
    line = [sys.executable, "-c", TWO_WINDOWS]
    ended = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "1\n"), ended.stderr


def test_no_window_is_asked_for_its_screen_elsewhere() -> None:
    found = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "console").rglob("ui/**/*.py")
        for node in (nodes(file) if ".screen()" in file.read_text("utf-8") else ())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "screen"
    }
    assert found == {OURS}


@pytest.mark.parametrize("platform", ["wayland", "wayland-egl", "xcb"])
def test_without_the_bus_library_nobody_keeps_the_screens_on(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    """Under Wayland it counted as kept on, although nobody had been asked."""

    def is_missing(name: str) -> ctypes.CDLL:
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(QGuiApplication, "platformName", lambda: platform)
    monkeypatch.setattr(ctypes, "CDLL", is_missing)
    assert keep_screens_on.__wrapped__().result(10) is False


def test_no_window_waits_for_a_desktop_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A session's bus that took the connection and said nothing held the window back for minutes."""
    answers, is_written = Event(), Event()
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(monitors, "_suspends_saver", lambda: False)
    monkeypatch.setattr(monitors, "_inhibits_saver", lambda *, without_bus: not answers.wait(10))
    asked = keep_screens_on.__wrapped__()
    monkeypatch.setattr(monitors, "keep_screens_on", lambda: asked)
    monitors.warn_if_dark(words("de"))
    asked.add_done_callback(lambda _: is_written.set())
    assert not asked.done() and not capfd.readouterr().err
    answers.set()
    assert asked.result(10) is False and is_written.wait(10)
    assert capfd.readouterr().err == words("de").text("screen.goes_dark") + "\n"
