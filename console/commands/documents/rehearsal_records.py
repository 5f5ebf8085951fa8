"""``dealer-console rehearsal records``, ``due``, ``matrix``, ``certificate``, ``forget``, ``from``.

Knows options and words. The caller passes the function that draws the pages, so that nothing here imports Qt.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from console.arguments import PROGRAM, OneLine, of_file, print_refusal, system_language
from console.command_table import sentence
from console.config import ConfigError, load_config
from console.people.errors import PeopleError, UnknownPerson
from console.people.file import PeopleFile, default_path
from console.proficiency.due import due
from console.proficiency.matrix import matrix
from console.proficiency.proficiency_paper import certificate, due_lines, matrix_paper, records_paper
from console.proficiency.record_file import RecordsError, RehearsalRecords, place_beside
from console.records.documents.export import ExportError, check_target, csv_of, lines_of, write_export
from console.records.documents.paper import Paged, Paper
from console.rehearsal.script import built_in_rehearsals
from console.table.showing.screen_values import Person
from console.visible import visible
from console.words import LANGUAGES, Words

_PROGRAM: Final = f"{PROGRAM} rehearsal"
COMMANDS: Final = ("records", "due", "matrix", "certificate", "forget", "from")
"""The second words of these commands."""


def local_time() -> datetime:
    """The wall clock, in this machine's zone."""
    return datetime.now().astimezone()


def main(argv: Sequence[str], draw: Paged, now: Callable[[], datetime] = local_time) -> int:
    """Carry out the arguments. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    arguments = parser().parse_args(argv)
    words = Words(arguments.lang or system_language())
    if arguments.command == "from":
        from console.commands.documents.rehearsal_from import main as make

        return make(arguments.journal, arguments.incident, arguments.out, words)
    try:
        people = PeopleFile(_people(arguments))
        records = RehearsalRecords(place_beside(people.path))
        for line in _carry_out(arguments, words, people, records, draw, now()):
            print(line)
    except ConfigError as error:
        return print_refusal(_PROGRAM, of_file(words, error))
    except (PeopleError, RecordsError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0


def parser() -> argparse.ArgumentParser:
    """The arguments of these commands."""
    made = OneLine(_PROGRAM, allow_abbrev=False)
    commands = made.add_commands()
    for name in COMMANDS:
        each = commands.add_parser(name, help=sentence(f"rehearsal {name}"), allow_abbrev=False)
        if name == "from":
            each.add_argument("journal", type=Path, metavar="JOURNAL", help="option.journal")
            each.add_argument("incident", metavar="INCIDENT", help="option.incident")
            each.add_argument("--out", type=Path, metavar="FILE", help="option.out_printed")
        if name in ("due", "certificate", "forget"):
            each.add_argument("id", metavar="ID", help="option.id")
        if name in ("records", "matrix"):
            each.add_argument("--csv", type=Path, metavar="OUT", help="option.csv")
        if name in ("records", "matrix", "certificate"):
            each.add_argument("--pdf", type=Path, metavar="OUT", help="option.pdf")
        if name == "forget":
            each.add_argument("--yes", action="store_true", help="option.yes")
        if name != "from":
            each.add_argument("--people", type=Path, metavar="FILE", help="option.people")
            each.add_argument("--table", type=Path, metavar="TOML", help="option.table_people")
        lang_help = "option.lang_page" if name == "certificate" else "option.lang"
        each.add_argument("--lang", choices=LANGUAGES, help=lang_help)
    return made


def _people(arguments: argparse.Namespace) -> Path:
    """The people's file that the arguments name. Raises ConfigError."""
    named: Path | None = arguments.people or (
        load_config(arguments.table).people if arguments.table else None
    )
    return named or default_path()


def _carry_out(
    arguments: argparse.Namespace,
    words: Words,
    people: PeopleFile,
    records: RehearsalRecords,
    draw: Paged,
    now: datetime,
) -> Iterator[str]:
    match arguments.command:
        case "due":
            who = _person(people, records, arguments.id)
            yield from due_lines(words, due(records.results, who.id, now))
        case "certificate":
            who = _person(people, records, arguments.id)
            own = Words(arguments.lang or (who.language if who.language in LANGUAGES else words.language))
            page = certificate(records.signed_results, who, own, now, records.head)
            yield from _output(page, page, None, arguments.pdf, draw, words)
        case "forget":
            yield from _forgotten(arguments, words, records, now)
        case "matrix":
            shown = [each.person for each in people.people if not each.disabled]
            kinds = {(each.script.game, each.script.kind or each.name) for each in built_in_rehearsals()}
            made = matrix(records.results, shown, now, kinds if arguments.csv or arguments.pdf else ())
            whole = matrix_paper(made, words, now, abreast=None)
            yield from _output(
                matrix_paper(made, words, now), whole, arguments.csv, arguments.pdf, draw, words
            )
        case _:
            names = {each.id: each.name for each in people.people}
            page = records_paper(records.results, names, words, now)
            yield from _output(page, page, arguments.csv, arguments.pdf, draw, words)


def _person(people: PeopleFile, records: RehearsalRecords, id: str) -> Person:
    """The person with this id; of a person who is only in the records the id alone is known. Raises
    RecordsError.
    """
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


def _forgotten(
    arguments: argparse.Namespace, words: Words, records: RehearsalRecords, now: datetime
) -> Iterator[str]:
    count = records.count(arguments.id)
    if not count:
        raise RecordsError("rehearsal.record.nobody", file=str(records.path), id=arguments.id)
    if not arguments.yes:
        yield words.count("rehearsal.record.forget.sure", count, id=visible(arguments.id))
        return
    forgotten = records.forget(arguments.id, now)
    yield words.count("rehearsal.record.forgotten", forgotten, id=visible(arguments.id))


def _output(
    page: Paper, full_paper: Paper, csv: Path | None, pdf: Path | None, draw: Paged, words: Words
) -> Iterator[str]:
    """Write the files that the options ask for, and print their names; without any, print the document."""
    for target in filter(None, (csv, pdf)):
        check_target(target)  # all, before any is written
    if csv is None and pdf is None:
        yield from lines_of(page)
    if csv is not None:
        write_export(csv, csv_of(full_paper))
        yield words.text("record.written", file=csv)
    if pdf is not None:
        write_export(pdf, draw(page))
        yield words.text("record.written", file=pdf)
