"""A search in six languages: what is typed becomes the keys whose phrases hold it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.supervisor.review.log.search_words import _folded_phrases, found_by, search_terms
from console.table.journal import Facet, Filter, LogPlace, LogRow, Word
from tests.base.words.catalogues import words
from tests.supervisor.review.test_journals import prepared
from tests.table.played import CLOSED, OPEN, written


def only(text: str, language: str) -> Word:
    (word,) = search_terms(text, words(language))
    return word


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_part_of_an_incidents_name_means_its_kind_in_every_language(language: str) -> None:
    name = words(language).text("incident.card_fell")
    part = name[1:4] if language == "ja" else max(name.split(), key=len)[:5]
    assert "card_fell" in only(part, language).means[Facet.INCIDENT_KIND]


def test_two_japanese_characters_are_enough() -> None:
    name = words("ja").text("incident.card_fell")
    assert "card_fell" in only(name[:2], "ja").means[Facet.INCIDENT_KIND]


def test_a_word_of_another_language_means_no_outcome() -> None:
    assert not only(words("lt").text("outcome.void").split()[0], "ja").means.get(Facet.OUTCOME)


@pytest.mark.parametrize("typed", ["9♥", "9h", "9H", "９Ｈ"])
def test_a_card_is_found_however_it_is_written(typed: str) -> None:
    assert only(typed, "en").means[Facet.CARD] == {"9H"}
    for typed_ten, face in (("10♠", "TS"), ("10♦", "TD"), ("10♣", "TC")):
        assert only(typed_ten, "en").means[Facet.CARD] == {face}


def test_a_person_is_found_by_name() -> None:
    (word,) = search_terms("jonas", words("lt"), {"D1": "Jonas Jonaitis", "D2": "Ona"})
    assert word.means[Facet.PERSON] == {"D1"}


def test_every_word_is_looked_for_by_itself() -> None:
    assert [word.text for word in search_terms("  drop  9h ", words("en"))] == ["drop", "9h"]


@pytest.mark.parametrize(
    ("word", "facet", "key"),
    [
        ("restarted", Facet.PHRASE, "log.noted.restarted"),
        ("earlier", Facet.PHRASE, "decision.missed.stale"),
        ("burned", Facet.OUTCOME, "burn_card"),
        ("tie", Facet.RESULT, "tie"),
        ("meanwhile", Facet.REFUSED, "stale"),
        ("ninth", Facet.REFUSED, "impossible_card"),
        ("many", Facet.REFUSED, "impossible_card"),
        ("show", Facet.ACTION, "burn_card"),
        ("usual", Facet.CLAUSE, "LT-BAC-18b"),
        ("move", Facet.FACT, "cards_to_move"),
        ("copies", Facet.FACT, "cause.copies"),
        ("against", Facet.FACT, "direction.against"),
    ],
)
def test_a_row_is_found_by_each_of_its_phrases(word: str, facet: Facet, key: str) -> None:
    assert key in only(word, "en").means[facet]


def test_beneath_a_row_is_the_first_of_the_phrases_with_the_word() -> None:
    """An incident and its outcome come before the refusal, then the prompt, its clause, and the facts."""
    event = '{"event":"incident_answered","facts":{"cards":2,"cause":"copies"}}'
    burn = '{"action":"burn_card"'
    of_entry = ("T7", "baccarat", "incident_answered", event, "impossible_card", None, None, 1, None, burn)
    row = LogRow(LogPlace(0, 7, ""), *of_entry, burn, '["LT-BAC-18b"]')
    row = replace(row, incident_kind="card_fell", outcome="burn_card")
    for shown, lost in (
        ("A card fell", {"incident_kind": None}),
        ("The card is burned", {"outcome": None}),
        ("… has already come from this shoe", {"refused": None}),
        ("Draw the first card and show it", {"stood": '{"action":"resolve"'}),
        ("Up to two cards fell and players", {"rests_on": "[]"}),
        ("How many burn cards were shown?", {"event": event.replace("cards", "seat")}),
        ("What is wrong with the cards?", {}),
    ):
        assert str(found_by(row, only("card", "en"), words("en"))).startswith(shown)
        row = replace(row, **lost)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slot", ["seconds", "{name}", "device", "said}"])
def test_the_name_of_a_phrases_slot_is_no_word_of_it(language: str, slot: str) -> None:
    keys = only(slot, language).means.get(Facet.PHRASE, frozenset())
    assert not keys & {"log.bets_opened", "log.signed_in", "log.signed_out"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_name_is_found_without_its_hidden_hyphens(language: str) -> None:
    kinds_of = defaultdict[str, set[str]](set)
    for kind, name in words(language).phrases("incident."):
        for word in name.replace("\u00ad", "").split():
            if "{" not in word and not kind.endswith(".hint"):
                kinds_of[word].add(kind.partition(".")[0])
    for word, kinds in kinds_of.items():
        assert kinds <= only(word, language).means[Facet.INCIDENT_KIND], word


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_entries_are_found_by_the_word_that_stands_before_them(language: str) -> None:
    phrase = words(language).text("log.refused", said="").replace("\u00ad", "").split()[0]
    assert "log.refused" in only(phrase, language).means[Facet.PHRASE]


def test_the_arrival_of_a_pit_boss_is_found() -> None:
    assert "log.pit_boss_came" in only("arrived", "en").means[Facet.PHRASE]


def test_the_phrases_of_a_language_are_folded_once() -> None:
    _folded_phrases.cache_clear()
    search_terms("Burn", Words("de"))
    search_terms("Brennen", Words("de"))
    assert _folded_phrases.cache_info().misses == 1


def test_the_phrase_beneath_a_row_has_the_number_zero(tmp_path: Path) -> None:
    zero = {"do": "number", "number": 0, "source": "dealer", "by": "D1"}
    spin = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    path = written(tmp_path / "T7.db", OPEN, CLOSED, spin, zero, zero, game="roulette", code="sv")
    with prepared([path]) as reads:
        said = [row for row in reads.log.newest(Filter()) if row.kind == "number_said"]
    shown = [found_by(row, only("confirm", "en"), words("en")) for row in said]
    assert shown == ["Enter 0 again to confirm", None]
