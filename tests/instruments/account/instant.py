"""Moments by a clock that may be set: between two lies the time that passed, whatever the clock showed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple


class Instant(datetime):
    """A time that the clock showed, and the seconds that had passed by then since the session began.

    Two of them are ordered by what had passed; one and a plain time by what was shown.
    """

    passed: float | None = None

    @classmethod
    def of(cls, shown: datetime, passed: float | None) -> Instant:
        """The moment at which the clock showed this time."""
        made = cls.fromtimestamp(shown.timestamp(), shown.tzinfo)
        made.passed = passed
        return made

    def __add__(self, other: timedelta) -> Instant:
        return Instant.of(
            plain(self) + other, None if self.passed is None else self.passed + other.total_seconds()
        )

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return self + -other
        since = self._since(other)
        return super().__sub__(other) if since is None else timedelta(seconds=since)

    def __lt__(self, other: Any) -> bool:
        since = self._since(other)
        return super().__lt__(other) if since is None else since < 0

    def __le__(self, other: Any) -> bool:
        since = self._since(other)
        return super().__le__(other) if since is None else since <= 0

    def __gt__(self, other: Any) -> bool:
        since = self._since(other)
        return super().__gt__(other) if since is None else since > 0

    def __ge__(self, other: Any) -> bool:
        since = self._since(other)
        return super().__ge__(other) if since is None else since >= 0

    __hash__ = datetime.__hash__

    def _since(self, other: object) -> float | None:
        """The seconds that had passed since another one; None of a plain time."""
        if isinstance(other, Instant) and self.passed is not None and other.passed is not None:
            return self.passed - other.passed
        return None


def plain(at: datetime) -> datetime:
    """A moment as the clock showed it."""
    return datetime.fromtimestamp(at.timestamp(), at.tzinfo)


def passed_by(at: datetime) -> float | None:
    """The seconds that had passed by a moment; None of a plain time."""
    return at.passed if isinstance(at, Instant) else None


class Repeat(NamedTuple):
    """The whole minutes that a clock showed again, from the seconds on that had passed as it was set back."""

    passed: float
    since: datetime
    until: datetime


def turn_of(at: datetime, repeats: Iterable[Repeat]) -> str:
    """The number behind a time that came more than once: ``#1``, ``#2``."""
    passed, shown = passed_by(at), plain(at)
    again = [each.passed for each in repeats if each.since <= shown < each.until]
    return f"#{1 + sum(each <= passed for each in again)}" if again and passed is not None else ""
