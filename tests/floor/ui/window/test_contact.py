"""A wall that hears no server, or a wrong time, says so and shows nothing old as new."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from console.floor.alarms.items import AlarmKind, Priority
from console.floor.door import NoDoor
from console.floor.ui import wall_readings
from console.floor.ui.floor_window import FloorWindow, WallOptions
from console.floor.ui.wall_keys import WallAct, WallView
from console.table.ui.kit import clock_time
from tests.base.words.catalogues import words
from tests.floor.nights import calm, small_night
from tests.floor.readings import reading
from tests.floor.ui.wall_at_work import JONAS, PEOPLE, SET_ASIDE, SILENCE, TAKE, WallAtWork


def test_a_window_that_hears_nothing_says_since_when_and_shows_no_old_colour(floor: WallAtWork) -> None:
    floor.clock.advance(42.0)
    floor.window.alarms.count_on()
    assert "No contact since" in floor.window.bar.accessibleName()
    assert floor.name("B1") == "B1, Baccarat, not responding"
    assert floor.lines[0].item is not None
    assert floor.lines[0].item.what is AlarmKind.NOTHING_HEARD
    assert all(line.stale for line in floor.lines[1:])
    floor.hear()
    assert floor.name("B1") == "B1, Baccarat, playing"


def test_without_contact_no_key_offers_what_cannot_be_done_and_a_press_says_why(floor: WallAtWork) -> None:
    keys = floor.window.keys
    floor.person = JONAS
    floor.choose("R8")
    assert keys.acts[WallAct.TAKE].isEnabled() and keys.acts[WallAct.TAKE].amber
    counted = keys.views[WallView.MINE].text()
    floor.clock.advance(42.0)
    floor.window.alarms.count_on()
    assert keys.views[WallView.MINE].text() == counted, "it stands still, and the outage is no call"
    floor.choose("R8")
    assert not keys.acts[WallAct.TAKE].isEnabled() and not keys.acts[WallAct.SHELVE].isEnabled()
    since = clock_time(floor.window.alarms.heard_at, words("en"))
    for key in (TAKE, SET_ASIDE):
        floor.press(key)
        assert floor.note == f"R8: not done. No contact since {since}"
    floor.press(SILENCE)
    assert floor.note == "R8: sound stopped", "that is the window's own"
    floor.choose("")
    floor.press(TAKE)
    assert floor.note == f"No contact since {since}"
    assert floor.asked == []
    floor.hear()
    floor.choose("R8")
    floor.press(TAKE)
    assert floor.asked == [("take", "R8", "P7")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("error", "says"),
    [
        ("connection refused", "does not answer"),
        ('password authentication failed for user "window_1"', "account"),
        ("SSL error: certificate verify failed", "CA"),
    ],
)
def test_a_wall_that_never_reached_its_server_says_so_and_why(
    error: str, says: str, floor: WallAtWork
) -> None:
    never = FloorWindow(
        floor.desk, PEOPLE, words("en"), "Riga", clock=floor.clock, options=WallOptions(beep=lambda: None)
    )
    never.line.missed.emit(OSError(error))
    floor.clock.advance(30.0)
    never.alarms.count_on()
    assert never.views.list.lines == ()
    assert says in never.views.list.note
    assert never.views.list.note in never.views.list.accessibleName()
    never.readings.take_reading(small_night())
    assert never.views.list.lines
    never.close()


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("error", "says"),
    [
        ('FATAL:  role "boss_1" is not permitted to log in', "does not accept this window’s account"),
        ("connection refused", "The floor server does not answer at its address"),
        ('FATAL:  too many connections for role "boss_1"', "is another window using the same account?"),
        ('FATAL:  database "flor" does not exist', "check its name in floor.toml"),
        ('FATAL:  permission denied for database "floor"', "lacks a right"),
        ("session is read-only", "Only the floor’s standby server answers"),
        ("FATAL:  the database system is starting up", "is not ready: try again in a minute"),
        ("FATAL:  could not write init file: No space left on device", "disk is full"),
    ],
)
def test_a_wall_that_lost_its_server_says_why(floor: WallAtWork, error: str, says: str) -> None:
    floor.clock.advance(10.0)
    floor.window.line.missed.emit(NoDoor(error))
    floor.window.alarms.count_on()
    line = floor.lines[0]
    assert line.item is not None and line.item.what is AlarmKind.NOTHING_HEARD
    assert says in line.detail and says in line.name
    floor.hear()
    floor.clock.advance(10.0)
    floor.window.alarms.count_on()
    assert floor.lines[0].detail == "", "a reason of before is none of now"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("apart", [-600.0, 9.0, 600.0])
def test_a_wall_whose_clock_is_wrong_says_so(floor: WallAtWork, apart: float) -> None:
    told = replace(reading(*calm(3)), at=floor.clock.utc() - timedelta(seconds=apart))
    floor.hear(0.0, told)
    found = [line for line in floor.lines if line.what == "Clocks differ"]
    if abs(apart) < 10.0:
        assert found == []
        return
    (line,) = found
    says = "This window’s clock and the floor server’s are 10:00 apart. "
    assert line.detail == says + "Have the computer’s time service checked"
    assert line.item is not None and line.item.priority is Priority.LOW and not line.item.can_shelve


def test_a_wall_that_began_before_its_server_has_the_days_made_once_it_is_heard(floor: WallAtWork) -> None:
    asked = list[str]()

    def prepare() -> bool:
        asked.append("prepare")
        if len(asked) == 1:
            raise NoDoor("no server")
        return True

    floor.desk.prepare = prepare  # type: ignore[method-assign]
    floor.window.readings._days.start()
    assert len(asked) == 1
    for _ in range(3):
        floor.window.line.reading_came.emit(floor.desk.reading)
    assert len(asked) == 2
    assert AlarmKind.OUTSIDE in floor.window.alarms.watch.own


def test_a_floor_that_can_make_no_days_is_not_asked_with_each_reading(
    floor: WallAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer brings a reading at once: a full disk had thousands of both each second."""
    asked, now, line = list[str](), [0.0], floor.window.line
    monkeypatch.setattr(wall_readings, "monotonic", lambda: now[0])

    def prepare() -> bool:
        asked.append("prepare")
        raise NoDoor("No space left on device")

    def hear() -> int:
        for _ in range(9):
            line.reading_came.emit(floor.desk.reading)
        return len(asked)

    floor.desk.prepare = prepare  # type: ignore[method-assign]
    floor.window.readings._days.start()
    assert (len(asked), hear(), hear()) == (1, 2, 2)
    now[0] += wall_readings.AGAIN
    assert hear() == 3
    line.missed.emit(NoDoor("gone"))
    assert hear() == 4, "it is heard again"
