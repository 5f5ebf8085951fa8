"""A document's pages: A4 upright, as many as it needs, drawn as a PDF.

The module sets parts with rows and decides where pages break: a table's heads never stand at a page's foot
without their first row, and no row has its label on another page than its text. The words are made elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from html import escape
from itertools import count, pairwise
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QTextTable,
)

from console.records.documents.paper import (
    Cell,
    LabelledTexts,
    Link,
    Overleaf,
    Paper,
    Part,
    ToSign,
    cell_text,
)
from console.reports.charts import ChartedPart
from console.ui.kit.lettering import shorten, with_whole_end
from console.ui.kit.theme import families
from console.ui.paper.document_charts import anchor, says_note, set_charts
from console.ui.paper.ink import DPI, INK, LINKED, MARGIN, QUIET, RULE
from console.ui.paper.record_sheet import application
from console.words import Words
from console.words.names import inside

_BREAKS: Final = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore


def keep_together(document: QTextDocument) -> None:
    """Keep heads with their first row on one page, and each row of a few lines whole.

    It works from the beginning on, since a row moved to the next page moves all rows after it.
    """
    document.pageCount()  # what is broken while it is laid out loses the height of its charts
    for before, table in pairwise((None, *_tables(document))):
        assert table is not None
        _keep_head(document, before, table)
        _keep_rows(document, table)


def keep_heads(document: QTextDocument) -> None:
    """Begin a page before each part whose first row would stand on another page than its heads.

    No page is left empty, be it by such a break or by one that a part asks for.
    """
    document.pageCount()
    for before, table in pairwise((None, *_tables(document))):
        assert table is not None
        _keep_head(document, before, table)


def _tables(document: QTextDocument) -> list[QTextTable]:
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _keep_head(document: QTextDocument, before: QTextTable | None, table: QTextTable) -> None:
    if _is_heading(table):
        return
    heading = before if before is not None and _is_heading(before) and _adjoin(before, table) else None
    start = _start(_first(heading or table).previous())
    row = min(1, table.rows() - 1)
    if _page_of(document, start) != _page_of(document, _last(document, table, row), -1):
        _set_break(start, _BREAKS)
    if start.blockFormat().pageBreakPolicy() == _BREAKS and _leaves_a_page_empty(document, start):
        _set_break(start, QTextFormat.PageBreakFlag.PageBreak_Auto)


def _keep_rows(document: QTextDocument, table: QTextTable) -> None:
    """Begin a page with each row that a page's end would part.

    One cell of a row can begin a page while another stands at the foot of the page before, since the letters
    of one language are higher than those of another. A row of a few lines is pushed below the end.
    """
    for row in range(1, table.rows()):
        cells = (table.cellAt(row, column) for column in range(table.columns()))
        blocks = [block for cell in cells if (block := cell.firstCursorPosition().block()).text().strip()]
        if len({_page_of(document, block) for block in blocks}) > 1:
            for block in blocks:
                _set_break(block, _BREAKS)
        elif blocks and row > 1:  # the first one is kept with its heads
            _push_parted(document, blocks, _last(document, table, row))


def _is_heading(table: QTextTable) -> bool:
    return (table.rows(), table.columns()) == (1, 1)


def _adjoin(heading: QTextTable, table: QTextTable) -> bool:
    """Whether only an empty line lies between a heading and its table."""
    return table.firstPosition() - heading.lastPosition() <= 2


def _first(table: QTextTable, row: int = 0) -> QTextBlock:
    return table.cellAt(row, 0).firstCursorPosition().block()


def _last(document: QTextDocument, table: QTextTable, row: int) -> QTextBlock:
    """The block with the last line of a row; for a row of many lines, which may be parted, its first one."""
    lows, lines = [], 0
    for cell in (table.cellAt(row, column) for column in range(table.columns())):
        first, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
        document.documentLayout().blockBoundingRect(last)  # lays it out: before that it has no lines
        lines = max(lines, last.layout().lineCount() if first == last else _WHOLE + 1)
        lows.append((_bottom(document, last), last))
    return max(lows, key=lambda low: low[0])[1] if lines <= _WHOLE else _first(table, row)


def _push_parted(document: QTextDocument, blocks: Sequence[QTextBlock], last: QTextBlock) -> None:
    """Push a row that a page's end parts below that end.

    A break would leave a page with the heads alone: Qt breaks before the row, and then once more below the
    heads.
    """
    page = _page_of(document, blocks[0])
    if _page_of(document, last, -1) == page:
        return
    layout, device = document.documentLayout(), document.documentLayout().paintDevice()
    end = (page + 1) * document.pageSize().height()
    left = max(0.0, end - min(layout.blockBoundingRect(block).top() for block in blocks))
    for block in blocks:
        table = QTextCursor(block).currentTable()
        cell = table.cellAt(block.position())
        set_ = cell.format().toTableCellFormat()
        set_.setTopPadding(left * _NEARLY * _UNITS / device.logicalDpiY())
        cell.setFormat(set_)


def _bottom(document: QTextDocument, block: QTextBlock) -> float:
    return document.documentLayout().blockBoundingRect(block).bottom()


def _page_of(document: QTextDocument, block: QTextBlock, line: int = 0) -> int:
    """The page on which a block's first line stands, or its last one (-1).

    A block that does not fit begins on one page with its line on the next; a break before it would leave a
    page empty.
    """
    top, lines = document.documentLayout().blockBoundingRect(block).top(), block.layout()
    return int((top + lines.lineAt(line % lines.lineCount()).y()) / document.pageSize().height())


def _start(blank: QTextBlock) -> QTextBlock:
    """The beginning of a part: the blank line above it, or the title right above."""
    above = blank.previous()
    if not above.isValid() or not above.text().strip():
        return blank
    cursor = QTextCursor(above)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    return above if cursor.charFormat().fontWeight() >= QFont.Weight.DemiBold else blank


def _leaves_a_page_empty(document: QTextDocument, start: QTextBlock) -> bool:
    """Whether a break before a part comes a page too late.

    A table that fills its page to the edge, or a blank line that no longer fits below it, has begun the next
    page already, and nothing is seen on that page.
    """
    above = start.previous()
    while above.isValid() and not above.text().strip():
        above = above.previous()
    if not above.isValid():
        return False
    table = QTextCursor(above).currentTable()
    row = (
        (table.cellAt(table.rows() - 1, column) for column in range(table.columns()))
        if table is not None
        else ()
    )
    last = (above, *(cell.lastCursorPosition().block() for cell in row))
    return _page_of(document, start) - max(_page_of(document, each, -1) for each in last) > 1


def _set_break(block: QTextBlock, policy: QTextFormat.PageBreakFlag) -> None:
    set_ = block.blockFormat()
    set_.setPageBreakPolicy(policy)
    QTextCursor(block).setBlockFormat(set_)


_POINTS: Final = 8.5
_CROWDED: Final = 6.5
_FOOT: Final = 0.03
"""The height of a page below its text."""
_APART: Final = 1.0
"""A chart's line at the top of the next page lies on this page's edge, where printers would draw a thin
line.
"""
_MANY: Final = 8
"""From this number of columns on a part has smaller letters."""
_TO_SIGN: Final = 14
"""The room above a line to sign on, in points."""
_OVER: Final = 10
"""The room above a title among the parts, in points."""
_WHOLE: Final = 8
"""Up to so many lines a row stands on one page."""
_NEARLY: Final = 0.99
"""The share of the height left on a page that is padded: the rest is less than a line."""
_UNITS: Final = 96
"""A margin's units in an inch."""
_FOLDED: Final = 2
"""From this number of lines with only zeros on they become one line."""
_LABEL: Final = 22
"""The labels' width in per cent, where the texts of several parts stand beneath each other."""
_BETWEEN: Final = 12
"""The gap between two columns, in the document's pixels."""


