"""The strip above the review: the most urgent alarm, whose call can be taken there, and the way back."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.floor.alarms.items import AlarmLine
from console.ui.floor.appearance.floor_words import (
    PRIORITIES,
    place_text,
    span,
    taken_text,
    what_inside,
    what_text,
)
from console.ui.floor.appearance.urgency_colours import of_item
from console.ui.floor.rows.steady_rows import AFTER
from console.ui.kit.buttons import lay
from console.ui.kit.keys import SmallKey
from console.ui.kit.lettering import advance, elide, shrunk, write
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import AMBER, BG1, LINE, MARGIN, T1, T2, font
from console.ui.signs.sign import Sign
from console.words import Words

HIGH: Final = 72.0
_KEY: Final = 190.0


class AlarmStrip(Surface):
    """The most urgent item, the number of further ones, and the way back to the wall."""

    has_alarm = True

    wall_asked = Signal()
    taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item: AlarmLine | None = None
        """The shown item, which a press takes."""
        self._more, self._deaf = 0, ""
        self._words: Words | None = None
        self._shown: tuple[object, ...] = ()
        self.wall, self.take = SmallKey(Sign("outcomes.back"), self), SmallKey(Sign("places.person"), self)
        self._disabled = QTimer(self, singleShot=True, interval=AFTER)
        """Runs once another item is shown under the pointer, and disables the key meanwhile: a press may
        still be meant for the item before.
        """
        self._disabled.timeout.connect(lambda: self.take.setEnabled(True))
        self.wall.clicked.connect(self.wall_asked)
        self.take.clicked.connect(self.taken)
        for key in (self.wall, self.take):
            key.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.covers()

    def show_alarms(self, items: tuple[AlarmLine, ...], deaf: str, words: Words) -> None:
        """Show the first of these; ``deaf`` is the text for a window that gets no readings, else empty.

        While the pointer is on the strip, the shown item stays until it ends, so that a press takes no other.
        """
        item = items[0] if items else None
        if self.item is not None and self.underMouse():
            stays = next((each for each in items if each.key == self.item.key), None)
            if stays is None:
                self._disabled.start()
            item = stays or item
        wait = None if item is None else int(item.wait)
        shown = (item and (item.key, item.priority, item.taken), wait, len(items), deaf, words.language)
        if shown == self._shown:
            return
        self._shown = shown
        self.item, self._more, self._deaf, self._words = item, max(0, len(items) - 1), deaf, words
        self.wall.show_label(words.text("floor.key.wall"))
        self.take.show_label(words.text("floor.take"))
        self.take.setVisible(item is not None and item.can_take and not deaf)
        self.take.setEnabled(not self._disabled.isActive())
        text = self.text
        if text != self.accessibleName():
            self.setAccessibleName(text)
        self.arrange()
        self.update()

    @property
    def text(self) -> str:
        """The strip in words, without an age that grows."""
        words, item = self._words, self.item
        if words is None:
            return ""
        if self._deaf:
            return self._deaf
        if item is None:
            return words.text("floor.nobody_needed")
        parts = [place_text(words, item), what_inside(words, item), taken_text(words, item)]
        if self._more:
            parts.append(words.count("floor.more", self._more))
        return words.text("access.list").join(part for part in parts if part)

    def arrange(self) -> None:
        """The keys at the right."""
        right = self.wide - MARGIN
        for key in (self.wall, self.take):
            if not key.isHidden():
                lay(self, key, QRectF(right - _KEY, 10, _KEY, self.high - 20))
                right -= _KEY + 14
        self._right = right

    def paint(self, painter: QPainter) -> None:
        """Shape, table, cause, wait; the person who comes; the number of further items."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        fill(painter, QRectF(0, self.high - 2, self.wide, 2), LINE)
        words, item, middle = self._words, self.item, (self.high - 2) / 2
        if words is None:
            return
        mark = QRectF(MARGIN, middle - 17, 34, 34)
        room = self._right - MARGIN - 60
        if self._deaf or item is None:
            sign, ink = (Sign("urgency.unheard"), AMBER) if self._deaf else (Sign("states.tick"), T2)
            sign(painter, mark, ink)
            face = shrunk(self.text, room, (26, 24, 22, 20, 18, 16), bold=bool(self._deaf))
            write(
                painter, elide(self.text, room, face), MARGIN + 48, middle, face, AMBER if self._deaf else T1
            )
            return
        looks = of_item(item)
        ink = looks.row_ink
        fill(painter, QRectF(0, 0, self.wide, self.high - 2), looks.row)
        fill(painter, QRectF(0, 0, 8, self.high - 2), looks.bar)
        PRIORITIES[item.priority](painter, mark, ink)
        x, end = MARGIN + 48.0, self._right
        if self._more:
            more = f"+{words.figure(self._more)}"
            write(painter, more, end, middle, font(22, bold=True), looks.weak, align=1)
            end -= advance(more, font(22, bold=True)) + 18
        for text, sizes, colour in (
            (place_text(words, item), (28, 26, 24, 22, 20), looks.strong),
            (what_text(words, item), (28, 26, 24, 22, 20, 18, 16), ink),
            (span(words, item.wait), (28, 26, 24, 22, 20), ink),
            (taken_text(words, item), (20, 18, 17, 16, 15), looks.strong if item.taken else looks.weak),
        ):
            if not text or end - x < 40:
                continue
            face = shrunk(text, end - x, sizes, bold=True)
            x = write(painter, elide(text, end - x, face), x, middle, face, colour) + 16

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the item leads to the wall."""
        self.wall_asked.emit()
