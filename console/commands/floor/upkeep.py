"""``dealer-console floor``: creates its database, and proves, packs and indexes what it holds.

Knows arguments and words; :mod:`console.commands.floor.lists` lists and changes tables and accounts. Without
a floor's file it is the floor on this machine, which is started for as long as the command takes. A token is
shown once and kept nowhere.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from console.arguments import PROGRAM, OneLine, of_file, print_refusal, system_language
from console.command_table import sentence
from console.commands.floor import condition_report, lists, server_copies, server_setup
from console.config import ConfigError
from console.floor.errors import FloorError, Trouble, trouble_of
from console.floor.texts import plain
from console.words import LANGUAGES, Words
from console.words.amounts import whole

if TYPE_CHECKING:
    import psycopg

    from console.floor.configuration import HouseConfig
    from console.floor.holdings import HeldPart, Holdings

    Connection = psycopg.Connection[tuple[Any, ...]]

UNFIT: Final = 1
"""The exit status where parts of the floor do not fit together."""
_PROGRAM: Final = f"{PROGRAM} floor"
_NOT_THE_USER: Final = re.compile(r'Peer authentication failed for user "([^"]+)"')
_LONG: Final = 400
"""Characters of a text in a message, such as a path, at most."""
_AWAY: Final = 5.0
"""Seconds between two tries to reach a server that is away."""
_NAMED: Final = 20
"""Entries of a part that are named, at most."""


def main(argv: Sequence[str]) -> int:
    """Carry out the arguments. Returns the exit status: 1 if something does not agree; 2, with one line on
    standard error, if nothing could be done.
    """
    arguments = _parser().parse_args(argv)
    words = Words(arguments.lang)
    apart = _APART.get(arguments.command)
    if apart is not None:
        return _without_a_server(apart, arguments, words)
    try:
        import psycopg
    except ModuleNotFoundError:
        return print_refusal(_PROGRAM, words.text("floor.server.missing"))
    try:
        with ExitStack() as stack:
            house, connection = _connection_of(arguments.config, stack)
            return _COMMANDS[arguments.command](arguments, words, house, connection)
    except ConfigError as error:
        return print_refusal(_PROGRAM, of_file(words, error))
    except FloorError as error:
        return print_refusal(
            _PROGRAM, words.text(error.key, **{key: _plain(each) for key, each in error.slots.items()})
        )
    except OSError as error:
        return print_refusal(_PROGRAM, str(error))
    except psycopg.Error as error:
        return print_refusal(_PROGRAM, _database_message(error, words))


def _plain(value: str | int | tuple[str, ...]) -> str | int | tuple[str, ...]:
    """A slot of a refusal, as a terminal may print it."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return plain(value, _LONG) if isinstance(value, str) else value


def _database_message(error: psycopg.Error, words: Words) -> str:
    """The database's refusal, with the way out where it is known."""
    from psycopg import errors

    message = str(error).strip().partition("\n")[0]
    account = _NOT_THE_USER.search(message)
    if account is not None:
        return words.text("floor.database.user", account=plain(account[1]))
    if isinstance(error, errors.UndefinedTable | errors.UndefinedFunction | errors.InvalidSchemaName):
        return words.text("floor.database.unprepared")
    return words.text("floor.database.refused", said=message)


def _without_a_server(
    command: Callable[[argparse.Namespace, Words], int], arguments: argparse.Namespace, words: Words
) -> int:
    """Run a command that prepares a server, and so needs no connection."""
    try:
        return command(arguments, words)
    except FloorError as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(_PROGRAM, str(error))


def _parser() -> OneLine:
    parser = OneLine(_PROGRAM, allow_abbrev=False)
    commands = parser.add_commands()
    commands.add_parser("schema", help=sentence("floor schema"))
    lists.add_parsers(commands)
    condition_report.add_parsers(commands)
    server_copies.add_parsers(commands)
    server_setup.add_parsers(commands)
    verify = commands.add_parser("verify", help=sentence("floor verify"))
    verify.add_argument("tables", nargs="*", metavar="TABLE", help="option.tables_verified")
    close = commands.add_parser("close-days", help=sentence("floor close-days"))
    close.add_argument("--keep", type=int, default=2, metavar="DAYS", help="option.keep_days")
    index = commands.add_parser("index", help=sentence("floor index"))
    index.add_argument("tables", nargs="*", metavar="TABLE", help="option.tables_all")
    index.add_argument("--rebuild", action="store_true", help="option.rebuild")
    index.add_argument("--stay", action="store_true", help="option.stay")
    for name, command in commands.choices.items():
        command.allow_abbrev = False
        command.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
        if name in _APART:
            continue
        command.add_argument("--config", type=Path, metavar="FILE", help="option.config_admin")
    return parser


