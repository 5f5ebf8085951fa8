"""A bet for the worksheet: touched on the layout, then its stake is keyed in.

The pad offers the bets that the touched numbers can mean; the stake is in minor units, shown as money, and
for a neighbours bet it also asks how many on each side.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.game.roulette.bets import MOST_EACH, NEIGHBOURS, SECTORS
from console.table.ui.felt.wheel import betting_layout
from console.table.ui.felt.wheel.number_pad import NumberKey
from console.table.ui.felt.wheel.shown_wheel import field_label, field_name
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import EraseKey, FigureKey
from console.table.ui.kit.lettering import advance, hyphenate, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.kit.tiles import ReasonTile
from console.table.words.amounts import named_money
from console.table.words.names import number_name

_TILES: Final = 54.0
"""The row of bets beneath the layout."""
_LETTERS: Final[dict[int, betting_layout.Field]] = {
    Qt.Key.Key_R: ("red", 1),
    Qt.Key.Key_B: ("black", 1),
    Qt.Key.Key_O: ("odd", 1),
    Qt.Key.Key_E: ("even", 1),
    Qt.Key.Key_L: ("low", 1),
    Qt.Key.Key_H: ("high", 1),
}
"""The even chances by their first letters; other fields are reached by Tab and Space."""
_DIGITS: Final = range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)
_ADDS: Final = (Qt.Key.Key_Plus, Qt.Key.Key_Slash)
"""The keys between two numbers of one bet, as in 8/11."""
_OFFERED: Final = "ACDFGI"
"""The keys of the offered bets, which F1 names: a tile has room for a bet's name alone. Other letters are the
even chances'.
"""
_EDGE: Final = 8.0
"""The room at both sides in which the ring of the focus is whole."""


class FieldKey(PressArea):
    def __init__(self, field: betting_layout.Field, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.field = field
        self.label = ""

    def ground(self, painter: QPainter, body: QRectF) -> None:
        ground = theme.mix(theme.PRINT, theme.FELT, 0.42)
        fill(painter, body, theme.mix(ground, theme.T0, 0.8) if self.isDown() else ground, 6)
        outline(painter, body, pen(theme.PRINT, 1.5), 6)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        place = body.adjusted(4, 0, -4, 0)
        Column([Row(self.label)], place.width(), place.height(), align=0.5).paint_in(painter, place)


class BetPick(Surface):
    picked = Signal(object)
    """A bet was meant: a :class:`~console.table.ui.felt.wheel.betting_layout.BetPlace`."""
    typed = Signal()
    """Numbers were typed, touched or taken back."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.touched: frozenset[int] = frozenset()
        self._typed: int | None = None
        self._words = words
        self.numbers = [NumberKey(number, guard, self) for number in range(37)]
        self.fields = [FieldKey(field, guard, self) for field in betting_layout.LAYOUT_FIELDS]
        self.tiles = [ReasonTile(guard, self, Tone.AMBER_EDGE) for _ in range(betting_layout.MOST_SPOTS)]
        for key in self.numbers:
            key.tone = Tone.AMBER_EDGE
            key.meant.connect(lambda number=key.number: self.touch(number))
        for field in self.fields:
            field.meant.connect(lambda on=field.field: self.picked.emit(betting_layout.spot_of(on)))
        for at, tile in enumerate(self.tiles):
            tile.beside = 4
            tile.meant.connect(lambda at=at: self._pick_offered(at))

    @property
    def possible_bets(self) -> tuple[betting_layout.BetPlace, ...]:
        return betting_layout.spots_with(self._lit)

    def mark(self, *, wrong: Collection[int], right: int | None) -> None:
        """Mark the numbers that were recorded by mistake, and the one by which bets are settled."""
        for key in self.numbers:
            key.mark(wrong=key.number in wrong, right=key.number == right)

    def show_words(self, words: Words) -> None:
        self._words = words
        for key in self.numbers:
            key.show_answer(number_name(words, key.number), chosen=key.number in self._lit)
        for field in self.fields:
            field.label = field_label(words, field.field)
            field.show_answer(field_name(words, field.field))
        self._show_offered(words)

    @property
    def _lit(self) -> frozenset[int]:
        """The touched numbers with the one that is being typed, or that one alone if no bet has them all."""
        if self._typed is None:
            return self.touched
        both = self.touched | {self._typed}
        return both if betting_layout.spots_with(both) else frozenset((self._typed,))

    def _show_offered(self, words: Words) -> None:
        offered = self.possible_bets
        for at, tile in enumerate(self.tiles):
            tile.setVisible(at < len(offered))
            if at < len(offered):
                name, is_first = betting_layout.spot_name(words, offered[at], 2), bool(self._lit) and at == 0
                tile.show_answer(name, chosen=is_first)
        self.arrange()

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        names = (betting_layout.spot_name(self._words, bet, 2) for bet in self.possible_bets)
        return tuple(zip(_OFFERED, names, strict=False))

    def touch(self, number: int) -> None:
        """Add or remove a touched number; one that shares no bet with the others starts a new choice."""
        touched = self.touched ^ {number}
        self.touched = touched if betting_layout.spots_with(touched) else frozenset((number,))
        self._typed = None
        self._again()

    def _again(self) -> None:
        self.show_words(self._words)
        self.typed.emit()

    def begin(self) -> None:
        self.touched, self._typed = frozenset(), None
        self._again()

    def _pick_offered(self, at: int) -> None:
        if at < len(self.possible_bets):
            self.picked.emit(self.possible_bets[at])

    @property
    def on_enter(self) -> str:
        """The effect of Enter here, in words: empty before a number was typed."""
        return self.tiles[0].text() if self._lit else ""

    def takes(self, key: int) -> bool:
        """Take a key: digits name a number, + or / another one; a bet's own key means that bet, Enter the
        first: its stake is what is typed next.
        """
        if key in _DIGITS:
            digit = key - Qt.Key.Key_0
            longer = digit if self._typed is None else self._typed * 10 + digit
            self._typed = longer if longer <= 36 else digit
            self._again()
            return True
        if key in _LETTERS:
            self.picked.emit(betting_layout.spot_of(_LETTERS[key]))
            return True
        if key in _ADDS and self._typed is not None:
            self.touched, self._typed = self._lit, None
            self._again()
            return True
        if key in ENTERS and self._lit:
            self._pick_offered(0)
            return True
        if (at := _OFFERED.find(chr(key)) if key < 128 else -1) >= 0:
            self._pick_offered(at)
            return True
        if key == Qt.Key.Key_Escape and self._lit:
            self.begin()
            return True
        return False

    def arrange(self) -> None:
        plan = betting_layout.LayoutPlan(
            _EDGE, 8, self.wide - 2 * _EDGE, self.high - _TILES - 28, 3, zero=1, apart=0.05
        )
        for key in self.numbers:
            lay(self, key, plan.number(key.number))
        for field in self.fields:
            lay(self, field, plan.field(field.field))
        tiles = self.tiles[: max(1, len(self.possible_bets))]
        room = self.wide - 2 * _EDGE - 8 * (len(tiles) - 1)
        even = room / len(tiles)
        longest = [_longest_part(tile.text(), even - 2 * tile.beside, chosen=tile.chosen) for tile in tiles]
        # Up to six are alike unless that cuts a word, such as 'Enkelnummer': then each has what it needs.
        alike = max(longest) + 2 * tiles[0].beside <= even
        needs = [0.0 if alike else part for part in longest]
        spare = (room - sum(needs)) / len(tiles)
        left = _EDGE
        for tile, need in zip(tiles, needs, strict=True):
            lay(self, tile, QRectF(left, self.high - _TILES - 8, need + spare, _TILES))
            left += need + spare + 8

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


