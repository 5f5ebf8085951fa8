"""The dealer's screen: it puts the parts together and reports which press is meant.

It shows a :class:`~console.table.core.showing.screen_values.DealerView`, and shows the last one again when
the words change.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from console.base.words import Words
from console.table.core.running.clock import Clock
from console.table.core.showing.open_matters import contradicting
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.actions import Action
from console.table.core.state.contradictions import ContradictionKind
from console.table.core.state.phases import Bets
from console.table.game.incident_cases import Result
from console.table.ui.dealer import bands
from console.table.ui.dealer.action_bar import ActionBar
from console.table.ui.dealer.open_strip import ABOVE, OpenStrip, SideKeys
from console.table.ui.dealer.preparation.preparation_panel import PreparationPanel
from console.table.ui.dealer.presses.dealer_keys import DealerKeys
from console.table.ui.dealer.presses.dealer_presses import DealerPresses
from console.table.ui.dealer.presses.number_entry import NumberEntry
from console.table.ui.dealer.presses.primary_focus import PrimaryFocus
from console.table.ui.dealer.prompt import PromptPanel, announce, authority_share, sign_of
from console.table.ui.dealer.prompt_words import (
    Primary,
    misses_ball,
    primary,
    prompt_colour,
    prompt_of,
    waiting,
)
from console.table.ui.dealer.rail import Rail
from console.table.ui.dealer.status_bar import StatusBar
from console.table.ui.felt.bet_time import EndSignalLine
from console.table.ui.felt.condition import cut_off, play_waits, unheard
from console.table.ui.felt.felt import Felt
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.hands.guard import PressGuard, PressRefusal
from console.table.ui.incident.incident_prompt import prompt_under_lock
from console.table.ui.incident.incident_words import with_late_press
from console.table.ui.incident.layer import IncidentLayer
from console.table.ui.incident.stage import IncidentCommands, OpenParts, Stage, may_withdraw, open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.keys import KeyCard
from console.table.ui.kit.prompt_parts import PromptText, spoken_text
from console.table.ui.kit.surface import HELD_BACK, Surface, fill, lay_over, room_in
from console.table.ui.signs.sign import Sign
from console.table.words.incident_phrases import CHECKED_AGAIN, NO_BET
from console.table.words.speech import seconds_left_text

if TYPE_CHECKING:
    from console.table.ui.dealer.preparation.step_field import SetField

_SPOKEN_AT: Final = 10
_TABLE: Final = theme.STATUS_HEIGHT + theme.PROMPT_HEIGHT


def is_too_small(size: QSize, scale: float) -> bool:
    """Whether a screen of this size, each unit of ``scale`` pixels, has fewer than the least; Qt leaves
    out the pixels that are no whole unit.
    """
    wide, high = (math.ceil((side + 1) * scale) - 1 for side in (size.width(), size.height()))
    return wide < theme.WIDTH or high < theme.HEIGHT


log = logging.getLogger(__name__)


class DealerScreen(Surface):
    """The whole screen of a table in play. Its clock gives the time of day, and that of late presses."""

    call_pressed = Signal()
    person_menu_requested = Signal()
    language_requested = Signal()
    lock_requested = Signal()
    end_pressed = Signal()
    """The pit boss at this screen gives up the authority."""
    pit_boss_here_pressed = Signal()
    stage_changed = Signal()
    """Another stage of an incident is to be shown, for the same view."""

    def __init__(
        self,
        person: Words,
        market: Words,
        clock: Clock,
        commands: IncidentCommands,
        *,
        parent: QWidget | None = None,
    ) -> None:
        """``commands`` sends the table the reports and answers that this screen gives about an incident."""
        super().__init__(parent)
        self.commands = commands
        self._view = NO_TABLE
        self._person, self._market = person, market
        self._has_fonts = True
        self._is_too_small = False
        self.beside_the_words = 0.0
        """The width at the prompt's right that another part of the window covers, in units."""
        self._foot = 0.0
        self._first_paint: FirstPaint | None = None
        self._set_of_step: SetField | None = None
        self.guard = PressGuard(lambda: clock.monotonic() / 1e9)
        self._build(clock)
        self._connect()
        self.press_note: bands.PressNote | None = None
        """The note on the last press that was not accepted, once there was one."""
        self.guard.on_refused, self.guard.on_sent = self.say_dropped, self._remove_dropped

    def _build(self, clock: Clock) -> None:
        self.prompt = PromptPanel(self)
        self.bar = ActionBar(self.guard, self._person, self)
        self.guard.shown_on(self.bar)
        self.felt = Felt(self)
        self.band = bands.Band(self)
        self.strip = OpenStrip(self.guard, self)
        self.preparation = PreparationPanel(self.guard, self._person, self)
        self.rail = Rail(self.guard, self._person, self, clock.utc)
        self.status = StatusBar(clock.utc, self._person, self)
        self.frame = bands.ModeFrame(self)
        self.end_signal = EndSignalLine(self)
        self.incident = IncidentLayer(self, self.guard, self.commands, self._person)
        self.numbers = NumberEntry(self, self.guard)
        self.presses = DealerPresses(
            self,
            self.guard,
            bar=self.bar,
            rail=self.rail,
            incident=self.incident,
            commands=self.commands,
            words=self._person,
        )
        self.focus = PrimaryFocus(self, self.bar, self.incident, lambda: self._text_field)
        self.keys = DealerKeys(
            self,
            self.bar,
            self.incident,
            numbers=self.numbers,
            preparation=self.preparation,
            focus=self.focus,
            words=self._person,
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _connect(self) -> None:
        self.presses.confirmation.closed.connect(self.setFocus)
        self.bar.wrong.clicked.connect(self.incident.dialog.begin)  # an alarm never misses: no guard
        self.incident.moved.connect(self._move)
        self.incident.moved.connect(self.stage_changed)
        self.presses.pit_boss_here_pressed.connect(self.pit_boss_here_pressed)
        self.incident.keyed.connect(self._show_again)
        self.incident.keyed.connect(self.focus.come)
        self.numbers.touched.connect(self.presses.number_entered)
        self.numbers.typed.connect(self._show_again)
        self.preparation.counted.connect(self._show_again)
        self.presses.count_asked.connect(self.preparation.ask_again)
        self.presses.count_taken.connect(self._take_count)
        self.incident.pit_boss_here_pressed.connect(self.presses.pit_boss_here_pressed)
        self.incident.call_pressed.connect(self.call_pressed)
        self.bar.call.clicked.connect(self.call_pressed)
        self.keys.call_pressed.connect(self.call_pressed)
        self.keys.pit_boss_here_pressed.connect(self.presses.pit_boss_here_pressed)
        self.keys.end_pressed.connect(self.end_pressed)
        self.keys.language_requested.connect(self.language_requested)
        self.keys.lock_requested.connect(self.lock_requested)
        self.keys.menu_requested.connect(self.person_menu_requested)
        self.keys.letters_typed.connect(partial(self.say_dropped, PressRefusal.LETTERS))
        self.status.menu_requested.connect(self.person_menu_requested)
        self.status.end_pressed.connect(self.end_pressed)
        self.status.start()

    @property
    def primary(self) -> Primary:
        """The present effect of the key at the lower right."""
        return self.bar.kind

    @property
    def incident_stage(self) -> Stage:
        return self.incident.dialog.stage

    @property
    def open_parts(self) -> OpenParts:
        return self.incident.dialog.open_parts

    def press_wrong(self, *, own: bool) -> None:
        """Press 'Something went wrong', if the screen has it now; ``own``: the press is the pit boss's."""
        if not self.bar.wrong.isHidden():
            (self.incident.dialog.begin_own if own else self.bar.wrong.click)()

    def say_dropped(self, drop: PressRefusal, words: Words | None = None) -> None:
        """Say quietly that a press was not accepted, in the reader's ``words`` (None: the table's)."""
        window = self.window()
        if self.press_note is None or self.press_note.parent() is not window:
            self.press_note = bands.PressNote(window)
        room = room_in(window)
        self.press_note.show_refusal(
            drop, words or self._person, theme.unit(room.width(), room.height()), room
        )

    def _remove_dropped(self) -> None:
        """Remove the note on an earlier press: it would seem to be about the new prompt."""
        if self.press_note is not None:
            self.press_note.hide()

    def set_words(self, person: Words, market: Words) -> None:
        """Use the words of the person's language and of the market's; show the last view again in them."""
        self._person, self._market = person, market
        self._show_again()
        if self.press_note is not None:
            self.press_note.set_words(person)

    def leave_foot(self, foot: float) -> None:
        """Keep this height free at the screen's foot for a part that covers it."""
        if foot != self._foot:
            self._foot = foot
            if self._view is not NO_TABLE:
                self._show_zone(self._view, self._person, self.incident_stage)

    def _show_again(self) -> None:
        if self._view is not NO_TABLE:
            self._show(self._view)

    def _move(self) -> None:
        """Show another stage of the same view; a press that was meant for the last stage does not count."""
        self.guard.renew()
        self.focus.come()
        self._show_again()
        self.focus.take_back()

    def show_view(self, view: DealerView) -> None:
        before, self._view = self._view, view
        is_another_prompt = _meant(before) != _meant(view)
        if is_another_prompt:
            self.guard.renew()
            self.presses.confirmation.close_menu()
            self.focus.take_back()
            self.focus.come()
        if before.view.bets == Bets.OPEN and view.view.bets == Bets.CLOSED:
            end = before.countdown
            sounds = end.end_sound and self.isVisible()  # a screen that lies under a page is silent
            self.end_signal.begin(end.end_signal, sounds=sounds)
        # At 5 and at 0 seconds a new prompt is spoken.
        if view.countdown.seconds_left == _SPOKEN_AT and before.countdown.seconds_left != _SPOKEN_AT:
            left = view.countdown.seconds_left or 0
            announce(self.felt, seconds_left_text(self._person, left), at_once=False)
        self.incident.dialog.show_view(view)
        self._show(view)
        self.guard.hand_over()
        if is_another_prompt:
            self.focus.take_back()  # a part that hides hands its focus on, perhaps to an answer

    def _show(self, view: DealerView) -> None:
        person, market = self._person, self._market
        # A bug is shown first: it may come up again below.
        if (fault := bands.fault_banner(view, person)) is not None:
            self.band.show_banner(fault)
            self.band.show()
            self._place_zones()
        self.presses.show_view(view, person)
        self.focus.show_view(view)
        self.keys.show_view(view, person)
        stage = self.incident.show_view(view, person)
        self.prompt.leave_room(max(self.incident.beside_the_words, self.beside_the_words))
        if play_waits(view) and stage in (Stage.PLAY, Stage.STEPS, Stage.MANUAL):
            self._show_prompt(waiting(view, person), Sign("states.halt"))
        elif (locked := prompt_under_lock(view, person, market)) is not None:
            self._show_prompt(*locked)
        elif stage is Stage.PLAY:
            sign = _sign(view)
            self._show_prompt(prompt_of(view, person, market), sign)
        else:
            self._show_prompt(*self.incident.prompt(view, person, market))
        self.prompt.show_authority(authority_share(view))
        self.status.show_view(view, person)
        self.bar.card = self.incident.zone.by_hand.card if stage is Stage.MANUAL else None
        self.bar.number = self.numbers.show_view(view, person, stage)
        self.bar.counted = self.preparation.show_count(view, person)
        self.bar.no_bet_to_credit = self.incident.is_worksheet_empty
        self.bar.is_entering = self.incident.leaves_bet
        self.bar.show_view(view, person)
        self.bar.setVisible(not self.incident.has_bar)
        self._show_set_of_step(view, person, stage)
        self.strip.show_view(view, person, self._side_keys(stage))
        self._show_zone(view, person, stage)
        self.frame.show_mode(view.mode)
        self.keys.show_rows_again()

    def _side_keys(self, stage: Stage) -> SideKeys:
        """The keys that follow from a person's word that the ball is out, and from the wheel's number; from
        what was typed, and from what was read.
        """
        head = contradicting(self._view)
        if head is None or self._view.pit_boss is None:
            return SideKeys()
        if stage is Stage.OUTCOME and head.kind is ContradictionKind.BALL_OUT:
            keys = (self.incident.bar.withdraw, self.incident.bar.primary)
            return SideKeys(*(None if each.isHidden() else each for each in keys))
        return self.bar.head_keys(self._view)

    def _show_prompt(self, prompt: PromptText, sign: Sign) -> None:
        """Show the prompt, and what a press was meant for that came too late."""
        prompt = with_late_press(prompt, self._view, self._person)
        aloud = spoken_text(prompt, self._person)
        self.prompt.show_text(prompt, sign, aloud)
        self.setAccessibleName(aloud)  # the focus rests on the screen as long as nothing is to be pressed

    def _show_zone(self, view: DealerView, words: Words, stage: Stage) -> None:
        """Show the table with its rail, or the shoe's preparation or an incident instead of both."""
        playing, preparing = stage is Stage.PLAY, bool(view.preparation.steps)
        banner = self._banner(view, words, stage)
        self.preparation.setVisible(preparing and playing)
        self.felt.setVisible(not preparing and playing)
        self.rail.setVisible(not preparing and playing)
        self.band.setVisible(banner is not None)
        if banner is not None:
            self.band.show_banner(banner)
        if preparing:
            self.preparation.show_view(view, words)
        else:
            tint = HELD_BACK if play_waits(view) or cut_off(view) else None
            if tint != self.felt.tinted:
                self.felt.tinted = tint
                self.felt.update()
            over = max(0.0, self._foot - theme.ACTION_HEIGHT - theme.RAIL_HEIGHT)
            incident = open_incident(view)
            void = view.screen.locked and incident is not None and incident.outcome == Result.VOID
            self.felt.show_view(view, words, band=banner is not None, foot=over, dimmed=void)
            self.rail.show_view(view, words)
        self._place_zones()

    def _banner(self, view: DealerView, words: Words, stage: Stage) -> bands.Banner | None:
        """The band over the table; a lack of the screen itself comes after what happened to the table."""
        if stage in (Stage.KIND, Stage.FACT, Stage.OUTCOME):
            four_eyes = bands.four_eyes_banner(view, words, self._market)
            own = bands.fault_banner(view, words) or four_eyes or bands.refusal_banner(view, words)
            coming = bands.coming_banner(view, words, self._market)
            notice = bands.notice_banner(view, words, self._market)
            alone = bands.after_restart(view, words, bands.alone_banner(view, words))
            due = own or coming or alone or bands.after_restart(view, words, notice)
        else:
            due = bands.banner_of(view, words, self._market)
        if due is None and self._is_too_small:
            return bands.too_small(words)
        if due is None and not self._has_fonts:
            return bands.fonts_missing(words)
        return due

    def showEvent(self, event: QShowEvent) -> None:
        """Look for the fonts only once the screen is shown: reading their list takes time."""
        super().showEvent(event)
        self.once_painted(partial(call_later, self, self._look_for_fonts))

    def paint_prompt_first(self) -> FirstPaint:
        """Paint only the prompt in a window's first paint; other parts, and added work, come after it."""
        rest = (self.status, self.felt, self.preparation, self.rail, self.band, self.bar)
        self._first_paint = FirstPaint(self.prompt, rest)
        return self._first_paint

    def once_painted(self, work: Callable[[], object]) -> None:
        """Call this once the first prompt is painted; at once if that is over or was not asked for."""
        if self._first_paint is None or self._first_paint.is_over:
            work()
        else:
            self._first_paint.then(work)

    def _look_for_fonts(self) -> None:
        self._has_fonts = theme.has_japanese()
        if not self._has_fonts:
            log.warning(bands.fonts_missing(self._person).text)
            self._show_again()

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))
        was, self._is_too_small = self._is_too_small, is_too_small(self.size(), self.devicePixelRatioF())
        if was != self._is_too_small:
            self._show_again()

    def arrange(self) -> None:
        wide, high = self.wide, self.high
        self.put(self.status, QRectF(0, 0, wide, theme.STATUS_HEIGHT))
        self.put(self.prompt, QRectF(0, theme.STATUS_HEIGHT, wide, theme.PROMPT_HEIGHT))
        self.put(self.bar, QRectF(0, high - theme.ACTION_HEIGHT, wide, theme.ACTION_HEIGHT))
        self.put(
            self.rail, QRectF(0, high - theme.ACTION_HEIGHT - theme.RAIL_HEIGHT, wide, theme.RAIL_HEIGHT)
        )
        self.frame.surround(QRectF(0, theme.STATUS_HEIGHT, wide, high - theme.STATUS_HEIGHT))
        self.put(self.presses.confirmation, QRectF(0, 0, wide, high))
        for card in self._cards_of_keys:
            self.put(card, QRectF(0, 0, wide, high))
        self._place_zones()

    def _place_zones(self) -> None:
        """Place table and preparation; a band covers part of the table, but stands above the preparation."""
        wide, high = self.wide, self.high
        band = 0 if self.band.isHidden() else theme.BAND_HEIGHT
        top = _TABLE + self.strip.below
        self.put(self.strip, QRectF(0, _TABLE - ABOVE, wide, self.strip.need))
        self.put(self.felt, QRectF(0, top, wide, high - top - theme.ACTION_HEIGHT - theme.RAIL_HEIGHT))
        self.put(self.band, QRectF(0, top, wide, theme.BAND_HEIGHT))
        self.put(self.end_signal, QRectF(0, top + band, wide, 12))
        foot = max(theme.ACTION_HEIGHT, self._foot)
        self.put(self.preparation, QRectF(0, top + band, wide, high - top - foot - band))
        self.incident.place(wide, high, top + band, foot)
        if self._set_of_step is not None:
            place = QRectF(theme.MARGIN, high - foot - 108, theme.LIST_WIDTH - 2 * theme.MARGIN, 88)
            self.put(self._set_of_step, place)
        self.numbers.place(wide, high, top + band, steps=self.incident.dialog.stage is Stage.STEPS)
        if self.presses.confirmation.isHidden():  # somebody reads it, so it must not move
            self.presses.confirmation.leave_in_view(top + band)
        own = () if self._set_of_step is None else (self._set_of_step,)
        over = (*self.incident.made_parts, *self.numbers.keys, *own, self.strip, self.band, self.end_signal)
        lay_over((*over, self.presses.confirmation, *self._cards_of_keys, *self.frame.strips))

    @property
    def _cards_of_keys(self) -> tuple[KeyCard, ...]:
        return (self.keys.card,) if self.keys.card is not None else ()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)

    # --- presses ----------------------------------------------------------------------------------

    def _take_count(self, number: int) -> None:
        if (counted := self.preparation.take_count(number)) is not None:
            self.presses.send_count(counted)

    @property
    def first_stop(self) -> QWidget:
        """The primary: it answers the prompt, which is read first."""
        return self.focus.button

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the primary, whatever gave it back: a question, a menu, a page; but not on the
        way back by Shift+Tab, which would end there. A question that lost the focus is closed: no key would
        answer it.
        """
        super().focusInEvent(event)
        self.presses.confirmation.close_menu()
        if event.reason() is not Qt.FocusReason.BacktabFocusReason:
            self.focus.come()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc, F1 to F4, F8, F9, Ctrl+L, and the present question's keys, wherever the focus is."""
        if not event.isAutoRepeat():
            with self.guard.at(self.guard.time_of(event)):
                if not self.keys.takes(event):
                    super().keyPressEvent(event)

    @property
    def step_typed(self) -> dict[str, Any]:
        """The facts typed with a step, or noted with it (an inspected shoe, or that no bet is credited), by
        the names of its line.
        """
        typed = self.preparation.typed_texts
        if (field := self.set_field) is not None:
            typed |= {field.typed.name: field.text, field.prepared.typed.name: field.prepared.text}
        if self.bar.no_bet_to_credit:
            typed["note"] = self._person.text(NO_BET)
        elif self._view.preparation.check_again:
            typed["note"] = self._person.text(CHECKED_AGAIN)
        return typed

    @property
    def refuses_set(self) -> bool:
        """Whether the typed number of a set must be seen or typed again first; its field says so then, and a
        press that was meant for what it said before does not count.
        """
        field = self.set_field
        if field is None or not field.refuses():
            return False
        self.guard.renew()
        return True

    @property
    def set_field(self) -> SetField | None:
        own = self._set_of_step if self._set_of_step is not None and self._set_of_step.isVisible() else None
        return own or self.preparation.set_field

    @property
    def _text_field(self) -> QWidget | None:
        field = self.set_field
        return None if field is None else field.field

    def _show_set_of_step(self, view: DealerView, words: Words, stage: Stage) -> None:
        """Show the set's field beneath an incident's steps while a set comes, or an unnumbered one goes."""
        wanted = stage is Stage.STEPS and _moves_set(view) and not view.screen.locked
        if self._set_of_step is None and wanted:
            from console.table.ui.dealer.preparation.step_field import SetField

            self._set_of_step = SetField(words, self)
            self._set_of_step.set_unit(self.u)
        if self._set_of_step is not None:
            if not wanted:
                self._set_of_step.clear()
            self._set_of_step.setVisible(wanted)
            self._set_of_step.show_view(view, words)


