"""A journal's night, played to a game server as if the table were there.

The views are those that the table sent over its link; hidden cards are hidden in them as they were. The
server's lines take part in nothing: they are compared with those that it sent that night. The journal is only
read.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.base.system import json_fields
from console.table.core.games.game import Game
from console.table.core.incident.guidance import LACKING, missing_fact
from console.table.core.judging.explanations import why
from console.table.core.judging.transition import advance_kept
from console.table.core.play.decoders import begin_bytes, read_on
from console.table.core.protocol.line_faults import with_misspelt
from console.table.core.protocol.permissions import LONGEST_OVER_LINK
from console.table.core.running.line_events import LineMeaning, meaning_of
from console.table.core.running.replay import EntryRow, is_at_once
from console.table.core.showing.dealer_view import view_of
from console.table.core.showing.previous_round import PreviousRounds
from console.table.core.state import events
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Table
from console.table.core.state.views import View
from console.table.link.client import present
from console.table.link.stream import ConnectionEnded, LineReader

_OF_SERVER: Final = ("bets", "seats", "decision")
_COMPARED: Final = frozenset(("do", "state", "seconds", "seats", "seat", "hand", "choice", "round"))
"""The fields by which two lines are the same; the seen entry differs if more or fewer lines came."""
PATIENCE: Final = 5.0
"""Seconds by which a line may come later than that night."""


class NightView(NamedTuple):
    """A view that went over the link, when it did, and the server's line that brought it."""

    at: datetime
    view: View
    line: bytes | None
    """None after a line of people or devices."""


def night_views(
    game: Game, table: Table, rows: Iterable[EntryRow], name: str, journal: str
) -> Iterator[NightView]:
    """The present view, then that of each line in these entries, which follow on ``table``. ``name`` is the
    first part of the rounds' ids; ``journal`` is the id that the views name.
    """
    previous = PreviousRounds(game)
    made: NightView | None = None
    is_first = True
    for row in rows:
        event, before = events.DECODER.decode(row.event), table
        if is_first:
            first_view = view_of(game, before, row.number - 1, previous=previous.of(before), journal=journal)
            yield NightView(row.at, present(first_view), None)
            is_first = False
        if type(event) is events.BytesReceived and row.refused is None:
            table = read_on(begin_bytes(before), event, row.at)
        else:
            table = advance_kept(game, before, event, row.refused, row.at)
        refused = None if row.refused is None else Refusal(row.refused)
        view = view_of(game, table, row.number, refused, previous=previous.of(table), journal=journal)
        if refused is not None:
            is_asked = refused == Refusal.FACT_NEEDED
            fact = missing_fact(game, table, event) if is_asked and isinstance(event, LACKING) else None
            view = replace(view, fact=fact, why=_reason(game, before, event, row, name))
        elif isinstance(event, events.WorksheetMade):
            view = replace(view, worksheet=event.worksheet)
        if made is not None and (is_at_once(event, row.line) or isinstance(event, events.CardSetFound)):
            first = made.view  # among events sent together the first refusal counts
            told = {field: getattr(first, field) for field in ("accepted", "refused", "fact", "why")}
            made = made._replace(view=view if first.refused is None else replace(view, **told))
            continue
        if made is not None:
            yield made
            made = None
        if row.line is not None or isinstance(event, events.BytesReceived):
            made = NightView(row.at, view, _of_server(row.line))
    if made is not None:
        yield made


def _reason(game: Game, table: Table, event: events.AnyEvent, row: EntryRow, name: str) -> str:
    """The refusal of an entry in a sentence, which the journal does not keep."""
    line = (row.line or "").encode()
    if line:
        by_link = _of_server(row.line) is not None
        meant = meaning_of(line, game, table, name, lambda _: None, by_link=by_link)
        if isinstance(meant, LineMeaning) and meant.refused == row.refused and meant.why is not None:
            return with_misspelt(meant.why, line)
    told = why(game, table, event, str(row.refused))
    return with_misspelt(told, line) if line else told


def _of_server(line: str | None) -> bytes | None:
    fields = json_fields((line or "").encode())
    return (line or "").encode() if fields.get("do") in _OF_SERVER and "by" not in fields else None


def _compared(line: bytes) -> bytes:
    """The compared part of a line; the whole line if it is no object."""
    fields = json_fields(line)
    same = {name: value for name, value in fields.items() if name in _COMPARED}
    return msgspec.json.encode(same, order="sorted") if same else line


class Difference(NamedTuple):
    """A line of the server that came in one night alone, and the entry of the view before it."""

    entry: int
    line: bytes
    is_new: bool
    """Whether it came now, and not that night."""


class ReplayedNight:
    """A night at play over a connection that has begun; :meth:`play` ends with it."""

    def __init__(self, end: socket.socket, speed: float, patience: float = PATIENCE) -> None:
        """``speed`` divides the waits between people's lines; the server keeps its own time."""
        self._end, self._speed, self._patience = end, speed, patience
        self._reader = LineReader(LONGEST_OVER_LINK)
        self._heard: list[tuple[int, bytes]] = []
        self._entry = 0
        self.same = 0
        """The server's lines so far that came as they did that night."""

    def play(self, night: Iterable[NightView], encoded: Callable[[View], bytes]) -> Iterator[Difference]:
        """Show every view in its turn, and give each difference once it is certain. Raises OSError;
        ConnectionEnded if the server ended the connection.
        """
        shown_at = said_at = None
        shown = said = time.monotonic()
        for each in night:
            if each.line is not None and each.view.accepted:
                since = timedelta() if said_at is None else each.at - said_at
                if self._hears(_compared(each.line), said + since.total_seconds() + self._patience):
                    self.same += 1
                else:
                    yield Difference(self._entry, each.line, is_new=False)
                said_at, said = each.at, time.monotonic()
            else:
                gap = timedelta() if shown_at is None else each.at - shown_at
                self._listen(shown + max(0.0, gap.total_seconds()) / self._speed)
                if each.line is not None:  # refused that night, so it may come but need not
                    self._forget(_compared(each.line))
            self._end.settimeout(self._patience)
            self._end.sendall(encoded(each.view) + b"\n")
            self._entry = each.view.entry
            said_at = said_at or each.at
            shown_at, shown = each.at, time.monotonic()
        self._listen(time.monotonic())
        for entry, line in self._heard:
            yield Difference(entry, line, is_new=True)

    def _hears(self, wanted: bytes, until: float) -> bool:
        """Whether this line has come, or comes in time."""
        while not self._forget(wanted):
            if not self._receive(until):
                return self._forget(wanted)
        return True

    def _forget(self, wanted: bytes) -> bool:
        found = next((each for each in self._heard if _compared(each[1]) == wanted), None)
        if found is not None:
            self._heard.remove(found)
        return found is not None

    def _listen(self, until: float) -> None:
        while self._receive(until):
            pass

    def _receive(self, until: float) -> bool:
        """Take in what comes next; False if nothing does in time."""
        self._end.settimeout(max(0.0, until - time.monotonic()))
        try:
            received = self._end.recv(LONGEST_OVER_LINK)
        except (TimeoutError, BlockingIOError, ssl.SSLWantReadError):
            return False
        if not received:
            raise ConnectionEnded("it hung up")
        lines = (line for line in self._reader.feed(received) if json_fields(line).get("do") != "view")
        self._heard += ((self._entry, line) for line in lines)
        return True
