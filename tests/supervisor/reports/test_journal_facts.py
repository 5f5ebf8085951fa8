"""The facts of a journal as a database: each figure of a shift report is a sum over its rows."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import tracemalloc
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import msgspec
import pytest
from msgspec.structs import replace

from console import cli
from console.base.setup import ROOT
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import files_of_journal
from console.supervisor.records import in_newest_file
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.facts_database import TABLES, VIEWS, fill, spooled, write_database
from console.supervisor.reports.journal_facts import JournalFacts, Row
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import told
from console.table.core import JournalEntry, NoteKind, PeopleChange, SetClock, events, shift_at
from console.table.journal import Filter, Word, archives, reader, review
from tests.base.words.catalogues import words
from tests.instruments.agree.documents import Documents
from tests.instruments.agree.exported import of_exports
from tests.instruments.agree.rare_sessions import RareSitting
from tests.instruments.bench import command_growth
from tests.instruments.bench.play import filled
from tests.instruments.differ.lines import Line
from tests.supervisor.records.accounts.test_across_files import divided
from tests.supervisor.records.accounts.test_corrections_after_the_fact import SAID
from tests.supervisor.reports.test_contradictions import journal as contradicted
from tests.supervisor.reports.test_software_named import ONE, TWO
from tests.supervisor.review.test_journals import prepared
from tests.sweep import sampled
from tests.table.core.judging.test_checkpoints import round_of
from tests.table.core.tables import Seen
from tests.table.core.wheel_at_random import status, wheel_bytes
from tests.table.played import DONE_D, FELL, OPEN, ROUND, START, card, say, session_at, take, written

# In the first the clock is set back over a change of shift, with a report open.
SEEDS = (1, 7)

EARLY: Seen = {"do": "number", "number": 9, "source": "reader"}


def lifted(why: str) -> Seen:
    return {"do": "withdraw", "by": "P1", "reason": why}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", sampled(range(15), SEEDS))
def test_each_figure_of_a_shift_report_is_a_sum_of_facts(seed: int, tmp_path: Path) -> None:
    files = RareSitting(seed, tmp_path).files(120)
    with closing(Documents(files)) as documents:
        assert len(documents.by_shift) > 1
        assert [*of_exports(documents)] == []


def test_a_halt_counts_in_its_own_shift_though_the_wheel_says_its_cause_later(tmp_path: Path) -> None:
    """The next shift had one halt of that cause, and one less than none of the first reason."""
    path, clock = tmp_path / "T7.db", SetClock(datetime(2026, 11, 20, 22).astimezone() - timedelta(seconds=5))
    fault, cause = (
        wheel_bytes(status(2, 1, 0), status(1, 1, 0)),
        wheel_bytes(status(2, 1, 0), status(3, 1, 0)),
    )
    with session_at(path, clock, game="roulette", shift=lambda at: shift_at(at.astimezone())) as session:
        take(session, OPEN, fault, cause, clock=clock)
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, JournalFacts([path]).rows)
        found = made.execute("SELECT * FROM report_halts").fetchall()
    assert found == [("T7 2026-11-20 14:00", "device", 1)]


def test_the_export_has_each_change_of_the_clock(tmp_path: Path) -> None:
    """A stay over it ended before it began, and nothing in the export said why."""
    path, clock = tmp_path / "t7.db", SetClock(START)
    with session_at(path, clock) as session:
        session.note(NoteKind.LOCKED)
        clock.set(-7_200)
        session.take(b'{"do":"sign_out","who":"D1"}')
    rows = JournalFacts([path]).rows
    (change,) = rows["clock_change"]
    (stay,) = (each for each in rows["stay"] if each["who"] == "D1")
    assert stay["until"] < stay["since"] and change["place"] < stay["until_place"]
    assert (change["seconds"], change["at"]) == (-7_200, START - timedelta(hours=2))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sampled(range(15), SEEDS))
def test_an_entry_of_the_export_is_one_of_the_file_that_it_names(seed: int, tmp_path: Path) -> None:
    files = RareSitting(seed, tmp_path).files(120)
    times = dict[tuple[str, int], datetime]()
    for file in files:
        with review(file) as journal:
            times |= {(file.name, each.number): each.at for each in journal.entries(0)}
    rows = JournalFacts(files).rows
    for table in ("card", "tick", "correction"):
        for each in rows[table]:
            assert times[each["file"], each["entry"]] == each["at"], table
    # Of the other seeds some are roulette, or dealt cards before the file's end alone.
    assert seed not in SEEDS or len({each["file"] for each in rows["card"]}) > 1


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sampled(range(15), SEEDS))
def test_the_facts_of_rounds_and_incidents_are_those_of_their_files(seed: int, tmp_path: Path) -> None:
    """They are gathered as the entries pass, and no file is made for each of them."""
    files = RareSitting(seed, tmp_path).files(120)
    rows = JournalFacts(files).rows
    cards, steps = grouped(rows["card"], "round_id"), grouped(rows["step"], "incident_id")
    assert rows["round"]
    for each in rows["round"]:
        made = in_newest_file(files[-1], each["id"], find_round)
        assert each["result"] == (made.result and json.dumps(made.result, ensure_ascii=False))
        told = [(card["entry"], card["hand"], card["position"], card["face"]) for card in cards[each["id"]]]
        assert told == [(card.entry, card.hand, card.position, card.face) for card in made.dealt]
    for each in rows["incident"]:
        record = in_newest_file(files[-1], each["id"], find)
        names = ("kind", "clause", "outcome", "reported", "reported_by", "happened", "closed", "taken_back")
        assert {name: each[name] for name in names} == {name: getattr(record, name) for name in names}
        assert [step["action"] for step in steps[each["id"]]] == [step.action for step in record.steps]
        assert each["round_id"] == record.where.round


def grouped(rows: Sequence[Row], column: str) -> defaultdict[str, list[Row]]:
    found = defaultdict[str, list[Row]](list)
    for row in rows:
        found[row[column]].append(row)
    return found


def entries_read(files: Sequence[Path], monkeypatch: pytest.MonkeyPatch) -> float:
    """How often an entry is read for the facts of these files, on average."""
    read, entry_of = list[int](), reader._entry_of

    def counted(row: Sequence[int]) -> JournalEntry:
        read.append(row[0])
        return entry_of(row)

    with monkeypatch.context() as patched:
        patched.setattr(reader, "_entry_of", counted)
        assert len(JournalFacts(files).rows["round"]) > 100
    with ExitStack() as stack:
        return len(read) / sum(stack.enter_context(review(file)).last for file in files)


def test_the_facts_of_a_night_are_gathered_in_one_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file was made for each round and a record of each incident: of one night 45 times a report's time."""
    assert entries_read([filled(tmp_path / "J.db", 3_000)], monkeypatch) < 1.2


