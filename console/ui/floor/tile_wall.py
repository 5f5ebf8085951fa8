"""The tiles of all tables, in the floor's order, as large as the place lets them be."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.floor.alarms.watch import Tile
from console.ui.floor.table_tile import TableTile
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import BG0
from console.words import Words

_SHAPE: Final = 1.12
"""How much wider than high a tile is, where it can be chosen."""
_LARGEST: Final = 260.0


class TileWall(Surface):
    """A tile a table; only what changed is painted again."""

    opened = Signal(str)
    """The table whose tile was pressed."""
    looked_at = Signal(str)
    """The table to whose tile the keys have come."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles: list[TableTile] = []
        self._columns = 1
        self.covers()

    def show_tiles(self, tiles: tuple[Tile, ...], words: Words) -> int:
        """Show all tables; how many tiles are painted again."""
        if len(tiles) != len(self.tiles):
            self._make(len(tiles))
        return sum(tile.show_tile(told, words) for tile, told in zip(self.tiles, tiles, strict=True))

    def tile_of(self, table: str) -> TableTile | None:
        """The tile of a table."""
        return next((each for each in self.tiles if each.tile and each.tile.table == table), None)

    @property
    def chosen(self) -> str | None:
        """The table whose tile has the keys."""
        return next((each.tile.table for each in self.tiles if each.hasFocus() and each.tile), None)

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
        self.arrange()

    def _press(self, tile: TableTile) -> None:
        self._keep_one_stop(tile)
        if tile.tile is not None:
            self.opened.emit(tile.tile.table)

    def _go(self, tile: TableTile, right: int, down: int) -> None:
        """To a neighbour: at the end of a row to the next one."""
        at = self.tiles.index(tile) + right + down * self._columns
        if 0 <= at < len(self.tiles):
            there = self.tiles[at]
            self._keep_one_stop(there)
            there.setFocus(Qt.FocusReason.OtherFocusReason)
            if there.tile is not None:
                self.looked_at.emit(there.tile.table)

    def _keep_one_stop(self, tile: TableTile | None) -> None:
        """Tab comes to one tile, and leaves the wall from there: two hundred are no way through."""
        for each in self.tiles:
            stop = Qt.FocusPolicy.StrongFocus if each is tile else Qt.FocusPolicy.ClickFocus
            each.setFocusPolicy(stop)

    def arrange(self) -> None:
        """As many columns as give the largest tiles."""
        count = len(self.tiles)
        if not count or self.wide < 1 or self.high < 1:
            return
        gap = 4.0 if count > 60 else 8.0 if count > 24 else 12.0
        self._columns, high = grid(count, self.wide, self.high, gap)
        rows = ceil(count / self._columns)
        wide = (self.wide - (self._columns - 1) * gap) / self._columns
        wide, high = min(wide, _LARGEST * 1.3), min((self.high - (rows - 1) * gap) / rows, _LARGEST)
        for at, tile in enumerate(self.tiles):
            row, column = divmod(at, self._columns)
            self.put(tile, QRectF(column * (wide + gap), row * (high + gap), wide, high))

    def paint(self, painter: QPainter) -> None:
        """The ground between the tiles."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)


def grid(count: int, wide: float, high: float, gap: float) -> tuple[int, float]:
    """Columns, and the height of a tile, that make the tiles of a wall largest."""

    def fit(columns: int) -> float:
        rows = ceil(count / columns)
        across = (wide - (columns - 1) * gap) / columns
        down = (high - (rows - 1) * gap) / rows
        return min(across / _SHAPE, down)

    columns = max(range(1, count + 1), key=fit)
    return columns, fit(columns)
