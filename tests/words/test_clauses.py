"""Every clause on which an incident can rest has its sense in every language."""

from __future__ import annotations

import pytest

from console.game.rulebook import load_rulebook, rulebook_ids
from console.words import LANGUAGES
from console.words.clauses import clause_text
from tests.words.catalogues import words

CLAUSES = sorted(
    {
        case.clause
        for code in rulebook_ids()
        for cases in load_rulebook(code).baccarat.incidents.kinds.values()
        for case in cases
        if case.clause is not None
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_its_sense_in_every_language(language: str, clause: str) -> None:
    said = clause_text(words(language), clause)
    assert said is not None
    assert said.endswith("。" if language == "ja" else ".")


def test_a_clause_without_a_sentence_has_none() -> None:
    assert clause_text(words("en"), "XX-99") is None
