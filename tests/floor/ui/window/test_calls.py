"""A call is taken and given back by a pit boss, once each, as it was aimed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.base.errors import Trouble
from console.floor.door import NoDoor
from console.floor.ui.wall_keys import WallAct
from console.floor.wall import CallTaker
from tests.floor.readings import coming
from tests.floor.ui.wall_at_work import JONAS, TAKE, WallAtWork, row_of


def test_taking_asks_who_it_is_and_then_takes_what_was_pressed(floor: WallAtWork) -> None:
    floor.press(TAKE)
    assert not floor.window.sign_in.screen.isHidden()
    assert floor.asked == []
    floor.sign_in()
    assert floor.asked == [("take", "R8", "P7")]
    assert "R8" in floor.note
    floor.hear(1.0)
    assert floor.name("R8").endswith("Jonas P.")


def test_a_dealer_takes_nothing(floor: WallAtWork) -> None:
    floor.press(TAKE)
    floor.sign_in("D1", "1234")
    assert floor.asked == []
    assert not floor.window.sign_in.screen.isHidden()
    floor.window.sign_in.screen.cancel()
    assert floor.person is None


@pytest.mark.parametrize(
    ("arrived", "note"), [(False, "Jonas took the call first"), (True, "Jonas is at the table")]
)
def test_the_second_to_take_a_call_sees_who_was_first(floor: WallAtWork, arrived: bool, note: str) -> None:
    floor.person = JONAS
    taken = coming(1.0, arrived=arrived)
    floor.desk.change("R8", lambda seen: replace(seen, call=replace(seen.call, taken=taken)))  # type: ignore[type-var]
    floor.press(TAKE)
    assert floor.note.startswith(note)


def test_a_person_can_release_a_call_that_they_took(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.press(TAKE)
    floor.hear(1.0)
    assert floor.lines[0].press == "Release the call"
    floor.press(TAKE)
    assert floor.asked[-1] == ("release", "R8", "P7")


def seen_again(floor: WallAtWork, taken: CallTaker | None = None) -> None:
    """One more reading, in which this person has the call."""
    floor.desk.change("R8", lambda seen: replace(seen, call=replace(seen.call, taken=taken)))  # type: ignore[type-var]
    floor.hear(1.0, replace(floor.desk.reading, took=floor.desk.reading.took + 0.001))


def test_a_taken_call_that_is_nobodys_any_more_is_named(floor: WallAtWork) -> None:
    """A server that took the place of another did not know of it: the one on the way was told nothing."""
    floor.person = JONAS
    floor.press(TAKE)
    seen_again(floor, taker := CallTaker(who="P7", name="Jonas P.", age=1.0))
    said = floor.note
    seen_again(floor)
    assert floor.note == said, "the reading may be an older one"
    seen_again(floor)
    assert floor.note == "R8: nobody has taken the call yet"
    floor.press(TAKE)
    seen_again(floor, taker)
    floor.press(TAKE)
    assert floor.asked[-1][0] == "release" and floor.note == "R8: call released"
    for _ in range(3):
        seen_again(floor)
    assert floor.note == "R8: call released"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("way", ["key", "foot", "row"])
def test_only_the_first_of_two_quick_presses_takes_or_releases_a_call(floor: WallAtWork, way: str) -> None:
    floor.person = JONAS

    def press() -> None:
        if way == "key":
            floor.press(TAKE)
        else:
            key = floor.window.keys.acts[WallAct.TAKE] if way == "foot" else row_of(floor, "R8").take
            QTest.mouseClick(key, Qt.MouseButton.LeftButton)

    for act in ("take", "release"):
        press()
        floor.hear(0.12)
        press()
        floor.hear(0.3)
        press()
        assert floor.asked.pop() == (act, "R8", "P7") and floor.asked == []
        floor.hear(1.0)


def test_a_press_right_after_the_sign_in_does_not_release_what_was_signed_in_for(floor: WallAtWork) -> None:
    floor.press(TAKE)
    floor.clock.advance(5.0)
    floor.sign_in()
    floor.hear(0.06)
    floor.press(TAKE)
    assert floor.asked == [("take", "R8", "P7")]


def test_a_call_that_ended_meanwhile_is_not_taken(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.desk.fails = LookupError("over")
    floor.press(TAKE)
    assert "the call has ended" in floor.note


def test_a_press_on_a_table_that_was_moved_away_says_so(floor: WallAtWork) -> None:
    floor.person = JONAS
    floor.desk.fails = NoDoor("not a table of this account: R8")
    floor.press(TAKE)
    assert floor.note == "R8 is no longer in this overview"


def test_a_full_disk_of_the_server_is_called_that(floor: WallAtWork) -> None:
    def take(*_: object) -> CallTaker:
        raise NoDoor("could not extend file", Trouble.FULL)

    floor.person = JONAS
    floor.desk.take_call = take  # type: ignore[assignment, method-assign]
    floor.press(TAKE)
    assert (
        floor.note
        == "R8: not done. The floor server’s disk is full or can’t be written to: inform technical service"
    )
