"""The rulebooks' blackjack: what each house has its own way, its errata, what its prompts rest on."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from console.table.game import Preparing, load_rulebook, rulebook_folder, rulebook_ids
from console.table.game.baccarat import BaccaratRules
from console.table.game.blackjack.rules import BlackjackRules, Notices
from tests.table.game.blackjack.rounds import play, round_of, step
from tests.table.game.clauses import Row, committed

IDS = rulebook_ids()
RULES: dict[str, BlackjackRules] = {id: load_rulebook(id).of(BlackjackRules) for id in IDS}
ROWS: dict[str, Row] = {row.id: row for row in committed()}
OTHER = {"sv": "lt", "ja": "lt", "is": "lt", "de": "lt", "lt": "sv"}
TABLES: dict[str, Any] = {
    id: tomllib.loads((rulebook_folder() / f"{id}.toml").read_text("utf-8"))["blackjack"] for id in IDS
}

every_rulebook = pytest.mark.parametrize("id", IDS)


def quoted(value: Any) -> set[str]:
    """Every clause id below a part of a rulebook's tables."""
    if isinstance(value, dict | list):
        return set().union(*map(quoted, value.values() if isinstance(value, dict) else value))
    return {value} if re.match(r"(GEN|BJ|LT-BJ)-", str(value)) else set()


# Clauses


def test_every_rule_and_payout_of_blackjack_is_named_by_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    due = {row.id for row in committed() if row.game == "blackjack" and row.kind in ("rule", "payout")}
    assert len(due) == 28
    assert due - set(re.findall(r"(?:LT-)?BJ-[\w.-]*\w", tests)) == set()


@every_rulebook
def test_every_clause_is_of_this_document_or_of_the_one_that_stands_in(id: str) -> None:
    assert len(quoted(TABLES[id])) > 20
    assert [clause for clause in quoted(TABLES[id]) if clause not in ROWS] == []
    assert [c for c in quoted(TABLES[id]) if not {id, OTHER[id]} & set(ROWS[c].documents)] == []


STOOD_IN = {"LT-BJ-03", "LT-BJ-08", "LT-BJ-2.3.12", "LT-BJ-2.3.13b"}
"""Where sv, ja, is and de are silent: the two times, three tries of a scan, another shoe."""


@pytest.mark.parametrize("id", ["sv", "ja", "is", "de"])
def test_the_lithuanian_document_stands_in_for_the_others_in_four_things(id: str) -> None:
    assert {clause for clause in quoted(TABLES[id]) if id not in ROWS[clause].documents} == STOOD_IN


# Figures


@every_rulebook
def test_eight_decks_of_which_four_lie_behind_the_cut_card(id: str) -> None:
    """BJ-1.5, BJ-3.3, LT-BJ-01."""
    assert (RULES[id].decks, RULES[id].cut_card.from_end) == (8, 4 * 52)


@every_rulebook
def test_twenty_three_seconds_to_bet_and_thirteen_to_answer(id: str) -> None:
    """LT-BJ-03, LT-BJ-08, BJ-3.5-ii."""
    assert (RULES[id].bet_time.seconds, RULES[id].decision_time.seconds) == (23, 13)


@every_rulebook
def test_the_timer_shows_the_end_of_bet_time_without_a_sound(id: str) -> None:
    """BJ-2.1.3: no document names a sound."""
    assert not RULES[id].end_signal.sound


@every_rulebook
def test_the_same_cards_are_shuffled_after_the_last_hand(id: str) -> None:
    """BJ-3.2.2, LT-BJ-01."""
    assert RULES[id].after_last_hand.action == "shuffle"


@every_rulebook
def test_cards_are_picked_up_right_to_left_and_the_dealers_first(id: str) -> None:
    """BJ-3.6."""
    assert (RULES[id].pick_up.direction, RULES[id].pick_up.first) == ("right_to_left", "dealer")


@every_rulebook
def test_blackjack_pays_three_to_two_a_win_even_and_insurance_two_to_one(id: str) -> None:
    """BJ-2.3, BJ-2.5.3, LT-BJ-13."""
    paid = RULES[id].payouts
    assert [paid.blackjack.odds, paid.win.odds, paid.insurance.odds] == [Fraction(3, 2), 1, 2]


def test_only_the_lithuanian_table_has_surrender_side_bets_and_limits() -> None:
    """LT-BJ-07, LT-BJ-11, LT-BJ-12, LT-BJ-14."""
    assert [id for id in IDS if RULES[id].surrender] == ["lt"]
    assert [id for id in IDS if RULES[id].side_bets] == ["lt"]
    assert [id for id in IDS if RULES[id].limits] == ["lt"]


def test_the_lithuanian_limits() -> None:
    """LT-BJ-14: 5 to 10,000 EUR, no win over 100,000 EUR."""
    limits = RULES["lt"].limits
    assert limits is not None
    assert (limits.currency, limits.lowest, limits.highest, limits.top_win) == (
        *("EUR", 500, 1_000_000, 10_000_000),
    )


