"""The set-up of one table, from which its window is made."""

from __future__ import annotations

import msgspec

from console.table.config import TableConfig
from console.table.core.running.clock import Clock
from console.table.core.showing.screen_values import ConsoleRestart, Person
from console.table.game.rulebook import Rulebook
from console.table.people.answers import People


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
