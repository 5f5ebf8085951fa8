"""The moments of lines that a table in memory took."""

from __future__ import annotations

from itertools import count

from console.supervisor.history.timeline import Moment, moments
from console.table.core import JournalEntry, encode_table
from tests.table.core.tables import Driven, Seen

_NAMES = [name for name in JournalEntry.__struct_fields__ if name != "number"]


def moments_of(code: str, *lines: Seen, game: str = "baccarat") -> list[Moment]:
    """The moments of these lines at a table that is ready to play."""
    table = Driven(code, game=game)
    for line in lines:
        view = table.take(line)
        assert view["accepted"] or view["prompt"]["action"] == "resolve", (line, view["why"])
    return moments_in(table)


def moments_in(table: Driven) -> list[Moment]:
    """The moments of all that a table in memory has taken."""
    kept = zip(count(1), table.kept.entries, strict=False)
    rows = (
        JournalEntry(number=number, **{name: getattr(entry, name) for name in _NAMES})
        for number, entry in kept
    )
    return [*moments(table.game, encode_table(table.first), rows)]
