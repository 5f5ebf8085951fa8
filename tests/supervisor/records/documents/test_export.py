"""A record as JSON, and what an export never does to files that exist."""

from __future__ import annotations

import json
import os
import re
import stat
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from console.base.plain_text import visible
from console.supervisor.records.accounts.lookup import find
from console.supervisor.records.documents.export import ExportError, csv_of, json_of, write_export, xlsx_of
from console.supervisor.records.documents.paper import Paper, Part
from console.supervisor.records.documents.record_words import RecordFormatter
from tests.base.words.catalogues import words
from tests.table.played import FELL, ROUND, say, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
VILNIUS = timezone(timedelta(hours=2))
EVIL = "It\u202efell\u0007 \x7f\x9b2J\u2028down"


def exported(path: Path, lang: str = "en", **other: Any) -> tuple[str, dict[str, Any]]:
    formatter = RecordFormatter(words(lang), zone=VILNIUS, **other)
    record = find(path, "T7-i1")
    content = json_of(record, formatter.sheet(record, MADE, "1.0"), formatter, other.get("names", {}))
    return content.decode(), json.loads(content)


def test_an_exports_keys_are_those_that_are_written_down(tmp_path: Path) -> None:
    _, record = exported(written(tmp_path / "J.db", *FELL))
    assert list(record) == [
        *("record_version", "id", "sort", "table", "game", "rules", "shift", "shoe", "round"),
        "wheel",
        *(
            "kind",
            "happened",
            "filmed_from",
            "reported",
            "closed",
            "reported_by",
            "closed_by",
            "facts",
            "told",
        ),
        *("clause", "basis", "outcome", "authority", "authorised", "steps", "before", "after"),
        *("corrections", "remarks", "readings", "sealed", "proof", "spins", "worksheets"),
        *("closed_seen_ms", "closed_reason", "brought_in", "answers", "misplaced", "side_bets"),
        "overtaken_by",
        *("video", "people", "text"),
    ]


@pytest.mark.parametrize(("seconds", "text"), [(65, "0:01:05"), (4_559, "1:15:59"), (108_000, "30:00:00")])
def test_a_length_in_csv_has_one_reading(seconds: int, text: str) -> None:
    """Of 1:05 a spreadsheet makes an hour and five minutes, of 75:59 as many hours."""
    paper = Paper("en", "T", (), (Part("", "P", ("wait",), ((timedelta(seconds=seconds),),)),), ())
    assert f'"{text}"' in csv_of(paper).decode("utf-8-sig").splitlines()


def test_a_time_in_a_workbook_is_cut_to_seconds() -> None:
    """Its readers round: 23:59:59.9997 was the next day."""
    moment = datetime(2026, 11, 20, 23, 59, 59, 999_700)
    paper = Paper("en", "T", (), (Part("", "P", ("at",), ((moment,),)),), ())
    with ZipFile(BytesIO(xlsx_of(paper))) as book:
        (value,) = re.findall(rb"<c [^>]*><v>(46\d+\.\d+)</v>", book.read("xl/worksheets/sheet2.xml"))
    assert round(float(value) % 1 * 86_400, 3) == 86_399


def test_times_are_utc_and_the_video_is_local_to_the_second_with_its_lead_in(tmp_path: Path) -> None:
    _, record = exported(written(tmp_path / "J.db", *FELL), lead_in=45)
    assert (record["reported"], record["closed"]) == ("2026-11-20T09:00:10Z", "2026-11-20T09:00:18Z")
    assert record["video"] == {
        "from": "2026-11-20T10:59:25+02:00",
        "until": "2026-11-20T11:00:19+02:00",
        "lead_in": 45,
    }


def test_programs_read_the_same_in_every_language(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL)
    _, english = exported(path, "en")
    _, japanese = exported(path, "ja")
    assert english.pop("text")["language"] == "en" and japanese.pop("text")["kind"] == "カードの落下"
    assert english == japanese


def test_names_are_added_where_they_are_known(tmp_path: Path) -> None:
    _, record = exported(written(tmp_path / "J.db", *FELL), names={"P1": "Ona", "X9": "Nobody"})
    assert record["people"] == {"P1": "Ona"}
    assert ["Ona (P1)" in line["text"] for line in record["text"]["decided"]] == [False, True]


def test_invisible_characters_are_escaped_in_the_text_and_whole_in_the_data(tmp_path: Path) -> None:
    text, record = exported(written(tmp_path / "J.db", *FELL[:5], say(EVIL), *FELL[6:]))
    assert record["remarks"][0]["text"] == EVIL
    assert not [each for each in text if visible(each) != each and each != "\n"]
    assert record["text"]["remarks"][0]["what"] == "It<U+202E>fell<U+0007> <U+007F><U+009B>2J<U+2028>down"


def test_an_export_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_export(tmp_path / "R.json", b"{}")
    assert (tmp_path / "R.json").read_bytes() == b"{}"
    assert stat.S_IMODE((tmp_path / "R.json").stat().st_mode) == 0o600


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "people.toml"
    there.write_text("kept")
    with pytest.raises(ExportError) as refused:
        write_export(there, b"{}")
    assert refused.value.key == "record.exists"
    assert there.read_text() == "kept"


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock", ".new"])
def test_an_export_never_overwrites_a_journal_or_its_files(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(ExportError) as refused:
        write_export(path.with_name(path.name + ending), b"{}")
    assert refused.value.key == "record.is_journal"
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_journal_of_a_newer_console_is_left_alone_too(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    with path.open("r+b") as file:
        file.seek(60)
        file.write((99).to_bytes(4, "big"))
    with pytest.raises(ExportError) as refused:
        write_export(path, b"{}")
    assert refused.value.key == "record.is_journal"


def test_a_link_to_a_journal_is_no_way_to_it(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND)
    (tmp_path / "R.json").symlink_to(path)
    with pytest.raises(ExportError) as refused:
        write_export(tmp_path / "R.json", b"{}")
    assert refused.value.key == "record.is_journal"


def test_an_export_that_cannot_be_written_names_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as refused:
        write_export(tmp_path / "none" / "R.json", b"{}")
    assert refused.value.key == "record.unwritable"
    assert refused.value.slots["reason"]


def test_an_export_that_fails_halfway_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportError):
        write_export(tmp_path / "R.json", b"{}")
    assert not list(tmp_path.iterdir())
