"""Making a journal where there is none: built beside its place, then put there whole.

A console that is killed meanwhile leaves nothing at the journal's own path.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console import __version__
from console.journal import chain, queries
from console.journal.connection import making
from console.journal.errors import Unreachable
from console.journal.heading import Heading, Predecessor, beginning

NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""Opens no file by way of a link: where others can write the folder, it may lead to any file of the user."""


class Identity(msgspec.Struct, frozen=True):
    """Whose journal it is: the table's name, its game, the id of its rulebook."""

    table: str
    game: str
    rules: str


def make(path: Path, identity: Identity, created: datetime, state: bytes | None = None) -> None:
    """Put an empty journal at ``path``, for this user's eyes only.

    ``state``, as JSON, is what it begins with; None is a closed table.
    """
    refuse_stray_log(path)
    new = beside(path, ".new")
    try:
        build(new, identity, created, state=state)
        put(new, path)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    finally:
        clear(new)


def refuse_stray_log(path: Path) -> None:
    """Unreachable where a log lies beside a journal that is not there."""
    if beside(path, "-wal").exists():
        # SQLite would take what is in it for this journal's.
        said = f"{path.name}-wal lies there without it; put the journal back or move that away"
        raise Unreachable(path, said)


def fresh(path: Path) -> int:
    """The descriptor of a new empty file for this user's eyes only, in the place of what had its name.

    A link that somebody laid there is taken away, and never followed.
    """
    path.unlink(missing_ok=True)
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, 0o600)


def put(new: Path, path: Path) -> None:
    """Put a file in its place, durably; OSError."""
    os.replace(new, path)
    settle(path.parent)


def beside(path: Path, ending: str) -> Path:
    """The file of the same name with something added at its end."""
    return path.with_name(path.name + ending)


def build(
    new: Path,
    identity: Identity,
    created: datetime,
    before: Predecessor | None = None,
    state: bytes | None = None,
) -> None:
    """Make a journal, its file whole on disk when this returns.

    ``before`` is the journal that it goes on from, with the state as JSON that it goes on with.
    """
    at = created.isoformat(timespec="microseconds")
    bound = None if state is None else chain.state_digest(state)
    said = Heading(identity.table, identity.game, identity.rules, at, __version__, b"", before, bound)
    build_as(new, replace(said, digest=beginning(said)), state)


def build_as(new: Path, said: Heading, state: bytes | None = None) -> None:
    """The same with this heading as it stands."""
    from console.journal.schema import migrate  # sqlite-utils takes 50 ms to load

    clear(new)
    os.close(fresh(new))
    with closing(making(new)) as connection:
        migrate(connection)
        _sign(connection, said, state)


def clear(new: Path) -> None:
    """Take away what was begun and not finished."""
    with suppress(OSError):
        for leftover in ("", "-journal"):
            beside(new, leftover).unlink(missing_ok=True)


def _sign(connection: sqlite3.Connection, said: Heading, state: bytes | None) -> None:
    row = (said.table, said.game, said.rules, said.created, said.version, said.digest, said.state)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO meta VALUES (1, ?, ?, ?, ?, ?, ?, ?)", row)
    if said.predecessor is not None:
        before = said.predecessor
        follows = (before.file, before.entries, bytes.fromhex(before.head))
        connection.execute("INSERT INTO predecessor VALUES (1, ?, ?, ?)", follows)
    if state is not None:
        connection.execute(queries.KEEP, (0, state, chain.seal(0, said.digest, state)))
    connection.execute("COMMIT")


def settle(directory: Path) -> None:
    """Have the names in a folder on disk."""
    # A name is durable once its directory is; Windows has no such call and needs none.
    with suppress(PermissionError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
