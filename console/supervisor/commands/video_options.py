"""The options that a document's command takes from a table's file, unless the command line gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from console.base.command_line import BadArgument, of_file, words_of
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.commands.document_source import Journals
from console.supervisor.history.sequence import EntrySequence, joined
from console.supervisor.records.documents.origin_mark import file_mark
from console.supervisor.records.documents.paper import Paper
from console.supervisor.records.documents.record_words import LEAD_IN
from console.table.config import ConfigError, TableConfig, Video, load_config
from console.table.core import KnownList, NoteKind, events
from console.table.people import BadgeForm, PeopleFile


class TableOptions(NamedTuple):
    """The settings of a document's table."""

    people: Path | None
    lead_in: float = LEAD_IN
    """Seconds before an event at which its video starts."""
    video: Video | None = None
    badges: BadgeForm | None = None
    """How the table's badge reader types."""
    touch: bool | None = None
    """Whether the table's file asks for the size for fingers."""
    casino: str | None = None
    pepper: Path | None = None
    """The file of the PINs' secret; None: the user's own."""

    @property
    def list(self) -> PeopleFile | None:
        return None if self.people is None else PeopleFile(self.people, pepper=self.pepper)

    @property
    def videos(self) -> dict[str, Video]:
        return {} if self.video is None else {self.video.table: self.video}


def named_table(file: Path | None) -> TableConfig | None:
    """The configuration of the named table. Raises BadArgument if it can't be used."""
    try:
        return None if file is None else load_config(file)
    except ConfigError as error:
        raise BadArgument(of_file(words_of(), error)) from error


def table_options(file: Path | None, people: Path | None, lead_in: float | None = None) -> TableOptions:
    """The settings by a table's file and the options. Raises BadArgument."""
    table = named_table(file)
    if table is None:
        return TableOptions(people, LEAD_IN if lead_in is None else lead_in)
    lead_in = float(table.video_lead) if lead_in is None else lead_in
    of_table = table.video, table.badges, table.touch, table.casino, table.pepper
    return TableOptions(people or table.people, lead_in, *of_table)


def with_foreign_sources(paper: Paper, files: Sequence[Path], settings: TableOptions, words: Words) -> Paper:
    """The document; its head says whose names it has and whether they are proved, and if its people's list or
    its casino is not the one that its journals know. Raises JournalError, PeopleError.
    """
    head, people, casino = list[str](), settings.list, settings.casino
    identity = None if people is None else people.identity
    if people is not None:
        head.append(names_line(people, words))
    for journal in joined(files):
        lists = {KnownList.of(each).identity for each in _noted(journal, NoteKind.LIST_KNOWN)}
        if people is not None and lists and identity not in lists:
            head.append(words.text("record.foreign_people", file=visible(people.path.name)))
        casinos = [*_noted(journal, NoteKind.CASINO)]
        if casino is not None and any(casinos) and casino not in casinos:
            head.append(words.text("record.foreign_casino", given=visible(casino), own=visible(casinos[-1])))
    return replace(paper, head=(*paper.head, *dict.fromkeys(head))) if head else paper


def names_line(people: PeopleFile, words: Words) -> str:
    """Whose names they are, and whether they are proved. Raises PeopleError."""
    proof = "proved" if people.is_proved else "unproved"
    return words.text(f"people.names.{proof}", file=visible(people.path.name))


def list_heads(
    files: Sequence[Path], people: PeopleFile | None, floor: Journals | None, words: Words
) -> Iterator[str]:
    """The lines above a list that is printed as text: a document's mark and head, without the tables left
    out, which standard error has. Raises PeopleError.
    """
    if mark := file_mark(files, words):
        yield mark
    if floor is not None:
        yield from floor.behind
    if people is not None:
        yield names_line(people, words)


def _noted(files: Sequence[Path], what: NoteKind) -> Iterator[str]:
    """The texts of these notes in a journal."""
    for _, row in EntrySequence(files).of_a_kind("noted", what):
        event = events.DECODER.decode(row.event)
        if isinstance(event, events.Noted) and event.what == what:
            yield event.text or ""
