"""The timers of a table: bet time, the pause before it, and the time for a player's answer. They say when a
wait ends, by a monotonic clock that nobody can set; waiting is the station's part.
"""

from __future__ import annotations

from datetime import datetime
from math import inf
from typing import Final

import msgspec

from console.table.core.play.outage import held_back, outage
from console.table.core.running.clock import SECOND
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Role
from console.table.core.state.table import Table
from console.table.core.state.views import Prompt

OPEN: Final = b'{"do":"bets","state":"open"}'
CLOSE: Final = b'{"do":"bets","state":"closed"}'


class DueLine(msgspec.Struct, frozen=True):
    """A line that the table's own clock will say, and when, in monotonic nanoseconds."""

    line: bytes
    at: int


class BetTimer:
    """The times of bets: they open ``pause`` seconds after the last round's collecting, and close when their
    time is over. At a locked screen, and while no round can be played, they don't open.

    With ``pause`` None a game server opens and closes them, and only the countdown is kept; with an infinite
    one they close, and none open.
    """

    def __init__(self, pause: float | None) -> None:
        """Wait for nothing yet; ``pause`` is in seconds."""
        self._pause = pause
        self._waiting: tuple[bytes, str] | None = None
        self._next: DueLine | None = None

    @property
    def due(self) -> DueLine | None:
        """The clock's next line, if bets are this table's own to open and close."""
        return self._next if self._pause is not None else None

    @property
    def bets_close_at(self) -> int | None:
        """The time when bet time ends, in monotonic nanoseconds; None out of bet time."""
        return self._next.at if self._next is not None and self._next.line is CLOSE else None

    def watch(self, table: Table, monotonic: int, utc: datetime) -> None:
        """Look at the table after a change: a wait that goes on keeps its end."""
        waiting = _wait_of(table)
        if waiting == self._waiting:
            return
        self._waiting = waiting
        self._next = None
        if waiting is not None and not (waiting[0] is OPEN and self._pause == inf):
            self._next = DueLine(waiting[0], monotonic + round(self._length(waiting[0], table, utc) * SECOND))

    def _length(self, line: bytes, table: Table, utc: datetime) -> float:
        """Seconds to wait; for a bet time that began before a restart only the rest."""
        if line is OPEN or table.round is None:
            return self._pause or 0.0
        return table.round.lasts - min(max(0.0, table.round.passed(utc)), table.round.lasts)


class AnswerTimer:
    """How long a player has to answer: it begins with the question, and again after a halt."""

    def __init__(self) -> None:
        self._asked: tuple[str | None, int | None, str | int | None] | None = None
        self._since = 0

    def ends_at(self, prompt: Prompt, monotonic: int) -> int | None:
        """The end of the time for the present answer, monotonic; None if no answer is due."""
        if prompt.action != Action.AWAIT_DECISION or prompt.seconds is None:
            self._asked = None
            return None
        asked = (prompt.stage, prompt.seat, prompt.hand)
        if asked != self._asked:
            self._asked, self._since = asked, monotonic
        return self._since + prompt.seconds * SECOND


def _wait_of(table: Table) -> tuple[bytes, str] | None:
    """The line for which the clock waits, and its round; None if only people or cards move play on."""
    number = table.round.id if table.round else ""
    if table.bet_time:
        return CLOSE, number
    idle = table.phase is Phase.BETTING and not table.halted and table.has(Role.DEALER)
    idle = idle and outage(table) is None and not held_back(table)
    return (OPEN, number) if idle else None
