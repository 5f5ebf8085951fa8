"""Where a window stands, no time passes before what it shows is painted: so it is at a table.

Its paint is drawn only where a test looks at it. Each part's tests of windows take this into their conftest.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPaintDevice, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from console.table.core import SetClock
from console.table.ui.felt import Felt
from console.table.ui.hands import PressGuard
from console.table.ui.kit import ScaledWidget, Surface
from console.table.ui.signs import Sign
from tests.instruments.pictures.drawn import Undrawn, undrawn
from tests.table.ui.harness.drawn import SIZE, Drawn, Made, let_go

__all__ = (
    "bare_felt",
    "drawn",
    "drawn_on_screen",
    "painted_before_time_passes",
    "pytest_runtest_call",
    "unpainted",
)

stand_still = SetClock.advance
"""Time passes while the window's thread stands still: nothing is painted."""
_GUARDS: WeakKeyDictionary[PressGuard, None] = WeakKeyDictionary()
_shown_on = PressGuard.shown_on


def _noted(guard: PressGuard, part: Surface) -> None:
    _shown_on(guard, part)
    _GUARDS[guard] = None


PressGuard.shown_on = _noted  # type: ignore[method-assign, assignment]


def paint() -> None:
    """Paint the keys of every prompt that no paint has shown yet."""
    for guard in [*_GUARDS]:
        for part in guard._shown_on if guard.painted_at is None else ():
            assert isinstance(part, Surface)
            if guard.painted_at is None and isValid(part) and part.isVisible():
                guard.hand_over()
                part.repaint()
                if guard.painted_at is None:  # the window has not been put on the screen yet
                    QApplication.processEvents()


def advance(clock: SetClock, seconds: float) -> None:
    """Time passes for somebody who has seen what is there."""
    if threading.current_thread() is threading.main_thread():
        paint()
    stand_still(clock, seconds)


_sign, _signs = Sign.__call__, set[Sign]()


def _signed(sign: Sign, painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a sign once where nobody looks, so that its file is there and Qt can draw it."""
    if not isinstance(painter, Undrawn) or sign not in _signs:
        _signs.add(sign)
        _sign(sign, painter, rect, colour)


Sign.__call__ = _signed  # type: ignore[method-assign, assignment]
_drawing = ScaledWidget.painter
_grabs = list[QWidget]()


def _grabbed(grab: Callable[..., Any]) -> Callable[..., Any]:
    """A picture that a test takes of a widget: all of it is drawn."""

    @wraps(grab)
    def taken(widget: QWidget, *given: Any) -> Any:
        _grabs.append(widget)
        try:
            return grab(widget, *given)
        finally:
            _grabs.pop()

    return taken


for _name in ("grab", "render"):
    setattr(QWidget, _name, _grabbed(getattr(QWidget, _name)))


def drawn_if_grabbed(part: ScaledWidget, on: QPaintDevice | None = None) -> QPainter:
    """A painter that draws pictures, those that a part keeps of itself and those that a test takes.

    Nobody looks at the screen's paint, which took a fourth of these tests' time.
    """
    return _drawing(part, on) if _grabs or on is not None else undrawn(part)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call() -> Iterator[None]:
    """The windows that a test leaves are not painted: pytest-qt turns the loop once more after each.

    Nor are those of the tests before, of which hundreds wait for the search for garbage.
    """
    for guard in [*_GUARDS]:
        if not any(isinstance(part, QWidget) and isValid(part) for part in guard._shown_on):
            del _GUARDS[guard]
    yield
    for window in QApplication.topLevelWidgets():
        window.setUpdatesEnabled(False)


@pytest.fixture(autouse=True)
def painted_before_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that moves the clock has seen the screen; paint is drawn in pictures alone."""
    monkeypatch.setattr(SetClock, "advance", advance)
    monkeypatch.setattr(ScaledWidget, "painter", drawn_if_grabbed)


@pytest.fixture
def drawn_on_screen(painted_before_time_passes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the screen's paint: for a test that looks at the screen itself."""
    monkeypatch.setattr(ScaledWidget, "painter", _drawing)


@pytest.fixture
def drawn(qtbot: QtBot) -> Iterator[Drawn]:
    """Each screen that the test asks for, as its picture shows it; it is freed at the test's end."""
    screens = list[QWidget]()

    def make(made: Made, language: str) -> QWidget:
        screens.append(made(language, *SIZE))
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


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window is painted on the screen: for tests that judge places, and the texts of a picture, alone.
    Every state is painted in ``test_texts``.
    """
    show = QWidget.show

    def shown(widget: QWidget) -> None:
        widget.setUpdatesEnabled(not widget.isWindow())
        show(widget)

    monkeypatch.setattr(QWidget, "show", shown)
