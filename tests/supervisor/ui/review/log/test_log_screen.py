"""The log as a supervisor uses it: what is looked for, what is in view, what a press sorts out."""

from __future__ import annotations

import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review import FilterChoices, JournalDifference, JournalReader, JournalReads
from console.supervisor.ui.review import JournalInquiries, ReviewScreens
from console.supervisor.ui.review.log.entry_signs import row_text
from console.supervisor.ui.review.log.log_screen import LogKey, LogScreen
from console.supervisor.ui.review.report.seal_screen import SealScreen
from console.table.core import Mode, SetClock
from console.table.ui.kit import advance, clock_time, end, theme
from console.table.ui.page import PageBar
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import flaws, listened
from tests.supervisor.ui.review.log.at_log import in_view, press
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import NIGHT, PERSONS, SUPERVISOR, AtOnce, inquiries_of, night
from tests.sweep import by_turns
from tests.table.ui.harness.menu_rows import menu_row


def test_everything_is_there_the_newest_first(screen: LogScreen) -> None:
    assert screen.query.rows.count == len(NIGHT), "what a device said is one row, without its bytes"
    rows = in_view(screen)
    assert [row.number for row in rows] == sorted((row.number for row in rows), reverse=True)


def test_up_and_down_choose_and_enter_replays(qtbot: QtBot, screen: LogScreen) -> None:
    press(screen, Qt.Key.Key_Down)
    press(screen, Qt.Key.Key_Down)
    press(screen, Qt.Key.Key_Up)
    assert screen.list.at == 1
    with qtbot.waitSignal(screen.replay_asked) as asked:
        press(screen, Qt.Key.Key_Return)
    assert asked.args == [screen.query.rows.row(1)]


def test_end_goes_to_the_first_entry_and_home_back_to_the_newest(screen: LogScreen) -> None:
    press(screen, Qt.Key.Key_End)
    assert screen.row is not None and screen.row.number == 1
    press(screen, Qt.Key.Key_Home)
    assert screen.row is not None and screen.row.number == screen.query.found.all


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_words_in_every_language(screen: LogScreen, language: str) -> None:
    for row in in_view(screen):
        text = row_text(row, words(language), lambda who: PERSONS[who].name if who in PERSONS else who)
        assert text.what and "{" not in text.what and "\u00ad" not in text.what
        assert text.by and text.time


def test_another_thread_answers_the_log_so_that_the_window_waits_for_no_disk(qtbot: QtBot) -> None:
    inquiries = JournalInquiries(lambda: JournalReads((night(),), PERSONS))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    inquiries.start()
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    qtbot.waitUntil(lambda: screen.query.found.done and screen.row is not None)
    screen.query.seek("hidden")
    qtbot.waitUntil(
        lambda: screen.query.found.done and screen.query.rows.count == 1 and screen.row is not None
    )
    inquiries.stop()


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError("the disk is gone"), "bug.disk"),
        (psycopg.OperationalError("the connection is lost"), "floor.unreached.lost"),
        (psycopg.errors.AdminShutdown("terminating connection"), "floor.unreached.busy"),
        (psycopg.ProgrammingError("no such column"), "bug.title"),
    ],
)
def test_an_unreadable_journal_is_reported(
    screen: LogScreen, inquiries: AtOnce, error: Exception, why: str
) -> None:
    """A server that went away in a review over the floor was something unexpected, as a bug is."""
    inquiries.failed.emit(error)
    assert words("en").text(why) in screen.head.text


