"""The tiles: one for each table, in the places of their rooms, and a second window that shows only tiles."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from math import ceil
from typing import Final

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmLine, Priority
from console.floor.alarms.watch import Tile, TileState
from console.floor.ui.appearance import (
    PRIORITIES,
    breakable_text,
    game_sign,
    paint_ground,
    pressing,
    span,
    state_sign,
    tile_name,
)
from console.floor.ui.frame import FloorBar, Ground, Summary
from console.floor.ui.preferences import StoredPreferences, WindowPlace
from console.table.core import Clock, Mode
from console.table.ui.dealer import MARKS
from console.table.ui.kit import (
    PlacedPart,
    ScaledWidget,
    Surface,
    advance,
    elide,
    fill,
    fill_screen,
    fit_frame,
    follow_screens,
    hyphenate,
    other_screen,
    outline,
    overhang,
    pen,
    screen_of,
    show_fitting,
    theme,
    write,
    write_lines,
)
from console.table.ui.signs import Sign

_SIZES: Final = (44, 40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 19, 18, 17, 16, 15, 14, 13, 12)
_CALM_MOST: Final = 30
"""The largest letters of a tile that needs nobody."""
_WORDED: Final = (150.0, 96.0)
"""The size from which a tile has room for words."""
_SMALL: Final = 64.0
"""The width below which shape and wait share the lower line."""
_SIMULATED: Final = frozenset(mode.value for mode in MARKS)
"""Modes shown by a hatched foot, as in the table's own bar; a LIVE tile has none."""
MOVES: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class RepaintedPart(Enum):
    NOTHING = auto()
    COUNT = auto()
    """Only the tile's counting values have changed."""
    STANDING = auto()
    """The table's state has changed."""


