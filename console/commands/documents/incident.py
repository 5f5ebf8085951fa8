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
from console.records.documents.export import ExportError, check_target, json_of, lines_of, write_export
from console.records.documents.paper import SOFT_HYPHEN, Paged
from console.records.documents.record_paper import record_paper
from console.records.documents.record_words import LEAD_IN, RecordTeller
from console.records.documents.video import Video
from console.visible import visible
from console.words import Words

_PROGRAM: Final = "dealer-console incident"


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


def main(options: RecordOptions, draw: Paged, now: Callable[[], datetime] = utc_now) -> int:
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
    draw: Paged,
    now: datetime,
) -> Iterator[str]:
    """Write the exports that the options ask for, and print their names; without any, print the record."""
    sheet = teller.sheet(record, now, __version__)
    if options.json is None and options.pdf is None:
        yield from lines_of(record_paper(sheet, teller.words))
    if options.json is not None:
        write_export(options.json, json_of(record, sheet, teller, names))
        yield teller.words.text("record.written", file=options.json)
    if options.pdf is not None:
        write_export(options.pdf, draw(record_paper(sheet, teller.words)))
        yield teller.words.text("record.written", file=options.pdf)
