"""A table on the wall: quiet while all is well, and visible from three metres when somebody is needed.

The tile of a silent table shows the length of its silence, and nothing of its earlier state. A tile does not
know its place.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import lru_cache
from typing import Final

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from console.floor.alarms.items import AlarmLine, Priority
from console.floor.alarms.watch import Tile, TileState
from console.table.showing.screen_values import Mode
from console.ui.dealer.top_bar import MARKS
from console.ui.floor.appearance.floor_words import (
    PRIORITIES,
    breakable_text,
    game_sign,
    look_sign,
    span,
    tile_name,
)
from console.ui.floor.appearance.urgency_colours import paint_ground, pressing
from console.ui.kit.lettering import advance, elide, overhang, write, write_lines
from console.ui.kit.surface import ScaledWidget, fill, outline, pen
from console.ui.kit.theme import (
    BG0,
    BG1,
    BG2,
    LINE,
    STRONG_EDGE,
    T0,
    T1,
    T2,
    font,
    mix,
)
from console.ui.kit.tiles import hyphenate
from console.ui.signs.sign import Sign
from console.words import Words

_SIZES: Final = (44, 40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 19, 18, 17, 16, 15, 14, 13, 12)
_CALM_MOST: Final = 30
"""The largest letters of a tile that needs nobody."""
_WORDED: Final = (150.0, 96.0)
"""From this size on a tile has room for words."""
_SMALL: Final = 64.0
"""Below this width shape and wait share the lower line."""
_SIMULATED: Final = frozenset(mode.value for mode in MARKS)
"""Modes that a tile shows by a hatched foot, as the table's own bar does; a LIVE one has none."""
_MOVES: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class RepaintedPart(Enum):
    """The part of a tile that is to be painted again."""

    NOTHING = auto()
    COUNT = auto()
    """Only the tile's counting values have changed."""
    STANDING = auto()
    """The table's state has changed."""


