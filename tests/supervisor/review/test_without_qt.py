"""On a machine without Qt a journal is searched, replayed, reported and exported, its PDFs excepted."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

from console.base.words import Words
from tests.base.words.catalogues import CHECKOUT


def test_a_journal_is_reviewed_reported_and_exported_where_qt_can_not_be_imported(tmp_path: Path) -> None:
    program = (sys.executable, "-m", "tests.supervisor.review.headless", tmp_path)
    done = subprocess.run(program, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
    assert not done.returncode, done.stderr
    *report, last = done.stdout.splitlines()
    parsed = json.loads(last)
    assert parsed["loaded"] == [] and parsed["statuses"] == [0, 0, 0, 0]
    assert parsed["heading"] == ["T7", Words("de").text("review.of_files")] and parsed["about"] == ["T7.db"]
    assert parsed["found"] == {
        "rolled": 1,
        "heruntergefallen": 3,
        "T7-2": 10,
    }  # two device bytes of it are folded
    deals, asked = ["deal"] * 3, ["answer", "answer", "authorise"]
    assert parsed["replayed"] == ["wait", *deals, *asked, "put_back", "collect", "await_bets"]
    assert parsed["entries"] == 20
    assert Words("en").text("report.title") in report
    assert "LT-BAC-18b" in (tmp_path / "night.csv").read_text("utf-8")
    for name in ("night.json", "report.json", "round.json", "file.json"):
        assert json.loads((tmp_path / name).read_text("utf-8")), name
    for name in ("night.xlsx", "report.xlsx"):
        with zipfile.ZipFile(tmp_path / name) as book:
            assert "xl/workbook.xml" in book.namelist()
