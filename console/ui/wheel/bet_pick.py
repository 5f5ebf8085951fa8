"""What was bet on, touched on the layout: numbers, fields, and the bets that the touched numbers can mean.

It says which bet was meant; its stake, and what it brings back, is not known here.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.ui.buttons import PressGuard, Tone
from console.ui.lettering import shrunk, write
from console.ui.pit.sheet import spot_name
from console.ui.pit.tiles import ReasonTile, Target, lay
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import BG0, FELT, PRINT, T0, mixed
from console.ui.wheel.fields import FIELDS, Field, LayoutPlan
from console.ui.wheel.number_pick import NumberKey
from console.ui.wheel.spots import MOST, Spot, spot_of, spots_with
from console.ui.wheel.wording import field_label, field_name, number_name
from console.words import Words

_TILES: Final = 54.0
"""The row of bets beneath the layout."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LETTERS: Final[dict[int, Field]] = {
    Qt.Key.Key_R: ("red", 1),
    Qt.Key.Key_B: ("black", 1),
    Qt.Key.Key_O: ("odd", 1),
    Qt.Key.Key_E: ("even", 1),
    Qt.Key.Key_L: ("low", 1),
    Qt.Key.Key_H: ("high", 1),
}
"""The even chances by their first letters; other fields are reached by Tab and Space."""
_DIGITS: Final = range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)


class FieldKey(Target):
    """A field beside the numbers."""

    def __init__(self, field: Field, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(guard, parent, Tone.AMBER_EDGE)
        self.field = field
        self.label = ""

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """As printed."""
        ground = mixed(PRINT, FELT, 0.42)
        fill(painter, body, mixed(ground, T0, 0.8) if self.isDown() else ground, 6)
        outline(painter, body, pen(PRINT, 1.5), 6)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        """Its label."""
        face = shrunk(self.label, body.width() - 8, (20, 19, 18, 17, 16, 15, 14))
        write(painter, self.label, body.center().x(), body.center().y(), face, T0, align=0.5)


class BetPick(Surface):
    """The layout to touch."""

    picked = Signal(object)
    """A bet was meant: a :class:`~console.ui.wheel.spots.Spot`."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.touched: frozenset[int] = frozenset()
        """The numbers that were touched."""
        self._typed: int | None = None
        self._words: Words | None = None
        self.numbers = [NumberKey(number, guard, self) for number in range(37)]
        self.fields = [FieldKey(field, guard, self) for field in FIELDS]
        self.tiles = [ReasonTile(guard, self, Tone.AMBER_EDGE) for _ in range(MOST)]
        for key in self.numbers:
            key.tone = Tone.AMBER_EDGE
            key.meant.connect(lambda number=key.number: self.touch(number))
        for field in self.fields:
            field.meant.connect(lambda on=field.field: self._pick(spot_of(on)))
        for at, tile in enumerate(self.tiles):
            tile.meant.connect(lambda at=at: self._pick_offered(at))

    @property
    def offered(self) -> tuple[Spot, ...]:
        """The bets that the touched numbers can mean."""
        return spots_with(self.touched)

    def mark(self, *, wrong: int | None, right: int | None) -> None:
        """Mark the number that was recorded by mistake, and the one by which bets are settled."""
        for key in self.numbers:
            key.mark(wrong=key.number == wrong, right=key.number == right)

    def show_words(self, words: Words) -> None:
        """Name every key."""
        self._words = words
        for key in self.numbers:
            key.show_answer(number_name(words, key.number), chosen=key.number in self._lit)
        for field in self.fields:
            field.label = field_label(words, field.field)
            field.show_answer(field_name(words, field.field))
        self._show_offered(words)

    @property
    def _lit(self) -> frozenset[int]:
        return self.touched if self._typed is None else self.touched | {self._typed}

    def _show_offered(self, words: Words) -> None:
        offered = self.offered
        for at, tile in enumerate(self.tiles):
            tile.setVisible(at < len(offered))
            if at < len(offered):
                tile.show_answer(spot_name(words, offered[at], 2), chosen=bool(self.touched) and at == 0)
        self.arrange()

    def touch(self, number: int) -> None:
        """A number is touched, or left again; one that fits with none of the others begins anew."""
        touched = self.touched ^ {number}
        self.touched = touched if spots_with(touched) else frozenset((number,))
        self._typed = None
        if self._words is not None:
            self.show_words(self._words)

    def begin(self) -> None:
        """Nothing is touched."""
        self.touched, self._typed = frozenset(), None
        if self._words is not None:
            self.show_words(self._words)

    def _pick_offered(self, at: int) -> None:
        if at < len(self.offered):
            self._pick(self.offered[at])

    def _pick(self, spot: Spot) -> None:
        self.picked.emit(spot)

    def takes(self, key: int) -> bool:
        """Take a key: digits name a number, Enter touches it, and Enter again means the first bet."""
        if key in _DIGITS:
            digit = key - Qt.Key.Key_0
            longer = digit if self._typed is None else self._typed * 10 + digit
            self._typed = longer if longer <= 36 else digit
            if self._words is not None:
                self.show_words(self._words)
            return True
        if key in _LETTERS:
            self._pick(spot_of(_LETTERS[key]))
            return True
        if key in _ENTER and self._typed is not None:
            self.touch(self._typed)
            return True
        if key in _ENTER and self.touched:
            self._pick_offered(0)
            return True
        if key == Qt.Key.Key_Escape and self._lit:
            self.begin()
            return True
        return False

    @property
    def _plan(self) -> LayoutPlan:
        return LayoutPlan(0, 8, self.wide, self.high - _TILES - 24, 3, zero=1)

    def arrange(self) -> None:
        """The layout, and beneath it what is offered."""
        plan = self._plan
        for key in self.numbers:
            lay(self, key, plan.number(key.number))
        for field in self.fields:
            lay(self, field, plan.field(field.field))
        shown = max(1, len(self.offered))
        wide = (self.wide - 8 * (shown - 1)) / shown
        for at, tile in enumerate(self.tiles[:shown]):
            lay(self, tile, QRectF(at * (wide + 8), self.high - _TILES - 4, wide, _TILES))

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
