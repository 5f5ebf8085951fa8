"""A ball that runs while bets are open, and what else the table has on its hands then."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven, Seen
from tests.table.core.wheel_at_random import status, wheel_bytes

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
    assert not driven.table.halted, "it is reported once for each bet time"


def test_a_ball_in_bet_time_halts_only_after_the_open_incident_is_withdrawn() -> None:
    driven = opened("sv")
    driven.take({"do": "incident", "by": "D1"})
    driven.take(RUNS)
    assert driven.table.halt is None and driven.table.wheel.early_ball_round is None
    assert driven.view()["prompt"]["action"] == "answer", "one thing after the other"
    driven.take({"do": "withdraw", "by": "D1"})
    assert not driven.table.halted
    driven.take(RUNS)
    assert driven.table.halt is not None and driven.table.wheel.early_ball_round == "T1-1"


def settled_last_number(driven: Driven, *meanwhile: Seen) -> None:
    """A number in bet time halts the table; the number of the round before is put right over that halt."""
    for line in (
        *(OPEN, {**OPEN, "state": "closed"}, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}),
        *({"do": "number", "number": 7, "source": "reader"}, {"do": "done", "by": "D1"}, OPEN),
    ):
        assert driven.take(line)["accepted"], line
    for line in meanwhile:
        assert driven.take(line)["refused"] in ("bets_open", "halted"), line
    for line in (
        {"do": "incident", "kind": "wrong_number_recorded", "by": "P1", "facts": {"actual": 8}},
        {"do": "done", "by": "P1"},
    ):
        assert driven.take(line)["accepted"], line


DEALERS: Seen = {"do": "number", "number": 5, "source": "dealer", "by": "D1"}
READERS: Seen = {"do": "number", "number": 17, "source": "reader"}


@pytest.mark.parametrize(
    "meanwhile", [(DEALERS,), (READERS,), (DEALERS, READERS)], ids=["dealer", "reader", "both"]
)
def test_a_number_of_bet_time_that_no_outcome_uses_is_never_the_next_spins(
    meanwhile: tuple[Seen, ...],
) -> None:
    """It counts as withdrawn, from any source: until the next spin the reader's number is no result."""
    driven = Driven("sv", game="roulette")
    settled_last_number(driven, *meanwhile)
    assert driven.view()["prompt"]["action"] == "spin"
    assert driven.take(READERS)["accepted"]
    assert driven.view()["round"]["recorded"] is None
    driven.take({"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
    assert driven.view()["prompt"]["action"] == "await_number"


def test_the_readers_number_does_not_count_once_a_step_takes_the_ball_out() -> None:
    """LT-ROU-31a after a number that the dealer told: the reader's comes before the step is done."""
    driven = Driven("sv", game="roulette")
    for line in (OPEN, DEALERS):
        driven.take(line)
    for line in (
        {"do": "incident", "kind": "spun_in_bet_time", "by": "P1", "facts": {"ball": "track"}},
        READERS,
    ):
        assert driven.take(line)["accepted"], line
    assert driven.view()["round"]["recorded"] is None


def test_a_number_after_the_bets_is_dropped_with_the_ball_that_is_taken_out() -> None:
    """LT-ROU-31a: the reader's number of that ball must not become the result of the next spin."""
    driven = Driven("lt", game="roulette")
    track = {"do": "incident", "kind": "spun_in_bet_time", "by": "P1", "facts": {"ball": "track"}}
    for line in (OPEN, track, {**OPEN, "state": "closed"}):
        assert driven.take(line)["accepted"]
    assert driven.take(READERS)["round"]["recorded"] == 17
    taken_out = driven.take({"do": "done", "by": "D1"})
    assert taken_out["prompt"]["action"] == "spin" and taken_out["round"]["recorded"] is None
