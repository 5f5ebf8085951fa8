"""Record, round file and log say in every language how long a prompt had been shown before its answer."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.table.core import SetClock, events
from console.table.core.protocol.answered_parts import COMPARED
from console.table.core.protocol.lines import DO_OF
from console.table.journal import Identity, LogFile
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import FELL, OPEN, START, WITHDRAW, card, session_at, written

IDENTITY = Identity("T7", "baccarat", "lt")
MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
SAID = {
    "sv": "1,8 s efter att anvisningen visades",
    "ja": "表示の1.8秒後",
    "lt": "1,8 s nuo nurodymo parodymo",
    "is": "1,8 sek. eftir að fyrirmælin birtust",
    "de": "1,8 s nach der Anzeige",
    "en": "1.8 s after the prompt was shown",
}


def seen_by_each(path: Path, *lines: Seen) -> Path:
    """A journal of lines; each person had the view before the eyes for 1.8 seconds."""
    clock = SetClock(START)
    with session_at(path, clock) as session:
        for line in lines:
            clock.advance(2)
            seen = {"seen": {"entry": session.view().entry, "ms": 1800}} if "by" in line else {}
            taken = session.take(msgspec.json.encode(line | seen))
            assert taken.accepted or "by" not in line, line
    return path


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card fell."""
    return seen_by_each(tmp_path_factory.mktemp("records") / "seen.db", *FELL)


@pytest.fixture(scope="module")
def record(journal: Path) -> Record:
    return find(journal, "T7-i1")


def test_each_act_of_an_incident_says_it(record: Record) -> None:
    assert record.authorised is not None and record.authorised.seen_ms == 1800
    assert [given.seen_ms for given in record.told if given.by == "P1"] == [1800]
    assert {step.seen_ms for step in record.steps if step.state == "done"} == {1800}
    assert record.told[0].seen_ms is None, "a report answers nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_records_sheet_says_it_in_every_language(record: Record, language: str) -> None:
    sheet = RecordFormatter(words(language), zone=UTC).sheet(record, MADE, "1.0")
    decided = [line.text for line in sheet.decided]
    assert any(text.endswith(SAID[language]) for text in decided), decided
    assert all(step.more.endswith(SAID[language]) for step in sheet.steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rounds_file_says_it_of_each_press(journal: Path, language: str) -> None:
    file = find_round(journal, "T7-1")
    answered = [press for press in file.presses if press.kind in ("incident_answered", "outcome_authorised")]
    assert answered and {press.seen_ms for press in answered} == {1800}
    assert all("seen" not in press.figures for press in file.presses)
    text = "\n".join(lines_of(round_paper(file, RecordFormatter(words(language), zone=UTC), MADE, "1.0")))
    assert SAID[language] in text
    assert b'"seen_ms":1800' in msgspec.json.encode(file, enc_hook=str)


def test_the_row_of_the_log_has_it(journal: Path) -> None:
    with closing(LogFile(journal, journal.with_suffix(".log"), 1)) as log:
        whole = [log.whole(number) for number in range(1, log.last + 1)]
    seen = {each.row.kind: each.row.seen_ms for each in whole if each is not None}
    assert seen["outcome_authorised"] == seen["incident_answered"] == seen["step_done"] == 1800
    assert seen["incident_reported"] is None and seen["bets_opened"] is None


def test_the_row_of_a_withdrawn_halt_says_it_and_names_the_answered_prompt(tmp_path: Path) -> None:
    path = seen_by_each(tmp_path / "early.db", OPEN, card("9H"), WITHDRAW)
    with closing(LogFile(path, tmp_path / "early.log", 1)) as log:
        whole = log.whole(log.last)
    assert whole is not None and whole.row.kind == "halt_withdrawn"
    assert (whole.row.due_action, whole.row.seen_ms) == ("resolve", 1800)


def test_a_record_of_an_old_journal_omits_how_long_the_prompt_was_shown(tmp_path: Path) -> None:
    record = find(written(tmp_path / "old.db", *FELL), "T7-i1")
    assert record.authorised is not None and record.authorised.seen_ms is None
    text = msgspec.json.encode(RecordFormatter(words("en"), zone=UTC).sheet(record, MADE, "1.0")).decode()
    assert "after the prompt was shown" not in text


def test_the_compared_lines_are_lines_of_events() -> None:
    lines = {do for event, do in DO_OF.items() if issubclass(event, events.Act)}
    assert {do.partition(".")[0] for do in COMPARED} <= lines
