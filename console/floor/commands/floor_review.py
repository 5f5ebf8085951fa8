"""``dealer-console review --floor``: a floor's tables on the review's own screens."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from console.base.command_line import BAD_ARGUMENTS, PROGRAM, of_file, print_refusal
from console.base.words import Words
from console.floor.commands.floor_documents import copies_of, readable_floor
from console.floor.errors import FloorError
from console.supervisor.commands import FloorChoice, Shown
from console.supervisor.records import Paged
from console.supervisor.review import GuidePdf, Paperwork, Reviewing
from console.table.config import ConfigError
from console.table.core import SystemClock
from console.table.people import PeopleError


def over_floor(
    choice: FloorChoice,
    people: Path | None,
    lang: str,
    show: Shown,
    draw: Paged,
    guide: GuidePdf | None = None,
) -> int:
    """Show a floor's journals in the review. Returns 2, with a line on standard error, if PostgreSQL's
    library, its file or the people's file is missing, or this machine's own floor does not run.
    """
    words, clock = Words(lang), SystemClock()
    if find_spec("psycopg") is None:
        return print_refusal(PROGRAM, words.text("floor.server.missing"))
    from console.floor.review.floor_journals import FloorWork, Selection, floor_reads

    try:
        floor = readable_floor(choice.config, people, lang)
    except ConfigError as error:
        print(of_file(words, error), file=sys.stderr)
        return BAD_ARGUMENTS
    except (FloorError, PeopleError) as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return BAD_ARGUMENTS
    selection = Selection(floor.connect, copies_of(floor.studio), choice.tables, choice.rooms)

    def work(paths: Sequence[Path], known: Mapping[Path, str]) -> Paperwork:
        names = selection.names_with(floor.persons) if paths else {}
        return Paperwork(paths, names, clock.utc, draw=draw, guide=guide, known=known)

    reviewing = Reviewing(lambda: floor_reads(selection, floor.persons), lambda: FloorWork(selection, work))
    return show(reviewing, words, clock, lambda words: (floor.studio, words.text("review.floor")))
