"""Records and documents as JSON, CSV, a workbook, a terminal's lines; and the one way they get on the disk.

The object of a record, version 1. Its keys stay as they are; later versions only add some:

- ``record_version`` 1, ``id``, ``sort`` (``incident``, ``halt``, ``correction``)
- ``table``, ``game``, ``rules`` (the rulebook's id), ``origin`` (only if the table is not LIVE:
  ``simulated``, ``rehearsal``, ``headless``, or ``unknown`` if it did not say)
- ``shift``, ``shoe`` (its number), ``round`` (its id), ``wheel`` (its serial number, if it was noted),
  ``prepared`` (only if it was noted: who prepared the card set in play, by id, or a machine with its receipt)
- ``happened``, ``filmed_from`` (the earliest moment of its video, without the lead-in), ``reported``,
  ``closed`` (null while it is open): UTC. ``reported_by``, ``closed_by``: ids
- ``video``: ``from`` and ``until`` in local time with its distance from UTC, to the second;
  ``lead_in`` in seconds; ``address`` if it is known where to look at it
- ``kind``, ``facts``, ``told`` (``at``, ``by``, ``facts``), ``clause``, ``basis``, ``outcome``, ``authority``
- ``authorised``: null, or ``by``, ``at``, ``choice``, ``reason``; ``closed_reason``: why it was taken back
- ``retracted``: only if a decision was taken back: ``outcome``, ``clause``, ``basis``, ``by`` (null: the
  dealer alone), ``at``, ``back`` (when it was taken back), ``back_by`` (null: a device)
- ``card_set``: only of a wrong card set with a number, that number
- ``withdrawals``: only if some were refused while it was open: ``entry``, ``at``, ``by``, ``reason``
- ``brought_in``: null, or by which ``clauses`` the shoe was made ready that came into the round, and from
  where it ``begins_at``
- ``counted``: only of a report that an inspection made, the cards that were counted, whole or deck by deck
- ``notifications``: only if the rulebook asks for them, ``whom`` the house had to inform ``until`` when,
  each with its ``ticks``; ``withdrawn`` only if the outcome was taken back that asked for it
- ``picture``: only if the recorder was asked about it: ``entry``, ``at``, the ``moment`` that it was asked
  for, and ``why`` its answer is no picture (null: it has one)
- ``set_rounds``: only of a wrong card set, the ``rounds`` since it came into play, how many of them its
  figures have ``concerned`` (the last ones), the ``first`` and the ``last`` one's id
- ``steps``: ``action``, ``actor``, ``state`` (``done``, ``skipped``, ``due``), ``by``, ``at``,
  ``reason``, ``note``
- ``before``, ``after``: ``player``, ``banker`` (baccarat's), ``points`` and ``hands`` by a hand's name,
  ``held`` (a card in no hand, ``??`` unread or not shown), ``besides`` (only if there are any: the others),
  ``phase``, ``status`` (of the round), ``bets``,
  ``shoe_left`` (null at a wheel and at a closing table), ``back`` (the hands whose bets went back),
  ``spin``: null for cards, or ``number``, ``recorded`` (the reader's), ``said`` (the dealer's, said once),
  ``mistaken`` (the first wrong one that counted), ``second`` (of two that differ), ``turns``, ``direction``
  of the valid run, ``wrong`` (each recorded or announced number that differs from the one that counts)
- ``corrections``: ``entry``, ``at``, ``by``, ``hand``, ``position`` from 1, ``before``, ``after``,
  ``reason``
- ``remarks``: ``entry``, ``at``, ``by``, ``text``; here, in ``picture``, in a tick and in a withdrawal
  ``file`` only if the entry is in another of the journal's files than the record's first
- ``readings``: ``entry``, ``at``, ``device``, ``hex`` (null for a line), ``said`` (``event``,
  ``card``, ``refused``, ``counts``: false if it was accepted and changed nothing, true if it was refused
  and was recorded or lies in a hand since, else not there), ``lines`` (the wheel's: ``line``, ``status``,
  which is null if it is not whole)
- ``spins``: ``entry``, ``at``, ``by``, ``turns``, ``direction``, ``number``, ``cause`` (why it is no spin),
  ``refused``, ``counts`` (false as of a reading)
- ``worksheets``: ``entry``, ``at``, ``by``, ``round``, ``void``, ``number``, ``recorded`` (the wrong one),
  ``paid`` (whether bets were paid by that), ``draft`` (the next one is it with a bet more or less,
  or one from after a restart has all its bets),
  ``worksheet`` as the table protocol has it, in minor units; ``currency`` of the table's own limits (null:
  the rulebook's, if it names any)
- ``answers`` (of players): ``entry``, ``at``, ``seat``, ``hand``, ``choice`` (``timeout``: none in time),
  ``insurance``, ``asked`` (since when), ``left`` (seconds, below zero after the time; null if it is not
  known), ``by`` and ``reason`` (of a pit boss who went on without one), ``refused``, ``missed`` (why it did
  not count: ``late``, ``twice``, ``halt``, ``early``, ``not_offered``, ``no_hand``, ``no_dealer``,
  ``other``), ``behind`` (seconds after the one that counted)
- ``misplaced`` (cards laid at a wrong place, if it is known which): ``hand`` and ``card`` (position from
  1) where it belongs, ``face``
- ``side_bets`` (of the seats that it touches, as they stand if placed): ``seat``, ``bet``, ``state``
  (``open``, ``won``, ``lost``, ``back``), ``made`` (null without a combination), ``clauses``
- ``amended``: only if an entry of it was corrected after the fact: ``id``, ``entry``, ``at``, ``about``
  (the entry), ``what``, ``before``, ``after``, ``by``, ``authorised_by``, ``why``, and the closed ``file``
  of that entry, if it is of one
- ``overtaken_by``: null, or the incident behind which the report waited and came to nothing
- ``asked``: only if another rulebook was in force and asked for something else than the present one, by
  which all else stands here: ``entry`` (after which it was due), ``action``, ``clauses`` of the decision, of
  each step, and of what was due once it was over
- ``clock``: only if the clock was set between its times: ``entry``, ``at`` (the new time), ``seconds``
  (forward positive)
- ``beside``: only if a trainee acted in it, by the trainee's id the dealers who stood beside, each
  with the times of the acts at which this dealer did
- ``quick``: only if a step was pressed sooner than its work takes: ``entry``, ``at``, ``what`` (the step;
  ``number``: from the end of bet time to a number that was entered; ``ball``: the ball's run), ``seconds``,
  the rulebook's ``least``, ``by``
- ``sealed``: whether bytes and faces are left out because such a card may still come from the shoe
- ``proof``: the journal's ``first`` and ``last`` entry of it, and the ``chain`` at the last; of an entry in
  an earlier file of the journal its name, ``first_file`` and ``last_file``: each file counts its own
- ``people``: names by id, of those whose names are known
- ``text``: the same in the words of ``text.language``, as the page has it; for people, not for programs

The object of a round's file, version 1: ``round_version`` 1, the fields of
:mod:`console.supervisor.records.accounts.round_file` by their names (each of ``records`` as above),
``proof`` (which ``dealer-console journal verify`` checks; null with the reason in ``unproven``),
``people_named`` (names by id), ``made`` (when, by which version, with which times and video it was put into
words), ``text`` (the same in the words of one language, for people).

Text that a spreadsheet would take for a formula is kept from being one: marked as text in a workbook, led in
by an apostrophe in CSV (OWASP, CSV Injection), if nothing else marks it; a text that has apostrophes there
already gets one more. A CSV is opened by spreadsheets
of five markets, of which four separate cells by a semicolon and read our commas and quotes as text: what
follows a semicolon, a tab or a line's end inside a text would be a cell of its own there, and is led in too.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from functools import cache
from io import BytesIO, StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import msgspec

from console.base.errors import WordedError
from console.base.plain_text import escape_json, without_formula
from console.base.system import Content, put_new, put_whole, read_json, true_place
from console.base.words import Words, pieces, places, which_of_cell, wrap
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents.paper import (
    SOFT_HYPHEN,
    Cell,
    Grouped,
    Link,
    Paper,
    Part,
    Sheet,
    cell_text,
    iso_text,
    plain,
    values,
    without_pages,
)
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_settings import WordSettings
from console.table.journal import DamagedJournal, JournalError, NewerSchema, is_journal

VERSION: Final = 1
_BESIDE: Final = ("-wal", "-shm", "-journal", ".lock", ".new")
"""The endings of the files that lie beside a journal."""


class ExportError(WordedError[str]):
    """An export was not written, and no file has changed; it carries the key of the phrase that says why."""


def json_of(record: Record, sheet: Sheet, formatter: RecordFormatter, names: Mapping[str, str]) -> bytes:
    """The export's object as JSON in UTF-8: one value a line, with a line end after the last."""
    return as_json(_object(record, sheet, formatter, names))


