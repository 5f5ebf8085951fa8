"""The choices of a filter, over the log: one press takes one on or off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.ui.lettering import shrunk, write
from console.ui.review.filtering import Option
from console.ui.review.keys import SmallKey, lay
from console.ui.review.log_list import cut
from console.ui.signs import outcomes, states
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import BG0, BG1, BG2, EDGE, MARGIN, RADIUS, STRONG_EDGE, T0, T1, font, mixed
from console.words import Words

_CELL: Final = 56.0
_GAP: Final = 10.0
_COLUMNS: Final = 3
_ROWS: Final = 8
_FOOT: Final = 76.0


class ChoicePanel(Surface):
    """The choices in three columns; the wheel looks further where there are more."""

    turned = Signal(str, str)
    """A filter's choice was pressed."""
    cleared = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._facet, self._title = "", ""
        self._options: tuple[Option, ...] = ()
        self._first = self._at = 0
        self.done = SmallKey(states.tick, parent=self)
        self.any = SmallKey(outcomes.cross, parent=self)
        self.done.meant.connect(self.close_panel)
        self.any.meant.connect(lambda: self.cleared.emit(self._facet))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def open(self, facet: str, title: str, options: Sequence[Option], words: Words) -> None:
        """Show the choices of a filter; again after one was taken."""
        if facet != self._facet or self.isHidden():
            self._first = self._at = 0
        self._facet, self._title, self._options = facet, title, tuple(options)
        self.done.show_label(words.text("review.done"))
        self.any.show_label(words.text("review.clear"))
        self.arrange()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._name()
        self.update()

    def close_panel(self) -> None:
        """Go back to the log."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    @property
    def facet(self) -> str:
        """The filter whose choices are shown."""
        return self._facet

    def _name(self) -> None:
        if self._options:
            option = self._options[self._at]
            self.setAccessibleName(f"{self._title}. {option.text}")

    # --- where things lie -------------------------------------------------------------------------

    @property
    def _panel(self) -> QRectF:
        rows = min(_ROWS, -(-len(self._options) // _COLUMNS)) or 1
        high = 60 + rows * (_CELL + _GAP) + _FOOT
        return QRectF(MARGIN, 8, self.wide - 2 * MARGIN, min(self.high - 16, high))

    @property
    def _rows(self) -> int:
        return max(1, int((self._panel.height() - 60 - _FOOT + _GAP) // (_CELL + _GAP)))

    def _cell(self, at: int) -> QRectF:
        panel = self._panel
        row, column = divmod(at, _COLUMNS)
        wide = (panel.width() - 40 - (_COLUMNS - 1) * _GAP) / _COLUMNS
        left = panel.left() + 20 + column * (wide + _GAP)
        return QRectF(left, panel.top() + 54 + (row - self._first) * (_CELL + _GAP), wide, _CELL)

    def arrange(self) -> None:
        """The keys at the panel's foot."""
        panel = self._panel
        lay(self, self.done, QRectF(panel.right() - 220, panel.bottom() - 68, 200, 52))
        lay(self, self.any, QRectF(panel.left() + 20, panel.bottom() - 68, 200, 52))

    def paint(self, painter: QPainter) -> None:
        """The log darkened, the panel, the choices in view."""
        veil = BG0.__class__(BG0)
        veil.setAlphaF(0.72)
        fill(painter, QRectF(0, 0, self.wide, self.high), veil)
        panel = self._panel
        fill(painter, panel, BG1, RADIUS)
        outline(painter, panel, pen(EDGE, 2), RADIUS)
        write(painter, self._title, panel.left() + 20, panel.top() + 28, font(20, bold=True), T0)
        first = self._first * _COLUMNS
        for at in range(first, min(len(self._options), first + self._rows * _COLUMNS)):
            self._paint_option(painter, self._options[at], self._cell(at), at)

    def _paint_option(self, painter: QPainter, option: Option, cell: QRectF, at: int) -> None:
        if option.chosen:
            fill(painter, cell, mixed(T0, BG2, 0.14), 8)
        outline(painter, cell, pen(T0 if option.chosen else STRONG_EDGE, 3 if option.chosen else 1.5), 8)
        if option.chosen:
            states.tick(painter, QRectF(cell.left() + 14, cell.center().y() - 11, 22, 22), T0)
        left = cell.left() + (46 if option.chosen else 18)
        room = cell.right() - 14 - left
        face = shrunk(option.text, room, (18, 17, 16, 15), bold=option.chosen)
        write(
            painter, cut(option.text, room, face), left, cell.center().y(), face, T0 if option.chosen else T1
        )
        if at == self._at and self.hasFocus():
            outline(painter, cell.adjusted(-4, -4, 4, 4), pen(T0, 3), 10)

    # --- presses ----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a choice on or off; a press beside the panel closes it."""
        place = event.position() / self.u
        if not self._panel.contains(place):
            self.close_panel()
            return
        first = self._first * _COLUMNS
        for at in range(first, min(len(self._options), first + self._rows * _COLUMNS)):
            if self._cell(at).contains(place):
                self._at = at
                self.turned.emit(self._facet, self._options[at].value)
                return

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look at further choices."""
        self._look(self._first - round(event.angleDelta().y() / 120))

    def _look(self, first: int) -> None:
        rows = -(-len(self._options) // _COLUMNS)
        self._first = max(0, min(first, rows - self._rows))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go from choice to choice, Space and Enter take it, Esc closes."""
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -_COLUMNS,
            Qt.Key.Key_Down: _COLUMNS,
        }
        key = Qt.Key(event.key())
        if key in steps and self._options:
            self._at = max(0, min(self._at + steps[key], len(self._options) - 1))
            row = self._at // _COLUMNS
            self._look(min(max(self._first, row - self._rows + 1), row))
            self._name()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._options:
            self.turned.emit(self._facet, self._options[self._at].value)
        elif key == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)
