"""Where a moment of a replay stands on its line, and the spans and marks on it.

Cards come within a second of each other and a wait may take a quarter of an hour: a gap that is longer than
some seconds is drawn shorter than it was, and its real length is said in words. Pure: no painter, no words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from math import log
from typing import Final

import msgspec

from console.table import events
from console.table.replaying import Moment, waits

_LONG: Final = 12.0
"""Seconds from which on a gap is drawn shorter."""
_LEAST: Final = 0.35
"""Seconds that two entries are drawn apart at the least where they came one after the other."""


class Span(msgspec.Struct, frozen=True):
    """From where to where on the line, and how many seconds it really took."""

    begin: float
    end: float
    seconds: float


class Timeline(msgspec.Struct, frozen=True):
    """The moments' seconds from the first one on, and their places on a line from 0 to 1."""

    start: datetime
    seconds: tuple[float, ...]
    places: tuple[float, ...]

    @property
    def length(self) -> float:
        """Seconds from the first moment to the last."""
        return self.seconds[-1]

    def place(self, seconds: float) -> float:
        """Where these seconds stand on the line."""
        at = self.moment(seconds)
        if at + 1 == len(self.seconds):
            return self.places[-1]
        begin, end = self.seconds[at], self.seconds[at + 1]
        share = (seconds - begin) / (end - begin) if end > begin else 0.0
        return self.places[at] + share * (self.places[at + 1] - self.places[at])

    def at(self, place: float) -> float:
        """The seconds that stand at a place of the line."""
        at = max(0, min(bisect_right(self.places, place) - 1, len(self.places) - 2))
        if len(self.places) < 2:
            return 0.0
        begin, end = self.places[at], self.places[at + 1]
        share = min(1.0, max(0.0, (place - begin) / (end - begin) if end > begin else 0.0))
        return self.seconds[at] + share * (self.seconds[at + 1] - self.seconds[at])

    def moment(self, seconds: float) -> int:
        """The last moment that had come by then."""
        return max(0, bisect_right(self.seconds, seconds) - 1)

    def span(self, begin: datetime, end: datetime | None) -> Span:
        """A span of time on the line; None is the end of it."""
        first = (begin - self.start).total_seconds()
        last = self.length if end is None else (end - self.start).total_seconds()
        return Span(self.place(first), self.place(last), last - first)


def timeline_of(moments: Sequence[Moment]) -> Timeline:
    """The line of these moments, of which there is at least one."""
    start = moments[0].at
    seconds = tuple((moment.at - start).total_seconds() for moment in moments)
    gaps = [_drawn(end - begin) for begin, end in pairwise(seconds)]
    whole, so_far, places = sum(gaps) or 1.0, 0.0, [0.0]
    for gap in gaps:
        so_far += gap
        places.append(so_far / whole)
    return Timeline(start, seconds, tuple(places))


def _drawn(gap: float) -> float:
    """How long a gap is drawn, in seconds of the line."""
    gap = max(gap, _LEAST)
    return gap if gap <= _LONG else _LONG * (1 + log(gap / _LONG))


def wait_spans(line: Timeline, moments: Sequence[Moment]) -> tuple[Span, ...]:
    """When play stood still."""
    return tuple(line.span(*times) for times in waits(moments))


def bet_span(line: Timeline, moments: Sequence[Moment]) -> Span | None:
    """Bet time, where it is part of what is told."""
    opened = next((each.at for each in moments if type(each.event) is events.BetsOpened), None)
    closed = next((each.at for each in moments if type(each.event) is events.BetsClosed), None)
    return None if opened is None else line.span(opened, closed)


def card_places(line: Timeline, moments: Sequence[Moment]) -> tuple[float, ...]:
    """Where a card was read and taken."""
    return tuple(
        place
        for place, moment in zip(line.places, moments, strict=True)
        if type(moment.event) is events.CardDrawn and moment.refused is None
    )
