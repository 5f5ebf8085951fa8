"""A window's memory: a floor that was turned back, or has another history, is reported with its numbers."""

from __future__ import annotations

import stat
from contextlib import nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from threading import Timer
from unittest.mock import Mock

import psycopg
import pytest

from console.floor.door import NoDoor
from console.floor.embedded import SUPERUSER
from console.floor.shipper import Shipper
from console.floor.witness.heads import Head, PostgresHeads
from console.floor.witness.memory import HeadChange, NoMemory, SeenHeads, TurnedBack
from console.table.journal import GrowingTree, Shipment, link
from tests.floor.studio_server import FloorServer, journal
from tests.floor.test_shipping import ship_all

NOW = datetime(2026, 5, 1, 3, tzinfo=UTC)
AT = "2026-05-01T03:00:00+00:00"
BEGINS = bytes(range(32))


class KnownHeads(PostgresHeads):
    """A floor that has exactly these digests, of one part."""

    def __init__(self, *texts: str) -> None:
        self.known = [sha256(each.encode()).digest() for each in texts]
        self.table, self.part, self.gone = "B7", 1, False

    def heads(self) -> list[Head]:
        chain = BEGINS
        for digest in self.known:
            chain = link(chain, digest)
        return [] if self.gone else [Head(self.table, self.part, BEGINS, len(self.known), chain)]

    def digests(self, table: str, part: int, first: int, last: int) -> list[bytes]:
        return self.known[first - 1 : last]


class TwoTables(KnownHeads):
    def heads(self) -> list[Head]:
        (head,) = super().heads()
        return [head._replace(table=table) for table in ("B7", "B8")]


def memory(place: Path) -> SeenHeads:
    return SeenHeads(place / "heads.json", lambda: NOW)


def test_a_window_still_knows_the_heads_that_it_saw_before_it_was_closed(tmp_path: Path) -> None:
    assert memory(tmp_path).look(KnownHeads("a", "b", "c")) == []
    assert stat.S_IMODE((tmp_path / "heads.json").stat().st_mode) == 0o600
    assert memory(tmp_path).look(KnownHeads("a", "b", "c", "d")) == []
    assert memory(tmp_path).look(KnownHeads("a", "b")) == [TurnedBack("B7", 1, HeadChange.BACK, 4, AT, 2, AT)]


@pytest.mark.parametrize(
    "texts",
    [("a", "b", "x"), ("a", "x", "c"), ("x", "b", "c"), ("a", "b", "x", "d"), ("x", "y", "z", "d", "e")],
)
def test_another_history_is_found_at_the_same_number_and_beyond_it(
    tmp_path: Path, texts: tuple[str, ...]
) -> None:
    memory(tmp_path).look(KnownHeads("a", "b", "c"))
    assert [each.turn for each in memory(tmp_path).look(KnownHeads(*texts))] == [HeadChange.OTHER]


def test_a_finding_stands_until_the_floor_shows_again_what_it_showed(tmp_path: Path) -> None:
    kept = memory(tmp_path)
    kept.look(KnownHeads("a", "b", "c"))
    assert [each.had for each in kept.look(KnownHeads("a"))] == [3]
    assert [each.had for each in kept.look(KnownHeads("a", "b"))] == [3]
    assert kept.look(KnownHeads("a", "b", "c", "d")) == []
    gone = KnownHeads()
    gone.part = 2
    assert [each.turn for each in kept.look(gone)] == [HeadChange.GONE]


def test_a_table_of_which_nothing_is_shown_was_moved_or_deleted(tmp_path: Path) -> None:
    """A table that was moved to another studio has lost nothing on the floor."""
    kept, away = memory(tmp_path), KnownHeads()
    kept.look(KnownHeads("a", "b", "c"))
    away.gone = True
    (found,) = kept.look(away)
    assert (found.turn, found.key, found.had) == (HeadChange.AWAY, "floor.turned.away", 3)


