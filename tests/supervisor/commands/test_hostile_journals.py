"""Files that are not there, were planted or nested without end, read by commands of documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from console import cli
from tests.table.journal.sealing import owner
from tests.table.journal.test_hostile_texts import DEEP, HIDDEN, copied, obeyed, output_of, sound

__all__ = ["sound"]


@pytest.mark.parametrize("command", [("journal", "verify"), ("report",), ("incident",)])
def test_a_planted_table_hides_no_verdict_and_no_control_character_runs(
    sound: Path, tmp_path: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(sound, tmp_path)
    with owner(path) as connection:
        connection.execute(f'CREATE TABLE "{HIDDEN}" (a)')
    status, output = output_of(capsys, *command, str(path))
    assert status != 0 and "<U+001B>" in output and not obeyed(output)


@pytest.mark.parametrize("nested", ['{"proof":', '{"more":', '{"statement":'])
def test_a_round_or_a_seal_that_is_nested_without_end_is_refused(
    sound: Path, tmp_path: Path, nested: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(nested + DEEP)
    assert output_of(capsys, "journal", "verify", str(file))[0] == 2
    assert output_of(capsys, "journal", "verify", str(sound), "--head", str(file))[0] == 2


COMMANDS = (
    ("journal", "verify", "{}"),
    ("journal", "seal", "{}"),
    ("journal", "backup", "{}", "{}.copy"),
    ("incident", "{}", "T7-i1"),
    ("round", "{}", "T7-1"),
    ("report", "{}"),
    ("wheel", "{}"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: " ".join(each[:2]))
def test_a_name_that_nothing_has_is_called_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    asked = tmp_path / "T7.journal"
    assert cli.main([*(each.format(asked) for each in command), "--lang", "en"]) != 0
    output = "".join(capsys.readouterr())
    assert f"There is no file {asked}" in output and "is not a journal" not in output
    assert list(tmp_path.iterdir()) == []
