"""``accept`` says in words what the next start does about each file, and asks for a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from console import cli
from console.table.custody import Belonging, FileTrouble, Missing

WITHOUT = "goes on without this file"
ASIDE = "sets this file aside unchanged, begins a new journal"
LIST = "go through the list before anybody signs in"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Belonging, "allow", lambda *_: [])
    file = tmp_path / "table7.toml"
    top = 'name = "Table 7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "en"\n'
    places = f'journal = "{tmp_path / "T7.db"}"\npeople = "{tmp_path / "people.json"}"\n'
    file.write_text(top + places + '[[device]]\nname = "shoe"\nurl = "COM3"\n', "utf-8")
    return file


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("people", WITHOUT),
        ("other_people", LIST),
        ("older_people", LIST),
        ("secret", WITHOUT),
        ("journal", WITHOUT),
        ("other_journal", "goes on with this file"),
        ("older_journal", "goes on with this file"),
        ("damaged", ASIDE),
        ("loses", ASIDE),
        ("beside", WITHOUT),
    ],
)
def test_accept_says_what_the_next_start_does(
    trouble: str, said: str, table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = Missing(FileTrouble(trouble), Path("file"), "T7.db.lock")
    monkeypatch.setattr(Belonging, "allow", lambda *_: [missing])
    assert cli.main(["accept", "--table", str(table), "--reason", "disk replaced", "--lang", "en"]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(("reason", "is_taken"), [("x" * 200, True), ("x" * 201, False), (" \u200b ", False)])
def test_a_reason_has_from_one_to_two_hundred_letters(reason: str, is_taken: bool, table: Path) -> None:
    command = ["accept", "--table", str(table), "--reason", reason, "--lang", "en"]
    if is_taken:
        assert cli.main(command) == 0
    else:
        with pytest.raises(SystemExit):
            cli.main(command)
