"""A list by need: the most urgent first, each row with its cause, its wait, and the person who comes.

Beside the wall a row has two lines, and the upper one can be read from three metres; over the whole width it
has one, with columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import Priority
from console.floor.ui.appearance import CALM, HALT, PRIORITIES, Pressing, of_item, short_name
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.steady_rows import AFTER, NEW, RESTS, SteadyRows, can_choose
from console.table.ui.kit import (
    AMBER,
    BG0,
    DESK_LEAST,
    LINE,
    MARGIN,
    T0,
    T1,
    T2,
    PaintedKey,
    SmallKey,
    Surface,
    advance,
    elide,
    fill,
    font,
    outline,
    pen,
    set_in,
    set_in_box,
    shrunk,
    write,
    write_lines,
)
from console.table.ui.signs import Sign

TWO_LINES: Final = 88.0
ONE_LINE: Final = 56.0
_HEADING: Final = 36.0
_FOOT: Final = 44.0
"""The height of the foot, which a finger presses for the rows out of view."""
_WIDE: Final = 760.0
"""From this width on a row has one line, with columns."""
_TAKE: Final = 132.0
_READ_FAR: Final = 18
"""The least size of a table's name with what is the matter; smaller, each of them has a line."""
_LEADING: Final = 1.18
"""The distance between a row's lines, in sizes of the letters."""
_LEADING_OF_THREE: Final = 1.1
"""The same for a reason and an act that take three lines."""
_ROUND: Final = 6.0
"""The radius of a row's corners."""


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
        """Show a line; only one that has changed is painted again."""
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
        """The key at the row's end."""
        right = self.wide - 2
        high = min(62.0, self.high + 2)
        self.put(self.take, QRectF(right - _TAKE, (self.high - 4 - high) / 2, _TAKE, high))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The list's keys are the list's."""
        event.ignore()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """The row in its form."""
        line = self.line
        if line is None:
            return
        chosen = self._list.chosen_key == line.key
        ink = self._ground(painter, box.adjusted(0, 0, 0, -4), line, chosen=chosen)
        body = box.adjusted(14, 0, -14 - (_TAKE if line.press else 0), -4)
        if self.wide >= _WIDE:
            self._in_columns(painter, body, line, ink)
        else:
            self._in_two(painter, body, line, ink)
        if self.hasFocus():
            self._ring(painter, box.adjusted(0, 0, 0, -4), _looks(line), 4)

    def _ground(self, painter: QPainter, box: QRectF, line: Line, *, chosen: bool) -> QColor:
        looks = _looks(line)
        fill(painter, box, looks.row, _ROUND)
        if looks is not CALM and not (chosen and looks is HALT):  # the ring has a bar of its own
            painter.save()
            painter.setClipRect(QRectF(box.left(), box.top(), 6, box.height()))
            fill(painter, box, looks.bar, _ROUND)
            painter.restore()
        if chosen:
            self._ring(painter, box, looks, 2)
        return looks.row_ink

    def _ring(self, painter: QPainter, box: QRectF, looks: Pressing, width: float) -> None:
        """The ring of the chosen row and of the row with the keyboard's focus: ivory, with a dark one inside
        if the row itself is ivory.
        """
        if looks is HALT:
            inset = width + 0.5
            outline(painter, box.adjusted(inset, inset, -inset, -inset), pen(BG0, width), _ROUND - 2)
            # The ring covers the bar at the edge: red marks a halt on a chosen row, too.
            fill(painter, QRectF(box.left() + 7, box.top() + 7, 5, box.height() - 14), looks.bar, 2)
        outline(painter, box, pen(T0, width), _ROUND)

    def _sign(self, line: Line) -> Sign | None:
        if line.item is None:
            return line.sign
        return Sign("urgency.laid_aside") if line.item.shelf is not None else PRIORITIES[line.item.priority]

    def _in_two(self, painter: QPainter, body: QRectF, line: Line, ink: QColor) -> None:
        """Large: the shape, the table, the cause, the wait. Beneath: the reason, and the person who comes.

        A row of a table without an alarm has its dealer there, since no column does.
        """
        if line.table and not line.by:
            line = replace(line, by=line.dealer)
        alone = not (line.detail or line.by)
        upper = body.center().y() - (0 if alone else 18)
        sign = self._sign(line)
        if sign is not None:
            sign(painter, QRectF(body.left(), upper - 13, 26, 26), ink)
        has_room = self._in_upper(painter, body, upper, line, ink, alone=alone)
        if not alone:
            box = QRectF(body.left() + 38, upper + 18, body.right() - body.left() - 38, 38)
            self._in_lower(painter, box, line, has_cause=not has_room)

    def _in_upper(
        self, painter: QPainter, body: QRectF, upper: float, line: Line, ink: QColor, *, alone: bool
    ) -> bool:
        """The table, the cause and the wait; returns whether the cause had room beside the table."""
        right = body.right()
        if line.wait:
            wait_face = shrunk(line.wait, 110, (28, 26, 24), bold=True)
            write(painter, line.wait, right, upper, wait_face, ink, align=1)
            right -= advance(line.wait, wait_face) + 12
        left, gap = body.left() + 38, 12 if line.place else 0
        least = _READ_FAR if line.place and not alone else 14
        for size in (each for each in (28, 26, 24, 22, 20, 19, 18, 17, 16, 15, 14) if each >= least):
            face = font(size, bold=True)
            if left + advance(line.place, face) + gap + advance(line.what, face) <= right:
                break
        below = left + advance(line.place, face) + gap + advance(line.what, face) > right
        if below:  # what it is stands in the lower line, whole
            face = shrunk(line.place, right - left, (24, 22, 20, 19, 18, 17, 16, 15, 14), bold=True)
        left = (
            write(painter, elide(line.place, right - left, face), left, upper, face, _looks(line).strong)
            + gap
        )
        if line.what and not below:
            write(painter, elide(line.what, right - left + 1, face), left, upper, face, ink)
        return not below

    def _in_lower(self, painter: QPainter, box: QRectF, line: Line, *, has_cause: bool) -> None:
        """The person who comes and the reason, after the cause if that had no room above."""
        taken = line.item is not None and line.item.taken is not None
        looks = _looks(line)
        first, ink = (line.by, looks.strong) if taken else (line.detail or line.by, looks.weak)
        if has_cause:
            face = shrunk(line.what, box.width(), (18, 17, 16, 15, 14, DESK_LEAST), bold=True)
            end = box.left() + advance(line.what, face) + 16
            small = shrunk(first, box.right() - end, (18, 17, 16, 15, 14))
            if end + advance(first, small) <= box.right():
                write(painter, line.what, box.left(), box.center().y(), face, looks.row_ink)
                write(painter, first, end, box.center().y(), small, ink)
            else:
                self._in_both(painter, box, (line.what, looks.row_ink), (first, ink))
            return
        leading = _LEADING
        lines, face = set_in_box(first, box, (18, 17, 16, 15, 14, DESK_LEAST), leading=leading, bold=taken)
        if lines[-1].endswith("…") and not first.endswith("…"):
            leading = _LEADING_OF_THREE
            box = QRectF(box.left(), box.top() - 1, box.width(), 43)
            lines, face = set_in_box(first, box, (DESK_LEAST, 12), leading=leading, bold=taken)
        end = advance(first, face) + 16
        if taken and line.detail and end + advance(line.detail, font(15)) > box.width():
            self._in_both(painter, box, (line.by, ink), (line.detail, looks.weak))
        elif len(lines) == 1:
            self._in_one(painter, box, line, lines[0], face, ink)
        else:
            write_lines(painter, lines, box, face, ink, leading=leading)

    def _in_both(
        self, painter: QPainter, box: QRectF, above: tuple[str, QColor], beneath: tuple[str, QColor]
    ) -> None:
        """Two texts, a line each: the person who comes, and the reason, which that person has to know."""
        face = shrunk(beneath[0], box.width(), (15, 14, DESK_LEAST))
        if advance(beneath[0], face) > box.width():
            self._in_three(painter, box, above, beneath)
            return
        for (text, colour), up in ((above, -9), (beneath, 8)):
            face = shrunk(text, box.width(), (15, 14, DESK_LEAST), bold=up < 0)
            write(painter, elide(text, box.width(), face), box.left(), box.center().y() + up, face, colour)

    def _in_three(
        self, painter: QPainter, box: QRectF, above: tuple[str, QColor], beneath: tuple[str, QColor]
    ) -> None:
        """The same, if the lower text takes two lines."""
        (text, colour), middle = above, box.center().y()
        face = shrunk(text, box.width(), (14, DESK_LEAST), bold=True)
        write(painter, elide(text, box.width(), face), box.left(), middle - 13, face, colour)
        lines, face = set_in(beneath[0], box.width(), (DESK_LEAST,), limit=2)
        lower = QRectF(box.left(), middle - 7, box.width(), 29)
        write_lines(painter, lines, lower, face, beneath[1], leading=_LEADING_OF_THREE)

    def _in_one(
        self, painter: QPainter, box: QRectF, line: Line, text: str, face: QFont, ink: QColor
    ) -> None:
        """The lower line, and after it the other of reason and person if both fit."""
        end = write(painter, text, box.left(), box.center().y(), face, ink) + 16
        other = line.detail if text == line.by else line.by
        small = shrunk(other, box.right() - end, (18, 17, 16, 15))
        if other and other != text and advance(other, small) <= box.right() - end:
            write(painter, other, end, box.center().y(), small, _looks(line).weak)

    def _in_columns(self, painter: QPainter, body: QRectF, line: Line, ink: QColor) -> None:
        middle = body.center().y()
        sign = self._sign(line)
        if sign is not None:
            sign(painter, QRectF(body.left(), middle - 12, 24, 24), ink)
        looks, spans = _looks(line), columns(self.wide - 28 - _TAKE)
        detailed = _has_long_detail(line, spans)
        for column, text, face, colour in (
            (0, line.wait, font(22, bold=True), ink),
            (1, line.place, font(22, bold=True), looks.strong),
            (2, line.what, font(20, bold=True), ink),
            (3, line.detail, font(17), looks.weak),
            (4, line.round, font(17), looks.weak),
            (5, line.dealer, font(17), looks.weak),
            (6, line.by, font(17, bold=bool(line.item and line.item.taken)), looks.strong),
            (7, line.behind, font(17), looks.weak),
        ):
            at, to = spans[column]
            if column == _DETAIL and detailed:
                to = spans[_DEALER][1]
            if column in (_DEALER - 1, _DEALER) and detailed:
                continue
            if column == _PLACE and not (line.what or line.detail):  # a row with one text has it whole
                to = spans[-1][1]
            if not text or to - at < 20:
                continue
            room = to - at - 10
            if column == _DEALER and advance(text, face) > room:
                text = short_name(text)
            sizes = tuple(
                size for size in (22, 20, 19, 18, 17, 16, 15, 14, DESK_LEAST) if size <= face.pixelSize()
            )
            lines, face = set_in(text, room, sizes[:5], limit=1, bold=face.bold())
            if "…" in lines[-1] or advance(lines[0], face) > room:
                lines, face = set_in(text, room, tuple(min(size, 16) for size in sizes), bold=face.bold())
            if column == _DETAIL and lines[-1].endswith("…") and not text.endswith("…"):
                lines, face = set_in(text, room, (DESK_LEAST,), limit=3)
            box = QRectF(body.left() + at, body.top(), room, body.height())
            write_lines(painter, lines, box, face, colour, leading=1.2)


def _looks(line: Line) -> Pressing:
    """The row's colours; quiet if it is shelved, or if its reading is old."""
    item = line.item
    if line.stale or item is None or (item.shelf is not None and item.priority < Priority.HIGH):
        return CALM
    return of_item(item)


