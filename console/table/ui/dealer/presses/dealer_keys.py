"""The keys of the dealer's screen: what each does now, and the card on which F1 shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.game.cards import Rank, Suit
from console.table.ui.dealer.action_bar import ActionBar
from console.table.ui.dealer.preparation.preparation_panel import PreparationPanel
from console.table.ui.dealer.presses.number_entry import NumberEntry
from console.table.ui.dealer.presses.primary_focus import PrimaryFocus
from console.table.ui.hands.guard import ENTERS
from console.table.ui.hands.key_places import is_unclear, key_of, text_of
from console.table.ui.incident.layer import IncidentLayer
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import theme
from console.table.ui.kit.keys import KeyCard, Keys, show_keys, with_control
from console.table.ui.kit.lettering import DOT
from console.table.ui.kit.surface import Surface

_ON_PAD: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits of the card pad from the left; its other keys show what is typed for them, except the ten."""


class DealerKeys(QObject):
    call_pressed = Signal()
    pit_boss_here_pressed = Signal()
    end_pressed = Signal()
    language_requested = Signal()
    lock_requested = Signal()
    menu_requested = Signal()
    card_opened = Signal()
    letters_typed = Signal()
    """A key typed a sign that means nothing if digits are awaited."""

    def __init__(
        self,
        screen: Surface,
        bar: ActionBar,
        incident: IncidentLayer,
        *,
        numbers: NumberEntry,
        preparation: PreparationPanel,
        focus: PrimaryFocus,
        words: Words,
    ) -> None:
        super().__init__(screen)
        self._screen, self._bar, self._incident = screen, bar, incident
        self._numbers, self._preparation = numbers, preparation
        self._focus, self._words = focus, words
        self._view = NO_TABLE
        self.more: Callable[[Words], Keys] = lambda words: ()
        """The keys of the parts around this screen."""
        self.card: KeyCard | None = None
        """The card that F1 shows; None before its first use."""

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words

    def takes(self, event: QKeyEvent) -> bool:
        """Do what a key means; returns whether it means anything here."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match key_of(event):
            case key if key in ENTERS:
                if not self._incident.takes(key, event.text()):
                    self._focus.enter()
            case Qt.Key.Key_Escape if self._incident.has_bar:
                self._incident.back()
            case Qt.Key.Key_F1:
                self.show_card()
            case Qt.Key.Key_F2:
                if not self._bar.wrong.isHidden():
                    self._bar.wrong.click()
            case Qt.Key.Key_F3:
                if not self._bar.call.isHidden():
                    self.call_pressed.emit()
            case Qt.Key.Key_F4:
                self.pit_boss_here_pressed.emit()
            case Qt.Key.Key_F8:
                self.end_pressed.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_F10:
                self.menu_requested.emit()
            case Qt.Key.Key_L if control:
                self.lock_requested.emit()
            case key if not control:
                text = text_of(event)
                parts = (self._numbers, self._preparation, self._incident)
                if any(part.takes(key, text) for part in parts):
                    return True
                return self._incident.takes_reason(event.text()) or self._says_unclear(event)
            case _:
                return False
        return True

    def _says_unclear(self, event: QKeyEvent) -> bool:
        """Say that a key types no digit, if digits are awaited."""
        counts = self._preparation.asks_count
        awaited = counts or self._numbers.is_shown or self._incident.chooses_by_digits
        if not (awaited and is_unclear(event)):
            return False
        self.letters_typed.emit()
        return True

    # --- the card ---------------------------------------------------------------------------------

    def show_card(self) -> None:
        """Show the keys that do something here now, below the prompt, which stays visible."""
        top = theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT
        self.card = show_keys(self._screen, self.rows(self._words), self._words, top=top)
        self.card_opened.emit()

    def show_rows_again(self) -> None:
        if self.card is not None and self.card.isVisible():
            self.card.show_rows(self.rows(self._words), self._words)

    def rows(self, words: Words) -> Keys:
        text, bar, is_picking = words.text, self._bar, self._incident.dialog.stage is Stage.KIND
        typed = self._incident.on_enter
        rows = [
            ("Enter", typed or self._focus.button.text(), bool(typed) or self._focus.enter_presses),
            *self._choice_rows(words),
            ("Esc", text("button.back"), self._incident.goes_back or self._incident.leaves_bet),
            ("F2", bar.wrong.text(), not bar.wrong.isHidden() and not is_picking),
            ("F3", bar.call.text(), not bar.call.isHidden()),
            ("F4", text("pit.screen" if self._has_pit_boss else "menu.pit_boss"), True),
            ("F8", text("authority.end"), self._has_pit_boss),
            ("F9", text("keys.language"), True),
            ("F10", text("menu.open"), not self._view.screen.locked),
            (with_control(words, "L"), text("menu.lock"), bool(self._view.dealer)),
            ("", text("keys.clauses", clauses=DOT.join(self._clauses)), bool(self._clauses)),
        ]
        return (*((key, does) for key, does, counts in rows if counts), *self.more(words))

    def _choice_rows(self, words: Words) -> tuple[tuple[str, str, bool], ...]:
        incident = self._incident
        if self._preparation.asks_count:
            return (("0 – 9", words.text("prompt.inspect.count"), True),)
        if incident.dialog.stage in (Stage.MANUAL, Stage.CORRECT):
            named = DOT.join(words.text(f"pad.suit.{suit.name.lower()}") for suit in _ON_PAD)
            return (
                ("1 – 9", words.text("correct.touch"), incident.names_card_by_digits),
                (" ".join(suit.value for suit in _ON_PAD), named, True),
                (Rank.TEN.value, "10", True),
            )
        typed = "step.enter_number" if self._numbers.is_shown else incident.on_digits
        if typed:
            bets = ((key, bet, True) for key, bet in incident.offered_bets)
            return (("0 – 9", words.text(typed), True), *bets)
        if not incident.chooses_by_digits:
            return ()
        keys = incident.choice_keys
        return ((keys, words.text(incident.choice_phrase), bool(keys)),)

    @property
    def _clauses(self) -> tuple[str, ...]:
        """The clauses of the prompt: a dealer acts by its words, and reads here where they are from."""
        return (self._view.behind or self._view.view.prompt).clauses

    @property
    def _has_pit_boss(self) -> bool:
        return self._view.pit_boss is not None
