"""A list by need: the most urgent first, each row with its cause, its wait, and the person who comes. Beside
the wall a row has two lines, the upper legible from three metres; over the whole width one, with columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import Priority
from console.floor.ui.appearance import CALM, HALT, PRIORITIES, Pressing, of_item, short_name
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.steady_rows import AFTER, NEW, RESTS, SteadyRows, can_choose, folded_in
from console.table.ui.kit import (
    Column,
    PaintedKey,
    Row,
    SmallKey,
    Surface,
    advance,
    elide,
    fill,
    outline,
    pen,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign

TWO_LINES: Final = 88.0
ONE_LINE: Final = 56.0
_HEADING: Final = 36.0
_FOOT: Final = 44.0
"""The height of the foot, which a finger presses for the rows out of view."""
_WIDE: Final = 760.0
"""The width from which a row has one line, with columns."""
_TAKE: Final = 132.0
_READ_FAR: Final = 18
"""The least size of a table's name and its cause on one line; if that is too large, each has its own line."""
_READ_NEAR: Final = 15
"""The least size of the text beneath, unless a reason needs three lines: then ``theme.DESK_LEAST``."""
_UPPER: Final = 36.0
"""The height of a row's upper line."""
_EDGE: Final = 3.0
"""The free height at a row's edges, for the ring."""
_BESIDE: Final = 12.0
_ROUND: Final = 6.0


class UrgencyRow(PaintedKey):
    """One line; a press chooses it, a second one opens it."""

    def __init__(self, on: UrgencyList) -> None:
        super().__init__(on, lambda: on.press_row(self))
        self._list = on
        self.line: Line | None = None
        self.take = SmallKey(Sign("places.person"), self)
        self.take.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.take.clicked.connect(lambda: on.press_key(self))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_line(self, line: Line) -> None:
        """Show a line; only a changed one is painted again."""
        if line == self.line:
            return
        self.line = line
        if line.name != self.accessibleName():
            self.setAccessibleName(line.name)
        self.take.setVisible(bool(line.press))
        self.take.show_label(line.press)
        self.take.setAccessibleName(line.press_name)
        self.arrange()
        self.update()

    def arrange(self) -> None:
        right = self.wide - 2
        high = min(62.0, self.high + 2)
        self.put(self.take, QRectF(right - _TAKE, (self.high - 4 - high) / 2, _TAKE, high))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        line = self.line
        if line is None:
            return
        chosen = self._list.chosen_key == line.key
        ink = self._ground(painter, box.adjusted(0, 0, 0, -4), line, chosen=chosen)
        body = box.adjusted(14, 0, -14 - (_TAKE if line.press else 0), -4)
        is_wide = self.wide >= _WIDE
        placed = [*(_in_columns(line, body, self.wide - 28 - _TAKE) if is_wide else _in_lines(line, body))]
        if (sign := _sign(line)) is not None:
            middle, side = (body if is_wide else placed[0].box).center().y(), 24 if is_wide else 26
            sign(painter, QRectF(body.left(), middle - side / 2, side, side), ink)
        for each in placed:
            each.column.paint_in(painter, each.box)
        if self.hasFocus():
            self._ring(painter, box.adjusted(0, 0, 0, -4), _looks(line), 4)

    def _ground(self, painter: QPainter, box: QRectF, line: Line, *, chosen: bool) -> QColor:
        looks = _looks(line)
        fill(painter, box, looks.row, _ROUND)
        if looks is not CALM and not (chosen and looks is HALT):  # The ring has its own bar.
            painter.save()
            painter.setClipRect(QRectF(box.left(), box.top(), 6, box.height()))
            fill(painter, box, looks.bar, _ROUND)
            painter.restore()
        if chosen:
            self._ring(painter, box, looks, 2)
        return looks.row_ink

    def _ring(self, painter: QPainter, box: QRectF, looks: Pressing, width: float) -> None:
        """The ring of the chosen and of the focused row: ivory, with a dark one inside on an ivory row."""
        if looks is HALT:
            inset = width + 0.5
            outline(painter, box.adjusted(inset, inset, -inset, -inset), pen(theme.BG0, width), _ROUND - 2)
            # The ring covers the bar at the edge: red marks a halt on a chosen row too.
            fill(painter, QRectF(box.left() + 7, box.top() + 7, 5, box.height() - 14), looks.bar, 2)
        outline(painter, box, pen(theme.T0, width), _ROUND)


class _Placed(NamedTuple):
    column: Column
    box: QRectF


def _set_in(box: QRectF, *rows: Row, least: int = theme.DESK_LEAST) -> _Placed:
    return _Placed(Column(rows, box.width(), box.height(), least=least), box)


