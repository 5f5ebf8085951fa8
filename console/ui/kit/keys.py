"""Keys: of a pad, one with a sign alone, one of several that is chosen, a person's tile, a language.

None of a pad's keys lights up when it is pressed: a camera sees the pad. None knows what its press does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.people.answers import Given
from console.ui.hands.guard import ENTERS, PressGuard
from console.ui.kit.buttons import Button, Tone, lay
from console.ui.kit.lettering import advance, at_most, balanced, shrunk, write, write_lines
from console.ui.kit.surface import Scaled, Surface, fill, outline, pen
from console.ui.kit.theme import BG0, BG2, EDGE, NOW, RADIUS, STRONG_EDGE, T0, T1, T2, VIOLET, font
from console.ui.signs.nib import Sign

ERASE: Final = "\b"
ENTER: Final = "\r"


class Painted(Scaled, QAbstractButton):
    """A button that shows no press."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.pressed.connect(pressed)

    def name(self, text: str, spoken: str | None = None) -> None:
        """Say what it is: on itself, and to those who hear it."""
        self.setText(text)
        self.setAccessibleName(spoken or text)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space presses; all else is typed into the form."""
        if event.key() in ENTERS or event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in units."""
        painter = self.started()
        self.paint(painter, QRectF(0, 0, self.wide, self.high))
        painter.end()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw, in units."""

    def ring(self, painter: QPainter, box: QRectF) -> None:
        """The focus, for whom Tab has brought here."""
        if self.hasFocus():
            outline(painter, box, pen(T0, 4), RADIUS)


class Key(Painted):
    """A key of a pad: a letter, a digit, or a sign."""

    def __init__(
        self, parent: QWidget, types: str, pressed: Callable[[str], None], sign: Sign | None = None
    ) -> None:
        super().__init__(parent, lambda: pressed(types))
        self.types, self._sign = types, sign
        self.accent = NOW
        # Who has a keyboard types: Tab leads past forty keys that it already has.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.name("" if sign else types, types)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """The key that moves on is the only one with a colour."""
        moves_on = self.types == ENTER
        ink = BG0 if moves_on else T0 if self.isEnabled() else T2
        if moves_on:
            fill(painter, box, self.accent, RADIUS)
        else:
            fill(painter, box, BG2, RADIUS)
            outline(painter, box, pen(EDGE, 2), RADIUS)
        room = min(box.width(), box.height())
        if self._sign is not None:
            side = min(44.0, room * 0.6)
            square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            self._sign(painter, square, ink if moves_on else T1)
        else:
            size = 46 if room > 100 else 34 if room > 64 else 26
            write(
                painter,
                self.text(),
                box.center().x(),
                box.center().y(),
                font(size, bold=True),
                ink,
                align=0.5,
            )


class Tile(Painted):
    """Somebody to practise as, with the PIN."""

    def __init__(self, parent: QWidget, given: Given, pressed: Callable[[str], None]) -> None:
        super().__init__(parent, lambda: pressed(given.person.id))
        self.given = given
        self._role = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_role(self, role: str, pin: str, spoken: str) -> None:
        """Say who this is, in the words of the screen."""
        self._role = role
        self.name(pin, spoken)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Id and name, the role beneath; the PIN at the right, where it is narrow beside the role."""
        person, narrow = self.given.person, box.width() < 400
        fill(painter, box, BG2, RADIUS)
        outline(painter, box, pen(STRONG_EDGE, 2), RADIUS)
        left, right, middle = box.left() + 18, box.right() - 18, box.center().y()
        x = write(painter, person.id, left, middle - 15, font(26, bold=True), T0)
        write(painter, person.name, x + 14, middle - 15, font(22), T0)
        pin = font(20 if narrow else 24, bold=True)
        write(painter, self.text(), right, middle + (17 if narrow else 0), pin, VIOLET, align=1)
        room = right - left - advance(self.text(), pin) - 14
        write(painter, self._role, left, middle + 17, shrunk(self._role, room, (18, 17, 16, 15)), T1)
        self.ring(painter, box)


