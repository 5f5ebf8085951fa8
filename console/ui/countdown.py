"""Bet time, and the time for an answer: a block a second that goes out from the left, and a large figure.

Blocks switch and never slide: the camera and the corner of the dealer's eye would see it. A time with more
seconds than the row shows apart has blocks of several: what is painted never grows with a number.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from console.table.views import DealerView
from console.ui.lettering import write
from console.ui.surface import fill
from console.ui.theme import BG2, T0, font
from console.words import Words
from console.words.speech import ENDING_SECONDS

BLOCKS_HEIGHT: Final = 44.0
"""What the blocks take of the table zone."""
MOST_BLOCKS: Final = 120
"""Two minutes: narrower blocks can't be told apart."""
_LOW: Final = 14.0


def draw_blocks(painter: QPainter, row: QRectF, view: DealerView, lit: QColor) -> None:
    """One block a second, or each of as many seconds as needed; it is lit while any of them is left.

    The blocks of the last five seconds are as high as the row.
    """
    left = view.seconds_left or 0
    seconds = max(view.bet_seconds or view.view.prompt.seconds or left, left, 1)
    each = -(-seconds // MOST_BLOCKS)
    blocks = -(-seconds // each)
    step = row.width() / blocks
    gap = min(4.0, step * 0.2)
    for at in range(blocks):
        after = (blocks - 1 - at) * each
        high = row.height() if after < ENDING_SECONDS else _LOW
        block = QRectF(row.left() + at * step, row.bottom() - high, step - gap, high)
        fill(painter, block, lit if after < left else BG2)


def draw_figure(
    painter: QPainter, x: float, middle: float, seconds: int, words: Words, colour: QColor
) -> None:
    """The seconds that are left, with what they are."""
    write(painter, str(seconds), x, middle, font(178, bold=True), colour, align=0.5)
    write(painter, words.count("countdown.seconds", seconds), x, middle + 102, font(20), T0, align=0.5)
