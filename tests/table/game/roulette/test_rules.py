"""The rulebooks' roulette: what each house has its own way, its errata, what its prompts rest on."""

import re
import tomllib
from fractions import Fraction
from typing import Any

import pytest

from console.table.game import Rulebook, load_rulebook, rulebook_folder, rulebook_ids
from console.table.game.roulette.bets import SECTORS
from console.table.game.roulette.rules import BetKind, RouletteRules
from console.table.game.roulette.spin import BallRun
from tests.table.game.clauses import Row, committed
from tests.table.game.roulette.printed_layout import bets

IDS = rulebook_ids()
BOOKS: dict[str, Rulebook] = {id: load_rulebook(id) for id in IDS}
RULES: dict[str, RouletteRules] = {id: book.of(RouletteRules) for id, book in BOOKS.items()}
ROWS: dict[str, Row] = {row.id: row for row in committed()}
OTHER = {"sv": "lt", "ja": "lt", "is": "lt", "de": "lt", "lt": "sv"}
TABLES: dict[str, Any] = {
    id: tomllib.loads((rulebook_folder() / f"{id}.toml").read_text("utf-8"))["roulette"] for id in IDS
}

every_rulebook = pytest.mark.parametrize("id", IDS)


def quoted(value: Any) -> set[str]:
    """Every clause id below a part of a rulebook's tables."""
    if isinstance(value, dict | list):
        return set().union(*map(quoted, value.values() if isinstance(value, dict) else value))
    return {value} if re.match(r"(GEN|ROU|LIM|LT-ROU)-", str(value)) else set()


# Clauses


@every_rulebook
def test_every_clause_is_of_this_document_or_of_the_one_that_stands_in(id: str) -> None:
    assert len(quoted(TABLES[id])) > 12
    assert [clause for clause in quoted(TABLES[id]) if clause not in ROWS] == []
    assert [c for c in quoted(TABLES[id]) if not {id, OTHER[id]} & set(ROWS[c].documents)] == []


STOOD_IN = {
    **{id: {"LT-ROU-03", "LT-ROU-27a", "LT-ROU-33"} for id in ("sv", "ja", "is", "de")},
    "lt": {"GEN-roles", "ROU-2.1.1", "ROU-2.1.3", "ROU-3.2.1", "ROU-3.2.2", "ROU-3.2.3", "ROU-3.2.4"},
}
"""Where a document is silent: the length of bet time, the call of no spin, a wrong number; lt's wheel check,
the warning at the end of bet time and the call that ends it, and that bets lie before the ball runs."""


@every_rulebook
def test_another_document_stands_in_for_a_silent_one(id: str) -> None:
    assert {clause for clause in quoted(TABLES[id]) if id not in ROWS[clause].documents} == STOOD_IN[id]


# A valid spin


@pytest.mark.parametrize(("id", "turns"), [("sv", 3), ("ja", 3), ("is", 3), ("de", 3), ("lt", 4)])
def test_a_spin_is_valid_against_the_wheel_and_from_so_many_turns_on(id: str, turns: int) -> None:
    """ROU-3.1.1: three turns; LT-ROU-25: at least four."""
    rules = RULES[id]
    assert rules.turns.least == turns
    against = [rules.no_spin(BallRun(made, "against")) for made in (0, turns - 1, turns, turns + 1, 99)]
    assert against == ["few_turns", "few_turns", None, None, None]


@every_rulebook
@pytest.mark.parametrize("turns", [0, 3, 4, 99])
def test_a_ball_sent_with_the_wheel_is_no_spin_however_long_it_runs(id: str, turns: int) -> None:
    """ROU-3.1.1, LT-ROU-25, LT-ROU-26: its direction is named before too few turns."""
    assert RULES[id].no_spin(BallRun(turns, "with")) == "same_direction"


def test_only_the_lithuanian_table_takes_no_number_from_its_dealer() -> None:
    """LT-ROU-28: a spin that the reader did not read is void; elsewhere the dealer says it (ROU-3.1.2)."""
    assert [id for id in IDS if not RULES[id].dealers_number.allowed] == ["lt"]


def test_the_ball_runs_while_bets_are_open_where_they_are_settled_by_where_they_lie() -> None:
    """ROU-2.1.3: in ja, is and de; in sv all bets lie before, and lt counts it as an error (LT-ROU-31a)."""
    assert [id for id in IDS if RULES[id].ball_in_bet_time.allowed] == ["de", "is", "ja"]


# The wheel check and bet time


