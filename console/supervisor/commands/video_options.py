"""The options that a document's command takes from a table's file, unless the command line gives them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from console.base.command_line import BadArgument, of_file, words_of
from console.supervisor.records.documents.record_words import LEAD_IN
from console.table.config import ConfigError, TableConfig, Video, load_config
from console.table.people import BadgeForm


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
    return TableOptions(people or table.people, lead_in, table.video, table.badges, table.touch)
