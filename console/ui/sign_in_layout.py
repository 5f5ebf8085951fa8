"""Where the parts of the sign-in stand: over the whole screen, or in the place of rail and action bar.

Measures alone, in units of a screen 1280 wide.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRectF

from console.ui.theme import ACTION_HEIGHT, HEIGHT, RAIL_HEIGHT, STATUS_HEIGHT, WIDTH

BAR_HEIGHT: Final = RAIL_HEIGHT + ACTION_HEIGHT + 24
"""The overlay's: the table and its prompt stay in view above it, but for the empty felt under the cards."""
_PAD_WIDTH: Final = 372.0
_PAD_HEIGHT: Final = 228.0
"""The overlay's digits, in the same order as everywhere: four rows, the highest above the strip."""
FRAME: Final = 10
"""What is left of the screen's edges to the hatched frame of TRAINING."""


class Layout(msgspec.Struct, frozen=True):
    """Boxes for one of the two forms; ``letters`` and ``digits`` are columns and rows of the pads."""

    title: QRectF
    title_sizes: tuple[int, ...]
    subtitle: QRectF | None
    person: QRectF
    pin: QRectF
    note: QRectF
    back: QRectF
    pad: QRectF
    gap: float
    digits: tuple[int, int]
    letters: tuple[int, int]
    given: tuple[int, int]
    number_pad: QRectF | None = None
    """Where the digits stand, if not in the place of the letters."""
    languages: tuple[QRectF, ...] = ()
    below_pad: QRectF | None = None
    labels: bool = True
    note_size: int = 17
    leading: float = 1.32


def full(wide: float, high: float) -> Layout:
    """The form of a free table: everything, centred below the status bar."""
    x = (wide - WIDTH) / 2
    y = (high - HEIGHT) / 2
    return Layout(
        title=QRectF(x + 96, y + 96, 600, 76),
        title_sizes=(52, 48, 44, 40, 36, 34),
        subtitle=QRectF(x + 96, y + 172, 600, 34),
        person=QRectF(x + 96, y + 262, 480, 76),
        pin=QRectF(x + 96, y + 396, 480, 92),
        note=QRectF(x + 96, y + 496, 560, 56),
        back=QRectF(x + 96, y + 724, 232, 56),
        pad=QRectF(x + 724, y + 104, 448, 506),
        gap=14,
        digits=(3, 4),
        letters=(6, 7),
        given=(1, 4),
        languages=tuple(
            QRectF(x + 96 + column * 164, y + 592 + row * 64, 152, 54)
            for row in (0, 1)
            for column in (0, 1, 2)
        ),
        below_pad=QRectF(x + 668, y + 622, 560, 64),
    )


def bar(wide: float, high: float, *, framed: bool, digits: bool = False) -> Layout:
    """The form over a running table: one strip, with the pad at its right; ``digits`` leave more room."""
    y = _bar_top(high, framed)
    field = wide - 24 - _PAD_WIDTH - 24 - 332 if digits else 218.0
    return Layout(
        title=QRectF(24, y + 6, 298, 48),
        title_sizes=(24, 22, 20),
        subtitle=None,
        person=QRectF(332, y + 12, field, 78),
        pin=QRectF(332, y + 102, field, 78),
        note=QRectF(24, y + 55, 302, 80),
        back=QRectF(24, y + 138, 180, 48),
        pad=QRectF(560, y + 12, wide - 560 - 24, BAR_HEIGHT - 24),
        gap=6,
        digits=(3, 4),
        number_pad=QRectF(wide - 24 - _PAD_WIDTH, y + BAR_HEIGHT - 12 - _PAD_HEIGHT, _PAD_WIDTH, _PAD_HEIGHT),
        letters=(13, 3),
        given=(2, 2),
        labels=False,
        note_size=16,
        leading=1.25,
    )


def _bar_top(high: float, framed: bool) -> float:
    return high - BAR_HEIGHT - (FRAME if framed else 0)


def covered(wide: float, high: float, *, overlay: bool, framed: bool) -> QRectF:
    """What of the screen the form takes; the rest stays the table's, to see and to touch."""
    edge = FRAME if framed else 0
    top = _bar_top(high, framed) if overlay else STATUS_HEIGHT
    return QRectF(edge, top, wide - 2 * edge, high - top - edge)


def raised(layout: Layout) -> QRectF | None:
    """What of the screen the digits take above an overlay's strip; None where they stand in it."""
    pad = layout.number_pad
    return None if pad is None else pad.adjusted(-12, -12, 24, 12)


def cells(box: QRectF, grid: tuple[int, int], gap: float) -> list[QRectF]:
    """The boxes of a grid, in reading order."""
    columns, rows = grid
    width = (box.width() - (columns - 1) * gap) / columns
    height = (box.height() - (rows - 1) * gap) / rows
    return [
        QRectF(box.left() + column * (width + gap), box.top() + row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]
