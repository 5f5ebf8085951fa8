"""``dealer-console incident FILE [ID]``: an incident's record as text, JSON or PDF; without an id, the list
of records. The caller passes the function that draws the page, so that nothing here imports Qt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Final

from console import __version__
from console.base.command_line import Arg, Lang, print_refusal, seconds, wrong
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.commands import document_source
from console.supervisor.commands.video_options import (
    list_heads,
    table_options,
    with_foreign_sources,
)
from console.supervisor.history import sequence
from console.supervisor.history.timeline import Progress
from console.supervisor.records.accounts.lookup import every, find, in_newest_file
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents.export import ExportError, check_target, json_of, lines_of, written
from console.supervisor.records.documents.paper import SOFT_HYPHEN, Paged, Paper
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.journal_reports import TableShare
from console.supervisor.reports.kept_reports import clear_unused, going_on
from console.table.config import on_paper
from console.table.journal import utc_now
from console.table.people import PeopleError, PeopleFile

_PROGRAM: Final = "dealer-console incident"
_WHOLE: Final = sequence.ShiftBeginning()


def incident(
    file: Annotated[Path | None, Arg("option.journal", "FILE", unless="--floor")],
    id: Annotated[str | None, Arg("option.record", "ID", unless="--floor")] = None,
    ids: Annotated[tuple[str, ...] | None, Arg("option.record", "ID", only="--floor")] = None,
    *,
    choice: document_source.FloorChoice,
    recount: document_source.Recount = False,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    lang: Lang,
    lead_in: Annotated[float | None, Arg("option.lead_in", "SECONDS", seconds)] = None,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_video", "TOML")] = None,
    draw: Paged,
    floor_documents: document_source.FloorDocuments | None = None,
    now: Callable[[], datetime] = utc_now,
) -> int:
    """Print a record or the list, or write one. Returns 2, with a line on standard error, on failure."""
    if (status := choice.misplaced("incident", lang, ids=ids or (), table=table)) is not None:
        return status
    number = ids[0] if ids else id
    if number is None and (json or pdf):
        raise wrong("record_id")
    if recount:
        clear_unused(0)
    settings, words = table_options(table, people, lead_in), Words(lang)

    def print_records(journals: Sequence[Path], floor: document_source.Journals | None = None) -> int:
        try:
            names = names_in(settings.list if floor is None else floor.names)
            formatter = RecordFormatter(
                words, names=names, lead_in=settings.lead_in, videos=on_paper(settings.videos)
            )
            if number is None:
                beginning = sequence.shift_beginning(file) if file is not None else _WHOLE
                lines: Iterable[str] = chain(
                    list_heads(journals, settings.list if floor is None else None, floor, words),
                    record_lines(journals, formatter, beginning, None if floor is None else floor.known),
                    _gap_lines(file, beginning, words),
                )
            else:
                for target in filter(None, (json, pdf)):
                    check_target(target)  # both targets are checked before either is written
                own = (
                    None
                    if file is None
                    else partial(
                        with_foreign_sources,
                        files=journals,
                        settings=settings,
                        words=words,
                    )
                )
                lines = _output(
                    in_newest_file(journals[0], number, find), json, pdf, formatter, names, draw, now(), own
                )
            # On a floor all are written or none: see over_floor.
            for line in [*lines] if file is None else lines:
                print(line.replace(SOFT_HYPHEN, ""))
        except (ExportError, PeopleError) as error:
            return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
        except NoSuchRecord as error:
            journal = str(journals[0])
            unknown = _unknown(words, journal, error.record, journal)
            return print_refusal(_PROGRAM, of_earlier_file(journals[0], words, unknown))
        return 0

    def of_floor(floor: document_source.Journals) -> int:
        try:
            paths = floor.paths if number is None else (floor.with_subject(number, find),)
        except NoSuchRecord as error:
            return print_refusal(_PROGRAM, _unknown(words, floor.studio, error.record, "--floor"))
        return print_records(paths, floor)

    if file is None:
        return document_source.over_floor(floor_documents, choice, people, lang, "incident", of_floor)
    return document_source.over_files(lang, "incident", lambda: print_records((file,)))


def _gap_lines(file: Path | None, beginning: sequence.ShiftBeginning, words: Words) -> Iterator[str]:
    """The messages that the journal begins in a missing file, or that the list leaves out earlier shifts."""
    if file is not None and beginning.missing is not None:
        yield sequence.told_gap(words, file, beginning.missing)
    if beginning.before is not None:
        yield words.text("record.earlier_shifts", command=f"{_PROGRAM} {visible(str(beginning.before))}")


def of_earlier_file(file: Path, words: Words, unknown: str) -> str:
    """The message that an id is unknown, preceded by the hint that an earlier file may have it."""
    first = sequence.files_of_journal(file)[0]
    if (before := sequence.file_before(first)) is None:
        return unknown
    return f"{sequence.told_gap(words, first, before)}{words.locale.gap}{unknown}"


def _unknown(words: Words, where: str, record: str, listed_by: str) -> str:
    """The message that the record does not exist, and how to list those that do."""
    slots = {"file": where, "id": visible(record), "command": f"{_PROGRAM} {listed_by}"}
    return words.text("record.unknown", **slots)


def names_in(people: PeopleFile | Mapping[str, str] | None) -> Mapping[str, str]:
    if isinstance(people, PeopleFile):
        return {id: person.name for id, person in people.persons.items()}
    return people or {}


def record_lines(
    files: Iterable[Path],
    formatter: RecordFormatter,
    beginning: sequence.ShiftBeginning = _WHOLE,
    known: Mapping[Path, str] | None = None,
    clock: Callable[[], float] = time.process_time,
) -> Iterator[str]:
    """One line for each record: its id, time, kind and outcome; a record that spans two files has one line.
    Those of the shift's ``beginning``, in earlier files, come first. On a floor (``known``: its names of the
    files' tables) each line ends with the table's name, and with an id if tables share a name. Raises
    JournalError; on a floor TooSlow, by the seconds of ``clock``, for a file that takes far longer than the
    others.
    """
    record, listed, asked = None, set[tuple[str, str, datetime]](), [*files]
    labels = (
        dict(zip(asked, sequence.told_apart([[each] for each in asked], known), strict=True)) if known else {}
    )
    progress = document_source.LongRead(formatter.words)
    found = (
        _of_each([*beginning.earlier, *asked], beginning.number, progress)
        if known is None
        else _within_their_share(asked, clock, progress)
    )
    for record, file in found:
        table = labels.get(file) or record.origin.table
        if (same := (table, record.id, record.reported)) in listed:
            continue
        listed.add(same)
        what = (formatter.kind(record), formatter.outcome(record) or "–", record.clause or "–")
        elsewhere: tuple[str, ...] = ()
        is_own = not labels.get(file) and record.id.startswith(f"{record.origin.table}-")
        if known is not None and not is_own:
            elsewhere = (visible(table),)
        happened = formatter.for_programs().day_and_clock(record.happened)
        yield "\t".join((visible(record.id), happened, *what, *elsewhere))
    if record is None:
        yield formatter.words.text("record.nothing")


def _of_each(files: Sequence[Path], number: int, progress: Progress) -> Iterator[tuple[Record, Path]]:
    """The records of these files, from the first one's entry ``number`` on."""
    for file in files:
        yield from ((found, file) for found in every(file, number, progress=progress, going_on=going_on))
        number = 1


