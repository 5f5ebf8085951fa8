"""Blackjack's clauses on the table itself: who does what, in which order, and what is said of it."""

from __future__ import annotations

import re

import pytest

from tests.table.core.tables import CODES, Driven, Seen
from tests.table.game.clauses import committed, said_to_be_proved

ELSEWHERE = {
    "BJ-2.1.4-ii": "link: the player's own responsibility",
    "BJ-2.1.4-iii": "link: the provider's system refuses a bet",
    "LT-BJ-2.3.22": "the message on lost contact is the player's screen's",
}
"""Clauses that only the player's screen, the provider's system or the furniture can show."""

OPEN, CLOSED = {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}


def table_to_prepare(code: str) -> Driven:
    """A table whose shoe is to be prepared."""
    table = Driven(code, game="blackjack", is_ready=False)
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    table.take({"do": "open", "by": "P1"})
    return table


def prepared(table: Driven) -> list[Seen]:
    """The prompts up to the first bets, each done by the one it names."""
    prompts = []
    while (view := table.view())["phase"] == "shoe":
        prompts.append(view["prompt"])
        by = "P1" if view["prompt"]["actor"] == "pit_boss" else "D1"
        table.take({"do": "done", "by": by, "counted": 416})
    return prompts


def actions(prompts: list[Seen]) -> list[str]:
    return [prompt["action"] for prompt in prompts]


def table_with_cards(code: str, cards: str, *seats: int) -> Driven:
    """A ready table on which these seats have bet, and these cards lie."""
    table = Driven(code, game="blackjack")
    bet_and_dealt(table, cards, *seats)
    return table


def bet_and_dealt(table: Driven, cards: str, *seats: int) -> None:
    lines: list[Seen] = [OPEN, {"do": "seats", "seats": list(seats)}, CLOSED]
    lines += [{"do": "card", "card": card} for card in cards.split()]
    for line in lines:
        view = table.take(line)
        assert view["accepted"], view


def answer(table: Driven, seat: int, choice: str, hand: int = 1) -> Seen:
    return table.take({"do": "decision", "seat": seat, "hand": hand, "choice": choice})


def press_done(table: Driven) -> Seen:
    return table.take({"do": "done", "by": "D1", "counted": 416})


every_rulebook = pytest.mark.parametrize("code", CODES)


# The shoe


@every_rulebook
def test_shoe_and_rack_are_inspected_every_gaming_day_before_cards_go_in(code: str) -> None:
    """BJ-1.4: first of all when the table opens, and again when it opens after it was closed."""
    table = table_to_prepare(code)
    first = prepared(table)
    assert (first[0]["action"], first[0]["actor"]) == ("check_shoe", "dealer")
    assert "BJ-1.4" in first[0]["clauses"]
    table.take({"do": "close", "by": "P1"})
    press_done(table)
    table.take({"do": "open", "by": "P1"})
    assert actions(prepared(table)) == actions(first)


@every_rulebook
def test_the_dealer_inspects_what_is_received_before_the_pit_boss_presents_it(code: str) -> None:
    """BJ-3.1.1, BJ-3.1.2, BJ-1.5, LT-BJ-01: eight decks are 416 cards."""
    prompts = prepared(table_to_prepare(code))
    assert [(step["action"], step["actor"]) for step in prompts[1:4]] == [
        ("receive_decks", "dealer"),
        ("inspect", "dealer"),
        ("present", "pit_boss"),
    ]
    assert prompts[1]["cards"] == 416
    assert "with" not in prompts[3], "the pit boss alone"


@every_rulebook
def test_cards_are_shuffled_stacked_cut_and_loaded_by_the_dealer(code: str) -> None:
    """BJ-3.1.3, BJ-3.2.1, LT-BJ-01: the wash first; lt shuffles three times."""
    shuffle = ["shuffle_1", "shuffle_2", "shuffle_3"] if code == "lt" else ["wash", "shuffle"]
    last = prepared(table_to_prepare(code))[4:]
    assert actions(last) == [*shuffle, "stack", "cut", "place_cut_card", "load"]
    assert {step["actor"] for step in last} == {"dealer"}


@every_rulebook
def test_the_cut_card_goes_four_decks_from_the_end(code: str) -> None:
    """BJ-3.3, LT-BJ-01: after the dealer's own cut; half of the shoe is dealt."""
    table = table_to_prepare(code)
    cut, place = [step for step in prepared(table) if step["action"] in ("cut", "place_cut_card")]
    assert (cut["actor"], place["actor"], place["from_end"]) == ("dealer", "dealer", 4 * 52)
    assert table.view()["shoe"] == {"left": 416, "last_hand": False}


