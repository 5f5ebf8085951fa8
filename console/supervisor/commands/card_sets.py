"""``dealer-console card-sets FILE...``: the card sets of tables, from their journals, as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from msgspec.structs import replace

from console.base.command_line import Arg, Lang
from console.base.plain_text import name_key, visible
from console.base.words import Words
from console.supervisor.commands import document_source
from console.supervisor.commands.incident import names_in
from console.supervisor.commands.video_options import list_heads
from console.supervisor.history.sequence import file_before, joined, told_gap, whole_journals
from console.supervisor.records.documents.export import as_json, check_target, written
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.card_sets import TableSets, UnknownSet, life_lines
from console.supervisor.reports.journal_reports import tables_of
from console.supervisor.reports.kept_reports import clear_unused
from console.table.people import PeopleFile


def card_sets(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")] = (),
    *,
    choice: document_source.FloorChoice,
    recount: document_source.Recount = False,
    set: Annotated[str | None, Arg("option.set", "NUMBER")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    people: Annotated[Path | None, Arg("option.people_names", "FILE")] = None,
    lang: Lang,
    floor_documents: document_source.FloorDocuments | None = None,
) -> int:
    """Print the sets, each with its life, or write them. All files of a journal that lie beside a named one
    are read, since a set stays in play over the end of a file. Returns 2, with a line on standard error, on
    failure.
    """
    words = Words(lang)

    if recount:
        clear_unused(0)

    def print_sets(paths: Sequence[Path], floor: document_source.Journals | None) -> None:
        known = {} if floor is None else floor.known
        list = None if people is None else PeopleFile(people)
        names = names_in(list if floor is None else floor.names)
        if json is not None:
            check_target(json)
        if floor is None:
            paths = whole_journals(paths)
        every = tables_of(paths, document_source.LongRead(words), skips_wheels=choice.floor, known=known)
        found = _chosen(every, set)
        if json is None:
            gaps = () if choice.floor else _gaps(paths, words)
            shown = _lines(found, RecordFormatter(words, names=names), of=len(every))
            print("\n".join((*list_heads(paths, list, floor, words), *gaps, *shown)))
        for line in written(words, (json, lambda: as_json(found))):
            print(line)

    return document_source.from_journals(
        "card-sets", files, choice, print_sets, lang=lang, made_by=floor_documents, people=people
    )


def _gaps(paths: Sequence[Path], words: Words) -> Iterator[str]:
    """The message for each journal that begins in a file that was not found."""
    for first, *_ in joined(paths):
        if (before := file_before(first)) is not None:
            yield told_gap(words, first, before)


def _chosen(found: Sequence[TableSets], number: str | None) -> Sequence[TableSets]:
    """The sets of this number, or all. Raises UnknownSet if no table has had it."""
    if number is None:
        return found
    key = name_key(number)
    chosen = [
        replace(each, sets=tuple(one for one in each.sets if name_key(one.number or "") == key))
        for each in found
    ]
    chosen = [each for each in chosen if each.sets]
    if not chosen:
        raise UnknownSet(number)
    return chosen


def _lines(found: Sequence[TableSets], formatter: RecordFormatter, of: int) -> Iterator[str]:
    """The lines about the sets. ``of`` is the number of tables that were read: among several, a set that only
    one has is under that table's name.
    """
    for table in found:
        if of > 1:
            yield f"{formatter.words.text('record.table')} {visible(table.table)}"
        if not table.sets:
            yield formatter.words.text("card_sets.none")
        for each in table.sets:
            yield from life_lines(each, formatter)
