"""What the command lines have in common: how arguments are written, refused and read.

Knows no command: each has its own parser, made of what is here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from console.nearest import nearest
from console.words.locales import named_like

PROGRAM = "dealer-console"
USUAL_RULES = "sv"
"""Of a simulated table, where nobody names others and the studio has these."""
BAD_ARGUMENTS = 2
STAND_IN = "stand-in"


class WindowOptions(NamedTuple):
    """What the command line asks of the window.

    ``table`` is a LIVE table's configuration, or None for a simulated one of ``game`` and ``rules``;
    ``pace`` is the simulated table's seconds from card to card, None for a human one. ``link`` is the game
    server's url, or ``stand-in`` for one that is part of the simulated table; ``ca`` and ``token`` are the
    files that it needs. ``answers`` is the seconds that the simulated table's slowest player takes, None for
    people. ``allow`` names the ways to devices that may write files.
    """

    table: Path | None
    lang: str
    game: str
    rules: str
    pace: float | None
    full_screen: bool
    link: str | None = None
    ca: Path | None = None
    token: Path | None = None
    answers: float | None = None
    allow: tuple[str, ...] = ()


class OneLine(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line, and names what was likely meant."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the right arguments are listed; exit status 2."""
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def refuse(self, what: str, given: str, there: Iterable[str], longer: Iterable[str] = ()) -> NoReturn:
        """Say that the name does not exist, with the nearest one (of ``longer`` names too), or with all
        names.
        """
        self.error(_none_such(what, given, there, longer))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments as values; an unknown option is refused before a missing one."""
        written = list(sys.argv[1:] if args is None else args)
        if self._subparsers is None:  # else the command's own parser knows which options there are
            options = [option for option in self._option_string_actions if option.startswith("--")]
            for word in written[: written.index("--")] if "--" in written else written:
                name = word.partition("=")[0]
                if name.startswith("--") and name not in options:
                    self.refuse("option", name, options)
        return super().parse_known_args(written, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is none of an argument's own."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, _none_such("such value:", str(value), action.choices))


def _none_such(what: str, given: str, there: Iterable[str], longer: Iterable[str] = ()) -> str:
    names = list(map(str, there))
    near = nearest(given, (*names, *longer))
    way = f"the nearest is {near}" if near is not None else f"there are {', '.join(names)}"
    return f"no {what} {given[:40]!r}; {way}"


def rulebook_id(text: str) -> str:
    """The id of a rulebook that there is: a studio adds its own beside those that come with the console."""
    from console.game.rulebook import rulebook_ids  # not for --version, nor for a command without rules

    if text not in rulebook_ids():
        raise argparse.ArgumentTypeError(_none_such("such rulebook:", text, rulebook_ids()))
    return text


def usual_rules() -> str:
    """The rulebook of a simulated table where nobody names one; the first where there is no usual one."""
    from console.game.rulebook import rulebook_ids

    there = rulebook_ids()
    return USUAL_RULES if USUAL_RULES in there else next(iter(there), USUAL_RULES)


def seconds(text: str) -> float:
    """A length of time that is no less than nothing."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value


def system_language() -> str:
    """The language that the system is set to, English where the console does not speak it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return named_like(named)
