"""How arguments are refused and explained: in the language that the line asks for, else in the system's."""

from __future__ import annotations

import argparse
import ast
from pathlib import Path

import pytest

from console import arguments, cli
from console.words import LANGUAGES
from tests.words.catalogues import words

TO_PROGRAMMERS = frozenset(
    (
        "%(prog)s: error: %(message)s\n",  # OneLine.error says it
        "%r is not callable",
        ".__call__() not defined",
        "'required' is an invalid argument for positionals",
        'argument "-" with mode %r',
        "can't open '%(filename)s': %(error)s",  # of FileType, which is not used
        "cannot have multiple subparser arguments",
        "cannot merge actions - two groups are named %r",
        "conflicting option string: %s",
        "conflicting subparser alias: %s",
        "conflicting subparser: %s",
        "dest= is required for options like %r",
        "invalid choice: %(value)r (choose from %(choices)s)",  # OneLine._check_value says it
        "invalid conflict_resolution value: %r",
        "invalid option string %(option)r: must start with a character %(prefix_chars)r",
        "mutually exclusive arguments must be optional",
        "unknown parser %(parser_name)r (choices: %(choices)s)",  # the same
    )
)
"""What argparse says of a parser that is made wrong, or never says here."""


def asked_of_gettext() -> set[str]:
    """The texts that this Python's argparse looks up; of two plural forms the first."""
    tree = ast.parse(Path(argparse.__file__).read_text("utf-8"))
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext")
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_whatever_argparse_says_to_a_person_has_a_phrase() -> None:
    ours = {*arguments._ARGPARSE, *arguments._IN_HELP, arguments._USAGE}
    assert asked_of_gettext() - ours - TO_PROGRAMMERS - {"subcommands"} == set()


LINES: dict[str, tuple[str, dict[str, str]]] = {
    "drive": ("arguments.required", {"names": "--game, --rules"}),
    "drive --rules sv --game": ("arguments.one_value", {}),
    "drive --rules sv --game baccarat --ready=yes": ("arguments.no_value", {"value": "'yes'"}),
    "drive --rules sv --game baccarat more": ("arguments.unrecognized", {"names": "more"}),
    "drive --rules sv --game x": ("arguments.none.value", {"given": "'x'"}),
    "drive --rules xx --game baccarat": ("arguments.none.rulebook", {"given": "'xx'"}),
    "dance": ("arguments.none.command", {"given": "'dance'"}),
    "report --shfit x": ("arguments.near", {"wrong": "", "near": "--shift"}),
    "--pace -1": ("arguments.value", {"value": "'-1'"}),
    "--full-screen --window": ("arguments.not_with", {"name": "--full-screen"}),
    "--ca ca.pem": ("arguments.link_only", {}),
    "report": ("arguments.report_of", {}),
    "report --day tomorrow": ("arguments.day", {"given": "tomorrow", "right": "2026-03-01"}),
}
"""A line, and the phrase with which it is refused."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES)
def test_bad_arguments_are_refused_in_the_language_of_the_line(
    line: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    key, slots = LINES[line]
    if "wrong" in slots:
        slots = {**slots, "wrong": words(language).text("arguments.none.option", given="'--shfit'")}
    with pytest.raises(SystemExit):
        cli.main(line.split())
    said = capsys.readouterr().err
    assert words(language).text(key, **slots) in said, said
    assert said.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_commands_help_has_its_headings_in_the_language_of_the_line(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(SystemExit):
        cli.main(["people", "add", "--lang", language, "--help"])
    said, own = capsys.readouterr().out, words(language)
    assert said.startswith(own.text("arguments.usage"))
    for key in ("arguments.positional", "arguments.options"):
        assert f"{own.text(key)}:\n" in said
    assert own.text("arguments.help") in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_of_values_is_in_the_languages_plural(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "_language", language)
    said = arguments._counted("expected %s argument", "expected %s arguments", 2)
    assert said % 2 and "2" in said % 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_reads_a_tables_file_is_told_as_english(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["journal", "verify", "x.db", "--floor", "x.toml", "--lang", language]) == 2
    assert cli.main(["kiosk", "install", "--table", "x.toml", "--dry-run", "--lang", language]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "x.toml" in line]
    assert lines
    for line in lines:
        assert (words(language).text("trouble.reader") in line) == (language != "en")
