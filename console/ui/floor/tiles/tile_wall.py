"""The tiles of all tables, in the places of their rooms, as large as fits."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.floor.alarms.watch import Tile
from console.ui.floor.tiles.table_tile import RepaintedPart, TableTile
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import BG0
from console.words import Words

_SHAPE: Final = 1.12
"""The width of a tile in heights, where it can be chosen."""
_LARGEST: Final = 260.0
_AT_ONCE: Final = 3
"""The most tiles with a changed state that are painted at once, before the rest of the window.

Further ones go with its next paint, as do tiles with only a new count.
"""


class TileWall(Surface):
    """One tile for each table; only tiles that changed are painted again."""

    opened = Signal(str)
    """The table whose tile was pressed."""
    looked_at = Signal(str)
    """The table whose tile has got the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles: list[TableTile] = []
        self._cells: list[tuple[int, int]] = []
        """Column and row of each tile, from 0."""
        self._laid: tuple[object, ...] = ()
        self._shown: tuple[Tile, ...] = ()
        self._words: Words | None = None
        self.covers()

    def show_changed(self, tiles: tuple[Tile, ...], words: Words) -> None:
        """Paint a few tiles at once whose state has changed; :meth:`show_tiles` follows with all of them.

        More of them, other words and other places wait for that.
        """
        if words is not self._words or len(tiles) > _AT_ONCE:
            return
        for tile in tiles:
            at = next((at for at, shown in enumerate(self._shown) if shown.table == tile.table), None)
            if at is None or (tile.room, tile.place) != (self._shown[at].room, self._shown[at].place):
                continue
            match self.tiles[at].show_tile(tile, words):
                case RepaintedPart.STANDING:
                    self.tiles[at].repaint()
                case RepaintedPart.COUNT:  # show_tiles will find that it is shown already
                    self.tiles[at].update()

    def show_tiles(self, tiles: tuple[Tile, ...], words: Words) -> int:
        """Show all tables; returns the number of tiles that are painted again."""
        if len(tiles) != len(self.tiles):
            self._make(len(tiles))
        same = words is self._words and len(self._shown) == len(tiles)
        each = enumerate(zip(self._shown, tiles, strict=True)) if same else ()
        anew = [at for at, (before, tile) in each if tile is not before] if same else list(range(len(tiles)))
        stay = same and all(
            (tiles[at].room, tiles[at].place) == (self._shown[at].room, self._shown[at].place) for at in anew
        )
        self._shown, self._words = tiles, words
        found: dict[RepaintedPart, list[TableTile]] = {anew: [] for anew in RepaintedPart}
        for at in anew:
            tile = self.tiles[at]
            found[tile.show_tile(tiles[at], words)].append(tile)
        others, counting = found[RepaintedPart.STANDING], found[RepaintedPart.COUNT]
        at_once = stay and len(others) <= _AT_ONCE
        for tile in others:  # before those that only count on are marked: Qt paints what is marked with them
            (tile.repaint if at_once else tile.update)()
        for tile in counting:
            tile.update()
        if not stay:
            self._arrange_anew()
        return len(others) + len(counting)

    def _arrange_anew(self) -> None:
        laid = tuple((tile.room, tile.place) for tile in self._shown)
        if laid != self._laid:
            self._laid = laid
            self.arrange()

    def tile_of(self, table: str) -> TableTile | None:
        """The tile of a table."""
        return next((each for each in self.tiles if each.tile and each.tile.table == table), None)

    @property
    def chosen(self) -> str | None:
        """The table whose tile has the keys."""
        here = self.focusWidget()  # of the whole window the last one, of the wall one of its tiles
        return here.tile.table if isinstance(here, TableTile) and here.hasFocus() and here.tile else None

    def take_focus(self) -> None:
        """Let the keys come to the tile that they left, else to the first."""
        here = next((each for each in self.tiles if each.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
        if here is not None:
            here.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self, count: int) -> None:
        for tile in self.tiles[count:]:
            tile.hide()
            tile.deleteLater()
        del self.tiles[count:]
        while len(self.tiles) < count:
            tile = TableTile(self, self._go)
            tile.clicked.connect(lambda _=False, tile=tile: self._press(tile))
            tile.u = self.u
            tile.show()
            self.tiles.append(tile)
        self._keep_one_stop(self.tiles[0] if self.tiles else None)
        self._laid = ()

    def _press(self, tile: TableTile) -> None:
        self._keep_one_stop(tile)
        if tile.tile is not None:
            self.opened.emit(tile.tile.table)

    def _go(self, tile: TableTile, right: int, down: int) -> None:
        """Move to a neighbour: at the end of a row to the next row; up and down to the nearest tile of that
        row.
        """
        by_row = sorted(range(len(self.tiles)), key=lambda at: (self._cells[at][1], self._cells[at][0]))
        here = self.tiles.index(tile)
        if right:
            at = by_row.index(here) + right
            there = by_row[at] if 0 <= at < len(by_row) else None
        else:
            column, row = self._cells[here]
            rows = sorted({row for _, row in self._cells})
            at = rows.index(row) + down
            in_row = [each for each in by_row if 0 <= at < len(rows) and self._cells[each][1] == rows[at]]
            there = min(in_row, key=lambda each: abs(self._cells[each][0] - column), default=None)
        if there is None:
            return
        found = self.tiles[there]
        self._keep_one_stop(found)
        found.setFocus(Qt.FocusReason.OtherFocusReason)
        if found.tile is not None:
            self.looked_at.emit(found.tile.table)

    def _keep_one_stop(self, tile: TableTile | None) -> None:
        """Let Tab come to one tile, and leave the wall from there: nobody goes through two hundred."""
        for each in self.tiles:
            stop = Qt.FocusPolicy.StrongFocus if each is tile else Qt.FocusPolicy.ClickFocus
            each.setFocusPolicy(stop)

    def arrange(self) -> None:
        """Place the tiles as the tables stand in their rooms; else in as many columns as give the largest
        tiles.
        """
        shown = [each.tile for each in self.tiles if each.tile is not None]
        count = len(self.tiles)
        if not count or len(shown) < count or self.wide < 1 or self.high < 1:
            return
        gap = 4.0 if count > 60 else 8.0 if count > 24 else 12.0
        self._cells = cells(shown, self.wide, self.high, gap)
        columns = 1 + max(column for column, _ in self._cells)
        rows = 1 + max(row for _, row in self._cells)
        wide = (self.wide - (columns - 1) * gap) / columns
        wide, high = min(wide, _LARGEST * 1.3), min((self.high - (rows - 1) * gap) / rows, _LARGEST)
        for tile, (column, row) in zip(self.tiles, self._cells, strict=True):
            self.put(tile, QRectF(column * (wide + gap), row * (high + gap), wide, high))

    def paint(self, painter: QPainter) -> None:
        """The ground between the tiles."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)


def grid(count: int, width: float, height: float, gap: float) -> tuple[int, float]:
    """Columns, and the height of a tile, that make the tiles of a wall largest."""

    def fit(columns: int) -> float:
        rows = ceil(count / columns)
        across = (width - (columns - 1) * gap) / columns
        down = (height - (rows - 1) * gap) / rows
        return min(across / _SHAPE, down)

    columns = max(range(1, count + 1), key=fit)
    return columns, fit(columns)


def cells(tiles: Sequence[Tile], width: float, height: float, gap: float) -> list[tuple[int, int]]:
    """Column and row of each tile, from 0: each room begins a row where a table of it has a place of its own.

    A table without a place, or whose place another one has, stands in the first that is free in its room.
    """
    if not any(tile.place for tile in tiles):
        columns, _ = grid(len(tiles), width, height, gap)
        return [(at % columns, at // columns) for at in range(len(tiles))]
    columns = max(tile.place[0] for tile in tiles if tile.place)
    found: dict[str, tuple[int, int]] = {}
    top = 0
    for room in dict.fromkeys(tile.room for tile in tiles):
        there = [tile for tile in tiles if tile.room == room]
        taken: dict[tuple[int, int], str] = {}
        for tile in there:
            if tile.place is not None:
                taken.setdefault((tile.place[0] - 1, tile.place[1] - 1), tile.table)
        free = ((column, row) for row in itertools.count() for column in range(columns))
        for tile in there:
            if tile.table not in taken.values():
                taken[next(cell for cell in free if cell not in taken)] = tile.table
        found |= {table: (column, top + row) for (column, row), table in taken.items()}
        top += 1 + max(row for _, row in taken)
    return [found[tile.table] for tile in tiles]
