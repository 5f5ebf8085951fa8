"""A table's own limits stand in the place of its market's, and rest on the market's clause or on none."""

from __future__ import annotations

import pytest

from console.table.game.rule_values import Stakes, TableLimits
from console.table.game.rulebook import load_rulebook

OWN = TableLimits("EUR", 500, 90_000, 1_000_000, {"straight": Stakes(100, 20_000)})
CLAUSE = {"baccarat": "LT-BAC-10", "blackjack": "LT-BJ-14", "roulette": "LT-ROU-04"}


@pytest.mark.parametrize("market", ["lt", "sv", "ja", "is", "de"])
@pytest.mark.parametrize("game", CLAUSE)
def test_a_tables_own_limits_rest_on_the_clause_of_a_market_that_has_limits(game: str, market: str) -> None:
    """BJ-1.3, LT-BAC-10, LT-BJ-14, LT-ROU-04."""
    limits = load_rulebook(market).rules_of(game).with_limits(OWN).limits
    assert limits is not None and limits.currency == "EUR"
    assert limits.clauses == ((CLAUSE[game],) if market == "lt" else ())


@pytest.mark.parametrize("game", CLAUSE)
def test_a_tables_own_limits_are_its_stakes_and_a_bet_may_have_others(game: str) -> None:
    limits = load_rulebook("lt").rules_of(game).with_limits(OWN).limits
    assert limits is not None
    assert (limits.of("straight").lowest, limits.of("straight").highest) == (100, 20_000)
    other = limits.of("even_chance" if game == "roulette" else "tie")
    assert (other.lowest, other.highest) == (500, 90_000)


@pytest.mark.parametrize("game", CLAUSE)
def test_a_table_without_limits_of_its_own_has_its_markets(game: str) -> None:
    rules = load_rulebook("lt").rules_of(game)
    assert rules.with_limits(None) is rules
