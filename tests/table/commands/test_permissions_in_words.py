"""The printed table of permissions: every row of it, in every language, as it was written down."""

from __future__ import annotations

import re
from functools import partial

import pytest

from console.base.words import LANGUAGES
from console.table.commands.permission_table import _prompt, permissions
from tests.base.words.catalogues import words
from tests.command_lines import run
from tests.table.core.protocol.permission_table import CONSOLE, LINES, PROMPTS

main = partial(run, "people")

ROW = re.compile(r"([●·](?:  ?[●·])*)   ?(.+?)(?: \*\d+)*")


def printed(language: str) -> list[tuple[str, str]]:
    """The marks and the words of each row."""
    rows = (row for line in permissions(words(language)) if (row := ROW.fullmatch(line)))
    return [(" ".join(row[1].split()), row[2]) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_right_stands_in_the_printed_table(language: str) -> None:
    rows, own = printed(language), words(language)
    for action, who in {**LINES, **CONSOLE}.items():
        marks = " ".join("●" if each in who else "·" for each in "DPSTGRN")
        assert (marks, own.text(f"permission.of.{action}")) in rows
    for action, who in PROMPTS.items():
        if who and action != "sign_in":
            assert (" ".join("●" if each in who else "·" for each in "DP"), _prompt(own, action)) in rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_rights_are_printed_in_different_words_and_without_ids(language: str) -> None:
    rights = [text for marks, text in printed(language) if len(marks.split()) == 7]
    assert len(set(rights)) == len(rights) == len({**LINES, **CONSOLE})
    assert [text for _, text in printed(language) if re.search(r"\w_\w|\(\w+\.", text)] == []


def test_the_permission_table_is_a_command_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["permissions", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Who may do what\n")
    assert any(
        line.startswith("· · ● · · · ·  ") and line.endswith(words("en").text("permission.of.seal"))
        for line in out.splitlines()
    )
