"""A document as one HTML file: it needs no network, prints on paper, and its links stay inside it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final

from console.supervisor.records.documents.paper import (
    AnswerPart,
    Cell,
    LabelledTexts,
    Link,
    Paper,
    Part,
    Pictured,
    cell_text,
    plain,
    without_pages,
)

ATTACHMENT: Final = "attachment"
_STYLE: Final = """
body { font: 1rem/1.45 "Noto Sans", "Noto Sans CJK JP", "Segoe UI", "Yu Gothic UI", "Helvetica Neue",
  "Hiragino Sans", sans-serif; color: #14181a; background: #fff; max-width: 46rem; margin: 2rem auto;
  padding: 0 1rem; }
section { border-top: 2px solid #14181a; margin-top: 2.5rem; break-inside: auto; }
h2 { font-size: 1.5rem; margin: .6rem 0; }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .3rem; padding-top: .4rem; border-top: 1px solid #14181a; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0; }
th { font-weight: normal; color: #5e6a70; }
tr.sought td { font-size: 1.25rem; font-weight: bold; }
tr, h3 { break-inside: avoid; }
h2, h3 { break-after: avoid; }
img { max-width: 100%; height: auto; }
a { color: #1f4e79; }
.quiet { color: #5e6a70; }
@media print { section { break-before: page; border: 0; } body { margin: 0; max-width: none; } }
"""


def html_of(paper: Paper) -> bytes:
    """The document as HTML in UTF-8, with its attachment for programs."""
    return "\n".join(_lines(paper)).encode()


def _lines(paper: Paper) -> Iterator[str]:
    title = escape(plain(paper).title)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{paper.language}"><head><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style></head><body><h1>{title}</h1>"
    yield from (f"<p>{_text(line)}</p>" for line in paper.head)
    for about, parts in groupby(paper.parts, key=lambda part: part.about):
        yield "<section>"
        yield f"<h2>{_text(about)}</h2>" if about and about != paper.title else ""
        for part in parts:
            yield from _part(without_pages(part), paper.language)
        yield "</section>"
    yield from (f'<p class="quiet">{_text(line)}</p>' for line in paper.footer)
    if paper.attachment:
        kept = paper.attachment.replace("<", "\\u003c")
        yield f'<script type="application/json" id="{ATTACHMENT}">{kept}</script>'
    yield "</body></html>"


def _part(part: Part, language: str) -> Iterator[str]:
    place = f' id="{escape(part.place)}"' if part.place else ""
    yield f"<div{place}>"
    if part.heading:
        yield f"<h3>{_text(part.heading)}</h3>"
    if isinstance(part, Pictured):
        source = f"data:image/png;base64,{b64encode(part.picture).decode()}"
        yield f'<p><img src="{source}" alt="{escape(part.described)}"></p>'
    if part.rows:
        yield "<table>"
        if any(part.columns):
            yield f"<tr>{''.join(f'<th>{_text(each)}</th>' for each in part.columns)}</tr>"
        for number, row in enumerate(part.rows):
            sought = ' class="sought"' if isinstance(part, AnswerPart) and not number else ""
            cells = [_cell(cell, language) for cell in row]
            if isinstance(part, LabelledTexts):
                label, *cells = cells
                yield f"<tr{sought}><th>{label}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            else:
                yield f"<tr{sought}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        yield "</table>"
    if part.note:
        yield f'<p class="quiet">{_text(part.note)}</p>'
    yield "</div>"


def _cell(cell: Cell, language: str) -> str:
    if not isinstance(cell, Link):
        return _text(cell_text(cell, language)) if cell != "" else ""
    address = cell.address if cell.place is None else f"#{cell.place}"
    return f'<a href="{escape(address)}">{_text(cell.text)}</a>'


def _text(text: str) -> str:
    return escape(text).replace("\u00ad", "&shy;").replace("\n", "<br>")
