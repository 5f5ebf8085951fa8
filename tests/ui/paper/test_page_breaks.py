"""A table's heads and its first row stand on one page, wherever the page ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPdfWriter,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from console.records.documents.paper import Overleaf, Paper, Part
from console.reports.charts import ChartedPart, KindBar, Kinds
from console.ui.paper.document import document_of, keep_heads, keep_together, paint_page
from console.ui.paper.ink import DPI

pytestmark = pytest.mark.usefixtures("qapp")


def page_of(document: QTextDocument, text: str) -> int:
    """The page on which the first line of the first block with a text stands."""
    block = document.begin()
    while block.text() != text:
        block = block.next()
        assert block.isValid(), text
    top = document.documentLayout().blockBoundingRect(block).top() + block.layout().lineAt(0).y()
    return int(top / document.pageSize().height())


def writer_to(buffer: QBuffer) -> QPdfWriter:
    """The PDF writer that a document is set for."""
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    return writer


def test_no_heads_stand_alone_at_a_pages_foot() -> None:
    """Among papers of every length some would break between heads and row."""
    parted = 0
    for length in range(30, 90):
        filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(length)))
        part = Part("Table 7", "Heading", ("Dealer", "Rounds"), (("Rasa K.", 1), ("Jonas P.", 2)))
        document = document_of(Paper("en", "Title", (), (filler, part), ()), writer_to(QBuffer()))
        document.setPageSize(QSizeF(2000, 2000))
        texts = ("Heading", "Dealer", "Rasa K.")
        parted += len({page_of(document, text) for text in texts}) > 1
        keep_heads(document)
        assert len({page_of(document, text) for text in texts}) == 1, length
        assert page_of(document, "Table 7") == page_of(document, "Heading"), length
    assert parted


def test_a_row_of_few_lines_stands_on_one_page_and_one_of_many_may_go_on() -> None:
    """Pages of every height, of which some would part a row; the heads stand above each page's first row."""
    few, many = "two or three lines of a cell " * 10, "a long list of names " * 60
    rows = tuple((f"row {at}", many if at == 12 else few) for at in range(24))
    parted, gone_on = 0, 0
    for height in range(1200, 2000, 40):
        paper = Paper("en", "Title", (), (Part("", "Heading", ("Name", "What"), rows),), ())
        document = document_of(paper, writer_to(QBuffer()))
        document.setPageSize(QSizeF(2000, height))
        parted += len(parted_rows(document))
        keep_together(document)
        gone_on += parted_rows(document) == [12]
        assert set(parted_rows(document)) <= {12}, height
        assert pages_with_text(document) == set(range(document.pageCount())), height
    assert parted and gone_on


def parted_rows(document: QTextDocument) -> list[int]:
    """The numbers of the rows with a cell that begins on one page and ends on another."""
    (table,) = (
        frame
        for frame in document.rootFrame().childFrames()
        if isinstance(frame, QTextTable) and frame.columns() == 2
    )
    found = []
    for row in range(1, table.rows()):
        block = table.cellAt(row, 1).firstCursorPosition().block()
        top, lines = document.documentLayout().blockBoundingRect(block).top(), block.layout()
        ends = (lines.lineAt(at).y() for at in (0, lines.lineCount() - 1))
        if len({int((top + line) / document.pageSize().height()) for line in ends}) > 1:
            found.append(row - 1)
    return found


def pages_with_text(document: QTextDocument) -> set[int]:
    """The pages on which something can be read."""
    found, block = set[int](), document.begin()
    while block.isValid():
        if block.text().strip():
            top = document.documentLayout().blockBoundingRect(block).top()
            lines = (block.layout().lineAt(at).y() for at in range(block.layout().lineCount()))
            found |= {int((top + line) / document.pageSize().height()) for line in lines}
        block = block.next()
    return found


@pytest.mark.parametrize("kind", [Part, Overleaf])
@pytest.mark.parametrize("about", ["", "Table 7"])
def test_no_page_is_empty_where_a_part_begins_at_a_pages_very_edge(kind: type[Part], about: str) -> None:
    """The page's edge moves over the last rows of one part and the blank line above the next."""
    turned = set[bool]()
    filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(25)))
    part = kind(about, "Heading", ("Dealer", "Rounds"), tuple((f"line {at}", at) for at in range(9)))
    for height in range(1780, 1880, 8):
        document = document_of(Paper("en", "Title", (), (filler, part), ()), writer_to(QBuffer()))
        document.setPageSize(QSizeF(2000, height))
        keep_heads(document)
        assert pages_with_text(document) == set(range(document.pageCount())), height
        assert len({page_of(document, text) for text in ("Heading", "Dealer", "line 0")}) == 1, height
        turned.add(page_of(document, "row 24") == page_of(document, "Heading"))
    assert (True in turned) == (kind is Part), "and a part that asks for a page of its own has one"


def test_a_chart_that_begins_a_page_leaves_no_rule_at_the_foot_of_the_one_before() -> None:
    filler = Part("", "Filler", ("a",), tuple((f"row {at}",) for at in range(3)))
    chart = ChartedPart("", "Kinds", ("a",), (("x",),), chart=Kinds((KindBar("card_fell", 3),)))
    document = document_of(Paper("en", "Title", (), (filler, chart), ()), writer_to(QBuffer()))
    document.setPageSize(QSizeF(1000, 700.6))  # as a page has that leaves a share to its foot
    anchor = document.find("\ufffc").block()
    set_ = anchor.blockFormat()
    set_.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(anchor).setBlockFormat(set_)
    assert document.documentLayout().blockBoundingRect(anchor).bottom() > 720, "it is on the next page"
    page = QImage(1000, 720, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    painter = QPainter(page)
    paint_page(document, painter, 0)
    painter.end()
    foot = {page.pixelColor(x, y).lightness() for x in range(0, 1000, 7) for y in range(690, 720)}
    assert foot == {255}
