"""The shift of a moment, and the signing of a shift's handover.

A shift begins at the times that the studio has set. Each side signs: two people, each answerable for the
table. A side may sign again, since points can come after its signature; after both have signed, the next
signature begins a new pair. The content of a handover is not known here; it is made from the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from msgspec.structs import replace

from console.table.core.state import events
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import HandoverSigners, Table

STARTS: Final = (time(6), time(14), time(22))
"""Starting times if none are configured, local."""
_ZONES_DIFFER: Final = timedelta(minutes=15)
"""The zones of two places differ by a multiple of it."""


def shift_at(local: datetime, starts: tuple[time, ...] = STARTS) -> str:
    """The shift of a local moment, named by the day and time at which it began.

    The hours before a day's first start belong to the last shift of the day before. If the clocks go back
    over a start, the shift has begun once they showed it, and does not begin again.
    """
    days = (local.date() + timedelta(days=each) for each in (-1, 0, 1))
    every = (datetime.combine(day, start) for day in days for start in starts)
    return max(start for start in every if _has_begun(start, local)).isoformat(" ", "minutes")


def _has_begun(start: datetime, local: datetime) -> bool:
    """Whether the clocks have shown this time by a moment: they show it then, or showed it an hour before."""
    if start <= local.replace(tzinfo=None):
        return True
    if local.utcoffset() != local.astimezone().utcoffset():
        start = start.replace(
            tzinfo=local.tzinfo
        )  # otherwise in the computer's zone, since a bare offset names none
    return start.timestamp() <= local.timestamp()


def start_between(shift: str, after: datetime, by: datetime) -> datetime:
    """The moment a shift began: after the last entry before it, and at its own first entry at the latest.

    Its name has the table's local time. A report made in another zone finds it if the two entries leave one
    possible moment; else, as for any other name, the shift began with its first entry.
    """
    try:
        named = datetime.fromisoformat(shift).astimezone(UTC)
    except (ValueError, OverflowError):
        return by
    if after < named <= by:
        return named
    elsewhere = by - (by - named) % _ZONES_DIFFER
    return elsewhere if after < elsewhere and by - after <= _ZONES_DIFFER else by


def shift_after(shift: str, names: Iterable[str]) -> str | None:
    """The name of the shift that follows another, by the starts in a table's shifts; None if it is no time.
    The names of a few days may lack a start: if all of them fit the usual starts, those are taken.
    """
    own = _named_start(shift)
    if own is None:
        return None
    starts = {start.time() for start in map(_named_start, (shift, *names)) if start is not None}
    if starts.issubset(STARTS):
        starts = set(STARTS)
    if later := [start for start in starts if start > own.time()]:
        return datetime.combine(own, min(later)).isoformat(" ", "minutes")
    if own.date() == date.max:
        return None
    return datetime.combine(own + timedelta(days=1), min(starts)).isoformat(" ", "minutes")


def _named_start(shift: str) -> datetime | None:
    try:
        return datetime.fromisoformat(shift).replace(tzinfo=None)
    except ValueError:
        return None


class ShiftByMinute:
    """Names the shift of a moment; works it out once a minute, as each shift begins on a full minute."""

    def __init__(self, shift_of: Callable[[datetime], str]) -> None:
        self._shift_of = shift_of
        self._last: tuple[datetime, str] | None = None
        """The minute that was last asked for, and its shift."""

    def __call__(self, at: datetime) -> str:
        """The shift of a moment, in UTC."""
        minute = at.replace(second=0, microsecond=0)
        if self._last is None or self._last[0] != minute:
            self._last = minute, self._shift_of(at)
        return self._last[1]


def handover_refusal(table: Table, event: events.HandoverSigned) -> Refusal | None:
    """The reason why a signature is refused: the same person signed for the other side."""
    others = {by for side, by in _signed_so_far(table, event.shift).items() if side != event.side}
    return Refusal.NOT_AUTHORISED if event.by in others else None


def sign_handover(table: Table, event: events.HandoverSigned) -> Table:
    """The table with the signature of this side. Those of an earlier shift are dropped."""
    sides = _signed_so_far(table, event.shift)
    return replace(table, handover=HandoverSigners(event.shift, {**sides, event.side: event.by}))


def _signed_so_far(table: Table, shift: str) -> dict[str, str]:
    """The signers of a shift's handover, by side; none after both have signed."""
    handed = table.handover
    return {} if handed is None or handed.shift != shift or handed.complete else handed.signed
