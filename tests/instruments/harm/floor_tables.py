"""A table's own trouble beside its floor: a journal that is salvaged, a disk without room, and what stands of
cards that nobody has been shown in the server's log, in hints and in a support archive.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import psycopg

from console.cli import main as console
from console.floor.embedded import SUPERUSER
from console.floor.shipper import Shipper, ShippingThread
from console.table.core import Entry, NotRecorded, SystemClock
from console.table.custody.salvage import salvage_note
from console.table.journal import Shipment, SqliteJournal, digest_of
from tests.floor.studio_server import T1, FloorServer, journal, packed
from tests.instruments.bench.play import GAME, lines_and_entries
from tests.instruments.harm.floor_servers import floor_of
from tests.instruments.harm.floors import NOTHING_SHOWN, UPHOLDS, ToldTable, forever, held_otherwise, sent
from tests.instruments.harm.report import Harm

_TABLES_DISK: Final = "6m"
_SAYS_ALL: Final = {
    "log_statement": "all",
    "log_min_duration_statement": "0",
    "log_parameter_max_length": "-1",
    "log_parameter_max_length_on_error": "-1",
}


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """All of them."""
    for name, kind, times in (("salvaged", damaged, 4), ("log", in_the_log, 3), ("full", filled_up, 2)):
        place = folder / name
        place.mkdir()
        yield kind(place, times if quick else times * 10)


def damaged(folder: Path, times: int, seed: int = 1) -> Harm:
    """An entry goes bad that the floor has not, or has: what could be saved goes on, and only the second is
    a cut that somebody has to look at.
    """
    harm, chance = Harm("journal damaged and salvaged", upholds=UPHOLDS), random.Random(seed)
    with floor_of() as floor:
        for number in range(times):
            path = folder / f"J{number}.db"
            floor.admin.execute(
                "TRUNCATE floor.journal, floor.entry, floor.dispute, floor.checkpoint, floor.state"
            )
            every = iter(lines_and_entries(400)[1])  # the salvaged entries are replayed from the beginning
            with journal(path) as kept:
                kept.append([next(every) for _ in range(100)])
                sent(Shipper(path, floor.door(), None))
                kept.append([next(every) for _ in range(100)])
            shipped = bool(number % 2)
            at = chance.randint(20, 95) if shipped else chance.randint(105, 195)
            said = packed(path)[at - 1]
            raw, event = bytearray(path.read_bytes()), _event(path, at)
            spot = raw.rfind(event)
            raw[spot + len(event) // 2] ^= 1
            path.write_bytes(bytes(raw))
            found = salvage_note(path, T1, GAME, SystemClock())
            if found is None or found[0].recovered is None:
                harm.done(1, [f"no. {number}: not salvaged"])
                continue
            with journal(path) as kept:
                kept.append([next(every) for _ in range(30)])
                sent(Shipper(path, floor.door(), None))
                cut = found[0].entries < 100
                flaws = held_otherwise(floor, [found[0].recovered, path], disputes=["shrunk"] if cut else [])
            harm.done(len(said), [f"no. {number}, entry {at}: {each}" for each in flaws])
    return harm


def filled_up(folder: Path, times: int) -> Harm:
    """The same, beside a floor of its own."""
    with floor_of() as floor:
        return full(floor, folder, times)


def full(floor: FloorServer, folder: Path, times: int) -> Harm:
    """A table ships and its own disk has no room left: what was acknowledged comes to the floor, what was
    refused does not, and it goes on once there is room.
    """
    harm, disk = Harm("table's disk full while it ships", upholds=UPHOLDS), folder / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={_TABLES_DISK}", "tmpfs", str(disk)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        return harm.skipped("no small disk can be mounted here")
    every, path, filler = forever(), disk / "J.db", disk / "filler"
    try:
        with journal(path) as kept:
            thread = ShippingThread(Shipper(path, floor.door(), None))
            thread.start()
            for number in range(times):
                refused, acknowledged = 0, _recorded(kept, every, thread, 20)
                with suppress(OSError), filler.open("wb", buffering=0) as file:
                    while True:
                        file.write(bytes(4_096))
                try:
                    for _ in range(2_000):  # the log has room for some more
                        acknowledged = _recorded(kept, every, thread, 1)
                except NotRecorded:
                    refused += 1
                filler.unlink()
                has, last = Shipment(path).last()[0], _recorded(kept, every, thread, 10)
                flaws = [] if refused else ["the disk was not full"]
                flaws += [] if has == acknowledged else [f"{acknowledged} were acknowledged, {has} are there"]
                flaws += [] if last == acknowledged + 10 else [f"{last} after ten more"]
                harm.done(last, [f"no. {number}: {each}" for each in flaws])
            thread.stop(5)
            sent(Shipper(path, floor.door(), None))
            harm.lost += held_otherwise(floor, [path])
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)
    return harm


def _recorded(kept: SqliteJournal, every: Iterator[Entry], thread: ShippingThread, many: int) -> int:
    """Record ``many`` entries and wake the shipper; returns the last entry's number. Raises NotRecorded."""
    kept.append([next(every) for _ in range(many)])
    thread.wake()
    return kept.last


