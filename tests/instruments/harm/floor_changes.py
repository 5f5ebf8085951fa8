"""A wall's reading after a hint is compared with a whole reading, while random things happen at its tables.

Whatever windows were hinted about has to be the same in both, and so has every table that the changes name.
All else comes with the next whole reading, a second later at most.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import psycopg
from msgspec.structs import asdict, replace

from console.floor.desk import PostgresDesk
from console.floor.door import PostgresDoor
from console.floor.operation import add_table
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding, encode_report
from console.floor.wall import CallOver, Changes, Reading, SeenTable, Shelf
from console.table.journal import Batch, Shipment
from tests.floor.studio_server import AIDA, EMPTY, JONAS, FloorServer, new_floor
from tests.instruments.bench.play import written
from tests.instruments.harm.floors import served
from tests.instruments.harm.report import Harm

CLOCKS: Final = (
    datetime(1970, 1, 1, tzinfo=UTC),
    datetime(2026, 5, 1, tzinfo=UTC),
    datetime(2099, 1, 1, tzinfo=UTC),
)
"""The times that the tables' own clocks show."""
CONSOLES: Final = (b"1" * 16, b"2" * 16)
PATIENT: Final = 60.0
"""Seconds that a call may take here: how soon it is answered is not what is looked at."""
EXACT: Final = 0.001
"""Seconds to which two ages are the same."""
KEPT: Final = {
    "state": ("hinted",),
    "diary": ("at",),
    "dispute": ("at",),
    "twins": ("since", "settled"),
    "hand": ("since", "heard", "left_at"),
}
"""When what was hinted happened, as the floor keeps it."""
HINTED: Final = ("call", "shelved", "twins", "disputed")
"""The fields of a table whose every change is hinted to the windows; of twins, all but when each was heard.
"""


