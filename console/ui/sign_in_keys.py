"""The keys of the sign-in's pads, the tiles of people to practise as, and the languages.

No key lights up when it is pressed: a camera sees the pad.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.people.answers import Given
from console.ui.lettering import advance, shrunk, write
from console.ui.signs.nib import Sign
from console.ui.surface import Scaled, fill, outline, pen
from console.ui.theme import BG0, BG2, EDGE, NOW, RADIUS, STRONG_EDGE, T0, T1, T2, VIOLET, font

ERASE: Final = "\b"
ENTER: Final = "\r"
_ENTERS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


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
        if event.key() in _ENTERS or event.text().strip():
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
        face = font(20, bold=chosen)
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
