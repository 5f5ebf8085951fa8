"""The commands, a row each: name, what it starts, whether it opens a window.

A phrase such as ``command.journal.verify`` describes a command: the help has it in the person's language, the
handbook in English. It imports nothing of ours: a part of the console is loaded when its command is given.
The help, each command's own parser, what is refused and the handbook read this table.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple


class Command(NamedTuple):
    """A command of the console's command line."""

    name: str
    """The command's words: ``drive``, ``journal verify``."""
    starts: str = ""
    """The entry point: the function that takes the command's arguments and returns the exit status. It is
    empty for a command of two words: the first word's function takes it.
    """
    window: bool = False
    """Whether it opens a window."""
    pages: bool = False
    """Whether it draws pages for a PDF, which takes the same libraries of the system as a window."""

    def start(self) -> Any:
        """The function that the command starts; its module is imported now."""
        module, _, name = self.starts.partition(":")
        return getattr(import_module(module), name)


_ROWS: Final = (
    Command("drive", "console.drive:run"),
    Command("people", "console.commands.people:run"),
    Command("accept", "console.commands.accept:main"),
    Command("journal", "console.commands.journal_arguments:journal"),
    Command("journal verify"),
    Command("journal seal"),
    Command("journal backup"),
    Command("journal restore"),
    Command("journal archive"),
    Command("journal head"),
    Command("key", "console.commands.journal_arguments:key"),
    Command("review", "console.app.review_start:review", window=True),
    Command("report", "console.app.pdf_documents:report", pages=True),
    Command("incident", "console.app.pdf_documents:incident", pages=True),
    Command("round", "console.app.pdf_documents:round_file", pages=True),
    Command("wheel", "console.commands.documents.report_arguments:wheel_main"),
    Command("rehearsal", "console.app.rehearsal_start:rehearsal", window=True),
    Command("rehearsal play"),
    Command("rehearsal list"),
    Command("rehearsal check"),
    Command("rehearsal records", pages=True),
    Command("rehearsal due"),
    Command("rehearsal matrix", pages=True),
    Command("rehearsal certificate", pages=True),
    Command("rehearsal forget"),
    Command("rehearsal from"),
    Command("rulebook", "console.app.pdf_documents:rulebook"),
    Command("rulebook check"),
    Command("rulebook show", pages=True),
    Command("rulebook try"),
    Command("rulebook dossier", pages=True),
    Command("guide", "console.app.pdf_documents:guide", pages=True),
    Command("commissioning", "console.app.pdf_documents:commissioning", pages=True),
    Command("commissioning verify"),
    Command("commissioning sign", pages=True),
    Command("floor", "console.app.overview_start:floor", window=True),
    Command("floor schema"),
    Command("floor add-studio"),
    Command("floor add-table"),
    Command("floor move-table"),
    Command("floor rename-table"),
    Command("floor retire-table"),
    Command("floor tables"),
    Command("floor add-window"),
    Command("floor remove-window"),
    Command("floor windows"),
    Command("floor accounts"),
    Command("floor new-token"),
    Command("floor diary"),
    Command("floor install"),
    Command("floor doctor"),
    Command("floor backup"),
    Command("floor restore"),
    Command("floor close-days"),
    Command("floor index"),
    Command("floor verify"),
    Command("floor witness"),
    Command("status", "console.commands.machine.status:main"),
    Command("kiosk", "console.commands.machine.kiosk:main"),
    Command("upgrade", "console.commands.machine.upgrade:main"),
    Command("software", "console.commands.machine.software:main"),
    Command("software verify"),
    Command("bundle", "console.commands.machine.bundle:main"),
    Command("listen", "console.commands.listen:main"),
    Command("support", "console.commands.machine.support:main"),
    Command("licences", "console.commands.machine.licences:main"),
    Command("handbook", "console.commands.handbook:main"),
    Command("protocol", "console.commands.protocol:main"),
    Command("protocol schema"),
    Command("protocol server"),
    Command("protocol conform"),
)

COMMANDS: Final = {row.name: row for row in _ROWS}
"""The commands by name, in the order in which they are listed."""


def row_of(words: Sequence[str]) -> Command | None:
    """The row of the command that these words of a command line begin with; None for the table's window."""
    return COMMANDS.get(" ".join(words[:2])) or COMMANDS.get(words[0] if words else "")


def sentence(name: str) -> str:
    """The key of the phrase for what a command does; its first word is in small letters."""
    return f"command.{name.replace(' ', '.')}"