@every_rulebook
def test_each_rulebook_shows_every_player_its_notices(id: str) -> None:
    """BJ-1.2.3, BJ-1.3: the limits too, where the rulebook has them."""
    shown = [notice.notice for notice in RULES[id].notices]
    assert shown[:3] == [Notices.DEALER_DRAWS, Notices.BLACKJACK_PAYS, Notices.INSURANCE_PAYS]
    assert Notices.SPLIT_ACES in shown
    assert (Notices.LIMITS in shown) == (RULES[id].limits is not None)
    assert all("BJ-1.2.3" in notice.clauses for notice in RULES[id].notices[:3])


# The way of the cards


@every_rulebook
def test_the_cards_go_into_the_shoe_step_by_step(id: str) -> None:
    """BJ-1.4, BJ-3.1.1 to BJ-3.1.3, BJ-3.2.1, BJ-3.3, LT-BJ-01."""
    way = RULES[id].preparation
    shuffle = "shuffle_1 shuffle_2 shuffle_3" if id == "lt" else "wash shuffle"
    assert [step.action for step in way.steps] == [
        *("check_shoe", "receive_decks", "inspect", "present"),
        *shuffle.split(),
        *("stack", "cut", "place_cut_card", "load"),
    ]
    assert way.steps[way.first_of_decks].action is Preparing.RECEIVE_DECKS
    assert way.steps[way.first_of_load].action is Preparing.STACK


@every_rulebook
def test_the_pit_boss_presents_the_cards_alone_and_the_dealer_does_the_rest(id: str) -> None:
    """BJ-3.1.2: deck by deck, in every document; only baccarat has the dealer take part (BAC-3.1.2)."""
    steps = RULES[id].preparation.steps
    assert {step.action for step in steps if step.actor == "pit_boss"} == {Preparing.PRESENT}
    assert {step.with_ for step in steps} == {None}


# Errata


ERRATA = {
    "sv": {"BJ-2.7"},
    "ja": {"BJ-1.2.3", "BJ-2.1.4-iii", "BJ-2.5.1", "BJ-2.5.3", "BJ-3.7"},
    "is": {"BJ-2.1.4-iii", "BJ-2.5.1", "BJ-4.4-i"},
    "de": {"BJ-2.1.4-iii", "BJ-2.5.1", "BJ-3.4"},
    "lt": {"LT-BJ-11"},
}


@every_rulebook
def test_each_erratum_of_the_document_is_kept_with_what_is_applied(id: str) -> None:
    assert {erratum.clause for erratum in RULES[id].errata} == ERRATA[id]
    assert ERRATA[id] >= {row.id for row in ROWS.values() if row.game == "blackjack" and id in row.errata}
    assert all(erratum.written != erratum.applied for erratum in RULES[id].errata)


def test_blackjack_is_played_as_the_errata_apply() -> None:
    """BJ-1.2.3, BJ-2.5.1, BJ-2.5.3, BJ-3.4, BJ-4.4-i, LT-BJ-11."""
    applied = {(id, e.about): e.applied for id in IDS for e in RULES[id].errata}
    for about in ("notices.insurance_pays", "payouts.insurance"):
        assert Fraction(applied["ja", about]) == RULES["ja"].payouts.insurance.odds
    stage = play("1", "TH AS 9D 9C").next_due
    assert applied["ja", "insurance.offers"] == " ".join(stage.offers)  # type: ignore[union-attr]
    assert play("1", "TH").next_due.face == applied["de", "deal.dealer_1"]  # type: ignore[union-attr]
    first, second = applied["lt", "perfect_pairs.mixed"].split()
    assert play("1", f"{first} 9S {second}").sides[1].perfect_pairs == "mixed"
    for rank in applied["is", "insurance.lost_with"].split():
        assert play("1", f"TH AS 9D {rank}C 1:insure peek").hands[1][0].insurance == "lost"


# What prompts rest on


@every_rulebook
def test_everything_that_is_due_in_a_round_has_its_clauses(id: str) -> None:
    """BJ-3.4, BJ-2.5.1, BJ-3.7, BJ-2.7, BJ-3.5-i, BJ-4.4-ii, LT-BJ-04, LT-BJ-06 to LT-BJ-09."""
    prompts, rests = RULES[id].prompts, []
    round = round_of((1,))
    line = "8H AS 8D 2C 1:decline peek 1:split 3D 2S 1.1:hit TD 1.2:stand turn 2D KD"
    for word in line.split():
        due = round.next_due
        assert due is not None
        rests.append(prompts.due(due, split=len(round.seats[0].hands) == 2))
        round = step(round, word)
    deal = prompts.deal
    assert rests == [
        *(deal.first, deal.dealer_up, deal.second, deal.hole, prompts.insurance, prompts.peek),
        *(prompts.decision, deal.split_second, deal.split_second, prompts.decision, deal.next),
        *(prompts.decision, prompts.turn_hole, deal.dealer_next, deal.dealer_next),
    ]


@every_rulebook
def test_a_blackjack_table_has_its_own_incidents(id: str) -> None:
    """LT-BJ-2.3.8, LT-BJ-2.3.15."""
    cases = RULES[id].incidents
    assert {"hole_card_turned_early", "no_chance_to_act", "too_many_hands"} <= set(cases.kinds)
    assert "no_spin" in cases.not_this_game
    assert load_rulebook(id).of(BaccaratRules).incidents != cases