def test_the_facts_of_rounds_at_a_files_end_are_gathered_in_that_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the last three rounds of a closed file was looked for by itself: twice the time of one file."""
    path = command_growth.written(tmp_path / "T.db", "baccarat", 3_000, 3)
    files = files_of_journal(path)
    assert len(files) == 4 and entries_read(files, monkeypatch) < 1.2


def peak(path: Path) -> int:
    path.with_suffix(".facts").unlink(missing_ok=True)
    tracemalloc.start()
    with spooled() as rows:
        JournalFacts([path], rows)
        write_database(rows, path.with_suffix(".facts"))
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return taken


@pytest.mark.sweep
def test_the_facts_of_four_times_the_entries_take_no_more_room(tmp_path: Path) -> None:
    few, many = (filled(tmp_path / f"{entries}.db", entries) for entries in (1_500, 6_500))
    peak(few)
    assert peak(many) < peak(few) + 500_000


def test_the_command_reads_closed_files_beside_a_journal_and_lists_them(tmp_path: Path) -> None:
    """It exported the newest file alone, without a word."""
    closed, path = divided(tmp_path / "J.db", len(FELL))
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "facts.db")) as made:
        assert made.execute("SELECT name FROM file").fetchall() == [(closed.name,), (path.name,)]
        assert made.execute("SELECT count(*) FROM incident").fetchall() == [(1,)]


def test_a_round_that_opened_in_a_missing_file_is_exported_without_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended with an unforeseen error, where the report names the gap."""
    closed, path = divided(tmp_path / "J.db", len(OPEN) + 1, (*ROUND, say("shoe is slow")))
    closed.unlink()
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 0
    assert f"goes on from {closed.name}" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "facts.db")) as made:
        assert made.execute("SELECT id, result FROM round").fetchall() == [("T7-1", None)]
        assert made.execute("SELECT count(*) FROM remark").fetchall() == [(1,)]