class Changing:
    """A floor at which things happen, and the window that looks at it."""

    def __init__(self, floor: FloorServer, folder: Path, seed: int) -> None:
        self.floor, self.chance = floor, random.Random(seed)
        self.tables = tuple(floor.accounts)
        self.desk, self.above = (
            PostgresDesk(f"{floor.dsn} user={floor.windows[role]}", deadline=PATIENT)
            for role in ("boss", "supervisor")
        )
        floor.desks.extend((self.desk, self.above))
        self.ear = psycopg.connect(floor.admin.info.dsn, autocommit=True)
        self.heard = list[psycopg.Notify]()
        self.ear.add_notify_handler(self.heard.append)
        self.ear.execute(b"LISTEN floor")
        self.shipment = Shipment(written(folder / "played.db", 500))
        self.number = 0
        self.told = 0
        """The number of tables that the changes have named, all in all."""
        self.apart = set[str]()
        """Tables of which something changed since the last reading that hints nobody."""
        self._doors: dict[tuple[str, bytes], PostgresDoor] = {}

    def door(self, table: str, console: bytes = CONSOLES[0]) -> PostgresDoor:
        """The door of a table's console, whose clock is one of :data:`CLOCKS`."""
        if (table, console) not in self._doors:
            account, clock = f"{self.floor.dsn} user={self.floor.accounts[table]}", self.chance.choice(CLOCKS)
            door = PostgresDoor(account, table, None, PATIENT, console, lambda: clock)
            self._doors[table, console] = door
            self.floor.doors.append(door)
        return self._doors[table, console]

    # --- what happens -----------------------------------------------------------------------------

    def happens(self) -> None:
        """One thing at one table."""
        table = self.chance.choice(self.tables)
        deeds: tuple[tuple[int, Callable[[str], None]], ...] = (
            *((10, self._told), (2, self._shipped), (2, self._forked), (1, self._twins), (1, self._counted)),
            *((5, self._taken), (2, self._released), (3, self._shelved), (2, self._unshelved)),
            *((1, self._settled), (1, self._lapsed), (1, self._moved), (1, self._retired), (1, self._lost)),
        )
        weights, each = zip(*deeds, strict=True)
        (deed,) = self.chance.choices(each, weights)
        deed(table)

    def _told(self, table: str) -> None:
        chance, since = self.chance, self.chance.choice(CLOCKS)
        self.number += chance.random() < 0.7
        call = None
        if chance.random() < 0.7:
            arrived = chance.choice(("", "", "P1"))
            call = Call(
                number=self.number + 1, kind=chance.choice(tuple(CallKind)), since=since, arrived=arrived
            )
        told = SelfReport(
            standing=chance.choice(tuple(TableStanding)),
            since=since,
            reason=chance.choice(("", "out_of_turn")),
            round_open=chance.random() < 0.5,
            call=call,
        )
        self.door(table).ship(1, EMPTY, Batch(1, EMPTY.digest), encode_report(told))

    def _shipped(self, table: str, before: bytes | None = None) -> None:
        row = self.floor.admin.execute(
            b"SELECT coalesce(max(number), 0) FROM floor.journal WHERE (table_id, part) = (%s, 2)", (table,)
        ).fetchone()
        assert row is not None
        batch = self.shipment.batch(row[0] + 1, row[0] + 3)
        if before is not None:
            batch = replace(batch, before=before)
        self.door(table).ship(2, self.shipment.heading, batch)

    def _forked(self, table: str) -> None:
        self._shipped(table, before=bytes(32))

    def _twins(self, table: str) -> None:
        for console in (*CONSOLES, *CONSOLES):
            self.door(table, console).ship(1, EMPTY, Batch(1, EMPTY.digest))

    def _counted(self, table: str) -> None:
        self.desk.count(table, CONSOLES[0].hex(), JONAS, "")

    def _taken(self, table: str) -> None:
        for seen in self.desk_reading.tables:
            if seen.table == table and seen.call is not None:
                try:
                    self.desk.take_call(table, seen.call, self.chance.choice((JONAS, AIDA)))
                except CallOver:
                    continue

    def _released(self, table: str) -> None:
        for seen in self.desk_reading.tables:
            if seen.table == table and seen.call is not None:
                self.above.release(table, seen.call, AIDA)

    def _shelved(self, table: str) -> None:
        what = self.chance.choice(("call", "device", "clock"))
        self.desk.shelve(table, what, JONAS, "later", self.chance.choice((600.0, 3600.0)))

    def _unshelved(self, table: str) -> None:
        self.desk.unshelve(table, self.chance.choice(("call", "device", "clock")), JONAS)

    def _settled(self, table: str) -> None:
        self.above.settle(table, AIDA, "looked")

    def _lapsed(self, table: str) -> None:
        """Who took the call is not there after three minutes, and the table asks."""
        self._changed_by_hand("UPDATE floor.call SET taken_at = taken_at - interval '200 s'", table)
        self._told(table)

    def _moved(self, table: str) -> None:
        said = self.chance.choice(("room = room || 'x'", "name = left(name || 'y', 9)", "switch = 'S9'"))
        self._changed_by_hand(f"UPDATE floor.tables SET {said}", table)

    def _retired(self, table: str) -> None:
        self._changed_by_hand(
            "UPDATE floor.tables SET retired = CASE WHEN retired IS NULL THEN now() END", table
        )

    def _lost(self, table: str) -> None:
        """A server that lost something: what it does not have any more it did not hint of."""
        for each in self.chance.choice((("call", "shelf"), ("state",), ("journal", "entry"))):
            self._changed_by_hand(f"DELETE FROM floor.{each}", table)

    def _changed_by_hand(self, statement: str, table: str) -> None:
        self.apart.add(table)
        self.floor.admin.execute(f"{statement} WHERE table_id = %s".encode(), (table,))

    def passes(self) -> None:
        """A minute passes for all that is kept of what happened: what was hinted before it is over."""
        said = [
            f"UPDATE floor.{relation} SET {column} = {column} - interval '1 min'"
            for relation, columns in KEPT.items()
            for column in columns
        ]
        unseen = ["SET session_replication_role = replica", *said, "SET session_replication_role = origin"]
        self.floor.admin.execute(";".join(unseen).encode())

    # --- what is read -----------------------------------------------------------------------------

    def begins(self) -> None:
        """Read the floor, and forget what was hinted before."""
        self.floor.admin.execute(b"DELETE FROM floor.deeds")  # faster than people press
        self.passes()
        self.desk_reading = self.desk.read()
        self.apart.clear()
        self._hinted()

    def looks(self) -> list[str]:
        """Read what changed, and then everything: in what they differ."""
        hinted, before = self._hinted(), self.desk_reading
        changes, after = self.desk.changes(), self.desk.read()
        self.told += 0 if changes is None else len(changes.tables)
        if after.at is None:  # none of its tables is at work
            return []
        if changes is None:
            new = {seen.table for seen in after.tables} - {seen.table for seen in before.tables}
            return [] if new or not before.tables else ["no changes, and no table is new"]
        return list(differences(before, changes, after, self.apart if hinted else set(self.tables)))

    def _hinted(self) -> bool:
        self.ear.execute(b"SELECT")
        found = bool(self.heard)
        self.heard.clear()
        return found


