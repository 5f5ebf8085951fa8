"""A window's knowledge of the floor without a screen: it counts on, sounds once, and says when it is deaf."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from console.base.errors import Trouble, trouble_of
from console.floor.alarms.items import AlarmKind, AlarmLine
from console.floor.door import NoDoor
from console.floor.ui.rows.floor_lines import AlarmRow, alarm_lines
from console.floor.ui.wall_readings import HeardAlarms
from console.table.core import SetClock
from console.table.people import SignInObstacle
from console.table.people.answers import MissingRoles
from tests.base.words.catalogues import words
from tests.floor.readings import reading, table, waiting
from tests.table.ui.samples.tables import NOW


class Hearing:
    """The alarms of two tables, what sounded of them, and how often another moment was to be shown."""

    def __init__(self) -> None:
        self.clock, self.owner = SetClock(NOW), QObject()
        self.rang, self.shown = list[str](), 0
        self.obstacle: SignInObstacle | None = None
        self.alarms = HeardAlarms(
            self.clock, self.owner, rooms=(), beep=lambda: None, sign_in_obstacle=lambda: self.obstacle
        )
        self.alarms.rang.connect(self._ring)
        self.alarms.changed.connect(self._show)

    def _ring(self, item: AlarmLine) -> None:
        self.rang += item.tables

    def _show(self) -> None:
        self.shown += 1


@pytest.fixture
def hearing(qtbot: QtBot) -> Hearing:
    return Hearing()


def test_a_new_alarm_rings_once_and_stays_in_the_moment(hearing: Hearing) -> None:
    for _ in range(3):
        hearing.alarms.take_reading(reading(table("B1"), waiting("B2", "halt", round_open=True)))
        hearing.clock.advance(1.0)
    assert hearing.rang == ["B2"] and hearing.shown == 3
    assert [item.tables for item in hearing.alarms.pressing] == [("B2",)]


def test_a_server_that_ended_because_its_disk_is_full_stays_full_until_it_is_read(hearing: Hearing) -> None:
    away, alarms = OSError("connection refused"), hearing.alarms
    for last in (NoDoor("full", Trouble.FULL), None):
        alarms.take_reading(replace(reading(table("B1")), full_for=3.0 if last is None else None))
        if last is not None:
            alarms.miss(last)
        alarms.miss(away)
        alarms.miss(NoDoor("the database system is starting up", Trouble.BUSY))
        assert trouble_of(alarms.missed or away) is Trouble.FULL
        alarms.take_reading(reading(table("B1")))
        alarms.miss(away)
        assert alarms.missed is away


def test_a_tick_within_the_same_second_shows_nothing_again(hearing: Hearing) -> None:
    hearing.clock.advance(1.0)
    for _ in range(4):
        hearing.alarms.tick()
        hearing.clock.advance(0.1)
    assert hearing.shown == 1


def test_a_missed_reading_is_shown_only_before_the_first_one(hearing: Hearing) -> None:
    hearing.alarms.miss(OSError("gone"))
    assert isinstance(hearing.alarms.missed, OSError) and hearing.shown == 1
    hearing.alarms.take_reading(reading(table("B1")))
    hearing.alarms.miss(OSError("again"))
    assert hearing.shown == 2


def test_a_table_is_known_by_its_id_with_all_that_is_alarming_at_it(hearing: Hearing) -> None:
    hearing.alarms.take_reading(reading(table("B1"), waiting("B2", "call", room="Riga 1")))
    assert hearing.alarms.called("B2") == "B2" and hearing.alarms.rooms == ["Riga 1"]
    (item,) = hearing.alarms.items_of("B2")
    assert hearing.alarms.item_of("B2") == item and hearing.alarms.items_of("B1") == ()


def test_an_alarm_whose_begin_is_not_known_shows_no_wait(hearing: Hearing) -> None:
    hearing.obstacle = SignInObstacle(MissingRoles.BOSS, "people.json")
    hearing.alarms.look_for_people()
    hearing.alarms.take_reading(reading(waiting("B2", "call")))
    hearing.clock.advance(2.0)
    items = hearing.alarms.watch.moment(hearing.alarms.now).items
    call, nobody = alarm_lines(words("en"), map(AlarmRow, items), {}, None, "")
    assert call.wait and call.wait in call.name
    assert nobody.wait == "" and ":0" not in nobody.name


def test_a_people_file_without_a_possible_sign_in_is_checked_again(hearing: Hearing) -> None:
    hearing.obstacle = SignInObstacle(MissingRoles.BOSS, "people.json")
    hearing.alarms.look_for_people()
    (item,) = hearing.alarms.watch.moment(hearing.alarms.now).items
    assert (item.what, item.detail, item.about) == (AlarmKind.NOBODY, "boss", ("people.json",))
    hearing.obstacle = None
    hearing.alarms.look_for_people()
    assert hearing.alarms.watch.moment(hearing.alarms.now).items == ()
