"""``dealer-console rehearsal records``, ``due``, ``matrix``, ``certificate``, ``forget``. The caller passes
the function that draws the pages, so that nothing here imports Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from console.base.command_line import PROGRAM, Arg, of_file, print_refusal, system_language, within
from console.base.plain_text import visible
from console.base.words import LANGUAGES, Words
from console.rehearsals.proficiency import proficiency_paper
from console.rehearsals.proficiency.due import due
from console.rehearsals.proficiency.matrix import matrix
from console.rehearsals.proficiency.record_file import RecordsError, RehearsalRecords, place_beside
from console.rehearsals.script import built_in_rehearsals
from console.supervisor.records import ExportError, Paged, Paper, check_target, csv_of, lines_of, written
from console.table.config import ConfigError, load_config
from console.table.core import Person
from console.table.people import PeopleError, PeopleFile, UnknownPerson, default_path

_PROGRAM: Final = f"{PROGRAM} rehearsal"


def local_time() -> datetime:
    """The wall clock, in this machine's zone."""
    return datetime.now().astimezone()


class _Kept(NamedTuple):
    people: PeopleFile
    records: RehearsalRecords
    words: Words
    draw: Paged
    now: datetime


def over_records(
    command: Callable[[_Kept], Iterator[str]],
    *,
    people: Annotated[Path | None, Arg("option.people", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_people", "TOML")] = None,
    lang: Annotated[str | None, Arg("option.lang", choices=LANGUAGES)] = None,
    draw: Paged,
    now: Callable[[], datetime] = local_time,
) -> int:
    """Print a command's lines on the records. Returns 2, with a line on standard error, on failure."""
    words = Words(lang or system_language())
    try:
        file = people or (None if table is None else load_config(table).people) or default_path()
        kept = PeopleFile(file)
        records = RehearsalRecords(place_beside(kept.path))
        for line in command(_Kept(kept, records, words, draw, now())):
            print(line)
    except ConfigError as error:
        return print_refusal(_PROGRAM, of_file(words, error))
    except (PeopleError, RecordsError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0


PersonId = Annotated[str, Arg("option.id", "ID")]
Csv = Annotated[Path | None, Arg("option.csv", "OUT")]
Pdf = Annotated[Path | None, Arg("option.pdf", "OUT")]


@within(over_records)
def print_records(at: _Kept, *, csv: Csv = None, pdf: Pdf = None) -> Iterator[str]:
    names = {each.id: each.name for each in at.people.people}
    page = proficiency_paper.records_paper(at.records.results, names, at.words, at.now)
    yield from _output(page, page, csv, pdf, at)


@within(over_records)
def print_due(at: _Kept, id: PersonId) -> Iterator[str]:
    who = _person(at.people, at.records, id)
    yield from proficiency_paper.due_lines(at.words, due(at.records.results, who.id, at.now))


@within(over_records)
def print_matrix(at: _Kept, *, csv: Csv = None, pdf: Pdf = None) -> Iterator[str]:
    """The kinds of incident that each person has practised."""
    shown = [each.person for each in at.people.people if not each.disabled]
    kinds = {(each.script.game, each.script.kind or each.name) for each in built_in_rehearsals()}
    made = matrix(at.records.results, shown, at.now, kinds if csv or pdf else ())
    whole = proficiency_paper.matrix_paper(made, at.words, at.now, abreast=None)
    yield from _output(proficiency_paper.matrix_paper(made, at.words, at.now), whole, csv, pdf, at)


@within(over_records)
def print_certificate(
    at: _Kept,
    id: PersonId,
    *,
    pdf: Pdf = None,
    lang: Annotated[str | None, Arg("option.lang_page", choices=LANGUAGES)] = None,
) -> Iterator[str]:
    who = _person(at.people, at.records, id)
    own = Words(lang or (who.language if who.language in LANGUAGES else at.words.language))
    page = proficiency_paper.certificate(at.records.signed_results, who, own, at.now, at.records.head)
    yield from _output(page, page, None, pdf, at)


@within(over_records)
def forget(at: _Kept, id: PersonId, *, yes: Annotated[bool, Arg("option.yes")] = False) -> Iterator[str]:
    """Remove a person's results; without ``yes`` only print their number."""
    count = at.records.count(id)
    if not count:
        raise RecordsError("rehearsal.record.nobody", file=str(at.records.path), id=id)
    if not yes:
        yield at.words.count("rehearsal.record.forget.sure", count, id=visible(id))
        return
    yield at.words.count("rehearsal.record.forgotten", at.records.forget(id, at.now), id=visible(id))


def _person(people: PeopleFile, records: RehearsalRecords, id: str) -> Person:
    """The person with this id, or only the id from the records. Raises RecordsError."""
    try:
        return people.person(id)
    except UnknownPerson:
        there = (
            (who, role)
            for each in records.results
            for role, who in each.people.items()
            if who.casefold() == id.casefold()
        )
        known = next(there, None)
        if known is None:
            raise RecordsError("rehearsal.record.nobody", file=str(people.path), id=id) from None
        return Person(known[0], known[0], known[1], "")


def _output(page: Paper, full_paper: Paper, csv: Path | None, pdf: Path | None, at: _Kept) -> Iterator[str]:
    """Write the files that the options ask for, and print their names; without any, print the document."""
    for target in filter(None, (csv, pdf)):
        check_target(target)  # All targets are checked before any is written.
    if csv is None and pdf is None:
        yield from lines_of(page)
    yield from written(at.words, (csv, lambda: csv_of(full_paper)), (pdf, lambda: at.draw(page)))
