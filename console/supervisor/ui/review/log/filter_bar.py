"""The filters over the log, and their choices: a set filter is filled and has a cross, a free one is
outlined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QSizePolicy,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from console.base.words import Words
from console.supervisor.ui.review.log import filters
from console.supervisor.ui.review.log.log_query import LogQuery
from console.table.ui.hands import ENTERS
from console.table.ui.kit import (
    FOCUS,
    Index,
    ItemDelegate,
    ItemView,
    ScaledWidget,
    SmallKey,
    Surface,
    advance,
    elide,
    fill,
    key_wish,
    outline,
    pen,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign

HIGH: Final = 48.0
GAP: Final = 10.0
_CROSS: Final = 44.0
_MOST: Final = 360.0
RING: Final = 5.0


class ChipKey(ScaledWidget, QAbstractButton):
    """The key of one filter; a press on its cross takes the filter off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = filters.Chip(filters.FilterCondition.BYTES, "", False)
        self.pressed_at = 0.0
        """The place of the last press, in units; 0 for a key."""
        self.by_key = False
        """Whether a key pressed it last: then the focus stays here."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_chip(self, chip: filters.Chip, words: Words) -> None:
        self.chip = chip
        self.setText(chip.text)
        off = words.text("review.filter.off", filter=chip.text)
        self.setAccessibleName(off if chip.is_set else chip.text)
        self.update()

    @property
    def wish(self) -> float:
        words = advance(self.text(), theme.font(17, bold=self.chip.is_set))
        return min(_MOST, words + 36 + (_CROSS - 18 if self.chip.is_set else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        whole = QRectF(0, 0, self.wide, self.high)
        body = whole.adjusted(RING, RING, -RING, -RING)
        chip = self.chip
        if chip.is_set:
            fill(painter, body, theme.mix(theme.CHART, theme.BG0, 0.62), 7)
        else:
            outline(painter, body, pen(theme.STRONG_EDGE, 1.5), 7)
        room = body.width() - 32 - (_CROSS - 18 if chip.is_set else 0)
        face = shrunk(chip.text, room, (17, 16, 15), bold=chip.is_set)
        ink = theme.T0 if chip.is_set else theme.T1
        write(painter, elide(chip.text, room, face), body.left() + 17, body.center().y(), face, ink)
        if chip.is_set:
            x, y = body.right() - 22, body.center().y()
            painter.setPen(pen(theme.T0, 2.2))
            painter.drawLine(round(x - 6), round(y - 6), round(x + 6), round(y + 6))
            painter.drawLine(round(x - 6), round(y + 6), round(x + 6), round(y - 6))
        if self.hasFocus():
            outline(painter, whole, pen(theme.T0, 3), 10)
        painter.end()

    @property
    def in_cross(self) -> bool:
        return self.chip.is_set and self.pressed_at > self.wide - RING - _CROSS

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed_at, self.by_key = event.position().x() / self.u, False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the filter off, Space and Enter show choices; Down, like Qt's Tab, goes to the
        rows.
        """
        self.pressed_at = self.wide if event.key() == Qt.Key.Key_Delete else 0.0
        self.by_key = True
        if event.key() == Qt.Key.Key_Down:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Delete, *ENTERS):
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)


class ChipRow(Surface):
    choices_asked = Signal(object)
    """The choices of a :class:`filters.FilterCondition` are wanted."""
    taken_off = Signal(object)
    """A :class:`filters.FilterCondition` is to be dropped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: list[ChipKey] = []
        self._pressed: filters.FilterCondition | None = None
        """The condition whose chip a key pressed."""

    def show_chips(self, given: Sequence[filters.Chip], words: Words) -> None:
        """Show these chips; the focus stays with its condition, even in another place."""
        focused = next((key.chip.condition for key in self.keys if key.hasFocus()), None)
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
        if focused is not None:
            self._focus(focused)

    def take_focus_again(self) -> bool:
        """Give the focus back to the chip that a key pressed last, if any; returns whether it did."""
        return self._pressed is not None and self._focus(self._pressed)

    def _focus(self, condition: filters.FilterCondition) -> bool:
        """Give a condition's chip the focus, or the first chip if it is gone."""
        there = self._visible_keys
        key = next((each for each in there if each.chip.condition is condition), next(iter(there), None))
        if key is not None and not key.hasFocus():
            key.setFocus(Qt.FocusReason.OtherFocusReason)
        return key is not None

    def _press(self, key: ChipKey) -> None:
        self._pressed = key.chip.condition if key.by_key else None
        if key.in_cross or (key.chip.is_set and key.chip.condition in filters.WITHOUT_CHOICES):
            self.taken_off.emit(key.chip.condition)
        else:
            self.choices_asked.emit(key.chip.condition)

    def high_in(self, width: float) -> float:
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
        x, y = float(theme.MARGIN), 0.0
        for key in self._visible_keys:
            if x > theme.MARGIN and x + key.wish > self.wide - theme.MARGIN:
                x, y = float(theme.MARGIN), y + HIGH + 8
            self.put(key, QRectF(x, y, key.wish, HIGH).adjusted(-RING, -RING, RING, RING))
            x += key.wish + GAP

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


