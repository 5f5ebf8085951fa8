"""A certificate is repeated in the window where something has changed since, and what differs is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.commissioning import table_as_it_stands
from console.commissioning.devices.wheel_level import level_from_entry
from console.commissioning.ui.commissioning_screen import CommissioningDesk
from console.commissioning.ui.proof_list import why
from console.supervisor.records import WHEEL_LEVEL, Phrase, Section, Verdict
from console.table.core import LevelFinding
from tests.commissioning.certificates import NOT_PROVED, PROVED, read_certificate
from tests.commissioning.ui.test_commissioning_desk import on_call, open_desk, press, proved, sign
from tests.table.ui.harness.at_work import AtWork, at_work


def reopen(work: AtWork, desk: CommissioningDesk) -> None:
    """Go back to the table, and open the commissioning again, as some days later."""
    desk.close()
    open_desk(work)
    work.until(lambda: desk.screen.course.last.of is not None and not desk.screen.work.busy)


@pytest.mark.sweep
def test_only_changed_sections_are_proved_again_and_differences_are_named(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(qtbot, tmp_path, device=False) as work:
        commissioning, words = on_call(work), work.window.words
        desk = open_desk(work)
        screen = desk.screen
        proved(work, desk)
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.course.is_entered and work.shown.table.commissioned is not None)
        reopen(work, desk)
        when = screen.course.last.when
        assert screen.beneath == words.text("commissioning.window.since.none", when=when)
        assert screen.primary_label == words.text("commissioning.window.repeat")
        assert Section.RULES not in screen.course.last.again
        monkeypatch.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)
        reopen(work, desk)
        what = words.text("commissioning.stale.rulebook")
        assert screen.beneath == words.text("commissioning.window.since", when=when, what=what)
        commissioning.proofs = (
            PROVED,
            replace(NOT_PROVED, verdict=Verdict.PROVED, why="", clauses=("LT-BAC-33",)),
        )
        proved(work, desk)
        (differs, *_) = screen.proofs_to_read
        assert differs.what == Phrase("commissioning.clause", {"clause": "LT-BAC-33"})
        assert words.text("commissioning.verdict.not_proved") in why(differs, words)
        assert words.text("commissioning.window.differs", when=when, count=1) in screen.message
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.course.is_entered)
        first, second = (read_certificate(file) for file in sorted(tmp_path.glob("commissioning-*.json")))
        assert second.before == first.digest


@pytest.mark.sweep
def test_a_wheels_level_is_carried_over_with_the_certificate_that_found_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ROU-3.2.2: it is found once; the next certificate takes it over and says which certificate found it."""
    with at_work(qtbot, tmp_path, game="roulette", device=False) as work:
        commissioning, words = on_call(work), work.window.words
        desk = open_desk(work)
        screen = desk.screen
        press(work, screen.primary)
        work.until(lambda: screen.devices.under_test is not None)
        press(work, screen.primary)  # the wheel is level
        commissioning.runs[-1].let(30)
        work.until(lambda: not screen.work.busy)

        def level_rows() -> list[str]:
            rows = (each for each in screen.proofs_to_read if each.name == WHEEL_LEVEL)
            return [why(each, words) for each in rows if each.verdict is Verdict.PROVED]

        assert level_rows() == [words.text("commissioning.level.found")]
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.course.is_entered and work.shown.table.commissioned is not None)
        found = work.shown.table.commissioned
        assert found is not None and found.level is not None
        monkeypatch.setattr(table_as_it_stands, "rulebook_digest", lambda _: "99" * 32)
        work.clock.advance(3600)
        reopen(work, desk)
        assert Section.DEVICES not in screen.course.last.again
        proved(work, desk)
        assert screen.devices.under_test is None, "the wheel is not measured again"
        made = screen.course.certificate
        assert made is not None and made.carried == (Section.DEVICES,)
        assert level_rows() == [words.text("commissioning.level.found")]
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        work.until(lambda: screen.course.is_entered and work.shown.table.commissioned != found)
        kept = work.shown.table.commissioned
        assert kept is not None and kept.level == found.level and kept.digest != found.digest
        first, second = (read_certificate(file) for file in sorted(tmp_path.glob("commissioning-*.json")))
        assert level_from_entry(second) is LevelFinding.KEPT and second.level == first.level