def test_the_command_writes_a_database_that_points_at_what_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND, say("shoe is slow"))
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "facts.db")) as made:
        assert made.execute("PRAGMA foreign_key_check").fetchall() == []
        incident, by = made.execute("SELECT id, authorised_by FROM incident").fetchone()
        decided = find(path, incident).authorised
        assert decided is not None and by == decided.by
        asked = (
            "SELECT written.text FROM written JOIN written_fts ON written_fts.rowid = written.rowid "
            "WHERE written_fts MATCH ?"
        )
        assert made.execute(asked, ("slow",)).fetchall() == [("shoe is slow",)]
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 2
    assert "facts.db" in capsys.readouterr().err


@pytest.mark.sweep(1)
@pytest.mark.parametrize("suffix", ["db", "csv"])
def test_two_journals_of_one_table_are_refused_by_name(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lost journal and the one begun after it: both have a round T7-1, and one database can't."""
    lost = written(tmp_path / "lost.db", *ROUND)
    again = written(tmp_path / "again.db", *ROUND, start=START + timedelta(days=1))
    target = tmp_path / f"facts.{suffix}"
    assert cli.main(["journal", "facts", str(lost), str(again), "--to", str(target)]) == 2
    told = capsys.readouterr().err
    assert all(each in told for each in ("lost.db", "again.db", "T7")) and told.count("\n") == 1
    assert not [*tmp_path.glob("facts*")]


def test_the_command_writes_a_table_of_values_for_each_sort_of_fact(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND)
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.csv")]) == 0
    for name, columns in TABLES.items():
        with (tmp_path / f"facts-{name}.csv").open(newline="", encoding="utf-8") as file:
            assert next(csv.reader(file)) == [*columns]


def test_no_text_of_a_table_of_values_is_a_formula(tmp_path: Path) -> None:
    """As in the report's own tables; an invisible mark stands there by its number."""
    path = written(tmp_path / "J.db", *FELL, say('=HYPERLINK("x")'), say("left\u202eright"))
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.csv")]) == 0
    with (tmp_path / "facts-remark.csv").open(newline="", encoding="utf-8") as file:
        texts = [row["text"] for row in csv.DictReader(file)]
    assert texts[-2:] == ['\'=HYPERLINK("x")', "left<U+202E>right"]


def test_a_trainee_neither_goes_nor_comes_as_the_dealer_beside_does(tmp_path: Path) -> None:
    """It counted as a sign-in that nobody made. Another dealer who comes beside signs in."""
    path = tmp_path / "J.db"
    with session_at(path) as session:
        assert session.take(b'{"do":"sign_out","who":"D1"}').accepted
        assert session.sign_in_beside("D2", "D1").accepted
        session.note(NoteKind.BESIDE_LEFT, who="D1", text="D2")
        assert session.sign_in_beside("D2", "D3").accepted
    report, rows = table_report(path, Interval()), JournalFacts([path]).rows
    changes = [(each.who, each.change) for each in report.lists.staffing if each.change != "there"]
    assert changes == [("D1", "left"), ("D2", "came")]
    assert changes == [(each["who"], each["change"]) for each in rows["staffing"]]
    assert [each.who.beside for each in report.lists.dealt] == [None, "D1", None, "D3"]
    ended = [each["how_ended"] for each in rows["stay"] if each["who"] == "D2"]
    assert (report.sign_ins, ended) == (2, ["stays", "stays", None])


def test_a_turn_that_a_licence_ended_names_whose_and_why(tmp_path: Path) -> None:
    """A trainee 'left', and why stood under another person: the licence of the one beside was over."""
    path = tmp_path / "J.db"
    with session_at(path) as session:
        session.note(NoteKind.DEALING_ENDED, who="D1", text="2026-11-19")
        assert session.take(b'{"do":"sign_out","who":"D1"}', by_clock=True).accepted
        assert session.sign_in_beside("D2", "D3").accepted
        session.note(NoteKind.DEALING_REFUSED, who="D4", text="game roulette")  # tried to sign in
        session.note(NoteKind.DEALING_REFUSED, who="D3", text="expired 2026-11-19")
        assert session.take(b'{"do":"sign_out","who":"D2"}', by_clock=True).accepted
        assert session.sign_in_beside("D2", "D4").accepted
        session.note(NoteKind.DEALING_REFUSED, who="D4", text="expired 2026-11-19")  # given again meanwhile
        assert session.take(b'{"do":"sign_out","who":"D2"}').accepted
    ended = "expired 2026-11-19"
    known = [("D1", "D1", ended), ("D2", "D3", ended), ("D2", None, None)]
    stays = [each for each in JournalFacts([path]).rows["stay"] if each["role"] == "dealer"]
    assert [(each["who"], each["barred"], each["bar"]) for each in stays] == known
    report = shift_report([path], Interval(), START)
    dealt = told(report)["tables"][0]["lists"]["dealt"]
    assert [(each["who"], each["barred"], each["bar"]) for each in dealt] == known
    paper = report_paper(report, RecordFormatter(words("en"), zone=UTC), "1.1")
    (part,) = (each for each in paper.parts if each.heading == words("en").text("report.staffing"))
    on_paper = "licence ended on 19/11/2026: "
    assert [row[-1] for row in part.rows] == [f"{on_paper}D1", f"{on_paper}D3", None]


def test_a_card_that_may_still_come_has_no_face(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, card("7H"), refused=("bets_open",))
    assert "7H" not in json.dumps(JournalFacts([path]).rows, default=str)


@pytest.mark.parametrize(
    ("text", "sought", "is_found"),
    [
        ("機械故障のため中止", "故障", True),
        ("スキャナー故障", "スキャナー", True),
        ("ディーラーの確認", "ラー", True),
        ("so", "so", True),
        ("Card fell to the floor", "card", True),
        ("Card fell to the floor", "loo", True),
        ("配札", "故障", False),
    ],
)
def test_a_search_of_the_facts_finds_words_of_two_letters(text: str, sought: str, is_found: bool) -> None:
    """As Datasette asks: the table's index by the quoted word."""
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, {"written": [{"text": text, "place": 1}]})
        found = "SELECT rowid FROM written_fts WHERE written_fts MATCH ?"
        asked = f"SELECT text FROM written WHERE rowid IN ({found})"
        assert made.execute(asked, (f'"{sought}"',)).fetchall() == ([(text,)] if is_found else [])


