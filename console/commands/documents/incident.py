"""``dealer-console incident FILE [ID]``: an incident's record as text, as JSON or as a PDF; without an id, a
list of the records.

Knows options and words; the caller passes what draws the page, so that nothing here imports Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from console import __version__
from console.arguments import print_refusal
from console.journal import JournalError
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.records.accounts.lookup import every, find
from console.records.accounts.record import Record
from console.records.accounts.round_account import NoSuchRecord
from console.records.documents.export import ExportError, check_target, columns_of, json_of, write_export
from console.records.documents.paper import SOFT_HYPHEN, DeedRow, LabelledText, Sheet, visible
from console.records.documents.record_words import LEAD_IN, RecordTeller
from console.records.documents.video import Video
from console.words import Words
from console.words.names import label_text

_PROGRAM: Final = "dealer-console incident"

Drawn = Callable[[Sheet, Words], bytes]
"""Makes a PDF of a record."""


def utc_now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)


class RecordOptions(NamedTuple):
    """The options of the command line; ``record`` None lists all, ``lead_in`` is in seconds.

    A record is one of the first journal; ``people`` is a people's file, or names by id.
    """

    files: tuple[Path, ...]
    record: str | None
    json: Path | None
    pdf: Path | None
    lang: str
    lead_in: float = LEAD_IN
    people: Path | Mapping[str, str] | None = None
    video: Video | None = None
    """The address of the table's video."""


def main(options: RecordOptions, draw: Drawn, now: Callable[[], datetime] = utc_now) -> int:
    """Carry out the options. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    words = Words(options.lang)
    try:
        names = names_in(options.people)
        videos = {options.video.table: options.video} if options.video is not None else {}
        teller = RecordTeller(words, names=names, lead_in=options.lead_in, videos=videos)
        if options.record is None:
            lines: Iterable[str] = _record_lines(options.files, teller)
        else:
            for target in filter(None, (options.json, options.pdf)):
                check_target(target)  # both, before either is written
            record = find(options.files[0], options.record)
            lines = _output(record, options, teller, names, draw, now())
        for line in lines:
            print(line.replace(SOFT_HYPHEN, ""))
    except (JournalError, ExportError, PeopleError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except NoSuchRecord as error:
        (file,) = map(str, options.files)
        return print_refusal(_PROGRAM, unknown(words, file, error.record, file))
    return 0


def unknown(words: Words, where: str, record: str, listed_by: str) -> str:
    """The message that there is no such record, and how to list the existing ones."""
    slots = {"file": where, "id": visible(record), "command": f"{_PROGRAM} {listed_by}"}
    return words.text("record.unknown", **slots)


def names_in(people: Path | Mapping[str, str] | None) -> Mapping[str, str]:
    """The names by id: from a people's file, or the mapping itself."""
    if isinstance(people, Mapping):
        return people
    return {} if people is None else {record.id: record.name for record in PeopleFile(people).people}


def _record_lines(files: Iterable[Path], teller: RecordTeller) -> Iterator[str]:
    """One line for each record: its id, its time, its kind and its outcome; one that spans two files once."""
    record, listed = None, set[tuple[str, str, datetime]]()
    for record in chain.from_iterable(map(every, files)):
        if (same := (record.origin.table, record.id, record.reported)) in listed:
            continue
        listed.add(same)
        what = (teller.kind(record), teller.outcome(record) or "–", record.clause or "–")
        yield "\t".join((visible(record.id), teller.day_and_clock(record.happened), *what))
    if record is None:
        yield teller.words.text("record.nothing")


def _output(
    record: Record,
    options: RecordOptions,
    teller: RecordTeller,
    names: Mapping[str, str],
    draw: Drawn,
    now: datetime,
) -> Iterator[str]:
    """Write the exports that the options ask for, and print their names; without any, print the record."""
    sheet = teller.sheet(record, now, __version__)
    if options.json is None and options.pdf is None:
        yield from lines_of(sheet, teller.words)
    if options.json is not None:
        write_export(options.json, json_of(record, sheet, teller, names))
        yield teller.words.text("record.written", file=options.json)
    if options.pdf is not None:
        write_export(options.pdf, draw(sheet, teller.words))
        yield teller.words.text("record.written", file=options.pdf)


def lines_of(sheet: Sheet, words: Words) -> Iterator[str]:
    """The record for a terminal."""
    yield f"{sheet.title} {sheet.id}"
    yield words.side_by_side((sheet.kind, sheet.outcome, sheet.basis))
    if sheet.sense:
        yield sheet.sense
    for heading, block in (("when", sheet.when), ("facts", sheet.facts), ("outcome", sheet.decided)):
        yield from _block(words.text(f"record.head.{heading}"), (_line(line, words) for line in block))
    for lying in sheet.hands:
        yield from _block(lying.heading, (_line(line, words) for line in lying.lines))
    yield from _block(words.text("record.head.side_bets"), (_line(line, words) for line in sheet.side_bets))
    for part in sheet.worksheets:
        notes = (part.note,) if part.note else ()
        yield from _block(part.heading, (*columns_of(part, sheet.language), *notes))
    deeds = (
        ("spins", sheet.spins),
        ("answers", sheet.answers),
        ("steps", sheet.steps),
        ("corrections", sheet.corrections),
        ("remarks", sheet.remarks),
        ("readings", sheet.readings),
    )
    for heading, done in deeds:
        yield from _block(words.text(f"record.head.{heading}"), (_deed(deed, words) for deed in done))
    yield from (each for each in (sheet.sealed, *sheet.footer) if each)


def _block(heading: str, lines: Iterable[str]) -> Iterator[str]:
    listed = list(lines)
    if listed:
        yield heading
        yield from (f"  {line}" for line in listed)


def _line(line: LabelledText, words: Words) -> str:
    text = f"{line.text}  {line.address}".rstrip()
    return label_text(words, line.label, text) if line.label else text


def _deed(deed: DeedRow, words: Words) -> str:
    return words.side_by_side((deed.at, deed.by, deed.what, deed.more))
