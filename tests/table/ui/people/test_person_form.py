"""The form of a LIVE table's first run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Person, Role
from console.table.people import Known, PeopleFile
from console.table.people.answers import PIN_MOST
from console.table.ui.kit import ChoiceKey, Label
from console.table.ui.people.person_form import FirstSupervisor
from tests.base.words.catalogues import words
from tests.table.people.kept import PIN, people_in
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.people.samples import SCREENS


class Form:
    """The form with hands, on a people's file that is not there yet."""

    def __init__(self, folder: Path, bot: QtBot) -> None:
        self.file = folder / "people.json"
        self.monotonic = 0.0
        self.form = FirstSupervisor(people_in(self.file).add, Words("en"), monotonic=lambda: self.monotonic)
        bot.addWidget(self.form)
        self.form.resize(1280, 800)
        self.form.show()
        self.bot = bot

    def fill(self, id: str, name: str, pin: str, again: str) -> None:
        keys = ("people.ask.id", "people.ask.name", "people.ask.pin", "people.ask.pin_again")
        for key, text in zip(keys, (id, name, pin, again), strict=True):
            field = self.form.input(key)
            field.setFocus()
            field.setText(text)

    def enter(self) -> None:
        QTest.keyClick(self.form.input("people.ask.pin_again"), Qt.Key.Key_Return)

    @property
    def note(self) -> str:
        return self.form.note


@pytest.fixture
def form(tmp_path: Path, qtbot: QtBot) -> Form:
    return Form(tmp_path, qtbot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pins_rule_is_read_before_the_first_refusal(language: str, qtbot: QtBot, tmp_path: Path) -> None:
    first = FirstSupervisor(people_in(tmp_path / "people.json").add, Words(language), least=7)
    qtbot.addWidget(first)
    first.resize(1280, 800)
    first.show()
    shown = [each for each in first.findChildren(Label) if not each.isHidden() and "7" in each.text()]
    assert len(shown) == 1 and str(PIN_MOST) in shown[0].text()
    assert shown[0].sizeHint().width() <= first.input("people.ask.pin").width(), "the line is not cut"


def test_the_first_form_makes_a_supervisor_in_the_language_of_the_screen(form: Form) -> None:
    assert PeopleFile(form.file).needs_first_supervisor
    form.form.set_words(Words("is"))
    form.fill("S-1", "Þóra Ö.", PIN, PIN)
    with form.bot.waitSignal(form.form.made) as made:
        form.enter()
    thora = Person("S-1", "Þóra Ö.", Role.SUPERVISOR, "is")
    assert made.args == [thora]
    assert not PeopleFile(form.file).needs_first_supervisor
    assert people_in(form.file).verify("S-1", PIN) == Known(thora)


def test_a_title_in_two_lines_breaks_after_its_sentence(form: Form) -> None:
    form.form.set_words(Words("ja"))
    title = form.form.findChildren(Label)[0].text()
    assert [line[-1] for line in title.split("\n")] == ["。", "。"]


def test_the_press_makes_one_too(form: Form) -> None:
    form.fill("S-1", "Anna", PIN, PIN)
    form.monotonic += 1
    with form.bot.waitSignal(form.form.made):
        QTest.mouseClick(form.form.primary, Qt.MouseButton.LeftButton)


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("typed", "note"),
    [
        (("S-1", "Anna", PIN, "9173"), "The two PINs differ"),
        (("S-1", "Anna", "1234", "1234"), "too easy"),
        (("S-1", "Anna", "12", "12"), "4 to 8 digits"),
        (("S 1", "Anna", PIN, PIN), "S 1"),
        (("", "Anna", PIN, PIN), "ID"),
        (("S-1", "", PIN, PIN), "name"),
    ],
)
def test_a_refused_form_is_explained_and_its_pins_are_typed_again(
    form: Form, typed: tuple[str, str, str, str], note: str
) -> None:
    form.fill(*typed)
    form.enter()
    form.bot.waitUntil(lambda: bool(form.note))
    assert note in form.note
    assert form.form.input("people.ask.pin").text() == form.form.input("people.ask.pin_again").text() == ""
    assert PeopleFile(form.file).needs_first_supervisor
    assert PIN not in form.note


def test_a_refusal_goes_once_the_next_try_is_being_stored(form: Form) -> None:
    """Storing takes a second or two under load: until then the old note would refuse what is right."""
    form.fill("S-1", "Anna", PIN, "9173")
    form.enter()
    assert form.note
    form.fill("S-1", "Anna", PIN, PIN)
    with form.bot.waitSignal(form.form.made):
        form.enter()
        assert not form.note


