"""The reason why a shift is not sealed is given in the reader's language."""

from __future__ import annotations

from pathlib import Path

from console.base.words import LANGUAGES
from console.supervisor.records.documents.record_words import unsealed_text
from console.table.journal.proof.keys import NotPrivate
from tests.base.words.catalogues import words


def test_a_key_that_others_can_read_is_named_in_six_languages() -> None:
    key = Path("/table 7/seal.pem")
    for language in LANGUAGES:
        phrase = words(language).text("seal.key.not_private", file=key)
        noted = unsealed_text(words(language), f"2026-11-20 06:00: {NotPrivate(key)}")
        written = {"en": "20/11/2026", "de": "20.11.2026", "is": "20.11.2026", "ja": "2026/11/20"}
        day = written.get(language, "2026-11-20")
        assert noted.startswith(f"{day} 06:00") and noted.endswith(phrase), noted


def test_another_reason_is_printed_as_noted_beside_the_shift_as_papers_name_it() -> None:
    assert unsealed_text(words("de"), "2026-11-20 06:00: no space left") == "20.11.2026 06:00: no space left"
    assert unsealed_text(words("de"), "T7.db: no space left") == "T7.db: no space left"
