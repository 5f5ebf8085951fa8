"""Each path of each command is tried."""

from __future__ import annotations

import argparse
from collections.abc import Set
from pathlib import Path

import pytest

from console import cli
from console.base.command_line import OneLine, path_text
from tests.command_lines import COMMANDS, parser_of
from tests.table.commands.test_named_paths import LINES, NAMED

NOT_HERE = {
    **{("", name): "a window opens" for name in ("table", "ca", "token")},
    **{("review", name): "a window opens" for name in ("people", "table")},
    **{("rehearsal", name): "a window opens" for name in ("people", "table")},
    **{("rehearsal play", name): "a window opens" for name in ("people", "table")},
    **{("protocol server", name): "it waits for tables" for name in ("certificate", "key", "token_file")},
    **{
        ("floor install", name): "it sets the computer up" for name in ("backups", "ca", "certificate", "key")
    },
    **{
        ("upgrade", name): "it sets the computer up" for name in ("bundle", "table", "key", "prefix", "tried")
    },
    ("bundle", "folder"): "it loads packages",
    ("journal seal", "keys"): "a folder that is named for a key gets one",
    ("key", "keys"): "a folder that is named for a key gets one",
    **{(word, "folder"): "a server is started there" for word in ("floor", "floor studio")},
    ("floor studio", "config"): "the same option as of the command floor",
}
"""By a command and its option's name, the reason why no line here tries it."""


class Read(BaseException):
    """A command has read its line."""


def tried(commands: Set[str]) -> set[tuple[str, str]]:
    """Each command and option that a line has its path in."""

    def keep_values(parser: OneLine, argv: list[str] | None = None, _: object = None) -> None:
        given = argparse.ArgumentParser.parse_args(parser, argv)
        values = (
            (name, value if isinstance(value, list) else [value]) for name, value in vars(given).items()
        )
        raise Read([name for name, several in values if NAMED in map(str, several)])

    found = set[tuple[str, str]]()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(OneLine, "parse_args", keep_values)
        for line in LINES:
            words = line.split()
            with pytest.raises(Read) as been:
                cli.main(words)
            name = next(name for n in (2, 1) if (name := " ".join(words[:n])) in commands)
            found |= {(name, option) for option in been.value.args[0]}
    return found


def test_each_path_of_each_command_has_a_line_here() -> None:
    named = [("", cli.window_parser()), *((name, parser_of(row)) for name, row in COMMANDS.every.items())]
    paths = {
        (name, action.dest)
        for name, parser in named
        for action in parser._actions
        if action.type in (Path, path_text)
    }
    assert paths - tried({name for name, _ in named}) == NOT_HERE.keys()
