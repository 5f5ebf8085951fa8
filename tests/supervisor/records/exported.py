"""A round's file as the console writes it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from console import __version__
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents.export import round_json
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_settings import made_by
from console.supervisor.records.documents.round_words import round_paper


def exported(file: RoundFile, formatter: RecordFormatter, names: Mapping[str, str] | None = None) -> bytes:
    """A round's file as this console writes it, at noon."""
    now, formatter = datetime(2026, 11, 20, 12, tzinfo=UTC), formatter.for_programs()
    made = made_by(formatter, file, now, __version__)
    return round_json(file, round_paper(file, formatter, now, __version__), names or {}, made)
