"""A ball that runs while bets are open, and what else the table has on its hands then."""

from __future__ import annotations

import pytest

from tests.table.tables import Driven, Seen
from tests.table.wheel_at_random import status, wheel_bytes

OPEN: Seen = {"do": "bets", "state": "open"}
RUNS = wheel_bytes(status(3, 11, 0))


def opened(code: str) -> Driven:
    driven = Driven(code, game="roulette")
    for line in (OPEN, wheel_bytes(status(2, 11, 0))):
        assert driven.take(line)["accepted"]
    return driven


@pytest.mark.parametrize(("code", "halts"), [("sv", True), ("lt", True), ("ja", False), ("de", False)])
def test_a_ball_in_bet_time_halts_the_table_where_the_rulebook_does_not_let_it_run(
    code: str, halts: bool
) -> None:
    """ROU-2.1.3, LT-ROU-31a."""
    driven = opened(code)
    driven.take(RUNS)
    assert driven.table.halted is halts


def test_a_ball_that_was_sent_before_the_bets_halts_their_time_once() -> None:
    """LT-ROU-31a: its line comes every half a second."""
    driven = Driven("sv", game="roulette")
    for line in (wheel_bytes(status(2, 11, 0)), RUNS, OPEN):
        assert driven.take(line)["accepted"] and not driven.table.halted
    driven.take(RUNS)
    halt = driven.table.halt
    assert halt is not None and driven.table.wheel.early_ball_round == "T1-1"
    driven.take(RUNS)
    assert driven.table.halt == halt
    assert driven.take({"do": "withdraw", "by": "P1"})["accepted"]
    driven.take(RUNS)
    assert not driven.table.halted, "of each bet time it is told once"


def test_under_an_incident_it_halts_nothing_and_is_told_again_once_that_is_over() -> None:
    driven = opened("sv")
    driven.take({"do": "incident", "by": "D1"})
    driven.take(RUNS)
    assert driven.table.halt is None and driven.table.wheel.early_ball_round is None
    assert driven.view()["prompt"]["action"] == "answer", "one thing after the other"
    driven.take({"do": "withdraw", "by": "D1"})
    assert not driven.table.halted
    driven.take(RUNS)
    assert driven.table.halt is not None and driven.table.wheel.early_ball_round == "T1-1"
