"""The number that the dealer enters on a dealer's screen: where its keys lie, and the number chosen so far.
It is made when a dealer first has to enter one; a table with a reader that works never needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.ui.felt.wheel.betting_layout import wheel_plan
from console.table.ui.felt.wheel.shown_wheel import dealer_enters
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import theme
from console.table.ui.kit.surface import Surface

if TYPE_CHECKING:
    from console.table.ui.felt.wheel.number_pad import NumberPick


class NumberEntry(QObject):
    touched = Signal(int)
    typed = Signal()
    """Another number was typed, and waits for Enter."""

    def __init__(self, screen: Surface, guard: PressGuard) -> None:
        super().__init__(screen)
        self._screen, self._guard = screen, guard
        self._said: int | None = None
        """The number that the dealer has entered once; it is neither lit nor offered."""
        self.pick: NumberPick | None = None
        """The keys, once they were needed."""

    @property
    def is_shown(self) -> bool:
        return self.pick is not None and not self.pick.isHidden()

    def show_view(self, view: DealerView, words: Words, stage: Stage) -> int | None:
        """Show the keys if a number is to be entered; returns the number that is chosen so far."""
        wanted = dealer_enters(view) and stage in (Stage.PLAY, Stage.STEPS) and not view.screen.locked
        if wanted and self.pick is None:
            from console.table.ui.felt.wheel.number_pad import NumberPick

            pick = NumberPick(self._guard, self._screen)
            pick.set_unit(self._screen.u)
            pick.touched.connect(self.touched)
            pick.typed.connect(self.typed)
            self.pick = pick
        if self.pick is None:
            return None
        self.pick.setVisible(wanted)
        if not wanted:
            self.pick.clear()
            return None
        if view.view.prompt.number != self._said:  # it is entered twice: nothing of the first time is kept
            self.pick.clear()
        self._said = view.view.prompt.number
        self.pick.show_words(words)
        return self.pick.number

    def place(self, width: float, height: float, top: float, *, steps: bool) -> None:
        """Place the keys on the felt beside the wheel; beside an incident's steps in place of the table.
        ``top`` is the upper edge of the zone, beneath a band.
        """
        if self.pick is None:
            return
        if steps:
            box = QRectF(theme.LIST_WIDTH, top, width - theme.LIST_WIDTH, height - top - theme.ACTION_HEIGHT)
        else:
            under = height - top - theme.ACTION_HEIGHT - theme.RAIL_HEIGHT
            box = wheel_plan(width, under, band=False, counting=False, small=False).entry.translated(0, top)
        self.pick.margin = theme.MARGIN if steps else 8
        self._screen.put(self.pick, box)
        self.pick.arrange()

    @property
    def keys(self) -> Sequence[QWidget]:
        return () if self.pick is None else (self.pick,)

    def takes(self, key: int, text: str) -> bool:
        """Take a key; a key that was held down since before the prompt is ignored."""
        if self.pick is None or not self.is_shown:
            return False
        return self._guard.accepts(self._guard.now()) and self.pick.takes(key, text)
