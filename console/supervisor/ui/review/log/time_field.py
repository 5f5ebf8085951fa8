"""A time to go to in the log: a moment or a span, in the machine's zone by default."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import TYPED_DAY, comes_before, in_turn, moments_of, turn_of, typed_day, which_of
from console.table.journal import Filter, RepeatedTimes
from console.table.ui.kit import SearchField
from console.table.ui.signs import Sign

_TYPED: Final = re.compile(
    rf"\s*(?:({TYPED_DAY})[T\s]*)?"
    r"(?:(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?([+-]\d{2}:\d{2})?(#\d)?)?\s*"
)
_BETWEEN: Final = re.compile(r"\s*[–—~〜]\s*|\s+-\s+")
_OF_DAY: Final = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?(?:[+-]\d{2}:\d{2})?(?:#\d)?")
_DAY_ALONE: Final = re.compile(rf"\s*(?:{TYPED_DAY})[T\s]*")
_SECOND, _MINUTE, _DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def parse_moment(
    text: str,
    near: datetime,
    zone: tzinfo | None = None,
    latest: datetime | None = None,
    *,
    begins: bool = False,
) -> datetime | None:
    """The moment of a typed time, or None: a time alone is on the day of ``near``, a day alone is its
    beginning. A time alone after ``latest`` is the day before's: a night has two days. A time that comes
    twice as summer time ends is the last one, or the first if a span ``begins`` with it; as in the log's
    column, its distance from UTC, or its number if the clock was set back, may follow.
    """
    found = _TYPED.fullmatch(_folded(text))
    if found is None or not any(found.groups()):
        return None
    named, *numbers, which, turn = found.groups()
    hour, minute, second = (int(each) if each else None for each in numbers)
    local = near.astimezone(zone).replace(tzinfo=None, fold=0)
    try:
        if named is not None:
            day = typed_day(named)
            local = local.replace(year=day.year, month=day.month, day=day.day)
        local = local.replace(hour=hour or 0, minute=minute or 0, second=second or 0, microsecond=0)
        moments = moments_of(local, zone, which) if numbers[0] else _day_begins(local, zone)
        if named is None and latest is not None and moments:
            known = [moment for moment in moments if moment <= latest]
            moments = known or moments_of(local - _DAY, zone, which)
    except (ValueError, OverflowError):  # There is no such time, or its year isn't 1 to 9999 in UTC.
        return None
    moment = (min if begins else max)(moments, default=None)
    return moment if moment is None or turn is None else in_turn(moment, int(turn[1:]))


def end_of_typed(text: str, moment: datetime) -> datetime:
    """The last moment written like the typed ``moment``: of its second, its minute or its day."""
    found = _TYPED.fullmatch(_folded(text))
    minute, second = found.groups()[2:4] if found is not None else (None, None)
    try:
        if not minute:  # A day has 25 hours as summer time ends.
            midnight = moment.astimezone().replace(tzinfo=None) + _DAY
            return _day_begins(midnight, None)[0] - timedelta.resolution
        return moment + (_SECOND if second else _MINUTE) - timedelta.resolution
    except (ValueError, OverflowError):  # It is on the last day of all.
        return moment


def _day_begins(midnight: datetime, zone: tzinfo | None) -> list[datetime]:
    """The moments of a midnight; where summer time leaves it out, the day begins with the next time shown."""
    return moments_of(midnight, zone) or [midnight.replace(tzinfo=zone).astimezone(UTC)]


def with_typed_times(wanted: Filter, last: datetime | None) -> Filter:
    """The filter in which a searched time of day, as the log's column writes it, is its span: the last one
    before ``last``, the last entry's moment, or before the filter's own end.
    """
    times, latest = _typed_times(wanted), _latest(wanted, last)
    if not times or latest is None:
        return wanted
    begins = [(typed, parse_moment(typed, latest, latest=latest)) for typed in times]
    spans = [(begin, end_of_typed(typed, begin) + timedelta.resolution) for typed, begin in begins if begin]
    if len(spans) < len(times):  # 25:10 is no time, but a text like any other.
        return wanted
    since = max([begin for begin, _ in spans] + ([wanted.since] if wanted.since else []))
    until = min([end for _, end in spans] + ([wanted.until] if wanted.until else []))
    words = tuple(word for word in wanted.words if word.text not in times)
    return replace(wanted, since=since, until=until, words=words)


def searched_twice(wanted: Filter, last: datetime | None, repeated: RepeatedTimes) -> tuple[str, str] | None:
    """The two texts for a searched time of day that comes twice, or None: the later one is found."""
    latest = _latest(wanted, last)
    times = _typed_times(wanted) if latest is not None else ()
    both = (_both(typed, latest, latest, repeated) for typed in times if latest is not None)
    return next((found for found in both if found is not None), None)


def _typed_times(wanted: Filter) -> list[str]:
    return [word.text for word in wanted.words if _OF_DAY.fullmatch(_folded(word.text))]


def _latest(wanted: Filter, last: datetime | None) -> datetime | None:
    return last if wanted.until is None else wanted.until - timedelta.resolution


def _both(
    typed: str, near: datetime, latest: datetime | None, repeated: RepeatedTimes
) -> tuple[str, str] | None:
    """The two texts for a typed time that comes twice, the later one second; else None."""
    ends = (parse_moment(typed, near, latest=latest, begins=each) for each in (True, False))
    moments = sorted({each for each in ends if each is not None})
    if _DAY_ALONE.fullmatch(_folded(typed)) or any(map(turn_of, moments)):
        return None
    texts = list[str]()
    for moment in moments:
        turns = range(1, len(repeated.of(moment)) + 2)
        every = [in_turn(moment, turn) for turn in turns] if len(turns) > 1 else [moment]
        texts += [f"{typed.strip()}{which_of(each).removeprefix(_distance(typed))}" for each in every]
    return (texts[0], ", ".join(texts[1:])) if len(texts) > 1 else None


def _distance(typed: str) -> str:
    """The offset from UTC at a typed time's end, or an empty text."""
    found = _TYPED.fullmatch(_folded(typed))
    return (found and found.group(5)) or ""


