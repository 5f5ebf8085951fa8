"""The supervisor's window: on journals and copies of them, or over all tables of a floor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from console.base.command_line import PROGRAM, Arg, Lang, has_display, no_display, print_refusal, wrong
from console.base.words import Words
from console.supervisor.commands.document_source import FloorChoice
from console.supervisor.commands.video_options import table_options
from console.supervisor.ui.paper.beside_window import guide_pdf, pdf_beside_window
from console.table.config import practice_journals


def review(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")] = (),
    *,
    lang: Lang,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    table: Annotated[Path | None, Arg("option.table_video", "TOML")] = None,
    choice: FloorChoice,
    floor_review: Callable[..., int] | None = None,
) -> int:
    """Open the review's window, which only reads: on journals, or over all tables of a studio."""
    if not (files or choice.floor or choice.config):
        files = practice_journals()[:1]
    if choice.floor != (not files) or (choice.config is not None and not choice.floor):
        raise wrong("sources")
    if table if choice.floor else choice.tables or choice.rooms:
        raise wrong("floor_only")
    settings = table_options(table, people)
    if not has_display():
        return no_display(lang)
    if choice.floor and floor_review is None:
        return print_refusal(PROGRAM, Words(lang).text("parts.missing", part="floor"))
    import console.table.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.supervisor.commands.journal_review import main as look_at
    from console.supervisor.ui.review.review_window import run_review

    if floor_review is not None and choice.floor:
        return floor_review(choice, people, lang, run_review, pdf_beside_window, guide_pdf)
    return look_at(files, settings, lang, run_review, pdf_beside_window, guide_pdf)
