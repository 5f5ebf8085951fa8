"""The players' answers, in a round's file, a record and the pages made of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from tests.base.words.catalogues import words
from tests.supervisor.records.accounts.test_blackjack_records import DEALT
from tests.supervisor.records.exported import exported
from tests.table.core.tables import Seen
from tests.table.played import AUTHORISE, DONE_D, card, incident, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATE = ("out_of_turn",)


def decide(seat: int, choice: str, **more: str) -> Seen:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice, **more}


PLAYED = (*DEALT, decide(1, "timeout"), decide(1, "hit"), decide(3, "stand"))
"""A line every two seconds."""


def text_of(path: Path, lang: str = "en") -> str:
    file = find_round(path, "T7-1")
    return "\n".join(lines_of(round_paper(file, RecordFormatter(words(lang), zone=UTC), MADE, "1.0")))


def test_a_rounds_file_has_every_answer_and_why_one_did_not_count(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *PLAYED, refused=LATE, game="blackjack")
    file = find_round(path, "T7-1")
    answers = [(each.seat, each.choice, each.left, each.missed, each.behind) for each in file.answers]
    assert answers == [
        (1, "timeout", 11, None, None),
        (1, "hit", None, "late", 2),
        (3, "stand", 9, None, None),
    ]
    assert [each.entry for each in file.answers] == [10, 11, 12]
    text = text_of(path)
    assert "answer not counted: 2.0 s too late" in text and "9.0 s left" in text
    assert "no answer in 2 s" in text and "Seat 3, hand 1" in text


def test_the_same_stands_in_its_json_for_programs(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *PLAYED, refused=LATE, game="blackjack")
    file, formatter = find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC)
    parsed = msgspec.json.decode(exported(file, formatter))
    late = parsed["answers"][1]
    assert (late["choice"], late["missed"], late["behind"]) == ("hit", "late", 2.0)
    assert late["refused"] == "out_of_turn" and late["by"] is None and late["at"].startswith("2026-11-20T")


def test_a_seats_record_lists_what_that_seat_answered(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: whether there was a chance to act."""
    asked = incident("no_chance_to_act", "D1", seat=1)
    path = written(tmp_path / "J.db", *PLAYED, asked, AUTHORISE, DONE_D, refused=LATE, game="blackjack")
    record = find(path, "T7-i1")
    assert [each.seat for each in record.answers] == [1, 1, 3]
    sheet = RecordFormatter(words("en"), zone=UTC).sheet(record, MADE, "1.0")
    assert [(action.by, action.what) for action in sheet.answers] == [
        ("Seat 1, hand 1", "no answer in 2 s"),
        ("Seat 1, hand 1", "hit"),
    ]
    assert "answer not counted" in "\n".join(lines_of(record_paper(sheet, words("en"))))


def test_the_record_names_the_person_who_went_on_without_an_answer_and_why(tmp_path: Path) -> None:
    gone_on = decide(1, "timeout", by="P1", reason="no word from the server")
    path = written(tmp_path / "J.db", *DEALT, gone_on, game="blackjack")
    for lang in ("en", "ja", "de"):
        assert "no word from the server" in text_of(path, lang) and "P1" in text_of(path, lang)


def test_a_pit_boss_who_was_refused_has_not_gone_on(tmp_path: Path) -> None:
    refused = decide(1, "timeout", by="P1", reason="")
    path = written(tmp_path / "J.db", *DEALT, refused, refused=("fact_needed",), game="blackjack")
    text = text_of(path)
    assert "answer not counted: the message was refused · P1" in text and "went on" not in text


def test_a_round_of_baccarat_has_no_such_part(tmp_path: Path) -> None:
    from tests.table.played import ROUND

    text = text_of(written(tmp_path / "J.db", *ROUND))
    assert words("en").text("record.head.answers") not in text


def test_before_and_after_of_a_seat_whose_bet_went_back_differ(tmp_path: Path) -> None:
    """LT-BJ-2.3.8."""
    dealt = (*DEALT[:3], *map(card, ("5H", "9H", "6S", "4D", "7D", "4C")))
    lines = (*dealt, decide(1, "timeout"), incident("no_chance_to_act", "P1", seat=1))
    path = written(tmp_path / "J.db", *lines, game="blackjack")
    record = find(path, "T7-i1")
    assert (record.before.back, record.after.back) == ((), ("1.1",))
    for lang in ("en", "ja", "de"):
        before, after = RecordFormatter(words(lang), zone=UTC).sheet(record, MADE, "1.0").hands
        assert before.lines[0] != after.lines[0] and words(lang).text("seat.refunded") in after.lines[0].text


def test_the_report_names_the_seat_whose_bet_went_back(tmp_path: Path) -> None:
    from console.supervisor.reports.report_document import _outcome

    formatters = {lang: RecordFormatter(words(lang)) for lang in ("en", "ja", "de")}
    facts = {"seat": 3, "hand": 2}
    outcomes = [_outcome("refund_hand", formatter, facts) for formatter in formatters.values()]
    assert all("3" in each and "2" in each for each in outcomes)
    assert _outcome("refund_hand", RecordFormatter(words("en"))) == words("en").text(
        "outcome.refund_hand.one"
    )


def test_a_record_has_no_answer_that_came_after_its_end(tmp_path: Path) -> None:
    """The round's file has it; of a seat's refund it says nothing."""
    asked = incident("no_chance_to_act", "D1", seat=1)
    lines = (*PLAYED[:-1], asked, AUTHORISE, decide(3, "stand"))
    path = written(tmp_path / "J.db", *lines, refused=LATE, game="blackjack")
    assert [each.seat for each in find(path, "T7-i1").answers] == [1, 1]
    assert [each.seat for each in find_round(path, "T7-1").answers] == [1, 1, 3]