def _moves_set(view: DealerView) -> bool:
    match view.view.prompt.action:
        case Action.CHANGE_SHOE:
            return view.dealer is not None
        case Action.QUARANTINE_SET:
            return view.pit_boss is not None and view.incident.wrong_set is None
        case _:
            return False


def _sign(view: DealerView) -> Sign:
    """The tile's sign: that of the prompt's action, or of the reason why the action is held back."""
    if unheard(view) is not None or view.server.silence is not None:
        return Sign("states.caution")
    return Sign("wheel.spin") if misses_ball(view) else sign_of(view.view, prompt_colour(view))


def _meant(view: DealerView) -> tuple[object, ...]:
    """The meaning of a press on this view: a press for a view with another meaning is wrong here."""
    lying = view.view.round
    return (
        view.view.prompt,
        view.view.phase,
        view.pit_boss,
        view.dealer,
        view.screen.locked,
        play_waits(view),
        cut_off(view),
        # its key may come to mean another act
        (primary(view), view.preparation.check_again, view.view.offer),
        None if lying is None else (lying.id, lying.status),
        _outcome(view),
        tuple(step.state for step in view.preparation.steps),
        may_withdraw(view),
    )


def _outcome(view: DealerView) -> tuple[object, ...] | None:
    """The outcome that a press would confirm; after a changed answer the same prompt may lead to another."""
    incident = open_incident(view)
    return None if incident is None else (incident.id, incident.kind, incident.clause, incident.outcome)


