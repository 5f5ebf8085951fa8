"""A review's documents as values (a shift's figures, a file, a check of a seal), and their maker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words
from console.supervisor.records.documents.paper import PaperForm
from console.supervisor.reports.card_sets import TableSets
from console.supervisor.reports.finding_rows import Dealers
from console.supervisor.reports.shift_report import ShiftReport
from console.supervisor.reports.wheel_figures import WheelReport
from console.supervisor.review.questions import JournalDifference
from console.table.core import Role
from console.table.journal import LogRow

Progress: TypeAlias = Callable[[float], bool]
"""Called with the part of the work that is done; if it returns False, the work stops."""


class ComparedReport(msgspec.Struct, frozen=True):
    """The figures of a shift, and its dealers compared with all dealers over the days before."""

    report: ShiftReport
    dealers: Dealers
    left_out: tuple[JournalDifference, ...] = ()
    """The floor's tables that are missing or incomplete, since their entries differ from those sent."""


class SealCheck(msgspec.Struct, frozen=True):
    """A seal's check: whether all is as written, and its words. ``proves`` says what the check shows,
    ``limits`` what it can't; ``key`` is the signing key's fingerprint.
    """

    good: bool
    file: str
    entries: int
    proves: tuple[str, ...]
    limits: tuple[str, ...]
    key: str | None = None
    sealed: str | None = None
    """The last seal: up to which entry, and when."""
    failed: str | None = None
    """For which shift no seal could be made since, and why."""


class GuideChoice(NamedTuple):
    """The guide that a person wants printed."""

    rules: str
    """The id of an installed rulebook."""
    role: Role
    """The reader's role."""
    language: str
    form: PaperForm = PaperForm.CARDS


GuidePdf: TypeAlias = Callable[[GuideChoice, datetime], bytes]
"""Makes a guide at a time as a PDF."""


class DocumentMaker(Protocol):
    """Makes documents of the reviewed journals. Each takes time, so no window's thread calls it."""

    @property
    def folder(self) -> Path: ...

    def write_rows(self, rows: ListedRows, target: WriteTarget, words: Words, progress: Progress) -> None:
        """Write the rows of a list as ``.pdf``, with the time under its head."""

    @property
    def prints_guides(self) -> bool: ...

    def rules(self) -> str | None:
        """The rulebook's id of these journals; None if unknown, or if there are several."""

    @property
    def left_out(self) -> tuple[JournalDifference, ...]:
        """The floor's tables that the last document or figures lack, and why."""

    @property
    def written(self) -> object:
        """A value that changes when the journals do; this call takes no time."""

    def report_of_shift(self, shift: str | None, progress: Progress) -> ComparedReport:
        """The report of a shift; None is the one to hand over: the last one, or in its first hour the one
        before while that is unsigned.
        """

    def write_report(
        self, compared: ComparedReport, target: WriteTarget, words: Words, progress: Progress
    ) -> None:
        """Write the report in the form of the path's ending: ``.pdf``, ``.csv``, ``.xlsx`` or ``.json``."""

    def write_round(self, row: LogRow, target: WriteTarget, words: Words, progress: Progress) -> None:
        """Write all about a row's round or incident: ``.pdf`` or ``.json``."""

    def write_guide(self, chosen: GuideChoice, target: WriteTarget, progress: Progress) -> None:
        """Write a guide as ``.pdf``."""

    def wheel(self, progress: Progress) -> WheelReport: ...

    def card_sets(self, progress: Progress) -> tuple[TableSets, ...]:
        """The card sets of these journals' tables, without wheels."""

    def check(self, words: Words, progress: Progress) -> SealCheck: ...

    def seal_now(self, words: Words) -> SealCheck:
        """The state of the seal without reading the whole journal."""
