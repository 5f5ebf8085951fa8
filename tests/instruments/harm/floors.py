"""The floor in every trouble: cut lines, killed servers and tables, forgers, clocks, cards nobody was shown.

After each harm the table has played on, the floor's bytes are the journal's, count = distinct = max, and
nothing is disputed that is honest.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
from msgspec.structs import replace

from console.floor.door import NoDoor, PostgresDoor
from console.floor.embedded import SUPERUSER, Server
from console.floor.holdings import Holdings
from console.floor.operation import add_table
from console.floor.self_report import encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.witness.comparison import Finding, compare
from console.floor.witness.heads import PostgresHeads
from console.floor.witness.memory import HeadChange, SeenHeads
from console.table.core import Entry, ShownTable
from console.table.core import encode_table as kept_state
from console.table.journal import Shipment, SqliteJournal, archives, backup, restore
from tests.floor.conftest import QUICK
from tests.floor.studio_server import FloorServer, journal, new_floor, packed
from tests.instruments.bench.play import FIRST, lines_and_entries
from tests.instruments.harm.driving import PATIENCE, ROOT
from tests.instruments.harm.lines import Line, line_to
from tests.instruments.harm.report import Harm

UPHOLDS: Final = "a table never waits for the floor, and the floor holds each of its entries once"
FOUND: Final = "a cut after the last seal is found by the floor"
NOTHING_SHOWN: Final = "nothing reveals the hole card before its time"
_WAIT: Final = 20.0
"""Seconds in which a thread has to have sent what is due."""


@contextmanager
def served() -> Iterator[Server]:
    """A server of one's own, which may be killed."""
    folder = Path(tempfile.mkdtemp(prefix="floor-"))
    folder.chmod(0o711)  # a server that root starts runs as nobody
    try:
        server = Server(folder / "f", QUICK)
        server.start()
        try:
            yield server
        finally:
            server.stop(at_once=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """All of them, each with a database of its own."""
    many = 1 if quick else 10
    with served() as server:
        kinds: tuple[Callable[[FloorServer, Path], Harm], ...] = (
            lambda floor, place: cut_at_bytes(floor, place, 151 if quick else 1),
            lambda floor, place: swallowed(floor, place, 4 * many),
            lambda floor, place: tables_killed(floor, place, 5 * many),
            lambda floor, place: files(floor, place, 2 * many),
            lambda floor, place: two_at_once(floor, place, 6 * many),
            lambda floor, place: forged(floor, place, 25 * many),
            lambda floor, place: turned_back(floor, place, 5 * many),
            lambda floor, place: clocks(floor, place, 4 * many),
            lambda floor, place: secrets(floor, place, 6 * many),
            lambda floor, place: at_once(floor, place, 16 if quick else 100),
            lambda floor, place: servers_killed(floor, place, 3 * many),
        )
        for number, kind in enumerate(kinds):
            place = folder / str(number)
            place.mkdir()
            with new_floor(server, f"harm{number}") as floor:
                yield kind(floor, place)


def held_otherwise(
    floor: FloorServer, files: Sequence[Path], table: str = "T1", disputes: Sequence[str] = ()
) -> list[str]:
    """The entries of a table's files that the floor has not, has otherwise or twice; and false disputes."""
    wrong = list[str]()
    with psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True) as admin:
        asked = "SELECT said FROM floor.dispute WHERE table_id = %s ORDER BY at"
        said = [each for (each,) in admin.execute(asked, (table,))]
        if said != list(disputes):
            wrong.append(f"disputes {said}")
        for file in files:
            shipment = Shipment(file)
            asked = "SELECT part, number, chain FROM floor.journal WHERE table_id = %s AND begins = %s"
            parts = admin.execute(f"{asked} ORDER BY part DESC LIMIT 1", (table, shipment.begins)).fetchall()
            if not parts or tuple(parts[0][1:]) != shipment.last():
                wrong.append(f"{file.name}: its head {parts and parts[0][1]} of {shipment.last()[0]}")
                continue
            rows = list[tuple[int, bytes]]()
            for part, low, high in Holdings(admin).stretches(table, parts[0][0], 0, parts[0][1]):
                asked = "SELECT number, packed FROM floor.entry WHERE (table_id, part) = (%s, %s) "
                asked += "AND number > %s AND number <= %s ORDER BY number"
                rows += admin.execute(asked.encode(), (table, part, low, high)).fetchall()
            if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
                wrong.append(f"{file.name}: its numbers are not each once")
            if [each for _, each in rows] != packed(file):
                wrong.append(f"{file.name}: other bytes")
    return wrong