_CELL: Final = 66.0
"""The height of a choice with the gap beneath it."""
_GAP: Final = 10.0
_COLUMNS: Final = 3
_FOOT: Final = 144.0
"""The height of the panel without its choices."""


class ChoiceDelegate(ItemDelegate):
    def paint_item(self, painter: QPainter, index: Index, box: QRectF, *, chosen: bool) -> None:
        """The choice with its tick; the marked one has a ring while the list has the keys."""
        text = str(index.data())
        is_on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        cell = box.adjusted(RING, RING, -_GAP + RING, -_GAP + RING)
        if is_on:
            fill(painter, cell, theme.mix(theme.T0, theme.BG2, 0.14), 8)
        outline(painter, cell, pen(theme.T0 if is_on else theme.STRONG_EDGE, 3 if is_on else 1.5), 8)
        left = cell.left() + (46 if is_on else 18)
        if is_on:
            Sign("states.tick")(painter, QRectF(cell.left() + 14, cell.center().y() - 11, 22, 22), theme.T0)
        room = cell.right() - 14 - left
        face, ink = shrunk(text, room, (18, 17, 16, 15), bold=is_on), theme.T0 if is_on else theme.T1
        write(painter, elide(text, room, face), left, cell.center().y(), face, ink)
        if index == self._view.currentIndex() and self._view.hasFocus():
            outline(painter, cell.adjusted(-4, -4, 4, 4), pen(theme.T0, 3), 10)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = self._view
        assert isinstance(view, QListView)
        return view.gridSize()

    def editorEvent(self, *_: object) -> bool:
        """A press anywhere takes a choice, not only on a box."""
        return False


