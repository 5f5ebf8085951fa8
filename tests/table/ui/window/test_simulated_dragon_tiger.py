"""A simulated table of the house's own example in its real window: its reader on a pty, presses, replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.table.core import Mode, View
from console.table.core.state.views import DuelView
from console.table.ui.felt.card_faces import LaidThing
from console.table.ui.felt.duel_on_felt import DuelOnFelt
from tests.base.words.catalogues import words
from tests.table.ui.harness.at_work import AtWork, at_work

SOME = 12
"""Rounds that are pressed through."""


def felt(work: AtWork) -> DuelOnFelt:
    on = work.window.dealer.felt.on
    assert isinstance(on, DuelOnFelt)
    return on


def rounds(work: AtWork, most: int) -> list[DuelView]:
    """Play ``most`` rounds to their end, or as many as the shoe has, by what the prompts ask."""
    ended: list[DuelView] = []
    while len(ended) < most:
        before, view = work.view.phase, work.follow()
        if ended and view.phase == "shoe":
            break
        if view.phase == "collecting" != before:
            assert isinstance(view.round, DuelView)
            ended.append(view.round)
    return ended


@pytest.mark.sweep
def test_dragon_tiger_is_dealt_by_the_prompts_and_marked_as_the_houses_own_example(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """DT-1 to DT-6, in TRAINING alone."""
    with at_work(qtbot, tmp_path, "sv", "de", game="dragon_tiger") as work:
        ended = rounds(work, SOME)
        assert len(ended) == SOME
        assert {each.outcome.winner.value for each in ended if each.outcome} <= {"dragon", "tiger", "tie"}
        view = work.window.people_here.view
        assert view is not None and view.mode is Mode.TRAINING
        assert view.results[-SOME:] == tuple(each.outcome.winner.value for each in ended if each.outcome)
        assert words("de").text("felt.example") in work.window.dealer.felt.accessibleName()
        assert _left(work.view) == 414 - 2 * SOME


def _left(view: View) -> int:
    assert view.shoe is not None
    return view.shoe.left


def test_the_place_that_is_due_is_marked_and_then_the_card_lies_there(qtbot: QtBot, tmp_path: Path) -> None:
    """DT-3."""
    with at_work(qtbot, tmp_path, "lt", "ja", game="dragon_tiger", ready=True) as work:
        while work.due != "deal":
            work.follow()
        for hand in felt(work).places:
            assert work.view.prompt.hand == hand.value
            assert felt(work).places[hand].face.lies is LaidThing.NEXT
            work.draw()
            assert felt(work).places[hand].face.lies is LaidThing.FACE
