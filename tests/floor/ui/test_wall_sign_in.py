"""Who is asked at the wall, and in whose name something is done, without the wall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.ui.wall_acts import REVIEWS, SETTLES, TAKES, WallPurpose, WallSignIn
from console.floor.wall import CallTaker
from console.table.core import Person, Role
from console.table.people.answers import PracticePerson
from console.table.people.table_people import TrainingPeople
from tests.base.words.catalogues import words
from tests.table.people.kept import JONAS, studio

BOSS = Person("P7", "Jonas P.", Role.PIT_BOSS, "en")
SUPERVISOR = Person("S1", "Aida S.", Role.SUPERVISOR, "en")


class Door:
    """A sign-in over an empty window, and whose name something was done in."""

    def __init__(self) -> None:
        self.window, self.open, self.done = QWidget(), True, list[Person]()
        people = TrainingPeople((PracticePerson(BOSS, "4711"), PracticePerson(SUPERVISOR, "2222")))
        self.sign_in = WallSignIn(
            people, words("en"), self.window, now=lambda: 0.0, somebody_can=lambda: self.open
        )


@pytest.fixture
def door(qtbot: QtBot) -> Iterator[Door]:
    made = Door()
    qtbot.addWidget(made.window)
    yield made


@pytest.mark.parametrize(
    ("who", "asked", "may"),
    [
        (BOSS, TAKES, True),
        (SUPERVISOR, TAKES, False),
        (SUPERVISOR, SETTLES, True),
        (BOSS, SETTLES, False),
        (BOSS, REVIEWS, True),
    ],
)
def test_a_signed_in_person_is_asked_again_only_for_acts_beyond_their_role(
    door: Door, who: Person, asked: WallPurpose, may: bool
) -> None:
    door.sign_in.person = who
    door.sign_in.do(asked, door.done.append)
    assert (door.done == [who]) is may
    assert door.sign_in.screen.isHidden() is may


def test_a_person_who_is_disabled_does_nothing_more_at_the_wall(qtbot: QtBot, tmp_path: Path) -> None:
    people, window, done = studio(tmp_path), QWidget(), list[Person]()
    qtbot.addWidget(window)
    sign_in = WallSignIn(people, words("en"), window, now=lambda: 0.0, somebody_can=lambda: True)
    sign_in.person = JONAS
    sign_in.do(TAKES, done.append)
    people.disable(JONAS.id)
    sign_in.do(TAKES, done.append)
    assert done == [JONAS] and sign_in.person is None and not sign_in.screen.isHidden()


def test_an_act_that_needs_a_sign_in_is_done_after_it(door: Door) -> None:
    door.sign_in.do(TAKES, door.done.append)
    assert door.done == []
    door.sign_in.screen.verified.emit(BOSS)
    assert door.done == [BOSS] and door.sign_in.leaves.isActive()


def test_an_abandoned_act_is_not_done_by_the_next_sign_in(door: Door) -> None:
    door.sign_in.do(TAKES, door.done.append)
    door.sign_in.screen.cancel()
    door.sign_in.ask()
    door.sign_in.screen.verified.emit(BOSS)
    assert door.done == [] and door.sign_in.person == BOSS


def test_without_a_possible_sign_in_no_form_opens_and_no_act_is_done(door: Door) -> None:
    door.open = False
    door.sign_in.do(TAKES, door.done.append)
    assert door.sign_in.screen.isHidden() and door.done == []


def call(who: Person | None, *, arrived: bool = False, key: str = "J4 call") -> AlarmLine:
    """A call that somebody has taken, or nobody."""
    taken = None if who is None else CallTaker(who=who.id, name=who.name, age=3.0, arrived=arrived)
    return AlarmLine(
        key=key, what=AlarmKind.CALL, priority=Priority.HIGH, tables=("J4",), wait=9.0, call=1, taken=taken
    )


def test_a_call_is_released_by_the_person_who_took_it_alone(door: Door) -> None:
    """The same key takes a call and releases it: it never releases another person's, or one that ended."""
    took = door.sign_in.has_taken
    assert not took(call(BOSS)), "nobody is signed in"
    door.sign_in.person = BOSS
    assert took(call(BOSS))
    assert not took(call(SUPERVISOR)) and not took(call(None)) and not took(None)
    assert not took(call(BOSS, arrived=True)), "who is at the table gives no call back at the wall"


def test_after_the_sign_in_ended_a_call_is_still_that_persons_who_signed_in_for_it(door: Door) -> None:
    taken, took = call(BOSS), door.sign_in.has_taken
    door.sign_in.do(TAKES, door.done.append, taken)
    door.sign_in.screen.verified.emit(BOSS)
    door.sign_in.sign_out()
    assert door.sign_in.person is None and took(taken)
    assert not took(call(BOSS, key="J5 call")), "for that one nobody signed in"
    assert not took(call(SUPERVISOR)), "another pit boss took it since"


def test_the_sign_in_covers_all_of_the_wall_beneath_its_bar(door: Door) -> None:
    """A wall at which people practise has no hatched frame: parts of its keys were seen in that place."""
    door.window.resize(1366, 768)
    door.sign_in.do(TAKES, door.done.append)
    screen = door.sign_in.screen
    screen.resize(door.window.size())
    area = screen.area()
    assert screen.tiles and (area.left(), area.right()) == (0, screen.wide)
    assert area.bottom() == screen.high
