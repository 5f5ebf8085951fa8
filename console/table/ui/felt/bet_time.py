"""Bet time, and the time for an answer: blocks that switch off in turn, a large figure, a signal at the end.

Blocks switch and never slide: movement would be seen on camera, and would distract the dealer. A time with
more seconds than the row can show has blocks of several seconds, so the number of painted blocks is limited.
The end is a red light, flashing or steady, and a sound, as the market's rules say; if the timer itself
turns red in its last seconds, the blocks have shown it already, and the light stays off (BAC-3.4.2).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.ui.felt.condition import RUNNING_OUT
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import write
from console.table.ui.kit.sound import strike
from console.table.ui.kit.surface import Surface, fill
from console.table.words.speech import ENDING_SECONDS

BLOCKS_HEIGHT: Final = 44.0
"""The height that the blocks take from the table zone."""
MOST_BLOCKS: Final = 120
"""One block a second for two minutes; more blocks would be too narrow to tell apart."""
FIGURE_HEIGHT: Final = 196.0
"""The height of the large figure with the word beneath it."""
_LEAST_SHARE: Final = 0.3
"""The share of its full size that the figure has at the least."""
_LOW: Final = 14.0


def draw_blocks(painter: QPainter, row: QRectF, view: DealerView, lit: QColor) -> None:
    """Draw one block for each second, or several; it is lit while any is left; the last five are higher."""
    left = view.countdown.seconds_left or 0
    seconds = max(view.countdown.bet_seconds or view.view.prompt.seconds or left, left, 1)
    each = -(-seconds // MOST_BLOCKS)
    blocks = -(-seconds // each)
    step = row.width() / blocks
    gap = min(4.0, step * 0.2)
    for at in range(blocks):
        after = (blocks - 1 - at) * each
        high = row.height() if after < ENDING_SECONDS else _LOW
        block = QRectF(row.left() + at * step, row.bottom() - high, step - gap, high)
        fill(painter, block, lit if after < left else theme.BG2)


def draw_figure(
    painter: QPainter, x: float, middle: float, seconds: int, words: Words, colour: QColor
) -> None:
    draw_figure_in(painter, QRectF(x, middle - 78, 0, FIGURE_HEIGHT), seconds, words, colour)


def draw_figure_in(painter: QPainter, box: QRectF, seconds: int, words: Words, colour: QColor) -> None:
    """Draw the figure in a box; smaller if the box is lower, as under a band or over a sign-in."""
    share = min(1.0, max(_LEAST_SHARE, box.height() / FIGURE_HEIGHT))
    x, middle = box.center().x(), box.center().y() - 20 * share
    write(painter, str(seconds), x, middle, theme.font(round(178 * share), bold=True), colour, align=0.5)
    unit = words.count("countdown.seconds", seconds)
    y = min(middle + 102 * share, box.bottom() - 14)  # Its letters are as large in a low box.
    write(painter, unit, x, y, theme.font(20), theme.T0, align=0.5)


_SWITCH: Final = 250
"""Milliseconds on or off: two flashes a second, no more."""
_SWITCHES: Final = 6


class EndSignalLine(Surface):
    """A red line over the table, for a second and a half."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._flashes, self._left = False, 0
        self._timer = QTimer(self, interval=_SWITCH, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._switch)
        self.hide()

    def begin(self, signal: str, *, sounds: bool) -> None:
        """Signal bet time's end: red for ``flash`` or ``light``, a sound for ``sound`` (BAC-2.1.6-sound)."""
        if sounds:
            strike()
        if signal == RUNNING_OUT:
            return
        self._flashes, self._left = signal == "flash", _SWITCHES
        self.show()
        self.raise_()
        self._timer.start()

    def _switch(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._timer.stop()
            self.hide()
        elif self._flashes:
            self.setVisible(self._left % 2 == 0)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.RED)
