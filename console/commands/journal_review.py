"""``dealer-console review``: journals, copies, archives or a floor's tables on the review's own screens.

Knows the journals and the people's names. The caller passes the function that shows the window, so that
nothing here imports Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from console.arguments import BAD_ARGUMENTS, of_file
from console.config import ConfigError
from console.floor.configuration import load_floor, own_server
from console.floor.errors import FloorError
from console.journal import JournalError
from console.journal.log.search import Log
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.records.accounts.journal_game import game_of_journal
from console.records.documents.paper import Paged
from console.records.documents.video import Video
from console.review.journals import JournalReads
from console.review.paperwork import Paperwork
from console.review.sources import Heading, Reviewing, VideoSettings
from console.table.running.clock import Clock, SystemClock
from console.table.showing.screen_values import Person
from console.words import Words
from console.words.names import table_title

if TYPE_CHECKING:
    import psycopg


class ReviewOptions(NamedTuple):
    """The options of a review: journals, copies or archives, a language, the place of the names."""

    files: tuple[Path, ...]
    lang: str
    people: Path | None = None
    lead_in: int = 30
    video: Video | None = None
    """Of the table that is reviewed."""


Shown = Callable[[Reviewing, Words, Clock, Heading], int]
"""Shows a review under a heading until it is closed; returns the exit status."""


def main(options: ReviewOptions, show: Shown, draw: Paged) -> int:
    """Show journals in the review; a table may be using them. Returns 2, with one line on standard error, if
    one can't be read.
    """
    words, clock = Words(options.lang), SystemClock()
    try:
        persons = persons_of(options.people)
        with Log(options.files) as log:
            tables = tuple(dict.fromkeys(file.identity.table for file in log.files))
            for file in log.files:
                game_of_journal(file.path, file.identity)
    except (JournalError, PeopleError) as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS

    def heading(words: Words) -> tuple[str, ...]:
        named = tables if len(tables) == 1 else [table_title(words, table) for table in tables]
        return (words.list_of(named), words.text("review.of_files"))

    names = {who: person.name for who, person in persons.items()}
    videos = {options.video.table: options.video} if options.video is not None else {}
    reviewing = Reviewing(
        lambda: JournalReads(options.files, persons),
        lambda: Paperwork(options.files, names, clock.utc, draw=draw, lead_in=options.lead_in, videos=videos),
        filmed=VideoSettings(options.lead_in, videos),
    )
    return show(reviewing, words, clock, heading)


def persons_of(people: Path | None) -> dict[str, Person]:
    """The people by id; empty if no file is named. Raises PeopleError if the file can't be read."""
    if people is None:
        return {}
    return {record.id: record.person for record in PeopleFile(people).people}


class FloorReviewOptions(NamedTuple):
    """The options of a review over a floor; ``tables`` and ``rooms`` are names, None means any."""

    config: Path | None
    """None: this machine's own floor, while it runs."""
    lang: str
    tables: tuple[str, ...] | None = None
    rooms: tuple[str, ...] | None = None
    people: Path | None = None
    """None: as the floor's file has it."""
    lead_in: int = 30


def over_floor(options: FloorReviewOptions, show: Shown, draw: Paged) -> int:
    """Show a floor's journals in the review.

    Returns 2, with one line on standard error, if its file or the people's file can't be read, or if this
    machine's own floor does not run.
    """
    # With PostgreSQL's library, which not every console has.
    from console.review.floor_journals import FloorWork, Selection, floor_reads

    words, clock = Words(options.lang), SystemClock()
    try:
        floor = readable_floor(options.config, options.people, options.lang)
    except ConfigError as error:
        print(of_file(words, error), file=sys.stderr)
        return BAD_ARGUMENTS
    except (FloorError, PeopleError) as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS
    selection = Selection(floor.connect, copies_of(floor.studio), options.tables, options.rooms)

    def work(paths: Sequence[Path]) -> Paperwork:
        names = selection.names_with(floor.persons) if paths else {}
        return Paperwork(paths, names, clock.utc, draw=draw, lead_in=options.lead_in)

    reviewing = Reviewing(lambda: floor_reads(selection, floor.persons), lambda: FloorWork(selection, work))
    return show(reviewing, words, clock, lambda words: (floor.studio, words.text("review.floor")))


class ReadableFloor(NamedTuple):
    """A floor whose entries may be read: its studio, the connection, and the people by id."""

    studio: str
    connect: Callable[[], psycopg.Connection[tuple[Any, ...]]]
    persons: dict[str, Person]


def readable_floor(config: Path | None, people: Path | None, lang: str) -> ReadableFloor:
    """The floor of a TOML file, else this machine's own. Raises ConfigError, FloorError, PeopleError."""
    config = config or own_server()
    if config is None:
        return _here(people, lang)
    house = load_floor(config)
    password = house.password()
    return ReadableFloor(
        house.studio, lambda: _connected(house.dsn, password), persons_of(people or house.people)
    )


def _here(people: Path | None, lang: str) -> ReadableFloor:
    from console.floor.embedded import STUDIO, WINDOW, Server, own_folder
    from console.floor.operation import window_account

    server = Server(own_folder())
    if not server.is_running:
        raise FloorError("review.floor.not_running")
    dsn = f"{server.dsn} user={window_account(WINDOW, 'supervisor')}"
    if people is not None:
        return ReadableFloor(STUDIO, lambda: _connected(dsn, None), persons_of(people))
    from console.people.table_people import people as known

    persons = {given.person.id: given.person for given in known(lang).practice_people}
    return ReadableFloor(STUDIO, lambda: _connected(dsn, None), persons)


def _connected(dsn: str, password: str | None) -> psycopg.Connection[tuple[Any, ...]]:
    from console.floor.database import connect

    return connect(dsn, password)


def copies_of(studio: str) -> Path:
    """The folder for the copies of a studio's journals; each studio has its own."""
    from console.floor.copies import own_folder

    return own_folder() / sha256(studio.encode()).hexdigest()[:16]