def differences(before: Reading, changes: Changes, after: Reading, apart: set[str]) -> list[str]:
    """Where a wall that read only the changes would show another thing than one that read all; of the tables
    ``apart`` nobody was hinted.
    """
    assert before.at is not None and after.at is not None and changes.since == before.at
    passed, found = (after.at - before.at).total_seconds(), list[str]()
    now = {seen.table: seen for seen in after.tables}
    then = {seen.table: seen for seen in before.tables}
    for seen in changes.tables:
        found += (f"{seen.table} {each}" for each in _unlike(seen, now[seen.table], passed))
    kept = then.keys() & now.keys() - {seen.table for seen in changes.tables} - apart
    for table in sorted(kept):
        unlike = _unlike(then[table], now[table], passed)
        found += (
            f"{table}, which was left, {each}"
            for each in unlike
            if each.startswith(HINTED) and " heard:" not in each
        )
        if _stands(then[table]) != _stands(now[table]):
            found.append(f"{table}, which was left, stands otherwise")
    return found


def _stands(seen: SeenTable) -> tuple[object, ...]:
    told = seen.report
    return () if told is None else (told.standing, told.reason, told.call)


def _unlike(told: SeenTable, read: SeenTable, passed: float) -> Iterator[str]:
    """The difference between a table as it was reported and the same table read ``passed`` seconds later."""
    (were, ages), (are, now) = _parted(told), _parted(read)
    for name in were:
        if were[name] != are[name]:
            yield f"{name}: {were[name]} was told, {are[name]} is so"
    for name in ages.keys() | now.keys():
        before, after = ages.get(name), now.get(name)
        if before is None or after is None:
            if before is not after:
                yield f"{name}: {before} was told, {after} is so"
        elif name == "stood":  # by the table's own clock, at the moment at which it was asked
            if abs(after - before) > passed + EXACT:
                yield f"{name}: {before} was told, {after} is so"
        elif abs(before + (-passed if name.endswith("left") else passed) - after) > EXACT:
            yield f"{name}: {before} was told, and after {passed} s {after} is so"


def _parted(seen: SeenTable) -> tuple[dict[str, Any], dict[str, float | None]]:
    """Two parts of what a wall takes from a table: first what stays, then its ages."""
    ages = {"heard": seen.silence, "changed": seen.changed, "stood": seen.stood}
    if seen.disputed:
        ages["disputed"] = seen.disputed_for
    call, twins, shelved = seen.call, seen.twins, list[Shelf]()
    if call is not None:
        ages["call"] = call.age
        if call.taken is not None:
            ages["call taken"] = call.taken.age
        call = replace(call, age=0.0, taken=call.taken and replace(call.taken, age=0.0))
    for each in seen.shelved:
        ages[f"shelved {each.what} left"] = each.left
        shelved.append(replace(each, left=0.0))
    if twins is not None:
        ages["twins"] = twins.age
        for console in twins.consoles:
            ages[f"twins {console.id}"], ages[f"twins {console.id} heard"] = console.age, console.heard
        consoles = tuple(replace(console, age=0.0, heard=0.0) for console in twins.consoles)
        twins = replace(twins, age=0.0, consoles=consoles)
    kept = replace(
        seen,
        call=call,
        twins=twins,
        shelved=tuple(shelved),
        silence=None,
        changed=None,
        stood=None,
        disputed_for=0.0,
    )
    return asdict(kept), ages


def beside_readings(floor: FloorServer, folder: Path, looks: int, seed: int = 1) -> Harm:
    """Look so often at a floor; between two looks one to four things happen."""
    harm = Harm("what a wall reads after a hint, beside a whole reading")
    changing = Changing(floor, folder, seed)
    try:
        for _ in range(looks):
            changing.begins()
            for _ in range(changing.chance.randint(1, 4)):
                changing.happens()
            before = changing.told
            lost = changing.looks()
            harm.done(changing.told - before, lost)
    finally:
        changing.ear.close()
        floor.admin.execute(
            b"UPDATE floor.tables SET retired = NULL, name = table_id, room = '', switch = ''"
        )
    return harm


def changed(folder: Path, looks: int) -> Harm:
    """The same at a floor of its own, with more tables."""
    with served() as server, new_floor(server, "changes") as floor:
        for number in range(3, 9):
            name = f"T{number}"
            known = add_table(floor.admin, name, studio="Riga", game="baccarat", rules="sv")
            floor.accounts[name] = known.account
        floor.lift_limits()
        return beside_readings(floor, folder, looks)
