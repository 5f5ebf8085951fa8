"""Texts on journals, seals and rulebooks have the names that people read, never a file's ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES
from console.table.core import Action, EventKind
from console.table.incidents import Kind
from tests.base.words.catalogues import words
from tests.table.played import FELL, ROUND, written

IDS = re.compile("|".join(sorted({each for ids in (Kind, Action, EventKind) for each in ids if "_" in each})))
"""The ids that no language has as a word."""


def printed(capsys: pytest.CaptureFixture[str], *typed: object) -> str:
    """The output of a command for people, on either stream."""
    assert cli.main([str(each) for each in typed]) == 0
    output = capsys.readouterr()
    return output.out + output.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_verify_and_seal_name_the_game_and_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    path, own = written(tmp_path / "J.db", *FELL, *ROUND), words(language)
    more = ("--keys", tmp_path / "keys", "--lang", language)
    output = printed(capsys, "journal", "seal", path, *more)
    output += printed(capsys, "journal", "verify", path, "--lang", language)
    assert (
        own.text("game.baccarat").lower() in output.lower() and own.text("rules.lt").lower() in output.lower()
    )
    assert not IDS.search(output)
    assert not re.search(r"[,、] (lt|sv|is|ja|de)\b", output)
    if "baccarat" not in own.text("game.baccarat").lower():
        assert "baccarat" not in output
