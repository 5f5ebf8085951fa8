"""The values from which a table's window is made: the set-up of its table, and what only some tables have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from console.config import TableConfig
from console.game.rulebook import Rulebook
from console.people.answers import AccountChange, People, PeopleEditor
from console.people.dealing_rights import Barred
from console.table.running.clock import Clock
from console.table.showing.screen_values import ConsoleRestart, Person

if TYPE_CHECKING:
    from console.commissioning.table_proofs import TableProofs
    from console.records.documents.edition_check import EditionCheck
    from console.review.sources import Reviewing


class TableSetup(msgspec.Struct, frozen=True):
    """The set-up of one table: its configuration, its rules, its time and its people."""

    config: TableConfig
    rulebook: Rulebook
    clock: Clock
    people: People
    """Answers whether a PIN or a badge is somebody's."""
    persons: dict[str, Person]
    """The people whom the console knows, by id; it learns more of them at work."""
    recovered: ConsoleRestart | None = None
    """The restart of the console within this session of the table; None if there was none."""


class TableOptions(msgspec.Struct, frozen=True):
    """The parts of a table's window beside its table, by the table's files and its command line."""

    reviewing: Reviewing | None = None
    """The reader of this table's journals for a review; None without journals."""
    keeps: PeopleEditor | None = None
    """The store of the people; None if they are given."""
    commissioning: Callable[[], TableProofs] | None = None
    """Makes the proofs of this table; None at a simulated one."""
    changes: Callable[[int], tuple[AccountChange, ...]] = lambda _: ()
    """Gives what was changed at a terminal about the people, after the change with a given number."""
    bar: Callable[[Person], Barred | None] = lambda _: None
    """Gives the reason why a dealer may not deal at this table; called in any thread."""
    first_supervisor: Person | None = None
    """The first supervisor, who was made just now and goes on to the other people."""
    checks_guide: Callable[[str, str], EditionCheck] | None = None
    """Looks for a typed edition of a guide among those in force, for a table under a rulebook; None if
    that is not offered.
    """


ONLY_TABLE = TableOptions()
"""The table alone."""
