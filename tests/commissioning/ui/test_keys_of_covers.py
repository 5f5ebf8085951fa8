"""A page, a menu or a sign-in over a LIVE table takes all keys: no key reaches what lies behind it.

At the table behind each of them a pit boss is signed in, and the next press opens the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.commissioning.ui.commissioning_screen import CommissioningDesk, CommissioningScreen
from console.commissioning.ui.panel.panel_page import STEPS
from console.commissioning.ui.panel.panel_steps import PanelStep, SecondScreen
from console.table.config import DeviceConfig
from console.table.core import Action, Phase
from console.table.devices import DeviceRole
from console.table.devices.simulation.wire import PtyWire
from console.table.ui.kit import KeyCard
from console.table.ui.sign_in import Purpose
from tests.commissioning.proving import go_to
from tests.commissioning.ui.conftest import known_software
from tests.commissioning.ui.over_table import commissioning_over
from tests.commissioning.ui.test_commissioning_desk import called, enter_pin, on_call, open_desk, press
from tests.supervisor.ui.review.over_table import review_over
from tests.sweep import sampled
from tests.table.people.kept import studio
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import painted

__all__ = ["known_software"]

KEYS = (
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Insert),
    *map(Qt.Key, range(Qt.Key.Key_F1, Qt.Key.Key_F12 + 1)),
    *map(Qt.Key, (*range(Qt.Key.Key_0, Qt.Key.Key_9 + 1), *range(Qt.Key.Key_A, Qt.Key.Key_Z + 1))),
    *(Qt.Key.Key_Menu, Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Backtab),
    *(Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
    *(Qt.Key.Key_Escape, Qt.Key.Key_Return),
)  # fmt: skip
"""The keys of a keyboard; the last ones may close what is in front."""
AT_EACH_PART = frozenset((*KEYS[:3], *KEYS[-12:]))
"""The keys that act on a part, that move the focus and that close what is in front."""
MOVES = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
)  # fmt: skip
"""The keys that move the focus."""
ALARMS = (Qt.Key.Key_F2, Qt.Key.Key_F3)
"""These two mean the table, whatever covers it."""


class KeysBehind(QObject):
    """Notes each key that a part of a window's own screen or of the strip over a page gets."""

    def __init__(self, work: AtWork) -> None:
        super().__init__()
        self.window, self.got = work.window, list[str]()
        self.moved = False
        """Whether a key has moved the focus since."""

    def lies_behind(self, part: object) -> bool:
        """Whether a part belongs to the table: to the dealer's screen, or to the strip over a page. To the
        strip's keys Tab and arrows go on from the page's.
        """
        while isinstance(part, QWidget):
            if part is self.window.dealer or (type(part).__name__ == "LiveStrip" and not self.moved):
                return True
            part = part.parentWidget()
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and self.lies_behind(watched):
            assert isinstance(event, QKeyEvent)
            self.got.append(f"{event.key():x} at {watched}")
        return False


def waits(work: AtWork) -> AtWork:
    """A pit boss is signed in, and 'open the table' is due."""
    window = work.window
    window.sign_in.ask(Purpose.PIT_BOSS)
    enter_pin(work, window.sign_in.screen, "P1")
    work.until(lambda: window.people_here.pit_boss_here() == "P1")
    assert work.due == Action.OPEN_TABLE
    return work


@contextmanager
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    """A LIVE baccarat table with a shoe on a pty."""
    wire = PtyWire()
    devices = (DeviceConfig.usual(DeviceRole.SHOE, wire.url),)
    try:
        with at_work(qtbot, tmp_path, device=False, devices=devices) as work:
            on_call(work)
            work.window.overlays.keeps = studio(tmp_path)
            work.until(lambda: wire.ready)
            yield work
            if work.window.findChild(CommissioningDesk):
                commissioning_over(work.window).screen.stop()
    finally:
        wire.close()


# --- what covers the table -----------------------------------------------------------------------


def menu(work: AtWork) -> QWidget:
    work.window.open_menu()
    return work.window.menu


def quit_question(work: AtWork) -> QWidget:
    work.window.way_out.ask()
    return work.window.menu


def sign_in(work: AtWork) -> QWidget:
    work.window.sign_in.ask(Purpose.COMMISSION)
    return work.window.sign_in.screen


def sign_in_keys(work: AtWork) -> QWidget:
    QTest.keyClick(sign_in(work), Qt.Key.Key_F1)
    cards = [card for card in work.window.findChildren(KeyCard) if card.isVisible()]
    assert len(cards) == 1
    return cards[0]


def pit_boss_page(work: AtWork) -> QWidget:
    work.window.arrivals.show_page()
    page = work.window.pit.page.screen
    assert page is not None
    return page


