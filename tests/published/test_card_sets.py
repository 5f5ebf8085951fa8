"""Published cases 1 to 6, 15, 16 and 19: a wrong card set, its inspection waved through, at the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.instruments.published_cases import CASES, Case
from tests.published.scene import EN, Scene, scene
from tests.sweep import sampled

ORDER, COPIES, COUNT = "Their order", "Copies of one card", "Number of all cards"
CAUSES = {1: COPIES, 2: COPIES, 3: COUNT, 4: COPIES, 5: COPIES, 6: ORDER, 15: ORDER, 16: ORDER, 19: ORDER}
"""The answer that the record gives to what is wrong with the cards, by the case's number."""
IN_PLAY = (
    ("sign_in", "pit_boss"),
    ("resolve", "pit_boss"),
    ("answer", "pit_boss"),
    ("authorise", "pit_boss"),
    ("change_shoe", "dealer"),
    ("sign_in", "pit_boss"),
    ("quarantine_set", "pit_boss"),
)
"""The steps, each with the person who is asked for it, once the table has stopped."""
AT_CLOSE = (
    ("inspect", "dealer"),
    ("sign_in", "pit_boss"),
    ("authorise", "pit_boss"),
    ("quarantine_set", "pit_boss"),
)


def play(at: Scene, case: Case) -> None:
    """Deal until the table stops, or as many rounds as were published have gone by and the set is counted."""
    at.until(lambda: at.is_stopped or (at.rounds == case.rounds and at.prompt.action == "await_bets"))
    if not at.is_stopped:
        at.count = len(case.cards)
        at.order("button.close_table")
        at.press(EN.text("pit.to_table"))
    at.asked.clear()
    at.until(lambda: at.prompt.action == "await_bets" or at.view.phase == "closed")


@pytest.mark.parametrize("case", sampled(CASES, CASES[5:8]), ids=lambda case: case.what)
def test_a_wrong_set_stops_the_table_and_stays_open_for_the_house(
    qtbot: QtBot, tmp_path: Path, case: Case
) -> None:
    """BAC-3.1.1: dealer and pit boss are led to another shoe; papers say which rounds were dealt from it."""
    with scene(qtbot, tmp_path, "sv", "baccarat", case) as at:
        play(at, case)
    cause = CAUSES[case.number]
    led = AT_CLOSE if cause == COUNT else IN_PLAY
    assert tuple(at.asked[: len(led)]) == led
    record, report = at.paper("incident", "T7-i1"), at.paper("report")
    settled = at.rounds - ("Round void, bets go back" in record)
    concerned = settled - at.rounds_before_shoe if cause == ORDER else settled
    dealt = f"{at.rounds} rounds, {concerned} concerned"
    assert f"What is wrong with the cards?  {cause} ·" in record
    assert f"Rounds since this set came into play  {dealt}" in record
    (put_aside,) = [line for line in report.splitlines() if dealt in line and "cards counted" in line]
    assert put_aside.count("P1") == 2, "who presented it and put it aside"
    assert "416 cards counted" in put_aside, "the inspection that was waved through"
    handed_over = at.paper("report", "--handover")
    assert "Wrong card set" in handed_over and dealt in handed_over
    assert "For the house to decide. Nothing that was paid is taken back." in handed_over
