"""A journal goes through the door: all of it, in order, once, whatever breaks between."""

from __future__ import annotations

import fcntl
import os
import random
import resource
import signal
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import psycopg
import pytest

from console.base.errors import UNTIL_MENDED
from console.floor import shipper as shipping
from console.floor.door import (
    Answer,
    BatchRefused,
    BatchStatus,
    CallTooLong,
    FloorPart,
    NoDoor,
    PostgresDoor,
    readable,
)
from console.floor.embedded import SUPERUSER, Server
from console.floor.shipper import Shipper, ShippingThread
from console.table.core import encode_table as kept_state
from console.table.journal import Batch, Heading, Shipment, archives, digest_of
from tests.floor.studio_server import FloorServer, journal, new_floor, packed
from tests.instruments.bench.play import FIRST, GAME, lines_and_entries


def ship_all(shipper: Shipper) -> None:
    """Send all that is due."""
    while shipper.step():
        pass


def test_the_floor_holds_the_journals_bytes_and_its_head(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 2_500):
        ship_all(Shipper(path, floor.door(), None))
    assert floor.entries() == packed(path)
    assert floor.head() == Shipment(path).last()


@pytest.mark.sweep
def test_a_new_shipper_goes_on_where_the_last_one_ended(floor: FloorServer, tmp_path: Path) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(900)[1]
    with journal(path) as kept:
        for at in range(0, 900, 90):
            kept.append(every[at : at + 90])
            ship_all(Shipper(path, floor.door(), None))
        assert floor.entries() == packed(path)
        assert floor.disputes() == []


@pytest.mark.sweep
def test_two_shippers_of_one_table_send_each_entry_once(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 3_000):
        one, other = Shipper(path, floor.door(), None), Shipper(path, floor.door(), None)
        while one.step() | other.step():
            pass
    assert floor.entries() == packed(path)
    assert floor.disputes() == []


def test_a_floor_that_was_gone_for_days_gets_what_was_played_meanwhile(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "LONGEST_WAIT", 0.0)
    path = tmp_path / "journal.db"
    with journal(path, 30):
        door, taken = floor.door(), threading.Event()
        opened, calls = door.hello, iter(range(3_000))  # a thousand of them come in an hour

        def hello() -> list[FloorPart]:
            if next(calls, None) is not None:
                raise NoDoor("gone")
            return opened()

        monkeypatch.setattr(door, "hello", hello)
        thread = ShippingThread(Shipper(path, door, None, news=lambda coming: taken.set()))
        thread.start()
        try:
            assert taken.wait(30), "it asks no more"
        finally:
            thread.stop()
    assert floor.entries() == packed(path)


class Torn(PostgresDoor):
    """A door whose line breaks: before the batch arrived, or before the answer left."""

    def __init__(self, door: PostgresDoor, chance: random.Random) -> None:
        super().__init__("", "")
        self.door, self.chance, self.broke = door, chance, 0

    def _breaks(self) -> None:
        if self.chance.random() < 0.3:
            self.broke += 1
            raise NoDoor("torn")

    def hello(self) -> list[FloorPart]:
        self._breaks()
        return self.door.hello()

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        self._breaks()
        answer = self.door.ship(part, heading, batch, state)
        self._breaks()
        return answer

    def branch(self, part: int, heading: Heading, off: int, after: int, chain: bytes) -> bool:
        return self.door.branch(part, heading, off, after, chain)

    def takes_another(self, part: int, heading: Heading, batch: Batch) -> bool:
        return self.door.takes_another(part, heading, batch)

    def pass_by(self, part: int, batch: Batch) -> Answer:
        return self.door.pass_by(part, batch)

    def keep_states(self, part: int, states: Sequence[tuple[int, bytes]]) -> int:
        self._breaks()
        kept = self.door.keep_states(part, states)
        self._breaks()
        return kept

    def shrunk(self, part: int, number: int, chain: bytes) -> None:
        self.door.shrunk(part, number, chain)

    def digest_over(self, part: int, first: int, last: int) -> bytes:
        return self.door.digest_over(part, first, last)

    def close(self) -> None:
        self.door.close()


