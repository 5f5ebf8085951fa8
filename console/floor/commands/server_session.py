"""The server that the commands of ``dealer-console floor`` work on: a house's own, or this machine's. Without
a floor's file it is the floor on this machine, which runs for as long as the command takes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from console.base.command_line import PROGRAM, Arg, Lang, of_file, print_refusal
from console.base.errors import Trouble, trouble_of
from console.base.words import Words, system_text
from console.floor.errors import FloorError
from console.floor.texts import plain
from console.table.config import BESIDE, ConfigError, sections
from console.table.people import PeopleError, check_letters

if TYPE_CHECKING:
    import psycopg

    from console.floor.configuration import HouseConfig

    Connection = psycopg.Connection[tuple[Any, ...]]

FLOOR_COMMAND: Final = f"{PROGRAM} floor"
UNFIT: Final = 1
"""The exit status if something of the floor is not as it should be."""
_NOT_THE_USER: Final = re.compile(r'Peer authentication failed for user "([^"]+)"')
_ON_SOCKET: Final = re.compile(r'server on socket "([^"]+)"')
_UNITS: Final = ("dealer-console-floor-*", "postgresql*")
_SYSTEMD: Final = Path("/run/systemd/system")
"""A folder that exists if systemd started the machine."""
_LONG: Final = 400
"""The most characters of a text in a message, such as a path."""


@dataclass(frozen=True, slots=True)
class FloorServer:
    words: Words
    config: Path | None
    """The floor's file, if named."""
    house: HouseConfig | None
    """None: the floor on this machine, if the system says who connects."""
    connection: Connection


def on_server(
    command: Callable[[FloorServer], int],
    *,
    lang: Lang,
    config: Annotated[Path | None, Arg("option.config_admin", "FILE")] = None,
) -> int:
    """Carry out a command on the server. Returns 2, with a line of error, if nothing could be done."""
    return _carried_out(command, lang, config, makes=True)


def on_known_server(
    command: Callable[[FloorServer], int],
    *,
    lang: Lang,
    config: Annotated[Path | None, Arg("option.config_admin", "FILE")] = None,
) -> int:
    """Carry out a command that only looks, and makes no floor on a machine without one."""
    return _carried_out(command, lang, config, makes=False)


def on_bare_server(
    command: Callable[[FloorServer], int],
    *,
    lang: Lang,
    config: Annotated[Path | None, Arg("option.config_admin", "FILE")] = None,
) -> int:
    """Carry out the command that makes the floor in a server's database."""
    return _carried_out(command, lang, config, makes=True, needs_floor=False)


def _carried_out(
    command: Callable[[FloorServer], int],
    lang: str,
    config: Path | None,
    *,
    makes: bool,
    needs_floor: bool = True,
) -> int:
    words = Words(lang)
    try:
        import psycopg
    except ModuleNotFoundError:
        return print_refusal(FLOOR_COMMAND, words.text("floor.server.missing"))
    try:
        with ExitStack() as stack:
            house, connection = connection_of(config, stack, makes=makes)
            if needs_floor and _is_bare(connection):
                raise FloorError("floor.schema.none", database=connection.info.dbname)
            return command(FloorServer(words, config, house, connection))
    except ConfigError as error:
        return print_refusal(FLOOR_COMMAND, of_file(words, error))
    except FloorError as error:
        slots = {key: _plain(each) for key, each in error.slots.items()}
        return print_refusal(FLOOR_COMMAND, words.text(error.key, **slots))
    except OSError as error:
        return print_refusal(FLOOR_COMMAND, _disk_message(error, words))
    except psycopg.Error as error:
        status = print_refusal(FLOOR_COMMAND, database_message(error, words))
        for line in _ways_out(error, words) if isinstance(error, psycopg.OperationalError) else ():
            print(line, file=sys.stderr)
        return status


