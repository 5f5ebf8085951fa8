"""The pit boss's worksheet for a round that is settled by hand: bets at the left, what comes of them right.

Every bet that is added or taken out is asked about anew; the table reckons, and changes nothing by it.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.worksheet import Wager, Worksheet
from console.table.views import DealerView
from console.ui.buttons import PressGuard
from console.ui.pit.sheet_list import SheetList
from console.ui.pit.stage import open_incident
from console.ui.pit.stake_pad import StakePad
from console.ui.surface import Surface, fill
from console.ui.theme import BG0, MARGIN
from console.ui.wheel.bet_pick import BetPick
from console.ui.wheel.spots import Spot
from console.words import Words
from console.words.money import currency

_PICK = 722.0


class Settling(Surface):
    """The zone of table and rail while a round is settled by hand."""

    asked = Signal(object)
    """What these bets bring back is asked: a tuple of wagers."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self.wagers: tuple[Wager, ...] = ()
        """The bets so far, in the order in which they were added."""
        self._for: str | None = None
        self.sheet: Worksheet | None = None
        """What the table reckoned of them last."""
        self.pick = BetPick(guard, self)
        self.pad = StakePad(guard, self)
        self.list = SheetList(guard, self)
        self.pad.hide()
        self.pick.picked.connect(self._picked)
        self.pad.added.connect(self._added)
        self.pad.left.connect(self._left)
        self.list.removed.connect(self._removed)

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the bets of this incident's round; another incident begins with none."""
        incident = open_incident(view)
        about = None if incident is None else incident.id
        if about != self._for:
            self._for, self.wagers, self.sheet = about, (), None
            self._left()
        if view.view.worksheet is not None:
            self.sheet = view.view.worksheet if self.wagers else None
        unit = currency(view.rules)
        self.pick.show_words(words)
        right = None if incident is None else incident.facts.get("actual")
        wrong = None if view.decided is None else view.decided.wrong
        self.pick.mark(wrong=wrong, right=right if isinstance(right, int) else None)
        self.pad.show_words(words, unit)
        paid = view.decided is not None and view.decided.paid
        self.list.show_sheet(self.sheet, self._heads(view, words), words, unit, paid=paid)

    @staticmethod
    def _heads(view: DealerView, words: Words) -> tuple[str, str]:
        """``by 17`` and ``recorded 23``."""
        incident, decided = open_incident(view), view.decided
        actual = None if incident is None else incident.facts.get("actual")
        recorded = None if decided is None else decided.wrong
        first = words.text("sheet.back") if actual is None else words.text("sheet.by", number=actual)
        return first, words.text("sheet.recorded", number="–" if recorded is None else recorded)

    # --- what was touched -------------------------------------------------------------------------

    def _picked(self, spot: Spot) -> None:
        self.pad.begin(spot)
        self.pad.show()
        self.pick.hide()

    def _left(self) -> None:
        self.pick.begin()
        self.pick.show()
        self.pad.hide()

    def _added(self, wager: Wager) -> None:
        self.wagers = (*self.wagers, wager)
        self._left()
        self.asked.emit(self.wagers)

    def _removed(self, at: int) -> None:
        self.wagers = (*self.wagers[:at], *self.wagers[at + 1 :])
        if not self.wagers:
            self.sheet = None
        self.asked.emit(self.wagers)

    def takes(self, key: int, text: str) -> bool:
        """Take a key for the bet that is being entered."""
        return self.pick.takes(key) if self.pad.isHidden() else self.pad.takes(key, text)

    # --- layout -----------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Layout or pad at the left, the rows at the right."""
        wide = _PICK + max(0.0, self.wide - 1280) * 0.5
        left = QRectF(MARGIN, 4, wide, self.high - 8)
        self.put(self.pick, left)
        self.put(self.pad, left)
        self.put(self.list, QRectF(MARGIN + wide + 22, 0, self.wide - MARGIN - wide - 34, self.high))

    def paint(self, painter: QPainter) -> None:
        """The ground."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
