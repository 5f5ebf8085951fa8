"""The supervisor's window: on journals and copies of them, or over all tables of a floor."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

from console.base.words import Words
from console.command_line.arguments import PROGRAM, wrong
from console.command_line.declaration import Arg, Lang
from console.command_line.display import has_display, no_display
from console.commands.documents.floor_documents import FloorChoice
from console.commands.documents.table_options import table_options
from console.ui.paper.beside_window import guide_pdf, pdf_beside_window

NOT_INSTALLED: Final = 2
"""The exit status if a command needs a part of the console that is not installed."""


def review(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")] = (),
    *,
    lang: Lang,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_video", "TOML")] = None,
    choice: FloorChoice,
) -> int:
    """Open the review's window, which only reads: on journals, or over all tables of a studio."""
    if choice.floor != (not files) or (choice.config is not None and not choice.floor):
        raise wrong("sources")
    if table if choice.floor else choice.tables or choice.rooms:
        raise wrong("floor_only")
    settings = table_options(table, people)
    if not has_display():
        return no_display(lang)
    if choice.floor and find_spec("psycopg") is None:
        print(f"{PROGRAM}: {Words(lang).text('floor.server.missing')}", file=sys.stderr)
        return NOT_INSTALLED
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.journal_review import main as look_at
    from console.commands.journal_review import over_floor
    from console.ui.review.review_window import run_review

    if choice.floor:
        return over_floor(choice, people, lang, run_review, pdf_beside_window, guide_pdf)
    return look_at(files, settings, lang, run_review, pdf_beside_window, guide_pdf)
