"""A document in one language as parts with rows, or as a record's lines: for a terminal, a page, an export.

:mod:`console.supervisor.records.documents.record_words` puts values into words, and `ui` sets them. Figures
and times in cells stay such until they are written: a spreadsheet can add them, a page has them in its
reader's language, and programs read ISO 8601. People's own text shows invisible and direction marks by name.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from console.base.words import LOCALES, date_text, figure, length_text, which_of_cell

PLACE: Final = "place:"
"""The beginning of an address in the document itself; the part's name follows."""


class Link(msgspec.Struct, frozen=True):
    """A text with the address that it opens, on the web or in the document; without text, a page number."""

    text: str
    address: str

    @property
    def place(self) -> str | None:
        """The name of the place in the document; None for an address on the web."""
        return self.address.removeprefix(PLACE) if self.address.startswith(PLACE) else None


Cell: TypeAlias = str | int | float | date | time | timedelta | Link | None
"""The content of a cell, or None. A time is local; it has its offset only if a clock shows it twice."""

SOFT_HYPHEN = "\u00ad"
_Each = TypeVar("_Each")


class Part(msgspec.Struct, frozen=True):
    """A heading with rows; ``about`` names the table if there are several. The ``note`` says why there are no
    rows, or what they do not show.
    """

    about: str
    heading: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    sheet: str = ""
    """A shorter name for its sheet in a workbook if the heading is too long."""
    place: str = ""
    """The name by which links of the document lead here."""


class Overleaf(Part, frozen=True):
    """A part that begins a new printed page."""


def overleaf(part: Part) -> Overleaf:
    return Overleaf(part.about, part.heading, part.columns, part.rows, part.note, part.sheet)


class WholePart(Part, frozen=True):
    """A part printed with its empty rows: they are the gaps that it is read for."""


class LeadPart(Part, frozen=True, kw_only=True):
    """The part that people read first: its letters are never smaller than the others'."""

    told: int
    """The column of several sentences; a dot in another one may belong to a name."""


class LabelledTexts(Part, frozen=True):
    """A part of labels with their texts, which on paper begin at the same place in all such parts."""


class TwoColumns(LabelledTexts, frozen=True):
    """Labels with their texts; on paper the second half stands beside the first."""


class AnswerPart(LabelledTexts, frozen=True):
    """Labels with their texts, of which people look for the first; kept on one page."""


class Pictured(Part, frozen=True, kw_only=True):
    """A part under a picture, as wide as the page: a PNG, and its description."""

    picture: bytes
    described: str


class ShownScreen(msgspec.Struct, frozen=True):
    """A screen as shown: its picture as PNG, and the keys that do something there, each with its effect."""

    picture: bytes
    keys: tuple[tuple[str, str], ...]


class WorksheetPart(Part, frozen=True):
    """A table of amounts; its last row is their sum."""


class ToSign(Part, frozen=True):
    """A part that people sign by hand on paper: its empty cells are printed as lines."""


class Grouped(Part, frozen=True, kw_only=True):
    """A part whose rows with the same first cell form a group, which shows that cell once, under a line;
    ``answer`` is the number of the column that people look for.
    """

    answer: int
    shares: tuple[int, ...]
    """The columns' shares of a page's width, if their words fit."""


class PaperForm(StrEnum):
    REPORT = "report"
    """Pages of A4 to be read at a desk."""
    POSTER = "poster"
    """Pages of A4 across to hang on a wall: each has the heading of its parts, head and footer."""
    SHEET = "sheet"
    """One page of A4; its head says the most important first."""
    CARDS = "cards"
    """Pages of A5 to be carried, in large letters: each has the heading of its parts, head and footer."""
    TWO_UP = "two_up"
    """The same pages, two beside each other on a sheet of A4 across, to be cut in the middle."""


