"""The text on the pages of a document, line by line, as it is set for a printer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QTextDocument

from console.base.words.line_breaks import is_wide
from console.supervisor.records import Paper
from console.supervisor.ui.paper.document import Setting, pages_of, writer_to
from console.supervisor.ui.paper.pages import Placed, paginate


def pages(paper: Paper) -> list[list[Placed]]:
    """The document's pages."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return pages_of(paper, writer_to(buffer, paper.form))


def pages_of_size(paper: Paper, wide: float, high: float) -> list[list[str]]:
    """The lines on the document's pages, were they of another size."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    strips = Setting(paper, writer_to(buffer), wide, 8.5).strips()
    return [lines_on(page) for page in paginate(strips, high)]


def lines_on(page: Sequence[Placed]) -> list[str]:
    """The lines on a page; a chart has none."""
    return [line for strip, _ in page for line in _lines(strip.paint)]


def documents_on(page: Sequence[Placed]) -> list[QTextDocument]:
    """The texts of which a page shows something."""
    texts = (getattr(strip.paint, "__self__", None) for strip, _ in page)
    return [*{id(each.text): each.text for each in texts if each is not None}.values()]


def _lines(paint: Any) -> Iterator[str]:
    of = getattr(paint, "__self__", None)
    if of is None:
        return
    for middle, line in _set_lines(of.text):
        if of.top < middle < of.bottom:
            yield line


@lru_cache(maxsize=4)
def _set_lines(document: QTextDocument) -> list[tuple[float, str]]:
    """Each line of a text, with the height of its middle: rows of a table are asked for one after another."""
    block, found = document.begin(), list[tuple[float, str]]()
    while block.isValid():
        top, lines = document.documentLayout().blockBoundingRect(block).top(), block.layout()
        for line in (lines.lineAt(at) for at in range(lines.lineCount())):
            text = block.text()[line.textStart() : line.textStart() + line.textLength()]
            found.append((top + line.y() + line.height() / 2, text))
        block = block.next()
    return found


def torn_words(paper: Paper) -> Iterator[str]:
    """The texts with a word that is broken inside, with a stroke at the break; kanji and kana may part."""
    for document in (each for page in pages(paper) for each in documents_on(page)):
        block = document.begin()
        while block.isValid():
            text, layout = block.text(), block.layout()
            for line in (layout.lineAt(at) for at in range(layout.lineCount() - 1)):
                end = line.textStart() + line.textLength()
                around = text[end - 1 : end + 1]
                if around.isalpha() and not any(map(is_wide, around)):
                    yield f"{text[:end]}|{text[end:]}"
            block = block.next()


def text_of(paper: Paper) -> str:
    """All that can be read in the document, with a line for each line."""
    return "\n".join(line for page in pages(paper) for line in lines_on(page))
