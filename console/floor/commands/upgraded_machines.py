"""The floor's own machines in an upgrade of the console: their files, and a look at the floor of each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from console import __version__
from console.floor.configuration import ADMINISTRATOR, load_floor
from console.floor.errors import FloorError
from console.floor.host.server_files import INDEXER, STAYS, WITNESS
from console.floor.schema import newest_version, versions_of


class FloorTrial(NamedTuple):
    """A version's look at a floor by one file: its studio, and its schema's version."""

    studio: str
    version: int
    is_server: bool


class FloorMachines(NamedTuple):
    files: tuple[Path, ...]
    """The files that a server, a witness and an indexer have."""
    service: str
    """The service that is always at work beside the server."""
    newest: int
    """The newest version of a floor's schema that this console knows."""
    looked_at: Callable[[Path], FloorTrial]


def floor_machines() -> FloorMachines:
    files = (ADMINISTRATOR, WITNESS / "floor.toml", INDEXER / "floor.toml")
    return FloorMachines(files, STAYS, newest_version(), looked_at)


def looked_at(file: Path) -> FloorTrial:
    """The running version's look at the floor of a file, by its account and as its owner. Raises ConfigError,
    FloorError, and StrangeFloor for a newer or changed floor.
    """
    try:
        import psycopg
    except ModuleNotFoundError:
        raise FloorError("floor.server.missing") from None

    from console.floor.database import connect

    with _as_owner(file):
        house = load_floor(file)
        try:
            with connect(house.dsn, house.password()) as connection:
                found = versions_of(connection)
        except psycopg.Error as error:
            said = str(error).strip().partition("\n")[0]
            raise FloorError("upgrade.floor_unreached", file=str(file), said=said) from error
    if not found.is_server and found.version < newest_version():
        raise FloorError("upgrade.floor_first", file=str(file), version=__version__)
    return FloorTrial(house.studio, *found)


@contextmanager
def _as_owner(file: Path) -> Iterator[None]:
    """As root, become the file's owner: a server's socket admits only its administrator."""
    owner = file.stat() if os.geteuid() == 0 and file.exists() else None
    if owner is None or owner.st_uid == 0:
        yield
        return
    group = os.getegid()
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
