"""A player's answer in words, on one line: what it was, and its seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from console.base.words import Words
from console.table.core import PlayerAnswer
from console.table.game.blackjack import Choice
from console.table.words.answer_words import answer_line

ASKED = datetime(2026, 11, 20, 20, tzinfo=UTC)
STALE = "answer not counted: it belonged to an earlier question"


def answer(choice: Choice, seconds: float, **other: Any) -> PlayerAnswer:
    return PlayerAnswer(ASKED + timedelta(seconds=seconds), 1, 1, choice, asked=ASKED, **other)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (answer(Choice.STAND, 4.2, left=8.8), "stand · 8.8 s left"),
        (answer(Choice.STAND, 13, left=0.0), "stand · 0.0 s left"),
        (answer(Choice.STAND, 13.1, left=-0.1), "stand · 0.1 s too late"),
        (answer(Choice.TIMEOUT, 13.4, left=-0.4), "no answer in 13 s"),
        (
            answer(Choice.TIMEOUT, 20, by="P1", reason="no word"),
            "no answer in 20 s · P1 went on without an answer · no word",
        ),
        (answer(Choice.TIMEOUT, 3, missed="stale"), f"no answer in time · {STALE}"),
        (answer(Choice.HIT, 13.4, missed="late", behind=0.4), "hit · answer not counted: 0.4 s too late"),
        (answer(Choice.HIT, 1, missed="halt", by="P1"), "hit · answer not counted: play was halted · P1"),
    ],
)
def test_an_answer_is_shown_with_its_seconds_and_why_it_did_not_count(given: PlayerAnswer, line: str) -> None:
    """BJ-3.5-ii, LT-BJ-08: thirteen seconds from the prompt."""
    assert answer_line(Words("en"), given, "22:00:13") == f"22:00:13  {line}"
