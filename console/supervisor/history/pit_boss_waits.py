"""The waits for a pit boss as facts, by the clock that nobody can set: until one came or answered, until a
call was taken on the floor, and until the one who took it was there.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from console.supervisor.history.timeline import Moment
from console.table.core import Actor, Game, NoteKind, Role, Table, events, prompt_due


class WaitKind(StrEnum):
    """The sorts of waits, by their names in a report's figures."""

    ANSWERED = "waits"
    """It ended when a pit boss came, or answered the call."""
    TAKEN = "to_take"
    """It ended when a call was taken on the floor."""
    ARRIVED = "to_arrive"
    """It began there and ended when a pit boss was at the table."""


class Wait(msgspec.Struct, frozen=True):
    """A wait that is over; one that ended without a pit boss does not count."""

    what: WaitKind
    place: int
    until: datetime
    seconds: float
    dealer: str | None
    """The dealer who waited: for ANSWERED when it began, for the others when it ended."""


class WaitFold:
    """Follows a table, and keeps since when a pit boss is awaited: since the halt if none was there, else
    since the call, and again if play still stands and one is asked for after the last one left. The wait ends
    when one comes or answers the call.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._waits = self._has_come = self._came_to_call = False
        """Whether a pit boss is awaited; whether one came since play stopped, and is asked for nothing;
        whether one came after the call.
        """
        self._wanted: float | None = None
        """Since when a pit boss is awaited."""
        self._waiting: str | None = None
        """The dealer when the wait began."""
        self._begun: dict[datetime, float] = {}
        """The seconds at the beginning of what lasts: a call, a standstill, a pit boss's way to the table."""

    def follow(self, moment: Moment) -> tuple[Wait, ...]:
        """Go on to the next moment; the waits that ended with it."""
        before, after = moment.before, moment.after
        if not (self._waits or _may_wait(before) or _may_wait(after)):
            self._has_come = self._came_to_call = False
            return ()
        self._keep_times(moment)
        return (*self._answered(moment), *self._taken(moment))

    def _keep_times(self, moment: Moment) -> None:
        before, after, at = moment.before, moment.after, moment.row.at
        known, self._begun = self._begun, {}
        for time in (*_times(before), *_times(after)):
            passed = (at - time).total_seconds()  # The wait began before the first entry that was read.
            self._begun[time] = known.get(time, moment.seconds - passed)

    def _since(self, time: datetime, moment: Moment) -> float:
        return max(0.0, moment.seconds - self._begun[time])

    def _answered(self, moment: Moment) -> tuple[Wait, ...]:
        before, after, waited = moment.before, moment.after, self._waits
        arrives = _is_there(after) and not _is_there(before)
        came = waited and before.called is None and arrives
        comes = any(each.role is Role.PIT_BOSS and each not in before.people for each in after.people)
        self._came_to_call = comes or (self._came_to_call and before.called is not None)
        ended = before.called is not None and after.called is None
        answered = ended and (self._came_to_call or _is_a_pit_boss(moment))
        if _is_there(after) or not after.halted:
            self._has_come = after.halted
        elif self._has_come and prompt_due(self._game, after).actor == Actor.PIT_BOSS:
            self._has_come = False
        self._waits = after.called is not None or (after.halted and not self._has_come)
        if self._waits and not waited and before.called is None:
            self._wanted, self._waiting = moment.seconds, moment.dealer
        found: tuple[Wait, ...] = ()
        if came or answered:
            if self._wanted is not None:
                seconds, dealer = moment.seconds - self._wanted, self._waiting
            else:
                called = before.called
                seconds = 0.0 if called is None else self._since(called, moment)
                dealer = moment.dealer
            found = (Wait(WaitKind.ANSWERED, moment.place, moment.row.at, max(0.0, seconds), dealer),)
        if not self._waits:
            self._wanted = self._waiting = None
        return found

    def _taken(self, moment: Moment) -> tuple[Wait, ...]:
        before, after = moment.before, moment.after
        shared = moment.place, moment.row.at
        if after.coming is not None and before.coming is None:
            # The clock may have been set back between them: the later one by it may be the earlier one.
            wanted = [each for each in (after.called, after.stood_since) if each is not None]
            since = max(self._since(each, moment) for each in wanted or [after.coming.since])
            return (Wait(WaitKind.TAKEN, *shared, since, moment.dealer),)
        if before.coming is not None and after.coming is None and _has_come(moment.event):
            since = self._since(before.coming.since, moment)
            return (Wait(WaitKind.ARRIVED, *shared, since, moment.dealer),)
        return ()


def _may_wait(table: Table) -> bool:
    return table.halted or table.called is not None or table.coming is not None


def _times(table: Table) -> tuple[datetime, ...]:
    coming = None if table.coming is None else table.coming.since
    return tuple(each for each in (table.called, table.stood_since, coming) if each is not None)


def _is_there(table: Table) -> bool:
    return table.has(Role.PIT_BOSS)


def _is_a_pit_boss(moment: Moment) -> bool:
    event = moment.event
    return isinstance(event, events.PitBossCalled) and moment.before.role_of(event.by) is Role.PIT_BOSS


def _has_come(event: events.AnyEvent) -> bool:
    return isinstance(event, events.SignedIn) or (
        isinstance(event, events.Noted) and event.what == NoteKind.ARRIVED
    )
