"""Names of people at tables stay known on the floor server, though a table's people change."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
from msgspec.structs import replace

from console.base.words import Words
from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import Watch
from console.floor.reported_names import TableNames
from console.floor.review.floor_search import SearchedReads
from console.floor.search.floor_log import FloorLog
from console.floor.self_report import SelfReport, TableStanding, encode_report
from console.floor.ui.appearance import detail_text
from console.floor.ui.wall_readings import KnownNames
from console.floor.wall import Reading
from console.supervisor.review.log.entry_words import by_whom, names_in
from console.table.journal import Batch, Identity, Shipment
from tests.floor.studio_server import BEGUN, CALL, EMPTY, JONAS, FloorServer, journal, send_report
from tests.floor.studio_server import CALLED as CALLS
from tests.floor.test_floor_log import index, ship_all
from tests.instruments.bench.play import FIRST, lines_and_entries, opened

HERE = SelfReport(standing=TableStanding.PLAYING, since=BEGUN, people={"D4": "Guðrún Æ.", "P1": "Jonas"})


def names_of(floor: FloorServer, table: str = "T1") -> dict[str, str]:
    """A table's newest names, as a wall that is started now reads them."""
    return dict(TableNames(floor.desk().read().names).newest(table))


def test_a_restarted_wall_knows_who_is_no_longer_there(floor: FloorServer) -> None:
    send_report(floor, HERE)
    send_report(floor, replace(HERE, people={"D5": "Rasa K."}))
    send_report(floor, replace(HERE, people={}))
    assert names_of(floor) == {"D4": "Guðrún Æ.", "D5": "Rasa K.", "P1": "Jonas"}


def test_a_name_belongs_to_the_table_that_gave_it(floor: FloorServer) -> None:
    send_report(floor, HERE)
    send_report(floor, replace(HERE, people={"D4": "MALLORY"}), "T2")
    assert (names_of(floor)["D4"], names_of(floor, "T2")["D4"]) == ("Guðrún Æ.", "MALLORY")


def test_an_entry_has_the_name_that_held_when_it_was_made(floor: FloorServer, tmp_path: Path) -> None:
    send_report(floor, HERE)
    door, path = floor.door(), tmp_path / "t1.db"
    journal(path, 40).close()
    shipment = Shipment(path)
    door.ship(2, shipment.heading, shipment.batch(1, 20), encode_report(HERE))
    renamed = replace(HERE, people={"D4": "Guðrún Ö."})
    door.ship(2, shipment.heading, shipment.batch(21, 20), encode_report(renamed))
    names = TableNames(floor.desk().read().names)
    assert [names.at("T1", part, number)["D4"] for part, number in ((1, 0), (2, 20), (2, 21), (3, 1))] == [
        *("Guðrún Æ.", "Guðrún Æ."),
        *("Guðrún Ö.", "Guðrún Ö."),
    ]


def test_the_review_shows_an_entry_with_its_own_tables_name(floor: FloorServer, tmp_path: Path) -> None:
    """A token that calls everybody of another table otherwise changes none of that table's rows."""
    for table, name in (("T1", "Elín L."), ("T2", "MALLORY")):
        path = tmp_path / f"{table}.db"
        with opened(path, Identity(table, "baccarat", "sv"), FIRST) as made:
            made.append(lines_and_entries(40)[1][:40])
        ship_all(floor, path, table)
        send_people(floor, table, dict.fromkeys(("D1", "P1"), name))
    index(floor)
    with psycopg.connect(f"{floor.dsn} user={floor.windows['supervisor']}", autocommit=True) as connection:
        reads, words = SearchedReads(FloorLog(connection)), Words("en")
        reads.count()
        rows = reads.rows(0, 200)
        shown = {(row.table, by_whom(row, words, names_in(row, str))) for row in rows if row.person}
        assert shown == {("T1", "Elín L."), ("T2", "MALLORY")}
        (theirs,) = {row.place for row in rows if row.table == "T1" and row.number == 20}
        story = reads.story(theirs)
        assert story is not None and story.person_name("D1") == "Elín L."
        assert set(reads.about().persons["D1"].name.split(" / ")) == {"Elín L.", "MALLORY"}


