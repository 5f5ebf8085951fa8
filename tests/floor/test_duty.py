"""The supervisor on duty of a floor: one at a time in a studio, for its windows and its tables."""

from __future__ import annotations

import pytest

from console.floor.desk import PostgresDesk
from console.floor.door import OnDuty
from console.floor.wall import Boss
from console.floor.witness.diary import check_diary
from console.table.journal import Batch
from tests.floor.studio_server import EMPTY, FloorServer

SIGNE, ONA = Boss("S1", "Signe", "supervisor"), Boss("S2", "Ona", "supervisor")


def on_duty(desk: PostgresDesk) -> list[tuple[str, str, str]]:
    duties = desk.read().duties
    assert duties is not None
    return [(each.studio, each.who, each.name) for each in duties]


def told(floor: FloorServer) -> OnDuty:
    """The floor's answer to a table of Riga at the door."""
    answer = floor.door().ship(1, EMPTY, Batch(1, EMPTY.digest))
    assert answer.duty is not None
    return answer.duty


def test_nobody_is_on_duty_until_a_supervisor_says_so(floor: FloorServer) -> None:
    """A house that never had a supervisor on duty keeps none: its wall says nothing of it."""
    assert floor.desk().read().duties is None
    assert told(floor) == OnDuty("", "", None)


def test_the_next_supervisor_takes_over_and_all_windows_and_tables_know(floor: FloorServer) -> None:
    desk = floor.desk()
    desk.set_duty(SIGNE, begins=True)
    (first,) = desk.read().duties or ()
    desk.set_duty(SIGNE, begins=True)
    assert (desk.read().duties or ()) == (first,), "who is on duty already stays so since then"
    floor.desk("supervisor").set_duty(ONA, begins=True)
    assert on_duty(desk) == on_duty(floor.desk("supervisor")) == [("Riga", "S2", "Ona")]
    duty = told(floor)
    assert (duty.who, duty.name) == ("S2", "Ona") and duty.since is not None and duty.since > first.since


def test_a_duty_is_ended_by_its_own_supervisor_alone(floor: FloorServer) -> None:
    desk = floor.desk()
    desk.set_duty(SIGNE, begins=True)
    desk.set_duty(ONA, begins=False)
    assert on_duty(desk) == [("Riga", "S1", "Signe")]
    desk.set_duty(SIGNE, begins=False)
    assert on_duty(desk) == []
    assert floor.desk("elsewhere").read().duties is None
    ended = told(floor)
    assert ended.who == "" and ended.since is not None


def test_another_studio_has_a_supervisor_of_its_own(floor: FloorServer) -> None:
    floor.desk("elsewhere").set_duty(SIGNE, begins=True)
    assert floor.desk().read().duties is None
    assert on_duty(floor.desk("elsewhere")) == [("Vilnius", "S1", "Signe")]
    assert told(floor).who == ""


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 201])
def test_a_name_that_cannot_stand_on_a_line_is_refused(floor: FloorServer, name: str) -> None:
    with pytest.raises(ValueError, match="no person"):
        floor.desk().set_duty(Boss("S1", name, "supervisor"), begins=True)


def test_each_change_is_in_the_diary_and_a_row_changed_beside_it_is_found(floor: FloorServer) -> None:
    desk = floor.desk()
    for who, begins in ((SIGNE, True), (ONA, True), (ONA, False)):
        desk.set_duty(who, begins=begins)
    asked = b"""
        SELECT said -> 'row' ->> 'who' FROM floor.diary_queue WHERE said ->> 'relation' = 'duty' ORDER BY id
    """
    assert [who for (who,) in floor.admin.execute(asked)] == ["S1", "S2", ""]
    assert check_diary(floor.admin).flaws == ()
    floor.admin.execute(
        b"SET session_replication_role = replica; UPDATE floor.duty SET who = 'S9';"
        b"SET session_replication_role = origin"
    )
    (flaw,) = check_diary(floor.admin).flaws
    assert flaw.relation == "duty"
