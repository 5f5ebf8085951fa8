"""A running rehearsal as its window knows it: the run, the lines to it, and the people at its screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from console.rehearsals.colleague import ColleagueWords
from console.rehearsals.result import RehearsalResult, StatedOutcome
from console.table.core import Actor, DealerView, NoteKind, Person, Role, Session, View, lines
from console.table.ui.incident import OpenParts
from console.table.ui.sign_in import Purpose
from console.table.ui.window import PeopleAtScreen, Surroundings, TableLine


class RunningRehearsal(Protocol):
    """A running rehearsal as its window knows it; for the window it stands in for a table's station."""

    @property
    def busy_since(self) -> int | None:
        """Always None: a run is never busy."""

    @property
    def reports(self) -> tuple[ColleagueWords, ...]:
        """A colleague's reports so far."""

    @property
    def hides(self) -> bool:
        """Whether outcome and clause must be hidden now."""

    @property
    def asks_outcome(self) -> tuple[str, ...]:
        """The outcomes between which the person chooses now; empty while nothing is asked."""

    @property
    def asks_whether(self) -> bool:
        """Whether the person has still to decide if the mishap must be reported."""

    @property
    def due(self) -> str | None:
        """The announcement that the person still has to make aloud."""

    @property
    def ended(self) -> bool:
        """Whether it is over."""

    @property
    def result(self) -> RehearsalResult | None:
        """The result, once it is over."""

    def submit(self, line: bytes) -> None:
        """Give the table a line."""

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        """Ask the session for something."""

    def note(
        self, kind: NoteKind, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        """Have the console's own doing recorded."""

    def turn(self) -> float:
        """Do what the time requires; returns the seconds until something is to be done again."""

    def believe(self, outcome: str) -> StatedOutcome:
        """The person has chosen an outcome."""

    def announce(self) -> None:
        """The person has made the announcement."""

    def leave(self) -> None:
        """End it before its time."""

    def show(self) -> None:
        """Show the table's present state."""


class RunLine(TableLine):
    """Sends the window's lines to the run, and lets the run act soon after."""

    def __init__(self, run: RunningRehearsal) -> None:
        super().__init__(run)  # type: ignore[arg-type]
        self.after: Callable[[], object] = lambda: None

    def send_line(self, line: lines.AnyLine) -> None:
        super().send_line(line)
        self.after()

    def sign_out(self, who: str) -> None:
        """Sign a person out as by a press: the line waits with others while the run asks for an outcome."""
        self.send_line(lines.SignOut(who))

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        super().ask(request, passed_over)
        self.after()


def overlooking(played: Mapping[Role, Person]) -> Person | None:
    """The pit boss who rehearses while the console plays the dealer, and so is always at the screen."""
    return None if Role.DEALER in played else played.get(Role.PIT_BOSS)


class AtRehearsalScreen(PeopleAtScreen):
    """The people at a rehearsal's screen; a person whom the console plays is asked nothing there."""

    def __init__(
        self,
        line: TableLine,
        surroundings: Surroundings,
        *,
        with_seen: Callable[[lines.AnyLine], lines.AnyLine],
        opened_parts: Callable[[], OpenParts],
        played: Mapping[Role, Person],
        leave_to: Callable[[Role], None],
    ) -> None:
        """``played`` are the parts of those who rehearse; ``leave_to`` reports another person's press."""
        super().__init__(line, surroundings, with_seen=with_seen, opened_parts=opened_parts)
        self._played, self._leave_to = played, leave_to

    def authority_holds(self, view: DealerView) -> bool:
        """Whether authority lasts; that of a pit boss who rehearses alone always does."""
        return overlooking(self._played) is not None or super().authority_holds(view)

    def who_reports(self) -> str | None:
        """The person who reports; never a person whom the console plays."""
        pit_boss = overlooking(self._played)
        return super().who_reports() if pit_boss is None else pit_boss.id

    def whom_asks(self, actor: Actor) -> str | None:
        """The person whom a prompt asks, if they rehearse."""
        if actor is not Actor.SYSTEM and Role(actor) not in self._played:
            self._leave_to(Role(actor))
            return None
        return super().whom_asks(actor)

    def may_be_asked(self, purpose: Purpose) -> bool:
        """Whether a person may be asked to sign in; those whom the console plays sign in without it."""
        if purpose is Purpose.PIT_BOSS and Role.PIT_BOSS not in self._played:
            self._leave_to(Role.PIT_BOSS)
            return False
        return True