def test_the_wall_says_whom_two_tables_call_differently(floor: FloorServer) -> None:
    send_report(floor, HERE)
    send_report(floor, replace(HERE, people={"D4": "MALLORY"}), "T2")
    (spelling,) = {frozenset((each.name, each.other_name)) for each in _named(floor).spellings}
    assert spelling == {"Guðrún Æ.", "MALLORY"}
    watch = Watch.new_watch(0.0).after_reading(_named(floor), 0.0)
    (item,) = [each for each in watch.moment(0.0).items if each.what is AlarmKind.NAMES_DIFFER]
    assert detail_text(Words("en"), item) in (
        "D4 is Guðrún Æ. here and MALLORY at T2",
        "D4 is MALLORY here and Guðrún Æ. at T1",
    )
    send_report(floor, HERE, "T2")
    assert not _named(floor).spellings


def send_people(floor: FloorServer, table: str, people: dict[str, str]) -> None:
    """A table's report of its people, beside the journal that it ships."""
    text = json.dumps({"people": people})
    given = "UPDATE floor.state SET told = coalesce(told, '{}') || %s::jsonb WHERE table_id = %s"
    floor.admin.execute(given.encode(), (text, table))


def _named(floor: FloorServer) -> Reading:
    return KnownNames().named(floor.desk().read())


def test_the_name_of_the_person_who_took_a_call_is_known_too(floor: FloorServer) -> None:
    send_report(floor, CALLS)
    desk = floor.desk()
    (seen,) = [each for each in desk.read().tables if each.call is not None]
    assert seen.call is not None and seen.call.number == CALL.number
    for _ in range(3):
        desk.take_call(seen.table, seen.call, JONAS)
        desk.release(seen.table, seen.call, JONAS)
    assert names_of(floor, seen.table) == {"P1": "Jonas"}
    assert len(floor.desk().read().names) == 1, "not one for each call"


def test_a_wall_of_another_studio_reads_no_names(floor: FloorServer) -> None:
    send_report(floor, HERE)
    assert floor.desk("elsewhere").read().names == ()


def test_a_hostile_table_fills_no_server_and_takes_no_other_tables_names(floor: FloorServer) -> None:
    send_report(floor, HERE, "T2")
    for batch in range(5):
        many = {f"X{batch}-{at}": "x" for at in range(64)}
        send_report(floor, replace(HERE, people=many))
    send_report(floor, replace(HERE, people={"long": "x" * 65, "y" * 65: "long", "none": ""}))
    kept = {
        name: many
        for name, many in floor.admin.execute("SELECT table_id, count(*) FROM floor.person GROUP BY 1")
    }
    assert kept == {"T1": 200, "T2": 2}
    names = names_of(floor, "T2") | names_of(floor)
    assert (names["D4"], "long" in names, "none" in names) == ("Guðrún Æ.", False, False)


def test_a_table_that_names_ever_new_people_fills_no_walls_memory(floor: FloorServer) -> None:
    """With each reading it named 64 kB of others, and each wall kept all of them until it ended."""
    send_report(floor, HERE, "T2")
    known, desk, door = KnownNames(), floor.desk(), floor.door()
    for many in range(8):
        people = {f"X{many}-{at}": "x" for at in range(3_000)}
        door.ship(1, EMPTY, Batch(1, EMPTY.digest), encode_report(replace(HERE, people=people)))
        known.named(desk.read())
    kept = {who: tables for who, tables in known._given.items() if "X" in who}
    assert 0 < len(kept) <= 200
    floors = floor.admin.execute("SELECT count(*)::integer FROM floor.person WHERE table_id = 'T1'")
    assert floors.fetchone() == (200,)
    assert known._name("T2", "D4") == HERE.people["D4"]


def test_a_malformed_list_of_names_is_ignored(floor: FloorServer) -> None:
    send_report(floor, replace(HERE, people={}))
    for text in ("7", "[1]", '{"D1": {"a": 1}}', '{"D1": null}', '{"D1": 7}'):
        floor.admin.execute(b"UPDATE floor.state SET told = jsonb_build_object('people', %s::jsonb)", (text,))
    assert floor.desk().read().names == ()
