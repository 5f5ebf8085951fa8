"""``dealer-console review``: journals, copies or archives on the review's own screens. The caller passes the
function that shows the window, so that nothing here imports Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from console.base.command_line import BAD_ARGUMENTS
from console.base.words import Words
from console.supervisor.commands.document_source import persons_of
from console.supervisor.commands.video_options import TableOptions
from console.supervisor.records.documents.origin_mark import origin_mark
from console.supervisor.records.documents.paper import Paged
from console.supervisor.review.documents import GuidePdf
from console.supervisor.review.journals import JournalReads
from console.supervisor.review.paperwork import Paperwork
from console.supervisor.review.sources import Heading, Reviewing, VideoSettings
from console.table.core import Clock, SystemClock
from console.table.custody import game_of_journal, origin_of
from console.table.journal import JournalError, Log
from console.table.people import PeopleError
from console.table.words import table_title

Shown = Callable[[Reviewing, Words, Clock, Heading], int]
"""Shows a review under a heading until it is closed; returns the exit status."""


def main(
    files: Sequence[Path],
    settings: TableOptions,
    lang: str,
    show: Shown,
    draw: Paged,
    guide: GuidePdf | None = None,
) -> int:
    """Show journals, even while tables use them. Returns 2, with a line on standard error, on failure."""
    words, clock = Words(lang), SystemClock()
    try:
        reviewing, heading = opened(files, settings, clock, draw, guide)
    except (JournalError, PeopleError) as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS
    return show(reviewing, words, clock, heading)


def opened(
    files: Sequence[Path], settings: TableOptions, clock: Clock, draw: Paged, guide: GuidePdf | None = None
) -> tuple[Reviewing, Heading]:
    """A review of these files and its heading. Raises JournalError or PeopleError."""
    persons = persons_of(settings.people, settings.pepper)
    with Log(tuple(files)) as log:
        tables = tuple(dict.fromkeys(file.identity.table for file in log.files))
        for file in log.files:
            game_of_journal(file.path, file.identity)
    origins = tuple(dict.fromkeys(map(origin_of, files)))

    def heading(words: Words) -> tuple[str, ...]:
        named = tables if len(tables) == 1 else [table_title(words, table) for table in tables]
        mark = filter(None, (origin_mark(origins, words),))
        return (*mark, words.list_of(named), words.text("review.of_files"))

    names = {who: person.name for who, person in persons.items()}
    lead_in = round(settings.lead_in)
    reviewing = Reviewing(
        lambda: JournalReads(files, persons),
        lambda: Paperwork(
            files, names, clock.utc, draw=draw, guide=guide, lead_in=lead_in, videos=settings.videos
        ),
        filmed=VideoSettings(lead_in, settings.videos),
        badges=settings.badges,
        touch=settings.touch,
        files=tuple(files),
        others=lambda others: opened(others, settings, clock, draw, guide),
    )
    return reviewing, heading
