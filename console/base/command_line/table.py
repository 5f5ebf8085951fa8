"""The table of all commands, for a command line and its help.

A command's arguments and their help are the parameters of the function that it starts
(:mod:`console.base.command_line.declaration`). A phrase such as ``command.journal.verify`` describes a
command: the help has it in the person's language, the handbook in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from console.base.part import Command


class Commands:
    """The commands of a console."""

    def __init__(self, rows: Iterable[Command]) -> None:
        """``rows`` are those of all its parts; commands with the same first word are grouped."""
        groups = dict[str, list[Command]]()
        for row in rows:
            groups.setdefault(row.name.partition(" ")[0], []).append(row)
        self.every: Final = {row.name: row for group in groups.values() for row in group}
        """The commands by name."""
        self.listed: Final = {name: row for name, row in self.every.items() if row.listed}
        """Those that are listed, in order."""

    def beneath(self, row: Command) -> list[Command]:
        rows = self.every.values()
        return [each for each in rows if each.name.startswith(f"{row.name} ") and not each.is_own]

    def row_of(self, words: Sequence[str]) -> Command | None:
        """The row of the command with which these words begin; None for the table's window."""
        return self.listed.get(" ".join(words[:2])) or self.listed.get(words[0] if words else "")


def sentence(name: str) -> str:
    """The key of the phrase for what a command does; its first word is in small letters."""
    return f"command.{name.replace(' ', '.')}"
