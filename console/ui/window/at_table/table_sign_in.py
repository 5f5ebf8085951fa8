"""The sign-in over a table's screen: the person who is asked, the purpose, and a badge's own purpose.

Failed sign-ins are recorded, and so are changes to the people at a terminal. The module reports a right PIN;
it does not know the effect.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.people.answers import AccountChange, People
from console.table.showing.screen_values import Person
from console.table.state.actions import Action
from console.table.state.note_kinds import NoteKind, named
from console.table.state.roles import Actor, Role
from console.ui.hands.guard import PressGuard
from console.ui.sign_in.badge_reader import BadgeReader
from console.ui.window.at_table.at_screen import AtScreen
from console.ui.window.bridge import TableLine
from console.ui.window.surroundings import Surroundings
from console.words import Words

if TYPE_CHECKING:
    from console.ui.sign_in.sign_in_screen import Purpose, SignInScreen


class TableSignIn(QObject):
    """The sign-in of one table's window."""

    asks = Signal()
    """Somebody is being asked: the pages over the table give way."""
    badge_read = Signal()
    """A badge was held to the reader while nobody was asked."""
    came = Signal(object, str)
    """The :class:`~console.table.showing.screen_values.Person` whose PIN was right, and the purpose."""
    left = Signal()
    """Nobody is asked any more."""
    made = Signal(object)
    """The screen, as it is made."""

    def __init__(
        self,
        window: QWidget,
        people: People,
        here: AtScreen,
        around: Surroundings,
        line: TableLine,
        guard: PressGuard,
        words: Callable[[], Words],
        *,
        badge_suffices: bool,
        reviews: bool,
        changes: Callable[[int], tuple[AccountChange, ...]],
    ) -> None:
        """``reviews``: whether a supervisor has a review to read here. ``changes``: the changes to the people
        at a terminal after a change's number.
        """
        super().__init__(window)
        self.people, self._here, self._around, self._line = people, here, around, line
        self._words, self._badge_suffices, self._reviews = words, badge_suffices, reviews
        self._changes, self._last_change = changes, 0
        self._purpose: Purpose = "dealer"
        self.badges = BadgeReader(window, guard, self._asked_by_badge)

    @cached_property
    def screen(self) -> SignInScreen:
        """The sign-in, made when somebody is first asked, so that no start waits for it."""
        from console.ui.sign_in.sign_in_screen import SignInScreen

        window = self.parent()
        assert isinstance(window, QWidget)
        screen = SignInScreen(
            self.people, self._words(), window, now=self._around.now, badge_suffices=self._badge_suffices
        )
        screen.verified.connect(self._verified)
        screen.cancelled.connect(self.left)
        screen.refused.connect(self.failed)
        screen.recognised.connect(self._recognised)
        self.made.emit(screen)
        return screen

    @property
    def is_made(self) -> bool:
        """Whether anybody has been asked since the start."""
        return "screen" in vars(self)

    @property
    def is_asking(self) -> bool:
        """Whether somebody is asked now."""
        return self.is_made and self.screen.isVisible()

    def ask(self, purpose: Purpose, person: Person | None = None) -> None:
        """Ask a person to sign in; the running table's prompt stays visible.

        ``person`` is the expected person: in one incident the pit boss who signed in for it before.
        """
        if not self._here.may_be_asked(purpose):
            return
        self.asks.emit()
        self._purpose = purpose
        table = self._here.table
        if purpose == "unlock":
            person = self._here.person(Role.DEALER)
        decider = self._here.decider if purpose == "pit_boss" else None
        again = decider is not None and person in (None, decider)
        overlay = bool(table and table.people)
        self.screen.ask(purpose, overlay=overlay, person=decider if again else person, again=again)

    def ask_first(self) -> bool:
        """Ask for a sign-in that must come before anything else; returns whether one must."""
        prompt = self._here.shown.view.prompt if self._here.shown is not None else None
        if self._around.presence.locked:
            self.ask("unlock")
        elif prompt is not None and prompt.action == Action.SIGN_IN:
            self.ask("pit_boss" if prompt.actor is Actor.PIT_BOSS else "dealer")
        else:
            return False
        return True

    def cancel(self) -> None:
        """Close the sign-in."""
        if self.is_made:
            self.screen.cancel()

    def _asked_by_badge(self) -> SignInScreen:
        """Open the sign-in for a badge that was read while nobody was asked, and return it."""
        self.badge_read.emit()
        if not self.is_asking:
            action = self._here.shown.view.prompt.action if self._here.shown is not None else ""
            if not (action == Action.SIGN_IN and self.ask_first()):
                self.ask("badge")
        return self.screen

    def _recognised(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for what this person may do here, by the PIN."""
        table = self._here.table
        if table is None or (person.role is Role.DEALER and table.role_of(person.id) is Role.DEALER):
            self.screen.cancel()  # who deals here is here
        elif person.role is Role.DEALER:
            self.ask("relief" if self._here.who(Role.DEALER) else "dealer", person)
        elif person.role is Role.PIT_BOSS:
            self.ask("pit_boss", person)
        elif self._reviews and person.role is Role.SUPERVISOR:
            self.ask("review", person)
        else:
            self.screen.cancel()

    def _verified(self, person: Person) -> None:
        self.tell_changes()
        self.screen.hide()
        self.left.emit()
        self._here.know(person)
        self.came.emit(person, self._purpose)

    def failed(self, who: str | None) -> None:
        """Record a failed sign-in at any screen of this table."""
        self.tell_changes()
        self._line.note(NoteKind.SIGN_IN_FAILED, who=who)

    def tell_changes(self) -> None:
        """Have the changes to the people at a terminal since the last look recorded (GLI-19 2.8)."""
        known = self._here.table.told_of_people if self._here.table is not None else 0
        for each in self._changes(max(known, self._last_change)):
            self._last_change = each.number
            text = f"{each.id} {each.role} {each.number} {each.at}"
            self._line.note(named(f"people_{each.what}"), text=text, terminal=each.user)
