"""The supervisor's part: its commands, and what it adds to a table's window and to commands."""

from __future__ import annotations

from typing import Final

from console.base import Command, Part

_COMMANDS: Final = (
    Command("journal facts", "console.supervisor.commands.facts_export:facts"),
    Command("review", "console.supervisor.ui.review.review_start:review", window=True, first=True),
    Command("report", "console.supervisor.commands.report:report", pages=True),
    Command("incident", "console.supervisor.commands.incident:incident", pages=True),
    Command("round", "console.supervisor.commands.round:round_file", pages=True),
    Command("card-sets", "console.supervisor.commands.card_sets:card_sets"),
    Command("shoe", "console.supervisor.commands.shoe:shoe", pages=True),
    Command("wheel", "console.supervisor.commands.wheel:wheel", pages=True),
    Command("rulebook"),
    Command("rulebook check", "console.supervisor.commands.rulebook_look:check"),
    Command("rulebook show", "console.supervisor.commands.rulebook_look:show", pages=True),
    Command("rulebook try", "console.supervisor.commands.rulebook_trial:main"),
    Command("guide", "console.supervisor.commands.guide:main", pages=True, first=True),
    Command("status", "console.supervisor.commands.status:main"),
    Command("protocol"),
    Command("protocol schema", "console.supervisor.commands.protocol:print_schema"),
    Command("protocol server", "console.supervisor.commands.protocol:serve"),
    Command("protocol conform", "console.supervisor.commands.protocol:try_server"),
    Command("protocol replay", "console.supervisor.commands.protocol_replay:main"),
)

_FILLS: Final = {
    "draw": "console.supervisor.ui.paper.document:pdf_of",
    "shown": "console.supervisor.ui.paper.screen_picture:shown_screen",
    "guides": "console.supervisor.ui.paper.beside_window:guides_in_force",
    "proof_verdict": "console.supervisor.records.documents.proof_verdict:proof_verdict",
    "at_table": "console.supervisor.ui.review.at_table:at_table",
    "review_page": "console.supervisor.ui.review.at_table:review_page",
    "row_printer": "console.supervisor.ui.review.at_table:row_printer",
    "guide_check": "console.supervisor.ui.review.at_table:guide_check",
}

PART: Final = Part(_COMMANDS, _FILLS)