@every_rulebook
def test_decks_that_come_into_play_again_are_inspected_and_presented_again(code: str) -> None:
    """BJ-3.1.4: new decks at a reshuffle, and those of a table that was closed."""
    table = Driven(code, game="blackjack")
    table.take({"do": "reshuffle", "new": True, "by": "P1"})
    again = actions(prepared(table))
    assert again[again.index("receive_decks") :][:3] == ["receive_decks", "inspect", "present"]
    table.take({"do": "close", "by": "P1"})
    assert "BJ-3.1.4" in table.view()["prompt"]["clauses"]
    press_done(table)
    table.take({"do": "open", "by": "P1"})
    assert actions(prepared(table))[1:4] == ["receive_decks", "inspect", "present"]


@every_rulebook
def test_the_same_cards_are_shuffled_right_after_the_hand_in_which_the_cut_card_came(code: str) -> None:
    """BJ-3.2.2, LT-BJ-01."""
    table = table_with_cards(code, "TH 9S", 1)
    assert table.take({"do": "cut_card"})["say"] == "last_hand_before_shuffle"
    for card in ("TD", "8C"):
        table.take({"do": "card", "card": card})
    answer(table, 1, "stand")
    for _ in ("turn the hole card", "announce"):
        assert press_done(table)["shoe"]["last_hand"]
    assert press_done(table)["phase"] == "shoe"
    assert actions(prepared(table))[0] == ("shuffle_1" if code == "lt" else "wash")


@every_rulebook
def test_a_reshuffle_can_be_ordered_and_waits_for_the_end_of_the_hand_in_play(code: str) -> None:
    """BJ-3.2.3: before the cut card has come too."""
    table = table_with_cards(code, "TH 9S TD 8C", 1)
    assert table.take({"do": "reshuffle", "by": "P1"})["phase"] == "deciding"
    answer(table, 1, "stand")
    press_done(table)
    assert press_done(table)["phase"] == "collecting"
    assert (press_done(table)["phase"], table.view()["shoe"]["left"]) == ("shoe", 416)
    prepared(table)
    assert table.take({"do": "reshuffle", "by": "P1"})["phase"] == "shoe", "between hands at once"


# Bets


@every_rulebook
def test_bets_have_23_seconds_and_no_more_bets_is_said_before_the_first_card(code: str) -> None:
    """LT-BJ-03, BJ-2.1.1, BJ-2.1.3: the game server ends them, then names the seats (BJ-2.1.2, LT-BJ-02)."""
    table = Driven(code, game="blackjack")
    wait = table.take(OPEN)
    assert (wait["say"], wait["prompt"]["seconds"]) == ("place_your_bets", 23)
    closed = table.take(CLOSED)
    assert (closed["say"], closed["bets"], closed["shoe"]["left"]) == ("no_more_bets", "closed", 416)
    assert closed["prompt"]["action"] == "await_seats"
    assert closed["prompt"]["clauses"] == ["LT-BJ-02" if code == "lt" else "BJ-2.1.2"]
    assert table.take({"do": "seats", "seats": [2]})["prompt"]["action"] == "deal"


@every_rulebook
def test_a_card_while_bets_are_open_is_never_taken(code: str) -> None:
    """BJ-2.1.3, LT-BJ-03."""
    table = Driven(code, game="blackjack")
    for line in (OPEN, {"do": "seats", "seats": [2]}):
        table.take(line)
    early = table.take({"do": "card", "card": "9H"})
    assert (early["refused"], early["phase"]) == ("bets_open", "halted")
    assert early["round"]["seats"]["2"][0]["cards"] == []


@every_rulebook
def test_after_the_first_card_no_player_joins_or_leaves(code: str) -> None:
    """BJ-2.1.2, LT-BJ-02, LT-BJ-03b: who comes then waits for the next game."""
    table = table_with_cards(code, "9H", 2, 5)
    for seats in ([2, 5, 6], [2], []):
        late = table.take({"do": "seats", "seats": seats})
        assert (late["refused"], sorted(late["round"]["seats"])) == ("out_of_turn", ["2", "5"])
    assert table.take(OPEN)["refused"] == "out_of_turn"


