"""A table of rows that are all known: people, results, findings. It sorts, and finds a row by typed letters.
A screen gives its columns as functions of a row; the table does not know the rows' meaning.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView

from console.base.plain_text import tab_separated
from console.base.words import Words, cut_at
from console.table.ui.hands.guard import ENTERS
from console.table.ui.hands.key_places import digit_of
from console.table.ui.kit import theme
from console.table.ui.kit.item_table import PAD, Index, ItemTable, RowDelegate, TitleRow
from console.table.ui.kit.keys import Keys, key_names, with_control
from console.table.ui.kit.lettering import advance, break_lines, set_in, write_lines
from console.table.ui.kit.surface import fill
from console.table.ui.kit.text_field import SearchField
from console.table.ui.signs.sign import Sign

Row = TypeVar("Row")

CELL: Final = Qt.ItemDataRole.UserRole
"""The role under which a model gives a place's :class:`Cell`."""
_SIGN: Final = 1.35
"""The side of a sign, in sizes of the letters beside it."""
_LEADING: Final = 1.22
_PAGES: Final = (*ENTERS, Qt.Key.Key_Escape, Qt.Key.Key_Backspace)
"""The keys that a page around a table takes."""
_FIELD: Final = 320.0
"""The width of the search field, in units."""
_SIZES: Final = (24, 22, 20, 19, 18, 17, 16)


class Cell(NamedTuple):
    """A place in a table: a text with its look, and a smaller text beneath it."""

    text: str
    ink: QColor = theme.T1
    size: int = 19
    bold: bool = False
    beneath: str = ""
    sign: Sign | None = None
    sign_ink: QColor | None = None
    """The sign's colour, if it differs from the text's."""
    mark: Sign | None = None
    """A sign at the right that marks the place, on a pink ground."""
    heard: str = ""
    """The meaning of a sign that stands alone."""

    def high(self, wide: float) -> float:
        """The height that the whole text needs in a column of this width, both in units."""
        room = wide - 4 * PAD - (self.size * _SIGN + PAD if self.sign is not None else 0)
        lines = _whole_lines(self.text, room, theme.font(self.size, bold=self.bold))
        return len(lines) * self.size * _LEADING + 2 * PAD

    @property
    def said(self) -> str:
        return ". ".join(filter(None, (self.heard, self.text, self.beneath))).replace("\u00ad", "")


class TableColumn(NamedTuple, Generic[Row]):
    """A column of a table."""

    title: str
    """The key of its title's phrase; empty without one."""
    wide: float
    """Its width in units, until somebody drags its edge."""
    cell: Callable[[Row], Cell]
    order: Callable[[Row], Any] | None = None
    """The value by which its rows are sorted; None if their order has no meaning."""
    align: float = 0
    """0 for texts; 1 for figures, which end at the right."""


