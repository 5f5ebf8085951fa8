"""The people who come to a table's screen and leave it: the role or page that each sign-in gives, the end of
a pit boss's authority, and the lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from console.table.core.protocol import lines
from console.table.core.running.station import ShownTable
from console.table.core.showing.screen_values import AnsweredCall, Person
from console.table.core.state.note_kinds import SCREEN, NoteKind
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Role
from console.table.ui.incident.authority import is_amber, is_own_report
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.window.at_table.overlays import TableOverlays
from console.table.ui.window.at_table.pit_boss_screens import PitBossScreens
from console.table.ui.window.at_table.quit_question import QuitQuestion
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace

DARK: Final = 300
"""The most seconds for which a console may have been off and still start unlocked (GLI-19: five minutes)."""


class SessionLock:
    """Locks one screen, and asks for a sign-in that unlocks it."""

    def __init__(self, workplace: Workplace, sign_in: TableSignIn, *, locked: Callable[[], None]) -> None:
        """``locked`` shows the lock."""
        self._people_here, self._surroundings, self._line = (
            workplace.people_here,
            workplace.surroundings,
            workplace.line,
        )
        self._sign_in, self._locked = sign_in, locked
        self._after = workplace.setup.config.lock_after * 60
        """Seconds without a press after which the screen locks by itself."""

    @property
    def can_lock(self) -> bool:
        """Whether the screen can be locked: somebody is signed in, and it is not locked yet."""
        table = self._people_here.table
        return table is not None and bool(table.people) and not self._surroundings.presence.locked

    def lock(self, *, by_clock: bool = False) -> None:
        """Lock the screen, by the dealer's press or, ``by_clock``, without one."""
        self._surroundings.presence.lock(self._surroundings.now())
        who = None if by_clock else self._people_here.who(Role.DEALER)
        self._line.note(NoteKind.LOCKED, who=who, text=SCREEN)
        self._ask()

    def _ask(self) -> None:
        self._locked()
        self._sign_in.ask(Purpose.UNLOCK)

    def come_back(self, shown_table: ShownTable) -> None:
        """After a restart: lock a screen that was locked, or dark too long, or for an unknown time."""
        back = self._surroundings.recovered
        if back is None or not shown_table.table.people:
            return
        if shown_table.table.console.screen_locked:
            self._surroundings.presence.lock(self._surroundings.now())
            self._ask()
        elif not 0 <= (back.back - back.stopped).total_seconds() <= min(self._after, DARK):
            self.lock(by_clock=True)