class TableTile(ScaledWidget, QAbstractButton):
    """One table: a press opens it."""

    def __init__(
        self, tile: Tile, words: Words, parent: QWidget, moved: Callable[[TableTile, int, int], None]
    ) -> None:
        super().__init__(parent)
        self._moved = moved
        self.tile, self._words = tile, words
        self._stands: tuple[object, ...] = ()
        """The table's state when it was last shown, without its counting values."""
        self._counted = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_tile(self, tile: Tile, words: Words) -> RepaintedPart:
        """Show a table; the wall decides whether the tile is painted at once or with its next paint."""
        self.tile, self._words = tile, words
        stands = (words.language, *_standing(tile))
        before, self._counted = self._counted, _counted(words, tile)
        if stands == self._stands:
            return RepaintedPart.NOTHING if self._counted == before else RepaintedPart.COUNT
        self._stands = stands
        name = tile_name(words, tile)
        if name != self.accessibleName():
            self.setAccessibleName(name)
        return RepaintedPart.STANDING

    @property
    def priority(self) -> Priority:
        item = self.tile.item
        return item.priority if item is not None else Priority.INFO

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbours; the window has Enter and Space."""
        move = MOVES.get(Qt.Key(event.key()))
        if move is None:
            event.ignore()
        else:
            self._moved(self, *move)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        self._paint(painter, self.tile, self._words, QRectF(0, 0, self.wide, self.high))
        painter.end()

    def _paint(self, painter: QPainter, tile: Tile, words: Words, box: QRectF) -> None:
        body = box.adjusted(1, 1, -1, -1)
        if tile.mode in _SIMULATED:
            strip = max(5.0, min(12.0, body.height() * 0.07))
            foot = QRectF(body.left(), body.bottom() - strip, body.width(), strip)
            MARKS[Mode(tile.mode)].pattern(painter, foot)
            body = body.adjusted(0, 0, 0, -strip)
        ink = self._ground(painter, tile, body)
        if _is_urgent(tile):
            self._urgent(painter, tile, words, body, ink)
        else:
            self._calm(painter, tile, words, body, ink)
        self._paint_foot(painter, tile, body)
        if self.hasFocus():
            outline(painter, box, pen(theme.BG0, 6), 8)
            outline(painter, box, pen(theme.T0, 4), 8)

    def _paint_foot(self, painter: QPainter, tile: Tile, body: QRectF) -> None:
        """The marks that need no act, at the right of the foot."""
        side = min(22.0, body.height() * 0.24)
        place = QRectF(body.right() - side - 4, body.bottom() - side - 4, side, side)
        if tile.shelved:
            Sign("urgency.laid_aside")(painter, place, theme.T2)
            place.translate(-side - 4, 0)
        if tile.uncertified and self._has_room(tile, body):
            Sign("urgency.uncertified")(painter, place, theme.T2)

    def _has_room(self, tile: Tile, body: QRectF) -> bool:
        """Whether the foot has room; a silent table shows nothing else."""
        if self.priority >= Priority.MEDIUM or tile.look in (
            TileState.SILENT,
            TileState.REFUSED,
            TileState.BEHIND,
        ):
            return False
        return self.priority < Priority.LOW or body.width() >= _SMALL

    def _ground(self, painter: QPainter, tile: Tile, body: QRectF) -> QColor:
        """Paint the surface by urgency; a silent table has none. Returns the ink."""
        match tile.look, self.priority:
            case (TileState.SILENT, priority):
                fill(painter, body, theme.BG0, 6)
                heavy = priority >= Priority.MEDIUM
                edge = pen(theme.T1 if heavy else theme.STRONG_EDGE, 2.5 if heavy else 1.5, dashes=[6, 4])
                outline(painter, body, edge, 6)
                return theme.T1
            case (TileState.REFUSED, priority):
                fill(painter, body, theme.BG0, 6)
                ink = pressing(Priority.MEDIUM, halted=False).ink if priority >= Priority.MEDIUM else theme.T1
                outline(painter, body, pen(ink, 2.5, dashes=[1, 3]), 6)
                return ink
            case (TileState.NEVER, _):
                fill(painter, body, theme.BG0, 6)
                outline(painter, body, pen(theme.STRONG_EDGE, 2, dashes=[1, 3]), 6)
                return theme.T2
            case (TileState.CLOSED, Priority.INFO | Priority.LOW):
                fill(painter, body, theme.BG0, 6)
                outline(painter, body, pen(theme.LINE, 1.5), 6)
                return theme.T2
            case (look, Priority.HIGH | Priority.MEDIUM as priority):
                looks = pressing(priority, halted=look is TileState.HALTED)
                paint_ground(painter, body, looks)
                return looks.ink
            case _:
                fill(painter, body, theme.BG2 if tile.look is TileState.PLAYING else theme.BG1, 6)
                return theme.T2

    def _urgent(self, painter: QPainter, tile: Tile, words: Words, body: QRectF, ink: QColor) -> None:
        """The shape, the table, the wait, and the cause if it fits."""
        item = tile.item
        assert item is not None, "what is urgent has a reason"
        inner = _inner(body)
        worded = body.width() >= _WORDED[0] and body.height() >= _WORDED[1]
        small = body.width() < _SMALL
        rows = 3 if worded else 2
        high = inner.height() / rows
        side = min(high * 0.72, inner.width() * 0.26)
        middle, low = inner.top() + high / 2, inner.bottom() - high / 2
        sign, wait = PRIORITIES[item.priority], span(words, item.wait)
        # A name of four letters and its shape don't fit side by side on the smallest tile.
        beside = low if small else middle
        sign(painter, QRectF(inner.right() - side, beside - side / 2, side, side), ink)
        room = inner.width() - (0 if small else side + 5)
        face = theme.font(_within(tile.name, room, high), bold=True)
        left = inner.left() + overhang(tile.name[:1], face)
        write(painter, elide(tile.name, room, face), left, middle, face, ink)
        room = inner.width() - (side + 2 if small or item.taken else 0)
        if item.taken is None or not small:
            write(painter, wait, inner.left(), low, theme.font(_within(wait, room, high), bold=True), ink)
        if item.taken is not None:
            left = inner.left() if small else inner.right() - side * 0.8
            Sign("places.person")(painter, QRectF(left, low - side * 0.4, side * 0.8, side * 0.8), ink)
        if worded:
            text, wide = breakable_text(words, item), inner.width()
            # No word is larger than that of a halt, which is longer in some languages than the others.
            most = _broken_within(words.text("floor.what.halted"), wide, high)
            letters = min(most, _broken_within(text, wide, high))
            lines = hyphenate(text, wide, theme.font(letters, bold=True))
            place = QRectF(inner.left(), inner.top() + high, inner.width(), high)
            write_lines(painter, lines, place, theme.font(letters, bold=True), ink, leading=1.15)

    def _calm(self, painter: QPainter, tile: Tile, words: Words, body: QRectF, ink: QColor) -> None:
        """The table and its game; beneath it its state, except while it plays."""
        inner = _inner(body)
        half = min(inner.height() / 2, 64.0)
        upper = inner.top() + half / 2
        room = inner.width() * (0.96 if inner.width() < 60 else 0.72)
        size = min(_CALM_MOST, _within(tile.name, room, half))
        answers = tile.look is not TileState.SILENT
        face = theme.font(size, bold=True)
        name_ink = theme.T1 if tile.look is TileState.PLAYING or not answers else ink
        left = inner.left() + overhang(tile.name[:1], face)
        end = write(painter, elide(tile.name, inner.width(), face), left, upper, face, name_ink)
        if not answers:
            fill(painter, QRectF(inner.left() - 2, upper - 1, end - inner.left() + 4, 2), theme.T1)
        side = min(half * 0.78, inner.width() * 0.29, 30.0)
        lower = inner.bottom() - half / 2
        mark = QRectF(inner.left(), lower - side / 2, side, side)
        if tile.look is TileState.PLAYING:
            game_sign(tile.game)(painter, mark, theme.mix(theme.T2, theme.BG2, 0.75))
        else:
            state_sign(tile)(painter, mark, ink)
        text = _beneath(words, tile)
        if text:
            room = inner.right() - mark.right() - 3
            size = min(_CALM_MOST, _within(text, room, half))
            if size >= theme.DESK_LEAST:  # Too small, the list beside the tiles says it.
                write(painter, text, mark.right() + 3, lower, theme.font(size, bold=not answers), ink)
        if self.priority is Priority.LOW:
            dot = min(half * 0.6, inner.width() * 0.24, 20.0)
            beside = lower if body.width() < _SMALL else upper
            Sign("urgency.low")(painter, QRectF(inner.right() - dot, beside - dot / 2, dot, dot), theme.T1)


def _is_urgent(tile: Tile) -> bool:
    """Whether the tile is loud; a silent table's tile shows nothing of its earlier state."""
    presses = tile.item is not None and tile.item.priority >= Priority.MEDIUM
    return presses and tile.look not in (TileState.SILENT, TileState.REFUSED)


