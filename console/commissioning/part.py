"""The commissioning's part: its commands, and what it adds to a table's window and to its start."""

from __future__ import annotations

from typing import Final

from console.base import Command, Part

_COMMANDS: Final = (
    Command("rulebook dossier", "console.commissioning.commands.rulebook_dossier:main", pages=True),
    Command(
        "commissioning", "console.commissioning.commands.table_certificate:certify", pages=True, first=True
    ),
    Command("commissioning verify", "console.commissioning.commands.table_certificate:verify"),
    Command("commissioning sign", "console.commissioning.commands.table_certificate:sign", pages=True),
    Command("kiosk"),
    Command("kiosk install", "console.commissioning.commands.kiosk:install", listed=False),
    Command("kiosk remove", "console.commissioning.commands.kiosk:remove", listed=False),
    Command("kiosk status", "console.commissioning.commands.kiosk:status", listed=False),
    Command("upgrade", "console.commissioning.commands.upgrade:main"),
    Command("software", "console.commissioning.commands.software:main"),
    Command("software verify", "console.commissioning.commands.software:verify"),
    Command("bundle", "console.commissioning.commands.bundle:main"),
    Command("support", "console.commissioning.commands.support:main"),
    Command("licences", "console.commissioning.commands.licences:main"),
)

_FILLS: Final = {
    "at_table": "console.commissioning.ui.at_table:at_table",
    "commissioning_page": "console.commissioning.ui.at_table:commissioning_page",
    "demonstration": "console.commissioning.ui.at_table:demonstration",
}

PART: Final = Part(_COMMANDS, _FILLS)
