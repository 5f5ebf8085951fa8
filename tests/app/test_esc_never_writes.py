"""On every desk screen each Esc closes one thing, from the innermost on, and nothing is written.

Texts are typed half, and files and PINs are asked for, before the first Esc.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from console.rehearsals.result import Way
from console.supervisor.ui.review import JournalInquiries, ReviewScreens
from console.supervisor.ui.review.guide_screen import GuideScreen
from console.supervisor.ui.review.log.filter_bar import ChipKey
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.report.seal_screen import SealScreen
from console.supervisor.ui.review.review_desk import ReviewAtTable
from console.table.ui.kit.work import _UNDER_WAY
from console.table.ui.page import Page, SaveScreen
from console.table.ui.people.people_list import PeopleDesk
from console.table.ui.sign_in import Purpose
from tests.commissioning.ui.conftest import known_software
from tests.commissioning.ui.over_table import commissioning_over
from tests.commissioning.ui.test_commissioning_desk import PINS, press
from tests.commissioning.ui.test_keys_of_covers import commissioning, proofs_made, reading, table, waits
from tests.rehearsals.ui.hands import Hands, given, theatre_of
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.harness.painted import painted

__all__ = ["known_software"]

CONTROL = Qt.KeyboardModifier.ControlModifier
ESC = Qt.Key.Key_Escape


def files_in(folder: Path) -> dict[str, bytes]:
    """Each file's content; what SQLite shares between its readers is no content."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {str(path): path.read_bytes() for path in files}


def under_way() -> list[object]:
    """The work that may still write; the review reads as long as it is open."""
    reads = JournalInquiries._run.__qualname__
    return [task for task in _UNDER_WAY if getattr(task.get_coro(), "__qualname__", "") != reads]


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def in_view(window: QWidget) -> tuple[object, ...]:
    """The parts that are in view, and the one that has the keys, with its text."""
    keys = QApplication.focusWidget()
    text = keys.text() if isinstance(keys, QLineEdit) else ""
    return (keys, text, *(part for part in window.findChildren(QWidget) if part.isVisible()))


def typed(*texts: str) -> None:
    """Type each text half in, as it is, and go on to the next field."""
    for text in texts:
        QTest.keyClicks(focused(), text)
        QTest.keyClick(focused(), Qt.Key.Key_Tab)


# --- the review -----------------------------------------------------------------------------------


def review_of(work: AtWork) -> ReviewScreens:
    screens = reading(work)
    assert isinstance(screens, ReviewScreens)
    return screens


def log(work: AtWork) -> None:
    review_of(work)


def log_search(work: AtWork) -> None:
    screens = review_of(work)
    QTest.keyClick(screens.log, Qt.Key.Key_F, CONTROL)
    QTest.keyClicks(screens.log.search, "9H")


def log_time(work: AtWork) -> None:
    screens = review_of(work)
    QTest.keyClick(screens.log, Qt.Key.Key_G, CONTROL)
    QTest.keyClicks(focused(), "12:0")


def log_filter(work: AtWork) -> None:
    screens = review_of(work)
    press(work, screens.log.findChildren(ChipKey)[0])
    assert screens.log.filters.panel.isVisible()


def log_pdf(work: AtWork) -> None:
    screens = review_of(work)
    QTest.keyClick(screens.log, Qt.Key.Key_S, CONTROL)
    work.until(screens.save.isVisible)


def log_menu(work: AtWork) -> None:
    review_of(work).open_menu()


def log_keys(work: AtWork) -> None:
    QTest.keyClick(review_of(work).log, Qt.Key.Key_F1)


def replay(work: AtWork) -> None:
    screens = review_of(work)
    QTest.keyClick(screens.log, Qt.Key.Key_Return)
    work.until(lambda: screens.replay is not None and screens.replay.isVisible())


def report(work: AtWork) -> ReviewScreens:
    screens = review_of(work)
    work.until(lambda: screens.log.query.filter_choices.last is not None)
    screens.show_shift_report()
    work.until(lambda: screens.report is not None and screens.report.compared is not None)
    return screens


def report_pdf(work: AtWork) -> None:
    screens = report(work)
    QTest.keyClick(screens.report, Qt.Key.Key_P, CONTROL)  # type: ignore[arg-type]
    work.until(screens.save.isVisible)


