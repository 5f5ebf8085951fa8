"""The printed table of permissions: every row of it, in every language, as it was written down."""

from __future__ import annotations

import re

import pytest

from console.commands.people import permissions
from console.commands.people import run as main
from console.words import LANGUAGES
from tests.table.protocol.permission_table import CONSOLE, LINES, PROMPTS
from tests.words.catalogues import words

ROW = re.compile(r"([●·](?:  ?[●·])*)   ?(.+) \(([a-z_.0-9]+)\)(?: \*\d+)*")


def printed(language: str) -> list[tuple[str, str]]:
    """The marks and the action of each row."""
    rows = (row for line in permissions(words(language)) if (row := ROW.fullmatch(line)))
    return [(" ".join(row[1].split()), row[3]) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_right_stands_in_the_printed_table(language: str) -> None:
    rows = printed(language)
    for action, who in {**LINES, **CONSOLE}.items():
        assert (" ".join("●" if each in who else "·" for each in "DPSGRN"), action) in rows
    for action, who in PROMPTS.items():
        if who and action != "sign_in":
            assert (" ".join("●" if each in who else "·" for each in "DP"), action) in rows


def test_it_is_a_command_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["permissions", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Who may do what\n")
    assert any(line.startswith("· · ● · · ·  ") and line.endswith("(seal)") for line in out.splitlines())
