"""The two fields of the sign-in: who, and as many dots as digits of the PIN.

They show what has been typed; the PIN itself never comes here.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.lettering import advance, shrunk, write
from console.ui.sign_in_entry import PIN_LEAST
from console.ui.sign_in_keys import Painted
from console.ui.signs import places
from console.ui.surface import fill, outline, pen
from console.ui.theme import (
    AMBER,
    AMBER_FILL,
    BG2,
    EDGE,
    NOW,
    NOW_FILL,
    RADIUS,
    STRONG_EDGE,
    T0,
    T1,
    T2,
)

_DOTS = PIN_LEAST
"""Rings of an empty field: what a PIN has at least; a longer one has as many as are typed."""


class _Field(Painted):
    """A box that is lit while the next key goes into it."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._lit = False
        self._amber = False

    def light(self, lit: bool, *, amber: bool) -> None:
        """Whether the next key goes here; amber where it is the pit boss's."""
        if (lit, amber) != (self._lit, self._amber):
            self._lit, self._amber = lit, amber
            self.update()

    def _box(self, painter: QPainter, box: QRectF) -> None:
        if self._lit:
            fill(painter, box, AMBER_FILL if self._amber else NOW_FILL, RADIUS)
            outline(painter, box, pen(AMBER if self._amber else NOW, 4), RADIUS)
        else:
            fill(painter, box, BG2, RADIUS)
            outline(painter, box, pen(STRONG_EDGE, 2), RADIUS)


class PersonField(_Field):
    """The id as typed, and the name where everybody may know it."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self._shown = ("", "", "")

    def show_person(self, id: str, named: str, hint: str) -> None:
        """``named`` stands at the right, ``hint`` in the place of an id that is not there."""
        if self._shown != (id, named, hint):
            self._shown = (id, named, hint)
            self.setAccessibleDescription(id or hint)
            self.update()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Sign, id, name."""
        self._box(painter, box)
        id, named, hint = self._shown
        middle = box.center().y()
        side = 34.0 if box.width() > 300 else 28.0
        places.person(painter, QRectF(box.left() + 20, middle - side / 2, side, side), T1)
        x, room = box.left() + 36 + side, box.width() - side - 56
        if not id:
            write(painter, hint, x, middle, shrunk(hint, room, (22, 20, 18, 17, 16)), T1)
            return
        face = shrunk(id, room, (32, 28, 24, 20, 17), bold=True)
        x = write(painter, id, x, middle, face, T0)
        small = shrunk(named, box.right() - 20 - x - 16, (20, 18, 17, 16))
        if advance(named, small) <= box.right() - 20 - x - 16:
            write(painter, named, box.right() - 20, middle, small, T1, align=1)


class PinField(_Field):
    """A dot for each digit."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self._digits = 0

    def show_digits(self, digits: int, spoken: str) -> None:
        """How many digits there are, and the same in words."""
        self.setAccessibleDescription(spoken)
        if digits != self._digits:
            self._digits = digits
            self.update()

    @property
    def rings(self) -> int:
        """How many rings there are."""
        return max(_DOTS, self._digits)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """As many rings as a PIN has at least, the typed ones filled; as many more as a longer one takes."""
        self._box(painter, box)
        count = self.rings
        radius = 13.0 if box.width() > 300 else 9.0
        step = (
            min(68.0, (box.width() - 60) / (count - 1))
            if box.width() > 300
            else (box.width() - 52) / (count - 1)
        )
        left = box.center().x() - step * (count - 1) / 2
        for number in range(count):
            place = QPointF(left + number * step, box.center().y())
            _dot(painter, place, radius, filled=number < self._digits, ink=T2 if self._lit else EDGE)


def _dot(painter: QPainter, place: QPointF, radius: float, *, filled: bool, ink: QColor) -> None:
    if filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(T0)
    else:
        painter.setPen(pen(ink, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius -= 1
    painter.drawEllipse(place, radius, radius)
