"""The requests to read a journal from the wall: of one table or of all, and the part of it to begin with.

Pure values; they do not know who asks.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from console.floor.wall import SeenTable


class Part(StrEnum):
    """The part of a table to review, by the place from which the review is opened."""

    LOG = "log"
    REPLAY = "replay"
    ROUND = "round"
    INCIDENT = "incident"
    REPORT = "report"


class ReviewRequest(NamedTuple):
    """A person's wish to read: one table, or all for None; a round or an incident by its id."""

    table: str | None = None
    part: Part = Part.LOG
    round: str = ""
    incident: str = ""


def wish_of(table: str | None, part: Part, seen_table: SeenTable | None) -> ReviewRequest:
    """The wish for a table in its present state: its open round and incident; all tables for None."""
    if table is None:
        return ReviewRequest()
    report = seen_table.report if seen_table is not None else None
    incident = report.incident.id if report is not None and report.incident is not None else ""
    return ReviewRequest(table, part, report.round if report is not None else "", incident)