class RowModel(QAbstractTableModel, Generic[Row]):
    """The rows; each has a key, by which it stays chosen when rows come and go."""

    def __init__(
        self,
        columns: Sequence[TableColumn[Row]],
        key: Callable[[Row], Hashable],
        parent: QObject | None = None,
        *,
        names: int = 0,
    ) -> None:
        """``names`` is the column that names a row to somebody who hears the table."""
        super().__init__(parent)
        self.columns, self.key, self._names = tuple(columns), key, names
        self.rows: list[Row] = []
        self.given: tuple[Row, ...] = ()
        """The rows in the order in which they were given."""
        self._titles: tuple[str, ...] = ()
        self._sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show_rows(self, rows: Sequence[Row], titles: Sequence[str]) -> None:
        """Show these rows, sorted as before, beneath these titles."""
        self.beginResetModel()
        self.given, self._titles = tuple(rows), tuple(titles)
        self.rows = self._in_order()
        self.endResetModel()

    def _in_order(self) -> list[Row]:
        at, order = self._sorted_by
        by = self.columns[at].order if at >= 0 else None
        if by is None:
            return [*self.given]
        return sorted(self.given, key=by, reverse=order is Qt.SortOrder.DescendingOrder)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; by none, or by one without an order, the rows stand as they were given."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        keys = [self.key(self.rows[index.row()]) for index in before]
        self._sorted_by = column, order
        self.rows = self._in_order()
        places = {self.key(row): at for at, row in enumerate(self.rows)}
        after = [self.index(places[key], index.column()) for key, index in zip(keys, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """The number of rows; no row has others beneath it."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The cell as a value, and its text; a pointer that rests on it shows all of the text."""
        cell = self.columns[index.column()].cell(self.rows[index.row()])
        if role == CELL:
            return cell
        return cell.said if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The titles of the columns, and the names of the rows, which are only heard."""
        shows = role == Qt.ItemDataRole.DisplayRole
        if orientation is Qt.Orientation.Vertical:
            return self.columns[self._names].cell(self.rows[section]).said if shows else None
        return self._titles[section] if shows and section < len(self._titles) else None


class CellDelegate(RowDelegate):
    """Paints a :class:`Cell`; what has no room in one line is set smaller, then in more lines."""

    def paint_cell(self, painter: QPainter, index: Index, box: QRectF, *, current: bool) -> None:
        cell = index.data(CELL)
        if not isinstance(cell, Cell):
            return
        model = index.model()
        align = model.columns[index.column()].align if isinstance(model, RowModel) else 0.0
        if cell.mark is not None:
            fill(painter, box.adjusted(3, 3, -3, -4), theme.PINK_FILL, 6)
            cell.mark(painter, QRectF(box.right() - 26, box.top() + 6, 18, 18), theme.PINK)
        box = box.adjusted(_inset(index), 0, -PAD, -1)
        if cell.sign is not None:
            side = _SIGN * cell.size
            place = QRectF(box.left(), box.center().y() - side / 2, side, side)
            cell.sign(painter, place, cell.sign_ink or cell.ink)
            box = box.adjusted(side + PAD, 0, 0, 0)
        room, high = box.width(), box.height()
        sizes = tuple(size for size in _SIZES if size <= cell.size)
        small, low = set_in(cell.beneath, room, (16,), limit=1)
        if "…" in small[-1]:  # It takes two lines, and the text above them is smaller.
            small, low = set_in(cell.beneath, room, (16,))
            sizes = tuple(size for size in sizes if size <= 16)
        below = len(small) * low.pixelSize() * _LEADING if cell.beneath else 0.0
        view = self._view
        if isinstance(view, RowTable) and view.row_grows:
            face = theme.font(cell.size, bold=cell.bold)
            lines = _whole_lines(cell.text, room, face)
        else:
            lines, face = set_in(cell.text, room, sizes[:4], limit=1, bold=cell.bold)
            if "…" in lines[-1]:
                fits = int((high - below) / (sizes[0] * _LEADING))
                most = max(1 if cell.beneath else 2, fits)
                lines, face = set_in(cell.text, room, sizes, limit=most, bold=cell.bold)
        tall = len(lines) * face.pixelSize() * _LEADING
        top = box.center().y() - (tall + below) / 2
        place = QRectF(box.left(), top, room, tall)
        write_lines(painter, lines, place, face, cell.ink, align=align, leading=_LEADING)
        if cell.beneath:
            place = QRectF(box.left(), top + tall, room, below)
            write_lines(painter, small, place, low, theme.T1, align=align, leading=_LEADING)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The size of a cell in one line: a double press on a column's edge makes it so wide."""
        cell, view = index.data(CELL), self._view
        wide = max(
            advance(cell.text, theme.font(cell.size, bold=cell.bold)),
            advance(cell.beneath, theme.font(min(cell.size, 16))),
        )
        sign = _SIGN * cell.size + PAD if cell.sign is not None else 0.0
        return QSize(round((wide + sign + _inset(index) + PAD + 2) * view.u), round(view.row_height * view.u))


def _whole_lines(text: str, room: float, face: QFont) -> tuple[str, ...]:
    """A text in as many lines as it needs; a piece that is wider than a line is cut."""
    lines = list[str]()
    for line in break_lines(text, room, face):
        while advance(line, face) > room and len(line) > 1:
            fits = bisect_right(range(1, len(line)), room, key=lambda to: advance(line[:to], face))
            cut = cut_at(line, fits)
            lines.append(line[:cut])
            line = line[cut:]
        lines.append(line)
    return tuple(lines)


def _inset(index: Index) -> float:
    """The room left of a cell's text; the first column has the chosen row's edge."""
    return PAD if index.column() else 3 * PAD


class RowTable(ItemTable, Generic[Row]):
    """The view. Enter and Esc are the page's, and so are the keys of the alarms."""

    chose = Signal()
    """Another row became the one that keys act on, by a person's hand or key."""
    opened = Signal(int)
    """A row was pressed twice; if one press opens, it was pressed alone, or with Space."""

    def __init__(
        self,
        name: str,
        columns: Sequence[TableColumn[Row]],
        key: Callable[[Row], Hashable],
        *,
        row_height: float = 60.0,
        wide: int = 0,
        names: int = 0,
        press_opens: bool = False,
        grows: bool = False,
    ) -> None:
        """``name`` is that of the remembered widths. The column ``wide`` takes the rest of the window; the
        column ``names`` names the rows, and typed letters search in it. ``press_opens``: one press opens a
        row. ``grows``: a row is as high as its longest text needs.
        """
        super().__init__(name, [column.wide for column in columns], wide)
        self.name = name
        self.search: SearchField | None = None
        """The search field over the titles, once it was asked for."""
        self.row_height, self.row_grows, self._names = row_height, grows, names
        self.of: RowModel[Row] = RowModel(columns, key, self, names=names)
        self.setItemDelegate(CellDelegate(self))
        self.setModel(self.of)
        sorts = any(column.order is not None for column in columns)
        self.horizontalHeader().setSectionsClickable(sorts)
        self.setSortingEnabled(sorts)
        head = self.horizontalHeader()
        assert isinstance(head, TitleRow)
        head.has_order = lambda at: self.of.columns[at].order is not None
        self.selectionModel().currentRowChanged.connect(lambda *_: self.chose.emit())
        self._press_opens = press_opens
        (self.clicked if press_opens else self.doubleClicked).connect(self._open)
        self.copy.triggered.connect(self.copy_rows)

    @property
    def current(self) -> Row | None:
        return self.of.rows[self.at] if 0 <= self.at < len(self.of.rows) else None

    @property
    def chosen_rows(self) -> list[Row]:
        return [self.of.rows[at] for each in sorted(self.chosen_lines, key=min) for at in each]

    def show_rows(self, rows: Sequence[Row], words: Words) -> None:
        """Show these rows; those that were selected stay so, and so does the place in the list."""
        titles = [words.text(column.title) if column.title else "" for column in self.of.columns]
        chosen, current, top = self.chosen_rows, self.current, self.verticalScrollBar().value()
        keys = {self.of.key(row) for row in chosen}
        flag, select = QItemSelectionModel.SelectionFlag, self.selectionModel()
        self.copy.setText(words.text("keys.copy"))
        with QSignalBlocker(self):
            self.of.show_rows(rows, titles)
            self.arrange()
            for at, row in enumerate(self.of.rows):
                index = self.of.index(at, 0)
                if current is not None and self.of.key(row) == self.of.key(current):
                    select.setCurrentIndex(index, flag.NoUpdate)
                if self.of.key(row) in keys:
                    select.select(index, flag.Select | flag.Rows)
            self.verticalScrollBar().setValue(top)

    def choose_key(self, key: Hashable) -> None:
        for at, row in enumerate(self.of.rows):
            if self.of.key(row) == key:
                self.choose(at)

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard as they are seen: a line a row, columns parted by tabs."""
        QGuiApplication.clipboard().setText("\n".join(map(tab_separated, map(self.texts, self.chosen_rows))))

    def texts(self, row: Row) -> tuple[str, ...]:
        return tuple(column.cell(row).said for column in self.of.columns)

    def open_search(self, words: Words) -> None:
        """Show the search field. Letters choose the next row that has them anywhere, Enter the one after it,
        and Esc or Down goes back to the rows.
        """
        if self.search is None:
            self.search = SearchField(Sign("review.search"), self)
            self.search.typed.connect(lambda text: self._find(text, self.at))
            self.search.entered.connect(lambda text: self._find(text, self.at + 1))
            self.search.left.connect(self._end_search)
            self.search.set_unit(self.u)
        self._place_search()
        self.search.ask(words.text("keys.search"))
        self.search.clear()
        self.search.show()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _find(self, text: str, beyond: int) -> None:
        rows = self.of.rows
        for at in (*range(max(0, beyond), len(rows)), *range(min(beyond, len(rows)))):
            if text.casefold() in "\t".join(self.texts(rows[at])).casefold():
                self.choose(at)
                return

    def _end_search(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        assert self.search is not None, "it is left"
        self.search.hide()

    def _place_search(self) -> None:
        """Lay the search field over the titles, at the right."""
        if self.search is not None:
            head = self.horizontalHeader()
            wide = min(head.width(), round(_FIELD * self.u))
            self.search.setGeometry(head.geometry().right() + 1 - wide, head.y(), wide, head.height())

    def _open(self, index: QModelIndex) -> None:
        if self.chosen_rows == [self.current]:  # a press with Shift or Control chooses several
            self.opened.emit(index.row())

    def _fit(self) -> None:
        super()._fit()
        for row in range(len(self.of.rows) if self.row_grows else 0):
            cells = (
                (self.of.index(row, column).data(CELL), column) for column in range(len(self.of.columns))
            )
            high = max(cell.high(self.columnWidth(column) / self.u) for cell, column in cells)
            self.setRowHeight(row, round(max(self.row_height, high) * self.u))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chosen row in view."""
        super().resizeEvent(event)
        self._place_search()
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc and digits go on to the page."""
        if event.key() in _PAGES or (event.text() and digit_of(event)):
            event.ignore()
        elif event.key() == Qt.Key.Key_Space and self._press_opens and self.current is not None:
            self.opened.emit(self.at)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Search in the column with the rows' names, whichever column was pressed last."""
        beside = self.currentIndex().siblingAtColumn(self._names)
        if beside.isValid():
            self.selectionModel().setCurrentIndex(beside, QItemSelectionModel.SelectionFlag.NoUpdate)
        QTableView.keyboardSearch(self, search)


def table_keys(words: Words) -> Keys:
    """A table's keys, for the card that F1 shows."""
    shift = words.text("keys.name.shift")
    return (
        ("↑  ↓", words.text("keys.rows")),
        (key_names(words, "pages"), words.text("keys.pages")),
        (f"{shift}+↑  ↓", words.text("keys.several")),
        ("A – Z", words.text("keys.letters")),
        (with_control(words, "F"), words.text("keys.search")),
        (with_control(words, "C"), words.text("keys.copy")),
    )
