"""Each row of the table of assumptions names a place, a test and a script that exist."""

from __future__ import annotations

import ast

import pytest
from packaging.version import Version

from console.base.setup import ROOT
from tests.assumptions.rows import BESIDE, Assumption, assumptions, oldest, requirements, versions
from tests.sources import nodes

ROWS = assumptions().row


def named_in(path: str) -> set[str]:
    """The tests of a file below tests/."""
    found = {node.name for node in nodes(ROOT / "tests" / path) if isinstance(node, ast.FunctionDef)}
    return {name for name in found if name.startswith("test_")}


@pytest.mark.parametrize("row", ROWS, ids=[row.test.partition("::")[2] for row in ROWS])
def test_a_row_names_a_module_and_a_test_that_exist(row: Assumption) -> None:
    path, _, name = row.test.partition("::")
    assert name in named_in(path)
    assert (ROOT / "console" / row.where).is_file()
    assert not row.finding or (ROOT / "findings" / row.finding).is_file()
    assert versions(row.of)


def test_each_test_of_this_folder_is_that_of_one_row() -> None:
    folder = ROOT / "tests/assumptions"
    files = {path.name for path in folder.glob("test_*.py")} - {"test_rows.py"}
    every = {f"assumptions/{file}::{name}" for file in files for name in named_in(f"assumptions/{file}")}
    assert every <= {row.test for row in ROWS}
    assert len({row.test for row in ROWS}) == len({row.what for row in ROWS}) == len(ROWS)


def test_the_least_version_of_each_package_is_below_its_end() -> None:
    for name, requirement in (requirements() | requirements("dev", *BESIDE)).items():
        end = next(each.version for each in requirement.specifier if each.operator == "<")
        assert Version(oldest(requirement)) < Version(end), name
