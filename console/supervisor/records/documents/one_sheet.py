"""Shortens a document for one sheet: the end of a list is left out, and the sheet says so; JSON has all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.records.documents.paper import Cell, LabelledTexts, Paper, Part, WorksheetPart

_BETS: Final = 3
"""A worksheet has room for this many times as many rows as any other list."""


class Density(NamedTuple):
    """A page's density: its letters in points, the most rows of a list, the most letters of a text."""

    points: float
    rows: int
    letters: int


DENSITIES: Final = (
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


def shortened(paper: Paper, density: Density) -> Paper:
    words = Words(paper.language)
    return replace(paper, parts=tuple(_shortened(part, density, words) for part in paper.parts))


def _shortened(part: Part, density: Density, words: Words) -> Part:
    rows = part.rows
    match part:
        case LabelledTexts():
            pass
        case WorksheetPart():  # Its bets are left out last of all, their sum never.
            rows = (*_foremost(rows[:-1], density.rows * _BETS), rows[-1])
        case _:
            rows = rows[: density.rows]
    left_out = len(part.rows) - len(rows)
    rest = words.count("record.rest", left_out) if left_out else ""
    cut = tuple(tuple(_cut(cell, density.letters) for cell in row) for row in rows)
    return replace(part, rows=cut, note=" ".join(each for each in (rest, part.note) if each))


def _foremost(rows: Sequence[tuple[Cell, ...]], room: int) -> list[tuple[Cell, ...]]:
    """The first rows in order, at most ``room``; those without an amount are left out first."""
    comes = [any(figure in str(row[-2:]) for figure in "123456789") for row in rows]
    chosen = sorted(range(len(rows)), key=lambda at: not comes[at])[:room]
    return [rows[at] for at in sorted(chosen)]


def _cut(cell: Cell, letters: int) -> Cell:
    if not isinstance(cell, str) or len(cell) <= letters:
        return cell
    return f"{cell[:letters].rstrip()}… [JSON]"
