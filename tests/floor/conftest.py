"""One embedded server for all tests of the floor, and a database of its own for each of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console.floor.embedded import Server
from tests.floor.studio_server import FloorServer, new_floor

QUICK = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "16MB"}
"""Nothing here cuts the machine's power: what a killed server wrote is still the system's to write."""


@contextmanager
def _server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)  # a server that root starts runs as nobody
    try:
        found = Server(folder / "f", QUICK)
        found.start()
        yield found
        found.stop(at_once=True)
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server that lasts."""
    with _server() as found:
        yield found


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that may be killed."""
    with _server() as found:
        yield found


@pytest.fixture(scope="session")
def lasting(server: Server) -> Iterator[FloorServer]:
    """A floor that knows the tables T1 and T2: a database has hundreds of files, and one is enough."""
    with new_floor(server, "lasting") as found:
        yield found


@pytest.fixture
def floor(lasting: FloorServer) -> Iterator[FloorServer]:
    """It, with nothing shipped yet. Another floor of the server may have limited the accounts."""
    lasting.lift_limits()
    yield lasting
    for door in lasting.doors:
        door.close()
    for desk in lasting.desks:
        desk.close()
    lasting.doors.clear()
    lasting.desks.clear()
    lasting.empty()