def _longest_part(name: str, wide: float, *, chosen: bool) -> float:
    """The width of the longest line of a bet's name, broken as its tile breaks it."""
    face = theme.font(theme.LEAST, bold=chosen)
    return max(advance(line, face) for line in hyphenate(name, wide, face) or ("",))


_MOST: Final = 10**9
"""The highest stake that can be typed, in minor units: above any table's limit."""
_KEYS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")


class StakePad(Surface):
    """Amount, figures, and the two ways on."""

    added = Signal(object)
    """The bet with its stake: a :class:`~console.table.game.worksheet.Wager`."""
    left = Signal()
    """Another bet is wanted instead."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.spot: betting_layout.BetPlace | None = None
        self.stake, self.each = 0, 2
        self._words, self._unit = words, ""
        self.keys = {text: FigureKey(guard, self, Tone.AMBER_EDGE) for text in _KEYS}
        for text, key in self.keys.items():
            key.meant.connect(lambda text=text: self._append(text))
        self.erase = EraseKey(guard, self)
        self.erase.meant.connect(self._erase)
        self.fewer, self.more = (
            FigureKey(guard, self, Tone.AMBER_EDGE),
            FigureKey(guard, self, Tone.AMBER_EDGE),
        )
        self.fewer.meant.connect(lambda: self._step(-1))
        self.more.meant.connect(lambda: self._step(1))
        self.back, self.add = ReasonTile(guard, self), ReasonTile(guard, self, Tone.AMBER_EDGE)
        self.add.heavy = True
        self.back.meant.connect(self.left)
        self.add.meant.connect(self._add)

    def begin(self, spot: betting_layout.BetPlace) -> None:
        self.spot, self.stake, self.each = spot, 0, 2
        self._again()

    def show_words(self, words: Words, unit: str) -> None:
        """Name the keys; ``unit`` is the currency."""
        self._words, self._unit = words, unit
        for text, key in self.keys.items():
            key.show_answer(text)
        self.erase.show_answer(words.text("pad.erase"))
        self.fewer.show_answer("−", words.text("sheet.fewer"))
        self.more.show_answer("+", words.text("sheet.more"))
        self.back.show_answer(words.text("button.back"))
        self._again()

    def _again(self) -> None:
        neighbours = self.spot is not None and self.spot.on == NEIGHBOURS
        self.fewer.setVisible(neighbours)
        self.more.setVisible(neighbours)
        self.add.setEnabled(self.stake > 0)
        self.add.show_answer(self._words.text("sheet.add"), chosen=self.stake > 0)
        self.setAccessibleName(self._words.label(self.heading, self.amount))
        self.update()

    @property
    def heading(self) -> str:
        """The bet whose stake is entered; a racetrack bet's is a chip's."""
        return "" if self.spot is None else betting_layout.spot_name(self._words, self.spot, self.each)

    @property
    def amount(self) -> str:
        return named_money(self.stake, self._words, self._unit)

    def _append(self, figures: str) -> None:
        stake = int(f"{self.stake}{figures}")
        self.stake = stake if stake <= _MOST else self.stake
        self._again()

    def _erase(self) -> None:
        self.stake //= 10
        self._again()

    def _step(self, by: int) -> None:
        self.each = min(MOST_EACH, max(1, self.each + by))
        self._again()

    def _add(self) -> None:
        if self.spot is not None and self.stake:
            self.added.emit(self.spot.wager(self.stake, self.each))

    def takes(self, key: int, text: str) -> bool:
        """Take a key: figures, backspace, plus and minus, Enter adds, Escape leaves."""
        match key:
            case _ if text.isascii() and text.isdigit():
                self._append(text)
            case Qt.Key.Key_Backspace | Qt.Key.Key_Delete:
                self._erase()
            case Qt.Key.Key_Plus | Qt.Key.Key_Minus:
                self._step(1 if key == Qt.Key.Key_Plus else -1)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _ if key in ENTERS:
                self._add()
            case _:
                return False
        return True

    def arrange(self) -> None:
        gap, top, room = 10.0, 108.0, self.wide - 2 * _EDGE
        wide, high = (room - 5 * gap) / 6, (self.high - top - 58 - 3 * gap) / 2
        for at, key in enumerate((*self.keys.values(), self.erase)):
            row, column = divmod(at, 6)
            lay(self, key, QRectF(_EDGE + column * (wide + gap), top + row * (high + gap), wide, high))
        low = self.high - 62
        lay(self, self.back, QRectF(_EDGE, low, room * 0.3, 58))
        lay(self, self.add, QRectF(_EDGE + room * 0.3 + gap, low, room * 0.7 - gap, 58))
        right = self.wide - _EDGE
        lay(self, self.fewer, QRectF(right - 2 * 64 - gap, 8, 64, 48))
        lay(self, self.more, QRectF(right - 64, 8, 64, 48))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        words, spot = self._words, self.spot
        if spot is None:
            return
        room = self.wide - _EDGE - (170 if spot.on == NEIGHBOURS else 0)
        Column([Row(self.heading, 24, bold=True)], room - _EDGE, 44).paint(painter, _EDGE, 4)
        chip = spot.on == NEIGHBOURS or spot.on in SECTORS
        named = words.text("sheet.stake_chip" if chip else "sheet.stake")
        write(painter, named, _EDGE, 74, theme.font(theme.LEAST), theme.T1)
        left, top = self.wide * 0.4, 48 if spot.on != NEIGHBOURS else 60
        box = QRectF(left, top, self.wide - _EDGE - left, 46)
        outline(painter, box, pen(theme.AMBER, 2), 8)
        face = shrunk(self.amount, box.width() - 28, (30, 28, 26, 24), bold=True)
        write(painter, self.amount, box.right() - 14, box.center().y(), face, theme.T0, align=1)
