"""``dealer-console floor``: studios, tables, windows and accounts, added, moved, ended and listed. The
database keeps each change in the floor's diary. Making a token is one transaction: if the token can't be
shown, nothing was made.
"""

from __future__ import annotations

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
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from console.base.command_line import Arg, whole_number, within
from console.base.plain_text import escape_json
from console.base.words import Words
from console.floor import operation
from console.floor.commands.server_session import (
    FloorServer,
    floor_name,
    on_known_server,
    on_server,
    table_name,
)
from console.floor.commands.wall_folder import WallFolder, toml_lines
from console.floor.errors import FloorError
from console.floor.table_side.account import DATABASE
from console.floor.texts import plain
from console.supervisor.records import Cell, Part, columns_of
from console.table.commands import Rules
from console.table.core import Newer
from console.table.game import GAMES

if TYPE_CHECKING:
    from console.floor.configuration import HouseConfig
    from console.floor.operation import KnownTable
    from console.floor.operation.known_accounts import AccountLine
    from console.floor.operation.known_tables import TableLine
    from console.floor.operation.known_windows import WindowLine
    from console.table.config import FloorConfig

P = ParamSpec("P")
L = TypeVar("L", "TableLine", "WindowLine", "AccountLine")
_ROLES: Final = ("boss", "supervisor", "witness", "indexer")
"""The roles of a window's account: ``option.window_role`` explains each one's rights."""

TableName = Annotated[str, Arg("option.table_name", "TABLE")]
StudioOf = Annotated[str | None, Arg("option.studio_of")]
StudioSeen = Annotated[str, Arg("option.studio_seen")]
Address = Annotated[str | None, Arg("option.address", "HOST")]
CaFile = Annotated[Path | None, Arg("option.ca_floor", "FILE")]
NewToken = Annotated[bool, Arg("option.new_token")]
WindowRole = Annotated[str, Arg("option.window_role", choices=_ROLES)]
AsJson = Annotated[bool, Arg("option.json")]


def _as_one(command: Callable[P, int]) -> Callable[P, int]:
    """The command, done completely, its output read up to the token, or not at all."""

    @wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> int:
        (server,) = given
        assert isinstance(server, FloorServer), "a command on a server"
        try:
            with server.connection.transaction():
                return command(*given, **named)
        except BrokenPipeError:
            raise FloorError("floor.token.unread") from None

    return run


# --- studios, tables ------------------------------------------------------------------------------


@within(on_server)
def add_studio(at: FloorServer, studio: Annotated[str, Arg("option.studio", "STUDIO", floor_name)]) -> int:
    is_new = operation.add_studio(at.connection, studio)
    print(at.words.text("floor.studio.added" if is_new else "floor.studio.known", studio=plain(studio)))
    return 0


@within(on_server)
@_as_one
def add_table(
    at: FloorServer,
    table: Annotated[str, Arg("option.table_name", "TABLE", table_name)],
    *,
    game: Annotated[str, Arg("option.game", choices=GAMES)],
    rules: Rules,
    room: Annotated[str, Arg("option.room")] = "",
    switch: Annotated[str, Arg("option.switch")] = "",
    studio: StudioSeen,
    address: Address = None,
    ca: CaFile = None,
    new_token: NewToken = False,
) -> int:
    """Add a table with its account, and print what its file needs."""
    before: KnownTable | None = None
    try:
        before = operation.table_of_name(at.connection, table, studio)
    except FloorError as error:
        if error.key != "floor.table.unknown":
            raise
    fields = {"room": room, "switch": switch, "game": game, "rules": rules}
    known = operation.add_table(at.connection, table, studio=studio, **fields)
    is_new = before is None or before.retired is not None
    key = "added" if before is None else "again" if before.retired is not None else "known"
    if key == "known" and new_token and at.house is not None:
        key = "renewed"
    slots = {"table": plain(known.name), "studio": plain(known.studio), "account": known.account}
    print(at.words.text(f"floor.table.{key}", **slots))
    if at.house is not None and (is_new or new_token):
        print(at.words.text("floor.table.section"))
        print(_section(_reached(at.house, address, ca), known))
    return _token(at, known.account, prints=is_new or new_token)


def _reached(house: HouseConfig, address: str | None, ca: Path | None) -> FloorConfig:
    """The connection to the server, for the file of a table or a wall."""
    return replace(house.floor, address=address or house.floor.address, ca=ca or house.floor.ca)