@pytest.mark.sweep
def test_the_language_code_opens_the_menu_without_a_sign_in(qtbot: QtBot, screen: LogScreen) -> None:
    screen.begin(None, lambda _: ("T7",))
    screen.grab()
    with qtbot.waitSignal(screen.menu_requested):
        at = QPoint(round(screen.bar.room_ends) + 4, 28)
        QTest.mouseClick(screen.bar, Qt.MouseButton.LeftButton, pos=at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_speaks_another_language_with_its_rows(screen: LogScreen, language: str) -> None:
    screen.list.choose(3)
    screen.set_words(words(language))
    assert screen.list.at == 3
    assert words(language).text("review.log") in screen.accessibleName()
    assert screen.keys[LogKey.REPORT].text() == words(language).text("review.report")
    assert is_drawn(screen)


@pytest.mark.parametrize(("table", "title"), [("7", "Tisch 7"), ("T7", "T7")])
def test_the_bar_names_a_table_as_the_dealers_bar_does(qtbot: QtBot, table: str, title: str) -> None:
    bar = PageBar(SetClock().utc, words("en"))
    qtbot.addWidget(bar)
    bar.show_reading(Mode.REVIEW, ("Casino Nord", table), SUPERVISOR, words("de"))
    assert bar.accessibleName() == "  ".join((words("de").text("mode.review"), "Casino Nord", title))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_columns_name_is_no_smaller_than_the_least_that_is_read(language: str) -> None:
    assert advance(words(language).text("record.round"), theme.font(14, bold=True)) <= 104


def test_an_answer_that_comes_after_the_review_closed_is_dropped(qtbot: QtBot) -> None:
    inquiries = JournalInquiries(lambda: JournalReads((night(),), PERSONS))
    asked, goes_on = threading.Event(), threading.Event()
    came: list[object] = []

    def late(_: JournalReader) -> bool:
        asked.set()
        return goes_on.wait(60)

    inquiries.start()
    inquiries.ask("late", late, came.append)
    qtbot.waitUntil(asked.is_set)
    inquiries.stop()
    goes_on.set()
    end()
    assert came == []


def copied(tmp_path: Path) -> Path:
    """A journal that nobody has looked into yet: without an index."""
    path = tmp_path / "night.db"
    shutil.copy(night(), path)
    return path


def opened(qtbot: QtBot, path: Path) -> tuple[JournalInquiries, LogScreen]:
    """A review in its own thread, as `console review` opens it; everything has been read."""
    inquiries = JournalInquiries(lambda: JournalReads((path,), PERSONS))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    inquiries.start()
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    screen.show()
    qtbot.waitUntil(
        lambda: screen.query.found.done and screen.query.found.prepared >= 1 and screen.row is not None
    )
    return inquiries, screen


@pytest.mark.sweep
def test_a_second_opening_has_its_filters_and_the_earlier_shifts_too(qtbot: QtBot, tmp_path: Path) -> None:
    path = copied(tmp_path)
    known: list[FilterChoices] = []
    for _ in range(2):
        inquiries, screen = opened(qtbot, path)

        def learnt(screen: LogScreen = screen) -> bool:
            choices = screen.query.filter_choices
            return choices.last is not None and bool(choices.incident_counts)

        qtbot.waitUntil(learnt)
        known.append(screen.query.filter_choices)
        inquiries.stop()
    assert known[0] == known[1]
    assert known[1].dealers and known[1].shifts and known[1].incident_kinds


@pytest.mark.sweep
def test_a_report_says_its_kind_as_soon_as_the_index_knows_it(qtbot: QtBot, tmp_path: Path) -> None:
    inquiries, screen = opened(qtbot, copied(tmp_path))

    def reports() -> list[str]:
        rows = [row for row in in_view(screen) if row.kind == "incident_reported"]
        return [row_text(row, words("en"), str).what for row in rows]

    qtbot.waitUntil(lambda: bool(reports()) and all("fell" in each.lower() for each in reports()))
    inquiries.stop()


def test_esc_asks_before_it_ends_the_review(qtbot: QtBot) -> None:
    inquiries = inquiries_of(night())
    screens = ReviewScreens(inquiries, work(), words("en"), SetClock())
    qtbot.addWidget(screens)
    screens.resize(1280, 800)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.show()
    left: list[bool] = []
    screens.left.connect(lambda: left.append(True))
    QTest.keyClick(screens.log, Qt.Key.Key_Escape)
    assert screens.menu.isVisible() and not left
    QTest.keyClick(screens.menu, Qt.Key.Key_Escape)
    assert not screens.menu.isVisible() and not left
    QTest.keyClick(screens.log, Qt.Key.Key_Escape)
    QTest.mouseClick(menu_row(screens.menu, words("en").text("review.menu.close")), Qt.MouseButton.LeftButton)
    assert left
    inquiries.stop()


def test_another_language_is_the_headings_too(qtbot: QtBot) -> None:
    inquiries = inquiries_of(night())
    screens = ReviewScreens(inquiries, work(), words("en"), SetClock())
    qtbot.addWidget(screens)
    screens.begin(None, lambda words: (words.text("review.of_files"),), close="review.menu.close")
    screens.show_seal()
    screens.speak("ja")
    heading = (words("ja").text("review.of_files"),)
    assert screens.log.heading == screens.pages[SealScreen].about == heading
    inquiries.stop()


def test_a_journal_that_was_changed_where_it_is_kept_is_named_across_the_screen(
    screen: LogScreen, inquiries: AtOnce
) -> None:
    filters = screen.filters.chips.y()
    flaw = JournalDifference("review.flaw.missing", "T9", 12, 40)
    inquiries.counted.emit(replace(screen.query.found, flaws=(flaw,)))
    assert "T9" in screen.head.flaws and screen.head.flaws in screen.accessibleName()
    assert screen.filters.chips.y() > filters, "nothing lies over it"
    assert "T9" not in screen.head.text
    screen.set_words(words("ja"))
    assert "T9" in screen.head.flaws


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("language", "key"), by_turns(LANGUAGES, ["journal.rules_missing", "journal.rollback"])
)
def test_the_whole_reason_why_nothing_was_written_stands_beside_the_headline(
    screen: LogScreen, key: str, language: str
) -> None:
    """It ends with the way out, which was cut off."""
    screen.show()
    screen.set_words(words(language))
    slots = {"rules": "lt-2", "name": "journal-2026-11-01.db", "file": "journal-2026-11-01.db"}
    screen.warn("shift.not_written", why=words(language).text(key, **slots))
    with listened() as heard:
        screen.grab()
    said = "".join(text.text for _, text in heard).replace(" ", "")
    assert screen.head.text.replace(" ", "") in said and flaws(screen) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_that_grows_elsewhere_says_how_old_it_is_and_which_key_shows_the_rest(
    screen: LogScreen, inquiries: AtOnce, language: str
) -> None:
    screen.set_words(words(language))
    text = words(language)
    assert "08:03:20" not in screen.head.text
    of = replace(screen.query.found, as_of=datetime(2026, 11, 21, 8, 3, 20, tzinfo=UTC))
    inquiries.counted.emit(of)
    assert of.as_of is not None
    assert text.text("review.as_of", time=clock_time(of.as_of, text)) in screen.head.text
    inquiries.counted.emit(replace(of, since=14))
    assert "14" in screen.head.text and screen.keys[LogKey.NEWEST].text() in screen.head.text
    assert screen.head.text in screen.accessibleName()
