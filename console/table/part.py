"""The table's part: its commands."""

from __future__ import annotations

from typing import Final

from console.base.part import Command, Part

_COMMANDS: Final = (
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
    Command("key", "console.commands.journal_seals:show_key"),
    Command("handbook", "console.commands.handbook:main"),
)

PART: Final = Part(_COMMANDS)