def test_the_questions_of_the_handbook_are_answered(tmp_path: Path) -> None:
    page = (ROOT / "resources/handbook/operating.md").read_text("utf-8")
    questions = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    path = written(tmp_path / "J.db", *FELL, *ROUND, say("the scanner is slow"))
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, JournalFacts([path]).rows)
        answers = [made.execute(each).fetchall() for each in questions]
    figures, decided, _, skipped, found, busts, changed, software = answers
    assert changed == software == []
    assert busts == [(0,)]
    assert ("rounds", 1.0) in [row[1:] for row in figures]
    assert [row[:2] for row in decided] == [("card_fell", 1)] and skipped == []
    assert [text for *_, text in found] == ["the scanner is slow"]


_NAMES = {
    *("after", "authorised_by", "before", "beside", "by", "choice", "code", "device", "digest", "file"),
    *("hand", "id", "incident", "kind", "meant", "of_round", "prepared", "report", "rotor", "round", "set"),
    *("shift", "terminal", "way", "what", "who", "winner"),
}
"""The fields of events with a text that is an id, a code or a choice."""


@pytest.mark.parametrize("kind", get_args(events.AnyEvent), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_that_holds_a_text_is_among_what_was_written(
    kind: type[events.AnyEvent],
) -> None:
    texts = {each.name for each in msgspec.structs.fields(kind) if each.type in (str, str | None)}
    own = texts - _NAMES
    assert own <= {"text", "note", "reason", "remarks", "why"}
    if kind not in (events.Noted, events.LineRejected):
        event = SimpleNamespace(**{name: f"words of {name}" for name in ("by", *own)})
        found = [*events.written_in(cast("events.AnyEvent", event))]
        assert sorted(found) == sorted(("words of by", f"words of {name}") for name in own)
        assert "by" in texts or not own


def test_a_signed_handover_stands_with_its_remark_and_is_found_in_the_log(
    tmp_path: Path,
) -> None:
    path = tmp_path / "J.db"
    with session_at(path) as session:
        assert session.sign_handover("P1", session.shift, "outgoing", "Scanner at 7: check cable").accepted
        change = PeopleChange("D7", "dealer", 4, "2026-11-20T06:12:09+00:00", "- -", "renewed")
        assert session.note(NoteKind.PEOPLE_ADDED, text=change.text, terminal="root").accepted
        assert session.note(NoteKind.PEOPLE_ADDED, "P1", "D8 dealer").accepted
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, JournalFacts([path]).rows)
        assert made.execute("SELECT what, by, text FROM written").fetchall() == [
            ("handover_signed", "P1", "Scanner at 7: check cable"),
            ("noted", "root", "renewed"),
        ]
        signed = made.execute("SELECT side, by, remarks FROM signature").fetchall()
    assert signed == [("outgoing", "P1", "Scanner at 7: check cable")]
    with prepared([path]) as reads:
        reads.look_for(Filter(words=(Word("cable"),)))
        while not reads.count().done:
            pass
        assert [row.kind for row in reads.rows(0, 9)] == ["handover_signed"]


