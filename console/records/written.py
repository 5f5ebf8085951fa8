"""A document as the lines of a terminal, as CSV, as a workbook.

Text that a spreadsheet would take for a formula is kept from being one: marked as text in a workbook, led in
by an apostrophe in CSV (OWASP, CSV Injection), where nothing else marks it. A CSV is opened by spreadsheets
of five markets, of which four separate cells by a semicolon and read our commas and quotes as text: what
follows a semicolon, a tab or a line's end inside a text would be a cell of its own there, and is led in too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from io import BytesIO, StringIO
from typing import Final
from unicodedata import east_asian_width

from console.records.paper import Cell, Link, Paper, Part, plain, shown

BEGINS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes a cell for a formula by, the full-width forms too."""
_SIGNS: Final = "".join(each for each in BEGINS_FORMULA if not each.isspace())
_CELL_BEGINS: Final = r"(?:^|[;\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029])[\s\"\u200b\ufeff]*"
"""Where it does to some reader, with the quotes and blanks that one may read away."""
_FORMULA: Final = re.compile(rf"({_CELL_BEGINS})(?=[{re.escape(_SIGNS)}])")
BYTE_ORDER_MARK: Final = "\ufeff"
"""By which spreadsheets know that a CSV is UTF-8."""
_SHEET_NAME: Final = 31
_NOT_IN_A_NAME: Final = str.maketrans("", "", "[]:*?/\\'")
_GAP: Final = "  "


# --- a terminal ------------------------------------------------------------------------------------


def lines_of(paper: Paper) -> Iterator[str]:
    """The document for a terminal, its columns under each other."""
    paper = plain(paper)
    yield paper.title
    yield from paper.head
    about = ""
    for part in paper.parts:
        if part.about != about:
            about = part.about
            yield from ("", about)
        yield from ("", part.heading)
        yield from (f"  {line}" for line in columns_of(part, paper.language))
        yield from (f"  {part.note}",) if part.note else ()
    yield from ("", *paper.footer)


def columns_of(part: Part, language: str) -> Iterator[str]:
    """A part's rows for a terminal, its columns under each other."""
    heads = [part.columns] if any(part.columns) and part.rows else []
    rows = [*heads, *(tuple(_with_address(cell, language) for cell in row) for row in part.rows)]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell}{' ' * (width - _width(cell))}" for cell, width in zip(row, widths, strict=True))
        yield _GAP.join(cells).rstrip()


def _with_address(cell: Cell, language: str) -> str:
    return f"{cell.text}  {cell.address}" if isinstance(cell, Link) else shown(cell, language)


def _width(text: str) -> int:
    """How many places a text takes on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


# --- CSV -------------------------------------------------------------------------------------------


def csv_of(paper: Paper) -> bytes:
    """RFC 4180 in UTF-8: each row begins with its table and its part, a part's first row has its columns.

    Commas between cells, every text in quotes, figures bare with a decimal point.
    """
    paper, out = plain(paper), StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for line in (paper.title, *paper.head):
        writer.writerow([_safe(line)])
    for part in paper.parts:
        for row in _whole(part):
            writer.writerow([_csv_cell(cell) for cell in (part.about, part.heading, *row)])
    for line in paper.footer:
        writer.writerow([_safe(line)])
    return (BYTE_ORDER_MARK + out.getvalue()).encode("utf-8", "backslashreplace")


def _whole(part: Part) -> Iterator[tuple[Cell, ...]]:
    if part.rows:
        yield part.columns
    yield from part.rows
    if part.note:
        yield (part.note,)


def _csv_cell(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, Link):
        return _safe(f"{cell.text} {cell.address}")
    return _safe(cell) if isinstance(cell, str) else cell


def _safe(text: str) -> str:
    """Text that no spreadsheet reckons with, by whatever it separates cells."""
    led_in = _FORMULA.sub(r"\1'", text)
    return f"'{led_in}" if led_in.startswith(BEGINS_FORMULA) else led_in


# --- a workbook ------------------------------------------------------------------------------------


def xlsx_of(paper: Paper) -> bytes:
    """A workbook: a first sheet with the heading, then a sheet a part; written row by row."""
    from xlsxwriter import Workbook  # only who exports pays for it

    paper, out = plain(paper), BytesIO()
    with Workbook(
        out, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        bold, text = book.add_format({"bold": True}), book.add_format({"quote_prefix": True})
        first = book.add_worksheet(_sheet_name(paper.title, ()))
        for number, line in enumerate((paper.title, *paper.head, *paper.footer)):
            first.write_string(number, 0, line, text)
        names = [first.get_name()]
        for part in paper.parts:
            names.append(_sheet_name(part.heading, names))
            sheet = book.add_worksheet(names[-1])
            for number, row in enumerate(((part.about,), *_whole(part)) if part.about else _whole(part)):
                heading = number == bool(part.about) and bool(part.rows)
                for place, cell in enumerate(row):
                    if isinstance(cell, str):
                        sheet.write_string(number, place, cell, bold if heading else text)
                    elif isinstance(cell, Link):
                        sheet.write_url(number, place, cell.address, string=cell.text)
                    elif cell is not None:
                        sheet.write_number(number, place, cell)
    return out.getvalue()


def _sheet_name(heading: str, taken: Iterable[str]) -> str:
    """A name that a workbook allows and has not yet."""
    name = heading.translate(_NOT_IN_A_NAME).strip() or "-"
    number, short = 1, name[:_SHEET_NAME]
    while short.casefold() in {each.casefold() for each in taken}:
        number += 1
        short = f"{name[: _SHEET_NAME - len(str(number)) - 1]} {number}"
    return short
