"""All parts of an incident on a dealer's screen: zone, bar, ticked facts, frozen hand, conversation. The
module puts them together and reports each press to the table; the table decides what a press does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.phases import RoundStatus
from console.table.core.state.views import SpinView
from console.table.incidents.known_kinds import IN_TIME
from console.table.ui.felt.condition import cards_out
from console.table.ui.felt.games import on_screen
from console.table.ui.hands.guard import GUARD, PressGuard, PressRefusal
from console.table.ui.incident.authority import is_own_report
from console.table.ui.incident.incident_prompt import incident_prompt, stage_sign
from console.table.ui.incident.incident_words import chip_text, decide_by_label, kind_name
from console.table.ui.incident.stage import (
    HAND,
    OF_THE_ROUND,
    POCKET,
    SEAT,
    IncidentCommands,
    IncidentDialog,
    Stage,
    decides,
    open_incident,
)
from console.table.ui.kit import theme
from console.table.ui.kit.keys import in_a_row
from console.table.ui.kit.lettering import advance, sentence, shrunk, write
from console.table.ui.kit.prompt_parts import PromptText
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.times import clock_time
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import answered_facts
from console.table.words.names import card_name, colour_word
from console.table.words.speech import last_card_text

if TYPE_CHECKING:
    from console.table.ui.incident.answer_bar import IncidentBar
    from console.table.ui.incident.panels.zone import IncidentZone


class Chip(NamedTuple):
    """A known fact under the question."""

    text: str
    sign: Sign = Sign("states.tick")
    ink: QColor = theme.T0
    is_revoked: bool = False
    """Whether it is an answer that a reading has contradicted: it is struck through."""


class Chips(Surface):
    chips: tuple[Chip, ...] = ()

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the facts that are known; first what was read since the answer, and that answer."""
        incident, since = open_incident(view), view.incident.read_since
        chips = list[Chip]()
        if since is not None:
            at = clock_time(since.at, words)
            read = words.text("incident.read_since", number=since.number, time=at)
            was = chip_text(words, IN_TIME, True, view)  # the one answer that a number contradicts
            chips = [
                Chip(read, Sign("states.caution"), theme.AMBER),
                Chip(was, Sign("outcomes.cross"), theme.T1, True),
            ]
        if incident is not None and incident.kind is not None:
            chips.append(Chip(kind_name(words, incident.kind).replace("\u00ad", "")))
            known = answered_facts(incident.facts).items()
            chips += [Chip(chip_text(words, fact, value, view)) for fact, value in known]
            if view.view.prompt.fact in OF_THE_ROUND and view.cards.last_card is not None:
                chips.append(Chip(sentence(last_card_text(words, view.cards.last_card))))
        self.chips = tuple(chips)
        self.setAccessibleName(words.text("access.list").join(each.text for each in chips))
        self.update()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        size = 21
        while size > 16 and self._reach(size) > self.wide:
            size -= 1
        rows, high = (1, 44.0) if self._reach(size) <= self.wide else (2, 34.0)
        x, y = 0.0, 0.0
        for text, sign, ink, is_revoked in self.chips:
            face = theme.font(size)
            wide = 46 + advance(text, face) + 16
            if x and x + wide > self.wide and rows == 2:
                x, y = 0.0, y + high + 6
            if y + high > self.high:
                return
            wide = min(wide, self.wide - x)
            box = QRectF(x, y, wide, high)
            fill(painter, box, theme.AMBER_FILL if ink is theme.AMBER else theme.BG2, 6)
            sign(painter, QRectF(x + 14, y + high / 2 - 10, 20, 20), theme.GREEN if ink is theme.T0 else ink)
            end = write(painter, text, x + 46, y + high / 2, shrunk(text, wide - 60, (size, 17, 16)), ink)
            if is_revoked:
                fill(painter, QRectF(x + 42, y + high / 2, end - x - 38, 2), ink)
            x += wide + 10

    def _reach(self, size: int) -> float:
        return sum(72 + advance(each.text, theme.font(size)) for each in self.chips)


