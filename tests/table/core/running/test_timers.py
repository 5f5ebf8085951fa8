"""The waits that are counted down: bet time, and the time in which a player answers."""

from __future__ import annotations

from datetime import UTC, datetime
from math import inf

import pytest
from msgspec.structs import replace

from console.table.core import About, Actor, NoteKind, Prompt, game_of, of_health, ready
from console.table.core.running.timers import AnswerTimer, BetTimer
from console.table.core.state.note_kinds import SCREEN
from console.table.devices import Health
from console.table.game import load_rulebook
from tests.table.core.tables import Driven
from tests.table.core.wheel_at_random import status, wheel_bytes

SECOND = 10**9

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


def test_a_table_whose_players_nobody_can_hear_ends_its_round_and_opens_no_bets() -> None:
    driven, now = Driven("sv", game="blackjack"), datetime(2026, 11, 20, tzinfo=UTC)
    pacing = BetTimer(inf)
    pacing.watch(driven.table, 0, now)
    assert pacing.due is None
    driven.take({"do": "bets", "state": "open"})
    pacing.watch(driven.table, 0, now)
    assert pacing.due is not None and pacing.bets_close_at is not None


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


def _waiting_table(rules: str = "sv") -> Driven:
    return Driven(rules, game="roulette")


def _due(table: Driven, pacing: BetTimer, at: int) -> int | None:
    """When the bets open by themselves, in seconds."""
    pacing.watch(table.table, at * SECOND, datetime(2026, 11, 20, tzinfo=UTC))
    return None if pacing.due is None else pacing.due.at // SECOND


@pytest.mark.parametrize("health", [Health.SILENT, Health.LOST, Health.RECONNECTING])
def test_no_bets_open_by_themselves_at_a_wheel_that_can_not_be_heard(health: Health) -> None:
    table, pacing = _waiting_table(), BetTimer(3.0)
    table.session.note(of_health(About.DEVICE, health), text="wheel")
    assert _due(table, pacing, 10) is None
    table.session.note(of_health(About.DEVICE, Health.CONNECTED), text="wheel")
    assert _due(table, pacing, 50) == 53, "the pause begins with the wheel's first line"


@pytest.mark.parametrize(("state", "bits"), [(1, 4), (2, 4), (6, 4)])
def test_no_bets_open_by_themselves_at_a_wheel_that_fails(state: int, bits: int) -> None:
    table, pacing = _waiting_table(), BetTimer(3.0)
    table.take(wheel_bytes(status(state, 7, 0, bits)))
    assert _due(table, pacing, 10) is None
    table.take(wheel_bytes(status(1, 8, 0)))
    assert _due(table, pacing, 20) == 23


def test_a_dealer_who_opens_the_bets_of_a_silent_wheel_is_asked_once() -> None:
    table, pacing = _waiting_table(), BetTimer(3.0)
    table.session.note(of_health(About.DEVICE, Health.SILENT), text="wheel")
    assert table.session.open_bets().accepted
    for line in (
        {"do": "bets", "state": "closed"},
        {"do": "spin", "turns": 4, "direction": "against", "by": "D1"},
        {"do": "number", "number": 7, "source": "dealer", "by": "D1"},
        {"do": "number", "number": 7, "source": "dealer", "by": "D1"},
        {"do": "done", "by": "D1"},
    ):
        assert table.take(line)["accepted"], line
    assert _due(table, pacing, 100) == 103


def test_no_bets_open_by_themselves_behind_a_locked_screen() -> None:
    table, pacing = _waiting_table(), BetTimer(3.0)
    table.session.note(NoteKind.LOCKED, text=SCREEN)
    assert _due(table, pacing, 10) is None
    table.session.note(NoteKind.UNLOCKED, "D1")
    assert _due(table, pacing, 70) == 73
