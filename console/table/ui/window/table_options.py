"""Options of a table's window: the parts beside it, and the pages that other parts lay over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from console.table.core.showing.screen_values import Person
from console.table.people.answers import AccountChange, PeopleEditor
from console.table.people.dealing_rights import Barred

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from console.base.words import Words
    from console.table.core.running.station import ShownTable
    from console.table.core.showing.screen_values import DealerView
    from console.table.core.state.commissioning_state import Commissioning
    from console.table.devices.health import Health
    from console.table.ui.page.page import RowPrinter
    from console.table.ui.page.page_desk import AtTable
    from console.table.ui.window.at_table.workplace import Workplace


class PageOverTable(Protocol):
    """A page over a table's window, beneath the table's strip."""

    @property
    def left(self) -> SignalInstance:
        """The person goes back to the table."""

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        """Show the table's present state on the strip."""

    def set_words(self, words: Words) -> None: ...

    def close(self) -> None: ...


class GuideCheck(PageOverTable, Protocol):
    def open(self, person: Person | None, table: str, /) -> None:
        """Ask for an edition at a table; ``person`` is the one at the screen."""


class CommissioningPage(PageOverTable, Protocol):
    """The commissioning of the table: its proofs go on beneath the table."""

    def open(self, person: Person, heading: str, last: Commissioning | None, /) -> None:
        """Show it to a supervisor; ``last`` is the table's last commissioning, as its journal has it."""

    def look_at(self, *, between_rounds: bool) -> None:
        """Look at the table, even while the page is closed."""

    def update_table(self, shown_table: ShownTable) -> None:
        """Take the table's last input."""

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""

    def stop(self) -> None:
        """End the proofs, because the window closes."""


class ReviewPage(Protocol):
    """The review of the table's journals, which stays as its reader left it while the table comes first."""

    @property
    def left(self) -> SignalInstance:
        """The person goes back to the table."""

    @property
    def is_kept(self) -> bool:
        """Whether it is hidden under the table with its state kept."""

    @property
    def readers_words(self) -> Words | None:
        """The words of the person who reads; None if it is not in view."""

    def open(
        self, person: Person, words: Words, heading: Callable[[Words], tuple[str, ...]], /, *, known: bool
    ) -> None:
        """Show it to a person who may read it; one who is not ``known`` to the table is signed in for it."""

    def show_view(self, view: DealerView, words: Words, market: Words) -> None:
        """Show the table's present state on the strip."""

    def give_way(self) -> None:
        """Go back to the table."""

    def release(self) -> None:
        """Read no more."""


MakesReview: TypeAlias = "Callable[[Workplace, AtTable], ReviewPage]"
MakesCommissioning: TypeAlias = "Callable[[Workplace, AtTable], CommissioningPage]"
MakesGuideCheck: TypeAlias = "Callable[[Workplace, AtTable], GuideCheck]"


class TableOptions(msgspec.Struct, frozen=True):
    """The parts of a table's window beside its table, by the table's files, its command line, and the parts
    of the console that are installed.
    """

    review: MakesReview | None = None
    """Makes the review of this table's journals; None without one."""
    keeps: PeopleEditor | None = None
    """The store of the people; None if they are given."""
    commissioning: MakesCommissioning | None = None
    """Makes the commissioning of this table; None at a simulated one."""
    guide_check: MakesGuideCheck | None = None
    """Makes the check of a printed guide; None if that is not offered."""
    printer: Callable[[], RowPrinter] | None = None
    """Makes what prints a page's list; None if no list is printed."""
    rehearsals: Callable[[], frozenset[str]] = frozenset
    """Gives the names of the rehearsals that a licence may ask for."""
    changes: Callable[[int], tuple[AccountChange, ...]] = lambda _: ()
    """Gives what was changed at a terminal about the people, after the change with a given number."""
    bar: Callable[[Person], Barred | None] = lambda _: None
    """Gives the reason why a dealer may not deal at this table; called in any thread."""
    first_supervisor: Person | None = None
    """The first supervisor, who was made just now and goes on to the other people."""


ONLY_TABLE = TableOptions()
