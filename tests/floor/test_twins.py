"""Two consoles as one table: a cloned machine, or a virtual one that was put back while the old one runs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from console.floor.blocks import close_days, unpack
from console.floor.door import OtherConsole, PostgresDoor
from console.floor.holdings import AT_ONCE, Holdings, Walked
from console.floor.search.floor_log import FloorLog
from console.floor.search.indexer import Indexer
from console.floor.shipper import Shipper
from console.supervisor.review import fact_source
from console.table.journal import Shipment, SqliteJournal, digest_of
from tests.floor.studio_server import AIDA, JONAS, T1, FloorServer, journal, packed
from tests.floor.test_blocks import is_yesterdays
from tests.floor.test_copies import part_copies
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

ONE, OTHER = b"1" * 16, b"2" * 16


class TwinConsole:
    """A console of T1 with a journal of its own."""

    def __init__(self, floor: FloorServer, path: Path, id: bytes) -> None:
        account = floor.accounts["T1"]
        self.door = PostgresDoor(f"{floor.dsn} user={account}", "T1", console=id)
        floor.doors.append(self.door)
        self.path = path
        self.notes = list[str]()
        self.lamp = list[bool]()
        self.others = list[OtherConsole | None]()
        self.shipper = Shipper(
            path,
            self.door,
            None,
            note=lambda what, text: self.notes.append(what),
            on_twins=self.lamp.append,
            passed_over=self.others.append,
        )

    def ship(self) -> None:
        """All that is due."""
        while self.shipper.step():
            pass


def cloned(folder: Path, entries: int) -> tuple[Path, Path]:
    """A journal, and a copy of it on another machine."""
    paths = folder / "one" / "journal.db", folder / "other" / "journal.db"
    for path in paths:
        path.parent.mkdir()
    with journal(paths[0], entries):
        pass
    paths[1].write_bytes(paths[0].read_bytes())
    return paths


def played_on(path: Path, first: int, last: int) -> SqliteJournal:
    kept = opened(path, T1, FIRST)
    kept.append(lines_and_entries(last)[1][first:last])
    return kept


def rows(floor: FloorServer) -> int:
    row = floor.admin.execute(b"SELECT count(*) FROM floor.entry").fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.sweep
def test_a_fork_ships_only_what_follows_the_last_entry_that_both_have(
    floor: FloorServer, tmp_path: Path
) -> None:
    one, other = cloned(tmp_path, 1_500)
    first = TwinConsole(floor, one, ONE)
    first.ship()
    with played_on(one, 1_500, 1_520):
        first.ship()
    with played_on(other, 1_510, 1_540):
        forked = TwinConsole(floor, other, OTHER)
        forked.ship()
        assert floor.entries(part=2) == packed(other)
        assert floor.head(part=2) == Shipment(other).last()
    assert rows(floor) == 1_520 + 30
    assert floor.disputes() == ["forked"]


def test_a_branch_that_stands_on_sixteen_others_is_refused_and_comes_whole(
    floor: FloorServer, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 30):
        console = TwinConsole(floor, path, ONE)
        console.ship()
        file = Shipment(path)
        chain = file.chain_at(10)
        assert chain is not None
        branched = [console.door.branch(part, file.heading, part - 1, 10, chain) for part in range(2, 40)]
        assert branched == 16 * [True] + 22 * [False]
        floor.admin.execute(b"UPDATE floor.journal SET disputed = true")
        TwinConsole(floor, path, ONE).ship()
    assert floor.entries(part=18) == packed(path)
    holdings = Holdings(floor.admin)
    assert [holdings.walk(part).flaw for part in holdings.parts()] == 18 * [None]


class CountingHoldings(Holdings):
    """Counts the entries that walks read."""

    read = 0

    def _digests(
        self, table: str, part: int, number: int, until: int
    ) -> Iterator[tuple[list[bytes], list[int], list[int]]]:
        for found in super()._digests(table, part, number, until):
            self.read += len(found[0])
            yield found


@pytest.mark.sweep
def test_a_part_is_read_once_however_many_branches_off_it_are_walked(
    floor: FloorServer, tmp_path: Path
) -> None:
    path, many, branches = tmp_path / "journal.db", AT_ONCE + 100, 3
    with journal(path, many):
        console = TwinConsole(floor, path, ONE)
        console.ship()
        file = Shipment(path)
        for part in range(2, branches + 2):
            after = many - part
            chain = file.chain_at(after)
            assert chain is not None
            assert console.door.branch(part, file.heading, 1, after, chain)
    holdings, walked = CountingHoldings(floor.admin), Walked()
    found = [(holdings.walk(part, walked), part) for part in holdings.parts()]
    assert [(each.number, each.flaw) for each, _ in found] == [(part.number, None) for _, part in found]
    assert len(found) == branches + 1
    assert holdings.read <= many + branches * 100
    alone = [Holdings(floor.admin).walk(part) for _, part in found]
    assert [each for each, _ in found] == alone


@pytest.mark.sweep
def test_two_consoles_as_one_table_stop_at_the_second_change_of_hands_and_one_counts(
    floor: FloorServer, tmp_path: Path
) -> None:
    one, other = cloned(tmp_path, 900)
    desk = floor.desk()
    with played_on(one, 900, 920), played_on(other, 910, 940):
        first, second = TwinConsole(floor, one, ONE), TwinConsole(floor, other, OTHER)
        for _ in range(5):
            first.ship()
            second.ship()
        assert (first.lamp, second.lamp) == ([True], [True])
        assert first.notes == ["floor_twins"]
        assert second.notes == ["floor_forked", "floor_twins"]
        assert rows(floor) < 1_000
        (seen,) = [each for each in desk.read().tables if each.table == "T1"]
        assert seen.twins is not None
        assert [each.id for each in seen.twins.consoles] == [ONE.hex(), OTHER.hex()]
        assert seen.disputed == ""
        assert desk.count("T1", "00" * 16, JONAS, "") is None
        decision = desk.count("T1", OTHER.hex(), AIDA, "the machine at the table")
        assert decision is not None
        assert (decision.counts, decision.console) == (True, OTHER.hex())
        for _ in range(3):
            second.ship()
            first.ship()
        assert second.lamp == [True, False]
        assert first.lamp == [True], "the one that does not count ships nothing"
        assert first.others == [OtherConsole(OTHER.hex(), "P2", "Aida")]
        assert second.others == []
        assert floor.entries(part=3) == packed(other)
        (seen,) = [each for each in desk.read().tables if each.table == "T1"]
        assert (seen.twins, seen.disputed) == (None, "")
    asked = b"SELECT what, who, about FROM floor.diary"
    assert floor.admin.execute(asked).fetchall() == [("counted", "P2", OTHER.hex())]
    assert rows(floor) < 1_000


def test_a_console_that_is_started_again_is_no_twin(floor: FloorServer, tmp_path: Path) -> None:
    one, _ = cloned(tmp_path, 20)
    for id in (ONE, OTHER, b"3" * 16):
        console = TwinConsole(floor, one, id)
        console.ship()
        console.ship()
        assert console.lamp == []


@pytest.mark.sweep
def test_a_branch_packs_no_bytes_of_the_part_that_it_stands_on(floor: FloorServer, tmp_path: Path) -> None:
    """A token's holder may make a thousand branches off one entry."""
    (today,) = floor.admin.execute("SELECT (now() AT TIME ZONE 'UTC')::date").fetchone() or (None,)
    one, other = cloned(tmp_path, 900)
    first, forked = TwinConsole(floor, one, ONE), TwinConsole(floor, other, OTHER)
    with played_on(one, 900, 901), played_on(other, 902, 903):
        first.ship()
        forked.ship()
    is_yesterdays(floor, 2)
    close_days(floor.admin, today)
    kept = [
        unpack(entries) for (entries,) in floor.admin.execute(b"SELECT entries FROM floor.block", binary=True)
    ]
    assert sorted(sum(isinstance(each, bytes) for each in held) for held in kept) == [1, 901]
    for part in Holdings(floor.admin).parts():
        walked = Holdings(floor.admin).walk(part)
        assert (walked.number, walked.flaw) == (part.number, None)


