"""``dealer-console shoe FILE...``: the figures of the shoes by card set, as text, JSON, XLSX or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

from console import __version__
from console.base.command_line import Arg, Lang
from console.base.plain_text import name_key
from console.base.words import Words
from console.supervisor.commands.document_source import (
    FloorChoice,
    FloorDocuments,
    Journals,
    LongRead,
    Recount,
    from_journals,
)
from console.supervisor.records.documents.export import as_json, check_target, lines_of, written, xlsx_of
from console.supervisor.records.documents.origin_mark import json_origin, marked
from console.supervisor.records.documents.paper import Paged, Paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.card_sets import UnknownSet
from console.supervisor.reports.journal_reports import shoe_report
from console.supervisor.reports.kept_reports import clear_unused
from console.supervisor.reports.shoe_figures import ShoeReport
from console.supervisor.reports.shoe_words import object_of, shoe_paper
from console.table.journal import utc_now


def shoe(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")] = (),
    *,
    choice: FloorChoice,
    recount: Recount = False,
    set: Annotated[str | None, Arg("option.set", "NUMBER")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    xlsx: Annotated[Path | None, Arg("option.xlsx", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    lang: Lang,
    draw: Paged,
    floor_documents: FloorDocuments | None = None,
    now: Callable[[], datetime] = utc_now,
) -> int:
    """Print the figures of the shoes, or write them. Returns 2, with a line on standard error, on failure."""
    words = Words(lang)

    if recount:
        clear_unused(0)

    def print_figures(paths: Sequence[Path], floor: Journals | None) -> None:
        targets = [each for each in (json, xlsx, pdf) if each is not None]
        for target in targets:
            check_target(target)  # all targets are checked before any is written
        known = {} if floor is None else floor.known
        report = _chosen(shoe_report(paths, LongRead(words), skips_wheels=choice.floor, known=known), set)
        formatter = RecordFormatter(words, names={} if floor is None else floor.names)
        at = now()

        def paper(formatter: RecordFormatter) -> Paper:
            time, zone = formatter.day_and_clock(at), formatter.zones((at,))
            made = words.text("record.made", time=time, version=__version__, zone=zone)
            paper = marked(shoe_paper(report, formatter, made), paths, words)
            return paper if floor is None else floor.heads(paper)

        if not targets:
            print("\n".join(lines_of(paper(formatter))))
        for line in written(
            words,
            (json, lambda: as_json(object_of(report, paper(formatter.for_programs())) | json_origin(paths))),
            (xlsx, lambda: xlsx_of(paper(formatter))),
            (pdf, lambda: draw(paper(formatter))),
        ):
            print(line)

    return from_journals("shoe", files, choice, print_figures, lang=lang, made_by=floor_documents)


def _chosen(report: ShoeReport, number: str | None) -> ShoeReport:
    """The figures of one set. Raises UnknownSet."""
    if number is None:
        return report
    sets = tuple(each for each in report.sets if name_key(each.number or "") == name_key(number))
    if not sets:
        raise UnknownSet(number)
    return ShoeReport(sets)
