"""``dealer-console floor backup`` and ``restore``: a server's files copied while it works, and put back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from console.base.command_line import Arg, whole_number, within
from console.base.words import Words
from console.floor.commands.server_session import FloorServer, before_server, on_server
from console.floor.errors import FloorError
from console.table.words import whole

if TYPE_CHECKING:
    from console.floor.configuration import HouseConfig

_NO_REQUIRED_WAY: Final = 16
"""The first version of PostgreSQL's programs with an option for how they must sign in."""
_COPIES: Final = "pg_basebackup"
_MB: Final = 1 << 20


def _moment(text: str) -> datetime:
    """A time without a zone is UTC's."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


@within(on_server)
def backup(
    at: FloorServer,
    *,
    to: Annotated[Path | None, Arg("option.backups_to", "FOLDER")] = None,
    keep: Annotated[int, Arg("option.keep_backups", "N", whole_number(1, 10_000))] = 7,
) -> int:
    """Copy the server's files while it works."""
    from console.floor.host.backups import LOG, NoBackup, back_up, lacks_log, remove_old
    from console.floor.host.observation import BACKUPS

    folder = to
    if folder is None:
        row = at.connection.execute("SELECT current_setting(%s, true)", (BACKUPS,)).fetchone()
        if row is None or not row[0]:
            raise FloorError("floor.backup.where")
        folder = Path(row[0])
    folder = folder.absolute()
    version = at.connection.info.server_version // 10_000
    programs, dsn, password = _reached(at.house, version)
    made = back_up(dsn, password, folder, programs, datetime.now(UTC))
    size = sum(each.stat().st_size for each in made.folder.rglob("*") if each.is_file())
    print(at.words.text("floor.backup.done", folder=str(made.folder), size=whole(size // _MB, at.words)))
    row = at.connection.execute("SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver").fetchone()
    archived = "" if row is None else row[0]
    is_lost = lacks_log(folder, archived, None)
    removed = remove_old(folder, keep)
    if removed.backups or removed.files:
        slots = {"backups": whole(removed.backups, at.words), "files": whole(removed.files, at.words)}
        print(at.words.text("floor.backup.removed", **slots))
    if is_lost:
        raise NoBackup("floor.backup.no_log", file=archived, folder=str(folder / LOG))
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
    """Debian's programs of that version, else the wheel's. Raises NoServer, NoBackup."""
    from console.floor.embedded import Server, own_folder
    from console.floor.host.backups import NoBackup, programs_of

    debians = programs_of(version)
    if debians is not None:
        return debians
    wheels = Server(own_folder()).programs
    if not (wheels / _COPIES).exists():
        raise NoBackup("floor.program.missing", program=f"{_COPIES} {version}")
    return wheels


@within(before_server)
def restore(
    words: Words,
    folder: Annotated[Path, Arg("option.backups", "FOLDER")],
    *,
    to: Annotated[Path, Arg("option.data", "DATA")],
    until: Annotated[datetime | None, Arg("option.until_restored", "TIME", _moment)] = None,
    without_log: Annotated[bool, Arg("option.without_log")] = False,
) -> int:
    """Put a server's files back."""
    from console.floor.host.backups import restore as put_back

    made = put_back(folder.absolute(), to.absolute(), until, _programs, without_log=without_log)
    print(words.text("floor.restore.done", folder=str(to), backup=made.backup.folder.name))
    if made.file:
        time = "–" if made.end is None else f"{made.end.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        print(words.text("floor.restore.log", file=made.file, time=time))
    return 0