@pytest.mark.sweep
def test_a_branch_is_proved_packed_copied_and_found_like_any_part(floor: FloorServer, tmp_path: Path) -> None:
    one, other = cloned(tmp_path, 1_500)
    first, forked = TwinConsole(floor, one, ONE), TwinConsole(floor, other, OTHER)
    with played_on(one, 1_500, 1_520), played_on(other, 1_510, 2_100) as kept:
        first.ship()
        is_yesterdays(floor, 3)
        close_days(floor.admin, date.today())
        forked.ship()
        is_yesterdays(floor, 2)
        close_days(floor.admin, date.today())
        kept.append(lines_and_entries(2_130)[1][2_100:])
        forked.ship()
        (_, branch) = Holdings(floor.admin).parts()
        assert (branch.forks_of, branch.forks_after) == (1, 1_500)
        for part in Holdings(floor.admin).parts():
            walked = Holdings(floor.admin).walk(part)
            assert (walked.number, walked.flaw) == (part.number, None)
        (copied,) = part_copies(floor, tmp_path)
        assert copied.flaw is None
        assert copied.path is not None
        assert packed(copied.path) == packed(other)
        for _ in Indexer(floor.admin, fact_source).brought_up():
            pass
        asked = b"SELECT part, count(*) FROM floor.posting GROUP BY part ORDER BY part"
        assert floor.admin.execute(asked).fetchall() == [(1, 1_520), (2, 620)]
        log = FloorLog(floor.admin)
        assert (log.filled, log.all) == (2_140, 2_140)
        for number in (1_501, 1_600, 2_050, 2_120):
            held = log.entry(branch, number)
            assert held is not None
            assert log.led.doubt(branch, number, digest_of(held)) is None
        floor.admin.execute("UPDATE floor.journal SET forks_chain = sha256(forks_chain) WHERE part = 2")
        (_, branch) = Holdings(floor.admin).parts()
        assert Holdings(floor.admin).walk(branch).flaw == "changed"
