"""The zone of table and rail while an incident is open or cards are keyed in: one of several panels. The zone
passes each press on, and does not decide its meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.game.worksheet import Wager
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.answer_bar import NO_CHOICE, OfferedChoices
from console.table.ui.incident.panels.card_pad import CardEntryPanel
from console.table.ui.incident.panels.decision_panel import DecisionPanel
from console.table.ui.incident.panels.kinds import KEYS, KindTiles
from console.table.ui.incident.panels.outcome import OutcomePanel
from console.table.ui.incident.panels.question import FactChoices
from console.table.ui.incident.panels.steps import StepsPanel
from console.table.ui.incident.stage import OpenParts, Stage, decides
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea
from console.table.ui.kit.surface import Surface, fill

if TYPE_CHECKING:
    from console.table.ui.incident.panels.worksheet_panel import Settling

_DIGITS = range(Qt.Key.Key_1, Qt.Key.Key_9 + 1)


class IncidentZone(Surface):
    """Kinds, a question, an outcome, a choice with its reason, steps, or the pad."""

    changed = Signal()
    """The choice or the reason has changed."""
    digit_left = Signal(int)
    """A digit that belongs to no reason: it may be the key of a choice in the action bar."""

    def __init__(
        self,
        guard: PressGuard,
        words: Words,
        settle: Callable[[tuple[Wager, ...]], None],
        parent: QWidget | None = None,
    ) -> None:
        """``settle`` asks what bets bring back."""
        super().__init__(parent)
        self.covers()
        self.kinds = KindTiles(guard, words, self)
        self.facts = FactChoices(guard, self)
        self.outcome = OutcomePanel(self)
        self.deciding = DecisionPanel(guard, words, self)
        self.steps = StepsPanel(self)
        self.by_hand = CardEntryPanel(guard, words, self)
        self._panels: tuple[Surface, ...] = (
            self.kinds, self.facts, self.outcome, self.deciding, self.steps, self.by_hand,
        )  # fmt: skip
        self._guard, self._words, self._settle = guard, words, settle
        self._settling: Settling | None = None
        self.panel: Surface = self.kinds
        self.stage = Stage.PLAY
        self.deciding.changed.connect(self.changed)
        self.facts.typed.connect(self.changed)
        self.by_hand.changed.connect(self.changed)

    @property
    def settling(self) -> Settling:
        """The worksheet's panel; it is made when a round is first settled by hand."""
        if self._settling is None:
            from console.table.ui.incident.panels.worksheet_panel import Settling

            self._settling = Settling(self._guard, self._words, self)
            self._settling.set_unit(self.u)
            self._settling.settling_asked.connect(self._settle)
            self._settling.entered.connect(self.changed)
            self._panels = (*self._panels, self._settling)
            self.arrange()
        return self._settling

    @property
    def is_settling(self) -> bool:
        """Whether bets are entered here."""
        return self._settling is not None and self.panel is self._settling

    @property
    def is_worksheet_empty(self) -> bool:
        """Whether bets are entered here, and none has been entered yet."""
        return self.is_settling and not self.settling.wagers

    def show_view(self, view: DealerView, open_parts: OpenParts, stage: Stage, words: Words) -> None:
        if stage is Stage.KIND and self.stage is not stage:
            self.kinds.begin()
        self.stage, self._words = stage, words
        self.panel = self._panel(view, stage)
        for panel in self._panels:
            panel.setVisible(panel is self.panel)
        if self.panel is self.kinds:
            self.kinds.show_view(view, words, open_parts)
        elif self.panel is self.facts:
            self.facts.show_view(view, open_parts, words)
        elif self.panel is self.outcome:
            self.outcome.show_view(view, words)
        elif self.panel is self.deciding:
            self.deciding.show_view(view, stage, words)
        elif self.panel is self.steps:
            self.steps.show_view(view, words)
        elif self.is_settling:
            self.settling.show_view(view, words)
        else:
            self.by_hand.show_view(view, words, correcting=stage is Stage.CORRECT)

    def leave(self) -> None:
        """Play goes on: clear the choice of a kind, and leave a worksheet: its question is of that round."""
        self.stage, self.panel = Stage.PLAY, self.kinds

    def _panel(self, view: DealerView, stage: Stage) -> Surface:
        match stage:
            case Stage.KIND:
                return self.kinds
            case Stage.FACT:
                return self.facts
            case Stage.OUTCOME:
                chooses = decides(view) and view.pit_boss is not None
                return self.deciding if chooses else self.outcome
            case Stage.SKIP | Stage.WITHDRAW:
                return self.deciding
            case Stage.MANUAL | Stage.CORRECT:
                return self.by_hand
            case _:
                settles = view.view.prompt.action == Action.SETTLE and view.pit_boss is not None
                return self.settling if settles else self.steps

    @property
    def awaits_text(self) -> bool:
        """Whether a reason has to be typed because no reason can be chosen."""
        return self.panel is self.deciding and self.deciding.awaits_text

    @property
    def choices(self) -> OfferedChoices:
        panel = self.deciding
        return panel.choices if self.panel is panel else NO_CHOICE

    @property
    def chooses_by_digits(self) -> bool:
        """Whether a digit chooses at once, and is not one of a number or of a card."""
        if self.panel is self.facts:
            return not self.facts.asks_number
        return self.panel is self.kinds or self.panel is self.deciding

    @property
    def answer_keys(self) -> tuple[str, ...]:
        tiles = self.panel.findChildren(PressArea)
        return tuple(tile.key for tile in tiles if tile.key and tile.isEnabled() and not tile.isHidden())

    def chooses_by(self, text: str) -> bool:
        """Whether what is typed is the key of a choice: a digit, and of some kinds and answers a letter."""
        if self.panel is self.kinds:
            return len(text) == 1 and text.upper() in KEYS
        by_letter = self.panel is self.facts and text.upper() in self.answer_keys
        return by_letter or (text.isdecimal() and self.chooses_by_digits)

    def takes(self, key: int, text: str) -> bool:
        """Take a key: digits are tiles and choices, letters and digits the pad's."""
        if self.panel is self.by_hand:
            return self.by_hand.takes(key, text)
        if self.is_settling:
            return self.settling.takes(key, text)
        if self.panel is self.facts and self.facts.takes(key, text):
            return True
        if self.panel is self.kinds and self.chooses_by(text):
            self.kinds.press_key(text)
            return True
        if self.panel is self.facts and self.facts.press_key(text):
            return True
        if key not in _DIGITS:
            return False
        if self.panel is self.facts:  # a digit of no answer
            return True
        if self.panel is self.deciding and not self.deciding.field.hasFocus():  # the keypad's cursor keys
            self.deciding.press_key(key - Qt.Key.Key_1)
            self.digit_left.emit(key - Qt.Key.Key_0)
            return True
        return False

    def takes_reason(self, text: str) -> bool:
        """Begin the reason with what was typed, if one can be written."""
        if self.panel is not self.deciding or self.deciding.field.isHidden():
            return False
        if not (text.isprintable() and text.strip()):
            return False
        self.deciding.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.deciding.field.insert(text)
        return True

    def arrange(self) -> None:
        for panel in self._panels:
            self.put(panel, QRectF(0, 0, self.wide, self.high))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