def test_a_look_of_limited_length_goes_on_next_time_and_still_finds_the_change(tmp_path: Path) -> None:
    texts = [str(number) for number in range(50)]
    kept = memory(tmp_path)
    kept.look(KnownHeads(*texts[:10]))
    assert kept.look(KnownHeads(*texts), room=25) == []
    assert [seen.number for seen in kept.last_heads] == [35]
    assert [each.turn for each in kept.look(KnownHeads(*texts[:20], "x", *texts[21:]), room=25)] == [
        HeadChange.OTHER
    ]
    assert kept.look(KnownHeads(*texts), room=25) == []
    assert [seen.number for seen in kept.last_heads] == [50]
    both = SeenHeads(tmp_path / "both.json", lambda: NOW)
    both.look(TwoTables(*texts[:10]))
    both.look(TwoTables(*texts), room=60)
    assert [seen.number for seen in both.last_heads] == [50, 30]


def test_a_memory_that_can_not_be_kept_shows_nothing_newer(tmp_path: Path) -> None:
    (tmp_path / "heads.json").write_text("{")
    with pytest.raises(NoMemory):
        memory(tmp_path)
    kept = SeenHeads(tmp_path / "none" / "heads.json", lambda: NOW)
    with pytest.raises(NoMemory):
        kept.look(KnownHeads("a"))
    assert kept.last_heads == ()


def test_a_database_turned_back_by_its_administrator_is_found_by_a_window(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, kept = tmp_path / "journal.db", memory(tmp_path)
    asked = PostgresHeads(f"{floor.dsn} user={floor.windows['boss']}")
    with journal(path, 120):
        ship_all(Shipper(path, floor.door(), None))
        assert kept.look(asked) == []
        chain = Shipment(path).chain_at(90)
        floor.admin.execute("DELETE FROM floor.entry WHERE number > 90")
        floor.admin.execute("UPDATE floor.journal SET number = 90, chain = %s", (chain,))
        assert [(each.table, each.had, each.number) for each in kept.look(asked)] == [("T1", 120, 90)]
        ship_all(Shipper(path, floor.door(), None))
        assert kept.look(asked) == []
    asked.close()


def test_an_answer_to_a_table_that_takes_half_a_second_is_waited_for(floor: FloorServer) -> None:
    door = floor.door()
    door.hello()
    with psycopg.connect(f"{floor.dsn} user={SUPERUSER}") as busy:
        busy.execute(b"LOCK floor.journal")
        Timer(0.5, busy.rollback).start()
        door.hello()
    door.close()


@pytest.mark.parametrize(("passes", "is_late"), [(5.0, False), (5.1, True)])
def test_an_answer_is_waited_for_five_seconds(
    floor: FloorServer, monkeypatch: pytest.MonkeyPatch, passes: float, is_late: bool
) -> None:
    witness = PostgresHeads(f"{floor.dsn} user={floor.windows['witness']}")
    witness.heads()
    with psycopg.connect(f"{floor.dsn} user={SUPERUSER}") as busy:
        busy.execute(b"LOCK floor.journal")
        (freed := Timer(0.5, busy.rollback)).start()
        monkeypatch.setattr("console.floor.witness.heads.time", Mock(monotonic=lambda: 0.0))
        monkeypatch.setattr("console.floor.database.time", Mock(monotonic=lambda: passes))
        with pytest.raises(NoDoor) if is_late else nullcontext():
            witness.heads()
        freed.join()
    witness.close()


def test_a_memory_from_the_first_entry_computes_the_root_of_the_journals_tree(tmp_path: Path) -> None:
    heads, tree = KnownHeads(*map(str, range(37))), GrowingTree()
    for digest in heads.known:
        tree.add(digest)
    kept = SeenHeads(tmp_path / "heads.json", lambda: NOW, whole=True)
    kept.look(heads, room=20)
    kept.look(heads)
    assert [seen.root for seen in kept.last_heads] == [tree.root]
