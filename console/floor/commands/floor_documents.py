"""``--floor`` in place of a FILE: documents of a studio, made from copies of what its floor holds. Each copy
is checked along its chain up to the floor's head, as in the review. A journal that does not lead there is
named, and has no document.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from console.base.command_line import INTERRUPTED, PROGRAM, of_file, print_refusal
from console.base.plain_text import visible
from console.base.words import Words, system_text
from console.floor.alarms.alarm_figures import CALLS_OF_TABLE, CallFigures, KeptCall, call_figures
from console.floor.alarms.items import Priority
from console.floor.alarms.watch import FLOOD
from console.floor.configuration import load_floor, own_server
from console.floor.errors import FloorError
from console.floor.self_report import TableStanding, read_report
from console.supervisor.commands import FloorChoice, Journals, SeveralTables, persons_of
from console.supervisor.history import EntryNotFollowed
from console.supervisor.records import Cell, Paper, Part
from console.supervisor.reports import ShiftReport
from console.table.config import ConfigError
from console.table.core import Person
from console.table.custody import game_at
from console.table.journal import JournalError
from console.table.people import PeopleError

if TYPE_CHECKING:
    import psycopg

    from console.floor.copies import Copies, PartCopy
    from console.floor.holdings import HeldPart, Holdings

NOT_WHOLE: Final = 1
"""The exit status if a document was made without some of the chosen journals."""
_EVERY: Final = 50_000
"""Copied entries between two reports of progress."""
_AROUND_SHIFT: Final = timedelta(days=1)
"""No shift is longer; its name has its table's local time, perhaps of another zone."""
_BEFORE_CALLS: Final = timedelta(days=31)
"""No floor is that long without a call: a table that claims an earlier beginning has a wrong clock."""
_LISTED: Final = 20
"""The most existing names that are listed if a name was not found."""


Calls = Callable[[datetime, datetime], tuple[Sequence[KeptCall], Sequence[str]]]
"""Reads the calls in a time, and the names of the tables with too many to count."""


def with_alarms(paper: Paper, calls_in: Calls, report: ShiftReport, words: Words) -> Paper:
    """The report with the figures of the floor's calls in its time, if any, and the tables left out."""
    since, until = _time_of_calls(report)
    if since is None or until is None or since > until:
        return paper
    calls, uncounted = calls_in(since, until)
    if calls:
        since = max(since, calls[0].heard - _BEFORE_CALLS)
    figures = call_figures(calls, since, until)
    if figures is None and not uncounted:
        return paper
    part = Part("", words.text("report.alarms"))
    if figures is not None:
        part = _alarms_part(figures, part, words)
    if uncounted:
        listed, most = words.list_of(map(visible, uncounted)), words.figure(CALLS_OF_TABLE)
        left_out = words.text("report.alarms.uncounted", tables=listed, most=most)
        part = replace(part, note=" ".join(filter(None, (left_out, part.note))))
    return replace(paper, parts=(*paper.parts, part))


def _alarms_part(of: CallFigures, part: Part, words: Words) -> Part:
    alarms = of.alarms
    rows: tuple[tuple[str, Cell], ...] = (
        ("many", alarms.many),
        ("bosses", of.bosses),
        ("rate", round(alarms.rate, 2)),
        ("most", alarms.most),
        ("floods", alarms.floods),
        ("high", round(100 * alarms.shares[Priority.HIGH])),
        ("medium", round(100 * alarms.shares[Priority.MEDIUM])),
        ("chattering", alarms.chattering),
        ("stale", of.stale),
        ("taken", None if of.taken is None else round(of.taken)),
        ("arrived", None if of.arrived is None else round(of.arrived)),
    )
    return replace(
        part,
        columns=(words.text("report.alarms.figure"), words.text("report.alarms.value")),
        rows=tuple((words.text(f"report.alarms.{name}", most=FLOOD), value) for name, value in rows),
        note=words.text("report.alarms.note"),
    )