def _standing(tile: Tile) -> tuple[Tile, AlarmLine | None, int]:
    """All that a tile shows, except its counting seconds; a new field is compared by itself."""
    item = tile.item
    calm = msgspec.structs.replace(tile, age=None, behind=0, item=None)
    if item is None:
        return calm, None, 0
    return calm, msgspec.structs.replace(item, wait=0.0, parts=()), len(item.parts)


def _counted(words: Words, tile: Tile) -> str:
    if tile.item is not None and _is_urgent(tile):
        return span(words, tile.item.wait)
    return _beneath(words, tile)


def _beneath(words: Words, tile: Tile) -> str:
    """A calm tile's text beside its sign: an age, or the number of missing entries."""
    if tile.look is TileState.SILENT and tile.age is not None:
        return span(words, tile.age)
    return f"−{tile.behind}" if tile.look is TileState.BEHIND else ""


def _inner(body: QRectF) -> QRectF:
    """The box for a tile's texts; a small tile has almost no margin."""
    edge = 3.0 if body.width() < _SMALL else 8.0
    return body.adjusted(edge, 3, -edge, -3)


def _within(text: str, room: float, height: float) -> int:
    """The largest letters in which a text fits a place."""
    for size in _SIZES:
        if size * 1.12 <= height and advance(text, theme.font(size, bold=True)) <= room:
            return size
    return _SIZES[-1]


