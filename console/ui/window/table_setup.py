"""The set-up of one table, from which its window is made."""

from __future__ import annotations

import msgspec

from console.config import TableConfig
from console.game.rulebook import Rulebook
from console.people.answers import People
from console.table.running.clock import Clock
from console.table.showing.screen_values import ConsoleRestart, Person


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
