"""Journals that the review opens, and those that it can't."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.journal.file.place import Identity, make
from console.journal.log.search import Log
from console.records.accounts.journal_game import RulesMissing
from console.review import journals
from console.review.journals import JournalReads


def test_a_journal_of_unknown_rules_is_closed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems a file that is open can be neither moved nor deleted."""
    path, opened = tmp_path / "journal.db", list[Log]()

    def log(paths: Sequence[Path]) -> Log:
        opened.append(Log(paths))
        return opened[0]

    make(path, Identity("7", "baccarat", "xx"), datetime(2026, 5, 1, tzinfo=UTC))
    monkeypatch.setattr(journals, "Log", log)
    with pytest.raises(RulesMissing, match="xx"):
        JournalReads([path])
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].files[0]._connection.execute("SELECT 1")
