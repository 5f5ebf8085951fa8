"""The filters over the log, and their choices: a set filter is filled and has a cross, a free one has an
outline.

Long words take more rows; one press takes a choice, or drops it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.ui.hands.guard import ENTERS
from console.ui.kit.buttons import lay
from console.ui.kit.keys import SmallKey
from console.ui.kit.lettering import advance, elide, shrunk, write
from console.ui.kit.surface import ScaledWidget, Surface, fill, outline, pen
from console.ui.kit.theme import BG0, BG1, BG2, CHART, EDGE, MARGIN, RADIUS, STRONG_EDGE, T0, T1, font, mix
from console.ui.review.log.filters import (
    WITHOUT_CHOICES,
    Chip,
    FilterCondition,
    Option,
    TimeChoice,
    chips,
    options_of,
    with_choice_toggled,
    without_condition,
)
from console.ui.review.log.log_query import LogQuery
from console.ui.signs.sign import Sign
from console.words import Words

HIGH: Final = 48.0
GAP: Final = 10.0
_CROSS: Final = 44.0
_MOST: Final = 360.0
RING: Final = 5.0
"""The room around a chip for the ring of the focus."""


class ChipKey(ScaledWidget, QAbstractButton):
    """The key of one filter; a press on its cross takes the filter off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = Chip(FilterCondition.BYTES, "", False)
        self.pressed_at = 0.0
        """The place of the last press, in units; 0 for a key."""
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
        painter = self.painter()
        whole = QRectF(0, 0, self.wide, self.high)
        body = whole.adjusted(RING, RING, -RING, -RING)
        chip = self.chip
        if chip.is_set:
            fill(painter, body, mix(CHART, BG0, 0.62), 7)
        else:
            outline(painter, body, pen(STRONG_EDGE, 1.5), 7)
        room = body.width() - 32 - (_CROSS - 18 if chip.is_set else 0)
        face = shrunk(chip.text, room, (17, 16, 15), bold=chip.is_set)
        ink = T0 if chip.is_set else T1
        write(painter, elide(chip.text, room, face), body.left() + 17, body.center().y(), face, ink)
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
        """Whether the last press was on the cross."""
        return self.chip.is_set and self.pressed_at > self.wide - RING - _CROSS

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the place of the press."""
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

    choices_asked = Signal(object)
    """The choices of a :class:`FilterCondition` are wanted."""
    taken_off = Signal(object)
    """A :class:`FilterCondition` is to be dropped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: list[ChipKey] = []

    def show_chips(self, given: Sequence[Chip], words: Words) -> None:
        """Show these filters."""
        while len(self.keys) < len(given):
            key = ChipKey(self)
            key.u = self.u
            key.clicked.connect(lambda _=False, key=key: self._press(key))
            self.keys.append(key)
        for key, chip in zip(self.keys, given, strict=False):
            key.show_chip(chip, words)
        for at, key in enumerate(self.keys):
            key.setVisible(at < len(given))
        self.arrange()

    def _press(self, key: ChipKey) -> None:
        if key.in_cross or (key.chip.is_set and key.chip.condition in WITHOUT_CHOICES):
            self.taken_off.emit(key.chip.condition)
        else:
            self.choices_asked.emit(key.chip.condition)

    def high_in(self, width: float) -> float:
        """The height in units that the chips need in a width."""
        rows, x = 1, 0.0
        for key in self._visible_keys:
            if x and x + key.wish > width:
                rows, x = rows + 1, 0.0
            x += key.wish + GAP
        return rows * (HIGH + 8) - 8

    @property
    def _visible_keys(self) -> list[ChipKey]:
        return [key for key in self.keys if not key.isHidden()]

    def arrange(self) -> None:
        """Lay the filters one after the other, in as many rows as they need."""
        x, y = float(MARGIN), 0.0
        for key in self._visible_keys:
            if x > MARGIN and x + key.wish > self.wide - MARGIN:
                x, y = float(MARGIN), y + HIGH + 8
            box = QRectF(x, y, key.wish, HIGH)
            self.put(key, box.adjusted(-RING, -RING, RING, RING))
            x += key.wish + GAP

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)


_CELL: Final = 56.0
_GAP: Final = 10.0
_COLUMNS: Final = 3
_ROWS: Final = 8
_FOOT: Final = 76.0


