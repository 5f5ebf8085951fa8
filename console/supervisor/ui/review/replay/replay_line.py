"""The timeline of a replay: cards as ticks, waits as amber spans with their length, troubles above.

Cards come within a second of each other and a wait may take a quarter of an hour: a gap over some seconds is
drawn shorter, with its real length in words. It reports its handle's place, from 0 to 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import log
from typing import Final

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.supervisor.review.log.entry_rows import note_sign
from console.table.core import OVERDUE, events, is_only_recorded, own_incident, replay
from console.table.ui.kit import (
    Surface,
    advance,
    fill,
    lasting,
    logged_time,
    outline,
    pen,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign, kind_sign, outcome_sign

_LONG: Final = 12.0
"""Seconds from which a gap is drawn shorter."""
_LEAST: Final = 0.35
"""The least drawn gap between two entries, in seconds."""


class LineSpan(msgspec.Struct, frozen=True):
    """A span's beginning and end on the line, and its real seconds."""

    begin: float
    end: float
    seconds: float


class Timeline(msgspec.Struct, frozen=True):
    """The seconds of the moments after the first one, and their places on a line from 0 to 1. None passed
    where the clock was set back.
    """

    seconds: tuple[float, ...]
    places: tuple[float, ...]

    @property
    def length(self) -> float:
        """Seconds from the first moment to the last."""
        return self.seconds[-1]

    def place_at(self, seconds: float) -> float:
        at = self.moment(seconds)
        if at + 1 == len(self.seconds):
            return self.places[-1]
        begin, end = self.seconds[at], self.seconds[at + 1]
        share = (seconds - begin) / (end - begin) if end > begin else 0.0
        return self.places[at] + share * (self.places[at + 1] - self.places[at])

    def seconds_at(self, place: float) -> float:
        at = max(0, min(bisect_right(self.places, place) - 1, len(self.places) - 2))
        if len(self.places) < 2:
            return 0.0
        begin, end = self.places[at], self.places[at + 1]
        share = min(1.0, max(0.0, (place - begin) / (end - begin) if end > begin else 0.0))
        return self.seconds[at] + share * (self.seconds[at + 1] - self.seconds[at])

    def moment(self, seconds: float) -> int:
        return max(0, bisect_right(self.seconds, seconds) - 1)

    def span(self, begin: int, end: int | None) -> LineSpan:
        """The span from one moment to another; None as ``end`` is the line's end."""
        last = -1 if end is None else end
        return LineSpan(self.places[begin], self.places[last], self.seconds[last] - self.seconds[begin])


def timeline_of(moments: Sequence[replay.ReplayMoment]) -> Timeline:
    """The timeline of these moments, at least one."""
    passed = [max(0.0, (end.at - begin.at).total_seconds()) for begin, end in pairwise(moments)]
    gaps = [*map(_drawn, passed)]
    whole, so_far, places = sum(gaps) or 1.0, 0.0, [0.0]
    for gap in gaps:
        so_far += gap
        places.append(so_far / whole)
    return Timeline(tuple(accumulate(passed, initial=0.0)), tuple(places))


def _drawn(gap: float) -> float:
    """The length of a gap as drawn, in seconds of the line."""
    gap = max(gap, _LEAST)
    return gap if gap <= _LONG else _LONG * (1 + log(gap / _LONG))


def bet_span(line: Timeline, moments: Sequence[replay.ReplayMoment]) -> LineSpan | None:
    opened = next((at for at, each in enumerate(moments) if type(each.event) is events.BetsOpened), None)
    closed = next((at for at, each in enumerate(moments) if type(each.event) is events.BetsClosed), None)
    return None if opened is None else line.span(opened, closed)


def card_places(line: Timeline, moments: Sequence[replay.ReplayMoment]) -> tuple[float, ...]:
    """The places of cards read and taken, not only recorded while cards are entered by hand."""
    return tuple(
        place
        for place, moment in zip(line.places, moments, strict=True)
        if type(moment.event) is events.CardDrawn
        and moment.refused is None
        and not is_only_recorded(moment.before, moment.event)
    )


LINE_AT: Final = 84.0
"""The line's distance from the top."""
_SIDE: Final = 60.0
_THICK: Final = 10.0
_HANDLE: Final = 44.0
_BETWEEN: Final = 16.0
"""The least distance between the words of two stretches."""
TOUCH: Final = 64.0


