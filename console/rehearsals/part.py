"""The rehearsals' part: its commands, and what it adds to a simulated table and to the list of people."""

from __future__ import annotations

from typing import Final

from console.base import Command, Part

_COMMANDS: Final = (
    Command("rehearsal", "console.rehearsals.ui.rehearsal_start:rehearsal", window=True),
    Command("rehearsal play", "console.rehearsals.ui.rehearsal_start:play"),
    Command("rehearsal list", "console.rehearsals.commands.rehearsal_files:list_files"),
    Command("rehearsal check", "console.rehearsals.commands.rehearsal_files:check"),
    Command("rehearsal records", "console.rehearsals.commands.rehearsal_records:print_records", pages=True),
    Command("rehearsal due", "console.rehearsals.commands.rehearsal_records:print_due"),
    Command("rehearsal matrix", "console.rehearsals.commands.rehearsal_records:print_matrix", pages=True),
    Command(
        "rehearsal certificate", "console.rehearsals.commands.rehearsal_records:print_certificate", pages=True
    ),
    Command("rehearsal forget", "console.rehearsals.commands.rehearsal_records:forget"),
    Command("rehearsal from", "console.rehearsals.commands.rehearsal_from:main"),
)

_FILLS: Final = {
    "due_rehearsals": "console.rehearsals.ui.due_tab:show_due",
    "known_rehearsals": "console.rehearsals.proficiency.record_file:known_rehearsals",
    "passed_rehearsals": "console.rehearsals.proficiency.record_file:passed_by",
    "rehearsal_names": "console.rehearsals.script:rehearsal_names",
}

PART: Final = Part(_COMMANDS, _FILLS)
