"""A paper says on each of its pages if its table was not LIVE, by what the table's journal says of itself."""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.supervisor.commands.journal_review import opened
from console.supervisor.commands.video_options import TableOptions
from console.supervisor.reports.journal_facts import JournalFacts
from console.table.core import JournalOrigin, NoteKind, SetClock
from console.table.custody import open_session, origin_of
from console.table.custody.table_opening import TerminalsJournal, refuse_live, refuse_terminals
from console.table.journal import Identity, review
from tests.table.core.tables import book
from tests.table.played import FELL, ROUND, START, TICK

NOT_LIVE = [each for each in JournalOrigin if each is not JournalOrigin.LIVE]


def played(
    path: Path,
    origin: JournalOrigin | None,
    *,
    table: str = "T1",
    game: str = "baccarat",
    ready: bool = True,
    live: bool = False,
) -> Path:
    """A journal with a coup and an incident; an older console's has no origin."""
    clock, given = SetClock(START), None if origin is JournalOrigin.UNKNOWN else origin
    with ExitStack() as stack:
        identity = Identity(table, game, "lt")
        made = open_session(path, identity, book("lt"), clock, stack, is_ready=ready, origin=given)
        if live:
            made.session.note(NoteKind.LIVE_TABLE)
        for line in (*ROUND, *FELL) if ready else ():
            clock.advance(TICK)
            assert made.session.take(msgspec.json.encode(line)).accepted
    return path


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("origin", NOT_LIVE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_of_each_paper_says_that_the_table_was_not_live(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], origin: JournalOrigin, language: str
) -> None:
    journal, mark = str(played(tmp_path / "J.db", origin)), Words(language).text(f"origin.{origin}")
    assert cli.main(["incident", journal, "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines()[0] == mark
    for given in (("round", journal, "T1-1"), ("incident", journal, "T1-i1"), ("report", journal)):
        pdf, told = tmp_path / "P.pdf", (*given, "--lang", language)
        assert cli.main([*told]) == 0
        assert capsys.readouterr().out.splitlines()[0] == mark
        assert cli.main([*told, "--pdf", str(pdf)]) == 0
        capsys.readouterr()
        read = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True, text=True)
        pages = read.stdout.removesuffix("\f").split("\f")
        assert all("".join(mark.split()) in "".join(each.split()) for each in pages), read.stdout
        pdf.unlink()
    assert cli.main(["journal", "verify", journal, "--lang", language]) == 0
    assert mark in capsys.readouterr().out
    _, heading = opened([Path(journal)], TableOptions(None, 0.0), SetClock(START), lambda paper: b"")
    assert heading(Words(language))[0] == mark


def test_json_and_facts_say_where_a_journal_came_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, out = played(tmp_path / "J.db", JournalOrigin.SIMULATED), tmp_path / "O.json"
    for command, subject in (("incident", ["T1-i1"]), ("round", ["T1-1"]), ("report", [])):
        assert cli.main([command, str(journal), *subject, "--json", str(out)]) == 0
        told = json.loads(out.read_bytes())
        of_table = told["tables"][0]["origin"] if command == "report" else told.get("origin", told)
        found = told["origin"] if command == "incident" else of_table["origin"]
        assert (found, told["text"]["mark"]) == ("simulated", Words("en").text("origin.simulated"))
        out.unlink()
    assert JournalFacts([journal]).rows["game_table"][0]["origin"] == "simulated"
    capsys.readouterr()
    cli.main(["status", str(journal), "--json"])
    assert [each["origin"] for each in json.loads(capsys.readouterr().out)["tables"]] == ["simulated"]


@pytest.mark.parametrize("command", ["card-sets", "shoe", "wheel"])
def test_json_of_sets_shoes_and_wheels_names_each_origin_but_of_live_tables_alone(
    tmp_path: Path, command: str
) -> None:
    game, out = "roulette" if command == "wheel" else "baccarat", tmp_path / "O.json"
    live = played(tmp_path / "L.db", None, table="T7", game=game, ready=False, live=True)
    tried = played(tmp_path / "S.db", JournalOrigin.SIMULATED, game=game, ready=False)
    for files, found in (((live, tried), ["live", "simulated"]), ((live,), [])):
        assert cli.main([command, *map(str, files), "--json", str(out)]) == 0
        told = json.loads(out.read_bytes())
        if command == "card-sets":
            told = {"origin": [each.get("origin", "live") for each in told if len(told) > 1]}
        assert told.get("origin", []) == found
        out.unlink()


@pytest.mark.parametrize("table", ["T1", "T7"])
def test_a_live_tables_papers_have_no_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str
) -> None:
    """Its name alone makes it one if an older console wrote it; a table of no file is called T1."""
    journal = played(tmp_path / "J.db", None, table=table, live=table == "T1")
    assert origin_of(journal) is JournalOrigin.LIVE
    out = tmp_path / "O.json"
    assert cli.main(["round", str(journal), f"{table}-1", "--json", str(out)]) == 0
    told = json.loads(out.read_bytes())
    assert "origin" not in told["origin"] and "mark" not in told["text"]


@pytest.mark.parametrize("ready", [True, False])
@pytest.mark.parametrize("table", ["T1", "B3"])
def test_a_live_table_refuses_a_simulated_ones_journal_whatever_its_name(
    tmp_path: Path, table: str, ready: bool
) -> None:
    journal = played(tmp_path / "J.db", JournalOrigin.SIMULATED, table=table, ready=ready)
    if ready:
        with pytest.raises(TerminalsJournal):
            refuse_terminals(journal)
    refuse_live(journal)
    assert origin_of(journal) is JournalOrigin.SIMULATED


def test_an_older_file_that_goes_on_notes_its_origin_once(tmp_path: Path) -> None:
    journal = played(tmp_path / "J.db", JournalOrigin.UNKNOWN)
    assert origin_of(journal) is JournalOrigin.UNKNOWN
    for _ in range(2):
        played(journal, JournalOrigin.HEADLESS, ready=False)
    assert origin_of(journal) is JournalOrigin.HEADLESS
    with review(journal) as found:
        assert len([*found.of_a_kind("noted", "origin")]) == 1
