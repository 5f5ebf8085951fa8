"""The decision table as the tests need it: ``decisions.tsv``, kept equal to the rules' own table."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import msgspec

COMMITTED = Path(__file__).parents[3] / "resources" / "scenes" / "decisions.tsv"
RULES = Path(__file__).parents[4] / "shared" / "rules"
ORIGINALS = (RULES / "incidents.csv", RULES / "incidents-edition-4.csv")


class Expected(msgspec.Struct, frozen=True):
    """A row, as the table has it."""

    kind: str
    game: str
    rules: tuple[str, ...]
    when: frozenset[str]
    facts: tuple[tuple[str, str], ...]
    clause: str
    outcome: str
    authority: str
    steps: tuple[str, ...]
    choices: tuple[str, ...]

    def line(self) -> str:
        facts = "; ".join(f"{fact}={value}" for fact, value in self.facts)
        cells = (self.kind, self.game, " ".join(self.rules), " ".join(sorted(self.when)), facts)
        rest = (self.clause, self.outcome, self.authority, " ".join(self.steps), " ".join(self.choices))
        return "\t".join(cells + rest)


@cache
def committed() -> tuple[Expected, ...]:
    return tuple(_row(line.split("\t")) for line in COMMITTED.read_text("utf-8").splitlines())


def original() -> tuple[Expected, ...]:
    return tuple(
        _row(cells)
        for file in ORIGINALS
        for cells in list(csv.reader(file.read_text("utf-8").splitlines()))[1:]
    )


def _row(cells: list[str]) -> Expected:
    kind, game, rules, when, facts, clause, outcome, authority, steps, choices = cells
    return Expected(
        kind=kind,
        game=game,
        rules=tuple(rules.split()),
        when=frozenset(when.split()),
        facts=tuple((fact, value) for fact, _, value in (each.partition("=") for each in _parts(facts))),
        clause=clause,
        outcome=outcome,
        authority=authority,
        steps=tuple(steps.split()),
        choices=tuple(choices.split()),
    )


def _parts(facts: str) -> list[str]:
    return [each.strip() for each in facts.split(";") if each.strip()]
