"""A console that the floor refuses: the wall says why, and after a minute the table does, too."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from console.floor import operation
from console.floor.alarms.items import AlarmKind, AlarmOrder, Priority
from console.floor.alarms.watch import TileState, Watch
from console.floor.door import AccountRefused, NoDoor, PostgresDoor
from console.floor.embedded import SUPERUSER
from console.floor.shipper import Shipper, ShippingThread
from console.floor.wall import Reading, RefusedConsole
from console.table.journal import Batch
from tests.floor.readings import reading, table
from tests.floor.studio_server import EMPTY, FloorServer

REFUSED_FOR = 60.0
"""Seconds until a table reports that its floor refuses it: a minute (floor-operations.md)."""
WITHIN = 60.0
"""Seconds that the server may take to write its log."""


@pytest.fixture
def token(floor: FloorServer) -> Iterator[str]:
    """T2 is asked for its token, as on a house's own server; the token."""
    hba = Path(floor.server.folder, "data", "pg_hba.conf")
    before = hba.read_text("ascii")
    hba.write_text(f"local all {floor.accounts['T2']} scram-sha-256\n{before}", "ascii")
    floor.admin.execute("SELECT pg_reload_conf()")
    yield operation.new_token(floor.admin, floor.accounts["T2"])
    hba.write_text(before, "ascii")
    floor.admin.execute("SELECT pg_reload_conf()")


def seen_of(floor: FloorServer, wanted: str) -> Reading:
    """A window's reading once the server's log has the word."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        desk = floor.desk()  # a new one looks at once
        found = desk.read()
        if any(seen.refused is not None and seen.refused.why == wanted for seen in found.tables):
            return found
        if any(each.why == wanted for each in found.strangers):
            return found
        desk.close()
        time.sleep(0.1)
    raise AssertionError(floor.admin.execute("SELECT * FROM floor.turned_away()").fetchall())


def why_refused(floor: FloorServer, table: int) -> tuple[str, str] | None:
    """Why a table's console was not let in last, and under which name it asked, as the wall has it."""
    refused = floor.desk().read().tables[table].refused
    return (refused.why, refused.asked) if refused is not None else None


def test_another_tables_account_is_refused_by_name_and_the_wall_shows_it(
    floor: FloorServer,
) -> None:
    told_before = why_refused(floor, 1)  # the server's log is older than this test
    door = PostgresDoor(f"{floor.dsn} user={floor.accounts['T1']}", "Table 1")
    with pytest.raises(AccountRefused) as refused:
        door.hello()
    assert refused.value.known == "T1"
    with pytest.raises(AccountRefused):
        door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    door.close()
    assert why_refused(floor, 0) == ("name", "Table 1")
    assert why_refused(floor, 1) == told_before, "that is nothing of the other table's"
    floor.door().hello()
    assert floor.desk().read().tables[0].refused is None, "its own console was let in since"


def test_a_wrong_token_is_named_on_the_wall_until_the_right_one_is_there(
    floor: FloorServer, token: str
) -> None:
    given = ["wrong"]
    door = PostgresDoor(f"{floor.dsn} user={floor.accounts['T2']}", "T2", lambda: given[0])
    end = time.monotonic() + WITHIN
    with pytest.raises(AccountRefused):
        while time.monotonic() < end:  # until the server has read that it is to ask
            door.hello()
            door.close()
    (other, seen) = seen_of(floor, "token").tables
    assert other.refused is None
    assert seen.refused is not None
    assert seen.refused.age < 60
    given[0] = token
    door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    door.close()
    assert floor.desk().read().tables[1].refused is None


def test_an_unknown_account_is_shown_on_every_wall_as_an_unknown_console(floor: FloorServer) -> None:
    door = PostgresDoor(f"{floor.dsn} user=table_0123456789abcdef", "Table 7")
    with pytest.raises(AccountRefused) as refused:
        door.hello()
    assert refused.value.known == ""
    door.close()
    found = seen_of(floor, "unknown")
    assert found.tables[0].refused is None
    with floor.account(floor.windows["elsewhere"]) as other:
        rows = other.execute(b"SELECT table_id FROM floor.refusals()").fetchall()
        assert set(rows) == {(None,)}, "of no studio: every wall says it"


