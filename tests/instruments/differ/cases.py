"""The decision table of the incidents: which rows can stand, which fact is asked for next.

The table's own columns are data (``resources/scenes/decisions.tsv``, which the suite checks against the rule
documents' folder); what is done with them is the protocol's section "Incidents".
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Facts = dict[str, Any]
RULES = ("sv", "ja", "lt", "is", "de")
SCENES = Path(__file__).parents[3] / "resources" / "scenes"
RULEBOOKS = SCENES.parent / "rulebooks"
MOST = 416
"""Counts are whole numbers from 1 to this (Refusals, the ceilings)."""


@dataclass(frozen=True)
class Case:
    """A case of a kind: for which rulebooks, at which moments, with the facts that part it from others."""

    kind: str
    game: str
    rules: tuple[str, ...]
    when: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    clause: str | None
    outcome: str
    authority: str
    steps: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]


def case(row: list[str]) -> Case:
    """Read a row of ten columns."""
    facts = [tuple(part.split("=")) for part in row[4].split("; ") if part]
    steps = [tuple(part.split(":")) for part in row[8].split()]
    return Case(
        row[0],
        row[1],
        tuple(row[2].split()) or RULES,
        tuple(row[3].split()),
        tuple((name, value) for name, value in facts),
        row[5] or None,
        row[6],
        row[7],
        tuple((action, actor) for action, actor in steps),
        tuple(row[9].split()),
    )


TABLE = SCENES / "decisions.tsv"
TABLE_READ = TABLE
"""The copy of the decision table that is read."""


def cases() -> list[Case]:
    """All rows, in the table's order."""
    return read_cases(TABLE_READ)


@cache
def read_cases(table: Path) -> list[Case]:
    """The tests' copy, or the table as its publishers keep it; without what is not compared (E4-mixed)."""
    if table.suffix == ".csv":
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))[1:]
    else:
        rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    return [case(row) for row in rows if row[0] != "not_mixed"]


@cache
def counts_at_inspection(game: str, rules: str) -> bool:
    """Whether a rulebook's inspection is of a counted set: a house's may not count at all."""
    book = tomllib.loads((RULEBOOKS / f"{rules}.toml").read_text("utf-8"))
    return any(
        step.get("count") for step in book[game]["preparation"]["decks"] if step["action"] == "inspect"
    )


@cache
def documents() -> dict[str, tuple[str, list[str]]]:
    """Each clause's game and the documents that state it."""
    rows = [line.split("\t") for line in (SCENES / "clauses.tsv").read_text("utf-8").splitlines()]
    return {row[0]: (row[1], row[3].split()) for row in rows}


def basis(clause: str | None, game: str, rules: str) -> str | None:
    """`rule` where the clause belongs to this game and to this rulebook's document, else `house`."""
    if clause is None:
        return None
    of_game, by = documents()[clause]
    return "rule" if of_game == game and rules in by else "house"


def fits(wanted: str, value: object) -> bool:
    """Whether a value is the one a row wants: `3+`, `1-2`, a number, true or false, a word."""
    if wanted in ("true", "false"):
        return value is (wanted == "true")
    if not re.match(r"\d", wanted):
        return value == wanted
    if type(value) is not int or value > MOST:
        return False
    if wanted.endswith("+"):
        return value >= int(wanted[:-1])
    low, _, high = wanted.partition("-")
    return int(low) <= value <= int(high or low)


def spoken(wanted: str) -> object:
    """A row's value as an answer is given; None for a number."""
    if wanted in ("true", "false"):
        return wanted == "true"
    return None if re.match(r"\d", wanted) else wanted


@dataclass(frozen=True)
class Sought:
    """The result of the facts: the rows left, the facts used, the fact that is asked for and its answers."""

    rows: list[Case]
    used: Facts
    asked: str | None
    answers: list[object] | None

    @property
    def named(self) -> set[str]:
        """The facts that the rows left ask for."""
        return {name for row in self.rows for name, _ in row.facts}


def seek(rows: list[Case], facts: Facts) -> Sought:
    """Ask for facts in the rows' order until one row is left and all its facts are given."""
    used: Facts = {}
    rows = [
        row
        for row in rows
        if all(fits(want, facts.get(name)) for name, want in row.facts if facts.get(name) is not None)
    ]
    while True:
        asked = [
            name
            for row in rows
            for name, _ in row.facts
            if name not in used and name != "choice"  # `authorise` asks for it
        ]
        if not asked or not rows:
            return Sought(rows, used, None, None)
        name = asked[0]
        if facts.get(name) is None:
            wanted = [want for row in rows for fact, want in row.facts if fact == name]
            answers = list(dict.fromkeys(map(spoken, wanted)))
            return Sought(rows, used, name, None if answers == [None] else answers)
        used[name] = facts[name]
        rows = [
            row for row in rows if all(fits(want, facts[name]) for fact, want in row.facts if fact == name)
        ]
