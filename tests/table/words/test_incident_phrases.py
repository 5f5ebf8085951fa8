"""Every question, answer, step and outcome of the rulebooks has words, in each language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.table.core import IncidentState, IncidentView
from console.table.game import DOCUMENTED, Case, load_procedures, load_rulebook, rulebook_ids
from console.table.game.incident_cases import cases_of
from console.table.incidents import CHOICE, facts_of, span
from console.table.words.incident_phrases import (
    answer_text,
    authorise_text,
    choice_text,
    fact_name,
    fact_value,
    known_facts,
    outcome_key,
    outcome_text,
    question_key,
    question_text,
    rehearsed_text,
    step_text,
)

FILES = load_procedures()
ALL: dict[str, tuple[Case, ...]] = {}
for _id in rulebook_ids():
    for _game in DOCUMENTED:
        for _kind, _cases in cases_of(_id, _game, load_rulebook(_id).incidents, FILES).kinds.items():
            ALL[_kind] = ALL.get(_kind, ()) + _cases

UNPRESSED = ("enter_number", "scan_card", "scan_cut_card")
"""Steps that a number or a reader's card ends, and no press."""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1 card, seen by players: no, what was done: yes"),
        ("de", "1 Karte, von Spielern gesehen: Nein, was getan wurde: Ja"),
        ("sv", "1 kort, sett av spelarna: nej, vad gjordes: ja"),
        ("is", "1 spil, spilarar sáu: nei, hvað var gert: já"),
        ("lt", "1 korta, lošėjai matė: ne, kas padaryta: taip"),
    ],
)
def test_no_fact_begins_with_a_capital_inside_a_line(language: str, text: str) -> None:
    assert known_facts(Words(language), {"cards": 1, "seen": False, "what": True}) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_answer_is_shown_as_it_was_given(language: str) -> None:
    words = Words(language)
    assert answer_text(words, "seen", "round") == "round"
    assert fact_value(words, "stage", 4) == "4"
    assert fact_name(words, "no\nsuch") == "no<U+000A>such"


every_language = pytest.mark.parametrize("language", LANGUAGES)


def incident(kind: str, facts: dict[str, bool | int | str], choices: tuple[str, ...] = ()) -> IncidentView:
    return IncidentView(
        id="T1-i1",
        kind=kind,
        round="T1-1",
        facts={**facts},
        clause=None,
        basis=None,
        outcome=None,
        authority=None,
        state=IncidentState.STEPS,
        choices=choices,
        steps=(),
        open=True,
        queued=0,
    )


@every_language
def test_every_question_and_every_answer_has_words(language: str) -> None:
    words = Words(language)
    for kind, cases in ALL.items():
        assert answer_text(words, "kind", kind)
        assert words.text(f"incident.{kind}.hint")
        for fact, wanted in facts_of(cases).items():
            assert question_text(words, kind, fact).strip()
            own = f"fact.{fact}.{kind}"
            assert question_key(kind, fact) == (own if words.has(own) else f"fact.{fact}")
            short = fact_name(words, fact)
            assert not short.endswith(("?", "？")) and len(short) <= 30, "on a tile, before a colon"
            texts = [answer_text(words, fact, each) for each in wanted if not span(each)]
            assert len(set(texts)) == len(texts)
    assert question_text(words, None, "kind")


@every_language
def test_every_step_has_words(language: str) -> None:
    words = Words(language)
    for kind, cases in ALL.items():
        for case in cases:
            for step in case.steps:
                assert "{" not in step_text(words, incident(kind, {}), step.action)
                if step.action not in UNPRESSED:
                    assert words.text(f"button.step.{step.action}")


@every_language
def test_every_outcome_and_every_choice_has_words(language: str) -> None:
    words = Words(language)
    for cases in ALL.values():
        for case in cases:
            assert words.text(outcome_key(case.outcome, 1), seat=1, hand=2)
            assert words.text(outcome_key(case.outcome))
            for choice in case.choices:
                assert answer_text(words, CHOICE, choice)


def test_the_words_of_a_step_agree_with_the_number_of_cards() -> None:
    """LT-BAC-18a, LT-BAC-30a, LT-BAC-25b, LT-BAC-28a."""
    english, lithuanian = Words("en"), Words("lt")
    assert (
        step_text(english, incident("card_fell", {"cards": 1}), "put_back")
        == "Put the card back on the table it fell from"
    )
    assert (
        step_text(english, incident("card_fell", {"cards": 2}), "put_back")
        == "Put the cards back on the table they fell from"
    )
    removed = incident("misread", {"cards_to_remove": 2})
    assert step_text(english, removed, "remove_cards") == "Put the last 2 cards into the discard rack"
    assert step_text(lithuanian, removed, "remove_cards") == "Įdėkite 2 paskutines kortas į laikiklį"
    assert step_text(english, incident("early_deal", {}), "discard") == "Put the card into the discard rack"
    void = replace(incident("early_deal", {}), outcome="void")
    assert step_text(english, void, "discard", apart=3) == "Put the 3 cards into the discard rack"
    assert step_text(english, void, "discard", apart=1) == "Put the card into the discard rack"
    left = incident("cards_left_on_table", {"noticed": "before_deal"})
    assert step_text(english, left, "discard") == "Put the cards into the discard rack"
    assert step_text(english, left, "restore") == "Put the cards where they lay"
    for action, one, several in (
        ("turn_down", "Turn the card face down", "Turn the cards face down"),
        ("replace_card", "Replace the card with an identical card", "Replace the cards with identical cards"),
    ):
        texts = [step_text(english, incident("misread", {"cards": cards}), action) for cards in (1, 2)]
        assert texts == [one, several]
    burned = replace(incident("early_deal", {}), outcome="burn_card")
    assert step_text(english, burned, "burn", apart=2) == "Burn 2 cards"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("play_on", "Play goes on, nothing to report"),
        ("withdrawn", "Halt lifted"),
        ("record_only", "Withdrawn"),
        ("void", "Round void, bets go back"),
    ],
)
def test_a_rehearsed_answer_that_decides_nothing_says_so(answer: str, text: str) -> None:
    assert rehearsed_text(Words("en"), answer) == text


@pytest.mark.parametrize(
    ("cards", "headline"),
    [
        (None, "An identical card replaces it"),
        ("1-2", "An identical card replaces it"),
        (2, "Identical cards replace them"),
        ("3+", "Identical cards replace them"),
    ],
)
def test_an_outcome_agrees_with_the_number_of_cards_replaced(cards: int | str | None, headline: str) -> None:
    """LT-BAC-29, LT-BAC-29b."""
    assert outcome_text(Words("en"), "replace_card", {"cards": cards}) == headline


def test_a_choice_among_numbers_says_what_they_count() -> None:
    for fact in ("cards", "cards_to_move", "cards_to_remove"):
        assert choice_text(Words("en"), fact, 2) == "2 cards"
    assert choice_text(Words("en"), "seat", 2) == "2"


def test_a_choice_is_asked_for_as_one() -> None:
    words = Words("en")
    assert authorise_text(words, incident("misread", {}, ("go_on", "void"))) == "Decide: go on or void"
    assert authorise_text(words, incident("misread", {}, ("go_on",))) == "Authorise the outcome"


@every_language
def test_a_question_has_its_own_mark_and_no_colon_before_the_answer(language: str) -> None:
    words = Words(language)
    text = words.label(question_text(words, "card_fell", "where"), words.text("answer.where.round"))
    assert "?:" not in text and "？：" not in text
    assert text.endswith(words.text("answer.where.round"))
