"""``dealer-console rehearsal``: the rehearsals that can be played here, the players, and the table made for
them. The caller passes the functions that show windows, so that nothing here imports Qt. It neither opens a
LIVE table nor sends anything to one.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.base.command_line import BAD_ARGUMENTS
from console.base.plain_text import WriteTarget
from console.base.system import clear
from console.base.words import Words
from console.rehearsals.at_play.rehearsed_table import FOLDERS, NAME
from console.rehearsals.at_play.run import PACE, RehearsalRun
from console.rehearsals.exam import Exam, exam_names
from console.rehearsals.proficiency.due import due
from console.rehearsals.proficiency.matrix import Matrix, matrix
from console.rehearsals.proficiency.proficiency_paper import certificate, kind_name, matrix_paper
from console.rehearsals.proficiency.record_file import RecordsError, RehearsalRecords, place_beside
from console.rehearsals.proficiency.unfinished_rehearsals import UnfinishedRehearsals
from console.rehearsals.result import RehearsalResult, Way
from console.rehearsals.script import NoRehearsal, Script, built_in_rehearsals, load_rehearsal, playable
from console.supervisor.records import ExportError, Paged, Paper, csv_of, write_export
from console.supervisor.review import Paperwork, Story
from console.table.config import TableConfig
from console.table.core import Clock, Mode, Person, Role, ShownTable, Situation, SystemClock, replay
from console.table.game import Rulebook, TableLimits, load_rulebook
from console.table.journal import JournalError, review
from console.table.people import BadgeForm, People, PeopleError, PeopleFile, default_path, people_file
from console.table.people import people as given_people
from console.table.words import inside, rules_name, sentence

log = logging.getLogger(__name__)

LOCKS: Final = 60
"""Minutes without a press after which a rehearsal's table locks: it needs no guarding."""
SEEDS: Final = 1_000_000_000
"""The number of seeds from which an exam's is drawn: nine digits can be read out."""
_LAST: Final = 1_000_000
_MOST_DUE: Final = 6
"""The most people who are named with what they should rehearse today."""
_PRACTICE: Final = "practice.json"
"""The name beside which practice people's records are kept, never among a house's own."""


class RehearsalOptions(NamedTuple):
    rules: str
    lang: str
    file: Path | None = None
    """A rehearsal to play at once; None: the list."""
    way: Way = Way.GUIDED
    part: str | None = None
    """The part to play: dealer, pit_boss or both; None: the role of the person who signs in."""
    people: Path | None = None
    """The people's file; None: the user's own, else practice people."""
    full_screen: bool = False
    pace: float = PACE
    off: tuple[str, ...] = ()
    """The clauses whose house procedure the studio has turned off."""
    limits: tuple[str, TableLimits] | None = None
    """A table's own limits of bets, and their game."""
    table: TableConfig | None = None
    """The table whose people sign in, with the secret of their PINs."""


class Playing:
    def __init__(
        self, run: RehearsalRun, stack: ExitStack, people: dict[Role, Person], language: str
    ) -> None:
        """``stack`` removes the table of the ``run`` again."""
        self.run, self._stack, self.people = run, stack, people
        game, rules, journal = run.script.game, run.rulebook.id, run.journal
        self.config = TableConfig(
            Mode.REHEARSAL, NAME, game, rules, language, journal, None, lock_after=LOCKS
        )
        colleagues = {each.person.id: each.person for each in given_people(language).practice_people}
        self.persons = {**colleagues, **{person.id: person for person in people.values()}}

    def story(self) -> Story | None:
        """The events, to be replayed; None if unreadable."""
        game, rulebook = self.run.game, self.run.rulebook
        situation = Situation(
            mode=Mode.REHEARSAL, name=NAME, game=self.config.game, rulebook=rulebook, persons=self.persons
        )
        try:
            with review(self.run.journal) as journal:
                number, state = journal.begin(0)
                moments = replay.moments_of(game, state, journal.entries(number), replay.ReplayPart(1, _LAST))
        except JournalError:
            return None
        return Story(game, situation, moments) if moments else None

    def close(self) -> None:
        """Remove the table with its temporary journal."""
        self._stack.close()


Failure = tuple[str, dict[str, str]]
"""Why something could not be kept or written: a phrase's key and its slots."""