def test_the_rules_of_an_installed_server_leave_a_stranger_unknown(
    floor: FloorServer,
) -> None:
    """Where only the floor's roles may come in, no rule fits an account that nobody made."""
    for name in ("T1", "T2"):
        floor.door(name).ship(1, EMPTY, Batch(1, EMPTY.digest))
    hba = Path(floor.server.folder, "data", "pg_hba.conf")
    before = hba.read_text("ascii")
    hba.write_text(
        before.replace("local all all", f"local all {SUPERUSER},+floor_table,+floor_boss"), "ascii"
    )
    try:
        floor.admin.execute("SELECT pg_reload_conf()")
        end, text = time.monotonic() + WITHIN, ""
        while "pg_hba.conf entry" not in text and time.monotonic() < end:
            door = PostgresDoor(f"{floor.dsn} user=table_00000000000000bb", "Table 9")
            with pytest.raises(NoDoor) as refused:
                door.hello()
            text = str(refused.value)
        asked = "SELECT why FROM floor.turned_away() WHERE account = 'table_00000000000000bb'"
        while (found := floor.admin.execute(asked).fetchone()) is None and time.monotonic() < end:
            time.sleep(0.1)
        assert found == ("unknown",)
        assert "unknown" in [each.why for each in floor.desk().read().strangers]
    finally:
        hba.write_text(before, "ascii")
        floor.admin.execute("SELECT pg_reload_conf()")


def test_a_name_that_is_no_text_hides_from_the_wall_no_other_who_is_refused(floor: FloorServer) -> None:
    """Anybody who reaches the server can have it write such a name into its log."""
    told = b"\0\x03\0\0user\0table_\xff\0database\0" + floor.admin.info.dbname.encode() + b"\0\0"
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(floor.server.sockets / ".s.PGSQL.5432"))
        line.sendall((len(told) + 4).to_bytes(4, "big") + told)
        while line.recv(1024):
            pass
    door = PostgresDoor(f"{floor.dsn} user=table_00000000000000aa", "Table 8")
    with pytest.raises(AccountRefused):
        door.hello()
    door.close()
    accounts = set[str]()
    end = time.monotonic() + WITHIN
    while "table_00000000000000aa" not in accounts and time.monotonic() < end:
        time.sleep(0.1)
        rows = floor.admin.execute("SELECT account FROM floor.turned_away()").fetchall()
        accounts = {account for (account,) in rows}
    assert {"table_00000000000000aa", "table_\xff"} <= accounts


def test_an_account_that_was_locked_is_a_refusal_and_no_silence_of_the_server(floor: FloorServer) -> None:
    account = floor.accounts["T2"]
    floor.admin.execute(f"ALTER ROLE {account} NOLOGIN".encode())
    try:
        door = floor.door("T2")
        with pytest.raises(AccountRefused):
            door.hello()
        seen = {each.table: each.refused for each in seen_of(floor, "locked").tables}
        assert seen["T1"] is None
    finally:
        floor.admin.execute(f"ALTER ROLE {account} LOGIN".encode())


Turn: TypeAlias = tuple[float, NoDoor | None]
"""When a table turns to its floor, in seconds, and why it is turned away; None: it is taken."""


class Turned(Shipper):
    """A shipper whose turns come out as they are given."""

    def __init__(self, turns: Iterable[Turn]) -> None:
        self.turns, self.now, self.over = iter(turns), 0.0, threading.Event()
        self.taken = 0

    crowded = False

    def step(self) -> bool:
        turn = next(self.turns, None)
        if turn is None:
            self.over.set()
            return False
        self.taken += 1
        self.now, error = turn
        if error is not None:
            raise error
        return True

    def fileno(self) -> None:
        """Nothing to wait for."""

    def close(self) -> None: ...

    def close_file(self) -> None: ...


