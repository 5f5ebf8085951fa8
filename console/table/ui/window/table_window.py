"""The table's window: the dealer's screen, the sign-in and the menu over it, and the effect of each press.
The window shows values and sends lines; the table decides the prompt, and whether a press counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from operator import methodcaller
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QLocale, QObject, QRect, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import Words
from console.table.core.play.outage import outage
from console.table.core.protocol import lines
from console.table.core.running.station import ShownTable
from console.table.core.showing.dealer_view import dealer_view
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.roles import Actor, Role
from console.table.core.state.views import Prompt
from console.table.ui.dealer.bands import KeyboardBand
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.hands.guard import PressRefusal
from console.table.ui.incident.stage import OpenParts
from console.table.ui.kit import theme
from console.table.ui.kit.front import FrontPart
from console.table.ui.kit.menu import Menu
from console.table.ui.kit.sound import Tones, strike
from console.table.ui.kit.surface import PlacedPart, Surface
from console.table.ui.pit.incident_lines import HaltLines, IncidentLines
from console.table.ui.pit.sight import Sight
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.window.at_table.arrivals import Arrivals
from console.table.ui.window.at_table.at_screen import PeopleAtScreen
from console.table.ui.window.at_table.felt_question import FeltQuestion
from console.table.ui.window.at_table.overlays import TableOverlays
from console.table.ui.window.at_table.pit_boss_screens import PitBossScreens
from console.table.ui.window.at_table.quit_question import QuitQuestion
from console.table.ui.window.at_table.table_menu import TableMenu
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace
from console.table.ui.window.bridge import Bridge, TableLine
from console.table.ui.window.surroundings import Surroundings
from console.table.ui.window.table_options import ONLY_TABLE, TableOptions
from console.table.ui.window.table_setup import TableSetup

if TYPE_CHECKING:
    from console.table.ui.dealer.live_strip import TablePresses
    from console.table.ui.sign_in.sign_in_screen import SignInScreen
    from console.table.ui.window.practice import PracticeStrip


class PlayLines:
    """Sends the lines of play in the name of the person at the screen; none if nobody is there."""

    def __init__(
        self,
        people: PeopleAtScreen,
        sign_in: Callable[[], bool],
        typed: Callable[[], dict[str, Any]],
        *,
        refuses: Callable[[], bool],
    ) -> None:
        """``sign_in`` asks for a sign-in that must come first, and returns whether one must; ``typed`` gives
        what was typed with a step; ``refuses`` returns whether it can't be sent.
        """
        self._people_here, self._sign_in, self._refuses = people, sign_in, refuses
        self._typed = typed
        self.halt = HaltLines(people, self._prompt)

    def follow(self, screen: DealerScreen) -> None:
        presses = screen.presses
        presses.primary_pressed.connect(self.press)
        presses.number_entered.connect(self.enter_number)
        presses.counted.connect(self.count)
        self.halt.follow(presses)
        screen.call_pressed.connect(self.call)

    def _prompt(self) -> Prompt | None:
        shown = self._people_here.shown_table
        return None if shown is None else shown.view.prompt

    def press(self) -> None:
        """The primary press: the prompt's action, by the person whom it asks."""
        shown = self._people_here.shown_table
        if shown is None or self._sign_in() or self._refuses():
            return
        prompt = shown.view.prompt
        if prompt.action == Action.AWAIT_BETS:
            if outage(shown.table) is not None and self._people_here.whom_asks(Actor.DEALER):
                self._people_here.open_bets()
        elif by := self._people_here.whom_asks(prompt.actor):
            match prompt.action:
                case Action.OPEN_TABLE:
                    self._people_here.send_line(lines.Open(by))
                case Action.SPIN:
                    wheel = self._people_here.view.wheel if self._people_here.view is not None else None
                    self._people_here.send_line(lines.Spin(wheel.turns_asked if wheel else 3, "against", by))
                case _:
                    self._people_here.send_line(lines.Done(by, **self._typed()))

    def enter_number(self, number: int) -> None:
        """The dealer says in which pocket the ball lies; the same number a second time confirms it."""
        if by := self._people_here.whom_asks(Actor.DEALER):
            self._people_here.send_line(lines.Number(number, "dealer", by))

    def count(self, counted: int | list[int], before: list[int]) -> None:
        """The inspection is done, or reports the difference: so many cards were counted, and before that."""
        if not self._sign_in() and (by := self._people_here.whom_asks(Actor.DEALER)):
            self._people_here.send_line(lines.Done(by, counted=counted, before=before or None))

    def call(self) -> None:
        """Call the pit boss. If one was called and is at this screen, tell the table that they came."""
        people = self._people_here
        if people.presses.is_calling:
            return
        pit_boss = people.pit_boss_here()
        comes = pit_boss is not None and people.shown_table is not None and people.shown_table.view.call
        if by := pit_boss if comes else people.who_reports() or pit_boss:
            people.send_line(lines.Call(by, on=not comes))


