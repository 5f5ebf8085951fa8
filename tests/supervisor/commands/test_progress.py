"""Progress on standard error of a command that goes through all entries of a journal."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest

from console import cli
from tests.instruments.bench import command_growth

COMMANDS = ("report", "incident", "card-sets", "shoe", "journal facts", "wheel")


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("journals")
    games = ("baccarat", "roulette")
    return {game: command_growth.written(folder / game / "T.db", game, 1_100) for game in games}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("is_slow", [True, False])
def test_a_command_that_takes_longer_than_two_seconds_shows_the_entry(
    command: str,
    is_slow: bool,
    journals: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seconds = count(0, 3 if is_slow else 0)
    clock = "console.supervisor.commands.document_source.monotonic"
    monkeypatch.setattr(clock, lambda: float(next(seconds)))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    path = journals["roulette" if command == "wheel" else "baccarat"]
    more = ["--to", str(tmp_path / "facts.db")] if command == "journal facts" else []
    assert cli.main([*command.split(), str(path), *more]) == 0
    shown = capsys.readouterr().err.splitlines()
    assert ("Read up to entry 1000" in shown) is is_slow
