"""The command lines of those documents that have many options.

Knows how the options are written. The documents are made by :mod:`console.records` and
:mod:`console.reports`; the caller passes the function that draws pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from console.arguments import (
    PROGRAM,
    OneLine,
    not_a,
    of_file,
    print_refusal,
    seconds,
    system_language,
    words_of,
)
from console.commands.documents.floor_documents import (
    Journals,
    add_floor,
    add_subject,
    over_floor,
    refuse_misplaced,
)
from console.words.locales import LANGUAGES

if TYPE_CHECKING:
    from console.config import TableConfig
    from console.records.accounts.timeline import Interval
    from console.records.documents.paper import Paged
    from console.records.documents.video import Video

"""The dialect, for who has to open it."""


def main(argv: Sequence[str], draw: Paged) -> int:
    """``dealer-console report``."""
    parser = report_parser()
    arguments = parser.parse_args(argv)
    if arguments.until and not arguments.since:
        parser.wrong("until")
    if arguments.until and arguments.until <= arguments.since:
        parser.wrong("until_later")
    if (status := refuse_misplaced(arguments, "report", files=arguments.file)) is not None:
        return status
    if not arguments.file and not arguments.table and not arguments.floor:
        parser.wrong("report_of")
    table = _table(parser, arguments.table)
    from console.commands.documents.report import ReportOptions
    from console.commands.documents.report import main as tell
    from console.records.documents.record_words import LEAD_IN

    options = ReportOptions(
        files=tuple(arguments.file) or (() if table is None else _journal_of(table, arguments)),
        interval=_interval(arguments),
        lang=arguments.lang,
        json=arguments.json,
        csv=arguments.csv,
        xlsx=arguments.xlsx,
        pdf=arguments.pdf,
        casino=arguments.casino or (table.casino if table else None),
        people=arguments.people or (table.people if table else None),
        compared=arguments.compared,
        handover=arguments.handover,
        shifts=arguments.shifts,
        lead_in=float(table.video_lead) if table else LEAD_IN,
        video=table.video if table else None,
    )
    if arguments.floor:
        return over_floor(
            arguments,
            "report",
            lambda floor: tell(options._replace(files=floor.paths, people=floor.names), draw),
        )
    return tell(options, draw)


def _journal_of(table: TableConfig, arguments: argparse.Namespace) -> tuple[Path, ...]:
    """A table's journal; for a shift or a time with its closed files, in which some or all of it may be.

    A start after the end of a month closes the file in the midst of a night's shift.
    """
    from console.journal import JournalError
    from console.journal.archives import volumes

    is_of_a_time = arguments.shifts or any((arguments.shift, arguments.day, arguments.since))
    with suppress(JournalError):  # whatever is wrong with the file the report says
        return tuple(volumes(table.journal)) if is_of_a_time else (table.journal,)
    return (table.journal,)


def _table(parser: argparse.ArgumentParser, file: Path | None) -> TableConfig | None:
    """The configuration of the named table; where it can't be used, one line on standard
    error says why.
    """
    if file is None:
        return None
    from console.config import ConfigError, load_config

    try:
        return load_config(file)
    except ConfigError as error:
        parser.error(of_file(words_of(), error))


def table_options(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace
) -> tuple[float, Path | None, Video | None]:
    """The video's lead-in, the people's file and the video's place: from ``--table``, unless an option gives
    its own.
    """
    from console.records.documents.record_words import LEAD_IN

    table, lead_in = _table(parser, arguments.table), getattr(arguments, "lead_in", None)
    if lead_in is None:
        lead_in = float(table.video_lead) if table is not None else LEAD_IN
    people = arguments.people or (table.people if table is not None else None)
    return lead_in, people, table.video if table is not None else None


def report_parser() -> OneLine:
    """The parser of a report's command line."""
    parser = OneLine(f"{PROGRAM} report", allow_abbrev=False)
    parser.add_argument("file", type=Path, nargs="*", metavar="FILE", help="option.journal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--shift", metavar="NAME", help="option.shift")
    which.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help="option.day")
    which.add_argument("--from", type=_moment, dest="since", metavar="TIME", help="option.since")
    which.add_argument("--shifts", action="store_true", help="option.shifts")
    parser.add_argument("--until", type=_moment, metavar="TIME", help="option.until")
    parser.add_argument("--handover", action="store_true", help="option.handover")
    for name, option in (("json", "json_file"), ("csv", "csv_report"), ("xlsx", "xlsx"), ("pdf", "pdf")):
        parser.add_argument(f"--{name}", type=Path, metavar="OUT", help=f"option.{option}")
    parser.add_argument("--table", type=Path, metavar="TOML", help="option.table_report")
    add_floor(parser)
    parser.add_argument("--casino", metavar="NAME", help="option.casino")
    parser.add_argument("--people", type=Path, metavar="FILE", help="option.people_names")
    parser.add_argument("--compared", type=_days, default=90, metavar="DAYS", help="option.compared")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    return parser