def sent(shipper: Shipper, within: float = _WAIT) -> None:
    """Send all that is due, whatever breaks meanwhile."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            if not shipper.step() and not shipper.crowded:
                break
        except NoDoor:
            time.sleep(0.05)
    shipper.close()


def line_door(floor: FloorServer, line: Line, deadline: float = 5.0) -> PostgresDoor:
    """The table's door by way of a line that can be harmed."""
    name = floor.admin.info.dbname if not floor.admin.closed else floor.dsn.rpartition("=")[2]
    dsn = f"host=127.0.0.1 port={line.port} dbname={name} user={floor.accounts['T1']} sslmode=disable"
    return PostgresDoor(dsn, "T1", deadline=deadline)


def cut_at_bytes(floor: FloorServer, folder: Path, step: int) -> Harm:
    """The line is cut after each byte to the server, and of its answers; by its end and by a reset."""
    harm, path = Harm("line to the floor cut at every byte", upholds=UPHOLDS), folder / "J.db"
    every = iter(forever())
    with line_to(floor.server.sockets) as line, journal(path) as kept:
        begun = line.sent
        kept.append([next(every) for _ in range(4)])
        sent(Shipper(path, line_door(floor, line), None))
        whole = line.sent - begun
        for way, bytes_there in (("to", whole + 40), ("back", 2_600)):
            for number, at in enumerate(range(1, bytes_there, step)):
                kept.append([next(every) for _ in range(4)])
                line.cut(**{way: at}, reset=bool(number % 2))
                shipper = Shipper(path, line_door(floor, line), None)
                try:
                    while shipper.step():
                        pass
                except NoDoor:
                    pass
                shipper.close()
                line.mend()
                sent(Shipper(path, line_door(floor, line), None))
                flaws = [] if floor.head() == Shipment(path).last() else [f"{way} at {at}: another head"]
                harm.done(4, flaws)
    harm.lost += held_otherwise(floor, [path])
    return harm


def forever() -> Iterator[Entry]:
    """Entries of play, again and again."""
    while True:
        yield from lines_and_entries(1_000)[1]


def swallowed(floor: FloorServer, folder: Path, times: int) -> Harm:
    """Nothing comes through for longer than the deadline, then all of it, late, beside what came since."""
    harm, path = Harm("line swallows, and hands on late", upholds=UPHOLDS), folder / "J.db"
    every = iter(forever())
    with line_to(floor.server.sockets) as line, line_to(floor.server.sockets) as other, journal(path) as kept:
        for number in range(times):
            kept.append([next(every) for _ in range(5)])
            shipper = Shipper(path, line_door(floor, line, 0.4), None)
            sent(shipper)
            for _ in range(3):  # what is asked for the third time is sent as one message
                shipper.step()
            if number % 2:
                kept.append([next(every) for _ in range(5)])
            line.swallow()
            refused = 0
            try:
                shipper.step()
            except NoDoor:
                refused += 1
            kept.append([next(every) for _ in range(5)])
            sent(Shipper(path, line_door(floor, other), None))
            line.mend()
            time.sleep(0.1)
            sent(Shipper(path, line_door(floor, other), None))
            harm.done(15, [] if refused else ["it was not given up"])
    harm.lost += held_otherwise(floor, [path])
    return harm


