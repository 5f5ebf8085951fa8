"""What baccarat's clauses ask of the table itself: who does what, in which order, and what is in view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.table.tables import CODES, Driven

TESTS = Path(__file__).parents[2]
SCENES = TESTS.with_name("resources") / "scenes"

ELSEWHERE = {
    "BAC-1.2.1": "the table's furniture; the screen draws it half-round",
    "BAC-2.1.1": "link: bets are placed at the player's screen",
    "BAC-2.1.7": "link: the provider's system collects and pays",
    "BAC-2.1.7-i": "the game screen is the player's",
    "BAC-2.1.7-ii": "link: the player's own responsibility",
    "BAC-2.1.7-iii": "link: the provider's system refuses a bet",
    "LT-BAC-11b": "link: chips are chosen at the player's screen",
    "LT-BAC-33": "link: the player's own connection",
    "LT-BAC-34": "the message on lost contact is the player's screen's",
}
"""Clauses that only the player's client, the provider's system or the furniture can show."""


def opened(code: str) -> Driven:
    """A table whose shoe is to be prepared."""
    table = Driven(code, is_ready=False)
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    table.take({"do": "open", "by": "P1"})
    return table


def steps_of(table: Driven) -> list[dict[str, object]]:
    """The prompts up to the first bets, each done by the one it names."""
    prompts = []
    while (view := table.view())["phase"] == "shoe":
        prompt = view["prompt"]
        prompts.append(prompt)
        if prompt["action"] == "burn_card":
            table.take({"do": "card", "card": "AC"})
        else:
            table.take({"do": "done", "by": "P1" if prompt["actor"] == "pit_boss" else "D1"})
    return prompts


def coup(table: Driven) -> dict[str, object]:
    """Deal a coup of four cards up to its pick-up; the prompt then."""
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")),
        {"do": "done", "by": "D1"},
    ):
        assert table.take(line)["accepted"]
    prompt: dict[str, object] = table.view()["prompt"]
    return prompt


@pytest.mark.parametrize("code", CODES)
def test_the_dealer_inspects_what_is_received_before_the_pit_boss_presents_it(code: str) -> None:
    """BAC-3.1.1, BAC-3.1.2, BAC-1.3.1: 416 cards."""
    prompts = steps_of(opened(code))
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
    table.take({"do": "done", "by": "D1"})
    table.take({"do": "open", "by": "P1"})
    assert [step["action"] for step in steps_of(table)][1:4] == ["receive_decks", "inspect", "present"]


@pytest.mark.parametrize("code", CODES)
def test_the_dealer_cuts_and_the_cut_card_goes_seven_from_the_end(code: str) -> None:
    """BAC-3.3.1, BAC-3.3.2, BAC-3.3.3, BAC-3.3.4: in this order, by the dealer alone."""
    order = ["stack", "cut", "place_cut_card", "load"]
    last = [step for step in steps_of(opened(code)) if step["action"] in order]
    assert [step["action"] for step in last] == order
    assert {step["actor"] for step in last} == {"dealer"}
    assert last[2]["from_end"] == 7


@pytest.mark.parametrize("code", CODES)
def test_every_card_has_its_place_on_the_layout(code: str) -> None:
    """BAC-3.4.1, BAC-3.4.3, BAC-3.4.4, BAC-3.4.5: player, banker, player, banker; third cards crosswise."""
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
    assert table.view()["phase"] == "result"


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
    """BAC-3.6.1, BAC-3.6.2, BAC-3.6.3: after each coup, whoever deals, in the rulebook's direction."""
    table = Driven(code)
    first = coup(table)
    table.take({"do": "done", "by": "D1"})
    table.take({"do": "sign_out", "who": "D1"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    assert (first["action"], first["actor"], first["direction"]) == ("collect", "dealer", direction)
    assert coup(table) == first


def test_every_clause_of_baccarat_is_proved_or_is_shown_elsewhere() -> None:
    """LIM-baccarat, BAC-*, LT-BAC-*: named by a test, or listed with the reason why no table can show it."""
    rows = [line.split("\t") for line in (SCENES / "clauses.tsv").read_text("utf-8").splitlines()]
    ours = ("BAC-", "LT-BAC-", "LIM-baccarat")
    ids = {row[0] for row in rows if row[0].startswith(ours) and row[2] != "term"}
    told = (
        "\n".join(
            file.read_text("utf-8")
            for file in (*TESTS.rglob("*"), *SCENES.glob("*.txt"))
            if file.suffix in (".py", ".txt") and file.name != Path(__file__).name
        )
        + Path(__file__).read_text("utf-8").split('"""Clauses that only', 1)[1]
    )
    unproved = {row for row in ids if not re.search(re.escape(row) + r"(?![\w.-]*\w)", told)}
    assert unproved <= set(ELSEWHERE), sorted(unproved - set(ELSEWHERE))
