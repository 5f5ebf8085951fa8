"""The number that a person counted at an inspection: typed or touched, of the whole set or deck by deck. It
keeps what was typed until the inspection is over, and shows nowhere how many cards a set has.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.protocol.lines import MOST_COUNTED
from console.table.core.showing.screen_values import DealerView
from console.table.game.cards import DECKS
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import lay
from console.table.ui.kit.keys import EraseKey, FigureKey
from console.table.ui.kit.lettering import advance, balance, shrunk, write, write_lines
from console.table.ui.kit.surface import Surface, fill, outline, pen

_FIGURES: Final = "1234567890"
_TALLEST: Final = 96.0
_GAP: Final = 10.0


class CountPad(Surface):
    changed = Signal()
    """Another number stands there, and waits for Enter."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._guard = guard
        self.number: int | None = None
        self.decks: list[int] = []
        """The decks that were counted before, each by its number."""
        self._by_deck = False
        self._begins_again = False
        """Whether the next figure begins another number: the one that stands there was asked about."""
        self._caption = ""
        self.keys = {figure: FigureKey(guard, self) for figure in _FIGURES}
        for figure, key in self.keys.items():
            key.meant.connect(lambda figure=figure: self._append(int(figure)))
        self.erase = EraseKey(guard, self)
        self.erase.meant.connect(self._erase)

    def show_view(self, view: DealerView, words: Words) -> None:
        """Ask for the whole set, or for the next deck."""
        self._by_deck = view.preparation.count == "decks"
        self._caption = words.text("prompt.inspect.count")
        if self._by_deck:
            deck = min(len(self.decks) + 1, DECKS)
            self._caption = words.text("prompt.inspect.count.deck", deck=deck, decks=DECKS)
        for figure, key in self.keys.items():
            key.show_answer(figure)
        self.erase.show_answer(words.text("pad.erase"))
        self.setAccessibleName(words.label(self._caption, str(self.number or "")))
        self.arrange()
        self.update()

    def clear(self) -> None:
        self.number, self.decks, self._begins_again = None, [], False

    def ask_again(self) -> None:
        """Begin another number with the next figure."""
        self._begins_again = True

    def take(self, number: int) -> int | list[int] | None:
        """Take the number as counted; returns the whole count, or None while decks are still to be counted.
        The last number stays until its line was taken.
        """
        if not self._by_deck:
            return number
        counted = [*self.decks, number]
        if len(counted) == DECKS:
            return counted
        self.decks, self.number = counted, None
        self.changed.emit()
        return None

    def _append(self, figure: int) -> None:
        before = 0 if self._begins_again else self.number or 0
        longer = before * 10 + figure
        if longer <= MOST_COUNTED:
            self.number, self._begins_again = longer, False
        self.changed.emit()

    def _erase(self) -> None:
        self._begins_again = False
        if self.number is None and self.decks:
            self.number = self.decks.pop()  # the last deck is counted again
        else:
            self.number = self.number // 10 if self.number is not None and self.number > 9 else None
        self.changed.emit()

    def takes(self, key: int, text: str) -> bool:
        """Take a figure, or backspace; a key that was held down since before the prompt is ignored."""
        is_figure = text in self.keys
        if not self.isVisible() or not (is_figure or key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)):
            return False
        if self._guard.accepts(self._guard.now()):
            if is_figure:
                self._append(int(text))
            else:
                self._erase()
        return True

    # --- layout -----------------------------------------------------------------------------------

    @property
    def _room(self) -> float:
        return self.wide - theme.MARGIN

    @property
    def _field(self) -> QRectF:
        return QRectF(0, 46, self._room, 56)

    @property
    def _top(self) -> float:
        """The upper edge of the keys: beneath the field, and beneath the decks if each is counted."""
        return self._field.bottom() + (60 if self._by_deck else 14)

    def arrange(self) -> None:
        wide = (self._room - 5 * _GAP) / 6
        high = min(_TALLEST, (self.high - self._top - _GAP - 12) / 2)
        for at, key in enumerate((*self.keys.values(), self.erase)):
            row, column = divmod(at, 6)
            lay(self, key, QRectF(column * (wide + _GAP), self._top + row * (high + _GAP), wide, high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.FELT)
        face = shrunk(self._caption, self._room, (20, 19, 18, 17), bold=True)
        is_long = advance(self._caption, face) > self._room
        lines = balance(self._caption, self._room, face) if is_long else (self._caption,)
        write_lines(painter, lines, QRectF(0, 0, self._room, self._field.top()), face, theme.T0)
        box = self._field
        fill(painter, box, theme.BG2, 8)
        outline(painter, box, pen(theme.NOW, 3), 8)
        if self.number is not None:
            shown, ink = str(self.number), theme.T2 if self._begins_again else theme.T0
            write(painter, shown, box.right() - 16, box.center().y(), theme.font(40, bold=True), ink, align=1)
        if self._by_deck:
            self._paint_decks(painter)

    def _paint_decks(self, painter: QPainter) -> None:
        wide = (self._room - 7 * 6) / DECKS
        for at in range(DECKS):
            box = QRectF(at * (wide + 6), self._field.bottom() + 10, wide, 38)
            now = at == len(self.decks)
            outline(painter, box, pen(theme.NOW if now else theme.T2, 3 if now else 1.5), 6)
            if at < len(self.decks):
                x, y = box.center().x(), box.center().y()
                write(painter, str(self.decks[at]), x, y, theme.font(20, bold=True), theme.T1, align=0.5)
