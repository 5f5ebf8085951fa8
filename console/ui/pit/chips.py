"""What lies over the prompt: the facts that are known as ticked chips, and the hand as it was frozen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.views import DealerView
from console.ui.games import on_screen
from console.ui.lettering import advance, shrunk, write
from console.ui.pit.stage import open_incident
from console.ui.pit.wording import chip_text, kind_name
from console.ui.signs import states
from console.ui.surface import Surface, fill
from console.ui.theme import BG0, BG2, GREEN, T0, font
from console.words import Words

HAND_WIDTH: Final = 356.0


class Chips(Surface):
    """What is known of the incident, under its question."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts: tuple[str, ...] = ()

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the facts that are known."""
        incident = open_incident(view)
        self.texts = ()
        if incident is not None and incident.kind is not None:
            facts = [
                chip_text(words, incident.kind, fact, value, view) for fact, value in incident.facts.items()
            ]
            self.texts = (kind_name(words, incident.kind).replace("\u00ad", ""), *facts)
        self.setAccessibleName(words.text("access.list").join(self.texts))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """A ticked chip each; smaller where they are many, and in two rows."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        size = 21
        while size > 16 and self._reach(size) > self.wide:
            size -= 1
        rows, high = (1, 44.0) if self._reach(size) <= self.wide else (2, 34.0)
        x, y = 0.0, 0.0
        for text in self.texts:
            face = font(size)
            wide = 46 + advance(text, face) + 16
            if x and x + wide > self.wide and rows == 2:
                x, y = 0.0, y + high + 6
            if y + high > self.high:
                return
            wide = min(wide, self.wide - x)
            box = QRectF(x, y, wide, high)
            fill(painter, box, BG2, 6)
            states.tick(painter, QRectF(x + 14, y + high / 2 - 10, 20, 20), GREEN)
            write(painter, text, x + 46, y + high / 2, shrunk(text, wide - 60, (size, 17, 16)), T0)
            x += wide + 10

    def _reach(self, size: int) -> float:
        return sum(72 + advance(text, font(size)) for text in self.texts)


class FrozenHand(Surface):
    """The hand as it lay when it went wrong, small, as the dealer sees it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DealerView | None = None
        self._words: Words | None = None

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show what lies there."""
        self._view, self._words = view, words
        self.setAccessibleName(". ".join(on_screen(view.game).frozen.heard(view, words)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """The game's own picture of it."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        if self._view is not None and self._words is not None:
            on_screen(self._view.game).frozen.draw(painter, self._view, self._words)