class Repertoire:
    """The rehearsals here, shipped and named by the user, and the records of their players."""

    def __init__(
        self,
        options: RehearsalOptions,
        rulebook: Rulebook,
        clock: Clock,
        people: People,
        records: RehearsalRecords,
        draw: Paged | None = None,
    ) -> None:
        """``draw`` makes pages of a document. Raises NoRehearsal if the named file is no rehearsal."""
        self.options, self.rulebook, self.clock = options, rulebook, clock
        self._people, self.records, self._draw = people, records, draw
        named = () if options.file is None else (load_rehearsal(options.file),)
        self.every = tuple(
            each
            for each in (*named, *built_in_rehearsals())
            if each in named or playable(each.script, rulebook)
        )
        self.named = named[0] if named else None
        self._under_way: dict[datetime, UnfinishedRehearsals] = {}

    @property
    def choice(self) -> tuple[str, Way, str | None]:
        """The command line's choice: a rehearsal's name, if any, the way, and the part."""
        return self.named.name if self.named else "", self.options.way, self.options.part

    @property
    def full_screen(self) -> bool:
        return self.options.full_screen

    def about(self, words: Words) -> tuple[str, ...]:
        return (rules_name(words, self.rulebook.id),)

    @property
    def badges(self) -> BadgeForm | None:
        """How the badge reader of the named table types."""
        return None if self.options.table is None else self.options.table.badges

    def due(self, person: Person) -> tuple[str, ...]:
        """The names of a person's rehearsals due today: see :meth:`due_of`."""
        (names,) = self.due_of((person,))
        return names

    def due_of(self, people: Sequence[Person]) -> list[tuple[str, ...]]:
        """For each of these people the names of the rehearsals due today, the longest due first; the records
        are read once. Of several rehearsals of one kind it is the one played least; none if the records are
        unreadable.
        """
        try:
            results = self.records.results
        except RecordsError as error:
            log.error("what is due can't be told: %s", error)
            return [() for _ in people]
        now, found = self.clock.utc().astimezone(), list[tuple[str, ...]]()
        for person in people:
            played = [each.rehearsal for each in results if person.id in each.people.values()]
            kinds = due(results, person.id, now, self.every)
            found.append(tuple(min(each.rehearsals, key=played.count) for each in kinds))
        return found

    def series(self, person: Person, first: str) -> Exam:
        """A new exam for a person, with ``first`` among its rehearsals."""
        try:
            results = self.records.results
        except RecordsError as error:
            log.error("what was rehearsed can't be told: %s", error)
            results = ()
        times = Counter(each.rehearsal for each in results if person.id in each.people.values())
        begins = next(each for each in self.every if each.name == first)
        seed = secrets.randbelow(SEEDS)
        return Exam(exam_names(self.every, begins, self.due(person), times, seed), seed=seed)

    def begin(
        self,
        name: str,
        way: Way,
        people: dict[Role, Person],
        on_shown: Callable[[ShownTable], None],
        failed: Callable[[Exception], None],
        language: str,
        *,
        exam: Exam | None = None,
    ) -> Playing:
        """Make the table of a rehearsal, maybe an ``exam``'s next one. Raises JournalError, NotRecorded."""
        rehearsal = next(each for each in self.every if each.name == name)
        stack, ids = ExitStack(), {role: person.id for role, person in people.items()}
        game, limits = self.options.limits or ("", None)
        run = RehearsalRun(
            rehearsal,
            self.rulebook,
            self.clock,
            stack,
            on_shown,
            failed,
            people=ids,
            way=way,
            pace=self.options.pace,
            procedures_off=self.options.off,
            limits=limits if game == rehearsal.script.game else None,
        )
        left = run.abandoned_result
        mark = self.records.begin(left if exam is None else replace(left, sitting=exam.sitting))
        if mark is not None:
            self._under_way[run.table.began] = mark
        return Playing(run, stack, people, language)

    def keep(self, result: RehearsalResult) -> Failure | None:
        """Keep the result of a rehearsal. Returns the reason if it can't."""
        mark = self._under_way.pop(result.began, None)
        try:
            self.records.keep(result)
        except RecordsError as error:
            log.error("what came of a rehearsal is not kept: %s", error)
            if mark is not None:
                mark.finish(result)  # The next start keeps the result.
            return error.key, error.slots
        if mark is not None:
            mark.end()
        return None

    def settle(self) -> None:
        """Record as left the rehearsals that ended with a killed console."""
        try:
            self.records.settle()
        except (RecordsError, OSError) as error:
            log.error("what was left is not kept: %s", error)

    # --- for a supervisor ---------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        from platformdirs import user_documents_path

        return user_documents_path()

    @property
    def printer(self) -> Paperwork:
        """Prints the list of a page, without journals."""
        return Paperwork((), {}, self.clock.utc, folder=self.folder, draw=self._drawn)

    @property
    def listed(self) -> list[Person]:
        """The people who may sign in at this house's tables, else the practice people. Raises PeopleError."""
        if isinstance(self._people, PeopleFile):
            return [each.person for each in self._people.people if not each.disabled]
        return [each.person for each in self._people.practice_people]

    def matrix(self) -> Matrix:
        """The people who have rehearsed, and their kinds. Raises RecordsError, PeopleError."""
        now, listed = self.clock.utc().astimezone(), self.listed
        kinds = {(each.script.game, each.script.kind or each.name) for each in self.every}
        return matrix(self.records.results, listed, now, kinds)

    def write_matrix(self, target: WriteTarget, words: Words) -> Failure | None:
        """Write the matrix as ``.pdf`` or ``.csv``, by the path's ending. Returns the reason if it can't."""
        now = self.clock.utc().astimezone()

        def made() -> bytes:
            if target.path.suffix == ".csv":
                return csv_of(matrix_paper(self.matrix(), words, now, abreast=None))
            return self._drawn(matrix_paper(self.matrix(), words, now))

        return self._write_file(target, made)

    def write_certificate(self, person: Person, target: WriteTarget, words: Words) -> Failure | None:
        """Write a page of a person's passed rehearsals. Returns the reason if it can't."""
        now, records = self.clock.utc().astimezone(), self.records
        return self._write_file(
            target, lambda: self._drawn(certificate(records.signed_results, person, words, now, records.head))
        )

    def _drawn(self, paper: Paper) -> bytes:
        assert self._draw is not None, "a window draws pages"
        return self._draw(paper)

    def _write_file(self, target: WriteTarget, make_bytes: Callable[[], bytes]) -> Failure | None:
        try:
            write_export(target.path, make_bytes(), replaces=target.replaces)
        except (RecordsError, ExportError, PeopleError) as error:
            return error.key, dict(error.slots)
        return None


