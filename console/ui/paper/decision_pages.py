"""The sheet that hangs in the pit: a rulebook's decision table on A4 across, large enough to read at arm's
length.

The module sets the rows and decides where pages break: a kind's rows stay together; each page has the heads,
the market of the rules, and its number. The words are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final, TypeVar

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from console.records.documents.decision_sheet import DecisionSheet, SheetRow
from console.records.documents.rulebook_figures import FigureRow, FigureSheet
from console.ui.paper.document import application, empty_document
from console.ui.paper.ink import DPI, INK, MARGIN, QUIET, RULE
from console.words.line_breaks import pieces
from console.words.locales import LOCALES

POINTS: Final = 10.5
"""The rows' letters: at 70 cm they read like a newspaper's at 55."""
_SHARES: Final = (14, 13, 19, 15, 10, 18, 11)
"""The columns' shares of the page's width, as far as their words fit."""
_FIGURE_SHARES: Final = (38, 40, 22)
"""The shares of the page's width for the columns of the rulebook's figures."""
_FEW: Final = 3
"""A kind with at most so many rows is never split over two pages."""
_WHOLE: Final = {ord("-"): "\u2011", ord(" "): "\u00a0"}
"""A sign that keeps an id from being broken."""
_HYPHEN: Final = {ord("-"): "\u2011"}
"""Between several ids a line may end."""
_FOOT: Final = 0.045
"""The height below the rows that is kept free."""
_PAD: Final = 8
"""The space between rows, and between columns, in the document's pixels."""


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
    writer.setTitle(LOCALES[sheets[0].language].dot.join(sheet.title for sheet in sheets))
    writer.setCreator("dealer-console")
    page = QRectF(writer.pageLayout().paintRectPixels(DPI))
    page.moveTopLeft(page.topLeft() * 0)
    pages = [
        each
        for sheet in sheets
        for each in (*pages_of(sheet, writer, page), *figure_pages(sheet, writer, page))
    ]
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
    """Put as many rows on each page as it holds; a kind of few rows is not split."""
    cells = [sheet.heads, *((*row.cells[:-1], row.clause.translate(_WHOLE)) for row in sheet.rows)]
    widths = _widths(cells, _SHARES, empty_document(writer, POINTS), page.width())
    for document in _paged(
        list(_together(sheet.rows)), writer, page, lambda rows: _html(sheet, rows, widths)
    ):
        yield sheet, document


def figure_pages(
    sheet: DecisionSheet, writer: QPdfWriter, page: QRectF
) -> Iterator[tuple[DecisionSheet, QTextDocument]]:
    """The rulebook's figures, if the sheet has them; a part's heading always stands above at least one
    row.
    """
    figures = sheet.figures
    if figures is None:
        return
    rows = [
        (part.heading if not at else "", row) for part in figures.parts for at, row in enumerate(part.rows)
    ]
    cells = [figures.heads, *(row.cells for _, row in rows)]
    widths = _widths(cells, _FIGURE_SHARES, empty_document(writer, POINTS), page.width())
    blocks = [[row] for row in rows]
    for at in reversed(range(len(blocks) - 1)):
        if not rows[at][1].value:  # the heading belongs to what follows, so no page ends with it
            blocks[at : at + 2] = [blocks[at] + blocks[at + 1]]
    for document in _paged(blocks, writer, page, lambda here: _figures(figures, here, widths)):
        yield sheet, document


Block = TypeVar("Block")


def _paged(
    blocks: Sequence[Sequence[Block]],
    writer: QPdfWriter,
    page: QRectF,
    html: Callable[[Sequence[Block]], str],
) -> Iterator[QTextDocument]:
    """Put as many blocks on each page as it holds; a block is never split."""
    room = page.height() * (1 - _FOOT)
    here: list[Block] = []
    document = _set(html(here), writer, page)
    for together in blocks:
        tried = _set(html([*here, *together]), writer, page)
        if here and tried.size().height() > room:
            yield document
            here, tried = [], _set(html(together), writer, page)
        here += together
        document = tried
    yield document


