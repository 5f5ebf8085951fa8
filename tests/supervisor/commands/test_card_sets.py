"""The card sets of a table at the command line: each set's life, as text in every language and as JSON."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from console import cli
from console.base.words import LANGUAGES, Words
from console.supervisor.history.card_sets import Rounds, SetFact
from console.supervisor.history.interval import Interval
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.card_sets import life_lines
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.list_words import list_parts
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.table.core import encode_table
from console.table.journal import Identity, archives, open_journal
from tests.base.words.catalogues import words
from tests.supervisor.history.test_card_sets import coup, done, prepared
from tests.table.core.tables import Seen
from tests.table.people.kept import PIN, RASA, people_in
from tests.table.played import START, incident, session_at, written

EN = Words("en")
NOTE = EN.text("record.set_rounds.note")
WRONG: Seen = incident("wrong_card_set", "P1", cause="copies")
LIFE: tuple[Seen, ...] = (
    *prepared(set="A-17"), *coup("9H", "2S", "KD", "4C"), done(), done(),
    WRONG, done(set="B-2"), done("P1"),
)  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return written(tmp_path / "t.db", *LIFE, code="sv", is_ready=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sets_are_printed_in_every_language(
    journal: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["card-sets", str(journal), "--lang", language]) == 0
    printed = capsys.readouterr().out
    assert "A-17" in printed and "B-2" in printed
    assert words(language).text("report.set.put_aside") in printed
    assert "{" not in printed and "report.set" not in printed


def test_one_set_is_found_by_its_number_as_a_person_types_it(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["card-sets", str(journal), "--set", "b -2", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "B-2" in printed and "A-17" not in printed


def test_a_set_of_one_of_several_tables_stands_under_that_tables_name(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A set that another table claimed, by its own word, was at no table's name."""
    other = written(tmp_path / "u.db", code="sv", is_ready=False, start=START + timedelta(days=1))
    for number in ("B-2", "A-17"):
        asked = ["card-sets", str(journal), str(other), "--set", number, "--lang", "en"]
        assert cli.main(asked) == 0
        assert capsys.readouterr().out.startswith(f"{EN.text('record.table')} T7 (t.db)\n")


def test_a_set_that_no_table_has_had_is_named(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card-sets", str(journal), "--set", "Z\u200b9", "--lang", "en"]) == 2
    assert EN.text("card_sets.unknown", set="Z<U+200B>9") in capsys.readouterr().err


def test_a_table_without_a_set_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "t.db", is_ready=False)
    assert cli.main(["card-sets", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"{EN.text('card_sets.none')}\n"


def test_a_wheels_journal_has_no_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "w.db", game="roulette", code="sv")
    assert cli.main(["card-sets", str(path), "--lang", "en"]) == 2
    assert EN.text("card_sets.no_cards", file=str(path)) in capsys.readouterr().err


def test_a_person_of_a_set_is_named(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = people_in(tmp_path / "people.json")
    people.add(replace(RASA, id="D1"), PIN)
    assert cli.main(["card-sets", str(journal), "--people", str(people.path), "--lang", "en"]) == 0
    assert f"{RASA.name} (D1)" in capsys.readouterr().out


def test_a_set_has_its_life_from_every_file_of_its_journal(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It came in the file that the month's end closed; without that file the gap is named."""
    identity = Identity("T7", "baccarat", "sv")
    with session_at(journal, rules="sv", is_ready=False) as session:
        state = encode_table(session.table)
    with open_journal(journal, identity) as opened:
        older = archives.go_on_in_new_file(opened, state, START + timedelta(hours=1))
    assert cli.main(["card-sets", str(journal), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "A-17" in printed and "T7-1" in printed and "gap" not in printed
    older.unlink()
    assert cli.main(["card-sets", str(journal), "--lang", "en"]) == 0
    assert f"goes on from {older.name}" in capsys.readouterr().out


def test_the_json_has_each_act_with_its_person_and_time(journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "sets.json"
    assert cli.main(["card-sets", str(journal), "--json", str(out), "--lang", "en"]) == 0
    (table,) = json.loads(out.read_text())
    first, second = table["sets"]
    assert (table["table"], table["game"]) == ("T7", "baccarat")
    assert (first["number"], first["received"]["by"], first["put_aside"]["by"]) == ("A-17", "D1", "P1")
    assert first["rounds"] == {"first": "T7-1", "last": "T7-1", "count": 1}
    assert (second["number"], second["rounds"], second["put_aside"]) == ("B-2", None, None)


def test_the_rounds_are_counted_with_those_that_the_figures_concern() -> None:
    fact = SetFact("A-17", rounds=Rounds("1", "3", 3), concerned=[Rounds("3", "3")])
    said = list(life_lines(fact, RecordFormatter(EN)))
    assert any("3 rounds, 1 concerned, 3" in line for line in said)
    assert f"  {NOTE}" in said


def test_rounds_from_before_the_interval_are_counted_once_they_are_concerned() -> None:
    fact = SetFact("A-17", rounds=Rounds("3", "3"), concerned=[Rounds("1", "3", 3)])
    said = list(life_lines(fact, RecordFormatter(EN)))
    assert any("3 rounds, 3 concerned, 1 – 3" in line for line in said)


def test_a_set_without_a_finding_leaves_nothing_to_decide() -> None:
    said = list(life_lines(SetFact("A-17", rounds=Rounds("1", "3", 3)), RecordFormatter(EN)))
    assert any(line.endswith("3") for line in said)
    assert f"  {NOTE}" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shift_report_lists_its_sets(journal: Path, language: str) -> None:
    report = shift_report([journal], Interval(), START)
    formatter = RecordFormatter(words(language))
    (part,) = (
        each
        for each in list_parts(report.tables[0], "", formatter)
        if each.heading == words(language).text("report.card_sets")
    )
    assert [row[0] for row in part.rows] == ["A-17", "B-2"]
    assert len(part.columns) == len(part.rows[0])
    paper = report_paper(report, formatter, "1.1.0")
    kept = json.loads(report_json(report, paper, {}, None))
    assert [each["number"] for each in kept["tables"][0]["card_sets"]] == ["A-17", "B-2"]


def test_a_later_interval_has_the_set_in_play_with_its_number_and_its_own_rounds(journal: Path) -> None:
    bounds = table_report(journal, Interval())
    assert bounds.ended is not None
    report = table_report(journal, Interval(start=bounds.ended))
    assert [each.number for each in report.card_sets] == ["A-17", "B-2"], "it is put aside last"
    assert report.card_sets[0].received is None
    assert report.card_sets[0].round_count == 0
