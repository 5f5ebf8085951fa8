"""The pit boss's own window: the page of a table on a second screen, where its incidents can be answered.

The window shows the same values as the dealer's and sends the same lines; a person signed in at one window is
not signed in at the other.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import Words
from console.table.core.protocol import lines
from console.table.core.running.clock import SECOND, Clock, Timekeeping
from console.table.core.running.station import LineJob, ShownTable
from console.table.core.showing.screen_values import NO_TABLE, DealerView, Person, ScreenState
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import PersonAtTable
from console.table.people.answers import BadgeForm, People
from console.table.ui.dealer.bands import KeyboardBand
from console.table.ui.dealer.dealer_screen import DealerScreen
from console.table.ui.hands.guard import PressRefusal
from console.table.ui.incident.authority import Authority, Decider, is_own_report, standing_of
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import is_meant
from console.table.ui.kit.front import FrontPart
from console.table.ui.kit.menu import Menu
from console.table.ui.kit.monitors import other_screen, screen_of
from console.table.ui.kit.surface import PlacedPart
from console.table.ui.pit.incident_lines import HaltLines, IncidentLines, OrderLines
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.ui.pit.sight import Sight
from console.table.ui.sign_in.badge_reader import BadgeReader
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen

_ANSWERS: Final = frozenset((Stage.KIND, Stage.FACT, Stage.OUTCOME, Stage.SKIP, Stage.CORRECT, Stage.MANUAL))
"""Stages in which the pit boss has something to do at the table's own screen."""


