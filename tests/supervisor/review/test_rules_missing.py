"""A journal whose rulebook this computer does not have: each command that reads entries says so."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.supervisor.review.journals import JournalReads
from console.table.custody import RulesMissing
from console.table.game import rulebook


@pytest.fixture(scope="module")
def journal_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with one round, from a studio that has a rulebook of its own."""
    folder = tmp_path_factory.mktemp("studio")
    ours = rulebook.rulebook_folder()
    shutil.copytree(ours / "incidents", folder / "rules/incidents")
    own = (ours / "lt.toml").read_text("utf-8").replace('id = "lt"', 'id = "xy"', 1)
    (folder / "rules/xy.toml").write_text(own, "utf-8")
    path = folder / "T1.journal"
    line = io.TextIOWrapper(io.BytesIO(b'{"do":"bets","state":"open"}\n'))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rulebook, "rulebook_folder", lambda: folder / "rules")
        patched.setattr(sys, "stdin", line)
        asked = "--game", "baccarat", "--rules", "xy", "--ready", "--journal", str(path)
        assert cli.main(["drive", *asked]) == 0
    return path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "command",
    [
        "incident {}",
        "round {} T1-1",
        "report {} --from 2026-01-01",
        "journal archive {}",
        "review {}",
    ],
)
def test_a_command_names_the_rulebook_that_is_missing(
    command: str,
    language: str,
    journal_elsewhere: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = [word.format(journal_elsewhere) for word in command.split()]
    before = journal_elsewhere.read_bytes()
    status = cli.main([*words, "--lang", language])
    said = Words(language).text("journal.rules_missing", file=str(journal_elsewhere), rules="xy")
    assert status == 2
    assert said in capsys.readouterr().err
    assert journal_elsewhere.read_bytes() == before


def test_a_rulebook_with_a_mistake_is_not_called_missing(
    journal_elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "rules"
    shutil.copytree(journal_elsewhere.parent / "rules", own)
    text = (own / "xy.toml").read_text("utf-8")
    (own / "xy.toml").write_text(f"{text}\nwrong = [", "utf-8")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: own)
    with pytest.raises(RulesMissing) as refused:
        JournalReads([journal_elsewhere])
    assert refused.value.key == "trial.refused.old_rules"


def test_the_review_names_the_rulebook_that_is_missing(journal_elsewhere: Path) -> None:
    with pytest.raises(RulesMissing) as refused:
        JournalReads([journal_elsewhere])
    assert refused.value.slots == {"file": str(journal_elsewhere), "rules": "xy"}
