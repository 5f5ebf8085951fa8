"""A document's pages: A4 upright, as many as it takes, drawn as a PDF.

Knows parts with rows and how they are set; the words in them are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument, QTextOption

from console.records.paper import Cell, Paper, Part, shown
from console.ui.record_page import application
from console.ui.theme import families

MARGIN: Final = 14.0
"""Of the page on each side, in millimetres."""
DPI: Final = 300
_POINTS: Final = 8.5
_CROWDED: Final = 6.5
_MANY: Final = 8
"""Columns from which on a part is set smaller."""
_INK: Final = "#14181A"
_QUIET: Final = "#5E6A70"
_RULE: Final = "#C9CFD2"


def pdf_of(paper: Paper) -> bytes:
    """The document as a PDF with its pages numbered."""
    application()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    size, margins = QPageSize(QPageSize.PageSizeId.A4), QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
    upright, unit = QPageLayout.Orientation.Portrait, QPageLayout.Unit.Millimeter
    writer.setPageLayout(QPageLayout(size, upright, margins, unit))
    writer.setTitle(paper.title)
    writer.setCreator("dealer-console")
    document_of(paper).print_(writer)
    buffer.close()
    return bytes(written.data())


def document_of(paper: Paper) -> QTextDocument:
    """The document as it is set."""
    document = QTextDocument()
    font = QFont()
    font.setFamilies(families())
    font.setPointSizeF(_POINTS)
    document.setDefaultFont(font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    document.setHtml(_page(paper))
    return document


def _page(paper: Paper) -> str:
    head = "".join(f"<p>{escape(line)}</p>" for line in paper.head)
    footer = "".join(f'<p style="color:{_QUIET}">{escape(line)}</p>' for line in paper.footer)
    parts = "".join(_parts(paper))
    title = f'<p style="font-size:{_POINTS * 2}pt"><b>{escape(paper.title)}</b></p>'
    body = f"{title}{head}{parts}<p>&nbsp;</p>{footer}"
    return f'<html><body style="color:{_INK}" lang="{paper.language}">{body}</body></html>'


def _parts(paper: Paper) -> Iterable[str]:
    about = ""
    for part in paper.parts:
        if part.about != about:
            about = part.about
            yield f'<p style="font-size:{_POINTS * 1.3}pt; margin-top:12pt"><b>{escape(about)}</b></p>'
        yield _part(part, paper.language)


def _part(part: Part, language: str) -> str:
    """A heading under a hairline, and the rows below."""
    cell = f"border-top:1px solid {_RULE}; padding-top:2pt; color:{_QUIET}"
    heading = (
        '<p style="font-size:4pt; margin:0">&nbsp;</p><table width="100%" cellspacing="0" cellpadding="1">'
        f'<tr><td style="{cell}"><b>{escape(part.heading)}</b></td></tr></table>'
    )
    note = f'<p style="color:{_QUIET}; margin-top:2pt">{escape(part.note)}</p>' if part.note else ""
    return heading + (_table(part, language) if part.rows else "") + note


def _table(part: Part, language: str) -> str:
    size = _CROWDED if max(len(row) for row in part.rows) > _MANY else _POINTS
    heads = _row((f"<i>{escape(each)}</i>" for each in part.columns), size) if any(part.columns) else ""
    rows = "".join(_row((_cell(cell, language) for cell in row), size) for row in part.rows)
    return f'<table width="100%" cellspacing="0" cellpadding="2">{heads}{rows}</table>'


def _row(cells: Iterable[str], size: float) -> str:
    return f'<tr style="font-size:{size}pt">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _cell(cell: Cell, language: str) -> str:
    text = escape(shown(cell, language))
    return text if isinstance(cell, str) or cell is None else f'<div align="right">{text}</div>'
