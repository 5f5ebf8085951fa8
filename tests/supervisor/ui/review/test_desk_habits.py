"""A review at a desk: dense, pressed by Enter where the focus is, with a menu of the chosen row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review import JournalReads, Reviewing
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.ui.review import KINDS
from console.supervisor.ui.review.log.filter_bar import ChipKey
from console.supervisor.ui.review.log.filters import FilterCondition
from console.supervisor.ui.review.log.log_screen import LogKey, LogScreen
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.supervisor.ui.review.review_window import ReviewWindow
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import SetClock
from console.table.ui.kit import Cell, RowTable, TableColumn, TitleRow, day_name
from console.table.ui.kit.desk_settings import take_place
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws
from tests.supervisor.ui.review.night import long_night, work
from tests.supervisor.ui.review.samples import SCREENS
from tests.supervisor.ui.review.stories import PERSONS, SUPERVISOR, AtOnce, inquiries_of, night
from tests.table.ui.kit.test_keys import F1

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[ReviewScreens]:
    inquiries = inquiries_of(long_night())
    screens = ReviewScreens(inquiries, work(), words("de"), SetClock(), touch=False)
    qtbot.addWidget(screens)
    screens.resize(1280, 800)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.name_after((Path("kept/table-7.db"),))
    screens.show()
    yield screens
    inquiries.stop()


def rows_in_view(log: LogScreen) -> int:
    first, last = log.list.lines_in_view
    return last - first + 1


def chip(log: LogScreen, condition: FilterCondition) -> ChipKey:
    return next(key for key in log.filters.chips.keys if key.isVisible() and key.chip.condition is condition)


# --- density ---------------------------------------------------------------------------------------


@pytest.mark.sweep
def test_a_larger_window_shows_more_rows_and_no_larger_ones(desk: ReviewScreens) -> None:
    """Nine rows stood at 1280x800 and nine at 1900x1000."""
    log = desk.log
    shown, high = rows_in_view(log), log.list.rowHeight(0)
    assert shown >= 15
    desk.resize(1900, 1000)
    assert log.list.rowHeight(0) == high and rows_in_view(log) >= shown + 5


@pytest.mark.sweep
def test_over_a_table_it_keeps_the_size_for_fingers(qtbot: QtBot) -> None:
    inquiries = inquiries_of(night())
    for touch, least in ((True, 48), (False, 30)):
        screens = ReviewScreens(inquiries, work(), words("de"), SetClock(), touch=touch)
        qtbot.addWidget(screens)
        screens.resize(1280, 800)
        screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
        screens.show()
        assert (screens.log.list.rowHeight(0) >= 48) is touch
        assert all(key.height() >= least for key in screens.log.keys.values())
    inquiries.stop()


# --- keys ------------------------------------------------------------------------------------------


@pytest.mark.sweep
def test_enter_presses_what_has_the_focus_and_replays_only_from_the_rows(desk: ReviewScreens) -> None:
    log, asked = desk.log, list[object]()
    log.replay_asked.connect(asked.append)
    pit_boss = chip(log, FilterCondition.PIT_BOSS)
    pit_boss.setFocus()
    QTest.keyClick(pit_boss, Qt.Key.Key_Return)
    assert log.filters.panel.isVisible() and not asked
    log.filters.panel.close_panel()
    log.keys[LogKey.SEAL].setFocus()
    QTest.keyClick(log.keys[LogKey.SEAL], Qt.Key.Key_Enter)
    assert log.isHidden() and not asked
    desk.show_log()
    QTest.keyClick(log.list, Qt.Key.Key_Return)
    assert len(asked) == 1


@pytest.mark.sweep
def test_enter_on_the_way_back_goes_back_and_signs_nothing(desk: ReviewScreens, qtbot: QtBot) -> None:
    desk.show_shift_report()
    report = desk.report
    assert report is not None
    qtbot.waitUntil(lambda: report.compared is not None)
    asked: list[bool] = []
    report.handover_asked.connect(lambda: asked.append(True))
    report.back.setFocus()
    QTest.keyClick(report.back, Qt.Key.Key_Return)
    assert desk.log.isVisible() and not asked


def test_esc_empties_a_search_before_it_asks_to_leave(desk: ReviewScreens, qtbot: QtBot) -> None:
    log = desk.log
    every = log.query.rows.count
    QTest.keyClicks(log.list, "h")
    QTest.keyClicks(log.search, "idden")
    qtbot.waitUntil(lambda: log.query.rows.count < every)
    QTest.keyClick(log.search, Qt.Key.Key_Down)
    QTest.keyClick(log.list, Qt.Key.Key_Escape)
    assert (log.search.text(), log.query.rows.count, desk.menu.isVisible()) == ("", every, False)
    QTest.keyClicks(log.list, "h")
    QTest.keyClick(log.search, Qt.Key.Key_Escape)
    assert log.search.text() == "" and log.search.hasFocus()
    QTest.keyClick(log.search, Qt.Key.Key_Escape)
    assert log.list.hasFocus() and not desk.menu.isVisible()
    QTest.keyClick(log.list, Qt.Key.Key_Escape)
    assert desk.menu.isVisible()


def test_down_leads_from_a_filter_to_the_rows(desk: ReviewScreens) -> None:
    """Qt's own key takes Down for Tab: it went through all filters."""
    log = desk.log
    key = log.filters.chips.keys[0]
    key.setFocus()
    QTest.keyClick(key, Qt.Key.Key_Down)
    assert log.list.hasFocus()
    at = log.list.at
    QTest.keyClick(log.list, Qt.Key.Key_Down)
    assert log.list.at == at + 1


