"""The action bar: at the left the presses that are always there, at the right the press that moves play on.
The view says which press that is; the listener decides what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.open_matters import contradicting
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.actions import NEVER_SKIPPED, Action
from console.table.core.state.contradictions import ContradictionKind
from console.table.core.state.phases import RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.game.cards import Card
from console.table.ui.dealer.open_strip import NO_KEYS, SideKeys
from console.table.ui.dealer.prompt_words import Primary, done_word, no_press_text, primary, unanswered_label
from console.table.ui.felt.condition import cut_off, play_waits
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.incident_words import (
    called_text,
    come_label,
    correct_label,
    decide_label,
    fault_label,
    withdraw_label,
)
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.lettering import advance, balance, write, write_lines
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.signs.incident_signs import kind_sign
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import NO_BET
from console.table.words.names import card_name, colour_word

_LEAST: Final = 380.0
"""The primary's least width in units."""
_KEPT: Final = 360.0
"""The width that the primary keeps before 'call' is set in two lines."""
_ROW: Final = QRectF(0, 16, 0, 80)
SIGN_ROOM: Final = 52.0
"""From the sign of a note to its text."""


class ActionBar(Surface):
    """The bar at the bottom of every screen of a table in play, with its one or two large keys."""

    has_alarm = True
    paints_changes = True

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._words = NO_TABLE, words
        self.kind = Primary.NONE
        self.primary = Button(Sign("states.tick"), Tone.NOW, guard, self)
        self.second = Button(Sign("states.void"), Tone.AMBER_EDGE, guard, self)
        self.third = Button(Sign("states.void"), Tone.PLAIN, guard, self)
        """Void, if the noticed incident is the large press and taking it back the second."""
        self.call = Button(Sign("places.bell"), Tone.PLAIN, guard, self)
        self.wrong = Button(Sign("states.caution"), Tone.PLAIN, guard, self)
        self.wrong.sign_ink = theme.AMBER
        self.card: Card | None = None
        """The card that was keyed in and would be taken."""
        self.number: int | None = None
        """The number that was typed, or is to be confirmed."""
        self.counted: int | None = None
        """The number of cards that was typed."""
        self.no_bet_to_credit = False
        """Whether the worksheet of a round that is settled by hand is empty."""
        self.is_entering = False
        """Whether a bet is being entered there: the sheet is not done."""
        self._still: object = None
        self.covers()

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words
        self.kind = primary(view)
        still = self._all_that_shows(view, words)
        if still == self._still:
            return
        self._still = still
        self._label_primary(view, words)
        awaited = {Primary.TAKE: self.card, Primary.NUMBER: self.number, Primary.COUNT: self.counted}
        lacking = self.kind in awaited and awaited[self.kind] is None
        lacking = lacking or (self.kind is Primary.DONE and self.is_entering)
        head = self.head_keys(view)
        self.primary.setVisible(self.kind is not Primary.NONE and not lacking and self.primary not in head)
        resolves, voids = self.kind is Primary.RESOLVE, _round_is_open(view)
        offered = resolves and (view.view.offer is not None or view.halt.maybe_cut_card or view.halt.corrects)
        late = view.reporting.too_late is not None and self.kind is Primary.DONE
        silence = view.server.silence
        faulty = self.kind is Primary.UNANSWERED and silence is not None and bool(silence.void)
        self.second.setVisible(
            self.second not in head and (offered or (resolves and voids) or can_skip(view) or late or faulty)
        )
        self.third.setVisible((offered and voids) or judges_ball(view))
        here = view.pit_boss is not None
        self.wrong.show_label(words.text("button.wrong"))
        self.wrong.setVisible(can_report(view))
        lit = Tone.AMBER_EDGE if silence is not None and not here else Tone.PLAIN
        another = "button.come" if view.view.call else "button.call.another"
        self.call.show_label(words.text(another if here else "button.call"), tone=lit)
        deciding = self.kind in (Primary.RESOLVE, Primary.UNANSWERED, Primary.FAULT) or can_skip(view)
        # A call at a table that does not answer would reach nobody.
        heard = not view.console.unanswered
        self.call.setVisible(heard and not deciding and (here or not view.view.call))
        self.setAccessibleName(". ".join(self._spoken(view, words)))
        self.arrange()
        self.update()

    def head_keys(self, view: DealerView) -> SideKeys:
        """The keys that follow from the first and the second side of the contradiction that a pit boss has to
        decide: they stand under its sides in the strip and not here, so that Enter presses neither.
        """
        head = contradicting(view)
        if head is None or view.pit_boss is None or self.kind is not Primary.RESOLVE:
            return NO_KEYS
        if view.view.prompt.reason == HaltReason.CARD_DIFFERS:
            keys = (self.second, self.primary) if view.halt.corrects else (self.primary, None)
            return SideKeys(*keys) if head.first.by is not None else SideKeys(*keys[::-1])
        if head.kind is ContradictionKind.BALL_OUT and view.view.offer is not None:
            return SideKeys(self.second, self.primary)
        return NO_KEYS

    def _spoken(self, view: DealerView, words: Words) -> Iterator[str]:
        """Its texts beside the keys: that the pit boss is called, and what moves play on by itself."""
        if self._is_called:
            yield words.text("button.called")
            if view.call.called_at is not None:
                yield called_text(view.call, words)
        if self.primary.isHidden() and (text := no_press_text(view, words)):
            yield text

    def _all_that_shows(self, view: DealerView, words: Words) -> object:
        """All values that this bar shows: while they stay equal there is nothing to lay out or paint."""
        moved_on = self._done_word(view, words) if self.kind is Primary.DONE else no_press_text(view, words)
        called = (
            self.is_entering,
            view.view.call,
            view.call.called_at,
            view.call.called_for,
            view.pit_boss,
            view.screen.decider,
            view.screen.by_press,
            view.console.unanswered,
            can_report(view),
            can_skip(view),
            cut_off(view),
            self.card,
            self.number,
            self.counted,
        )
        halt = (
            view.view.prompt.reason,
            view.view.offer,
            view.reporting.offered,
            view.halt.number_in_bet_time,
            view.halt.finding,
            view.halt.held,
            view.reporting.too_late,
            view.server.silence,
            view.halt.maybe_cut_card,
            view.halt.corrects,
            contradicting(view),
            view.view.prompt.read,
            view.view.prompt.seat,
        )
        return (
            self.kind,
            moved_on,
            called,
            view.view.prompt.actor,
            _round_is_open(view),
            halt,
            words.language,
        )

    def _label_primary(self, view: DealerView, words: Words) -> None:
        if view.reporting.too_late is not None:
            self.second.show_label(words.text("button.too_late"), Sign("wheel.in_pocket"), Tone.PLAIN)
        if judges_ball(view):
            self.second.show_label(
                words.text("step.check_ball.damaged"), Sign("wheel.damaged_ball"), Tone.AMBER_EDGE
            )
            self.third.show_label(words.text("button.skip_step"), Sign("outcomes.skip"), Tone.PLAIN)
        elif can_skip(view):
            self.second.show_label(words.text("button.skip_step"), Sign("outcomes.skip"), Tone.PLAIN)
        match self.kind:
            case Primary.TAKE if self.card is not None:
                label = words.text("button.take_card", card=card_name(words, self.card))
                self.primary.show_label(label, Sign("states.tick"), Tone.AMBER)
            case Primary.NUMBER if self.number is not None:
                colour = colour_word(words, self.number)
                label = words.text("button.number_is", number=self.number, colour=colour)
                self.primary.show_label(label, Sign("states.tick"), Tone.NOW)
            case Primary.COUNT if self.counted is not None:
                label = words.count("count.counted", self.counted)
                self.primary.show_label(label, Sign("states.tick"), Tone.NOW)
            case Primary.SIGN_IN:
                self.primary.show_label(words.text("button.sign_in"), Sign("places.sign_in"), Tone.NOW)
            case Primary.PIT_BOSS_HERE:
                self.primary.show_label(come_label(words, view), Sign("places.pit_boss"), Tone.AMBER)
            case Primary.RESOLVE:
                self._label_halt(view, words)
            case Primary.CUT_CARD:
                tone = Tone.AMBER if view.view.prompt.actor == "pit_boss" else Tone.NOW
                self.primary.show_label(words.text("rail.cut_card"), Sign("shoe.cut_card"), tone)
            case Primary.UNANSWERED:
                self.primary.show_label(unanswered_label(view, words), Sign("seats.no_answer"), Tone.AMBER)
                self.second.show_label(fault_label(words, view), Sign("states.void"), Tone.AMBER_EDGE)
            case Primary.BETS:
                self.primary.show_label(words.text("button.open_bets"), Sign("play.bets"), Tone.AMBER)
            case Primary.FAULT:
                self.primary.show_label(fault_label(words, view), Sign("states.void"), Tone.AMBER)
            case Primary.DONE:
                tone = Tone.AMBER if view.view.prompt.actor == "pit_boss" else Tone.NOW
                # It confirms an act from before the device was lost; no such act is due now.
                tone = Tone.PLAIN if cut_off(view) else tone
                self.primary.show_label(self._done_word(view, words), Sign("states.tick"), tone)

    def _done_word(self, view: DealerView, words: Words) -> str:
        return words.text(NO_BET) if self.no_bet_to_credit else done_word(view, words)

    def _label_halt(self, view: DealerView, words: Words) -> None:
        """Label the presses at a halt: the large one has the noticed incident decided, the second takes it
        back, or says that the cut card was what nobody could read.

        If nothing was noticed the large one takes back what halted the table, or says so of the cut card; a
        card that was typed otherwise than read it corrects.
        """
        offer, text = view.view.offer, words.text
        cut_card = (text("button.was_cut_card"), Sign("shoe.cut_card"))
        labels = [
            (withdraw_label(words, view), Sign("states.withdraw")),
            (text("button.void"), Sign("states.void")),
        ]
        if view.halt.maybe_cut_card and offer is not None:
            labels = [cut_card, (text("button.withdraw_or_void"), Sign("states.withdraw"))]
        elif view.halt.maybe_cut_card:
            labels = [cut_card, *labels]
        if view.halt.corrects:
            labels = [(correct_label(words, view), Sign("outcomes.correct")), *labels]
        if offer is not None:
            labels = [(decide_label(words, view), kind_sign(offer.kind)), *labels]
        buttons = (self.primary, Tone.AMBER), (self.second, Tone.AMBER_EDGE), (self.third, Tone.PLAIN)
        for (button, tone), (label, sign) in zip(buttons, labels, strict=False):
            button.show_label(label, sign, tone)

    def arrange(self) -> None:
        """At the left 'Something went wrong', then 'call'; the primary ends at the right margin."""
        call = self.call.wish(self.wide)
        left = self._call_at
        room = self.wide - theme.MARGIN - left - call - 16
        if room < _KEPT:
            call -= min(_KEPT - room, call * 0.42)
        if not self.wrong.isHidden():
            self._place_button(self.wrong, theme.MARGIN, left - 16 - theme.MARGIN)
        self._place_button(self.call, left, call)
        taken = left + (call if not self.call.isHidden() else self._called_width) + 16
        if self.call.isHidden() and not self._is_called:
            taken = left
        self._arrange_right(taken)

    def _arrange_right(self, taken: float) -> None:
        right = self.wide - theme.MARGIN
        if self.primary in self.head_keys(self._view):
            last = self.third if self.second.isHidden() else self.second
            wide = last.wish(right - taken) - 2 * FOCUS
            self._place_button(last, right - wide, wide)
            return
        if self.second.isHidden():
            wide = max(_LEAST, self.primary.wish(right - taken) - 2 * FOCUS)
            self._place_button(self.primary, right - wide, wide)
            return
        if not self.third.isHidden():
            room = right - taken - 2 * 12
            for button, share in ((self.primary, 0.41), (self.second, 0.33), (self.third, 0.26)):
                wide = room * share
                self._place_button(button, right - wide, wide)
                right -= wide + 12
            return
        share = (right - taken - 12) / 2
        if self.primary.isHidden():  # its last words say nothing of the room here
            self._place_button(self.second, taken, min(share, self.second.wish(share)))
            return
        wide = min(share, max(self.primary.wish(share), self.second.wish(share)))
        self._place_button(self.primary, right - wide, wide)
        self._place_button(self.second, right - 2 * wide - 12, wide)

    @property
    def _is_called(self) -> bool:
        return self._view.view.call and self._view.pit_boss is None

    def _place_button(self, button: Button, x: float, width: float) -> None:
        """Place a button so that its body, without its focus ring, begins at this place."""
        lay(self, button, QRectF(x, _ROW.top(), width, _ROW.height()))

    @property
    def _call_at(self) -> float:
        """The left edge of 'call': after 'Something went wrong', or in its place with nothing to report."""
        if self.wrong.isHidden():
            return theme.MARGIN
        return theme.MARGIN + 98 + advance(self._words.text("button.wrong"), theme.font(22, bold=True)) + 16

    @property
    def _called_width(self) -> float:
        return 60 + advance(self._words.text("button.called"), theme.font(20, bold=True))

    def paint(self, painter: QPainter) -> None:
        """The bar, the word that the pit boss is called, and what moves play on if nobody presses."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        fill(painter, QRectF(0, 0, self.wide, 1), theme.LINE)
        view, words = self._view, self._words
        if self._is_called:
            self._paint_called(painter, view, words)
        if self.primary.isHidden() and (text := no_press_text(view, words)):
            place, lines = self.no_press_at(text, words)
            sign = Sign("states.hourglass") if play_waits(self._view) else Sign("play.next_card")
            sign(painter, QRectF(place.left() - SIGN_ROOM, 40, 34, 34), theme.T2)
            write_lines(painter, lines, place, theme.font(theme.LEAST), theme.T2)

    def _paint_called(self, painter: QPainter, view: DealerView, words: Words) -> None:
        x = self._call_at
        Sign("places.bell")(painter, QRectF(x, 38, 36, 36), theme.AMBER)
        at = view.call.called_at
        y = 56 if at is None else 43
        write(painter, words.text("button.called"), x + 52, y, theme.font(20, bold=True), theme.AMBER)
        if at is not None:
            called = called_text(view.call, words)
            write(painter, called, x + 52, 73, theme.font(18), theme.T1)

    def no_press_at(self, text: str, words: Words) -> tuple[QRectF, tuple[str, ...]]:
        """The place of the note that nothing has to be pressed, at the right of its sign, and its lines."""
        taken = self._call_at + self.call.wish(self.wide)
        if not self.second.isHidden():
            taken = (self.second.x() + self.second.width()) / self.u - FOCUS
        room = max(240.0, self.wide - theme.MARGIN - taken - SIGN_ROOM - 12)
        face = theme.font(theme.LEAST)
        lines = _halves(text, words)
        if any(advance(line, face) > room for line in lines):
            lines = balance(text, room, face)
        reach = max(advance(line, face) for line in lines)
        return QRectF(self.wide - theme.MARGIN - reach, 0, reach, self.high), lines


def _halves(text: str, words: Words) -> tuple[str, ...]:
    """A text in two lines, split at its colon or its first full stop."""
    for mark in (words.locale.colon, words.locale.stop + words.locale.gap):
        first, found, rest = text.partition(mark)
        if found and rest:
            return (first + mark.rstrip(), rest)
    return (text,)


def can_report(view: DealerView) -> bool:
    """Whether an incident can be reported now, by 'Something went wrong'."""
    heard = not (view.screen.locked or view.console.unanswered)
    return heard and (view.reporting.can_report or view.view.offer is not None)


def can_skip(view: DealerView) -> bool:
    """Whether a pit boss at this screen may skip the prompt's step, with a reason."""
    prompt = view.view.prompt
    here = view.pit_boss is not None and not view.screen.locked
    return here and prompt.step is not None and prompt.action not in NEVER_SKIPPED


def judges_ball(view: DealerView) -> bool:
    """Whether the pit boss decides here if the ball that was picked up is damaged (LT-ROU-29)."""
    return can_skip(view) and view.view.prompt.action == Action.CHECK_BALL


def _round_is_open(view: DealerView) -> bool:
    return view.view.round is not None and view.view.round.status == RoundStatus.OPEN