def _section(floor: FloorConfig, known: KnownTable) -> str:
    """The section ``[floor]`` of a table's file, as TOML."""
    file = "".join(each if each.isalnum() or each in "-_" else "-" for each in known.name) or "table"
    lines = {"address": floor.address, "password_file": f"{file}.token"}
    if floor.database != DATABASE:
        lines["database"] = floor.database
    if floor.ca is not None:
        lines["ca"] = str(floor.ca)
    if known.table != known.name:
        lines["table"] = known.table
    return "\n".join(["[floor]", *toml_lines(lines)])


@within(on_server)
def move_table(
    at: FloorServer,
    table: TableName,
    *,
    to: Annotated[str, Arg("option.studio", "STUDIO")],
    studio: StudioOf = None,
) -> int:
    known = operation.table_of_name(at.connection, table, studio)
    operation.move_table(at.connection, known, to)
    print(at.words.text("floor.table.moved", table=plain(known.name), studio=plain(to)))
    return 0


@within(on_server)
def rename_table(
    at: FloorServer,
    table: TableName,
    name: Annotated[str, Arg("option.table_new_name", "NAME", table_name)],
    *,
    studio: StudioOf = None,
) -> int:
    known = operation.table_of_name(at.connection, table, studio)
    operation.rename_table(at.connection, known, name)
    [line] = toml_lines({"table": known.table})
    print(at.words.text("floor.table.renamed", table=plain(known.name), name=plain(name), line=line))
    return 0


@within(on_server)
def retire_table(at: FloorServer, table: TableName, *, studio: StudioOf = None) -> int:
    """End a table, whose entries stay."""
    known = operation.table_of_name(at.connection, table, studio)
    operation.retire_table(at.connection, known)
    print(at.words.text("floor.table.retired", table=plain(known.name), studio=plain(known.studio)))
    return 0


# --- windows, tokens ------------------------------------------------------------------------------


@within(on_server)
@_as_one
def add_window(
    at: FloorServer,
    window: Annotated[str, Arg("option.window_name", "NAME")],
    *,
    folder: Annotated[Path | None, Arg("option.window_folder")] = None,
    studio: StudioSeen,
    address: Address = None,
    ca: CaFile = None,
    new_token: NewToken = False,
    role: WindowRole = "boss",
) -> int:
    """Add the account of a wall or of a service, and write its files."""
    from console.floor.host.server_files import indexer_units, witness_units
    from console.floor.schema import has_account

    is_new = not has_account(at.connection, operation.window_account(window, role))
    written = None
    if folder is not None:
        if at.house is None:
            raise FloorError("floor.window.here")
        if address is None and at.house.floor.address.startswith("/"):
            raise FloorError("floor.window.address", address=at.house.floor.address)
        signs_in = role in ("boss", "supervisor")
        written = WallFolder(folder, _reached(at.house, address, ca), at.house if signs_in else None)
    account = operation.add_window(at.connection, window, studio=studio, role=role)
    renewed = not is_new and at.house is not None and (folder is not None or new_token)
    key = "floor.window.added" if is_new else "floor.window.renewed" if renewed else "floor.window.known"
    told = at.words.text(key, studio=plain(studio), account=account)
    if written is None:
        print(told)
        return _token(at, account, prints=is_new or new_token)
    # A folder without a token is of no use, and nobody knows the one before.
    token = operation.new_token(at.connection, account)
    units = {"witness": witness_units, "indexer": indexer_units}.get(role)
    try:
        written.write(studio, account, token, at.words.language, {} if units is None else units())
        print(told)
        files = at.words.list_of(written.written)
        print(at.words.text("floor.window.written", folder=str(folder), files=files))
        if written.lacks is not None:
            print(at.words.text("floor.window.nobody", file=written.lacks))
        sys.stdout.flush()
    except BaseException:
        written.remove()
        raise
    return 0


@within(on_server)
def remove_window(
    at: FloorServer,
    window: Annotated[str, Arg("option.window_known", "NAME")],
    *,
    role: Annotated[str | None, Arg("option.window_role", choices=_ROLES)] = None,
) -> int:
    """Remove the accounts of a window, or that of one role."""
    for account in operation.accounts_of_window(at.connection, window, (role,) if role else _ROLES):
        operation.remove_window(at.connection, account)
        print(at.words.text("floor.window.removed", window=plain(window), account=account))
    return 0


@within(on_server)
@_as_one
def new_token(
    at: FloorServer,
    name: Annotated[str, Arg("option.token_name", "NAME")],
    *,
    studio: StudioOf = None,
    role: Annotated[str | None, Arg("option.window_role", choices=_ROLES)] = None,
) -> int:
    """Make a new token for an account."""
    if role is not None:
        account = operation.account_of_window(at.connection, name, role)
    else:
        try:
            known = operation.table_of_name(at.connection, name, studio)
        except FloorError as error:
            windows = operation.windows(at.connection)
            roles = [each.role for each in windows if name in (each.name, each.account)]
            if error.key == "floor.table.unknown" and roles:
                raise FloorError("floor.token.of_window", window=name, roles=" / ".join(roles)) from None
            raise
        if known.retired is not None:
            raise FloorError("floor.table.is_retired", table=known.name)
        account = known.account
    if at.house is None:
        raise FloorError("floor.token.none")
    return _token(at, account, prints=True)


