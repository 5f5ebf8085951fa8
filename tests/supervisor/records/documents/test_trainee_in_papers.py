"""Every paper that names a trainee names the dealer who stood beside."""

from __future__ import annotations

from datetime import UTC, timedelta
from pathlib import Path

import msgspec
import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.handover import TraineeDealing
from console.supervisor.reports.handover_words import handover_paper, open_points
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.list_words import list_parts
from console.supervisor.reports.report_document import report_paper
from console.table.core import NoteKind, SetClock
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import AUTHORISE, CLOSED, OPEN, START, TICK, answer, card, incident, say, session_at

EN = words("en")
NAMES = {"T7": "Mina K.", "D1": "Rasa K.", "D2": "Elín S."}
FELL: tuple[Seen, ...] = (
    OPEN, CLOSED, card("9H"), incident("card_fell", by="T7", cards=1), say("It rolled under", by="T7"),
    answer(seen=False), AUTHORISE, {"do": "done", "by": "T7"}, {"do": "done", "by": "T7"},
)  # fmt: skip
BESIDE = "Mina K. (T7) beside Rasa K. (D1)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal in which T7 deals a round beside D1, an incident in it; then D2 comes beside, and leaves."""
    made, clock = tmp_path / "J.db", SetClock(START)
    with session_at(made, clock) as session:
        assert session.sign_in_beside("T7", "D1").accepted
        for line in FELL:
            clock.advance(TICK)
            view = session.take(msgspec.json.encode(line))
            assert view.accepted, (line, view.why)
        clock.advance(TICK)
        assert session.sign_in_beside("T7", "D2").accepted
        clock.advance(TICK)
        session.note(NoteKind.BESIDE_LEFT, who="D2", text="T7")
    return made


def formatter() -> RecordFormatter:
    return RecordFormatter(EN, names=NAMES, zone=UTC)


def test_an_incidents_record_names_both_wherever_it_names_the_trainee(path: Path) -> None:
    record = find(path, "T7-i1")
    assert record.beside is not msgspec.UNSET and {who: [*each] for who, each in record.beside.items()} == {
        "T7": ["D1"]
    }
    assert set(record.people) == {"T7", "P1", "D1"}
    sheet = formatter().sheet(record, record.reported, "1.1.0")
    assert [each.by for each in sheet.remarks] == [BESIDE]
    assert BESIDE in {each.by for each in sheet.steps}
    assert "Mina" not in str(sheet).replace(BESIDE, "")


def test_a_rounds_file_lists_the_stay_and_each_press_with_both(path: Path) -> None:
    file = find_round(path, "T7-1")
    stays = [(each.who, each.beside) for each in file.people if each.role == "dealer"]
    assert stays == [("T7", "D1"), ("T7", "D2"), ("T7", msgspec.UNSET)], "until its last entry"
    assert {each.figures.get("beside") for each in file.presses if each.by == "T7"} == {"D1", "D2"}
    assert "D1" in file.person_ids
    parts = {each.heading: each for each in round_paper(file, formatter(), START, "1.1.0").parts}
    for heading in ("round.file.people", "round.file.presses"):
        assert BESIDE in str(parts[EN.text(heading)].rows), heading


def test_each_act_names_the_dealer_who_stood_beside_then(tmp_path: Path) -> None:
    """D1 stands beside at the report, D2 at the step; nobody does as the cards are picked up."""
    made, clock = tmp_path / "J.db", SetClock(START)
    with session_at(made, clock) as session:

        def take(*lines: Seen) -> None:
            for line in lines:
                clock.advance(TICK)
                assert session.take(msgspec.json.encode(line)).accepted, line

        session.sign_in_beside("T7", "D1")
        take(OPEN, CLOSED, card("9H"), incident("card_fell", by="T7", cards=1), answer(seen=False))
        clock.advance(TICK)
        session.sign_in_beside("T7", "D2")
        take(AUTHORISE, {"do": "done", "by": "T7"}, say("Alone now", by="T7"))
        clock.advance(TICK)
        session.note(NoteKind.BESIDE_LEFT, who="D2", text="T7")
        take({"do": "done", "by": "T7"})
    second = BESIDE.replace("Rasa K. (D1)", "Elín S. (D2)")
    sheet = formatter().sheet(find(made, "T7-i1"), START, "1.1.0")
    assert [each.by for each in sheet.steps] == [second]
    assert BESIDE in str(sheet) and "D1, " not in str(sheet)
    paper = round_paper(find_round(made, "T7-1"), formatter(), START, "1.1.0")
    assert "D1, " not in str(paper)
    (presses,) = (each.rows for each in paper.parts if each.heading == EN.text("round.file.presses"))
    reported, *between, collected = (str(row[1]) for row in presses if "T7" in str(row[1]))
    assert (reported, {*between}, collected) == (BESIDE, {second}, "Mina K. (T7)")


def test_the_shift_report_has_a_turn_for_each_dealer_beside(path: Path) -> None:
    report = table_report(path, Interval())
    turns = [(each.who, each.who.beside) for each in report.lists.dealt]
    assert turns == [("D1", None), ("T7", "D1"), ("T7", "D2"), ("T7", None)]
    assert BESIDE in str(list(list_parts(report, "", formatter())))
    assert report.dealer_changes == 1, "the trainee stayed"


def test_report_and_handover_name_both_at_what_the_trainee_did(path: Path) -> None:
    made = shift_report([path], Interval(), START)
    report = report_paper(made, formatter(), "1.1.0")
    for paper in (report, handover_paper(made, formatter(), "1.1.0", ("T7",))):
        (remarks,) = (each.rows for each in paper.parts if each.heading == EN.text("record.head.remarks"))
        assert BESIDE in str(remarks)
    (happened,) = (each.rows for each in report.parts if each.heading == EN.text("report.happened"))
    assert BESIDE in str(happened)


def test_a_report_carried_over_names_who_stood_beside_its_trainee(path: Path) -> None:
    """The turn in which the trainee reported it is no part of the next shift."""
    reported = find(path, "T7-i1").reported
    made = shift_report([path], Interval(reported + timedelta(seconds=TICK / 2)), START)
    (incident,) = made.tables[0].incidents
    reporter = incident.fact.by
    assert incident.carried_over == "reported" and reporter is not None and reporter.beside == "D1"
    assert BESIDE in str(report_paper(made, formatter(), "1.1.0").parts[0].rows)


def test_the_handover_says_that_a_trainee_deals(path: Path) -> None:
    handover = table_report(path, Interval()).handover
    assert handover is not None and handover.trainees == (TraineeDealing("T7", None),)
    assert (EN.text("handover.trainee"), "Mina K. (T7)") in list(open_points(handover, formatter()))


def test_a_report_names_who_stood_beside_though_the_clock_was_set_back(tmp_path: Path) -> None:
    """The time after it was one of another dealer's, whom the report named, or of none."""
    made, clock = tmp_path / "J.db", SetClock(START)
    with session_at(made, clock) as session:
        session.sign_in_beside("T7", "D1")
        clock.advance(60)
        session.sign_in_beside("T7", "D2")
        for seconds in (-30, -3600):
            clock.set(seconds)
            assert session.take(msgspec.json.encode(say("Here", by="T7"))).accepted
    parts = report_paper(shift_report([made], Interval(), START), formatter(), "1.1.0").parts
    (said,) = (each.rows for each in parts if each.heading == EN.text("record.head.remarks"))
    assert [row[1] for row in said] == [BESIDE.replace("Rasa K. (D1)", "Elín S. (D2)")] * 2
