"""``dealer-console wheel FILE...``: the wheels' statistics from these journals, as text, JSON or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec

from console.base.command_line import Arg, Lang, print_refusal, wrong
from console.base.plain_text import escape_json, visible
from console.base.words import Words
from console.supervisor.commands.document_source import (
    FloorChoice,
    FloorDocuments,
    Journals,
    LongRead,
    over_files,
    over_floor,
)
from console.supervisor.history.sequence import file_before, joined
from console.supervisor.records.documents.export import ExportError, check_target, write_export
from console.supervisor.records.documents.paper import Paged
from console.supervisor.reports.journal_reports import NoWheel, wheel_report
from console.supervisor.reports.wheel_words import lines_of, object_of, wheel_paper
from console.table.custody import is_wheel

_PROGRAM: Final = "dealer-console wheel"


def wheel(
    files: Annotated[tuple[Path, ...], Arg("option.journals_roulette", "FILE")] = (),
    *,
    choice: FloorChoice,
    serial: Annotated[str | None, Arg("option.serial", "NUMBER")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    lang: Lang,
    draw: Paged,
    floor_documents: FloorDocuments | None = None,
) -> int:
    """Print what the journals say of a wheel, or write it. Returns the exit status: 2, with one line on
    standard error, if that is not possible.
    """
    if (status := choice.misplaced("wheel", lang, files=files)) is not None:
        return status
    if not files and not choice.floor:
        raise wrong("journal_or_floor")
    words = Words(lang)

    def print_figures(journals: Sequence[Path], floor: Journals | None = None) -> int:
        try:
            for target in filter(None, (json, pdf)):
                check_target(target)
            known = {} if floor is None else floor.known
            report = wheel_report(journals, serial, LongRead(words), known=known)
            if json is not None:
                text = msgspec.json.format(msgspec.json.encode(object_of(report, words)), indent=2)
                write_export(json, escape_json(text.decode()).encode())
                print(words.text("record.written", file=json))
            if pdf is not None:
                named = () if floor is not None else tuple(each.name for each in journals)
                paper = wheel_paper(report, words, named)
                write_export(pdf, draw(paper if floor is None else floor.heads(paper)))
                print(words.text("record.written", file=pdf))
            if json is None and pdf is None:
                print("\n".join(lines_of(report, words)))
            for first, *_ in joined(journals, known):
                if (before := file_before(first)) is not None:
                    print(words.text("journal.follow.begins", file=first.name, before=visible(before)))
        except (ExportError, NoWheel) as error:
            return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
        return 0

    def of_floor(floor: Journals) -> int:
        wheels = tuple(path for path in floor.paths if is_wheel(path))
        return print_figures(wheels or floor.paths, floor)

    if choice.floor:
        return over_floor(floor_documents, choice, None, lang, "wheel", of_floor)
    return over_files(lang, "wheel", lambda: print_figures(files))
