"""A document's charts on its pages: placed between its lines, painted in the colours of paper.

The module decides the place and size of a chart in a text; it is given the chart's values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPyTextObject, QTextCursor, QTextDocument, QTextFormat

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
_KIND: Final = QTextFormat.ObjectTypes.UserObject.value + 1
_NUMBER: Final = QTextFormat.Property.UserProperty.value + 1
_CHARACTER: Final = "\ufffc"
"""The sign that stands for an object in a text."""


def anchor(number: int) -> str:
    """The place of a chart in a document's HTML; no text that people wrote can have this name."""
    return f'<p style="margin:2pt 0"><a name="chart-{number}">&nbsp;</a></p>'


def says_note(part: Part) -> bool:
    """Whether a part's note stands in its chart."""
    return isinstance(part, ChartedPart) and isinstance(part.chart, Pace)


def set_charts(document: QTextDocument, parts: Sequence[ChartedPart], words: Words) -> None:
    """Put the charts of these parts into the places of their anchors."""
    charts = _Charts(parts, words, document)
    document.documentLayout().registerHandler(_KIND, charts)
    for number in range(len(parts)):
        cursor = _found(document, f"chart-{number}")
        form = cursor.charFormat()
        form.setObjectType(_KIND)
        form.setProperty(_NUMBER, number)
        cursor.insertText(_CHARACTER, form)


def _found(document: QTextDocument, name: str) -> QTextCursor:
    """The selection between an anchor's two ends."""
    block = document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            if name in at.fragment().charFormat().anchorNames():
                cursor = QTextCursor(document)
                cursor.setPosition(at.fragment().position())
                end = at.fragment().position() + at.fragment().length()
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                return cursor
            at += 1
        block = block.next()
    raise LookupError(name)


class _Charts(QPyTextObject):
    """The methods that a document calls for the charts in it."""

    def __init__(self, parts: Sequence[ChartedPart], words: Words, parent: QObject) -> None:
        super().__init__(parent)
        self._parts, self._words = parts, words

    def intrinsicSize(self, document: QTextDocument, at: int, form: QTextFormat) -> QSizeF:
        """The chart's size: as wide as the text, as high as its content."""
        wide = max(1.0, document.pageSize().width()) - 1
        return QSizeF(wide, (_HEADING + _high(self._part(form)) + _BELOW) * wide / WIDE)

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, document: QTextDocument, at: int, form: QTextFormat
    ) -> None:
        """Paint the chart in its place under its heading; no page ends between the two."""
        painter.save()
        try:
            self._draw(painter, self._part(form), QRectF(rect))
        finally:
            painter.restore()

    def _draw(self, painter: QPainter, part: ChartedPart, box: QRectF) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.translate(box.topLeft())
        painter.scale(box.width() / WIDE, box.width() / WIDE)
        fill(painter, QRectF(0, 0, WIDE, 1), PAPER.line)
        write(painter, part.heading, 0, 13, font(16, bold=True), PAPER.quiet)
        painter.translate(0, _HEADING)
        paint(painter, part, ChartPlace(WIDE, _high(part), PAPER, self._words))

    def _part(self, form: QTextFormat) -> ChartedPart:
        return self._parts[form.intProperty(_NUMBER)]


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
