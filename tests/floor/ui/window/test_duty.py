"""The wall names the supervisor on duty, or says that nobody is; the next one takes over there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.base.errors import Trouble
from console.base.words import LANGUAGES, date_text
from console.floor.door import NoDoor
from console.floor.ui.frame import duty_text
from console.floor.wall import SeenDuty
from console.table.core import Person, Role
from console.table.ui.kit import clock_time
from tests.base.words.catalogues import words
from tests.floor.readings import AT
from tests.floor.ui.wall_at_work import JONAS, MENU, WallAtWork
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.samples.tables import NOW

SIGNE = Person("S1", "Signe", Role.SUPERVISOR, "en")
DUTY = SeenDuty(studio="riga", who="S1", name="Signe", since=AT)


def with_duties(floor: WallAtWork, *duties: SeenDuty) -> None:
    floor.desk.reading = replace(floor.desk.reading, duties=duties)
    floor.hear()


def labels(floor: WallAtWork) -> list[str]:
    """The rows of the wall's menu."""
    floor.press(MENU)
    shown = [row.text() for row in menu_rows(floor.window.menu)]
    floor.window.menu.close_menu()
    return shown


def choose(floor: WallAtWork, key: str) -> None:
    floor.press(MENU)
    row = menu_row(floor.window.menu, floor.window.words.text(key))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    floor.see()


def test_the_bar_names_who_is_on_duty_or_says_that_nobody_is(floor: WallAtWork) -> None:
    said = floor.window.words
    with_duties(floor)
    assert said.text("duty.nobody") in floor.window.bar.accessibleName()
    with_duties(floor, replace(DUTY, since=NOW))
    name = said.text("floor.duty", name="Signe", time=clock_time(NOW, said))
    assert name in floor.window.bar.accessibleName()
    assert said.text("duty.nobody") not in floor.window.bar.accessibleName()


def test_a_house_that_keeps_no_duty_is_not_told_that_nobody_is_on_duty(floor: WallAtWork) -> None:
    text = floor.window.words.text
    assert text("duty.nobody") not in floor.window.bar.accessibleName()
    assert text("floor.menu.duty") in labels(floor), "it can begin at any time"


def test_a_supervisor_signs_in_to_take_over_and_to_end_the_duty(floor: WallAtWork) -> None:
    with_duties(floor)
    text = floor.window.words.text
    assert text("floor.menu.duty_end") not in labels(floor)
    choose(floor, "floor.menu.duty")
    screen = floor.window.sign_in.screen
    assert screen.isVisible() and screen.state.title == text("sign_in.duty")
    screen.verified.emit(SIGNE)
    assert floor.asked[-1] == ("duty", "begins", "S1")
    assert floor.note == text("floor.said.duty")
    floor.hear()
    assert "Signe" in floor.window.bar.accessibleName()
    choose(floor, "floor.menu.duty_end")
    assert floor.asked[-1] == ("duty", "ends", "S1")
    floor.hear()
    assert text("duty.nobody") in floor.window.bar.accessibleName()


def test_a_pit_boss_who_is_signed_in_is_asked_for_a_supervisor(floor: WallAtWork) -> None:
    with_duties(floor)
    floor.person = JONAS
    choose(floor, "floor.menu.duty")
    assert floor.window.sign_in.screen.isVisible() and not floor.asked


def test_nobody_ends_the_duty_of_somebody_else(floor: WallAtWork) -> None:
    with_duties(floor, replace(DUTY, who="S2", name="Ona"))
    floor.person = SIGNE
    choose(floor, "floor.menu.duty_end")
    assert not floor.asked
    assert floor.note == floor.window.words.text("floor.said.not_on_duty")


def test_the_duty_of_a_supervisor_who_was_disabled_ends_once(
    floor: WallAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_duties(floor, DUTY, replace(DUTY, studio="vilnius", who="S2", name="Ona"))
    floor.window.acts.duty.look()
    assert not floor.asked
    monkeypatch.setattr(type(floor.window.sign_in.people), "is_disabled", lambda _, who: who == "S1")
    for _ in range(2):
        floor.window.acts.duty.look()
    assert floor.asked == [("duty", "ends", "S1")]
    assert floor.note == floor.window.words.text("floor.said.duty_ended")


def test_a_duty_that_the_floor_did_not_end_while_it_was_away_ends_once_it_is_back(
    floor: WallAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_duties(floor, DUTY)
    monkeypatch.setattr(type(floor.window.sign_in.people), "is_disabled", lambda _, who: who == "S1")
    floor.desk.fails = NoDoor("gone", Trouble.LOST)
    floor.window.acts.duty.look()
    assert not floor.asked
    floor.desk.fails = None
    floor.hear()
    floor.window.acts.duty.look()
    assert floor.asked == [("duty", "ends", "S1")]
    floor.hear()
    assert floor.window.words.text("duty.nobody") in floor.window.bar.accessibleName()


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_studios_with_one_supervisor_name_that_person_once(language: str) -> None:
    said = words(language)
    both = (DUTY, replace(DUTY, studio="vilnius"))
    assert duty_text(said, both, AT).count("Signe") == 1
    other = replace(DUTY, studio="vilnius", who="S2", name="Ona", since=AT - timedelta(hours=1))
    named = duty_text(said, (DUTY, other), AT)
    assert named.index("Ona") < named.index("Signe")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_duty_that_began_on_another_day_has_its_day(language: str) -> None:
    """It read as if it had begun this evening."""
    said = words(language)
    day = date_text(AT.astimezone(), said.locale)
    assert day not in duty_text(said, (DUTY,), AT)
    assert day in duty_text(said, (DUTY,), AT + timedelta(days=2))
