"""The log as a list: rows of 50 units, painted one by one; only the visible ones are ever asked for.

The list knows the number of rows and keeps some pages of them; it reports a missing row as wanted, and its
reader gives the page with that row.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.journal.log.rows import LogRow, Word, fold
from console.review.log.entry_words import Named
from console.review.log.search_words import found_by, marks
from console.ui.kit.lettering import advance, break_lines, elide, shrunk, write
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import AMBER, BG0, BG1, BG3, CHART, LINE, NOW_FILL, T0, T1, T2, font, mix
from console.ui.kit.times import day_name, short_day
from console.ui.review.log.entry_signs import LogRowText, row_text
from console.ui.signs.sign import Sign
from console.words import Words

PAGE: Final = 60
"""Rows that are read at once: some screens of them."""
KEPT: Final = 5
"""The number of pages that are kept; the page that nobody has looked at for longest is dropped first."""
_HEADINGS: Final = {
    "time": "review.head.time",
    "table": "record.table",
    "round": "record.round",
    "what": "review.head.what",
    "clause": "review.head.clause",
    "by": "review.head.by",
}


class LogLines:
    """Rows by their lines, from 0; beneath an unfolded row are the rows from which it was made."""

    def __init__(self) -> None:
        self.found = 0
        """The number of rows, without those beneath others."""
        self._pages: OrderedDict[int, Sequence[LogRow]] = OrderedDict()
        self._beneath: dict[int, Sequence[LogRow]] = {}
        """The rows beneath each unfolded row, by its number."""

    @property
    def count(self) -> int:
        """The number of lines in the list."""
        return self.found + sum(map(len, self._beneath.values()))

    def begin(self) -> None:
        """Begin with other rows; none of them is known yet."""
        self.found = 0
        self._pages.clear()
        self._beneath.clear()

    def forget(self) -> None:
        """Drop the rows that were read: the journals may know more of each now."""
        self._pages.clear()

    def place_of(self, line: int) -> tuple[int, int]:
        """The number of a line's row, and how many lines beneath that row it is; 0 for the row itself."""
        for number in sorted(self._beneath):
            many = len(self._beneath[number])
            if line <= number:
                break
            if line <= number + many:
                return number, line - number
            line -= many
        return line, 0

    def line_of(self, number: int) -> int:
        """The line in which the row of a number stands."""
        return number + sum(len(rows) for at, rows in self._beneath.items() if at < number)

    def unfold(self, number: int, rows: Sequence[LogRow]) -> None:
        """Show these rows beneath a row."""
        self._beneath[number] = rows

    def fold(self, number: int) -> None:
        """Hide the rows beneath it."""
        self._beneath.pop(number, None)

    def is_unfolded(self, number: int) -> bool:
        """Whether the row was unfolded, also if no rows are beneath it."""
        return number in self._beneath

    def row(self, line: int) -> LogRow | None:
        """The row in this line; None while its page has not been read, or has fewer rows."""
        at, beneath = self.place_of(line)
        if beneath:
            return self._beneath[at][beneath - 1]
        page = self._pages.get(at // PAGE)
        if page is None:
            return None
        self._pages.move_to_end(at // PAGE)
        return page[at % PAGE] if at % PAGE < len(page) else None

    def lacking(self, first: int, last: int) -> Iterable[int]:
        """The pages of these lines that are missing, or grew since they were read."""
        (first, _), (last, _) = self.place_of(first), self.place_of(last)
        for page in range(first // PAGE, min(last, max(0, self.found - 1)) // PAGE + 1):
            known = self._pages.get(page)
            if known is None or len(known) < min(PAGE, self.found - page * PAGE):
                yield page

    def add_page(self, page: int, rows: Sequence[LogRow]) -> None:
        """A page has been read."""
        self._pages[page] = rows
        self._pages.move_to_end(page)
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)

    @property
    def kept_rows(self) -> int:
        """The number of rows that are kept."""
        return sum(map(len, self._pages.values()))


ROW: Final = 50.0
_HEAD: Final = 36.0
_DAY: Final = 38.0
TOP: Final = _HEAD + _DAY
_COLUMNS: Final = {"time": 24.0, "table": 120.0, "round": 190.0, "sign": 262.0, "what": 302.0}
_RIGHT: Final = {"clause": 604.0, "by": 730.0}
"""The columns' left edges on a list of 848 units; on a wider list the column ``what`` is wider."""
_HEAD_ROOM: Final = {"round": 104.0}
"""The width of a column's name, which may reach over the sign's column: that one has no name."""
_BAR: Final = 14.0
_TURNED: Final = 56.0
"""The right edge of the place where a press shows or hides a row's bytes."""
_MOST_TEXTS: Final = 60
"""The most rows whose texts are kept."""


_MARK: Final = mix(CHART, BG0, 0.62)
_BEFORE: Final = 24
"""The number of characters of a long text that are shown before the first marked word."""


def _around(text: str, searched: tuple[Word, ...]) -> str:
    """A text without its beginning, if its first marked word comes late."""
    begin = next((begin for begin, _ in marks(text, searched)), 0)
    return text if begin <= _BEFORE else f"…{text[begin - _BEFORE :]}"


class LogList(Surface):
    """The rows of a :class:`LogLines`; one of them is chosen."""

    scrolled = True
    wanted = Signal(int, int)
    """The rows from one number to another are in view."""
    chosen = Signal(int)
    opened = Signal(int)
    """A row was pressed twice."""
    turned = Signal(int)
    """The number of a row beneath which the bytes are to be shown, or hidden again."""

    def __init__(self, rows: LogLines, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._words: Words | None = None
        self._named: Named = str
        self._searched: tuple[Word, ...] = ()
        self.first, self.at = 0.0, 0
        self._dragged: tuple[float, float, bool] | None = None
        self._texts: OrderedDict[LogRow, LogRowText] = OrderedDict()
        self.folds = True
        """Whether rows have bytes to unfold."""
        self.note = ""
        """The text that is shown in place of rows, if no row was found."""
        self.covers()

    def set_words(self, words: Words, name_of: Callable[[str], str]) -> None:
        """Say all rows in another language, or with other names."""
        self._words, self._named = words, name_of
        self._texts.clear()
        self.update()

    def set_searched(self, searched: tuple[Word, ...]) -> None:
        """Mark these words in the rows; a row whose texts lack the word says how the search found it."""
        self._searched = searched
        self._texts.clear()
        self.update()

    def beneath(self, row: LogRow) -> str:
        """The reason why the search found a row whose own texts do not show the word."""
        if self._words is None:
            return ""
        text = row_text(row, self._words, self._named)
        shown = fold(" ".join((text.table, text.round, text.what, text.clause, text.by)))
        for word in self._searched:
            if fold(word.text) not in shown:
                found = found_by(row, word, self._words)
                return self._words.text("review.match.line") if found is None else found
        return ""

    # --- what is in view --------------------------------------------------------------------------

    @property
    def fitting(self) -> float:
        """The number of rows that fit, parts of one too."""
        return max(1.0, (self.high - TOP) / ROW)

    @property
    def _last_first(self) -> float:
        return max(0.0, self._rows.count - self.fitting)

    def rows_changed(self) -> None:
        """There are more rows, or some of them came."""
        self._scroll(self.first)
        self._name()
        self.update()

    def begin(self) -> None:
        """Other rows: the first is chosen."""
        self.first, self.at = 0.0, 0

    def choose(self, at: int) -> None:
        """Choose a row, and have it in view."""
        self.at = max(0, min(at, self._rows.count - 1))
        if self.at < self.first:
            self._scroll(self.at)
        elif self.at + 1 > self.first + self.fitting:
            self._scroll(self.at + 1 - self.fitting)
        self._name()
        self.update()
        self.chosen.emit(self.at)

    def have_in_view(self, line: int, beneath: int) -> None:
        """Scroll until a row is in view, with as many of the rows beneath it as fit."""
        self._scroll(min(line, max(self.first, line + 1 + beneath - self.fitting)))

    def _scroll(self, first: float) -> None:
        self.first = max(0.0, min(first, self._last_first))
        if self._rows.count:
            last = min(self._rows.count - 1, int(self.first + self.fitting))
            self.wanted.emit(int(self.first), last)
        self.update()

    def arrange(self) -> None:
        self._scroll(self.first)

    def _name(self) -> None:
        row = self._rows.row(self.at)
        if row is not None and self._words is not None:
            text = self._text_of(row)
            texts = [text.time, text.what, text.by]
            if state := self._bytes_of(self.at):
                texts.append(self._words.text(f"review.bytes.{state}"))
            self.setAccessibleName(". ".join(texts))

    def _bytes_of(self, line: int) -> str:
        """The state of the bytes that a line's row came from: ``hidden``, ``shown``, or empty where it has
        none.
        """
        (number, beneath), row = self._rows.place_of(line), self._rows.row(line)
        if not self.folds or beneath or row is None or row.device is None:
            return ""
        return "shown" if self._rows.is_unfolded(number) else "hidden"

    def unfold(self) -> None:
        """Show the bytes of the chosen row beneath it."""
        if self._bytes_of(self.at) == "hidden":
            self.turned.emit(self._rows.place_of(self.at)[0])

    def fold(self) -> None:
        """Hide these bytes; the row above them is chosen."""
        number, _ = self._rows.place_of(self.at)
        if self._rows.is_unfolded(number):
            self.choose(self._rows.line_of(number))
            self.turned.emit(number)

    def _text_of(self, row: LogRow) -> LogRowText:
        """The row in words, kept while it is in view."""
        assert self._words is not None
        text = self._texts.get(row)
        if text is None:
            text = replace(row_text(row, self._words, self._named), beneath=self.beneath(row))
            self._texts[row] = text
            if len(self._texts) > _MOST_TEXTS:
                self._texts.popitem(last=False)
        return text

    # --- painting ---------------------------------------------------------------------------------

    @property
    def _spare(self) -> float:
        return self.wide - 848

    def _x(self, column: str) -> float:
        return _COLUMNS[column] if column in _COLUMNS else _RIGHT[column] + self._spare

    def paint(self, painter: QPainter) -> None:
        """The rows in view, over them the columns' names and the day."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        if self._words is None:
            return
        if not self._rows.count:
            face = shrunk(self.note, self.wide - 48, (20, 18, 17, 16))
            write(painter, self.note, 24, TOP + 40, face, T1)
        painter.setClipRect(QRectF(0, TOP, self.wide, self.high - TOP))
        for at in range(int(self.first), min(self._rows.count, int(self.first + self.fitting) + 1)):
            top = TOP + (at - self.first) * ROW
            self._paint_row(painter, at, QRectF(0, top, self.wide - _BAR, ROW))
        painter.setClipping(False)
        self._paint_head(painter, self._words)
        self._paint_bar(painter)

    def _paint_head(self, painter: QPainter, words: Words) -> None:
        fill(painter, QRectF(0, 0, self.wide, _HEAD), BG1)
        fill(painter, QRectF(0, _HEAD, self.wide, _DAY), BG0)
        for column, key in _HEADINGS.items():
            text, room = words.text(key), _HEAD_ROOM.get(column, self._room(column))
            face = shrunk(text, room, (16, 15, 14, 13, 12), bold=True)
            write(painter, text, self._x(column), _HEAD / 2, face, T2)
        row = self._rows.row(int(self.first))
        if row is not None:
            day = day_name(self._text_of(row).day, words.language)
            write(painter, day, 24, _HEAD + _DAY / 2, font(17, bold=True), T1)

    def _room(self, column: str) -> float:
        ends = {"time": 96.0, "table": 60.0, "round": 72.0, "clause": 118.0, "by": 98.0}
        return ends.get(column, self._x("clause") - self._x("what") - 12)

    def _paint_row(self, painter: QPainter, at: int, box: QRectF) -> None:
        chosen, row, middle = at == self.at, self._rows.row(at), box.center().y()
        if chosen:
            fill(painter, box, mix(NOW_FILL, BG0, 0.8))
            fill(painter, QRectF(0, box.top(), 6, box.height()), T0)
        fill(painter, QRectF(24, box.bottom() - 1, box.width() - 24, 1), LINE)
        if row is None:
            fill(painter, QRectF(24, middle - 5, 200, 10), BG3, 5)
            fill(painter, QRectF(302, middle - 5, 240, 10), BG3, 5)
            return
        texts = self._text_of(row)
        ink = T0 if chosen else T1
        if state := self._bytes_of(at):
            mark = QRectF(2, middle - 12, 24, 24)
            (Sign("review.unfolded") if state == "shown" else Sign("review.folded"))(painter, mark, ink)
        if self._rows.place_of(at)[1]:
            self._paint_beneath(painter, texts, box, chosen=chosen)
            return
        self._paint_time(painter, at, texts, middle, chosen=chosen)
        for column, text in (("table", texts.table), ("round", texts.round)):
            face = shrunk(text, self._room(column), (18, 17, 16, 15, 14))
            self._write_marked(painter, text, middle, face, ink, column)
        texts.sign(painter, QRectF(self._x("sign"), middle - 14, 28, 28), AMBER if texts.amber else ink)
        self._paint_what(painter, texts.what, texts.beneath, middle, chosen=chosen)
        for column, text in (("clause", texts.clause), ("by", texts.by)):
            face = shrunk(text, self._room(column), (17, 16, 15, 14, 13))
            self._write_marked(painter, text, middle, face, ink if column == "by" else T2, column)

    def _paint_beneath(self, painter: QPainter, texts: LogRowText, box: QRectF, *, chosen: bool) -> None:
        """Paint bytes beneath their row: indented, smaller, with a line up to the row."""
        middle, face, x = box.center().y(), font(16, bold=chosen), self._x("what")
        write(painter, texts.time, self._x("time") + 24, middle, font(15, bold=chosen), T1)
        fill(painter, QRectF(self._x("sign") + 13, box.top(), 2, box.height() / 2), T2)
        fill(painter, QRectF(self._x("sign") + 13, middle, 20, 2), T2)
        room = self.wide - _BAR - x - 12
        write(painter, elide(texts.what, room, face), x, middle, face, T1)

    def _paint_time(
        self, painter: QPainter, at: int, texts: LogRowText, middle: float, *, chosen: bool
    ) -> None:
        """Paint the time, and the day where it differs from that of the row above."""
        assert self._words is not None
        above = self._rows.row(at - 1) if at > int(self.first) else None
        turned = above is not None and self._text_of(above).day != texts.day
        up = 9.0 if turned else 0.0
        write(painter, texts.time, 24, middle - up, font(18, bold=chosen), T0)
        if turned:
            write(painter, short_day(texts.day, self._words), 24, middle + 13, font(14), T2)

    def _paint_what(self, painter: QPainter, text: str, beneath: str, middle: float, *, chosen: bool) -> None:
        room, face = self._room("what"), shrunk(text, self._room("what"), (18, 17), bold=chosen)
        if beneath:
            face = font(16, bold=chosen)
            self._write_marked(painter, elide(text, room, face), middle - 11, face, T0)
            low = font(15)
            self._write_marked(
                painter, elide(_around(beneath, self._searched), room, low), middle + 11, low, T1
            )
            return
        if advance(text, face) <= room:
            self._write_marked(painter, text, middle, face, T0)
            return
        face = font(16, bold=chosen)
        lines = break_lines(text, room, face)
        first, rest = lines[0], " ".join(lines[1:])
        self._write_marked(painter, elide(first, room, face), middle - (11 if rest else 0), face, T0)
        self._write_marked(painter, elide(rest, room, face), middle + 11, face, T0)

    def _write_marked(
        self, painter: QPainter, text: str, y: float, face: QFont, ink: QColor, column: str = "what"
    ) -> None:
        """Write a row's text in its column, with a ground under the words that are searched for."""
        x = self._x(column)
        for begin, end in marks(text, self._searched):
            left, wide = advance(text[:begin], face), advance(text[begin:end], face)
            fill(painter, QRectF(x + left - 1, y - 11, wide + 2, 22), _MARK, 3)
        write(painter, text, x, y, face, ink)

    def _paint_bar(self, painter: QPainter) -> None:
        """Paint the bar that shows the view's place in the log."""
        lane = self._lane
        fill(painter, lane, BG3, 4)
        if self._rows.count > self.fitting:
            fill(painter, self._thumb, T2, 4)

    @property
    def _lane(self) -> QRectF:
        return QRectF(self.wide - 10, TOP, 8, self.high - TOP - 4)

    @property
    def _thumb(self) -> QRectF:
        lane, count = self._lane, max(1, self._rows.count)
        high = max(44.0, lane.height() * min(1.0, self.fitting / count))
        share = self.first / self._last_first if self._last_first else 0.0
        return QRectF(lane.left(), lane.top() + share * (lane.height() - high), 8, high)

    # --- touching ---------------------------------------------------------------------------------

    def _row_at(self, y: float) -> int | None:
        at = int(self.first + (y - TOP) / ROW)
        return at if y >= TOP and 0 <= at < self._rows.count else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the list or of its bar."""
        place = event.position() / self.u
        bar = place.x() > self.wide - 2 * _BAR
        if bar:
            self._to_bar(place)
        self._dragged = (place.y(), self.first, bar)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging anywhere in the list scrolls it; dragging the bar goes through all of it."""
        if self._dragged is None:
            return
        place, (y, first, bar) = event.position() / self.u, self._dragged
        if bar:
            self._to_bar(place)
        elif abs(place.y() - y) > 8 or self.first != first:
            self._scroll(first + (y - place.y()) / ROW)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A touch that dragged nothing chooses the row."""
        place, dragged, self._dragged = event.position() / self.u, self._dragged, None
        if dragged is not None and not dragged[2] and abs(place.y() - dragged[0]) <= 8:
            at = self._row_at(place.y())
            if at is not None:
                self.choose(at)
                if place.x() <= _TURNED and self._bytes_of(at):
                    self.turned.emit(self._rows.place_of(at)[0])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Replay the row."""
        place = event.position() / self.u
        at = self._row_at(place.y())
        if at is not None and event.button() == Qt.MouseButton.LeftButton and place.x() > _TURNED:
            self.opened.emit(at)

    def _to_bar(self, place: QPointF) -> None:
        lane, high = self._lane, self._thumb.height()
        share = (place.y() - lane.top() - high / 2) / max(1.0, lane.height() - high)
        self._scroll(share * self._last_first)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Three rows with each notch."""
        self._scroll(self.first - event.angleDelta().y() / 40)

    @property
    def moves(self) -> dict[Qt.Key, Callable[[], object]]:
        """The moves that keys make among the rows."""
        return {
            Qt.Key.Key_Up: lambda: self.choose(self.at - 1),
            Qt.Key.Key_Down: lambda: self.choose(self.at + 1),
            Qt.Key.Key_PageUp: lambda: self.page(-1),
            Qt.Key.Key_PageDown: lambda: self.page(1),
            Qt.Key.Key_Home: lambda: self.choose(0),
            Qt.Key.Key_End: lambda: self.choose(self._rows.count - 1),
            Qt.Key.Key_Right: self.unfold,
            Qt.Key.Key_Left: self.fold,
        }

    def page(self, by: int) -> None:
        """Move on, or back, by as many rows as fit."""
        self.choose(self.at + by * max(1, int(self.fitting) - 1))
