"""The floor's server in trouble beside a table that plays: its disk full, its connections taken, another
password, another time, a standby in its place, and a line that loses what is sent.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from console.base.errors import Trouble
from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor, PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.errors import NoServer
from console.floor.operation import new_token
from console.floor.shipper import Shipper, ShippingThread
from console.table.journal import Shipment
from tests.floor.conftest import QUICK
from tests.floor.studio_server import FloorServer, journal, new_floor
from tests.instruments.harm.driving import PATIENCE, ROOT
from tests.instruments.harm.floors import UPHOLDS, at_play, forever, held_otherwise, line_door, sent
from tests.instruments.harm.lines import line_to
from tests.instruments.harm.report import Harm

LOSSY: Final = "tests.instruments.processes.lossy_table"
_BACK_WITHIN: Final = 5.0
"""Seconds in which a table ships again once its floor is back, by design."""
_CLOCK: Final = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
_AT_ROOM: Final = "96m"


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """All of them, each with a server of its own."""
    kinds: tuple[Callable[[Path], Harm], ...] = (
        lambda place: blackhole(place, 7.0 if quick else 30.0),
        lambda place: lossy(place, 5.0 if quick else 60.0),
        lambda place: full(place, 1 if quick else 4),
        lambda place: crowded(place, 1 if quick else 4),
        lambda place: other_password(place, 1 if quick else 5),
        lambda place: clock_set_back(place, 1 if quick else 4),
        lambda place: failed_over(place, (0, 300) if quick else (0, 300, 0, 300, 3_000, 100_000)),
        lambda place: soaked(place, 0.2 if quick else 15.0),
    )
    for number, kind in enumerate(kinds):
        place = folder / f"server{number}"
        place.mkdir()
        yield kind(place)


@contextmanager
def floor_of(settings: dict[str, str] | None = None, data: Path | None = None) -> Iterator[FloorServer]:
    """A server of one's own with these settings, and a floor in it."""
    folder = data or Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)  # a server that root starts runs as nobody
    try:
        server = Server(folder / "f", QUICK | (settings or {}))
        server.start()
        with new_floor(server, "harm") as floor:
            yield floor
    finally:
        with suppress(NoServer, OSError):
            server.stop(at_once=True)
        if data is None:
            shutil.rmtree(folder, ignore_errors=True)


def _comes_back(path: Path, floor: FloorServer, harm: Harm) -> list[str]:
    """Check that the floor has all again soon; how soon is noted."""
    began, last = time.monotonic(), Shipment(path).last()[0]
    while time.monotonic() < began + 30:
        with suppress(psycopg.Error):
            if _number(floor.server) >= last:
                took = time.monotonic() - began
                harm.note = f"{harm.note}{', ' if harm.note else 'all there again after s: '}{took:.1f}"
                return [] if took <= _BACK_WITHIN else [f"it took {took:.1f} s"]
        time.sleep(0.02)
    return ["it never came back"]


