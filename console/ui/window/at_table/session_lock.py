"""The lock of a table's screen, which a dealer or a pit boss ends; table and prompt stay in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.table.running.station import ShownTable
from console.table.state.note_kinds import SCREEN, NoteKind
from console.table.state.roles import Role
from console.ui.sign_in.purpose import Purpose
from console.ui.window.at_table.table_sign_in import TableSignIn
from console.ui.window.at_table.workplace import Workplace

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

    def lock(self) -> None:
        """Lock the screen."""
        self._surroundings.presence.locked = True
        self._line.note(NoteKind.LOCKED, who=self._people_here.who(Role.DEALER), text=SCREEN)
        self._ask()

    def _ask(self) -> None:
        self._locked()
        self._sign_in.ask(Purpose.UNLOCK)

    def come_back(self, shown_table: ShownTable) -> None:
        """After a restart: lock a screen that was locked, or was dark for longer than the lock's time."""
        back = self._surroundings.recovered
        if back is None or not shown_table.table.people:
            return
        if shown_table.table.console.screen_locked:
            self._surroundings.presence.locked = True
            self._ask()
        elif (back.back - back.stopped).total_seconds() > min(self._after, DARK):
            self.lock()