@pytest.mark.parametrize(
    ("typed", "note", "field"),
    [
        (("", "", PIN, "9173"), "ID", "people.ask.id"),
        (("S-1", "", PIN, "9173"), "name", "people.ask.name"),
        (("S-1", "Anna", PIN, "9173"), "The two PINs differ", "people.ask.pin"),
    ],
)
def test_the_first_field_that_is_wrong_is_named_and_has_the_keys(
    form: Form, typed: tuple[str, str, str, str], note: str, field: str
) -> None:
    form.form.activateWindow()
    form.fill(*typed)
    form.enter()
    form.bot.waitUntil(lambda: bool(form.note))
    assert note in form.note
    assert form.form.focusWidget() is form.form.input(field)


def test_enter_goes_from_field_to_field(form: Form) -> None:
    first, second = form.form.input("people.ask.id"), form.form.input("people.ask.name")
    form.form.activateWindow()
    first.setFocus()
    form.bot.waitUntil(first.hasFocus)
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert second.hasFocus()


def test_enter_chooses_the_language_that_has_the_focus_and_f9_the_next_one(form: Form) -> None:
    keys = form.form.findChildren(ChoiceKey)
    japanese = next(key for key in keys if key.code == "ja")
    form.fill("S-1", "Eva", PIN, PIN)
    japanese.setFocus()
    QTest.keyClick(japanese, Qt.Key.Key_Return)
    assert form.form.words.language == "ja" and japanese.isChecked()
    QTest.keyClick(form.form, Qt.Key.Key_F9)
    assert form.form.words.language == Words("ja").next_language
    assert ("F9", form.form.words.text("keys.language")) in form.form.key_rows(form.form.words)
    assert form.form.input("people.ask.name").text() == "Eva"
    QTest.keyClick(form.form, Qt.Key.Key_Escape)
    assert form.form.isVisible()


def test_a_pin_shows_no_digit(form: Form) -> None:
    for key in ("people.ask.pin", "people.ask.pin_again"):
        field = form.form.input(key)
        field.setText(PIN)
        assert PIN not in field.displayText()


def test_a_name_in_kanji_is_written_with_an_input_method_and_taken_back(form: Form) -> None:
    name = form.form.input("people.ask.name")
    name.setFocus()
    for preedit in ("や", "やま", "山"):
        QApplication.sendEvent(name, QInputMethodEvent(preedit, []))
        assert name.text() == ""
    commit = QInputMethodEvent("", [])
    commit.setCommitString("山田 花子")
    QApplication.sendEvent(name, commit)
    assert name.text() == "山田 花子"
    QTest.keyClick(name, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert name.text() == ""
    QTest.keyClick(name, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    for typed in (Qt.Key.Key_A, Qt.Key.Key_X):
        QTest.keyClick(name, typed, Qt.KeyboardModifier.ControlModifier)
    assert name.text() == "" and QGuiApplication.clipboard().text() == "山田 花子"
    QTest.keyClick(name, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    form.form.input("people.ask.id").setText("S-1")
    for key in ("people.ask.pin", "people.ask.pin_again"):
        form.form.input(key).setFocus()
        form.form.input(key).setText(PIN)
    with form.bot.waitSignal(form.form.made) as made:
        form.enter()
    assert made.args == [Person("S-1", "山田 花子", Role.SUPERVISOR, "en")]


def test_a_pin_goes_to_no_clipboard(form: Form) -> None:
    QGuiApplication.clipboard().setText("before")
    pin = form.form.input("people.ask.pin")
    QTest.keyClicks(pin, PIN)
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        QTest.keyClick(pin, key, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "before"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["start-people-add", "start-people-licence"])
def test_no_field_is_cut_off_by_a_long_label(drawn: Drawn, name: str, language: str) -> None:
    screen = drawn(SCREENS[name], language)
    screen.grab()
    fields = [field for field in screen.findChildren(QLineEdit) if field.isVisibleTo(screen)]
    assert len(fields) > 3
    assert [field.accessibleName() for field in fields if not is_whole(field)] == []


def test_the_note_on_kanji_names_is_not_smaller_than_the_labels(drawn: Drawn) -> None:
    """It had letters of 14 units."""
    screen = drawn(SCREENS["start-people-add"], "ja")
    screen.grab()
    sizes = {label.text(): label.font().pixelSize() for label in screen.findChildren(Label)}
    note, name = (words("ja").text(f"people.ask.name{part}") for part in (".script", ""))
    assert sizes[note] >= sizes[name] >= 15


def is_whole(field: QWidget) -> bool:
    """Whether nothing that a field lies in cuts it off."""
    around = field.parentWidget()
    while around is not None and not around.isWindow():
        if not around.rect().contains(QRect(field.mapTo(around, QPoint()), field.size())):
            return False
        around = around.parentWidget()
    return True
