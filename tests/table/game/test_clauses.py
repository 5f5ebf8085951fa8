"""Every clause that this game's code must keep is named by a test here."""

import re
from pathlib import Path

from tests.table.game.clauses import COMMITTED, ORIGINAL, committed, original, unlisted


def test_the_committed_clause_list_has_the_rules_own_rows() -> None:
    """In their order; a clause that the rules' table lacks is the house's own."""
    assert len({row.id for row in committed()}) == len(committed())
    if ORIGINAL.exists():
        ids = {row.id for row in original()}
        assert tuple(row for row in committed() if row.id in ids) == original()


def test_every_clause_of_the_decision_table_is_in_the_clause_list() -> None:
    assert not list(unlisted()), f"run `python3 -m tests handbook --write`, which adds them to {COMMITTED}"


def test_every_rule_and_payout_of_baccarat_is_named_by_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    due = {row.id for row in committed() if row.game == "baccarat" and row.kind in ("rule", "payout")}
    assert len(due) == 22
    assert due - set(re.findall(r"(?:LT-)?BAC-[\w.-]*\w", tests)) == set()
