"""The table's window: the dealer's screen, the sign-in and the menu over it, and the effect of each press.

The window shows values and sends lines; the table decides the prompt, and whether a press counts.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.table.protocol import lines
from console.table.running.station import ShownTable
from console.table.showing.dealer_view import dealer_view
from console.table.showing.screen_values import DealerView, Person
from console.table.state.note_kinds import NoteKind
from console.table.state.phases import Phase
from console.table.state.roles import Actor, Role
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.hands.deferred_call import call_later
from console.ui.hands.guard import PressRefusal
from console.ui.incident.authority import is_own_report
from console.ui.incident.stage import OpenParts
from console.ui.kit.menu import Menu
from console.ui.kit.surface import Surface
from console.ui.kit.theme import unit
from console.ui.pit.incident_lines import IncidentLines
from console.ui.pit.sight import Sight
from console.ui.sign_in.purpose import Purpose
from console.ui.window.at_table.at_screen import PeopleAtScreen
from console.ui.window.at_table.card_count import CardCount
from console.ui.window.at_table.choices import TableMenu
from console.ui.window.at_table.overlays import TableOverlays
from console.ui.window.at_table.pit_boss_screens import PitBossScreens
from console.ui.window.at_table.play_lines import PlayLines
from console.ui.window.at_table.quit_question import QuitQuestion
from console.ui.window.at_table.session_lock import SessionLock
from console.ui.window.at_table.table_sign_in import TableSignIn
from console.ui.window.at_table.workplace import Workplace
from console.ui.window.bridge import Bridge, TableLine
from console.ui.window.surroundings import Surroundings
from console.ui.window.table_setup import ONLY_TABLE, TableOptions, TableSetup
from console.words import LANGUAGES, Words

if TYPE_CHECKING:
    from console.ui.dealer.live_strip import TablePresses
    from console.ui.sign_in.sign_in_screen import SignInScreen
    from console.ui.window.practice import PracticeStrip

TICK: Final = 100
"""Milliseconds between two looks at the clock."""


class TableWindow(QWidget):
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
        self.around = Surroundings(setup)
        self.here = self._at_screen()
        self.dealer = DealerScreen(
            self.words, self._market, setup.clock, IncidentLines(self.here), parent=self
        )
        guard = self.dealer.guard
        self.here.presses.guard(guard)
        self.menu = Menu(guard, self, self._own_words)
        self.sight = Sight(self, self.around.now, guard.time_of)
        place = Workplace(
            window=self,
            setup=setup,
            line=line,
            around=self.around,
            here=self.here,
            guard=guard,
            menu=self.menu,
            market=self._market,
            words=self._own_words,
        )
        self.pit = PitBossScreens(place, self.dealer)
        self.overlays = TableOverlays(place, options, presses=self._strip_presses)
        self.sign_in = TableSignIn(place, reviews=options.reviewing is not None, changes=options.changes)
        self.play = PlayLines(self.here, self.sign_in.ask_first, lambda: self.dealer.note)
        self.card_count = CardCount(place, call=self.play.call, due=options.count_due)
        self.way_out = QuitQuestion(place, self.sign_in)
        self.session_lock = SessionLock(place, self.sign_in, locked=self.refresh)
        self.choices = TableMenu(place, self.sign_in, self.overlays, self.way_out)
        self.setWindowTitle(setup.config.name)
        self._connect()
        self._timer = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._timer.start()
        application = QApplication.instance()
        assert application is not None, "a window is made by an application"
        # Installed in the loop's first turn, before which nothing can be pressed: while a window is made and
        # shown, Qt filters more events than a dealer makes in an hour.
        call_later(self, partial(application.installEventFilter, self))

    def _connect(self) -> None:
        self._bridge.shown.connect(self.show_table)
        self._bridge.device_changed.connect(self.around.lamps.link_changed)
        self._bridge.bytes_came.connect(self.around.bytes_came)
        self._bridge.failed.connect(self._show_bug)
        self._bridge.software_looked_at.connect(self.around.software_was_looked_at)
        self._bridge.refused.connect(self.close)
        self._connect_screens()
        self.sign_in.asks.connect(self.menu.close_menu)
        self.card_count.compares.connect(self.dealer.incident.talk.compare)
        self.sign_in.badge_read.connect(self.overlays.give_way)
        self.sign_in.badge_read.connect(self.overlays.close_desks)
        self.sign_in.badges.typed.dropped.connect(lambda: self.dealer.say_dropped(PressRefusal.SIGNS))
        self.sign_in.made.connect(self._sign_in_made)
        self.sign_in.left.connect(self.back_to_table)
        self.sign_in.came.connect(self._came)
        self.overlays.left.connect(self.dealer.setFocus)
        self.overlays.desk_left.connect(self._back_from_desk)
        self.overlays.language_chosen.connect(self.speak)
        self.overlays.quit_asked.connect(self.way_out.ask)
        self.language_changed.connect(self.overlays.speak)
        self.pit.opened.connect(self.refresh)
        self.choices.language_chosen.connect(self.speak)
        self.choices.lock_asked.connect(self.lock)
        self.choices.overview_asked.connect(self.show_overview)
        self.choices.authority_ended.connect(self.end_authority)

    def _connect_screens(self) -> None:
        screen, overview, play = self.dealer, self.pit.overview, self.play
        screen.presses.primary_pressed.connect(play.press)
        screen.call_pressed.connect(play.call)
        screen.presses.withdraw_pressed.connect(play.withdraw)
        screen.presses.void_pressed.connect(play.void)
        screen.presses.unanswered_pressed.connect(play.go_on_unanswered)
        screen.presses.cut_card_pressed.connect(play.cut_card_came)
        screen.presses.number_entered.connect(play.enter_number)
        screen.presses.pit_boss_here_pressed.connect(self.pit_boss_pressed)
        screen.person_menu_requested.connect(self.open_menu)
        screen.language_requested.connect(self._next_language)
        screen.lock_requested.connect(self.lock)
        screen.incident.moved.connect(self.refresh)
        screen.end_pressed.connect(self.end_authority)
        overview.left.connect(screen.setFocus)
        overview.left.connect(self.refresh)
        overview.end_pressed.connect(self.end_authority)
        overview.language_requested.connect(self._next_language)

    def _sign_in_made(self, screen: SignInScreen) -> None:
        screen.taken.connect(self.dealer.leave_foot)
        screen.taken.connect(self.pit.overview.leave_foot)
        screen.language_chosen.connect(self.speak)
        self.language_changed.connect(screen.set_words)
        screen.setGeometry(self.room)

    def _at_screen(self) -> PeopleAtScreen:
        """The people at this screen."""
        return PeopleAtScreen(self._line, self.around, with_seen=self._with_seen, talk=self._talk)

    def _with_seen(self, line: lines.AnyLine) -> lines.AnyLine:
        return self.sight.with_seen_view(line)

    def _talk(self) -> OpenParts:
        return self.dealer.incident.talk.here

    def _own_words(self) -> Words:
        return self.words

    def _strip_presses(self) -> TablePresses:
        """The acts of the presses on the strip over the review or the list of people."""
        from console.ui.dealer.live_strip import TablePresses

        return TablePresses(self.play.press, self.dealer.incident.talk.begin, self.play.call)

    # --- what comes in -----------------------------------------------------------------------

    def show_table(self, shown_table: ShownTable) -> None:
        """Show a new view of the table."""
        self.around.see(shown_table)
        self.sight.see(shown_table)
        self.pit.see(shown_table)
        first, self.here.shown = self.here.shown is None, shown_table
        if first:
            self.sign_in.tell_changes()
            self._speak_as_the_dealer()
        self.refresh()
        self.here.presses.see(shown_table)
        self.overlays.hear(shown_table)
        if first:
            self.session_lock.come_back(shown_table)
        if first and not shown_table.table.people:
            pit_boss = shown_table.view.prompt.actor is Actor.PIT_BOSS
            self.sign_in.ask(Purpose.PIT_BOSS if pit_boss else Purpose.DEALER)
        if first and (made := self._first_supervisor) is not None:
            self.overlays.people_changed("added", made, made)
            self.open_people(made)

    def refresh(self) -> None:
        """Show the table in its present situation, if anything of it has changed."""
        here, shown = self.here, self.here.shown
        if shown is None:
            return
        asked = shown.view.prompt.fact == "kind" or self.pit.wants_kinds
        situation = self.around.situation(shown, self._line.busy_since, reporting=asked)
        view = self.as_shown(dealer_view(shown.view, shown.table, situation))
        self.pit.show_view(view, shown.table)
        opened = self.way_out.is_asked or self.pit.overview.is_there
        if not here.authority_holds(view, opened=opened):
            self.end_authority()  # which shows what is the dealer's now
            return
        pit_boss = here.pit_boss_here()
        view = replace(
            view,
            not_taken=self.sight.not_taken,
            pit_boss=self.around.authority.person if pit_boss is not None else None,
            decider=here.signed_for.of(view),
            step_up_left=view.step_up_left if pit_boss is not None else None,
        )
        if view != here.view:
            if here.view is None or view.lamps != here.view.lamps:
                self.lamps_changed.emit(view.lamps)
            here.view = view
            self.dealer.show_view(view)
            self.pit.overview.see(view)
            self.sight.hand_over(view.view)
            self.overlays.see(view)
        if pit_boss is not None and here.comes:
            here.comes = False
            self.show_overview()

    def as_shown(self, view: DealerView) -> DealerView:
        """The part of the view that this window's screens show: all of it."""
        return view

    def tick(self) -> None:
        """Follow the time: the countdown, silence, the end of a pit boss's authority, the lock."""
        now = self.around.now()
        if self.around.authority.is_over(now):
            self.end_authority()
        if self.around.presence.lock_due(now):
            self.overlays.close_desks()
            self.lock()
        self.refresh()
        if not self.sign_in.is_asking:
            self.card_count.ask()
        self.pit.tick()

    def _show_bug(self, error: Exception) -> None:
        """Say that an unforeseen error happened; the hand is safe, and play goes on."""
        self.here.presses.lose()
        trace = self.around.keep_unforeseen(error)
        if trace is not None:
            self._line.note(NoteKind.BUG, text=trace)
            self.refresh()

    # --- people ------------------------------------------------------------------------------

    def _came(self, person: Person, purpose: Purpose) -> None:
        """A PIN was right: the person takes the role, or the page that this person asked for opens."""
        if purpose is Purpose.REVIEW:
            self.overlays.open_review(person)
        elif purpose is Purpose.PEOPLE:
            self.open_people(person)
        elif purpose is Purpose.COMMISSION:
            self.overlays.open_commissioning(person)
        else:
            self._take_role(person)

    def _take_role(self, person: Person) -> None:
        here, table = self.here, self.here.table
        here.come(person)
        if person.role is Role.PIT_BOSS:
            if (before := self.around.authority.person) is not None and before.id != person.id:
                self.end_authority()
            here.give_authority(person)
            if table is not None and table.called is not None:
                here.say(lines.Call(person.id, on=False))
        self.speak(person.language)
        self.refresh()
        if self.way_out.is_asked and person.role is Role.PIT_BOSS:
            here.comes = False
            self.way_out.ask()

    def back_to_table(self) -> None:
        """Give the table the keys; in a window that no window manager has activated, Qt moves no focus by
        itself.
        """
        self.dealer.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_people(self, supervisor: Person) -> None:
        """Show the list of those who may sign in to a supervisor whose PIN was right."""
        self.speak(supervisor.language)
        self.overlays.open_people(supervisor)

    def _back_from_desk(self) -> None:
        """Give the keys to the sign-in if it is open, else to the table."""
        at = self.sign_in.screen if self.sign_in.is_asking else self.dealer
        at.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def end_authority(self) -> None:
        """End the pit boss's decisions at this screen: the dealer acts at it again."""
        person = self.here.end_authority()
        self.menu.close_menu()  # its orders were the pit boss's
        self.pit.overview.hide()
        if person is None:
            return
        if not self.pit.is_manned_by(person.id):
            self.here.say(lines.SignOut(person.id))
        self._speak_as_the_dealer()
        self.refresh()

    def _speak_as_the_dealer(self) -> None:
        """Speak the dealer's language, after a restart too, which signs nobody out."""
        if (dealer := self.here.person(Role.DEALER)) is not None:
            self.speak(dealer.language)

    def lock(self) -> None:
        """Lock the session; table and prompt stay in view, and cards that are awaited are still taken."""
        if self.session_lock.can_lock:
            self.end_authority()
            self.session_lock.lock()

    def pit_boss_pressed(self) -> None:
        """The pit boss comes to this screen; a pit boss who is signed in here already sees the overview."""
        view, shown = self.here.view, self.here.shown
        if self.here.pit_boss_here() is None or (view is not None and is_own_report(view)):
            self.sign_in.ask(Purpose.PIT_BOSS)
        elif shown is not None and shown.view.phase != Phase.HALTED:
            self.show_overview()

    def show_overview(self) -> None:
        """Show the open matters and the pit boss's orders."""
        self.menu.close_menu()
        self.pit.show_overview()

    # --- the menu and the language -----------------------------------------------------------

    def open_menu(self) -> None:
        """Show the choices beside the prompt's action."""
        if self.here.shown is not None and not self.around.presence.locked:
            self.choices.open()

    def speak(self, language: str) -> None:
        """Speak this language; words in the market's language stay."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.dealer.set_words(self.words, self._market)
        self.pit.overview.set_words(self.words)
        self.language_changed.emit(self.words)

    def _next_language(self) -> None:
        self.speak(LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)])

    # --- Qt ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 and F3, the alarms, where a menu or a sign-in covers the table; and the table's F1."""
        if event.key() == Qt.Key.Key_F1 and not self.menu.isVisible():
            self.dealer.show_keys()
            return
        if event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3) or event.isAutoRepeat():
            super().keyPressEvent(event)
            return
        self.menu.close_menu()
        self.sign_in.cancel()
        if event.key() == Qt.Key.Key_F3:
            self.play.call()
        elif not self.dealer.bar.wrong.isHidden():
            self.dealer.bar.wrong.click()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every press and key keeps the session unlocked; on an amber prompt it prolongs the authority."""
        if self.sight.watch(watched, event):
            here = watched if isinstance(watched, QWidget) and watched.window() is self else None
            if here is not None and self.sign_in.badges.holds(here, event):
                return True
            self.around.presence.touched(self.around.now())
            if here is not None and self.pit.is_for(here, event):
                self.around.authority.prolong(self.around.now())
        return False

    def take_strip(self, strip: PracticeStrip) -> None:
        """Take the practice strip into this window."""
        self._strip, self.choices.practice = strip, strip.turn
        strip.moved.connect(self._fill_room)

    @property
    def room(self) -> QRect:
        """The part of the window that the table has: all but a practice strip beside it."""
        return self.rect() if self._strip is None else self._strip.room

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make screen, menu and sign-in fill the table's room."""
        if self._strip is not None:
            self._strip.place()
        self._fill_room()

    def _fill_room(self) -> None:
        for part in self.children():
            if isinstance(part, Surface) and not part.keeps_place:
                part.setGeometry(self.room)
        self.menu.set_unit(unit(self.room.width(), self.room.height()))

    def showEvent(self, event: QShowEvent) -> None:
        """Open the pit boss's window beside this one, where there is another monitor."""
        super().showEvent(event)
        call_later(self, partial(self.pit.open_desk, self.sign_in))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the timer; the table's maker closes the table.

        If somebody is at the table when the window system asks to close, a pit boss is asked first.
        """
        table = self.here.table
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