def round_main(argv: Sequence[str], draw: Paged) -> int:
    """``dealer-console round``."""
    parser = OneLine(f"{PROGRAM} round", allow_abbrev=False)
    add_subject(parser, argv, "option.subject", is_needed=True)
    add_floor(parser)
    parser.add_argument("--json", type=Path, metavar="OUT", help="option.json_file")
    parser.add_argument("--pdf", type=Path, metavar="OUT", help="option.pdf")
    parser.add_argument("--people", type=Path, metavar="FILE", help="option.people_names")
    parser.add_argument("--lead-in", type=seconds, metavar="SECONDS", help="option.lead_in")
    parser.add_argument("--table", type=Path, metavar="TOML", help="option.table_video")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    arguments = parser.parse_args(argv)
    if (status := refuse_misplaced(arguments, "round")) is not None:
        return status
    from console.commands.documents.round import RoundOptions, unknown
    from console.commands.documents.round import main as tell

    lead_in, people, video = table_options(parser, arguments)
    values = (
        arguments.file,
        arguments.id,
        arguments.lang,
        arguments.json,
        arguments.pdf,
        people,
        lead_in,
        video,
    )
    options = RoundOptions(*values)
    if not arguments.floor:
        return tell(options, draw)
    from console.records.accounts.lookup import find_round
    from console.records.accounts.round_account import NoSuchRecord
    from console.words import Words

    def of_floor(floor: Journals) -> int:
        try:
            file = floor.with_subject(arguments.id, find_round)
        except NoSuchRecord as error:
            return unknown(Words(arguments.lang), floor.studio, error.record)
        return tell(options._replace(file=file, people=floor.names), draw)

    return over_floor(arguments, "round", of_floor)


def incident_main(argv: Sequence[str], draw: Paged) -> int:
    """``dealer-console incident``."""
    parser = OneLine(f"{PROGRAM} incident", allow_abbrev=False)
    add_subject(parser, argv, "option.record")
    add_floor(parser)
    parser.add_argument("--json", type=Path, metavar="OUT", help="option.json_file")
    parser.add_argument("--pdf", type=Path, metavar="OUT", help="option.pdf")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    parser.add_argument("--lead-in", type=seconds, metavar="SECONDS", help="option.lead_in")
    parser.add_argument("--people", type=Path, metavar="FILE", help="option.people_names")
    parser.add_argument("--table", type=Path, metavar="TOML", help="option.table_video")
    arguments = parser.parse_args(argv)
    if (status := refuse_misplaced(arguments, "incident")) is not None:
        return status
    if arguments.id is None and (arguments.json or arguments.pdf):
        parser.wrong("record_id")
    from console.commands.documents.incident import RecordOptions, unknown
    from console.commands.documents.incident import main as tell

    files = () if arguments.floor else (arguments.file,)
    values = (
        files,
        arguments.id,
        arguments.json,
        arguments.pdf,
        arguments.lang,
        *table_options(parser, arguments),
    )
    options = RecordOptions(*values)
    if not arguments.floor:
        return tell(options, draw)
    from console.records.accounts.lookup import find
    from console.records.accounts.round_account import NoSuchRecord
    from console.words import Words

    def of_floor(floor: Journals) -> int:
        files = floor.paths
        try:
            if arguments.id is not None:
                files = (floor.with_subject(arguments.id, find),)
        except NoSuchRecord as error:
            there_is_none = unknown(Words(arguments.lang), floor.studio, error.record, "--floor")
            return print_refusal(f"{PROGRAM} incident", there_is_none)
        return tell(options._replace(files=files, people=floor.names), draw)

    return over_floor(arguments, "incident", of_floor)


def wheel_main(argv: Sequence[str]) -> int:
    """``dealer-console wheel``."""
    parser = OneLine(f"{PROGRAM} wheel", allow_abbrev=False)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="option.journals_roulette")
    add_floor(parser)
    parser.add_argument("--serial", metavar="NUMBER", help="option.serial")
    parser.add_argument("--json", type=Path, metavar="OUT", help="option.json_file")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    parser.set_defaults(people=None)
    arguments = parser.parse_args(argv)
    if (status := refuse_misplaced(arguments, "wheel", files=arguments.files)) is not None:
        return status
    if not arguments.files and not arguments.floor:
        parser.wrong("journal_or_floor")
    from console.commands.documents.wheel import WheelOptions
    from console.commands.documents.wheel import main as tell

    options = WheelOptions(tuple(arguments.files), arguments.serial, arguments.json, arguments.lang)
    if not arguments.floor:
        return tell(options)

    def of_floor(floor: Journals) -> int:
        from console.review.floor_journals import is_wheel

        wheels = tuple(path for path in floor.paths if is_wheel(path))
        return tell(options._replace(files=wheels or floor.paths))

    return over_floor(arguments, "wheel", of_floor)


def _interval(arguments: argparse.Namespace) -> Interval:
    from console.records.accounts.timeline import Interval, of_day

    if arguments.day is not None:
        return of_day(arguments.day)
    return Interval(arguments.since, arguments.until, arguments.shift)


def _day(text: str) -> date:
    """A day that begins and ends at a time that can be told."""
    from console.records.accounts.timeline import of_day

    try:
        day = date.fromisoformat(text)
        of_day(day)
    except (ValueError, OverflowError) as error:
        raise not_a("day", text, "2026-03-01") from error
    return day


def _moment(text: str) -> datetime:
    """A time with its zone; without a zone it is the local time."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError) as error:
        raise not_a("time", text, "2026-03-01T22:00") from error


def _days(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 10_000:
        raise ValueError(text)
    return value
