"""The supervisor's part: its commands, and what it adds to a table's window and to commands."""

from __future__ import annotations

from typing import Final

from console.base.part import Command, Part

_COMMANDS: Final = (
    Command("journal facts", "console.commands.documents.facts_export:facts"),
    Command("review", "console.ui.review.review_start:review", window=True),
    Command("report", "console.commands.documents.report:report", pages=True),
    Command("incident", "console.commands.documents.incident:incident", pages=True),
    Command("round", "console.commands.documents.round:round_file", pages=True),
    Command("card-sets", "console.commands.documents.card_sets:card_sets"),
    Command("shoe", "console.commands.documents.shoe:shoe", pages=True),
    Command("wheel", "console.commands.documents.wheel:wheel", pages=True),
    Command("rulebook"),
    Command("rulebook check", "console.commands.rulebook_look:check"),
    Command("rulebook show", "console.commands.rulebook_look:show", pages=True),
    Command("rulebook try", "console.commands.documents.rulebook_trial:main"),
    Command("guide", "console.commands.documents.guide:main", pages=True),
    Command("status", "console.commands.status:main"),
    Command("protocol"),
    Command("protocol schema", "console.commands.protocol:print_schema"),
    Command("protocol server", "console.commands.protocol:serve"),
    Command("protocol conform", "console.commands.protocol:try_server"),
    Command("protocol replay", "console.commands.protocol_replay:main"),
)

_FILLS: Final = {
    "draw": "console.ui.paper.document:pdf_of",
    "shown": "console.ui.paper.screen_picture:shown_screen",
    "guides": "console.ui.paper.beside_window:guides_in_force",
    "proof_verdict": "console.records.documents.proof_verdict:proof_verdict",
    "review_page": "console.ui.review.at_table:review_page",
    "row_printer": "console.ui.review.at_table:row_printer",
    "guide_check": "console.ui.review.at_table:guide_check",
}

PART: Final = Part(_COMMANDS, _FILLS)
