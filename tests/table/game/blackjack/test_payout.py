"""The returns of blackjack's bets, by the rulebooks' own odds, to the minor unit."""

import pytest

from console.table.game import load_rulebook, rulebook_ids
from console.table.game.blackjack.payout import SIDE_BETS, Bet, NoSuchHand, back, first_broken_limit
from console.table.game.blackjack.round import Round
from console.table.game.blackjack.rules import BlackjackRules
from console.table.game.stakes import BrokenLimit, NotOffered
from tests.table.game.blackjack.rounds import due, play, step

RULES: dict[str, BlackjackRules] = {id: load_rulebook(id).of(BlackjackRules) for id in rulebook_ids()}
LT = RULES["lt"]

WON = "TH 9S 9D 9C 1:stand turn"
PUSHED = "TH 9S 8D 9C 1:stand turn"
LOST = "TH 9S 7D 9C 1:stand turn"
BLACKJACK = "AH TS KD 9C turn"
DOUBLED = "6H 9S 5D 9C 1:double TD turn"
SPLIT = "8H 9S 8D 9C 1:split TD 2S 1.1:stand 1.2:double KC turn"


def ended(round: Round) -> Round:
    """The round played on without insurance or another card for the player."""
    words = {"insurance?": "1:decline", "peek": "peek", "1.1?": "1:stand", "turn_hole": "turn", "up": "6D"}
    while round.next_due:
        round = step(round, words.get(due(round), "") or words[due(round).split()[-1]])
    return round


every_rulebook = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@every_rulebook
@pytest.mark.parametrize(
    ("line", "brought"),
    [
        (WON, 2000),
        (PUSHED, 1000),
        (LOST, 0),
        (BLACKJACK, 2500),
        ("AH TS KD AC turn", 1000),
        ("7H TS 7D AC 1:hit 7S turn", 0),
        ("TH 6S 6D TC 1:hit KC turn", 0),
        ("TH 6S 6D TC 1:stand turn KC", 2000),
        ("AH AS 9D KC 1:decline peek", 0),
        (DOUBLED, 2000),
    ],
)
def test_a_hand_with_a_stake_of_ten_brings_back_its_odds(
    rules: BlackjackRules, line: str, brought: int
) -> None:
    """BJ-2.1.1, BJ-2.2, BJ-2.3, LT-BJ-13: 1:1, blackjack 3:2, a push the stake, over 21 nothing."""
    assert back(Bet.MAIN, 1000, play("1", line), 1, 1, rules) == brought


@every_rulebook
@pytest.mark.parametrize(("stake", "brought"), [(1, 2), (2, 5), (3, 7), (99, 247), (100, 250), (101, 252)])
def test_blackjack_pays_three_to_two_and_fractions_are_cut_off(
    rules: BlackjackRules, stake: int, brought: int
) -> None:
    """BJ-2.3, LT-BJ-13."""
    assert back(Bet.MAIN, stake, play("1", BLACKJACK), 1, 1, rules) == brought


def test_each_hand_of_a_split_is_settled_by_itself_and_twenty_one_pays_even() -> None:
    """BJ-2.7, LT-BJ-06, LT-BJ-13: a doubled hand's stake is both its bets."""
    round = play("1", SPLIT)
    assert [back(Bet.MAIN, stake, round, 1, hand, LT) for hand, stake in ((1, 100), (2, 200))] == [100, 400]
    aces = play("1", "AH 9S AD 9C 1:split KD 7S turn")
    assert [back(Bet.MAIN, 100, aces, 1, hand, LT) for hand in (1, 2)] == [200, 100]


@every_rulebook
@pytest.mark.parametrize(
    ("line", "brought"),
    [
        ("TH AS 9D KC 1:insure peek", 150),
        ("TH AS 9D 9C 1:insure peek 1:stand turn", 0),
        ("TH AS 9D 9C 1:insure peek 1:hit 5S turn", 0),
        ("AH AS KD KC 1:insure peek", 150),
        ("TH KS 9D AC 1:stand turn", 0),
    ],
)
def test_insurance_pays_two_to_one_when_the_dealer_has_blackjack(
    rules: BlackjackRules, line: str, brought: int
) -> None:
    """BJ-2.5.1, BJ-2.5.3, LT-BJ-07, LT-BJ-13: not 0.5, as ja has it, and with an ace up alone."""
    assert back(Bet.INSURANCE, 50, play("1", line), 1, 1, rules) == brought