def _within_their_share(
    files: Sequence[Path], clock: Callable[[], float], progress: Progress
) -> Iterator[tuple[Record, Path]]:
    """The records of a floor's files. Small files are read first: they show how long a file may take."""
    share, found = TableShare(progress, clock), dict[Path, list[Record]]()
    for file in sorted(files, key=lambda each: each.stat().st_size):
        within = share.of(file)
        records = every(file, progress=within, going_on=going_on)
        found[file] = [each for each in records if within(each.proof.first)]
    return ((record, file) for file in files for record in found[file])


def _output(
    record: Record,
    json: Path | None,
    pdf: Path | None,
    formatter: RecordFormatter,
    names: Mapping[str, str],
    draw: Paged,
    now: datetime,
    with_sources: Callable[[Paper], Paper] | None,
) -> Iterator[str]:
    """Write the exports that the options ask for, and print their names; without any, print the record."""
    paper = record_paper(formatter.sheet(record, now, __version__), formatter.words)
    paper = paper if with_sources is None else with_sources(paper)
    if json is None and pdf is None:
        yield from lines_of(paper)
    told = formatter.for_programs()
    as_object = partial(json_of, record, told.sheet(record, now, __version__), told, names)
    yield from written(formatter.words, (json, as_object), (pdf, lambda: draw(paper)))
