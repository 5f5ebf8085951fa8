"""A document's charts on its pages, as wide as the text, in the colours of paper."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from console.records.documents.paper import Part
from console.reports.charts import ChartedPart, Dealers, Kinds, Pace
from console.ui.kit.lettering import write
from console.ui.kit.surface import fill
from console.ui.kit.theme import font
from console.ui.paper.shift_charts import (
    PAPER,
    ChartPlace,
    dealers_high,
    kinds_high,
    paint_dealers,
    paint_kinds,
    paint_pace,
)
from console.words import Words

WIDE: Final = 1000.0
"""The width of a page's text, in the units of a chart: a chart's small letters are then as large as a
table's.
"""
_PACE: Final = 240.0
_MOST: Final = 700.0
"""The height that a chart may have: most of a page's lower half."""
_HEADING, _BELOW = 32.0, 14.0


def says_note(part: Part) -> bool:
    """Whether a part's note stands in its chart."""
    return isinstance(part, ChartedPart) and isinstance(part.chart, Pace)


def chart_height(part: ChartedPart, wide: float) -> float:
    """The height of a part's chart under its heading, as wide as the text."""
    return (_HEADING + _high(part) + _BELOW) * wide / WIDE


def draw_chart(painter: QPainter, part: ChartedPart, wide: float, words: Words) -> None:
    """Paint a part's chart under its heading."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(wide / WIDE, wide / WIDE)
    fill(painter, QRectF(0, 0, WIDE, 1), PAPER.line)
    write(painter, part.heading, 0, 13, font(16, bold=True), PAPER.quiet)
    painter.translate(0, _HEADING)
    paint(painter, part, ChartPlace(WIDE, _high(part), PAPER, words))


def _high(part: ChartedPart) -> float:
    match part.chart:
        case Pace():
            return _PACE
        case Kinds(bars):
            return min(_MOST, kinds_high(bars))
        case Dealers() as dealers:
            return min(_MOST, dealers_high(dealers))


def paint(painter: QPainter, part: ChartedPart, on: ChartPlace) -> None:
    """Paint a part's chart; the words beside it are the part's own note."""
    match part.chart:
        case Pace(hours) as pace:
            clock = dict(zip((each.start for each in hours), part.said, strict=True))
            paint_pace(painter, on, pace, part.note, clock.__getitem__)
        case Kinds(bars):
            paint_kinds(painter, on, bars)
        case Dealers(dealers=compared) as dealers:
            names = dict(zip((each.who for each in compared), part.said, strict=True))
            paint_dealers(painter, on, dealers, names.__getitem__)