class ChoicePanel(Surface):
    """The choices in three columns; the wheel looks further where there are more."""

    turned = Signal(object, str)
    """A choice of a :class:`FilterCondition` was pressed."""
    cleared = Signal(object)
    """All choices of a :class:`FilterCondition` are to be dropped."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.condition: FilterCondition | None = None
        """The condition whose choices are shown, or were shown last."""
        self._title = ""
        self._options: tuple[Option, ...] = ()
        self._first = self._at = 0
        self.done = SmallKey(Sign("states.tick"), parent=self)
        self.any = SmallKey(Sign("outcomes.cross"), parent=self)
        self.done.meant.connect(self.close_panel)
        self.any.meant.connect(lambda: self.cleared.emit(self.condition))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def open(self, condition: FilterCondition, given: Sequence[Option], words: Words) -> None:
        """Show the choices of a condition, also after one of them was taken."""
        if condition is not self.condition or self.isHidden():
            self._first = self._at = 0
        self.condition, self._options = condition, tuple(given)
        self._title = words.text(f"review.filter.{condition}")
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
            fill(painter, cell, mix(T0, BG2, 0.14), 8)
        outline(painter, cell, pen(T0 if option.chosen else STRONG_EDGE, 3 if option.chosen else 1.5), 8)
        if option.chosen:
            Sign("states.tick")(painter, QRectF(cell.left() + 14, cell.center().y() - 11, 22, 22), T0)
        left = cell.left() + (46 if option.chosen else 18)
        room = cell.right() - 14 - left
        face = shrunk(option.text, room, (18, 17, 16, 15), bold=option.chosen)
        write(
            painter,
            elide(option.text, room, face),
            left,
            cell.center().y(),
            face,
            T0 if option.chosen else T1,
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
                self.turned.emit(self.condition, self._options[at].value)
                return

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look at further choices."""
        self._look(self._first - round(event.angleDelta().y() / 120))

    def _look(self, first: int) -> None:
        rows = -(-len(self._options) // _COLUMNS)
        self._first = max(0, min(first, rows - self._rows))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows move from choice to choice, Space and Enter take one, Esc closes the panel."""
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
        elif key in (Qt.Key.Key_Space, *ENTERS) and self._options:
            self.turned.emit(self.condition, self._options[self._at].value)
        elif key == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)


class FilterBar(QObject):
    """The filters of one query: a press at a chip or at a choice is another query."""

    range_asked = Signal()
    """From and to are to be typed."""
    closed = Signal()
    """The panel of the choices was closed."""

    def __init__(self, query: LogQuery, words: Words, over: QWidget) -> None:
        """``over`` is the screen over which chips and panel lie."""
        super().__init__(over)
        self._query, self._words = query, words
        self.chips, self.panel = ChipRow(over), ChoicePanel(over)
        self.chips.choices_asked.connect(self.ask)
        self.chips.taken_off.connect(self.take_off)
        self.panel.turned.connect(self._turn)
        self.panel.cleared.connect(self.take_off)
        self.panel.closed.connect(self.closed)

    def show(self, words: Words) -> None:
        """Show the query's filters."""
        self._words = words
        self.chips.show_chips(chips(self._query.wanted, self._query.filter_choices, words), words)

    def reopen(self, words: Words) -> None:
        """Show the open choices again, in another language or with those of another query."""
        self._words = words
        if self.panel.isVisible() and self.panel.condition is not None:
            self._open(self.panel.condition)

    def ask(self, condition: FilterCondition) -> None:
        """Show the choices of a condition; a condition without choices is turned on."""
        if condition is FilterCondition.BYTES:
            self._query.turn_bytes()
        else:
            self._open(condition)

    def _open(self, condition: FilterCondition) -> None:
        given = options_of(condition, self._query.wanted, self._query.filter_choices, self._words)
        self.panel.open(condition, given, self._words)

    def take_off(self, condition: FilterCondition) -> None:
        """Look for rows without this condition."""
        wanted = without_condition(self._query.wanted, condition)
        if condition is FilterCondition.WORDS:
            self._query.look_for(wanted)
        else:
            self._query.refine(wanted)

    def _turn(self, condition: FilterCondition, value: str) -> None:
        query = self._query
        if condition is FilterCondition.TIME:
            self.panel.close_panel()
        if (condition, value) == (FilterCondition.TIME, TimeChoice.RANGE):
            self.range_asked.emit()
        else:
            query.refine(with_choice_toggled(query.wanted, condition, value, query.filter_choices))
