"""The sign-in over a table's screen: the person who is asked, the purpose, and a badge's own purpose. Failed
sign-ins are recorded, and so are changes to the people at a terminal. The module reports a right PIN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from console.base.words import Words
from console.table.core.showing.screen_values import Person
from console.table.core.state.actions import Action
from console.table.core.state.note_kinds import NoteKind, PeopleChange, kind_of_name
from console.table.core.state.roles import Actor, Role
from console.table.people.answers import AccountChange, Answer, Known
from console.table.people.dealing_rights import NO_RIGHTS, BarKind, Barred, DealingBar
from console.table.ui.sign_in.badge_reader import BadgeReader
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.window.at_table.workplace import Workplace

if TYPE_CHECKING:
    from console.table.ui.sign_in.sign_in_screen import SignInScreen

_DEALING: Final = frozenset((Purpose.DEALER, Purpose.RELIEF, Purpose.UNLOCK))
"""The purposes by which a dealer comes to deal."""


class TableSignIn(QObject):
    asks = Signal()
    """Somebody is being asked: the pages over the table give way."""
    badge_read = Signal()
    """A badge was held to the reader while nobody was asked."""
    came = Signal(object, object, object)
    """The :class:`~console.table.core.showing.screen_values.Person` whose PIN was right, the
    :class:`~console.table.ui.sign_in.purpose.Purpose`, and the person beside whom a trainee deals, or None.
    """
    left = Signal()
    """Nobody is asked any more."""
    made = Signal(object)
    """The screen of the sign-in, as soon as it exists."""

    def __init__(
        self,
        workplace: Workplace,
        *,
        reviews: bool,
        changes: Callable[[int], tuple[AccountChange, ...]],
        bar: Callable[[Person], Barred | None],
    ) -> None:
        """``reviews``: whether a supervisor has a review to read here. ``changes`` gives what was changed at
        a terminal about the people, after the change with a given number. ``bar`` gives the reason why a
        dealer may not deal here.
        """
        super().__init__(workplace.window)
        self._workplace, self._people_here, self._line = workplace, workplace.people_here, workplace.line
        self.people = workplace.setup.people
        self._reviews, self._changes, self._last_change = reviews, changes, 0
        self._bar = bar
        self._purpose = Purpose.DEALER
        self._trainee: tuple[Person, Purpose] | None = None
        """The trainee whose PIN was right, and the purpose, while the dealer beside is asked for."""
        self._screen: SignInScreen | None = None
        """The sign-in; None until somebody is first asked, so that no start waits for it."""
        self.badges = BadgeReader(
            workplace.window, workplace.guard, self._asked_by_badge, workplace.setup.config.badges
        )

    @property
    def screen(self) -> SignInScreen:
        if self._screen is None:
            self._screen = self._make_screen()
            self.made.emit(self._screen)
        return self._screen

    def _make_screen(self) -> SignInScreen:
        from console.table.ui.sign_in.sign_in_screen import SignInScreen

        setup, now = self._workplace.setup, self._workplace.surroundings.now
        badge = setup.config.badge_suffices
        screen = SignInScreen(
            self.people,
            self._workplace.words(),
            self._workplace.window,
            now=now,
            badge_suffices=badge,
            admit=self._admitted,
        )
        screen.barred.connect(self._note_barred)
        screen.beside_needed.connect(self._ask_beside)
        screen.verified.connect(self._let_in)
        screen.cancelled.connect(self._cancelled)
        screen.refused.connect(self.failed)
        screen.recognised.connect(self._ask_pin_of)
        return screen

    @property
    def is_made(self) -> bool:
        """Whether anybody has been asked since the start."""
        return self._screen is not None

    @property
    def is_asking(self) -> bool:
        return self._screen is not None and self._screen.isVisible()

    def ask(
        self,
        purpose: Purpose,
        person: Person | None = None,
        named: Callable[[Words], tuple[str, str]] | None = None,
    ) -> None:
        """Ask a person to sign in; the running table's prompt stays visible.

        ``person`` is the expected person: in one incident the pit boss who signed in for it before.
        ``named`` gives a title that says more than the purpose does, and the line beneath it.
        """
        if not self._people_here.may_be_asked(purpose):
            return
        self.asks.emit()
        self._leave_trainee()
        self._purpose = purpose
        table = self._people_here.table
        if purpose is Purpose.UNLOCK:
            person = self._people_here.person(Role.DEALER)
        decider = self._people_here.decider if purpose is Purpose.PIT_BOSS else None
        again = decider is not None and person in (None, decider)
        overlay = bool(table and table.people)
        expected = decider if again else person
        self.screen.ask(purpose, overlay=overlay, person=expected, again=again, named=named)

    def ask_beside(self) -> None:
        """Ask for another dealer beside the trainee who deals here."""
        trainee = self._people_here.person(Role.DEALER)
        if trainee is not None:
            self._ask_for_beside(trainee, Purpose.RELIEF)

    def _ask_beside(self, barred: Barred) -> None:
        self._ask_for_beside(barred.person, self._purpose)

    def _ask_for_beside(self, trainee: Person, purpose: Purpose) -> None:
        """Ask for the dealer beside a trainee; expected is the one who deals here or stands here so."""
        self.asks.emit()
        self._trainee, self._purpose = (trainee, purpose), Purpose.BESIDE
        table = self._people_here.table
        self.screen.ask(
            Purpose.BESIDE,
            overlay=bool(table and table.people),
            person=self._people_here.expected_beside(trainee),
            named=lambda words: (words.text("sign_in.beside", name=trainee.name), ""),
        )

    def _leave_trainee(self) -> None:
        """Nobody signs in beside the trainee: who does not deal yet is refused."""
        trainee, self._trainee = self._trainee, None
        table = self._people_here.table
        if trainee is not None and (table is None or table.role_of(trainee[0].id) is None):
            bar = DealingBar(BarKind.TRAINEE)
            self._line.note(NoteKind.DEALING_REFUSED, who=trainee[0].id, text=bar.text)

    def _cancelled(self) -> None:
        self._leave_trainee()
        if self._workplace.surroundings.presence.locked:
            self.ask(Purpose.UNLOCK)
        else:
            self.left.emit()

    def ask_first(self) -> bool:
        """Ask for a sign-in that must come before anything else; returns whether one must."""
        prompt = (
            self._people_here.shown_table.view.prompt if self._people_here.shown_table is not None else None
        )
        if self._workplace.surroundings.presence.locked:
            self.ask(Purpose.UNLOCK)
        elif prompt is not None and prompt.action == Action.SIGN_IN:
            self.ask(Purpose.PIT_BOSS if prompt.actor is Actor.PIT_BOSS else Purpose.DEALER)
        else:
            return False
        return True

    def cancel(self) -> None:
        if self._screen is not None:
            self._screen.cancel()

    def _asked_by_badge(self) -> SignInScreen:
        """Open the sign-in for a badge that was read while nobody was asked, and return it."""
        self.badge_read.emit()
        if not self.is_asking:
            action = (
                self._people_here.shown_table.view.prompt.action
                if self._people_here.shown_table is not None
                else ""
            )
            if not (action == Action.SIGN_IN and self.ask_first()):
                self.ask(Purpose.BADGE)
        return self.screen

    def _ask_pin_of(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for what this person may do here, by the PIN."""
        table = self._people_here.table
        if table is None or (person.role is Role.DEALER and table.role_of(person.id) is Role.DEALER):
            self.screen.cancel()  # the badge belongs to the present dealer
        elif person.role is Role.DEALER:
            self.ask(Purpose.RELIEF if self._people_here.who(Role.DEALER) else Purpose.DEALER, person)
        elif person.role is Role.PIT_BOSS:
            self.ask(Purpose.PIT_BOSS, person)
        elif self._reviews and person.role is Role.SUPERVISOR:
            self.ask(Purpose.REVIEW, person)
        else:
            self.screen.cancel()

    def _let_in(self, person: Person) -> None:
        self.record_changes()
        self.screen.hide()
        self.left.emit()
        self._workplace.surroundings.know(person)
        trainee, self._trainee = self._trainee, None
        if trainee is None:
            self.came.emit(person, self._purpose, None)
        else:
            self._workplace.surroundings.know(trainee[0])
            self.came.emit(*trainee, person)

    def _admitted(self, answer: Answer, purpose: Purpose) -> Answer:
        """The answer to a try, in the thread that found it: a dealer who comes to deal, or to stand beside a
        trainee, and may not, is barred. One who deals here already unlocks the screen all the same, a trainee
        with the dealer beside.
        """
        match answer:
            case Known(person) if purpose is Purpose.BESIDE:
                return answer if self._stands_beside(person) else self._bar(person) or answer
            case Known(person) if purpose in _DEALING and person.role is Role.DEALER:
                table = self._people_here.table
                if table is None or table.role_of(person.id) is None:
                    return self._bar(person) or answer
                if table.beside(person.id) is not None:
                    game = self._workplace.setup.config.game
                    today = self._workplace.setup.clock.utc().astimezone().date()
                    return Barred(person, DealingBar(BarKind.TRAINEE), game, today)
        return answer

    def _stands_beside(self, person: Person) -> bool:
        """Whether somebody stands beside the trainee already: the round goes on though a licence ended."""
        table, trainee = self._people_here.table, self._trainee
        return table is not None and trainee is not None and table.beside(trainee[0].id) == person.id

    def _note_barred(self, barred: Barred) -> None:
        self.record_changes()
        self._line.note(NoteKind.DEALING_REFUSED, who=barred.person.id, text=barred.bar.text)

    def failed(self, who: str | None) -> None:
        self.record_changes()
        self._line.note(NoteKind.SIGN_IN_FAILED, who=who)

    def record_changes(self) -> None:
        """Record what was changed at a terminal about the people since the last look (GLI-19 2.8)."""
        known = self._people_here.table.console.people_change if self._people_here.table is not None else 0
        for each in self._changes(max(known, self._last_change)):
            self._last_change = each.number
            has_rights = each.what == "licensed" or each.rights != NO_RIGHTS
            rights = each.rights.text if has_rights else ""
            change = PeopleChange(each.id, each.role, each.number, each.at, rights, each.reason)
            self._line.note(kind_of_name(f"people_{each.what}"), text=change.text, terminal=each.user)
