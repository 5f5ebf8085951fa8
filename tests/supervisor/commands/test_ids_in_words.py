"""A rulebook's check says its sentences in words, not in ids."""

from __future__ import annotations

import pytest

from console.base.words import LANGUAGES
from tests.base.words.catalogues import words
from tests.table.commands.test_ids_in_words import IDS, printed


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["sv", "lt"])
def test_a_rulebooks_check_says_its_sentences_in_words(
    capsys: pytest.CaptureFixture[str], language: str, rules: str
) -> None:
    """The rows beneath them have the names of the rulebook's own files: who mends a file looks for them."""
    sentences = [
        line
        for line in printed(capsys, "rulebook", "check", rules, "--lang", language).splitlines()
        if not line.startswith("  ")
    ]
    assert len(sentences) >= 4
    for line in sentences:
        assert not IDS.search(line), line
        for game in ("baccarat", "blackjack", "roulette"):
            assert game not in line or game in words(language).text(f"game.{game}"), line
