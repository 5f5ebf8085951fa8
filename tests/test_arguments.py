"""The refusal and explanation of arguments, in the language that the line asks for, else in the system's."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from console import cli
from console.base.command_line import arguments
from console.base.command_line.table import sentence
from console.base.words import LANGUAGES, Words, places
from tests.base.words.catalogues import phrases, words
from tests.command_lines import COMMANDS, parser_of
from tests.sweep import sampled

TO_PROGRAMMERS = frozenset(
    (
        "%(prog)s: error: %(message)s\n",  # OneLine.error says it
        "%r is not callable",
        ".__call__() not defined",
        "'required' is an invalid argument for positionals",
        'argument "-" with mode %r',
        "can't open '%(filename)s': %(error)s",  # FileType has it, which is not used
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
        # From Python 3.12 and 3.13 on:
        " (default: %(default)s)",  # a formatter has it that is not used
        "%(heading)s:",  # _Help gives a heading its language's colon
        "%(prog)s: warning: %(message)s\n",  # nothing here is deprecated
        "argument '%(argument_name)s' is deprecated",
        "command '%(parser_name)s' is deprecated",
        "option '%(option)s' is deprecated",
    )
)
"""Texts of argparse on a parser that is made wrong, or that never come here, in any Python from 3.11 on."""


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


def test_every_text_of_argparse_has_a_phrase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "words_of", lambda: Words("de"))
    said = asked_of_gettext() - {*arguments._OWN} - TO_PROGRAMMERS - {"subcommands", "usage: "}
    assert said, "the texts about a line are among argparse's own"
    assert {text for text in said if arguments._translated(filled(text)) == filled(text)} == set()


def filled(text: str) -> str:
    """A text of argparse with something in its slots."""
    return re.sub(r"%(?:\(\w+\))?([sr])", lambda slot: "3" if slot[1] == "s" else "'3'", text)


LINES: dict[str, tuple[str, dict[str, str]]] = {
    "drive": ("arguments.required", {"names": "--game, --rules"}),
    "drive --rules sv --game": ("arguments.one_value", {}),
    "drive --rules sv --game baccarat --ready=yes": ("arguments.no_value", {"value": "yes"}),
    "drive --rules sv --game baccarat more": ("arguments.unrecognized", {"names": "more"}),
    "drive --rules sv --game x": ("arguments.none.value", {"given": "x"}),
    "drive --rules xx --game baccarat": ("arguments.none.rulebook", {"given": "xx"}),
    "dance": ("arguments.none.command", {"given": "dance"}),
    "report --shfit x": ("arguments.near", {"wrong": "", "near": "--shift"}),
    "rehearsal --rules lt play x --way alone": ("arguments.unrecognized", {"names": "play"}),
    "--pace -1": ("arguments.value", {"value": "-1"}),
    "--full-screen --window": ("arguments.not_with", {"name": "--full-screen"}),
    "--ca ca.pem": ("arguments.link_only", {}),
    "people lock D2 --file x": ("arguments.none.value", {"given": "lock"}),
    "report": ("arguments.report_of", {}),
    "report --day tomorrow": ("arguments.day", {"given": "tomorrow", "right": "2026-03-01"}),
}
"""A line, and the phrase with which it is refused; values as they were given are quoted."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES)
def test_bad_arguments_are_refused_in_the_language_of_the_line(
    line: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    key, slots = LINES[line]
    quote = words(language).quote
    slots = {name: quote(slot) if name in ("given", "value") else slot for name, slot in slots.items()}
    if "wrong" in slots:
        slots["wrong"] = words(language).text("arguments.none.option", given=quote("--shfit"))
    with pytest.raises(SystemExit):
        cli.main(line.split())
    printed = capsys.readouterr().err
    assert words(language).text(key, **slots) in printed, printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("lead", [[], ["--lang", "sv"]])
def test_a_new_persons_language_is_not_that_of_the_refusal(
    lead: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    with pytest.raises(SystemExit):
        cli.main([*lead, "people", "add", "X1", "--bogus", "3", "--language", "ja"])
    assert (
        words("sv").text("arguments.none.option", given=words("sv").quote("--bogus"))
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_commands_help_has_its_headings_in_the_language_of_the_line(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(SystemExit):
        cli.main(["people", "add", "--lang", language, "--help"])
    printed, own = capsys.readouterr().out, words(language)
    assert printed.startswith(own.text("arguments.usage"))
    for key in ("arguments.positional", "arguments.options"):
        assert f"\n{own.text(key)}{own.locale.colon.rstrip()}\n" in printed
    assert own.text("arguments.help") in printed


@pytest.fixture(scope="module")
def parsers() -> list[arguments.OneLine]:
    """The parser of every command, and of every word of its own, before it reads a line; no phrase is looked
    up until then.
    """
    assert all(row.start() for row in COMMANDS.every.values() if row.starts), "imported before it is patched"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(arguments, "words_of", lambda: pytest.fail("a phrase, and nobody asked for help"))
        return [cli.window_parser(), *map(parser_of, COMMANDS.every.values())]


def explained(parser: arguments.OneLine) -> Iterator[tuple[str, str | None]]:
    """The lines of a parser's help: what each is for, and the key of its text."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from ((each.dest, each.help) for each in action._choices_actions)
        elif action.help != argparse.SUPPRESS and action.dest not in ("help", "version"):
            yield action.dest, action.help


def test_every_text_of_a_help_is_a_phrase(parsers: list[arguments.OneLine]) -> None:
    there, used = {key for key in phrases("en") if key.startswith(("option.", "command."))}, set()
    for parser in parsers:
        prog = parser.prog
        for name, key in explained(parser):
            assert key in there, f"{prog}: {name} says {key!r}"
            used.add(key)
    assert {key for key in there - used if key.startswith("option.")} == {"option.known_again"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_is_in_the_language_of_the_line(
    language: str, parsers: list[arguments.OneLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    own, first = words(language), LANGUAGES.index(language) % 3
    with monkeypatch.context() as spoken:
        spoken.setattr(arguments, "words_of", lambda: own)
        for parser in sampled(parsers, parsers[first::3]):  # each in two of the languages
            prog, text = parser.prog, parser.format_help()
            for name, key in explained(parser):
                default = parser.get_default(name)
                assert own.text(str(key)).replace("%(default)s", str(default)) in text, f"{prog}: {name}"
            does = sentence(prog.removeprefix(arguments.PROGRAM).strip() or "window")
            assert does not in phrases("en") or own.text(does) in text, prog


def test_a_line_of_help_is_no_wider_than_the_terminal(
    parsers: list[arguments.OneLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(arguments, "words_of", lambda: Words("ja"))
    lines = parsers[0].format_help().splitlines()
    assert [line for line in lines if places(line) > 80] == []


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", COMMANDS.every)
def test_every_command_explains_itself_with_lang(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([*name.split(), "--lang", "is", "--help"])
    assert ended.value.code == 0 and "--lang" in capsys.readouterr().out


@pytest.mark.parametrize("line", [["--lang=de", "people"], ["people", "--lang", "de"]])
def test_a_language_may_stand_before_a_command(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*line, "permissions"]) == 0
    assert capsys.readouterr().out.startswith("Wer was darf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_of_values_is_in_the_languages_plural(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "words_of", lambda: Words(language))
    assert "2" in arguments._translated("expected 2 arguments") != "expected 2 arguments"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_english_fault_of_a_tables_file_is_introduced_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["journal", "verify", "x.db", "--floor", "x.toml", "--lang", language]) == 2
    assert cli.main(["kiosk", "install", "--table", "x.toml", "--dry-run", "--lang", language]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if "x.toml" in line]
    assert lines
    for line in lines:
        assert (words(language).text("trouble.reader") in line) == (language != "en")


@pytest.mark.parametrize(
    "line", [["journal", "verify", ""], ["report", ""], ["status", ""], ["people", "list", "--file", ""]]
)
def test_an_empty_path_is_no_folder(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An empty path would mean the present folder: whatever lies there would be verified, and called good."""
    with pytest.raises(SystemExit) as stopped:
        cli.main([*line, "--lang", "en"])
    assert stopped.value.code == arguments.BAD_ARGUMENTS
    assert words("en").text("arguments.path", given="“”") in capsys.readouterr().err


def test_each_number_of_a_command_has_bounds_but_the_seed_of_a_chance() -> None:
    parsers = (cli.window_parser(), *map(parser_of, COMMANDS.every.values()))
    actions = [action for parser in parsers for action in parser._actions]
    assert {action.dest for action in actions if action.type in (int, float)} == {"seed"}


@pytest.mark.parametrize("given", ["-1", "1e30", "99999999999999", "nan"])
def test_a_lead_in_beyond_a_day_is_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["round", "T.db", "T1-1", "--lead-in", given, "--lang", "en"])
    assert ended.value.code == arguments.BAD_ARGUMENTS
    assert "--lead-in" in capsys.readouterr().err
