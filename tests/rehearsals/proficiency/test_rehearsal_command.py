"""``console rehearsal``: records, what is due, matrix, certificate, forget; text, CSV, PDF, all languages."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.rehearsals.proficiency import due
from console.rehearsals.proficiency.due import rehearsal_kind
from console.rehearsals.proficiency.matrix import matrix
from console.rehearsals.proficiency.proficiency_paper import (
    certificate,
    matrix_paper,
    records_paper,
)
from console.rehearsals.proficiency.record_file import RehearsalRecords, place_beside
from console.rehearsals.result import ScoreSubject, Sitting, Way
from console.supervisor.ui.paper.document import fold_rows, pdf_of
from console.table.core import Person, Role
from tests.handbook.runs import run
from tests.rehearsals.played import kinds_practised
from tests.rehearsals.proficiency.rehearsal_lines import START, rehearsed
from tests.rehearsals.proficiency.test_due import FELL, HOLE
from tests.table.people.kept import studio

pytestmark = pytest.mark.usefixtures("qapp")  # a page that is drawn would make an application without windows

NOW = START + timedelta(days=20)
RASA = Person("D1", "Rasa Kazlauskienė", Role.DEALER, "lt")
EVERY = tuple(
    rehearsed("D1", kind, game=game, days=day, score=70 + day % 30, way=Way.ALONE)
    for game in ("baccarat", "blackjack", "roulette")
    for day, kind in enumerate(kinds_practised(game))
)
"""All that can be rehearsed, passed."""


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A studio's people, with rehearsals of one of them and of somebody whom the list does not know."""
    place = studio(tmp_path / "people.json").path
    records = RehearsalRecords(place_beside(place))
    records.keep(rehearsed("S-1", passed=False, score=40, mistaken="go_on"))
    records.keep(rehearsed("S-1", "no_burn", days=1, pit_boss="X-9"))
    return place


def run_for(people: Path, *argv: str) -> tuple[int, str]:
    return run(["rehearsal", *argv, "--people", str(people), "--lang", "en"])


def pages(pdf: bytes) -> int:
    return pdf.count(b"/Type /Page\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_document_says_in_its_heading_that_it_is_of_rehearsals(language: str) -> None:
    words = Words(language)
    made = matrix(EVERY, (RASA,), NOW)
    papers = (
        matrix_paper(made, words, NOW),
        records_paper(EVERY, {"D1": RASA.name}, words, NOW),
        certificate(EVERY, RASA, words, NOW, "ab" * 32),
    )
    for paper in papers:
        assert paper.title.startswith(words.text("mode.rehearsal"))
        assert all(len(row) == len(part.columns) for part in paper.parts for row in part.rows)
    assert pages(pdf_of(papers[2])) == 1, "a certificate is one page, whatever was passed"


def test_the_words_have_a_name_for_every_way_and_every_part_of_a_score() -> None:
    for language in LANGUAGES:
        words = Words(language)
        for key in (*(f"way.{way}" for way in Way), *(f"part.{judged}" for judged in ScoreSubject)):
            assert words.has(f"rehearsal.record.{key}"), (language, key)


def test_the_list_says_which_rehearsals_were_of_an_exam() -> None:
    """Of an exam that somebody left no paper showed that it was one."""
    sat = replace(rehearsed(way=Way.UNDER_TIME), sitting=Sitting(7, 2, 5))
    (part,) = records_paper((sat, rehearsed(days=1)), {}, Words("en"), NOW).parts
    assert [row[6] for row in part.rows] == ["alone", "timed · 2 of 5"]


def test_the_list_says_which_rehearsals_came_to_no_end() -> None:
    """A failure without points read like wrong answers, and a killed rehearsal like one of no seconds."""
    left = replace(rehearsed(passed=False, score=0), lines=(), ended="left", lasted=0.0)
    idle = replace(rehearsed(days=1, passed=False, score=0), ended="out_of_time")
    (part,) = records_paper((left, idle, rehearsed(days=2)), {}, Words("en"), NOW).parts
    assert [row[7] for row in part.rows] == [
        "passed",
        "failed · The time ran out",
        "failed · The rehearsal was ended early",
    ]
    assert [row[9] for row in part.rows] == [3.0, 3.0, None]


def test_a_certificate_has_what_was_passed_the_last_time_and_nothing_else() -> None:
    results = [
        rehearsed("D1", "card_fell"),
        rehearsed("D1", "no_burn", days=1),
        rehearsed("D1", "no_burn", days=2, passed=False, score=20),
        rehearsed("D2", "early_deal"),
    ]
    paper = certificate(results, RASA, Words("en"), NOW, "cd" * 32)
    cells = [cell for part in paper.parts for row in part.rows for cell in row]
    assert "A card fell" in cells
    assert "Nothing burned" not in cells
    assert len([cell for cell in cells if cell == date(2026, 11, 2)]) == 1
    assert paper.head[0] == "Rasa Kazlauskienė (D1), Dealer"
    assert "cd" * 32 in paper.footer[-1], "the digest is whole"


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5])
def test_a_certificate_has_each_kind_once_by_name_down_two_columns(many: int) -> None:
    kinds = ("card_fell", "no_burn", "early_deal", "over_burn", "under_burn")[:many]
    part = certificate([rehearsed("D1", kind) for kind in kinds], RASA, Words("en"), NOW, "").parts[0]
    left, right = ([str(row[at]) for row in part.rows] for at in (0, 3))
    names = [Words("en").text(f"incident.{kind}") for kind in kinds]
    assert [name for name in (*left, *right) if name] == sorted(names)
    assert len(part.rows) == (many + 1) // 2