@every_rulebook
def test_a_confirmed_answer_with_its_bet_stays(code: str) -> None:
    """BJ-2.4, BJ-2.1.2: insurance, a double and a split are not taken back."""
    table = table_with_cards(code, "8H 9S AC 8D 9D 7H", 1, 3)
    assert answer(table, 1, "insure")["accepted"]
    assert answer(table, 1, "decline")["refused"] == "out_of_turn"
    answer(table, 3, "decline")
    press_done(table)
    assert answer(table, 1, "split")["round"]["seats"]["1"][1]["bet"] == 1
    assert not answer(table, 1, "stand")["accepted"]
    for card in ("2C", "3C"):
        table.take({"do": "card", "card": card})
    assert answer(table, 1, "double")["round"]["seats"]["1"][0]["bet"] == 2
    assert not answer(table, 1, "stand")["accepted"]
    seat = table.view()["round"]["seats"]["1"]
    assert [hand["bet"] for hand in seat] == [2, 1] and seat[0]["insurance"] == "lost"


@every_rulebook
def test_bets_are_settled_after_the_last_card_once_the_result_is_announced(code: str) -> None:
    """BJ-2.1.4: the system collects and pays then; nothing before."""
    table = table_with_cards(code, "TH 9S TD 8C", 1)
    answer(table, 1, "stand")
    result = press_done(table)
    assert (result["prompt"]["action"], result["prompt"]["actor"]) == ("announce", "dealer")
    assert (result["say"], result["bets"]) == ("dealer_result", "closed")
    assert (press_done(table)["bets"], table.view()["phase"]) == ("settled", "collecting")


# The deal


@every_rulebook
def test_the_deal_begins_at_the_dealers_left_in_any_order_of_bets(code: str) -> None:
    """BJ-3.4, LT-BJ-04, LT-BJ-06: one up, the dealer's up, a second up, the dealer's down."""
    table = table_with_cards(code, "", 6, 1, 3)
    places = []
    for card in ("2H", "3H", "4H", "9D", "5S", "6S", "7S", "8D"):
        prompt = table.view()["prompt"]
        assert (prompt["action"], prompt["actor"]) == ("deal", "dealer")
        places.append((prompt.get("seat", "dealer"), prompt["card"], prompt["face"]))
        table.take({"do": "card", "card": card})
    first = [(1, 1, "up"), (3, 1, "up"), (6, 1, "up"), ("dealer", 1, "up")]
    second = [(1, 2, "up"), (3, 2, "up"), (6, 2, "up"), ("dealer", 2, "down")]
    assert places == first + second
    view = table.view()
    assert (view["phase"], view["round"]["dealer"]["cards"]) == ("deciding", ["9D", "??"])


@every_rulebook
def test_the_dealer_waits_for_the_signal_before_the_next_card_and_the_next_player(code: str) -> None:
    """BJ-3.5-i, BJ-3.5-ii, BJ-3.5-iii: neither a card nor a press goes before the answer."""
    table = table_with_cards(code, "5H TS 9C 6H 7S 8D", 1, 2)
    asked = table.view()["prompt"]
    assert (asked["actor"], asked["seat"], asked["hand"], asked["seconds"]) == ("system", 1, 1, 13)
    assert press_done(table)["refused"] == "out_of_turn"
    assert answer(table, 1, "hit")["prompt"]["seat"] == 1
    assert table.take({"do": "card", "card": "2H"})["prompt"] == asked | {"offers": ["hit", "stand"]}
    early = table.take({"do": "card", "card": "9S"})
    assert (early["refused"], early["phase"]) == ("out_of_turn", "halted")
    assert early["round"]["seats"]["1"][0]["cards"] == ["5H", "6H", "2H"]


@every_rulebook
@pytest.mark.parametrize(("card", "total"), [("TD", 21), ("5S", 16), ("TC", 22)])
def test_at_twenty_one_and_over_the_table_moves_on_by_itself(code: str, card: str, total: int) -> None:
    """BJ-3.5-iii, BJ-4.4-i."""
    low = "5H" if total != 22 else "6H"
    table = table_with_cards(code, f"{low} TS 9C 6D 7S 8D", 1, 2)
    answer(table, 1, "hit")
    seen = table.take({"do": "card", "card": card})
    assert seen["round"]["seats"]["1"][0]["total"] == total
    assert seen["prompt"]["seat"] == (1 if total < 21 else 2)


