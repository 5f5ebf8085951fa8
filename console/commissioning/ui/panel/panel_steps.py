"""The steps of the panel's check: what a person looks at or presses, and the possible answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QRawFont,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from console.commissioning.proofs.panel_proofs import (
    HOLDS,
    MOST_OFF,
    Display,
    TouchPoint,
    TouchSample,
    badges_proof,
    display_proof,
    keyboard_proof,
    no_keyboard,
    no_touch,
    not_measured,
    one_screen,
    second_proof,
    signs_proof,
    touch_proof,
)
from console.supervisor.records import Proof
from console.table.people import BadgeForm
from console.table.ui.hands import ENTERS, digit_of, us_sign
from console.table.ui.kit import (
    Surface,
    WordKey,
    advance,
    fill,
    lay,
    outline,
    pen,
    screen_of,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign


class PanelStep(Surface):
    """One step; subclasses give its name and its answers, and paint the part to look at."""

    name = ""
    """``commissioning.NAME`` is the step's name in the certificate, ``commissioning.NAME.ask`` its
    headline.
    """
    covers_all = False
    """Whether the step needs the whole window, with no other part in view."""

    offered: tuple[str, ...] = ("yes", "no")
    """The answers by the last part of their phrases; an empty one is not shown."""
    signs: tuple[Sign, Sign] = (Sign("outcomes.cross"), Sign("outcomes.crossed_ring"))
    """The signs of the other answers."""

    proved = Signal(object)
    """The step is over, with these proofs."""
    changed = Signal()
    """The step's words have changed."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.hide()

    @property
    def takes_tab(self) -> bool:
        """Whether Tab is now a key of the step, and moves no focus."""
        return False

    @property
    def undue(self) -> tuple[Proof, ...]:
        """The proofs of a step that has nothing to look at; empty if it has something."""
        return ()

    @property
    def title(self) -> str:
        return self.words.text(f"commissioning.{self.name}.ask")

    @property
    def beneath(self) -> str:
        return self.words.text(f"commissioning.{self.name}.beneath")

    @property
    def sign(self) -> Sign:
        return Sign("states.tick")

    @property
    def answers(self) -> tuple[str, ...]:
        """The labels of the answers; the first one, 'it is so', stands out."""
        text = self.words.text
        return tuple(text(f"commissioning.{self.name}.{each}") if each else "" for each in self.offered)

    def begin(self) -> None:
        """Begin the step; earlier answers are dropped."""

    def answer(self, at: int) -> None:
        """An answer was pressed, by its place in :attr:`answers`."""

    def end(self) -> None:
        """Leave the step."""

    def takes(self, event: QKeyEvent) -> bool:
        """Take a key; True if it is the step's own, and the page ignores it."""
        return False

    def set_words(self, words: Words) -> None:
        self.words = words
        self.arrange()
        self.update()

    def paint_words(self, painter: QPainter) -> None:
        """Paint headline and detail above the middle, for a step that has the whole window."""
        room, middle = self.wide - 240, self.wide / 2
        face = shrunk(self.title, room, (38, 34, 30, 28, 26), bold=True)
        write(painter, self.title, middle, self.high / 2 - 150, face, theme.T0, align=0.5)
        face = shrunk(self.beneath, room, (19, 18, 17, 16, 15))
        write(painter, self.beneath, middle, self.high / 2 - 106, face, theme.T1, align=0.5)

    def prove(self, proofs: Iterable[Proof]) -> None:
        self.proved.emit(tuple(proofs))


_EDGE: Final = 8.0
"""The width of the frame at the edges, in units, which a panel beneath its frame hides."""


def display_of(screen: QScreen) -> Display:
    scale, size, sheet = screen.devicePixelRatio(), screen.size(), screen.physicalSize()
    wide, high = round(size.width() * scale), round(size.height() * scale)
    return Display(wide, high, scale, (round(sheet.width()), round(sheet.height())))


class Edges(PanelStep):
    name = "display"
    covers_all = True

    @property
    def display(self) -> Display:
        return display_of(screen_of(self))

    @property
    def beneath(self) -> str:
        """The screen's size, and the scale of the window's parts."""
        display = self.display
        share = self.words.figure(theme.unit(self.window().width(), self.window().height()) * 100)
        slots = {"size": display.size, "scale": self.words.figure(display.scale, 1), "share": share}
        return self.words.text("commissioning.display.beneath", **slots)

    def answer(self, at: int) -> None:
        self.prove([display_proof(self.display, edges_seen=at == 0)])

    def paint(self, painter: QPainter) -> None:
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, theme.BG0)
        outline(painter, whole, pen(theme.NOW, _EDGE))
        self.paint_words(painter)


