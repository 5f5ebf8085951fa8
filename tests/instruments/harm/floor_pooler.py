"""A floor behind PgBouncer: many tables' doors over few connections of the server, SCRAM before it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from console.floor.door import PostgresDoor
from console.floor.operation import add_table, new_token
from console.floor.shipper import Shipper, ShippingThread
from console.table.journal import Shipment
from tests.floor.studio_server import FloorServer, journal
from tests.instruments.harm.floor_servers import floor_of
from tests.instruments.harm.floors import UPHOLDS, forever, held_otherwise, sent
from tests.instruments.harm.report import Harm

PROGRAM: Final = "pgbouncer"
_SETTINGS: Final = """
[databases]
harm = host={sockets} port=5432 dbname=harm
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 1
max_db_connections = {most}
server_idle_timeout = 1
ignore_startup_parameters = options,extra_float_digits
logfile = {folder}/pgbouncer.log
pidfile = {folder}/pgbouncer.pid
max_client_conn = 4000
"""


def pooled(folder: Path, tables: int, seconds: float, most: int = 8) -> Harm:
    """Let ``tables`` tables ship through it, each by its own account, over ``most`` lines; kill it once."""
    harm = Harm("through PgBouncer, which is killed once", upholds=UPHOLDS)
    if shutil.which(PROGRAM) is None:
        return harm.skipped("pgbouncer is not here")
    folder.mkdir()
    with floor_of() as floor, ExitStack() as stack:
        tokens = dict[str, str]()
        for number in range(tables):
            account = add_table(floor.admin, f"P{number}", studio="Riga", game="baccarat", rules="sv").account
            tokens[account] = new_token(floor.admin, account)
            floor.accounts[f"P{number}"] = account
        pooler = _Pooler(floor, list(tokens), most)
        stack.callback(pooler.stop)
        pooler.start()
        paths, threads, played_on = list[Path](), list[ShippingThread](), list[int]()
        ended = threading.Event()
        for number in range(tables):
            account = floor.accounts[f"P{number}"]
            dsn = f"host=127.0.0.1 port={pooler.port} dbname=harm user={account} sslmode=disable"
            door = PostgresDoor(f"{dsn} require_auth=scram-sha-256", f"P{number}", tokens[account])
            paths.append(folder / f"P{number}.db")
            threads.append(ShippingThread(Shipper(paths[-1], door, None)))
        players = [
            threading.Thread(target=_play, args=(paths[at::4], threads[at::4], ended, played_on))
            for at in range(4)
        ]
        for player in players:
            player.start()
        for thread in threads:
            thread.start()
        backends = list[int]()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(seconds / 10)
            backends.append(_backends(floor))
            if len(backends) == 4:
                pooler.kill()
                time.sleep(seconds / 20)
                pooler.start()
        ended.set()
        for player in players:
            player.join()
        late = _until_there(floor, paths)
        for thread in threads:
            thread.stop(5)
        harm.note = (
            f"{tables} tables over {max(backends)} connections at most, {sum(played_on) / seconds:,.0f} "
            f"entries a second, all there {late:.1f} s after the last"
        )
        for number, path in enumerate(paths):
            sent(Shipper(path, floor.door(f"P{number}"), None))
            harm.done(Shipment(path).last()[0], held_otherwise(floor, [path], f"P{number}"))
        harm.lost += [] if max(backends) < tables or tables < 2 * most else [f"{max(backends)} connections"]
    return harm


def _play(
    paths: list[Path], threads: list[ShippingThread], ended: threading.Event, played_on: list[int]
) -> None:
    with ExitStack() as stack:
        tables = [(stack.enter_context(journal(path)), forever()) for path in paths]
        while not ended.wait(0.3):
            for (kept, every), thread in zip(tables, threads, strict=True):
                kept.append([next(every)])
                played_on.append(1)
                thread.wake()


def _backends(floor: FloorServer) -> int:
    asked = "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE 'table\\_%'"
    row = floor.admin.execute(asked).fetchone()
    assert row is not None, "it counts"
    return int(row[0])


def _until_there(floor: FloorServer, paths: list[Path]) -> float:
    """Seconds until all is there that the journals hold; a minute at most."""
    began, wanted = time.monotonic(), sum(Shipment(path).last()[0] for path in paths)
    while time.monotonic() < began + 60:
        row = floor.admin.execute("SELECT sum(number) FROM floor.journal").fetchone()
        if row is not None and row[0] == wanted:
            break
        time.sleep(0.05)
    return time.monotonic() - began


class _Pooler:
    """PgBouncer in a folder of its own; it refuses to be root, and is who the server is."""

    def __init__(self, floor: FloorServer, accounts: list[str], most: int) -> None:
        self._folder = floor.server.folder.parent / "pooler"
        self._folder.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        asked = "SELECT rolname, rolpassword FROM pg_authid WHERE rolname = ANY (%s)"
        users = floor.admin.execute(asked, (accounts,)).fetchall()
        (self._folder / "users").write_text("".join(f'"{name}" "{secret}"\n' for name, secret in users))
        said = {"sockets": floor.server.sockets, "port": self.port, "folder": self._folder, "most": most}
        (self._folder / "pgbouncer.ini").write_text(_SETTINGS.format(**said))
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user is not None:
            for each in (self._folder, *self._folder.iterdir()):
                shutil.chown(each, self._user)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to listen."""
        given = {} if self._user is None else {"user": pwd.getpwnam(self._user).pw_uid, "extra_groups": ()}
        self._process = subprocess.Popen(
            [PROGRAM, str(self._folder / "pgbouncer.ini")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **given,  # type: ignore[call-overload]
        )
        _listens(self.port)

    def kill(self) -> None:
        """End it as if its machine were gone."""
        assert self._process is not None, "it was started"
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        (self._folder / "pgbouncer.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """End it."""
        if self._process is not None and self._process.poll() is None:
            self.kill()


def _listens(port: int) -> None:
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("pgbouncer does not listen")
