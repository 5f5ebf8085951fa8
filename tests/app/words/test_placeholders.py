"""A placeholder in a phrase is the word that the help prints for that argument: it is the same in every
language.
"""

from __future__ import annotations

import argparse
import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import pytest

from console.base.words import LANGUAGES
from console.cli import window_parser
from tests.base.words.catalogues import phrases, texts
from tests.command_lines import COMMANDS, parser_of

SET_UP = {"--offline": frozenset({"FOLDER"})}
"""The options of the set-up of a checkout, before there is a parser."""
ALSO_A_WORD = frozenset({"ID", "KEY", "MB", "N", "PEM", "TOML", "URL"})
"""Placeholders that are a word of the sentence as well, which a language may have another word for."""
AFTER_AN_OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)[ =]\[?(\w[\w|]*)")


def _words_of(action: argparse.Action) -> tuple[str, ...]:
    if isinstance(action.metavar, str):
        return (action.metavar,)
    is_word = action.metavar is None and action.choices is None and action.nargs != 0
    return (action.dest.upper(),) if is_word else ()


@functools.cache
def placeholders() -> Mapping[str, frozenset[str]]:
    """The options and the arguments of all commands, with the words that stand for their values in a help."""
    found = defaultdict[str, frozenset[str]](frozenset, SET_UP)
    for parser in (window_parser(), *map(parser_of, COMMANDS.every.values())):
        for action in parser._actions:
            for name in action.option_strings or (action.dest,):
                found[name] |= frozenset(_words_of(action))
    return found


@functools.cache
def every_placeholder() -> frozenset[str]:
    found = frozenset[str]().union(*placeholders().values())
    return frozenset(word for word in found if re.fullmatch("[A-Z]+", word)) - ALSO_A_WORD


def wrong(text: str) -> Iterator[str]:
    """The words in capitals after an option that are not the word of its help."""
    for option, word in AFTER_AN_OPTION.findall(text):
        if all(map(str.isupper, word.replace("|", ""))) and not set(word.split("|")) <= {
            each
            for known in placeholders()[option] | placeholders()[""]
            for each in (known, *known.split("|"))
        }:
            yield f"{option} {word}"


def named(text: str) -> Counter[str]:
    """The placeholders of a text; they stand between letters of another script, too."""
    return Counter(
        word for word in re.findall(r"(?<![A-Za-z_])[A-Z]+(?![A-Za-z_])", text) if word in every_placeholder()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_placeholder_after_an_option_is_its_word_in_the_help(language: str) -> None:
    fields = {
        key: found
        for key, each in phrases(language).items()
        for text in texts(each)
        if (found := [*wrong(text)])
    }
    assert fields == {}


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_placeholder_is_the_same_word_in_every_language(language: str) -> None:
    english = {key: named(texts(each)[-1]) for key, each in phrases("en").items()}
    fields = {key: named(texts(each)[-1]) for key, each in phrases(language).items()}
    assert {key: found for key, found in fields.items() if found != english[key]} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("--ca FIL", ["--ca FIL"]),
        ("--offline MAPP", ["--offline MAPP"]),
        ("--offline APLANKAS.", ["--offline APLANKAS"]),
        ("--ca FOLDER", ["--ca FOLDER"]),
        ("--ca FILE, --offline FOLDER, --table TOML", []),
        ("--ca och --token", []),
    ],
)
def test_a_translated_placeholder_is_found(text: str, found: list[str]) -> None:
    assert [*wrong(text)] == found


def test_a_placeholder_is_seen_between_other_letters() -> None:
    assert named("--token FILEを指定") == Counter(["FILE"])
    assert named("--token ファイル") == Counter()
