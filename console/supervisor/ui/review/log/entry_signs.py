"""An entry's sign, whether it stands out, and the texts of its row in the log."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from console.base.words import Words, which_of
from console.supervisor.review.log import entry_words
from console.supervisor.review.log.entry_rows import ENTRY_ROWS, note_sign
from console.table.core import OVERDUE, EventKind
from console.table.game import Result
from console.table.journal import LogRow
from console.table.ui.kit import logged_time
from console.table.ui.signs import Sign, kind_sign, outcome_sign
from console.table.words import sentence

_SIGNS: Final[dict[str, Sign]] = {kind: Sign(row.sign) for kind, row in ENTRY_ROWS.items() if row.sign}
_AMBER: Final = frozenset(kind for kind, row in ENTRY_ROWS.items() if row.amber)
"""The kinds of entries that show that something went wrong."""


def sign_of(entry: entry_words.LoggedEntry) -> Sign:
    match entry.kind:
        case EventKind.INCIDENT_REPORTED:
            return kind_sign(entry.figures.get("kind") or entry.figures.get("meant") or entry.incident_kind)
        case EventKind.OUTCOME_AUTHORISED:
            return outcome_sign(entry.outcome)
        case EventKind.NOTED:
            return Sign(note_sign(entry.figures["what"]))
        case kind:
            return _SIGNS.get(kind, Sign("outcomes.book"))


def stands_out(entry: entry_words.LoggedEntry) -> bool:
    """Whether a reader looks for such an entry: something went wrong, or was corrected."""
    void = entry.kind == EventKind.OUTCOME_AUTHORISED and entry.outcome == Result.VOID
    overdue = entry.kind == EventKind.NOTED and entry.figures["what"] in OVERDUE
    return entry.refused is not None or void or overdue or entry.kind in _AMBER


class LogRowText(msgspec.Struct, frozen=True):
    time: str
    table: str
    round: str
    sign: Sign
    what: str
    clause: str
    by: str
    amber: bool
    day: date
    which: str
    """The end of a time that a clock shows twice: its distance from UTC."""
    beneath: str = ""
    """Why the search found the row, if none of its texts shows the word."""


def row_text(row: LogRow, words: Words, name_of: entry_words.Named) -> LogRowText:
    entry, received, name_of = (
        entry_words.entry_of(row),
        row.device_bytes.hex(" ").upper(),
        entry_words.names_in(row, name_of),
    )
    what = sentence(entry_words.event_line(words, entry, name_of))
    return LogRowText(
        time=logged_time(row.at, words),
        table=row.table,
        round=entry_words.number_of(row.round),
        sign=sign_of(entry),
        what=f"{what}  {received}" if received else what,
        clause=entry_words.clause_of(row),
        by=entry_words.by_whom(row, words, name_of),
        amber=stands_out(entry),
        day=row.at.astimezone().date(),
        which=which_of(row.at),
    )