def blackhole(folder: Path, seconds: float) -> Harm:
    """Swallow all that is sent for so long, then reset the line; the table plays on through it."""
    harm, path = Harm("line swallows all, and is reset", upholds=UPHOLDS), folder / "J.db"
    with floor_of() as floor, line_to(floor.server.sockets) as line, journal(path) as kept:
        thread = ShippingThread(Shipper(path, line_door(floor, line), None))
        thread.start()
        with at_play(kept, thread) as played_on:
            time.sleep(0.5)
            before = played_on[0]
            line.swallow()
            time.sleep(seconds)
            recorded = played_on[0] - before
            line.cut(to=0, back=0, reset=True)
            line.mend()
            flaws = [] if recorded > seconds * 20 else [f"only {recorded} were recorded in {seconds} s"]
            time.sleep(0.5)
        thread.wake()
        harm.done(recorded, flaws + _comes_back(path, floor, harm))
        thread.stop(5)
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def lossy(folder: Path, seconds: float, percent: int = 3) -> Harm:
    """Three of a hundred packets are lost each way, by chance."""
    harm, path = Harm(f"{percent} % of the packets are lost", upholds=UPHOLDS), folder / "J.db"
    rules = folder / "loss.nft"
    rules.write_text(
        "table ip loss {\nchain heard {\ntype filter hook input priority 0\n"
        f"numgen random mod 100 < {percent} drop\n}}\n}}\n"
    )
    made_so = f"ip link set lo up;nft -f {rules}"
    tried = subprocess.run(
        ["unshare", "-n", "sh", "-c", made_so.replace(";", " && ")], capture_output=True, check=False
    )
    if tried.returncode:
        return harm.skipped("no network of its own, or no nft, that may drop packets")
    with floor_of() as floor:
        account = floor.accounts["T1"]
        asked = [
            sys.executable,
            "-m",
            LOSSY,
            str(path),
            str(floor.server.sockets),
            account,
            made_so,
        ]
        done = subprocess.run(
            ["unshare", "-n", *asked, str(seconds)],
            cwd=ROOT, capture_output=True, text=True, timeout=seconds + PATIENCE, check=False,
        )  # fmt: skip
        if done.returncode:
            harm.done(0, [done.stderr[-300:]])
            return harm
        recorded, there = int(done.stdout.split()[-1]), floor.head()[0]
        harm.done(recorded, [] if there > recorded / 2 else [f"only {there} of {recorded} came through"])
        harm.note = f"{there:,} of {recorded:,} were there at once"
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def full(folder: Path, times: int) -> Harm:
    """The server's disk has no room left: it may end over it. A wall says so while it answers. Room is made,
    it is started, all comes.
    """
    harm, path = Harm("floor's disk full", upholds=UPHOLDS), folder / "J.db"
    disk = Path(tempfile.mkdtemp(prefix="floor-"))
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={_AT_ROOM},mode=711", "tmpfs", str(disk)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        disk.rmdir()
        return harm.skipped("no small disk can be mounted here")
    try:
        # Its own programs stay elsewhere: what is full is where it writes.
        settings = {"max_wal_size": "32MB", "min_wal_size": "32MB", "wal_recycle": "off"}
        with floor_of(settings, disk) as floor, journal(path) as kept:
            for _ in range(times):
                thread = ShippingThread(Shipper(path, floor.door(), None))
                thread.start()
                with at_play(kept, thread) as played_on:
                    time.sleep(0.3)
                    filler = disk / "filler"
                    with suppress(OSError), filler.open("wb") as file:
                        while True:
                            file.write(bytes(65_536))
                            file.flush()
                    before = played_on[0]
                    told = _told_at_a_wall(floor, 3.0)
                    recorded = played_on[0] - before
                    filler.unlink()
                    floor.server.start()
                    flaws = [] if recorded > 100 else [f"only {recorded} were recorded"]
                    flaws += [] if told & {"full", "ended"} else [f"a wall says {sorted(told)}"]
                    harm.note = f"{harm.note}{', ' if harm.note else ''}a wall: {' '.join(sorted(told))}"
                    time.sleep(1)
                again = _again(floor)
                thread.wake()
                harm.done(recorded, flaws + _comes_back(path, again, harm))
                thread.stop(5)
            sent(Shipper(path, again.door(), None))
            harm.lost += held_otherwise(again, [path])
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)
        disk.rmdir()
    return harm


def _told_at_a_wall(floor: FloorServer, seconds: float) -> set[str]:
    """The findings of a wall about a server in so many seconds, and ``ended`` if the server ends
    meanwhile.
    """
    told, until = set[str](), time.monotonic() + seconds
    desk = PostgresDesk(f"{floor.dsn} user={floor.windows['boss']}")
    while time.monotonic() < until:
        try:
            told.add("well" if desk.read().full_for is None else Trouble.FULL)
        except NoDoor as error:
            told.add(error.trouble or "")
        time.sleep(0.25)
    desk.close()
    return told if floor.server.is_running else told | {"ended"}


def _again(floor: FloorServer) -> FloorServer:
    """The floor with an administrator's connection that is not the server's before."""
    admin = psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True)
    return floor._replace(admin=admin)