class TroubleMark(msgspec.Struct, frozen=True):
    """Something that went wrong, above the line."""

    place: float
    sign: Sign


class LineStretch(msgspec.Struct, frozen=True):
    begin: float
    end: float
    text: str
    waits: bool = False


class LineMarks(msgspec.Struct, frozen=True):
    first: str
    last: str
    ticks: tuple[float, ...] = ()
    marks: tuple[TroubleMark, ...] = ()
    stretches: tuple[LineStretch, ...] = ()
    """Those whose words come first: the waits, the longest before the others."""


class ReplayScrubber(Surface):
    """The line with its handle; a touch anywhere on it moves there."""

    moved = Signal(float)
    """A person moved the handle to this place, from 0 to 1."""
    grabbed = Signal()
    """A person took hold of the handle: a running replay stops."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._on = LineMarks("", "")
        self._at, self._time, self._beside = 0.0, "", ""
        self.covers()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_line(self, on: LineMarks) -> None:
        self._on = on
        self.update()

    def show_place(self, at: float, time: str, beside: str, name: str) -> None:
        """Put the handle at a place; ``beside`` is the video's moment, ``name`` all of it as heard."""
        shown = (at, time, beside)
        if shown != (self._at, self._time, self._beside):
            self._at, self._time, self._beside = shown
            self.setAccessibleName(name)
            self.update()

    def x_of(self, place: float) -> float:
        return _SIDE + place * (self.wide - 2 * _SIDE)

    def place_under(self, x: float) -> float:
        return min(1.0, max(0.0, (x - _SIDE) / max(1.0, self.wide - 2 * _SIDE)))

    def paint(self, painter: QPainter) -> None:
        """The line and all that stands on it; the handle last."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        fill(painter, QRectF(0, 0, self.wide, 1), theme.LINE)
        self._paint_line(painter)
        self._paint_stretches(painter)
        for tick in self._on.ticks:
            ink = theme.T0 if tick <= self._at else theme.T2
            fill(painter, QRectF(self.x_of(tick) - 1.5, LINE_AT - 15, 3, 30), ink, 1)
        self._paint_marks(painter)
        self._paint_times(painter)
        self._paint_handle(painter)

    def _paint_line(self, painter: QPainter) -> None:
        top = LINE_AT - _THICK / 2
        fill(painter, QRectF(self.x_of(0), top, self.x_of(1) - self.x_of(0), _THICK), theme.BG3, 3)
        fill(painter, QRectF(self.x_of(0), top, self.x_of(self._at) - self.x_of(0), _THICK), theme.SLATE, 3)

    def _paint_stretches(self, painter: QPainter) -> None:
        """The waits, and beneath the line the words of each stretch for which there is room."""
        taken = list[tuple[float, float]]()
        for stretch in self._on.stretches:
            begin, end = self.x_of(stretch.begin), self.x_of(stretch.end)
            if stretch.waits:
                box = QRectF(begin, LINE_AT - _THICK / 2, max(4.0, end - begin), _THICK)
                fill(painter, box, theme.AMBER_FILL, 2)
                outline(painter, box, pen(theme.AMBER, 2), 2)
            face = shrunk(stretch.text, 300, (17, 16))
            half = advance(stretch.text, face) / 2
            middle = min(self.wide - 24 - half, max(24 + half, (begin + end) / 2))
            left, right = middle - half - _BETWEEN, middle + half + _BETWEEN
            if all(right <= other_left or other_right <= left for other_left, other_right in taken):
                taken.append((middle - half, middle + half))
                ink = theme.AMBER if stretch.waits else theme.T2
                write(painter, stretch.text, middle, LINE_AT + 33, face, ink, align=0.5)

    def _paint_marks(self, painter: QPainter) -> None:
        """Signs over the line; one that would cover another moves to its right, at the end to its left."""
        places, free = list[float](), 0.0
        for mark in self._on.marks:
            places.append(max(free, self.x_of(mark.place) - 13))
            free = places[-1] + 30
        room = self.wide - 40
        for mark, place in zip(reversed(self._on.marks), reversed(places), strict=True):
            x = min(place, room)
            mark.sign(painter, QRectF(x, LINE_AT - 51, 26, 26), theme.AMBER)
            room = x - 30

    def _paint_times(self, painter: QPainter) -> None:
        write(painter, self._on.first, 24, 21, theme.font(17), theme.T2)
        write(painter, self._on.last, self.wide - 24, 21, theme.font(17), theme.T2, align=1)
        face = theme.font(22, bold=True)
        reach, clear = advance(self._time, face), advance(self._on.first, theme.font(17)) + 44
        x = min(self.wide * 0.5 - reach, max(clear, self.x_of(self._at) - reach / 2))
        end = write(painter, self._time, x, 21, face, theme.T0)
        right = self.wide - 24 - advance(self._on.last, theme.font(17)) - 24
        beside = shrunk(self._beside, right - (end + 32), (18, 17, 16))
        write(painter, self._beside, right, 21, beside, theme.T1, align=1)

    def _paint_handle(self, painter: QPainter) -> None:
        x, half = self.x_of(self._at), _HANDLE / 2
        fill(painter, QRectF(x - half - 4, LINE_AT - half - 4, _HANDLE + 8, _HANDLE + 8), theme.BG0, half + 4)
        fill(painter, QRectF(x - half, LINE_AT - half, _HANDLE, _HANDLE), theme.T0, half)
        for dot in (-8, 0, 8):
            fill(painter, QRectF(x + dot - 2, LINE_AT - 2, 4, 4), theme.BG0, 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if abs(event.position().y() / self.u - LINE_AT) <= TOUCH / 2:
            self.grabbed.emit()
            self.moved.emit(self.place_under(event.position().x() / self.u))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.moved.emit(self.place_under(event.position().x() / self.u))


def line_of(line: Timeline, moments: Sequence[replay.ReplayMoment], words: Words) -> LineMarks:
    ticks = card_places(line, moments)
    stretches = list[LineStretch]()
    bets = bet_span(line, moments)
    if bets is not None and bets.end - bets.begin > 0.08:
        stretches.append(LineStretch(bets.begin, bets.end, words.text("replay.bets")))
    for wait in (line.span(*times) for times in replay.waits(moments)):
        text = words.text("replay.waits", time=lasting(round(wait.seconds)))
        stretches.append(LineStretch(wait.begin, wait.end, text, waits=True))
    free = _free(ticks, stretches)
    if free is not None:
        stretches.append(LineStretch(*free, words.text("replay.cards")))
    return LineMarks(
        first=logged_time(moments[0].at, words),
        last=logged_time(moments[-1].at, words, begun=moments[0].at),
        ticks=ticks,
        marks=tuple(_marks(line, moments)),
        stretches=tuple(sorted(stretches, key=lambda one: (not one.waits, one.begin - one.end))),
    )


def _free(ticks: Sequence[float], stretches: Sequence[LineStretch]) -> tuple[float, float] | None:
    """The place for the word of the cards, without a wait above it."""
    outside = [
        tick
        for tick in ticks
        if not any(one.begin - 0.02 <= tick <= one.end + 0.02 for one in stretches if one.waits)
    ]
    return (outside[0], outside[-1]) if outside else None


def _marks(line: Timeline, moments: Sequence[replay.ReplayMoment]) -> list[TroubleMark]:
    marks = []
    for place, moment in zip(line.places, moments, strict=True):
        sign = _sign(moment)
        if sign is not None:
            marks.append(TroubleMark(place, sign))
    return marks


def _sign(moment: replay.ReplayMoment) -> Sign | None:
    """The sign over a moment at which something went wrong, was decided, or was put right."""
    incident = own_incident(moment.event, moment.refused, moment.before, moment.after)
    match moment.event:
        case events.IncidentReported() if moment.refused is None:
            return kind_sign(moment.event.kind or (incident.report.kind if incident else None))
        case events.OutcomeAuthorised() if moment.refused is None:
            return outcome_sign(incident.outcome if incident else None)
        case events.CardCorrected() if moment.refused is None:
            return Sign("outcomes.correct")
        case events.RoundVoided() if moment.refused is None:
            return Sign("states.void")
        case events.Noted(what=what) if what in OVERDUE:
            return Sign(note_sign(what))
        case _ if moment.after.halt is not None and moment.before.halt is None:
            return Sign("states.halt")
        case _:
            return None
