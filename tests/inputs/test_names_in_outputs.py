"""Names and remarks of any kind in what is written of a journal: no formula, no turned line."""

from __future__ import annotations

import csv
import io
import unicodedata
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from console.base.plain_text.cells import BEGINS_FORMULA
from console.cli import main
from console.table.commands.drive import drive
from console.table.core import SystemClock
from tests.inputs.values import HOSTILE
from tests.table.core.tables import Seen, words
from tests.table.played import session_at

pytestmark = pytest.mark.usefixtures("qapp")  # pages are drawn: by the one application of all tests

NAMES = [text for text in HOSTILE if text]
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table at which everybody has such a name, says it, and gives it as a reason and a note."""
    path = tmp_path_factory.mktemp("named") / "journal.db"
    lines: list[Seen] = [{"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}]
    for name in NAMES:
        lines += [
            {"do": "sign_in", "who": name, "role": "pit_boss"},
            {"do": "say", "by": name, "text": name},
            {"do": "incident", "by": name, "kind": "damaged_card", "facts": {"cards": 1}},
            {"do": "authorise", "by": name, "choice": name, "reason": name},
            {"do": "withdraw", "by": name},
            {"do": "done", "by": name, "note": name, "reason": name},
            {"do": "call", "by": name, "on": True},
            {"do": "sign_out", "who": name},
        ]
    with session_at(path, SystemClock(), table="=T1\u202e+1") as session:
        into = io.BytesIO(b"\n".join(map(msgspec.json.encode, lines)))
        drive(session, words("ja"), words("lt"), into, io.BytesIO())
    return path


def unseen(text: str) -> set[str]:
    """The signs of a text that can't be seen, or that turn it around."""
    return {each for each in text if unicodedata.category(each) in UNSEEN and each not in "\n\t"}


@pytest.mark.sweep
def test_a_report_says_them_all_and_no_cell_reckons(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [f"--{kind}={tmp_path / ('r.' + kind)}" for kind in ("json", "csv", "xlsx", "pdf")]
    assert main(["report", str(journal), *files, "--lang", "lt", "--casino", "=CASINO\u202e"]) == 0
    assert main(["report", str(journal), "--lang", "en"]) == 0
    assert unseen(capsys.readouterr().out.replace("\u00ad", "")) == set()
    table = (tmp_path / "r.csv").read_text("utf-8-sig")
    for row in csv.reader(io.StringIO(table, newline="")):
        assert not any(cell.startswith(BEGINS_FORMULA) for cell in row if not _is_figure(cell)), row
    with ZipFile(tmp_path / "r.xlsx") as book:
        sheets = [book.read(name) for name in book.namelist() if name.startswith("xl/worksheets/")]
    assert sheets and not any(b"<f>" in sheet or b"<hyperlink" in sheet for sheet in sheets)
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    assert msgspec.json.decode((tmp_path / "r.json").read_bytes())


def _is_figure(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@pytest.mark.sweep
def test_every_record_is_printed_and_written_without_invisible_characters(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["incident", str(journal), "--lang", "en"]) == 0
    listed = capsys.readouterr().out
    assert unseen(listed) == set()
    ids = [line.split("\t")[0] for line in listed.splitlines()]
    assert ids
    for number, record in enumerate(_ids(journal)[:6]):
        out = tmp_path / f"{number}.json"
        status = main(["incident", str(journal), record, "--lang", "de", "--json", str(out)])
        assert status == 0
        assert msgspec.json.decode(out.read_bytes())["record_version"] == 1
        assert unseen(out.read_text("utf-8")) == set()
        assert main(["incident", str(journal), record, "--lang", "de"]) == 0
    assert unseen(capsys.readouterr().out.replace("\u00ad", "")) == set()


def _ids(journal: Path) -> list[str]:
    from console.table.journal import review

    with review(journal) as found:
        reports = [each.event for each in found.entries(0) if each.kind == "incident_reported"]
    return [msgspec.json.decode(report)["id"] for report in reports]


def test_an_export_is_never_written_over_a_journal_nor_through_a_link_to_one(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal.read_bytes()
    (tmp_path / "soft.csv").symlink_to(journal)
    (tmp_path / "dangling.csv").symlink_to(journal.parent / "nothing-yet")
    (tmp_path / "hard.csv").hardlink_to(journal)
    (tmp_path / "folder").symlink_to(journal.parent)
    targets = (
        *(journal, journal.with_name("journal.db-wal"), journal.with_name("journal.db.lock")),
        *(tmp_path / "soft.csv", tmp_path / "dangling.csv", tmp_path / "hard.csv"),
        tmp_path / "folder" / "journal.db",
    )
    for target in targets:
        for kind in ("csv", "xlsx", "pdf", "json"):
            assert main(["report", str(journal), f"--{kind}={target}"]) == 2
            assert capsys.readouterr().err.count("\n") == 1
    assert journal.read_bytes() == before
    assert not (journal.parent / "nothing-yet").exists()
