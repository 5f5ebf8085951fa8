"""The tables of the rulebooks' page: the keys of a rulebook and of an incident row, the outcomes."""

from __future__ import annotations

from typing import Final, get_type_hints

import msgspec

from console.table.game import GAMES, Result
from console.table.game.incident_cases import CaseRow
from console.table.game.rulebook import RulebookHeading
from console.table.game.rulebook_faults import form_text
from tests.handbook.pages import table

HEADING: Final = {
    "id": "The rulebook's two letters, as the file is called",
    "market": "Whose words are said aloud",
    "document": "Whose clauses its rules are",
    "silent_as": "Whose clauses are quoted where its document is silent",
    "incidents": "The files of procedures: its own, and the house's",
    "errata": "Slips of the document: what is written, and what is applied instead",
    "unplayed": "Restrictions of games that no table here plays",
}
TAKES: Final = {"outcome": "[an outcome](#outcomes)", "when": "letters, apart by spaces: `T R`"}
ROW: Final = {
    "when": "The moments at which it can be reported",
    "outcome": "What it comes to",
    "authority": "Who decides it",
    "facts": "What has to be answered for it",
    "clause": "The clause that it rests on",
    "steps": "What is done then, and by whom",
    "choices": "Between what the pit boss chooses",
    "only": "The rulebooks that take it",
    "stops": "`false` where the clause says that play is not stopped for it",
    "house": "`true` where the clause does not say what follows: its basis is then the house's procedure",
    "tell": "[Whom the house must inform of it](#whom-to-inform), and within how many hours of the report",
}


def heading() -> str:
    """The keys above the games, and the games."""
    games = ", ".join(f"`[{name}]`" for name, row in GAMES.items() if not row.is_example)
    return f"{_keys(RulebookHeading, HEADING)}\n| {games} | tables |  | The rules of each game of the house |"


def row() -> str:
    """The keys of an incident row."""
    return _keys(CaseRow, ROW)


def outcomes() -> set[str]:
    """The outcomes of incidents."""
    return set(Result)


def _keys(form: type[msgspec.Struct], said: dict[str, str]) -> str:
    hints = get_type_hints(form, include_extras=True)
    rows = []
    for field in msgspec.structs.fields(form):
        usual = "" if field.required else "none"
        takes = TAKES.get(field.name) or f"`{form_text(hints[field.name])}`"
        rows.append((f"`{field.encode_name}`", takes, usual, said[field.name]))
    return table(("key", "takes", "left out", "what it says"), rows)
