"""A journal whose pages lead back to one another: SQLite would walk them for ever, and nobody waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.journal import Damaged, JournalError, connection
from console.journal.flaws import Flaw
from console.journal.recovering import recover_damaged
from console.journal.reviewing import Review, review
from console.journal.verify import verify
from tests.journal.entries import drawn, opened

PAGE = 4096
LEVELS = 18
"""SQLite follows twenty."""
WIDE = 300
"""Children of each page, all of them the same."""


def leading_on(child: int) -> bytes:
    """An inner page of a table all of whose children are one page."""
    cells = [child.to_bytes(4, "big") + b"\x01" for _ in range(WIDE)]
    content = b"".join(cells)
    begin = PAGE - len(content)
    places = b"".join((begin + 5 * at).to_bytes(2, "big") for at in range(WIDE))
    head = b"\x05\0\0" + WIDE.to_bytes(2, "big") + begin.to_bytes(2, "big") + b"\0" + child.to_bytes(4, "big")
    return (head + places).ljust(begin, b"\0") + content


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal of some hundred entries as whoever wrote its pages would have them read: 300^18 times."""
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(1, 401)])
    with closing(sqlite3.connect(path)) as found:
        root = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()[0]
    pages = bytearray(path.read_bytes())

    def page(number: int) -> int:
        return (number - 1) * PAGE

    leaves = [n for n in range(root + 1, len(pages) // PAGE + 1) if pages[page(n)] == 13][-LEVELS - 1 :]
    for at, child in zip((root, *leaves[:-1]), leaves, strict=True):
        pages[page(at) : page(at) + PAGE] = leading_on(child)
    path.write_bytes(pages)
    monkeypatch.setattr(connection, "_AT_LEAST", 2 * connection._STEPS)
    monkeypatch.setattr(connection, "_A_PAGE", 1_000)
    return path


@pytest.mark.parametrize(
    "ask",
    [
        lambda found: found.bounds(None, None, None),
        Review.shifts,
        lambda found: found.mentioned("nobody"),
        lambda found: sum(1 for _ in found.entries(0)),
    ],
    ids=["bounds", "shifts", "mentioned", "entries"],
)
def test_every_question_to_it_ends(path: Path, ask: Callable[[Review], object]) -> None:
    with pytest.raises(Damaged), review(path) as found:
        ask(found)


def test_verifying_it_ends_and_says_what_is_wrong(path: Path) -> None:
    assert verify(path).flaw in (Flaw.MISSING, Flaw.FILE, Flaw.CHAIN)


def test_rescuing_it_ends(path: Path) -> None:
    try:
        done = recover_damaged(path, lambda *_: b"{}", datetime(2026, 11, 20, tzinfo=UTC), b"{}")
    except JournalError:
        return
    assert done.entries + done.beside < 400
