"""The tests that a dossier names: found in the suite's docstrings, and shipped as a table by the build."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.commissioning.dossier.clause_tests import (
    ROWS_TEST,
    SCENES_TEST,
    clause_ids,
    found_in,
    named_in,
    named_tests,
)
from console.table.scenes import clauses, scene_folder
from console.table.scenes.rule_tables import decision_rows
from hatch_build import build_tests

ROOT = Path(__file__).parents[2]
SUITE = '''"""A module that names BAC-2.2 names it for no test."""
def test_one() -> None:
    """LT-BAC-18: its parts; BAC-3.5.1-i."""
def test_two() -> None:
    x = "BAC-1.1-tie"
def helper() -> None:
    """BAC-1.1-tie"""
'''
IDS = (
    "BAC-1.1-tie",
    "BAC-2.2",
    "BAC-2.2-i",
    "BAC-3.5.1-i",
    "BAC-3.5.1-ii",
    "LT-BAC-18a",
    "LT-BAC-18b",
    "LT-BAC-1",
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "resources" / "scenes").mkdir(parents=True)
    lines = "".join(f"{each}\tbaccarat\trule\tsv\t\n" for each in IDS)
    (tmp_path / "resources" / "scenes" / "clauses.tsv").write_text(lines)
    (tmp_path / "tests" / "table" / "game").mkdir(parents=True)
    (tmp_path / "tests" / "table" / "game" / "test_a.py").write_text(SUITE)
    return tmp_path


def test_a_test_is_named_for_the_clauses_of_its_docstring_alone(checkout: Path) -> None:
    one = ("tests/table/game/test_a.py::test_one",)
    assert found_in(checkout / "tests", IDS) == {"BAC-3.5.1-i": one, "LT-BAC-18a": one, "LT-BAC-18b": one}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("BAC-3.5.1 and more", ("BAC-3.5.1-i", "BAC-3.5.1-ii")),
        ("(BAC-3.5.1-i).", ("BAC-3.5.1-i",)),
        ("LT-BAC-18b", ("LT-BAC-18b",)),
        ("LT-BAC-1", ("LT-BAC-1",)),
        ("LT-BAC-2, BAC-2", ()),
        ("BAC-2.2", ("BAC-2.2",)),
        ("BAC-2.2 to BAC-3.5.1-ii: step by step", IDS[1:5]),
        ("from BAC-2.2 to\n    BAC-3.5.1-i.", IDS[1:4]),
        ("BAC-2.2 to BAC-9", ("BAC-2.2",)),
    ],
)
def test_a_clause_is_named_by_its_id_or_by_that_of_the_whole(text: str, named: tuple[str, ...]) -> None:
    assert named_in(text, IDS) == named


@pytest.mark.parametrize("after", [".", ",", ";", ":", "?", "!", ")", "'s", "/", " and", "\n", "–", "”", ""])
@pytest.mark.parametrize("before", ["", "(", "“", "/", " ", "\n", ": ", "–"])
def test_a_clause_is_found_anywhere_in_a_text(before: str, after: str) -> None:
    for clause in ("BAC-1.1-tie", "BAC-3.5.1-ii", "LT-BAC-18b"):
        assert named_in(f"So it is{before or ' '}{clause}{after}", IDS) == (clause,)


def test_the_build_ships_what_a_checkout_has(checkout: Path, tmp_path: Path) -> None:
    read = named_tests(checkout / "resources" / "scenes")
    shipped = tmp_path / "wheel" / "console" / "resources" / "scenes"
    shipped.mkdir(parents=True)
    build_tests(checkout, shipped)
    assert read and named_tests(shipped) == read
    assert named_tests(checkout / "resources") == {}, "neither a table nor a suite"


def test_the_suite_names_the_clauses_of_the_documents() -> None:
    assert clause_ids(scene_folder()) == tuple(each.id for each in clauses())
    found = named_tests(scene_folder())
    assert len(found) > 200 and set(found) <= set(clause_ids(scene_folder()))


@pytest.mark.parametrize("test", [SCENES_TEST, ROWS_TEST])
def test_the_tests_that_play_all_scenes_and_rows_are_there(test: str) -> None:
    file, name = test.split("::")
    assert f"\ndef {name}(" in (ROOT / file).read_text()


def test_the_test_of_the_rows_plays_every_row() -> None:
    """It plays those of three documents; a row of another one alone would be in none of its runs."""
    assert all(not row.rules or {"lt", "de", "sv"} & set(row.rules) for row in decision_rows())
