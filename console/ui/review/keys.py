"""The keys of the review's screens: one with a sign alone, and one of several that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.ui.buttons import FOCUS, Button, PressGuard, Tone
from console.ui.lettering import advance, balanced, shrunk, write, write_lines
from console.ui.signs.nib import Sign
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import BG0, RADIUS, T0, font

NOT_GUARDED = PressGuard(lambda: 0.0)
"""Nothing in a review is meant for a prompt that has gone: every press counts."""


class SignKey(Button):
    """A key with a sign and no word; its name is heard."""

    def __init__(self, sign: Sign, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(sign, tone, NOT_GUARDED, parent)

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        side = 36.0
        box = QRectF(body.center().x() - side / 2, body.center().y() - side / 2, side, side)
        self.sign(painter, box, ink)


class WordKey(Button):
    """A key with a word and no sign; ``chosen`` of several is outlined in ivory."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(sign, Tone.PLAIN, NOT_GUARDED, parent)
        self._chosen = False

    def choose(self, chosen: bool) -> None:
        """Say whether it is the one that holds."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        if not self._chosen:
            return super()._body(painter, body)
        fill(painter, body, BG0, RADIUS)
        outline(painter, body, pen(T0, 3), RADIUS)
        fill(painter, QRectF(body.center().x() - 20, body.bottom() - 14, 40, 3), T0)
        return T0

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        bold = self._chosen
        face = shrunk(self.text(), body.width() - 16, (22, 21, 20, 18, 17, 16), bold=bold)
        write(painter, self.text(), body.center().x(), body.center().y(), face, ink, align=0.5)


class SmallKey(Button):
    """A key of 48 units' height with sign and word, for what stands beside a list."""

    def __init__(self, sign: Sign, parent: QWidget | None = None) -> None:
        super().__init__(sign, Tone.PLAIN, NOT_GUARDED, parent)

    def _label(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        room = body.width() - 36 - 24
        face = shrunk(self.text(), room, (18, 17, 16, 15), bold=True)
        reach, middle = advance(self.text(), face), body.center()
        if reach > room:
            self._label_alone(painter, body, ink)
            return
        left = middle.x() - (36 + reach) / 2
        self.sign(painter, QRectF(left, middle.y() - 13, 26, 26), ink)
        write(painter, self.text(), left + 36, middle.y(), face, ink)

    def _label_alone(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        """Where there is no room for both, the word says what the sign would."""
        face = shrunk(self.text(), body.width() - 16, (18, 17, 16, 15, 14), bold=True)
        lines = balanced(self.text(), body.width() - 12, face)
        if len(lines) == 1:
            write(painter, lines[0], body.center().x(), body.center().y(), face, ink, align=0.5)
        else:
            write_lines(painter, lines[:2], body, face, ink, align=0.5, leading=1.3)


def lay(on: Surface, key: Button, body: QRectF) -> None:
    """Put a key so that its body, not its focus ring, fills a box."""
    on.put(key, body.adjusted(-FOCUS, -FOCUS, FOCUS, FOCUS))


def lay_row(on: Surface, keys: Sequence[Button], row: QRectF, gap: float = 12) -> None:
    """Keys one beside the other, each as wide as its word; where they don't fit, all of them narrower."""
    wishes = [advance(key.text(), font(18, bold=True)) + 76 for key in keys]
    share = min(1.0, (row.width() - gap * (len(keys) - 1)) / sum(wishes))
    x = row.left()
    for key, wish in zip(keys, wishes, strict=True):
        lay(on, key, QRectF(x, row.top(), wish * share, row.height()))
        x += wish * share + gap
