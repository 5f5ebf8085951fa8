"""Trouble with a disk, made for real: a small disk that fills up, system calls that fail or wait, locks.

Each is a context: while it lasts the console has the trouble, and afterwards it is gone.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

_ATTACHED: Final = b"attached"


class NoDisk(Exception):
    """The system lets no disk be mounted here."""


class NoTrouble(Exception):
    """The system lets no such trouble be made here."""


@contextmanager
def small_disk(folder: Path, kibibytes: int) -> Iterator[Path]:
    """A disk of this size at ``folder`` for as long as it is needed; NoDisk."""
    folder.mkdir()
    if not _ran("mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", str(folder)):
        raise NoDisk
    try:
        yield folder
    finally:
        _ran("umount", "-l", str(folder))


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """No room is left on a small disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            pass
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """A small disk takes no writes; NoTrouble while a file on it is open to be written."""
    if not _ran("mount", "-o", "remount,ro", str(disk)):
        raise NoTrouble("a disk in use can't be made read-only")
    try:
        yield
    finally:
        _ran("mount", "-o", "remount,rw", str(disk))


@contextmanager
def failing(process: int, call: str, how: str) -> Iterator[None]:
    """A process's system calls fail (``error=EIO``) or wait (``delay_enter=1000000``); NoTrouble."""
    strace = shutil.which("strace")
    if strace is None:
        raise NoTrouble("strace is not installed")
    inject = ["-e", f"trace={call}", "-e", f"inject={call}:{how}", "-o", os.devnull]
    with subprocess.Popen([strace, "-f", "-p", str(process), *inject], stderr=subprocess.PIPE) as tracer:
        assert tracer.stderr
        try:
            if _ATTACHED not in tracer.stderr.readline():
                raise NoTrouble("strace may not trace here")
            yield
        finally:
            tracer.terminate()
            tracer.wait()


@contextmanager
def limited(process: int, size: int) -> Iterator[None]:
    """A process may write no file beyond this size; NoTrouble."""
    if sys.platform != "linux":
        raise NoTrouble("another process's limits can be set on Linux alone")
    import resource

    soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # it was killed in its trouble
            resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(journal: Path) -> Iterator[None]:
    """Another program is in the middle of a transaction."""
    program = (
        "import sqlite3, sys; other = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "other.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin and other.stdout
        other.stdout.readline()
        try:
            yield
        finally:
            other.stdin.close()
            other.wait()


@contextmanager
def moved(journal: Path, replaced: bytes | None = None) -> Iterator[None]:
    """The file is moved away, and put back; meanwhile another may lie in its place."""
    elsewhere = journal.with_name("moved away")
    journal.rename(elsewhere)
    if replaced is not None:
        journal.write_bytes(replaced)
    try:
        yield
    finally:
        elsewhere.replace(journal)


def entries(journal: Path) -> int:
    """The number of a journal's entries, read as another program reads it."""
    with closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as connection:
        count: int = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
        return count


def _ran(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
