"""The screen of a table at work, in step with the lines of a session: its station, and what its window
knows.
"""

from __future__ import annotations

from operator import methodcaller
from typing import Final

from msgspec.structs import replace

from console.table.config import training_config
from console.table.core import (
    Clock,
    DealerView,
    Mode,
    NoteKind,
    Session,
    ShownTable,
    Situation,
    Station,
    View,
    dealer_view,
)
from console.table.link.client import Outgoing, present
from console.table.people.table_people import TrainingPeople
from console.table.ui.window import Surroundings, TableSetup
from tests.table.core.tables import book

SERVER: Final = (NoteKind.SERVER_OVERDUE, None)


class LiveScreen:
    """The content of a table's window, without the window."""

    def __init__(self, session: Session, rules: str, clock: Clock, missed: list[str]) -> None:
        """``missed`` takes each time at which the game server's last view is not the table's present one."""
        self.session, self._missed = session, missed
        config = replace(training_config(session.game.name, rules, "en"), mode=Mode.REPLAY, link=None)
        self.around = Surroundings(TableSetup(config, book(rules), clock, TrainingPeople(()), {}))
        self.shown: ShownTable
        self._out = Outgoing()
        self._heard: View | None = None
        self._out.begin()
        self.station = Station(session, clock, self._show, self._fail)
        self.station.show()

    def take(self, line: bytes) -> View:
        """The protocol's view after a line."""
        self.station.submit(line)
        self._step()
        return self.shown.view

    def view(self) -> DealerView:
        """The screen as it is now."""
        return dealer_view(self.shown.view, self.shown.table, self._situation())

    def clock(self) -> tuple[int | None, bool]:
        """The changes by the clock alone: the seconds that are left, and the game server's silence."""
        overdue = self.shown.table.overdue
        return self._situation().seconds_left, overdue is not None and overdue.server

    def note_silence(self) -> bool:
        """Look at the clock as a window does, and note a game server that is silent; False if it is not."""
        found = self.around.newly_overdue(self.shown)
        for kind, device in found:
            self.station.ask(methodcaller("note_overdue", kind, device, self.shown.view.entry))
            self._step()
        return SERVER in found

    def note(self, kind: NoteKind, who: str | None, text: str | None, terminal: str | None) -> int:
        """Record the console's own note; its entry."""
        return self.ask("note", kind, who, text, terminal).entry

    def sign_in_beside(self, who: str, beside: str) -> View:
        """Record that a trainee deals beside a dealer; the protocol's view then."""
        return self.ask("sign_in_beside", who, beside)

    def ask(self, what: str, *values: object) -> View:
        """Make a person's request by the session's method of this name; the protocol's view then."""
        self.station.ask(methodcaller(what, *values))
        self._step()
        return self.shown.view

    def _situation(self) -> Situation:
        return self.around.situation(self.shown, None, reporting=False)

    def _step(self) -> None:
        while self.station.step():
            pass
        while (heard := self._out.next_view()) is not None:
            self._heard = heard
        own = self.session.view()
        if self._heard is None or present(self._heard) != own:
            self._missed.append(f"entry {own.entry}: {self._heard}")

    def _show(self, shown: ShownTable) -> None:
        self.shown = shown
        self.around.update_table(shown)
        self._out.put(shown)

    @staticmethod
    def _fail(error: Exception) -> None:
        raise error
