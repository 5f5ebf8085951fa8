"""The keyboard on a touch screen: it opens with the field that a finger touches, and closes with the field.

It types as a real keyboard would, key by key, so that no field knows the difference; the first key of a real
keyboard closes it. It never keeps the typed text, and no key lights up: a camera sees the screen.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QInputDevice, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from shiboken6 import isValid

from console.base.words import FIRST, LOCALES, Words
from console.table.ui.kit import theme
from console.table.ui.kit.keys import ENTER, ERASE, PaintedKey
from console.table.ui.kit.lettering import shrunk, write_in
from console.table.ui.kit.surface import Surface, fill, is_covered, outline, pen
from console.table.ui.signs.sign import Sign

SHIFT, LETTERS, SIGNS, HIDE, SPACE = "shift", "letters", "signs", "hide", " "
"""The acts of keys without a letter of their own; the space types one."""
FOREIGN: Final = "áàâäąåãæçčďéèêëęėěğíîïįıłñńňóòôöőõøœřśšşťúùûüűųūýÿžźżþðßđ"
"""Letters in the names of people from other countries."""
_SIGNS: Final = ("1234567890", ".,:;!?'\"()", "-_/\\+*=%&@", "#$€£§°~<>|")
_COLUMNS: Final = 12
_KEY: Final = 54.0
_GAP: Final = 8.0
HEIGHT: Final = 5 * (_KEY + _GAP) + 2 * 12 - _GAP
Text: TypeAlias = QLineEdit | QPlainTextEdit


class PlacedKey(msgspec.Struct, frozen=True):
    """A key: its letter or its act, its place and its width, in columns of a row."""

    types: str
    row: int
    column: float
    columns: float = 1


def layout(language: str, page: str) -> tuple[PlacedKey, ...]:
    """The keys of a page: ``letters`` with the language's own, ``foreign``, ``signs``, ``digits`` alone."""
    match page:
        case "digits":
            return _digits()
        case "signs":
            return _paged([_row(row, 0, letters) for row, letters in enumerate(_SIGNS)])
        case "foreign":
            size = -(-len(FOREIGN) // 4)
            rows = [FOREIGN[at * size : (at + 1) * size] for at in range(4)]
            return _paged([_row(row, 0, letters, _COLUMNS / size) for row, letters in enumerate(rows)])
        case _:
            keys = LOCALES[language].keys
            return _paged([_row(row, 1 if row == 3 else 0, letters) for row, letters in enumerate(keys)])


def _row(row: int, begin: int, letters: str, width: float = 1) -> list[PlacedKey]:
    return [PlacedKey(letter, row, begin + at * width, width) for at, letter in enumerate(letters)]


def _paged(rows: list[list[PlacedKey]]) -> tuple[PlacedKey, ...]:
    """These rows with the keys of every page: erase, shift, the other pages, space, hide, enter."""
    ends = [max((key.column + key.columns for key in row), default=0) for row in rows]
    erase = PlacedKey(ERASE, 0, ends[0], _COLUMNS - ends[0]) if ends[0] < _COLUMNS else None
    full = rows[0][0].columns < 1
    shift = () if rows[3][0].column == 0 else (PlacedKey(SHIFT, 3, 0),)
    lowest = (
        PlacedKey(SIGNS, 4, 0, 1.5),
        PlacedKey(LETTERS, 4, 1.5, 1.5),
        PlacedKey(SHIFT if full else "-", 4, 3),
        PlacedKey(SPACE, 4, 4, 3.5),
        PlacedKey(".", 4, 7.5),
        *(() if erase else (PlacedKey(ERASE, 4, 8.5),)),
        PlacedKey(HIDE, 4, 8.5 if erase else 9.5, 1.5 if erase else 1),
        PlacedKey(ENTER, 4, 10 if erase else 10.5, 2 if erase else 1.5),
    )
    return (*(key for row in rows for key in row), *((erase,) if erase else ()), *shift, *lowest)


def _digits() -> tuple[PlacedKey, ...]:
    """The digits in the middle, as on the sign-in's pad."""
    keys = [PlacedKey(digit, at // 3, 3 + 2 * (at % 3), 2) for at, digit in enumerate("123456789")]
    low = (PlacedKey(ERASE, 3, 3, 2), PlacedKey("0", 3, 5, 2), PlacedKey(ENTER, 3, 7, 2))
    return (*keys, *low, PlacedKey(HIDE, 4, 10, 2))


class TypeKey(PaintedKey):
    def __init__(self, keyboard: Keyboard, placed: PlacedKey) -> None:
        super().__init__(keyboard, lambda: keyboard.touch(placed.types))
        self.placed = placed
        self.sign: Sign | None = _KEY_SIGNS.get(placed.types)
        self.on = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field keeps the focus

    def paint(self, painter: QPainter, box: QRectF) -> None:
        enter = self.placed.types == ENTER
        fill(painter, box, theme.NOW if enter else theme.BG2, theme.RADIUS)
        if not enter:
            outline(painter, box, pen(theme.T0, 3) if self.on else pen(theme.EDGE, 2), theme.RADIUS)
        ink = theme.BG0 if enter else theme.T0
        if self.sign is not None:
            side = 30.0
            square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            self.sign(painter, square, ink if enter else theme.T1)
            return
        face = shrunk(self.text(), box.width() - 10, (27, 24, 21, 19, 17, 16), bold=True)
        write_in(painter, self.text(), box, face, ink)


_KEY_SIGNS: Final[dict[str, Sign]] = {
    ERASE: Sign("places.backspace"),
    ENTER: Sign("states.tick"),
    HIDE: Sign("places.close_keyboard"),
}


class Keyboard(Surface):
    """The keys over the lower part of a window, or over the upper one if the field lies low."""

    keeps_place = True

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.field: Text | None = None
        self._words = Words(FIRST)
        self._page, self._shifted = "letters", False
        self.keys: list[TypeKey] = []
        self._made_of: object = None
        self.covers()
        self.hide()

    def key(self, types: str) -> TypeKey:
        """The key with this letter or act, on the present page."""
        return next(key for key in self.keys if key.placed.types == types)

    def open(self, field: Text) -> None:
        """Open beside a field, with the letters of its screen's language or the digits of a PIN."""
        self.field = field
        self._words = words_of(field)
        text = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
        self._page, self._shifted = ("digits" if _is_secret(field) else "letters"), not text.strip()
        window = field.window()
        self.setParent(window)
        self.setGeometry(self._place(window, field))
        self.set_unit(self._unit(window))
        self._show_keys()
        self.show()
        self.raise_()

    def close_keyboard(self) -> None:
        self.field = None
        self.hide()

    def touch(self, types: str) -> None:
        match types:
            case "shift":
                self._shifted = not self._shifted
            case "letters":
                self._page = "letters" if self._page == "foreign" else "foreign"
            case "signs":
                self._page = "letters" if self._page == "signs" else "signs"
            case "hide":
                self.close_keyboard()
                return
            case _:
                self._type(types)
                return
        self._show_keys()

    def _type(self, types: str) -> None:
        """Send a press and a release, as a real key does."""
        field = self.field
        if field is None:
            return
        letter = _upper(types) if self._shifted else types
        code, text = _CODES.get(types, (Qt.Key.Key_unknown, letter))
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(field, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text))
        if self.field is None:
            return
        if types == ENTER and isinstance(self.field, QLineEdit):
            self._follow()
        shifted = self._page == "letters" and types == SPACE
        if (shifted or self._shifted) and types not in (ERASE, ENTER) and self._shifted != shifted:
            self._shifted = shifted
            self._show_keys()

    def _follow(self) -> None:
        """Follow the focus after Enter, which may have gone to the next field or have ended the typing."""
        focused = QApplication.focusWidget()
        if focused is self.field:
            return
        if isinstance(focused, QLineEdit | QPlainTextEdit):
            self.open(focused)
        else:
            self.close_keyboard()

    # --- how it looks -----------------------------------------------------------------------------

    def _unit(self, window: QWidget) -> float:
        return max(0.5, theme.unit(window.width(), window.height()))

    def _place(self, window: QWidget, field: Text) -> QRect:
        high = round(HEIGHT * self._unit(window))
        below = field.mapTo(window, QPoint(0, field.height())).y()
        first, last = self._beside_alarms(window)
        top = last - high
        return QRect(0, top if below <= top else first, window.width(), high)

    def _beside_alarms(self, window: QWidget) -> tuple[int, int]:
        """The place for the keyboard: the alarms stay in view, also while somebody types."""
        first, last = 0, window.height()
        for part in window.findChildren(Surface):
            if not (part.has_alarm and part.isVisible()) or is_covered(part):
                continue
            top = part.mapTo(window, QPoint(0, 0)).y()
            if top > window.height() / 2:
                last = min(last, top)
            else:
                first = max(first, top + part.height())
        return first, last

    def _show_keys(self) -> None:
        made_of = (self._words.language, self._page, self._shifted)
        if made_of == self._made_of:
            return
        self._made_of = made_of
        for key in self.keys:
            key.hide()
            key.deleteLater()
        self.keys = [TypeKey(self, placed) for placed in layout(self._words.language, self._page)]
        for key in self.keys:
            self._name(key)
            key.u = self.u
            key.show()
        self.setAccessibleName(self._words.text("keyboard.title"))
        self.arrange()
        self.update()

    def _name(self, key: TypeKey) -> None:
        text, types = self._words.text, key.placed.types
        match types:
            case "shift":
                key.name("ABC" if not self._shifted else "abc", text("keyboard.shift"))
                key.on = self._shifted
            case "letters":
                foreign = self._page != "foreign"
                key.name("åéž" if foreign else "abc", text(f"keyboard.{'foreign' if foreign else 'letters'}"))
            case "signs":
                signs = self._page != "signs"
                key.name(".,!?" if signs else "abc", text(f"keyboard.{'signs' if signs else 'letters'}"))
            case " ":
                key.name(text("keyboard.space"))
            case "\b":
                key.name("", text("keyboard.erase"))
            case "\r":
                key.name("", text("keyboard.enter"))
            case "hide":
                key.name("", text("keyboard.hide"))
            case letter:
                key.name(_upper(letter) if self._shifted else letter)

    def arrange(self) -> None:
        """Rows of keys as wide as fingers, in the middle of a wide screen."""
        wide = min(self.wide - 2 * theme.MARGIN, 1400)
        left, step = (self.wide - wide) / 2, (wide + _GAP) / _COLUMNS
        for key in self.keys:
            at = key.placed
            box = QRectF(left + at.column * step, 12 + at.row * (_KEY + _GAP), at.columns * step - _GAP, _KEY)
            self.put(key, box)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        edge = 0 if self.y() else self.high - 2
        fill(painter, QRectF(0, edge, self.wide, 2), theme.STRONG_EDGE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press between the keys types nothing, and reaches nothing beneath."""


_CODES: Final = {
    ERASE: (Qt.Key.Key_Backspace, "\b"),
    ENTER: (Qt.Key.Key_Return, "\r"),
    SPACE: (Qt.Key.Key_Space, " "),
}


def touch_typing(application: QApplication) -> TouchTyping:
    """The application's one keyboard, made when it is first needed."""
    there = application.findChild(TouchTyping)
    return there if isinstance(there, TouchTyping) else TouchTyping(application)


class TouchTyping(QObject):
    """Opens the keyboard where a finger touches a field, in any window; it sees only field events."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.keyboard: Keyboard | None = None
        self._watched: list[QObject] = []
        application.focusChanged.connect(self._focus_went)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the keyboard at a finger on the field; close it at a real key, or when the field goes."""
        match event.type():
            case QEvent.Type.MouseButtonRelease if isinstance(event, QMouseEvent):
                field = _field_of(watched)
                if field is not None and _is_touch(event, field):
                    self.open(field)
            case QEvent.Type.KeyPress if event.spontaneous():
                self.close()
            case QEvent.Type.Hide:
                self.close()
        return False

    def open(self, field: Text) -> None:
        if field.isReadOnly() or not field.isEnabled():
            return
        if self.keyboard is not None and not isValid(self.keyboard):
            self.keyboard = None  # it went with its window
        if self.keyboard is None or self.keyboard.window() is not field.window():
            if self.keyboard is not None:
                self.keyboard.deleteLater()
            self.keyboard = Keyboard(field.window())
        self.keyboard.open(field)

    def close(self) -> None:
        if self._is_open and self.keyboard is not None:
            self.keyboard.close_keyboard()

    @property
    def _is_open(self) -> bool:
        return self.keyboard is not None and isValid(self.keyboard) and self.keyboard.isVisible()

    def _focus_went(self, _: QWidget | None, now: QWidget | None) -> None:
        """Follow the focus: look at the field that has it now; on any other part close the keyboard."""
        for each in self._watched:
            if isValid(each):
                each.removeEventFilter(self)
        self._watched = []
        if isinstance(now, QLineEdit | QPlainTextEdit):
            self._watched = [now] if isinstance(now, QLineEdit) else [now, now.viewport()]
            for each in self._watched:
                each.installEventFilter(self)
            if self._is_open:
                self.open(now)
        elif now is not None:
            self.close()


def words_of(field: QWidget) -> Words:
    """The words of the nearest part around a field that has words."""
    at: object = field
    while isinstance(at, QWidget):
        words = getattr(at, "words", None)
        if isinstance(words, Words):
            return words
        at = at.parent()
    return Words(FIRST)


def _field_of(watched: QObject) -> Text | None:
    """The field of a press; in a field of many lines the press is on a part within."""
    for part in (watched, watched.parent()):
        if isinstance(part, QLineEdit | QPlainTextEdit):
            return part
    return None


def _is_touch(event: QMouseEvent, field: QWidget) -> bool:
    """Whether a finger pressed. A touch panel may pass for a mouse, so in a window that fills a screen a
    mouse counts as a finger.
    """
    device = event.device()
    touched = device is not None and device.type() is QInputDevice.DeviceType.TouchScreen
    synthesised = event.source() is not Qt.MouseEventSource.MouseEventNotSynthesized
    return touched or synthesised or field.window().isFullScreen()


def _is_secret(field: Text) -> bool:
    return isinstance(field, QLineEdit) and field.echoMode() is not QLineEdit.EchoMode.Normal


def _upper(letter: str) -> str:
    """The capital; a small sharp s has none that a name begins with."""
    return letter if letter == "ß" or len(letter.upper()) != 1 else letter.upper()
