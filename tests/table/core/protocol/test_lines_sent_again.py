"""A line that names its round, or the view that it answers, is taken once, however often it is sent."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven, Seen

CLOSED: Seen = {"do": "bets", "state": "closed"}


def decide(choice: str, entry: int | None = None, seat: int = 1, **more: object) -> Seen:
    seen = {} if entry is None else {"seen": {"entry": entry, "ms": 0}}
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice, **seen, **more}


def dealt(*cards: str, seats: tuple[int, ...] = (1, 3)) -> tuple[Driven, Seen]:
    table = Driven("sv", game="blackjack")
    for line in ({"do": "bets", "state": "open"}, {"do": "seats", "seats": [*seats]}, CLOSED):
        table.take(line)
    for card in cards:
        view = table.take({"do": "card", "card": card})
    return table, view


HANDS = ("2H", "9H", "6S", "2D", "7D", "4C")


def test_bets_are_opened_once_however_often_the_line_comes() -> None:
    table = Driven("sv")
    line: Seen = {"do": "bets", "state": "open", "round": None}
    assert table.take(line)["accepted"]
    again = table.take(line)
    assert (again["refused"], again["phase"]) == ("stale", "betting")
    assert again["why"] == '`round` is null: "T1-1" is right.'


@pytest.mark.parametrize(
    "line",
    [CLOSED, {"do": "seats", "seats": [1]}, decide("hit")],
    ids=lambda line: str(line["do"]),
)
def test_a_line_of_another_round_changes_nothing(line: Seen) -> None:
    """A game server names T1-999 in round T1-1."""
    table, before = dealt(*HANDS)
    after = table.take({**line, "round": "T1-999"})
    assert after["refused"] == "stale"
    assert (after["phase"], after["round"]) == (before["phase"], before["round"])


def test_a_number_of_another_round_is_no_result() -> None:
    table = Driven("sv", game="roulette")
    table.take({"do": "bets", "state": "open"})
    table.take(CLOSED)
    table.take({"do": "spin", "turns": 4, "direction": "against", "by": "D1"})
    assert (
        table.take({"do": "number", "number": 3, "source": "reader", "round": "T1-2"})["refused"] == "stale"
    )
    assert (
        table.take({"do": "number", "number": 4, "source": "reader", "round": "T1-1"})["round"]["number"] == 4
    )


def test_a_hit_that_is_sent_twice_deals_one_card() -> None:
    """BJ-3.5-i: once its card lies there, the same line asks for another one."""
    table, view = dealt(*HANDS)
    hit = decide("hit", view["entry"])
    assert table.take(hit)["accepted"]
    table.take({"do": "card", "card": "2S"})
    again = table.take(hit)
    assert again["refused"] == "stale" and "hand 1.1" in again["why"]
    assert again["prompt"]["action"] == "await_decision"


def test_another_seats_answer_to_insurance_makes_no_answer_stale() -> None:
    """BJ-3.7: several seats answer in any order."""
    table, view = dealt("8S", "5S", "AH", "9D", "6D", "9C")
    assert table.take(decide("decline", view["entry"]))["accepted"]
    assert table.take(decide("insure", view["entry"], seat=3))["accepted"]


def test_an_answer_that_is_seen_before_the_hand_was_asked_is_stale_once_it_is() -> None:
    table, view = dealt(*HANDS)
    table.take(decide("stand"))
    assert table.take(decide("hit", view["entry"], seat=3))["refused"] == "stale"


def test_a_decision_whose_seen_has_another_shape_is_bad_input() -> None:
    table, _ = dealt(*HANDS)
    assert table.take(decide("hit") | {"seen": 17})["refused"] == "bad_input"


@pytest.mark.parametrize("seen", [{"entry": 3, "ms": 1}, 17, None, {"entry": "x"}], ids=str)
def test_a_readers_number_is_taken_whatever_stands_in_seen(seen: object) -> None:
    """It has no ``by``, so ``seen`` is a field that is not listed."""
    table = Driven("sv", game="roulette")
    table.take({"do": "bets", "state": "open"})
    table.take(CLOSED)
    table.take({"do": "spin", "turns": 4, "direction": "against", "by": "D1"})
    view = table.take({"do": "number", "number": 3, "source": "reader", "seen": seen})
    assert view["accepted"] and view["round"]["number"] == 3


@pytest.mark.parametrize("seen", [{"entry": 3, "ms": 1}, 17], ids=str)
def test_a_card_that_was_read_is_taken_whatever_stands_in_seen(seen: object) -> None:
    table = Driven("sv")
    table.take({"do": "bets", "state": "open"})
    table.take(CLOSED)
    assert table.take({"do": "card", "card": "9H", "seen": seen})["round"]["player"] == ["9H"]
