"""The filters over the log: set ones filled, with a cross, free ones outlined; long words wrap them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.ui.lettering import advance, shrunk, write
from console.ui.review.filtering import TAKEN_OFF, Chip
from console.ui.review.log_list import cut
from console.ui.surface import Scaled, Surface, fill, outline, pen
from console.ui.theme import BG0, CHART, MARGIN, STRONG_EDGE, T0, T1, font, mixed
from console.words import Words

HIGH: Final = 48.0
GAP: Final = 10.0
_CROSS: Final = 44.0
_MOST: Final = 360.0
_FOCUS: Final = 5.0


class ChipKey(Scaled, QAbstractButton):
    """One filter; its cross is a part of it that takes the filter off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = Chip("", "", False)
        self.pressed_at = 0.0
        """Where it was pressed last, in units; 0 by a key."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_chip(self, chip: Chip, words: Words) -> None:
        """Show a filter."""
        self.chip = chip
        self.setText(chip.text)
        off = words.text("review.filter.off", filter=chip.text)
        self.setAccessibleName(off if chip.is_set else chip.text)
        self.update()

    @property
    def wish(self) -> float:
        """The width in units that it needs."""
        words = advance(self.text(), font(17, bold=self.chip.is_set))
        return min(_MOST, words + 36 + (_CROSS - 18 if self.chip.is_set else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The chip with its words and its cross."""
        painter = self.started()
        whole = QRectF(0, 0, self.wide, self.high)
        body = whole.adjusted(_FOCUS, _FOCUS, -_FOCUS, -_FOCUS)
        chip = self.chip
        if chip.is_set:
            fill(painter, body, mixed(CHART, BG0, 0.62), 7)
        else:
            outline(painter, body, pen(STRONG_EDGE, 1.5), 7)
        room = body.width() - 32 - (_CROSS - 18 if chip.is_set else 0)
        face = shrunk(chip.text, room, (17, 16, 15), bold=chip.is_set)
        ink = T0 if chip.is_set else T1
        write(painter, cut(chip.text, room, face), body.left() + 17, body.center().y(), face, ink)
        if chip.is_set:
            x, y = body.right() - 22, body.center().y()
            painter.setPen(pen(T0, 2.2))
            painter.drawLine(round(x - 6), round(y - 6), round(x + 6), round(y + 6))
            painter.drawLine(round(x - 6), round(y + 6), round(x + 6), round(y - 6))
        if self.hasFocus():
            outline(painter, whole, pen(T0, 3), 10)
        painter.end()

    @property
    def in_cross(self) -> bool:
        """Whether it was its cross that was pressed."""
        return self.chip.is_set and self.pressed_at > self.wide - _FOCUS - _CROSS

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep where it was."""
        self.pressed_at = event.position().x() / self.u
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the filter off, Space asks for its choices."""
        self.pressed_at = self.wide if event.key() == Qt.Key.Key_Delete else 0.0
        if event.key() == Qt.Key.Key_Delete:
            self.click()
        else:
            super().keyPressEvent(event)


class ChipRow(Surface):
    """All filters."""

    asked = Signal(str)
    """The choices of a filter are wanted."""
    taken_off = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: list[ChipKey] = []

    def show_chips(self, chips: Sequence[Chip], words: Words) -> None:
        """Show these filters."""
        while len(self.keys) < len(chips):
            key = ChipKey(self)
            key.u = self.u
            key.clicked.connect(lambda _=False, key=key: self._press(key))
            self.keys.append(key)
        for key, chip in zip(self.keys, chips, strict=False):
            key.show_chip(chip, words)
        for at, key in enumerate(self.keys):
            key.setVisible(at < len(chips))
        self.arrange()

    def _press(self, key: ChipKey) -> None:
        if key.in_cross or key.chip.facet in TAKEN_OFF:
            self.taken_off.emit(key.chip.facet)
        else:
            self.asked.emit(key.chip.facet)

    def high_in(self, wide: float) -> float:
        """The height in units that the chips need in a width."""
        rows, x = 1, 0.0
        for key in self._shown:
            if x and x + key.wish > wide:
                rows, x = rows + 1, 0.0
            x += key.wish + GAP
        return rows * (HIGH + 8) - 8

    @property
    def _shown(self) -> list[ChipKey]:
        return [key for key in self.keys if not key.isHidden()]

    def arrange(self) -> None:
        """One after the other, in as many rows as they need."""
        x, y = float(MARGIN), 0.0
        for key in self._shown:
            if x > MARGIN and x + key.wish > self.wide - MARGIN:
                x, y = float(MARGIN), y + HIGH + 8
            box = QRectF(x, y, key.wish, HIGH)
            self.put(key, box.adjusted(-_FOCUS, -_FOCUS, _FOCUS, _FOCUS))
            x += key.wish + GAP

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