class SecondScreen(PanelStep):
    name = "second"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.numbers: list[_Number] = []

    @property
    def others(self) -> tuple[QScreen, ...]:
        return tuple(each for each in QGuiApplication.screens() if each is not screen_of(self.window()))

    @property
    def undue(self) -> tuple[Proof, ...]:
        return () if self.others else (one_screen(),)

    @property
    def beneath(self) -> str:
        sizes = tuple(display_of(each).size for each in self.others)
        return self.words.text("commissioning.second.beneath", size=sizes)

    def begin(self) -> None:
        self.end()
        for number, screen in enumerate(self.others, start=2):
            shown = _Number(number)
            shown.setScreen(screen)
            shown.setGeometry(screen.geometry())
            shown.show()
            self.numbers.append(shown)

    def answer(self, at: int) -> None:
        self.prove([second_proof([display_of(each) for each in self.others], seen=at == 0)])

    def end(self) -> None:
        for shown in self.numbers:
            shown.close()
            shown.deleteLater()
        self.numbers = []

    def paint(self, painter: QPainter) -> None:
        middle, face = self.wide / 2, theme.font(128, bold=True)
        for at in range(len(self.others)):
            write(painter, f"{at + 2}", middle + at * 160, self.high / 2, face, theme.T1, align=0.5)


class _Number(Surface):
    """A number over a whole screen, with a frame at its edges."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.covers()

    def paint(self, painter: QPainter) -> None:
        whole = QRectF(0, 0, self.wide, self.high)
        fill(painter, whole, theme.BG0)
        outline(painter, whole, pen(theme.NOW, _EDGE))
        middle, face = whole.center(), theme.font(300, bold=True)
        write(painter, f"{self.number}", middle.x(), middle.y(), face, theme.T0, align=0.5)


_MARGIN: Final = 40.0
"""The distance from the edges to a mark's middle, in units."""


