"""Players who are not there, through whole shoes in every rulebook: they answer what is asked and offered,
like people, and see what the link shows alone.

BJ-2.1.2, BJ-2.6, BJ-2.7, BJ-3.4, BJ-3.5-i, BJ-3.5-ii, BJ-3.5-iii, BJ-3.7; LT-BJ-02, LT-BJ-06, LT-BJ-07,
LT-BJ-08.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from console.table.game.blackjack import best
from console.table.game.blackjack.basic_strategy import is_worth_half
from console.table.link.players import Habits, Players
from console.table.link.stand_in import Seen, TimedLine, Waits
from tests.table.core.tables import CODES
from tests.table.link.simulated_blackjack import SimulatedBlackjack

STEADY = Habits(plays=1.0, slips=0.0, times_out=0.0, leaves=0.0, insures=0.0, surrenders=0.0)
"""People who all bet, and never err."""
SHOES = 2


def whole_shoes(
    code: str, habits: Habits | None = None, shoes: int = SHOES, seed: int = 1
) -> tuple[SimulatedBlackjack, list[Seen]]:
    """Deal to the cut card and through the shuffle, this many times; the rounds as they ended."""
    table, rounds, shuffled = SimulatedBlackjack(code, habits, seed), [], 0
    before = table.seen
    for _ in range(40_000):
        seen = table.go_on()
        if seen["phase"] == "collecting" != before["phase"]:
            rounds.append(seen)
        shuffled += before["phase"] == "shoe" and seen["phase"] == "betting"
        before = seen
        if shuffled == shoes:
            return table, rounds
    raise AssertionError(f"no end of the shoe: {seen}")


@cache
def two_shoes(code: str) -> tuple[SimulatedBlackjack, list[Seen]]:
    """Whole shoes that are played for several tests, none of which goes on with them."""
    return whole_shoes(code)


def faces(round: Seen) -> list[str]:
    """All the cards that lie in a round that is over."""
    hands = [hand["cards"] for seat in round["seats"].values() for hand in seat]
    return [card for cards in (*hands, round["dealer"]["cards"]) for card in cards]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", CODES)
def test_whole_shoes_are_dealt_by_reader_and_players_and_nothing_is_refused(code: str) -> None:
    table, rounds = two_shoes(code)
    assert table.refused == []
    assert len(rounds) > 12
    kinds = Counter(entry.kind for entry in table.journal.entries)
    assert kinds["cut_card_drawn"] == SHOES
    assert {len(ended["round"]["seats"]) for ended in rounds} >= {4, 5, 6}
    ends = {hand["state"] for ended in rounds for seat in ended["round"]["seats"].values() for hand in seat}
    assert ends >= {"won", "lost", "push"} and ends <= {"won", "lost", "push", "surrendered"}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("code", CODES)
def test_dealt_cards_have_left_the_shoe_and_no_card_comes_nine_times(code: str) -> None:
    _, rounds = whole_shoes(code, shoes=1)
    dealt: Counter[str] = Counter()
    for ended in rounds:
        dealt.update(faces(ended["round"]))
        assert ended["shoe"]["left"] == 416 - dealt.total()
    assert "??" not in dealt, "the hole card is turned at the end, even if all players lost"
    assert max(dealt.values()) <= 8
    assert 208 <= dealt.total() < 208 + 40, "the last hand is the one in which the cut card came"


@pytest.mark.sweep(2)
@pytest.mark.parametrize("code", CODES)
def test_every_answer_is_one_of_the_offers_or_a_time_out(code: str) -> None:
    table, _ = two_shoes(code)
    assert len(table.answers) > 100
    for answer, asked in table.answers:
        prompt = asked["prompt"]
        assert prompt["action"] == "await_decision"
        assert answer["choice"] in (*prompt["offers"], "timeout")
        if "stage" in prompt:
            assert answer["seat"] in prompt["seats"] and answer["hand"] == 1
        else:
            assert (answer["seat"], answer["hand"]) == (prompt["seat"], prompt["hand"])


@pytest.mark.sweep
def test_surrender_is_chosen_where_the_rulebook_offers_it_alone() -> None:
    habits = Habits(surrenders=1.0, slips=0.0, times_out=0.0)
    for code in CODES:
        table, _ = whole_shoes(code, habits)
        gave_up = [(answer, asked) for answer, asked in table.answers if answer["choice"] == "surrender"]
        assert bool(gave_up) is (code == "lt")
        for answer, asked in gave_up:
            hand = asked["round"]["seats"][str(answer["seat"])][0]
            assert not is_worth_half(hand["total"], hand["soft"])


def answered_badly(table: SimulatedBlackjack) -> list[str]:
    """The answers that basic strategy would not have given."""
    bad = []
    for answer, asked in table.answers:
        if "stage" in asked["prompt"] or answer["choice"] == "timeout":
            continue
        hand = asked["round"]["seats"][str(answer["seat"])][answer["hand"] - 1]
        up = asked["round"]["dealer"]["cards"][0]
        wanted = best(asked["prompt"]["offers"], hand["cards"], hand["total"], hand["soft"], up)
        if answer["choice"] != wanted:
            bad.append(answer["choice"])
    return bad


@pytest.mark.sweep
def test_slips_happen_as_often_as_they_are_set_to() -> None:
    steady, _ = whole_shoes("sv", STEADY)
    assert answered_badly(steady) == []
    people, _ = whole_shoes("sv", Habits(slips=0.2, times_out=0.0, leaves=0.0))
    share = len(answered_badly(people)) / len(people.answers)
    assert 0.1 < share < 0.3


@pytest.mark.sweep
def test_insurance_is_mostly_declined() -> None:
    table, _ = whole_shoes("de", Habits(slips=0.0), shoes=6)
    choices = Counter(answer["choice"] for answer, asked in table.answers if "stage" in asked["prompt"])
    assert 0 < choices["insure"] < choices["decline"] / 4


@pytest.mark.sweep
def test_a_time_out_comes_when_the_time_is_over_and_play_goes_on() -> None:
    table, rounds = whole_shoes("lt", Habits(times_out=0.3, leaves=0.0))
    late = [answer for answer, _ in table.answers if answer["choice"] == "timeout"]
    assert 0.15 < len(late) / len(table.answers) < 0.45
    assert table.refused == [] and rounds


def test_a_player_who_left_does_not_answer_in_this_round_or_bet_in_the_next() -> None:
    table = SimulatedBlackjack("sv", Habits(plays=1.0, leaves=1.0, returns=0.0))
    for _ in range(400):
        if table.go_on()["phase"] == "collecting":
            break
    assert {answer["choice"] for answer, _ in table.answers} == {"timeout"}
    gone = {answer["seat"] for answer, _ in table.answers}
    assert gone
    for _ in range(400):
        if table.go_on()["phase"] == "dealing":
            break
    assert gone.isdisjoint(map(int, table.seen["round"]["seats"])) and table.refused == []


def test_a_card_that_cannot_be_read_is_drawn_again_whosever_it_is() -> None:
    table, tries = SimulatedBlackjack("is", STEADY), 0
    while tries < 40:
        before = table.seen["prompt"]["action"]
        if before == "deal":
            table.reader.next_unreadable()
        tries += table.go_on()["prompt"]["action"] == "rescan" != before
    assert table.refused == []


def test_players_answer_once_a_card_out_of_turn_that_halted_the_table_is_withdrawn() -> None:
    table = SimulatedBlackjack("de", Habits(plays=1.0, times_out=0.0, leaves=0.0))
    while table.seen["prompt"].get("stage") or table.seen["phase"] != "deciding":
        table.go_on()
    table.hear(b"9H\r\n")
    assert (table.seen["phase"], table.seen["refused"]) == ("halted", "out_of_turn")
    assert table.waits.next is None
    while table.seen["phase"] != "collecting":
        table.go_on()
    assert [why for _, why in table.refused] == ["out_of_turn"]


def test_a_round_without_bets_deals_no_card() -> None:
    table = SimulatedBlackjack("sv", Habits(plays=0.0))
    for _ in range(3):
        table.go_on()
    assert (table.seen["phase"], table.seen["round"]["status"]) == ("betting", "void")
    assert table.refused == []


@pytest.mark.sweep
def test_the_same_chance_plays_the_same_shoe() -> None:
    first, second = (whole_shoes("ja", shoes=1, seed=7)[0] for _ in range(2))
    assert [answer for answer, _ in first.answers] == [answer for answer, _ in second.answers]


# --- the time of an answer ----------------------------------------------------------------------------


def asked_of(*seats: int, seconds: int = 13, phase: str = "deciding") -> Seen:
    """A view in which insurance is asked of these seats, everybody on hard 16 against an ace."""
    hand = {"cards": ["TH", "6S"], "total": 16, "soft": False}
    round: dict[str, Any] = {"id": "T1-1", "seats": {str(seat): [hand] for seat in range(1, 8)}}
    prompt = {"action": "await_decision", "stage": "insurance", "seats": list(seats), "seconds": seconds}
    round["dealer"] = {"cards": ["AH", "??"], "total": 11, "soft": True}
    if phase == "halted":
        prompt = {"action": "resolve"}
    return {
        "phase": phase,
        "entry": 7,
        "bets": "closed",
        "round": round,
        "prompt": prompt | {"offers": ["insure", "decline"]},
    }


def test_several_seats_think_at_the_same_time_and_each_within_its_own() -> None:
    players, waits = Players(random.Random(3), STEADY), Waits()
    left, now = [1, 2, 3, 4, 5, 6, 7], 100.0
    answered: list[int] = []
    while left:
        waits.look(players.due(asked_of(*left)), now)
        assert waits.next is not None
        now = waits.next
        line = waits.line_due(now)
        assert line is not None
        answered.append(msgspec.json.decode(line)["seat"])
        left.remove(answered[-1])
    assert answered != sorted(answered), "they answer in any order"
    assert 101.0 <= now <= 106.0, "all of them together take no longer than the slowest"


def test_usual_people_do_each_thing_sometimes_and_nothing_always() -> None:
    """A player whose connection broke bets less often in the next round, and mostly comes back."""
    players, sat, was_late = Players(random.Random(5)), set[int](), set[int]()
    counted: Counter[str] = Counter()
    times = list[float]()
    for number in range(3_000):
        bets = asked_of(seconds=18) | {"bets": "open", "phase": "betting"}
        bets["round"] = {"id": f"T1-{number}", "seats": {}}
        lines = players.due(bets)
        times += [line.after for line in lines]
        sat = set(msgspec.json.decode(lines[-1].line)["seats"]) if lines else set()
        counted += Counter(bets=len(sat), was_late=len(was_late), back=len(was_late & sat))
        asked = asked_of(*sorted(sat))
        asked["round"]["id"] = f"T1-{number}"
        answers = [msgspec.json.decode(each.line) for each in players.due(asked)]
        was_late = {each["seat"] for each in answers if each["choice"] == "timeout"}
        counted.update(each["choice"] for each in answers)
    assert 0.65 < counted["bets"] / 21_000 < 0.75
    assert 0.01 < counted["timeout"] / counted["bets"] < 0.05
    assert 0.05 < counted["insure"] / counted["bets"] < 0.2
    assert 0.5 < counted["back"] / counted["was_late"] < 0.65
    assert 1.8 <= min(times) < 2 and 14 < max(times) <= 14.4, "within a bet time of 18 seconds"


def test_a_halt_lets_them_choose_again() -> None:
    players, waits = Players(random.Random(3), STEADY), Waits()
    waits.look(players.due(asked_of(4)), 0.0)
    before = waits.next
    waits.look(players.due(asked_of(4, phase="halted")), 1.0)
    assert waits.next is None and before is not None
    waits.look(players.due(asked_of(4)), 50.0)
    assert waits.next is not None and waits.next >= 51.0


def test_the_pace_stretches_every_wait_and_zero_removes_it() -> None:
    for pace, at in ((0.0, 10.0), (1.0, 14.0), (2.5, 20.0)):
        waits = Waits(pace)
        waits.look([TimedLine(("a",), b"a", 4.0)], 10.0)
        assert waits.next == at


def test_a_line_is_repeated_only_when_a_view_still_asks_for_it() -> None:
    waits, asked = Waits(), [TimedLine(("a",), b"a", 1.0), TimedLine(("b",), b"b", 1.0)]
    waits.look(asked, 0.0)
    assert [waits.line_due(1.0), waits.line_due(1.0), waits.line_due(99.0)] == [b"a", b"b", None]
    waits.look(asked[1:], 2.0)
    assert waits.next == 2.5 and waits.line_due(3.0) == b"b"


def test_a_wait_that_goes_on_keeps_its_end() -> None:
    waits = Waits()
    for now in (0.0, 1.0, 2.0):
        waits.look([TimedLine(("a",), b"a", 4.0)], now)
    assert waits.next == 4.0
