"""The strip of a simulated table: in its window, never over the prompt, and what is armed is seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.devices import SimulatedShoe, SimulatedWheel
from console.table.ui.window.practice import Practice, PracticeKey, PracticeStrip, with_cards, with_wheel
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.window.samples import SCREENS


def strip_of(work: AtWork) -> PracticeStrip:
    """The strip, once its device has begun."""
    work.until(lambda: getattr(work.device, "_thread") is not None)  # noqa: B009
    assert work.console.panel is not None
    return work.console.panel


def test_the_practice_strip_lies_beside_the_table_where_that_keeps_its_size(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path) as work:
        strip, window = strip_of(work), work.window
        window.resize(1920, 1080)
        strip.turn()
        assert strip.isVisible() and strip.window() is window and strip.is_beside
        assert not strip.geometry().intersects(window.dealer.geometry())
        assert window.dealer.u >= 1
        strip.turn()
        assert not strip.isVisible() and window.dealer.geometry() == window.rect()


def test_on_a_small_screen_it_leaves_prompt_and_presses_in_view(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        strip, window = strip_of(work), work.window
        window.resize(1280, 800)
        strip.turn()
        assert strip.isVisible() and not strip.is_beside
        for part in (window.dealer.prompt, window.dealer.bar, window.dealer.status):
            assert not strip.geometry().intersects(part.geometry())
        assert window.dealer.geometry() == window.rect()


def test_a_click_in_it_leaves_enter_to_the_prompt(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        strip_of(work).turn()
        work.window.dealer.setFocus()
        QTest.mouseClick(menu_row(strip_of(work), "Unreadable card"), Qt.MouseButton.LeftButton)
        assert not strip_of(work).isAncestorOf(work.window.focusWidget() or work.window)


@pytest.mark.sweep
def test_an_armed_fault_is_shown_until_it_came_even_with_the_strip_away(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        while work.due != "await_bets":
            work.follow()
        strip = strip_of(work)
        strip.turn()
        armed = menu_row(strip, "Card in bet time")
        assert isinstance(armed, PracticeKey)
        QTest.mouseClick(armed, Qt.MouseButton.LeftButton)
        assert armed.holds and strip.waits == "1 fault is waiting" and "set" in armed.accessibleName()
        strip.turn()
        assert strip.isVisible() and not armed.isVisible(), "what waits is still said"
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton)
        assert armed.isVisible()
        work.follow()
        work.until(lambda: work.view.phase == "halted")
        strip.look()
        assert not armed.holds and strip.waits == ""


@contextmanager
def cards() -> Iterator[Practice]:
    shoe = SimulatedShoe(random.Random(1), pace=None)
    try:
        yield with_cards(shoe)
    finally:
        shoe.stop()


@contextmanager
def wheel() -> Iterator[Practice]:
    rotor = SimulatedWheel(random.Random(1), pace=None, now=lambda: 0.0)
    try:
        yield with_wheel(rotor)
    finally:
        rotor.stop()


BOTH = (cards, wheel)


@pytest.mark.parametrize("made", BOTH)
def test_no_key_lies_on_another_or_outside(
    qtbot: QtBot, made: Callable[[], AbstractContextManager[Practice]]
) -> None:
    for size in ((1280, 800), (1600, 800), (1920, 1080), (1366, 768)):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(*size)
        with made() as practice:
            strip = PracticeStrip(practice, words("lt"), 1.6, window)
            strip.turn()
            boxes = [key.geometry().adjusted(7, 7, -7, -7) for key in strip._keys]
            assert all(strip.rect().contains(box) for box in boxes), size
            assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)
            assert window.rect().contains(strip.geometry())


def test_every_fault_that_comes_later_is_armed_by_its_key() -> None:
    for made in BOTH:
        with made() as practice:
            for press in practice.presses:
                if press.arms:
                    press.act()
                    assert press.arms in practice.device.mishaps, press.key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in SCREENS if name.startswith("start-practice")])
def test_no_text_of_the_strip_is_smaller_than_16_units(qtbot: QtBot, name: str, language: str) -> None:
    """Title and waiting faults had letters of 13 and 14 units."""
    window = SCREENS[name](language, 1280, 800)
    qtbot.addWidget(window)
    (strip,) = window.findChildren(PracticeStrip)
    assert {each.text for each in texts_of(strip) if each.size < 16 * strip.u} == set()
    assert flaws(window) == []