def _token(at: FloorServer, account: str, *, prints: bool) -> int:
    """Print a new token; none for a server here that knows who connects. Raises BrokenPipeError if unread."""
    if at.house is not None and prints:
        token = operation.new_token(at.connection, account)
        print(at.words.text("floor.token.once", account=account))
        if not _is_read_on():
            raise BrokenPipeError
        print(token, flush=True)
        if not sys.stdout.isatty():  # A program behind the pipe, such as `grep`, may have kept less.
            print(at.words.text("floor.token.lost"), file=sys.stderr)
    return 0


_TAKEN_WITHIN: Final = 5.0
"""Seconds in which the reader of a pipe takes what was written."""
_ENDS_WITHIN: Final = 1_000
"""Milliseconds in which it ends then, if it has enough."""


def _is_read_on() -> bool:
    """Whether the output is still read: `head` closes a pipe after its lines, and the loss is no error."""
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


@within(on_known_server)
def tables(
    at: FloorServer, *, studio: Annotated[str | None, Arg("option.studio_only")] = None, json: AsJson = False
) -> int:
    words = at.words
    heads = ("studio", "table", "room", "game", "heard", "entries", "version", "token", "certificate")

    def cells(each: TableLine) -> tuple[Cell, ...]:
        heard = _moment(words, each.heard)
        if each.retired is not None:
            heard = words.text("floor.list.retired", day=f"{each.retired:%Y-%m-%d}")
        place = (plain(each.studio), plain(each.name), plain(each.room), each.game)
        version, certificate = plain(each.version), _certificate(words, each)
        return (*place, heard, str(each.entries), version, _age(words, each.token), certificate)

    return _listed(words, heads, operation.tables(at.connection, studio), cells, as_json=json)


def _certificate(words: Words, line: TableLine) -> str:
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


@within(on_known_server)
def windows(at: FloorServer, *, json: AsJson = False) -> int:
    words, heads = at.words, ("window", "role", "studio", "heard", "version", "token")

    def cells(each: WindowLine) -> tuple[Cell, ...]:
        studios, heard = plain(words.list_of(each.studios)), _moment(words, each.heard)
        version = plain(each.program.removeprefix("dealer-console "))
        return plain(each.name), each.role, studios, heard, version, _age(words, each.token)

    return _listed(words, heads, operation.windows(at.connection), cells, as_json=json)


@within(on_known_server)
def accounts(at: FloorServer, *, json: AsJson = False) -> int:
    words, heads = at.words, ("account", "role", "whose", "sessions", "token")

    def cells(each: AccountLine) -> tuple[Cell, ...]:
        sessions = str(each.connected) if each.may_connect else words.text("floor.list.closed")
        return each.account, each.role, plain(each.whose) or "–", sessions, _age(words, each.token)

    return _listed(words, heads, operation.accounts(at.connection), cells, as_json=json)


@within(on_known_server)
def diary(
    at: FloorServer, *, after: Annotated[int, Arg("option.after", "N", whole_number(0, (1 << 63) - 1))] = 0
) -> int:
    from console.floor.witness.diary import diary_entries, number_diary

    number_diary(at.connection)
    for _, packed, _ in diary_entries(at.connection, after):
        print(escape_json(packed.decode("utf-8", "replace")))
    return 0


def _listed(
    words: Words,
    heads: Sequence[str],
    lines: Sequence[L],
    cells: Callable[[L], tuple[Cell, ...]],
    *,
    as_json: bool,
) -> int:
    """Print the lines of a list as a table, or each as an object of JSON."""
    if as_json:
        for line in lines:
            print(escape_json(msgspec.json.encode(line._asdict()).decode()))
    elif not lines:
        print(words.text("floor.list.none"))
    else:
        columns = tuple(words.text(f"floor.list.{head}") for head in heads)
        print(*columns_of(Part("", "", columns, tuple(map(cells, lines))), words.language), sep="\n")
    return 0


def _moment(words: Words, at: datetime | None) -> str:
    if at is None:
        return words.text("floor.list.never")
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}Z"


def _age(words: Words, since: datetime | None) -> str:
    return "–" if since is None else words.text("floor.list.days", days=(datetime.now(UTC) - since).days)
