"""How far long work is: a bar with its words, and the key that stops it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.ui.lettering import shrunk, write
from console.ui.review.keys import SmallKey, lay
from console.ui.signs import outcomes
from console.ui.surface import Surface, fill
from console.ui.theme import BG1, BG3, T0, T1
from console.words import Words


class ProgressLine(Surface):
    """Shown while work is under way."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key, self._slots, self._share = "", dict[str, object](), 0.0
        self._words: Words | None = None
        self.stop = SmallKey(outcomes.cross, self)
        self.covers()
        self.hide()

    def begin(self, key: str, words: Words, **slots: object) -> None:
        """Work has begun; ``key`` is its phrase, with the share in per cent."""
        self._key, self._slots, self._share = key, slots, 0.0
        self.set_words(words)
        self.show()

    def set_words(self, words: Words) -> None:
        """Say it in another language."""
        self._words = words
        self.stop.show_label(words.text("night.stop"))
        self._name()

    def show_share(self, share: float) -> None:
        """So much of it is done, from 0 to 1."""
        self._share = max(0.0, min(1.0, share))
        self._name()
        self.update()

    def end(self) -> None:
        """The work is over."""
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        if self._words is None or not self._key:
            return ""
        return self._words.text(self._key, share=round(self._share * 100), **self._slots)

    def _name(self) -> None:
        self.setAccessibleName(self.text)
        self.update()

    def arrange(self) -> None:
        """The key at the right."""
        lay(self, self.stop, QRectF(self.wide - 130, self.high / 2 - 24, 124, 48))

    def paint(self, painter: QPainter) -> None:
        """The words over the bar."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        room = self.wide - 150
        face = shrunk(self.text, room, (17, 16, 15, 14, 13))
        write(painter, self.text, 0, self.high / 2 - 12, face, T1)
        bar = QRectF(0, self.high / 2 + 8, room, 8)
        fill(painter, bar, BG3, 4)
        fill(painter, QRectF(bar.left(), bar.top(), max(8.0, room * self._share), 8), T0, 4)
