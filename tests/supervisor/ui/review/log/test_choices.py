"""The choices of a filter under real keys and a mouse, and as a screen reader meets them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review import JournalReads
from console.supervisor.ui.review.log.filter_bar import ChoiceList
from console.supervisor.ui.review.log.filters import KINDS, FilterCondition, options_of
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.core import About, NoteKind, SetClock
from console.table.journal import Filter
from tests.base.words.catalogues import words
from tests.supervisor.review.test_journals import prepared
from tests.supervisor.ui.review.stories import NIGHT, PERSONS, SUPERVISOR, AtOnce, journal_of
from tests.table.played import START, noted

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def choices(screen: LogScreen) -> ChoiceList:
    """The open choices of the kinds."""
    screen.filters.ask(FilterCondition.KIND)
    return screen.filters.panel.list


def texts(choices: ChoiceList) -> list[str]:
    return [str(choices.model().index(at, 0).data()) for at in range(choices.model().rowCount())]


def place(choices: ChoiceList, at: int) -> QPoint:
    return choices.visualRect(choices.model().index(at, 0)).center()


@pytest.mark.sweep
def test_choices_stand_in_columns_and_the_arrows_go_among_them(choices: ChoiceList) -> None:
    assert place(choices, 0).y() == place(choices, 2).y() < place(choices, 3).y()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(choices, key)
    assert choices.currentIndex().row() == 4
    QTest.keyClick(choices, Qt.Key.Key_End)
    assert choices.currentIndex().row() == choices.model().rowCount() - 1


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_key_takes_a_choice_and_takes_it_off_again(
    screen: LogScreen, choices: ChoiceList, key: Qt.Key
) -> None:
    QTest.keyClick(choices, Qt.Key.Key_Right)
    at, first = choices.currentIndex().row(), choices.currentIndex().data(Qt.ItemDataRole.UserRole)
    QTest.keyClick(choices, key)
    assert screen.query.wanted.kinds == KINDS[first]
    assert choices.isVisible() and choices.currentIndex().row() == at
    QTest.keyClick(choices, key)
    assert not screen.query.wanted.kinds


@pytest.mark.sweep
def test_a_press_anywhere_on_a_choice_takes_it_once(screen: LogScreen, choices: ChoiceList) -> None:
    for inset in (QPoint(0, 0), QPoint(-160, 20)):  # the second: within Qt's own box
        QTest.mouseClick(choices.viewport(), LEFT, pos=place(choices, 0) + inset)
        assert screen.query.wanted.kinds == KINDS["incidents"]
        QTest.mouseClick(choices.viewport(), LEFT, pos=place(choices, 0) + inset)
        assert not screen.query.wanted.kinds


def test_typed_letters_lead_to_the_choice_that_begins_so(choices: ChoiceList) -> None:
    wanted = next(text for text in texts(choices) if text.startswith("Rem"))
    QTest.keyClicks(choices, "rem")
    assert choices.currentIndex().data() == wanted


@pytest.mark.sweep
def test_esc_and_a_press_beside_close_the_choices_and_leave_the_filters(
    qtbot: QtBot, screen: LogScreen, choices: ChoiceList
) -> None:
    panel = screen.filters.panel
    QTest.keyClick(choices, Qt.Key.Key_Space)
    taken = screen.query.wanted
    with qtbot.assertNotEmitted(screen.left):
        QTest.keyClick(choices, Qt.Key.Key_Escape)
    assert panel.isHidden() and screen.query.wanted == taken
    screen.filters.ask(FilterCondition.KIND)
    QTest.mouseClick(panel, LEFT, pos=QPoint(5, 5))
    assert panel.isHidden() and screen.query.wanted == taken
    screen.filters.ask(FilterCondition.KIND)
    QTest.mouseClick(panel.any, LEFT)
    QTest.mouseClick(panel.done, LEFT)
    assert panel.isHidden() and not screen.query.wanted.kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_reader_meets_a_list_of_boxes_to_tick(screen: LogScreen, language: str) -> None:
    text = words(language)
    screen.set_words(text)
    screen.filters.ask(FilterCondition.KIND)
    choices = screen.filters.panel.list
    QTest.keyClick(choices, Qt.Key.Key_Space)
    tree = QAccessible.queryAccessibleInterface(choices)
    assert (tree.role().name, tree.text(QAccessible.Text.Name)) == ("List", text.text("review.filter.kind"))
    items = [tree.child(at) for at in range(tree.childCount())]
    options = options_of(FilterCondition.KIND, screen.query.wanted, screen.query.filter_choices, text)
    assert [(item.role().name, item.text(QAccessible.Text.Name)) for item in items] == [
        ("ListItem", option.text) for option in options
    ]
    assert [item.state().checked for item in items] == [int(option.chosen) for option in options]
    keys = screen.filters.panel
    assert keys.done.accessibleName() == text.text("review.done")


class Later(AtOnce):
    """Inquiries whose index becomes whole only when a test says so."""

    def prepare(self) -> None:
        self.counted.emit(self.reads.count())


@pytest.mark.sweep
def test_open_choices_of_incidents_become_those_of_the_journal_once_it_is_read(qtbot: QtBot) -> None:
    """Eighteen kinds stood there, of which a press on seventeen found nothing."""
    path = journal_of("unread", NIGHT)
    inquiries = Later(lambda: JournalReads((path,), PERSONS))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ("Casino Nord",))
    screen.show()
    screen.filters.ask(FilterCondition.INCIDENT)
    choices = screen.filters.panel.list
    every = texts(choices)
    choices.setCurrentIndex(choices.model().index(every.index(words("en").text("incident.card_fell")), 0))
    AtOnce.prepare(inquiries)
    shown = texts(choices)
    assert 0 < len(shown) < len(every)
    assert choices.currentIndex().data(Qt.ItemDataRole.UserRole) == "card_fell"
    inquiries.stop()


NOTED = (NoteKind.SIGN_IN_FAILED, NoteKind.PEOPLE_DISABLED, NoteKind.COMING, NoteKind.DEVICE_LOST)


@pytest.mark.parametrize(
    ("choice", "found"),
    [("people", [*NOTED[:2]]), ("calls", [NOTED[2]]), ("devices", [NOTED[3]]), ("console", [*NOTED])],
)
def test_a_note_is_found_with_the_kind_of_its_subject_too(
    tmp_path: Path, choice: str, found: list[NoteKind]
) -> None:
    """A failed sign-in is looked for among the sign-ins, and not only among all that a console noted."""
    path = tmp_path / "T7.db"
    for after, kind in enumerate(NOTED):
        text = "shoe" if kind.row.about is About.DEVICE else None
        noted(path, kind, START + timedelta(seconds=after), text, who="D2")
    with prepared([path]) as reads:
        rows = [*reads.log.newest(Filter(kinds=KINDS[choice]))][::-1]
        assert [what for row in rows if (what := row.figures["what"]) in NOTED] == found
