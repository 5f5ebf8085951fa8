"""The log as a list on Qt's table view: it reports which lines are in view, and which row is chosen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from console.base.words import Words
from console.supervisor.review.log.search_words import marks
from console.supervisor.ui.review.log.entry_signs import LogRowText
from console.supervisor.ui.review.log.log_model import COLUMNS, LAST, TIME, WHAT, LogModel
from console.table.journal import Word
from console.table.ui.kit import (
    PAD,
    Index,
    ItemTable,
    RowDelegate,
    advance,
    break_lines,
    elide,
    fill,
    short_day,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign

_WIDTHS: Final = (112.0, 70.0, 72.0, 240.0, 126.0, 104.0)
"""The columns' widths by design."""
_NAMES: Final = tuple(COLUMNS)
_SIZES: Final = {
    "table": (18, 17, 16, 15, 14),
    "round": (18, 17, 16, 15, 14),
    "clause": (17, 16, 15, 14, 13),
    "by": (17, 16, 15, 14, 13),
}
_SIGN: Final = 36.0
"""The room of a row's sign, left of its text."""
_TURNED: Final = 56.0
"""The right edge of the place where a press shows or hides a row's bytes."""
_MARK: Final = theme.mix(theme.CHART, theme.BG0, 0.62)
_BEFORE: Final = 24
"""How many characters of a long text are shown before the first marked word."""


def _around(text: str, searched: tuple[Word, ...]) -> str:
    """A text without its beginning, if its first marked word comes late."""
    begin = next((begin for begin, _ in marks(text, searched)), 0)
    return text if begin <= _BEFORE else f"…{text[begin - _BEFORE :]}"


