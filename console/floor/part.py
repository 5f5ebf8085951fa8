"""The floor's part: its commands, and what it adds to a table at work and to commands."""

from __future__ import annotations

from typing import Final

from console.base import Command, Part

_COMMANDS: Final = (
    Command("floor", "console.floor.ui.overview_start:floor", window=True, first=True),
    Command("floor studio", "console.floor.ui.overview_start:studio", listed=False, is_own=True),
    Command("floor schema", "console.floor.commands.upkeep:schema"),
    Command("floor add-studio", "console.floor.commands.lists:add_studio"),
    Command("floor add-table", "console.floor.commands.lists:add_table", note="option.known_again"),
    Command("floor move-table", "console.floor.commands.lists:move_table"),
    Command("floor rename-table", "console.floor.commands.lists:rename_table"),
    Command("floor retire-table", "console.floor.commands.lists:retire_table"),
    Command("floor tables", "console.floor.commands.lists:tables"),
    Command("floor add-window", "console.floor.commands.lists:add_window", note="option.known_again"),
    Command("floor remove-window", "console.floor.commands.lists:remove_window"),
    Command("floor windows", "console.floor.commands.lists:windows"),
    Command("floor accounts", "console.floor.commands.lists:accounts"),
    Command("floor new-token", "console.floor.commands.lists:new_token"),
    Command("floor diary", "console.floor.commands.lists:diary"),
    Command("floor install", "console.floor.commands.server_setup:install_server"),
    Command("floor doctor", "console.floor.commands.condition_report:doctor"),
    Command("floor backup", "console.floor.commands.server_copies:backup"),
    Command("floor restore", "console.floor.commands.server_copies:restore"),
    Command("floor close-days", "console.floor.commands.upkeep:close_days"),
    Command("floor index", "console.floor.commands.upkeep:index"),
    Command("floor verify", "console.floor.commands.upkeep:verify"),
    Command("floor witness", "console.floor.commands.cosignature:main"),
)

_FILLS: Final = {
    "floor_verdict": "console.floor.commands.floor_verdict:main",
    "floor_documents": "console.floor.commands.floor_documents:over_floor",
    "floor_review": "console.floor.commands.floor_review:over_floor",
    "write_metrics": "console.floor.monitoring.own_health:write_metrics",
    "floor_machines": "console.floor.commands.upgraded_machines:floor_machines",
    "floor_proofs": "console.floor.table_side.floor_proofs:floor_proofs",
    "floor_trial": "console.floor.table_side.floor_proofs:FloorAtWork",
    "at_table": "console.floor.ui.at_table:at_table",
}

PART: Final = Part(_COMMANDS, _FILLS)
