"""Under time it goes from one rehearsal to the next, and what came of all of them is said at the end."""

from __future__ import annotations

import secrets

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.rehearsals.proficiency.record_file import RehearsalRecords
from console.rehearsals.proficiency.unfinished_rehearsals import UnfinishedRehearsals
from console.rehearsals.result import RehearsalResult, Sitting, Way
from tests.rehearsals.ui.hands import given, theatre_of


@pytest.mark.sweep
def test_two_are_played_in_a_row_then_left_and_each_leads_to_its_own_result(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, begin = list[RehearsalResult](), RehearsalRecords.begin

    def marked(records: RehearsalRecords, left: RehearsalResult) -> UnfinishedRehearsals | None:
        begun.append(left)
        return begin(records, left)

    monkeypatch.setattr(RehearsalRecords, "begin", marked)
    monkeypatch.setattr(secrets, "randbelow", lambda below: 3)
    with theatre_of("lt", "en", Way.UNDER_TIME) as hands:
        theatre, desk, words = hands.theatre, hands.theatre.desk, Words("en")
        hands.wrong = "belief"
        hands.begin(given("en", "P1"), "baccarat-cards-drop-seen")
        assert hands.window.mark.isVisible() and hands.window.mark.text == "1 of 5"
        first = hands.play()
        assert not first.passed
        assert theatre.window is not None and not desk.isVisible(), "no debriefing in between"
        assert hands.window.mark.text == "2 of 5"
        hands.wrong = ""
        second = hands.play()
        assert second.passed and second.rehearsal != first.rehearsal
        assert hands.window.mark.text == "3 of 5"
        hands.window.leave()

        page = desk.exam_page
        assert theatre.window is None and page.isVisibleTo(desk)
        assert page.title == words.text("rehearsal.exam.fail")
        assert page.beneath == "1 of 5 passed"
        rows = page.table.of.rows
        assert [row.result is not None for row in rows] == [True, True, True, False, False]
        assert "Right:" in page.table.of.index(0, 1).data()
        assert "Right:" not in page.table.of.index(1, 1).data()
        kept = hands.repertoire.records.results
        assert [each.rehearsal for each in kept][:2] == [first.rehearsal, second.rehearsal]
        assert page.exam is not None
        sat = [Sitting(page.exam.seed, number, 5) for number in (1, 2, 3)]
        assert [each.sitting for each in kept] == sat[: len(kept)], "the seed is in the record"
        assert [each.sitting for each in begun] == sat, "a killed exam's too, which was no exam in it"

        for at, result in enumerate((first, second)):
            place = page.table.visualRect(page.table.of.index(at, 1)).center()
            QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
            assert desk.debriefing.isVisibleTo(desk)
            assert desk.debriefing.result == replace(result, sitting=sat[at])
            assert desk.debriefing.again.isHidden()
            QTest.mouseClick(desk.debriefing.replay, Qt.MouseButton.LeftButton)
            assert desk.replay is not None and desk.replay.isVisibleTo(desk)
            assert desk.replay.story is not None
            assert desk.replay.story.moments[-1].at >= result.began
            QTest.mouseClick(desk.replay.back, Qt.MouseButton.LeftButton)
            QTest.mouseClick(desk.debriefing.back, Qt.MouseButton.LeftButton)
            assert page.isVisibleTo(desk)
        QTest.mouseClick(page.primary, Qt.MouseButton.LeftButton)
        assert desk.start.isVisibleTo(desk)
