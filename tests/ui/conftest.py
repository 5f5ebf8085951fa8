"""Where a window stands, no time passes before what it shows is painted: so it is at a table."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from weakref import WeakKeyDictionary, ref

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from console.table.running.clock import SetClock
from console.ui.felt.felt import Felt
from console.ui.hands.guard import PressGuard
from console.ui.kit.surface import Surface
from tests.ui.stands.drawn import Drawn

stand_still = SetClock.advance
"""Time passes while the window's thread stands still: nothing is painted."""
_PARTS: WeakKeyDictionary[Surface, ref[PressGuard]] = WeakKeyDictionary()
_shown_on = PressGuard.shown_on


def _noted(guard: PressGuard, part: Surface) -> None:
    _shown_on(guard, part)
    _PARTS[part] = ref(guard)


PressGuard.shown_on = _noted  # type: ignore[method-assign, assignment]


def paint() -> None:
    """Paint the keys of every prompt that no paint has shown yet."""
    for part, guarded in list(_PARTS.items()):
        guard = guarded()
        if guard is not None and guard.painted_at is None and isValid(part) and part.isVisible():
            guard.hand_over()
            part.repaint()
            if guard.painted_at is None:  # the window has not been put on the screen yet
                QApplication.processEvents()


def advance(clock: SetClock, seconds: float) -> None:
    """Time passes for somebody who has seen what is there."""
    if threading.current_thread() is threading.main_thread():
        paint()
    stand_still(clock, seconds)


@pytest.fixture(autouse=True)
def painted_before_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves the clock has seen what is there."""
    monkeypatch.setattr(SetClock, "advance", advance)


@pytest.fixture
def drawn(qtbot: QtBot) -> Iterator[Drawn]:
    """Each screen of a picture that the test asks for; it is freed at the test's end."""
    from tests.instruments.pictures.screens import every_screen, let_go

    screens = list[QWidget]()

    def make(name: str, language: str) -> QWidget:
        screens.append(every_screen()[name](language))
        return screens[-1]

    yield make
    for screen in screens:
        let_go(screen)


@pytest.fixture
def bare_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written on a felt: where only presses and texts beside it are judged, that is most of the
    time. Every state of every felt is painted in ``test_texts``.
    """
    monkeypatch.setattr(Felt, "paint", lambda *_: None)
