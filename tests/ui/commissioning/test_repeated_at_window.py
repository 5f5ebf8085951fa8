"""A certificate is repeated in the window where something has changed since, and what differs is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.commissioning import table_as_it_stands
from console.commissioning.certificate import read
from console.commissioning.proof import Said, Section, Verdict
from console.ui.commissioning.commissioning_desk import CommissioningDesk
from console.ui.commissioning.proof_list import why
from tests.commissioning.certificates import NOT_PROVED, PROVED
from tests.ui.commissioning.test_commissioning_desk import known_software, on_call, opened, proved, sign
from tests.ui.stands.at_work import AtWork, at_work

__all__ = ["known_software"]


def again(work: AtWork, desk: CommissioningDesk) -> None:
    """Go back to the table, and open the commissioning anew, as some days later."""
    desk.close()
    opened(work)
    work.until(lambda: desk.screen.last.of is not None and not desk.screen.work.busy)


def test_only_what_changed_is_proved_anew_and_what_differs_is_said(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(qtbot, tmp_path, device=False) as work:
        commissioning, words = on_call(work), work.window.words
        desk = opened(work)
        screen = desk.screen
        proved(work, desk)
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.entered and work.shown.table.commissioned is not None)
        again(work, desk)
        when = screen.last.when
        assert screen.beneath == words.text("commissioning.window.since.none", when=when)
        assert screen.primary_label == words.text("commissioning.window.repeat")
        assert Section.RULES not in screen.last.anew
        monkeypatch.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)
        again(work, desk)
        what = words.text("commissioning.stale.rulebook")
        assert screen.beneath == words.text("commissioning.window.since", when=when, what=what)
        commissioning.proofs = (
            PROVED,
            replace(NOT_PROVED, verdict=Verdict.PROVED, why="", clauses=("LT-BAC-33",)),
        )
        proved(work, desk)
        (differs, *_) = screen.heeded
        assert differs.what == Said("commissioning.clause", {"clause": "LT-BAC-33"})
        assert words.text("commissioning.verdict.not_proved") in why(differs, words)
        assert words.text("commissioning.window.differs", when=when, count=1) in screen.said
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.entered)
        first, second = (read(file) for file in sorted(tmp_path.glob("commissioning-*.json")))
        assert second.before == first.digest
