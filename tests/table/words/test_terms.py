"""A thing has one name in each language, in every phrase that speaks of it."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from tests.base.words.catalogues import phrases, texts
from tests.table.words.terms import let_off, terms

every_language = pytest.mark.parametrize("language", LANGUAGES)

MOST_LET_OFF = 6
"""Phrases of a language: more, and the table would no longer prove it."""


def _faults(language: str, key: str, forms: tuple[str, ...] | None = None) -> list[str]:
    english = texts(phrases("en")[key])
    found = forms or texts(phrases(language)[key])
    return [fault for term in terms() for fault in term.faults(language, english, found)]


@every_language
def test_every_phrase_calls_a_thing_by_its_name(language: str) -> None:
    found = {key: _faults(language, key) for key in phrases("en") if key not in let_off(language)}
    assert {key: wrong for key, wrong in found.items() if wrong} == {}


@every_language
def test_every_term_has_its_word_in_each_language(language: str) -> None:
    """A language without its words in ``terms.toml`` would be held to nothing."""
    assert [term.word["en"] for term in terms() if not term.word.get(language, "").strip()] == []
    assert [term.word["en"] for term in terms() if term.say and language not in term.say] == []


@every_language
def test_a_language_departs_from_its_terms_seldom_and_with_a_reason(language: str) -> None:
    free = let_off(language)
    assert len(free) <= MOST_LET_OFF
    assert [key for key, why in free.items() if not why.strip() or not _faults(language, key)] == []


def test_each_term_is_asked_of_some_phrase() -> None:
    english = ["\n".join(texts(message)) for message in phrases("en").values()]
    asked = [term for term in terms() if term.say]
    assert [term.word["en"] for term in asked if not any(map(term.say["en"].search, english))] == []


def test_the_words_that_readers_found_wrong_are_caught() -> None:
    assert _faults("ja", "rehearsal.button.all", ("リハーサル",))
    assert _faults("lt", "mode.rehearsal", ("REPETICIJA",))
    assert _faults("sv", "rehearsal.judged.outcome", ("Utfall",))
    assert _faults("de", "floor.key.wall", ("Wand",))
    assert _faults("is", "floor.release", ("Skila",))
    assert _faults("ja", "floor.settle", ("解決済みにする",))
    assert _faults("lt", "floor.release", ("Grąžinti",))
    assert _faults("de", "rulebook.head.clause", ("Klausel",))
    assert _faults("de", "report.card_sets", ("Kartensets",))
    assert _faults("sv", "sign_in.badge", ("Bricka",))
    assert _faults("ja", "sign_in.badge", ("バッジ",))
