"""``python3 -m tests faces``: what one table's token makes the floor server's own parts do, an attack at a
time beside four honest tables and a wall, on a floor of its own.

``--only FACE`` or ``--only 'FACE: ATTACK'`` does a part. ``--keep`` writes each attack's figures, with the
computer's load, the day and the commit, to where the handbook's table takes them from, as soon as it is done.
The exit status is 1 if anything was lost, or somebody waited too long.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor
from console.floor.operation import add_table, new_token
from console.floor.shipper import Shipper
from console.floor.wall import Reading
from tests.floor.studio_server import FloorServer, new_floor
from tests.instruments.harm.census_counts import commit
from tests.instruments.harm.driving import PATIENCE, ROOT
from tests.instruments.harm.floor_hostile import (
    HONEST,
    HOSTILE,
    KEPT,
    LONGEST_WAIT,
    LOOKS,
    TWICE,
    playing,
    waits_of,
    wall,
)
from tests.instruments.harm.floors import held_otherwise, sent, served
from tests.instruments.harm.report import Harm
from tests.instruments.processes.hostile_table import FACES, REPORTED

FIGURES: Final = Path(__file__).with_suffix(".json")
_SECONDS: Final = 6.0
"""For which an attack goes on beside the honest tables."""
LOCKED: Final = ("settings", "writes")
"""The attacks after which the account is locked; one of these is refused, and writes nothing."""
_REFUSED: Final = "writes: numbers of transactions"
NAMED: Final = ("log: many", "as a console", *LOCKED)
"""The attacks of which a wall names the account: of others nobody need do anything, or a dispute says it."""
_NAMES_WITHIN: Final = 60.0
"""Seconds; a look is each five seconds."""
OF_ROWS: Final = 1.1
"""Bytes on the disk to one of an entry, at most: the server keeps large values in pieces with headings, and
writes them into its log in pages.
"""
PARTS: Final = 1_000
"""Of a table's journal, until somebody settles them."""


class Withstood(msgspec.Struct, frozen=True):
    """One attack beside honest tables and a wall."""

    face: str
    attack: str
    entries: int
    """Honest ones whose arrival was waited for."""
    longest: float
    """The longest wait of them, in seconds."""
    calm: float
    """The longest wait before the attack."""
    read: float
    """Seconds for which a wall read all tables, at the longest."""
    calm_read: float
    """The same before the attack."""
    grown: int
    """Bytes by which the server's log and its databases' files grew."""
    wal: int
    """Bytes that the server wrote into its WAL meanwhile, for all tables."""
    parts: int
    named: tuple[str, ...]
    """The wall's words about the table."""
    load: float
    """Processes that wanted to run in the minute before, of the whole computer."""
    cores: int
    on: str
    commit: str
    lost: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The attack with its face, as one asks for it."""
        return f"{self.face}: {self.attack}"


def every_name() -> list[str]:
    """The attacks' names."""
    return [f"{face}: {attack}" for face, attacks in FACES.items() for attack in attacks]


def own(face: str) -> set[str]:
    """The attacks of a face that nobody had reported before they were tried."""
    return {attack for attack in FACES[face] if f"{face}: {attack}" not in REPORTED}


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """A face after the other."""
    for face in FACES:
        harm = Harm(f"server's own parts: {face}", upholds=KEPT)
        found = list[Withstood]()
        wanted = [f"{face}: {attack}" for attack in FACES[face]][: 2 if quick else None]
        for one in tried(folder, wanted, 2.0 if quick else _SECONDS):
            harm.done(one.entries, one.lost)
            found.append(one)
        harm.note = (
            f"longest wait {1000 * max(each.longest for each in found):.0f} ms, without an attack "
            f"{1000 * max(each.calm for each in found):.0f} ms; a wall read for at most "
            f"{1000 * max(each.read for each in found):.0f} ms; log and database grew by at most "
            f"{max(each.grown for each in found) >> 10:,} KiB, the WAL by "
            f"{max(each.wal for each in found) >> 10:,} KiB, parts to {max(each.parts for each in found):,}"
        )
        yield harm