TICK: Final = 100
"""Milliseconds between two looks at the clock."""


class TableWindow(PlacedPart, QWidget):
    """One table on one screen."""

    language_changed = Signal(object)
    """The :class:`Words` that the screen now speaks."""

    lamps_changed = Signal(tuple)
    """The lamps, sent when one of them shows something new."""

    def __init__(
        self, bridge: Bridge, line: TableLine, setup: TableSetup, options: TableOptions = ONLY_TABLE
    ) -> None:
        super().__init__()
        self._bridge, self._line, self._config = bridge, line, setup.config
        self._first_supervisor = options.first_supervisor
        self._strip: PracticeStrip | None = None
        self.words, self._market = Words(setup.config.language), Words(setup.rulebook.market)
        self.setLocale(QLocale(self.words.language))
        self.surroundings = Surroundings(setup)
        # The screen is made after the people at it: its parts are looked up once they speak.
        self.people_here = self._at_screen(
            lambda line: self.sight.with_seen_view(line), lambda: self._open_parts
        )
        self._build(setup, options)
        self.setWindowTitle(setup.config.name)
        self._connect()
        self._timer = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._ticked_at = monotonic()
        self._timer.start()
        application = QApplication.instance()
        assert application is not None, "a window is made by an application"
        # Installed in the loop's first turn, before which nothing can be pressed: while a window is made and
        # shown, Qt filters more events than a dealer makes in an hour.
        call_later(self, partial(application.installEventFilter, self))

    def _build(self, setup: TableSetup, options: TableOptions) -> None:
        def words() -> Words:
            return self.words

        self.dealer = DealerScreen(
            self.words, self._market, setup.clock, IncidentLines(self.people_here), parent=self
        )
        guard = self.dealer.guard
        self.people_here.presses.guard(guard)
        self.menu = Menu(guard, self, words)
        self.front = FrontPart(self, (self.dealer,))
        self.tones = Tones(strike, self)
        self.sight = Sight(self, self.surroundings.now, guard.time_of, self._page)
        workplace = Workplace(
            window=self,
            setup=setup,
            line=self._line,
            surroundings=self.surroundings,
            people_here=self.people_here,
            guard=guard,
            menu=self.menu,
            market=self._market,
            words=words,
        )
        self.pit = PitBossScreens(workplace, self.dealer)
        self.overlays = over = TableOverlays(workplace, options, presses=self._strip_presses)
        self.sign_in = TableSignIn(
            workplace, reviews=options.review is not None, changes=options.changes, bar=options.bar
        )
        self.play = PlayLines(
            self.people_here,
            self.sign_in.ask_first,
            lambda: self.dealer.step_typed,
            refuses=lambda: self.dealer.refuses_set,
        )
        self.way_out = QuitQuestion(workplace, self.sign_in)
        self.felt_question = FeltQuestion(workplace, self.menu, words, self.people_here.who_answers)
        self.people_here.may_open = self.felt_question.may_open
        self.arrivals = Arrivals(workplace, self.sign_in, overlays=over, pit=self.pit, way_out=self.way_out)
        self.table_menu = TableMenu(
            workplace,
            self.sign_in,
            self.arrivals,
            overlays=over,
            way_out=self.way_out,
            felt_question=self.felt_question,
        )

    @cached_property
    def _keyboard_band(self) -> KeyboardBand:
        return KeyboardBand(self)

    def _connect(self) -> None:
        for signal, effect in self._connections:
            signal.connect(effect)
        self.surroundings.follow(self._bridge)
        self.play.follow(self.dealer)

    @property
    def _connections(self) -> tuple[tuple[SignalInstance, Callable[..., object]], ...]:
        """All connections between the window's parts: a signal, and what it leads to."""
        dealer, page, overlays = self.dealer, self.pit.page, self.overlays
        sign_in, arrivals, way_out = self.sign_in, self.arrivals, self.way_out
        return (
            # from the table's thread
            (self._bridge.table_shown, self.show_table),
            (self._bridge.failed, self._show_bug),
            (self._bridge.refused, self.close),
            # somebody is asked to sign in, and comes
            (sign_in.made, self._sign_in_made),
            (sign_in.asks, self.menu.close_menu),
            (sign_in.asks, way_out.stay),
            (sign_in.badge_read, overlays.give_way),
            (sign_in.badge_read, overlays.close_desks),
            (sign_in.badges.typed.dropped, self._say_stray_signs),
            (sign_in.came, arrivals.come),
            (sign_in.left, self.back_to_table),
            (overlays.commission_asked, partial(sign_in.ask, Purpose.COMMISSION)),
            # a pit boss comes to this screen and leaves it, and the screen is locked
            (dealer.pit_boss_here_pressed, arrivals.pit_boss_pressed),
            (dealer.end_pressed, arrivals.end_authority),
            (page.end_pressed, arrivals.end_authority),
            (page.correct_pressed, self.pit.correct),
            (page.wrong_pressed, self.pit.report_own),
            (page.call_pressed, self.play.call),
            (dealer.lock_requested, arrivals.lock),
            # what covers the table, the keys' focus, and the way out
            (dealer.person_menu_requested, self.open_menu),
            (overlays.left, dealer.setFocus),
            (overlays.left, sign_in.record_changes),  # one of which may be why
            (overlays.desk_left, self._back_from_desk),
            (page.left, dealer.setFocus),
            (self.menu.closed, self._leave_menu),
            (self.menu.closed, way_out.stay),
            (overlays.quit_asked, way_out.ask),
            # the table is shown again
            (arrivals.changed, self.refresh),
            (self.pit.opened, self.refresh),
            (dealer.stage_changed, self.refresh),
            (page.left, partial(self.refresh, by_clock=False)),
            # the language
            (arrivals.spoken, self.speak),
            (overlays.language_chosen, self.speak),
            (self.table_menu.language_chosen, self.speak),
            (self.table_menu.language_chosen, arrivals.keep_choice),
            (dealer.language_requested, self._speak_next),
            (dealer.language_requested, arrivals.keep_choice),
            (overlays.desk_left, arrivals.speak_as_the_dealer),
            (page.language_requested, self._speak_next),
            (page.language_chosen, self.speak),
            (self.language_changed, overlays.speak),
        )

    def _sign_in_made(self, screen: SignInScreen) -> None:
        screen.taken.connect(self.dealer.leave_foot)
        screen.taken.connect(self.pit.page.leave_foot)
        screen.language_chosen.connect(self.speak)
        screen.opens_menu = self.open_menu
        self.language_changed.connect(screen.set_words)
        screen.setGeometry(self.room)

    def _at_screen(
        self, with_seen: Callable[[lines.AnyLine], lines.AnyLine], opened_parts: Callable[[], OpenParts]
    ) -> PeopleAtScreen:
        return PeopleAtScreen(self._line, self.surroundings, with_seen=with_seen, opened_parts=opened_parts)

    @property
    def _open_parts(self) -> OpenParts:
        """The parts that somebody has opened at this screen, the pit boss's page among them."""
        asked = self.way_out.is_asked and self.people_here.pit_boss_here() is not None
        return replace(self.dealer.open_parts, page=asked or self.pit.page.is_there)

    def _page(self) -> object:
        stage, person = self.dealer.incident_stage, self.people_here.who_answers()
        return type(self.front.cover), stage, self._open_parts, person

    def _strip_presses(self) -> TablePresses:
        """The acts of the presses on the strip over the review or the list of people."""
        from console.table.ui.dealer.live_strip import TablePresses

        return TablePresses(self.play.press, self.dealer.incident.dialog.begin, self.play.call)

    # --- what comes in -----------------------------------------------------------------------

    def show_table(self, shown_table: ShownTable) -> None:
        self.surroundings.update_table(shown_table)
        self.sight.update_table(shown_table)
        self.pit.update_table(shown_table)
        first, dealt = self.people_here.shown_table is None, self.people_here.who(Role.DEALER)
        self.people_here.shown_table = shown_table
        if first:
            self.sign_in.record_changes()
        if self.people_here.who(Role.DEALER) != dealt:
            self.arrivals.speak_as_the_dealer()
        self.refresh()
        self.felt_question.update_table()
        self.people_here.presses.update_table(shown_table)
        self.overlays.update_table(shown_table)
        if first:
            self.arrivals.session_lock.come_back(shown_table)
        if first and not shown_table.table.people:
            pit_boss = shown_table.view.prompt.actor is Actor.PIT_BOSS
            self.sign_in.ask(Purpose.PIT_BOSS if pit_boss else Purpose.DEALER)
        if first and (made := self._first_supervisor) is not None:
            self.overlays.people_changed("added", made, made)
            self.arrivals.open_people(made)

    def refresh(self, *, by_clock: bool = True) -> None:
        """Show the table in its present situation, if anything of it has changed."""
        people, shown = self.people_here, self.people_here.shown_table
        if shown is None:
            return
        for kind, device in self.surroundings.newly_overdue(shown):
            self._line.ask(methodcaller("note_overdue", kind, device, shown.view.entry))
        asked = shown.view.prompt.asks_kind or self.pit.wants_kinds
        situation = self.surroundings.situation(
            shown, self._line.busy_since, reporting=asked, unanswered=self._line.unanswered
        )
        view = self.as_shown(dealer_view(shown.view, shown.table, situation))
        self.pit.show_view(view, shown.table)
        if not people.authority_holds(view):
            self.arrivals.end_authority(by_clock=by_clock)  # the screen then shows the dealer's own keys
            return
        pit_boss = people.pit_boss_here()
        screen = replace(
            view.screen,
            step_up_left=view.screen.step_up_left if pit_boss is not None else None,
            not_taken=self.sight.not_taken,
            decider=people.signed_for.decider_of(view),
        )
        person = self.surroundings.authority.person if pit_boss is not None else None
        view = replace(view, pit_boss=person, screen=screen)
        if view != people.view:
            if people.view is None or view.console.lamps != people.view.console.lamps:
                self.lamps_changed.emit(view.console.lamps)
            if view.screen.locked_due and not (people.view is not None and people.view.screen.locked_due):
                self.tones.play(3)
            people.view = view
            self.dealer.show_view(view)
            self.pit.page.show_view(view)
            self.sight.hand_over(view.view)
            self.overlays.show_view(view)
        if pit_boss is not None and people.page_due:
            people.page_due = False
            self.arrivals.show_page()

    def as_shown(self, view: DealerView) -> DealerView:
        """The part of the view that this window's screens show: all of it."""
        return view

    @property
    def unanswered(self) -> float:
        """Seconds since the window's own loop last came to the clock; from any thread."""
        return monotonic() - self._ticked_at

    @property
    def is_unanswered(self) -> bool:
        """Whether the screen shows that the table does not answer."""
        return self.people_here.view is not None and self.people_here.view.console.unanswered

    def tick(self) -> None:
        """Follow the time: the countdown, silence, the end of a pit boss's authority, the lock."""
        self._ticked_at = monotonic()
        now = self.surroundings.now()
        if self.people_here.shown_table is not None:
            self.sign_in.record_changes()  # a change may be the reason why somebody's authority ends
        jumped = self.surroundings.clock_jumped()
        if self.surroundings.authority.is_over(now) or jumped:
            self.arrivals.end_authority(by_clock=True)
        if self.surroundings.presence.lock_due(now, jumped=jumped):
            self.overlays.close_desks()
            self.arrivals.lock(by_clock=True)
        self.refresh()
        self.pit.tick()

    def _show_bug(self, error: Exception) -> None:
        """Say that an unforeseen error happened; the hand is safe, and play goes on."""
        self.people_here.presses.lose()
        trace = self.surroundings.keep_unforeseen(error)
        if trace is not None:
            self._line.note(NoteKind.BUG, text=trace)
            self.refresh()

    # --- people ------------------------------------------------------------------------------

    def back_to_table(self) -> None:
        """Give the table the keys; without a window manager, Qt moves no focus by itself."""
        self.dealer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_menu(self) -> None:
        """Give the keys to the table if no part of the window had them before the menu."""
        if self.focusWidget() in (None, self):
            self.back_to_table()

    def _back_from_desk(self) -> None:
        """Give the keys to the sign-in if it is open, else to the table."""
        at = self.sign_in.screen if self.sign_in.is_asking else self.dealer
        at.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    # --- the menu and the language -----------------------------------------------------------

    def open_menu(self) -> None:
        """Show the choices beside the prompt's action."""
        if self.people_here.shown_table is not None and not self.surroundings.presence.locked:
            self.table_menu.open()

    def speak(self, language: str) -> None:
        """Speak this language; words in the market's language stay."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.setLocale(QLocale(language))
        self.dealer.set_words(self.words, self._market)
        self.pit.page.set_words(self.words)
        self._fill_room()
        self.language_changed.emit(self.words)

    def _speak_next(self) -> None:
        self.speak(self.words.next_language)

    # --- Qt ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 and F3, the alarms, whatever covers the table; else the table's F1; F9 at the menu."""
        if event.key() == Qt.Key.Key_F1 and self.front.cover is None:
            self.dealer.keys.show_card()
            return
        if event.key() == Qt.Key.Key_F9 and self.menu.isVisible():
            self.dealer.language_requested.emit()
            return
        if event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3) or event.isAutoRepeat():
            super().keyPressEvent(event)
            return
        own = self._open_parts.is_pit_boss_at_work  # asked first: closing the menu or sign-in may change it
        if event.key() == Qt.Key.Key_F3 and not self.is_unanswered:
            self.play.call()
        self.menu.close_menu()
        self.sign_in.cancel()
        if event.key() == Qt.Key.Key_F2:
            self.overlays.give_way()
            self.overlays.close_desks()
            self.dealer.press_wrong(own=own)
            self.pit.page.hide()

    def _say_stray_signs(self) -> None:
        """Say to who reads the review, or to the person at the table, that a reader typed no badge."""
        self.dealer.say_dropped(PressRefusal.SIGNS, self.overlays.reviewers_words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every press and key keeps the session unlocked; on an uncovered amber prompt also the authority."""
        if self.sight.watch(watched, event):
            pressed = watched if isinstance(watched, QWidget) and watched.window() is self else None
            if pressed is not None:
                self.pit.press_elsewhere()
            if pressed is not None and self.sign_in.badges.holds(pressed, event):
                return True
            self.surroundings.presence.touched(self.surroundings.now())
            if pressed is not None and self.pit.is_for(pressed, event, over=self.front.cover):
                self.surroundings.authority.prolong(self.surroundings.now())
        return False

    def take_strip(self, strip: PracticeStrip) -> None:
        self._strip, self.table_menu.practice = strip, strip.turn
        strip.moved.connect(self._fill_room)

    @property
    def room(self) -> QRect:
        """The part of the window that the table has: all but a practice strip beside it."""
        return self.rect() if self._strip is None else self._strip.room

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange:
            self._fill_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make screen, menu and sign-in fill the table's room."""
        if self._strip is not None:
            self._strip.place()
        self._fill_room()

    def _fill_room(self) -> None:
        for part in self.children():
            if isinstance(part, Surface) and not part.keeps_place:
                part.setGeometry(self.room)
        u = theme.unit(self.room.width(), self.room.height())
        self._keyboard_band.follow(self.words, theme.band_in(self.room), u)
        self.menu.set_unit(u)

    def showEvent(self, event: QShowEvent) -> None:
        """Open the pit boss's window beside this one, if there is another monitor."""
        super().showEvent(event)
        call_later(self, partial(self.pit.open_desk, self.sign_in))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the timer; the table's maker closes the table. If somebody is at the table when the window
        system asks to close, a pit boss is asked first.
        """
        table = self.people_here.table
        if event.spontaneous() and table is not None:
            if table.people or table.open_round:
                event.ignore()
                self.way_out.ask_for_system()
                return
            self._line.note(NoteKind.CONSOLE_CLOSED)
        self.put_down()
        QApplication.quit()

    def put_down(self) -> None:
        """Stop the timer, hear no more presses, and let go of what covers the table."""
        self._timer.stop()
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.overlays.release()
        self.pit.close()
