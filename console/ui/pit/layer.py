"""All of an incident that lies on a dealer's screen: zone, bar, chips, frozen hand, and their conversation.

It puts them together and says which press is meant; what a press does is for who listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtWidgets import QWidget

from console.table.views import DealerView, SpinView
from console.ui.authority import is_own_report
from console.ui.buttons import PressGuard
from console.ui.lying import cards_out
from console.ui.pit.chips import HAND_WIDTH, Chips, FrozenHand
from console.ui.pit.facts import POCKET
from console.ui.pit.stage import Stage, decides, open_incident
from console.ui.pit.talk import Talk
from console.ui.pit.telling import incident_telling, stage_sign
from console.ui.signs.nib import Sign
from console.ui.surface import Surface
from console.ui.telling import Telling
from console.ui.theme import ACTION_HEIGHT, MARGIN, STATUS_HEIGHT
from console.ui.wheel.wording import colour_word
from console.words import Words
from console.words.names import card_name

if TYPE_CHECKING:
    from console.ui.pit.strip import IncidentBar
    from console.ui.pit.zone import IncidentZone

_HAS_BAR: Final = frozenset((Stage.KIND, Stage.FACT, Stage.OUTCOME, Stage.SKIP, Stage.CORRECT))


class Parts(NamedTuple):
    """What an incident is shown with."""

    zone: IncidentZone
    bar: IncidentBar
    chips: Chips
    hand: FrozenHand


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
    withdrawn = Signal()
    authorised = Signal(object, object)
    """The outcome is confirmed: the choice and the reason, None where there is none."""
    step_skipped = Signal(str)
    """The step that is due is skipped, with this reason."""
    corrected = Signal(str, int, object)
    """A card is put right: its hand, its position, the card that lies there."""
    settled = Signal(object)
    """What bets bring back is asked: a tuple of wagers."""
    pit_boss_here_pressed = Signal()
    call_pressed = Signal()

    def __init__(self, screen: Surface, guard: PressGuard) -> None:
        super().__init__(screen)
        self._screen, self._guard = screen, guard
        self._view: DealerView | None = None
        self._words: Words | None = None
        self._parts: Parts | None = None
        self.talk = Talk(self)
        self._connect()

    @property
    def parts(self) -> Parts:
        """What is made for the first incident only: no start waits for what it does not show."""
        if self._parts is None:
            self._parts = self._made()
            self._connect_parts(self._parts)
        return self._parts

    def _made(self) -> Parts:
        from console.ui.pit.strip import IncidentBar
        from console.ui.pit.zone import IncidentZone

        guard, screen = self._guard, self._screen
        zone, bar = IncidentZone(guard, screen), IncidentBar(guard, screen)
        parts = Parts(zone, bar, Chips(screen), FrozenHand(screen))
        for part in parts:
            part.hide()
            part.set_unit(screen.u)
        before: QWidget = screen
        for button in (bar.primary, bar.call, bar.back, bar.withdraw):  # before the status bar's presses
            QWidget.setTabOrder(before, button)
            before = button
        return parts

    @property
    def zone(self) -> IncidentZone:
        """The part in the place of table and rail."""
        return self.parts.zone

    @property
    def bar(self) -> IncidentBar:
        """The part in the place of the action bar."""
        return self.parts.bar

    @property
    def chips(self) -> Chips:
        """What has been answered, under the prompt."""
        return self.parts.chips

    def _connect(self) -> None:
        talk = self.talk
        talk.moved.connect(self.moved)
        talk.wrong.connect(self.wrong_pressed)
        talk.reported.connect(self.reported)
        talk.answered.connect(self.answered)
        talk.withdrawn.connect(self.withdrawn)

    def _connect_parts(self, parts: Parts) -> None:
        zone, bar = parts.zone, parts.bar
        zone.kinds.chosen.connect(self.talk.choose_kind)
        zone.facts.chosen.connect(self.talk.answer)
        zone.facts.told.connect(self.talk.tell)
        zone.deciding.decided.connect(self.confirm)
        zone.changed.connect(self._keyed)
        zone.settled.connect(self.settled)
        bar.back_pressed.connect(self.talk.back)
        bar.withdraw_pressed.connect(self.withdrawn)
        bar.confirm_pressed.connect(self.confirm)
        bar.pit_boss_here_pressed.connect(self.pit_boss_here_pressed)
        bar.call_pressed.connect(self.call_pressed)

    @property
    def has_bar(self) -> bool:
        """Whether the action bar is the incident's."""
        return self.talk.stage in _HAS_BAR

    def show_view(self, view: DealerView, person: Words, market: Words) -> Stage:
        """Show what is the incident's of this view; which stage that is."""
        self._view, self._words = view, person
        stage = self.talk.stage
        if stage is not Stage.PLAY or self._parts is not None:
            self._show_parts(self.parts, stage, view, person)
        return stage

    def _show_parts(self, parts: Parts, stage: Stage, view: DealerView, words: Words) -> None:
        zone, bar, chips, hand = parts
        shown = stage is not Stage.PLAY
        if shown:
            zone.show_view(view, self.talk.here, stage, words)
        zone.stage = stage
        zone.setVisible(shown)
        bar.setVisible(self.has_bar)
        chips.setVisible(stage is Stage.FACT)
        hand.setVisible(stage is Stage.KIND and _lies(view))
        if self.has_bar:
            bar.show_view(view, self.talk, words, self._confirm_word(view, stage, words))
        if stage is Stage.FACT:
            chips.show_view(view, words)
        if stage is Stage.KIND:
            hand.show_view(view, words)

    def told(self, view: DealerView, person: Words, market: Words) -> tuple[Telling, Sign]:
        """The prompt and its sign."""
        here, stage = self.talk.here, self.talk.stage
        told = incident_telling(view, here, stage, person, market, self.zone.by_hand.place)
        return told, stage_sign(view, here, stage)

    def place(self, wide: float, high: float, top: float) -> None:
        """Lay the parts out; ``top`` is where the zone begins, beneath a band."""
        if self._parts is None:
            return
        put, prompt, parts = self._screen.put, STATUS_HEIGHT, self._parts
        put(parts.zone, QRectF(0, top, wide, high - top - ACTION_HEIGHT))
        put(parts.bar, QRectF(0, high - ACTION_HEIGHT, wide, ACTION_HEIGHT))
        put(parts.chips, QRectF(228, prompt + 132, wide - 228 - MARGIN, 76))
        put(parts.hand, QRectF(wide - MARGIN - HAND_WIDTH + 10, prompt + 28, HAND_WIDTH, 98))
        for part in parts:
            part.raise_()

    # --- presses ----------------------------------------------------------------------------------

    def takes(self, key: int, text: str) -> bool:
        """Take a key for what is asked; one that was down before the prompt counts for nothing."""
        settles = self._parts is not None and self.zone.is_settling
        if self.talk.stage is Stage.PLAY or (self.talk.stage is Stage.STEPS and not settles):
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
            case Stage.FACT if self.zone.facts.number is not None:
                self.talk.answer(POCKET, self.zone.facts.number)
            case Stage.SKIP if deciding.reason is not None:
                self.step_skipped.emit(deciding.reason)
            case Stage.CORRECT if by_hand.place is not None and by_hand.card is not None:
                self.corrected.emit(*by_hand.place, by_hand.card)
                self.talk.end_correcting()

    def _confirm_word(self, view: DealerView, stage: Stage, words: Words) -> str | None:
        """What the primary does; None while something is lacking."""
        incident, deciding = open_incident(view), self.zone.deciding
        match stage:
            case Stage.OUTCOME if is_own_report(view):
                return None
            case Stage.OUTCOME if view.pit_boss is not None and incident is not None:
                if len(incident.choices) > 1:
                    return None  # the choice itself confirms
                whole = not decides(incident) or deciding.is_whole(stage)
                return words.text("button.authorise", name=view.pit_boss.name) if whole else None
            case Stage.FACT if self.zone.facts.number is not None:
                number = self.zone.facts.number
                return words.text("button.number_is", number=number, colour=colour_word(words, number))
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
    out = bool(cards_out(view)) or isinstance(lying, SpinView)
    return lying is not None and out and lying.status == "open"
