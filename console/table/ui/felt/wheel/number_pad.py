"""The numbers to touch, arranged as on the table: for the dealer without a reader, and for a fact."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.game.roulette.spin import Colour, pocket
from console.table.ui.felt.wheel.betting_layout import LayoutPlan
from console.table.ui.felt.wheel.pockets import WHITE, colour_of, pocket_shape
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea, Tone, lay
from console.table.ui.kit.lettering import shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.words.names import number_name

_DIGITS: Final = range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)


class NumberKey(PressArea):
    def __init__(self, number: int, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent)
        self.number = number
        self.wrong, self.right = False, False
        """Whether the number was recorded by mistake, or is the one by which bets are settled."""

    def mark(self, *, wrong: bool, right: bool = False) -> None:
        if (wrong, right) != (self.wrong, self.right):
            self.wrong, self.right = wrong, right
            self.update()

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """Its pocket's colour; chosen it has a thick edge in the colour of who acts."""
        colour = colour_of(self.number)
        fill(painter, body, theme.mix(colour, theme.T0, 0.8) if self.isDown() else colour, theme.RADIUS)
        if self.wrong:  # drawn first, so the figure stays legible
            inner = body.adjusted(4, 4, -4, -4)
            painter.setPen(pen(theme.AMBER, 3))
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
            outline(painter, body, pen(theme.AMBER, 3), theme.RADIUS)
        if self.chosen:
            outline(
                painter,
                body,
                pen(theme.AMBER if self.tone is Tone.AMBER_EDGE else theme.NOW, 5),
                theme.RADIUS,
            )
        elif pocket(self.number).colour is Colour.BLACK:
            outline(painter, body, pen(theme.EDGE, 2), theme.RADIUS)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        face = shrunk(str(self.number), body.width() - 8, (30, 28, 26, 24, 22), bold=True)
        x, y = body.center().x(), body.center().y()
        shaped = body.height() >= 66
        write(painter, str(self.number), x, y - (7 if shaped else 0), face, WHITE, align=0.5)
        if shaped:
            painter.setPen(pen(WHITE, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(pocket_shape(QRectF(x - 6, y + 16, 12, 12), self.number, 2))
        if self.right:
            outline(painter, body.adjusted(3, 3, -3, -3), pen(theme.T0, 3), theme.RADIUS)


class NumberPick(Surface):
    """All 37 numbers."""

    touched = Signal(int)
    """A number was touched."""
    typed = Signal()
    """Another number was typed, and waits for Enter."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None, ground: QColor = theme.FELT) -> None:
        super().__init__(parent)
        self._ground = ground
        self.covers()
        self.margin = 8.0
        """The width that is left free at the right: the screen's margin, if the keys reach its edge."""
        self.number: int | None = None
        self._to_confirm: int | None = None
        self._note = ""
        self.keys = [NumberKey(number, guard, self) for number in range(37)]
        for key in self.keys:
            key.meant.connect(lambda number=key.number: self.touched.emit(number))

    def show_words(
        self,
        words: Words,
        *,
        to_confirm: int | None = None,
        note: str = "",
        tone: Tone = Tone.PLAIN,
        wrong: int | None = None,
    ) -> None:
        """Name the keys; ``to_confirm`` is the number to be confirmed, ``wrong`` one recorded by mistake."""
        self._note = note
        if to_confirm != self._to_confirm:
            self._to_confirm, self.number = to_confirm, None
        for key in self.keys:
            key.tone = tone
            key.mark(wrong=key.number == wrong)
            key.show_answer(number_name(words, key.number), chosen=key.number == self.lit_number)
        self.setAccessibleName(note)
        self.arrange()
        self.update()

    @property
    def lit_number(self) -> int | None:
        return self._to_confirm if self.number is None else self.number

    def clear(self) -> None:
        self.number = None

    def takes(self, key: int, text: str) -> bool:
        """Take a digit, which goes on with the number or begins a new one; backspace takes a digit back."""
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.number = self.number // 10 if self.number is not None and self.number > 9 else None
        elif key in _DIGITS:
            digit = key - Qt.Key.Key_0
            longer = digit if self.number is None else self.number * 10 + digit
            self.number = longer if longer <= 36 else digit
        else:
            return False
        self._show_choice()
        return True

    def choose(self, number: int) -> None:
        self.number = number
        self._show_choice()

    def _show_choice(self) -> None:
        for each in self.keys:
            each.show_answer(each.text(), chosen=each.number == self.lit_number)
        self.typed.emit()

    @property
    def _foot(self) -> float:
        return 34 if self._note else 0

    @property
    def _plan(self) -> LayoutPlan:
        return LayoutPlan(
            8, 6, self.wide - 8 - self.margin, self.high - self._foot - 12, 10, outside=False, zero=1
        )

    def arrange(self) -> None:
        """Place the numbers as on the layout: three rows, zero before them."""
        for key in self.keys:
            lay(self, key, self._plan.number(key.number))

    def paint(self, painter: QPainter) -> None:
        """The ground, and what to touch beneath the numbers."""
        fill(painter, QRectF(0, 0, self.wide, self.high), self._ground)
        if self._note:
            face = shrunk(self._note, self.wide - 16, (19, 18, 17, 16))
            write(painter, self._note, self.wide / 2, self.high - 18, face, theme.T2, align=0.5)