def parse_span(
    text: str, latest: datetime, zone: tzinfo | None = None
) -> tuple[datetime | None, datetime | None] | None:
    """The beginning and end of a typed span, with a dash between, one of which may be missing; or None. Times
    without a day mean the last such span begun before ``latest``; it may end on the next day.
    """
    ends = _BETWEEN.split(_folded(text).strip())
    if len(ends) != 2 or not any(ends):
        return None
    since = parse_moment(ends[0], latest, zone, latest, begins=True) if ends[0] else None
    until = parse_moment(ends[1], since or latest, zone) if ends[1] else None
    if (ends[0] and since is None) or (ends[1] and until is None):
        return None
    if since is not None and until is not None and not comes_before(since, until):
        with suppress(OverflowError):  # It is on the last day of all.
            until = parse_moment(ends[1], since + _DAY, zone)
    ordered = since is None or until is None or comes_before(since, until)
    return (since, until) if ordered else None


def _folded(text: str) -> str:
    """The text with a Japanese keyboard's wide signs made narrow."""
    return normalize("NFKC", text)


class TimeField(SearchField):
    moment_typed = Signal(object)
    """The last moment written so, of its second, minute or day."""
    span_typed = Signal(object, object)
    """From and to; one may be None."""
    not_read = Signal()
    """The typed text is no time."""
    comes_twice = Signal(str, str)
    """The typed time comes twice: its two texts."""
    opened = Signal()
    ended = Signal()

    def __init__(
        self, moments: Callable[[], tuple[datetime | None, datetime | None, RepeatedTimes]], parent: QWidget
    ) -> None:
        """``moments`` gives the moments of the chosen row and of the last entry, None if unknown, and the
        times that came again.
        """
        super().__init__(Sign("outcomes.clock"), parent)
        self._moments = moments
        self.entered.connect(self.apply_text)
        self.left.connect(self._end)
        self.hide()

    def open(self) -> None:
        self.clear()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def apply_text(self, typed: str) -> None:
        """Take a typed time, or a span whose entries alone are to be listed."""
        near, last, repeated = self._moments()
        span = parse_span(typed, last) if last is not None else None
        if span is not None:
            self.span_typed.emit(*span)
            self._end()
            return
        moment = parse_moment(typed, near, latest=last) if near is not None else None
        if moment is None:
            self.not_read.emit()
            return
        both = _both(typed, near, last, repeated) if near is not None else None
        if both is not None:
            self.comes_twice.emit(*both)
            return
        self.moment_typed.emit(end_of_typed(typed, moment))
        self._end()

    def _end(self) -> None:
        self.hide()
        self.ended.emit()
