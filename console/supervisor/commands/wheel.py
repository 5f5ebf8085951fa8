"""``dealer-console wheel FILE...``: the wheels' statistics from these journals, as text, JSON or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from console.base.command_line import Arg, Lang
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.commands import document_source
from console.supervisor.commands.video_options import list_heads
from console.supervisor.history.sequence import file_before, joined
from console.supervisor.records.documents.export import as_json, check_target, written
from console.supervisor.records.documents.origin_mark import json_origin, marked
from console.supervisor.records.documents.paper import Paged
from console.supervisor.reports.journal_reports import wheel_report
from console.supervisor.reports.kept_reports import clear_unused
from console.supervisor.reports.wheel_words import lines_of, object_of, wheel_paper
from console.table.custody import is_wheel


def wheel(
    files: Annotated[tuple[Path, ...], Arg("option.journals_roulette", "FILE")] = (),
    *,
    choice: document_source.FloorChoice,
    recount: document_source.Recount = False,
    serial: Annotated[str | None, Arg("option.serial", "NUMBER")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    lang: Lang,
    draw: Paged,
    floor_documents: document_source.FloorDocuments | None = None,
) -> int:
    """Print a wheel's figures, or write them. Returns 2, with a line on standard error, on failure."""
    words = Words(lang)

    if recount:
        clear_unused(0)

    def print_figures(journals: Sequence[Path], floor: document_source.Journals | None) -> None:
        for target in filter(None, (json, pdf)):
            check_target(target)
        if floor is not None:
            journals = tuple(path for path in journals if is_wheel(path)) or journals
        known = {} if floor is None else floor.known
        report = wheel_report(journals, serial, document_source.LongRead(words), known=known)
        named = () if floor is not None else tuple(each.name for each in journals)

        def page() -> bytes:
            paper = marked(wheel_paper(report, words, named), journals, words)
            return draw(paper if floor is None else floor.heads(paper))

        def export() -> bytes:
            return as_json(object_of(report, words) | json_origin(journals))

        for line in written(words, (json, export), (pdf, page)):
            print(line)
        if json is None and pdf is None:
            print("\n".join((*list_heads(journals, None, floor, words), *lines_of(report, words))))
        for first, *_ in joined(journals, known):
            if (before := file_before(first)) is not None:
                print(words.text("journal.follow.begins", file=first.name, before=visible(before)))

    return document_source.from_journals(
        "wheel", files, choice, print_figures, lang=lang, made_by=floor_documents
    )