class TouchPoints(PanelStep):
    """The marks one after the other; the first touch of each counts, wherever it lands."""

    name = "touch"
    covers_all = True
    offered = ("", "no")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.touched: list[TouchSample] = []

    def begin(self) -> None:
        self.touched = []

    @property
    def due(self) -> TouchPoint | None:
        return next(iter(tuple(TouchPoint)[len(self.touched) :]), None)

    def answer(self, at: int) -> None:
        self.prove(no_touch())

    def middle_of(self, place: TouchPoint) -> QPointF:
        if place is TouchPoint.MIDDLE:
            return QPointF(self.wide / 2, self.high / 2)
        left = place in (TouchPoint.UPPER_LEFT, TouchPoint.LOWER_LEFT)
        upper = place in (TouchPoint.UPPER_LEFT, TouchPoint.UPPER_RIGHT)
        return QPointF(_MARGIN if left else self.wide - _MARGIN, _MARGIN if upper else self.high - _MARGIN)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a touch; a finger's touch also comes as a mouse press, which its device distinguishes."""
        place = self.due
        if place is None:
            return
        by_finger = event.device().type() is QInputDevice.DeviceType.TouchScreen
        scale = self.devicePixelRatioF()
        drawn, landed = self.middle_of(place) * self.u, event.position()
        at, came = ((round(each.x() * scale), round(each.y() * scale)) for each in (drawn, landed))
        self.touched.append(TouchSample(place, at, came, by_finger, MOST_OFF * self.u * scale))
        self.update()
        if self.due is None:
            self.prove(tuple(touch_proof(touched) for touched in self.touched))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        self.paint_words(painter)
        done = {touched.place for touched in self.touched}
        for place in TouchPoint:
            at = self.middle_of(place)
            if place in done:
                Sign("states.tick")(painter, QRectF(at.x() - 16, at.y() - 16, 32, 32), theme.GREEN)
                continue
            due = place is self.due
            painter.setPen(pen(theme.NOW if due else theme.T2, 4 if due else 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, MOST_OFF, MOST_OFF)
            for along in (QPointF(34, 0), QPointF(0, 34)):
                painter.drawLine(at - along, at + along)


_KEY_HIGH: Final = 96.0
"""The most height of a key, in units."""
_KEY_GAP: Final = 10.0


class Cap(NamedTuple):
    """A key by its sign, or by its name's phrase if keyboards differ; its width in letter keys."""

    key: Qt.Key
    name: str
    wide: float = 1.0


def _signs(signs: str) -> tuple[Cap, ...]:
    return tuple(Cap(Qt.Key(ord(sign)), sign) for sign in signs)


ROWS: Final = (
    (
        Cap(Qt.Key.Key_Escape, "Esc", 1.3),
        *(Cap(Qt.Key(int(Qt.Key.Key_F1) + at - 1), f"F{at}") for at in (1, 2, 3, 4, 8, 9)),
        Cap(Qt.Key.Key_Home, "commissioning.key.home", 2),
        Cap(Qt.Key.Key_End, "commissioning.key.end", 2),
        Cap(Qt.Key.Key_PageUp, "commissioning.key.page_up", 2),
        Cap(Qt.Key.Key_PageDown, "commissioning.key.page_down", 2),
    ),
    (*_signs("1234567890"), Cap(Qt.Key.Key_Backspace, "keys.name.erase", 2)),
    (*_signs("ABCDFGHJKLQST"), Cap(Qt.Key.Key_Return, "Enter", 1.6)),
    (
        Cap(Qt.Key.Key_Tab, "Tab", 1.3),
        Cap(Qt.Key.Key_Control, "keys.name.control", 1.6),
        Cap(Qt.Key.Key_Space, "keys.name.space", 4),
        Cap(Qt.Key.Key_Left, "←"),
        Cap(Qt.Key.Key_Up, "↑"),
        Cap(Qt.Key.Key_Down, "↓"),
        Cap(Qt.Key.Key_Right, "→"),
    ),
)
"""The rows of keys that are used in play, in the review, in lists and on the pad of cards."""
CAPS: Final = tuple(cap for row in ROWS for cap in row)
_SAME: Final = {Qt.Key.Key_Enter: Qt.Key.Key_Return}
"""Keys that count as another key: the number pad's."""


class KeyboardKeys(PanelStep):
    """The keys in their places; a pressed key has a tick."""

    name = "keyboard"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.pressed: set[Qt.Key] = set()

    def begin(self) -> None:
        self.pressed = set()

    @property
    def takes_tab(self) -> bool:
        """Tab counts as tried at its first press; later ones move the focus as usual."""
        return Qt.Key.Key_Tab not in self.pressed

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(cap.name for cap in CAPS if cap.key not in self.pressed)

    @property
    def beneath(self) -> str:
        return self.words.count("commissioning.keyboard.left", len(self.silent))

    @property
    def answers(self) -> tuple[str, ...]:
        text = self.words.text
        none = "" if self.is_there else text("commissioning.keyboard.no")
        return ("", text("commissioning.keyboard.silent_ones"), none)

    @property
    def is_there(self) -> bool:
        """Whether there is a keyboard: a foot switch presses only Enter."""
        return bool(self.pressed - {Qt.Key.Key_Return})

    def answer(self, at: int) -> None:
        if at == 2 and not self.is_there:
            self.prove([no_keyboard()])
        else:
            self.prove([keyboard_proof([cap.name for cap in CAPS], self.silent)])

    def takes(self, event: QKeyEvent) -> bool:
        """Take every key. After its first press F1 shows the keys of the screen as usual."""
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_F1 and key in self.pressed:
            return False
        self.pressed.add(_SAME.get(key, key))
        self.update()
        self.changed.emit()
        if not self.silent:
            self.prove([keyboard_proof([cap.name for cap in CAPS], ())])
        return True

    def paint(self, painter: QPainter) -> None:
        high = min(_KEY_HIGH, (self.high - _KEY_GAP * (len(ROWS) - 1)) / len(ROWS))
        for at, row in enumerate(ROWS):
            share = (self.wide - _KEY_GAP * (len(row) - 1)) / sum(cap.wide for cap in row)
            x, one = 0.0, min(104.0, share)
            for cap in row:
                box = QRectF(x, at * (high + _KEY_GAP), cap.wide * one, high)
                self._paint_cap(painter, box, cap)
                x = box.right() + _KEY_GAP

    def _paint_cap(self, painter: QPainter, box: QRectF, cap: Cap) -> None:
        done = cap.key in self.pressed
        fill(painter, box, theme.BG1 if done else theme.BG2, theme.RADIUS)
        if not done:
            outline(painter, box, pen(theme.EDGE, 2), theme.RADIUS)
        name = self.words.find(cap.name) or cap.name
        face = shrunk(name, box.width() - 16, (24, 22, 20, 18, 16, 15, 14), bold=True)
        middle, ink = box.center(), theme.T2 if done else theme.T0
        write(painter, name, middle.x(), middle.y(), face, ink, align=0.5)
        if done:
            Sign("states.tick")(painter, QRectF(box.right() - 26, box.top() + 6, 20, 20), theme.GREEN)


_HOLD_ENDS: Final = 0.6
"""Seconds without a sign after which a badge is over; no reader is so slow."""
_ENDS: Final = (*ENTERS, Qt.Key.Key_Tab)


class BadgeHolds(PanelStep):
    """A place for each hold; the badge's number is neither shown nor kept."""

    name = "badges"
    offered = ("", "no")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.form: BadgeForm | None = None
        """How the reader types, as the table's file names it."""
        self.time_of: Callable[[QKeyEvent], float] = lambda event: event.timestamp() / 1000
        """The seconds at which a key was pressed, by the guard of the page."""
        self.held: list[BadgeForm] = []
        self._run, self._placed = "", ""
        """The signs that came, by the present layout, and by a US keyboard's."""
        self._last, self._apart, self._is_unread = float("-inf"), 0.0, False
        self._over = QTimer(self, singleShot=True, interval=round(_HOLD_ENDS * 1000))
        self._over.timeout.connect(self._end_badge)

    def begin(self) -> None:
        self.held, self._is_unread = [], False
        self.end()

    @property
    def takes_tab(self) -> bool:
        """Tab ends a badge of many readers."""
        return True

    @property
    def beneath(self) -> str:
        if self._is_unread:
            return self.words.text("commissioning.badges.unread")
        return self.words.text("commissioning.badges.beneath", done=len(self.held), of=HOLDS)

    def answer(self, at: int) -> None:
        if at == 1:
            self.prove([not_measured()])

    def takes(self, event: QKeyEvent) -> bool:
        """Take the signs of a badge, and the key that ends it."""
        at = self.time_of(event)
        if event.key() in _ENDS:
            if not self._run:
                return event.key() == Qt.Key.Key_Tab
            self._apart = max(self._apart, at - self._last)
            self._end_badge()
            return True
        sign = event.text().strip()
        if not sign or not sign.isprintable():
            return False
        if self._run and at - self._last > _HOLD_ENDS:
            self.end()
        if self._run:
            self._apart = max(self._apart, at - self._last)
        self._run, self._placed = self._run + sign, self._placed + (digit_of(event) or us_sign(event) or sign)
        self._last = at
        self._over.start()
        return True

    def end(self) -> None:
        self._over.stop()
        self._run, self._placed, self._apart = "", "", 0.0

    def _end_badge(self) -> None:
        pace = max(1, round(self._apart * 1000))
        form = BadgeForm.of(self._run, pace) or BadgeForm.of(self._placed, pace)
        self.end()
        self._is_unread = form is None
        if form is not None:
            self.held.append(form)
        self.update()
        self.changed.emit()
        if len(self.held) == HOLDS:
            self.prove([badges_proof(self.held, self.form)])

    def paint(self, painter: QPainter) -> None:
        side, gap = min(120.0, self.high - 60), 24.0
        x, y = (self.wide - HOLDS * side - (HOLDS - 1) * gap) / 2, (self.high - side) / 2 - 20
        for at in range(HOLDS):
            box = QRectF(x + at * (side + gap), y, side, side)
            done = at < len(self.held)
            fill(painter, box, theme.BG1 if done else theme.BG2, theme.RADIUS)
            if done:
                sign = QRectF(box.center().x() - 24, box.center().y() - 24, 48, 48)
                Sign("states.tick")(painter, sign, theme.GREEN)
        if self.held:
            last = self.held[-1]
            text = self.words.text("commissioning.badges.last", digits=last.digits, pace=last.pace)
            face = shrunk(text, self.wide - 80, (22, 20, 18, 16))
            write(painter, text, self.wide / 2, y + side + 48, face, theme.T1, align=0.5)


_LANGUAGE: Final = 176.0
"""The width of the languages' keys with the gap behind them, in units."""
_LINE: Final = 1.3
_SIZES: Final = (17, 16, 15, 14, 13, 12)
"""The letters' sizes, of which the largest that has room for the last language is taken."""
_APART: Final = 3.0
"""Units between two signs."""
_LEAST: Final = 46.0
"""The least height of a language, for its key."""
_NOT_DRAWN: Final = "\u00ad\u200b\u2060\u2066\u2067\u2068\u2069"
"""Marks for breaks and directions, which have no form."""


@cache
def signs_of(language: str) -> str:
    """Every sign of a language's phrases, its letters in both cases, figures and quotation marks, by their
    numbers in Unicode.
    """
    locale = LOCALES[language]
    used = {sign for _, text in Words(language).phrases("") for sign in text}
    letters = locale.alphabet + "".join(locale.keys)
    used.update(letters, letters.upper(), *locale.quotes)
    return "".join(sorted(sign for sign in used if not sign.isspace() and sign not in _NOT_DRAWN))


def lacking(signs: str) -> str:
    faces = [QRawFont.fromFont(QFont([family])) for family in theme.families()]
    return "".join(sign for sign in signs if not any(face.supportsCharacter(ord(sign)) for face in faces))


class LanguageSigns(PanelStep):
    """The signs of each language beside its name; a press on the name reports them as wrong."""

    name = "signs"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.wrong: list[str] = []
        """The languages whose signs are not right."""
        self._size = _SIZES[0]
        self._laid: dict[str, tuple[float, list[str]]] = {}
        """Each language's place from above, and its signs in lines."""
        self.keys = {language: WordKey(Sign("places.globe"), self) for language in LANGUAGES}
        for language, key in self.keys.items():
            key.show_label(LOCALES[language].name)
            key.meant.connect(lambda language=language: self.choose(language))

    def choose(self, language: str) -> None:
        """Report the signs of a language as wrong, or as right."""
        wrong = {*self.wrong} ^ {language}
        self.wrong = [each for each in LANGUAGES if each in wrong]
        for each, key in self.keys.items():
            key.choose(each in wrong)
        self.changed.emit()

    def begin(self) -> None:
        for language in self.wrong:
            self.keys[language].choose(False)
        self.wrong = []

    @property
    def answers(self) -> tuple[str, ...]:
        if not self.wrong:
            return (self.words.text("commissioning.signs.yes"),)
        return (self.words.text("commissioning.signs.no", languages=self._wrong),)

    @property
    def sign(self) -> Sign:
        return Sign("outcomes.cross") if self.wrong else Sign("states.tick")

    @property
    def _wrong(self) -> tuple[str, ...]:
        return tuple(LOCALES[language].name for language in self.wrong)

    def answer(self, at: int) -> None:
        every = "".join(sorted({sign for language in LANGUAGES for sign in signs_of(language)}))
        self.prove([signs_proof(len(every), lacking(every), self._wrong)])

    def _lines(self, language: str, size: int) -> list[str]:
        """The signs in lines that fit the width; only the first language has ASCII's."""
        shared = "" if language == LANGUAGES[0] else signs_of(LANGUAGES[0])
        room, face, lines = self.wide - _LANGUAGE - 24, theme.font(size), [""]
        reach = 0.0
        for sign in signs_of(language):
            if sign in shared and sign.isascii():
                continue
            wide = advance(sign, face) + _APART
            if reach + wide > room:
                lines.append("")
                reach = 0.0
            lines[-1] += sign
            reach += wide
        return lines

    def _set_in(self, size: int) -> float:
        """Break the signs of every language into lines of this size; returns their whole height."""
        self._size, y = size, 0.0
        for language in self.keys:
            lines = self._lines(language, size)
            self._laid[language] = (y, lines)
            y += max(_LEAST, len(lines) * _LINE * size + 8)
        return y

    def arrange(self) -> None:
        if self.wide <= _LANGUAGE or self.high <= 0:
            return  # The page is not laid out yet.
        for size in _SIZES:
            if self._set_in(size) <= self.high:
                break
        for language, key in self.keys.items():
            lay(self, key, QRectF(7, self._laid[language][0], _LANGUAGE - 24, 40))

    def paint(self, painter: QPainter) -> None:
        face, high = theme.font(self._size), _LINE * self._size
        for top, lines in self._laid.values():
            y = top + 9 + high / 2
            for line in lines:
                x = _LANGUAGE
                for sign in line:
                    write(painter, sign, x, y, face, theme.T0)
                    x += advance(sign, face) + _APART
                y += high
