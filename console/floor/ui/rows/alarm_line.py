"""A row of the floor's lists in words, as a value, without a painting."""

from __future__ import annotations

import msgspec

from console.floor.alarms.items import AlarmLine
from console.table.ui.signs import Sign


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row in words; the empty ones are left out."""

    key: str
    place: str
    what: str
    sign: Sign | None = None
    """The sign of a calm table; an alarm has its priority's sign."""
    wait: str = ""
    detail: str = ""
    by: str = ""
    """The person who comes, or that nobody comes; for a shelved alarm the person and the end."""
    round: str = ""
    dealer: str = ""
    behind: str = ""
    name: str = ""
    """The whole row for assistive tools."""
    press: str = ""
    """The label of the key at the row's end; empty without a key."""
    press_name: str = ""
    """The key's label with its table, for assistive tools: every row has a key with the same label."""
    item: AlarmLine | None = None
    table: str = ""
    """The row's table, if it is a table's and no alarm's."""
    stale: bool = False
    """Whether no readings come: the row was true, and its present state is unknown."""