def _widths(
    rows: Sequence[Sequence[str]], shares: Sequence[int], document: QTextDocument, width: float
) -> list[float]:
    """The columns' widths: each its share of the page, and never narrower than its longest word.

    A column that needs more than its share takes width from the others, from each as much as it can spare.
    """
    face = document.defaultFont()
    face.setBold(True)
    device = document.documentLayout().paintDevice()
    metrics = QFontMetricsF(face, device) if device is not None else QFontMetricsF(face)
    pad = 2 * _PAD * DPI / 72  # a page scales sizes in pixels, by 72 or by 96 an inch as the screen does
    least = []
    for column in zip(*rows, strict=True):
        words = {piece.strip() for cell in column for piece in pieces(cell.replace("\n", " "))}
        least.append(max(map(metrics.horizontalAdvance, words)) + pad)
    whole = sum(shares)
    wanted = [width * share / whole for share in shares]
    over = sum(max(0.0, low - each) for low, each in zip(least, wanted, strict=True))
    spare = [max(0.0, each - low) for low, each in zip(least, wanted, strict=True)]
    part = min(1.0, over / sum(spare)) if sum(spare) else 0.0
    return [max(low, each) - give * part for low, each, give in zip(least, wanted, spare, strict=True)]


def _together(rows: Sequence[SheetRow]) -> Iterator[Sequence[SheetRow]]:
    """The rows that stand on one page: those of a kind with few rows, else each row for itself."""
    for _, of_kind in groupby(rows, key=lambda row: row.kind):
        kind = tuple(of_kind)
        yield from (kind,) if len(kind) <= _FEW else ((row,) for row in kind)


def _set(html: str, writer: QPdfWriter, page: QRectF) -> QTextDocument:
    document = empty_document(writer, POINTS)
    document.setHtml(html)
    document.setTextWidth(page.width())
    return document


def _html(sheet: DecisionSheet, rows: Sequence[SheetRow], widths: Sequence[float]) -> str:
    heads = _heads(sheet.heads, widths)
    html, above = "", ""
    for row in rows:
        begins = row.kind != above
        html, above = html + _row(_cells(row, first=begins), QUIET if begins else RULE, widths), row.kind
    return _page(sheet.language, sheet.title, heads + html)


def _figures(sheet: FigureSheet, rows: Sequence[tuple[str, FigureRow]], widths: Sequence[float]) -> str:
    """Figures under their heads; a part's heading stands above its first row."""
    html = _heads(sheet.heads, widths)
    for heading, row in rows:
        if heading:
            above = f"padding:{3 * _PAD}px 0 {_PAD}px 0"
            html += f'<tr><td colspan="3" style="{above}"><b>{escape(heading)}</b></td></tr>'
        name, value, clauses = (escape(cell).replace("\n", "<br>") for cell in row.cells)
        html += _row(
            [name, f"<b>{value}</b>", clauses.translate(_HYPHEN)], QUIET if heading else RULE, widths
        )
    return _page(sheet.language, sheet.title, html)


def _page(language: str, titled: str, rows: str) -> str:
    title = f'<p style="font-size:{POINTS * 1.7}pt; margin:0"><b>{escape(titled)}</b></p>'
    table = f'<table width="100%" cellspacing="0" cellpadding="0">{rows}</table>'
    space = '<p style="font-size:4pt; margin:0">&nbsp;</p>'
    return f'<html><body style="color:{INK}" lang="{language}">{title}{space}{table}</body></html>'


def _heads(heads: Sequence[str], widths: Sequence[float]) -> str:
    return _row([f'<span style="color:{QUIET}">{escape(head)}</span>' for head in heads], INK, widths)


def _cells(row: SheetRow, *, first: bool) -> list[str]:
    kind, when, facts, outcome, *rest = (escape(cell).replace("\n", "<br>") for cell in row.cells)
    rest[-1] = rest[-1].translate(_WHOLE)
    return [f"<b>{kind}</b>" if first else "", when, facts, f"<b>{outcome}</b>", *rest]


def _row(cells: Sequence[str], over: str, widths: Sequence[float]) -> str:
    """A row under a line, which is darker where a kind begins."""
    style = f"padding:{_PAD}px {2 * _PAD}px {_PAD}px 0; border-top:1px solid {over}"
    set_ = (
        f'<td width="{100 * width / sum(widths):.2f}%" style="{style}">{cell}</td>'
        for cell, width in zip(cells, widths, strict=True)
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