def _is_bare(connection: Connection) -> bool:
    """Whether the database is known to hold no floor, or one without its version: half of an upgrade."""
    import psycopg

    from console.floor.schema import versions_of

    try:
        return not versions_of(connection).version
    except (FloorError, psycopg.Error):  # Another version, or no right to look: the command says that.
        return False


def _ways_out(error: psycopg.OperationalError, words: Words) -> Iterator[str]:
    """Why a server of this computer is away: its failed services, or that it does not run."""
    failed = failed_units() or ()
    yield from (words.text("floor.doctor.service", unit=unit) for unit in failed)
    asked = _ON_SOCKET.search(str(error))
    if asked is not None and not failed and trouble_of(error) is Trouble.LOST:
        yield words.text("floor.database.stopped", address=plain(asked[1], _LONG))


def floor_name(text: str) -> str:
    """The name of a studio. Raises ValueError."""
    return _as(sections.Line, text)


def table_name(text: str) -> str:
    """The name of a table, as its own file may have it. Raises ValueError."""
    name = _as(sections.Name, text)
    try:
        check_letters(name, BESIDE)
    except PeopleError as error:
        raise ValueError(text) from error
    return name


def _as(form: Any, text: str) -> str:
    try:
        return str(msgspec.convert(text.strip(), form))
    except msgspec.ValidationError as error:
        raise ValueError(text) from error


def before_server(command: Callable[[Words], int], *, lang: Lang) -> int:
    """Carry out a command that prepares a server and needs no connection."""
    words = Words(lang)
    try:
        return command(words)
    except FloorError as error:
        return print_refusal(FLOOR_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(FLOOR_COMMAND, _disk_message(error, words))


def _plain(value: str | int | tuple[str, ...]) -> str | int | tuple[str, ...]:
    """A slot of a refusal, as a terminal may print it."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return plain(value, _LONG) if isinstance(value, str) else value


def _disk_message(error: OSError, words: Words) -> str:
    """The system's refusal of a file; in words if the file is missing, as after a typing error."""
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return words.text("journal.not_there", file=plain(str(error.filename), _LONG))
    return plain(system_text(error, words), _LONG)


def database_message(error: psycopg.Error, words: Words) -> str:
    """The database's refusal, with the way out if it is known."""
    from psycopg import errors

    message = str(error).strip().partition("\n")[0]
    account = _NOT_THE_USER.search(message)
    if account is not None:
        return words.text("floor.database.user", account=plain(account[1]))
    if isinstance(error, errors.UndefinedTable | errors.UndefinedFunction | errors.InvalidSchemaName):
        return words.text("floor.database.unprepared")
    if isinstance(error, errors.InsufficientPrivilege):
        return words.text("floor.database.rights")
    return words.text("floor.database.refused", said=message)


def connection_of(
    config: Path | None, stack: ExitStack, *, makes: bool = True
) -> tuple[HouseConfig | None, Connection]:
    """A connection to a house's own floor, or to this machine's: that of `floor install`, else the one
    without set-up, made if it ``makes`` one. Raises ConfigError, FloorError, psycopg.Error.
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
        if not makes and not server.is_made:
            raise FloorError("floor.server.none")
        if not server.is_running:
            stack.callback(server.stop)
        server.start()
        connection = connect(f"{server.dsn} user={SUPERUSER}")
    stack.enter_context(connection)
    # These statements read whole days, and nobody waits for them.
    connection.execute("SET statement_timeout = 0")
    return house, connection


def failed_units() -> tuple[str, ...] | None:
    """The floor's failed services; None if systemd does not run this machine."""
    return listed_units("list-units", "--state=failed", "--plain", "--no-legend", *_UNITS)


def listed_units(*words: str) -> tuple[str, ...] | None:
    """The first word of each line that systemctl prints; None if systemd does not run this machine."""
    if not _SYSTEMD.is_dir():
        return None
    how = ("systemctl", *words)
    try:
        done = subprocess.run(how, capture_output=True, text=True, errors="replace", check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return tuple(line.split()[0] for line in done.stdout.splitlines() if line.strip())
