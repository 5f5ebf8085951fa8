"""A command as a row: its name, what it starts, whether it opens a window; and the table of all.

A command's arguments and their help are the parameters of the function that it starts
(:mod:`console.command_line.declaration`).
A phrase such as ``command.journal.verify`` describes a command: the help has it in the person's language, the
handbook in English. The rows stand in each part's ``part.py``. This module imports nothing of ours: a part of
the console is loaded when its command is given. The help, each command's own parser, what is refused and the
handbook read the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple


class Command(NamedTuple):
    """A command of the console's command line."""

    name: str
    """The command's words: ``drive``, ``journal verify``."""
    starts: str = ""
    """The function that does it, whose parameters are its arguments. It is empty for a word that is no
    command, only the first one of some.
    """
    window: bool = False
    """Whether it opens a window."""
    pages: bool = False
    """Whether it draws pages for a PDF, which takes the same libraries of the system as a window."""
    note: str = ""
    """The key of the sentence at the end of its help."""
    listed: bool = True
    """Whether it is in the list of commands, beside the help of its first word."""

    is_own: bool = False
    """Whether only the console itself starts it, as a process of its own."""

    def start(self) -> Any:
        """The function that the command starts; its module is imported now."""
        return imported(self.starts)


def imported(place: str) -> Any:
    """The function that ``module:function`` names; its module is imported now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class Commands:
    """The commands of a console."""

    def __init__(self, rows: Iterable[Command]) -> None:
        """``rows`` are those of all its parts; commands with one first word are put together."""
        groups = dict[str, list[Command]]()
        for row in rows:
            groups.setdefault(row.name.partition(" ")[0], []).append(row)
        self.every: Final = {row.name: row for group in groups.values() for row in group}
        """The commands by name."""
        self.listed: Final = {name: row for name, row in self.every.items() if row.listed}
        """Those that are listed, in their order."""

    def beneath(self, row: Command) -> list[Command]:
        """The commands that begin with this one's words."""
        rows = self.every.values()
        return [each for each in rows if each.name.startswith(f"{row.name} ") and not each.is_own]

    def row_of(self, words: Sequence[str]) -> Command | None:
        """The row of the command that these words of a command line begin with; None for the table's
        window.
        """
        return self.listed.get(" ".join(words[:2])) or self.listed.get(words[0] if words else "")


def sentence(name: str) -> str:
    """The key of the phrase for what a command does; its first word is in small letters."""
    return f"command.{name.replace(' ', '.')}"