def handover(work: AtWork) -> HandoverScreen:
    screens = report(work)
    screens.show_handover()
    page = screens.pages[HandoverScreen]
    assert isinstance(page, HandoverScreen)
    page.remarks.setFocus()
    QTest.keyClicks(page.remarks, "Shoe 2 sticks")
    return page


def handover_pin(work: AtWork) -> None:
    page = handover(work)
    press(work, page.keys["outgoing"])
    typed("S1")


def seal(work: AtWork) -> SealScreen:
    screens = review_of(work)
    screens.show_seal()
    page = screens.pages[SealScreen]
    assert isinstance(page, SealScreen)
    work.until(lambda: not page.work.busy)
    return page


def correction(work: AtWork) -> CorrectionScreen:
    screens = review_of(work)
    assert screens.log.row is not None
    screens.correct(screens.log.row)
    page = screens.pages[CorrectionScreen]
    assert isinstance(page, CorrectionScreen)
    for name, field in page.fields.items():
        field.setText(f"the {name}")
    return page


def correction_pin(work: AtWork) -> None:
    page = correction(work)
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert page.sign_in is not None and page.sign_in.isVisible()
    typed("P1")


def guide(work: AtWork) -> GuideScreen:
    screens = review_of(work)
    screens.show_guides()
    page = screens.pages[GuideScreen]
    assert isinstance(page, GuideScreen)
    work.until(lambda: not page.work.busy)
    return page


def guide_pdf(work: AtWork) -> None:
    page = guide(work)
    QTest.keyClick(page, Qt.Key.Key_Return)


# --- the pages over a table -----------------------------------------------------------------------


def people(work: AtWork) -> Page:
    work.window.sign_in.ask(Purpose.PEOPLE)
    work.until(work.window.sign_in.screen.isVisible)
    for text in ("S1", PINS["S1"]):
        QTest.keyClicks(work.window.sign_in.screen, text)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
    work.until(lambda: work.window.findChild(PeopleDesk) is not None)
    return work.window.overlays.people_desk.screen


def people_search(work: AtWork) -> None:
    QTest.keyClick(people(work), Qt.Key.Key_F, CONTROL)
    QTest.keyClicks(focused(), "jon")


def people_add(work: AtWork) -> None:
    press(work, people(work).primary)
    typed("D-9", "Eva", "4711", "4711")


def people_pin(work: AtWork) -> None:
    press(work, people(work).pin)  # type: ignore[attr-defined]
    typed("4711", "4711")


def people_pdf(work: AtWork) -> None:
    QTest.keyClick(people(work), Qt.Key.Key_P, CONTROL)


def people_menu(work: AtWork) -> None:
    people(work)
    work.window.overlays.people_desk.open_menu()


def people_keys(work: AtWork) -> None:
    QTest.keyClick(people(work), Qt.Key.Key_F1)


def findings_search(work: AtWork) -> None:
    QTest.keyClick(proofs_made(work), Qt.Key.Key_F, CONTROL)


def findings_pdf(work: AtWork) -> None:
    QTest.keyClick(proofs_made(work), Qt.Key.Key_P, CONTROL)


def technicians_pin(work: AtWork) -> None:
    proofs_made(work)
    press(work, commissioning_over(work.window).screen.primary)
    typed("T1")


def commissioning_menu(work: AtWork) -> None:
    commissioning(work)
    commissioning_over(work.window).open_menu()


def panel(work: AtWork) -> None:
    press(work, commissioning(work).look)


def edition(work: AtWork) -> None:
    work.window.overlays.open_guide_check()
    typed("AB12")


SCREENS: dict[Callable[[AtWork], object], int] = {
    log: 0, log_search: 2, log_time: 2, log_filter: 1, log_pdf: 1, log_menu: 1, log_keys: 1,
    replay: 1, report: 1, report_pdf: 2, handover: 2, handover_pin: 3, seal: 1,
    correction: 2, correction_pin: 2, guide: 1, guide_pdf: 2,
    people: 1, people_search: 3, people_add: 2, people_pin: 2, people_pdf: 2, people_menu: 2, people_keys: 2,
    commissioning: 1, proofs_made: 1, findings_search: 2, findings_pdf: 2, technicians_pin: 2,
    commissioning_menu: 2, panel: 2, edition: 1,
}  # fmt: skip
"""Each screen, with the number of Escs until the log or the table is in view with nothing over it."""


