"""The table's part: its commands."""

from __future__ import annotations

from typing import Final

from console.base import Command, Part

_COMMANDS: Final = (
    Command("drive", "console.table.commands.drive:main", first=True),
    Command("people"),
    Command("people add", "console.table.commands.people:add", listed=False),
    Command("people licence", "console.table.commands.people:licence", listed=False),
    Command("people reset", "console.table.commands.people:reset", listed=False),
    Command("people list", "console.table.commands.people:list_people", listed=False),
    Command("people permissions", "console.table.commands.permission_table:print_permissions", listed=False),
    Command("people badge", "console.table.commands.people:set_badge", listed=False),
    Command("people disable", "console.table.commands.people:disable", listed=False),
    Command("people enable", "console.table.commands.people:enable", listed=False),
    Command("accept", "console.table.commands.accept:main"),
    Command("journal"),
    Command("journal verify", "console.table.commands.journal_verdict:verify"),
    Command("journal seal", "console.table.commands.journal_seals:seal_by_hand"),
    Command("journal backup", "console.table.commands.journal_copies:back_up"),
    Command("journal restore", "console.table.commands.journal_copies:put_back"),
    Command("journal archive", "console.table.commands.journal_copies:archive"),
    Command("journal head", "console.table.commands.journal_seals:copy_head"),
    Command("key", "console.table.commands.journal_seals:show_key"),
    Command("listen", "console.table.commands.listen:main"),
    Command("handbook", "console.table.commands.handbook:main", first=True),
)

PART: Final = Part(_COMMANDS)
