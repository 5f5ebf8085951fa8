"""A shoe that comes into a round: outcome page, record and report say what the authorisation stands for."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import every
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.table.core import Mode, Situation, dealer_view
from console.table.ui.incident.outcome_words import spoken_text
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen, book
from tests.table.played import AUTHORISE, CLOSED, OPEN, card, incident, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
CLAUSES = {"baccarat": "BAC-3.1.4", "blackjack": "BJ-3.1.4"}
SEATS: Seen = {"do": "seats", "seats": [1]}
CUT: Seen = {"do": "cut_card"}
DONE: Seen = {"do": "done", "by": "D1"}
LEFT_OUT: Seen = {"do": "done", "by": "P1", "reason": "no shoe is ready"}
BEGUN: dict[str, tuple[Seen, ...]] = {
    "baccarat": (OPEN, CLOSED, card("9H")),
    "blackjack": (OPEN, SEATS, CLOSED, card("9H")),
}


def page(table: Driven, game: str) -> str:
    """The outcome's page as one text."""
    situation = Situation(mode=Mode.LIVE, name="7", game=game, rulebook=book(table.code), persons={})
    view = dealer_view(table.session.view(), table.session.table, situation)
    assert view.view.incident is not None
    return spoken_text(view.view.incident, words("en"), view)


@pytest.mark.parametrize("game", CLAUSES)
@pytest.mark.parametrize("rules", ["sv", "ja", "is", "de"])
def test_the_page_says_that_it_was_inspected_presented_and_shuffled(rules: str, game: str) -> None:
    """BAC-3.1.4, BJ-3.1.4, LT-BAC-22a, LT-BJ-2.3.13a."""
    table = Driven(rules, game=game)
    for line in (*BEGUN[game], incident("played_past_cut_card")):
        table.take(line)
    assert table.session.view().prompt.action == "authorise"
    text = page(table, game)
    assert "inspected, presented and shuffled in advance" in text and f"({CLAUSES[game]})" in text


def test_under_lt_it_was_shuffled() -> None:
    """LT-BAC-02: another shoe is shuffled there; its document presents no cards again."""
    table = Driven("lt")
    for line in (*BEGUN["baccarat"], incident("played_past_cut_card")):
        table.take(line)
    text = page(table, "baccarat")
    assert "cards were shuffled in advance" in text and "(LT-BAC-02)" in text and "presented" not in text


def test_a_choice_to_bring_in_a_shoe_names_the_clause_of_that_shoe() -> None:
    """LT-BJ-2.3.3: the card is turned up, or the shoe is replaced."""
    table = Driven("de", game="blackjack")
    for line in (*BEGUN["blackjack"], incident("card_face_down")):
        table.take(line)
    assert "(BJ-3.1.4)" in page(table, "blackjack")


def test_an_outcome_that_leaves_the_shoe_says_nothing_of_it() -> None:
    """LT-BAC-21."""
    table = Driven("sv")
    for line in (*BEGUN["baccarat"], incident("card_fell", cards=3)):
        table.take(line)
    assert words("en").text("brought_in.head") not in page(table, "baccarat")


@pytest.mark.parametrize(("last", "came"), [(DONE, True), (LEFT_OUT, False)])
def test_record_and_report_say_so_unless_the_shoe_stayed(tmp_path: Path, last: Seen, came: bool) -> None:
    """BAC-3.1.4, LT-BAC-22a."""
    authorised = {**AUTHORISE, "reason": "the rack was counted"}
    lines = (*BEGUN["baccarat"], incident("played_past_cut_card"), authorised, CUT, last)
    path = written(tmp_path / "J.db", *lines, code="de")
    formatter = RecordFormatter(words("en"), zone=UTC)
    (record,) = every(path)
    decided = {line.label: line.text for line in formatter.sheet(record, MADE, "1.0").decided}
    report = str(report_paper(shift_report([path], Interval(), MADE), formatter, "1.0"))
    for text in (decided.get("Shoe prepared in advance", ""), report):
        assert ("inspected, presented and shuffled in advance" in text) is came


def test_a_record_says_why_a_report_was_taken_back(tmp_path: Path) -> None:
    why: Seen = {"do": "withdraw", "by": "P1", "reason": "heard wrong"}
    (record,) = every(written(tmp_path / "J.db", OPEN, CLOSED, card("9H"), incident("card_fell"), why))
    lines = RecordFormatter(words("en"), zone=UTC).sheet(record, MADE, "1.0").decided
    assert [line.text for line in lines if line.label == "Reason"] == ["heard wrong"]
