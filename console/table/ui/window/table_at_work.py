"""A table at work, as the parts of the console see it that do something beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from contextlib import ExitStack
    from datetime import datetime

    from console.base.software import Software
    from console.table.config import TableConfig
    from console.table.core.running.clock import Clock
    from console.table.core.running.session import Session
    from console.table.core.running.station import ShownTable, Station
    from console.table.core.showing.screen_values import Person
    from console.table.core.state.commissioning_state import Equipment
    from console.table.core.state.note_kinds import NoteKind
    from console.table.link.client import GameServerLink
    from console.table.ui.window.bridge import Bridge
    from console.table.ui.window.table_window import TableWindow


class TableAtWork(Protocol):
    """One table with its journal, its threads, its links and its window."""

    config: TableConfig
    session: Session
    station: Station
    bridge: Bridge
    window: TableWindow
    clock: Clock
    stack: ExitStack
    """Takes the table down again, the last callback first."""
    link: GameServerLink | None
    persons: dict[str, Person]
    """The people whom the console knows, by id."""
    began: datetime
    """The time when something happened last before this start."""
    last_shown: ShownTable | None
    installed: Equipment | None
    """The programs and rules at work at a LIVE table, once they are known."""
    floor: Any
    """The line to the floor, once the table has joined one."""

    def filled(self, slot: str) -> Callable[..., Any] | None:
        """The function of another part that fills a slot; None if no installed part does."""

    @property
    def unanswered(self) -> float:
        """Seconds since the table's own thread or its window's loop last answered; from any thread."""

    @property
    def seal(self) -> Callable[[str], Exception | None] | None:
        """Seals the journal in the name of a person's id; None if the journal proves nothing."""

    @property
    def lacks_seal(self) -> bool:
        """Whether a shift that is over could not be sealed."""

    def note(self, kind: NoteKind, text: str) -> None:
        """Have the journal note something."""

    def show_equipment(self, installed: Equipment) -> None:
        """Take what is at work at the table, and pass it on."""


Receive: TypeAlias = "Callable[[ShownTable], object]"


class PartAtTable(NamedTuple):
    """The work of one part of the console at a table."""

    after_paint: tuple[Callable[[], object], ...] = ()
    """Done one after the other, once the table's prompt has been painted."""
    shows: tuple[Receive, ...] = ()
    """Pass each view on to others, in the table's thread."""
    watches: tuple[Receive, ...] = ()
    """Look at each view after everybody has it."""
    take_software: tuple[Callable[[Software], object], ...] = ()
    """Learn which software runs at a LIVE table, in any thread."""
    take_equipment: tuple[Callable[[Equipment], object], ...] = ()
    """Learn what is at work at a LIVE table, in any thread."""