class LogDelegate(RowDelegate):
    turned = Signal(int)
    """The number of a row beneath which to show or hide the bytes."""

    def __init__(self, view: ItemTable, rows: LogModel) -> None:
        super().__init__(view)
        self._rows = rows
        self.words: Words | None = None

    def paint_cell(self, painter: QPainter, index: Index, box: QRectF, *, current: bool) -> None:
        """A row that has not been read is two bars."""
        row, column, middle = self._rows.row(index.row()), index.column(), box.center().y()
        if row is None:
            if column in (TIME, WHAT):
                fill(
                    painter, QRectF(3 * PAD, middle - 5, min(200.0, box.width() - 4 * PAD), 10), theme.BG3, 5
                )
            return
        text, ink = self._rows.text_of(row), theme.T0 if current else theme.T1
        beneath = self._rows.place_of(index.row())[1] > 0
        if column == TIME:
            self._paint_time(painter, index.row(), text, middle, current=current, beneath=beneath)
        elif column == WHAT and beneath:
            self._paint_bytes(painter, text, box, current=current)
        elif column == WHAT:
            text.sign(painter, QRectF(PAD, middle - 14, 28, 28), theme.AMBER if text.amber else ink)
            self._paint_what(painter, text, box.adjusted(PAD + _SIGN, 0, -PAD, 0), current=current)
        elif not beneath:
            name = _NAMES[column]
            word = getattr(text, name)
            room = box.width() - PAD - 4
            face = shrunk(word, room, _SIZES[name])
            ink = theme.T2 if name == "clause" else ink
            # A table's name is read as a filter, and no other word is looked for in this column.
            written = write if name == "table" else self._write_marked
            written(painter, elide(word, room, face), PAD, middle, face, ink)

    def _paint_time(
        self, painter: QPainter, line: int, text: LogRowText, middle: float, *, current: bool, beneath: bool
    ) -> None:
        """Paint the time, its turn if it comes twice, and the day if the row above has another."""
        left, clock = 3 * PAD, text.time.removesuffix(text.which)
        if beneath:
            write(painter, clock, 2 * left, middle, theme.font(15, bold=current), theme.T1)
            return
        if state := self._rows.bytes_of(line):
            sign = Sign("review.unfolded") if state == "shown" else Sign("review.folded")
            sign(painter, QRectF(2, middle - 12, 24, 24), theme.T0 if current else theme.T1)
        above = self._rows.row(line - 1) if line else None
        turned = above is not None and self._rows.text_of(above).day != text.day
        day = short_day(text.day, self.words) if turned and self.words is not None else ""
        below = " ".join(filter(None, (text.which, day)))
        up = 9.0 if below else 0.0
        write(painter, clock, left, middle - up, theme.font(18, bold=current), theme.T0)
        write(painter, below, left, middle + 13, shrunk(below, _WIDTHS[TIME] - left, (14, 12, 10)), theme.T2)

    def _paint_bytes(self, painter: QPainter, text: LogRowText, box: QRectF, *, current: bool) -> None:
        middle, face, x = box.center().y(), theme.font(16, bold=current), PAD + _SIGN
        fill(painter, QRectF(PAD + 13, 0, 2, middle), theme.T2)
        fill(painter, QRectF(PAD + 13, middle, 20, 2), theme.T2)
        write(painter, elide(text.what, box.width() - x - 12, face), x, middle, face, theme.T1)

    def _paint_what(self, painter: QPainter, text: LogRowText, box: QRectF, *, current: bool) -> None:
        """Paint the text in two lines if needed, or with the reason why it was found."""
        x, middle, room, first = box.left(), box.center().y(), box.width(), text.what
        face, low = shrunk(text.what, room, (18, 17), bold=current), theme.font(16, bold=current)
        rest = _around(text.beneath, self._rows.searched)
        if rest:
            face, low = low, theme.font(15)
        elif advance(text.what, face) > room:
            face, (first, *others) = low, break_lines(text.what, room, low)
            rest = " ".join(others)
        up = 11 if rest else 0
        self._write_marked(painter, elide(first, room, face), x, middle - up, face, theme.T0)
        if rest:
            ink = theme.T1 if text.beneath else theme.T0
            self._write_marked(painter, elide(rest, room, low), x, middle + up, low, ink)

    def _write_marked(
        self, painter: QPainter, text: str, x: float, y: float, face: QFont, ink: QColor
    ) -> None:
        """Write a text, with a ground under the searched words."""
        for begin, end in marks(text, self._rows.searched):
            left, wide = advance(text[:begin], face), advance(text[begin:end], face)
            fill(painter, QRectF(x + left - 1, y - 11, wide + 2, 22), _MARK, 3)
        write(painter, text, x, y, face, ink)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A press before a row shows or hides its bytes."""
        if event.type() is QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            x = (event.position().x() - option.rect.left()) / self._view.u
            if index.column() == TIME and x <= _TURNED and self._rows.bytes_of(index.row()):
                self.turned.emit(self._rows.place_of(index.row())[0])
        return super().editorEvent(event, model, option, index)


class LogList(ItemTable):
    """The rows of a :class:`LogModel`."""

    wanted = Signal(int, int)
    """The rows from one number to another are in view."""
    chosen = Signal(int)
    opened = Signal(int)
    """A row was pressed twice."""
    turned = Signal(int)
    """The number of a row beneath which to show or hide the bytes."""

    def __init__(self, rows: LogModel, parent: QWidget | None = None) -> None:
        super().__init__("log", _WIDTHS, WHAT, parent)
        self._rows = rows
        self.note = ""
        """The text shown if no row was found."""
        self.setModel(rows)
        self._delegate = LogDelegate(self, rows)
        self._delegate.turned.connect(self.turned)
        self.setItemDelegate(self._delegate)
        self.verticalScrollBar().valueChanged.connect(self.want)
        self.selectionModel().currentRowChanged.connect(self._choose)
        self.doubleClicked.connect(self._open)
        rows.modelReset.connect(self.clearSpans)
        self.arrange()

    def set_words(self, words: Words) -> None:
        self._delegate.words = words
        self.setAccessibleName(words.text("review.log"))
        self._fit()

    def want(self) -> None:
        first, last = self.lines_in_view
        if last >= first:
            self.wanted.emit(first, last)

    def rows_changed(self) -> None:
        """Rows were added or are better known; the first is chosen unless another is."""
        self.setAccessibleDescription("" if self._rows.count else self.note)
        self.want()
        if self.at < 0 and self._rows.count:
            self.choose(0)
        self.viewport().update()

    def reach(self, number: int) -> None:
        self.choose(self._rows.reach(number))

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.want()
            self.chosen.emit(current.row())

    def _open(self, index: QModelIndex) -> None:
        if index.column() != TIME or not self._rows.bytes_of(index.row()):
            self.opened.emit(index.row())

    def unfold(self) -> None:
        if self._rows.bytes_of(self.at) == "hidden":
            self.turned.emit(self._rows.place_of(self.at)[0])

    def fold(self) -> None:
        """Hide these bytes; the row above them is chosen."""
        number, _ = self._rows.place_of(self.at)
        if self._rows.is_unfolded(number):
            self.choose(self._rows.line_of(number))
            self.turned.emit(number)

    def show_beneath(self, number: int, many: int) -> None:
        """Give the rows beneath a row the whole width, and scroll until they and the row are in view."""
        line = self._rows.line_of(number)
        for each in range(line + 1, line + many + 1):
            self.setSpan(each, WHAT, 1, LAST - WHAT + 1)
        self.scrollTo(self._rows.index(line + many, WHAT))
        self.scrollTo(self._rows.index(line, WHAT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.want()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.note and not self._rows.count:
            painter = self.painter(self.viewport())
            room = self.viewport().width() / self.u - 6 * PAD
            write(painter, self.note, 3 * PAD, 40, shrunk(self.note, room, (20, 18, 17, 16)), theme.T1)
            painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Right and Left show a row's bytes and hide them."""
        match event.key():
            case Qt.Key.Key_Right:
                self.unfold()
            case Qt.Key.Key_Left:
                self.fold()
            case _:
                super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go to the first and the last row, and beyond the last listed row of a longer log."""
        rows, at, move = self._rows, self.at, QAbstractItemView.CursorAction
        match action:
            case move.MoveHome:
                return rows.index(rows.reach(0), WHAT)
            case move.MoveEnd:
                return rows.index(rows.reach(rows.found - 1), WHAT)
            case move.MoveDown | move.MovePageDown if at == rows.count - 1:
                return self._beyond(rows.place_of(at)[0] + 1)
            case move.MoveUp | move.MovePageUp if at == 0:
                return self._beyond(rows.place_of(at)[0] - 1)
        return super().moveCursor(action, modifiers)

    def _beyond(self, number: int) -> QModelIndex:
        """The place of an unlisted row; the current place if there is none."""
        there_is = 0 <= number < self._rows.found
        return self._rows.index(self._rows.reach(number), WHAT) if there_is else self.currentIndex()
