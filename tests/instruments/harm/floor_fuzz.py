"""Random and mutated entries of one table through all that reads a floor, beside a table that plays.

Each step that ends in an error, and each difference at the other table, is lost.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
from msgspec.structs import replace

from console.floor.alarms.watch import Watch
from console.floor.blocks import close_days
from console.floor.door import BatchRefused, BatchStatus, PostgresDoor
from console.floor.holdings import Holdings
from console.floor.search.floor_log import FloorLog
from console.floor.search.indexer import Indexer
from console.floor.shipper import Shipper
from console.supervisor.review import fact_source
from console.table.journal import Batch, Filter, Heading, Identity, LogRow, Shipment, Word, chain, values_of
from tests.floor.studio_server import FloorServer, new_floor, packed
from tests.instruments.bench.play import FIRST, lines_and_entries, opened
from tests.instruments.harm.floors import served
from tests.instruments.harm.report import Harm

UPHOLDS: Final = "bytes that no console wrote are a finding of the table that sent them, and of no other"
HONEST, HOSTILE = "T2", "T1"
_AT_ONCE: Final = 500
_PLAY: Final = 200
_KINDS: Final = ("noted", "card_drawn", "incident_reported", "step_done", "", "\u202e", "x" * 100)
_TIMES: Final = ("2026-05-01T03:00:00Z", "2026-05-02T23:59:59.999999Z", "0002-01-01T00:00:00Z")
_TEXTS: Final = (
    "",
    "{}",
    "[]",
    "null",
    '{"event":"noted"}',
    "9" * 400,
    "[" * 3_000,
    "\x00",
    "\ud7ff",
    "Á'\"\\%",
)


def harms(folder: Path, quick: bool) -> Iterator[Harm]:
    """On a server of its own."""
    place = folder / "fuzz"
    place.mkdir()
    with served() as server, new_floor(server, "fuzz") as floor:
        yield fuzzed(floor, place, 1_000 if quick else 100_000)


def fuzzed(floor: FloorServer, folder: Path, many: int, seed: int = 1) -> Harm:
    """Ship this many such entries as one table's, then read them in every way."""
    harm, chance = Harm("hostile table: random entries", upholds=UPHOLDS), random.Random(seed)
    floor.admin.execute("UPDATE floor.quota SET at_once = 1000000000000")
    entries = lines_and_entries(_PLAY)[1][:_PLAY]
    for table in (HONEST, HOSTILE):
        with opened(folder / f"{table}.db", Identity(table, "baccarat", "sv"), FIRST) as made:
            made.append(entries)
    shipper = Shipper(folder / f"{HONEST}.db", floor.door(HONEST), None)
    while shipper.step():
        pass
    before = _Reader(floor).rows_of(HONEST)
    _ship(floor, folder / f"{HOSTILE}.db", many, chance)
    harm.done(many)
    reader = _Reader(floor)
    for name, step in reader.steps:
        try:
            step()
        except Exception as error:
            harm.lost.append(f"{name}: {type(error).__name__}: {error}"[:300])
    harm.lost += reader.lost
    if reader.rows_of(HONEST) != before or not before:
        harm.lost.append("the other table's rows are not what they were")
    harm.note = f"{reader.unread:,} entries that nobody can read"
    return harm


