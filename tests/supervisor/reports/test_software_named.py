"""Any round leads to the software that dealt it: in its file, its incident's record, the shift's report."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from console.base.software import Software
from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.figures import SoftwareUsed
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.table.core import NoteKind, SetClock
from console.table.game import digest_of_source as digest_in_a_guide
from console.table.game import load_rulebook, rulebook_digest, rulebook_folder, source_of
from tests.base.words.catalogues import words
from tests.supervisor.records.exported import exported
from tests.table.core.tables import Seen
from tests.table.played import FELL, ROUND, START, TICK, session_at, take, time_of_line

ONE = Software("7.1", "1a" * 32, "2b" * 32, "3c" * 32)
TWO = Software("7.2", "4d" * 32, "2b" * 32, "3c" * 32)
MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)


def journal_of_starts(path: Path, *starts: tuple[Software | None, tuple[Seen, ...]]) -> Path:
    """A journal of several starts, each with its software (None: an older console's) and its lines."""
    clock = SetClock(START)
    for software, lines in starts:
        with session_at(path, clock) as session:
            if software is not None:
                clock.advance(TICK)
                session.note(NoteKind.SOFTWARE, text=software.text)
            take(session, *lines, clock=clock)
    return path


def test_report_and_guide_name_a_rulebook_by_one_digest() -> None:
    """A common row that changes is another rulebook to both, and the certificate has the report's figure."""
    source = source_of(rulebook_folder() / "de.toml")
    assert rulebook_digest(load_rulebook("de"))[:12] == digest_in_a_guide(source, load_rulebook("de"))


def test_a_round_and_its_incident_name_what_dealt_them(tmp_path: Path) -> None:
    path = journal_of_starts(tmp_path / "J.db", (ONE, (*ROUND, *FELL)), (TWO, ROUND))
    assert find_round(path, "T7-1").origin.software == (ONE,)
    assert find(path, "T7-i1").origin.software == (ONE,)
    assert find_round(path, "T7-3").origin.software == (TWO,)


def test_a_round_over_a_restart_names_both(tmp_path: Path) -> None:
    path = journal_of_starts(tmp_path / "J.db", (ONE, ROUND[:4]), (TWO, ROUND[4:]))
    file = find_round(path, "T7-1")
    assert file.origin.software == (ONE, TWO)
    decoded = msgspec.json.decode(exported(file, RecordFormatter(words("en"))))
    assert [each["manifest"] for each in decoded["origin"]["software"]] == [ONE.manifest, TWO.manifest]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_names_it_by_the_beginnings_of_its_digests(lang: str, tmp_path: Path) -> None:
    file = find_round(journal_of_starts(tmp_path / "J.db", (ONE, FELL)), "T7-1")
    paper = round_paper(file, RecordFormatter(words(lang), zone=UTC), MADE, "9")
    digests = {"manifest": "1a1a " * 4, "rulebook": "2b2b " * 4, "configuration": "3c3c " * 4}
    named = {name: digest.strip() for name, digest in digests.items()}
    assert words(lang).text("record.software", version="7.1", **named) in lines_of(paper)


def test_an_older_journal_without_software_notes_has_no_heading_for_them(tmp_path: Path) -> None:
    path = journal_of_starts(tmp_path / "J.db", (None, ROUND))
    file = find_round(path, "T7-1")
    assert file.origin.software == ()
    assert b'"software"' not in msgspec.json.encode(file.origin)
    report = shift_report([path], Interval(), MADE)
    assert report.tables[0].lists.software == ()
    headings = [part.heading for part in report_paper(report, RecordFormatter(words("en")), "9").parts]
    assert words("en").text("report.software") not in headings


def test_a_report_says_what_dealt_and_from_when_on(tmp_path: Path) -> None:
    path = journal_of_starts(tmp_path / "J.db", (ONE, ROUND), (ONE, ROUND), (TWO, ROUND))
    report = shift_report([path], Interval(), MADE)
    two = time_of_line(2 * len(ROUND) + 3)
    assert report.tables[0].lists.software == (SoftwareUsed(time_of_line(1), ONE), SoftwareUsed(two, TWO))
    later = shift_report(
        [path], Interval(start=time_of_line(len(ROUND)), until=time_of_line(len(ROUND) + 5)), MADE
    )
    assert later.tables[0].lists.software == (SoftwareUsed(None, ONE),)
    paper = report_paper(report, RecordFormatter(words("ja"), zone=UTC), "9")
    (part,) = (each for each in paper.parts if each.heading == words("ja").text("report.software"))
    assert [row[1:] for row in part.rows] == [
        ("7.1", "1a1a 1a1a 1a1a 1a1a", "2b2b 2b2b 2b2b 2b2b", "3c3c 3c3c 3c3c 3c3c"),
        ("7.2", "4d4d 4d4d 4d4d 4d4d", "2b2b 2b2b 2b2b 2b2b", "3c3c 3c3c 3c3c 3c3c"),
    ]
    decoded = msgspec.json.decode(report_json(report, paper, {}))
    assert decoded["tables"][0]["lists"]["software"][1]["software"]["manifest"] == TWO.manifest