def pit_boss_menu(work: AtWork) -> QWidget:
    page = pit_boss_page(work)
    page.open_menu()  # type: ignore[attr-defined]
    return page.menu  # type: ignore[attr-defined, no-any-return]


def people(work: AtWork) -> QWidget:
    window = work.window
    window.sign_in.ask(Purpose.PEOPLE)
    enter_pin(work, window.sign_in.screen, "S1")
    return window.overlays.people_desk.screen


def person_form(work: AtWork) -> QWidget:
    screen = people(work)
    press(work, screen.primary)  # type: ignore[attr-defined]
    return screen


def people_menu(work: AtWork) -> QWidget:
    people(work)
    work.window.overlays.people_desk.open_menu()
    return work.window.overlays.people_desk.menu


def reading(work: AtWork) -> QWidget:
    window = work.window
    window.sign_in.ask(Purpose.REVIEW)
    enter_pin(work, window.sign_in.screen, "S1")
    review = review_over(window)
    assert review.screens is not None
    log = review.screens.log
    work.until(lambda: log.query.found.done and log.row is not None)
    return review.screens


def review_menu(work: AtWork) -> QWidget:
    screens = reading(work)
    screens.open_menu()  # type: ignore[attr-defined]
    return screens.menu  # type: ignore[attr-defined, no-any-return]


def seal(work: AtWork) -> QWidget:
    screens = reading(work)
    screens.show_seal()  # type: ignore[attr-defined]
    return screens


def report(work: AtWork) -> QWidget:
    screens = reading(work)
    screens.show_shift_report()  # type: ignore[attr-defined]
    return screens


def commissioning(work: AtWork) -> CommissioningScreen:
    return open_desk(work).screen


def proofs_made(work: AtWork) -> QWidget:
    desk = open_desk(work)
    press(work, desk.screen.primary)
    work.until(lambda: desk.screen.devices.under_test is not None)
    press(work, desk.screen.devices.panel.omit)
    work.until(lambda: desk.screen.devices.under_test is None)
    commissioning = called(work)
    work.until(lambda: bool(commissioning.runs))
    commissioning.runs[-1].let(30)
    work.until(lambda: not desk.screen.work.busy)
    return desk.screen


def technicians_pin(work: AtWork) -> QWidget:
    proofs_made(work)
    screen = commissioning_over(work.window).screen
    press(work, screen.primary)
    assert screen.sign_in is not None
    return screen.sign_in


def commissioning_menu(work: AtWork) -> QWidget:
    commissioning(work)
    commissioning_over(work.window).open_menu()
    return commissioning_over(work.window).menu


def device_test(work: AtWork) -> QWidget:
    screen = commissioning(work)
    press(work, screen.primary)
    work.until(lambda: screen.devices.under_test is not None)
    return screen


def panel_step(step: type[PanelStep]) -> Callable[[AtWork], QWidget]:
    def look(work: AtWork) -> QWidget:
        screen = commissioning(work)
        press(work, screen.look)
        go_to(screen.operator_panel, step)
        return screen.operator_panel

    look.__name__ = step.__name__
    return look


COVERS: tuple[Callable[[AtWork], QWidget], ...] = (
    *(menu, quit_question, sign_in, sign_in_keys, pit_boss_page, pit_boss_menu),
    *(people, person_form, people_menu, reading, review_menu, seal, report),
    *(commissioning, proofs_made, technicians_pin, commissioning_menu, device_test),
    *(panel_step(step) for step in STEPS if step is not SecondScreen),  # there is one screen
)


def stops(cover: QWidget) -> list[QWidget]:
    """The parts of a cover that the focus may come to, in view."""
    parts = cover.findChildren(QWidget)
    return [
        part
        for part in parts
        if part.isVisible() and part.isEnabled() and part.focusPolicy() is not Qt.FocusPolicy.NoFocus
    ]


def keys_at(turn: int) -> list[Qt.Key]:
    """A keyboard's keys: those that each part may take, and an eighth of the others by turns."""
    others = [key for key in KEYS if key not in AT_EACH_PART]
    tried = {*AT_EACH_PART, *sampled(others, others[turn % 8 :: 8])}
    return [key for key in KEYS if key in tried]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("cover_of", COVERS, ids=lambda cover_of: cover_of.__name__)
