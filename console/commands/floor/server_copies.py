"""``dealer-console floor backup`` and ``restore``: a server's files copied while it works, and put back.

Knows arguments and words.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from console.arguments import OneLine
from console.command_table import sentence
from console.floor.errors import FloorError
from console.words import Words
from console.words.amounts import whole

if TYPE_CHECKING:
    import psycopg

    from console.floor.configuration import HouseConfig

    Connection = psycopg.Connection[tuple[Any, ...]]

_NO_REQUIRED_WAY: Final = 16
"""The first version of PostgreSQL's programs with an option for how they must sign in."""
_COPIES: Final = "pg_basebackup"
_MB: Final = 1 << 20


def add_parsers(commands: argparse._SubParsersAction[OneLine]) -> None:
    """Add the two commands and their options."""
    backup = commands.add_parser("backup", help=sentence("floor backup"))
    backup.add_argument("--to", type=Path, metavar="FOLDER", help="option.backups_to")
    backup.add_argument("--keep", type=_at_least_one, default=7, metavar="N", help="option.keep_backups")
    restore = commands.add_parser("restore", help=sentence("floor restore"))
    restore.add_argument("folder", type=Path, metavar="FOLDER", help="option.backups")
    restore.add_argument("--to", type=Path, required=True, metavar="DATA", help="option.data")
    restore.add_argument("--until", type=_moment, metavar="TIME", help="option.until_restored")


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _moment(text: str) -> datetime:
    """A time without a zone is UTC's."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _backup(
    arguments: argparse.Namespace, words: Words, house: HouseConfig | None, connection: Connection
) -> int:
    from console.floor.host.backups import back_up, remove_old
    from console.floor.host.observation import BACKUPS

    folder = arguments.to
    if folder is None:
        row = connection.execute("SELECT current_setting(%s, true)", (BACKUPS,)).fetchone()
        if row is None or not row[0]:
            raise FloorError("floor.backup.where")
        folder = Path(row[0])
    folder = folder.absolute()
    version = connection.info.server_version // 10_000
    programs, dsn, password = _reached(house, version)
    made = back_up(dsn, password, folder, programs, datetime.now(UTC))
    size = sum(each.stat().st_size for each in made.folder.rglob("*") if each.is_file())
    print(words.text("floor.backup.done", folder=str(made.folder), size=whole(size // _MB, words)))
    removed = remove_old(folder, arguments.keep)
    if removed.backups or removed.files:
        slots = {"backups": whole(removed.backups, words), "files": whole(removed.files, words)}
        print(words.text("floor.backup.removed", **slots))
    return 0


def _reached(house: HouseConfig | None, version: int) -> tuple[Path, str, str | None]:
    """The folder of PostgreSQL's programs, and the options by which they connect to the server."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    from console.floor.embedded import SUPERUSER, Server, own_folder

    if house is None:
        server = Server(own_folder())
        return server.programs, f"{server.dsn} user={SUPERUSER}", None
    settings = conninfo_to_dict(house.dsn)
    settings.pop("dbname", None)
    if version < _NO_REQUIRED_WAY:
        settings.pop("require_auth", None)
    return _programs(version), make_conninfo("", **settings), house.password()


def _programs(version: int) -> Path:
    """Debian's programs of that version, else those of the wheel. Raises NoServer, NoBackup."""
    from console.floor.embedded import Server, own_folder
    from console.floor.host.backups import NoBackup, programs_of

    debians = programs_of(version)
    if debians is not None:
        return debians
    wheels = Server(own_folder()).programs
    if not (wheels / _COPIES).exists():
        raise NoBackup("floor.program.missing", program=f"{_COPIES} {version}")
    return wheels


def _restore(arguments: argparse.Namespace, words: Words) -> int:
    from console.floor.host.backups import restore

    made = restore(arguments.folder.absolute(), arguments.to.absolute(), arguments.until)
    print(words.text("floor.restore.done", folder=str(arguments.to), backup=made.folder.name))
    return 0


_Command = Callable[[argparse.Namespace, Words, "HouseConfig | None", "Connection"], int]
COMMANDS: Final[dict[str, _Command]] = {"backup": _backup}
APART: Final[dict[str, Callable[[argparse.Namespace, Words], int]]] = {"restore": _restore}
"""The commands that need no server."""