def _has_long_detail(line: Line, spans: list[tuple[float, float]]) -> bool:
    """Whether the detail has the columns of round and dealer too: they are empty, or it needs their room."""
    if not (line.round or line.dealer):
        return True
    at, to = spans[_DETAIL]
    lines, _ = set_in(line.detail, to - at - 10, (DESK_LEAST,))
    return any(each.endswith("…") for each in lines) and not line.detail.endswith("…")


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
    """Rows that scroll. A row that a person chose stays chosen, by its alarm or table and not by its place;
    else the first row is chosen, so that keys act on the most urgent one.
    """

    opened = Signal(str)
    """The key of the row that was pressed twice, or with Enter."""
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
        """The text of the number of new rows, while its line is out of view."""
        self._headings: tuple[str, ...] = ()
        self._last_shown: tuple[object, ...] = ()
        self.steady = SteadyRows(self)
        self.steady.released.connect(self._show_again)
        self._slipped = QTimer(self, singleShot=True, interval=AFTER)
        """Runs after another row was chosen by itself: keys that were meant for the former act on none."""
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
                self._has_ended = chosen_before not in keys
                self._slipped.start()
        self._turned = False
        self.more = lambda count: words.count("floor.more", count)
        self._lay_rows()
        if self.chosen_key != chosen_before:
            self._paint_rows()  # the ring is not of a row's line
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
        """Take another view's lines in their own order. A row that a person chose stays chosen if it is there
        too; if it is not, keys act on the first row at once, as in any view that somebody asked for.
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
        """The key of the row that a person chose; empty if the row was chosen by itself."""
        return self.chosen_key if self._by_hand.isActive() else ""

    @property
    def chosen(self) -> Line | None:
        """The row that keys act on; for a moment None, when another one was chosen by itself."""
        if self._slipped.isActive():
            return None
        return next((line for line in self.lines if line.key == self.chosen_key), None)

    @property
    def is_over(self) -> bool:
        """Whether the chosen alarm has ended."""
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
        """Choose a row by its key, and have it in view."""
        self._slipped.stop()
        self.chosen_key = key
        self.keep_chosen()
        at = self._at
        if at < self.first:
            self.first = at
        elif at >= self.first + self._fitting:
            self.first = at - self._fitting + 1
        self._lay_rows()
        self._paint_rows()
        self.chose.emit(key)

    def _paint_rows(self) -> None:
        for row in self.rows:
            row.update()

    def press_row(self, row: UrgencyRow) -> None:
        """A press on a row: it is chosen; pressed again it opens."""
        if row.line is None:
            return
        if row.line.key == self.chosen_key and self.hasFocus():
            self.opened.emit(row.line.key)
        else:
            self.choose(row.line.key)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def press_key(self, row: UrgencyRow) -> None:
        """A press on a row's own key."""
        if row.line is not None:
            self.choose(row.line.key)
            self.taken.emit(row.line.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose among the rows; Enter is the window's."""
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
        self._lay_rows()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Three rows at a notch."""
        self.first -= round(event.angleDelta().y() / 40)
        self._lay_rows()

    def arrange(self) -> None:
        self._lay_rows()

    def _lay_rows(self) -> None:
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
                if row.hasFocus():  # by a press on its key; Qt would give it to any key of the window
                    self.setFocus(Qt.FocusReason.OtherFocusReason)
                row.hide()
                continue
            self.put(row, QRectF(8, _HEADING + at * step, self.wide - 16, step))
            row.show_line(shown[at])
            row.show()

    def paint(self, painter: QPainter) -> None:
        """The heading, the note if there are no rows, and the number of rows out of view."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        fill(painter, QRectF(0, 0, 1, self.high), LINE)
        face = font(16, bold=True, track=104)
        if self.wide >= _WIDE and self._headings and self.lines:
            for (at, to), text in zip(columns(self.wide - 16 - 28 - _TAKE), self._headings, strict=False):
                face = shrunk(text, to - at - 8, (15, 14, DESK_LEAST), bold=True)
                write(painter, elide(text, to - at - 8, face), 22 + at, 18, face, T2)
        else:
            heading = self.heading
            face = shrunk(heading, self.wide - 2 * MARGIN, (16, 15, 14), bold=True)
            end = write(painter, heading, 16, 18, face, T2) + 18
            if self._in_heading:
                face = shrunk(self._in_heading, self.wide - MARGIN - end, (16, 15, 14), bold=True)
                write(painter, self._in_heading, end, 18, face, AMBER)
        if not self.lines:
            room = self.wide - 2 * MARGIN
            lines, face = set_in(self.note, room, (22, 20, 18, 17, 16), limit=4)
            box = QRectF(16, _HEADING + 16, room, 1.3 * face.pixelSize() * len(lines))
            write_lines(painter, lines, box, face, T1, leading=1.3)
        below = len(self.lines) - self.first - self._fitting
        if below > 0 or self.first:
            text = self.more(below if below > 0 else self.first)
            y = self.high - _FOOT / 2
            write(painter, text, 16, y, shrunk(text, self.wide - 80, (16, 15, 14)), T2)
            middle, down = QPointF(self.wide - 30, y), 4 if below > 0 else -4
            painter.setPen(pen(T2, 2.5))
            ends = QPointF(-8, -down), QPointF(0, down), QPointF(8, -down)
            painter.drawPolyline([middle + end for end in ends])
        if self.hasFocus():
            outline(painter, QRectF(1, 1, self.wide - 2, self.high - 2), pen(T0, 2), 6)
