"""A time to go to in the log: a moment or a span, in the machine's zone where none is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from typing import Final
from unicodedata import normalize

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from console.ui.kit.text_field import SearchField
from console.ui.signs.sign import Sign

_TYPED: Final = re.compile(
    r"\s*(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})[T\s]*)?(?:(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?)?\s*"
)
_BETWEEN: Final = re.compile(r"\s*[–—~〜]\s*|\s+-\s+")
_DAY: Final = timedelta(days=1)


def parse_moment(
    text: str, near: datetime, zone: tzinfo | None = None, latest: datetime | None = None
) -> datetime | None:
    """The moment of a typed time: a time alone is on the day of ``near``, a day alone is its beginning. None
    if it is no time.

    A time alone that would be after ``latest`` is the one of the day before: a night has two days.
    """
    found = _TYPED.fullmatch(_folded(text))
    if found is None or not any(found.groups()):
        return None
    year, month, day, hour, minute, second = (int(each) if each else None for each in found.groups())
    local = near.astimezone(zone).replace(tzinfo=None, fold=0)
    try:
        if year is not None and month is not None and day is not None:
            local = local.replace(year=year, month=month, day=day)
        local = local.replace(hour=hour or 0, minute=minute or 0, second=second or 0, microsecond=0)
        moment = _at(local, zone)
        if year is None and latest is not None and moment > latest:
            return _at(local - _DAY, zone)
    except (ValueError, OverflowError):  # no such time, or one in a year before 1 or after 9999 in UTC
        return None
    return moment


def parse_span(
    text: str, latest: datetime, zone: tzinfo | None = None
) -> tuple[datetime | None, datetime | None] | None:
    """The beginning and end of a typed span, with a dash between; one may be left out. None if it is no span.

    Times without a day mean the last such span that began before ``latest``; its end may be on the next day.
    """
    ends = _BETWEEN.split(_folded(text).strip())
    if len(ends) != 2 or not any(ends):
        return None
    since = parse_moment(ends[0], latest, zone, latest) if ends[0] else None
    until = parse_moment(ends[1], since or latest, zone) if ends[1] else None
    if (ends[0] and since is None) or (ends[1] and until is None):
        return None
    if since is not None and until is not None and until <= since:
        with suppress(OverflowError):  # on the last day of all
            until = parse_moment(ends[1], since + _DAY, zone)
    ordered = since is None or until is None or since < until
    return (since, until) if ordered else None


def _at(local: datetime, zone: tzinfo | None) -> datetime:
    return local.astimezone() if zone is None else local.replace(tzinfo=zone)


def _folded(text: str) -> str:
    """The text with a Japanese keyboard's wide signs made narrow."""
    return normalize("NFKC", text)


class TimeField(SearchField):
    """Shown while a person types a time."""

    moment_typed = Signal(object)
    """A moment to go to."""
    span_typed = Signal(object, object)
    """From and to; one of them may be None."""
    not_read = Signal()
    """The typed text is no time."""
    opened = Signal()
    ended = Signal()

    def __init__(
        self, moments: Callable[[], tuple[datetime | None, datetime | None]], parent: QWidget
    ) -> None:
        """``moments`` gives the moment of the chosen row and that of the last entry; None for one that is not
        known.
        """
        super().__init__(Sign("outcomes.clock"), parent)
        self._moments = moments
        self.entered.connect(self.apply_text)
        self.left.connect(self._end)
        self.hide()

    def open(self) -> None:
        """Ask for the time to go to."""
        self.clear()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def apply_text(self, typed: str) -> None:
        """Take a typed time, or a typed span: only the entries in it are to be listed."""
        near, last = self._moments()
        span = parse_span(typed, last) if last is not None else None
        if span is not None:
            self.span_typed.emit(*span)
            self._end()
            return
        moment = parse_moment(typed, near, latest=last) if near is not None else None
        if moment is None:
            self.not_read.emit()
            return
        self.moment_typed.emit(moment)
        self._end()

    def _end(self) -> None:
        self.hide()
        self.ended.emit()
