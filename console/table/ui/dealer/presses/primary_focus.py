"""The keyboard's focus on the dealer's screen: it comes to the primary press, and Enter is that press from
anywhere.

A press that decides something is Enter's only while nothing else has the focus, and then the ring stands on
it: an outcome, the end of a halt, a skipped step.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.ui.dealer.action_bar import ActionBar
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.felt.condition import cut_off
from console.table.ui.hands.guard import GUARD
from console.table.ui.incident.layer import IncidentLayer
from console.table.ui.incident.stage import Stage
from console.table.ui.kit.buttons import Button, PressArea
from console.table.ui.kit.keys import KeyCard
from console.table.ui.kit.surface import Surface


class PrimaryFocus(QObject):
    def __init__(
        self,
        screen: Surface,
        bar: ActionBar,
        incident: IncidentLayer,
        awaits_text: Callable[[], QWidget | None] = lambda: None,
    ) -> None:
        """``awaits_text`` gives the field that is asked beside the primary: it has the focus first, and Enter
        in it is the primary's.
        """
        super().__init__(screen)
        self._awaits_text = awaits_text
        self._screen, self._bar, self._incident = screen, bar, incident
        self._view = NO_TABLE
        self._due = QTimer(self, singleShot=True, interval=round(GUARD * 1000))
        self._due.timeout.connect(self._give)

    def show_view(self, view: DealerView) -> None:
        self._view = view

    @property
    def button(self) -> Button:
        return self._incident.bar.primary if self._incident.has_bar else self._bar.primary

    @property
    def enter_presses(self) -> bool:
        """Whether the primary is in view and Enter's: not while play waits for a lost device."""
        waits = not self._incident.has_bar and cut_off(self._view)
        return not self.button.isHidden() and not (waits and self._bar.kind is Primary.DONE)

    def come(self) -> None:
        """Give the primary the focus as soon as a press on it counts."""
        self._due.start()

    def take_back(self) -> None:
        """Take the focus off the buttons for a new prompt, so that the primary can get it."""
        focused = QApplication.focusWidget()
        on_screen = focused is not None and self._screen.isAncestorOf(focused)
        if on_screen and not isinstance(focused, KeyCard):  # any key closes a card of keys: its focus stays
            self._screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def enter(self) -> None:
        """Enter presses the primary wherever the focus is, or the focused button if the primary decides."""
        focused = QApplication.focusWidget()
        elsewhere = isinstance(focused, Button) and self._screen.isAncestorOf(focused)
        if self._decides and isinstance(focused, Button) and elsewhere and not self._is_on_chosen:
            focused.click()
        elif self.enter_presses:
            self.button.click()

    def _give(self) -> None:
        """Focus the primary if Enter presses it now, or the field of a reason that can only be typed."""
        free = self._screen.hasFocus() or (self._decides and self._is_on_chosen)
        if free and not self._incident.has_bar and (field := self._awaits_text()) is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif free and self.enter_presses and not self._asks_fact:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif free and self._incident.has_bar and self._incident.zone.awaits_text:
            self._incident.zone.deciding.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _is_on_chosen(self) -> bool:
        """Whether the focus is on a key that was just touched, such as a reason."""
        focused = QApplication.focusWidget()
        return isinstance(focused, PressArea) and focused.chosen and self._screen.isAncestorOf(focused)

    @property
    def _asks_fact(self) -> bool:
        """Whether a fact is asked: its answers come next, and not the call of the pit boss beside them."""
        incident = self._incident
        asks = incident.has_bar and incident.dialog.stage in (Stage.KIND, Stage.FACT)
        return asks and incident.bar.asks_pit_boss

    @property
    def _decides(self) -> bool:
        """Whether the primary decides something, or is not the press that comes next."""
        if self._incident.has_bar:
            calls = self._incident.dialog.stage is Stage.OUTCOME and self._incident.bar.asks_pit_boss
            return not calls  # while a fact is asked, its answers come next
        return self._bar.kind is Primary.RESOLVE and self._view.view.offer is None
