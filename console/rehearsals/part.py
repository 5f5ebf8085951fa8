"""The rehearsals' part: its commands, and what it adds to a simulated table and to the list of people."""

from __future__ import annotations

from typing import Final

from console.base.part import Command, Part

_COMMANDS: Final = (
    Command("rehearsal", "console.ui.rehearsal.rehearsal_start:rehearsal", window=True),
    Command("rehearsal play", "console.ui.rehearsal.rehearsal_start:play"),
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
)

_FILLS: Final = {
    "due_rehearsals": "console.ui.rehearsal.due_tab:show_due",
    "known_rehearsals": "console.proficiency.record_file:known_rehearsals",
    "passed_rehearsals": "console.proficiency.record_file:passed_by",
    "rehearsal_names": "console.rehearsal.script:rehearsal_names",
}

PART: Final = Part(_COMMANDS, _FILLS)
