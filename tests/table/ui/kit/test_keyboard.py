"""The keyboard on a touch screen: a finger opens it, a real key puts it away; it has all names' letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QInputDevice, QMouseEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.ui.kit.keyboard import HIDE, LETTERS, SHIFT, SIGNS, SPACE, Keyboard, TouchTyping, layout
from console.table.ui.kit.keys import ENTER, ERASE
from console.table.ui.kit.surface import Surface
from tests.base.words.catalogues import words
from tests.sweep import sampled


class Window(QWidget):
    """A window with a line high up, one for a PIN, a text low down, and a button."""

    def __init__(self, spoken: Words) -> None:
        super().__init__()
        self.words = spoken
        self.line, self.pin, self.text = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.pin.setEchoMode(QLineEdit.EchoMode.Password)
        self.button = QPushButton()
        column = QVBoxLayout(self)
        for part in (self.line, self.pin, self.button, self.text):
            column.addWidget(part)


class TouchedWindow:
    """The window with a finger."""

    def __init__(self, bot: QtBot, typing: TouchTyping, language: str) -> None:
        self.bot, self.typing = bot, typing
        self.window = Window(words(language))
        bot.addWidget(self.window)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.activateWindow()
        bot.waitUntil(self.window.isActiveWindow)

    @property
    def keyboard(self) -> Keyboard:
        assert self.typing.keyboard is not None
        return self.typing.keyboard

    @property
    def is_open(self) -> bool:
        return self.typing.keyboard is not None and self.typing.keyboard.isVisible()

    def touch_field(self, field: QLineEdit | QPlainTextEdit) -> None:
        field.setFocus()
        on = field if isinstance(field, QLineEdit) else field.viewport()
        press(on, finger())

    def type(self, *keys: str) -> None:
        for key in keys:
            QTest.mouseClick(self.keyboard.key(key), Qt.MouseButton.LeftButton)


def finger() -> QPointingDevice:
    return QPointingDevice(
        "panel",
        1,
        QInputDevice.DeviceType.TouchScreen,
        QPointingDevice.PointerType.Finger,
        QInputDevice.Capability.Position,
        1,
        1,
    )


def press(on: QWidget, device: QPointingDevice | None = None) -> None:
    """A press as Qt makes it of a finger, or of a mouse."""
    place = QPointF(on.rect().center())
    for kind in (QMouseEvent.Type.MouseButtonPress, QMouseEvent.Type.MouseButtonRelease):
        given = (kind, place, on.mapToGlobal(place), Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton)
        none = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(*given, none, device) if device else QMouseEvent(*given, none)
        QApplication.sendEvent(on, event)


@pytest.fixture
def typing(qapp: QApplication) -> Iterator[TouchTyping]:
    made = TouchTyping(qapp)
    yield made
    made.close()
    qapp.focusChanged.disconnect(made._focus_went)


@pytest.fixture
def screen(qtbot: QtBot, typing: TouchTyping) -> TouchedWindow:
    return TouchedWindow(qtbot, typing, "lt")


def test_a_finger_on_a_field_opens_it_and_it_types_there(screen: TouchedWindow) -> None:
    screen.touch_field(screen.window.line)
    screen.type("ž", "e", "m", "y", "n", "a", SPACE, "k")
    assert screen.window.line.text() == "Žemyna K"
    screen.type(ERASE)
    assert screen.window.line.text() == "Žemyna "


def test_a_mouse_on_a_desk_opens_no_keyboard(screen: TouchedWindow) -> None:
    screen.window.line.setFocus()
    press(screen.window.line)
    assert not screen.is_open


def test_a_key_of_a_real_keyboard_puts_it_away_and_is_typed(screen: TouchedWindow) -> None:
    screen.touch_field(screen.window.line)
    assert screen.is_open
    QTest.keyClicks(screen.window.line, "x")
    assert not screen.is_open and screen.window.line.text() == "x"


def test_the_keyboard_goes_with_the_focus_and_by_its_own_key(screen: TouchedWindow) -> None:
    screen.touch_field(screen.window.line)
    screen.window.button.setFocus()
    assert not screen.is_open
    screen.touch_field(screen.window.line)
    screen.type(HIDE)
    assert not screen.is_open
    screen.touch_field(screen.window.line)
    screen.window.line.hide()
    assert not screen.is_open


def test_the_keyboard_never_lies_over_its_field(screen: TouchedWindow) -> None:
    fields: tuple[QLineEdit, QPlainTextEdit] = (screen.window.line, screen.window.text)
    for field in fields:
        field.setFixedHeight(60)
    screen.bot.waitUntil(lambda: all(field.height() == 60 for field in fields))
    for field in fields:
        screen.touch_field(field)
        assert not screen.keyboard.geometry().intersects(field.geometry())
        assert screen.window.rect().contains(screen.keyboard.geometry())


class Alarm(Surface):
    """Where the alarm is pressed."""

    has_alarm = True


def test_the_keyboard_never_lies_over_the_alarm(screen: TouchedWindow) -> None:
    """The table's lies below, the strip's over a review above; the line to be typed in lies anywhere."""
    window = screen.window
    alarm, line = Alarm(window), QLineEdit(window)
    for lies in (QRect(0, 688, 1280, 112), QRect(0, 0, 1280, 80)):
        alarm.setGeometry(lies)
        alarm.show()
        for y in range(90, 640, 50):
            line.setGeometry(300, y, 400, 40)
            line.show()
            line.raise_()
            screen.touch_field(line)
            over = screen.keyboard.geometry()
            assert screen.keyboard.isVisible() and window.rect().contains(over)
            assert not over.intersects(lies) and not over.intersects(line.geometry()), (lies, y)
            screen.keyboard.close_keyboard()
            window.button.setFocus()


def test_a_pin_is_typed_on_digits_alone_in_the_order_of_the_sign_in(screen: TouchedWindow) -> None:
    screen.touch_field(screen.window.pin)
    assert {key.placed.types for key in screen.keyboard.keys} == {*"1234567890", ERASE, ENTER, HIDE}
    screen.type("2", "8", "0")
    assert screen.window.pin.text() == "280"
    rows = [key.placed.row for digit in "1470" if (key := screen.keyboard.key(digit))]
    assert rows == [0, 1, 2, 3]


def test_enter_goes_on_as_the_field_has_it_and_breaks_a_line_in_a_text(screen: TouchedWindow) -> None:
    screen.window.line.returnPressed.connect(screen.window.pin.setFocus)
    screen.touch_field(screen.window.line)
    screen.type(ENTER)
    assert screen.keyboard.field is screen.window.pin
    screen.touch_field(screen.window.text)
    screen.type("a", ENTER, "b")
    assert screen.window.text.toPlainText() == "A\nb" and screen.is_open


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_every_name_can_be_typed_in_every_language(
    qtbot: QtBot, typing: TouchTyping, language: str
) -> None:
    screen = TouchedWindow(qtbot, typing, language)
    names = "Žemyna Ėglė Šarūnas Þórður Guðrún Ægir Åsa Jürgen Größe Märta Łukasz Zoë O'Neil"
    screen.touch_field(screen.window.line)
    every = "".join(dict.fromkeys(names))  # each once: what was typed before it changes no key
    first = LANGUAGES.index(language) % 3
    # Each in two of the languages, and each page of the keyboard from each other.
    signs = "".join(sampled(every, every[first::3]))
    for letter in signs:
        wanted = letter.lower()
        for turn in ((), (LETTERS,), (SIGNS,)):
            if any(key.placed.types == wanted for key in screen.keyboard.keys):
                break
            screen.type(*turn)
        if letter.isalpha() and (letter != wanted) != screen.keyboard._shifted:
            screen.type(SHIFT)
        screen.type(wanted)
        while screen.keyboard._page != "letters":
            screen.type(SIGNS if screen.keyboard._page == "signs" else LETTERS)
    assert screen.window.line.text() == signs


@pytest.mark.sweep(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["letters", "foreign", "signs", "digits"])
def test_no_key_lies_on_another_and_all_are_heard(
    qtbot: QtBot, typing: TouchTyping, language: str, page: str
) -> None:
    taken: set[tuple[int, float]] = set()
    for key in layout(language, page):
        assert key.column >= 0 and key.column + key.columns <= 12.001
        parts = range(1, round(key.columns * 10) - 1)
        cells = {(key.row, round(key.column + part / 10, 1)) for part in parts}
        assert not cells & taken, key
        taken |= cells