def _in_lines(line: Line, body: QRectF) -> Iterator[_Placed]:
    """Large: the table, the cause, the wait. Beneath: the person who comes, and the reason. A table's row
    without an alarm has its dealer there, who has no column. A cause without room beside the table goes
    beneath.
    """
    looks, body = _looks(line), body.adjusted(38, 0, 0, 0)
    taken = line.item is not None and line.item.taken is not None
    by = line.by or (line.dealer if line.table else "")
    detail = Row(line.detail, 18, looks.weak, gap=0)
    if taken:
        beneath = [Row(by, 18, looks.strong, bold=True), detail]
    else:
        beneath = [detail, Row(by, 18, looks.weak, gap=0, spare=int(bool(line.detail)))]
    beneath = [row for row in beneath if row.text]
    lower = body.adjusted(0, _UPPER, 0, -_EDGE)
    upper = QRectF(body.left(), body.top() + _EDGE, body.width(), _UPPER) if beneath else body
    wait = advance(line.wait, theme.font(26, bold=True)) + 1
    beside = upper.adjusted(0, 0, -wait - _BESIDE, 0) if line.wait else upper
    what = Row(line.what or line.place, 28, looks.row_ink if line.what else looks.strong, bold=True)
    if line.what and line.place:
        what = what._replace(name=line.place, name_ink=looks.strong)
    placed = _set_in(beside, what, least=_READ_FAR)
    if beneath and not placed.column.fits:
        place = elide(line.place or line.what, beside.width(), theme.font(_READ_FAR, bold=True))
        placed = _set_in(beside, Row(place, 24, looks.strong, bold=True), least=_READ_FAR)
        if line.place and line.what:
            beneath.insert(0, Row(line.what, 18, looks.row_ink, bold=True))
    yield placed
    if line.wait:
        at_end = upper.adjusted(upper.width() - wait, 0, 0, 0)
        yield _set_in(at_end, Row(line.wait, 26, looks.row_ink, bold=True))
    if beneath:
        near = _set_in(lower, *beneath, least=_READ_NEAR)
        yield near if near.column.fits else _set_in(lower, *beneath)


def _in_columns(line: Line, body: QRectF, width: float) -> Iterator[_Placed]:
    """A cell for each column; a long reason also takes the columns of round and dealer."""
    looks, spans = _looks(line), columns(width)
    ends = [to for _, to in spans]
    if not (line.what or line.detail):  # A row's only text gets the whole width.
        ends[_PLACE] = ends[-1]

    def cell(at: int) -> QRectF:
        left = spans[at][0]
        wide = max(0.0, ends[at] - left - 10)
        return QRectF(body.left() + left, body.top() + _EDGE, wide, body.height() - 2 * _EDGE)

    taken = line.item is not None and line.item.taken is not None
    dealer = line.dealer
    if advance(dealer, theme.font(17)) > cell(_DEALER).width():
        dealer = short_name(dealer)
    rows = [
        Row(line.wait, 22, looks.row_ink, bold=True),
        Row(line.place, 22, looks.strong, bold=True),
        Row(line.what, 20, looks.row_ink, bold=True),
        Row(line.detail, 17, looks.weak),
        Row(line.round, 17, looks.weak),
        Row(dealer, 17, looks.weak),
        Row(line.by, 17, looks.strong, bold=taken),
        Row(line.behind, 17, looks.weak),
    ]
    if not (line.round or line.dealer) or not _set_in(cell(_DETAIL), rows[_DETAIL]).column.fits:
        rows[_DETAIL + 1] = rows[_DEALER] = Row("")
        ends[_DETAIL] = ends[_DEALER]
    for at, row in enumerate(rows):
        if row.text and cell(at).width() >= 10:
            yield _set_in(cell(at), row)


def _sign(line: Line) -> Sign | None:
    if line.item is None:
        return line.sign
    return Sign("urgency.laid_aside") if line.item.shelf is not None else PRIORITIES[line.item.priority]


def _looks(line: Line) -> Pressing:
    """The row's colours; quiet if it is shelved, or its reading is old."""
    item = line.item
    if line.stale or item is None or (item.shelf is not None and item.priority < Priority.HIGH):
        return CALM
    return of_item(item)


_PLACE: Final = 1
_DETAIL: Final = 3
_DEALER: Final = 5
_SHARES: Final = (0.075, 0.105, 0.17, 0.2, 0.085, 0.13, 0.16, 0.075)
"""The columns' shares of a row: wait, table, cause, reason, round, dealer, person, entries behind."""


def columns(width: float) -> list[tuple[float, float]]:
    """The left and right edges of each column, in a row of this width, after its sign."""
    at, found = 36.0, []
    for share in _SHARES:
        reach = (width - 36) * share
        found.append((at, at + reach))
        at += reach
    return found