@lru_cache(maxsize=512)
def _broken_within(text: str, room: float, height: float) -> int:
    """The largest letters in which a text fits a place, in as many lines as needed."""
    for size in _SIZES:
        face = theme.font(size, bold=True)
        lines = hyphenate(text, room, face)
        if len(lines) * size * 1.15 <= height and all(advance(line, face) <= room for line in lines):
            return size
    return _SIZES[-1]


_HEADING: Final = 26.0
"""The height of a room's name above its tiles."""
_SHAPE: Final = 1.12
"""The width of a tile in heights, if it can be chosen."""
_LARGEST: Final = 260.0
_LEAST_TILE: Final = QSizeF(88.0, 78.0)
"""No table's place makes the tiles smaller than this; too many tables do."""
_AT_ONCE: Final = 3
"""The most tiles with a changed state that are painted at once, before the rest of the window; others, and
tiles with only a new count, go with its next paint.
"""


class TileWall(Surface):
    """One tile for each table; only changed tiles are painted again."""

    opened = Signal(str)
    """The table whose tile was pressed."""
    looked_at = Signal(str)
    """The table whose tile has got the focus."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles: list[TableTile] = []
        self.cells: list[tuple[int, int]] = []
        """Column and row of each tile, from 0."""
        self._laid: tuple[object, ...] = ()
        self.headings: list[tuple[str, float]] = []
        """If tables of several rooms are shown, each room's name, and its distance from the top."""
        self._shown: tuple[Tile, ...] = ()
        self._words = words
        self.covers()

    def show_changed(self, tiles: tuple[Tile, ...], words: Words) -> None:
        """Paint a few tiles with a changed state at once; :meth:`show_tiles` follows with all, including more
        of them, other words and other places.
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
        """Show all tables; returns how many tiles are painted again."""
        if len(tiles) != len(self.tiles):
            self._make(tiles, words)
        same = words is self._words and len(self._shown) == len(tiles)
        each = enumerate(zip(self._shown, tiles, strict=True)) if same else ()
        changed = [at for at, (before, tile) in each if tile is not before]
        if not same:
            changed = list(range(len(tiles)))
        stay = same and all(
            (tiles[at].room, tiles[at].place) == (self._shown[at].room, self._shown[at].place)
            for at in changed
        )
        self._shown, self._words = tiles, words
        found: dict[RepaintedPart, list[TableTile]] = {part: [] for part in RepaintedPart}
        for at in changed:
            tile = self.tiles[at]
            found[tile.show_tile(tiles[at], words)].append(tile)
        others, counting = found[RepaintedPart.STANDING], found[RepaintedPart.COUNT]
        at_once = stay and len(others) <= _AT_ONCE
        for tile in others:  # Before the others are marked: Qt would paint these with them.
            (tile.repaint if at_once else tile.update)()
        for tile in counting:
            tile.update()
        if not stay:
            self._arrange_again()
        return len(others) + len(counting)

    def _arrange_again(self) -> None:
        laid = tuple((tile.room, tile.place) for tile in self._shown)
        if laid != self._laid:
            self._laid = laid
            self.arrange()

    def tile_of(self, table: str) -> TableTile | None:
        return next((each for each in self.tiles if each.tile.table == table), None)

    @property
    def chosen(self) -> str | None:
        here = self.focusWidget()  # The window has one focused part, which may be one of the tiles.
        return here.tile.table if isinstance(here, TableTile) and here.hasFocus() else None

    def take_focus(self) -> None:
        """Let the keys come to the tile that they left, else to the first."""
        here = next((each for each in self.tiles if each.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
        if here is not None:
            here.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self, tiles: tuple[Tile, ...], words: Words) -> None:
        for gone in self.tiles[len(tiles) :]:
            gone.hide()
            gone.deleteLater()
        del self.tiles[len(tiles) :]
        for tile in tiles[len(self.tiles) :]:
            key = TableTile(tile, words, self, self._go)
            key.clicked.connect(lambda _=False, key=key: self._press(key))
            key.u = self.u
            key.show()
            self.tiles.append(key)
        self._keep_one_stop(self.tiles[0] if self.tiles else None)
        self._laid = ()

    def _press(self, tile: TableTile) -> None:
        self._keep_one_stop(tile)
        self.opened.emit(tile.tile.table)

    def _go(self, tile: TableTile, right: int, down: int) -> None:
        """Move to a neighbour: at the end of a row to the next row; up and down to the nearest tile there."""
        by_row = sorted(range(len(self.tiles)), key=lambda at: (self.cells[at][1], self.cells[at][0]))
        here = self.tiles.index(tile)
        if right:
            at = by_row.index(here) + right
            there = by_row[at] if 0 <= at < len(by_row) else None
        else:
            column, row = self.cells[here]
            rows = sorted({row for _, row in self.cells})
            at = rows.index(row) + down
            in_row = [each for each in by_row if 0 <= at < len(rows) and self.cells[each][1] == rows[at]]
            there = min(in_row, key=lambda each: abs(self.cells[each][0] - column), default=None)
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
        """Place the tiles as the tables stand in their rooms; else in columns that make them largest."""
        shown = [each.tile for each in self.tiles]
        count = len(shown)
        if not count or self.wide < 1 or self.high < 1:
            return
        gap = 4.0 if count > 60 else 8.0 if count > 24 else 12.0
        rooms = list(dict.fromkeys(tile.room for tile in shown))
        named = [room for room in rooms if room and len(rooms) > 1]
        height = self.high - len(named) * _HEADING
        self.cells = cells(shown, self.wide, height, gap)
        columns = 1 + max(column for column, _ in self.cells)
        rows = 1 + max(row for _, row in self.cells)
        wide = (self.wide - (columns - 1) * gap) / columns
        wide, high = min(wide, _LARGEST * 1.3), min((height - (rows - 1) * gap) / rows, _LARGEST)
        first = {room: self.cells[at][1] for at, room in reversed([*enumerate(t.room for t in shown)])}
        top = {room: (1 + named.index(room) if room in named else 0) * _HEADING for room in rooms}
        for tile, (column, row) in zip(self.tiles, self.cells, strict=True):
            assert tile.tile is not None
            down = top[tile.tile.room] + row * (high + gap)
            self.put(tile, QRectF(column * (wide + gap), down, wide, high))
        self.headings = [(room, top[room] - _HEADING + first[room] * (high + gap)) for room in named]
        self.update()

    def paint(self, painter: QPainter) -> None:
        """The ground between the tiles, and each room's name above its tiles."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        for room, top in self.headings:
            face = theme.font(16, bold=True, track=104)
            middle = top + _HEADING / 2 - 2
            end = write(painter, elide(room, self.wide - 16, face), 2, middle, face, theme.T1) + 12
            fill(painter, QRectF(end, middle, max(0.0, self.wide - end), 1), theme.LINE)