@every_rulebook
def test_the_pit_boss_checks_wheel_level_run_and_ball(id: str) -> None:
    """ROU-3.2.1, ROU-3.2.2, ROU-3.2.3; ROU-3.2.4 but in is, which leaves the ball out."""
    steps = RULES[id].preparation.steps
    parts = ["check_wheel", "check_level", "check_run", *(["check_ball"] if id != "is" else [])]
    assert [step.action for step in steps] == parts
    assert [step.clauses for step in steps] == [(f"ROU-3.2.{at}",) for at, _ in enumerate(parts, 1)]
    assert {(step.actor, step.with_) for step in steps} == {("pit_boss", None)}


@every_rulebook
def test_twenty_three_seconds_to_bet_and_a_timer_that_flashes_without_a_sound(id: str) -> None:
    """LT-ROU-03, ROU-2.1.1."""
    signal = RULES[id].end_signal
    assert (RULES[id].bet_time.seconds, signal.shows, signal.sound) == (23, "flash", False)


def test_only_the_swedish_table_has_a_warning_sign_besides() -> None:
    """ROU-2.1.1-sign."""
    assert [id for id in IDS if "ROU-2.1.1-sign" in RULES[id].end_signal.clauses] == ["sv"]


# Payouts and restrictions


@every_rulebook
def test_the_fewer_numbers_a_bet_covers_the_more_it_pays(id: str) -> None:
    """ROU-2.2, LT-ROU-05, ROU-3.3.5."""
    odds = [RULES[id].payouts.of(kind).odds for kind in BetKind]
    assert odds == [35, 17, 11, 8, 5, 2, 2, 1]
    assert odds == sorted(odds, reverse=True)


def test_only_sv_and_is_restrict_how_much_of_the_wheel_is_covered() -> None:
    """LIM-roulette."""
    restrictions = {id: RULES[id].restriction for id in IDS}
    assert [id for id in IDS if restrictions[id]] == ["is", "sv"]
    assert {(each.clause, each.most_numbers) for each in restrictions.values() if each} == {
        ("LIM-roulette", 34)
    }


@every_rulebook
def test_restrictions_for_games_that_no_table_plays_are_kept(id: str) -> None:
    """LIM-sicbo, LIM-dragontiger, LIM-football: in sv and is; the games are in no document."""
    kept = {each.clause: each.never_together for each in BOOKS[id].unplayed}
    written = {
        "LIM-sicbo": (("big", "small"), ("odd", "even")),
        "LIM-dragontiger": (("dragon", "tiger"),),
        "LIM-football": (("home", "away"),),
    }
    assert kept == (written if id in ("sv", "is") else {})


# Errata


@every_rulebook
def test_each_erratum_of_the_document_is_kept_with_what_is_applied(id: str) -> None:
    due = {row.id for row in ROWS.values() if row.game == "roulette" and id in row.errata}
    assert due
    assert {erratum.clause for erratum in RULES[id].errata} == due
    assert all(erratum.written != erratum.applied for erratum in RULES[id].errata)


def what_is_applied(id: str, about: str) -> str:
    return next(erratum.applied for erratum in RULES[id].errata if erratum.about == about)


def test_roulette_pays_as_the_errata_apply() -> None:
    """ROU-2.2."""
    paid = {"is": ("street", "corner"), "ja": ("six_line",)}
    for id, kinds in paid.items():
        for kind in kinds:
            assert (
                Fraction(what_is_applied(id, f"payouts.{kind}")) == RULES[id].payouts.of(BetKind(kind)).odds
            )


def test_roulette_offers_the_bets_that_the_errata_apply() -> None:
    """ROU-1.1-bets, ROU-1.1-inside, LT-ROU-06, LT-ROU-07, LT-ROU-10."""
    inside = [on for on, fields in bets().items() if max(map(len, fields)) <= 6]
    for id in ("sv", "is", "de"):
        assert what_is_applied(id, "bets.inside").split() == inside
    assert len(next(iter(bets()[what_is_applied("de", "bets.three_in_one_row")]))) == 3
    first, last = map(int, what_is_applied("lt", "dozen.second").split("-"))
    assert frozenset(range(first, last + 1)) in bets()["dozen"]
    voisins, orphelins = SECTORS["voisins"], SECTORS["orphelins"]
    assert what_is_applied("lt", "voisins.numbers") == str(sum(len(laid.numbers) for laid in voisins))
    assert what_is_applied("lt", "orphelins.chips") == str(sum(laid.chips for laid in orphelins))


# Incidents


@every_rulebook
def test_a_roulette_table_has_its_own_incidents(id: str) -> None:
    """LT-ROU-26, LT-ROU-28, LT-ROU-29, LT-ROU-31a, LT-ROU-32a, LT-ROU-33."""
    cases = RULES[id].incidents
    assert set(cases.kinds) >= {
        *("no_spin", "not_read", "ball_out", "spun_in_bet_time", "foreign_object", "wrong_number_recorded"),
    }
    assert "card_fell" in cases.not_this_game
