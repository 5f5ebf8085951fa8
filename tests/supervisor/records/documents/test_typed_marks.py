"""A typed text stands in a round's file mark by mark, and no mark that nobody typed beside it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.base.words import LANGUAGES
from console.supervisor.records.accounts.lookup import find_round
from console.supervisor.records.accounts.record import RecordedPress
from console.supervisor.records.documents.action_words import action_text
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.table.core import EventKind, Who
from tests.base.words.catalogues import words
from tests.table.played import ROUND, START, answer, say, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
TURNED = "שלום 12 \u202eabc\u2069"
SHOWN = "שלום 12 <U+202E>abc<U+2069>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_remark_is_quoted_as_it_was_typed(tmp_path: Path, language: str) -> None:
    """A mark that turns the direction is what a reader of the page has to see; an isolate of ours is none."""
    path = written(tmp_path / "J.db", *ROUND[:3], say(TURNED), *ROUND[3:])
    formatter = RecordFormatter(words(language))
    text = "\n".join(lines_of(round_paper(find_round(path, "T7-1"), formatter, MADE, "0.4.0")))
    opening, closing = words(language).locale.quotes
    assert f"{opening}{SHOWN}{closing}" in text
    assert "2068" not in text and text.count("2069") == text.count(SHOWN) == 2


def test_a_name_from_the_right_stands_in_an_act_without_our_marks() -> None:
    formatter = RecordFormatter(words("en"), names={"D1": "שלום"})
    press = RecordedPress(1, START, Who("D1"), EventKind.SIGNED_IN, {"who": "D1", "role": "dealer"})
    assert "שלום" in action_text(press, formatter) and "2068" not in action_text(press, formatter)


@pytest.mark.parametrize("typed", ["kind", "cards"])
def test_a_phrases_place_to_break_is_no_typed_mark(tmp_path: Path, typed: str) -> None:
    """German breaks the name of a kind; only what somebody sent is shown mark by mark."""
    told = (
        {"do": "incident", "by": "D1"},
        answer("D1", kind="card_fell"),
        answer("D1", **{typed: "a\u00adb"}),
    )
    path = written(tmp_path / "J.db", *ROUND[:3], *told, refused=("bad_input", "no_such_value"))
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("de")), MADE, "0.4.0")
    text = "\n".join(lines_of(paper))
    assert "Karte heruntergefallen" in text and text.count("<U+00AD>") == text.count("a<U+00AD>b") == 1
