"""A proof's finding is said in the reader's language: cards, files and warnings are never codes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.commissioning.proof_words import figure_text, proof_text
from console.supervisor.records import Phrase, Slots
from console.table.game import DECK
from tests.base.words.catalogues import words
from tests.commissioning.certificates import PROVED

NOTHING: Slots = {"read": 52, "missing_cards": "", "double_cards": "", "unread": 0}


def deck(language: str, **slots: str) -> str:
    key = f"commissioning.deck.{'otherwise' if 'otherwise_cards' in slots else 'found'}"
    return proof_text(words(language), Phrase(key, {**NOTHING, **slots}))


@pytest.mark.parametrize(
    ("language", "card"),
    [
        ("en", "7 of hearts"),
        ("sv", "hjärter\N{NO-BREAK SPACE}7"),
        ("de", "Herz\N{NO-BREAK SPACE}7"),
        ("ja", "ハートの7"),
    ],
)
def test_a_card_is_named_as_the_language_names_it(language: str, card: str) -> None:
    assert card in deck(language, missing_cards="7H")


def test_two_cards_that_were_exchanged_are_both_named() -> None:
    assert "ace of clubs ≠ 10 of spades" in deck("en", otherwise_cards="AC≠TS")


@pytest.mark.parametrize(("cards", "named"), [(5, True), (6, False), (52, False)])
def test_more_than_five_cards_are_listed_as_they_are_printed(cards: int, named: bool) -> None:
    others = [str(each) for each in DECK if each != "KS"]
    found = deck("en", missing_cards=" ".join(["KS", *others[: cards - 1]]))
    assert ("king of spades" in found, "K♠" in found) == (named, not named)


FORGED = (("missing_cards", "ZZ"), ("when_moment", "Q"), ("when_moment", ""), ("of_facts", "actual=²"))


@pytest.mark.parametrize(
    "slots",
    [{}, *({**NOTHING, name: value} for name, value in FORGED)],
    ids=str,
)
def test_a_forged_finding_is_shown_by_its_key(slots: Slots) -> None:
    text = proof_text(words("en"), Phrase("commissioning.deck.found", slots))
    assert text.startswith("commissioning.deck.found") and all(f"{name}=" in text for name in slots)


def test_an_empty_list_of_cards_prints_as_a_dash() -> None:
    assert "not read: – · more than once: –" in deck("en")


def test_a_file_says_what_is_wrong_with_it() -> None:
    slots: Slots = {"files": 2, "differ": 2, "names_files": "changed console/cli.py\nmore a b.py"}
    text = proof_text(words("sv"), Phrase("commissioning.software.found", slots))
    assert "ändrad: console/cli.py" in text and "a b.py" in text and "changed" not in text


@pytest.mark.parametrize(
    ("language", "listed"), [("en", "msgspec 0.1, websockets 9"), ("ja", "msgspec 0.1、websockets 9")]
)
def test_a_list_is_joined_as_the_language_writes_one(language: str, listed: str) -> None:
    slots: Slots = {"same": 3, "differ": 2, "names_list": "msgspec 0.1\nwebsockets 9"}
    assert listed in proof_text(words(language), Phrase("commissioning.parts.found", slots))


def test_a_wheels_warnings_are_printed_in_words() -> None:
    warned = "wheel_figures.fault.failure wheel_figures.fault.void_game"
    text = proof_text(
        words("en"),
        Phrase("commissioning.spins.found", {"spins": 10, "wrong_list": "", "warned_keys": warned}),
    )
    assert "Sensor, motor or encoder failed, Failed launch" in text


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        (
            Phrase("commissioning.row", {
                "number": 3, "kind_key": "incident.card_fell", "when_moment": "R",
                "facts_facts": "cards=1; seen=false",
            }),
            "Row 3: A card fell · Round open, bets closed · Cards: 1 card, seen by players: No",
        ),
        (
            Phrase("commissioning.row.decision", {
                "outcome_decision": "void", "authority_key": "role.pit_boss",
                "steps_steps": "ball_out\nball=floor\ncheck_ball:pit_boss", "clause": "LT-ROU-29",
            }),
            "Round void, bets go back · Pit boss · 1. Check the ball for damage (Pit boss) · LT-ROU-29",
        ),
        (
            Phrase("commissioning.keyboard.silent", {"count": 1, "keys_caps": "F9\ncommissioning.key.home"}),
            "keys pressed: 1; no response from: F9, Home",
        ),
    ],
    ids=["case", "decision", "keys"],
)  # fmt: skip
def test_each_value_of_a_finding_is_worded_by_its_kind(phrase: Phrase, text: str) -> None:
    assert proof_text(words("en"), phrase) == text


MEASURED = ("wide_mm", "high_mm", "off_px", "offset_s", "worst_ms")
"""The figures that are named by a word, and not by a sign as p50 is."""


@pytest.mark.parametrize("name", MEASURED)
def test_a_figure_is_named_in_the_reader_s_words(name: str) -> None:
    proof = replace(PROVED, figures={name: 12.0})
    fields = {language: figure_text(words(language), proof) for language in LANGUAGES}
    what, _, unit = name.partition("_")
    assert all(text.endswith(f"12\N{NO-BREAK SPACE}{unit}") for text in fields.values())
    assert what not in {text.split(" ")[0] for language, text in fields.items() if language != "en"}, fields
    assert len(set(fields.values())) > 3, "but where two languages have the same word"
