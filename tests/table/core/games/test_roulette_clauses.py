"""Roulette's clauses on the table itself: who does what, in which order, and what is said of it."""

from __future__ import annotations

import re

import pytest

from tests.table.core.tables import CODES, Driven, Seen
from tests.table.core.wheel_at_random import number_read, spin_line, status, wheel_bytes
from tests.table.game.clauses import committed, said_to_be_proved

ELSEWHERE = {
    "ROU-1.2.1": "the table's furniture",
    "ROU-2.1.2": "link: the player's own responsibility",
    "ROU-2.1.5": "link: the provider's system refuses a bet",
    "LT-ROU-02b": "a wheel that sends the ball by itself has no dealer, and no dealer's console",
    "LT-ROU-14": "link: the player's screen during bet time",
    "LT-ROU-15": "the player's screen: the total bet and the numbers covered",
    "LT-ROU-16": "link: the account that the system debits",
    "LT-ROU-34": "link: a player who is cut off",
    "LT-ROU-35": "the messages on lost contact are the player's screen's",
}
"""Clauses that only the player's screen, the provider's system or the furniture can show."""

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
DONE: Seen = {"do": "done", "by": "D1"}


def at_wheel(code: str, *lines: Seen) -> tuple[Driven, Seen]:
    table = Driven(code, game="roulette")
    seen = table.view()
    for line in lines:
        seen = table.take(line)
        assert seen["accepted"], seen
    return table, seen


@pytest.mark.parametrize("code", CODES)
def test_the_wheel_is_checked_by_the_pit_boss_before_it_is_opened(code: str) -> None:
    """ROU-3.2.1, ROU-3.2.2, ROU-3.2.3, ROU-3.2.4: each with its clause; the ball's not in is."""
    table = Driven(code, game="roulette", is_ready=False)
    for who, role in (("P1", "pit_boss"), ("D1", "dealer")):
        table.take({"do": "sign_in", "who": who, "role": role})
    prompts = [table.take({"do": "open", "by": "P1"})["prompt"]]
    while (seen := table.take({"do": "done", "by": "P1"}))["phase"] == "wheel":
        prompts.append(seen["prompt"])
    checks = ["check_wheel", "check_level", "check_run", *([] if code == "is" else ["check_ball"])]
    assert [(prompt["action"], prompt["actor"]) for prompt in prompts] == [
        (each, "pit_boss") for each in checks
    ]
    own = [f"ROU-3.2.{number}" for number in range(1, len(checks) + 1)]
    assert [prompt["clauses"] for prompt in prompts] == [[clause] for clause in own]
    assert seen["prompt"]["action"] == "await_bets"


@pytest.mark.parametrize("code", CODES)
def test_bets_are_called_for_and_the_end_of_bets_is_called(code: str) -> None:
    """ROU-2.1.1, LT-ROU-13: place your bets, no more bets; then the ball."""
    _, opened = at_wheel(code, OPEN)
    assert (opened["say"], opened["bets"], opened["prompt"]["actor"]) == ("place_your_bets", "open", "system")
    _, closed = at_wheel(code, OPEN, CLOSED)
    assert (closed["say"], closed["bets"]) == ("no_more_bets", "closed")
    assert (closed["prompt"]["action"], closed["prompt"]["actor"]) == ("spin", "dealer")


@pytest.mark.parametrize("code", CODES)
def test_the_dealer_announces_the_number_and_then_bets_are_settled(code: str) -> None:
    """ROU-3.1.2, ROU-3.1.3, LT-ROU-02, LT-ROU-17: the number with what it is; no collecting of cards."""
    table, seen = at_wheel(code, OPEN, CLOSED, spin_line(4), number_read(32))
    assert (seen["prompt"]["action"], seen["prompt"]["actor"], seen["say"]) == (
        "announce",
        "dealer",
        "number",
    )
    assert (seen["bets"], table.table.results) == ("closed", ())
    seen = table.take(DONE)
    assert (seen["bets"], seen["round"]["status"], table.table.results) == ("settled", "finished", ("32",))
    assert (seen["phase"], seen["prompt"]["action"]) == ("betting", "await_bets")


@pytest.mark.parametrize("code", CODES)
def test_only_a_number_after_the_bets_and_the_run_is_the_number(code: str) -> None:
    """ROU-2.1.3, ROU-3.1.1: a reader's number sooner is none, and in bet time it halts play."""
    _, seen = at_wheel(code, OPEN, CLOSED, number_read(5))
    assert (seen["phase"], seen["round"]["number"], seen["round"]["recorded"]) == ("spinning", None, 5)
    table, _ = at_wheel(code, OPEN)
    seen = table.take(number_read(5))
    assert (seen["phase"], seen["bets"], seen["round"]["number"]) == ("halted", "closed", None)
    assert seen["prompt"]["actor"] == "pit_boss"


def test_the_pit_boss_decides_a_disturbed_spin_and_a_void_round_is_announced() -> None:
    """LT-ROU-24: every halt rests on it, and what comes of it is announced."""
    lines: list[list[Seen]] = [[spin_line(3)], [wheel_bytes(status(4, 1, 0), status(6, 1, 0))]]
    for disturbing in lines:
        table, seen = at_wheel("lt", OPEN, CLOSED, *disturbing)
        assert (seen["phase"], seen["prompt"]["actor"]) == ("halted", "pit_boss")
        assert "LT-ROU-24" in seen["prompt"]["clauses"]
        void = table.take({"do": "void", "by": "P1"})
        assert void["say"] in ("no_spin", "round_void") and void["say_text"]
        assert (void["round"]["status"], void["bets"]) == ("void", "refunded")


def test_every_clause_of_roulette_is_proved_or_is_shown_elsewhere() -> None:
    """Each row is named by a test that proves it, or listed with the reason why no table can show it."""
    ours = ("ROU-", "LT-ROU-", "LIM-roulette")
    ids = {row.id for row in committed() if row.id.startswith(ours) and row.kind != "term"}
    assert len(ids) == 59 and set(ELSEWHERE) <= ids
    named = set(re.findall(r"(?<![\w-])(?:(?:LT-)?ROU-[\w.-]*\w|LIM-\w+)", "\n".join(said_to_be_proved())))
    assert ids - named == set(ELSEWHERE), (sorted(ids - named), sorted(ELSEWHERE))
