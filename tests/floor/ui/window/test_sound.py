"""An alarm sounds once by its urgency, again when it rises, and until somebody stops it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.floor.wall import SeenTable
from tests.floor.nights import calm, small_night, with_these
from tests.floor.readings import reading, table, waiting
from tests.floor.ui.wall_at_work import SILENCE, WallAtWork, WallOf


def test_an_alarm_beeps_once_and_again_at_a_rise(floor: WallAtWork) -> None:
    before = floor.beeps
    floor.hear(1.0)
    floor.hear(1.0)
    assert floor.beeps == before
    risen = with_these(list(small_night().tables), {4: waiting("x", "outcome", age=200.0)})
    floor.hear(1.0, reading(*risen))
    assert floor.beeps > before


def test_a_silenced_alarm_stays_in_view(floor: WallAtWork) -> None:
    places = floor.places
    floor.press(SILENCE)
    assert floor.places == places


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("alarm", "strikes"),
    [
        (waiting("B1", "halt", round_open=True), 3),
        (waiting("B1", "call"), 2),
        (table("B1", unsealed=True), 1),
        (table("B1", "preparing"), 0),
    ],
)
def test_each_urgency_has_a_tone_of_its_own(
    alarm: SeenTable, strikes: int, wall_of: WallOf, qtbot: QtBot
) -> None:
    floor = wall_of(reading(table("B1")))
    floor.hear(1.0, reading(alarm))
    qtbot.waitUntil(lambda: not floor.window.alarms.tones._next.isActive())
    assert floor.beeps == strikes
    floor.hear(1.0)
    assert floor.beeps == strikes, "once"


def test_many_alarms_at_once_have_one_tone_and_a_press_ends_it(wall_of: WallOf) -> None:
    floor = wall_of(reading(*calm(4)))
    those = {0: waiting("x", "halt", round_open=True), 1: waiting("x"), 2: table("x", unsealed=True)}
    floor.hear(1.0, reading(*with_these(calm(4), those)))
    assert floor.beeps == 1
    floor.press(SILENCE)
    assert not floor.window.alarms.tones._next.isActive()


def test_a_note_confirms_a_stopped_sound(floor: WallAtWork) -> None:
    note = floor.window.note
    floor.press(SILENCE)
    assert note.isVisible() and note.text == "R8: sound stopped"
    floor.press(SILENCE)
    assert note.isVisible() and note.text == "R8: the sound of this alarm is already off"