class Arrivals(QObject):
    """Changes a screen when a person comes to it, or when a pit boss's authority there ends."""

    changed = Signal()
    """Other people act at the screen now: show the table again."""
    spoken = Signal(str)
    """The language of the person who acts at the screen now."""

    def __init__(
        self,
        workplace: Workplace,
        sign_in: TableSignIn,
        *,
        overlays: TableOverlays,
        pit: PitBossScreens,
        way_out: QuitQuestion,
    ) -> None:
        super().__init__(workplace.window)
        self._workplace, self._people_here, self._surroundings = (
            workplace,
            workplace.people_here,
            workplace.surroundings,
        )
        self._sign_in, self._overlays = sign_in, overlays
        self._pit, self._way_out = pit, way_out
        self._chosen: tuple[str, str] | None = None
        """A dealer's id, and the language that this dealer chose here."""
        self.session_lock = SessionLock(workplace, sign_in, locked=self.changed.emit)

    # --- who comes --------------------------------------------------------------------------------

    def come(self, person: Person, purpose: Purpose, beside: Person | None = None) -> None:
        """A PIN was right: the person takes the role, ``beside`` another one if that is a trainee; or the
        page that this person asked for opens.
        """
        match purpose:
            case Purpose.REVIEW:
                self._overlays.open_review(person)
            case Purpose.PEOPLE:
                self.open_people(person)
            case Purpose.COMMISSION:
                self._overlays.open_commissioning(person)
            case _:
                self._take_role(person, beside)

    def _take_role(self, person: Person, beside: Person | None) -> None:
        people, table = self._people_here, self._people_here.table
        dealer = people.person(Role.DEALER)
        way = self._sign_in.screen.way
        people.come(person, beside, way)
        if person.role is Role.PIT_BOSS:
            if (before := self._surroundings.authority.person) is not None and before.id != person.id:
                self.end_authority(by_clock=True)
            people.give_authority(person, way)
            if table is not None and table.called is not None:
                self._surroundings.authority.answered = AnsweredCall(dealer, table.called)
                people.send_line(lines.Call(person.id, on=False))
        if person.role is Role.DEALER and (dealer is None or dealer.id != person.id):
            self._chosen = None  # a dealer who comes, not one who unlocks the screen
        pit_boss_acts = people.view is not None and is_amber(people.view) and people.pit_boss_here()
        if person.role is not Role.DEALER or not pit_boss_acts:
            self.spoken.emit(self._language_of(person))
        self.changed.emit()
        if self._way_out.is_asked and person.role is Role.PIT_BOSS:
            people.page_due = False
            self._way_out.ask()

    def beside_leaves(self) -> None:
        """The dealer beside the trainee leaves: the trainee deals the round to its end."""
        dealer, table = self._people_here.who(Role.DEALER), self._people_here.table
        beside = None if table is None else table.beside(dealer)
        if beside is not None:
            self._workplace.line.note(NoteKind.BESIDE_LEFT, who=beside, text=dealer)

    def open_people(self, supervisor: Person) -> None:
        """Show the list of those who may sign in to a supervisor whose PIN was right."""
        self.spoken.emit(supervisor.language)
        self._overlays.open_people(supervisor)

    # --- a pit boss's authority -------------------------------------------------------------------

    def pit_boss_pressed(self) -> None:
        """The pit boss comes to this screen; a pit boss who is signed in here sees the page."""
        view, shown = self._people_here.view, self._people_here.shown_table
        if self._people_here.pit_boss_here() is None or (view is not None and is_own_report(view)):
            self._sign_in.ask(Purpose.PIT_BOSS)
        elif shown is not None and shown.view.phase != Phase.HALTED:
            self.show_page()

    def show_page(self) -> None:
        """Show the open matters and the pit boss's orders."""
        self._workplace.menu.close_menu()
        self._pit.show_page()

    def end_authority(self, *, by_clock: bool = False) -> None:
        """End the pit boss's decisions here, by a press or ``by_clock``: the screen is the dealer's again."""
        person = self._people_here.end_authority()
        self._workplace.menu.close_menu()  # its orders were the pit boss's
        self._pit.page.hide()
        if person is None:
            return
        if not self._pit.is_manned_by(person.id):
            if by_clock:
                self._workplace.line.sign_out(person.id)
            else:
                self._people_here.send_line(lines.SignOut(person.id))
        self.speak_as_the_dealer()
        self.changed.emit()

    def speak_as_the_dealer(self) -> None:
        """Speak the dealer's language, or the one the dealer chose; with nobody signed in the table's own."""
        if self._people_here.who_answers() is None:
            self.spoken.emit(self._workplace.setup.config.language)
            return
        dealer = self._people_here.person(Role.DEALER)
        if dealer is not None and self._people_here.pit_boss_here() is None:
            self.spoken.emit(self._language_of(dealer))

    def keep_choice(self) -> None:
        """Keep the language that was chosen at the table, if the dealer chose it."""
        dealer = self._people_here.person(Role.DEALER)
        if dealer is not None and self._people_here.pit_boss_here() is None:
            self._chosen = dealer.id, self._workplace.words().language

    def _language_of(self, person: Person) -> str:
        if self._chosen is not None and self._chosen[0] == person.id:
            return self._chosen[1]
        return person.language

    # --- the lock ---------------------------------------------------------------------------------

    def lock(self, *, by_clock: bool = False) -> None:
        """Lock the session, by a press or, ``by_clock``, without one; table and prompt stay in view, and
        cards that are awaited are still taken.
        """
        if self.session_lock.can_lock:
            self.end_authority(by_clock=True)
            self.session_lock.lock(by_clock=by_clock)