def _object(
    record: Record, sheet: Sheet, formatter: RecordFormatter, names: Mapping[str, str]
) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(record, enc_hook=str)
    begin, end = formatter.video(record)
    video = {"from": begin.isoformat(), "until": end.isoformat(), "lead_in": formatter.lead_in}
    if address := formatter.address_of(record.origin.table, begin):
        video["address"] = address
    head = {"record_version": VERSION, "id": fields.pop("id"), "sort": fields.pop("sort")}
    return {
        **head,
        **fields.pop("origin"),
        **fields.pop("where"),
        **fields,
        "video": video,
        "people": {who: names[who] for who in record.people if who in names},
        "text": read_json(msgspec.json.encode(sheet).decode().replace(SOFT_HYPHEN, "")),
    }


def check_target(target: Path, *, replaces: bool = False) -> None:
    """Raise ExportError for an existing file that isn't to be replaced, and for any file of a journal."""
    if belongs_to_journal(target):
        raise ExportError("record.is_journal", file=str(target))
    if os.path.lexists(target) and not (replaces and target.is_file() and not target.is_symlink()):
        raise ExportError("record.exists", file=str(target))


def written(words: Words, *documents: tuple[Path | None, Callable[[], bytes]]) -> Iterator[str]:
    """Write each document whose file was named; a line for each. Raises ExportError."""
    for target, content in documents:
        if target is not None:
            write_export(target, content())
            yield words.text("record.written", file=target)


