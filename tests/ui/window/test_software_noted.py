"""A LIVE table's console records what runs before the first round, at every start."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from console import app
from console.game.rulebook import rulebook_folder
from console.journal.reader import review
from console.software.identity import at_work, told
from console.table.play.transition import SOFTWARE
from console.table.state import events
from console.ui.window.table_window import TableWindow
from tests.ui.stands.kiosk import Kiosk, standing, supervisor


@pytest.fixture
def kiosk(tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(app, "LIVES", 0)
    with standing(tmp_path, qapp) as made:
        supervisor(made)
        yield made


def noted(journal: Path) -> list[str]:
    if not journal.exists():
        return []
    with review(journal) as found:
        told = [events.DECODER.decode(kept.event) for kept in found.entries(0)]
    return [each.text or "" for each in told if isinstance(each, events.Noted) and each.what == SOFTWARE]


def test_each_start_is_noted_with_the_digests_of_what_it_runs_on(kiosk: Kiosk) -> None:
    journal = kiosk.table.parent / "journal.db"
    for start in (1, 2):

        def closes(window: object, start: int = start) -> None:
            assert isinstance(window, TableWindow)
            for _ in range(6000):
                QTest.qWait(10)
                if len(noted(journal)) == start:
                    break
            window.close()

        assert kiosk.start(closes) == 0
    configuration = sha256(kiosk.table.read_bytes()).hexdigest()
    expected = at_work(rulebook_folder() / "lt.toml", configuration)
    assert [told(text) for text in noted(journal)] == [expected, expected]