def test_a_report_and_a_halt_taken_back_stand_with_their_reason_as_on_paper(tmp_path: Path) -> None:
    """The view of what happened called such a report 'record_only', and had no halt of this sort."""
    path = written(
        tmp_path / "J.db", OPEN, EARLY, lifted("left in"), game="roulette", code="sv", refused=("bets_open",)
    )
    report = written(tmp_path / "K.db", *FELL[:5], lifted("nothing fell"))
    found = []
    for each in (path, report):
        with closing(sqlite3.connect(":memory:")) as made:
            fill(made, JournalFacts([each]).rows)
            found += made.execute("SELECT outcome, decided_by, reason FROM report_happened").fetchall()
            found += made.execute("SELECT by, text FROM written").fetchall()
    both = [[("withdrawn", "P1", why), ("P1", why)] for why in ("left in", "nothing fell")]
    assert found == [*both[0], *both[1]]


def test_each_correction_of_a_card_is_a_row_of_its_own(tmp_path: Path) -> None:
    """A round's record lists the corrections before it, too."""
    fixes = ({"do": "correct", "hand": "player", "card": 1, "to": face, "by": "P1"} for face in ("8H", "7H"))
    path = written(tmp_path / "J.db", *ROUND[:3], *fixes)
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "facts.db")) as made:
        rows = made.execute("SELECT id, entry, face_before, face_after FROM correction").fetchall()
    assert rows == [("C4", 4, "9H", "8H"), ("C5", 5, "8H", "7H")]


def test_a_correction_after_the_fact_is_a_row_with_both_people_and_the_entry(tmp_path: Path) -> None:
    """Nothing else of the database says that two people put an entry right."""
    path = tmp_path / "J.db"
    with session_at(path) as session:
        for line in ROUND:
            session.take(json.dumps(line).encode())
        assert session.correct_entry(SAID).accepted
        assert session.correct_entry(replace(SAID, authorised_by="S1")).refused
        entry = replace(SAID, entry=3, file="J-20251201-20251231.db")
        assert session.correct_entry(entry).accepted
    rows = JournalFacts([path]).rows["amendment"]
    assert [(row["file"], row["entry"]) for row in rows] == [("J.db", SAID.entry), (entry.file, 3)]
    told = ("what", "before", "after", "by", "authorised_by")
    assert [rows[0][name] for name in told] == [getattr(SAID, name) for name in told]
    assert rows[0]["reason"] == SAID.why
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, {"amendment": rows})


def test_a_number_corrected_in_the_next_file_is_exported_from_that_file_alone(tmp_path: Path) -> None:
    """LT-ROU-33: the round was over before its file was closed."""
    path, clock = tmp_path / "T7.db", SetClock(datetime(2026, 11, 30, 22, tzinfo=UTC))
    wrong = {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 18}, "by": "P1"}
    files: list[Sequence[Line]] = [round_of(17), ({"do": "bets", "state": "open"}, wrong)]
    for lines in files:
        monthly = archives.Closing(monthly=True, keys=tmp_path / "keys")
        with session_at(path, clock, game="roulette", rules="sv", closing=monthly) as session:
            assert [session.take(json.dumps(line).encode()).refused for line in lines] == [None] * len(lines)
        clock.advance(5 * 24 * 3600)
    assert len(archives.volumes(path)) == 2
    rounds = {row["id"]: row["number"] for row in JournalFacts([path]).rows["round"]}
    assert rounds == {"T7-1": 18, "T7-2": None}


def asked_of(path: Path, *questions: str) -> list[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(":memory:")) as made:
        fill(made, JournalFacts([path]).rows)
        return [made.execute(each).fetchall() for each in questions]


def test_a_contradiction_has_both_sides_and_its_answer_as_on_paper(tmp_path: Path) -> None:
    path = contradicted(tmp_path / "T7.db", ("S1", "seen on the video"))
    (paper,) = shift_report([path], Interval(None, None), START).tables[0].contradictions
    asked = """SELECT id, round_id, kind, first_claim, first_device, first_at, second_claim, second_by,
               second_at, second_reason, answered_by, answer_reason, answered FROM report_contradictions"""
    (rows,) = asked_of(path, asked)
    first, second, answer = paper.first, paper.second, paper.answer
    assert answer is not None
    sides = first.claim, first.device, first.at.isoformat(), second.claim, second.by, second.at.isoformat()
    told = (*sides, second.reason, answer.by, answer.reason, answer.at.isoformat())
    assert rows == [(paper.id, paper.round, paper.kind, *told)]
    still, answered = contradicted(tmp_path / "open.db"), "SELECT answered_by, until_place FROM contradiction"
    assert asked_of(still, answered) == [[(None, None)]]