PATIENCE: Final = 1_000
"""Milliseconds after which the work no longer waits for a paint."""
_BETWEEN: Final = 10
"""Milliseconds between two pieces of work, in which the window paints and takes presses."""


class FirstPaint(QTimer):
    """Does the waiting work, once a prompt is painted: in order, each piece in its own turn of the loop.

    It waits for the paint itself, and not for a time: on a slow computer that time would be over before the
    prompt. A window that is never painted, such as a minimised one, delays the work by a second.
    """

    def __init__(self, prompt: PromptPanel, rest: Sequence[QWidget] = (), patience: int = PATIENCE) -> None:
        """Make it just before the window is shown. ``rest`` is painted after the prompt; ``patience``: ms."""
        super().__init__(prompt, singleShot=True, interval=patience)
        self._prompt, self._has_come = prompt, False
        self._waiting: list[Callable[[], object]] = []
        self.timeout.connect(self._do_next)
        prompt.painted.connect(self._paint_next)
        _paint(rest, paints=False)
        self._waiting.append(partial(_paint, rest, paints=True))
        self.start()

    def then(self, work: Callable[[], object]) -> None:
        """Call this after the first paint; soon, if the paint has come already."""
        self._waiting.append(work)
        if self._has_come and not self.isActive():
            self.start()

    def end(self) -> None:
        """Do nothing more: the table has ended, and the work that still waits would open its ports again."""
        self._waiting.clear()
        if isValid(self):  # its window may have gone first
            self.stop()

    @property
    def is_over(self) -> bool:
        return self._has_come and not self._waiting

    def _paint_next(self) -> None:
        self._go_on()
        self.start(0)

    def _go_on(self) -> None:
        if not self._has_come:
            self._has_come = True
            self._prompt.painted.disconnect(self._paint_next)
            self._prompt.is_awaited = False
            self.setInterval(_BETWEEN)

    def _do_next(self) -> None:
        """Do one piece of work; the next piece has its turn even if this one fails."""
        self._go_on()
        if not self._waiting:
            return
        work = self._waiting.pop(0)
        if self._waiting:
            self.start(_BETWEEN)
        work()


def _paint(parts: Sequence[QWidget], *, paints: bool) -> None:
    for part in parts:
        part.setUpdatesEnabled(paints)