def cells(tiles: Sequence[Tile], width: float, height: float, gap: float) -> list[tuple[int, int]]:
    """Column and row of each tile, from 0: each room begins a row.

    Without tables' own places there are as many columns as make the tiles largest. A table without a place of
    its own, with another's, or with one so far out that the others' tiles would become too small, gets the
    first free one in its room.
    """
    many = Counter(tile.room for tile in tiles)

    def fit(columns: int) -> float:
        rows = sum(ceil(count / columns) for count in many.values())
        across = (width - (columns - 1) * gap) / columns
        return min(across / _SHAPE, (height - (rows - 1) * gap) / rows)

    best = max(range(1, max(many.values()) + 1), key=fit)
    across = max(best, int((width + gap) // (_LEAST_TILE.width() + gap)))
    down = max(
        sum(ceil(count / best) for count in many.values()),
        int((height + gap) // (_LEAST_TILE.height() + gap)),
    )
    placed = {tile.table: tile.place for tile in tiles if tile.place is not None and tile.place[0] <= across}
    while True:
        columns = max((column for column, _ in placed.values()), default=best)
        found, rows = _laid(tiles, placed, columns if len(placed) == len(tiles) else max(columns, best))
        if rows <= down or not placed:
            return [found[tile.table] for tile in tiles]
        del placed[max(placed, key=lambda table: placed[table][1])]  # This one makes it so high.


def _laid(
    tiles: Sequence[Tile], placed: Mapping[str, tuple[int, int]], columns: int
) -> tuple[dict[str, tuple[int, int]], int]:
    """Each table's column and row, from 0, and the number of rows; ``placed`` are those with a place."""
    found: dict[str, tuple[int, int]] = {}
    top = 0
    for room in dict.fromkeys(tile.room for tile in tiles):
        there = [tile.table for tile in tiles if tile.room == room]
        taken: dict[tuple[int, int], str] = {}
        for table in there:
            if table in placed:
                taken.setdefault((placed[table][0] - 1, placed[table][1] - 1), table)
        free = ((column, row) for row in itertools.count() for column in range(columns))
        settled = set(taken.values())
        for table in there:
            if table not in settled:
                taken[next(cell for cell in free if cell not in taken)] = table
        found |= {table: (column, top + row) for (column, row), table in taken.items()}
        top += 1 + max(row for _, row in taken)
    return found, top


FIRST, SECOND = "first", "second"
"""The windows' names in the preferences."""
GAP: Final = 10.0
LEAST: Final = QSize(640, 400)
"""The least size of either window: beneath that no row can be read; a window keeps its place."""
KEPT_AFTER: Final = 1_000
"""Milliseconds after the last move at which a window's place is kept."""
_MOVED: Final = frozenset(
    (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange, QEvent.Type.Show, QEvent.Type.Hide)
)


class WallWindow(PlacedPart, QWidget):
    """The tiles alone, for a screen on the wall: bar and tiles, nothing to press."""

    def __init__(self, clock: Clock, words: Words, title: str, opened: Callable[[str], None]) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # The wall keeps the keys.
        self.setMinimumSize(LEAST)
        self.setWindowTitle(title)
        self.ground = Ground(self)
        self.bar = FloorBar(clock.utc, words, self)
        self.wall = TileWall(words, self)
        self.wall.opened.connect(opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        u = theme.unit(self.width(), self.height())
        self.ground.setGeometry(self.rect())
        top = round(theme.STATUS_HEIGHT * u)
        gap = round(GAP * u)
        self.bar.setGeometry(0, 0, self.width(), top)
        self.wall.setGeometry(gap, top + gap, self.width() - 2 * gap, self.height() - top - 2 * gap)
        for part in (self.ground, self.bar, self.wall):
            part.set_unit(u)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it, F11 fills the screen."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_F11:
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case _:
                super().keyPressEvent(event)


class WindowPlaces(QObject):
    """The places of a wall's window and of its second one, which is made when first needed. A place is kept
    after each move: even a killed wall opens there again.
    """

    def __init__(
        self, window: QWidget, clock: Clock, chosen: StoredPreferences, opened: Callable[[str], None]
    ) -> None:
        """``opened`` is called with the table whose tile is pressed in the second window."""
        super().__init__(window)
        window.setMinimumSize(LEAST)
        self._window, self._clock, self._chosen, self._opened = window, clock, chosen, opened
        self.second: WallWindow | None = None
        self._moved = QTimer(self, singleShot=True, interval=KEPT_AFTER)
        self._moved.timeout.connect(self._keep)
        self._unplugged = False
        """Whether the second window waits for a screen: over the wall it would hide the calls."""
        window.installEventFilter(self)
        follow_screens(self, self._follow_screens)

    def _follow_screens(self) -> None:
        """Hide the second window without a screen of its own, and show it once there is one again."""
        alone = other_screen(self._window) is None
        if alone and self.second is not None and self.second.isVisible():
            self._unplugged = True
            self.second.hide()
        elif not alone and self._unplugged:
            self._show_second()

    def show_where_it_was(self) -> None:
        """Show the wall as it stood at the last end, with the keys."""
        kept = self._chosen.now.places.get(FIRST)
        if kept is None or not _restore_place(self._window, kept):
            show_fitting(self._window)
        self._window.activateWindow()  # Without a window manager nobody else activates it.

    def open_second(self, words: Words) -> bool:
        """Show the tiles alone; returns whether they are on another screen than the wall."""
        if self.second is None:
            self.second = WallWindow(self._clock, words, self._window.windowTitle(), self._opened)
            self.second.installEventFilter(self)
        self._show_second()
        return screen_of(self.second) is not screen_of(self._window)

    def _show_second(self) -> None:
        """Show the second window in its last place, else on another screen than the wall."""
        wall, screen, kept = self.second, other_screen(self._window), self._chosen.now.places.get(SECOND)
        assert wall is not None, "it has been opened"
        self._unplugged = False
        if kept is not None and kept.full and kept.screen == screen_of(self._window).name():
            kept = None  # It would hide the wall and its calls.
        if kept is None or not _restore_place(wall, kept):
            if screen is not None:
                fill_screen(wall, screen)
            else:
                show_fitting(wall)

    def show_tiles(self, summary: Summary, tiles: tuple[Tile, ...], words: Words) -> None:
        """Show the tables in the second window too, if it is open."""
        if self.second is not None and self.second.isVisible():
            self.second.bar.show_summary(summary, None, words)
            self.second.wall.show_tiles(tiles, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a window's place after it is moved or shown in another way."""
        if event.type() in _MOVED:
            self._moved.start()
        return False

    def close(self) -> None:
        for window in (self._window, self.second):
            if window is not None:
                window.removeEventFilter(self)
        self._moved.stop()
        self._keep()
        if self.second is not None:
            self.second.close()

    def _keep(self) -> None:
        if not self._window.isVisible():  # It was not shown yet, or is being closed.
            return
        second = self.second if self.second is not None and self.second.isVisible() else None
        kept = self._chosen.now.with_place(FIRST, _place(self._window))
        if second is not None:
            kept = kept.with_place(SECOND, _place(second))
        self._chosen.change(replace(kept, second=second is not None or self._unplugged))


def _place(window: QWidget) -> WindowPlace:
    body = window.geometry()
    full = window.isFullScreen()
    return WindowPlace(screen_of(window).name(), body.left(), body.top(), body.width(), body.height(), full)


def _restore_place(window: QWidget, place: WindowPlace) -> bool:
    """Show a window in its last place; False if that screen is gone, or has moved."""
    screen = next((each for each in QGuiApplication.screens() if each.name() == place.screen), None)
    body = QRect(place.left, place.top, place.wide, place.high)
    if screen is None or not screen.geometry().intersects(body):
        return False
    if place.full:
        fill_screen(window, screen)
    else:
        window.setGeometry(fit_frame(screen.availableGeometry(), body, body))
        window.show()
    return True