def test_a_changed_result_has_the_number_that_players_saw_first(tmp_path: Path) -> None:
    wrong = {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 31}, "by": "P1"}
    path = written(tmp_path / "T7.db", *round_of(14), OPEN, wrong, game="roulette", code="sv")
    asked = "SELECT id, first_number, number FROM round WHERE number IS NOT NULL"
    assert asked_of(path, asked) == [[("T7-1", 14, 31)]]
    record = find(path, "T7-i1")
    assert record.before.spin and record.after.spin
    assert (record.before.spin.number, record.after.spin.mistaken, record.after.spin.number) == (14, 14, 31)


def test_restarts_software_manual_mode_and_counts_have_their_times(tmp_path: Path) -> None:
    """The export had a number of restarts, and of times in manual mode, and no software."""
    path, clock = tmp_path / "J.db", SetClock(START)
    by_hand = [{"do": "manual", "by": "P1", "on": on} for on in (True, False)]
    with session_at(path, clock, is_ready=False) as session:
        session.note(NoteKind.SOFTWARE, text=ONE.text)
        take(session, {"do": "sign_in", "who": "P1", "role": "pit_boss"}, clock=clock)
        take(session, {"do": "sign_in", "who": "D1", "role": "dealer"}, clock=clock)
        take(session, {"do": "open", "by": "P1"}, *[{"do": "done", "by": "D1"}] * 2, clock=clock)
        take(session, {**DONE_D, "counted": 415}, clock=clock)
    with session_at(path, clock, is_ready=False) as session:
        clock.advance(60)
        session.note(NoteKind.RESTARTED, text=clock.utc().isoformat())
        session.note(NoteKind.SOFTWARE, text=TWO.text)
        take(session, *by_hand, clock=clock)
    with review(path) as journal:
        at = {each.kind: each.at.isoformat() for each in journal.entries(0)}
        first, second = (each.at.isoformat() for each in journal.entries(0) if "software" in str(each.event))
        hand = [each.at.isoformat() for each in journal.entries(0) if each.kind == "manual_set"]
    restarts, software, manual, counts = asked_of(
        path,
        "SELECT at FROM report_restarts",
        "SELECT DISTINCT since, until, version, rulebook FROM report_software ORDER BY place",
        "SELECT by, since, until, until_by FROM report_manual",
        "SELECT by, at, counted FROM report_counts",
    )
    assert restarts == [(second,)]
    assert software == [
        (first, second, ONE.version, ONE.rulebook),
        (second, None, TWO.version, TWO.rulebook),
    ]
    report = shift_report([path], Interval(None, None), START).tables[0]
    assert [(each.software.version) for each in report.lists.software] == [row[2] for row in software]
    assert manual == [("P1", *hand, "P1")]
    assert counts == [("D1", at["step_done"], "415")]


def test_the_handbook_says_of_each_table_what_a_row_is() -> None:
    page = (ROOT / "resources" / "handbook" / "operating.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", page.partition("## Facts as a database")[2], re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(TABLES)


def test_each_table_and_view_has_the_columns_that_are_written_down() -> None:
    """In facts_columns.tsv, in their order: a key's with its place in it, one that points with its table.

    A view's have no type there: its reader's SQLite works it out, from 3.41 on of a computed column, too.
    """
    lines = Path(__file__).with_name("facts_columns.tsv").read_text("utf-8").splitlines()
    written = [tuple(line.split("\t")) for line in lines]
    found = list[tuple[str, ...]]()
    with closing(sqlite3.connect(":memory:")) as connection:
        fill(connection, {name: () for name in TABLES})
        for name in (*TABLES, *VIEWS):
            points = {row[3]: row[2] for row in connection.execute(f"PRAGMA foreign_key_list('{name}')")}
            for _, column, kind, _, _, key in connection.execute(f"PRAGMA table_info('{name}')"):
                kind = kind if name in TABLES else ""
                found.append((name, column, kind, str(key or ""), points.get(column, "")))
    assert found == written
