"""The questions of a supervisor on the morning after a night, each answered by paper, window and SQL alike.

The nights are kept journals of each released version, and one of a house that has to inform an office. The
paper is a round's file, the window is the review's reader of journals, and SQL asks what ``journal facts``
wrote.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from console.cli import main
from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.reports.shift_report import TableReport
from console.supervisor.review import JournalReads
from console.table.core import NoteKind
from console.table.journal import Filter, LogRow, note_of_kind, verify
from tests.journals_of.__main__ import HERE
from tests.journals_of.test_kept_journals import KEPT
from tests.supervisor.reports.test_offices_to_inform import journal as of_an_office


class Night:
    """A journal, its incidents as their papers have them, the reader of the window, and its facts in SQL."""

    def __init__(self, path: Path, *, informs: bool) -> None:
        """``informs``: whether somebody confirmed that an office was informed."""
        self.path, self.informs = path, informs
        self.reads = JournalReads((path,))
        while self.reads.prepare() < 1:
            pass
        facts = path.with_suffix(".facts.db")
        assert main(["journal", "facts", str(path), "--to", str(facts)]) == 0
        self._facts = sqlite3.connect(facts)

    def close(self) -> None:
        self.reads.close()
        self._facts.close()

    @cached_property
    def incidents(self) -> dict[str, Record]:
        """The record of each incident, as ``incident`` prints it."""
        ids = (each.id for each in every(self.path) if each.sort is InterventionKind.INCIDENT)
        return {id: find(self.path, id) for id in ids}

    @cached_property
    def report(self) -> TableReport:
        return table_report(self.path, Interval())

    def of_rounds(self, asked: Callable[[Mapping[str, Any]], object]) -> Answers:
        """The answers about each round's end: of its file, of its replay, of its row."""
        paper, window = {}, {}
        for row in self.rows("bets_opened"):
            story = self.reads.story(row.place)
            assert row.round is not None and story is not None
            paper[row.round] = asked(plain(find_round(self.path, row.round).result))
            views = (story.view(at).view.round for at in range(len(story.moments)))
            own = [view for view in views if view is not None and view.id == row.round]
            window[row.round] = asked(plain(own[-1]))
        results = self.sql("SELECT id, result FROM round")
        return paper, window, {id: asked(json.loads(result)) for id, result in results}

    def rows(self, *kinds: str, refused: bool = False, **wanted: Any) -> list[LogRow]:
        """The rows of the log that were taken, the oldest first."""
        self.reads.look_for(Filter(kinds=frozenset(kinds), refused=refused, **wanted))
        while not (found := self.reads.count()).done:
            pass
        return [*reversed(self.reads.rows(0, found.count))]

    def report_of(self, incident: str) -> LogRow:
        """The row of its report."""
        return self.rows("incident_reported", incident=incident)[0]

    def sql(self, asked: str, *slots: object) -> list[tuple[Any, ...]]:
        with closing(self._facts.execute(asked, slots)) as found:
            return found.fetchall()

    def by_id(self, asked: str) -> dict[str, tuple[Any, ...]]:
        return {id: tuple(rest) for id, *rest in self.sql(asked)}


@pytest.fixture(params=[*KEPT, ("", "office")], ids=" ".join)
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Night]:
    version, name = request.param
    path = tmp_path / name
    if version:
        path.write_bytes(gzip.decompress((HERE / version / f"{name}.gz").read_bytes()))
    else:
        of_an_office(path, "S1", "P1")
    with closing(Night(path, informs=not version)) as opened:
        yield opened


def plain(value: object) -> Any:
    """A value as it stands in JSON."""
    return json.loads(msgspec.json.encode(value))


Answers = tuple[object, object, object]
"""Of the paper, of the window, of SQL."""


def who(night: Night) -> Answers:
    """Who reported each incident, and who decided."""
    window = {}
    for id, record in night.incidents.items():
        pressed = [row.person for row in night.rows("outcome_authorised", incident=id)]
        reported = night.report_of(id).person
        window[id] = reported, (pressed or [reported])[-1] if record.authorised else None
    decided = {id: each.authorised and each.authorised.by for id, each in night.incidents.items()}
    paper = {id: (each.reported_by, decided[id]) for id, each in night.incidents.items()}
    return paper, window, night.by_id("SELECT id, reported_by, authorised_by FROM incident")


def when(night: Night) -> Answers:
    paper = {id: (each.reported.isoformat(),) for id, each in night.incidents.items()}
    window = {id: (night.report_of(id).at.isoformat(),) for id in night.incidents}
    return paper, window, night.by_id("SELECT id, reported FROM incident")


def what_lay_there(night: Night) -> Answers:
    """The cards of each round as it ended, or its number."""
    return night.of_rounds(lambda result: cards_or_number(result))


def what_was_paid(night: Night) -> Answers:
    """The result of each round: of the bets of each hand, of the round as a whole, or its number."""
    return night.of_rounds(lambda result: (result.get("outcome"), results_of(result), result.get("number")))