def _event(path: Path, number: int) -> bytes:
    from console.table.journal import review

    with review(path) as held:
        return next(row.event for row in held.entries(number - 1))


def in_the_log(folder: Path, games: int, seed: int = 1) -> Harm:
    """The server logs every statement with its values, somebody reads hints and asks for support: nothing
    shows an entry that its table holds back.
    """
    from tests.table.core.tables import CODES, Driven
    from tests.table.core.two_hole_cards import LIGHT, OTHERS, TENS, asks_for_the_hole_card, line_for

    harm, chance = (
        Harm("hole cards in log, hints and support archive", upholds=NOTHING_SHOWN),
        random.Random(seed),
    )
    with (
        floor_of(_SAYS_ALL) as floor,
        psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True) as hears,
    ):
        for channel in ("floor", floor.accounts["T1"]):
            hears.execute(f"LISTEN {channel}".encode())
        log = floor.server.folder / "server.log"
        for number in range(games):
            floor.admin.execute(
                "TRUNCATE floor.journal, floor.entry, floor.dispute, floor.checkpoint, floor.state"
            )
            hole, faces = (
                chance.choice(chance.choice([LIGHT, TENS])),
                [chance.choice(OTHERS) for _ in range(40)],
            )
            table = Driven(CODES[number % len(CODES)], game="blackjack")
            path = folder / f"T1-{number}.db"
            told, seen, checked, flaws = ToldTable(floor, table, "T1", path), table.view(), 0, list[str]()
            for at in range(40):
                line = line_for(table, seen, at, chance.choice((*range(36), 36, 37, 38)), faces)
                if line["do"] == "card" and asks_for_the_hole_card(seen):
                    line |= {"card": hole}
                seen = table.take(line)
                told.send()
                kept_back = packed(path)[floor.head()[0] :]
                said = log.read_text("utf-8", "replace")
                for each in kept_back:
                    checked += 1
                    if each.hex() in said or digest_of(each).hex() in said:
                        flaws.append(f"game {number}, line {at}: an entry that is held back is in the log")
                if kept_back and at % 8 == 7:
                    flaws += _in_support(path, folder / f"{number}-{at}.zip", floor.head()[0], hole)
            told.close()
            log.write_bytes(b"")
            harm.done(checked, flaws)
        payloads = {each.payload for each in hears.notifies(timeout=0)}
        harm.lost += [] if payloads <= {""} else [f"hints say {payloads}"]
    return harm


def _in_support(path: Path, out: Path, shown: int, hole: str) -> list[str]:
    """Entries after those that were shown that reveal the hole card in the archive."""
    with redirect_stdout(StringIO()):
        console(["support", "--journal", str(path), "--out", str(out)])
    with ZipFile(out) as archive:
        rows = [json.loads(line) for line in archive.read("entries.jsonl").splitlines()]
    late = (row for row in rows if row["number"] > shown)
    return [f"{out.name} reveals {hole}" for row in late if hole in json.dumps(row)]
