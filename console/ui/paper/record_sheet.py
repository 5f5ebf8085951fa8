"""A record's page: one sheet of A4, drawn as a PDF.

The module sets a sheet's lines; their words are made elsewhere. Where there is no room, the end of a list is
left out and the sheet says so; the JSON export has everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)

from console.records.documents.paper import CardsOnPaper, Cell, DeedRow, LabelledText, Part, Sheet
from console.ui.kit.theme import families
from console.ui.paper.document import application
from console.ui.paper.ink import DPI, INK, LINKED, MARGIN, QUIET, RULE
from console.words import Words

_GAP: Final = 5.0
"""The space between two sections, in points."""
_BETWEEN: Final = 8
"""The space between two columns, in the document's pixels."""


_BETS: Final = 3
"""How many times as many rows a worksheet has room for as any other list."""


class Density(NamedTuple):
    """The density of a page: the size of its letters in points, the most rows of a list, the most letters of
    a text.
    """

    points: float
    rows: int
    letters: int


_DENSITIES: Final = (
    Density(10.0, 40, 2000),
    Density(9.5, 40, 2000),
    Density(9.0, 40, 2000),
    Density(8.5, 30, 2000),
    Density(8.0, 24, 2000),
    Density(7.5, 20, 800),
    Density(7.5, 16, 240),
    Density(7.0, 10, 160),
    Density(7.0, 5, 90),
    Density(6.5, 4, 60),
    Density(6.5, 3, 40),
)
"""The loosest setting that fits is used; the last one fits any record."""


def pdf_of(sheet: Sheet, words: Words) -> bytes:
    """The sheet as a PDF of one page; ``words`` are its language's."""
    application()
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = writer_to(buffer, sheet)
    document = fit_sheet(sheet, words, writer)
    painter = QPainter(writer)
    document.documentLayout().draw(painter, QAbstractTextDocumentLayout.PaintContext())
    painter.end()
    buffer.close()
    return bytes(written.data())


def fit_sheet(sheet: Sheet, words: Words, writer: QPdfWriter) -> QTextDocument:
    """The sheet set as loosely as one page allows."""
    page = writer.pageLayout().paintRectPixels(DPI).size()
    document = QTextDocument()
    for density in _DENSITIES:
        document = _set(sheet, words, density, writer)
        document.setPageSize(QSizeF(page))
        if document.pageCount() == 1:
            break
    return document


def writer_to(buffer: QBuffer, sheet: Sheet) -> QPdfWriter:
    """A printer that writes a page of A4 into the buffer."""
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    size = QPageSize(QPageSize.PageSizeId.A4)
    margins = QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter)
    writer.setPageLayout(layout)
    writer.setTitle(f"{sheet.title} {sheet.id}")
    writer.setCreator("dealer-console")
    return writer


def _set(sheet: Sheet, words: Words, density: Density, writer: QPdfWriter) -> QTextDocument:
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    font = QFont()
    font.setFamilies(families())
    font.setPointSizeF(density.points)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    document.setHtml(_page(sheet, words, density))
    return document


def _page(sheet: Sheet, words: Words, density: Density) -> str:
    """The whole page in the document's own HTML."""
    size = density.points
    facts = _lines(sheet.facts, density)
    decided = _lines(sheet.decided, density)
    parts = [
        _head(sheet, size),
        _section(words, "when", _two_columns(sheet.when, density)),
        _section(words, "facts", facts) if sheet.facts else "",
        _section(words, "outcome", decided) if sheet.decided else "",
        _section(words, "spin" if sheet.of_wheel else "hands", _side_by_side(sheet.hands)),
        _section(words, "side_bets", _lines(sheet.side_bets, density)) if sheet.side_bets else "",
        *(_worksheet(part, words, density) for part in sheet.worksheets),
        _deeds(words, "spins", sheet.spins, density, (53, 25, 22)) if sheet.of_wheel else "",
        _deeds(words, "answers", sheet.answers, density, (53, 25, 22)) if sheet.answers else "",
        _deeds(words, "steps", sheet.steps, density, (53, 25, 22)),
        "" if sheet.of_wheel else _deeds(words, "corrections", sheet.corrections, density, (53, 25, 22)),
        _deeds(words, "remarks", sheet.remarks, density, (66, 22, 12)),
        _readings(words, sheet, density),
        f'<p style="{_set_in(_GAP)}">&nbsp;</p>',
        *(_quiet(each, size) for each in sheet.footer),
    ]
    return f'<html><body style="color:{INK}" lang="{sheet.language}">{"".join(parts)}</body></html>'


def _head(sheet: Sheet, size: float) -> str:
    """Title and id, the incident's kind, the outcome, and its rule."""
    top = _row((escape(sheet.title), _end(f"<b>{escape(sheet.id)}</b>")), (60, 40))
    outcome = f'<p style="{_set_in(size * 1.3)}"><b>{escape(sheet.outcome)}</b></p>' if sheet.outcome else ""
    return (
        f'<table width="100%" cellspacing="0" cellpadding="0" style="color:{QUIET}">{top}</table>'
        f'<p style="{_set_in(size * 2.0)}"><b>{escape(sheet.kind)}</b></p>'
        f'{outcome}<p style="{_set_in(size)}">{escape(sheet.basis)}</p>'
        f'<p style="{_set_in(size)}">{escape(sheet.sense)}</p>'
    )


def _section(words: Words, heading: str, content: str) -> str:
    """A heading under a thin line, and what stands below."""
    return _titled(words.text(f"record.head.{heading}"), content)


