"""A name that nothing has is called that, wherever a journal is asked for: none of them makes one there."""

from __future__ import annotations

from pathlib import Path

import pytest

from console import cli

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
