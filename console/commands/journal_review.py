"""``dealer-console review FILE...``: journals, copies and archives on the review's own screens.

Knows which journals and whose names; the window is shown by what is handed in, so that nothing here meets Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from console.journal import JournalError
from console.journal.log.search import Log
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.records.documents.paper import Paged
from console.records.documents.video import Video
from console.review.journals import JournalReads
from console.review.paperwork import NightWork
from console.review.sources import Filmed, Reviewing
from console.table.running.clock import Clock, SystemClock
from console.table.showing.views import Person
from console.words import Words
from console.words.names import table_title

BAD_ARGUMENTS: Final = 2


class ReviewOptions(NamedTuple):
    """What the command line asks of a review: journals, copies or archives, a language, where names are."""

    files: tuple[Path, ...]
    lang: str
    people: Path | None = None
    lead_in: int = 30
    video: Video | None = None
    """Of the table that is reviewed."""


Shown = Callable[[Reviewing, Words, Clock, tuple[str, ...]], int]
"""What shows a review until it is closed, under a heading; its exit status."""


def main(options: ReviewOptions, show: Shown, draw: Paged) -> int:
    """Have journals reviewed, which may be in use; 2 with one line where one can't be read."""
    words, clock = Words(options.lang), SystemClock()
    try:
        persons = persons_of(options.people)
        with Log(options.files) as log:
            tables = tuple(dict.fromkeys(file.identity.table for file in log.files))
    except (JournalError, PeopleError) as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS
    named = tables if len(tables) == 1 else [table_title(words, table) for table in tables]
    heading = (words.text("access.list").join(named), words.text("review.of_a_copy"))
    names = {who: person.name for who, person in persons.items()}
    videos = {options.video.table: options.video} if options.video is not None else {}
    reviewing = Reviewing(
        lambda: JournalReads(options.files, persons),
        lambda: NightWork(options.files, names, clock.utc, draw=draw, lead_in=options.lead_in, videos=videos),
        filmed=Filmed(options.lead_in, videos),
    )
    return show(reviewing, words, clock, heading)


def persons_of(people: Path | None) -> dict[str, Person]:
    """Who is who, by id; nobody where no file is named. Raises PeopleError where it can't be read."""
    if people is None:
        return {}
    return {record.id: record.person for record in PeopleFile(people).people}