class PitDesk(PlacedPart, QWidget):
    def __init__(
        self,
        people: People,
        words: Words,
        market: Words,
        clock: Clock,
        *,
        give: Callable[[lines.AnyLine], None],
        sign_out: Callable[[str], None],
        step_up: float = 120,
        manned: Callable[[], str | None] = lambda: None,
        badge_suffices: bool = False,
        badges: BadgeForm | None = None,
        signed_for: Decider | None = None,
    ) -> None:
        """``give`` sends the table a line; ``sign_out`` signs a person out who did not press.

        ``step_up``: seconds that authority lasts. ``badges``: how the badge reader types, if it was
        measured. ``manned``: the pit boss at the table's own window.
        ``signed_for``: who signed in for its incident, at either window.
        """
        super().__init__()
        self._give, self._sign_out = give, sign_out
        self._clock, self._timekeeping, self._manned = clock, Timekeeping(), manned
        self._view = NO_TABLE
        self._in: frozenset[str] = frozenset()
        """The pit bosses who are signed in at the table, wherever they are."""
        self._signed = False
        """Whether the table has accepted the sign-in of the person at this window."""
        self._overlooks = False
        """Whether the PIN was entered while nothing waited for the pit boss: it was for orders."""
        self._authority = Authority(step_up, people.is_disabled)
        self._words, self._market, self._language = words, market, words.language
        self.table = DealerScreen(words, market, clock, IncidentLines(self), parent=self)
        self.sight = Sight(self, self._now, self.table.guard.time_of, self._page)
        self.page = PitBossScreen(words, clock, self, self.table.guard, asks_at_table=self._has_to_do)
        self.menu = Menu(self.table.guard, self, lambda: self._words)
        self.sign_in = SignInScreen(people, words, self, now=self._now, badge_suffices=badge_suffices)
        self.badges = BadgeReader(self, self.table.guard, self._asked_by_badge, badges)
        self.front = FrontPart(self, (self.page, self.table))
        self._keyboard = KeyboardBand(self)
        self._signed_for = signed_for or Decider()
        self.table.hide()
        self._orders = OrderLines(self.page, self)
        self._halt = HaltLines(self, lambda: self._view.view.prompt)
        self._connect()
        self._show_title()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # the keys stay the dealer's
        self.resize(theme.WIDTH, theme.HEIGHT)
        application = QApplication.instance()
        assert application is not None, "a window is made by an application"
        application.installEventFilter(self)

    def _connect(self) -> None:
        page, table = self.page, self.table
        page.answer_pressed.connect(self.answer)
        page.strip.side_meant.connect(self._to_table)
        page.correct_pressed.connect(self.correct)
        page.wrong_pressed.connect(self.report_own)
        page.call_pressed.connect(self._press_call)
        page.back_pressed.connect(self.leave)
        page.end_pressed.connect(self.leave)
        table.end_pressed.connect(self.leave)
        page.language_requested.connect(self._next_language)
        page.language_chosen.connect(self.speak)
        table.language_requested.connect(self._next_language)
        table.presses.pit_boss_here_pressed.connect(self.return_to_page)
        table.person_menu_requested.connect(self.return_to_page)
        table.call_pressed.connect(self._press_call)
        table.presses.primary_pressed.connect(self._press)
        self._halt.follow(table.presses)
        self.sign_in.verified.connect(self._sign_in)
        self.sign_in.language_chosen.connect(self.speak)
        self.sign_in.taken.connect(self.table.leave_foot)
        self.sign_in.taken.connect(self.page.leave_foot)
        self.sign_in.recognised.connect(self._ask_pin_of)
        self.sign_in.cancelled.connect(self._back)
        self.menu.closed.connect(self._back)
        self.badges.typed.dropped.connect(lambda: self.table.say_dropped(PressRefusal.SIGNS))

    # --- what comes in ----------------------------------------------------------------------------

    def show_view(self, view: DealerView, people: tuple[PersonAtTable, ...] | None = None) -> None:
        """Show the table, if ``people`` are signed in; one signed in at another window is not here."""
        if people is not None:
            self._in = frozenset(one.who for one in people if one.role is Role.PIT_BOSS)
        else:
            self._in = frozenset((view.pit_boss.id,) if view.pit_boss is not None else ())
        person = self._authority.person
        if self._signed and person is not None and person.id not in self._in:
            self._authority.end()
            self.speak(self._language)
            person = None
        self._signed = person is not None and person.id in self._in
        screen = ScreenState(
            step_up_left=self._authority.seconds_left(self._now()),
            step_up_lasts=round(self._authority.lasts),
            way=self._authority.way,
            turned_down=view.screen.turned_down,
            not_taken=self.sight.not_taken,
        )
        screen = self._with_decider(screen, view)
        self._view = replace(view, pit_boss=person, screen=screen)
        self.table.show_view(self._view)
        self.page.show_view(self._view, self.table.strip.stands_for)
        self.sight.hand_over(self._view.view)
        if not self.table.isHidden() and not self._has_to_do(self._view):
            self.return_to_page()
        self._keep_to_what_authority_is_for()

    def take_press(self, shown_table: ShownTable) -> None:
        """Take note of a line of anybody else's at the table; one of the game server's is none."""
        job = shown_table.job
        if isinstance(job, LineJob) and not job.by_link and not job.by_clock:
            with suppress(lines.InvalidLine):
                line = lines.parse(job.line)
                by = getattr(line, "by", None) or getattr(line, "who", None)
                self._authority.press_of_another(by)

    def press_elsewhere(self) -> None:
        """Anybody else has pressed something at this table: no authority lasts."""
        self._authority.press_of_another()

    def _keep_to_what_authority_is_for(self) -> None:
        """End the authority once its task is done; a PIN for orders keeps it until its time is over."""
        if not self._signed:
            return
        here = self.table.open_parts
        own = self._overlooks or here.correcting or here.own
        if not self._authority.holds(standing_of(self._view, own=own)):
            self.leave(by_clock=True)

    def tick(self) -> None:
        """Count on the waiting times, and end the authority when its time is over."""
        self.page.tick()
        self._show_lost_keyboard()
        if self._timekeeping.jumped(self._clock) or self._authority.is_over(self._now()):
            self.leave(by_clock=True)
            return
        left = self._authority.seconds_left(self._now())
        screen = self._with_decider(replace(self._view.screen, step_up_left=left), self._view)
        if self._view is not NO_TABLE and screen != self._view.screen:
            self._view = replace(self._view, screen=screen)
            self.table.show_view(self._view)
            self.page.show_view(self._view, self.table.strip.stands_for)

    def _has_to_do(self, view: DealerView) -> bool:
        """Whether the table's own screen asks the pit boss here for something."""
        due = view.view.prompt.actor is Actor.PIT_BOSS
        silence = view.server.silence
        chooses = silence is not None and bool(silence.goes_on or silence.void)
        return due or chooses or self.table.incident_stage in _ANSWERS

    # --- what goes out ----------------------------------------------------------------------------

    def send_line(self, line: lines.AnyLine) -> None:
        """Send the table a line, with the view that the person at this window saw."""
        self._give(self.sight.with_seen_view(line))

    def pit_boss_here(self) -> str | None:
        """The person at this window, as long as the authority covers what it shows."""
        person = self._authority.person
        return person.id if person is not None and self._authority.seconds_left(self._now()) else None

    def who_answers(self) -> str | None:
        return self.pit_boss_here()

    def who_reports(self) -> str | None:
        """No dealer's prompt is answered here."""
        return self.pit_boss_here()

    def answer(self) -> None:
        """Go to the table's own screen, if it asks; sign in first."""
        if self.pit_boss_here() is None or is_own_report(self._view):
            self.ask()
            return
        if self._view.view.call and self._view.view.phase != Phase.HALTED:
            self._as_pit_boss(lambda by: lines.Call(by, on=False))
            return
        self._to_table()

    def _with_decider(self, screen: ScreenState, view: DealerView) -> ScreenState:
        """The screen's state with the pit boss who is asked by name, or comes by one press."""
        following = self._authority.next_person(self._now(), view)
        decider = following or self._signed_for.decider_of(view)
        return replace(
            screen,
            decider=decider,
            by_press=following is not None,
            lasts_on=following,
            lasts_left=None if following is None else self._authority.lasts_left(self._now()),
        )

    def ask(self, person: Person | None = None) -> None:
        """Ask the pit boss to sign in; in one incident who signed in for it before is asked by name."""
        view = self._view
        if person is None and (following := self._authority.next_person(self._now(), view)) is not None:
            self._come(following, "lasting")
            return
        decider = None if is_own_report(view) else view.screen.decider
        again = decider is not None and person in (None, decider)
        self.sign_in.ask(
            Purpose.PIT_BOSS, overlay=view is not NO_TABLE, person=decider if again else person, again=again
        )

    def _asked_by_badge(self) -> SignInScreen:
        """The sign-in, which a badge opens if nobody is asked."""
        if not self.sign_in.isVisible():
            self.sign_in.ask(Purpose.BADGE, overlay=self._view is not NO_TABLE)
        return self.sign_in

    def _ask_pin_of(self, person: Person) -> None:
        """A badge was read while nobody was asked: only a pit boss answers here."""
        if person.role is Role.PIT_BOSS:
            self.ask(person)
        else:
            self.sign_in.cancel()

    def _back(self) -> None:
        """Give the keyboard's focus to the shown part."""
        (self.page if self.table.isHidden() else self.table).setFocus(Qt.FocusReason.OtherFocusReason)

    def _to_table(self) -> None:
        self.page.menu.close_menu()
        self.table.show()
        self.table.raise_()
        self.table.setFocus()

    def report_own(self) -> None:
        """Something went wrong; the report is in the name of the person at this window."""
        self.table.incident.dialog.begin_own()
        if self._has_to_do(self._view):
            self._to_table()

    def correct(self) -> None:
        """Put a card right; a call that has come meanwhile stays."""
        self.table.incident.dialog.correct()
        if self.pit_boss_here() is None:
            self.ask()
        else:
            self._to_table()

    def return_to_page(self) -> None:
        self.menu.close_menu()
        self.table.hide()
        self.page.setFocus()

    def leave(self, *, by_clock: bool = False) -> None:
        """Leave this window, by a press or, ``by_clock``, without one: the authority ends, and the pit boss
        is signed out; the window speaks the table's language again.
        """
        person, self._signed, self._overlooks = self._authority.end(), False, False
        self.return_to_page()
        if person is not None:
            self.speak(self._language)
            if person.id != self._manned() and by_clock:
                self._sign_out(person.id)
            elif person.id != self._manned():
                self.send_line(lines.SignOut(person.id))
        if self._view is not NO_TABLE:
            self.show_view(replace(self._view, pit_boss=None))

    def _press(self) -> None:
        """The pit boss has done the prompt's action, if the prompt asks the pit boss."""
        if self._view.view.prompt.actor is not Actor.PIT_BOSS:
            return
        if self.table.refuses_set:
            return
        opens = self._view.view.prompt.action == Action.OPEN_TABLE
        self._as_pit_boss(lines.Open if opens else partial(lines.Done, **self.table.step_typed))

    def _as_pit_boss(self, line: Callable[[str], lines.AnyLine]) -> None:
        if by := self.pit_boss_here():
            self.send_line(line(by))

    def _press_call(self) -> None:
        """Call another pit boss; if one was called, say that the pit boss came."""
        called = self._view.view.call
        self._as_pit_boss(lambda by: lines.Call(by, on=not called))

    # --- people and words -------------------------------------------------------------------------

    def _sign_in(self, person: Person) -> None:
        """A PIN or badge was right: the pit boss is signed in at this window."""
        self._come(person, self.sign_in.way)

    def _come(self, person: Person, way: str) -> None:
        self.sign_in.hide()
        if person.role is not Role.PIT_BOSS:
            return
        if (before := self._authority.person) is not None and before.id != person.id:
            self.leave(by_clock=True)
        standing = standing_of(self._view, own=False)
        self._authority.give(person, self._now(), standing, way)
        self._signed_for.signs_in(person, standing)
        self._overlooks, self._signed = not standing.amber, person.id in self._in
        if not self._signed:
            self.send_line(lines.SignIn(person.id, person.role, way))
        self.speak(person.language)
        if self._view is not NO_TABLE:
            self.show_view(replace(self._view, pit_boss=person if self._signed else None))

    def speak(self, language: str) -> None:
        """Show everything here in another language; the dealer's window keeps its own."""
        self._words = Words(language)
        self.menu.close_menu()  # its rows would stay in the former language
        self.page.set_words(self._words)
        self.table.set_words(self._words, self._market)
        self.sign_in.set_words(self._words)
        self._show_title()

    @property
    def words(self) -> Words:
        return self._words

    def _page(self) -> object:
        """The page that the window shows, and the person who answers there."""
        shown, person = self.table.isVisible(), self._view.pit_boss
        return type(self.front.cover), shown, self.table.incident_stage, self.table.open_parts, person

    def _next_language(self) -> None:
        self.speak(self._words.next_language)

    def _show_title(self) -> None:
        self.setWindowTitle(self._words.text("pit.screen"))

    def _now(self) -> float:
        return self._clock.monotonic() / SECOND

    # --- Qt ---------------------------------------------------------------------------------------

    def open_beside(self, window: QWidget) -> bool:
        """Open on another monitor than this window's, as large as the monitor; False if there is no other."""
        screen = other_screen(window)
        if screen is None:
            return False
        self.setGeometry(screen.geometry())
        self.show()
        return True

    def follow_screens(self, window: QWidget) -> None:
        """Hide once no other monitor is left, and sign out the person at this window: it would lie over that
        one, or beneath it. Open again as soon as there is another.
        """
        if other_screen(window) is None and self.isVisible():
            self.sign_in.hide()
            self.leave(by_clock=True)
            self.hide()
        elif self.isHidden() or screen_of(self) is screen_of(window):
            self.open_beside(window)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press here is the pit boss's: it prolongs the authority. One on an empty place does not, nor does
        one on the sign-in, where another pit boss may be.
        """
        begins = self.sight.watch(watched, event)
        if begins and isinstance(watched, QWidget) and watched.window() is self:
            if self.badges.holds(watched, event):
                return True
            if self.front.cover is None and is_meant(watched, event):
                self._authority.prolong(self._now())
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange:
            self._show_lost_keyboard()

    def resizeEvent(self, event: QResizeEvent) -> None:
        for part in (self.page, self.table, self.menu, self.sign_in):
            part.setGeometry(self.rect())
        self.menu.set_unit(theme.unit(self.width(), self.height()))
        self._show_lost_keyboard()

    def _show_lost_keyboard(self) -> None:
        """Show that this window's keys go elsewhere. As a rule they are the dealer's; if nobody is here, a
        band is shown only if another program has them.
        """
        needed = self._signed or self.sign_in.isVisible() or QApplication.activeWindow() is None
        place, u = theme.band_in(self.rect()), theme.unit(self.width(), self.height())
        self._keyboard.follow(self._words, place, u, is_needed=needed)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Sign out the person at this window."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.leave(by_clock=True)