@every_rulebook
def test_on_time_out_the_dealer_moves_on_without_a_card(code: str) -> None:
    """BJ-3.5-iii, LT-BJ-08: whatever the hand is."""
    table = table_with_cards(code, "5H TS 9C 6H 7S 8D", 1, 2)
    left = table.view()["shoe"]["left"]
    moved = answer(table, 1, "timeout")
    assert (moved["prompt"]["seat"], moved["shoe"]["left"]) == (2, left)
    assert moved["round"]["seats"]["1"][0]["state"] == "stood"


@every_rulebook
def test_one_who_is_cut_off_takes_no_insurance_and_stands(code: str) -> None:
    """LT-BJ-2.3.21, LT-BJ-08: what is chosen for a player who can't answer."""
    table = table_with_cards(code, "5H TS AC 6H 7S 8D", 1, 2)
    for seat in (1, 2):
        answer(table, seat, "timeout")
    assert press_done(table)["prompt"]["seat"] == 1
    for seat in (1, 2):
        answer(table, seat, "timeout")
    hands = [hands[0] for hands in table.view()["round"]["seats"].values()]
    assert [(hand["state"], hand["insurance"], len(hand["cards"])) for hand in hands] == [
        ("stood", None, 2)
    ] * 2


@every_rulebook
def test_the_hole_card_is_looked_at_only_under_an_ace_once_the_offer_is_over(code: str) -> None:
    """BJ-3.7, BJ-2.5.1, BJ-2.5.2, LT-BJ-07: and shown only when all cards asked for are out."""
    table = table_with_cards(code, "5H TS AC 6H 7S 8D", 1, 2)
    assert press_done(table)["refused"] == "out_of_turn", "before every seat has answered"
    answer(table, 2, "decline")
    assert answer(table, 1, "insure")["prompt"]["action"] == "peek"
    looked = press_done(table)
    assert (looked["prompt"]["seat"], looked["round"]["dealer"]["cards"]) == (1, ["AC", "??"])
    answer(table, 1, "stand")
    assert press_done(table)["refused"] == "out_of_turn", "seat 2 can still ask for cards"
    last = answer(table, 2, "stand")
    assert (last["prompt"]["action"], last["round"]["dealer"]["cards"]) == ("turn_hole", ["AC", "??"])
    assert press_done(table)["round"]["dealer"]["cards"] == ["AC", "8D"]


@every_rulebook
def test_cards_are_picked_up_one_way_every_time_by_every_dealer(code: str) -> None:
    """BJ-3.6: right to left, the dealer's first, after each round and by any dealer."""
    table, prompts = Driven(code, game="blackjack"), []
    for _ in range(2):
        bet_and_dealt(table, "TH 9S 9C TD TC 8C", 1, 7)
        for seat in (1, 7):
            answer(table, seat, "stand")
        press_done(table)
        prompts.append(press_done(table)["prompt"])
        press_done(table)
        table.take({"do": "sign_out", "who": "D1"})
        table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    first, again = prompts
    assert (first["action"], first["actor"]) == ("collect", "dealer")
    assert (first["direction"], first["first"]) == ("right_to_left", "dealer")
    assert first == again


def test_the_pit_boss_decides_a_disturbed_game_and_a_void_round_is_announced() -> None:
    """LT-BJ-16: what stops the game rests on it, and a void round is announced."""
    table = table_with_cards("lt", "9H TS 9S TD 9C 8D", 2, 5)
    halted = table.take({"do": "card", "card": "7D"})
    assert (halted["phase"], halted["prompt"]["actor"]) == ("halted", "pit_boss")
    assert "LT-BJ-16" in halted["prompt"]["clauses"]
    void = table.take({"do": "void", "by": "P1"})
    assert (void["say"], void["round"]["status"], void["bets"]) == ("round_void", "void", "refunded")


# All of them


def test_every_clause_of_blackjack_is_proved_or_is_shown_elsewhere() -> None:
    """Each row is named by a test that proves it, or listed with the reason why no table can show it."""
    ids = {row.id for row in committed() if row.id.startswith(("BJ-", "LT-BJ-")) and row.kind != "term"}
    assert len(ids) == 96 and set(ELSEWHERE) <= ids
    named = set(re.findall(r"(?<![\w-])(?:LT-)?BJ-[\w.-]*\w", "\n".join(said_to_be_proved())))
    assert ids - named == set(ELSEWHERE), (sorted(ids - named), sorted(ELSEWHERE))
