"""The waits that are counted down: bet time, and the time in which a player answers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from console.table.core.games.registry import game_of
from console.table.core.judging.checkpoints import ready
from console.table.core.running.timers import SECOND, AnswerTimer, BetTimer
from console.table.core.state.roles import Actor
from console.table.core.state.views import Prompt
from console.table.game.rulebook import load_rulebook

SEAT_3 = Prompt("await_decision", Actor.SYSTEM, (), hand=1, seat=3, seconds=13)
INSURANCE = Prompt("await_decision", Actor.SYSTEM, (), stage="insurance", seats=(1, 3), seconds=13)
CARD = Prompt("deal", Actor.DEALER, (), hand=1, seat=3)
HALTED = Prompt("resolve", Actor.PIT_BOSS, (), reason="device")


def test_an_answer_has_the_rulebooks_seconds_from_its_question_on() -> None:
    """LT-BJ-08: 13 seconds to choose."""
    answering = AnswerTimer()
    assert answering.ends_at(SEAT_3, 100) == 100 + 13 * SECOND
    assert answering.ends_at(SEAT_3, 5 * SECOND) == 100 + 13 * SECOND, "another line restarts nothing"


def test_the_seats_that_are_asked_about_insurance_share_one_time() -> None:
    answering = AnswerTimer()
    first = answering.ends_at(INSURANCE, 0)
    assert answering.ends_at(replace(INSURANCE, seats=(3,)), 4 * SECOND) == first


@pytest.mark.parametrize("between", [CARD, HALTED])
def test_after_a_card_or_a_halt_the_time_restarts(between: Prompt) -> None:
    answering = AnswerTimer()
    answering.ends_at(SEAT_3, 0)
    assert answering.ends_at(between, 6 * SECOND) is None
    assert answering.ends_at(SEAT_3, 9 * SECOND) == 22 * SECOND


def test_the_next_seat_has_its_own_time() -> None:
    answering = AnswerTimer()
    answering.ends_at(SEAT_3, 0)
    assert answering.ends_at(replace(SEAT_3, seat=4), 2 * SECOND) == 15 * SECOND


@pytest.mark.parametrize("pause", [0.0, 0.25, 4.0])
def test_bets_open_so_many_seconds_after_the_last_round(pause: float) -> None:
    """A pause of nothing is one, too: they open at once."""
    table, now = ready(game_of(load_rulebook("sv"), "baccarat")), datetime(2026, 11, 20, tzinfo=UTC)
    pacing = BetTimer(pause)
    pacing.watch(table, 7 * SECOND, now)
    assert pacing.due is not None
    assert pacing.due.at == 7 * SECOND + round(pause * SECOND)


def test_the_clock_opens_no_bets_if_a_game_server_does() -> None:
    table = ready(game_of(load_rulebook("sv"), "baccarat"))
    pacing = BetTimer(None)
    pacing.watch(table, 7 * SECOND, datetime(2026, 11, 20, tzinfo=UTC))
    assert pacing.due is None
