"""D8: the table as it lies beside the pad by which the pit boss enters the card that is due.

The same puts a misread card right: then a card on the table is touched first.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.cards import Card
from console.table.views import DealerView
from console.ui.buttons import PressGuard
from console.ui.felt import Felt
from console.ui.games import on_screen
from console.ui.pit.pad import WIDTH, CardPad
from console.ui.surface import Surface, fill
from console.ui.theme import BG0, MARGIN
from console.words import Words

_FELT: Final = 0.66
_WITH_THIRDS: Final = 0.52
"""How small the table is drawn, and how small once third cards lie crosswise."""
_DIGITS: Final = range(Qt.Key.Key_1, Qt.Key.Key_9 + 1)


class ByHand(Surface):
    """The zone of table and rail while a card is keyed in."""

    changed = Signal()
    """What would be taken has changed."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.felt = Felt(self, scale=_FELT)
        self.pad = CardPad(guard, self)
        self.place: tuple[str, int] | None = None
        """The card on the table that is to be put right."""
        self._correcting = False
        self._for: object = None
        self.felt.touched.connect(self._touched)
        self.pad.changed.connect(self.changed)

    @property
    def card(self) -> Card | None:
        """The card that would be taken; None while something is still to be chosen."""
        return None if self._correcting and self.place is None else self.pad.card

    def show_view(self, view: DealerView, words: Words, *, correcting: bool) -> None:
        """Show table and pad; another prompt begins with nothing chosen."""
        about = (view.view.prompt, correcting, view.view.round)
        if about != self._for:
            self._for, self.place = about, None
            self.pad.clear()
        self._correcting = correcting
        game = on_screen(view.game)
        text = words.text("correct.touch" if correcting else game.by_hand)
        scale = game.small or (_WITH_THIRDS if _has_thirds(view) else _FELT)
        if scale != self.felt.scale:
            self.felt.scale = scale
            self.felt.set_unit(self.u)
        self.felt.show_view(view, words, band=False, caption=text, chosen=self.place)
        self.pad.show_words(words)
        self.arrange()

    def _touched(self, hand: str, at: int) -> None:
        if self._correcting:
            self.place = (hand, at)
            self.changed.emit()

    def takes(self, key: int, text: str) -> bool:
        """Take a key; the first digit names the card to be put right, from the left."""
        if self._correcting and self.place is None and key in _DIGITS:
            cards, at = self.felt.cards, key - Qt.Key.Key_1
            if at < len(cards):
                self._touched(*cards[at])
            return True
        return self.pad.takes(key, text)

    def arrange(self) -> None:
        """The table at the left, the pad at the right."""
        pad = WIDTH + max(0.0, self.wide - 1280) * 0.4
        self.put(self.pad, QRectF(self.wide - MARGIN - pad, 0, pad, self.high))
        self.put(self.felt, QRectF(0, 0, self.wide - MARGIN - pad - 32, self.high))

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)


def _has_thirds(view: DealerView) -> bool:
    """Whether a third card lies, or is due."""
    lying = view.view.coup
    out = lying is not None and max(len(lying.player), len(lying.banker)) > 2
    return out or view.view.prompt.card == 3