Shows = Callable[[Repertoire, People, Words], int]
"""Shows the repertoire until it is quit; returns the exit status."""


def main(options: RehearsalOptions, show: Shows, draw: Paged, clock: Clock | None = None) -> int:
    """Show rehearsals until the window is closed. Returns 2, with a line, for an unusable file."""
    words = Words(options.lang)
    clear(FOLDERS)
    try:
        people, repertoire = open_people(options, clock or SystemClock(), draw)
        repertoire.settle()
    except NoRehearsal as error:
        from console.supervisor.commands import fault_text

        for fault in error.faults:
            print(fault_text(words, fault), file=sys.stderr)
        return BAD_ARGUMENTS
    except PeopleError as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS
    return show(repertoire, people, words)


def due_today(options: RehearsalOptions, person: Person, words: Words, *, game: str) -> tuple[str, ...]:
    """A person's first due rehearsal today, of this game if possible, as :func:`due_texts`; empty if none."""
    for _, script in _first_due(options, game, (person,)):
        return due_texts(script, words)
    return ()


def everybody_due(options: RehearsalOptions, words: Words, *, game: str) -> tuple[str, ...]:
    """The rehearsals due first today for six people who may sign in, as ``Rehearsal “Hole card exposed” for
    Rasa K.``, then the number of the others. Empty if none is due.
    """
    found = tuple(_first_due(options, game))
    names: dict[str, list[str]] = {}
    for who, script in found[:_MOST_DUE]:
        names.setdefault(words.quote(sentence(_named(script, words))), []).append(who.name)
    between = words.text("access.list")
    shown = tuple(
        words.text("rehearsal.due_for", what=what, who=between.join(who)) for what, who in names.items()
    )
    more = len(found) - _MOST_DUE
    return (*shown, words.count("rehearsal.screen.due_besides", more)) if more > 0 else shown


def _first_due(
    options: RehearsalOptions, game: str, people: Sequence[Person] | None = None
) -> Iterator[tuple[Person, Script]]:
    """The people with a rehearsal due today, each with the first one, of this game if possible; None for all
    who have a role at a table, which technicians and shufflers don't.
    """
    try:
        _, repertoire = open_people(options, SystemClock())
        if people is None:
            people = [each for each in repertoire.listed if isinstance(each.role, Role)]
    except (NoRehearsal, PeopleError) as error:
        log.error("what is due can't be told: %s", error)
        return
    scripts = {each.name: each.script for each in repertoire.every}
    for person, names in zip(people, repertoire.due_of(people), strict=True):
        chosen = [scripts[name] for name in names]
        if chosen:
            yield person, next((each for each in chosen if each.game == game), chosen[0])


def _named(script: Script, words: Words) -> str:
    return inside(words, kind_name(words, script.kind or str(script.wrong[0].slip)))


def due_texts(script: Script, words: Words) -> tuple[str, ...]:
    """The rehearsal due today, by name, then a shorter text without it."""
    return words.text("rehearsal.due", what=_named(script, words)), words.text("rehearsal.due.short")


def open_people(
    options: RehearsalOptions, clock: Clock, draw: Paged | None = None
) -> tuple[People, Repertoire]:
    """The people who may sign in at this house's tables, else practice people; and their rehearsals. Raises
    NoRehearsal, PeopleError.
    """
    of_table = options.table
    path = options.people or (of_table.people if of_table else None) or default_path()
    rulebook = load_rulebook(options.rules)
    if path == default_path() and options.people is None and not path.exists():
        people = given_people(options.lang)
        records = RehearsalRecords(place_beside(path.with_name(_PRACTICE)))
        return people, Repertoire(options, rulebook, clock, people, records, draw)
    file = people_file(of_table, path)
    file.people  # noqa: B018 (what can't be read is said now, not at the first sign-in)
    return file, Repertoire(options, rulebook, clock, file, RehearsalRecords(place_beside(path)), draw)
