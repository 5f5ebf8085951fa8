"""The last twenty numbers, large, with the numbers that came most often and most rarely beneath them.

It tells what was; every number is as likely as any other in the next spin, and nothing here says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.game.spin_tally import Count, tally
from console.ui.lettering import advance, sentence, shrunk, write
from console.ui.theme import T1, T2, font
from console.ui.wheel.pockets import draw_pocket
from console.words import Words
from console.words.names import said_of

_ROW: Final = 10
_ROWS: Final = 2
_GAP: Final = 0.1
"""Between two numbers, of a number's width."""
_COUNTED: Final = 180.0
"""The least height beneath the heading at which the counts have room, too."""


def draw_last_numbers(
    painter: QPainter, box: QRectF, results: Sequence[str], words: Words, size: int = 18
) -> None:
    """The board in a box; ``size`` is its heading's. The newest number stands first."""
    numbers = [int(result) for result in results]
    heading = words.count("numbers.last", _ROW * _ROWS)
    head = size * 1.7
    face = shrunk(sentence(heading), box.width(), (size, size - 1, size - 2), bold=True)
    write(painter, sentence(heading), box.left(), box.top() + head * 0.42, face, T1)
    wide = box.width() / (_ROW + (_ROW - 1) * _GAP)
    counted = tally(numbers) if box.height() - head >= _COUNTED else None
    rows = _ROWS if counted is None else _ROWS + 1.4
    high = min((box.height() - head) / rows * 0.92, wide * 0.86)
    step = high * 1.09
    for at, number in enumerate(reversed(numbers[-_ROW * _ROWS :])):
        down, right = divmod(at, _ROW)
        x = box.left() + right * wide * (1 + _GAP)
        draw_pocket(painter, QRectF(x, box.top() + head + down * step, wide, high), number)
    if counted is None:
        return
    y = box.top() + head + _ROWS * step + step * 0.16
    spins = words.count("wheel_figures.spins", counted.spins)
    row = QRectF(box.left(), y, box.width(), (box.bottom() - y) / 2)
    texts = [sentence(words.text(key)) for key in ("numbers.hot", "numbers.cold")]
    faces = font(size - 1, bold=True)
    left = max(advance(text, faces) for text in texts) + 18
    for text, counts in zip(texts, (counted.hot, counted.cold), strict=True):
        write(painter, text, row.left(), row.center().y(), faces, T1)
        _draw_counts(painter, row.adjusted(left, 0, 0, 0), counts, size)
        row = row.translated(0, row.height())
    write(painter, spins, box.right(), box.top() + head * 0.42, font(size - 2), T2, align=1)


def _draw_counts(painter: QPainter, row: QRectF, counts: tuple[Count, ...], size: int) -> None:
    """Numbers in a row, each with how often it came."""
    each = row.width() / len(counts)
    high = min(row.height() * 0.82, each * 0.5)
    for at, count in enumerate(counts):
        box = QRectF(row.left() + at * each, row.center().y() - high / 2, high * 1.25, high)
        draw_pocket(painter, box, count.number)
        write(painter, f"{count.times}×", box.right() + 8, box.center().y(), font(size - 1), T1)


def heard(results: Sequence[str], words: Words) -> str:
    """The last numbers for who hears them, the newest first."""
    named = words.text("access.list").join(reversed(results[-_ROW * _ROWS :]))
    return said_of(words, words.count("numbers.last", _ROW * _ROWS), named)
