"""The source of a document: files of journals, or with ``--floor`` a floor's copies (``floor_documents``)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple, TypeAlias

from msgspec.structs import replace

from console.base.command_line import PROGRAM, Arg, print_refusal, wrong
from console.base.errors import WordedError
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.history.sequence import joined
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents.paper import Paper
from console.supervisor.reports.shift_report import ShiftReport
from console.table.core import Person
from console.table.game import RulebookError
from console.table.journal import JournalError, opened_once
from console.table.people import PeopleFile


class SeveralTables(WordedError[str | tuple[str, ...]]):
    """Several tables of a floor have the wanted record."""


class Journals(NamedTuple):
    """The source of a document over a floor: the copies of journals, and the people's names."""

    studio: str
    paths: tuple[Path, ...]
    tables: tuple[str, ...]
    """The name of the table at each path."""
    names: dict[str, str]
    with_alarms: Callable[[Paper, ShiftReport, Words], Paper] = lambda paper, report, words: paper
    """Adds to a report's paper the figures of the calls that the floor received."""
    left_out: tuple[str, ...] = ()
    """A line for each table that is not in the document, or not as it was shipped."""
    behind: tuple[str, ...] = ()
    """A line for each table whose last entries the floor does not have yet."""

    @property
    def known(self) -> dict[Path, str]:
        return dict(zip(self.paths, self.tables, strict=True))

    def heads(self, paper: Paper) -> Paper:
        """The paper with these lines above its head."""
        return replace(paper, head=(*self.left_out, *self.behind, *paper.head))

    def without(self, file: Path, reason: str) -> Journals:
        """The source without the table of a file that can't be read, and the reason."""
        rest = [each for each in zip(self.paths, self.tables, strict=True) if each[0].parent != file.parent]
        paths, tables = tuple(path for path, _ in rest), tuple(table for _, table in rest)
        return self._replace(paths=paths, tables=tables, left_out=(*self.left_out, reason))

    def with_subject(self, subject: str, look: Callable[[Path, str], object]) -> Path:
        """The one journal in which ``look`` finds the subject, by the last of its files that has it. Raises
        NoSuchRecord, SeveralTables, JournalError.
        """
        table_at = self.known
        have_it = [path for path in self.paths if _has(look, path, subject)]
        have_it = [files[-1] for files in joined(have_it, table_at)]
        found = [(path, table_at[path]) for path in have_it]
        match found:
            case []:
                raise NoSuchRecord(subject)
            case [(path, _)]:
                return path
            case _:
                tables = tuple(dict.fromkeys(table for _, table in found))
                raise SeveralTables("review.floor.several", id=visible(subject), tables=tables)


def _has(look: Callable[[Path, str], object], path: Path, subject: str) -> bool:
    try:
        look(path, subject)
    except NoSuchRecord:
        return False
    return True


class LongRead:
    """Progress on standard error if that is a terminal and the reading takes longer than two seconds."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._next = monotonic() + 2

    def __call__(self, entry: int) -> bool:
        if monotonic() >= self._next and sys.stderr.isatty():
            self._next += 2
            print(self._words.text("report.progress", entry=entry), file=sys.stderr)
        return True


class Names(tuple[str, ...]):
    __slots__ = ()

    def __new__(cls, text: str) -> Names:
        return super().__new__(cls, (name.strip() for name in text.split(",") if name.strip()))


class FloorChoice(NamedTuple):
    """The options that choose the tables of a floor."""

    floor: Annotated[bool, Arg("option.floor")] = False
    config: Annotated[Path | None, Arg("option.config_of_floor", "TOML")] = None
    tables: Annotated[Names | None, Arg("option.tables", "A,B")] = None
    rooms: Annotated[Names | None, Arg("option.rooms", "A,B")] = None

    def misplaced(
        self,
        command: str,
        lang: str,
        *,
        files: Collection[object] = (),
        ids: Collection[str] = (),
        table: Path | None = None,
    ) -> int | None:
        """Refuse options that don't go with ``--floor``, or not without it: the exit status, or None."""
        words, program = Words(lang), f"{PROGRAM} {command}"
        if self.floor and (files or len(ids) > 1):
            return print_refusal(program, words.text("review.floor.both", command=program))
        if self.floor and table is not None:
            return print_refusal(
                program, words.text("review.floor.without", option="--table", other="--tables")
            )
        if not self.floor:
            for option, value in (("config", self.config), ("tables", self.tables), ("rooms", self.rooms)):
                if value is not None:
                    return print_refusal(program, words.text("review.floor.needed", option=f"--{option}"))
        return None


Recount: TypeAlias = Annotated[bool, Arg("option.recount")]
FloorDocuments: TypeAlias = Callable[[FloorChoice, Path | None, str, str, Callable[[Journals], int]], int]
"""Makes a document from the chosen journals of a floor, as :func:`over_floor` has it."""


def over_floor(
    made_by: FloorDocuments | None,
    choice: FloorChoice,
    people: Path | None,
    lang: str,
    command: str,
    make: Callable[[Journals], int],
) -> int:
    """Make a document from the chosen journals of a floor, if the floor's part is installed. ``make`` is
    called again without a table that can't be read, so it prints and writes only what is complete.
    """
    if made_by is None:
        return print_refusal(f"{PROGRAM} {command}", Words(lang).text("parts.missing", part="floor"))
    return made_by(choice, people, lang, command, make)


def over_files(lang: str, command: str, make: Callable[[], int]) -> int:
    """Make a document from files. Returns the exit status; 2, with a line on standard error, on failure."""
    try:
        with opened_once():
            return make()
    except JournalError as error:
        return print_refusal(f"{PROGRAM} {command}", Words(lang).text(error.key, **error.slots))


def from_journals(
    command: str,
    files: Sequence[Path],
    choice: FloorChoice,
    make: Callable[[Sequence[Path], Journals | None], object],
    *,
    lang: str,
    made_by: FloorDocuments | None,
    people: Path | None = None,
) -> int:
    """Make a document from named journals, or from the chosen ones of a floor, which ``make`` gets too.
    Returns its exit status; 2, with a line on standard error, if it can't be made.
    """
    if (status := choice.misplaced(command, lang, files=files)) is not None:
        return status
    if not files and not choice.floor:
        raise wrong("journal_or_floor")

    def made(paths: Sequence[Path], floor: Journals | None = None) -> int:
        try:
            make(paths, floor)
        except JournalError:
            raise
        except WordedError as error:
            return print_refusal(f"{PROGRAM} {command}", Words(lang).text(error.key, **error.slots))
        except RulebookError as error:
            return print_refusal(f"{PROGRAM} {command}", str(error))
        return 0

    if choice.floor:
        return over_floor(made_by, choice, people, lang, command, lambda floor: made(floor.paths, floor))
    return over_files(lang, command, lambda: made(files))


def persons_of(people: Path | None, pepper: Path | None) -> dict[str, Person]:
    """The people by id; empty if no file is named. Raises PeopleError if the file can't be read, or if its
    mark, checked with the PINs' secret, is another one.
    """
    return {} if people is None else PeopleFile(people, pepper=pepper).persons
