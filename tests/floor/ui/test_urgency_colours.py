"""Brightness follows urgency for every eye: with all three cones, without green's, without red's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import Tile, TileState
from console.floor.ui.appearance import HALT, NOW, SOON, of_item, pressing
from console.floor.ui.wall_tiles import TableTile
from console.table.ui.kit import theme
from tests.base.words.catalogues import words
from tests.table.ui.dichromats import SIGHTS, contrast, contrast_of, light_seen, luminance, luminances

SIZES = ((45, 41), (92, 82), (180, 208))
"""The tiles' sizes with two hundred tables, with fifty and with twelve, on 1280 by 800."""


def _tile(look: TileState, priority: Priority | None, what: AlarmKind = AlarmKind.CALL) -> Tile:
    item = (
        AlarmLine(key=f"J4 {what}", what=what, priority=priority, tables=("J4",), wait=48.0)
        if priority is not None
        else None
    )
    return Tile(table="J4", name="J4", game="blackjack", mode="live", look=look, item=item)


BY_URGENCY = {
    "a halt in a round": _tile(TileState.HALTED, Priority.HIGH, AlarmKind.HALTED),
    "a call that has waited long": _tile(TileState.WAITS, Priority.HIGH),
    "a call": _tile(TileState.WAITS, Priority.MEDIUM),
    "a clock that drifts": _tile(TileState.PLAYING, Priority.LOW, AlarmKind.CLOCK),
}
"""The most urgent first."""


@pytest.fixture
def tile(qtbot: QtBot) -> Iterator[TableTile]:
    place = QWidget()
    qtbot.addWidget(place)
    yield TableTile(_tile(TileState.PLAYING, None), words("de"), place, lambda *_: None)


def brightness(tile: TableTile, size: tuple[int, int], shown: Tile, sight: str) -> float:
    """The mean luminance of a painted tile, and so of what reaches an eye from across the room."""
    tile.resize(*size)
    tile.u = 1
    tile.show_tile(shown, words("de"))
    found = luminances(tile.grab().toImage(), sight)
    return sum(found) / len(found)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("size", SIZES)
def test_the_more_a_tile_presses_the_brighter_it_is(
    tile: TableTile, size: tuple[int, int], sight: str
) -> None:
    bright = {name: brightness(tile, size, shown, sight) for name, shown in BY_URGENCY.items()}
    for more, less in pairwise(bright):
        assert contrast(bright[more], bright[less]) >= 1.2 and bright[more] > bright[less], (more, less)


@pytest.mark.parametrize("sight", SIGHTS)
def test_ground_and_edge_stand_out_from_the_wall_in_the_order_of_urgency(sight: str) -> None:
    grounds = [contrast_of(each.ground, theme.BG0, sight) for each in (HALT, NOW, SOON)]
    assert grounds == sorted(grounds, reverse=True)
    assert grounds[0] >= 1.5 * grounds[1] >= 1.5 * grounds[2]
    assert HALT.edge is not None and contrast_of(HALT.edge, theme.BG0, sight) >= 3
    assert SOON.edge is not None and contrast_of(SOON.edge, theme.BG0, sight) >= 4.5
    for looks in (HALT, NOW, SOON):
        assert contrast_of(looks.ink, looks.ground, sight) >= 6.5


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_row_of_the_list_is_as_bright_as_its_tile_is_urgent(sight: str) -> None:
    halted, called = (
        of_item(AlarmLine(key="x", what=what, priority=Priority.HIGH, tables=("J4",), wait=1.0))
        for what in (AlarmKind.HALTED, AlarmKind.CANT_RECORD)
    )
    assert contrast_of(halted.row, theme.BG0, sight) > 4.5 > contrast_of(called.row, theme.BG0, sight)
    for looks in (halted, called, pressing(Priority.MEDIUM, halted=True)):
        for ink in (looks.row_ink, looks.strong, looks.weak):
            assert contrast_of(ink, looks.row, sight) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_halt_is_no_rehearsal(sight: str) -> None:
    """Its edge alone might be taken for the rehearsal's pink: nothing else of it is any colour."""
    assert contrast_of(HALT.ground, theme.PINK, sight) >= 1.5


def test_a_plain_red_ground_would_be_the_dullest_lit_tile() -> None:
    """A plain red halt has 4.3 against amber's 9.4 to an eye without red's cone."""
    for sight in ("deuteranopia", "protanopia"):
        assert contrast_of(theme.RED, theme.BG0, sight) < contrast_of(theme.AMBER, theme.BG0, sight)
    assert (
        contrast_of(theme.RED, theme.BG0, "protanopia")
        < 5
        < 9
        < contrast_of(theme.AMBER, theme.BG0, "protanopia")
    )
    assert contrast_of(theme.AMBER_FILL, theme.BG2, "protanopia") < 1.3, (
        "a ground alone is not enough for amber's edge"
    )


def test_white_stays_white_and_black_black_to_every_eye() -> None:
    """The paper says this of its own maps: a wrong number in a matrix is seen here."""
    for sight in SIGHTS:
        assert luminance(0xFFFFFF, sight) == pytest.approx(1, abs=0.03)
        assert luminance(0x000000, sight) == pytest.approx(0, abs=0.03)


def test_red_and_green_are_one_yellow_to_an_eye_without_one_of_their_cones() -> None:
    """The paper says this of its own maps: a wrong number in a matrix is seen here."""
    for sight in ("deuteranopia", "protanopia"):
        for colour in (0xFF0000, 0x00FF00, 0xF4574D, 0x7BCB97):
            red, green, _ = light_seen(colour, sight)
            assert red == pytest.approx(green, abs=0.01)
    assert luminance(0xFF0000, "protanopia") < 0.6 * luminance(0xFF0000, "all three cones")
