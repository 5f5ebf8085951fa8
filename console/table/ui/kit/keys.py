"""Keys: of a pad, with only a sign, one of several, a person's tile, a language; and the card that F1 shows.
No key of a pad lights up at a press: a camera sees the pad. No key knows its press's effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.base.words import Words
from console.table.people.answers import PracticePerson
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.hands.key_places import digit_of
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, PressArea, Tone, lay
from console.table.ui.kit.lettering import advance, at_most, balance, shrunk, write, write_in, write_lines
from console.table.ui.kit.surface import ScaledWidget, Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign

ERASE: Final = "\b"
ENTER: Final = "\r"


def in_a_row(keys: Sequence[str]) -> str:
    """The keys as one name, three or more digits that follow each other by their ends: ``1 – 9  0  A``."""
    names = list(keys)
    for at, first in enumerate(names):
        last = at
        while first.isdecimal() and names[last + 1 : last + 2] == [str(int(names[last]) + 1)]:
            last += 1
        if last > at + 1:
            names[at : last + 1] = [f"{first} – {names[last]}"]
    return "  ".join(names)


class PaintedKey(ScaledWidget, QAbstractButton):
    """A button that shows no press."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.pressed.connect(pressed)

    def name(self, text: str, spoken: str | None = None) -> None:
        self.setText(text)
        self.setAccessibleName(spoken or text)
        self.update()

    @property
    def takes_enter(self) -> bool:
        """Most keys leave Enter to their form, even if it presses a button."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space presses, and Enter if the key takes it; anything else goes to the form."""
        if event.key() in ENTERS and self.takes_enter:
            if not event.isAutoRepeat():
                self.click()
        elif event.key() in ENTERS or event.text().strip() or digit_of(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the parts out again: a hidden part gets its size only when it is shown."""
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        self.paint(painter, QRectF(0, 0, self.wide, self.high))
        painter.end()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        pass

    def ring(self, painter: QPainter, box: QRectF) -> None:
        if self.hasFocus():
            outline(painter, box, pen(theme.T0, 4), theme.RADIUS)


class Key(PaintedKey):
    """A key of a pad: a letter, a digit, or a sign."""

    def __init__(
        self, parent: QWidget, types: str, pressed: Callable[[str], None], sign: Sign | None = None
    ) -> None:
        super().__init__(parent, lambda: pressed(types))
        self.types, self._sign = types, sign
        self.accent = theme.NOW
        # A person with a keyboard types: Tab skips the forty keys that the keyboard already has.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.name("" if sign else types, types)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the key; only the key that moves on has a colour."""
        moves_on = self.types == ENTER
        ink = theme.BG0 if moves_on else theme.T0 if self.isEnabled() else theme.T2
        if moves_on:
            fill(painter, box, self.accent, theme.RADIUS)
        else:
            fill(painter, box, theme.BG2, theme.RADIUS)
            outline(painter, box, pen(theme.EDGE, 2), theme.RADIUS)
        room = min(box.width(), box.height())
        if self._sign is not None:
            side = min(44.0, room * 0.6)
            square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            self._sign(painter, square, ink if moves_on else theme.T1)
        else:
            size = 46 if room > 100 else 34 if room > 64 else 26
            write_in(painter, self.text(), box, theme.font(size, bold=True), ink)


class PersonTile(PaintedKey):
    takes_enter = True

    def __init__(self, parent: QWidget, person: PracticePerson, pressed: Callable[[str], None]) -> None:
        super().__init__(parent, lambda: pressed(person.person.id))
        self.given = person
        self._role = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_role(self, role: str, pin: str, spoken: str) -> None:
        self._role = role
        self.name(pin, spoken)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Id and name, the role beneath; the PIN at the right, if it is narrow beside the role."""
        person, narrow = self.given.person, box.width() < 400
        fill(painter, box, theme.BG2, theme.RADIUS)
        outline(painter, box, pen(theme.STRONG_EDGE, 2), theme.RADIUS)
        left, right, middle = box.left() + 18, box.right() - 18, box.center().y()
        x = write(painter, person.id, left, middle - 15, theme.font(26, bold=True), theme.T0)
        write(painter, person.name, x + 14, middle - 15, theme.font(22), theme.T0)
        pin = theme.font(18 if narrow else 24, bold=True)
        write(painter, self.text(), right, middle + (17 if narrow else 0), pin, theme.VIOLET, align=1)
        room = right - left - advance(self.text(), pin) - 14
        write(painter, self._role, left, middle + 17, shrunk(self._role, room, (18, 17, 16)), theme.T1)
        self.ring(painter, box)


class ChoiceKey(PaintedKey):
    """One of several keys of which one is chosen, such as the languages' keys."""

    def __init__(
        self, parent: QWidget, text: str, code: str, pressed: Callable[[str], None], *, turns: bool = False
    ) -> None:
        """``turns``: a press on a chosen key takes the choice back."""
        super().__init__(parent, lambda: pressed(code))
        self.code, self._turns = code, turns
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.name(text)

    @property
    def takes_enter(self) -> bool:
        """Enter on what is chosen is the form's: a person who changed the language signs in next."""
        return self._turns or not self.isChecked()

    def nextCheckState(self) -> None:
        """Do nothing: the screen's words show the choice."""

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the key; a chosen one has a thick ivory edge and a line beneath the word."""
        chosen = self.isChecked()
        fill(painter, box, theme.BG2, 8)
        outline(painter, box, pen(theme.T0, 3) if chosen else pen(theme.EDGE, 2), 8)
        face = shrunk(self.text(), box.width() - 16, (20, 18, 17, 16), bold=chosen)
        middle, ink = box.center(), theme.T0 if chosen else theme.T1
        write(painter, self.text(), middle.x(), middle.y(), face, ink, align=0.5)
        if chosen:
            fill(painter, QRectF(box.left() + 26, box.bottom() - 11, box.width() - 52, 3), theme.T0)
        if self.hasFocus():
            outline(painter, box, pen(theme.T0, 4), 8)


class PlainKey(PaintedKey):
    """A plain button with a sign: the way back."""

    takes_enter = True

    def __init__(self, parent: QWidget, sign: Sign, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self._sign = sign
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        fill(painter, box, theme.BG2, theme.RADIUS)
        outline(painter, box, pen(theme.EDGE, 2), theme.RADIUS)
        face = shrunk(self.text(), box.width() - 70, (22, 20, 18, 16), bold=True)
        self._sign(painter, QRectF(box.left() + 16, box.center().y() - 14, 28, 28), theme.T1)
        write(painter, self.text(), box.left() + 56, box.center().y(), face, theme.T0)
        self.ring(painter, box)


NOT_GUARDED = PressGuard(lambda: 0.0)
"""The guard of a review, if no press is meant for a former prompt: every press counts."""


class FigureKey(PressArea):
    def draw(self, painter: QPainter, body: QRectF) -> None:
        write_in(painter, self.text(), body, theme.font(32, bold=True), theme.T0)


class EraseKey(PressArea):
    def ground(self, painter: QPainter, body: QRectF) -> None:
        fill(painter, body, theme.BG0, theme.RADIUS)
        outline(painter, body, pen(theme.mix(theme.T1, theme.BG0, 0.5), 2), theme.RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Paint the key's sign, which erases the last choice."""
        Sign("places.backspace")(
            painter, QRectF(body.center().x() - 19, body.center().y() - 19, 38, 38), theme.T1
        )


class SignKey(Button):
    """A key with a sign and no word; assistive tools speak its name."""

    def __init__(self, sign: Sign, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(sign, tone, NOT_GUARDED, parent)

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        side = 36.0
        box = QRectF(body.center().x() - side / 2, body.center().y() - side / 2, side, side)
        self.sign(painter, box, ink)


class WordKey(Button):
    """A key with a word and no sign; ``chosen`` of several is outlined in ivory."""

    def __init__(self, sign: Sign, parent: QWidget | None = None, guard: PressGuard = NOT_GUARDED) -> None:
        super().__init__(sign, Tone.PLAIN, guard, parent)
        self._chosen = False

    def choose(self, chosen: bool) -> None:
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        if not self._chosen:
            return super()._body(painter, body)
        fill(painter, body, theme.BG0, theme.RADIUS)
        outline(painter, body, pen(theme.T0, 3), theme.RADIUS)
        low = 14 if body.height() > 54 else 7  # in a low key the line must not touch the word
        fill(painter, QRectF(body.center().x() - 20, body.bottom() - low, 40, 3), theme.T0)
        return theme.T0

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        bold = self._chosen
        face = shrunk(self.text(), body.width() - 16, (22, 21, 20, 18, 17, 16), bold=bold)
        write_in(painter, self.text(), body, face, ink)


class SmallKey(Button):
    """A key of 48 units' height with sign and word, for a place beside a list."""

    def __init__(self, sign: Sign, parent: QWidget | None = None, guard: PressGuard = NOT_GUARDED) -> None:
        super().__init__(sign, Tone.PLAIN, guard, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def arrange(self) -> None:
        """Tell a layout that its size in pixels has changed."""
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The width of sign and word, in a layout that aligns it."""
        return (QSizeF(key_wish(self.text()) + 2 * FOCUS, 48 + 2 * FOCUS) * self.u).toSize()

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        room = body.width() - 36 - 24
        face = shrunk(self.text(), room, (18, 17, 16), bold=True)
        reach, middle = advance(self.text(), face), body.center()
        if reach > room:
            self._label_alone(painter, body, ink)
            return
        left = middle.x() - (36 + reach) / 2
        self.sign(painter, QRectF(left, middle.y() - 13, 26, 26), ink)
        write(painter, self.text(), left + 36, middle.y(), face, ink)

    def _label_alone(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        """Paint the word without the sign, if both have no room."""
        face = shrunk(self.text(), body.width() - 16, (18, 17, 16), bold=True)
        lines = balance(self.text(), body.width() - 12, face)
        if len(lines) == 1:
            write_in(painter, lines[0], body, face, ink)
        else:
            write_lines(painter, at_most(2, lines), body, face, ink, align=0.5, leading=1.3)


def key_wish(label: str) -> float:
    """The width in units that a small key needs for its sign and its word."""
    return advance(label, theme.font(18, bold=True)) + 76


_KEY_GAP: Final = 12.0


def lay_row(on: Surface, keys: Sequence[Button], row: QRectF) -> None:
    """Lay keys beside one another, each as wide as its word; all narrower if they don't fit."""
    wishes = [key_wish(key.text()) for key in keys]
    share = min(1.0, (row.width() - _KEY_GAP * (len(keys) - 1)) / max(1.0, sum(wishes)))
    x = row.left()
    for key, wish in zip(keys, wishes, strict=True):
        lay(on, key, QRectF(x, row.top(), wish * share, row.height()))
        x += wish * share + _KEY_GAP


Keys: TypeAlias = tuple[tuple[str, str], ...]
"""Keys as they are printed, each with its effect in words."""
_CARD_ROW: Final = 44.0
_CARD_HEAD: Final = 46.0
_KEY_NAME: Final = 208.0
"""The width of the widest name of a key."""
_CARD_WIDTH: Final = 760.0
_ALARMS: Final = (Qt.Key.Key_F2, Qt.Key.Key_F3)


@runtime_checkable
class KeyedScreen(Protocol):
    """A screen that lists its keys."""

    def key_rows(self, words: Words) -> Keys:
        """The keys that have an effect on the screen now."""


def key_names(words: Words, *names: str) -> str:
    """Keys whose names differ between keyboards (``space``, ``pages``, ``ends``); others as they are."""
    named = [words.text(f"keys.name.{name}") if name in _NAMED else name for name in names]
    return "  ".join(named)


_NAMED: Final = ("space", "pages", "next", "ends", "erase")


def with_control(words: Words, letter: str) -> str:
    """``Ctrl+F``, as the person's keyboards have it."""
    return f"{words.text('keys.name.control')}+{letter}"


class KeyCard(Surface):
    """One card over a screen; any key or press puts it away, and the alarm's keys count through it. It
    outlives a prompt: then it shows the next one's keys.

    A row without a key, such as the clauses of a prompt, has no cap: on some keyboards § is a key, too.
    """

    def __init__(self, parent: QWidget, top: float = 0.0) -> None:
        """``top``: the height above the card that stays in view, in units."""
        super().__init__(parent)
        self._top, self.rows, self._title, self._close = top, Keys(), "", ""
        self._before: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def open(self, keys: Keys, words: Words) -> None:
        self.show_rows(keys, words)
        self._before = self.window().focusWidget()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_rows(self, keys: Keys, words: Words) -> None:
        self.rows, self._title = keys, words.text("keys.title")
        self._close = words.text("keys.close")
        texts = [words.label(key, does) if key else does for key, does in keys]
        self.setAccessibleName(words.label(self._title, words.text("access.list").join(texts)))
        self.update()

    def close_card(self) -> None:
        """Close the card; the focus goes back to its former part, or to the screen if that has gone."""
        if self.isVisible():
            self.hide()
            gone = self._before is None or not self._before.isVisible()
            if (to := self.parentWidget() if gone else self._before) is not None:
                to.setFocus(Qt.FocusReason.OtherFocusReason)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, self._top, self.wide, self.high - self._top), theme.VEIL)
        card = self._card
        fill(painter, card, theme.BG1, theme.RADIUS)
        outline(painter, card, pen(theme.EDGE, 2), theme.RADIUS)
        left, right = card.left() + theme.MARGIN, card.right() - theme.MARGIN
        y = card.top() + 30
        write(painter, self._title, left, y, theme.font(18, bold=True), theme.T0)
        write(painter, self._close, right, y, theme.font(16), theme.T2, align=1)
        y += _CARD_HEAD
        for key, does in self.rows:
            if key:
                box = QRectF(left, y - 16, _KEY_NAME, 32)
                fill(painter, box, theme.BG2, 6)
                outline(painter, box, pen(theme.STRONG_EDGE, 1.5), 6)
                face = shrunk(key, _KEY_NAME - 12, (17, 16), bold=True)
                write(painter, key, box.center().x(), y, face, theme.T0, align=0.5)
            room = right - left - _KEY_NAME - 18
            write(painter, does, left + _KEY_NAME + 18, y, shrunk(does, room, (20, 19, 18, 17, 16)), theme.T1)
            y += self._row

    @property
    def _row(self) -> float:
        """The height of a row, less where many keys count."""
        return min(_CARD_ROW, (self.high - self._top - 24 - _CARD_HEAD - 20) / max(1, len(self.rows)))

    @property
    def _card(self) -> QRectF:
        high = _CARD_HEAD + 20 + len(self.rows) * self._row
        top = self._top + max(12.0, (self.high - self._top - high) / 2)
        return QRectF((self.wide - _CARD_WIDTH) / 2, top, _CARD_WIDTH, high)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close the card; the press reaches nothing beneath."""
        self.close_card()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the card at any key; only the alarm's keys have their effect besides."""
        if not event.isAutoRepeat():
            self.close_card()
        if event.key() in _ALARMS:
            super().keyPressEvent(event)


def show_keys(screen: QWidget, keys: Keys, words: Words, top: float = 0.0) -> KeyCard:
    """Show keys on a card over a screen, made when first needed, below ``top`` units of the screen."""
    made = (part for part in screen.children() if isinstance(part, KeyCard))
    card = next(made, None) or KeyCard(screen, top)
    card.setGeometry(screen.rect())
    card.set_unit(theme.unit(screen.width(), screen.height()))
    card.open(keys, words)
    return card