def _connection_of(config: Path | None, stack: ExitStack) -> tuple[HouseConfig | None, Connection]:
    """A connection to a house's own floor, or to this machine's: that which `floor install` made, else that
    which needs no set-up.

    Raises ConfigError, FloorError, psycopg.Error.
    """
    from console.floor.configuration import load_floor, own_server
    from console.floor.database import connect

    config = config or own_server()
    if config is not None:
        house = load_floor(config)
        connection = connect(house.dsn, house.password())
    else:
        from console.floor.embedded import SUPERUSER, Server, own_folder

        house, server = None, Server(own_folder())
        if not server.is_running:
            stack.callback(server.stop)
        server.start()
        connection = connect(f"{server.dsn} user={SUPERUSER}")
    stack.enter_context(connection)
    # These statements read whole days, and nobody waits for them.
    connection.execute("SET statement_timeout = 0")
    return house, connection


def _schema(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.floor.schema import migrate

    print(words.text("floor.schema.ready", version=str(migrate(connection))))
    return 0


def _verify(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.floor.holdings import Holdings

    holdings, fits = Holdings(connection), True
    known = {name for (name,) in connection.execute(b"SELECT name FROM floor.tables")}
    for table in arguments.tables:
        if table not in known:
            return print_refusal(_PROGRAM, words.text("floor.table.unknown", table=plain(table)))
    for (table,) in connection.execute(b"SELECT floor.unlisted()"):
        fits = False
        print(words.text("floor.held.unlisted", table=plain(table)))
    for part in holdings.parts(arguments.tables or None):
        flaw, line = _flaw_and_line(holdings, part, words)
        fits &= flaw is None
        print(line)
    for line in _disputes(arguments.tables or None, words, connection):
        fits = False
        print(line)
    if not arguments.tables:
        for is_flaw, line in _diary(words, connection):
            fits &= not is_flaw
            print(line)
    row = connection.execute("SELECT floor.prepare_days()").fetchone()
    if row is not None and row[0]:
        print(words.text("floor.held.outside"))
    print(words.text("floor.held.fits" if fits else "floor.held.unfit"))
    return 0 if fits else UNFIT


def _flaw_and_line(holdings: Holdings, part: HeldPart, words: Words) -> tuple[str | None, str]:
    """A part's flaw, None where it is as it was shipped; and the line to print."""
    walked = holdings.walk(part)
    slots = {"table": plain(part.name), "part": str(part.part)}
    if walked.flaw is not None:
        return walked.flaw, words.text(f"floor.held.{walked.flaw}", entry=str(walked.number), **slots)
    line = words.text("floor.held.whole", entry=str(walked.number), **slots)
    if walked.alone:
        slots = {"many": str(len(walked.alone)), "entries": _named(walked.alone, words)}
        line += " " + words.text("floor.held.digests", **slots)
    if walked.is_unshown:
        line += " " + words.text("floor.held.unshown")
    if walked.unread:
        slots = {"many": str(len(walked.unread)), "entries": _named(walked.unread, words)}
        return "unread", line + " " + words.text("floor.held.unread", **slots)
    return None, line


def _named(numbers: Sequence[int], words: Words) -> str:
    """The first of these entries."""
    return words.list_of((*map(str, numbers[:_NAMED]), *(("…",) if len(numbers) > _NAMED else ())))


_DISPUTES: Final = b"""
    SELECT t.name, d.part, d.said, d.number, d.at
    FROM floor.dispute AS d JOIN floor.tables AS t USING (table_id)
    WHERE %(tables)s::text[] IS NULL OR t.name = ANY (%(tables)s) ORDER BY t.name, d.at
"""

_MANY_DISPUTES: Final = b"""
    SELECT t.name, m.many FROM floor.more_disputes() AS m JOIN floor.tables AS t ON t.table_id = m.table_id
    WHERE %(tables)s::text[] IS NULL OR t.name = ANY (%(tables)s) ORDER BY t.name
"""
"""Tables with more disputes than are kept until they are settled."""


def _disputes(tables: list[str] | None, words: Words, connection: Connection) -> Iterator[str]:
    from console.floor.desk import DISPUTES

    for name, part, status, number, at in connection.execute(_DISPUTES, {"tables": tables}):
        slots = {
            "table": plain(name),
            "part": str(part),
            "entry": str(number),
            "at": f"{at:%Y-%m-%d %H:%M:%S}",
        }
        yield words.text(f"floor.dispute.{DISPUTES.get(status, status)}", **slots)
    for name, many in connection.execute(_MANY_DISPUTES, {"tables": tables}):
        yield words.text("floor.dispute.many", table=plain(name), count=whole(many, words))


_NAMED_BY: Final = {
    "tables": "name",
    "studio": "studio",
    "window_account": "name",
    "watch": "account",
    "token": "account",
}
"""The column by which a row of a list is named; in other lists it is the table's id."""


def _diary(words: Words, connection: Connection) -> Iterator[tuple[bool, str]]:
    """A line for the diary's state, or for each list that does not agree with it; with each, whether it is a
    flaw.
    """
    from console.floor.witness.diary import check_diary

    found = check_diary(connection)
    for flaw in found.flaws:
        row = flaw.row or {}
        slots = {
            "entry": str(flaw.number),
            "table": plain(str(row.get(_NAMED_BY.get(flaw.relation, "table_id")) or "")),
            "at": str(row.get("at", ""))[:19].replace("T", " "),
            "list": flaw.relation,
        }
        key = f"floor.diary.gone.{flaw.relation}" if flaw.what == "gone" else f"floor.diary.{flaw.what}"
        yield True, words.text(key if words.has(key) else "floor.diary.gone.row", **slots)
    if not found.flaws:
        yield False, words.text("floor.diary.whole", entry=str(found.number))


def _close_days(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.floor.blocks import DayClosing, close_days

    def print_day(closed: DayClosing) -> None:
        slots = {"day": str(closed.day), "entries": str(closed.entries), "blocks": str(closed.blocks)}
        print(words.text("floor.close.day", **slots))

    asked = "SELECT (now() AT TIME ZONE 'UTC')::date, floor.prepare_days()"
    (today, outside) = connection.execute(asked).fetchone() or (None, False)
    assert today is not None, "a server knows its day"
    if outside:
        print(words.text("floor.said.outside"))
    if not close_days(connection, today - timedelta(days=max(1, arguments.keep) - 1), print_day):
        print(words.text("floor.close.none"))
    return 0


def _index(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    import psycopg

    clears = arguments.rebuild
    with contextlib.suppress(KeyboardInterrupt), ExitStack() as stack:
        while True:
            try:
                return _indexed(arguments, words, connection, clears=clears)
            except psycopg.OperationalError as error:
                if not arguments.stay or not (connection.closed or trouble_of(error) in _PASSES):
                    raise
                connection.close()
                connection = _connected_again(arguments, words, error, stack)
                clears = False
    return 0


_PASSES: Final = frozenset({Trouble.FULL, Trouble.BUSY})
"""Troubles of a server that answers, which the one that stays waits out."""


def _connected_again(
    arguments: argparse.Namespace, words: Words, error: psycopg.Error, stack: ExitStack
) -> Connection:
    """The connection to a server that is back. Why it was away stands on standard error, each reason once."""
    import psycopg

    said = ""
    while True:
        if (message := _database_message(error, words)) != said:
            print_refusal(_PROGRAM, said := message)
        time.sleep(_AWAY)
        try:
            return _connection_of(arguments.config, stack)[1]
        except psycopg.Error as again:
            error = again


def _indexed(arguments: argparse.Namespace, words: Words, connection: Connection, *, clears: bool) -> int:
    """Index until all is indexed; with ``--stay`` until somebody ends it; ``clears`` begins it again."""
    from console.floor.search.indexer import PAUSE, Indexer
    from console.review.log.entry_terms import fact_source

    indexer, watch = Indexer(connection, fact_source, arguments.tables or None), _SessionWatch(connection)
    if clears:
        indexer.clear()
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            for progress in indexer.brought_up():
                done = progress
                if arguments.stay:
                    watch.look()
            watch.look()
            if not arguments.stay:
                break
            time.sleep(min(PAUSE, watch.seconds_to_check))
    key = "floor.index.done" if done.done >= done.of else "floor.index.some"
    print(words.text(key, entries=whole(done.done, words), all=whole(done.of, words)))
    return 0 if done.done >= done.of else UNFIT


class _SessionWatch:
    """Ends sessions that are over their limits. The index service always runs, so it does this for a server
    without a wall.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection, self._due = connection, 0.0

    @property
    def seconds_to_check(self) -> float:
        """Seconds until the next check is due."""
        return max(0.0, self._due - time.monotonic())

    def look(self) -> None:
        """Check at most once in a few seconds, however often this is called. An older floor's database has no
        function for it.
        """
        import psycopg

        from console.floor.desk import LOOKS_AT_OVERDUE

        now = time.monotonic()
        if now >= self._due:
            self._due = now + LOOKS_AT_OVERDUE
            lacking = psycopg.errors.UndefinedFunction, psycopg.errors.InsufficientPrivilege
            with contextlib.suppress(*lacking, psycopg.errors.ReadOnlySqlTransaction):
                self._connection.execute(b"SELECT floor.end_overdue()")


_Command = Callable[[argparse.Namespace, Words, "HouseConfig | None", "Connection"], int]
_COMMANDS: Final[dict[str, _Command]] = {
    "schema": _schema,
    **lists.COMMANDS,
    **condition_report.COMMANDS,
    **server_copies.COMMANDS,
    "verify": _verify,
    "close-days": _close_days,
    "index": _index,
}
_APART: Final = {**server_copies.APART, **server_setup.APART}
"""Commands that need no server."""
