"""Each phrase that states what a clause says was read against the clause's document."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import pytest

from tests.app.words.clause_readings import (
    Reading,
    cited,
    completed,
    decided_by,
    digest_of,
    due,
    figures_that_differ,
    quoted,
    readings,
    statements,
    with_notes,
)
from tests.base.words.catalogues import FOLDER, phrases, words
from tests.table.game.clauses import ORIGINAL
from tests.table.game.clauses import committed as clauses

_DOCUMENTS: Final = {"sv": "000", "ja": "001", "lt": "002", "is": "003", "de": "004"}

TRUE_UNDER_EACH: Final = {
    "answer.ball.track": "its row is of sv and lt alone, by which no ball runs in bet time",
    "recognise.spun_in_bet_time": "in the guides of sv and lt alone",
    "recognise.spun_in_bet_time.allowed": "in the guides of ja, is and de alone",
    "rehearsal.told.ball_in_bet_time": "a slip of sv and lt alone",
    "recognise.not_read": "no number appears, and it does not say who may enter one",
    "rehearsal.told.number_not_read": "the same",
}
"""The sentences beside a clause on which a figure rests in which the rulebooks differ, with the reason why
each is true under all rulebooks that show it.
"""

READ = {each.phrase: each for each in readings()}


def test_each_phrase_that_leads_to_a_clause_was_read() -> None:
    assert set(due()) - set(READ) == set()
    assert {phrase for phrase in READ if phrase not in phrases("en")} == set()


@pytest.mark.parametrize("reading", READ.values(), ids=lambda each: each.phrase)
def test_a_reading_cites_the_clauses_to_which_its_phrase_leads(reading: Reading) -> None:
    defining = set(reading.clauses) - decided_by(reading.phrase)
    assert decided_by(reading.phrase) <= set(reading.clauses)
    assert defining <= {row.id for row in clauses()} - cited()
    assert reading.verdict.startswith(("holds", "mended"))


def test_the_notes_of_the_english_name_the_clauses() -> None:
    english = (FOLDER / "en.po").read_text(encoding="utf-8")
    assert with_notes(english) == english, "run `python3 -m tests english`"
    assert completed() == readings(), "run `python3 -m tests english`, once the phrases were read again"


def test_a_clause_that_changed_names_the_phrases_that_state_it() -> None:
    stated = statements()
    later = stated | {"LT-ROU-26": "another"}
    if stated:
        changed = {each.phrase for each in READ.values() if digest_of(each.clauses, stated) != each.digest}
        assert changed == set(), "read these again, then run `python3 -m tests english`"
    told = {
        each.phrase
        for each in READ.values()
        if digest_of(each.clauses, later) != digest_of(each.clauses, stated)
    }
    assert told == {each.phrase for each in READ.values() if "LT-ROU-26" in each.clauses} != set()


def test_a_sentence_is_true_under_each_rulebook_whose_figure_differs() -> None:
    """A rulebook of its own may make a sentence false that is shown under all of them (ROU-2.1.3)."""
    said = [each for each in due() if each.startswith(("recognise.", "rehearsal.told.", "answer.", "way."))]
    differing = {phrase: beside for phrase in said if (beside := figures_that_differ(phrase))}
    shown = {phrase: f"{beside}: {words('en').text(phrase)}" for phrase, beside in differing.items()}
    assert shown.keys() == TRUE_UNDER_EACH.keys(), shown


def test_the_words_of_a_reading_stand_in_the_document_of_their_language() -> None:
    parts = {each for reading in READ.values() for each in quoted(reading.document)}
    assert {language for language, _ in parts} == set(_DOCUMENTS)
    for language, number in _DOCUMENTS.items():
        for file in (ORIGINAL.parent / "documents").glob(f"{number}_*.txt"):
            plain = _plain(file.read_text("utf-8"))
            assert {part for of, part in parts if of == language and _plain(part) not in plain} == set()


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip().lower()