def crowded(folder: Path, times: int) -> Harm:
    """Others have every connection that there is."""
    harm, path = Harm("every connection is taken", upholds=UPHOLDS), folder / "J.db"
    with floor_of({"max_connections": "12"}) as floor, journal(path) as kept:
        for _ in range(times):
            others = list[psycopg.Connection]()
            with suppress(psycopg.OperationalError):
                while True:
                    others.append(psycopg.connect(f"{floor.dsn} user={floor.accounts['T2']}"))
            refused, door = 0, floor.door()
            try:
                Shipper(path, door, None).step()
            except NoDoor:
                refused += 1
            thread = ShippingThread(Shipper(path, door, None))
            thread.start()
            with at_play(kept, thread) as played_on:
                time.sleep(2)
                recorded = played_on[0]
                for other in others:
                    other.close()
                time.sleep(0.5)
            flaws = [] if refused and recorded > 60 else [f"refused {refused}, recorded {recorded}"]
            harm.done(recorded, flaws + _comes_back(path, floor, harm))
            thread.stop(5)
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def other_password(folder: Path, times: int) -> Harm:
    """The account is given another token while the table plays; the new one is put into the file, later."""
    harm, path = Harm("account's password changed", upholds=UPHOLDS), folder / "J.db"
    with floor_of() as floor, journal(path) as kept:
        account, token = floor.accounts["T1"], [""]
        hba = floor.server.folder / "data" / "pg_hba.conf"
        hba.write_text(f"local all {account} scram-sha-256\n" + hba.read_text("ascii"), "ascii")
        token[0] = new_token(floor.admin, account)
        floor.admin.execute("SELECT pg_reload_conf()")
        door = PostgresDoor(f"{floor.dsn} user={account} require_auth=scram-sha-256", "T1", lambda: token[0])
        thread = ShippingThread(Shipper(path, door, None))
        thread.start()
        for _ in range(times):
            with at_play(kept, thread) as played_on:
                time.sleep(0.5)
                new = new_token(floor.admin, account)
                floor.admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (account,)
                )
                before, there = played_on[0], floor.head()[0]
                time.sleep(1.5)
                recorded = played_on[0] - before
                flaws = [] if recorded > 50 else [f"only {recorded} were recorded"]
                flaws += [] if floor.head()[0] <= there + 20 else ["the old token was taken"]
                token[0] = new
                time.sleep(0.5)
            harm.done(recorded, flaws + _comes_back(path, floor, harm))
        thread.stop(5)
        log = (floor.server.folder / "server.log").read_text("utf-8", "replace")
        harm.lost += ["a token stands in the server's log"] if token[0] in log else []
        sent(Shipper(path, PostgresDoor(f"{floor.dsn} user={account}", "T1", token[0]), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def clock_set_back(folder: Path, times: int) -> Harm:
    """The server's own clock is set back by a day, and on again, while a table ships."""
    harm, path = Harm("server's own clock set back", upholds=UPHOLDS), folder / "J.db"
    if not _CLOCK.exists():
        return harm.skipped("libfaketime is not here")
    told = Path(tempfile.mkdtemp(prefix="clock-"))
    told.chmod(0o755)
    (told / "by").write_text("+0\n")
    surroundings = {
        "LD_PRELOAD": str(_CLOCK),
        "FAKETIME_TIMESTAMP_FILE": str(told / "by"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    os.environ.update(surroundings)
    try:
        with floor_of() as floor:
            for key in surroundings:
                os.environ.pop(key, None)
            with journal(path) as kept:
                thread = ShippingThread(Shipper(path, floor.door(), None))
                thread.start()
                desk = floor.desk()
                with at_play(kept, thread) as played_on:
                    for by in ("-1d", "+0", "-40d", "+2d")[: max(2, times)]:
                        before = played_on[0]
                        (told / "by").write_text(f"{by}\n")
                        time.sleep(1.0)
                        ages = [each.silence for each in desk.read().tables if each.table == "T1"]
                        flaws = [] if played_on[0] - before > 30 else ["the table stood still"]
                        flaws += [
                            f"heard {age} s ago by {by}" for age in ages if age is None or not -3 < age < 6
                        ]
                        harm.done(played_on[0] - before, flaws)
                thread.stop(5)
                sent(Shipper(path, floor.door(), None))
            days = floor.admin.execute("SELECT count(DISTINCT day) FROM floor.entry").fetchone()
            harm.note = f"entries of {days and days[0]} days by the server's clock"
            harm.lost += held_otherwise(floor, [path])
    finally:
        for key in surroundings:
            os.environ.pop(key, None)
        shutil.rmtree(told, ignore_errors=True)
    return harm


def failed_over(folder: Path, behind: Sequence[int]) -> Harm:
    """The primary is killed while its standby is ``behind`` entries behind, and the standby takes over. Then
    the primary comes back as if nothing had happened, and stands first in every table's address.
    """
    harm = Harm("a standby takes over, the old primary comes back", upholds=UPHOLDS)
    firsts, lost = list[float](), list[int]()
    for number, entries in enumerate(behind):
        with floor_of({"wal_keep_size": "256MB"}) as floor, _standby(floor) as standby:
            _taken_over(folder / f"J{number}.db", floor, standby, entries, harm, firsts, lost)
            floor.admin.close()
    harm.note = (
        f"first entry {max(firsts):.2f} s after the promotion at most, {sum(lost):,} lost were sent again"
    )
    return harm


def _taken_over(
    path: Path,
    floor: FloorServer,
    standby: Server,
    behind: int,
    harm: Harm,
    firsts: list[float],
    lost: list[int],
) -> None:
    account, notes = floor.accounts["T1"], list[str]()
    dsn = f"host={floor.server.sockets},{standby.sockets} dbname=harm user={account}"
    door = PostgresDoor(dsn, "T1")
    thread = ShippingThread(Shipper(path, door, None, note=lambda what, text: notes.append(what)))
    with journal(path) as kept:
        every = forever()
        kept.append([next(every) for _ in range(300)])
        thread.start()
        _until(lambda: _number(floor.server) == kept.last)
        _until(lambda: _number(standby) == _number(floor.server))
        receiver = _receiver(standby)
        if behind:
            os.kill(receiver, signal.SIGSTOP)
            for _ in range(behind // 100):
                kept.append([next(every) for _ in range(100)])
                thread.wake()
            _until(lambda: _number(floor.server) == kept.last, 120)
        with at_play(kept, thread, every) as played_on:
            time.sleep(0.2)
            os.kill(floor.server.pid, signal.SIGKILL)
            before, shipped = (
                played_on[0],
                0 if thread.shipper.receipt is None else thread.shipper.receipt.number,
            )
            with suppress(ProcessLookupError):  # one that has heard of the primary's end has ended, too
                os.kill(receiver, signal.SIGKILL if behind else signal.SIGCONT)
            had = _number(standby) if not behind else 0
            standby._run("pg_ctl", "promote", "-D", str(standby.folder / "data"), "-w")
            promoted, at_kill = time.monotonic(), kept.last
            had = had or _number(standby)
            _until(lambda: _number(standby) > at_kill, 120)
            firsts.append(time.monotonic() - promoted)
            lost.append(max(0, shipped - had))
            floor.server.start()  # it comes back as a primary, and is the first in the address
            standing = _number(floor.server)
            other = PostgresDoor(dsn, "T1")
            other.floor = door.floor  # a table that begins now gets this from its receipt
            believed = _first_answer(other)
            with _administrator(standby) as admin:
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (account,)
                )
            mark = kept.last
            _until(lambda: _number(standby) > mark)
            flaws = [] if _number(floor.server) == standing else ["the old primary took entries"]
            flaws += [] if played_on[0] > before else ["the table stood still"]
            flaws += [] if believed == door.floor else ["a table that begins believed the old primary"]
        thread.stop(5)
        dsn = f"host={standby.sockets} dbname=harm"
        sent(Shipper(path, PostgresDoor(f"{dsn} user={account}", "T1"), None))
        with _administrator(standby) as admin:
            flaws += held_otherwise(FloorServer(standby, dsn, admin, floor.accounts, [], [], {}), [path])
        alarms = {each for each in notes if each != "floor_behind"}
        flaws += [f"noted {alarms}"] if alarms else []
        flaws += [] if not behind or "floor_behind" in notes else ["the gap was not noted"]
        harm.done(kept.last, flaws)


def _administrator(server: Server) -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(f"host={server.sockets} dbname=harm user={SUPERUSER}", autocommit=True)


def _first_answer(door: PostgresDoor) -> str:
    """The answer of the server that is reached in the end."""
    for _ in range(3):
        with suppress(NoDoor):
            door.hello()
            break
    door.close()
    return door.floor


@contextmanager
def _standby(floor: FloorServer) -> Iterator[Server]:
    """Another server that follows, as the wheel's own pg_basebackup makes it."""
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)
    hba = floor.server.folder / "data" / "pg_hba.conf"
    hba.write_text("local replication all peer map=floor\n" + hba.read_text("ascii"), "ascii")
    floor.admin.execute("SELECT pg_reload_conf()")
    server = Server(folder / "f", QUICK | {"wal_keep_size": "256MB"})
    server._own(server.folder)
    server._own(server.sockets)
    if server._as_root:
        server._copy_programs()
    where = ("-D", str(server.folder / "data"), "-h", str(floor.server.sockets), "-U", SUPERUSER)
    server._run("pg_basebackup", *where, "-R", "-X", "stream", "-c", "fast")
    try:
        server.start()
        yield server
    finally:
        server.stop(at_once=True)
        shutil.rmtree(folder, ignore_errors=True)


def _number(server: Server) -> int:
    with _administrator(server) as admin:
        row = admin.execute("SELECT max(number) FROM floor.journal WHERE table_id = 'T1'").fetchone()
    return int(row[0]) if row is not None and row[0] is not None else 0


def _receiver(server: Server) -> int:
    with _administrator(server) as admin:
        row = admin.execute("SELECT pid FROM pg_stat_wal_receiver").fetchone()
    assert row is not None, "it follows"
    return int(row[0])


def _until(so: Callable[[], bool], within: float = 30.0) -> None:
    end = time.monotonic() + within
    while not so():
        assert time.monotonic() < end, "it never was"
        time.sleep(0.01)


def soaked(folder: Path, minutes: float) -> Harm:
    """A table ships for so long, twenty entries a second: what it takes of the machine stays as it was."""
    harm, path = Harm(f"{minutes:g} minutes of shipping", upholds=UPHOLDS), folder / "J.db"
    with floor_of() as floor:
        dsn = f"{floor.dsn} user={floor.accounts['T1']}"
        asked = [sys.executable, "-m", "tests.instruments.processes.shipping_table", str(path), dsn, "0.15"]
        with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
            assert table.stdout is not None, "it is a pipe"
            begun, looks, recorded = time.monotonic(), list[tuple[int, int, float]](), 0
            each = minutes * 60 / 15
            for line in table.stdout:
                passed = time.monotonic() - begun
                if passed > each * (len(looks) + 1):
                    looks.append(_taken(table.pid))
                recorded = int(line)
                if len(looks) == 15:
                    break
            table.kill()
        # The first minutes fill what is filled once; from the third on nothing grows.
        (handles, threads, memory), last = looks[2], looks[-1]
        flaws = [] if last[0] <= handles + 2 and last[1] <= threads else [f"handles and threads {looks}"]
        flaws += [] if last[2] <= memory * 1.05 + 1 else [f"memory {[round(look[2], 1) for look in looks]}"]
        harm.done(recorded, flaws)
        harm.note = (
            f"handles {handles} > {last[0]}, threads {threads} > {last[1]}, "
            f"{memory:.1f} > {last[2]:.1f} MiB of its own, {recorded:,} entries"
        )
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def _taken(process: int) -> tuple[int, int, float]:
    """Handles, threads, and MiB that are its own or its share."""
    place = Path(f"/proc/{process}")
    told = (place / "smaps_rollup").read_text("ascii")
    pss = next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1024
    return len(list((place / "fd").iterdir())), len(list((place / "task").iterdir())), pss