def _time_of_calls(report: ShiftReport) -> tuple[datetime | None, datetime | None]:
    """The time of the report's tables. A table whose clock is years off extends it neither beyond the making
    of the report nor beyond the days around the shift's name.
    """
    begun = [each.begun for each in report.tables if each.begun is not None]
    ended = [each.ended for each in report.tables if each.ended is not None]
    since, until = min(begun, default=None), min(max(ended, default=report.made), report.made)
    if since is None or report.interval.shift is None:
        return since, until
    try:
        named = datetime.fromisoformat(report.interval.shift).astimezone(UTC)
        return max(since, named - _AROUND_SHIFT), min(until, named + 2 * _AROUND_SHIFT)
    except (ValueError, OverflowError):
        return since, until


def over_floor(
    choice: FloorChoice, people: Path | None, lang: str, command: str, make: Callable[[Journals], int]
) -> int:
    """Make a document from the chosen journals of a floor. ``make`` prints and writes only what is complete:
    if it raises JournalError or EntryNotFollowed, it is called again without that table. Returns 1 if some
    journals differ from what their tables sent, or can't be read; 2, with a line on standard error, without a
    journal.
    """
    words, program = Words(lang), f"{PROGRAM} {command}"
    if find_spec("psycopg") is None:
        return print_refusal(program, words.text("floor.server.missing"))
    import psycopg

    try:
        journals, named = _copied(choice, people, words), 0
        while True:
            for flaw in journals.left_out[named:]:
                print(f"{program}: {flaw}", file=sys.stderr)
            named = len(journals.left_out)
            if not journals.paths:
                return print_refusal(program, words.text("review.floor.nothing", studio=journals.studio))
            try:
                return make(journals) or (NOT_WHOLE if named else 0)
            except (JournalError, EntryNotFollowed) as error:
                journals = _without_unread(journals, error, words)
    except ConfigError as error:
        return print_refusal(program, of_file(words, error))
    except psycopg.Error as error:
        reason = str(error).strip().partition("\n")[0]
        return print_refusal(program, words.text("review.floor.unreachable", reason=reason))
    except (FloorError, SeveralTables, PeopleError, JournalError) as error:
        return print_refusal(program, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(program, system_text(error, words))
    except KeyboardInterrupt:
        print(f"{program}: {words.text('report.cancelled')}", file=sys.stderr)
        return INTERRUPTED


def _without_unread(journals: Journals, error: JournalError | EntryNotFollowed, words: Words) -> Journals:
    """The journals without the table of an unreadable copy. Raises other errors."""
    from console.floor.review.floor_journals import unread_of

    table_in = {path.parent: of for path, of in journals.known.items()}
    if (table := table_in.get(error.path.parent)) is None:
        raise error
    return journals.without(error.path, unread_of(error, table).text(words))


def _copied(choice: FloorChoice, people: Path | None, words: Words) -> Journals:
    from console.floor.copies import Copies
    from console.floor.holdings import Holdings, labels_of
    from console.floor.review.floor_journals import flaws_of

    floor = readable_floor(choice.config, people, words.language)
    holdings = Holdings(floor.connect())
    with closing(Copies(holdings, copies_of(floor.studio), choice.tables, choice.rooms)) as copies:
        _check_names(holdings, choice.tables, choice.rooms)
        _bring_up(copies, words, floor.studio)
        made: list[PartCopy] = copies.finished
    whole = [(copied.path, copied.part.table) for copied in made if copied.path is not None]
    flaws = tuple(each.text(words) for each in flaws_of(made, lambda copied: copied.flaw is not None))
    newest = {each.part.table: each.part for each in sorted(made, key=lambda each: each.part.part)}
    with closing(floor.connect()) as connection:
        behind = tuple(_behind(connection, newest, words))
    names = {who: person.name for who, person in floor.persons.items()}
    labels = labels_of(copied.part for copied in made)
    paths, tables = tuple(path for path, _ in whole), tuple(labels[table] for _, table in whole)

    def calls(since: datetime, until: datetime) -> tuple[Sequence[KeptCall], Sequence[str]]:
        with closing(floor.connect()) as connection:
            found, uncounted = Holdings(connection).calls(labels, since, until)
        return found, [labels[table] for table in uncounted]

    def alarms(paper: Paper, report: ShiftReport, words: Words) -> Paper:
        return with_alarms(paper, calls, report, words)

    journals = Journals(floor.studio, paths, tables, names, alarms, flaws, behind)
    for path in paths:
        if path in journals.paths:
            try:
                game_at(path)  # This office may not have the rulebook yet: many tables are left out at once.
            except JournalError as error:
                journals = _without_unread(journals, error, words)
    return journals


def _behind(
    connection: psycopg.Connection[tuple[Any, ...]], newest: Mapping[str, HeldPart], words: Words
) -> Iterator[str]:
    """A line for each table whose last entries the floor lacks, with a reported halt: the entry of a covered
    card is held back, for example, and may be its cause.
    """
    for id, part, told in connection.execute("SELECT table_id, part, told FROM floor.reading()"):
        held, report = newest.get(id), None if told is None else read_report(told).report
        if held is None or report is None:
            continue
        lacks = max(report.held_back, report.entry - held.number if part == held.part else 0)
        if lacks <= 0:
            continue
        behind = words.count("report.floor.behind", lacks, table=visible(held.name))
        at = report.since.astimezone().strftime(words.locale.time)
        halted = words.text("report.floor.halted", time=at) if report.standing is TableStanding.HALTED else ""
        yield words.locale.gap.join(filter(None, (behind, halted)))


def _check_names(holdings: Holdings, tables: Sequence[str] | None, rooms: Sequence[str] | None) -> None:
    """Check that the floor has the named tables and rooms. Raises FloorError."""
    from console.floor.holdings import labels_of

    unknown = [("review.floor.no_table", name) for name in tables or () if not holdings.parts([name])]
    unknown += [("review.floor.no_room", name) for name in rooms or () if not holdings.parts(rooms=[name])]
    for key, name in unknown:
        parts = holdings.parts()
        of_rooms = dict.fromkeys(part.room for part in parts)
        there = labels_of(parts).values() if key == "review.floor.no_table" else of_rooms
        listed = (*[*there][:_LISTED], *(["…"] if len(there) > _LISTED else []))
        raise FloorError(key, name=visible(name), there=listed or "–")


def _bring_up(copies: Copies, words: Words, studio: str) -> None:
    """Copy the journals, and show progress on standard error if that is a terminal."""
    reported = 0
    for done, of in copies.brought_up():
        if done - reported >= _EVERY:
            reported = done
            if sys.stderr.isatty():
                percent = done * 100 // max(1, of)
                print(words.text("trial.progress", file=studio, percent=percent), file=sys.stderr)


class ReadableFloor(NamedTuple):
    """A floor whose entries may be read: its studio, the connection, and the people by id."""

    studio: str
    connect: Callable[[], psycopg.Connection[tuple[Any, ...]]]
    persons: dict[str, Person]


def readable_floor(config: Path | None, people: Path | None, lang: str) -> ReadableFloor:
    """The floor of a TOML file, else this machine's own. Raises ConfigError, FloorError, PeopleError."""
    config = config or own_server()
    if config is None:
        return _here(people, lang)
    house = load_floor(config)
    password = house.password()
    return ReadableFloor(
        house.studio,
        lambda: _connected(house.dsn, password),
        persons_of(people or house.people, house.pepper),
    )


def _here(people: Path | None, lang: str) -> ReadableFloor:
    from console.floor.embedded import STUDIO, WINDOW, Server, own_folder
    from console.floor.operation import window_account

    server = Server(own_folder())
    if not server.is_running:
        raise FloorError("review.floor.not_running")
    dsn = f"{server.dsn} user={window_account(WINDOW, 'supervisor')}"
    if people is not None:
        return ReadableFloor(STUDIO, lambda: _connected(dsn, None), persons_of(people, None))
    from console.table.people import people as known

    persons = {given.person.id: given.person for given in known(lang).practice_people}
    return ReadableFloor(STUDIO, lambda: _connected(dsn, None), persons)


def _connected(dsn: str, password: str | None) -> psycopg.Connection[tuple[Any, ...]]:
    from console.floor.database import connect

    return connect(dsn, password)


def copies_of(studio: str) -> Path:
    """The folder for the copies of a studio's journals; each studio has its own."""
    from console.floor.copies import own_folder

    return own_folder() / sha256(studio.encode()).hexdigest()[:16]
