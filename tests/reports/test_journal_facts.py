"""The facts of a journal as a database: each figure of a shift report is a sum over its rows."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from console import cli
from console.records.accounts.lookup import find
from console.reports.counts import OPEN as OPEN_STILL
from console.reports.facts_database import TABLES, database
from console.reports.figures import Figures
from console.reports.journal_facts import JournalFacts
from console.setup.environment import ROOT
from tests.instruments.agree.comparing import Documents
from tests.instruments.agree.rare_sessions import RareSitting
from tests.records.journals import FELL, OPEN, ROUND, card, say, written
from tests.sweep import sampled

COUNTS = (
    *("rounds", "voids", "unplayed", "refunds", "carried_over", "taken_back", "came_to_nothing"),
    *("corrections", "amended", "manual", "manual_cards", "open_seconds", "stood_seconds", "manual_seconds"),
)
HERE = ("there", "came")
LENGTHS = ("to_result", "waits", "to_take", "to_arrive")


class Asked:
    """The database of a journal, asked about one shift."""

    def __init__(self, content: bytes, shift: str) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.deserialize(content)
        self._shift = f"T1 {shift}"

    def close(self) -> None:
        self._db.close()

    def rows(self, columns: str, view: str) -> list[tuple[Any, ...]]:
        """Some columns of a view."""
        asked = f"SELECT {columns} FROM {view} WHERE shift_id = ?"
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return found.fetchall()

    def stays(self) -> list[tuple[Any, ...]]:
        """The people who were there in the shift, each with the role."""
        asked = """SELECT DISTINCT t.who, t.role FROM stay t JOIN stretch s ON s.shift_id = ?
                   WHERE coalesce(t.place, 0) <= s.last_place
                     AND coalesce(t.until_place, 1e9) >= s.first_place"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return found.fetchall()

    def shoes(self) -> list[int]:
        """The numbers of the shoes that were there in the shift."""
        asked = """SELECT DISTINCT t.number FROM shoe t JOIN stretch s ON s.shift_id = ?
                   WHERE coalesce(t.place, 0) <= s.last_place
                     AND coalesce(t.ended_place, 1e9) >= s.first_place ORDER BY t.place"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return [number for (number,) in found.fetchall()]

    def failures(self) -> dict[tuple[str, str], int]:
        """How often each device was lost, and silent, by its troubles that began in the shift."""
        asked = """SELECT t.device, t.what, count(*) FROM trouble t JOIN stretch s ON s.shift_id = ?
                    WHERE t.place BETWEEN s.first_place AND s.last_place AND t.what <> 'fault'
                    GROUP BY t.device, t.what"""
        with closing(self._db.execute(asked, (self._shift,))) as found:
            return {(device, what): count for device, what, count in found.fetchall()}


def differing(asked: Asked, table: Any) -> Iterator[str]:
    """Each figure of a report that the database has otherwise."""
    whole: Figures = table.whole
    sums = dict(asked.rows("name, amount", "report_figures"))
    for name in COUNTS:
        if sums.get(name, 0) != pytest.approx(getattr(whole, name), abs=0.002):
            yield f"{name}: {sums.get(name, 0)} {getattr(whole, name)}"
    lengths = {name: rest for name, *rest in asked.rows("name, count, mean, longest", "report_lengths")}
    for name in LENGTHS:
        spread = getattr(whole, name)
        count, mean, longest = lengths.get(name, (0, None, None))
        if (count, mean, longest) != (spread.count, approx(spread.mean), approx(spread.longest)):
            yield f"{name}: {count} {mean} {longest} {spread}"
    mine = {
        tuple(rest): count for *rest, count in asked.rows("kind, clause, outcome, count", "report_incidents")
    }
    theirs = {(each.kind, each.clause, str(each.outcome)): each.count for each in whole.incidents}
    yield from unlike("incidents", mine, theirs)
    known = {
        id: tuple(rest) for id, *rest in asked.rows("id, kind, clause, outcome, how_ended", "report_known")
    }
    for each in table.incidents:  # as it was known when the shift ended, whatever came of it later
        kind, clause, outcome, how = known[each.id]
        then = (kind or "", clause or "", OPEN_STILL if how is None else outcome or "")
        yield from unlike(f"{each.id} as known", then, (each.kind, each.clause, str(each.outcome)))
    halts = dict(asked.rows("reason, count", "report_halts"))
    yield from unlike("halts", halts, {str(each.name): each.count for each in whole.halts})
    mine = {tuple(rest): amount for *rest, amount in asked.rows("dealer, name, amount", "report_dealers")}
    for each in table.dealers:
        for name in ("rounds", "voids", "refunds", "corrections", "manual_cards"):
            yield from unlike(
                f"{each.who} {name}", mine.get((each.who, name), 0), getattr(each.figures, name)
            )
    hours = {
        hour: (each, stood)
        for hour, each, stood in asked.rows("hour, open_seconds, stood_seconds", "report_hours")
    }
    for each in table.hours:
        one, stood = hours.get(each.start.isoformat(), (0, 0))
        if (one, stood) != (approx(each.open_seconds), approx(each.stood_seconds)):
            yield f"hour {each.start}: {one} {stood} {each}"
    mine = {
        device: tuple(rest)
        for device, *rest in asked.rows("device, read, unread, lost, silent, faults", "report_devices")
    }
    for each in table.devices:
        counted = (each.read, each.unread, each.lost, each.silent, sum(fault.count for fault in each.faults))
        yield from unlike(f"device {each.device}", mine.get(each.device), counted)
    failed = {
        (each.device, what): getattr(each, what) for each in table.devices for what in ("lost", "silent")
    }
    yield from unlike("failures", asked.failures(), {key: count for key, count in failed.items() if count})
    came = Counter(who for who, change in asked.rows("who, change", "report_staffing") if change == "came")
    yield from unlike("came", came, Counter(x.who for x in table.lists.staffing if x.change == "came"))
    there = set(asked.stays())
    yield from unlike("stays", there, {(x.who, x.role) for x in table.lists.staffing if x.change in HERE})
    yield from unlike("shoes", set(asked.shoes()), {each.number for each in table.lists.shoes})
    remarks = [text for (text,) in asked.rows("text", "report_remarks")]
    yield from unlike("remarks", remarks, [each.text for each in table.lists.remarks])


def approx(value: float | None) -> object:
    return value if value is None else pytest.approx(value, abs=0.002)


def unlike(name: str, mine: object, theirs: object) -> Iterator[str]:
    if mine != theirs:
        yield f"{name}: {mine} {theirs}"


# In the first the clock is set back over a change of shift, with a report open.
SEEDS = (1, 4)


@pytest.mark.parametrize("seed", sampled(range(15), SEEDS))
def test_each_figure_of_a_shift_report_is_a_sum_of_facts(seed: int, tmp_path: Path) -> None:
    files = RareSitting(seed, tmp_path).files(120)
    content = database(JournalFacts(files).rows)
    reports = Documents(files).by_shift
    assert len(reports) > 1
    for shift, table in reports.items():
        with closing(Asked(content, shift)) as asked:
            assert [*differing(asked, table)] == [], shift


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
            "SELECT text FROM remark WHERE rowid IN (SELECT rowid FROM remark_fts WHERE remark_fts MATCH ?)"
        )
        assert made.execute(asked, ("slow",)).fetchall() == [("shoe is slow",)]
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]) == 2
    assert "facts.db" in capsys.readouterr().err


def test_the_command_writes_a_table_of_values_for_each_sort_of_fact(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, *ROUND)
    assert cli.main(["journal", "facts", str(path), "--to", str(tmp_path / "facts.csv")]) == 0
    for name, columns in TABLES.items():
        with (tmp_path / f"facts-{name}.csv").open(newline="", encoding="utf-8") as file:
            assert next(csv.reader(file)) == [*columns]


def test_a_card_that_may_still_come_has_no_face(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, card("7H"), refused=("bets_open",))
    assert "7H" not in json.dumps(JournalFacts([path]).rows, default=str)


def test_the_questions_of_the_handbook_are_answered(tmp_path: Path) -> None:
    page = (ROOT / "resources/handbook/operating.md").read_text("utf-8")
    questions = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    path = written(tmp_path / "J.db", *FELL, *ROUND, say("the scanner is slow"))
    made = sqlite3.connect(":memory:")
    made.deserialize(database(JournalFacts([path]).rows))
    with closing(made):
        answers = [made.execute(each).fetchall() for each in questions]
    figures, decided, _, skipped, found = answers
    assert ("rounds", 1.0) in [row[1:] for row in figures]
    assert [row[:2] for row in decided] == [("card_fell", 1)] and skipped == []
    assert [text for *_, text in found] == ["the scanner is slow"]
