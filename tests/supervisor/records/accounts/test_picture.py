"""The record of an incident has the recorder's answer on it: a video's time is no proof of the video."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.accounts.round_check import reconstruct
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.core import NoPicture, NoteKind, ProbeAnswer, ProbedVideo, SetClock, encode_table
from console.table.journal import Identity, archives, open_journal
from console.table.journal.proof.seals import seal
from tests.base.words.catalogues import words
from tests.table.journal.sealing import key_in
from tests.table.played import FELL, ROUND, START, noted, session_at, written

ASKED = START + timedelta(minutes=1)


def answer(why: NoPicture | None, incident: str = "T7-i1") -> str:
    return ProbedVideo(ASKED, ProbeAnswer(why), incident).text


def answered(path: Path, *answers: NoPicture | None) -> Path:
    """A journal of a fallen card, on whose incident the recorder then gave these answers."""
    written(path, *FELL, *ROUND, *ROUND, *ROUND, *ROUND)
    for minutes, why in enumerate(answers, 10):
        what = NoteKind.VIDEO_SEEN if why is None else NoteKind.VIDEO_MISSING
        noted(path, what, START + timedelta(minutes=minutes), answer(why))
    return path


def shown(record: Record, language: str) -> list[tuple[str, str]]:
    sheet = RecordFormatter(words(language)).sheet(record, START, "1.1.0")
    return [(line.label, line.text) for line in sheet.when]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_says_that_the_recorder_has_no_picture_of_it(tmp_path: Path, language: str) -> None:
    record, text = find(answered(tmp_path / "J.db", NoPicture.SLOW), "T7-i1"), words(language).text
    found = dict(shown(record, language))
    assert text("video.slow") in found[text("log.noted.video_missing")]
    assert text("log.noted.video_seen") not in found


def test_the_last_answer_counts_and_one_on_another_incident_does_not(tmp_path: Path) -> None:
    path = answered(tmp_path / "J.db", NoPicture.SLOW, None)
    noted(path, NoteKind.VIDEO_MISSING, START + timedelta(hours=1), answer(NoPicture.STATUS, "T7-i12"))
    noted(path, NoteKind.VIDEO_MISSING, START + timedelta(hours=2), answer(NoPicture.STATUS, ""))
    record = find(path, "T7-i1")
    assert record.picture and (record.picture.why, record.picture.moment) == (None, ASKED)
    (inside,) = find_round(path, "T7-1").records
    assert inside.picture == record.picture
    assert words("en").text("log.noted.video_seen") in dict(shown(record, "en"))


def test_of_an_incident_on_which_nobody_asked_nothing_is_said(tmp_path: Path) -> None:
    record = find(answered(tmp_path / "J.db"), "T7-i1")
    assert record.picture is msgspec.UNSET
    assert not any("recorder" in label for label, _ in shown(record, "en"))


def test_a_sealed_round_with_the_answer_is_made_again_from_its_proof(tmp_path: Path) -> None:
    path = answered(tmp_path / "J.db", NoPicture.UNREACHED, NoPicture.SLOW)
    with open_journal(path, Identity("T7", "baccarat", "lt")) as journal:
        seal(journal, key_in(tmp_path / "keys"), SetClock(START + timedelta(hours=3)))
    made = find_round(path, "T7-1")
    assert made.proof is not None and made.proof.context is not None
    assert made.records[0].picture and made.records[0].picture.why == NoPicture.SLOW
    assert made.records[0].picture.entry in [each.number for each in made.proof.context.later]
    assert reconstruct("T7-1", made.proof).file == made


def test_an_answer_in_the_next_file_names_that_file(tmp_path: Path) -> None:
    path, identity = tmp_path / "J.db", Identity("T7", "baccarat", "lt")
    written(path, *FELL, *ROUND, *ROUND)
    with session_at(path, is_ready=False) as session:
        state = encode_table(session.table)
    with open_journal(path, identity) as journal:
        older = archives.go_on_in_new_file(journal, state, START + timedelta(minutes=5))
    noted(path, NoteKind.VIDEO_MISSING, START + timedelta(minutes=6), answer(NoPicture.STATUS))
    record = find(older, "T7-i1")
    assert record.picture and (record.picture.why, record.picture.file) == (NoPicture.STATUS, path.name)
    file = find_round(older, "T7-1")
    assert (file.records[0].picture, file.unproven) == (record.picture, "two_files")
