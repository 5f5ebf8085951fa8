"""The floor's part: its commands, and what it adds to a table at work and to commands."""

from __future__ import annotations

from typing import Final

from console.base.part import Command, Part

_COMMANDS: Final = (
    Command("floor", "console.ui.floor.overview_start:floor", window=True),
    Command("floor studio", "console.ui.floor.overview_start:studio", listed=False, is_own=True),
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
    Command("listen", "console.commands.listen:main"),
)

_FILLS: Final = {
    "floor_verdict": "console.commands.floor_verdict:main",
    "floor_documents": "console.commands.documents.floor_documents:over_floor",
    "floor_review": "console.commands.floor.floor_review:over_floor",
    "write_metrics": "console.monitoring.text_file:write_metrics",
    "floor_machines": "console.commands.floor.upgraded_machines:floor_machines",
    "floor_proofs": "console.floor.table_side.floor_proofs:floor_proofs",
    "floor_trial": "console.floor.table_side.floor_proofs:FloorAtWork",
    "at_table": "console.ui.floor.at_table:at_table",
}

PART: Final = Part(_COMMANDS, _FILLS)