def tried(folder: Path, names: Sequence[str], seconds: float) -> Iterator[Withstood]:
    """These attacks, one after the other on one floor, which is empty before each."""
    at = commit()
    with served() as server, new_floor(server, "faces") as floor:
        for number, name in enumerate(names):
            place = folder / f"{name.partition(':')[0].replace(' ', '-')}{number}"
            place.mkdir()
            yield withstood(floor, place, name, seconds, at)
            floor.empty()
            floor.admin.execute("SELECT setval(floor.meter_of('H1')::regclass, 1)")


def withstood(floor: FloorServer, folder: Path, attack: str, seconds: float, at: str = "") -> Withstood:
    """One attack: honest entries wait at most a second, or twice as long as without it if the computer is
    that busy, and log and database grow by at most the quota and what the server adds to each row.
    """
    load = os.getloadavg()[0]
    account = add_table(floor.admin, "H1", studio="Riga", game="baccarat", rules="sv").account
    # An account is the server's: the attack before this one may have it locked.
    new_token(floor.admin, account)
    asked = [sys.executable, "-m", HOSTILE, f"{floor.dsn} user={account}", attack, str(folder)]
    desk, lost = floor.desk(), list[str]()
    with playing(floor, folder, HONEST - 1) as tables, wall(floor) as reads:
        waits_of(floor, tables, 0.5)  # the first batches make connections
        calm = max(waits_of(floor, tables, 2.0), default=0.0)
        until = time.monotonic() + PATIENCE
        while not reads and time.monotonic() < until:
            time.sleep(LOOKS)
        calm_read = max(reads, default=0.0)
        reads.clear()
        before = _Bytes.now(floor)
        with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            try:
                assert child.stdout is not None
                child.stdout.readline()
                waits = waits_of(floor, tables, seconds)
                named = _said_at_last(desk, attack)
                took = max(reads, default=0.0)
            finally:
                child.kill()
                child.wait(PATIENCE)
        after = _Bytes.now(floor)
        asked_parts = "SELECT count(*) FROM floor.journal WHERE table_id = 'H1'"
        (parts,) = floor.admin.execute(asked_parts).fetchone() or (0,)
    for table in tables:
        sent(Shipper(table.path, table.door(floor), None))
        lost += held_otherwise(floor, [table.path], table.name)
    desk.close()
    floor.desks.clear()
    longest = max(waits, default=0.0)
    for what, how_long, without in (
        ("an entry waited", longest, calm),
        ("the wall read for", took, calm_read),
    ):
        # A computer that is busy with other things is slow without the attack, too.
        if how_long > max(LONGEST_WAIT, TWICE * without):
            lost.append(f"{what} {how_long:.1f} s, without the attack {without:.1f} s")
    grown, wal_grown, quota = after.files - before.files, after.wal - before.wal, after.quota
    for kept_in, many in (("files", grown), ("the WAL", wal_grown)):
        lost += [] if many <= OF_ROWS * quota else [f"{many:,} bytes in {kept_in}, a quota of {quota:,}"]
    lost += [] if parts <= PARTS else [f"{parts:,} parts"]
    if others := sorted(each for table, each in named if table != "H1"):
        lost.append(f"the wall says of other tables: {', '.join(others)}")
    if attack.startswith(NAMED) and not named:
        lost.append("the wall names nobody")
    if _locks(attack) and ("H1", "locked") not in named:
        lost.append("the account is not locked")
    face, _, name = attack.partition(": ")
    return Withstood(
        *(face, name, len(waits), round(longest, 3), round(calm, 3), round(took, 3), round(calm_read, 3)),
        *(grown, wal_grown, parts, tuple(sorted(each for table, each in named if table == "H1"))),
        *(round(load, 1), os.cpu_count() or 1, f"{datetime.now(UTC):%Y-%m-%d}", at),
        tuple(f"{attack}: {each}" for each in lost),
    )


