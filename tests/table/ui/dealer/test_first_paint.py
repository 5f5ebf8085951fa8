"""Work that a start leaves for later comes after the prompt's first paint, and comes though nothing is
painted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from pytestqt.qtbot import QtBot

from console.table.ui.dealer import dealer_screen
from console.table.ui.dealer.dealer_screen import DealerScreen, FirstPaint
from tests.base.words.catalogues import words
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import SAMPLES, clock


@pytest.fixture
def screen(qtbot: QtBot) -> DealerScreen:
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    return screen


def one_turn_later(qtbot: QtBot, work: Callable[[], object]) -> None:
    """Have the loop go round until what has the time that an overdue timer has has come."""
    loop = QEventLoop()
    QTimer.singleShot(60, loop.quit)
    work()
    loop.exec()


def test_later_work_follows_the_first_paint_in_order_and_once(qtbot: QtBot, screen: DealerScreen) -> None:
    done: list[str] = []
    screen.prompt.painted.connect(lambda: done.append("painted"))
    first = screen.paint_prompt_first()
    first.start(60_000)  # the window may be slow to come on a busy machine
    for name in ("ports", "key", "log"):
        first.then(partial(done.append, name))
    one_turn_later(qtbot, screen.show)
    assert done == [], "a panel that says nothing yet is no prompt, however long it takes to come"
    assert not screen.felt.updatesEnabled()
    screen.show_view(SAMPLES["result"])
    assert done == ["painted"]
    qtbot.waitUntil(lambda: "log" in done)
    assert [each for each in done if each != "painted"] == ["ports", "key", "log"]
    assert screen.felt.updatesEnabled()
    screen.prompt.repaint()
    first.then(lambda: done.append("asked for later"))
    qtbot.waitUntil(lambda: done[-1] == "asked for later")
    assert done.count("ports") == 1


def test_a_window_that_is_never_painted_keeps_nothing_waiting(qtbot: QtBot, screen: DealerScreen) -> None:
    assert dealer_screen.PATIENCE <= 1_000, "ports are open within a second or so, minimised or not"
    done: list[str] = []
    first = FirstPaint(screen.prompt, patience=1)
    for name in ("ports", "key"):
        first.then(partial(done.append, name))
    qtbot.waitUntil(lambda: done == ["ports", "key"])
    screen.show()
    screen.show_view(SAMPLES["result"])
    one_turn_later(qtbot, lambda: None)
    assert done == ["ports", "key"], "a paint that comes after all has nothing done twice"


def test_failed_work_does_not_stop_the_work_after_it(qtbot: QtBot, screen: DealerScreen) -> None:
    done: list[str] = []
    first = FirstPaint(screen.prompt, patience=1)
    first.then(lambda: 1 / 0)
    first.then(lambda: done.append("ports"))
    with qtbot.captureExceptions() as errors:
        qtbot.waitUntil(lambda: done == ["ports"])
    assert [each[0] for each in errors] == [ZeroDivisionError]


def test_work_left_when_a_table_ends_is_never_done(qtbot: QtBot, screen: DealerScreen) -> None:
    """It would open the ended table's ports again."""
    done: list[str] = []
    first = screen.paint_prompt_first()
    first.then(first.end)
    first.then(partial(done.append, "ports"))
    screen.show()
    screen.show_view(SAMPLES["result"])
    one_turn_later(qtbot, lambda: None)
    qtbot.waitUntil(lambda: first.is_over)
    one_turn_later(qtbot, lambda: None)
    assert done == [] and not first.isActive()
