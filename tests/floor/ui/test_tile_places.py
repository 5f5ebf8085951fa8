"""A table's own place moves its tile, and makes nobody's tile smaller than can be read."""

from __future__ import annotations

import pytest

from console.floor.alarms.watch import Tile, TileState
from console.floor.ui.wall_tiles import cells

WIDE, HIGH, GAP = 1_180.0, 900.0, 12.0


def tiles(many: int, places: dict[int, tuple[int, int]], rooms: int = 1) -> list[Tile]:
    return [
        Tile(
            table=f"T{at}",
            name=f"T{at}",
            game="baccarat",
            room=f"R{at % rooms}" if rooms > 1 else "",
            place=places.get(at),
            look=TileState.PLAYING,
        )
        for at in range(many)
    ]


def size(found: list[tuple[int, int]]) -> tuple[float, float]:
    """The width and height of a tile in a grid that has these cells."""
    columns, rows = 1 + max(column for column, _ in found), 1 + max(row for _, row in found)
    return (WIDE - (columns - 1) * GAP) / columns, (HIGH - (rows - 1) * GAP) / rows


PLACES = {
    "far to the right and down": {3: (60, 40)},
    "far to the right": {3: (99, 1)},
    "far down": {3: (1, 99)},
    "two of them": {3: (1, 99), 7: (99, 1)},
    "in a column of its own": {3: (1, 1)},
    "all in one cell": dict.fromkeys(range(12), (1, 1)),
    "all far down": {at: (1, 99 - at) for at in range(12)},
    "all in one column": {at: (1, at + 1) for at in range(12)},
}


@pytest.mark.parametrize("rooms", [1, 3])
@pytest.mark.parametrize("what", PLACES)
def test_no_tables_place_makes_a_tile_smaller_than_the_least(what: str, rooms: int) -> None:
    shown = tiles(12, PLACES[what], rooms)
    found = cells(shown, WIDE, HIGH, GAP)
    wide, high = size(found)
    assert wide >= 78 and high >= 56, found
    stands = {(tile.room, cell) for tile, cell in zip(shown, found, strict=True)}
    assert len(stands) == 12, "each has a cell of its own"


def test_tables_stand_at_the_places_that_the_house_gave_them() -> None:
    places = {at: (1 + at % 4, 1 + at // 4) for at in range(12)}
    found = cells(tiles(12, places), WIDE, HIGH, GAP)
    assert found == [(column - 1, row - 1) for column, row in places.values()]


def test_a_table_whose_place_is_too_far_out_stands_by_its_name() -> None:
    others = {at: (1 + at % 4, 1 + at // 4) for at in range(11)}
    found = cells(tiles(12, {**others, 11: (60, 40)}), WIDE, HIGH, GAP)
    assert found[11] == (3, 2), "in the first cell that is free"
    assert found[:11] == [(column - 1, row - 1) for column, row in others.values()]
