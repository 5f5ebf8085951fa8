"""The tests of the suite that name a clause, by the ids in their docstrings.

The suite is not installed, so the build writes the table that ships (``tests.tsv`` beside the scenes). In a
checkout it is read from the suite itself, and always current. The build has only its own tools installed:
this module needs only Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

FILE: Final = "tests.tsv"
SCENES_TEST: Final = "tests/table/core/test_transcripts.py::test_the_table_does_as_its_transcript_says"
"""Plays every scene that ships, each by itself."""
ROWS_TEST: Final = (
    "tests/commissioning/proofs/test_rules_proof.py::test_each_row_comes_out_as_the_decision_table_has_it"
)
"""Plays every row of the decision table at each of its moments."""

TestsByClause: TypeAlias = Mapping[str, tuple[str, ...]]
"""The tests of each clause, as ``pytest`` names them."""

_NAMED: Final = re.compile(r"(?<![\w-])(?:(?:LT-)?(?:BAC|BJ|ROU)-\d[\w.-]*|(?:LIM|GEN)-\w+)")
_RANGE: Final = re.compile(rf"({_NAMED.pattern})\s+to\s+({_NAMED.pattern})")
_LETTER: Final = re.compile(r"(?<=\d)[a-z]$")
"""The letter of a part of a clause."""


@cache
def named_tests(scenes: Path) -> TestsByClause:
    """The tests of an installation or a checkout, by its folder of scenes, if any. Raises OSError."""
    table, suite = scenes / FILE, scenes.parents[1] / "tests"
    if table.is_file():
        return _tests_in(table.read_text("utf-8"))
    return found_in(suite, clause_ids(scenes)) if suite.is_dir() else {}


def clause_ids(scenes: Path) -> tuple[str, ...]:
    """The ids of all clauses, in the documents' order. Raises OSError."""
    lines = (scenes / "clauses.tsv").read_text("utf-8").splitlines()
    return tuple(line.partition("\t")[0] for line in lines)


def table_of(suite: Path, clauses: tuple[str, ...]) -> str:
    """The text of the table that the build writes: on each line one clause and one test."""
    found = found_in(suite, clauses)
    return "".join(f"{clause}\t{test}\n" for clause, tests in found.items() for test in tests)


def found_in(suite: Path, clauses: tuple[str, ...]) -> TestsByClause:
    """The tests of a suite that name one of the clauses. Raises OSError."""
    found: dict[str, list[str]] = {clause: [] for clause in clauses}
    for file in sorted(suite.rglob("test_*.py")):
        text = file.read_text("utf-8")
        if _NAMED.search(text):
            name = f"{suite.name}/{file.relative_to(suite).as_posix()}"
            for test, docstring in _docstrings(text):
                for clause in named_in(docstring, clauses):
                    found[clause].append(f"{name}::{test}")
    return {clause: tuple(tests) for clause, tests in found.items() if tests}


def named_in(text: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses that a text names. ``LT-BAC-18`` is no clause: it names its parts 18a, 18b and 18c.
    ``BAC-2.1.7`` is one, and does not name BAC-2.1.7-i. ``BAC-3.3.1 to BAC-3.3.5`` names each clause in
    between, in the order of ``clauses``.
    """
    named = {each.rstrip(".-") for each in _NAMED.findall(text)}
    if not named:  # Most docstrings of the suite name no clause.
        return ()
    for ends in _RANGE.findall(text):
        first, last = (each.rstrip(".-") for each in ends)
        if first in clauses and last in clauses:
            named.update(clauses[clauses.index(first) : clauses.index(last) + 1])
    wholes = named.difference(clauses)
    return tuple(
        each for each in clauses if each in named or wholes & {_LETTER.sub("", each), each.rpartition("-")[0]}
    )


def _docstrings(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node, clean=False) or ""


def _tests_in(text: str) -> TestsByClause:
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        clause, _, test = line.partition("\t")
        found[clause] = (*found.get(clause, ()), test)
    return found
