"""Baccarat's clauses on the table itself: who does what, in which order, and what is in view."""

from __future__ import annotations

import re

import pytest

from tests.table.core.tables import CODES, Driven, Seen
from tests.table.game.clauses import committed, said_to_be_proved

INSPECTED: Seen = {"do": "done", "by": "D1", "counted": 416}
ELSEWHERE = {
    "BAC-2.1.1": "link: bets are placed at the player's screen",
    "BAC-2.1.7-ii": "link: the player's own responsibility",
    "BAC-2.1.7-iii": "link: the provider's system refuses a bet",
    "LT-BAC-11b": "link: chips are chosen at the player's screen",
    "LT-BAC-33": "link: the player's own connection",
    "LT-BAC-34": "the message on lost contact is the player's screen's",
}
"""Clauses that only the player's client, the provider's system or the furniture can show."""


def table_to_prepare(code: str) -> Driven:
    """A table whose shoe is to be prepared."""
    table = Driven(code, is_ready=False)
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    table.take({"do": "open", "by": "P1"})
    return table


def steps_of(table: Driven) -> list[Seen]:
    """The prompts up to the first bets, each done by the one it names."""
    prompts = []
    while (view := table.view())["phase"] == "shoe":
        prompt = view["prompt"]
        prompts.append(prompt)
        if prompt["action"] == "burn_card":
            table.take({"do": "card", "card": "AC"})
        else:
            table.take({"do": "done", "by": "P1" if prompt["actor"] == "pit_boss" else "D1", "counted": 416})
    return prompts


def coup(table: Driven) -> Seen:
    """Deal a coup of four cards up to its pick-up; the prompt then."""
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")),
        {"do": "done", "by": "D1"},
    ):
        assert table.take(line)["accepted"]
    prompt: Seen = table.view()["prompt"]
    return prompt


@pytest.mark.parametrize("code", CODES)
def test_the_dealer_inspects_what_is_received_before_the_pit_boss_presents_it(code: str) -> None:
    """BAC-3.1.1, BAC-3.1.2, BAC-1.3.1: 416 cards."""
    prompts = steps_of(table_to_prepare(code))
    assert [(step["action"], step["actor"]) for step in prompts[1:4]] == [
        ("receive_decks", "dealer"),
        ("inspect", "dealer"),
        ("present", "pit_boss"),
    ]
    assert prompts[1]["cards"] == 416


@pytest.mark.parametrize("code", CODES)
def test_decks_that_come_into_play_again_are_inspected_and_presented_again(code: str) -> None:
    """BAC-3.1.4: new decks at a reshuffle, and those of a table that was closed."""
    table = Driven(code)
    table.take({"do": "reshuffle", "new": True, "by": "P1"})
    again = [step["action"] for step in steps_of(table)]
    assert again[again.index("receive_decks") :][:3] == ["receive_decks", "inspect", "present"]
    table.take({"do": "close", "by": "P1"})
    table.take(INSPECTED)
    table.take({"do": "open", "by": "P1"})
    assert [step["action"] for step in steps_of(table)][1:4] == ["receive_decks", "inspect", "present"]


@pytest.mark.parametrize("code", CODES)
def test_the_dealer_cuts_and_the_cut_card_goes_seven_from_the_end(code: str) -> None:
    """BAC-3.3.1, BAC-3.3.2, BAC-3.3.3, BAC-3.3.4: in this order, by the dealer alone."""
    order = ["stack", "cut", "place_cut_card", "load"]
    last = [step for step in steps_of(table_to_prepare(code)) if step["action"] in order]
    assert [step["action"] for step in last] == order
    assert {step["actor"] for step in last} == {"dealer"}
    assert last[2]["from_end"] == 7


@pytest.mark.parametrize("code", CODES)
def test_the_shoe_is_looked_at_at_each_opening_before_any_card_is_in_it(code: str) -> None:
    """BAC-1.2.3: first of all, by the dealer; the cards are received after it, and loaded last."""
    table = table_to_prepare(code)
    for _ in range(2):
        first = table.view()["prompt"]
        assert (first["action"], first["actor"]) == ("check_shoe", "dealer")
        assert "BAC-1.2.3" in first["clauses"]
        table.take({"do": "done", "by": "P1"})
        assert table.view()["prompt"]["action"] == "check_shoe", "it is nobody's but the dealer's"
        steps = [step["action"] for step in steps_of(table)]
        assert steps.index("check_shoe") == 0 < steps.index("receive_decks") < steps.index("load")
        assert steps.count("check_shoe") == 1
        for line in ({"do": "close", "by": "P1"}, INSPECTED, {"do": "open", "by": "P1"}):
            assert table.take(line)["accepted"]


@pytest.mark.parametrize("code", CODES)
def test_the_cards_are_inspected_before_play_starts_and_when_it_ends(code: str) -> None:
    """BAC-1.3.3: all of them, by the dealer; the table is not closed before that is done."""
    table = table_to_prepare(code)
    before = next(step for step in steps_of(table) if step["action"] == "inspect")
    assert (before["actor"], before["cards"]) == ("dealer", 416) and "BAC-1.3.3" in before["clauses"]
    coup(table)
    table.take({"do": "done", "by": "D1"})
    seen = table.take({"do": "close", "by": "P1"})
    ended = seen["prompt"]
    assert (ended["action"], ended["actor"], ended["cards"]) == ("inspect", "dealer", 416)
    assert ended["clauses"] == ["BAC-1.3.3"] and seen["phase"] != "closed"
    assert table.take({"do": "done", "by": "P1"})["phase"] != "closed", "it is nobody's but the dealer's"
    assert table.take(INSPECTED)["phase"] == "closed"