@pytest.mark.sweep
def test_a_filter_that_a_key_set_or_took_off_keeps_the_focus(desk: ReviewScreens) -> None:
    log = desk.log
    kind = chip(log, FilterCondition.KIND)
    kind.setFocus()
    QTest.keyClick(kind, Qt.Key.Key_Space)
    QTest.keyClick(log.filters.panel.list, Qt.Key.Key_Space)
    QTest.keyClick(log.filters.panel, Qt.Key.Key_Escape)
    assert chip(log, FilterCondition.KIND).hasFocus() and chip(log, FilterCondition.KIND).chip.is_set
    QTest.keyClick(chip(log, FilterCondition.KIND), Qt.Key.Key_Delete)
    assert chip(log, FilterCondition.KIND).hasFocus() and not chip(log, FilterCondition.KIND).chip.is_set


@pytest.mark.sweep
def test_a_key_that_sorts_out_a_round_keeps_the_focus(desk: ReviewScreens) -> None:
    log = desk.log
    log.list.choose(6)
    key = log.detail.onlys[FilterCondition.ROUND]
    key.setFocus()
    QTest.keyClick(key, Qt.Key.Key_Space)
    assert log.query.wanted.round and key.isVisible() and key.hasFocus()


def test_letters_beside_the_rows_begin_a_search_too(desk: ReviewScreens) -> None:
    key = desk.log.keys[LogKey.NEWEST]
    key.setFocus()
    QTest.keyClick(key, Qt.Key.Key_K)
    assert desk.log.search.text() == "k" and desk.log.search.hasFocus()


def test_letters_beside_the_fields_go_on_where_a_reason_is_asked(qtbot: QtBot) -> None:
    """In the first field that is empty; once all have texts, in the reason."""
    screen = SCREENS["review-correction"]("en", 1280, 800)
    qtbot.addWidget(screen)
    screen.show()
    page = screen if isinstance(screen, CorrectionScreen) else screen.findChild(CorrectionScreen)
    assert isinstance(page, CorrectionScreen)
    for field in page.fields.values():
        field.clear()
    page.setFocus()
    QTest.keyClicks(page, "w")
    assert page.fields["what"].text() == "w"
    for name in ("what", "before", "after", "why"):
        page.fields[name].setText(name)
    page.setFocus()
    QTest.keyClicks(page, "x")
    assert page.fields["why"].text() == "whyx"


# --- rows ------------------------------------------------------------------------------------------


