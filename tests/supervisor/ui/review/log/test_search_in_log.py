"""Typed and chosen terms sort the log: words, rounds, times and kinds, seen and taken off by one press."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.supervisor.review import JournalReads
from console.supervisor.ui.review.log import log_list
from console.supervisor.ui.review.log.entry_signs import row_text
from console.supervisor.ui.review.log.filters import (
    KINDS,
    Chip,
    FilterCondition,
    TimeChoice,
    chips,
    options_of,
    with_choice_toggled,
    without_condition,
)
from console.supervisor.ui.review.log.log_model import COLUMNS
from console.supervisor.ui.review.log.log_query import with_typed_table
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.journal import Facet, Filter, Word
from console.table.ui.kit import PAD, theme
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.log.at_log import in_view, press
from tests.supervisor.ui.review.stories import PERSONS, AtOnce, night


def chip_of(screen: LogScreen, condition: FilterCondition) -> Chip | None:
    """The chip of a condition."""
    of = chips(screen.query.wanted, screen.query.filter_choices, words("en"))
    return next((chip for chip in of if chip.condition is condition), None)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("language", "typed", "kinds"),
    [
        ("en", "hidden", {"remarked"}),
        ("sv", "ruter kung", {"card_drawn", "card_corrected"}),
        ("ja", "ダイヤモンドのキング", {"card_drawn", "card_corrected"}),
        ("ja", "落下", {"incident_reported"}),
        ("ja", "ﾀﾞｲﾔﾓﾝﾄﾞ", {"card_drawn", "card_corrected"}),
    ],
)
def test_a_search_finds_words_of_the_readers_language(
    screen: LogScreen, language: str, typed: str, kinds: set[str]
) -> None:
    screen.set_words(words(language))
    screen.query.seek(typed)
    rows = in_view(screen)
    assert rows
    assert {row.kind for row in rows} <= kinds


def test_a_search_finds_no_word_of_another_language_until_it_is_the_readers(screen: LogScreen) -> None:
    """A German search for «rot» found an Icelandic queen, «drottning»."""
    screen.set_words(words("de"))
    screen.query.seek("kung")
    assert in_view(screen) == []
    screen.set_words(words("sv"))
    assert {row.kind for row in in_view(screen)} == {"card_drawn", "card_corrected"}


def test_a_search_for_a_rounds_number_finds_its_entries(screen: LogScreen) -> None:
    screen.query.seek("T7-2")
    assert {row.round for row in in_view(screen)} == {"T7-2"}


def test_the_found_entries_are_counted_out_of_all(screen: LogScreen) -> None:
    screen.query.seek("hidden")
    assert screen.head.text == f"1 of {screen.query.found.all} entries"
    assert screen.day.text() != ""
    screen.query.seek("zeppelin")
    assert screen.query.rows.count == 0
    assert screen.day.text() == "", "no day stands over no rows"
    bar = screen.list.verticalScrollBar()
    screen.grab()  # Qt lays the list out when it paints it
    looks = bar.grab().toImage()
    assert {looks.pixelColor(x, y).name() for x in range(bar.width()) for y in range(bar.height())} == {
        theme.BG0.name()
    }, "nothing is to be scrolled"
    assert screen.list.note == words("en").text("review.nothing")


def test_no_entry_is_denied_while_some_are_not_searched_yet(screen: LogScreen) -> None:
    screen.query.seek("zeppelin")
    screen.query.found = replace(screen.query.found, prepared=0.5)
    screen.query.counted.emit()
    assert screen.head.text == words("en").text("review.indexing", share=50)
    assert screen.list.note == ""


def test_one_press_sorts_out_a_round_a_shoe_an_incident(screen: LogScreen) -> None:
    fell = next(at for at, row in enumerate(in_view(screen)) if row.kind == "incident_reported")
    screen.list.choose(fell)
    assert not any(key.isHidden() for key in screen.detail.onlys.values())
    QTest.mouseClick(screen.detail.onlys[FilterCondition.ONE_INCIDENT], Qt.MouseButton.LeftButton)
    found = in_view(screen)
    assert {row.incident for row in found} == {"T7-i1"}
    assert chip_of(screen, FilterCondition.ONE_INCIDENT) is not None
    screen.filters.take_off(FilterCondition.ONE_INCIDENT)
    assert chip_of(screen, FilterCondition.ONE_INCIDENT) is None
    screen.list.choose(fell)
    QTest.mouseClick(screen.detail.onlys[FilterCondition.ROUND], Qt.MouseButton.LeftButton)
    assert {row.round for row in in_view(screen)} == {"T7-2"}


def test_the_field_shows_the_words_that_the_list_is_filtered_by(screen: LogScreen) -> None:
    """After a change of the filter the field kept its words, and the list was no longer filtered by them."""
    QTest.keyClicks(screen.search, "hidden")
    QTest.keyClick(screen.search, Qt.Key.Key_Return)
    screen.query.turn_bytes()
    assert screen.query.wanted.words and screen.search.text() == "hidden"
    screen.query.look_for(Filter(kinds=KINDS["incidents"]))
    assert screen.search.text() == ""


def test_ctrl_f_is_in_the_search_and_ctrl_g_goes_to_a_time(qtbot: QtBot, screen: LogScreen) -> None:
    screen.activateWindow()
    press(screen, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(screen.search.hasFocus)
    press(screen, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert screen.time.isVisible()
    local = datetime(2026, 11, 20, 9, 0, 30, tzinfo=UTC).astimezone()
    screen.time.apply_text(f"{local:%H:%M:%S}")
    assert screen.row is not None
    assert screen.row.at <= local
    newer = screen.query.rows.row(screen.list.at - 1)
    assert newer is not None and newer.at > local
    assert not screen.time.isVisible()


def test_a_malformed_time_is_answered_with_an_example(screen: LogScreen) -> None:
    screen.time.apply_text("teatime")
    assert "02:14" in screen.head.text


@pytest.mark.sweep(1)
@pytest.mark.parametrize("typed", ["2026-10-25 03:40", "2026-10-25 03:40:10"])
def test_a_time_that_comes_twice_is_asked_for_again_with_both(
    in_vilnius: None, screen: LogScreen, typed: str
) -> None:
    """Clocks go back at 4: half an hour after the typed time of summer it is 3:10 in winter."""
    went = list[object]()
    screen.time.moment_typed.connect(went.append)
    screen.time.open()
    screen.time.apply_text(typed)
    assert f"{typed}+03:00" in screen.head.text and f"{typed}+02:00" in screen.head.text
    assert screen.time.isVisible() and not went
    screen.time.apply_text(f"{typed}+03:00")
    screen.time.apply_text("2026-10-25")
    assert len(went) == 2 and not screen.time.isVisible()


def test_a_choice_is_taken_on_and_off_again(screen: LogScreen) -> None:
    about = screen.query.filter_choices
    on = with_choice_toggled(Filter(), FilterCondition.KIND, "incidents", about)
    assert on.kinds == KINDS["incidents"]
    assert with_choice_toggled(on, FilterCondition.KIND, "incidents", about) == Filter()
    since = with_choice_toggled(Filter(), FilterCondition.TIME, TimeChoice.HOUR, about)
    assert since.since is not None
    assert without_condition(since, FilterCondition.TIME) == Filter()
    dealers = options_of(FilterCondition.DEALER, Filter(), about, words("en"))
    assert {option.text for option in dealers} >= {"Rasa K."}


def test_a_word_means_its_cards_and_kinds_in_the_readers_language() -> None:
    reads = JournalReads((night(),), PERSONS)
    hearts, fallen, jonas = reads.words_of("hjärter nukritusi jonas", "lt")
    assert hearts.means == {}
    assert "card_fell" in fallen.means[Facet.INCIDENT_KIND]
    assert jonas.means[Facet.PERSON] == {"P1"}
    (hearts,) = reads.words_of("hjärter", "sv")
    assert {card[1] for card in hearts.means[Facet.CARD]} == {"H"}
    reads.close()


def test_a_row_in_a_searched_minute_is_found_by_its_time_alone(screen: LogScreen) -> None:
    """A minute is a span: no text of the row has it, and it is marked in none."""
    screen.query.seek(f"{in_view(screen)[0].at.astimezone():%H:%M}")
    rows = in_view(screen)
    assert rows and not any(screen.query.rows.text_of(row).beneath for row in rows)


def test_a_row_that_its_round_was_found_by_says_so(screen: LogScreen) -> None:
    screen.query.seek("T7-2")
    for row in in_view(screen):
        assert screen.query.rows.text_of(row).beneath == "Round: T7-2"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("typed", "column"), [("Jonas", "by"), ("BAC-3.4.3", "clause")])
def test_a_word_is_marked_in_the_column_in_which_it_stands(
    screen: LogScreen, monkeypatch: pytest.MonkeyPatch, typed: str, column: str
) -> None:
    grounds: list[float] = []

    def filled(painter: QPainter, box: QRectF, ink: QColor, *rest: object) -> None:
        if ink == log_list._MARK:
            grounds.append(painter.transform().map(box.topLeft()).x())

    monkeypatch.setattr(log_list, "fill", filled)
    screen.query.seek(typed)
    screen.list.grab()
    left = screen.list.columnViewportPosition(list(COLUMNS).index(column))
    assert grounds and any(PAD - 2 <= each - left < 100 for each in grounds)
    grounds.clear()
    screen.query.seek("7")
    screen.list.grab()
    left = screen.list.columnViewportPosition(list(COLUMNS).index("table"))
    assert not any(PAD - 2 <= each - left < 60 for each in grounds), "no word is looked for in T7"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("typed", "rest"), [("t7", ""), ("T7 hidden", "hidden")])
def test_a_tables_name_finds_all_rows_of_the_table(screen: LogScreen, typed: str, rest: str) -> None:
    screen.query.seek(rest)
    every = in_view(screen)
    screen.query.seek(typed)
    assert every and in_view(screen) == every


@pytest.mark.parametrize(
    ("typed", "table", "left"),
    [
        ("ＴＡＢＬＥ 12 eight", "Table 12", ["eight"]),
        ("table", None, ["table"]),
        ("12", None, ["12"]),
        ("R1 J1", "R1", ["J1"]),
    ],
)
def test_a_tables_whole_name_is_a_filter_but_a_number_alone_is_a_word(
    typed: str, table: str | None, left: list[str]
) -> None:
    tables = ("Table 1", "12", "Table 12", "R1", "J1")
    wanted = Filter(words=tuple(map(Word, typed.split())))
    read = with_typed_table(wanted, tables)
    assert (read.tables, [word.text for word in read.words]) == (frozenset((table,) if table else ()), left)
    alike = with_typed_table(wanted, ("Riga/Table 12", "Vilnius/Table 12", "Table 1"))
    assert alike.tables == (
        frozenset(("Riga/Table 12", "Vilnius/Table 12")) if table == "Table 12" else frozenset()
    )
    elsewhere = replace(wanted, tables=frozenset(("B1",)))
    assert with_typed_table(elsewhere, tables) == elsewhere, "only B1 is looked through"


def test_a_span_that_is_typed_sorts_the_log_and_the_panel_leads_to_it(screen: LogScreen) -> None:
    every = in_view(screen)
    middle = every[len(every) // 2].at.astimezone()
    screen.filters.ask(FilterCondition.TIME)
    assert screen.filters.panel.isVisible()
    screen.filters.panel.turned.emit(FilterCondition.TIME, TimeChoice.RANGE)
    assert screen.time.isVisible() and not screen.filters.panel.isVisible()
    screen.time.apply_text(f"{middle:%Y-%m-%d %H:%M:%S} –")
    assert not screen.time.isVisible()
    assert 0 < screen.query.rows.count < len(every)
    assert all(row.at >= middle.replace(microsecond=0) for row in in_view(screen))
    chip = chip_of(screen, FilterCondition.TIME)
    assert chip is not None and chip.is_set and chip.text == f"From {middle:%-d} Nov {middle:%H:%M}"


def test_a_press_is_named_by_what_was_on_the_key_and_found_by_it(screen: LogScreen) -> None:
    pressed = [row for row in in_view(screen) if row.kind == "step_done"]
    texts = {row_text(row, words("en"), str).what for row in pressed}
    keys = ("button.result_announced", "button.cards_picked_up")
    assert texts >= {words("en").text(key) for key in keys}
    assert words("en").text("log.step_done") not in texts
    screen.set_words(words("de"))
    screen.query.seek(words("de").text("button.cards_picked_up").split()[-1])
    assert {row.due_action for row in in_view(screen) if row.kind == "step_done"} == {"collect"}


def test_a_search_that_still_filters_is_seen_and_one_press_takes_it_off(screen: LogScreen) -> None:
    every = screen.query.rows.count
    screen.search.setText("hidden")
    screen.query.seek("hidden")
    screen.time.open()
    keys = screen.filters.chips.keys
    searched = next(key for key in keys if key.chip.condition is FilterCondition.WORDS)
    assert "hidden" in searched.text() and searched.isVisible()
    QTest.mouseClick(searched, Qt.MouseButton.LeftButton, pos=QPoint(30, 20))
    assert (screen.query.rows.count, screen.search.text()) == (every, "")
    assert not any(key.chip.condition is FilterCondition.WORDS and key.isVisible() for key in keys)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "change",
    [
        lambda screen: screen.filters.panel.turned.emit(FilterCondition.KIND, "incidents"),
        lambda screen: screen.filters.take_off(FilterCondition.KIND),
        lambda screen: screen.time.span_typed.emit(None, None),
    ],
)
def test_words_typed_just_before_another_filter_are_looked_for_with_it(
    screen: LogScreen,
    inquiries: AtOnce,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[LogScreen], None],
) -> None:
    """The answer about the words comes later: the reading takes its time."""
    late: list[Callable[[], object]] = []
    reads = inquiries.reads
    with monkeypatch.context() as slow:
        slow.setattr(inquiries, "ask", lambda _, asked, answer: late.append(lambda: answer(asked(reads))))
        screen.query.seek("hidden")
        words_read = late[-1]
        change(screen)
    words_read()
    assert [word.text for word in screen.query.wanted.words] == ["hidden"]
    screen.query.seek("")
    assert screen.query.wanted.words == ()