class UrgencyList(Surface):
    """Rows that scroll. A row that a person chose stays chosen by its alarm or table, whatever its place;
    otherwise keys act on the first, most urgent row.
    """

    opened = Signal(str)
    """The key of a row pressed twice, or with Enter."""
    taken = Signal(str)
    """The key of the row whose own key was pressed."""
    chose = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self.rows: list[UrgencyRow] = []
        self.first = self._first_laid = 0
        self.chosen_key = ""
        self.heading, self.note, self._new = "", "", ""
        """The texts above the rows, or in the place of an empty list."""
        self.more: Callable[[int], str] = str
        self._in_heading = ""
        """The number of new rows, while its line is out of view."""
        self._headings: tuple[str, ...] = ()
        self._last_shown: tuple[object, ...] = ()
        self.steady = SteadyRows(self)
        self.steady.released.connect(self._show_again)
        self._slipped = QTimer(self, singleShot=True, interval=AFTER)
        """Runs after another row was chosen automatically: keys meant for the former have no effect."""
        self._slipped.timeout.connect(lambda: self.chose.emit(self.chosen_key))
        self._has_ended = False
        """Whether the row before it has ended."""
        self._turned = False
        """Whether the next lines are another view's."""
        self._by_hand = QTimer(self, singleShot=True, interval=RESTS)
        """Runs while the chosen row is a person's choice."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covers()

    def show_lines(
        self, lines: tuple[Line, ...], words: Words, heading: str, note: str, titles: Sequence[str] = ()
    ) -> None:
        """Show these lines; ``titles`` are the columns' if columns fit."""
        self._last_shown = (lines, words, heading, note, titles)
        before = self.steady.new
        lines = self.steady.rows_to_show(lines, words)
        shown = (heading, note, tuple(titles), len(lines), before)
        if shown != (self.heading, self.note, self._headings, len(self.lines), self.steady.new):
            self.update()
        self._new = words.count("floor.new", self.steady.new) if self.steady.new else ""
        self.heading, self.note, self._headings = heading, note, tuple(titles)
        self.lines = lines
        keys, chosen_before = [line.key for line in lines], self.chosen_key
        first = next((line.key for line in lines if can_choose(line)), keys[0] if keys else "")
        if self.chosen_key not in keys or not self._by_hand.isActive():
            self.chosen_key = first
            if chosen_before not in ("", first) and not self._turned:
                self._has_ended = chosen_before not in keys and chosen_before not in folded_in(lines)
                self._slipped.start()
        self._turned = False
        self.more = lambda count: words.count("floor.more", count)
        self.arrange()
        if self.chosen_key != chosen_before:
            self._paint_rows()  # The ring is not part of a row's line.
        chosen = self.chosen
        texts = [heading, note if not lines else "", chosen.name if chosen is not None else ""]
        name = ". ".join(each for each in texts if each)
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def reorder(self) -> None:
        """Take the next lines in their own order, even with a pointer here: somebody asked for them."""
        self.steady.forget()
        self._slipped.stop()
        self._by_hand.stop()
        self.chosen_key = ""

    def turn_over(self) -> None:
        """Take another view's lines in their own order. A person's chosen row stays chosen if it is there;
        otherwise keys act on the first row at once, as in any requested view.
        """
        self.steady.forget()
        self._slipped.stop()
        self._turned = True

    def unfold(self) -> None:
        """Let rows come and go around the chosen one, because somebody asked for it."""
        self.steady.forget()

    def _show_again(self) -> None:
        if self._last_shown:
            self.show_lines(*self._last_shown)  # type: ignore[arg-type]
            self.chose.emit(self.chosen_key)

    @property
    def key_by_hand(self) -> str:
        """The key of the row that a person chose; empty if it was chosen automatically."""
        return self.chosen_key if self._by_hand.isActive() else ""

    @property
    def chosen(self) -> Line | None:
        """The row that keys act on; None for a moment after an automatic choice."""
        if self._slipped.isActive():
            return None
        return next((line for line in self.lines if line.key == self.chosen_key), None)

    @property
    def is_over(self) -> bool:
        chosen = self.chosen
        if self._slipped.isActive():
            return self._has_ended
        return chosen is not None and not can_choose(chosen)

    @property
    def _at(self) -> int:
        return next((at for at, line in enumerate(self.lines) if line.key == self.chosen_key), 0)

    @property
    def _step(self) -> float:
        return ONE_LINE if self.wide >= _WIDE else TWO_LINES

    @property
    def _fitting(self) -> int:
        return max(1, int((self.high - _HEADING - _FOOT) / self._step))

    @property
    def most_rows(self) -> int:
        """The rows that fit over the whole width: the same in each view, or a chosen one would be lost."""
        return max(1, int((self.high - _HEADING - _FOOT) / ONE_LINE))

    def keep_chosen(self) -> None:
        """Take the chosen row as a person's choice: something was done with it."""
        self._by_hand.start()

    def choose(self, key: str) -> None:
        self._slipped.stop()
        self.chosen_key = key
        self.keep_chosen()
        at = self._at
        if at < self.first:
            self.first = at
        elif at >= self.first + self._fitting:
            self.first = at - self._fitting + 1
        self.arrange()
        self._paint_rows()
        self.chose.emit(key)

    def _paint_rows(self) -> None:
        for row in self.rows:
            row.update()

    def press_row(self, row: UrgencyRow) -> None:
        """A press on a row chooses it; another one opens it."""
        if row.line is None:
            return
        if row.line.key == self.chosen_key and self.hasFocus():
            self.opened.emit(row.line.key)
        else:
            self.choose(row.line.key)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def press_key(self, row: UrgencyRow) -> None:
        if row.line is not None:
            self.choose(row.line.key)
            self.taken.emit(row.line.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose among the rows; the window has Enter."""
        step = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -self._fitting,
            Qt.Key.Key_PageDown: self._fitting,
            Qt.Key.Key_Home: -len(self.lines),
            Qt.Key.Key_End: len(self.lines),
        }.get(Qt.Key(event.key()))
        if step is None or not self.lines:
            event.ignore()
            return
        way = 1 if step > 0 else -1
        able = [at for at, line in enumerate(self.lines) if can_choose(line)][::way]
        to = next((at for at in able if (at - self._at - step) * way >= 0), able[-1] if able else None)
        key = self.lines[to].key if to is not None else ""
        self.steady.give_way()
        if key:
            self.choose(key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beneath the rows shows the next rows, and after the last ones the first again."""
        if event.position().y() / self.u < self.high - _FOOT:
            return
        after = self.first + self._fitting
        self.first = after if after < len(self.lines) else 0
        self.arrange()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.first -= round(event.angleDelta().y() / 40)
        self.arrange()

    def arrange(self) -> None:
        fits = self._fitting
        self.first = max(0, min(self.first, len(self.lines) - fits))
        shown = self.lines[self.first : self.first + fits]
        while len(self.rows) < len(shown):
            row = UrgencyRow(self)
            row.u = row.take.u = self.u
            self.steady.watch(row)
            self.steady.watch(row.take)
            self.rows.append(row)
        new = "" if any(line.key == NEW for line in shown) else self._new
        if (new, self.first) != (self._in_heading, self._first_laid):
            self._in_heading, self._first_laid = new, self.first
            self.update()
        step = self._step
        for at, row in enumerate(self.rows):
            if at >= len(shown):
                # The row got it by a press on its key; Qt would give it to any key of the window.
                if row.hasFocus():
                    self.setFocus(Qt.FocusReason.OtherFocusReason)
                row.hide()
                continue
            self.put(row, QRectF(8, _HEADING + at * step, self.wide - 16, step))
            row.show_line(shown[at])
            row.show()

    def paint(self, painter: QPainter) -> None:
        """The heading, the note if there are no rows, and the number of rows out of view."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        fill(painter, QRectF(0, 0, 1, self.high), theme.LINE)
        face = theme.font(16, bold=True, track=104)
        if self.wide >= _WIDE and self._headings and self.lines:
            for (at, to), text in zip(columns(self.wide - 16 - 28 - _TAKE), self._headings, strict=False):
                face = shrunk(text, to - at - 8, (15, 14, theme.DESK_LEAST), bold=True)
                write(painter, elide(text, to - at - 8, face), 22 + at, 18, face, theme.T2)
        else:
            heading = self.heading
            face = shrunk(heading, self.wide - 2 * theme.MARGIN, (16, 15, 14), bold=True)
            end = write(painter, heading, 16, 18, face, theme.T2) + 18
            if self._in_heading:
                face = shrunk(self._in_heading, self.wide - theme.MARGIN - end, (16, 15, 14), bold=True)
                write(painter, self._in_heading, end, 18, face, theme.AMBER)
        if not self.lines:
            note = Column([Row(self.note, 22, theme.T1)], self.wide - 2 * theme.MARGIN, 120, least=16)
            note.paint(painter, 16, _HEADING + 16)
        below = len(self.lines) - self.first - self._fitting
        if below > 0 or self.first:
            text = self.more(below if below > 0 else self.first)
            y = self.high - _FOOT / 2
            write(painter, text, 16, y, shrunk(text, self.wide - 80, (16, 15, 14)), theme.T2)
            middle, down = QPointF(self.wide - 30, y), 4 if below > 0 else -4
            painter.setPen(pen(theme.T2, 2.5))
            ends = QPointF(-8, -down), QPointF(0, down), QPointF(8, -down)
            painter.drawPolyline([middle + end for end in ends])
        if self.hasFocus():
            outline(painter, QRectF(1, 1, self.wide - 2, self.high - 2), pen(theme.T0, 2), 6)
