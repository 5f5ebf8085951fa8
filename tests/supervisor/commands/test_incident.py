"""``dealer-console incident``: a list, a record on the terminal, its exports, and refusals in one line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES
from console.table.core import KnownList, NoteKind, Person, Role, SetClock
from console.table.people import PeopleFile, pins
from tests.base.words.catalogues import words
from tests.table.config.table_files import PLAIN, toml_of
from tests.table.played import FELL, ROUND, START, session_at, take, written


def test_without_an_id_the_incidents_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "J.db", *FELL)
    assert cli.main(["incident", str(path), "--lang", "en"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("T7-i1\t2026-11-20 ")
    assert line.endswith("A card fell\tRound void, bets go back\tLT-BAC-18b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_journal_without_incidents_says_so(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    assert cli.main(["incident", str(path), "--lang", language]) == 0
    said = capsys.readouterr().out.strip()
    assert said and words(language).text("report.no_activity") not in said, "a round was played"
    assert language != "en" or said == "No incident was reported in this journal."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_printed_in_the_terminal(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *FELL)
    assert cli.main(["incident", str(path), "T7-i1", "--lang", language]) == 0
    printed = capsys.readouterr().out
    assert "LT-BAC-18b" in printed and "05 31 44" in printed and "It rolled under the chair" in printed


@pytest.mark.usefixtures("qapp")
def test_json_and_pdf_are_written_and_the_journal_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *FELL)
    before = path.read_bytes()
    out, page = tmp_path / "R.json", tmp_path / "R.pdf"
    given = ["incident", str(path), "T7-i1", "--json", str(out), "--pdf", str(page), "--lead-in", "60"]
    assert cli.main(given) == 0
    assert json.loads(out.read_bytes())["video"]["lead_in"] == 60
    assert page.read_bytes().startswith(b"%PDF")
    assert path.read_bytes() == before
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.sweep(1)
@pytest.mark.parametrize("asked", ["incident J.db T7-i1", "round J.db T7-1", "report J.db"])
def test_no_paper_has_the_token_of_a_videos_address(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written(tmp_path / "J.db", *FELL).parent)
    video = "https://nvr.example/cam?t={time}&token=sesame&speed=1#a1b2c3d4e5f6a7b8c9d0"
    Path("T7.toml").write_text(toml_of({**PLAIN, "name": "T7", "studio": {"video": video}}), "utf-8")
    given = [*asked.split(), "--table", "T7.toml", "--lang", "en"]
    assert cli.main(given) == 0 == cli.main([*given, "--json", "out.json"])
    written_down = capsys.readouterr().out + Path("out.json").read_text("utf-8")
    assert "https://nvr.example/cam?t=2026-11-20T" in written_down and "speed=1" in written_down
    assert "sesame" not in written_down and "a1b2c3d4e5" not in written_down


def test_a_journal_in_use_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from console.table.journal import Identity, open_journal

    path = written(tmp_path / "J.db", *FELL)
    with open_journal(path, Identity("T7", "baccarat", "lt")):
        assert cli.main(["incident", str(path), "T7-i1"]) == 0


def refusal_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["incident", *arguments, "--lang", "en"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    return printed.err


def test_an_unknown_id_shows_the_way_to_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "J.db", *FELL)
    assert f"dealer-console incident {path}" in refusal_of([str(path), "T7-i\x1b2"], capsys)


def test_a_changed_paper_differs_from_the_one_that_its_journal_prints_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing vouches for a paper: all but the line with the time is compared with another print."""
    path = written(tmp_path / "J.db", *FELL)
    papers = []
    for _ in range(2):
        assert cli.main(["incident", str(path), "T7-i1", "--lang", "en"]) == 0
        *lines, made = capsys.readouterr().out.splitlines()
        assert made.startswith("Made on ")
        papers.append(lines)
    first, again = papers
    assert first == again and again != [line.replace("Round void", "Play goes on") for line in first]
    paper = tmp_path / "record.pdf"
    paper.write_bytes(b"%PDF-1.4\n")
    assert cli.main(["journal", "verify", str(paper), "--lang", "en"]) == 2
    assert "is not a journal" in capsys.readouterr().err


