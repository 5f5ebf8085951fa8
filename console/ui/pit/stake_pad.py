"""The stake of a bet, keyed in as minor units and shown as money; of neighbours also how many each side.

It keeps the figures until the bet is added; which bet it is, is told.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.roulette_racetrack import MOST_EACH, NEIGHBOURS, SECTORS
from console.ui.buttons import PressGuard, Tone
from console.ui.lettering import shrunk, write
from console.ui.pit.pad import EraseKey
from console.ui.pit.sheet import spot_name
from console.ui.pit.tiles import ReasonTile, Target, lay
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, BG0, T0, T1, font
from console.ui.wheel.spots import Spot
from console.words import Words
from console.words.money import money
from console.words.names import said_of

_MOST: Final = 10**9
"""Above any table's limit."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")


class FigureKey(Target):
    """A figure, large."""

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """The figure."""
        write(painter, self.text(), body.center().x(), body.center().y(), font(32, bold=True), T0, align=0.5)


class StakePad(Surface):
    """Amount, figures, and the two ways on."""

    added = Signal(object)
    """The bet with its stake: a :class:`~console.game.worksheet.Wager`."""
    left = Signal()
    """Another bet is wanted instead."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.spot: Spot | None = None
        self.stake, self.each = 0, 2
        self._words: Words | None = None
        self._unit = ""
        self.keys = {text: FigureKey(guard, self, Tone.AMBER_EDGE) for text in _KEYS}
        for text, key in self.keys.items():
            key.meant.connect(lambda text=text: self._append(text))
        self.erase = EraseKey(guard, self)
        self.erase.meant.connect(self._erase)
        self.fewer, self.more = (
            FigureKey(guard, self, Tone.AMBER_EDGE),
            FigureKey(guard, self, Tone.AMBER_EDGE),
        )
        self.fewer.meant.connect(lambda: self._step(-1))
        self.more.meant.connect(lambda: self._step(1))
        self.back, self.add = ReasonTile(guard, self), ReasonTile(guard, self, Tone.AMBER_EDGE)
        self.add.heavy = True
        self.back.meant.connect(self.left)
        self.add.meant.connect(self._add)

    def begin(self, spot: Spot) -> None:
        """A bet's stake is wanted."""
        self.spot, self.stake, self.each = spot, 0, 2
        self._again()

    def show_words(self, words: Words, unit: str) -> None:
        """Name the keys; ``unit`` is the currency."""
        self._words, self._unit = words, unit
        for text, key in self.keys.items():
            key.show_answer(text)
        self.erase.show_answer(words.text("pad.erase"))
        self.fewer.show_answer("−", words.text("sheet.fewer"))
        self.more.show_answer("+", words.text("sheet.more"))
        self.back.show_answer(words.text("button.back"))
        self.add.show_answer(words.text("sheet.add"), chosen=self.stake > 0)
        self._again()

    def _again(self) -> None:
        neighbours = self.spot is not None and self.spot.on == NEIGHBOURS
        self.fewer.setVisible(neighbours)
        self.more.setVisible(neighbours)
        self.add.setEnabled(self.stake > 0)
        if self._words is not None:
            self.add.show_answer(self._words.text("sheet.add"), chosen=self.stake > 0)
            self.setAccessibleName(said_of(self._words, self.heading, self.amount))
        self.update()

    @property
    def heading(self) -> str:
        """Which bet's stake it is; a racetrack bet's is a chip's."""
        if self.spot is None or self._words is None:
            return ""
        return spot_name(self._words, self.spot, self.each)

    @property
    def amount(self) -> str:
        """The stake as money."""
        return "" if self._words is None else money(self.stake, self._words, self._unit)

    def _append(self, figures: str) -> None:
        stake = int(f"{self.stake}{figures}")
        self.stake = stake if stake <= _MOST else self.stake
        self._again()

    def _erase(self) -> None:
        self.stake //= 10
        self._again()

    def _step(self, by: int) -> None:
        self.each = min(MOST_EACH, max(1, self.each + by))
        self._again()

    def _add(self) -> None:
        if self.spot is not None and self.stake:
            self.added.emit(self.spot.wager(self.stake, self.each))

    def takes(self, key: int, text: str) -> bool:
        """Take a key: figures, backspace, plus and minus, Enter adds, Escape leaves."""
        match key:
            case _ if text.isascii() and text.isdigit():
                self._append(text)
            case Qt.Key.Key_Backspace | Qt.Key.Key_Delete:
                self._erase()
            case Qt.Key.Key_Plus | Qt.Key.Key_Minus:
                self._step(1 if key == Qt.Key.Key_Plus else -1)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _ if key in _ENTER:
                self._add()
            case _:
                return False
        return True

    def arrange(self) -> None:
        """Two rows of six keys, and the ways on beneath them."""
        gap, top = 10.0, 108.0
        wide, high = (self.wide - 5 * gap) / 6, (self.high - top - 58 - 3 * gap) / 2
        for at, key in enumerate((*self.keys.values(), self.erase)):
            row, column = divmod(at, 6)
            lay(self, key, QRectF(column * (wide + gap), top + row * (high + gap), wide, high))
        low = self.high - 62
        lay(self, self.back, QRectF(0, low, self.wide * 0.3, 58))
        lay(self, self.add, QRectF(self.wide * 0.3 + gap, low, self.wide * 0.7 - gap, 58))
        lay(self, self.fewer, QRectF(self.wide - 2 * 64 - gap, 8, 64, 48))
        lay(self, self.more, QRectF(self.wide - 64, 8, 64, 48))

    def paint(self, painter: QPainter) -> None:
        """The bet, and its stake as large as a row is high."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        words, spot = self._words, self.spot
        if words is None or spot is None:
            return
        room = self.wide - (170 if spot.on == NEIGHBOURS else 0)
        write(painter, self.heading, 0, 22, shrunk(self.heading, room, (24, 22, 20, 18, 17), bold=True), T0)
        chip = spot.on == NEIGHBOURS or spot.on in SECTORS
        named = words.text("sheet.stake_chip" if chip else "sheet.stake")
        write(painter, named, 0, 74, font(18), T1)
        box = QRectF(self.wide * 0.4, 48 if spot.on != NEIGHBOURS else 60, self.wide * 0.6, 46)
        outline(painter, box, pen(AMBER, 2), 8)
        face = shrunk(self.amount, box.width() - 28, (30, 28, 26, 24), bold=True)
        write(painter, self.amount, box.right() - 14, box.center().y(), face, T0, align=1)
