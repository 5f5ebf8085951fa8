"""The documents of a review as values: a shift counted, a file to write, a seal checked; who makes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from console.journal.log.rows import LogRow
from console.reports.charts import Dealers
from console.reports.shift_report import ShiftReport
from console.reports.wheel_figures import WheelReport
from console.words import Words

GoingOn: TypeAlias = Callable[[float], bool]
"""Told which share is done; False stops the work."""


class Target(NamedTuple):
    """A file that may be written; ``replaces`` what is there of that name, which was asked."""

    path: Path
    replaces: bool = False


class Night(msgspec.Struct, frozen=True):
    """A shift as it was counted, and its dealers against the house over the days before."""

    report: ShiftReport
    dealers: Dealers


class Checked(msgspec.Struct, frozen=True):
    """What came of a check of the seal: whether all is as it was written, and what is to be said of it.

    ``proves`` is what it shows, ``limits`` what it can't; ``key`` is the fingerprint of the key that signed.
    """

    good: bool
    file: str
    entries: int
    proves: tuple[str, ...]
    limits: tuple[str, ...]
    key: str | None = None
    sealed: str | None = None
    """What the last seal says of itself: up to which entry, when."""
    failed: str | None = None
    """Of which shift a seal could not be made since, and why."""


class Makes(Protocol):
    """What makes documents of the journals that are reviewed; each takes its time, so never in a window."""

    @property
    def folder(self) -> Path:
        """Where files go."""
        ...

    def night(self, shift: str | None, going_on: GoingOn) -> Night:
        """The report of a shift; None is the last one."""
        ...

    def write_night(self, night: Night, target: Target, words: Words, going_on: GoingOn) -> None:
        """Write it, as what the path's ending says: ``.pdf``, ``.csv``, ``.xlsx`` or ``.json``."""
        ...

    def write_round(self, row: LogRow, target: Target, words: Words, going_on: GoingOn) -> None:
        """Write everything on the round of a row, or on its incident: ``.pdf`` or ``.json``."""
        ...

    def wheel(self, going_on: GoingOn) -> WheelReport:
        """The figures of the wheels in these journals."""
        ...

    def check(self, words: Words, going_on: GoingOn) -> Checked:
        """Verify the journal with its seals."""
        ...

    def seal_now(self, words: Words) -> Checked:
        """What is known of the seal without reading all of the journal."""
        ...
