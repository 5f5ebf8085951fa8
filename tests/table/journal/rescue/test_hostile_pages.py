"""A journal whose pages lead back to one another: SQLite would walk them for ever, and nobody waits."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from console.table.journal import DamagedJournal, JournalError, Review, review, verify
from console.table.journal.file import connection
from console.table.journal.proof.flaws import Flaw
from console.table.journal.rescue.recovery import recover
from tests.table.journal.entries import START, drawn, opened

PAGE = 4096
LEVELS = 18
"""SQLite follows twenty."""
WIDE = 300
"""Children of each page, all of them the same."""


def leading_on(child: int, wide: int = WIDE) -> bytes:
    """An inner page of a table all of whose children are one page."""
    cells = [child.to_bytes(4, "big") + b"\x01" for _ in range(wide)]
    content = b"".join(cells)
    begin = PAGE - len(content)
    places = b"".join((begin + 5 * at).to_bytes(2, "big") for at in range(wide))
    head = b"\x05\0\0" + wide.to_bytes(2, "big") + begin.to_bytes(2, "big") + b"\0" + child.to_bytes(4, "big")
    return (head + places).ljust(begin, b"\0") + content


def leading_round(path: Path, levels: int = LEVELS, wide: int = WIDE) -> Path:
    """A journal of some hundred entries whose forged pages make SQLite read them wide^levels times."""
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(1, 401)])
    with closing(sqlite3.connect(path)) as found:
        root = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()[0]
    pages = bytearray(path.read_bytes())

    def page(number: int) -> int:
        return (number - 1) * PAGE

    leaves = [n for n in range(root + 1, len(pages) // PAGE + 1) if pages[page(n)] == 13][-levels - 1 :]
    for at, child in zip((root, *leaves[:-1]), leaves, strict=True):
        pages[page(at) : page(at) + PAGE] = leading_on(child, wide)
    path.write_bytes(pages)
    return path


SOON: Final = {"_AT_LEAST": 2 * connection._STEPS, "_A_PAGE": 1_000}
"""Limits that end sooner than those of the house."""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Read 300^18 times."""
    for name, limit in SOON.items():
        monkeypatch.setattr(connection, name, limit)
    return leading_round(tmp_path / "table.journal")


@pytest.mark.parametrize(
    "ask",
    [
        lambda found: found.bounds(START + timedelta(minutes=1), None, None),
        lambda found: list(found.of_a_kind("bets_opened", "nobody")),
        lambda found: found.first_mention("nobody"),
        lambda found: sum(1 for _ in found.entries(0)),
    ],
    ids=["bounds", "of a kind", "mentioned", "entries"],
)
def test_every_question_to_it_ends(path: Path, ask: Callable[[Review], object]) -> None:
    with pytest.raises(DamagedJournal), review(path) as found:
        ask(found)


@pytest.mark.sweep
def test_a_file_that_seems_larger_than_its_disk_has_no_longer_to_answer(path: Path) -> None:
    """A terabyte of it is a hole: it would give a statement hours."""
    os.truncate(path, 1 << 40)
    with pytest.raises(DamagedJournal), review(path) as found:
        found.first_mention("nobody")


def test_pages_that_lead_in_a_circle_give_no_entry_twice(tmp_path: Path) -> None:
    """A circle that is soon gone round is read to its end, and is no journal all the same."""
    numbers: list[int] = []
    with pytest.raises(DamagedJournal), review(leading_round(tmp_path / "table.journal", 2, 20)) as found:
        numbers.extend(entry.number for entry in found.entries(0))
    assert len(numbers) == len(set(numbers))


def test_verifying_it_ends_and_says_what_is_wrong(path: Path) -> None:
    assert verify(path).flaw in (Flaw.MISSING, Flaw.FILE, Flaw.CHAIN)


def test_rescuing_it_ends(path: Path) -> None:
    try:
        done = recover(path, lambda *_: b"{}", datetime(2026, 11, 20, tzinfo=UTC), b"{}")
    except JournalError:
        return
    assert done.entries + done.beside < 400
