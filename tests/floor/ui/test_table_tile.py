"""A tile says what its table needs now: the text that is read aloud is never an earlier one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import Tile, TileState
from console.floor.ui import wall_tiles
from console.floor.ui.appearance import act_text, breakable_text, tile_name
from console.floor.ui.wall_tiles import RepaintedPart, TableTile
from tests.base.words.catalogues import words

SHOE = AlarmLine(
    key="J4 device", what=AlarmKind.DEVICE, priority=Priority.MEDIUM, tables=("J4",), wait=48.0, detail="shoe"
)
TABLE = Tile(
    table="J4", name="J4", game="roulette", mode="live", look=TileState.WAITS, age=3.0, behind=2, item=SHOE
)


@pytest.fixture
def tile(qtbot: QtBot) -> Iterator[TableTile]:
    place = QWidget()
    qtbot.addWidget(place)
    made = TableTile(TABLE, words("en"), place, lambda *_: None)
    made.show_tile(TABLE, words("en"))
    yield made


@pytest.mark.parametrize(
    "after",
    [
        replace(TABLE, item=replace(SHOE, detail="wheel")),
        replace(TABLE, item=replace(SHOE, what=AlarmKind.CALL)),
        replace(TABLE, item=replace(SHOE, what=AlarmKind.CALL, call=7)),
        replace(TABLE, item=None),
        replace(TABLE, game="baccarat"),
        replace(TABLE, shelved=True),
    ],
    ids=["another device", "no device", "a call", "nothing", "another game", "set aside"],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_tiles_accessible_name_is_its_text(tile: TableTile, after: Tile, language: str) -> None:
    assert tile.show_tile(after, words(language)) is RepaintedPart.STANDING
    assert tile.accessibleName() == tile_name(words(language), after)


@pytest.mark.parametrize("of_call", [0, 7])
def test_a_tiles_name_says_whether_its_call_can_be_taken(tile: TableTile, of_call: int) -> None:
    called = replace(TABLE, item=replace(SHOE, what=AlarmKind.CALL, call=of_call))
    tile.show_tile(replace(called, item=replace(SHOE, what=AlarmKind.CALL, call=7 - of_call)), words("en"))
    assert tile.show_tile(called, words("en")) is RepaintedPart.STANDING
    assert tile.accessibleName() == tile_name(words("en"), called)


def test_a_counting_second_is_not_read_aloud_again(tile: TableTile) -> None:
    later = replace(TABLE, age=4.0, behind=3, item=replace(SHOE, wait=49.0))
    assert tile.show_tile(later, words("en")) is RepaintedPart.COUNT
    assert tile.show_tile(replace(later, age=5.0), words("en")) is RepaintedPart.NOTHING


def picture(tile: TableTile, shown: Tile) -> QImage:
    tile.show_tile(shown, words("en"))
    return tile.grab().toImage()


@pytest.mark.parametrize("mark", ["shelved", "uncertified"])
def test_a_mark_at_a_tiles_foot_keeps_clear_of_the_strip_of_a_table_that_is_not_live(
    tile: TableTile, mark: str
) -> None:
    tile.resize(182, 209)
    plain = replace(TABLE, mode="training", look=TileState.PLAYING, item=None)
    without, marked = picture(tile, plain), picture(tile, replace(plain, **{mark: True}))
    strip = QRect(0, 209 - 14, 182, 14)
    assert marked != without
    assert marked.copy(strip) == without.copy(strip)


@pytest.mark.parametrize("size", [(182, 209), (165, 140), (150, 100), (70, 60)])
def test_the_lines_and_the_edge_of_an_alarm_keep_clear_of_the_strip(
    tile: TableTile, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = list[float]()

    def noted(_: QPainter, text: str, left: float, middle: float, face: QFont, ink: QColor) -> float:
        ends.append(middle + 0.56 * face.pixelSize())
        return left

    monkeypatch.setattr(wall_tiles, "write", noted)
    monkeypatch.setattr(wall_tiles, "paint_ground", lambda _, body, looks: ends.append(body.bottom()))
    tile.resize(*size)
    tile.show_tile(replace(TABLE, mode="training", look=TileState.HALTED), words("lt"))
    tile.grab()
    strip = max(5.0, min(12.0, (size[1] - 2) * 0.07))
    assert len(ends) == 3 and max(ends) <= size[1] - 1 - strip + 0.5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(182, 209), (240, 170)])
def test_no_word_on_a_tile_is_larger_than_that_of_a_halt(
    tile: TableTile, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long word for it, as the German one, stood in letters half as high as that of a call."""
    written = list[int]()

    def noted(
        _: QPainter, lines: tuple[str, ...], box: QRectF, face: QFont, ink: QColor, **__: object
    ) -> None:
        written.append(face.pixelSize())

    monkeypatch.setattr(wall_tiles, "write_lines", noted)
    tile.resize(*size)
    found = dict[AlarmKind, int]()
    for what in (AlarmKind.HALTED, AlarmKind.CALL, AlarmKind.OUTCOME, AlarmKind.QUEUE):
        tile.show_tile(replace(TABLE, item=replace(SHOE, what=what)), words(language))
        tile.grab()
        found[what] = written[-1]
    assert found[AlarmKind.HALTED] == max(found.values())
    assert found[AlarmKind.HALTED] >= 26


def test_a_dealer_who_is_due_at_a_locked_screen_has_no_cable_to_check() -> None:
    say, due = words("en"), replace(SHOE, detail="dealer")
    assert breakable_text(say, due) == say.text("lamp.dealer")
    assert (act_text(say, due), act_text(say, SHOE)) == ("", say.text("floor.act.device"))
