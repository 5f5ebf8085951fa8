"""The meaning of phrases is proved: every language says what the English says, and not its opposite."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from tests.base.words.catalogues import phrases, texts
from tests.table.words.concepts import (
    FOLDER,
    KINDS,
    NUMBERS,
    concepts,
    faults,
    held,
    lacking,
    let_off,
    named,
    opposites,
)

MOST_LET_OFF = 3
"""In a hundred phrases of a language: more, and the table would no longer prove it."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_concept_has_its_words_in_each_language(language: str) -> None:
    """A language without its lines in ``concepts.toml`` would be held to nothing."""
    assert lacking(language) == []


@every_language
def test_every_phrase_says_its_concepts_and_not_their_opposites(language: str) -> None:
    """In each form of a plural; the guarded concepts stand nowhere else."""
    keys = [key for key in held() if key in named() and key in phrases(language)]
    wrong = {key: faults(language, key, texts(phrases(language)[key])) for key in keys}
    wrong = {key: found for key, found in wrong.items() if found}
    assert not wrong, f"translations/{language}.po says others than [says] of {FOLDER}/phrases.toml: {wrong}"


def test_every_phrase_of_the_kinds_is_in_the_table() -> None:
    assert list(named()) != []
    lacking, spare = set(held()) - set(named()), set(named()) - set(held())
    assert not lacking, f"[says] of {FOLDER}/phrases.toml needs a row with the concepts of each of {lacking}"
    assert not spare, f"[says] of {FOLDER}/phrases.toml has keys that translations/en.po lacks: {spare}"
    assert {kind for kind in KINDS if not any(key.startswith(f"{kind}.") for key in named())} == set()


def test_the_table_of_concepts_has_every_used_name_and_no_other() -> None:
    used = {name.removesuffix("?") for text in named().values() for name in text}
    assert used | set(opposites()) | set(NUMBERS) == set(concepts("en"))


@every_language
def test_a_language_is_let_off_seldom_and_with_a_reason(language: str) -> None:
    assert 100 * len(let_off(language)) <= MOST_LET_OFF * len(held())
    assert [key for key, free in let_off(language).items() if not free["why"].strip()] == []


@every_language
def test_nothing_is_let_off_that_would_hold(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spared = list(let_off(language))
    monkeypatch.setattr("tests.table.words.concepts.let_off", lambda _language: {})
    assert [key for key in spared if not faults(language, key, texts(phrases(language)[key]))] == []


def test_the_table_finds_what_readers_found_and_the_suite_did_not() -> None:
    """Directions exchanged, a tie announced as a banker's win, a note emptied, 'not' left out."""
    assert faults("sv", "prompt.collect.left_to_right", ["Plocka upp korten, höger till vänster"])
    assert faults("de", "prompt.announce.tie", ["Ansagen: Bank gewinnt"])
    assert faults("is", "note.peek", [""])
    assert faults("lt", "prompt.resolve.cards", ["Sustokite: lieskite kortas"])
    assert faults("ja", "say.player_wins", ["プレイヤー{banker}、バンカー{player}、プレイヤーの勝ちです"])
    assert faults("lt", "note.check_run", ["Judančios dalys sukasi laisvai ir tolygiai, visos yra greitos"])