def test_insurance_of_half_the_bet_makes_a_loss_to_blackjack_even() -> None:
    """BJ-2.5.1: half the bet at 2:1."""
    round = play("1", "TH AS 9D KC 1:insure peek")
    assert (
        sum(back(bet, stake, round, 1, 1, LT) for bet, stake in ((Bet.MAIN, 100), (Bet.INSURANCE, 50))) == 150
    )


@pytest.mark.parametrize("hole", ["KC", "9C"])
@pytest.mark.parametrize(("stake", "half"), [(1000, 500), (101, 50), (1, 0)])
def test_a_surrendered_hand_brings_half_its_bet_back(hole: str, stake: int, half: int) -> None:
    """LT-BJ-07: against a blackjack too."""
    line = f"TH AS 6D {hole} 1:surrender peek" + ("" if hole == "KC" else " turn")
    assert back(Bet.MAIN, stake, play("1", line, surrender=True), 1, 1, LT) == half


@pytest.mark.parametrize(
    ("faces", "brought"),
    [
        ("9H 2S 9H", 2600),
        ("9H 2S 9D", 1300),
        ("9C 2S 9S", 1300),
        ("TH 2S TD", 1300),
        ("TH 2S TS", 700),
        ("TH 2S KH", 0),
        ("9H 2S 8H", 0),
    ],
)
def test_perfect_pairs(faces: str, brought: int) -> None:
    """LT-BJ-11: 25:1, 12:1, 6:1; the document's mixed pair, hearts and diamonds, is a coloured one."""
    round = ended(play("1", f"{faces} 8C"))
    assert back(Bet.PERFECT_PAIRS, 100, round, 1, 1, LT) == brought


@pytest.mark.parametrize(
    ("first", "second", "up", "brought"),
    [
        ("QH", "QH", "QH", 10_100),
        ("TC", "QC", "JC", 4100),
        ("KC", "AC", "QC", 4100),
        ("AC", "3C", "2C", 4100),
        ("KC", "KD", "KC", 2600),
        ("2C", "4H", "3S", 1100),
        ("QC", "AH", "KS", 1100),
        ("AC", "KH", "2S", 0),
        ("2S", "TS", "6S", 600),
        ("KS", "2S", "AS", 600),
        ("2S", "TS", "6C", 0),
        ("KS", "KD", "AH", 0),
    ],
)
def test_twenty_one_plus_three(first: str, second: str, up: str, brought: int) -> None:
    """LT-BJ-12: 100, 40, 25, 10 and 5 to 1; no straight goes round the ace."""
    round = ended(play("1", f"{first} {up} {second} 9H"))
    assert back(Bet.PLUS_THREE, 100, round, 1, 1, LT) == brought


def test_side_bets_do_not_hang_on_the_main_bets_result_nor_on_a_split() -> None:
    """LT-BJ-11, LT-BJ-12."""
    round = play("1", "8H 8S 8D 9C 1:split TD 2S 1.1:hit KD 1.2:hit KC 1.2:hit TC turn")
    assert [back(bet, 100, round, 1, 1, LT) for bet in (Bet.MAIN, Bet.PERFECT_PAIRS, Bet.PLUS_THREE)] == [
        *(0, 1300, 2600)
    ]


@pytest.mark.parametrize("rules", [RULES[id] for id in RULES if id != "lt"])
@pytest.mark.parametrize("bet", sorted(SIDE_BETS))
def test_side_bets_are_taken_by_the_lithuanian_table_only(rules: BlackjackRules, bet: Bet) -> None:
    """LT-BJ-11, LT-BJ-12: said before anything else of the bet."""
    with pytest.raises(NotOffered, match="no such bet"):
        back(bet, 100, play("1", WON), 7, 1, rules)