def test_a_certificate_says_by_which_rules_as_whom_and_how_and_counts_no_guided_one() -> None:
    results = [
        rehearsed("D1", "card_fell"),
        rehearsed("D1", "no_burn", way=Way.GUIDED),
        rehearsed("D1", "early_deal", way=Way.UNDER_TIME),
        rehearsed("D1", "early_deal", days=1, way=Way.GUIDED, passed=False, score=10),
    ]
    paper = certificate(results, RASA, Words("en"), NOW, "cd" * 32)
    assert [part.heading for part in paper.parts[:-1]] == [
        "Baccarat: Lithuanian rules, Dealer, alone",
        "Baccarat: Lithuanian rules, Dealer, timed",
    ]
    cells = [cell for part in paper.parts for row in part.rows for cell in row]
    assert {"A card fell", date(2026, 11, 2), "95"} <= {*cells} and "Nothing burned" not in cells
    assert paper.head[1].startswith("As of 22/11/2026, 2 kinds")
    assert "not an exam" in paper.footer[0]


def test_a_matrix_of_many_people_is_as_wide_as_a_page_and_a_spreadsheet_has_all() -> None:
    many = [Person(f"D{number}", f"Dealer {number}", Role.DEALER, "en") for number in range(20)]
    made = matrix(EVERY, many, NOW)
    games = len({each.game for each in EVERY})
    parts = matrix_paper(made, Words("en"), NOW).parts[1:]
    abreast = [6, 6, 6, 2]
    assert [len(part.columns) - 1 for part in parts] == [wide for wide in abreast for _ in range(games)]
    whole = matrix_paper(made, Words("en"), NOW, abreast=None).parts[1:]
    assert [len(part.columns) for part in whole] == [21] * games
    rows = [(part.heading, row[0]) for part in whole for row in part.rows]
    assert set(rows) == {(part.heading, row[0]) for part in parts for row in part.rows}
    assert len(rows) == len({rehearsal_kind(each) for each in EVERY})
    (first,) = [row for row in made.rows if row.person.id == "D1"]
    assert all(cell is not None for cell in first.cells)


def test_a_printed_matrix_has_the_kinds_that_nobody_has_rehearsed() -> None:
    """Its PDF left each such row out, and stood with a heading alone for a game that nobody rehearsed."""
    made = matrix([], [Person("D1", "D1", Role.DEALER, "en")], NOW, [("roulette", "no_spin")])
    *_, roulette = matrix_paper(made, Words("en"), NOW).parts
    assert fold_rows(roulette, "en").rows == (("No spin", None),)


def test_the_commands_print_and_export_the_kept_results(people: Path, tmp_path: Path) -> None:
    status, listed = run_for(people, "records")
    assert status == 0
    rows = [line for line in listed.splitlines() if "S-1" in line]
    assert len(rows) == 2
    assert "03/11/2026" in rows[0]
    assert "failed" in rows[1]
    sheet, page = tmp_path / "matrix.csv", tmp_path / "matrix.pdf"
    status, output = run_for(people, "matrix", "--csv", str(sheet), "--pdf", str(page))
    assert (status, len(output.splitlines())) == (0, 2)
    cells = {cell for row in csv.reader(io.StringIO(sheet.read_text("utf-8-sig"))) for cell in row}
    assert {"X-9", "Play goes on", "A card fell"} <= cells
    assert any(re.fullmatch(r"✗\xa040\xa002/11(/\d{4})?\xa0●", cell) for cell in cells)
    assert page.read_bytes().startswith(b"%PDF")


def test_due_rehearsals_are_listed_with_minutes_and_last_day(
    people: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "built_in_rehearsals", lambda: (FELL, HOLE))
    status, output = run_for(people, "due", "S-1")
    assert status == 0
    assert output.splitlines() == [
        "Due today",
        "  Baccarat: a card fell, 4 minutes · last on 02/11/2026",
        "  Blackjack: hole card exposed, 4 minutes · never rehearsed",
    ]


def test_a_certificate_is_in_the_person_s_own_language(people: Path, tmp_path: Path) -> None:
    status, output = run(["rehearsal", "certificate", "S-1", "--people", str(people)])
    assert status == 0
    own = Words("sv")
    assert output.startswith(own.text("mode.rehearsal"))
    page = tmp_path / "one.pdf"
    assert run_for(people, "certificate", "S-1", "--pdf", str(page)) == (0, f"{page} is written.\n")
    assert pages(page.read_bytes()) == 1


def test_a_persons_name_is_removed_only_with_a_second_confirmation(people: Path) -> None:
    records = RehearsalRecords(place_beside(people))
    before = records.path.read_bytes()
    status, output = run_for(people, "forget", "S-1")
    assert (status, output) == (
        0,
        "2 rehearsals name S-1. The name is removed from them for good; add --yes to do it.\n",
    )
    assert records.path.read_bytes() == before
    status, output = run_for(people, "forget", "S-1", "--yes")
    assert (status, output) == (0, "2 rehearsals no longer name S-1. The figures of the house stay.\n")
    assert b"S-1" not in records.path.read_bytes()
    status, output = run_for(people, "forget", "S-1", "--yes")
    assert (status, "has nobody with the ID S-1" in output) == (2, True)


def test_a_damaged_file_is_refused_with_its_line_and_the_way_out(people: Path) -> None:
    place = place_beside(people)
    place.write_bytes(place.read_bytes().replace(b'"score":40', b'"score":90'))
    for command in (["records"], ["matrix"], ["due", "S-1"], ["certificate", "S-1"]):
        status, output = run_for(people, *command)
        assert status == 2
        assert f"{place}: line 2 is not as it was written." in output


def test_an_unknown_id_is_reported(people: Path) -> None:
    status, output = run_for(people, "due", "Q-7")
    assert (status, "Q-7" in output, len(output.splitlines())) == (2, True, 1)