def test_a_file_that_is_no_journal_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    assert "is not a journal" in refusal_of([str(tmp_path / "notes.txt")], capsys)
    assert "There is no file" in refusal_of([str(tmp_path / "none.db"), "T7-i1"], capsys)


def test_an_export_onto_the_journal_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "J.db", *FELL)
    assert "never overwritten" in refusal_of([str(path), "T7-i1", "--json", str(path)], capsys)
    assert "never overwritten" in refusal_of([str(path), "T7-i1", "--pdf", f"{path}-wal"], capsys)


def test_if_one_export_is_refused_no_file_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = written(tmp_path / "J.db", *FELL), tmp_path / "R.json"
    refusal_of([str(path), "T7-i1", "--json", str(out), "--pdf", str(path)], capsys)
    assert not out.exists()


def test_a_people_file_that_can_not_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, people = written(tmp_path / "J.db", *FELL), tmp_path / "people.json"
    people.write_text("nobody")
    os.chmod(people, 0o600)
    assert str(people) in refusal_of([str(path), "T7-i1", "--people", str(people)], capsys)


@pytest.mark.parametrize("line", ["", "J --json OUT", "J --lead-in -1", "J ID --lang fr", "J ID more"])
def test_bad_arguments_are_refused_in_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        cli.main(["incident", *line.split()])
    assert error.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_papers_say_that_names_or_casino_are_of_another_tables_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another house's list named who had authorised, and another table's file the casino, without a word."""
    lists = [PeopleFile(tmp_path / f"{house}.json", pepper=tmp_path / "pepper") for house in ("own", "other")]
    for number, people in enumerate(lists):
        people.add(Person("P1", f"Petra {number}", Role.SUPERVISOR, "en"), "481516")
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock) as session:
        session.note(NoteKind.LIST_KNOWN, text=KnownList(lists[0].identity or "", "").text)
        session.note(NoteKind.CASINO, text="Casino Nord")
        take(session, *FELL)
    foreign = "Names from other.json, which is not the list of people that this table has"
    casino = "Casino Other; the journal says Casino Nord"
    for house, said in (("own", False), ("other", True)):
        named = ["--people", str(tmp_path / f"{house}.json"), "--lang", "en"]
        for command, *id in (("incident", "T7-i1"), ("round", "T7-1"), ("report",)):
            assert cli.main([command, str(path), *id, *named]) == 0
            printed = capsys.readouterr().out
            assert (foreign in printed) is said and casino not in printed
    assert cli.main(["report", str(path), "--casino", "Casino Other", "--lang", "en"]) == 0
    assert casino in capsys.readouterr().out


@pytest.mark.parametrize("command", ["incident", "incident T7-i1", "round T7-1", "report", "card-sets"])
def test_papers_say_whether_their_names_are_proved_and_refuse_changed_ones(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody wrote another name into the list beside the table, and papers had it as who had authorised."""
    secret = tmp_path / "pepper"
    monkeypatch.setattr(pins, "default_pepper", lambda: secret)
    people = PeopleFile(tmp_path / "people.json")
    people.add(Person("P1", "Petra K.", Role.SUPERVISOR, "en"), "481516")
    path, (name, *id) = written(tmp_path / "J.db", *FELL), command.split()
    given = [name, str(path), *id, "--people", str(people.path), "--lang", "en"]
    assert cli.main(given) == 0
    assert "Names from people.json; its seal was checked" in capsys.readouterr().out
    people.path.write_text(people.path.read_text().replace("Petra K.", "Petra Y."))
    assert cli.main(given) == 2
    shown = capsys.readouterr()
    assert "is an older copy, or was changed" in shown.err and "Petra Y." not in shown.out
    listed = ["people", "list", "--file", str(people.path), "--lang", "en"]
    assert cli.main(listed) == 2 and "was changed" in capsys.readouterr().err
    secret.unlink()
    assert cli.main(given) == 0
    assert "Names from people.json, not proved" in capsys.readouterr().out
    assert cli.main(listed) == 0
    assert "Names from people.json, not proved" in capsys.readouterr().out
