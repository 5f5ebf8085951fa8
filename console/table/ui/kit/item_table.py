"""Lists on Qt's own item views, in the colours of the screen: the bases of all lists of the desk screens.

They scale with the screen. A table remembers the widths to which its columns were dragged. A model knows the
rows, a delegate paints them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetrics,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from console.table.ui.kit import theme
from console.table.ui.kit.desk_settings import desk_settings
from console.table.ui.kit.scroll_area import scroll_bars, scroll_by_touch
from console.table.ui.kit.surface import SMOOTH, ScaledWidget, fill
from console.table.ui.kit.text_field import dress

ROW: Final = 50.0
"""The height of a row, in units."""
PAD: Final = 8.0
"""The room left of a cell's text, in units."""
DENSE: Final = 0.82
"""The factor of a row's height at a desk: a mouse needs less room than a finger."""
_HEAD: Final = 36.0
_STEP, _MOST = 1.1, 2.6
"""The factor of a step by which rows are enlarged, and the largest factor of all steps."""
_LEAST: Final = 44.0
"""The least width of a column, in units."""
_CHOSEN: Final = theme.mix(theme.NOW_FILL, theme.BG0, 0.8)

Index = QModelIndex | QPersistentModelIndex


class ItemDelegate(QStyledItemDelegate):
    """Paints items in units; subclasses give :meth:`paint_item`."""

    def __init__(self, view: ItemView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Scale the painter to units, its origin at the item."""
        u = self._view.u
        painter.save()
        painter.setRenderHints(SMOOTH)
        painter.translate(option.rect.topLeft())
        painter.scale(u, u)
        box = QRectF(0, 0, option.rect.width() / u, option.rect.height() / u)
        self.paint_item(painter, index, box, chosen=QStyle.StateFlag.State_Selected in option.state)
        painter.restore()

    def paint_item(self, painter: QPainter, index: Index, box: QRectF, *, chosen: bool) -> None:
        """Paint an item into its box, in units."""


class RowDelegate(ItemDelegate):
    """Paints the ground of a table's row; subclasses give :meth:`paint_cell`."""

    _view: ItemTable

    def paint_item(self, painter: QPainter, index: Index, box: QRectF, *, chosen: bool) -> None:
        """A chosen row is filled, brighter while it has the keys; the current one has an ivory edge."""
        view = self._view
        current, first = index.row() == view.currentIndex().row(), index.column() == 0
        if chosen:
            fill(painter, box, _CHOSEN if view.hasFocus() else theme.BG2)
        fill(painter, QRectF(3 * PAD * first, box.bottom() - 1, box.width(), 1), theme.LINE)
        if current and first:
            fill(painter, QRectF(0, 0, 6, box.height()), theme.T0)
        self.paint_cell(painter, index, box, current=current)

    def paint_cell(self, painter: QPainter, index: Index, box: QRectF, *, current: bool) -> None:
        """Paint a cell's content into its box, in units."""


if TYPE_CHECKING:

    class _ViewInUnits(ScaledWidget, QAbstractItemView): ...

else:
    _ViewInUnits = ScaledWidget  # A subclass adds Qt's view: Qt allows a single base of its own.


class ItemView(_ViewInUnits):
    """A list on Qt's view: its looks, and a finger that scrolls where a mouse chooses."""

    ground = theme.BG0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._touched = QPointF()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        scroll_by_touch(self)

    def arrange(self) -> None:
        # The same sheet again isn't without effect: the headings take their letters from the last one set.
        u, ground = self.u, self.ground.name()
        self.setStyleSheet(
            f"QAbstractItemView {{ background: {ground}; border: 0; outline: 0; }}"
            f"QHeaderView {{ background: {theme.BG1.name()}; border: 0; }}"
            f"QHeaderView::section {{ background: {theme.BG1.name()}; color: {theme.T2.name()}; border: 0;"
            f" padding-left: {round(PAD * u)}px; }}"
            "QHeaderView::up-arrow, QHeaderView::down-arrow { image: none; }"
            f"QHeaderView::section:first {{ padding-left: {round(3 * PAD * u)}px; }}"
            + scroll_bars(self.ground, u)
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a press; a finger's is one only once it is lifted without a drag."""
        self._touched = event.position()
        if not _is_finger(event):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not _is_finger(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A finger that dragged nothing chooses the row."""
        if not _is_finger(event):
            super().mouseReleaseEvent(event)
        elif (event.position() - self._touched).manhattanLength() <= PAD * self.u:
            at, screen, left = event.position(), event.globalPosition(), Qt.MouseButton.LeftButton
            pressed = QEvent.Type.MouseButtonPress
            super().mousePressEvent(QMouseEvent(pressed, at, screen, left, left, event.modifiers()))
            super().mouseReleaseEvent(event)


class TitleRow(QHeaderView):
    """The titles of the columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.has_order: Callable[[int], bool] = lambda section: False
        """Whether the order of a column's values has a meaning."""

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint a title: two arrows if a press sorts, one if it did; a short line is the edge to drag."""
        super().paintSection(painter, rect, logicalIndex)
        side = rect.height() / 9
        painter.save()
        painter.setRenderHints(SMOOTH)
        painter.setPen(Qt.PenStyle.NoPen)
        if logicalIndex < self.count() - 1:
            edge = QRectF(rect.right() - 1, rect.center().y() - 2 * side, max(1.0, side / 4), 4 * side)
            painter.fillRect(edge, theme.BG3)
        if self.sorts(logicalIndex):
            chosen = logicalIndex == self.sortIndicatorSection() and self.isSortIndicatorShown()
            ups: tuple[float, ...] = (-side, side)
            if chosen:
                ups = (-side,) if self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder else (side,)
            painter.setBrush(theme.T0 if chosen else theme.T2)
            at = QPointF(rect.right() - 2.5 * side, rect.center().y())
            for up in ups:
                tip = at if chosen else at + QPointF(0, up * 0.9)
                wide = side if chosen else side * 0.8
                painter.drawPolygon(
                    [tip + QPointF(-wide, -up), tip + QPointF(wide, -up), tip + QPointF(0, up)]
                )
        painter.restore()

    def sorts(self, section: int) -> bool:
        return self.sectionsClickable() and self.has_order(section)


class RowAct(NamedTuple):
    """Something that can be done with chosen rows, and the key that does it."""

    text: str
    press: Callable[[], object]
    key: str = ""


class ItemTable(ItemView, QTableView):
    """Rows of one height; several can be chosen, and each column can be dragged wider."""

    typed = Signal(str)
    """Letters were typed on the rows."""
    row_height = ROW
    """The height of a row, in units."""
    head_height = _HEAD
    """The height of the titles, in units."""

    def __init__(self, name: str, widths: Sequence[float], wide: int, parent: QWidget | None = None) -> None:
        """``name`` is that of the remembered widths; ``widths`` are those by design in units; the column
        ``wide`` takes the rest of the window, and its width is the least it takes.
        """
        super().__init__(parent)
        self._setting, self._wide = f"{name}/columns", wide
        self._widths = _remembered(self._setting, len(widths)) or [*widths]
        self._enlarged, self._screen_unit = f"{name}/enlarged", 1.0
        self._is_fitting = False
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalHeader(TitleRow(self))
        self.horizontalHeader().sectionResized.connect(self._remember)
        self.copy = QAction(self)
        """Copies the chosen rows; its owner gives it its words."""
        self.row_acts: Callable[[], Sequence[RowAct]] = self._copying
        """All that can be done with the chosen rows now."""

    # --- how it lies ------------------------------------------------------------------------------

    def set_unit(self, u: float) -> None:
        """Scale the rows with the screen, and as a person enlarged them."""
        self._screen_unit = u
        super().set_unit(u * _factor(self._enlarged))

    def enlarge(self, steps: int) -> None:
        """Make the rows larger by some steps, or smaller; 0 gives them the screen's size again."""
        factor = min(max(_factor(self._enlarged) * _STEP**steps, 1 / _MOST), _MOST) if steps else 1.0
        desk_settings().setValue(self._enlarged, f"{factor:.3f}")
        self.set_unit(self._screen_unit)
        self.doItemsLayout()  # otherwise the bar would end at the former height of the rows
        self.scrollTo(self.currentIndex())

    def arrange(self) -> None:
        """Rows and columns as large as the screen's."""
        u = self.u
        head = self.horizontalHeader()
        head.setFont(
            theme.font(max(8, round(16 * u)), bold=True)
        )  # the sheet takes it over; later ones it ignores
        super().arrange()
        head.setFixedHeight(round(self.head_height * u))
        head.setMinimumSectionSize(round(_LEAST * u))
        self.verticalHeader().setMinimumSectionSize(1)
        high = self.row_height * (DENSE if self.is_at_desk else 1.0)
        self.verticalHeader().setDefaultSectionSize(round(high * u))
        self.verticalScrollBar().setSingleStep(round(high * u))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the wide column what the window has more."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Lay the columns out; no name of a column is cut."""
        head, wide, self._is_fitting = self.horizontalHeader(), self._wide, True
        if self.model() is not None:
            names, room = QFontMetrics(head.font()), round(2 * PAD * self.u)
            pixels = [
                max(
                    round(width * self.u),
                    names.horizontalAdvance(self._column_name(at)) + (room if at else 2 * room),
                )
                for at, width in enumerate(self._widths)
            ]
            seen = sum(width for at, width in enumerate(pixels) if not head.isSectionHidden(at))
            pixels[wide] = max(pixels[wide], self.viewport().width() - seen + pixels[wide])
            for at, width in enumerate(pixels):
                head.resizeSection(at, width)
        self._is_fitting = False

    def _column_name(self, column: int) -> str:
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def _remember(self, column: int, _: int, width: int) -> None:
        """Keep a column's width that a person dragged; the last has no edge, since Qt stretches it."""
        if not self._is_fitting and self.isVisible() and column < len(self._widths) - 1:
            self._widths[column] = width / self.u
            desk_settings().setValue(self._setting, [f"{each:.1f}" for each in self._widths])

    # --- what can be done with rows ---------------------------------------------------------------

    def _copying(self) -> Sequence[RowAct]:
        return (RowAct(self.copy.text(), self.copy.trigger),)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """List all that can be done with the chosen rows; the menu's key opens it beneath the current row."""
        menu = QMenu(self)
        for act in self.row_acts():
            menu.addAction("\t".join(filter(None, (act.text, act.key))), act.press)
        dress(menu, self.u)
        at = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        menu.popup(at)

    # --- which rows -------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The line of the current row; -1 before there is one."""
        return self.currentIndex().row()

    @property
    def lines_in_view(self) -> tuple[int, int]:
        """The first and the last line in view, of rows that are cut off too; (0, -1) without rows."""
        high, last = self.viewport().height(), self.model().rowCount() - 1
        end = self.rowAt(max(0, high - 1))
        return (max(0, self.rowAt(0)), last if end < 0 else end)

    def choose(self, line: int) -> None:
        index = self.model().index(max(0, min(line, self.model().rowCount() - 1)), self._wide)
        self.clearSelection()  # otherwise a held Shift or Control would choose it with other rows
        self.setCurrentIndex(index)
        self.scrollTo(index)

    @property
    def chosen_lines(self) -> list[range]:
        chosen = self.selectionModel().selection()
        parts = (chosen.at(each) for each in range(chosen.size()))
        return [range(part.top(), part.bottom() + 1) for part in parts]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies whole rows: Qt's own copies one cell. A sign such as / is a key of the window."""
        text = event.text()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy.trigger()
        elif text.isprintable() and text.strip() and not text.isalnum():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Report typed letters: a list of a million rows is searched by its index, not row by row."""
        self.typed.emit(search)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last row: a row is chosen, not a cell."""
        match action:
            case QAbstractItemView.CursorAction.MoveHome:
                return self.model().index(0, self._wide)
            case QAbstractItemView.CursorAction.MoveEnd:
                return self.model().index(self.model().rowCount() - 1, self._wide)
        return super().moveCursor(action, modifiers)


def _factor(setting: str) -> float:
    """The kept factor of the rows' size; 1 if none is kept."""
    try:
        kept = float(str(desk_settings().value(setting, "1")))
    except ValueError:
        return 1.0
    return kept if 1 / _MOST <= kept <= _MOST else 1.0


def _is_finger(event: QMouseEvent) -> bool:
    """Whether the window system made a mouse's event of a touch."""
    return event.device().type() is QInputDevice.DeviceType.TouchScreen


def _remembered(setting: str, count: int) -> list[float]:
    """The kept widths; empty if none are kept, or for other columns."""
    kept = desk_settings().value(setting)
    try:
        widths = [float(each) for each in kept] if isinstance(kept, list) else []
    except ValueError:
        return []
    return widths if len(widths) == count and all(0 < each < 10_000 for each in widths) else []
