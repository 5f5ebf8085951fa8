"""A document in one language as parts with rows: what is printed on a terminal or a page, and exported.

A cell is text or a figure; a figure stays one up to where it is written, so that a spreadsheet can add it.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Link(msgspec.Struct, frozen=True):
    """A text that leads to an address on the web."""

    text: str
    address: str


Cell: TypeAlias = str | int | float | Link | None
"""None is an empty cell."""

SOFT_HYPHEN = "\u00ad"
POINT = frozenset(("en", "ja"))
"""The languages that write a decimal point; the others write a comma."""


class Part(msgspec.Struct, frozen=True):
    """A heading with rows under it; ``about`` names the table where there are several.

    Without rows the ``note`` says why; with rows it says what they can't.
    """

    about: str
    heading: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""


class Overleaf(Part, frozen=True):
    """A part that begins a page where it is printed."""


class ToSign(Part, frozen=True):
    """A part to be signed by hand where it is printed: its empty cells are lines there."""


class Paper(msgspec.Struct, frozen=True):
    """A whole document; ``head`` are the lines under its title, ``footer`` those at its end."""

    language: str
    title: str
    head: tuple[str, ...]
    parts: tuple[Part, ...]
    footer: tuple[str, ...]


def plain(paper: Paper) -> Paper:
    """The document without the places at which a page may break a word."""
    written = msgspec.json.encode(paper).decode().replace(SOFT_HYPHEN, "")
    return msgspec.json.decode(written, type=Paper)


def shown(cell: Cell, language: str) -> str:
    """A cell as a person of this language reads it; an empty one is a dash."""
    match cell:
        case None:
            return "–"
        case Link():
            return cell.text
        case float():
            figure = f"{cell:.1f}"
            return figure if language in POINT else figure.replace(".", ",")
        case _:
            return str(cell)
