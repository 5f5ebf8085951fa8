"""A row of the floor's lists in words, as a value; it does not know how or where it is painted."""

from __future__ import annotations

import msgspec

from console.floor.alarms.items import Item
from console.ui.signs.nib import Sign


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row in words; the empty ones are left out."""

    key: str
    place: str
    what: str
    sign: Sign | None = None
    """A calm table's; an alarm has that of its priority."""
    wait: str = ""
    detail: str = ""
    by: str = ""
    """Who comes, or that nobody does; of what is laid aside by whom and until when."""
    round: str = ""
    dealer: str = ""
    behind: str = ""
    name: str = ""
    """All of it for who hears it."""
    press: str = ""
    """What the key at its end does; none where it is empty."""
    press_name: str = ""
    """The same with whose it is, for who hears it: one key a row says the same."""
    item: Item | None = None
    table: str = ""
    """The table that it is of, where it is of a table and of no alarm."""
    stale: bool = False
    """Whether no readings come: the row was true, and its present state is unknown."""