@pytest.mark.parametrize("bet", Bet)
def test_a_refunded_seat_gets_its_main_stake_back_alone(bet: Bet) -> None:
    """LT-BJ-2.3.8: side bets and insurance are lost as they were; up to edition 1 they went back."""
    lost = play("1", LOST)
    assert back(bet, 75, lost.refund(1), 1, 1, LT) == (75 if bet is Bet.MAIN else 0)
    assert back(bet, 75, lost.refund(1, main_only=False), 1, 1, LT) == 75


def test_a_refunded_hand_gets_its_stake_back_and_the_seats_other_bets_stand() -> None:
    """LT-BJ-2.3.8: the side bets of a split seat are won after its last hand is refunded, too."""
    round = play("1", "8H 9S 8C 8D 1:split 3D 2C 1:stand 1.2:stand turn").refund(1, 1)
    assert [back(Bet.MAIN, 100, round, 1, hand, LT) for hand in (1, 2)] == [100, 0]
    assert back(Bet.PERFECT_PAIRS, 100, round, 1, 1, LT) == 700
    assert back(Bet.PERFECT_PAIRS, 100, round.refund(1, 2), 1, 1, LT) == 700


@pytest.mark.parametrize(
    ("bet", "seat", "hand"), [(Bet.MAIN, 2, 1), (Bet.MAIN, 1, 2), (Bet.MAIN, 1, 0), (Bet.INSURANCE, 2, 1)]
)
def test_a_bet_on_a_hand_that_the_round_has_not_is_refused(bet: Bet, seat: int, hand: int) -> None:
    with pytest.raises(NoSuchHand, match=f"seat {seat}, hand {hand}"):
        back(bet, 100, play("1", WON), seat, hand, LT)


@pytest.mark.parametrize("bet", [bet for bet in Bet if bet is not Bet.MAIN])
def test_insurance_and_side_bets_are_the_seats_and_not_a_second_hands(bet: Bet) -> None:
    """BJ-2.5.1, LT-BJ-11."""
    with pytest.raises(NoSuchHand):
        back(bet, 100, play("1", SPLIT), 1, 2, LT)


def test_no_bet_is_settled_before_the_round_is_decided() -> None:
    """BJ-2.4."""
    with pytest.raises(ValueError, match="not decided"):
        back(Bet.MAIN, 100, play("1", "TH 9S 9D 9C 1:stand"), 1, 1, LT)


@pytest.mark.parametrize(
    ("bet", "line", "stake", "limit"),
    [
        (Bet.MAIN, WON, 499, BrokenLimit.BELOW),
        (Bet.MAIN, WON, 500, None),
        (Bet.MAIN, WON, 1_000_000, None),
        (Bet.MAIN, WON, 1_000_001, BrokenLimit.ABOVE),
        (Bet.MAIN, DOUBLED, 2_000_000, None),
        (Bet.MAIN, DOUBLED, 2_000_002, BrokenLimit.ABOVE),
        (Bet.INSURANCE, WON, 249, BrokenLimit.BELOW),
        (Bet.INSURANCE, WON, 250, None),
        (Bet.INSURANCE, WON, 500_001, BrokenLimit.ABOVE),
        (Bet.PERFECT_PAIRS, WON, 400_000, None),
        (Bet.PERFECT_PAIRS, WON, 400_001, BrokenLimit.TOP_WIN),
        (Bet.PLUS_THREE, WON, 100_001, BrokenLimit.TOP_WIN),
    ],
)
def test_stakes_and_wins_keep_the_lithuanian_limits(
    bet: Bet, line: str, stake: int, limit: BrokenLimit | None
) -> None:
    """LT-BJ-14: 5 to 10,000 EUR and no win over 100,000 EUR, of the first bet."""
    assert first_broken_limit(bet, stake, play("1", line), 1, 1, LT) == limit


def test_the_other_documents_name_no_limits() -> None:
    """BJ-1.3: they are to be stated, not what they are."""
    assert [id for id in RULES if RULES[id].limits] == ["lt"]
    assert first_broken_limit(Bet.MAIN, 1, play("1", WON), 1, 1, RULES["sv"]) is None