def test_a_key_that_goes_gives_no_key_to_what_lies_behind(
    qtbot: QtBot, tmp_path: Path, cover_of: Callable[[AtWork], QWidget]
) -> None:
    """Each key of each part over the table: it has the focus, it goes, and keys come: at the first
    and at the cover itself, and in a sweep at each part, every one.
    """
    with table(qtbot, tmp_path) as work:
        cover = cover_of(waits(work))
        behind = KeysBehind(work)
        application = QApplication.instance()
        assert application is not None
        painted()
        tried = 0
        for part in (*stops(cover), cover):
            if not (part.isVisible() and cover.isVisible()):
                continue
            part.setFocus(Qt.FocusReason.MouseFocusReason)
            if part is not cover:
                part.hide()
            focused = QApplication.focusWidget()
            assert focused is not None and not behind.lies_behind(focused), part
            behind.moved = False
            application.installEventFilter(behind)
            for key in keys_at(tried) if tried and part is not cover else KEYS:
                behind.moved |= key in MOVES
                if key in ALARMS or not cover.isVisible():
                    continue
                painted()
                work.clock.advance(0.5)
                if cover.isVisible():  # the strip's call, to which Tab had come, has brought the table back
                    QTest.keyClick(QApplication.focusWidget() or work.window, key)
                    assert behind.got == [], part
                    card = work.window.dealer.keys.card
                    assert card is None or not card.isVisible()
            application.removeEventFilter(behind)
            tried += 1
            if part is not cover:
                part.show()
            if not cover.isVisible():
                break
        assert tried
        work.until(work.is_settled)
        assert work.view.phase == Phase.CLOSED


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_PageUp])
def test_a_key_of_a_list_comes_to_it_once_even_if_the_focus_stays_with_the_page(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: Qt.Key
) -> None:
    """As where the key that had the focus has just gone; at the list's end a key leads nowhere."""
    with table(qtbot, tmp_path) as work:
        screen, asked = proofs_made(waits(work)), list[object]()
        assert isinstance(screen, CommissioningScreen)
        QTest.keyClick(screen, Qt.Key.Key_Home)
        screen.setFocus(Qt.FocusReason.OtherFocusReason)
        monkeypatch.setattr(screen.heeded_list, "setFocus", asked.append)
        QTest.keyClick(screen, key)
        assert len(asked) == 1 and screen.heeded_list.currentIndex().row() == 0


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_foot_switch_opens_no_table_once_a_device_was_left_out(
    qtbot: QtBot, tmp_path: Path, key: Qt.Key
) -> None:
    """The clicked key goes with the test; Qt then gave the focus to 'open the table' behind the page."""
    with table(qtbot, tmp_path) as work:
        screen = device_test(waits(work))
        assert isinstance(screen, CommissioningScreen)
        press(work, screen.devices.panel.omit)
        work.until(lambda: screen.devices.under_test is None)
        assert QApplication.focusWidget() is screen
        for _ in range(3):
            painted()
            work.clock.advance(0.5)
            QTest.keyClick(QApplication.focusWidget() or work.window, key)
        work.until(work.is_settled)
        assert work.view.phase == Phase.CLOSED and work.due == Action.OPEN_TABLE


@pytest.mark.sweep
def test_presses_on_a_page_over_the_table_prolong_no_authority(qtbot: QtBot, tmp_path: Path) -> None:
    """A supervisor and a technician press there for two minutes; the authority is over all the same."""
    with table(qtbot, tmp_path) as work:
        screen = commissioning(waits(work))
        for _ in range(13):
            press(work, screen.look)
            QTest.keyClick(QApplication.focusWidget() or work.window, Qt.Key.Key_Down)
            press(work, screen.operator_panel.back)
            work.let_pass(9)
        assert work.window.people_here.pit_boss_here() is None


@pytest.mark.parametrize("cover_of", [sign_in, menu], ids=lambda cover_of: cover_of.__name__)
def test_presses_on_a_sign_in_or_a_menu_prolong_no_authority(
    qtbot: QtBot, tmp_path: Path, cover_of: Callable[[AtWork], QWidget]
) -> None:
    with table(qtbot, tmp_path) as work:
        cover_of(waits(work))
        for _ in range(13):
            QTest.keyClick(QApplication.focusWidget() or work.window, Qt.Key.Key_7)
            work.let_pass(9.5)
        assert work.window.people_here.pit_boss_here() is None


def test_an_alarm_over_the_panels_check_comes_to_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    """F2 is the table's alarm: each page over the table goes for it, and the report is begun in view."""
    with table(qtbot, tmp_path) as work:
        panel = panel_step(STEPS[0])(waits(work))
        painted()
        work.clock.advance(0.5)
        QTest.keyClick(panel, Qt.Key.Key_F2)
        assert not panel.isVisible() and work.window.front.cover is None


def test_a_lock_leaves_no_check_of_the_panel_over_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    with table(qtbot, tmp_path) as work:
        panel = panel_step(STEPS[0])(waits(work))
        work.window.overlays.close_desks()
        assert not panel.isVisible() and not work.window.isFullScreen()
