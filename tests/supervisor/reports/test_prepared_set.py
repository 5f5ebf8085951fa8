"""Who prepared a card set: in its life, the log, a record and round's file, the report, handover, export."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from console import cli
from console.supervisor.history.card_sets import Done, Rounds, SetFact, Signed
from console.supervisor.history.interval import Interval
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.card_sets import life_lines
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import EventKind, Who
from tests.base.words.catalogues import words
from tests.supervisor.history.test_card_sets import coup, done, prepared
from tests.table.core.tables import Seen
from tests.table.played import START, incident, written

EN: Final = words("en")
NAMES: Final = {"X7": "Kai M.", "D1": "Rasa K."}
SAID: Final = "Prepared by: Kai M. (X7)"
WRONG: Final[Seen] = incident("wrong_card_set", "P1", cause="copies")
COUP: Final = (*coup("9H", "2S", "KD", "4C"), done(), done())


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    lines = (*prepared(set="A-17", prepared="X7"), *COUP, WRONG, done(set="B-2"), done("P1"))
    return written(tmp_path / "J.db", *lines, code="sv", is_ready=False)


@pytest.fixture
def formatter() -> RecordFormatter:
    return RecordFormatter(EN, zone=UTC, names=NAMES)


def test_the_life_of_a_set_names_who_did_each_of_its_acts(formatter: RecordFormatter) -> None:
    done = {each: Done(Who(each), START) for each in ("received", "inspected", "presented", "put_aside")}
    ends = ("released", "resting", "returned", "destroyed")
    signed = {each: Signed(Who(each), Who(each), START) for each in ends}
    fact = SetFact("A-17", shoes=[1], rounds=Rounds("T7-1", "T7-3", 3), prepared="X7")
    assert [*life_lines(replace(fact, **done, **signed), formatter)] == [
        "Set number: A-17",
        "  Received: 20/11/2026 09:00:00, received",
        "  Prepared by: Kai M. (X7)",
        "  Inspected: 20/11/2026 09:00:00, inspected",
        "  Presented by: 20/11/2026 09:00:00, presented",
        "  Shoes: 1",
        "  Rounds: 3",
        "  Put aside: 20/11/2026 09:00:00, put_aside",
        "  Released: 20/11/2026 09:00:00, released",
        "  Resting: 20/11/2026 09:00:00, resting",
        "  Returned: 20/11/2026 09:00:00, returned",
        "  Destroyed: 20/11/2026 09:00:00, destroyed",
    ]


def test_a_record_and_a_rounds_file_name_who_prepared_the_cards(
    journal: Path, formatter: RecordFormatter
) -> None:
    record, file = find(journal, "T7-i1"), find_round(journal, "T7-1")
    assert record.where.prepared == file.where.prepared == "X7"
    sheet = formatter.sheet(record, record.reported, "1")
    assert any(SAID in each.text for each in sheet.when)
    assert any(SAID in line for line in lines_of(round_paper(file, formatter, START, "1")))


def test_the_shift_report_and_the_handover_name_who_prepared_a_wrong_set(
    journal: Path, formatter: RecordFormatter
) -> None:
    report = shift_report([journal], Interval(), START)
    handover = report.tables[0].handover
    assert handover is not None
    points = dict(open_points(handover, formatter))
    assert SAID in points[EN.text("incident.wrong_card_set")]
    paper = "\n".join(lines_of(report_paper(report, formatter, "1")))
    assert "Prepared by" in paper and "Kai M. (X7)" in paper


def test_the_json_of_a_record_a_round_and_a_report_names_who_prepared_the_cards(
    journal: Path, formatter: RecordFormatter
) -> None:
    """Each named all its people but this one."""
    assert "X7" in find(journal, "T7-i1").people and "X7" in find_round(journal, "T7-1").person_ids
    shift = shift_report([journal], Interval(), START)
    told = msgspec.json.decode(report_json(shift, report_paper(shift, formatter, "1"), NAMES))
    assert told["people"]["X7"] == "Kai M."


def test_the_export_of_facts_has_a_shoes_set_and_who_prepared_it(journal: Path, tmp_path: Path) -> None:
    assert cli.main(["journal", "facts", str(journal), "--to", str(tmp_path / "facts.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "facts.db")) as made:
        found = made.execute("SELECT number, card_set, prepared_by FROM shoe ORDER BY place").fetchall()
    assert found == [(1, "A-17", "X7"), (2, "B-2", None)]


def test_the_log_names_who_prepared_a_set() -> None:
    received = LoggedEntry(EventKind.STEP_DONE, {"set": "A-17", "prepared": "X7"}, pressed="receive_decks")
    said = event_line(EN, received, lambda who: f"Kai M. ({who})")
    assert said == f"Card set A-17 received · {SAID}"
    unnumbered = LoggedEntry(EventKind.STEP_DONE, {"prepared": "X7"}, pressed="receive_decks")
    assert event_line(EN, unnumbered, lambda who: f"Kai M. ({who})").endswith(SAID)
