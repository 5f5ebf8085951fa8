"""A part of a journal told again moment by moment, so that a screen can show the table as it stood at each.

The state is told by the same function as in play, and each view is made by the same one. It knows entries
and the state to begin from, never where they are kept; no more is held than one asked to see.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from console.table import events
from console.table.checkpoints import table_of
from console.table.games.game import Game
from console.table.roles import Actor
from console.table.showing import Situation, dealer_view, view_of
from console.table.state import Phase, Table
from console.table.transition import advance, unanswered
from console.table.views import DealerView

MOST: Final = 4_000
"""Moments of one replay at most: a round has some thirty, and the longest incident some hundreds."""

_ENDS_AFTER: Final = (Phase.RESULT, Phase.COLLECTING)


class Row(Protocol):
    """What is asked of an entry of the journal."""

    @property
    def number(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def event(self) -> bytes:
        """The event as tagged JSON."""
        ...

    @property
    def refused(self) -> str | None:
        """Why it was refused, or None."""
        ...

    @property
    def at(self) -> datetime:
        """When it happened, in UTC."""
        ...

    @property
    def person(self) -> str | None:
        """Whose doing it was; None for a device or the server."""
        ...


class Moment(msgspec.Struct, frozen=True):
    """An entry of the journal, the table as it left it, and the bytes of a device that said it."""

    number: int
    at: datetime
    event: events.Any
    refused: str | None
    person: str | None
    before: Table
    after: Table
    raw: bytes = b""


class Part(msgspec.Struct, frozen=True):
    """What is told: the entries from ``first`` to ``last``; of a round those from its bets to its end."""

    first: int
    last: int
    round: str | None = None


def moments_of(game: Game, checkpoint: bytes | None, rows: Iterable[Row], part: Part) -> tuple[Moment, ...]:
    """The moments of a part; ``rows`` are all entries after the checkpoint (None: a closed table), in order.

    A device's bytes are no moment of their own where a reading follows: they stand with it.
    """
    table, found, raw = table_of(checkpoint), list[Moment](), b""
    for row in rows:
        if row.number > part.last or len(found) == MOST:
            break
        event, before = events.DECODER.decode(row.event), table
        if type(event) is events.BytesReceived and row.refused is None:
            # Where a decoder stands is on no screen.
            table, raw = unanswered(table), event.received
            continue
        table = advance(game, table, event, row.refused, row.at)
        if row.number >= part.first and (part.round is None or _is_of(table, part.round)):
            said = raw if getattr(event, "device", None) is not None else b""
            row_of = (row.number, row.at, event, row.refused, row.person)
            found.append(Moment(*row_of, before, table, said))
            if part.round is not None and _is_over(table, part.round):
                break
        raw = b"" if getattr(event, "device", None) is None else raw
    return tuple(found)


def _is_of(table: Table, round_id: str) -> bool:
    return table.round is not None and table.round.id == round_id


def _is_over(table: Table, round_id: str) -> bool:
    """Whether a round is decided, its cards are collected, and nothing about it is open."""
    lying = table.round
    ended = lying is not None and lying.id == round_id and lying.status != "open"
    return ended and not table.halted and table.phase not in _ENDS_AFTER


def shown_at(game: Game, moment: Moment, situation: Situation, at: datetime | None = None) -> DealerView:
    """The table as its screen showed it after a moment; ``at`` is a later time, at which nothing else was.

    Of the two people the one is told of whose prompt it was.
    """
    table = moment.after
    view = view_of(game, table, moment.number)
    left = _seconds_left(table, at or moment.at)
    shown = dealer_view(view, table, replace(situation, seconds_left=left))
    return shown if view.prompt.actor is Actor.PIT_BOSS else replace(shown, pit_boss=None)


def _seconds_left(table: Table, at: datetime) -> int | None:
    """Whole seconds that were left of bet time, rounded up."""
    if table.round is None or not table.bet_time:
        return None
    passed = (at - table.round.opened) / timedelta(seconds=1)
    return max(0, ceil(table.round.lasts - passed))


def waits(moments: Iterable[Moment]) -> tuple[tuple[datetime, datetime | None], ...]:
    """When play stood still: from when to when; None where it did so to the end."""
    found: list[tuple[datetime, datetime | None]] = []
    for moment in moments:
        if moment.after.halted and not moment.before.halted:
            found.append((moment.at, None))
        elif found and found[-1][1] is None and not moment.after.halted:
            found[-1] = (found[-1][0], moment.at)
    return tuple(found)
