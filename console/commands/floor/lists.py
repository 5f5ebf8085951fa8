"""``dealer-console floor``: studios, tables, windows and accounts, added, moved, ended and listed.

Knows arguments and words. Each change is in the floor's diary, which the database keeps by itself. What makes
a token is done as one transaction: where the token can't be shown, nothing was made.
"""

from __future__ import annotations

import argparse
import fcntl
import io
import os
import select
import stat
import sys
import termios
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import east_asian_width

import msgspec
from msgspec.structs import replace

from console.arguments import OneLine, rulebook_id
from console.command_table import sentence
from console.floor import operation
from console.floor.errors import FloorError
from console.floor.texts import plain
from console.game.games import GAMES
from console.table.state.commissioning_state import Newer
from console.visible import escape_json
from console.words import Words

if TYPE_CHECKING:
    import psycopg

    from console.config import FloorConfig
    from console.floor.configuration import HouseConfig
    from console.floor.operation import KnownTable
    from console.floor.operation.known_tables import TableLine

    Connection = psycopg.Connection[tuple[Any, ...]]

_ROLES: Final = ("boss", "supervisor", "witness", "indexer")
"""The roles of a window's account: ``option.window_role`` says what each may do."""
_GAP: Final = "  "


def add_parsers(commands: argparse._SubParsersAction[OneLine]) -> None:
    """Add the commands that list and change studios, tables, windows and accounts."""
    studio = commands.add_parser("add-studio", help=sentence("floor add-studio"))
    studio.add_argument("studio", metavar="STUDIO", help="option.studio")
    table = commands.add_parser("add-table", help=sentence("floor add-table"))
    table.add_argument("table", metavar="TABLE", help="option.table_name")
    table.add_argument("--game", choices=GAMES, required=True, help="option.game")
    table.add_argument("--rules", type=rulebook_id, required=True, metavar="RULES", help="option.rules")
    table.add_argument("--room", default="", help="option.room")
    table.add_argument("--switch", default="", help="option.switch")
    move = commands.add_parser("move-table", help=sentence("floor move-table"))
    move.add_argument("--to", required=True, metavar="STUDIO", help="option.studio")
    rename = commands.add_parser("rename-table", help=sentence("floor rename-table"))
    retire = commands.add_parser("retire-table", help=sentence("floor retire-table"))
    for command in (move, rename, retire):
        command.add_argument("table", metavar="TABLE", help="option.table_name")
        command.add_argument("--studio", help="option.studio_of")
    rename.add_argument("name", metavar="NAME", help="option.table_new_name")
    window = commands.add_parser("add-window", help=sentence("floor add-window"))
    window.add_argument("window", metavar="NAME", help="option.window_name")
    window.add_argument("--folder", type=Path, help="option.window_folder")
    for command in (table, window):
        command.add_argument("--studio", required=True, help="option.studio_seen")
        command.add_argument("--address", metavar="HOST", help="option.address")
        command.add_argument("--ca", type=Path, metavar="FILE", help="option.ca_floor")
        command.add_argument("--new-token", action="store_true", help="option.new_token")
        command.epilog = "option.known_again"
    remove = commands.add_parser("remove-window", help=sentence("floor remove-window"))
    remove.add_argument("window", metavar="NAME", help="option.window_known")
    for command in (window, remove):
        command.add_argument("--role", choices=_ROLES, default="boss", help="option.window_role")
    token = commands.add_parser("new-token", help=sentence("floor new-token"))
    token.add_argument("name", metavar="NAME", help="option.token_name")
    token.add_argument("--studio", help="option.studio_of")
    token.add_argument("--role", choices=_ROLES, help="option.window_role")
    tables = commands.add_parser("tables", help=sentence("floor tables"))
    tables.add_argument("--studio", help="option.studio_only")
    commands.add_parser("windows", help=sentence("floor windows"))
    commands.add_parser("accounts", help=sentence("floor accounts"))
    for name in ("tables", "windows", "accounts"):
        commands.choices[name].add_argument("--json", action="store_true", help="option.json")
    diary = commands.add_parser("diary", help=sentence("floor diary"))
    diary.add_argument("--after", type=int, default=0, metavar="N", help="option.after")


