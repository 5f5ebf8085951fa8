"""The sheet that hangs in the pit: a rulebook's decision table on A4 across, to be read at arm's length.

Knows how rows are set and where pages break: a kind's rows stay together, each page has the heads, whose
rules they are, and its number. The words are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from console.records.documents.decision_sheet import DecisionSheet, SheetRow
from console.ui.paper.document import begun
from console.ui.paper.ink import DPI, INK, MARGIN, QUIET, RULE
from console.ui.paper.record_sheet import application

POINTS: Final = 10.5
"""Of the rows: read at 70 cm, as a newspaper at 55."""
_WIDTHS: Final = (14, 13, 19, 15, 10, 18, 11)
"""Of the columns, in hundredths."""
_FEW: Final = 3
"""Rows of a kind that a page does not part."""
_WHOLE: Final = {ord("-"): "\u2011", ord(" "): "\u00a0"}
"""An id is not broken."""
_FOOT: Final = 0.045
"""The part of the page below the rows."""
_PAD: Final = 8
"""Between rows, and columns, in the document's pixels."""


def pdf_of(sheets: Sequence[DecisionSheet]) -> bytes:
    """The sheets as one PDF; each game begins a page."""
    application()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    size, margins = QPageSize(QPageSize.PageSizeId.A4), QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
    across, unit = QPageLayout.Orientation.Landscape, QPageLayout.Unit.Millimeter
    writer.setPageLayout(QPageLayout(size, across, margins, unit))
    writer.setTitle(" · ".join(sheet.title for sheet in sheets))
    writer.setCreator("dealer-console")
    page = QRectF(writer.pageLayout().paintRectPixels(DPI))
    page.moveTopLeft(page.topLeft() * 0)
    pages = [each for sheet in sheets for each in pages_of(sheet, writer, page)]
    painter = QPainter(writer)
    for number, (sheet, document) in enumerate(pages):
        if number:
            writer.newPage()
        document.drawContents(painter)
        _foot(painter, page, sheet, f"{number + 1} / {len(pages)}", document.defaultFont())
    painter.end()
    buffer.close()
    return bytes(written.data())


def pages_of(
    sheet: DecisionSheet, writer: QPdfWriter, page: QRectF
) -> Iterator[tuple[DecisionSheet, QTextDocument]]:
    """As many rows on each page as it holds; a kind of few rows is not parted."""
    room = page.height() * (1 - _FOOT)
    here: list[SheetRow] = []
    document = _set(sheet, here, writer, page)
    for together in _together(sheet.rows):
        tried = _set(sheet, [*here, *together], writer, page)
        if here and tried.size().height() > room:
            yield sheet, document
            here, tried = [], _set(sheet, together, writer, page)
        here += together
        document = tried
    yield sheet, document


def _together(rows: Sequence[SheetRow]) -> Iterator[Sequence[SheetRow]]:
    """What stands on one page: a kind with few rows, else its rows one by one."""
    for _, of_kind in groupby(rows, key=lambda row: row.kind):
        kind = tuple(of_kind)
        yield from (kind,) if len(kind) <= _FEW else ((row,) for row in kind)


def _set(sheet: DecisionSheet, rows: Sequence[SheetRow], writer: QPdfWriter, page: QRectF) -> QTextDocument:
    document = begun(writer, POINTS)
    document.setHtml(_html(sheet, rows))
    document.setTextWidth(page.width())
    return document


def _html(sheet: DecisionSheet, rows: Sequence[SheetRow]) -> str:
    title = f'<p style="font-size:{POINTS * 1.7}pt; margin:0"><b>{escape(sheet.title)}</b></p>'
    heads = _row([f'<span style="color:{QUIET}">{escape(head)}</span>' for head in sheet.heads], INK)
    told, above = "", ""
    for row in rows:
        begins = row.kind != above
        told, above = told + _row(_cells(row, first=begins), QUIET if begins else RULE), row.kind
    table = f'<table width="100%" cellspacing="0" cellpadding="0">{heads}{told}</table>'
    space = '<p style="font-size:4pt; margin:0">&nbsp;</p>'
    return f'<html><body style="color:{INK}" lang="{sheet.language}">{title}{space}{table}</body></html>'


def _cells(row: SheetRow, *, first: bool) -> list[str]:
    kind, when, facts, outcome, *rest = (escape(cell).replace("\n", "<br>") for cell in row.cells)
    rest[-1] = rest[-1].translate(_WHOLE)
    return [f"<b>{kind}</b>" if first else "", when, facts, f"<b>{outcome}</b>", *rest]


def _row(cells: Sequence[str], over: str) -> str:
    """A row under a rule: of a kind's own ink where a kind begins."""
    set_ = (
        f'<td width="{width}%" style="padding:{_PAD}px {2 * _PAD}px {_PAD}px 0; border-top:1px solid {over}">'
        f"{cell}</td>"
        for cell, width in zip(cells, _WIDTHS, strict=True)
    )
    return f"<tr>{''.join(set_)}</tr>"


def _foot(painter: QPainter, page: QRectF, sheet: DecisionSheet, number: str, font: QFont) -> None:
    painter.save()
    painter.setFont(font)
    painter.setPen(QColor(QUIET))
    below = QRectF(0, page.height() * (1 - _FOOT), page.width(), page.height() * _FOOT)
    bottom = Qt.AlignmentFlag.AlignBottom
    painter.drawText(below, Qt.AlignmentFlag.AlignLeft | bottom, f"{sheet.of}    {sheet.footer}")
    painter.drawText(below, Qt.AlignmentFlag.AlignRight | bottom, number)
    painter.restore()