def test_a_line_that_breaks_before_or_after_a_batch_loses_and_doubles_nothing(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, every, chance = tmp_path / "journal.db", lines_and_entries(1_200)[1], random.Random(5)
    torn = Torn(floor.door(), chance)
    with journal(path) as kept:
        shipper = Shipper(path, torn, None)
        for at in range(0, 1_200, 20):
            kept.append(every[at : at + 20])
            try:
                shipper.step()
            except NoDoor:
                shipper = Shipper(path, torn, None) if chance.random() < 0.5 else shipper
        ship_all(Shipper(path, floor.door(), None))
        assert floor.entries() == packed(path)
    assert torn.broke > 10
    assert floor.disputes() == []


@pytest.mark.sweep
def test_a_server_that_is_killed_and_started_again_lacks_nothing(own_server: Server, tmp_path: Path) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(600)[1]
    with new_floor(own_server, "killed") as floor, journal(path) as kept:
        shipper = Shipper(path, floor.door(), None)
        for at in range(0, 600, 300):
            kept.append(every[at : at + 300])
            shipper.step()
            os.kill(own_server.pid, signal.SIGKILL)
            with pytest.raises(NoDoor):
                while True:
                    shipper.step()
            own_server.start()
            ship_all(shipper)
        floor.admin.close()
        with psycopg.connect(f"{floor.dsn} user={SUPERUSER}", autocommit=True) as admin:
            assert floor._replace(admin=admin).entries() == packed(path)


def test_a_server_that_hangs_is_given_up_at_the_deadline(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    door = floor.door(deadline=2.0)
    with journal(path, 10):
        shipper = Shipper(path, door, None)
        ship_all(shipper)
        asked = "SELECT pid FROM pg_stat_activity WHERE usename = %s"
        ((backend,),) = floor.admin.execute(asked, (floor.accounts["T1"],)).fetchall()
        os.kill(backend, signal.SIGSTOP)
        with pytest.raises(CallTooLong):
            shipper.step()
        os.kill(backend, signal.SIGCONT)
        assert shipper.step() is False, "it goes on over another connection"


def test_a_card_that_was_not_shown_yet_waits_with_all_entries_after_it(
    floor: FloorServer, tmp_path: Path
) -> None:
    """A card read while play stands still is on no other screen before it is shown."""
    path, every = tmp_path / "journal.db", lines_and_entries(60)[1]
    with journal(path) as kept:
        shipper = Shipper(path, floor.door(), GAME)
        for entry in every:
            kept.append([entry])
            shipper.step()
            held = kept.last - floor.head()[0]
            assert 0 <= held < 20
        ship_all(shipper)
        assert floor.entries() == packed(path)[: floor.head()[0]]


def test_a_closed_file_is_shipped_to_its_end_before_the_one_that_follows_it(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, every = tmp_path / "journal.db", lines_and_entries(400)[1]
    with journal(path) as kept:
        kept.append(every[:200])
        Shipper(path, floor.door(), None).step()
        kept.append(every[200:300])
        closed = archives.go_on_in_new_file(kept, kept_state(FIRST), datetime(2026, 5, 1, 6, tzinfo=UTC))
        kept.append(every[300:])
        ship_all(Shipper(path, floor.door(), None))
        assert floor.entries(part=1) == packed(closed)
        assert floor.entries(part=2) == packed(path)
    assert floor.disputes() == []


# --- what does not fit -----------------------------------------------------------------------------


def test_a_journal_that_was_cut_is_a_dispute_and_goes_on_as_another_part(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, cut, every = tmp_path / "journal.db", tmp_path / "copy" / "journal.db", lines_and_entries(300)[1]
    cut.parent.mkdir()
    with journal(path) as kept:
        kept.append(every[:100])
    cut.write_bytes(path.read_bytes())
    with journal(path) as kept:
        kept.append(every[100:200])
        ship_all(Shipper(path, floor.door(), None))
    with journal(cut) as kept:
        noted: list[tuple[str, str]] = []
        shipper = Shipper(cut, floor.door(), None, note=lambda what, text: noted.append((what, text)))
        ship_all(shipper)
        assert noted == [("floor_shrunk", "200")]
        kept.append(every[200:300])
        ship_all(shipper)
        assert (len(floor.entries(part=1)), floor.entries(part=2)) == (200, packed(cut))
    assert floor.disputes() == ["shrunk"]


def test_a_rewritten_entry_is_a_dispute_though_the_chain_was_recomputed(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 100):
        ship_all(Shipper(path, floor.door(), None))
        shipment, door = Shipment(path), floor.door()
        honest = shipment.batch(1, 100)
        forged = list(honest.packed)
        forged[49] = forged[49].replace(b"card", b"cord", 1)
        assert forged[49] != honest.packed[49]
        rewritten = Batch(1, honest.before, honest.times, honest.kinds, tuple(forged))
        assert door.ship(1, shipment.heading, honest).status is BatchStatus.KNOWN
        answer = door.ship(1, shipment.heading, rewritten)
    assert (answer.status, answer.number) == (BatchStatus.FORKED, 100)
    asked = "SELECT number, ours, theirs FROM floor.dispute"
    assert floor.admin.execute(asked).fetchall() == [
        (50, digest_of(honest.packed[49]), digest_of(forged[49]))
    ]
    assert floor.entries() == list(honest.packed), "what the floor holds stays"


def test_an_entry_on_another_chain_is_a_dispute(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 101):
        shipment, door = Shipment(path), floor.door()
        door.ship(1, shipment.heading, shipment.batch(1, 100))
        after = shipment.batch(101, 101)
        answer = door.ship(1, shipment.heading, Batch(101, bytes(32), after.times, after.kinds, after.packed))
        assert (answer.status, answer.number) == (BatchStatus.FORKED, 100)
        assert door.ship(1, shipment.heading, after).status is BatchStatus.DISPUTED
        ship_all(Shipper(path, door, None))
        assert floor.entries(part=2) == packed(path), "it goes on as a part of its own"


def test_another_file_in_the_name_of_a_part_is_replaced(floor: FloorServer, tmp_path: Path) -> None:
    door = floor.door()
    for name, status in (("one", BatchStatus.TAKEN), ("other", BatchStatus.REPLACED)):
        (tmp_path / name).mkdir()
        with journal(tmp_path / name / "journal.db", 5):
            shipment = Shipment(tmp_path / name / "journal.db")
            assert door.ship(1, shipment.heading, shipment.batch(1, 5)).status is status
    assert floor.disputes() == ["replaced"]


def test_a_refused_batch_is_halved_down_to_the_one_entry_whose_digest_stays(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 300):
        picky = Picky(floor.door(), never=137)
        noted: list[str] = []
        ship_all(Shipper(path, picky, None, note=lambda what, text: noted.append(f"{what} {text[:4]}")))
    assert noted == ["floor_passed 137:"]
    assert floor.head() == Shipment(path).last(), "the chain goes on over its digest"
    whole = packed(path)
    assert floor.entries() == [*whole[:136], None, *whole[137:]]


class SlowLine(Torn):
    """A door behind a line that carries 130 entries within a call's deadline."""

    def __init__(self, door: PostgresDoor) -> None:
        super().__init__(door, random.Random(1))
        self.sizes = list[int]()
        self.given_up = 0

    def _breaks(self) -> None:
        pass

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        if len(batch.packed) > 130:
            self.given_up += 1
            raise CallTooLong("no answer within its deadline")
        self.sizes.append(len(batch.packed))
        return self.door.ship(part, heading, batch, state)


@pytest.mark.sweep
def test_a_batch_too_large_for_the_line_is_halved_and_grows_again_by_a_quarter(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 2_500):
        slow = SlowLine(floor.door())
        shipper, due = Shipper(path, slow, None), True
        while due and slow.given_up < 20:
            with suppress(NoDoor):
                due = shipper.step()
    assert floor.entries() == packed(path)
    assert slow.given_up < len(slow.sizes) / 2, "most calls are taken"
    assert slow.sizes[0] == 125, "a thousand, halved three times"


def test_a_sign_of_life_that_takes_too_long_makes_no_batch_smaller(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path) as kept:
        slow = SlowLine(floor.door())
        shipper = Shipper(path, slow, None)
        ship_all(shipper)
        hangs = pytest.MonkeyPatch()
        with hangs.context() as patched:
            patched.setattr(slow, "ship", _too_long)
            with pytest.raises(CallTooLong):
                shipper.step()
        kept.append(lines_and_entries(120)[1])
        ship_all(shipper)
    assert slow.sizes == [0, 120]


def _too_long(*_: object) -> Answer:
    raise CallTooLong("no answer within its deadline")


@contextmanager
def refusing(floor: FloorServer, state: str, numbers: str) -> Iterator[None]:
    """A floor on which an administrator has the entries of these numbers refused with a SQLSTATE."""
    floor.admin.execute(
        f"""
        CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'too strange' USING ERRCODE = '{state}'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON floor.entry FOR EACH ROW
        WHEN (NEW.packed IS NOT NULL AND NEW.number {numbers}) EXECUTE FUNCTION public.refuse()
    """.encode()
    )
    try:
        yield
    finally:
        floor.admin.execute(b"DROP FUNCTION public.refuse CASCADE")


@pytest.mark.parametrize("state", ["22P05", "22008", "54000", "54001"])
def test_entries_that_no_server_can_take_leave_their_digests(
    floor: FloorServer, tmp_path: Path, state: str
) -> None:
    path, noted = tmp_path / "journal.db", list[str]()
    with journal(path, 40), refusing(floor, state, "IN (10, 11, 12) AND NEW.kind <> 'noted'"):
        ship_all(Shipper(path, floor.door(), None, note=lambda _, text: noted.append(text)))
    assert noted == [f"{number}: too strange" for number in (10, 11, 12)]
    whole = packed(path)
    assert floor.entries() == [*whole[:9], None, None, None, *whole[12:]]


@pytest.mark.parametrize("state", ["23514", "23505", "P0001", "22001", "54000"])
def test_a_refusal_of_the_server_holds_the_table_and_no_entry_is_lost(
    floor: FloorServer, tmp_path: Path, state: str
) -> None:
    """A CHECK or a trigger that an administrator put there, or transaction ids that are used up: what refuses
    an ordinary entry too is no entry's own fault, whatever its SQLSTATE.
    """
    path, noted = tmp_path / "journal.db", list[str]()
    with journal(path, 40):
        shipper = Shipper(path, floor.door(), None, note=lambda what, text: noted.append(str(what)))
        with refusing(floor, state, ">= 10"), pytest.raises(NoDoor) as waits:
            ship_all(shipper)
        assert (waits.value.trouble in UNTIL_MENDED) is (state != "P0001")
        ship_all(shipper)
    assert noted == []
    assert floor.entries() == packed(path)


class Picky(Torn):
    """A door that can't take one entry."""

    def __init__(self, door: PostgresDoor, never: int) -> None:
        super().__init__(door, random.Random(1))
        self.never = never

    def _breaks(self) -> None:
        pass

    def ship(self, part: int, heading: Heading, batch: Batch, state: bytes | None = None) -> Answer:
        if batch.first <= self.never <= batch.last:
            raise BatchRefused("too strange")
        return self.door.ship(part, heading, batch, state)


def test_a_database_that_lost_its_last_entries_gets_them_again_and_it_is_no_dispute(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 200):
        shipper = Shipper(path, floor.door(), None)
        ship_all(shipper)
        chain = Shipment(path).chain_at(150)
        floor.admin.execute("DELETE FROM floor.entry WHERE number > 150")
        floor.admin.execute("UPDATE floor.journal SET number = 150, chain = %s", (chain,))
        ship_all(shipper)
    assert floor.entries() == packed(path)
    assert floor.disputes() == []


def test_a_file_that_is_no_journal_is_not_shipped(tmp_path: Path) -> None:
    from console.table.journal import JournalError

    path = tmp_path / "journal.db"
    sqlite3.connect(path).execute("CREATE TABLE entry (number)").connection.close()
    with pytest.raises(JournalError):
        Shipment(path)


def test_a_descriptor_of_a_thousand_and_more_is_waited_for(request: pytest.FixtureRequest) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (2_000, limits[1]))
    request.addfinalizer(partial(resource.setrlimit, resource.RLIMIT_NOFILE, limits))
    near, far = os.pipe()
    high = fcntl.fcntl(near, fcntl.F_DUPFD, 1_500)
    for each in (near, far, high):
        request.addfinalizer(partial(os.close, each))
    assert readable([high], 0) == set()
    os.write(far, b"!")
    assert readable([high, near], 5) == {high, near}
