"""One embedded server for all tests of the floor, and a database of its own for each of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console.cli import main
from console.floor.embedded import SUPERUSER, Server
from console.floor.operation import add_table
from console.floor.table_side.account import account_of
from tests.floor.studio_server import FloorServer, new_floor

Command = Callable[..., tuple[int, str]]
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
    lasting.disconnect()
    lasting.empty()


@pytest.fixture
def command(floor: FloorServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    """A command by the administrator's or another's account; its exit status, and all that it said."""

    def run(*given: str, account: str = SUPERUSER) -> tuple[int, str]:
        file = floor.file(tmp_path, account)
        status = main(["floor", *given, "--config", str(file), "--lang", "en"])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    yield run
    floor.admin.execute("DELETE FROM floor.tables WHERE table_id = 'T9'")
    for account in (account_of("T9"), "witness_" + account_of("third")[6:]):
        floor.admin.execute(f"DELETE FROM floor.watch WHERE account = '{account}'".encode())
        floor.admin.execute(f"DROP ROLE IF EXISTS {account}".encode())


@pytest.fixture
def hostile(floor: FloorServer) -> Iterator[str]:
    """The account of a table whose token somebody took."""
    account = add_table(floor.admin, "H1", studio="Riga", game="baccarat", rules="sv").account
    yield account
    floor.admin.execute("DELETE FROM floor.tables WHERE table_id = 'H1'")
    floor.admin.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s", (account,)
    )
    floor.admin.execute(f"DROP OWNED BY {account}".encode())
    floor.admin.execute(f"DROP ROLE {account}".encode())