def covers(work: AtWork) -> list[QWidget]:
    """The page over the table, and the one over the log."""
    review = work.window.findChild(ReviewAtTable)
    if review is None or review.screens is None:
        return [part for part in work.window.findChildren(Page) if part.isVisible()]
    screens = review.screens
    over = (screens.menu, screens.save, screens.key_card, screens.log.filters.panel, screens.log.time)
    found: list[QWidget] = [part for part in over if part is not None and part.isVisible()]
    return found if screens.log.isVisible() and not isinstance(focused(), QLineEdit) else [*found, screens]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_each_esc_closes_one_thing_and_none_writes(
    qtbot: QtBot, tmp_path: Path, screen: Callable[[AtWork], object]
) -> None:
    with table(qtbot, tmp_path) as work:
        screen(waits(work))
        for save in work.window.findChildren(SaveScreen):
            save.folder = tmp_path
        work.until(work.is_settled)
        entry, files, escs = work.view.entry, files_in(tmp_path), 0
        while covers(work):
            painted()
            work.clock.advance(0.5)
            before = in_view(work.window)
            QTest.keyClick(focused(), ESC)
            assert in_view(work.window) != before, "an Esc that closes nothing"
            escs += 1
            assert escs < 6, [type(each).__name__ for each in covers(work)]
        work.until(lambda: not under_way() and work.is_settled())
        assert work.view.entry == entry and files_in(tmp_path) == files
        assert escs == SCREENS[screen]


# --- the rehearsals -------------------------------------------------------------------------------


def start(hands: Hands) -> None:
    hands.theatre.desk.sign_in.hide()
    hands.theatre.desk.enter(given("en", "S1"))


def start_search(hands: Hands) -> None:
    start(hands)
    QTest.keyClick(hands.theatre.desk.start, Qt.Key.Key_F, CONTROL)


def start_pdf(hands: Hands) -> None:
    start(hands)
    QTest.keyClick(hands.theatre.desk.start, Qt.Key.Key_P, CONTROL)


def matrix(hands: Hands) -> None:
    start(hands)
    hands.theatre.desk.start.matrix.click()


def matrix_csv(hands: Hands) -> None:
    matrix(hands)
    hands.theatre.matrix.csv.click()


def score(hands: Hands) -> None:
    hands.wrong = "belief"
    hands.begin(given("en", "P1"), "baccarat-cards-drop-seen")
    hands.play()


def score_pdf(hands: Hands) -> None:
    score(hands)
    QTest.keyClick(hands.theatre.desk.debriefing, Qt.Key.Key_P, CONTROL)


def score_replay(hands: Hands) -> None:
    score(hands)
    hands.theatre.desk.debriefing.replay.click()


REHEARSED: dict[Callable[[Hands], object], int] = {
    start: 1, start_search: 2, start_pdf: 2, matrix: 2, matrix_csv: 3,
    score: 2, score_pdf: 3, score_replay: 3,
}  # fmt: skip
"""Each screen, with the number of Escs until the person quits."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize("screen", REHEARSED, ids=lambda screen: screen.__name__)
def test_each_esc_closes_one_thing_of_a_rehearsal_and_none_writes(
    qtbot: QtBot, tmp_path: Path, screen: Callable[[Hands], object]
) -> None:
    with theatre_of("lt", "en", Way.ALONE) as hands:
        desk, quits = hands.theatre.desk, list[str]()
        desk.quit_asked.connect(lambda: quits.append("asked"))
        desk.activateWindow()
        qtbot.waitUntil(desk.isActiveWindow)
        screen(hands)
        for save in desk.findChildren(SaveScreen):
            save.folder = tmp_path
        kept = hands.repertoire.records.path.parent
        files, escs = (files_in(kept), files_in(tmp_path)), 0
        while not quits and escs < 6:
            painted()
            before = in_view(desk)
            QTest.keyClick(focused(), ESC)
            escs += 1
            assert quits or in_view(desk) != before, "an Esc that closes nothing"
        qtbot.waitUntil(lambda: not under_way())
        assert (files_in(kept), files_in(tmp_path)) == files
        assert escs == REHEARSED[screen]