class Paper(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole document; ``head`` are the lines under its title, ``footer`` those at its end."""

    language: str
    title: str
    head: tuple[str, ...]
    parts: tuple[Part, ...]
    footer: tuple[str, ...]
    form: PaperForm = PaperForm.REPORT
    attachment: str = ""
    """JSON that goes with the file, for programs."""
    mark: str = ""
    """A line on each page: that the table was not LIVE."""

    @property
    def top(self) -> tuple[str, ...]:
        """The lines above the parts, where the document has no pages."""
        return tuple(each for each in (self.mark, self.title, *self.head) if each)


Paged: TypeAlias = Callable[[Paper], bytes]
"""Makes a PDF of a document. Only the window can; it is handed to the code that needs it."""


def plain(paper: Paper) -> Paper:
    """The document without the marks that say where a word may be broken."""
    return _simple(paper, lambda cell: cell)


def values(paper: Paper) -> Paper:
    """The document without those marks; times and lengths as programs read them (ISO 8601, ``0:01:05``)."""
    return _simple(paper, iso_text)


def iso_text(cell: Cell) -> str | int | float | Link | None:
    """A cell for programs: a time as ``2026-11-13 20:59:01``, a length as ``0:01:05``, since a spreadsheet
    reads ``1:05`` as an hour and five minutes.
    """
    match cell:
        case datetime() | time():
            day = f"{cell:%Y-%m-%d} " if isinstance(cell, datetime) else ""
            return f"{day}{cell:%H:%M:%S}{which_of_cell(cell)}"
        case date():
            return cell.isoformat()
        case timedelta():
            minutes, seconds = divmod(int(cell.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case _:
            return cell


def _simple(paper: Paper, written: Callable[[Cell], Cell]) -> Paper:
    """The document with simple parts, without break marks; each cell as ``written``."""

    def lines(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_unbroken(text) for text in texts)

    def cell(of: Cell) -> Cell:
        match written(of):
            case str(text):
                return _unbroken(text)
            case Link(text, address):
                return Link(_unbroken(text), address)
            case other:
                return other

    parts = tuple(
        Part(
            _unbroken(part.about),
            _unbroken(part.heading),
            lines(part.columns),
            tuple(tuple(map(cell, row)) for row in part.rows),
            *map(_unbroken, (part.note, part.sheet, part.place)),
        )
        for part in paper.parts
    )
    return replace(
        paper, title=_unbroken(paper.title), head=lines(paper.head), parts=parts, footer=lines(paper.footer)
    )


def _unbroken(text: str) -> str:
    return text.replace(SOFT_HYPHEN, "")


def cell_text(cell: Cell, language: str) -> str:
    """A cell as a person of this language reads it; an empty one is a dash."""
    match cell:
        case None:
            return "–"
        case Link():
            return cell.text
        case float():
            return figure(cell, 1, LOCALES[language])
        case datetime():
            return f"{date_text(cell, LOCALES[language])} {_clock(cell.timetz(), language)}"
        case time():
            return _clock(cell, language)
        case date():
            return date_text(cell, LOCALES[language])
        case timedelta():
            return length_text(cell, LOCALES[language])
        case _:
            return str(cell)


def _clock(cell: time, language: str) -> str:
    return f"{cell:{LOCALES[language].time}}{which_of_cell(cell)}"


def without_pages(part: Part) -> Part:
    """The part without columns of page numbers, for a form without pages."""

    def shown(cells: tuple[_Each, ...]) -> tuple[_Each, ...]:
        return tuple(cell for at, cell in enumerate(cells) if at in columns)

    width = len(part.rows[0]) if part.rows else 0
    columns = [at for at in range(width) if not all(_is_page(row[at]) for row in part.rows)]
    if len(columns) == width:
        return part
    return replace(part, columns=shown(part.columns), rows=tuple(map(shown, part.rows)))


def _is_page(cell: Cell) -> bool:
    return isinstance(cell, Link) and not cell.text


class LabelledText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A label with its text; the text opens an ``address`` on the web if given."""

    label: str
    text: str
    address: str = ""


class ActionRow(msgspec.Struct, frozen=True):
    """An action, remark or reading; its time, and the person or device."""

    what: str
    at: str
    by: str
    more: str = ""


class CardsOnPaper(msgspec.Struct, frozen=True):
    """The table at one moment: a heading, the hands, and anything else that lay on it."""

    heading: str
    lines: tuple[LabelledText, ...]


class Sheet(msgspec.Struct, frozen=True):
    language: str
    title: str
    id: str
    kind: str
    outcome: str
    basis: str
    sense: str
    """The clause in the console's own words, if it has any."""
    when: tuple[LabelledText, ...]
    facts: tuple[LabelledText, ...]
    decided: tuple[LabelledText, ...]
    hands: tuple[CardsOnPaper, ...]
    steps: tuple[ActionRow, ...]
    corrections: tuple[ActionRow, ...]
    remarks: tuple[ActionRow, ...]
    readings: tuple[ActionRow, ...]
    sealed: str
    footer: tuple[str, ...]
    of_wheel: bool = False
    """Whether ``hands`` describe a wheel."""
    spins: tuple[ActionRow, ...] = ()
    worksheets: tuple[WorksheetPart, ...] = ()
    """A table for each worksheet: the bets with their returns, credits, and sums not taken back."""
    answers: tuple[ActionRow, ...] = ()
    """Players' answers, or only the record's seat's; empty for a game without answers."""
    of_rulebook: tuple[str, ...] = ()
    """Lines saying that another rulebook was in force than the one that gives the outcome here."""
    entered: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Whether people entered some of the readings."""
    amended: tuple[Part, ...] = ()
    """A table of the corrections after the fact, if there are any."""
    side_bets: tuple[LabelledText, ...] = ()
    """The results of the side bets of the incident's seats; empty for a game without such bets."""
    mark: str = ""
    """That the table was not LIVE; empty if it was."""