@pytest.mark.parametrize("code", CODES)
def test_no_more_bets_is_said_when_bet_time_ends_and_before_the_first_card(code: str) -> None:
    """BAC-2.1.6: a card before it is in no hand, and nothing opens the bets again."""
    early = Driven(code)
    wait = early.take({"do": "bets", "state": "open"})
    assert (wait["bets"], wait["say"]) == ("open", "place_your_bets")
    seen = early.take({"do": "card", "card": "9H"})
    assert (seen["refused"], seen["phase"], seen["round"]["player"]) == ("bets_open", "halted", [])
    table = Driven(code)
    table.take({"do": "bets", "state": "open"})
    ended = table.take({"do": "bets", "state": "closed"})
    assert (ended["bets"], ended["say"], ended["shoe"]) == ("closed", "no_more_bets", wait["shoe"])
    assert (ended["prompt"]["action"], ended["round"]["player"]) == ("deal", [])
    again = table.take({"do": "bets", "state": "open"})
    assert (again["refused"], again["bets"]) == ("out_of_turn", "closed")


@pytest.mark.parametrize(
    ("cards", "winner"),
    [(("9H", "2S", "KD", "4C"), "player"), (("2S", "9H", "4C", "KD"), "banker"), (("9H",) * 4, "tie")],
)
@pytest.mark.parametrize("code", CODES)
def test_the_dealer_announces_the_winner_and_bets_are_settled_then(
    code: str, cards: tuple[str, ...], winner: str
) -> None:
    """BAC-3.5.3, BAC-2.1.7: the result is seen with the announcement; nothing is collected or paid before."""
    table = Driven(code)
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        seen = table.take(line)
    for card in cards:
        assert (seen["round"]["outcome"], seen["bets"]) == (None, "closed")
        seen = table.take({"do": "card", "card": card})
    assert (seen["prompt"]["action"], seen["prompt"]["actor"]) == ("announce", "dealer")
    assert seen["prompt"]["clauses"] == ["BAC-3.5.3"]
    assert (seen["say"], seen["bets"]) == (winner if winner == "tie" else f"{winner}_wins", "closed")
    assert (seen["round"]["outcome"]["winner"], table.table.results) == (winner, ())
    assert table.take({"do": "done", "by": "P1"})["bets"] == "closed", "it is nobody's but the dealer's"
    assert table.take({"do": "done", "by": "D1"})["bets"] == "settled"
    assert [result.split()[0] for result in table.table.results] == [winner]


@pytest.mark.parametrize("code", CODES)
def test_every_card_has_its_place_on_the_layout(code: str) -> None:
    """BAC-1.1-hands, BAC-3.4.1, BAC-3.4.3, BAC-3.4.4, BAC-3.4.5: in turn; third cards crosswise."""
    table = Driven(code)
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    places = []
    for card in ("2H", "2S", "2D", "KC", "5H", "KS"):
        prompt = table.view()["prompt"]
        places.append((prompt["hand"], prompt["card"], prompt["crosswise"]))
        table.take({"do": "card", "card": card})
    assert places == [
        ("player", 1, False),
        ("banker", 1, False),
        ("player", 2, False),
        ("banker", 2, False),
        ("player", 3, True),
        ("banker", 3, True),
    ]
    seen = table.view()
    assert seen["phase"] == "result"
    assert (seen["round"]["player"], seen["round"]["banker"]) == (["2H", "2D", "5H"], ["2S", "KC", "KS"])


@pytest.mark.parametrize(
    ("code", "direction"),
    [
        ("sv", "left_to_right"),
        ("lt", "left_to_right"),
        ("ja", "right_to_left"),
        ("is", "right_to_left"),
        ("de", "right_to_left"),
    ],
)
def test_cards_are_picked_up_one_way_every_time_by_every_dealer(code: str, direction: str) -> None:
    """BAC-3.6.1, BAC-3.6.2, BAC-3.6.3: after each coup, by any dealer, in the rulebook's direction."""
    table = Driven(code)
    first = coup(table)
    table.take({"do": "done", "by": "D1"})
    table.take({"do": "sign_out", "who": "D1"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    assert (first["action"], first["actor"], first["direction"]) == ("collect", "dealer", direction)
    assert coup(table) == first


def test_every_clause_of_baccarat_is_proved_or_is_shown_elsewhere() -> None:
    """Each row is named by a test that proves it, or listed with the reason why no table can show it."""
    ours = ("BAC-", "LT-BAC-", "LIM-baccarat")
    ids = {row.id for row in committed() if row.id.startswith(ours) and row.kind != "term"}
    assert set(ELSEWHERE) <= ids
    named = set(re.findall(r"(?<![\w-])(?:(?:LT-)?BAC-[\w.-]*\w|LIM-\w+)", "\n".join(said_to_be_proved())))
    assert ids - named == set(ELSEWHERE), (sorted(ids - named), sorted(ELSEWHERE))
