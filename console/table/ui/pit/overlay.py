"""The pit boss's page over the dealer's screen: made when it is first opened, closed when the table asks.

It knows whether it is open, and follows the table only then; it passes the presses on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.running.clock import Clock
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.phases import Phase
from console.table.ui.hands.guard import PressGuard
from console.table.ui.hands.shield import shield
from console.table.ui.kit.surface import room_in
from console.table.ui.pit.incident_lines import Desk, OrderLines

if TYPE_CHECKING:
    from console.table.ui.pit.pit_boss_screen import PitBossScreen


class PitBossOverlay(QObject):
    left = Signal()
    """The person goes back to the table."""
    correct_pressed = Signal()
    wrong_pressed = Signal()
    call_pressed = Signal()
    language_requested = Signal()
    language_chosen = Signal(str)
    end_pressed = Signal()
    """The pit boss gives up the authority."""

    def __init__(self, window: QWidget, desk: Desk, clock: Clock, guard: PressGuard) -> None:
        """``guard`` is the window's own: the press guard for all that the window shows."""
        super().__init__(window)
        self._window, self._desk, self._clock, self._guard = window, desk, clock, guard
        self.screen: PitBossScreen | None = None
        """The page, once it has been opened; it stays when it is closed."""
        self._foot = 0.0

    @property
    def is_there(self) -> bool:
        """Whether the pit boss's page covers the table."""
        return self.screen is not None and not self.screen.isHidden()

    def is_page(self, part: QWidget) -> bool:
        return part is self.screen

    def show(self, view: DealerView, words: Words) -> None:
        screen = self.screen = self.screen or self._make_screen(words)
        screen.set_words(words)
        screen.leave_foot(self._foot)
        screen.show_view(view)
        screen.setGeometry(room_in(self._window))
        screen.show()
        screen.raise_()
        screen.setFocus()

    def show_view(self, view: DealerView) -> None:
        """Show the table's new view; close when the table asks for something."""
        if self.screen is None or not self.is_there:
            return
        self.screen.show_view(view)
        if view.pit_boss is None or view.screen.locked or view.view.phase == Phase.HALTED:
            self.hide()

    def hide(self) -> None:
        if self.screen is not None and self.is_there:
            shield(self.screen)
            self.screen.hide()
            self.left.emit()

    def leave_foot(self, foot: float) -> None:
        """Keep this height free at the screen's foot for a part that covers it."""
        self._foot = foot
        if self.screen is not None:
            self.screen.leave_foot(foot)

    def set_words(self, words: Words) -> None:
        if self.screen is not None:
            self.screen.set_words(words)

    def tick(self) -> None:
        if self.screen is not None:
            self.screen.tick()

    def _make_screen(self, words: Words) -> PitBossScreen:
        from console.table.ui.pit.pit_boss_screen import PitBossScreen

        screen = PitBossScreen(words, self._clock, self._window, self._guard)
        screen.hide()
        screen.answer_pressed.connect(self.hide)
        screen.back_pressed.connect(self.hide)
        screen.correct_pressed.connect(self.correct_pressed)
        screen.wrong_pressed.connect(self.wrong_pressed)
        screen.call_pressed.connect(self.call_pressed)
        screen.language_requested.connect(self.language_requested)
        screen.language_chosen.connect(self.language_chosen)
        screen.end_pressed.connect(self.end_pressed)
        self._orders = OrderLines(screen, self._desk)
        return screen
