"""The people at a table's screen, by its view: a dealer, a pit boss with authority, or nobody. Lines are sent
to the table in their names. The module knows the screen's view, but no widget, and no PIN.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Final

import msgspec

from console.table.core.protocol import lines
from console.table.core.running.station import LineJob, ShownTable
from console.table.core.showing.screen_values import DealerView, Person
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import Table
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.authority import Decider, is_amber, is_own_report, standing_of
from console.table.ui.incident.stage import OpenParts
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.window.bridge import TableLine
from console.table.ui.window.surroundings import Surroundings

MayOpen = Callable[[lines.Open], bool]
"""Whether the table may be opened now; if something has to be asked first, that is asked."""


_BESIDE_PLAY: Final = (lines.SignOut, lines.Call, lines.Settle, lines.View)
"""Lines that answer no prompt: while one of these is saved the keys stay as they are.

A sign-in is not among them: until the table has accepted it, nobody knows in whose name the next press is.
"""


class Presses:
    """The lines that one table's windows have sent to it."""

    def __init__(self) -> None:
        self._guards: list[PressGuard] = []
        self._given: list[bytes] = []
        self._calls: list[bytes] = []

    def guard(self, guard: PressGuard) -> None:
        """Make a screen's presses wait, too."""
        self._guards.append(guard)

    @property
    def is_calling(self) -> bool:
        """Whether a call of the pit boss is being saved."""
        return bool(self._calls)

    def give(self, line: lines.AnyLine) -> None:
        if isinstance(line, lines.Call):
            self._calls.append(msgspec.json.encode(line))
        if isinstance(line, _BESIDE_PLAY):
            return
        self._given.append(msgspec.json.encode(line))
        for guard in self._guards:
            guard.save()

    def update_table(self, shown_table: ShownTable) -> None:
        """The table's answer is on the screen."""
        if not isinstance(shown_table.job, LineJob):
            return
        for given in (self._given, self._calls):
            if shown_table.job.line in given:
                given.remove(shown_table.job.line)
        self._go_on()

    def lose(self) -> None:
        """The table could not take something: stop waiting for an answer."""
        self._given.clear()
        self._calls.clear()
        self._go_on()

    def _go_on(self) -> None:
        if not self._given:
            for guard in self._guards:
                guard.saved()


