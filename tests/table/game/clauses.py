"""The clause table as the tests need it: ``clauses.tsv``, kept equal to the rules' own table.

It has ids, games, kinds, documents and who has an erratum, not the statements.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.sources import nodes, parsed
from tests.table.incidents.rows import committed as decisions

COMMITTED = Path(__file__).parents[3] / "resources" / "scenes" / "clauses.tsv"
ORIGINAL = Path(__file__).parents[4] / "shared" / "rules" / "clauses.csv"


TESTS = Path(__file__).parents[2]
SCENES = COMMITTED.parent


class Row(msgspec.Struct, frozen=True):
    """A clause: ``errata`` are the documents whose slip the table names."""

    id: str
    game: str
    kind: str
    documents: tuple[str, ...]
    errata: tuple[str, ...] = ()

    def line(self) -> str:
        return "\t".join((self.id, self.game, self.kind, " ".join(self.documents), " ".join(self.errata)))


def committed() -> tuple[Row, ...]:
    lines = COMMITTED.read_text("utf-8").splitlines()
    return tuple(_row(*line.split("\t")) for line in lines)


def unlisted() -> Iterator[Row]:
    """The clauses on which cases of the decision table rest and which the clause table lacks: the house's."""
    listed, everywhere = {row.id for row in committed()}, ("sv", "ja", "is", "de", "lt")
    cases = {case.clause: case for case in decisions() if case.clause and case.clause not in listed}
    for case in cases.values():
        yield Row(case.clause, case.game, "incident", case.rules or everywhere)


def said_to_be_proved() -> Iterator[str]:
    """The clauses that tests claim to prove: in their docstrings, and in the titles of scenes."""
    for file in TESTS.rglob("test_*.py"):
        text = file.read_text("utf-8")
        if not any(each in text for each in ("BAC-", "BJ-", "ROU-", "LIM-")):
            continue
        yield ast.get_docstring(parsed(file)) or ""
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""
    for file in SCENES.glob("*.txt"):
        yield from (line for line in file.read_text("utf-8").splitlines() if line.startswith("#"))


def original() -> tuple[Row, ...]:
    with ORIGINAL.open(encoding="utf-8", newline="") as file:
        return tuple(
            _row(row["id"], row["game"], row["kind"], row["documents"], _errata(row))
            for row in csv.DictReader(file)
        )


def _row(id: str, game: str, kind: str, documents: str, errata: str) -> Row:
    return Row(id, game, kind, tuple(documents.split()), tuple(errata.split()))


def _errata(row: dict[str, str]) -> str:
    """The documents that a remark such as 'ja is de write ...: erratum' is about.

    One that ends in 'errata' is about those of the remarks before it, too. lt's remarks say 'the document'.
    """
    remarks = row["differences between the documents"]
    if "errata" in remarks:
        slips = re.split(r"[;,]", remarks.partition("errata")[0])
        return " ".join(dict.fromkeys(code for slip in slips for code in _named(slip).split()))
    for remark in remarks.split(";"):
        if "erratum" in remark:
            return _named(remark) or row["documents"]
    return ""


def _named(remark: str) -> str:
    """The documents that a remark begins with."""
    named = re.match(r"\s*((?:(?:sv|ja|is|de|lt)\b\s*)+)", remark)
    return named[1].strip() if named else ""