def _locks(attack: str) -> bool:
    return attack.startswith(LOCKED) and attack != _REFUSED


def _said_at_last(desk: PostgresDesk, attack: str) -> set[tuple[str, str]]:
    """The alarms of each table on a wall: now, or once the expected ones are there."""
    until = time.monotonic() + (_NAMES_WITHIN if attack.startswith(NAMED) else 0)
    while True:
        named = set[tuple[str, str]]()
        with suppress(NoDoor):
            named = set(_said(desk.read()))
        wanted = ("H1", "locked") in named or (named and not _locks(attack))
        if wanted or time.monotonic() > until:
            return named
        time.sleep(LOOKS)


def _said(reading: Reading) -> Iterator[tuple[str, str]]:
    """The wall's words about a table that may be in wrong hands, by the table."""
    for each in reading.ended:
        kinds = ((each.is_locked, "locked"), (each.is_slowed, "sends too much"), (each.is_failing, "foreign"))
        yield each.table, next((said for so, said in kinds if so), "session ended")
    for seen in reading.tables:
        if seen.disputed:
            yield seen.table, "disputed"
        if seen.twins is not None:
            yield seen.table, "two consoles"
        if seen.unread:
            yield seen.table, "report unread"


class _Bytes(NamedTuple):
    """Bytes on the server's disk."""

    files: int
    """Of its log, the database and what all databases share."""
    wal: int
    """That were ever written into its WAL."""
    quota: int

    @classmethod
    def now(cls, floor: FloorServer) -> _Bytes:
        """As the server counts them."""
        asked = "SELECT pg_database_size(current_database()) + pg_tablespace_size('pg_global') + coalesce(("
        asked += "SELECT sum(size) FROM pg_ls_logdir()), 0)::bigint, "
        asked += "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint, at_once FROM floor.quota"
        row = floor.admin.execute(asked.encode()).fetchone()
        assert row is not None, "a floor has a quota"
        return cls(*row)


def kept() -> list[Withstood]:
    """The figures that were kept, in the attacks' order."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=list[Withstood])


def keep(one: Withstood) -> None:
    """Write an attack's figures in the place of those that were kept of it; what no longer exists goes."""
    before = {each.name: each for each in (kept() if FIGURES.exists() else ())} | {one.name: one}
    those = [before[name] for name in every_name() if name in before]
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(those), indent=1) + b"\n")


def main(argv: Sequence[str]) -> int:
    """Try, print and keep; each attack's figures are a line."""
    parser = argparse.ArgumentParser("python3 -m tests faces", description=__doc__)
    parser.add_argument("--only", metavar="NAME", default="", help="the attacks whose names begin so ('log')")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="of each attack")
    parser.add_argument("--keep", action="store_true", help="keep the figures for the handbook")
    given = parser.parse_args(argv)
    wanted, lost = [name for name in every_name() if name.startswith(given.only)], list[str]()
    logging.disable(logging.ERROR)
    for face in FACES:
        print(f"{face}: {len(FACES[face])} attacks, {len(own(face))} of our own", flush=True)
    with tempfile.TemporaryDirectory(prefix="faces-") as folder:
        for one in tried(Path(folder), wanted, given.seconds):
            said = f"waited {1000 * one.longest:.0f} ms, before {1000 * one.calm:.0f}; the wall read for "
            said += f"{1000 * one.read:.0f} ms, before {1000 * one.calm_read:.0f}; "
            said += f"{one.grown >> 10:,} KiB, WAL {one.wal >> 10:,} KiB; "
            said += f"{one.parts} parts; the wall says: {', '.join(one.named) or '–'}; load {one.load}"
            print(f"{one.name}: {said}", *one.lost, sep="\n  LOST ", flush=True)
            lost += one.lost
            if given.keep and not one.lost:
                keep(one)
    return bool(lost)