# --- studios, tables ------------------------------------------------------------------------------


def _add_studio(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    is_new = operation.add_studio(connection, arguments.studio)
    print(
        words.text("floor.studio.added" if is_new else "floor.studio.known", studio=plain(arguments.studio))
    )
    return 0


def _add_table(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    before: KnownTable | None = None
    try:
        before = operation.table_of_name(connection, arguments.table, arguments.studio)
    except FloorError as error:
        if error.key != "floor.table.unknown":
            raise
    fields = {
        "room": arguments.room,
        "switch": arguments.switch,
        "game": arguments.game,
        "rules": arguments.rules,
    }
    known = operation.add_table(connection, arguments.table, studio=arguments.studio, **fields)
    is_new = before is None or before.retired is not None
    key = "added" if before is None else "again" if before.retired is not None else "known"
    slots = {"table": plain(known.name), "studio": plain(known.studio), "account": known.account}
    print(words.text(f"floor.table.{key}", **slots))
    if house is not None and (is_new or arguments.new_token):
        print(words.text("floor.table.section"))
        print(_section(_reached(arguments, house), known))
    return _token(words, house, connection, known.account, prints=is_new or arguments.new_token)


def _reached(arguments: argparse.Namespace, house: HouseConfig) -> FloorConfig:
    """The connection to the server, for the file of a table or a wall."""
    address, ca = arguments.address or house.floor.address, arguments.ca or house.floor.ca
    return replace(house.floor, address=address, ca=ca)


def _section(floor: FloorConfig, known: KnownTable) -> str:
    """The section ``[floor]`` of a table's file, as TOML."""
    lines = {"address": floor.address, "password_file": f"{_file_name(known.name)}.token"}
    if floor.database != _DATABASE:
        lines["database"] = floor.database
    if floor.ca is not None:
        lines["ca"] = str(floor.ca)
    if known.table != known.name:
        lines["table"] = known.table
    return "\n".join(["[floor]", *(f"{key} = {_toml(value)}" for key, value in lines.items())])


def _move_table(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    known = operation.table_of_name(connection, arguments.table, arguments.studio)
    operation.move_table(connection, known, arguments.to)
    print(words.text("floor.table.moved", table=plain(known.name), studio=plain(arguments.to)))
    return 0


def _rename_table(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    known = operation.table_of_name(connection, arguments.table, arguments.studio)
    operation.rename_table(connection, known, arguments.name)
    line = f"table = {_toml(known.table)}"
    print(words.text("floor.table.renamed", table=plain(known.name), name=plain(arguments.name), line=line))
    return 0


def _retire_table(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    known = operation.table_of_name(connection, arguments.table, arguments.studio)
    operation.retire_table(connection, known)
    print(words.text("floor.table.retired", table=plain(known.name), studio=plain(known.studio)))
    return 0


# --- windows, tokens ------------------------------------------------------------------------------


def _add_window(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.commands.floor.wall_folder import WallFolder
    from console.floor.host.server_files import indexer_units, witness_units
    from console.floor.schema import has_account

    is_new = not has_account(connection, operation.window_account(arguments.window, arguments.role))
    folder = None
    if arguments.folder is not None:
        if house is None:
            raise FloorError("floor.window.here")
        if arguments.address is None and house.floor.address.startswith("/"):
            raise FloorError("floor.window.address", address=house.floor.address)
        folder = WallFolder(arguments.folder)
        folder.check()
    account = operation.add_window(connection, arguments.window, studio=arguments.studio, role=arguments.role)
    renewed = not is_new and (folder is not None or arguments.new_token)
    key = "floor.window.added" if is_new else "floor.window.renewed" if renewed else "floor.window.known"
    print(words.text(key, studio=plain(arguments.studio), account=account))
    if folder is None or house is None:
        return _token(words, house, connection, account, prints=is_new or arguments.new_token)
    # A folder without a token is of no use, and the one before is known to nobody.
    token, signs_in = operation.new_token(connection, account), arguments.role in ("boss", "supervisor")
    folder.write(
        _reached(arguments, house),
        arguments.studio,
        account,
        token,
        arguments.lang,
        house if signs_in else None,
    )
    units = {"witness": witness_units, "indexer": indexer_units}.get(arguments.role)
    if units is not None:
        folder.add(units())
    files = words.list_of(folder.written)
    print(words.text("floor.window.written", folder=str(arguments.folder), files=files))
    if folder.lacks is not None:
        print(words.text("floor.window.nobody", file=folder.lacks))
    return 0


def _remove_window(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    account = operation.account_of_window(connection, arguments.window, arguments.role)
    operation.remove_window(connection, account)
    print(words.text("floor.window.removed", window=plain(arguments.window), account=account))
    return 0


def _new_token(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    if arguments.role is not None:
        account = operation.account_of_window(connection, arguments.name, arguments.role)
    else:
        known = operation.table_of_name(connection, arguments.name, arguments.studio)
        if known.retired is not None:
            raise FloorError("floor.table.is_retired", table=known.name)
        account = known.account
    if house is None:
        raise FloorError("floor.token.none")
    return _token(words, house, connection, account, prints=True)


def _token(
    words: Words, house: HouseConfig | None, connection: Connection, account: str, *, prints: bool
) -> int:
    """Print a new token; none for a server on this machine, where the system says who connects.

    Raises BrokenPipeError where nothing reads the output up to there.
    """
    if house is not None and prints:
        token = operation.new_token(connection, account)
        print(words.text("floor.token.once", account=account))
        if not _is_read_on():
            raise BrokenPipeError
        print(token, flush=True)
        if not sys.stdout.isatty():  # what is behind a pipe may have kept less, as `grep` does
            print(words.text("floor.token.lost"), file=sys.stderr)
    return 0


_TAKEN_WITHIN: Final = 5.0
"""Seconds in which what reads a pipe takes what was written."""
_ENDS_WITHIN: Final = 1_000
"""Milliseconds in which it ends then, if it has enough."""


def _is_read_on() -> bool:
    """Whether what reads the output goes on reading. `head` closes a pipe once it has its lines; what was
    written after them is lost, and no error says so.
    """
    sys.stdout.flush()
    try:
        end = sys.stdout.fileno()
    except io.UnsupportedOperation:
        return True
    if not stat.S_ISFIFO(os.fstat(end).st_mode):
        return True
    closed, until = select.poll(), time.monotonic() + _TAKEN_WITHIN
    closed.register(end, 0)
    while any(fcntl.ioctl(end, termios.FIONREAD, bytes(4))) and time.monotonic() < until:
        if closed.poll(10):
            return False
    return not closed.poll(_ENDS_WITHIN)


# --- lists ----------------------------------------------------------------------------------------


def _tables(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    lines = operation.tables(connection, arguments.studio)
    if arguments.json:
        return _objects(lines)
    heads = ("studio", "table", "room", "game", "heard", "entries", "version", "token", "certificate")
    return _print_rows(
        words,
        heads,
        [
            (
                *(plain(each.studio), plain(each.name), plain(each.room), each.game),
                words.text("floor.list.retired", day=f"{each.retired:%Y-%m-%d}")
                if each.retired is not None
                else _moment(words, each.heard),
                *(str(each.entries), plain(each.version), _age(words, each.token)),
                _certificate(words, each),
            )
            for each in lines
        ],
    )


def _certificate(words: Words, line: TableLine) -> str:
    """The day of a LIVE table's certificate, and what is newer than that."""
    if not line.needs_certificate:
        return "–"
    if line.commissioned is None:
        return words.text("floor.list.never")
    day = f"{line.commissioned.astimezone(UTC):%Y-%m-%d}"
    if not line.newer:
        return day
    newer = words.list_of(
        words.text(f"commissioning.stale.{each}") for each in line.newer if each in {*Newer}
    )
    return words.text("floor.list.older", day=day, what=newer)


def _windows(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    lines = operation.windows(connection)
    if arguments.json:
        return _objects(lines)
    heads = ("window", "role", "studio", "heard", "version", "token")
    return _print_rows(
        words,
        heads,
        [
            (
                *(
                    plain(each.name),
                    each.role,
                    plain(words.list_of(each.studios)),
                    _moment(words, each.heard),
                ),
                *(plain(each.program.removeprefix("dealer-console ")), _age(words, each.token)),
            )
            for each in lines
        ],
    )


def _accounts(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    lines = operation.accounts(connection)
    if arguments.json:
        return _objects(lines)
    heads = ("account", "role", "whose", "sessions", "token")
    return _print_rows(
        words,
        heads,
        [
            (
                *(each.account, each.role, plain(each.whose) or "–"),
                str(each.connected) if each.may_connect else words.text("floor.list.closed"),
                _age(words, each.token),
            )
            for each in lines
        ],
    )


def _diary(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.floor.witness.diary import diary_entries, number_diary

    number_diary(connection)
    for _, packed, _ in diary_entries(connection, arguments.after):
        print(escape_json(packed.decode("utf-8", "replace")))
    return 0


def _objects(lines: Sequence[tuple[Any, ...]]) -> int:
    for line in lines:
        assert hasattr(line, "_asdict"), "a line of a list has named fields"
        print(escape_json(msgspec.json.encode(line._asdict()).decode()))
    return 0


def _print_rows(words: Words, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Rows for a terminal; each column is as wide as its widest text."""
    if not rows:
        print(words.text("floor.list.none"))
        return 0
    every = [[words.text(f"floor.list.{head}") for head in heads], *rows]
    wide = [max(_columns(row[at]) for row in every) for at in range(len(heads))]
    for row in every:
        cells = (cell + " " * (most - _columns(cell)) for cell, most in zip(row, wide, strict=True))
        print(_GAP.join(cells).rstrip())
    return 0


def _columns(text: str) -> int:
    """The width of a text in columns of a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _moment(words: Words, at: datetime | None) -> str:
    if at is None:
        return words.text("floor.list.never")
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}Z"


def _age(words: Words, since: datetime | None) -> str:
    return "–" if since is None else words.text("floor.list.days", days=(datetime.now(UTC) - since).days)


def _file_name(name: str) -> str:
    return "".join(each if each.isalnum() or each in "-_" else "-" for each in name) or "table"


def _toml(value: str) -> str:
    """A text as a TOML string: JSON's escapes are TOML's, too."""
    return msgspec.json.encode(value).decode()


def _as_one(command: Command) -> Command:
    """The command, done wholly, its output read up to the token, or not at all."""

    def run(
        arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
    ) -> int:
        try:
            with connection.transaction():
                return command(arguments, words, house, connection)
        except BrokenPipeError:
            raise FloorError("floor.token.unread") from None

    return run


_DATABASE: Final = "floor"
Command = Callable[[argparse.Namespace, Words, "HouseConfig | None", "Connection"], int]
COMMANDS: Final[dict[str, Command]] = {
    "add-studio": _add_studio,
    "add-table": _as_one(_add_table),
    "move-table": _move_table,
    "rename-table": _rename_table,
    "retire-table": _retire_table,
    "add-window": _as_one(_add_window),
    "remove-window": _remove_window,
    "new-token": _as_one(_new_token),
    "tables": _tables,
    "windows": _windows,
    "accounts": _accounts,
    "diary": _diary,
}
