"""The pit boss's overview over the dealer's screen: made for the first who asks, gone when the table asks.

It knows when it is there, and keeps up with the table only then; what is pressed on it is passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.table.running.clock import Clock
from console.table.showing.screen_values import DealerView
from console.table.state.phases import Phase
from console.ui.hands.guard import PressGuard
from console.ui.hands.shield import shield
from console.ui.kit.surface import room_in
from console.ui.pit.incident_lines import Desk, OrderLines
from console.words import Words

if TYPE_CHECKING:
    from console.ui.pit.overview import PitBossScreen


class Overlook(QObject):
    """The overview of one window."""

    left = Signal()
    """Back to the table."""
    correct_pressed = Signal()
    wrong_pressed = Signal()
    language_requested = Signal()
    end_pressed = Signal()
    """The pit boss ends the authority."""

    def __init__(self, window: QWidget, desk: Desk, clock: Clock, guard: PressGuard) -> None:
        """``guard`` is the window's own: one press for whatever of it is in view."""
        super().__init__(window)
        self._window, self._desk, self._clock, self._guard = window, desk, clock, guard
        self._screen: PitBossScreen | None = None
        self._foot = (0.0, 0.0)

    @property
    def is_there(self) -> bool:
        """Whether the overview lies over the table."""
        return self._screen is not None and not self._screen.isHidden()

    def show(self, view: DealerView, words: Words) -> None:
        """Show what is open, and what only the pit boss may order."""
        screen = self._screen = self._screen or self._made(words)
        screen.set_words(words)
        screen.leave_foot(*self._foot)
        screen.show_view(view)
        screen.setGeometry(room_in(self._window))
        screen.show()
        screen.raise_()
        screen.setFocus()

    def see(self, view: DealerView) -> None:
        """Keep it as the table is; it gives way to what the table asks."""
        if self._screen is None or not self.is_there:
            return
        self._screen.show_view(view)
        if view.pit_boss is None or view.locked or view.view.phase == Phase.HALTED:
            self.hide()

    def hide(self) -> None:
        """Back to the table."""
        if self._screen is not None and self.is_there:
            shield(self._screen)
            self._screen.hide()
            self.left.emit()

    def leave_foot(self, foot: float, corner: float) -> None:
        """Leave so much of the screen's foot, and more of its right corner, to what lies over it there."""
        self._foot = (foot, corner)
        if self._screen is not None:
            self._screen.leave_foot(foot, corner)

    def set_words(self, words: Words) -> None:
        """Speak another language."""
        if self._screen is not None:
            self._screen.set_words(words)

    def tick(self) -> None:
        """Let what waits count on."""
        if self._screen is not None:
            self._screen.tick()

    def _made(self, words: Words) -> PitBossScreen:
        from console.ui.pit.overview import PitBossScreen

        screen = PitBossScreen(words, self._clock, self._window, self._guard)
        screen.hide()
        screen.answer_pressed.connect(self.hide)
        screen.back_pressed.connect(self.hide)
        screen.correct_pressed.connect(self.correct_pressed)
        screen.wrong_pressed.connect(self.wrong_pressed)
        screen.language_requested.connect(self.language_requested)
        screen.end_pressed.connect(self.end_pressed)
        self._orders = OrderLines(screen, self._desk)
        return screen
