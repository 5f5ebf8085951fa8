"""The commands, a row each: name, what it starts, whether it opens a window.

A command's arguments and their help are the parameters of the function that it starts
(:mod:`console.command_line.declaration`).
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

    def parts(self) -> list[Command]:
        """The commands that begin with this one's word."""
        return [row for row in _ROWS if row.name.startswith(f"{self.name} ") and not row.is_own]

    def start(self) -> Any:
        """The function that the command starts; its module is imported now."""
        module, _, name = self.starts.partition(":")
        return getattr(import_module(module), name)


_ROWS: Final = (
    Command("drive", "console.commands.drive:main"),
    Command("people"),
    Command("people add", "console.commands.people:add", listed=False),
    Command("people licence", "console.commands.people:licence", listed=False),
    Command("people reset", "console.commands.people:reset", listed=False),
    Command("people list", "console.commands.people:list_people", listed=False),
    Command("people permissions", "console.commands.permission_table:print_permissions", listed=False),
    Command("people disable", "console.commands.people:disable", listed=False),
    Command("people enable", "console.commands.people:enable", listed=False),
    Command("accept", "console.commands.accept:main"),
    Command("journal"),
    Command("journal verify", "console.commands.journal_verdict:verify"),
    Command("journal seal", "console.commands.journal_seals:seal_by_hand"),
    Command("journal backup", "console.commands.journal_copies:back_up"),
    Command("journal restore", "console.commands.journal_copies:put_back"),
    Command("journal archive", "console.commands.journal_copies:archive"),
    Command("journal head", "console.commands.journal_seals:copy_head"),
    Command("journal facts", "console.commands.documents.facts_export:facts"),
    Command("key", "console.commands.journal_seals:show_key"),
    Command("review", "console.app.review_start:review", window=True),
    Command("report", "console.commands.documents.report:report", pages=True),
    Command("incident", "console.commands.documents.incident:incident", pages=True),
    Command("round", "console.commands.documents.round:round_file", pages=True),
    Command("card-sets", "console.commands.documents.card_sets:card_sets"),
    Command("shoe", "console.commands.documents.shoe:shoe", pages=True),
    Command("wheel", "console.commands.documents.wheel:wheel", pages=True),
    Command("rehearsal", "console.app.rehearsal_start:rehearsal", window=True),
    Command("rehearsal play", "console.app.rehearsal_start:play"),
    Command("rehearsal list", "console.commands.rehearsal_files:list_files"),
    Command("rehearsal check", "console.commands.rehearsal_files:check"),
    Command("rehearsal records", "console.commands.documents.rehearsal_records:print_records", pages=True),
    Command("rehearsal due", "console.commands.documents.rehearsal_records:print_due"),
    Command("rehearsal matrix", "console.commands.documents.rehearsal_records:print_matrix", pages=True),
    Command(
        "rehearsal certificate", "console.commands.documents.rehearsal_records:print_certificate", pages=True
    ),
    Command("rehearsal forget", "console.commands.documents.rehearsal_records:forget"),
    Command("rehearsal from", "console.commands.documents.rehearsal_from:main"),
    Command("rulebook"),
    Command("rulebook check", "console.commands.rulebook_look:check"),
    Command("rulebook show", "console.commands.rulebook_look:show", pages=True),
    Command("rulebook try", "console.commands.documents.rulebook_trial:main"),
    Command("rulebook dossier", "console.commands.documents.rulebook_dossier:main", pages=True),
    Command("guide", "console.commands.documents.guide:main", pages=True),
    Command("commissioning", "console.commands.machine.table_certificate:certify", pages=True),
    Command("commissioning verify", "console.commands.machine.table_certificate:verify"),
    Command("commissioning sign", "console.commands.machine.table_certificate:sign", pages=True),
    Command("floor", "console.app.overview_start:floor", window=True),
    Command("floor studio", "console.app.overview_start:studio", listed=False, is_own=True),
    Command("floor schema", "console.commands.floor.upkeep:schema"),
    Command("floor add-studio", "console.commands.floor.lists:add_studio"),
    Command("floor add-table", "console.commands.floor.lists:add_table", note="option.known_again"),
    Command("floor move-table", "console.commands.floor.lists:move_table"),
    Command("floor rename-table", "console.commands.floor.lists:rename_table"),
    Command("floor retire-table", "console.commands.floor.lists:retire_table"),
    Command("floor tables", "console.commands.floor.lists:tables"),
    Command("floor add-window", "console.commands.floor.lists:add_window", note="option.known_again"),
    Command("floor remove-window", "console.commands.floor.lists:remove_window"),
    Command("floor windows", "console.commands.floor.lists:windows"),
    Command("floor accounts", "console.commands.floor.lists:accounts"),
    Command("floor new-token", "console.commands.floor.lists:new_token"),
    Command("floor diary", "console.commands.floor.lists:diary"),
    Command("floor install", "console.commands.floor.server_setup:install_server"),
    Command("floor doctor", "console.commands.floor.condition_report:doctor"),
    Command("floor backup", "console.commands.floor.server_copies:backup"),
    Command("floor restore", "console.commands.floor.server_copies:restore"),
    Command("floor close-days", "console.commands.floor.upkeep:close_days"),
    Command("floor index", "console.commands.floor.upkeep:index"),
    Command("floor verify", "console.commands.floor.upkeep:verify"),
    Command("floor witness", "console.commands.cosignature:main"),
    Command("status", "console.commands.machine.status:main"),
    Command("kiosk"),
    Command("kiosk install", "console.commands.machine.kiosk:install", listed=False),
    Command("kiosk remove", "console.commands.machine.kiosk:remove", listed=False),
    Command("kiosk status", "console.commands.machine.kiosk:status", listed=False),
    Command("upgrade", "console.commands.machine.upgrade:main"),
    Command("software", "console.commands.machine.software:main"),
    Command("software verify", "console.commands.machine.software:verify"),
    Command("bundle", "console.commands.machine.bundle:main"),
    Command("listen", "console.commands.listen:main"),
    Command("support", "console.commands.machine.support:main"),
    Command("licences", "console.commands.machine.licences:main"),
    Command("handbook", "console.commands.handbook:main"),
    Command("protocol"),
    Command("protocol schema", "console.commands.protocol:print_schema"),
    Command("protocol server", "console.commands.protocol:serve"),
    Command("protocol conform", "console.commands.protocol:try_server"),
    Command("protocol replay", "console.commands.protocol_replay:main"),
)

EVERY_COMMAND: Final = {row.name: row for row in _ROWS}
"""The commands by name."""
COMMANDS: Final = {name: row for name, row in EVERY_COMMAND.items() if row.listed}
"""Those that are listed, in their order."""


def row_of(words: Sequence[str]) -> Command | None:
    """The row of the command that these words of a command line begin with; None for the table's window."""
    return COMMANDS.get(" ".join(words[:2])) or COMMANDS.get(words[0] if words else "")


def sentence(name: str) -> str:
    """The key of the phrase for what a command does; its first word is in small letters."""
    return f"command.{name.replace(' ', '.')}"