def _titled(heading: str, content: str) -> str:
    title = escape(heading)
    cell = f"border-top:1px solid {RULE}; padding-top:2pt; color:{QUIET}"
    return (
        f'<p style="{_set_in(_GAP)}">&nbsp;</p>'
        f'<table width="100%" cellspacing="0" cellpadding="1">'
        f'<tr><td style="{cell}"><b>{title}</b></td></tr></table>{content}'
    )


def _lines(lines: Iterable[LabelledText], density: Density) -> str:
    rows = (_row((_muted(line.label), _text(line.text, density)), (38, 62)) for line in lines)
    return _table(rows)


def _two_columns(lines: Sequence[LabelledText], density: Density) -> str:
    """Times on the left, places on the right."""
    half = (len(lines) + 1) // 2
    pairs = zip(lines[:half], (*lines[half:], LabelledText("", "")), strict=False)
    rows = (
        _row((_muted(a.label), _led(a, density), _muted(b.label), _led(b, density)), _FOUR) for a, b in pairs
    )
    return _table(rows)


def _led(line: LabelledText, density: Density) -> str:
    """A line's text, which may lead to an address."""
    text = _text(line.text, density)
    return f'<a href="{escape(line.address)}" style="color:{LINKED}">{text}</a>' if line.address else text


_FOUR: Final = (15, 40, 13, 32)


def _side_by_side(hands: Sequence[CardsOnPaper]) -> str:
    cells = (f"<b>{escape(lying.heading)}</b>{_lying(lying)}" for lying in hands)
    return _table([_row(tuple(cells), (50, 50))])


def _lying(lying: CardsOnPaper) -> str:
    rows = (_row((_muted(line.label), escape(line.text)), (40, 60)) for line in lying.lines)
    return _table(rows)


def _deeds(
    words: Words, heading: str, deeds: Sequence[DeedRow], density: Density, widths: Sequence[int]
) -> str:
    """The deeds, one row for each act; of a long list as many as fit."""
    rows = []
    for deed in deeds[: density.rows]:
        whole = words.side_by_side((deed.what, deed.more))
        rows.append(_row((_text(whole, density), _text(deed.by, density), _end(escape(deed.at))), widths))
    return _section(words, heading, _list(words, rows) + _rest(words, len(deeds) - density.rows))


def _worksheet(part: Part, words: Words, density: Density) -> str:
    """Bets at the left, amounts aligned right; bets are left out only after all else, their sums never."""
    *rows, total = part.rows
    room = density.rows * _BETS
    shown_rows = [part.columns, *_foremost(rows, room), total]
    widths = (34, *(66 // (len(part.columns) - 1) for _ in part.columns[1:]))
    last = len(shown_rows) - 1
    lines = [_amounts(row, widths, heavy=at in (0, last)) for at, row in enumerate(shown_rows)]
    note = f"<p>{escape(part.note)}</p>" if part.note else ""
    return _titled(part.heading, _table(lines) + _rest(words, len(rows) - room) + note)


def _foremost(rows: Sequence[tuple[Cell, ...]], room: int) -> list[tuple[Cell, ...]]:
    """The first so many rows in their order; rows without an amount are left out first."""
    comes = [any(figure in str(row[-2:]) for figure in "123456789") for row in rows]
    chosen = sorted(range(len(rows)), key=lambda at: not comes[at])[:room]
    return [rows[at] for at in sorted(chosen)]


def _amounts(row: Sequence[Cell], widths: Sequence[int], *, heavy: bool) -> str:
    cells = [escape(str(cell)) for cell in row]
    cells = [f"<b>{cell}</b>" for cell in cells] if heavy else cells
    return _row((cells[0], *map(_end, cells[1:])), widths)


def _readings(words: Words, sheet: Sheet, density: Density) -> str:
    rows = []
    for deed in sheet.readings[: density.rows]:
        cells = (_text(each, density) for each in (deed.at, deed.by, deed.what, deed.more))
        rows.append(_row(tuple(cells), (14, 17, 25, 44)))
    sealed = f"<p>{escape(sheet.sealed)}</p>" if sheet.sealed else ""
    more = _rest(words, len(sheet.readings) - density.rows)
    return _section(words, "readings", sealed + _list(words, rows) + more)


def _list(words: Words, rows: Sequence[str]) -> str:
    """The rows, or the words for none."""
    return _table(rows or [_row((_muted(words.text("record.none")),), (100,))])


def _rest(words: Words, count: int) -> str:
    return f"<p>{_muted(words.count('record.rest', count))}</p>" if count > 0 else ""


def _table(rows: Iterable[str]) -> str:
    return f'<table width="100%" cellspacing="0" cellpadding="1">{"".join(rows)}</table>'


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    gaps = (*(_BETWEEN for _ in cells[1:]), 0)
    set_ = (
        f'<td width="{width}%" style="padding-right:{gap}px">{cell}</td>'
        for cell, width, gap in zip(cells, widths, gaps, strict=True)
    )
    return f"<tr>{''.join(set_)}</tr>"


def _muted(text: str) -> str:
    return f'<span style="color:{QUIET}">{escape(text)}</span>'


def _end(html: str) -> str:
    return f'<div align="right">{html}</div>'


def _quiet(text: str, size: float) -> str:
    return f'<p style="{_set_in(size * 0.85)}; color:{QUIET}">{escape(text)}</p>'


def _set_in(points: float) -> str:
    return f"font-size:{points:.1f}pt; margin-top:0; margin-bottom:0"


def _text(text: str, density: Density) -> str:
    """The text, cut where a page has no room for all of it."""
    letters = density.letters
    return escape(text if len(text) <= letters else f"{text[:letters].rstrip()}… [JSON]")