def cards_or_number(result: Mapping[str, Any]) -> object:
    seats = [hand["cards"] for hands in result.get("seats", {}).values() for hand in hands]
    dealt = (result.get("player"), result.get("banker"), result.get("dealer", {}).get("cards"))
    return seats, dealt, result.get("number")


def results_of(result: Mapping[str, Any]) -> list[object]:
    return [hand.get("result") for hands in result.get("seats", {}).values() for hand in hands]


def which_clause(night: Night) -> Answers:
    """The clause of each outcome."""
    decided = [id for id, each in night.incidents.items() if each.authorised]
    paper = {id: (night.incidents[id].clause,) for id in decided}
    window = {}
    for id in decided:
        named = [row.decided_by for row in night.rows(incident=id) if row.decided_by]
        window[id] = (named[-1] if named else None,)
    return paper, window, night.by_id("SELECT id, clause FROM incident WHERE authorised IS NOT NULL")


def which_second_of_the_video(night: Night) -> Answers:
    paper = {id: (each.filmed_from.isoformat(),) for id, each in night.incidents.items()}
    window = {}
    for id in night.incidents:
        glance = night.reads.glance(night.report_of(id).place)
        assert glance is not None and glance.filmed_from is not None
        window[id] = (glance.filmed_from.isoformat(),)
    return paper, window, night.by_id("SELECT id, filmed_from FROM incident")


def what_was_said(night: Night) -> Answers:
    """Each remark, with who made it and when."""
    paper = [(each.at.isoformat(), each.by, each.text) for each in night.report.lists.remarks]
    rows = night.rows("remarked")
    window = [(row.at.isoformat(), row.person, str(row.figures["text"])) for row in rows]
    return paper, window, night.sql("SELECT at, by, text FROM remark ORDER BY place")


def who_wrote_a_word(night: Night) -> Answers:
    """Whose remark has a word, by the search of each."""
    texts = [each.text for each in night.report.lists.remarks]
    sought = [max(re.findall(r"\w+", text), key=len) for text in texts if re.search(r"\w", text)]
    paper, window, facts = {}, {}, {}
    for word in sought:
        paper[word] = {each.by for each in night.report.lists.remarks if word in each.text}
        found = night.rows("remarked", words=night.reads.words_of(word, "en"))
        window[word] = {row.person for row in found}
        asked = "SELECT by FROM written WHERE what = 'remarked' AND text LIKE ?"
        facts[word] = {by for (by,) in night.sql(asked, f"%{word}%")}
    return paper, window, facts


def who_knew(night: Night) -> Answers:
    """Who was at the table as each incident was reported."""
    paper, window, facts = {}, {}, {}
    for id, record in night.incidents.items():
        there = find_round(night.path, id).people
        paper[id] = {each.who for each in there if each.since <= record.reported <= each.until}
        glance = night.reads.glance(night.report_of(id).place)
        assert glance is not None and glance.people is not None
        window[id] = {str(each) for each in glance.people}
        asked = """SELECT s.who FROM stay s JOIN incident_change i ON i.incident_id = ?
                   WHERE coalesce(s.place, 0) <= i.place AND coalesce(s.until_place, 1e9) >= i.place
                     AND i.place = (SELECT min(place) FROM incident_change WHERE incident_id = ?)"""
        facts[id] = {name for (name,) in night.sql(asked, id, id)}
    return paper, window, facts


def is_it_complete(night: Night) -> Answers:
    """How many entries there are, none of them missing."""
    verdict = verify(night.path)
    numbers = [row.number for row in night.rows(bytes=True)]
    refused = night.rows(bytes=True, refused=True)
    numbers = sorted([*numbers, *(row.number for row in refused)])
    ((entries,),) = night.sql("SELECT sum(entries) FROM file")
    assert verdict.flaw is None and numbers == [*range(1, len(numbers) + 1)]
    return verdict.entries, len(numbers), entries


def who_was_told(night: Night) -> Answers:
    """The offices that were informed of an incident, and the people who confirmed it."""
    paper = [
        (id, office.whom, tick.by, tick.at.isoformat())
        for id, record in night.incidents.items()
        for office in record.notifications or ()
        for tick in office.ticks
    ]
    window = [
        (*reversed(str(row.figures["text"]).split(" ")), str(row.figures["who"]), row.at.isoformat())
        for row in night.rows(note_of_kind(NoteKind.NOTIFICATION_MADE))
    ]
    return paper, window, night.sql("SELECT incident_id, whom, by, at FROM tick ORDER BY entry")


QUESTIONS: Final = (
    *(who, when, what_lay_there, what_was_paid, which_clause, what_was_said, which_second_of_the_video),
    *(who_knew, is_it_complete, who_wrote_a_word, who_was_told),
)


def test_paper_window_and_sql_answer_each_question_of_a_supervisor_alike(night: Night) -> None:
    for question in QUESTIONS:
        paper, window, facts = question(night)
        assert paper == window == facts, question.__doc__ or question.__name__
    assert night.incidents and bool(who_was_told(night)[0]) is night.informs