def pdf_of(paper: Paper) -> bytes:
    """The document as a PDF with its pages numbered."""
    application()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = upright_a4(buffer)
    writer.setTitle(paper.title)
    writer.setCreator("dealer-console")
    _draw(document_of(paper, writer), writer)
    buffer.close()
    return bytes(written.data())


def upright_a4(buffer: QBuffer) -> QPdfWriter:
    """A writer of A4 pages, with the margins of all our documents."""
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    size, margins = QPageSize(QPageSize.PageSizeId.A4), QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
    upright, unit = QPageLayout.Orientation.Portrait, QPageLayout.Unit.Millimeter
    writer.setPageLayout(QPageLayout(size, upright, margins, unit))
    return writer


def _draw(document: QTextDocument, writer: QPdfWriter) -> None:
    """Paint one page after another, each with its number at the foot."""
    page = QSizeF(writer.pageLayout().paintRectPixels(DPI).size())
    foot = page.height() * _FOOT
    document.setPageSize(QSizeF(page.width(), math.floor(page.height() - foot)))
    keep_together(document)
    height, pages = document.pageSize().height(), document.pageCount()
    painter = QPainter(writer)
    for number in range(pages):
        if number:
            writer.newPage()
        paint_page(document, painter, number)
        painter.setFont(document.defaultFont())
        painter.setPen(QColor(QUIET))
        below = QRectF(0, height, page.width(), foot)
        painter.drawText(
            below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, f"{number + 1} / {pages}"
        )
    painter.end()


