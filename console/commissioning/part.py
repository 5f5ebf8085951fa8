"""The commissioning's part: its commands, and what it adds to a table's window and to its start."""

from __future__ import annotations

from typing import Final

from console.base.part import Command, Part

_COMMANDS: Final = (
    Command("rulebook dossier", "console.commands.documents.rulebook_dossier:main", pages=True),
    Command("commissioning", "console.commands.machine.table_certificate:certify", pages=True),
    Command("commissioning verify", "console.commands.machine.table_certificate:verify"),
    Command("commissioning sign", "console.commands.machine.table_certificate:sign", pages=True),
    Command("kiosk"),
    Command("kiosk install", "console.commands.machine.kiosk:install", listed=False),
    Command("kiosk remove", "console.commands.machine.kiosk:remove", listed=False),
    Command("kiosk status", "console.commands.machine.kiosk:status", listed=False),
    Command("upgrade", "console.commands.machine.upgrade:main"),
    Command("software", "console.commands.machine.software:main"),
    Command("software verify", "console.commands.machine.software:verify"),
    Command("bundle", "console.commands.machine.bundle:main"),
    Command("support", "console.commands.machine.support:main"),
    Command("licences", "console.commands.machine.licences:main"),
)

_FILLS: Final = {
    "at_table": "console.ui.commissioning.at_table:at_table",
    "commissioning_page": "console.ui.commissioning.at_table:commissioning_page",
    "demonstration": "console.ui.commissioning.at_table:demonstration",
}

PART: Final = Part(_COMMANDS, _FILLS)
