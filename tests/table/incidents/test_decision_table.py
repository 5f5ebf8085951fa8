"""The rulebooks carry the decision table row by row, and each row's basis is what its clause says."""

import pytest

from console.table.game import DOCUMENTED, Case, FactText, load_procedures, load_rulebook, rulebook_ids
from console.table.game.baccarat import BaccaratRules
from console.table.game.incident_cases import cases_of
from tests.table.game.clauses import Row
from tests.table.game.clauses import committed as clauses
from tests.table.incidents.rows import ORIGINALS, Expected, committed, original

FILES = load_procedures()
ROWS: dict[str, Row] = {row.id: row for row in clauses()}
every_game = pytest.mark.parametrize("game", DOCUMENTED)
every_rulebook = pytest.mark.parametrize("id", rulebook_ids())


def condition_text(wanted: FactText) -> str:
    return str(wanted).lower() if isinstance(wanted, bool) else str(wanted)


def carried(id: str, game: str, kind: str, case: Case) -> Expected:
    """A case in the table's own words, but for the rulebooks that have it."""
    return Expected(
        kind=kind,
        game=game,
        rules=(),
        when=case.moments,
        facts=tuple((fact, condition_text(wanted)) for fact, wanted in case.facts.items()),
        clause=case.clause or "",
        outcome=case.outcome,
        authority=case.authority,
        steps=tuple(f"{step.action}:{step.actor}" for step in case.steps),
        choices=case.choices,
    )


def in_rulebook(id: str, row: Expected) -> Expected:
    return Expected(**{**{key: getattr(row, key) for key in row.__struct_fields__}, "rules": ()})


def left_out(id: str) -> set[str]:
    """The clauses of baccarat that no case of a rulebook rests on, by the table: each case names others."""
    rows = [row for row in committed() if row.game == "baccarat"]
    return {row.clause for row in rows} - {row.clause for row in rows if not row.rules or id in row.rules}


def test_the_committed_table_has_the_rules_own_rows() -> None:
    """A kind that the rules' table lacks is the house's own."""
    assert all(row.clause or row.outcome == "pit_boss_decides" for row in committed())
    if ORIGINALS[0].exists():
        kinds = {(row.kind, row.game) for row in original()}
        assert tuple(row for row in committed() if (row.kind, row.game) in kinds) == original()


@every_game
@every_rulebook
def test_a_rulebook_has_the_rows_of_the_table_and_no_other(id: str, game: str) -> None:
    due = [
        in_rulebook(id, row) for row in committed() if row.game == game and (not row.rules or id in row.rules)
    ]
    kinds = cases_of(id, game, load_rulebook(id).incidents, FILES).kinds
    has = [carried(id, game, kind, case) for kind, cases in kinds.items() for case in cases]
    assert len(has) == len(due)
    assert {row.line() for row in has} == {row.line() for row in due}


@every_game
@every_rulebook
def test_a_row_is_a_rule_where_its_clause_is_of_this_game_and_this_document(id: str, game: str) -> None:
    """A clause that asks for a check does not say what follows: that is the house's."""
    for cases in cases_of(id, game, load_rulebook(id).incidents, FILES).kinds.values():
        for case in cases:
            if case.clause is None:
                assert case.basis is None
                continue
            clause = ROWS[case.clause]
            own = clause.game == game and id in clause.documents and clause.kind != "check"
            assert case.basis == ("rule" if own else "house")


def test_four_rulebooks_have_few_rules_of_their_own() -> None:
    """BAC-2.1.8, BAC-3.1.3, BAC-3.2.3, BAC-4.1, BAC-4.2, BAC-4.3; the rest is house procedure after lt."""
    own = {"BAC-2.1.8", "BAC-3.1.3", "BAC-3.2.3", "BAC-4.1", "BAC-4.2", "BAC-4.3"}
    for id in ("sv", "ja", "is", "de"):
        cases = [
            case for each in load_rulebook(id).of(BaccaratRules).incidents.kinds.values() for case in each
        ]
        assert {case.clause for case in cases if case.basis == "rule"} == own
        house = {case.clause or "" for case in cases if case.basis == "house"}
        assert {clause for clause in house if not clause.startswith("LT-BAC-")} == {"BAC-3.1.1"}


@every_rulebook
def test_every_incident_clause_of_baccarat_is_carried(id: str) -> None:
    """At sv's, ja's, is's and de's tables those of the burn are left out, for these do not burn."""
    carried = {
        case.clause
        for cases in load_rulebook(id).of(BaccaratRules).incidents.kinds.values()
        for case in cases
    }
    due = {row.id for row in ROWS.values() if row.game == "baccarat" and row.kind == "incident"}
    assert due - carried == left_out(id)
    burn = {f"LT-BAC-{row}" for row in ("13a", "13b", "13c", "13d", "14", "15", "16", "17")}
    assert left_out(id) & burn == (set() if id == "lt" else burn)


@every_rulebook
def test_kinds_of_other_games_and_rulebooks_are_known_as_such(id: str) -> None:
    cases = load_rulebook(id).of(BaccaratRules).incidents
    everywhere = {row.kind for row in committed() if row.game == "baccarat"}
    here = {row.kind for row in committed() if row.game == "baccarat" and (not row.rules or id in row.rules)}
    assert set(cases.not_this_game) == {row.kind for row in committed()} - everywhere
    assert set(cases.everywhere) - set(cases.kinds) == everywhere - here
    burn = {"over_burn", "under_burn", "no_burn", "burn_card_shown"}
    assert (everywhere - here) & burn == (set() if id == "lt" else burn)