def tables_killed(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """A table is killed in its commit, while it ships, between the floor's taking and its hearing of it."""
    harm, path, chance = (
        Harm("table killed while it ships", upholds=UPHOLDS),
        folder / "J.db",
        random.Random(seed),
    )
    dsn = f"{floor.dsn} user={floor.accounts['T1']}"
    for _ in range(times):
        asked = [sys.executable, "-m", "tests.instruments.processes.shipping_table", str(path), dsn, "0.003"]
        with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
            assert table.stdout is not None
            said = int(table.stdout.readline())
            for _ in range(chance.randint(1, 60)):
                said = int(table.stdout.readline())
            time.sleep(chance.uniform(0, 0.01))
            table.kill()
            said = max([said, *(int(line) for line in table.stdout.read().splitlines()[:-1])])
            table.wait(PATIENCE)
        has = Shipment(path).last()[0]
        harm.done(has, [] if has >= said else [f"{said} were recorded, {has} are there"])
    sent(Shipper(path, floor.door(), None))
    harm.lost += held_otherwise(floor, [path])
    return harm


def servers_killed(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """The server is killed or stands still at any moment of play; the table records all the same."""
    harm, path = Harm("floor's server killed, or stands still", upholds=UPHOLDS), folder / "J.db"
    chance = random.Random(seed)
    every = iter(forever())
    for number in range(times):
        with journal(path) as kept:
            thread = ShippingThread(Shipper(path, floor.door(), None), chance)
            thread.start()
            with at_play(kept, thread, every) as played_on:
                time.sleep(chance.uniform(0.1, 0.6))
                before = played_on[0]
                stands_still = number % 3 == 2
                os.kill(floor.server.pid, signal.SIGSTOP if stands_still else signal.SIGKILL)
                time.sleep(0.7)
                recorded = played_on[0] - before
                if stands_still:
                    os.kill(floor.server.pid, signal.SIGCONT)
                else:
                    floor.server.start()
                time.sleep(chance.uniform(0, 0.3))
            thread.stop(5)
        harm.done(played_on[0], [] if recorded else ["the table stood still with the floor"])
    sent(Shipper(path, floor.door(), None))
    harm.lost += held_otherwise(floor, [path])
    return harm


@contextmanager
def at_play(
    kept: SqliteJournal, thread: ShippingThread, every: Iterator[Entry] | None = None
) -> Iterator[list[int]]:
    """The table plays meanwhile, and wakes its shipper; how many entries it has recorded, in a list."""
    played_on, ended, coming = [0], threading.Event(), every or forever()

    def play() -> None:
        while not ended.is_set():
            kept.append([next(coming), next(coming)])
            played_on[0] += 2
            thread.wake()
            ended.wait(0.004)

    table = threading.Thread(target=play)
    table.start()
    try:
        yield played_on
    finally:
        ended.set()
        table.join()


def files(floor: FloorServer, folder: Path, times: int) -> Harm:
    """The journal is closed and gone on with, killed in between, restored from a copy that is older."""
    harm = Harm("journal closed, copied, put back", upholds=UPHOLDS)
    every = iter(forever())
    path = folder / "J.db"
    closed, moment = list[Path](), datetime(2026, 5, 1, 6, tzinfo=UTC)
    with closing(journal(path)) as kept:
        for number in range(times):
            kept.append([next(every) for _ in range(30)])
            if number % 2:
                sent(Shipper(path, floor.door(), None))
            kept.append([next(every) for _ in range(10)])
            closed.append(
                archives.go_on_in_new_file(kept, kept_state(FIRST), moment + timedelta(days=number))
            )
            kept.append([next(every) for _ in range(10)])
            sent(Shipper(path, floor.door(), None))
            harm.done(50, held_otherwise(floor, [*closed, path]))
        copy = folder / "copy.db"
        backup(path, copy, lambda done, of: True, whole=True)
        kept.append([next(every) for _ in range(20)])
        sent(Shipper(path, floor.door(), None))
    for file in folder.glob("J.db*"):
        file.unlink()
    restore(copy, path, lambda done, of: True)
    door = floor.door()
    found = compare([path], door.hello(), door.digest_over)
    flaws = [] if (found.finding, found.missing) == (Finding.CUT, 20) else [f"an older copy is {found}"]
    with journal(path) as kept:
        kept.append([next(every) for _ in range(5)])
        sent(Shipper(path, floor.door(), None))
        flaws += held_otherwise(floor, [path], disputes=["shrunk"])
    harm.done(25, flaws)
    return harm


def two_at_once(floor: FloorServer, folder: Path, times: int) -> Harm:
    """Two consoles, the one not quite dead, ship one journal."""
    harm, path = Harm("two consoles on one journal", upholds=UPHOLDS), folder / "J.db"
    every = iter(forever())
    with journal(path) as kept:
        threads = [ShippingThread(Shipper(path, floor.door(), None)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(times):
            for _ in range(40):
                kept.append([next(every)])
                for thread in threads:
                    thread.wake()
            harm.done(40)
        for thread in threads:
            thread.stop(5)
        sent(Shipper(path, floor.door(), None))
        harm.lost += held_otherwise(floor, [path])
    return harm


def forged(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """The end cut off, an entry replaced with its chain, another file put there: named to the entry."""
    harm, chance = Harm("journal cut, rewritten, replaced", upholds=FOUND), random.Random(seed)
    path, every = folder / "J.db", list(lines_and_entries(120)[1])
    with journal(path):
        empty = path.read_bytes()
    with journal(path) as kept:
        kept.append(every)
        sent(Shipper(path, floor.door(), None))
    door = floor.door()
    held = door.hello()
    for number in range(times):
        forgery = folder / f"F{number}.db"
        at = chance.randint(1, 119)
        match number % 3:
            case 0:
                wanted, entries = (Finding.CUT, at + 1), every[:at]
            case 1:
                wanted, entries = (Finding.REWRITTEN, at), list(every)
                entries[at - 1] = _other(every[at - 1], chance)
            case _:
                wanted, entries = (Finding.REPLACED, 0), every
        if number % 3 < 2:
            forgery.write_bytes(empty)
        with journal(forgery) as kept:
            kept.append(entries)
        found = compare([forgery], held, door.digest_over)
        harm.done(len(entries), [] if (found.finding, found.entry) == wanted else [f"{wanted}: {found}"])
    honest = compare([path], held, door.digest_over).finding
    harm.lost += [] if honest is Finding.AGREES else [f"the journal itself is {honest}"]
    return harm


def _other(entry: Entry, chance: random.Random) -> Entry:
    """An entry in which one thing is otherwise."""
    changes: list[dict[str, Any]] = [
        {"at": entry.at + timedelta(microseconds=1_000)},
        {"monotonic": entry.monotonic + 1},
        {"person": "P-9"},
        {"shoe": entry.shoe + 1},
        {"round": "other"},
        {"refused": "halted" if entry.refused is None else None},
        {"line": "other"},
        {"event": entry.event.replace(b"}", b" }", 1)},
    ]
    return replace(entry, **chance.choice(changes))


def turned_back(floor: FloorServer, folder: Path, times: int, seed: int = 1) -> Harm:
    """An administrator changes a row, turns the head back, or to another history: a window says so."""
    harm, path, chance = (
        Harm("floor turned back, or changed", upholds=FOUND),
        folder / "J.db",
        random.Random(seed),
    )
    every = iter(forever())
    window = PostgresHeads(f"{floor.dsn} user={floor.windows['boss']}")
    memory = SeenHeads(folder / "heads.json")
    with journal(path) as kept:
        for number in range(times):
            kept.append([next(every) for _ in range(30)])
            sent(Shipper(path, floor.door(), None))
            flaws = [f"a false alarm: {each}" for each in memory.look(window)]
            last = Shipment(path).last()[0]
            at = last - chance.randint(1, 25)
            chain = Shipment(path).chain_at(at)
            if number % 2:
                floor.admin.execute("DELETE FROM floor.entry WHERE number > %s", (at,))
                floor.admin.execute("UPDATE floor.journal SET number = %s, chain = %s", (at, chain))
                wanted = [HeadChange.BACK]
            else:
                floor.admin.execute("UPDATE floor.journal SET chain = %s", (os.urandom(32),))
                wanted = [HeadChange.OTHER]
            again = SeenHeads(folder / "heads.json")
            turns = [each.turn for each in again.look(window)]
            flaws += [] if turns == wanted else [f"{wanted} was found as {turns}"]
            if not number % 2:
                floor.admin.execute("UPDATE floor.journal SET chain = %s", (Shipment(path).last()[1],))
            sent(Shipper(path, floor.door(), None))
            flaws += [f"it stays said: {each}" for each in memory.look(window)]
            harm.done(30, flaws)
        asked = "SELECT packed FROM floor.entry WHERE number = %s"
        row = floor.admin.execute(asked, (7,)).fetchone()
        assert row is not None
        change = "UPDATE floor.entry SET packed = %s WHERE number = 7"
        floor.admin.execute(change, (row[0][:-1] + bytes([row[0][-1] ^ 1]),))
        from_the_first = SeenHeads(folder / "whole.json", whole=True).look(window)
        turns = [each.turn for each in from_the_first]
        harm.done(1, [] if turns == [HeadChange.OTHER] else ["a row that was changed is not found"])
        floor.admin.execute(change, (row[0],))
        harm.lost += held_otherwise(floor, [path])
    stranger = PostgresDoor(f"{floor.dsn} user={floor.accounts['T2']}", "T1")
    for asked_for in (stranger.hello, lambda: stranger.shrunk(1, 1, bytes(32))):
        try:
            asked_for()
        except NoDoor:
            harm.done(1)
        else:
            harm.done(1, ["another table's account was let in"])
    stranger.close()
    window.close()
    return harm


def clocks(floor: FloorServer, folder: Path, times: int) -> Harm:
    """The table's clock says 1970 or 2099, or is set back in a round: the order by number stays."""
    harm, path = Harm("table's clock in 1970, in 2099, set back", upholds=UPHOLDS), folder / "J.db"
    every = iter(forever())
    starts = [datetime(1970, 1, 1, tzinfo=UTC), datetime(2099, 12, 31, 23, 59, tzinfo=UTC)]
    with journal(path) as kept:
        for number in range(times):
            start = starts[number % 2]
            for at in range(20):
                moment = start + timedelta(seconds=at if at < 10 else -at) * (1 if number % 2 else 2)
                kept.append([replace(next(every), at=max(moment, starts[0]))])
                if at % 7 == 0:
                    sent(Shipper(path, floor.door(), None))
            harm.done(20)
        sent(Shipper(path, floor.door(), None))
    days = floor.admin.execute("SELECT count(DISTINCT day) FROM floor.entry").fetchone()
    harm.lost += held_otherwise(floor, [path])
    harm.lost += [] if days is not None and days[0] <= 2 else ["a table's clock chose the day"]
    harm.note = "the server's own clock is not set here"
    return harm


def secrets(floor: FloorServer, folder: Path, games: int, seed: int = 1) -> Harm:
    """Two tables differ in the dealer's hole card alone: nothing on the floor does before it is turned."""
    from tests.table.core.tables import CODES, Driven
    from tests.table.core.two_hole_cards import LIGHT, OTHERS, TENS, while_it_lies_face_down

    harm, chance = Harm("hole cards on the floor", upholds=NOTHING_SHOWN), random.Random(seed)
    for number in range(games):
        _emptied(floor)
        holes = chance.sample(chance.choice([LIGHT, TENS]), 2)
        faces = [chance.choice(OTHERS) for _ in range(40)]
        tables = [Driven(CODES[number % len(CODES)], game="blackjack") for _ in holes]
        told = [
            ToldTable(floor, table, name, folder / f"{name}-{number}.db")
            for table, name in zip(tables, ("T1", "T2"), strict=True)
        ]
        checked, flaws = 0, list[str]()
        numbers = (chance.choice((*range(36), 36, 37, 38)) for _ in range(40))
        for at, (one, _) in enumerate(while_it_lies_face_down(tables, holes, faces, numbers)):
            for each in told:
                each.send()
            if one["round"] and one["round"]["status"] == "void":
                break
            one_sees, other_sees = (_readable(floor, name) for name in ("T1", "T2"))
            checked += len(one_sees)
            if one_sees != other_sees:
                flaws.append(f"game {number}, line {at}: {_differing(one_sees, other_sees)}")
                break
        for each in told:
            each.close()
        harm.done(checked, flaws)
    return harm


class ToldTable:
    """A table whose journal is a file; it is shipped after each line, with the table's own report."""

    def __init__(self, floor: FloorServer, table: Any, name: str, path: Path) -> None:
        from console.table.journal import Identity, open_journal

        self._table, self._door = table, floor.door(name)
        first = kept_state(table.first)
        self._journal = open_journal(path, Identity("T", "blackjack", table.code), begin=lambda: first)
        table.kept = self._journal
        table.session = table._on(table.first)
        self._shipper = Shipper(path, self._door, table.game, state=self._state)

    def _state(self, held_back: int) -> bytes:
        view = self._table.session.view()
        shown = ShownTable(view, self._table.session.table, None)
        return encode_report(self_report_of(shown, datetime(2026, 5, 1, tzinfo=UTC), OutsideFacts()))

    def send(self) -> None:
        """Send what may be sent."""
        while self._shipper.step():
            pass

    def close(self) -> None:
        """Let go of file and door."""
        self._shipper.close()
        self._journal.close()


_BY_ITSELF: Final = (
    *("table_id", "heard", "changed", "chain", "begins", "heading", "account", "ended", "id"),
    *("ahead", "hinted", "arrived_at"),
)
"""Columns that differ by table or by moment."""


def _readable(floor: FloorServer, table: str) -> list[str]:
    """Every row that the floor has of a table, for any reader, without the columns that name it."""
    from tests.floor.studio_server import relations

    found = list[str]()
    for name in relations(floor.admin):
        columns = "SELECT 1 FROM information_schema.columns WHERE table_schema = 'floor' AND table_name = %s"
        if (
            name in ("tables", "hand")  # a hand is an address, a console's id and its times
            or not floor.admin.execute(f"{columns} AND column_name = 'table_id'", (name,)).fetchone()
        ):
            continue
        rows = floor.admin.execute(
            f"SELECT to_jsonb(r) - %s::text[] FROM floor.{name} AS r WHERE table_id = %s".encode(),
            (list(_BY_ITSELF), table),
        ).fetchall()
        found += sorted(f"{name} {row[0]}" for row in rows)
    return found


def _differing(one: list[str], other: list[str]) -> str:
    return next((f"{a[:200]} / {b[:200]}" for a, b in zip(one, other, strict=False) if a != b), "more rows")


def _emptied(floor: FloorServer) -> None:
    from tests.floor.studio_server import relations

    kept = {"studio", "tables", "watch", "channel"}
    names = ", ".join(f"floor.{name}" for name in relations(floor.admin) if name not in kept)
    floor.admin.execute(f"TRUNCATE {names}".encode())


def at_once(floor: FloorServer, folder: Path, tables: int) -> Harm:
    """Let ``tables`` tables come back at once, each with a backlog: four catch up at a time, and all get
    there.
    """
    harm = Harm("many tables catch up at once", upholds=UPHOLDS)
    backlog = lines_and_entries(600)[1][:600]
    paths, threads = list[Path](), list[ShippingThread]()
    for number in range(tables):
        name = f"S{number}"
        account = add_table(floor.admin, name, studio="Riga", game="baccarat", rules="sv").account
        paths.append(folder / f"{name}.db")
        with journal(paths[-1]) as kept:
            kept.append(backlog)
        door = PostgresDoor(f"{floor.dsn} user={account}", name)
        threads.append(ShippingThread(Shipper(paths[-1], door, None)))
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    asked = "SELECT count(*) FROM floor.journal WHERE number = 600"
    while time.monotonic() < begun + 60:
        row = floor.admin.execute(asked).fetchone()
        if row == (tables,):
            break
        time.sleep(0.1)
    harm.note = f"{tables * 600 / (time.monotonic() - begun):,.0f} entries a second"
    for thread in threads:
        thread.stop(5)
    for number, path in enumerate(paths):
        harm.done(600, held_otherwise(floor, [path], f"S{number}"))
    return harm