class TableTile(ScaledWidget, QAbstractButton):
    """One table: a press opens it."""

    def __init__(self, parent: QWidget, moved: Callable[[TableTile, int, int], None]) -> None:
        super().__init__(parent)
        self._moved = moved
        self.tile: Tile | None = None
        self._words: Words | None = None
        self._stands: tuple[object, ...] = ()
        """The table's state when it was shown last, without its counting values."""
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
        """The urgency of the table now."""
        item = self.tile.item if self.tile is not None else None
        return item.priority if item is not None else Priority.INFO

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbours; Enter and Space are the window's."""
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None:
            event.ignore()
        else:
            self._moved(self, *move)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The tile, and the ring of the keyboard's focus."""
        painter = self.painter()
        if self.tile is not None and self._words is not None:
            self._paint(painter, self.tile, self._words, QRectF(0, 0, self.wide, self.high))
        painter.end()

    def _paint(self, painter: QPainter, tile: Tile, words: Words, box: QRectF) -> None:
        body = box.adjusted(1, 1, -1, -1)
        ink = self._ground(painter, tile, body)
        if _is_urgent(tile):
            self._urgent(painter, tile, words, body, ink)
        else:
            self._calm(painter, tile, words, body, ink)
        free = body
        if tile.mode in _SIMULATED:
            strip = max(5.0, min(12.0, body.height() * 0.07))
            MARKS[Mode(tile.mode)].pattern(
                painter, QRectF(body.left(), body.bottom() - strip, body.width(), strip)
            )
            free = body.adjusted(0, 0, 0, -strip)
        self._paint_foot(painter, tile, free)
        if self.hasFocus():
            outline(painter, box, pen(BG0, 6), 8)
            outline(painter, box, pen(T0, 4), 8)

    def _paint_foot(self, painter: QPainter, tile: Tile, body: QRectF) -> None:
        """The marks that ask nobody to act, at the right of the foot."""
        side = min(22.0, body.height() * 0.24)
        place = QRectF(body.right() - side - 4, body.bottom() - side - 4, side, side)
        if tile.shelved:
            Sign("urgency.laid_aside")(painter, place, T2)
            place.translate(-side - 4, 0)
        if tile.uncertified and self._has_room(tile, body):
            Sign("urgency.uncertified")(painter, place, T2)

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
                fill(painter, body, BG0, 6)
                heavy = priority >= Priority.MEDIUM
                edge = pen(T1 if heavy else STRONG_EDGE, 2.5 if heavy else 1.5, dashes=[6, 4])
                outline(painter, body, edge, 6)
                return T1
            case (TileState.REFUSED, priority):
                fill(painter, body, BG0, 6)
                ink = pressing(Priority.MEDIUM, halted=False).ink if priority >= Priority.MEDIUM else T1
                outline(painter, body, pen(ink, 2.5, dashes=[1, 3]), 6)
                return ink
            case (TileState.NEVER, _):
                fill(painter, body, BG0, 6)
                outline(painter, body, pen(STRONG_EDGE, 2, dashes=[1, 3]), 6)
                return T2
            case (TileState.CLOSED, Priority.INFO | Priority.LOW):
                fill(painter, body, BG0, 6)
                outline(painter, body, pen(LINE, 1.5), 6)
                return T2
            case (look, Priority.HIGH | Priority.MEDIUM as priority):
                looks = pressing(priority, halted=look is TileState.HALTED)
                paint_ground(painter, body, looks)
                return looks.ink
            case _:
                fill(painter, body, BG2 if tile.look is TileState.PLAYING else BG1, 6)
                return T2

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
        # A name of four letters and its shape don't stand beside one another on the smallest tile.
        beside = low if small else middle
        sign(painter, QRectF(inner.right() - side, beside - side / 2, side, side), ink)
        room = inner.width() - (0 if small else side + 5)
        face = font(_within(tile.name, room, high), bold=True)
        left = inner.left() + overhang(tile.name[:1], face)
        write(painter, elide(tile.name, room, face), left, middle, face, ink)
        room = inner.width() - (side + 2 if small or item.taken else 0)
        if item.taken is None or not small:
            write(painter, wait, inner.left(), low, font(_within(wait, room, high), bold=True), ink)
        if item.taken is not None:
            left = inner.left() if small else inner.right() - side * 0.8
            Sign("places.person")(painter, QRectF(left, low - side * 0.4, side * 0.8, side * 0.8), ink)
        if worded:
            text, wide = breakable_text(words, item), inner.width()
            # No word is larger than that of a halt, which is longer in some languages than the others.
            most = _broken_within(words.text("floor.what.halted"), wide, high)
            letters = min(most, _broken_within(text, wide, high))
            lines = hyphenate(text, wide, font(letters, bold=True))
            place = QRectF(inner.left(), inner.top() + high, inner.width(), high)
            write_lines(painter, lines, place, font(letters, bold=True), ink, leading=1.15)

    def _calm(self, painter: QPainter, tile: Tile, words: Words, body: QRectF, ink: QColor) -> None:
        """The table and its game; beneath it its state, except while it plays."""
        inner = _inner(body)
        half = min(inner.height() / 2, 64.0)
        upper = inner.top() + half / 2
        room = inner.width() * (0.96 if inner.width() < 60 else 0.72)
        size = min(_CALM_MOST, _within(tile.name, room, half))
        answers = tile.look is not TileState.SILENT
        face = font(size, bold=True)
        name_ink = T1 if tile.look is TileState.PLAYING or not answers else ink
        left = inner.left() + overhang(tile.name[:1], face)
        end = write(painter, elide(tile.name, inner.width(), face), left, upper, face, name_ink)
        if not answers:
            fill(painter, QRectF(inner.left() - 2, upper - 1, end - inner.left() + 4, 2), T1)
        side = min(half * 0.78, inner.width() * 0.29, 30.0)
        lower = inner.bottom() - half / 2
        mark = QRectF(inner.left(), lower - side / 2, side, side)
        if tile.look is TileState.PLAYING:
            game_sign(tile.game)(painter, mark, mix(T2, BG2, 0.75))
        else:
            look_sign(tile)(painter, mark, ink)
        text = _beneath(words, tile)
        if text:
            room = inner.right() - mark.right() - 3
            face = font(min(_CALM_MOST, _within(text, room, half)), bold=not answers)
            write(painter, text, mark.right() + 3, lower, face, ink)
        if self.priority is Priority.LOW:
            dot = min(half * 0.6, inner.width() * 0.24, 20.0)
            beside = lower if body.width() < _SMALL else upper
            Sign("urgency.low")(painter, QRectF(inner.right() - dot, beside - dot / 2, dot, dot), T1)


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
    """The counting part of a tile, as it is written there."""
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
    """The largest letters in which a text stands in a place."""
    for size in _SIZES:
        if size * 1.12 <= height and advance(text, font(size, bold=True)) <= room:
            return size
    return _SIZES[-1]


@lru_cache(maxsize=512)
def _broken_within(text: str, room: float, height: float) -> int:
    """The largest letters in which a text stands in a place, in as many lines as that takes."""
    for size in _SIZES:
        face = font(size, bold=True)
        lines = hyphenate(text, room, face)
        if len(lines) * size * 1.15 <= height and all(advance(line, face) <= room for line in lines):
            return size
    return _SIZES[-1]
