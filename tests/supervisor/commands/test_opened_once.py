"""A command opens each file of a journal once, and those of other tables not at all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from shutil import copy

import pytest

from console import cli
from console.table.journal.file import consistency
from console.table.journal.file.consistency import check
from tests.supervisor.records.accounts.test_across_files import divided
from tests.table.played import FELL, OPEN, written


@pytest.mark.parametrize(
    "command",
    [["incident"], ["incident", "T7-i1"], ["round", "T7-1"], ["report"], ["report", "--handover"], ["facts"]],
    ids=" ".join,
)
def test_a_command_checks_each_file_of_its_journal_once(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at a file opened it again, and every journal beside it."""
    closed, path = divided(tmp_path / "folder" / "J.db", len(FELL))
    other = written(tmp_path / "K.db", OPEN, code="sv")
    copy(other, path.with_name("K.db"))
    checked = Counter[str]()

    def counted(*of: object, **more: bool) -> None:
        checked[Path(str(of[0])).name] += 1
        check(*of, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(consistency, "check", counted)
    to = ["journal", "facts", str(path), "--to", str(tmp_path / "facts.db")]
    assert cli.main(to if command == ["facts"] else [command[0], str(path), *command[1:]]) == 0
    assert checked == {closed.name: 1, path.name: 1}
