"""The returns of bets, by the rulebooks' own odds, to the minor unit."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import DECK, Card, load_rulebook, rulebook_ids
from console.table.game.baccarat.coup import Outcome, coup_of
from console.table.game.baccarat.payout import back, broken_restriction, is_won, stands_off, win
from console.table.game.baccarat.rules import BaccaratRules, Bet
from console.table.game.stakes import BrokenLimit, NotOffered, broken_limit

RULES: dict[str, BaccaratRules] = {id: load_rulebook(id).of(BaccaratRules) for id in rulebook_ids()}
MAIN = (Bet.PLAYER, Bet.BANKER, Bet.TIE)
SIDE = tuple(bet for bet in Bet if bet not in MAIN)

PLAYER_WINS = "9H 2S KD 4C"
BANKER_WINS = "2H 9S KD KC"
TIES = "9H 9S KD KC"


def outcome_of(faces: str) -> Outcome:
    outcome = coup_of(tuple(map(Card, faces.split()))).outcome
    assert outcome is not None
    return outcome


every_rulebook = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@every_rulebook
@pytest.mark.parametrize(
    ("faces", "brought"),
    [
        (PLAYER_WINS, {Bet.PLAYER: 2000, Bet.BANKER: 0, Bet.TIE: 0}),
        (BANKER_WINS, {Bet.PLAYER: 0, Bet.BANKER: 1950, Bet.TIE: 0}),
        (TIES, {Bet.PLAYER: 1000, Bet.BANKER: 1000, Bet.TIE: 9000}),
    ],
)
def test_a_stake_of_ten_on_each_main_bet_brings_back_its_odds(
    rules: BaccaratRules, faces: str, brought: dict[Bet, int]
) -> None:
    """BAC-2.1.2, BAC-2.1.3, BAC-2.1.4, BAC-2.2, LT-BAC-08; on a tie also BAC-2.1.5."""
    assert {bet: back(bet, 1000, outcome_of(faces), rules) for bet in MAIN} == brought


def test_a_tie_gives_back_player_and_banker_and_nothing_else() -> None:
    """BAC-2.1.5, LT-BAC-08: the tie bet is won, not given back as is has it."""
    tie = outcome_of(TIES)
    assert [bet for bet in Bet if stands_off(bet, tie)] == [Bet.PLAYER, Bet.BANKER]
    assert is_won(Bet.TIE, tie)
    assert not any(stands_off(bet, outcome_of(PLAYER_WINS)) for bet in Bet)


@every_rulebook
@pytest.mark.parametrize(
    ("stake", "won"), [(100, 95), (1, 0), (19, 18), (20, 19), (21, 19), (39, 37), (40, 38)]
)
def test_the_bankers_commission_is_exact_and_fractions_are_cut_off(
    rules: BaccaratRules, stake: int, won: int
) -> None:
    """BAC-2.2: even money less 5 % of the winnings, which is LT-BAC-08: 0.95 to one."""
    assert win(Bet.BANKER, stake, rules) == won
    assert Fraction(stake) - Fraction(stake, 20) - won < 1


@pytest.mark.parametrize(
    ("bet", "faces", "brought"),
    [
        (Bet.PLAYER_PAIR, "9H 2S 9D 4C", 1200),
        (Bet.BANKER_PAIR, "9H 2S KD 2C", 1200),
        (Bet.EITHER_PAIR, "9H 2S 9D 4C", 600),
        (Bet.EITHER_PAIR, "9H 2S KD 2C", 600),
        (Bet.PERFECT_PAIR, "9H 2S 9H 4C", 2600),
        (Bet.PERFECT_PAIR, "9H 2S KD 2S", 2600),
        (Bet.PERFECT_PAIR, "9H 2S 9D 2C", 0),
        (Bet.PLAYER_PAIR, "TH 2S KD 5C 4H", 0),
        (Bet.BIG, "TH 2S KD 5C 4H", 154),
        (Bet.BIG, "TH KS 2D QC AC 7H", 154),
        (Bet.BIG, PLAYER_WINS, 0),
        (Bet.SMALL, PLAYER_WINS, 250),
        (Bet.SMALL, "TH 2S KD 5C 4H", 0),
    ],
)
def test_a_side_bet_of_one_brings_back_its_odds(bet: Bet, faces: str, brought: int) -> None:
    """LT-BAC-09: 11, 11, 5, 25, 0.54 and 1.5 to one, on any outcome."""
    assert back(bet, 100, outcome_of(faces), RULES["lt"]) == brought


def test_fractions_of_a_side_bets_win_are_cut_off() -> None:
    """LT-BAC-09."""
    assert [win(Bet.BIG, stake, RULES["lt"]) for stake in (1, 50, 51, 99)] == [0, 27, 27, 53]
    assert [win(Bet.SMALL, stake, RULES["lt"]) for stake in (1, 2, 3)] == [1, 3, 4]


@pytest.mark.parametrize("rules", [RULES[id] for id in RULES if id != "lt"])
@pytest.mark.parametrize("bet", SIDE)
def test_side_bets_are_taken_by_the_lithuanian_table_only(rules: BaccaratRules, bet: Bet) -> None:
    """LT-BAC-09."""
    with pytest.raises(NotOffered, match=bet):
        back(bet, 100, outcome_of(PLAYER_WINS), rules)


six = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@given(six, st.integers(1, 10**9))
def test_each_stake_is_lost_stands_off_or_brings_its_win(cards: list[Card], stake: int) -> None:
    outcome = next(coup.outcome for n in (4, 5, 6) if (coup := coup_of(tuple(cards[:n]))).outcome)
    assert outcome is not None
    assert [is_won(bet, outcome) for bet in MAIN].count(True) == 1
    assert is_won(Bet.BIG, outcome) != is_won(Bet.SMALL, outcome)
    for bet in Bet:
        brought, odds = back(bet, stake, outcome, RULES["lt"]), RULES["lt"].odds(bet)
        assert odds is not None
        if is_won(bet, outcome):
            assert 0 <= stake * (1 + odds) - brought < 1
        else:
            assert brought == (stake if stands_off(bet, outcome) else 0)


@pytest.mark.parametrize(
    ("bet", "stake", "broken"),
    [
        (Bet.PLAYER, 49, BrokenLimit.BELOW),
        (Bet.PLAYER, 50, None),
        (Bet.PLAYER, 500_000, None),
        (Bet.PLAYER, 500_001, BrokenLimit.ABOVE),
        (Bet.TIE, 156_250, None),
        (Bet.TIE, 156_251, BrokenLimit.TOP_WIN),
        (Bet.PERFECT_PAIR, 50_000, None),
        (Bet.PERFECT_PAIR, 50_001, BrokenLimit.TOP_WIN),
    ],
)
def test_stakes_and_wins_keep_the_lithuanian_limits(bet: Bet, stake: int, broken: BrokenLimit | None) -> None:
    """LT-BAC-10: 0.50 to 5,000 EUR, and no win over 12,500 EUR."""
    rules = RULES["lt"]
    assert broken_limit(bet, stake, win(bet, stake, rules), rules.limits) == broken


def test_the_other_documents_name_no_limits() -> None:
    assert [id for id in RULES if RULES[id].limits] == ["lt"]
    assert broken_limit("tie", 1, 10**9, RULES["sv"].limits) is None


@pytest.mark.parametrize("id", ["sv", "is"])
def test_player_and_banker_are_not_bet_at_once(id: str) -> None:
    """LIM-baccarat."""
    broken = broken_restriction({Bet.PLAYER, Bet.BANKER, Bet.TIE}, RULES[id])
    assert broken is not None
    assert broken.clause == "LIM-baccarat"
    assert broken_restriction({Bet.PLAYER, Bet.TIE}, RULES[id]) is None
    assert broken_restriction({Bet.BANKER, Bet.TIE}, RULES[id]) is None


@pytest.mark.parametrize("id", ["ja", "de", "lt"])
def test_the_other_documents_allow_every_bet_at_once(id: str) -> None:
    """LIM-baccarat is a clause of sv and is only."""
    assert broken_restriction(set(Bet), RULES[id]) is None
