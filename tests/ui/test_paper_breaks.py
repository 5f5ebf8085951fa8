"""A table's heads and its first row stand on one page, wherever the page ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSizeF
from PySide6.QtGui import QPdfWriter, QTextDocument

from console.records.paper import Paper, Part
from console.ui.paper_breaks import keep_heads
from console.ui.paper_ink import DPI
from console.ui.paper_page import document_of

pytestmark = pytest.mark.usefixtures("qapp")


def page_of(document: QTextDocument, text: str) -> int:
    """The page on which the first line of the first block with a text stands."""
    block = document.begin()
    while block.text() != text:
        block = block.next()
        assert block.isValid(), text
    top = document.documentLayout().blockBoundingRect(block).top() + block.layout().lineAt(0).y()
    return int(top / document.pageSize().height())


def test_no_heads_stand_alone_at_a_pages_foot() -> None:
    """Among papers of every length some would break between heads and row."""
    parted = 0
    for length in range(30, 90):
        filler = Part("", "Filler", ("a", "b"), tuple((f"row {at}", at) for at in range(length)))
        told = Part("Table 7", "Heading", ("Dealer", "Rounds"), (("Rasa K.", 1), ("Jonas P.", 2)))
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(DPI)
        document = document_of(Paper("en", "Title", (), (filler, told), ()), writer)
        document.setPageSize(QSizeF(2000, 2000))
        texts = ("Heading", "Dealer", "Rasa K.")
        parted += len({page_of(document, text) for text in texts}) > 1
        keep_heads(document)
        assert len({page_of(document, text) for text in texts}) == 1, length
        assert page_of(document, "Table 7") == page_of(document, "Heading"), length
    assert parted
