"""The parts of the console: their tables agree with each other, and a part may be missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from console import cli
from console.app import parts
from console.base.words import LANGUAGES
from console.commissioning.dossier.standards import STANDARDS
from console.table.commands import handbook_folder
from tests.base.words.catalogues import words
from tests.command_lines import COMMANDS
from tests.house.modules import imports
from tests.table.played import ROUND, written


@pytest.fixture
def table_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A console with no part above the table."""
    monkeypatch.setattr(parts, "_is_there", "table".__eq__)
    for each in (parts.parts, parts.commands):
        each.cache_clear()
    yield
    for each in (parts.parts, parts.commands):
        each.cache_clear()


@pytest.mark.parametrize("name", parts.PARTS)
def test_the_table_of_the_parts_names_the_first_words_of_each_ones_commands(name: str) -> None:
    own = [row.name for row in parts.parts()[name].commands]
    named = [[each for each in own if f"{each} ".startswith(f"{begin} ")] for begin in parts.PARTS[name]]
    assert sorted(chain.from_iterable(named)) == sorted(own) and all(named)


def test_the_listed_commands_are_those_of_the_handbook_in_its_order() -> None:
    page = (handbook_folder() / "commands.md").read_text("utf-8")
    assert [*parts.commands().listed] == re.findall(r"^\| `dealer-console ([^`]+)` \|", page, re.MULTILINE)


BENEATH = {
    "kiosk": ["install", "remove", "status"],
    "people": ["add", "licence", "reset", "list", "permissions", "badge", "disable", "enable"],
}
"""The commands that the handbook's list leaves to the help of another."""


@pytest.mark.parametrize("name", BENEATH)
def test_a_commands_help_lists_those_beneath_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([name, "--help", "--lang", "en"])
    assert re.findall(r"^    ([a-z]+)  ", capsys.readouterr().out, re.MULTILINE) == BENEATH[name]


@pytest.mark.parametrize("name", parts.PARTS)
def test_a_part_is_read_before_any_package_is_installed(name: str) -> None:
    assert imports(f"console.{name}.part") == {"__future__", "console.base.part", "typing"}


def test_each_slot_but_the_work_beside_a_table_is_filled_by_one_part_with_a_function() -> None:
    filled = list(chain.from_iterable(part.fills for part in parts.parts().values()))
    assert {slot for slot in filled if filled.count(slot) > 1} == {"at_table"}
    assert all(callable(each) for slot in filled for each in parts.fillers(slot))
    assert len(parts.fillers("at_table")) == filled.count("at_table")
    assert parts.slots().keys() == set(filled)


@pytest.mark.usefixtures("table_alone")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_of_a_part_that_is_not_installed_is_refused_in_one_sentence(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for line, part in {
        "review night.db": "supervisor",
        "journal facts night.db": "supervisor",
        "floor tables": "floor",
        "rehearsal": "rehearsals",
        "upgrade --help": "commissioning",
    }.items():
        for argv in ([*line.split(), "--lang", language], ["--lang", language, *line.split()]):
            assert cli.main(argv) == 2
            refusal = words(language).text("parts.missing", part=part)
            assert capsys.readouterr() == ("", f"dealer-console: {refusal}\n")


@pytest.mark.usefixtures("table_alone")
def test_an_option_for_a_part_that_is_not_installed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(written(tmp_path / "night.db", *ROUND))
    person = ["D-7", "--name", "Rasa K.", "--role", "dealer", "--language", "lt"]
    for argv, part in (
        (["journal", "verify", journal, "--floor", "--lang", "en"], "floor"),
        (["people", "add", *person, "--rehearsals", "card-drop", "--lang", "en"], "rehearsals"),
    ):
        with pytest.raises(SystemExit) as refused:
            cli.main([*argv])
        assert refused.value.code == 2
        assert words("en").text("parts.missing", part=part) in capsys.readouterr().err


def test_the_points_of_the_standards_name_listed_commands() -> None:
    named = {command for standard in STANDARDS for point in standard.points for command in point.commands}
    assert named and named <= set(COMMANDS.listed)


@pytest.mark.usefixtures("table_alone")
def test_the_help_lists_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help", "--lang", "en"])
    printed = capsys.readouterr().out
    assert "\n  journal " in printed and "\n  review " not in printed