class FrozenHand(Surface):
    """The hand as it lay when the incident happened, small, as the dealer sees it."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._words = NO_TABLE, words

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words
        self.setAccessibleName(". ".join(on_screen(view.game).frozen.spoken(view, words)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        if self._view is not NO_TABLE:
            of_hand = _hand_reported(self._view)
            on_screen(self._view.game).frozen.draw(painter, self._view, self._words, of_hand)


def _hand_reported(view: DealerView) -> str | None:
    """The name of the hand that the open report is about; None if it is about none, or not yet known."""
    incident = open_incident(view)
    seat, hand = (incident.facts.get(SEAT), incident.facts.get(HAND)) if incident else (None, None)
    return None if seat is None or hand is None else f"{seat}.{hand}"


_AFTER_REFUSED: Final = 1.0
"""Seconds without a key after which a digit chooses again, if the one before it was refused."""
_ASKED: Final = frozenset((Stage.KIND, Stage.FACT))
_OVER_TABLE: Final = _ASKED | {Stage.OUTCOME, Stage.WITHDRAW}
"""The stages whose panels stand over the table: its hand stays in view beside the prompt."""
_HAS_BAR: Final = _OVER_TABLE | {Stage.SKIP, Stage.CORRECT}


class Parts(NamedTuple):
    zone: IncidentZone
    bar: IncidentBar
    chips: Chips
    hand: FrozenHand


class IncidentLayer(QObject):
    """The parts of a screen that show an incident, and the conversation about it."""

    moved = Signal()
    """Another stage is shown from now on."""
    keyed = Signal()
    """The card that would be taken has changed."""
    pit_boss_here_pressed = Signal()
    call_pressed = Signal()

    def __init__(self, screen: Surface, guard: PressGuard, commands: IncidentCommands, words: Words) -> None:
        super().__init__(screen)
        self._screen, self._guard, self._commands = screen, guard, commands
        self._view, self._words = NO_TABLE, words
        self._parts: Parts | None = None
        self._digit_at = float("-inf")
        """The time of the last digit that chose a tile."""
        self.dialog = IncidentDialog(commands, self)
        self.dialog.moved.connect(self.moved)

    @property
    def parts(self) -> Parts:
        """The parts, made for the first incident and not before, so that a start does not wait for them."""
        if self._parts is None:
            self._parts = self._make_parts()
            self._connect_parts(self._parts)
        return self._parts

    def _make_parts(self) -> Parts:
        from console.table.ui.incident.answer_bar import IncidentBar
        from console.table.ui.incident.panels.zone import IncidentZone

        guard, screen, words = self._guard, self._screen, self._words
        zone = IncidentZone(guard, words, self._commands.settle, screen)
        bar = IncidentBar(guard, words, screen)
        guard.shown_on(bar)
        parts = Parts(zone, bar, Chips(screen), FrozenHand(words, screen))
        for part in parts:
            part.hide()
            part.set_unit(screen.u)
        return parts

    @property
    def zone(self) -> IncidentZone:
        """The part that stands in place of table and rail."""
        return self.parts.zone

    @property
    def is_worksheet_empty(self) -> bool:
        """Whether a worksheet is asked for and has no bet; nothing is made only to find out."""
        return self._parts is not None and self._parts.zone.is_worksheet_empty

    @property
    def bar(self) -> IncidentBar:
        return self.parts.bar

    def _connect_parts(self, parts: Parts) -> None:
        zone, bar = parts.zone, parts.bar
        zone.kinds.chosen.connect(self.dialog.choose_kind)
        zone.facts.chosen.connect(self.dialog.answer)
        zone.facts.way_chosen.connect(self.dialog.answer_all)
        zone.deciding.decided.connect(self.confirm)
        zone.changed.connect(self.keyed)
        zone.digit_left.connect(bar.press_choice)
        bar.chosen.connect(zone.deciding.choose)
        bar.back_pressed.connect(self.back)
        bar.withdraw_pressed.connect(self.dialog.withdraw)
        bar.confirm_pressed.connect(self.confirm)
        bar.pit_boss_here_pressed.connect(self.pit_boss_here_pressed)
        bar.call_pressed.connect(self.call_pressed)

    @property
    def beside_the_words(self) -> float:
        """The part that covers the prompt at its right, where its words must not come."""
        return 0 if self._parts is None or self._parts.hand.isHidden() else self._hand_width

    @property
    def _hand_width(self) -> float:
        return on_screen(self._view.game).frozen.wide

    @property
    def has_bar(self) -> bool:
        return self.dialog.stage in _HAS_BAR

    def show_view(self, view: DealerView, person: Words) -> Stage:
        """Show the incident's parts of this view; returns its stage."""
        self._view = view
        stage = self.dialog.stage
        if stage is not Stage.PLAY or self._parts is not None:
            self._show_parts(self.parts, stage, view, person)
        return stage

    def _show_parts(self, parts: Parts, stage: Stage, view: DealerView, words: Words) -> None:
        zone, bar, chips, hand = parts
        shown = stage is not Stage.PLAY
        if shown:
            zone.show_view(view, self.dialog.open_parts, stage, words)
        else:
            zone.leave()
        zone.setVisible(shown)
        bar.setVisible(self.has_bar)
        chips.setVisible(stage is Stage.FACT)
        hand.setVisible(_shows_hand(stage, view))
        if self.has_bar:
            bar.show_view(view, self.dialog, words, self._confirm_word(view, stage, words), zone.choices)
        if stage is Stage.FACT:
            chips.show_view(view, words)
        if _shows_hand(stage, view):
            hand.show_view(view, words)

    def prompt(self, view: DealerView, person: Words, market: Words) -> tuple[PromptText, Sign]:
        here, stage = self.dialog.open_parts, self.dialog.stage
        prompt = incident_prompt(view, here, stage, person, market, self.zone.by_hand.card_place)
        return prompt, stage_sign(view, here, stage)

    def place(self, width: float, height: float, top: float, foot: float = theme.ACTION_HEIGHT) -> None:
        """Lay the parts out, from ``top`` (beneath a band) to ``foot`` above the lower edge."""
        if self._parts is None:
            return
        put, prompt, parts, hand = self._screen.put, theme.STATUS_HEIGHT, self._parts, self._hand_width
        put(parts.zone, QRectF(0, top, width, height - top - foot))
        put(parts.bar, QRectF(0, height - theme.ACTION_HEIGHT, width, theme.ACTION_HEIGHT))
        put(parts.chips, QRectF(228, prompt + 132, width - 228 - theme.MARGIN, 76))
        put(parts.hand, QRectF(width - theme.MARGIN - hand + 10, prompt + 28, hand, 98))

    @property
    def made_parts(self) -> Sequence[QWidget]:
        """The parts that have been made, each over the ones before it."""
        return self._parts or ()

    # --- presses ----------------------------------------------------------------------------------

    @property
    def chooses_by_digits(self) -> bool:
        return self.has_bar and self._parts is not None and self.zone.chooses_by_digits

    @property
    def names_card_by_digits(self) -> bool:
        return (
            self._parts is not None and self.dialog.stage is Stage.CORRECT and self.zone.by_hand.awaits_place
        )

    @property
    def choice_keys(self) -> str:
        """The keys that choose an answer here, as they stand on the tiles and in the bar."""
        return in_a_row((*self.zone.answer_keys, *self.bar.choice_keys))

    @property
    def choice_phrase(self) -> str:
        """The phrase key of what the keys of an answer do."""
        return "keys.choice.key" if self.zone.panel is self.zone.kinds else "keys.choice"

    @property
    def on_digits(self) -> str:
        """The phrase key of the number or the stake that digits type here; empty if they type none."""
        if self._parts is None:
            return ""
        if self.zone.is_settling:
            return self.zone.settling.on_digits
        return (
            "step.enter_number" if self.zone.panel is self.zone.facts and self.zone.facts.asks_number else ""
        )

    @property
    def offered_bets(self) -> tuple[tuple[str, str], ...]:
        """The keys of the bets that a worksheet offers, and their names."""
        return self.zone.settling.offered if self._parts is not None and self.zone.is_settling else ()

    @property
    def on_enter(self) -> str:
        """The effect of Enter on the worksheet, in words; empty if it presses the primary."""
        return self.zone.settling.on_enter if self._parts is not None and self.zone.is_settling else ""

    def takes(self, key: int, text: str) -> bool:
        """Take a key for the question; one that was already down before the prompt is ignored."""
        settles = self._parts is not None and self.zone.is_settling
        if self.dialog.stage is Stage.PLAY or (self.dialog.stage is Stage.STEPS and not settles):
            return False
        began, before = self._guard.now(), self._digit_at
        chooses = self.zone.chooses_by(text)
        if chooses:
            self._digit_at = began
        if not self._guard.accepts(began):
            return True
        if chooses and self.zone.kinds.was_refused and began - before < _AFTER_REFUSED:
            self._guard.on_refused(PressRefusal.AFTER_NOT_NOW)
            return True
        if chooses and began - before < GUARD:  # one of several digits of a PIN or an amount, so no answer
            self._guard.on_refused(PressRefusal.TOO_NEW)
            return True
        return self.zone.takes(key, text)

    def takes_reason(self, text: str) -> bool:
        """Type letters into the reason's field, if one can be written; a digit chooses."""
        if self.dialog.stage is Stage.PLAY or not self._guard.accepts(self._guard.now()):
            return False
        return self.zone.takes_reason(text)

    @property
    def _turns_page(self) -> bool:
        return self.dialog.stage is Stage.KIND and self.zone.kinds.is_later_page

    @property
    def goes_back(self) -> bool:
        """Whether :meth:`back` does something."""
        return self.has_bar and (
            self._turns_page or self.dialog.goes_back or not self.bar.withdraw.isHidden()
        )

    @property
    def leaves_bet(self) -> bool:
        """Whether Escape leaves a bet that was begun on the worksheet."""
        return self._parts is not None and self.zone.is_settling and self.zone.settling.is_entering

    def back(self) -> None:
        """Go back by one page of kinds or one question; else focus the press that takes the report back."""
        if self._turns_page:
            self.zone.kinds.page_back()
        elif self.dialog.goes_back:
            self.dialog.back()
        elif not self.bar.withdraw.isHidden():
            self.bar.withdraw.setFocus(Qt.FocusReason.OtherFocusReason)

    def confirm(self) -> None:
        view, deciding, by_hand = self._view, self.zone.deciding, self.zone.by_hand
        match self.dialog.stage:
            case Stage.KIND if (meant := self.dialog.kind_to_send) is not None:
                self.dialog.choose_kind(meant.kind, dict(meant.facts))
            case Stage.OUTCOME if decides(view):
                if deciding.is_whole(Stage.OUTCOME):
                    self._commands.authorise(deciding.choice, deciding.reason)
            case Stage.OUTCOME:
                self._commands.authorise(None, None)
            case Stage.FACT if self.zone.facts.number is not None:
                self.dialog.answer(POCKET, self.zone.facts.number)
            case Stage.SKIP if deciding.reason is not None:
                self._commands.skip(deciding.reason)
            case Stage.WITHDRAW if deciding.reason is not None:
                self._commands.withdraw(deciding.reason)
            case Stage.CORRECT if by_hand.card_place is not None and by_hand.card is not None:
                self._commands.correct(*by_hand.card_place, by_hand.card)
                self.dialog.end_correcting()

    def _confirm_word(self, view: DealerView, stage: Stage, words: Words) -> str | None:
        """The word of the primary key; None while something is missing."""
        incident, deciding = open_incident(view), self.zone.deciding
        match stage:
            case Stage.KIND if (meant := self.dialog.kind_to_send) is not None:
                return decide_by_label(words, meant.kind, meant.clause)
            case Stage.OUTCOME if is_own_report(view):
                return None
            case Stage.OUTCOME if view.pit_boss is not None and incident is not None:
                if len(incident.choices) > 1:
                    return None  # the choice itself confirms
                whole = not decides(view) or deciding.is_whole(stage)
                return words.text("button.authorise", name=view.pit_boss.name) if whole else None
            case Stage.FACT if self.zone.facts.number is not None:
                number = self.zone.facts.number
                return words.text("button.number_is", number=number, colour=colour_word(words, number))
            case Stage.SKIP:
                return words.text("button.skip_step") if deciding.is_whole(stage) else None
            case Stage.WITHDRAW:
                return words.text("button.withdraw_report") if deciding.is_whole(stage) else None
            case Stage.CORRECT if self.zone.by_hand.card is not None:
                card = card_name(words, self.zone.by_hand.card)
                return words.text("correct.press", card=card)
            case _:
                return None


def _shows_hand(stage: Stage, view: DealerView) -> bool:
    """Whether the hand stands beside the prompt; a wheel's number beside a question: an outcome names it."""
    at_wheel = isinstance(view.view.round, SpinView)
    return _lies(view) and stage in (_ASKED if at_wheel else _OVER_TABLE)


def _lies(view: DealerView) -> bool:
    """Whether a hand lies on the table."""
    lying = view.view.round
    out = bool(cards_out(view)) or isinstance(lying, SpinView)
    return lying is not None and out and lying.status == RoundStatus.OPEN
