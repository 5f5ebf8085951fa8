"""The tables of the handbook that are made from the code, by the names that they have in the pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from console.base.command_line.table import sentence
from console.table.commands import topics
from console.table.commands.handbook import first_sentence
from tests.assumptions.rows import assumption_table
from tests.base.words.catalogues import words
from tests.command_lines import COMMANDS
from tests.handbook import (
    alarm_tables,
    census_tables,
    configuration_tables,
    day_tables,
    design_tables,
    face_tables,
    finding_tables,
    journal_tables,
    operating_tables,
    protocol_tables,
    rehearsal_tables,
    review_tables,
    rulebook_tables,
    sequence_pictures,
)
from tests.handbook.pages import table


def commands() -> str:
    """Every command, and what it does."""
    say = words("en")
    return table(
        ("command", "what it does"),
        [(f"`dealer-console {name}`", say.text(sentence(name))) for name in COMMANDS.listed],
    )


def topics_there() -> str:
    """Every page, and what it is about."""
    return table(
        ("page", "content"),
        [(f"[{topic}]({page.name})", first_sentence(page)) for topic, page in topics().items()],
    )


TABLES: Final[dict[str, Callable[[], str]]] = {
    "commands": commands,
    "topics": topics_there,
    "assumptions": assumption_table,
    "tables of a journal": journal_tables.tables_there,
    "columns of an entry": journal_tables.entry_columns,
    "views": journal_tables.views,
    "kinds of entries": journal_tables.kinds,
    "statement": journal_tables.statement,
    "census of journals": census_tables.journals,
    "census of files": census_tables.files,
    "alarms of a week": alarm_tables.figures,
    "rates of a week": alarm_tables.rates,
    "alarms of a wall": alarm_tables.priorities,
    "attacks with a token": face_tables.attacks,
    "presses of the days": day_tables.presses,
    "innocent houses": finding_tables.innocents,
    "keys above all sections": partial(configuration_tables.keys, ""),
    "keys of a device": partial(configuration_tables.keys, "device"),
    "keys of the table": partial(configuration_tables.keys, "table"),
    "keys of the badges": partial(configuration_tables.keys, "badges"),
    "keys of the screen": partial(configuration_tables.keys, "screen"),
    "keys of the limits": partial(configuration_tables.keys, "limits"),
    "keys of the link": partial(configuration_tables.keys, "link"),
    "keys of the floor": partial(configuration_tables.keys, "floor"),
    "keys of a wall": configuration_tables.wall_keys,
    "keys of the studio": partial(configuration_tables.keys, "studio"),
    "keys of the software": partial(configuration_tables.keys, "software"),
    "keys of monitoring": partial(configuration_tables.keys, "monitoring"),
    "system packages": operating_tables.packages,
    "permissions": protocol_tables.permissions,
    "compared": protocol_tables.compared,
    "two reports": protocol_tables.two_reports,
    "differences": protocol_tables.differences,
    "moments": protocol_tables.moments,
    **{f"{name} of {game}": make for (name, game), make in sequence_pictures.PICTURES.items()},
    "steps": protocol_tables.steps,
    "parts": design_tables.parts,
    "rooms": design_tables.rooms,
    "colours": design_tables.colours,
    "core layers": design_tables.table_layers,
    "core modules": design_tables.core_modules,
    "tests after a change": design_tables.tests_after_a_change,
    "prefixes of phrases that are held": design_tables.held_kinds,
    "keys of a rulebook": rulebook_tables.heading,
    "keys of a row": rulebook_tables.row,
    "keys of the log": review_tables.log_keys,
    "keys of the replay": review_tables.replay_keys,
    "filters of the log": review_tables.filters,
    "keys of a rehearsal": rehearsal_tables.script,
    "keys of a mishap": rehearsal_tables.mishap,
    "occasions": rehearsal_tables.occasions,
    "slips": rehearsal_tables.slips,
    "false facts": rehearsal_tables.false_facts,
}

ROWS: Final[dict[str, Callable[[], set[str]]]] = {
    "clause prefixes": design_tables.prefixes,
    "what outcomes do": rulebook_tables.outcomes,
    "warnings": operating_tables.warnings,
    "recorder": operating_tables.recorder,
    "starts": operating_tables.starts,
    "verdicts": operating_tables.verdicts,
    "statuses": operating_tables.statuses,
}
"""The codes in the first column of each table that people write."""
