"""Each table has a tile: how it stands, where it stands in the room, and that it is painted in time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPaintEvent
from pytestqt.qtbot import QtBot

from console.floor.alarms.watch import Watch, WindowContent
from console.floor.ui.wall_tiles import TableTile
from console.floor.wall import Changes
from tests.floor.nights import calm, with_these
from tests.floor.readings import AT, reading, table, waiting
from tests.floor.ui.wall_at_work import WallAtWork, WallOf


def test_a_screen_reader_hears_the_state_of_each_table(floor: WallAtWork) -> None:
    assert floor.name("B1") == "B1, Baccarat, playing"
    assert floor.name("R8") == "R8, Roulette, play halted, halted, high, nobody has taken the call yet"
    assert floor.name("B2").endswith("call, medium, Jonas")
    assert floor.name("D12").endswith("closed")


def test_tab_comes_to_the_wall_once(floor: WallAtWork) -> None:
    stops = [tile for tile in floor.window.views.wall.tiles if tile.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert len(stops) == 1


def test_a_second_in_which_nothing_happens_paints_only_the_tiles_that_wait(floor: WallAtWork) -> None:
    alarms, wall = floor.window.alarms, floor.window.views.wall
    wall.show_tiles(alarms.watch.moment(alarms.now).tiles, floor.window.words)
    floor.clock.advance(1.0)
    tiles = alarms.watch.moment(alarms.now).tiles
    waiting_now = sum(1 for tile in tiles if tile.item is not None and tile.item.priority > 0)
    painted = wall.show_tiles(tiles, floor.window.words)
    assert 0 < painted <= waiting_now + 1
    assert wall.show_tiles(tiles, floor.window.words) == 0


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of the tiles that were painted, in their order."""
    tables = list[str]()
    paint = TableTile.paintEvent

    def noted(self: TableTile, event: QPaintEvent) -> None:
        paint(self, event)
        assert self.tile is not None
        tables.append(self.tile.table)

    monkeypatch.setattr(TableTile, "paintEvent", noted)
    return tables


