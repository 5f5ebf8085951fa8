"""Every clause on which an incident of any game can rest has its sense in every language."""

from __future__ import annotations

import re

import pytest

from console.base.words import LANGUAGES, LOCALES
from console.table.words.clauses import SAYS_THE_SAME, STATES_THE_SAME, clause_sense, clause_text
from tests.base.words.catalogues import words
from tests.table.game.clauses import committed
from tests.table.incidents.rows import committed as rows

CLAUSES = sorted({row.clause for row in rows() if row.clause})
"""The clauses of the decision table itself, so of all three games and all five rulebooks."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_of_any_game_has_its_sense_in_every_language(language: str) -> None:
    fields = {clause: clause_text(words(language), clause) for clause in CLAUSES}
    end = LOCALES[language].stop
    assert [clause for clause, text in fields.items() if text is None or not text.endswith(end)] == []


def test_all_three_games_rest_on_clauses_of_their_own() -> None:
    """Otherwise the test above would look at fewer games than are played."""
    documents = {clause.rpartition("-")[0] for clause in CLAUSES}
    assert {"LT-BAC", "LT-BJ", "LT-ROU", "BAC", "BJ", "ROU"} <= documents


def test_clauses_that_share_a_sentence_are_clauses_of_two_games() -> None:
    known = {row.id for row in committed()}
    for clause, other in SAYS_THE_SAME.items():
        assert {clause, other} <= known
        assert "BJ-" in clause and "BAC-" in other


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_the_documents_has_a_sentence(language: str) -> None:
    fields = {row.id: clause_sense(words(language), row.id) or "" for row in committed()}
    assert [clause for clause, text in fields.items() if not text.endswith(LOCALES[language].stop)] == []


def test_each_clause_has_exactly_one_phrase() -> None:
    """Two sentences about one clause could come to differ; and a phrase for no clause says nothing."""
    known = {row.id for row in committed()}
    stated = {clause for clause, _ in words("en").phrases("dossier.says.")}
    own = {clause for clause in known if clause_text(words("en"), clause) is None}
    assert stated == own - set(STATES_THE_SAME)
    assert set(STATES_THE_SAME.values()) <= stated and set(STATES_THE_SAME) <= own


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_figures_of_its_clause_in_every_language(language: str) -> None:
    """Payouts, counts and numbers; ordinals and counters of Japanese may add to them."""
    for row in committed():
        english, own = (
            set(re.findall(r"\d+", clause_sense(words(each), row.id) or "")) for each in ("en", language)
        )
        assert english <= own, row.id


def test_an_unknown_clause_has_no_sentence() -> None:
    assert clause_text(words("en"), "XX-99") is None
    assert clause_sense(words("en"), "XX-99") is None
