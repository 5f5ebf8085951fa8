"""One table of the floor, opened: it shows what the table itself showed, from what it shipped, and no further
card.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest

from console.floor.review.floor_tables import FloorTables, Notes
from console.floor.shipper import Shipper
from console.floor.witness.cosigner import Cosigner
from console.floor.witness.heads import PostgresHeads
from console.table.core import Person, Role, SetClock, encode_table, game_of, lines
from console.table.custody import open_session
from console.table.journal import Identity, Replica, Unreachable, archives, open_journal, public_key
from tests.floor.studio_server import AIDA, FloorServer
from tests.table.core.tables import book
from tests.table.played import FELL, START, TICK, session_at

PERSONS = {
    "P1": Person("P1", "Jonas P.", Role.PIT_BOSS, "en"),
    "D1": Person("D1", "Rasa K.", Role.DEALER, "en"),
}


def shipped(floor: FloorServer, path: Path, *more: object) -> str:
    """A table's journal to where a card fell, shipped; what it asks for then."""
    clock = SetClock(START)
    with session_at(path, clock, table="T1") as session:
        for line in (*FELL, *more):
            clock.advance(TICK)
            view = session.take(msgspec.json.encode(line))
        shipper = Shipper(path, floor.door(), game_of(book("lt"), "baccarat"))
        while shipper.step():
            pass
        return str(view.prompt.action)


def opener(
    floor: FloorServer, folder: Path, role: str = "supervisor", notes: Notes | None = None
) -> FloorTables:
    dsn = f"{floor.dsn} user={floor.windows[role]}"
    return FloorTables(lambda: psycopg.connect(dsn, autocommit=True), folder, PERSONS, notes)


@pytest.mark.sweep
def test_an_opened_table_shows_its_state_up_to_the_floors_head(floor: FloorServer, tmp_path: Path) -> None:
    action = shipped(floor, tmp_path / "T1.db", lines.Call("D1", on=True))
    opened = opener(floor, tmp_path / "copies").open("T1")
    assert opened.view is not None
    assert opened.view.view.prompt.action == action
    assert (opened.number, opened.good) == (floor.head()[0], True)
    assert opened.market == book("lt").market
    assert [(event.what, event.name) for event in opened.events][:1] == [("called", "Rasa K.")]


def test_a_table_opens_for_its_own_studios_account_alone(floor: FloorServer, tmp_path: Path) -> None:
    shipped(floor, tmp_path / "T1.db")
    assert opener(floor, tmp_path / "copies", "boss").open("T1").view is not None
    with pytest.raises(LookupError):
        opener(floor, tmp_path / "elsewhere", "elsewhere").open("T1")


def test_a_table_whose_beginning_has_not_come_yet_is_no_broken_one(
    floor: FloorServer, tmp_path: Path
) -> None:
    shipped(floor, tmp_path / "T1.db")
    floor.admin.execute(b"DELETE FROM floor.checkpoint")
    opened = opener(floor, tmp_path / "copies").open("T1")
    assert (opened.good, opened.view) == (True, None)


def test_a_new_file_without_entries_shows_the_table_as_the_last_one_ended(
    floor: FloorServer, tmp_path: Path
) -> None:
    """At a file's end with a card face down the new file's entries wait at the table."""
    path, identity = tmp_path / "T1.db", Identity("T1", "baccarat", "lt")
    action = shipped(floor, path)
    ended = floor.head()[0]
    with ExitStack() as stack:
        clock = SetClock(START + timedelta(minutes=1))
        table = open_session(path, identity, book("lt"), clock, stack).session.table
    with open_journal(path, identity) as journal:
        archives.go_on_in_new_file(journal, encode_table(table), START + timedelta(minutes=1))
    shipper = Shipper(path, floor.door(), game_of(book("lt"), "baccarat"))
    while shipper.step():
        pass
    assert floor.head(part=2)[0] == 0
    opened = opener(floor, tmp_path / "copies").open("T1")
    assert opened.view is not None and opened.view.view.prompt.action == action
    assert (opened.number, opened.good) == (ended, True)


def test_the_settler_of_a_dispute_and_the_reason_stand_beside_the_felt(
    floor: FloorServer, tmp_path: Path
) -> None:
    shipped(floor, tmp_path / "T1.db")
    floor.admin.execute("SELECT floor.disputed('T1', 1, 'forked', 1, '', '')")
    floor.desk("supervisor").settle("T1", AIDA, "the disk was changed")
    event = opener(floor, tmp_path / "copies", "boss").open("T1").events[0]
    assert (event.what, event.name, event.reason) == ("settled", "Aida", "the disk was changed")


def test_a_witness_note_is_compared_with_the_head_that_the_floor_shows(
    floor: FloorServer, tmp_path: Path
) -> None:
    shipped(floor, tmp_path / "T1.db")
    witness = Cosigner(tmp_path / "w.pem")
    with closing(PostgresHeads(f"{floor.dsn} user={floor.windows['witness']}")) as heads:
        (note, of_diary), _ = witness.sign(heads)
    assert of_diary.name == "%2A-1.note"
    notes = Notes(witness.notes, public_key(witness.public))
    found = opener(floor, tmp_path / "copies", "boss", notes).open("T1").cosigned
    assert found is not None
    assert (found.number, found.fits, found.age < 600) == (floor.head()[0], True, True)
    note.write_bytes(note.read_bytes().replace(b"/T1/", b"/T2/"))
    unfit = opener(floor, tmp_path / "copies", "boss", notes).open("T1").cosigned
    assert unfit is not None and not unfit.fits
    note.unlink()
    assert opener(floor, tmp_path / "copies", "boss", notes).open("T1").cosigned is None


def test_a_table_opened_twice_without_new_entries_looks_the_same(floor: FloorServer, tmp_path: Path) -> None:
    shipped(floor, tmp_path / "T1.db")
    tables = opener(floor, tmp_path / "copies")
    before = tables.open("T1")
    assert tables.open("T1") == before


def test_a_changed_entry_marks_the_table_and_hides_its_felt(floor: FloorServer, tmp_path: Path) -> None:
    shipped(floor, tmp_path / "T1.db")
    floor.admin.execute("UPDATE floor.entry SET packed = packed || '\\x00'::bytea WHERE number = 9")
    opened = opener(floor, tmp_path / "copies").open("T1")
    assert not opened.good
    assert opened.view is None


def test_an_unknown_table_and_one_without_entries_are_not_opened(floor: FloorServer, tmp_path: Path) -> None:
    with pytest.raises(LookupError):
        opener(floor, tmp_path / "copies").open("T9")


def test_a_full_disk_of_the_wall_is_not_reported_as_a_changed_history(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped(floor, tmp_path / "journal.db")

    def full(replica: Replica, packed: object) -> None:
        raise Unreachable(replica.path, "database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Replica, "append_entries", full)
        with pytest.raises(Unreachable):
            opener(floor, tmp_path / "copies").open("T1")
    assert opener(floor, tmp_path / "copies").open("T1").good