class Choice(Painted):
    """One of several, of which one is chosen: a language."""

    def __init__(self, parent: QWidget, text: str, code: str, pressed: Callable[[str], None]) -> None:
        super().__init__(parent, lambda: pressed(code))
        self.code = code
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.name(text)

    def nextCheckState(self) -> None:
        """What is chosen is said by the words of the screen alone."""

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Chosen: a thick ivory edge and a line beneath the word."""
        chosen = self.isChecked()
        fill(painter, box, BG2, 8)
        outline(painter, box, pen(T0, 3) if chosen else pen(EDGE, 2), 8)
        face = shrunk(self.text(), box.width() - 16, (20, 18, 17, 16, 15), bold=chosen)
        write(painter, self.text(), box.center().x(), box.center().y(), face, T0 if chosen else T1, align=0.5)
        if chosen:
            fill(painter, QRectF(box.left() + 26, box.bottom() - 11, box.width() - 52, 3), T0)
        if self.hasFocus():
            outline(painter, box, pen(T0, 4), 8)


class Press(Painted):
    """A plain button with a sign: the way back."""

    def __init__(self, parent: QWidget, sign: Sign, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self._sign = sign
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Sign and word."""
        fill(painter, box, BG2, RADIUS)
        outline(painter, box, pen(EDGE, 2), RADIUS)
        face = shrunk(self.text(), box.width() - 70, (22, 20, 18, 16), bold=True)
        self._sign(painter, QRectF(box.left() + 16, box.center().y() - 14, 28, 28), T1)
        write(painter, self.text(), box.left() + 56, box.center().y(), face, T0)
        self.ring(painter, box)


NOT_GUARDED = PressGuard(lambda: 0.0)
"""Nothing in a review is meant for a prompt that has gone: every press counts."""


class SignKey(Button):
    """A key with a sign and no word; its name is heard."""

    def __init__(self, sign: Sign, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(sign, tone, NOT_GUARDED, parent)

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        side = 36.0
        box = QRectF(body.center().x() - side / 2, body.center().y() - side / 2, side, side)
        self.sign(painter, box, ink)


class WordKey(Button):
    """A key with a word and no sign; ``chosen`` of several is outlined in ivory."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(sign, Tone.PLAIN, NOT_GUARDED, parent)
        self._chosen = False

    def choose(self, chosen: bool) -> None:
        """Say whether it is the one that holds."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        if not self._chosen:
            return super()._body(painter, body)
        fill(painter, body, BG0, RADIUS)
        outline(painter, body, pen(T0, 3), RADIUS)
        fill(painter, QRectF(body.center().x() - 20, body.bottom() - 14, 40, 3), T0)
        return T0

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        bold = self._chosen
        face = shrunk(self.text(), body.width() - 16, (22, 21, 20, 18, 17, 16), bold=bold)
        write(painter, self.text(), body.center().x(), body.center().y(), face, ink, align=0.5)


class SmallKey(Button):
    """A key of 48 units' height with sign and word, for what stands beside a list."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(sign, Tone.PLAIN, NOT_GUARDED, parent)

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        room = body.width() - 36 - 24
        face = shrunk(self.text(), room, (18, 17, 16, 15), bold=True)
        reach, middle = advance(self.text(), face), body.center()
        if reach > room:
            self._label_alone(painter, body, ink)
            return
        left = middle.x() - (36 + reach) / 2
        self.sign(painter, QRectF(left, middle.y() - 13, 26, 26), ink)
        write(painter, self.text(), left + 36, middle.y(), face, ink)

    def _label_alone(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        """Where there is no room for both, the word says what the sign would."""
        face = shrunk(self.text(), body.width() - 16, (18, 17, 16, 15, 14), bold=True)
        lines = balanced(self.text(), body.width() - 12, face)
        if len(lines) == 1:
            write(painter, lines[0], body.center().x(), body.center().y(), face, ink, align=0.5)
        else:
            write_lines(painter, at_most(2, lines), body, face, ink, align=0.5, leading=1.3)


def lay_row(on: Surface, keys: Sequence[Button], row: QRectF, gap: float = 12) -> None:
    """Keys one beside the other, each as wide as its word; where they don't fit, all of them narrower."""
    wishes = [advance(key.text(), font(18, bold=True)) + 76 for key in keys]
    share = min(1.0, (row.width() - gap * (len(keys) - 1)) / sum(wishes))
    x = row.left()
    for key, wish in zip(keys, wishes, strict=True):
        lay(on, key, QRectF(x, row.top(), wish * share, row.height()))
        x += wish * share + gap