def write_export(target: Path, content: Content, *, replaces: bool = False) -> None:
    """Write an export to the disk, readable by this user alone. Raises ExportError, and then nothing has
    changed. The file is written under another name and then renamed, so that readers never see a part of it.
    Without ``replaces`` no existing file is overwritten, even one that appears meanwhile.
    """
    check_target(target, replaces=replaces)
    try:
        (put_whole if replaces else put_new)(target, content)
    except FileExistsError as error:
        raise ExportError("record.exists", file=str(target)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise ExportError("record.unwritable", file=str(target), reason=reason) from error


def belongs_to_journal(target: Path) -> bool:
    """Whether the path is a journal, or would be taken for a file that belongs to one."""
    names = [target.name.removesuffix(end) for end in _BESIDE if target.name.endswith(end)]
    return any(_is_journal(target.with_name(name)) for name in (target.name, *names) if name)


def _is_journal(path: Path) -> bool:
    try:
        return is_journal(true_place(path))  # A link to a journal counts as one.
    except (DamagedJournal, NewerSchema):
        return True
    except JournalError:
        return False


ROUND_VERSION: Final = 1
"""The edition of a round's file. Each added or removed part makes another edition: a file without a part of
its edition is not good.
"""


def round_json(file: RoundFile, paper: Paper, names: Mapping[str, str], settings: WordSettings) -> bytes:
    """A round's file as JSON in UTF-8, one value a line; ``settings`` says how its words were made."""
    exported: dict[str, Any] = {
        "round_version": ROUND_VERSION,
        **msgspec.to_builtins(file, enc_hook=str),
        "people_named": {who: names[who] for who in file.person_ids if who in names},
        "made": settings,
        "text": values(paper),
    }
    return as_json(exported)


def as_json(exported: Any) -> bytes:
    """A value as JSON in UTF-8: one value a line, with a line end after the last."""
    written = msgspec.json.format(msgspec.json.encode(exported, enc_hook=str), indent=2).decode()
    return (escape_json(written) + "\n").encode()


BYTE_ORDER_MARK: Final = "\ufeff"
"""It shows spreadsheets that a CSV is in UTF-8."""
_SHEET_NAME: Final = 31
"""The most units of UTF-16 in the name of an Excel sheet."""
_NOT_IN_A_NAME: Final = str.maketrans("", "", "[]:*?/\\'")
_GAP: Final = "  "
_LEAST: Final = 8
"""The least width of a column on a terminal, in characters."""


# --- a terminal ------------------------------------------------------------------------------------


def lines_of(paper: Paper, width: int | None = None) -> Iterator[str]:
    """The document for a terminal, its cells in columns, broken to fit the ``width`` if given."""
    written, about = plain(paper), ""
    yield from written.top
    for part, printed in zip(written.parts, paper.parts, strict=True):
        if part.about != about:
            about = part.about
            yield from ("", about) if about != written.title else ()
        yield from ("", part.heading) if part.heading else ("",)
        indent = "  " if part.heading else ""
        room = None if width is None else width - len(indent)
        grouped = isinstance(printed, Grouped)
        rows = columns_of(without_pages(part), paper.language, room, grouped=grouped)
        yield from (f"{indent}{line}" for line in rows)
        yield from (f"{indent}{part.note}",) if part.note else ()
    yield from ("", *written.footer)


def columns_of(
    part: Part, language: str, width: int | None = None, *, grouped: bool = False
) -> Iterator[str]:
    """A part's rows for a terminal, in columns; if ``grouped``, each group has a line above it and its name
    once.
    """
    heads = [part.columns] if any(part.columns) and part.rows else []
    rows = [*heads, *(tuple(_with_address(cell, language) for cell in row) for row in part.rows)]
    widths = _widths(rows, width)
    above = None
    for number, (name, *cells) in enumerate(rows):
        if grouped and number >= len(heads):
            yield from () if name == above else ("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)),)
            name, above = "" if name == above else name, name
        yield from _set((name, *cells), widths)


def _widths(rows: Sequence[Sequence[str]], width: int | None) -> list[int]:
    """The columns' widths, the widest narrowed until all fit, down to the longest word if possible."""
    columns = list(zip(*rows, strict=True))
    widths, least = ([max(map(of, column)) for column in columns] for of in (_widest, _longest))
    if width is None:
        return widths
    room = width - len(_GAP) * (len(widths) - 1)
    if sum(least) > room:
        least = [min(each, _LEAST) for each in least]
    while sum(widths) > room:
        spare = [each - low for each, low in zip(widths, least, strict=True)]
        if max(spare) <= 0:
            break
        at = max(range(len(widths)), key=lambda at: (spare[at] > 0, widths[at]))
        widths[at] -= 1
    return widths


def _set(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    columns = [
        [
            line
            for each in cell.split("\n")
            for line in (wrap(each, width) if places(each) > width else [each])
        ]
        for cell, width in zip(cells, widths, strict=True)
    ]
    for number in range(max(map(len, columns))):
        line = (
            f"{cell}{' ' * (width - places(cell))}"
            for lines, width in zip(columns, widths, strict=True)
            for cell in (lines[number] if number < len(lines) else "",)
        )
        yield _GAP.join(line).rstrip()


def _widest(cell: str) -> int:
    return max(map(places, cell.split("\n")))


def _longest(cell: str) -> int:
    return max(places(piece.rstrip()) for piece in pieces(cell.replace("\n", " ")))


def _with_address(cell: Cell, language: str) -> str:
    if isinstance(cell, Link) and cell.place is None:
        return f"{cell.text}  {cell.address}"
    return cell_text(cell, language)


# --- CSV -------------------------------------------------------------------------------------------


def csv_of(paper: Paper) -> bytes:
    """The document as CSV (RFC 4180, UTF-8), separated by commas: for each part an empty line, its heading,
    its columns, its rows. Every text is in quotes; figures are without, with a decimal point.
    """
    paper, out = values(paper), StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for line in paper.top:
        writer.writerow([without_formula(line)])
    for part in paper.parts:
        out.write("\r\n")
        writer.writerow([without_formula(text) for text in (part.heading, part.about) if text])
        for row in _whole(part):
            writer.writerow([_csv_cell(cell) for cell in row])
    if paper.footer:
        out.write("\r\n")
    for line in paper.footer:
        writer.writerow([without_formula(line)])
    return (BYTE_ORDER_MARK + out.getvalue()).encode("utf-8", "backslashreplace")


def _whole(part: Part) -> Iterator[tuple[Cell, ...]]:
    if part.rows:
        yield part.columns
    yield from part.rows
    if part.note:
        yield (part.note,)


def _csv_cell(cell: Cell) -> str | int | float:
    match iso_text(cell):
        case None:
            return ""
        case Link(text, address):
            return without_formula(f"{text} {address}")
        case str(text):
            return without_formula(text)
        case figure:
            return figure


# --- a workbook ------------------------------------------------------------------------------------


_DAY: Final = timedelta(days=1)
_NARROWEST: Final = 8
_WIDEST: Final = 60
"""The least and the most width of a workbook's column, in characters."""


def xlsx_of(paper: Paper) -> bytes:
    """A workbook: the first sheet has the heading, then each part has a sheet, written row by row. Moments,
    times and lengths are typed, so that they sort and add up. Columns are as wide as their texts, and the
    head stays in view.
    """
    paper, out = plain(paper), BytesIO()
    with _workbook(out) as book:
        bold, text = book.add_format({"bold": True}), book.add_format({"quote_prefix": True})

        @cache
        def shape(of: str) -> Any:
            return book.add_format({"num_format": of, "align": "left"})

        first = book.add_worksheet(_sheet_name(paper.title, ()))
        for number, line in enumerate((*paper.top, *paper.footer)):
            first.write_string(number, 0, line, text)
        names = [first.get_name()]
        for part in paper.parts:
            names.append(_sheet_name(part.sheet or part.heading, names))
            sheet = book.add_worksheet(names[-1])
            for place, wide in enumerate(_column_widths(part)):
                sheet.set_column(place, place, wide)
            if part.rows:
                sheet.freeze_panes(1 + bool(part.about), 0)
            for number, row in enumerate(((part.about,), *_whole(part)) if part.about else _whole(part)):
                heading = number == bool(part.about) and bool(part.rows)
                for place, cell in enumerate(row):
                    match cell:
                        case None:
                            pass
                        case str():
                            sheet.write_string(number, place, cell, bold if heading else text)
                        case Link():
                            sheet.write_url(number, place, cell.address, string=cell.text)
                        case int() | float():
                            sheet.write_number(number, place, cell)
                        case _:
                            form, value = _timed(cell)
                            sheet.write_number(number, place, value, shape(form))
    return out.getvalue()


@contextmanager
def _workbook(out: BytesIO) -> Iterator[Any]:
    """A workbook whose rows lie in temporary files until it is closed. Raises OSError."""
    from xlsxwriter import Workbook  # Only an export pays for it.
    from xlsxwriter.exceptions import FileCreateError

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    tempfile.gettempdir()  # called because a workbook without a temporary folder would stay half open
    try:
        with Workbook(out, options) as book:
            yield book
    except FileCreateError as error:  # The library wraps the system's own error.
        raise error.args[0] from error


def _column_widths(part: Part) -> Iterator[int]:
    for column in zip_longest(*(part.columns, *part.rows)) if part.rows else ():
        widest = max(places(line) for cell in column for line in _csv_text(cell).split("\n"))
        yield max(_NARROWEST, min(_WIDEST, widest + 2))


def _csv_text(cell: Cell) -> str:
    text = iso_text(cell)
    return text.text if isinstance(text, Link) else "" if text is None else str(text)


def _timed(cell: date | time | timedelta) -> tuple[str, float]:
    """The format and the value, in days, of a time or length; a time that comes twice has its UTC offset."""
    match cell:
        case datetime():
            # A reader rounds a fraction of a second up to the next second, and before midnight to the next
            # day.
            since = cell.replace(tzinfo=None, microsecond=0) - _FIRST_DAY
            return f"yyyy-mm-dd hh:mm:ss{_told_apart(cell)}", since / _DAY
        case date():
            return "yyyy-mm-dd", float((cell - _FIRST_DAY.date()).days)
        case time():
            since = timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second)
            return f"hh:mm:ss{_told_apart(cell)}", since / _DAY
        case timedelta():
            return "[m]:ss", cell / _DAY


def _told_apart(cell: datetime | time) -> str:
    return f'"{which}"' if (which := which_of_cell(cell)) else ""


_FIRST_DAY: Final = datetime(1899, 12, 30)
"""The day 0 of a workbook."""


def _sheet_name(heading: str, taken: Iterable[str]) -> str:
    """A name that a workbook allows and no sheet has yet."""
    name = heading.translate(_NOT_IN_A_NAME).strip() or "-"
    number, short = 1, _cut(name, _SHEET_NAME)
    while short.casefold() in {each.casefold() for each in taken}:
        number += 1
        short = f"{_cut(name, _SHEET_NAME - len(str(number)) - 1)} {number}"
    return short


def _cut(text: str, units: int) -> str:
    return text.encode("utf-16-le", "ignore")[: 2 * units].decode("utf-16-le", "ignore")
