"""A press answers the question that stood there when it was made, once: a key that is held does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.commissioning.devices import device_findings
from console.commissioning.devices.device_under_test import PersonTask
from console.commissioning.ui.panel.panel_steps import LanguageSigns, TouchPoints
from console.supervisor.records import Verdict
from console.table.config import DeviceConfig
from console.table.devices import DeviceRole
from console.table.devices.simulation.wire import PtyWire
from console.table.game import DECK
from console.table.journal import review
from tests.app.commissioning.test_floor_at_window import AtFloor, Line, floor
from tests.commissioning.proving import go_to
from tests.commissioning.ui.test_commissioning_desk import called, enter_pin, on_call, open_desk, press
from tests.commissioning.ui.test_devices_at_window import at_shoe
from tests.commissioning.ui.test_wheel_at_window import NUMBERS, Wheel
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import painted

__all__ = ["floor"]


@pytest.fixture
def roulette(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[AtWork, PtyWire]]:
    """A LIVE roulette table whose wheel is at a port."""
    wire = PtyWire()
    try:
        devices = (DeviceConfig.usual(DeviceRole.WHEEL, wire.url),)
        with at_work(qtbot, tmp_path, game="roulette", device=False, devices=devices) as work:
            on_call(work)
            work.until(lambda: wire.listening)
            yield work, wire
    finally:
        wire.close()


def held(work: AtWork, key: Qt.Key = Qt.Key.Key_Return, text: str = "\r") -> None:
    """A key that is held repeats for three seconds, whatever has the keys."""
    painted()
    for _ in range(6):
        work.clock.advance(0.5)
        to = QApplication.focusWidget() or work.window
        QApplication.sendEvent(
            to, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text, True)
        )
        painted()


@pytest.mark.sweep
def test_a_held_enter_confirms_nothing_from_first_question_to_last_signature(
    roulette: tuple[AtWork, PtyWire], monkeypatch: pytest.MonkeyPatch
) -> None:
    """ROU-3.2.2: least of all that the wheel is level."""
    monkeypatch.setattr(device_findings, "SLOWEST_MS", 1e9)  # however busy the machine of this test is
    work, wire = roulette
    desk = open_desk(work)
    screen = desk.screen
    commissioning = called(work)
    held(work)
    assert not commissioning.runs and not screen.work.busy
    work.clock.advance(0.5)
    QTest.keyPress(screen, Qt.Key.Key_Return)  # once, and then it is held
    work.until(lambda: screen.devices.under_test is not None and work.shown.table.tested_device == "wheel")
    wheel = Wheel(wire, work, screen)
    held(work)
    assert str(wheel.tested.asked) == "level"
    press(work, screen.primary)
    for at, number in enumerate(NUMBERS, start=1):
        held(work)
        assert str(wheel.tested.asked) == "spin"
        wheel.spin(at, number)
        held(work)
        held(work, Qt.Key.Key_1, "1")
        assert wheel.tested.asked is PersonTask.NUMBER and screen.devices.panel.numbers.number is None
        wheel.confirm()
    held(work)
    assert str(wheel.tested.asked) == "pull"
    wire.unplug()
    work.until(lambda: wheel.tested.asked is PersonTask.PLUG_IN)
    held(work)
    wire.plug_in()
    work.until(lambda: wheel.tested.asked is PersonTask.HEAR and wire.listening)
    held(work)
    assert str(wheel.tested.asked) == "hear"
    wire.write(b"*X;1;011;14;0;140;0\r\n")
    work.until(lambda: screen.devices.under_test is None)
    held(work)
    commissioning.runs[-1].let(30)
    work.until(lambda: screen.course.certificate is not None and not screen.work.busy)
    assert [each.name for each in screen.course.run.proofs if each.verdict is Verdict.FAILED] == []
    held(work)
    assert screen.sign_in is None or screen.sign_in.isHidden()
    for who in ("T1", "S1"):
        press(work, screen.primary)
        assert screen.sign_in is not None
        held(work)
        assert screen.sign_in.isVisible()
        enter_pin(work, screen.sign_in, who)
        held(work)
    work.until(lambda: screen.course.is_entered)
    held(work)
    assert screen.course.is_entered and len(commissioning.runs) == 1, "nor does it begin again"
    with review(work.console.config.journal) as journal:
        assert len(list(journal.of_a_kind("commissioned", "digest"))) == 1


@pytest.mark.sweep
def test_a_press_that_the_last_card_overtakes_does_not_say_that_a_card_is_held(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The press says that a card did not come; then it comes, and the same key says that one is held."""
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        primary = shoe.screen.primary
        shoe.draw(*DECK)
        painted()
        shoe.work.clock.advance(0.5)
        shoe.cut()
        shoe.comes_to(PersonTask.HOLD)
        painted()
        for late in (0.0, 0.3):
            shoe.work.clock.advance(late)
            QTest.mouseClick(primary, Qt.MouseButton.LeftButton)
            QTest.keyClick(shoe.screen, Qt.Key.Key_Return)
            assert shoe.tested.asked is PersonTask.HOLD
        shoe.work.clock.advance(0.2)
        QTest.keyClick(shoe.screen, Qt.Key.Key_Return)
        assert shoe.tested.asked is PersonTask.DRAW_OUT


@pytest.mark.sweep(1)
@pytest.mark.parametrize("by_key", [True, False])
def test_a_card_that_comes_during_the_press_no_card_leads_to_the_next_card(
    qtbot: QtBot, tmp_path: Path, by_key: bool
) -> None:
    with at_shoe(qtbot, tmp_path) as shoe:
        assert shoe.screen is not None
        press(shoe.work, shoe.screen.devices.panel.order)
        painted()
        shoe.work.clock.advance(0.5)
        shoe.draw(DECK[0])
        shoe.work.until(lambda: shoe.tested.card == DECK[1])
        painted()
        if by_key:
            QTest.keyClick(shoe.screen, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(shoe.screen.primary, Qt.MouseButton.LeftButton)
        assert shoe.tested.card == DECK[1]
        press(shoe.work, shoe.screen.primary)
        assert shoe.tested.card == DECK[2]


@pytest.mark.sweep
def test_a_double_press_to_go_on_without_the_witness_does_not_leave_the_call(
    floor: AtFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same key at the same place goes on without both."""
    floor.begin()
    task, words = floor.screen.task, floor.work.window.words
    press(floor.work, task.leave)
    monkeypatch.setattr(Line, "coming_to", lambda *_: None)
    asked = words.text("commissioning.window.calling", seconds=round(floor.trial.comes_within))
    floor.work.until(lambda: task.text == asked)
    painted()
    QTest.mouseClick(task.leave, Qt.MouseButton.LeftButton)
    assert not task.is_left
    press(floor.work, task.leave)
    assert task.is_left


@pytest.mark.sweep
def test_each_answer_about_the_panel_is_of_the_step_that_was_seen(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, device=False) as work:
        on_call(work)
        screen = open_desk(work).screen
        press(work, screen.look)
        panel = screen.operator_panel
        held(work)
        assert panel.at == 0
        press(work, panel.primary)
        assert isinstance(panel.step, LanguageSigns), "there is one screen"
        held(work)
        painted()
        panel.open(panel.heading)
        go_to(panel, LanguageSigns)
        painted()
        QTest.mouseClick(panel.primary, Qt.MouseButton.LeftButton)
        QTest.keyClick(panel, Qt.Key.Key_Return)
        assert isinstance(panel.step, LanguageSigns)
        press(work, panel.primary)
        assert isinstance(panel.step, TouchPoints)