def row_menu(log: LogScreen) -> QMenu:
    at = log.list.visualRect(log.list.currentIndex()).center()
    where = log.list.viewport().mapToGlobal(at)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where)
    QApplication.sendEvent(log.list.viewport(), asked)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rows_menu_has_all_that_can_be_done_with_it(desk: ReviewScreens, language: str) -> None:
    """'Copy' stood there alone, in white."""
    desk.speak(language)
    log, said = desk.log, words(desk.words.language)
    log.list.choose(6)
    menu = row_menu(log)
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    shown = [key.text() for key in log.detail.keys if key.isVisible()]
    assert texts[: len(shown)] == shown and len(shown) >= 3
    assert texts[-2:] == [said.text("keys.copy"), said.text("keys.save_pdf")]
    assert menu.grab().toImage().pixelColor(4, 4).lightness() < 60
    menu.close()


@pytest.mark.sweep
def test_a_row_of_the_menu_does_what_its_key_does(desk: ReviewScreens) -> None:
    log = desk.log
    log.list.choose(6)
    menu = row_menu(log)
    only = log.detail.onlys[FilterCondition.ROUND].text()
    next(action for action in menu.actions() if action.text() == only).trigger()
    menu.close()
    assert log.query.wanted.round


@pytest.mark.sweep
def test_what_was_copied_is_said_for_a_moment(desk: ReviewScreens, qtbot: QtBot) -> None:
    log = desk.log
    before = log.head.text
    QTest.keyClick(log.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = words("de").text("review.copied", count="1")
    qtbot.waitUntil(lambda: log.head.text == copied)
    assert QGuiApplication.clipboard().text()
    log._said.timeout.emit()  # six seconds later
    assert log.head.text == before


@pytest.mark.sweep
def test_only_a_title_that_sorts_looks_like_a_key(desk: ReviewScreens, qtbot: QtBot) -> None:
    plain = desk.log.list.horizontalHeader()
    assert isinstance(plain, TitleRow) and not any(plain.sorts(at) for at in range(plain.count()))
    columns: tuple[TableColumn[str], ...] = (
        TableColumn("people.ask.id", 120, lambda each: Cell(each)),
        TableColumn("people.ask.name", 200, lambda each: Cell(each), lambda each: each),
    )
    table = RowTable[str]("habits", columns, str, wide=1)
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.show_rows(("b", "a"), words("de"))
    table.show()
    head = table.horizontalHeader()
    assert isinstance(head, TitleRow) and [head.sorts(at) for at in (0, 1)] == [False, True]
    QTest.mouseClick(head.viewport(), LEFT, pos=QPoint(head.sectionViewportPosition(1) + 30, 8))
    assert table.of.rows == ["a", "b"]


@pytest.mark.sweep
def test_the_filter_of_incidents_offers_those_of_the_journal_with_their_number(desk: ReviewScreens) -> None:
    log, said = desk.log, words("de")
    QTest.mouseClick(chip(log, FilterCondition.INCIDENT), LEFT)
    model = log.filters.panel.list.model()
    offered = [str(model.index(at, 0).data()) for at in range(model.rowCount())]
    assert offered == [said.side_by_side((said.text("incident.card_fell"), "3")).replace("\u00ad", "")]
    log.filters.panel.list.taken.emit("card_fell")
    assert log.query.rows.count == 3


@pytest.mark.sweep
def test_the_day_above_the_rows_is_that_of_the_chosen_one(desk: ReviewScreens) -> None:
    log = desk.log

    def day_of(line: int) -> date:
        log.list.choose(line)
        assert log.row is not None
        return log.query.rows.text_of(log.row).day

    newest, lines = day_of(0), range(log.query.rows.count)
    turn = bisect_left(lines, 1, key=lambda line: int(day_of(line) != newest))
    days = [day_of(line) for line in (turn, turn - 1)]
    assert days[0] < days[1] == newest
    for line in (turn, turn - 1):
        log.list.choose(line)
        first, last = log.list.lines_in_view
        assert first <= turn - 1 < turn <= last, "both are in view"
        assert log.day.text() == day_name(day_of(line), "de")


def test_the_facts_that_tab_scrolls_are_named_after_their_entry(desk: ReviewScreens) -> None:
    log = desk.log
    for at in (0, 5):
        log.list.choose(at)
        assert log.detail.facts.accessibleName() == log.detail.title.text != ""


def test_a_sign_in_between_two_rounds_shows_no_cards(desk: ReviewScreens) -> None:
    """The cards of the night before lay beside a sign-in of the next evening."""
    log, shown = desk.log, dict[str, bool]()
    for at in range(log.query.rows.count):
        row = log.query.rows.row(at)
        if row is None or row.kind in shown:
            continue
        log.list.choose(at)
        log.look()
        shown[row.kind] = log.detail.hands.isVisible()
        if {"card_drawn", "signed_in"} <= {*shown}:
            break
    assert shown["card_drawn"] and not shown["signed_in"]


# --- a report's figures, and names -------------------------------------------------------------------


@pytest.mark.sweep
def test_a_figure_of_the_report_opens_its_rows(desk: ReviewScreens, qtbot: QtBot) -> None:
    desk.show_shift_report()
    report = desk.report
    assert report is not None
    qtbot.waitUntil(lambda: report.compared is not None)
    opens = {key.figure.rows: key for key in report.figures.keys if key.isEnabled()}
    assert {LogFilter.ROUNDS, LogFilter.INCIDENTS} <= {*opens}
    for of in (LogFilter.INCIDENTS, LogFilter.ROUNDS):
        QTest.mouseClick(opens[of], LEFT)
        assert desk.log.isVisible() and desk.log.query.wanted.kinds == KINDS[of]
        assert desk.log.query.rows.count
        desk.show_shift_report()
    still = [key for key in report.figures.keys if key.isVisible() and not key.isEnabled()]
    assert still and all(key.figure.rows is None for key in still)


def test_the_files_name_stands_in_the_bar_and_begins_suggested_names(desk: ReviewScreens) -> None:
    asked: list[str] = []
    desk.ask_path = lambda name, kinds, then: asked.append(name)
    assert "table-7.db" in desk.log.bar.accessibleName()
    said = words("de").text("review.read_only")
    assert said not in desk.log.bar.accessibleName()
    desk.log.list.choose(6)
    desk.log.detail.file.click()
    QTest.keyClick(desk.log.list, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert len(asked) == 2 and all(name.startswith("table-7-") for name in asked)


@pytest.mark.sweep
def test_f10_opens_the_menu_on_each_screen_beneath_its_key(desk: ReviewScreens, qtbot: QtBot) -> None:
    """A name's key is left out by Tab if nobody is signed in; the keyboard has no other way to the menu."""
    row = ("F10", desk.words.text("menu.open"))
    assert row in desk.log.key_rows(desk.words)
    QTest.keyClick(desk.log.list, Qt.Key.Key_F10)
    assert desk.menu.isVisible()
    desk.menu.close_menu()
    QTest.keyClick(desk.log.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.replay is not None and desk.replay.isVisible())
    assert desk.replay is not None and row in desk.replay.key_rows(desk.words)
    QTest.keyClick(desk.replay, Qt.Key.Key_F10)
    assert desk.menu.isVisible()
    desk.menu.close_menu()
    desk.show_shift_report()
    report = desk.report
    assert report is not None and row in report.key_rows(desk.words)
    QTest.keyClick(report, Qt.Key.Key_F10)
    assert desk.menu.isVisible()


def test_the_reviews_window_is_as_large_and_where_it_was(qtbot: QtBot) -> None:
    reviewing = Reviewing(lambda: JournalReads((night(),), PERSONS), work)
    window = ReviewWindow(
        reviewing, words("en"), SetClock(), lambda _: ("Casino Nord",), asking=AtOnce
    )
    qtbot.addWidget(window)
    window.show()
    window.setGeometry(QRect(40, 60, 700, 500))
    window.close()
    another = QWidget()
    qtbot.addWidget(another)
    assert take_place(another, "review")
    another.show()
    assert another.geometry() == QRect(40, 60, 700, 500)
    assert not take_place(another, "wall"), "each window has its own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_f1_shows_the_keys_of_the_review(qtbot: QtBot, language: str) -> None:
    screens = ReviewScreens(inquiries_of(night()), work(), words(language), SetClock())
    qtbot.addWidget(screens)
    screens.resize(1280, 800)
    screens.begin(None, lambda _: ("T1",), close="review.menu.close")
    screens.show()
    QTest.keyClick(screens.log, F1)
    card = screens.key_card
    assert card is not None and card.isVisible() and not flaws(card)
    assert any(key.endswith("+F") for key, _ in card.rows)