class PeopleAtScreen:
    """The people at one screen, and its view."""

    def __init__(
        self,
        line: TableLine,
        surroundings: Surroundings,
        *,
        with_seen: Callable[[lines.AnyLine], lines.AnyLine],
        opened_parts: Callable[[], OpenParts],
    ) -> None:
        """``with_seen`` adds to a line the view that its person saw; ``opened_parts`` gives the parts
        about incidents that are open at this screen.
        """
        self._line, self._surroundings, self.presses = line, surroundings, Presses()
        self._with_seen, self._opened_parts = with_seen, opened_parts
        self.shown_table: ShownTable | None = None
        """The table's last state; None before it has shown anything."""
        self.view: DealerView | None = None
        """The dealer's view of this state."""
        self.signed_for = Decider()
        """The pit boss who signed in for the open incident, at this screen or at another of the table."""
        self.may_open: MayOpen = lambda _: True
        """Asks at this screen, if something has to be asked before the table is opened."""
        self.page_due = False
        """Whether a pit boss whose PIN was right is to be shown the pit boss's page."""

    # --- what goes out ----------------------------------------------------------------------------

    def send_line(self, line: lines.AnyLine) -> None:
        """Send the table a line, with the view that the person here saw."""
        self.give(self._with_seen(line))

    def open_bets(self) -> None:
        """Open the bets though something holds them back, by the dealer's own press."""
        self._line.ask(methodcaller("open_bets"))

    def give(self, line: lines.AnyLine, may_open: MayOpen | None = None) -> None:
        """Send the table a line, unchanged, from this screen or from the pit boss's own window, which asks by
        its own ``may_open``.
        """
        if isinstance(line, lines.Open) and not (may_open or self.may_open)(line):
            return
        self.presses.give(line)
        self._line.send_line(line)

    # --- who is here ------------------------------------------------------------------------------

    @property
    def table(self) -> Table | None:
        """The table's present state; None before it has shown anything."""
        return self.shown_table.table if self.shown_table is not None else None

    @property
    def is_locked(self) -> bool:
        return self._surroundings.presence.locked

    def who(self, role: Role) -> str | None:
        people = self.table.people if self.table is not None else ()
        return next((person.who for person in people if person.role is role), None)

    def person(self, role: Role) -> Person | None:
        return self._surroundings.persons.get(self.who(role) or "")

    def pit_boss_here(self) -> str | None:
        """The pit boss at this screen: signed in, and with an authority here that has not ended."""
        authority, table = self._surroundings.authority, self.table
        if table is None or authority.person is None or not authority.seconds_left(self._surroundings.now()):
            return None
        who = authority.person.id
        return who if table.role_of(who) is Role.PIT_BOSS else None

    def who_answers(self) -> str | None:
        return self.pit_boss_here() or self.who(Role.DEALER)

    def who_reports(self) -> str | None:
        """The person who reports or calls: the dealer at a dealer's prompt, even with a pit boss signed in.
        On a page that only a pit boss opens it is the pit boss.
        """
        if self._opened_parts().is_pit_boss_at_work:
            return self.pit_boss_here()
        amber = self.view is not None and is_amber(self.view)
        return self.who_answers() if amber else self.who(Role.DEALER)

    def whom_asks(self, actor: Actor) -> str | None:
        """The person at this screen whom a prompt asks; None if the prompt asks the table itself."""
        if actor is Actor.SYSTEM:
            return None
        return self.pit_boss_here() if actor is Actor.PIT_BOSS else self.who(Role.DEALER)

    def may_be_asked(self, purpose: Purpose) -> bool:
        return True

    # --- a pit boss's authority -------------------------------------------------------------------

    @property
    def decider(self) -> Person | None:
        """The pit boss who signed in for the open incident, at any step of it; None if nobody has."""
        view = self.view
        return None if view is None or is_own_report(view) else self.signed_for.decider_of(view)

    def give_authority(self, person: Person, way: str) -> None:
        """Give a pit boss who signed in authority: for what the screen shows now, or the page."""
        if self.view is not None:
            standing = standing_of(self.view, own=False)
            self.signed_for.signs_in(person, standing)
            self._surroundings.authority.give(person, self._surroundings.now(), standing, way)
            self.page_due = not (standing.amber or standing.halted)

    def authority_holds(self, view: DealerView) -> bool:
        """Whether the pit boss still has a task here that needs authority; True if nobody has it."""
        authority = self._surroundings.authority
        if authority.person is None or self.pit_boss_here() is None:
            return True  # nobody's, or the table has still to take the sign-in
        own = self.page_due or self._opened_parts().is_pit_boss_at_work
        return authority.holds(standing_of(view, own=own))

    def end_authority(self) -> Person | None:
        """End the pit boss's authority, so that presses are the dealer's again. Returns that pit boss."""
        self.page_due = False
        return self._surroundings.authority.end()

    # --- who comes --------------------------------------------------------------------------------

    def expected_beside(self, trainee: Person) -> Person | None:
        """The person who is likely to stand beside a trainee: who does so already, or deals here."""
        table = self.table
        there = None if table is None else table.beside(trainee.id) or self.who(Role.DEALER)
        return None if there in (None, trainee.id) else self._surroundings.persons.get(there or "")

    def come(self, person: Person, beside: Person | None = None, way: str | None = None) -> None:
        """Somebody was let in: sign in in this role, a trainee ``beside`` a dealer, and end the lock."""
        if self._surroundings.presence.locked:
            self._surroundings.presence.locked = False
            self._line.note(NoteKind.UNLOCKED, who=person.id)
        table = self.table
        if beside is not None:
            if table is None or table.beside(person.id) != beside.id:
                self._line.ask(methodcaller("sign_in_beside", person.id, beside.id))
        elif table is None or table.role_of(person.id) is None:
            self.send_line(lines.SignIn(person.id, Role(person.role), way))
        elif person.role is Role.PIT_BOSS and table.coming is not None:
            self._line.note(NoteKind.ARRIVED, who=person.id)
