"""All of an incident that lies on a dealer's screen: zone, bar, chips, frozen hand, and their conversation.

It puts them together and says which press is meant; what a press does is for who listens.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QRectF, Signal

from console.table.views import DealerView
from console.ui.buttons import PressGuard
from console.ui.pit.chips import HAND_WIDTH, Chips, FrozenHand
from console.ui.pit.stage import Stage, decides, open_incident
from console.ui.pit.strip import IncidentBar
from console.ui.pit.talk import Talk
from console.ui.pit.telling import incident_telling, stage_sign
from console.ui.pit.zone import IncidentZone
from console.ui.signs.nib import Sign
from console.ui.surface import Surface
from console.ui.telling import Telling
from console.ui.theme import ACTION_HEIGHT, MARGIN, STATUS_HEIGHT
from console.words import Words
from console.words.names import card_name

_HAS_BAR: Final = frozenset((Stage.KIND, Stage.FACT, Stage.OUTCOME, Stage.SKIP, Stage.CORRECT))


class IncidentLayer(QObject):
    """The parts of a screen that are an incident's, and what is said by them."""

    moved = Signal()
    """Another stage is to be shown."""
    keyed = Signal()
    """The card that would be taken has changed."""
    wrong_pressed = Signal()
    """Something went wrong: a report without a kind, so that play halts at once."""
    reported = Signal(str, dict)
    """A report: its kind, and the facts that the console noticed."""
    answered = Signal(dict)
    changed = Signal(str, dict)
    """The report is to be made anew with these facts: an answer was changed."""
    withdrawn = Signal()
    authorised = Signal(object, object)
    """The outcome is confirmed: the choice and the reason, None where there is none."""
    step_skipped = Signal(str)
    """The step that is due is skipped, with this reason."""
    corrected = Signal(str, int, object)
    """A card is put right: its hand, its position, the card that lies there."""
    pit_boss_here_pressed = Signal()

    def __init__(self, screen: Surface, guard: PressGuard) -> None:
        super().__init__(screen)
        self._screen, self._guard = screen, guard
        self._view: DealerView | None = None
        self._words: Words | None = None
        self.talk = Talk(self)
        self.zone = IncidentZone(guard, screen)
        self.bar = IncidentBar(guard, screen)
        self.chips = Chips(screen)
        self.hand = FrozenHand(screen)
        for part in (self.zone, self.bar, self.chips, self.hand):
            part.hide()
        self._connect()

    def _connect(self) -> None:
        talk = self.talk
        talk.moved.connect(self.moved)
        talk.wrong.connect(self.wrong_pressed)
        talk.reported.connect(self.reported)
        talk.answered.connect(self.answered)
        talk.changed.connect(self.changed)
        talk.withdrawn.connect(self.withdrawn)
        self.zone.kinds.chosen.connect(talk.choose_kind)
        self.zone.facts.chosen.connect(talk.answer)
        self.zone.changed.connect(self._keyed)
        self.bar.back_pressed.connect(talk.back)
        self.bar.withdraw_pressed.connect(self.withdrawn)
        self.bar.confirm_pressed.connect(self.confirm)
        self.bar.pit_boss_here_pressed.connect(self.pit_boss_here_pressed)

    @property
    def has_bar(self) -> bool:
        """Whether the action bar is the incident's."""
        return self.talk.stage in _HAS_BAR

    def show_view(self, view: DealerView, person: Words, market: Words) -> Stage:
        """Show what is the incident's of this view; which stage that is."""
        self._view, self._words = view, person
        stage = self.talk.stage
        shown = stage is not Stage.PLAY
        if shown:
            self.zone.show_view(view, self.talk.here, stage, person)
        self.zone.stage = stage
        self.zone.setVisible(shown)
        self.bar.setVisible(self.has_bar)
        self.chips.setVisible(stage is Stage.FACT)
        self.hand.setVisible(stage is Stage.KIND and _lies(view))
        if self.has_bar:
            self.bar.show_view(view, self.talk, person, self._confirm_word(view, stage, person))
        if stage is Stage.FACT:
            self.chips.show_view(view, person)
        if stage is Stage.KIND:
            self.hand.show_view(view, person)
        return stage

    def told(self, view: DealerView, person: Words, market: Words) -> tuple[Telling, Sign]:
        """The prompt and its sign."""
        here, stage = self.talk.here, self.talk.stage
        told = incident_telling(view, here, stage, person, market, self.zone.by_hand.place)
        return told, stage_sign(view, here, stage)

    def place(self, wide: float, high: float, top: float) -> None:
        """Lay the parts out; ``top`` is where the zone begins, beneath a band."""
        put, prompt = self._screen.put, STATUS_HEIGHT
        put(self.zone, QRectF(0, top, wide, high - top - ACTION_HEIGHT))
        put(self.bar, QRectF(0, high - ACTION_HEIGHT, wide, ACTION_HEIGHT))
        put(self.chips, QRectF(228, prompt + 132, wide - 228 - MARGIN, 76))
        put(self.hand, QRectF(wide - MARGIN - HAND_WIDTH + 10, prompt + 28, HAND_WIDTH, 98))
        for part in (self.zone, self.bar, self.chips, self.hand):
            part.raise_()

    # --- presses ----------------------------------------------------------------------------------

    def takes(self, key: int, text: str) -> bool:
        """Take a key for what is asked; one that was down before the prompt counts for nothing."""
        if self.talk.stage is Stage.PLAY or self.talk.stage is Stage.STEPS:
            return False
        if not self._guard.accepts(self._guard.now()):
            return True
        return self.zone.takes(key, text)

    def _keyed(self) -> None:
        self.keyed.emit()

    def confirm(self) -> None:
        """The primary was meant."""
        view, deciding, by_hand = self._view, self.zone.deciding, self.zone.by_hand
        incident = open_incident(view) if view is not None else None
        match self.talk.stage:
            case Stage.OUTCOME if incident is not None and decides(incident):
                if deciding.is_whole(Stage.OUTCOME):
                    self.authorised.emit(deciding.choice, deciding.reason)
            case Stage.OUTCOME:
                self.authorised.emit(None, None)
            case Stage.SKIP if deciding.reason is not None:
                self.step_skipped.emit(deciding.reason)
            case Stage.CORRECT if by_hand.place is not None and by_hand.card is not None:
                self.corrected.emit(*by_hand.place, by_hand.card)
                self.talk.end_correcting()

    def _confirm_word(self, view: DealerView, stage: Stage, words: Words) -> str | None:
        """What the primary does; None while something is lacking."""
        incident, deciding = open_incident(view), self.zone.deciding
        match stage:
            case Stage.OUTCOME if view.pit_boss is not None and incident is not None:
                whole = not decides(incident) or deciding.is_whole(stage)
                return words.text("button.authorise", name=view.pit_boss.name) if whole else None
            case Stage.SKIP:
                return words.text("button.skip_step") if deciding.is_whole(stage) else None
            case Stage.CORRECT if self.zone.by_hand.card is not None:
                card = card_name(words, self.zone.by_hand.card)
                return words.text("correct.press", card=card)
            case _:
                return None


def _lies(view: DealerView) -> bool:
    """Whether a hand lies on the table."""
    lying = view.view.round
    return lying is not None and bool(lying.player) and lying.status == "open"