class ChoiceList(ItemView, QListView):
    """Choices in columns; typed letters lead to the next choice that begins so."""

    ground = theme.BG1
    taken = Signal(str)
    """The value of the choice that was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(QStandardItemModel(self))
        self.setItemDelegate(ChoiceDelegate(self))
        self.clicked.connect(lambda index: self.taken.emit(index.data(Qt.ItemDataRole.UserRole)))

    def show_options(self, options: Sequence[filters.Option]) -> None:
        """Show these choices; the mark stays on its choice, or else where it was."""
        model, at = self.model(), self.currentIndex().row()
        marked, values = self.currentIndex().data(Qt.ItemDataRole.UserRole), [each.value for each in options]
        at = values.index(marked) if marked in values else at
        assert isinstance(model, QStandardItemModel)
        model.clear()
        for option in options:
            item = QStandardItem(option.text)
            item.setData(option.value, Qt.ItemDataRole.UserRole)
            item.setCheckable(True)
            item.setCheckState(Qt.CheckState.Checked if option.chosen else Qt.CheckState.Unchecked)
            model.appendRow(item)
        self.setCurrentIndex(model.index(max(0, min(at, model.rowCount() - 1)), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = self.width() - round(14 * self.u)
        self.setGridSize(QSize(wide // _COLUMNS, round(_CELL * self.u)))
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Space, *ENTERS) and index.isValid():
            self.taken.emit(index.data(Qt.ItemDataRole.UserRole))
        else:
            super().keyPressEvent(event)


class ChoicePanel(Surface):
    """The choices of one condition, over the darkened log; a press beside them closes them."""

    turned = Signal(object, str)
    """A choice of a :class:`filters.FilterCondition` was pressed."""
    cleared = Signal(object)
    """All choices of a :class:`filters.FilterCondition` are to be dropped."""
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.condition: filters.FilterCondition | None = None
        """The condition whose choices are shown, or were last."""
        self.frame, self.title, self.list = QFrame(self), QLabel(), ChoiceList()
        self.done = SmallKey(Sign("states.tick"))
        self.any = SmallKey(Sign("outcomes.cross"))
        for key in (self.any, self.done):
            key.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        foot, self._rows = QHBoxLayout(), QVBoxLayout(self.frame)
        foot.addWidget(self.any)
        foot.addStretch()
        foot.addWidget(self.done)
        self._rows.addWidget(self.title)
        self._rows.addWidget(self.list, 1)
        self._rows.addLayout(foot)
        self.done.meant.connect(self.close_panel)
        self.any.meant.connect(lambda: self.cleared.emit(self.condition))
        self.list.taken.connect(lambda value: self.turned.emit(self.condition, value))
        self.setFocusProxy(self.list)
        self.hide()

    def open(self, condition: filters.FilterCondition, given: Sequence[filters.Option], words: Words) -> None:
        if condition is not self.condition or not self.isVisible():
            self.list.setCurrentIndex(QModelIndex())
        self.condition = condition
        title = words.text(f"review.filter.{condition}")
        self.title.setText(title)
        self.list.setAccessibleName(title)
        self.done.show_label(words.text("review.done"))
        self.any.show_label(words.text("review.clear"))
        self.list.show_options(given)
        self.arrange()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_panel(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def arrange(self) -> None:
        """The panel is as high as its choices, but not higher than the screen."""
        u, edge = self.u, round(20 * self.u)
        rows = -(-max(1, self.list.model().rowCount()) // _COLUMNS)
        high = min(self.high - 16, _FOOT + rows * _CELL)
        self.put(self.frame, QRectF(theme.MARGIN, 8, self.wide - 2 * theme.MARGIN, high))
        self.frame.setStyleSheet(
            f".QFrame {{ background: {theme.BG1.name()}; border-radius: {round(theme.RADIUS * u)}px;"
            f" border: {max(1, round(2 * u))}px solid {theme.EDGE.name()}; }}"
            f" QLabel {{ color: {theme.T0.name()}; }}"
        )
        self.title.setFont(theme.font(round(20 * u), bold=True))
        self._rows.setContentsMargins(edge, round(12 * u), edge, round(9 * u))
        for part in (self.list, self.any, self.done):
            part.set_unit(u)
        for key in (self.any, self.done):
            wide = max(200.0, key_wish(key.text())) + 2 * FOCUS
            key.setFixedSize(round(wide * u), round((52 + 2 * FOCUS) * u))
        self._rows.activate()  # It is done at once, so that no paint shows the keys in their old places.

    def set_unit(self, u: float) -> None:
        self.u = u
        self.arrange()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.VEIL)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.frame.geometry().contains(event.position().toPoint()):
            self.close_panel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the panel; the log beneath gets no key."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()


class FilterBar(QObject):
    """The filters of one query: a press on a chip or a choice makes another query."""

    range_asked = Signal()
    """From and to are to be typed."""
    closed = Signal()
    """The panel of the choices was closed."""

    def __init__(self, query: LogQuery, words: Words, over: QWidget) -> None:
        """``over`` is the screen that has chips and panel."""
        super().__init__(over)
        self._query, self._words = query, words
        self.chips, self.panel = ChipRow(over), ChoicePanel(over)
        self.chips.choices_asked.connect(self.ask)
        self.chips.taken_off.connect(self.take_off)
        self.panel.turned.connect(self._turn)
        self.panel.cleared.connect(self.take_off)
        self.panel.closed.connect(self.closed)

    def show(self, words: Words) -> None:
        self._words = words
        self.chips.show_chips(filters.chips(self._query.wanted, self._query.filter_choices, words), words)

    def reopen(self, words: Words) -> None:
        """Show the open choices again, in another language or for another query."""
        self._words = words
        if self.panel.isVisible() and self.panel.condition is not None:
            self._open(self.panel.condition)

    def ask(self, condition: filters.FilterCondition) -> None:
        """Show the choices of a condition; one without choices is turned on."""
        if condition is filters.FilterCondition.BYTES:
            self._query.turn_bytes()
        else:
            self._open(condition)

    def _open(self, condition: filters.FilterCondition) -> None:
        given = filters.options_of(condition, self._query.wanted, self._query.filter_choices, self._words)
        self.panel.open(condition, given, self._words)

    def take_off(self, condition: filters.FilterCondition) -> None:
        wanted = filters.without_condition(self._query.wanted, condition)
        if condition is filters.FilterCondition.WORDS:
            self._query.look_for(wanted)
        else:
            self._query.refine(wanted)

    def _turn(self, condition: filters.FilterCondition, value: str) -> None:
        query = self._query
        if condition is filters.FilterCondition.TIME:
            self.panel.close_panel()
        if (condition, value) == (filters.FilterCondition.TIME, filters.TimeChoice.RANGE):
            self.range_asked.emit()
        else:
            query.refine(filters.with_choice_toggled(query.wanted, condition, value, query.filter_choices))