@pytest.mark.sweep(1)
@pytest.mark.parametrize("late", [0, 1])
def test_a_call_that_came_after_the_reading_is_painted_before_the_window_goes_on(
    wall_of: WallOf, qtbot: QtBot, painted: list[str], monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    """Entries of every table may come late, so that nothing of any tile is known to stand."""
    waits = {at: waiting("x", age=9.8) for at in range(4, 12)}  # its next second begins with the call
    tables = [replace(each, number=each.number - late) for each in with_these(calm(12), waits)]
    first = replace(reading(*tables), at=AT)
    floor = wall_of(first)
    qtbot.waitUntil(lambda: len(painted) >= 12)
    tile = floor.window.views.wall.tile_of("B1")
    assert tile is not None
    before = tile.grab().toImage()
    painted.clear()
    calling = with_these([first.tables[0]], {0: waiting("x", age=-0.4)})
    floor.clock.advance(0.4)
    found_out = list[list[str]]()
    moment_of = Watch.moment

    def moment(watch: Watch, now: float) -> WindowContent:
        found_out.append(list(painted))
        return moment_of(watch, now)

    monkeypatch.setattr(Watch, "moment", moment)
    floor.window.readings.take_changes(Changes(since=AT, tables=tuple(calling)))
    assert painted == ["B1"]
    assert found_out == [["B1"]], "before all else that the change means"
    assert tile.grab().toImage() != before
    assert "B1" in floor.places
    assert floor.name("B1").endswith("call, medium, nobody has taken the call yet")
    qtbot.waitUntil(lambda: len(set(painted)) == 1 + len(waits))  # the tiles that count on come next
    floor.clock.advance(0.6)
    floor.hear(0.0, replace(first, at=AT.replace(second=23)))
    assert "B1" not in floor.places, "the next reading is the truth"


@pytest.mark.parametrize("many", [1, 4])
def test_a_count_that_came_after_the_reading_is_painted(
    wall_of: WallOf, qtbot: QtBot, painted: list[str], many: int
) -> None:
    """Of tables that are hinted only the seconds of a call have changed: few of them, and more than a few."""
    calls = {at: waiting("x", age=9.8) for at in range(many)}
    first = replace(reading(*with_these(calm(12), calls)), at=AT)
    floor = wall_of(first)
    qtbot.waitUntil(lambda: len(painted) >= 12)
    painted.clear()
    floor.clock.advance(0.4)
    calling = first.tables[:many]
    floor.window.readings.take_changes(Changes(since=AT, tables=calling))
    qtbot.waitUntil(lambda: set(painted) == {each.table for each in calling})


def test_tiles_stand_by_room_and_two_before_ten(wall_of: WallOf) -> None:
    names = [("T10", "Riga 2"), ("T2", "Riga 2"), ("T1", "Riga 10"), ("T9", "Riga 2")]
    floor = wall_of(reading(*(table(name, room=room) for name, room in names)))
    assert [tile.table for tile in floor.window.alarms.moment.tiles] == ["T2", "T9", "T10", "T1"]


def test_tiles_stand_where_their_tables_stand_in_the_room(wall_of: WallOf, qtbot: QtBot) -> None:
    places = {"T1": "3,1", "T2": "1,2", "T3": "", "T4": "3,1", "T5": "2,2"}
    placed = [table(name, room="A", place=place) for name, place in places.items()]
    floor = wall_of(reading(*placed, table("X1", room="B", place="2,1")))
    wall = floor.window.views.wall
    at = dict(zip([tile.tile.table for tile in wall.tiles if tile.tile], wall.cells, strict=True))
    assert at["T1"] == (2, 0), "whose place it is"
    assert (at["T2"], at["T5"]) == ((0, 1), (1, 1))
    assert (at["T3"], at["T4"]) == ((0, 0), (1, 0)), "the free ones"
    assert at["X1"] == (1, 2), "the next room beneath"
    lefts = {name: wall.tile_of(name).x() for name in at}  # type: ignore[union-attr]
    assert lefts["T3"] == lefts["T2"] < lefts["T5"] == lefts["X1"] < lefts["T1"]
    qtbot.waitUntil(floor.window.isActiveWindow)
    wall.tile_of("T2").setFocus()  # type: ignore[union-attr]
    for key, then in ((Qt.Key.Key_Right, "T5"), (Qt.Key.Key_Up, "T4"), (Qt.Key.Key_Right, "T1")):
        floor.press(key)
        assert wall.chosen == then


@pytest.mark.sweep
def test_live_training_and_rehearsal_tiles_differ_without_colour(wall_of: WallOf) -> None:
    looks: list[dict[str, Any]] = [{}, {"standing": "preparing"}, {"standing": "halted", "round_open": True}]
    for fields in looks:
        grey = []
        for mode in ("live", "training", "rehearsal"):
            floor = wall_of(reading(table("B1", mode=mode, **fields)))
            tile = floor.window.views.wall.tiles[0]
            picture = tile.grab().toImage().convertToFormat(QImage.Format.Format_Mono)
            grey.append(picture.copy(0, picture.height() - 14, picture.width(), 14))
            assert ("TRAINING" in floor.name("B1")) == (mode == "training")
            floor.window.close()
        assert grey[0] != grey[1] != grey[2] != grey[0]


def test_a_table_that_never_came_is_not_closed(wall_of: WallOf) -> None:
    floor = wall_of(
        reading(table("B1"), table("B2", "closed"), replace(table("B3"), report=None, silence=None))
    )
    assert floor.name("B3") == "B3, Baccarat, never responded"
    name = floor.window.bar.accessibleName()
    assert "closed: 1" in name and "never responded: 1" in name
    closed, never = (floor.window.views.wall.tiles[at].grab().toImage() for at in (1, 2))
    assert closed != never


def test_the_tiles_of_each_room_stand_beneath_its_name(wall_of: WallOf) -> None:
    rooms = {"Blue": 3, "Red": 5, "VIP": 1}
    tables = [table(f"{room} {at}", room=room) for room, count in rooms.items() for at in range(count)]
    floor = wall_of(reading(*tables))
    wall = floor.window.views.wall
    assert [room for room, _ in wall.headings] == list(rooms)
    edges = [top for _, top in wall.headings] + [wall.high]
    for tile in wall.tiles:
        assert tile.tile is not None
        at = list(rooms).index(tile.tile.room)
        top, bottom = tile.y() / wall.u, (tile.y() + tile.height()) / wall.u
        assert edges[at] + 20 <= top < bottom <= edges[at + 1] + 1
    floor.hear(1.0, reading(*(each for each in tables if each.room == "Red")))
    assert wall.headings == [], "one room needs no name"
