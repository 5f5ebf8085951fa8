"""The supervisor's window: on journals and copies of them, or over all tables of a floor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.app.display import has_display, no_display
from console.app.pdf_documents import pdf_beside_window
from console.arguments import PROGRAM, OneLine, system_language
from console.words.locales import LANGUAGES

NOT_INSTALLED: Final = 2
"""The exit status where a command needs a part of the console that is not installed."""


def review(argv: Sequence[str]) -> int:
    """The review's window: it only reads, and needs no table."""
    from console.commands.documents.floor_documents import add_floor

    parser = OneLine(f"{PROGRAM} review", allow_abbrev=False)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="option.journals")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    parser.add_argument("--people", type=Path, metavar="FILE", help="option.people_names")
    parser.add_argument("--table", type=Path, metavar="TOML", help="option.table_video")
    add_floor(parser)
    arguments = parser.parse_args(argv)
    if arguments.floor != (not arguments.files) or (arguments.config is not None and not arguments.floor):
        parser.wrong("sources")
    if arguments.table if arguments.floor else arguments.tables or arguments.rooms:
        parser.wrong("floor_only")
    if arguments.floor:
        return floor_review(arguments)
    from console.commands.documents.report_arguments import table_options

    lead_in, people, video = table_options(parser, arguments)
    if not has_display():
        return no_display(arguments.lang)
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.journal_review import ReviewOptions
    from console.commands.journal_review import main as look_at
    from console.ui.review.review_window import run_review

    return look_at(
        ReviewOptions(tuple(arguments.files), arguments.lang, people, round(lead_in), video),
        run_review,
        pdf_beside_window,
    )


def floor_review(arguments: argparse.Namespace) -> int:
    """The review's window over all tables of a studio."""
    from importlib.util import find_spec

    if not has_display():
        return no_display(arguments.lang)
    if find_spec("psycopg") is None:
        from console.words import Words

        print(f"{PROGRAM}: {Words(arguments.lang).text('floor.server.missing')}", file=sys.stderr)
        return NOT_INSTALLED
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.journal_review import FloorReviewOptions, over_floor
    from console.ui.review.review_window import run_review

    options = FloorReviewOptions(
        arguments.config, arguments.lang, arguments.tables, arguments.rooms, arguments.people
    )
    return over_floor(options, run_review, pdf_beside_window)