class AtOnce(random.Random):
    """A chance that lets no try wait."""

    def random(self) -> float:
        return -1.0


def refusals_of(turns: Iterable[Turn]) -> list[tuple[int, NoDoor | None]]:
    """The refusals that a table's thread reports, each with the number of its turn."""
    shipper, said = Turned(turns), list[tuple[int, NoDoor | None]]()
    thread = ShippingThread(
        shipper, AtOnce(), lambda error: said.append((shipper.taken, error)), lambda: shipper.now
    )
    thread.start()
    assert shipper.over.wait(60)
    thread.stop(60)
    return said


def test_a_table_says_after_a_minute_that_it_is_refused_and_no_more_once_it_is_taken() -> None:
    refused = AccountRefused("no", "T7")
    tries = (0.0, REFUSED_FOR - 1, REFUSED_FOR, REFUSED_FOR)
    then = (REFUSED_FOR, NoDoor("gone")), (REFUSED_FOR, None), (REFUSED_FOR, None)
    assert refusals_of([*((at, refused) for at in tries), *then]) == [(3, refused), (6, None)]


def test_a_refused_table_has_a_look_and_a_line_of_its_own_with_the_reason() -> None:
    why = RefusedConsole(why="token", address="10.1.0.4", age=2.0)
    never = replace(table("T7"), report=None, silence=None, refused=why)
    gone = table("T8", silence=30.0, refused=why, entry=4)
    heard = table("T9", refused=why)
    fresh = Reading(
        tables=(never, gone, heard), strangers=(RefusedConsole(why="unknown", address="10.1.0.9", age=1),)
    )
    watch = Watch.new_watch(0.0)
    for at in (0.0, 10.0, 11.0):
        watch = watch.after_reading(fresh, at)
    moment = watch.moment(11.0)
    assert [tile.look for tile in moment.tiles] == [TileState.REFUSED, TileState.REFUSED, TileState.PLAYING]
    lines = {(item.what, item.tables): item for item in moment.items}
    assert set(lines) == {
        (AlarmKind.REFUSED, ("T7",)),
        (AlarmKind.REFUSED, ("T8",)),
        (AlarmKind.STRANGER, ()),
    }
    first, second = lines[AlarmKind.REFUSED, ("T7",)], lines[AlarmKind.REFUSED, ("T8",)]
    assert (first.priority, second.priority) == (Priority.LOW, Priority.MEDIUM)
    assert (first.rank, first.detail) == (AlarmOrder.DEVICE, "token")


def test_sign_in_attempts_from_one_address_are_one_alarm() -> None:
    """Nobody needs a token to try: a hundred such lines would stand before the tables that are not heard."""
    tries = [RefusedConsole(why="unknown", address="10.1.0.9", age=float(age)) for age in range(100, 0, -1)]
    other = RefusedConsole(why="unknown", address="10.1.0.8", age=5.0)
    watch = Watch.new_watch(0.0).after_reading(Reading(tables=(), strangers=(*tries, other)), 0.0)
    items = watch.moment(0.0).items
    assert sorted((item.what, item.about, item.wait) for item in items) == [
        (AlarmKind.STRANGER, ("10.1.0.8",), 5.0),
        (AlarmKind.STRANGER, ("10.1.0.9",), 1.0),
    ]
    assert len({item.key for item in items}) == len(items)


def test_tables_of_one_name_carry_their_studios_names_on_the_wall() -> None:
    riga, vilnius = table("R4"), replace(table("Vilnius/R4"), name="R4", studio="Vilnius")
    watch = Watch.new_watch(0.0).after_reading(reading(riga, vilnius, table("B1")), 0.0)
    assert {tile.table: tile.name for tile in watch.moment(0.0).tiles} == {
        "B1": "B1",
        "R4": "riga R4",
        "Vilnius/R4": "Vilnius R4",
    }