def _ship(floor: FloorServer, path: Path, many: int, chance: random.Random) -> None:
    """The table's entries, in a part of their own for each heading: as it is, and of a state never sent."""
    heading, whole, door = Shipment(path).heading, packed(path), floor.door(HOSTILE)
    strange = replace(heading, digest=chance.randbytes(32))
    for part, its, share in ((1, heading, many - many // 10), (2, strange, many // 10)):
        first, head = 1, its.digest
        while first <= share:
            until = min(share, first + _AT_ONCE - 1)
            some = tuple(_entry(number, whole, chance) for number in range(first, until + 1))
            labels = [_labels(values_of(each), chance) for each in some]
            times, kinds = tuple(at for at, _ in labels), tuple(kind for _, kind in labels)
            head = _sent(door, part, its, Batch(first, head, times, kinds, some))
            first += len(some)
        if part == 1:
            door.keep_states(part, Shipment(path).states(-1, 0))


def _sent(door: PostgresDoor, part: int, its: Heading, batch: Batch) -> bytes:
    """Ship a batch as a shipper does: halved where it is refused, of one entry the digest alone; the head."""
    try:
        answer = door.ship(part, its, batch)
    except BatchRefused:
        if len(batch.packed) == 1:
            answer = door.pass_by(part, batch)
        else:
            half = batch.half()
            head, many = _sent(door, part, its, half), len(half.packed)
            rest = (batch.times[many:], batch.kinds[many:], batch.packed[many:])
            return _sent(door, part, its, Batch(half.last + 1, head, *rest))
    assert answer.status is BatchStatus.TAKEN, answer
    return answer.chain


def _labels(fields: chain.Fields | None, chance: random.Random) -> tuple[str, str]:
    """The time and kind beside an entry: its own, or any where it has none that can be read."""
    if fields is None:
        return chance.choice(_TIMES), chance.choice(_KINDS)
    return str(fields[4]), str(fields[1])


def _entry(number: int, whole: list[bytes], chance: random.Random) -> bytes:
    """An entry that the door takes by its beginning: after it bytes at random, those of a played entry with
    some of them changed, or fields of any type.
    """
    begin = chance.choice((b"\x9e", b"\x9f")) + msgspec.msgpack.encode(number)
    at = chance.randrange(len(whole))
    played = whole[at]
    rest = bytearray(played[1 + len(msgspec.msgpack.encode(at + 1)) :])
    match chance.randrange(5):
        case 0:
            return begin + chance.choice((b"", b"\x91" * 2_000)) + chance.randbytes(chance.randrange(60))
        case 1:
            for _ in range(chance.randrange(1, 4)):
                rest[chance.randrange(len(rest))] = chance.randrange(256)
            return played[:1] + begin[1:] + bytes(rest)
        case 2:
            at = chance.randrange(len(rest))
            rest[at : at + chance.randrange(8)] = chance.randbytes(chance.randrange(8))
            return played[:1] + begin[1:] + bytes(rest)
        case 3:
            fields = [_value(chance) for _ in range(chance.choice((13, 14)))]
            return msgspec.msgpack.encode([number, *fields])
        case _:
            known = values_of(played)
            assert known is not None, "a console wrote it"
            fields = [number, *known[1:]]
            for each in chance.sample(range(1, len(fields)), 2):
                fields[each] = chance.choice(_TEXTS) if isinstance(fields[each], str) else _value(chance)
            return msgspec.msgpack.encode(fields[: 14 if known[-1] is None else 15])


def _value(chance: random.Random) -> Any:
    return chance.choice(
        (
            None,
            True,
            -(2**63),
            2**63 - 1,
            2**64 - 1,
            float("nan"),
            1e308,
            b"\xff" * 32,
            {},
            {"a": []},
            *_TEXTS,
        )
    )


class _Reader:
    """Everything that reads what a floor holds."""

    def __init__(self, floor: FloorServer) -> None:
        self._floor, self.lost, self.unread = floor, list[str](), 0
        self.steps: tuple[tuple[str, Callable[[], None]], ...] = (
            ("verify", self._verify),
            ("index", self._index),
            ("review", self._review),
            ("wall", self._wall),
            ("close-days", self._close),
            ("verify of blocks", self._verify),
            ("index of blocks", self._index_again),
            ("review of blocks", self._review),
        )

    def _by(self, role: str) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(f"{self._floor.dsn} user={self._floor.windows[role]}", autocommit=True)

    def _verify(self) -> None:
        holdings = Holdings(self._floor.admin)
        for part in holdings.parts():
            walked = holdings.walk(part)
            if walked.flaw is not None or (walked.unread and part.table != HOSTILE):
                self.lost.append(f"verify: {part.table}, part {part.part}: {walked.flaw} at {walked.number}")
            self.unread = max(self.unread, len(walked.unread))

    def _index(self, *, rebuild: bool = False) -> None:
        with self._by("indexer") as connection:
            indexer = Indexer(connection, fact_source, patience=0.0)
            if rebuild:
                indexer.clear()
            for done in indexer.brought_up():
                progress = done
        if progress.done != progress.of:
            self.lost.append(f"index: {progress.done} of {progress.of}")

    def _index_again(self) -> None:
        self._index(rebuild=True)

    def rows_of(self, table: str) -> list[LogRow]:
        """A table's rows as the review lists them."""
        self._index()
        with self._by("supervisor") as connection:
            log = FloorLog(connection)
            return [
                replace(row, place=replace(row.place, journal=0))
                for row in _rows(log, Filter(tables=frozenset((table,))))
            ]

    def _review(self) -> None:
        with self._by("supervisor") as connection:
            log = FloorLog(connection)
            if log.left_out:
                self.lost.append(f"review: left out {sorted(log.left_out)}")
            for row in _rows(log, Filter(bytes=True)):
                number, part = row.place.number, log.parts[row.place.journal]
                if number % 50 == 0:
                    log.entry(part, number)
                    log.before_whole(part, number)
            for word in ("noted", "9H", "Á", "%", "\\", "999"):
                for _ in _rows(log, Filter(words=(Word(word),))):
                    pass

    def _wall(self) -> None:
        desk = self._floor.desk()
        moment = Watch.new_watch(0.0).after_reading(desk.read(), 1.0).moment(2.0)
        named = {table for item in moment.items for table in item.tables if item.detail == "unreadable"}
        if named != {HOSTILE}:
            self.lost.append(f"wall: names {sorted(named)}")

    def _close(self) -> None:
        for (day,) in self._floor.admin.execute(
            "SELECT DISTINCT (at AT TIME ZONE 'UTC')::date FROM floor.entry WHERE at > '2026-01-01'"
        ).fetchall():
            self._floor.admin.execute("SELECT floor.make_days(%s, 1)", (day,))
        self._floor.admin.execute("UPDATE floor.entry SET day = '2026-05-01'")
        close_days(self._floor.admin, datetime.now(UTC).date())
        if self._floor.admin.execute("SELECT count(*) FROM floor.entry").fetchone() != (0,):
            self.lost.append("close-days: rows are left")


def _rows(log: FloorLog, wanted: Filter) -> Iterator[LogRow]:
    """All that fit, the newest first."""
    asked = log.question(wanted)
    if asked is None:
        return
    hits, spot, until = log.older(asked, None, 500), None, None
    while hits.rows or hits.go_on:
        yield from hits.rows
        spot, until = (hits.spots[-1] if hits.spots else spot), hits.go_on
        hits = log.older(asked, spot, 500, until=until)
