"""Dragon tiger at a table, the house's own example: prompts, announcements, incidents, journal and papers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from console.base.words import LANGUAGES
from console.table.config import ConfigError, load_config
from console.table.core.state.views import DuelView
from console.table.game import DECK
from tests.table.core.tables import Driven, Seen, as_restarted
from tests.table.played import CLOSED, DONE_D, OPEN, card, incident

DUEL = (OPEN, CLOSED, card("9H"), card("KS"), DONE_D, DONE_D)
FELL = (OPEN, CLOSED, card("9H"), incident("card_fell", "P1", seen=False), DONE_D, DONE_D)


def test_a_card_to_the_dragon_one_to_the_tiger_and_the_winner_is_announced() -> None:
    """DT-3, DT-4, DT-6."""
    expected = {"9H KS": "tiger_wins", "AC KS": "tiger_wins", "KS QH": "dragon_wins", "9H 9S": "same_rank"}
    for rules in ("sv", "ja", "lt", "is", "de"):
        for cards, key in expected.items():
            table = Driven(rules, game="dragon_tiger")
            table.take(OPEN)
            seen = table.take(CLOSED)
            for face, hand in zip(cards.split(), ("dragon", "tiger"), strict=True):
                prompt = seen["prompt"]
                assert (prompt["action"], prompt["actor"], prompt["hand"]) == ("deal", "dealer", hand)
                assert prompt["clauses"] == ["DT-3"]
                seen = table.take(card(face))
            assert (seen["phase"], seen["prompt"]["action"], seen["say"]) == (
                "result",
                "announce",
                key,
            )
            assert table.take(DONE_D)["bets"] == "settled"
            assert table.take(DONE_D)["phase"] == "betting"


def test_after_a_shuffle_the_first_card_and_one_more_are_burned() -> None:
    """DT-1, DT-2: eight decks are 416 cards."""
    table = Driven("sv", game="dragon_tiger", is_ready=False)
    for who, role in (("D1", "dealer"), ("P1", "pit_boss")):
        table.take({"do": "sign_in", "who": who, "role": role})
    seen = table.take({"do": "open", "by": "P1"})
    while seen["prompt"]["action"] != "burn_card":
        by = "P1" if seen["prompt"]["actor"] == "pit_boss" else "D1"
        seen = table.take({"do": "done", "by": by})
        assert seen["accepted"], seen
    assert seen["shoe"]["left"] == 416
    seen = table.take(card("7C"))
    assert (seen["prompt"]["action"], seen["prompt"]["count"]) == ("burn", 1)
    seen = table.take(DONE_D)
    assert (seen["phase"], seen["shoe"]["left"]) == ("betting", 414)


def test_a_fallen_card_and_a_fault_end_as_the_examples_own_rows_say() -> None:
    """DT-7a to DT-7e: void, or on; and other games' kinds are none of this one."""
    ends = (
        (incident("card_fell", "P1", seen=True), "DT-7a", "dealing"),
        (incident("card_fell", "P1", seen=False), "DT-7b", "collecting"),
        (incident("technical_fault", "P1"), "DT-7e", "collecting"),
    )
    for line, clause, phase in ends:
        table = Driven("lt", game="dragon_tiger")
        for each in (OPEN, CLOSED, card("9H")):
            table.take(each)
        seen = table.take(line)
        assert (seen["incident"]["clause"], seen["incident"]["basis"]) == (clause, "house")
        while seen["phase"] == "halted":
            seen = table.take(DONE_D)
        assert seen["phase"] == phase
        assert seen["bets"] == ("stand" if phase == "dealing" else "refunded")
    refused = Driven("lt", game="dragon_tiger").take(incident("wrong_position", "P1", cards_to_move=1))
    assert refused["refused"] == "not_this_game"


def test_a_misread_card_is_corrected_by_the_hands_name() -> None:
    table = Driven("sv", game="dragon_tiger")
    for each in (OPEN, CLOSED, card("9H"), card("KS")):
        table.take(each)
    seen = table.take({"do": "correct", "by": "P1", "hand": "tiger", "card": 1, "to": "2S"})
    assert seen["accepted"] and seen["say"] == "dragon_wins"


def test_any_dragon_tiger_shoe_is_rebuilt_the_same_from_its_journal() -> None:
    for seed in range(3):
        chance, table = random.Random(seed), Driven("is", game="dragon_tiger")
        shoe = [face for face in DECK for _ in range(8)]
        chance.shuffle(shoe)
        for _ in range(60):
            table.take(OPEN)
            table.take(CLOSED)
            table.take(card(shoe.pop()))
            if chance.random() < 0.1:
                table.take(incident("card_fell", "P1", seen=False))
                table.take(DONE_D)
            else:
                table.take(card(shoe.pop()))
                table.take(DONE_D)
            assert table.take(DONE_D)["phase"] == "betting"
        assert table.from_the_start() == table.table == as_restarted(table.table)
        table.restart()
        assert isinstance(table.session.view().round, DuelView)


def test_dragon_tiger_is_refused_at_a_live_table(tmp_path: Path) -> None:
    file = tmp_path / "table7.toml"
    file.write_text('name = "7"\ngame = "dragon_tiger"\nrules = "sv"\nlanguage = "en"\n', "utf-8")
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    assert str(refused.value) == (
        "table7.toml: game: dragon_tiger is the house's own example, for TRAINING alone; "
        "a LIVE table's is baccarat, blackjack or roulette"
    )


def test_drive_speaks_it_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    """No phrase is missing: a key that a catalogue lacks would stand as its id."""
    for language in LANGUAGES:
        table = Driven("de", game="dragon_tiger", lang=language)
        views: list[Seen] = [table.take(line) for line in (*DUEL, *FELL)]
        assert "dragon" not in {seen["prompt"].get("text") for seen in views}
        assert "prompt.deal" not in json.dumps(views), language
