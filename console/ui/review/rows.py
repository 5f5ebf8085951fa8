"""A row of the log in words: what its columns say, from the row's value."""

from __future__ import annotations

from datetime import date

import msgspec

from console.journal.log_rows import LogRow
from console.ui.lettering import sentence
from console.ui.review.happened import Named, Told, happened, sign_of, stands_out
from console.ui.signs.nib import Sign
from console.ui.times import clock_time
from console.words import Words

_BY_SERVER = frozenset(("bets_opened", "bets_closed", "seats_told", "player_answered"))


_DECIDING = frozenset(("incident_reported", "incident_answered", "outcome_authorised"))
"""What tells of an incident itself: the prompt that is due after it may be play's again."""


class Said(msgspec.Struct, frozen=True):
    """What stands in a row."""

    time: str
    table: str
    round: str
    sign: Sign
    what: str
    clause: str
    by: str
    amber: bool
    day: date


def said(row: LogRow, words: Words, named: Named) -> Said:
    """The row's columns."""
    told = told_of(row)
    return Said(
        time=clock_time(row.at, words),
        table=row.table,
        round=number_of(row.round),
        sign=sign_of(told),
        what=sentence(happened(words, told, named)),
        clause=clause_of(row),
        by=by_whom(row, words, named),
        amber=stands_out(told),
        day=row.at.astimezone().date(),
    )


def told_of(row: LogRow) -> Told:
    """The row as the words of an entry need it."""
    return Told(
        kind=row.kind,
        figures=row.figures,
        refused=row.refused,
        incident_kind=row.incident_kind,
        outcome=row.outcome,
        pressed=row.pressed,
        in_step=row.incident is not None,
        at_wheel=row.game == "roulette",
    )


def number_of(round_id: str | None) -> str:
    """A round's number within its table."""
    return round_id.rpartition("-")[2] if round_id else "–"


def clause_of(row: LogRow) -> str:
    """The clause that decided, where a row tells of an incident; else the first that the prompt rests on."""
    if row.kind in _DECIDING and row.refused is None and row.outcome is not None:
        return row.decided_by or "–"
    clauses = row.clauses
    return clauses[0] if clauses else "–"


def by_whom(row: LogRow, words: Words, named: Named) -> str:
    """Whose doing it was: a person, a device, the game server or the console."""
    if row.person is not None:
        return named(row.person)
    if row.kind in _BY_SERVER:
        return words.text("review.by.server")
    device = row.figures.get("device")
    return words.text("review.by.device" if device else "review.by.console")
