"""``dealer-console round FILE ID``: a round's file on the terminal, as JSON with its proof, as PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from console import __version__
from console.base.command_line import Arg, Lang, print_refusal, seconds
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.commands import document_source
from console.supervisor.commands.incident import names_in, of_earlier_file
from console.supervisor.commands.video_options import table_options, with_foreign_sources
from console.supervisor.records.accounts.lookup import find_round, in_newest_file
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents import export
from console.supervisor.records.documents.paper import Paged
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_settings import made_by
from console.supervisor.records.documents.round_words import round_paper
from console.table.config import on_paper
from console.table.journal import utc_now
from console.table.people import PeopleError, PeopleFile

_PROGRAM: Final = "dealer-console round"


def round_file(
    file: Annotated[Path | None, Arg("option.journal", "FILE", unless="--floor")],
    id: Annotated[str | None, Arg("option.subject", "ID", unless="--floor")],
    ids: Annotated[tuple[str, ...] | None, Arg("option.subject", "ID", only="--floor")],
    *,
    choice: document_source.FloorChoice,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    lead_in: Annotated[float | None, Arg("option.lead_in", "SECONDS", seconds)] = None,
    table: Annotated[Path | None, Arg("option.table_video", "TOML")] = None,
    lang: Lang,
    draw: Paged,
    floor_documents: document_source.FloorDocuments | None = None,
    now: Callable[[], datetime] = utc_now,
) -> int:
    """Print or write a round's file, or a record's. Returns 2, with a line on standard error, on failure."""
    if (status := choice.misplaced("round", lang, ids=ids or (), table=table)) is not None:
        return status
    settings, words, subject = table_options(table, people, lead_in), Words(lang), ids[0] if ids else id
    assert subject is not None, "it is required"

    def lines(journal: Path, names: Mapping[str, str]) -> Iterator[str]:
        for wanted in filter(None, (json, pdf)):
            export.check_target(wanted)  # both targets are checked before either is written
        found, at = in_newest_file(journal, subject, find_round), now()
        formatter = RecordFormatter(
            words, names=names, lead_in=settings.lead_in, videos=on_paper(settings.videos)
        )
        paper = round_paper(found, formatter, at, __version__)
        if file is not None:
            paper = with_foreign_sources(paper, [journal], settings, words)
        if json is None and pdf is None:
            yield from export.lines_of(paper)

        def as_object() -> bytes:
            told = formatter.for_programs()
            made = made_by(told, found, at, __version__)
            return export.round_json(found, round_paper(found, told, at, __version__), names, made)

        yield from export.written(words, (json, as_object), (pdf, lambda: draw(paper)))

    def print_round(journal: Path, names: PeopleFile | Mapping[str, str] | None) -> int:
        try:
            for line in lines(journal, names_in(names)):
                print(line)
        except (export.ExportError, PeopleError) as error:
            return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
        except NoSuchRecord as error:
            unknown = _unknown(words, str(journal), error.record)
            return print_refusal(_PROGRAM, of_earlier_file(journal, words, unknown))
        return 0

    def of_floor(floor: document_source.Journals) -> int:
        try:
            return print_round(floor.with_subject(subject, find_round), floor.names)
        except NoSuchRecord as error:
            return print_refusal(_PROGRAM, _unknown(words, floor.studio, error.record))

    if file is None:
        return document_source.over_floor(floor_documents, choice, people, lang, "round", of_floor)
    return document_source.over_files(lang, "round", lambda: print_round(file, settings.list))


def _unknown(words: Words, where: str, subject: str) -> str:
    return words.text("round.file.unknown", file=where, id=visible(subject))