def paint_page(document: QTextDocument, painter: QPainter, number: int) -> None:
    """Paint one page of a document that is laid out already; nothing that belongs to the next page."""
    size = document.pageSize()
    view = QRectF(0, number * size.height(), size.width(), size.height() - _APART)
    painter.save()
    painter.translate(0, -view.top())
    painter.setClipRect(view)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = view
    document.documentLayout().draw(painter, context)
    painter.restore()


def empty_document(writer: QPdfWriter, points: float) -> QTextDocument:
    """An empty document, set for its printer or picture, with letters of a size."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    font = QFont()
    font.setFamilies(families())
    font.setPointSizeF(points)
    document.setDefaultFont(font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document


def document_of(paper: Paper, writer: QPdfWriter) -> QTextDocument:
    """The document, laid out for its printer or picture."""
    document = empty_document(writer, _POINTS)
    document.setHtml(_page(paper))
    set_charts(document, _charted(paper), Words(paper.language))
    return document


def _charted(paper: Paper) -> list[ChartedPart]:
    return [part for part in paper.parts if isinstance(part, ChartedPart)]


def _page(paper: Paper) -> str:
    head = "".join(f"<p>{escape(line)}</p>" for line in paper.head)
    footer = "".join(f'<p style="color:{QUIET}">{escape(line)}</p>' for line in paper.footer)
    parts = "".join(_parts(paper))
    title = f'<p style="font-size:{_POINTS * 2}pt"><b>{escape(paper.title)}</b></p>'
    body = f"{title}{head}{parts}{'<p>&nbsp;</p>' if footer else ''}{footer}"
    return f'<html><body style="color:{INK}" lang="{paper.language}">{body}</body></html>'


def fold_rows(part: Part, language: str) -> Part:
    """The part as it is printed: rows with only 0 become one line, rows without a value are left out."""
    filled = tuple(row for row in part.rows if any(cell is not None for cell in row[1:] or row))
    part = replace(part, rows=filled)
    zeros = [row for row in part.rows if _is_zero(row)]
    if len(zeros) < _FOLDED:
        return part
    words = Words(language)
    names = (inside(words, str(row[0])) for row in zeros)  # some have a comma of their own: “open, hours”
    several = reduce(lambda joined, more: words.text("access.more", said=joined, more=more), names)
    named = words.text("report.zeros", names=several)
    rows = tuple(row for row in part.rows if not _is_zero(row))
    return replace(part, rows=rows, note=" ".join(each for each in (named, part.note) if each))


def _is_zero(row: Sequence[Cell]) -> bool:
    figures = row[1:]
    return isinstance(row[0], str) and 0 in figures and all(each in (0, None) for each in figures)


def _parts(paper: Paper) -> Iterable[str]:
    about, charts = "", count()
    for part in (fold_rows(each, paper.language) for each in paper.parts):
        turns = "; page-break-before:always" if isinstance(part, Overleaf) else ""
        if part.about != about:
            about = part.about
            # Qt would drop a margin above it where a table stands above.
            yield f'<p style="font-size:{_OVER}pt; margin:0">&nbsp;</p>'
            style = f"font-size:{_POINTS * 1.3}pt; margin:0{turns if about else ''}"
            yield f'<p style="{style}"><b>{escape(about)}</b></p>'
            turns = "" if about else turns
        chart = anchor(next(charts)) if isinstance(part, ChartedPart) else ""
        yield _part(part, paper.language, chart, turns)


def _part(part: Part, language: str, chart: str, turns: str) -> str:
    """A heading under a thin line, or the chart that has one, and the rows below; ``turns`` begins a page."""
    cell = f"border-top:1px solid {RULE}; padding-top:2pt; color:{QUIET}"
    heading = f'<p style="font-size:4pt; margin:0{turns}">&nbsp;</p>' + (
        chart
        or f'<table width="100%" cellspacing="0" cellpadding="1"><tr><td style="{cell}">'
        f"<b>{escape(part.heading)}</b></td></tr></table>"
    )
    note_text = part.note if not says_note(part) else ""
    note = (
        f'<p style="color:{QUIET}; margin-top:2pt">{escape(with_whole_end(note_text))}</p>'
        if note_text
        else ""
    )
    return heading + (_table(part, language) if part.rows else "") + note


def _table(part: Part, language: str) -> str:
    size = _CROWDED if max(len(row) for row in part.rows) > _MANY else _POINTS
    figures = [
        any(isinstance(cell, int | float) for cell in column) for column in zip(*part.rows, strict=True)
    ]
    heads = [f'<span style="color:{QUIET}">{escape(each)}</span>' for each in part.columns]
    head = f"<thead>{_row(heads, figures, size)}</thead>" if any(part.columns) else ""
    signs = isinstance(part, ToSign)
    label = _LABEL if isinstance(part, LabelledTexts) else None
    rows = [
        _row([_cell(cell, language) for cell in row], figures, size, signs=signs, label=label)
        for row in part.rows
    ]
    return f'<table width="100%" cellspacing="0" cellpadding="2">{head}{"".join(rows)}</table>'


def _cell(cell: Cell, language: str) -> str:
    """A cell as a person reads it; an address is a link in the document."""
    if cell == "":
        return ""
    if isinstance(cell, Link):
        return f'<a href="{escape(cell.address)}" style="color:{LINKED}">{escape(cell.text)}</a>'
    return escape(with_whole_end(shorten(cell_text(cell, language))))


def _row(
    cells: Sequence[str],
    figures: Sequence[bool],
    size: float,
    *,
    signs: bool = False,
    label: int | None = None,
) -> str:
    """A row of a table; figures stand at the right of their columns.

    Where somebody ``signs``, an empty cell is a line to sign on. ``label`` is the share of the width that the
    first column has, in per cent, where that is set.
    """
    line = f"; border-bottom:1px solid {INK}"
    wide = f' width="{label}%"' if label is not None else ""
    room = f'<p style="font-size:{_TO_SIGN}pt; margin:0">&nbsp;</p>' if signs else ""
    set_ = (
        f'<td style="padding-right:{_BETWEEN}px{line if signs and not cell else ""}"'
        f' align="{"right" if figure else "left"}"{wide if not at else ""}>{room}{cell}</td>'
        for at, (cell, figure) in enumerate(zip(cells, figures, strict=True))
    )
    return f'<tr style="font-size:{size}pt">{"".join(set_)}</tr>'
