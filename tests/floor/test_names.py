"""Names of people at tables stay known on the floor server, though a table's people change."""

from __future__ import annotations

from msgspec.structs import replace

from console.floor.self_report import SelfReport, TableStanding
from tests.floor.studio import BEGUN, CALL, JONAS, FloorServer, send_report
from tests.floor.studio import CALLED as CALLS

HERE = SelfReport(standing=TableStanding.PLAYING, since=BEGUN, people={"D4": "Guðrún Æ.", "P1": "Jonas"})


def test_a_wall_that_is_started_anew_knows_who_is_no_longer_there(floor: FloorServer) -> None:
    send_report(floor, HERE)
    send_report(floor, replace(HERE, people={"D5": "Rasa K."}))
    send_report(floor, replace(HERE, people={}))
    assert floor.desk().read().names == {"D4": "Guðrún Æ.", "D5": "Rasa K.", "P1": "Jonas"}


def test_the_name_that_was_told_last_counts(floor: FloorServer) -> None:
    send_report(floor, HERE)
    send_report(floor, replace(HERE, people={"D4": "Guðrún Ö."}), "T2")
    assert floor.desk().read().names["D4"] == "Guðrún Ö."


def test_who_took_a_call_at_a_window_is_known_too(floor: FloorServer) -> None:
    send_report(floor, CALLS)
    desk = floor.desk()
    (seen,) = [each for each in desk.read().tables if each.call is not None]
    assert seen.call is not None and seen.call.number == CALL.number
    desk.take_call(seen.table, seen.call, JONAS)
    assert floor.desk().read().names == {"P1": "Jonas"}


def test_a_wall_of_another_studio_learns_nobody(floor: FloorServer) -> None:
    send_report(floor, HERE)
    assert floor.desk("elsewhere").read().names == {}


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
    names = floor.desk().read().names
    assert (names["D4"], "long" in names, "none" in names) == ("Guðrún Æ.", False, False)


def test_what_is_no_list_of_names_is_passed_over(floor: FloorServer) -> None:
    send_report(floor, replace(HERE, people={}))
    for text in ("7", "[1]", '{"D1": {"a": 1}}', '{"D1": null}', '{"D1": 7}'):
        floor.admin.execute(b"UPDATE floor.state SET told = jsonb_build_object('people', %s::jsonb)", (text,))
    assert floor.desk().read().names == {}
