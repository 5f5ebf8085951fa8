"""Making a journal where there is none: built beside its place, then put there whole.

A console that is killed meanwhile leaves nothing at the journal's own path.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from console import __version__
from console.journal import chain
from console.journal.connection import making
from console.journal.errors import Unreachable


class Identity(msgspec.Struct, frozen=True):
    """Whose journal it is: the table's name, its game, the id of its rulebook."""

    table: str
    game: str
    rules: str


def make(path: Path, identity: Identity, created: datetime) -> None:
    """Put an empty journal at ``path``, for this user's eyes only."""
    if beside(path, "-wal").exists():
        # SQLite would take what is in it for this journal's.
        said = f"{path.name}-wal lies there without it; put the journal back or move that away"
        raise Unreachable(path, said)
    new = beside(path, ".new")
    try:
        _build(new, identity, created)
        os.replace(new, path)
        _settle(path.parent)
    except OSError as error:
        raise Unreachable(path, error.strerror or str(error)) from error
    finally:
        _clear(new)


def beside(path: Path, ending: str) -> Path:
    """The file of the same name with something added at its end."""
    return path.with_name(path.name + ending)


def _build(new: Path, identity: Identity, created: datetime) -> None:
    from console.journal.schema import migrate  # sqlite-utils takes 50 ms to load

    _clear(new)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(making(new)) as connection:
        migrate(connection)
        _sign(connection, identity, created)


def _clear(new: Path) -> None:
    with suppress(OSError):
        for leftover in ("", "-journal"):
            beside(new, leftover).unlink(missing_ok=True)


def _sign(connection: sqlite3.Connection, identity: Identity, created: datetime) -> None:
    at = created.isoformat(timespec="microseconds")
    said = (identity.table, identity.game, identity.rules, at, __version__)
    connection.execute("INSERT INTO meta VALUES (1, ?, ?, ?, ?, ?, ?)", (*said, chain.head(*said)))


def _settle(directory: Path) -> None:
    # A name is durable once its directory is; Windows has no such call and needs none.
    with suppress(PermissionError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
