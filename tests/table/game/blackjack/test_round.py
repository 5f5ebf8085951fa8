"""The rules of a round of blackjack, clause by clause, in lines that one can read."""

import msgspec
import pytest

from console.table.game import DECK, Card
from console.table.game.blackjack.hands import (
    VALUE,
    Choice,
    Face,
    HandPlace,
    HoleDue,
    InsuranceStage,
    SeatsDue,
    State,
    is_blackjack,
    is_soft,
    total,
)
from console.table.game.blackjack.layout import BACK, DealerHand, Hole, Insurance
from console.table.game.blackjack.round import Outcome, Round, cached_value, with_other_card
from tests.table.game.blackjack.rounds import due, laid, play, round_of, states, step

COUNTS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
"""The points of each rank, an ace as one, written a second time (BJ-1.5, LT-BJ-05)."""


def cards(faces: str) -> tuple[Card, ...]:
    return tuple(map(Card, faces.split()))


def offers(round: Round) -> str:
    """The choices of the answer that is due."""
    expected = round.next_due
    assert expected is not None
    assert not isinstance(expected, HandPlace | HoleDue | SeatsDue)
    return " ".join(expected.offers)


def course(seats: str, line: str, surrender: bool = False) -> list[str]:
    """The thing that was due before each word of a line, and after the last."""
    round = play(seats, "", surrender)
    asked = [due(round)]
    for word in line.split():
        round = step(round, word)
        asked.append(due(round))
    return asked


# Totals


def test_a_card_counts_its_face_a_picture_ten_and_an_ace_one() -> None:
    """BJ-1.5, LT-BJ-05."""
    assert {card: VALUE[card] for card in DECK} == {card: COUNTS[card[0]] for card in DECK}


@pytest.mark.parametrize(
    ("faces", "points", "soft"),
    [
        ("AS", 11, True),
        ("AS 6H", 17, True),
        ("AS 6H TD", 17, False),
        ("AS AH", 12, True),
        ("AS AH 9D", 21, True),
        ("AS AH TD", 12, False),
        ("TD 9C AS AH", 21, False),
        ("KS QH", 20, False),
        ("KS QH 2D", 22, False),
        ("AS KH", 21, True),
        ("", 0, False),
    ],
)
def test_an_ace_counts_eleven_where_that_does_not_pass_twenty_one(
    faces: str, points: int, soft: bool
) -> None:
    """BJ-1.5, BJ-1.1-soft, BJ-1.1-hard, LT-BJ-05."""
    assert (total(cards(faces)), is_soft(cards(faces))) == (points, soft)


@pytest.mark.parametrize("ten", "TJQK")
def test_an_ace_and_a_ten_value_card_are_blackjack_for_player_and_dealer(ten: str) -> None:
    """BJ-1.1-blackjack, LT-BJ-05."""
    round = play("1", f"AS {ten}H {ten}D AC")
    assert states(round) == "blackjack"
    assert is_blackjack(round.dealer)
    assert states(round.turn()) == "push"


def test_three_sevens_are_twenty_one_and_no_blackjack() -> None:
    """BJ-1.1-blackjack: of the first two cards only."""
    round = play("1", "7S TH 7H 9C 1:hit 7D")
    assert (states(round), laid(round)[0].total) == ("stood", 21)


# The deal


def test_the_cards_go_round_from_seat_one_with_the_dealers_second_face_down() -> None:
    """BJ-3.4, LT-BJ-04: one up to each, the dealer up, a second up to each, the dealer down."""
    assert course("2 5 7", "2S 3S 4S 9H 2D 3D 4D 5C") == [
        *("2.1 up", "5.1 up", "7.1 up", "dealer 1 up"),
        *("2.1 up", "5.1 up", "7.1 up", "dealer 2 down"),
        "2.1?",
    ]


def test_every_card_of_the_deal_has_its_position() -> None:
    """BJ-3.4."""
    round, places = round_of((3,)), []
    for face in ("2S", "9H", "2D", "5C"):
        places.append(round.next_due)
        round = round.deal(Card(face))
    assert places == [
        HandPlace(1, 1, 3),
        HandPlace("dealer", 1),
        HandPlace(1, 2, 3),
        HandPlace("dealer", 2, None, Face.DOWN),
    ]


def test_the_hole_card_is_a_back_and_in_no_total_until_it_is_turned() -> None:
    """BJ-1.1-hole."""
    line = "TH AS 9D 5C 1:decline peek 1:stand"
    for length in range(4, len(line.split()) + 1):
        shown = play("1", " ".join(line.split()[:length])).dealer_hand
        assert shown == DealerHand((Card.SA, BACK), 11, True)
    assert play("1", f"{line} turn").dealer_hand == DealerHand((Card.SA, Card.C5), 16, True)


def test_a_round_keeps_the_order_in_which_its_cards_came() -> None:
    """BJ-3.6: each hand can be laid out again."""
    line = "8S TH 2D 9S 8H TD 3D 7C 1:split 3H 2S 1.1:double 9C 1.2:hit 6D 1.2:stand 4:stand 6:hit 4C 6:stand"
    round = play("1 4 6", f"{line} turn KS")
    assert " ".join(round.cards) == " ".join(w for w in f"{line} KS".split() if len(w) == 2)


# Insurance


def test_insurance_is_offered_to_every_seat_with_an_ace_up_and_before_anything_else() -> None:
    """BJ-2.5.1, BJ-2.5.2, LT-BJ-07: a blackjack's seat too, in any order, then the dealer looks."""
    line = "TH AS 9D AC KD KH 5D 7C 5:decline 1:insure 3:timeout peek"
    assert course("1 3 5", line)[8:] == [
        "1 3 5 insurance?",
        "1 3 insurance?",
        "3 insurance?",
        "peek",
        "1.1?",
    ]
    assert offers(play("1 3 5", line[:23])) == "insure decline"


def test_insurance_and_the_look_at_the_hole_card_need_an_ace_up() -> None:
    """BJ-2.5.1, BJ-3.7, LT-BJ-07: none under a ten."""
    for up in (card for card in DECK if card[0] != "A"):
        assert course("1", f"TH {up} 9D AC 1:stand turn")[4:6] == ["1.1?", "turn_hole"], up


def test_insurance_is_open_until_the_look_and_then_won_or_lost() -> None:
    """BJ-2.5.1, BJ-2.5.3: lost ones are collected right after it."""
    insured = "TH 9S AD TC 7D KC 1:insure 2:decline"
    assert [hand.insurance for hand in laid(play("1 2", insured))] == [Insurance.OPEN, None]
    assert [hand.insurance for hand in laid(play("1 2", f"{insured} peek"))] == [Insurance.WON, None]
    lost = play("1", "TH AD TC 7D 1:insure peek")
    assert (laid(lost)[0].insurance, due(lost)) == (Insurance.LOST, "1.1?")


def test_a_blackjack_under_an_ace_is_turned_at_once_and_decides_the_round() -> None:
    """BJ-3.7, BJ-2.1.1: nobody is asked for anything more."""
    round = play("1 2", "TH AC AS TC KC JD 1:decline 2:decline peek")
    assert round.hole is Hole.TURNED
    assert round.outcome == Outcome(21, True, True, False)
    assert states(round) == "lost push"


def test_seats_that_owe_an_answer_act_and_the_others_wait() -> None:
    """BJ-2.5.1: a blackjack stays one."""
    round = play("1 2 3", "TH AC 5D AS TC KC 6D 7D")
    assert states(round) == "acting blackjack acting"
    assert states(step(round, "1:decline")) == "waiting blackjack acting"


# Surrender


def test_the_lithuanian_table_lets_a_player_surrender_against_an_ace() -> None:
    """LT-BJ-07: out of this game at once."""
    round = play("1 2", "TH 9C AS 6C KC 7D", surrender=True)
    assert offers(round) == "insure decline surrender"
    round = step(step(round, "1:surrender"), "2:decline")
    assert (states(round), due(step(round, "peek"))) == ("surrendered waiting", "2.1?")


def test_surrender_needs_an_ace_up_and_a_rulebook_that_offers_it() -> None:
    """LT-BJ-07: in lt only, and with an ace up only."""
    against_ten = play("1", "TH KS 6C 7D", surrender=True)
    assert against_ten.refusal(1, 1, Choice.SURRENDER) == "not_offered"
    elsewhere = play("1", "TH AS 6C 7D")
    assert elsewhere.refusal(1, 1, Choice.SURRENDER) == "not_offered"


def test_one_who_surrendered_stays_so_against_a_blackjack_too() -> None:
    """LT-BJ-07."""
    assert states(play("1", "TH AS 6C KD 1:surrender peek", surrender=True)) == "surrendered"


# Choices


def test_after_two_cards_a_player_hits_stands_or_doubles_and_splits_what_is_equal() -> None:
    """BJ-3.5-i, LT-BJ-06."""
    assert offers(play("1", "TH 9S 6C 7D")) == "hit stand double"
    assert offers(play("1", "6H 9S 6C 7D")) == "hit stand double split"
    assert offers(play("1", "6H 9S 5C 7D 1:hit 2D")) == "hit stand"


@pytest.mark.parametrize(("faces", "split"), [("KH TD", True), ("QH JD", True), ("9H TD", False)])
def test_cards_of_equal_value_are_split_a_king_with_a_ten_too(faces: str, split: bool) -> None:
    """BJ-2.7, LT-BJ-06."""
    first, second = faces.split()
    assert ("split" in offers(play("1", f"{first} 9S {second} 7D"))) == split


def test_a_player_hits_until_standing() -> None:
    """BJ-4.4-i, LT-BJ-06: as often as wanted under 21."""
    line = "2H 9S 2C 7D 1:hit 2D 1:hit 3C 1:hit AC 1:stand"
    asked = course("1", line)[4:]
    assert asked == ["1.1?", "1.1 up", "1.1?", "1.1 up", "1.1?", "1.1 up", "1.1?", "turn_hole"]
    assert states(play("1", line)) == "stood"


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("TH 9S 6C 7D 5H 8D 1:hit 4S", "stood"),
        ("TH 9S 6C 7D 5H 8D 1:hit TS", "bust"),
        ("AH 9S 5C 7D 5H 8D 1:hit 3S", "stood"),
        ("AH 9S 6C TD 5H 8D", "blackjack"),
        ("TH 9S 6C 7D 5H 8D 1:timeout", "stood"),
    ],
)
def test_at_twenty_one_over_it_and_without_an_answer_the_round_moves_on(line: str, state: str) -> None:
    """BJ-3.5-iii, BJ-4.4-i, LT-BJ-08: no card at 21, hard or soft, nor at blackjack."""
    round = play("1 2", line)
    assert states(round).split()[0] == state
    assert due(round) == "2.1?"


def test_no_answer_is_no_to_insurance_and_then_stands() -> None:
    """LT-BJ-08."""
    round = play("1", "TH AS 2C 7D 1:timeout peek")
    assert (laid(round)[0].insurance, due(round)) == (None, "1.1?")
    assert states(step(round, "1:timeout")) == "stood"


def test_a_double_gets_one_card_and_no_other() -> None:
    """BJ-2.6, LT-BJ-06, LT-BJ-15: the additional card for an additional bet, from the answer on."""
    round = play("1", "6H 9S 5C 7D 1:double")
    assert (states(round), laid(round)[0].bet, due(round)) == ("acting", 2, "1.1 up")
    round = step(round, "2D")
    assert (states(round), laid(round)[0].bet, due(round)) == ("doubled", 2, "turn_hole")


@pytest.mark.parametrize("third", ["AD", "9D", "KD"])
def test_a_doubled_hand_is_doubled_whatever_its_card_at_twenty_one_too(third: str) -> None:
    """BJ-2.6."""
    assert states(play("1", f"6H 9S 5C 7D 1:double {third}")) == "doubled"


def test_a_doubled_hand_over_twenty_one_is_bust() -> None:
    """BJ-2.6, BJ-2.3."""
    assert states(play("1", "TH 9S 5C 7D 1:double KD")) == "bust"


def test_only_a_double_and_a_split_ask_for_an_additional_bet() -> None:
    """LT-BJ-15: no other card of this table's game needs one."""
    hit = play("1", "2H 9S 2C 7D 1:hit 2D 1:hit 3C")
    assert [hand.bet for hand in laid(hit)] == [1]
    split = play("1", "8H 9S 8C 7D 1:split")
    assert [hand.bet for hand in laid(split)] == [1, 1]


# Splits


def test_a_splits_hands_get_their_second_cards_before_any_choice() -> None:
    """BJ-2.7."""
    assert course("1 2", "8H 5S 9S 8C 5D 7D 1:split 3D 2C 1.1:stand 1.2:hit 9C 1.2:stand")[6:] == [
        *("1.1?", "1.1 up", "1.2 up"),
        *("1.1?", "1.2?", "1.2 up", "1.2?", "2.1?"),
    ]


def test_the_states_of_a_split_go_with_the_hand_whose_card_or_answer_is_due() -> None:
    """BJ-2.7."""
    round = play("1 2", "8H 5S 9S 8C 5D 7D 1:split")
    assert states(round) == "acting waiting waiting"
    round = step(round, "3D")
    assert states(round) == "waiting acting waiting"
    assert states(step(round, "2C")) == "acting waiting waiting"


def test_a_hole_card_that_was_none_is_due_before_the_cards_of_a_split() -> None:
    """LT-BJ-2.3.18: its one reading was the second of the card before it, which a split has followed."""
    round = play("1 2", "8H 5S 9S 8C 7D 7D 1:split").without_last()
    assert states(round) == "waiting waiting waiting"
    assert due(round) == "dealer 2 down"
    assert due(step(round, "KD")) == "1.1 up"


@pytest.mark.parametrize("choice", ("hit", "double"))
def test_a_splits_second_card_that_was_none_is_due_before_a_card_that_was_asked_for(choice: str) -> None:
    """LT-BJ-2.3.18, BJ-2.7: its one reading was the second of the other hand's card."""
    round = play("1", f"8H 9S 8C 7D 1:split 3S 3S 1:{choice}").without_last()
    assert states(round) == "waiting acting"
    assert due(round) == "1.2 up"
    assert due(step(round, "KD")) == "1.1 up"


def test_a_hand_is_split_once() -> None:
    """BJ-2.7, LT-BJ-06."""
    round = play("1", "8H 9S 8C 7D 1:split 8D 8S")
    assert offers(round) == "hit stand double"
    assert round.refusal(1, 1, Choice.SPLIT) == "not_offered"


def test_a_hand_is_doubled_after_a_split_too() -> None:
    """BJ-2.6: on any two cards."""
    round = play("1", "8H 9S 8C 7D 1:split 3D 2C 1.1:double TD")
    assert states(round) == "doubled acting"
    assert [hand.bet for hand in laid(round)] == [2, 1]


def test_split_aces_stand_on_a_card_each() -> None:
    """BJ-2.7, LT-BJ-06."""
    round = play("1 2", "AH 5S 9S AC 5D 7D 1:split 3D 2C")
    assert (states(round), due(round)) == ("stood stood acting", "2.1?")


@pytest.mark.parametrize("line", ["AH 9S AC 9D 1:split KD AD", "KH 9S TC 9D 1:split AD AS"])
def test_twenty_one_after_a_split_is_no_blackjack(line: str) -> None:
    """BJ-2.7, LT-BJ-06."""
    round = play("1", line)
    assert states(round).split()[0] == "stood"
    assert laid(round)[0].total == 21


def test_a_second_ace_on_a_split_ace_is_not_split_again() -> None:
    """BJ-2.7, LT-BJ-06."""
    assert due(play("1", "AH 9S AC 9D 1:split AD AS")) == "turn_hole"


# The dealer


def test_the_dealer_turns_the_hole_card_when_all_have_decided_and_draws_to_seventeen() -> None:
    """BJ-3.7, BJ-4.4-ii, LT-BJ-09."""
    asked = course("1", "TH 6S 9D 2C 1:stand turn 4D 4C AH")
    assert asked[5:] == ["turn_hole", "dealer 3 up", "dealer 4 up", "dealer 5 up", "-"]


@pytest.mark.parametrize(
    ("hand", "drawn", "outcome"),
    [
        ("6S TC", "AD", Outcome(17, False, False, False)),
        ("6S AC", "", Outcome(17, True, False, False)),
        ("6S 2C", "4D AC 4H", Outcome(17, False, False, False)),
        ("5S 5C", "AC", Outcome(21, True, False, False)),
        ("6S TC", "KD", Outcome(26, False, False, True)),
        ("TS AC", "", Outcome(21, True, True, False)),
        ("TS 7C", "", Outcome(17, False, False, False)),
    ],
)
def test_the_dealer_stands_on_seventeen_hard_or_soft(hand: str, drawn: str, outcome: Outcome) -> None:
    """BJ-4.4-ii, LT-BJ-09."""
    up, hole = hand.split()
    assert play("1", f"TH {up} 9D {hole} 1:stand turn {drawn}").outcome == outcome


def test_the_protocols_round_against_a_soft_sixteen() -> None:
    """BJ-4.4-ii, LT-BJ-09."""
    round = play("1", "TH AS 9D 5C 1:decline peek 1:stand turn")
    assert (due(round), round.dealer_hand.total, round.dealer_hand.soft) == ("dealer 3 up", 16, True)
    round = step(round, "2H")
    assert round.outcome == Outcome(18, True, False, False)
    assert states(round) == "won"


@pytest.mark.parametrize(
    "line",
    [
        "TH 6S 9D TC 1:hit KD turn",
        "AH 6S TD TC turn",
        "AH 2S KD 2C turn",
        "8H 6S 8D TC 1:split 9S 9C 1.1:hit KD 1.2:double KC turn",
    ],
)
def test_the_dealer_draws_no_card_that_can_change_nothing(line: str) -> None:
    """BJ-4.4-iii: all over 21, or blackjacks alone."""
    round = play("1", line)
    assert due(round) == "-"
    assert round.outcome is not None
    assert round.outcome.total < 17


def test_the_dealer_draws_for_a_single_hand_that_still_stands() -> None:
    """BJ-4.4-iii."""
    line = "TH 9S AC 6S 9D 5C KD TC 1:hit KD 2:{} turn"
    assert due(play("1 2 3", line.format("stand"))) == "dealer 3 up"
    assert due(play("1 2 3", line.format("hit 8S"))) == "-"


def test_if_all_surrender_the_dealer_turns_the_hole_card_and_draws_nothing() -> None:
    """LT-BJ-10: the dealer turns the hole card once all have surrendered, and deals no further card."""
    line = "TH 9S AS 9D 5C 2C 1:surrender 2:surrender peek turn"
    assert course("1 2", line, surrender=True)[8:] == ["peek", "turn_hole", "-"]
    round = play("1 2", line, surrender=True)
    assert (states(round), len(round.dealer)) == ("surrendered surrendered", 2)


# Results


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("TH 9S 9D 9C 1:stand turn", "won"),
        ("TH 9S 8D 9C 1:stand turn", "push"),
        ("TH 9S 7D 9C 1:stand turn", "lost"),
        ("TH 6S 2D 9C 1:stand turn KD", "won"),
        ("TH 6S 6D 9C 1:hit KC turn", "lost"),
        ("AH TS KD 9C turn", "won"),
        ("AH TS KD AC turn", "push"),
        ("7H TS 7D AC 1:hit 7S turn", "lost"),
        ("AH 7S KD 7C turn", "won"),
        ("7H 5S 7D 6C 1:hit 7S turn TC", "push"),
        ("6H 5S 5D 6C 1:double KS turn TC", "push"),
    ],
)
def test_a_hand_against_the_dealers_is_won_pushed_or_lost(line: str, result: str) -> None:
    """BJ-2.1.1, BJ-2.2, LT-BJ-05, LT-BJ-09: over 21 loses even when the dealer is over it."""
    assert states(play("1", line)) == result


def test_a_player_over_twenty_one_loses_even_when_the_dealer_busts() -> None:
    """BJ-2.2, BJ-2.3, LT-BJ-09."""
    assert states(play("1 2", "TH 9S 6S 6D 9D TC 1:hit KC 2:stand turn KS")) == "lost won"


@pytest.mark.parametrize(("dealer", "result"), [("9S 9D", "won won"), ("TS AD", "lost lost")])
def test_twenty_one_of_a_split_is_no_match_for_a_blackjack(dealer: str, result: str) -> None:
    """BJ-2.2, BJ-2.7."""
    up, hole = dealer.split()
    assert states(play("1", f"AH {up} AC {hole} 1:split KD 8D turn")) == result


# Bets given back


def test_a_refunded_seat_is_out_and_the_round_goes_on() -> None:
    """LT-BJ-2.3.8."""
    asked = play("1 2", "5H 9S 6S 6D 9D TC")
    round = asked.refund(1)
    assert (states(round), due(round)) == ("refunded acting", "2.1?")
    assert states(play("1 2", "5H 9S 6S 6D 9D TC 1:double").refund(1)) == "refunded acting"
    round = step(step(round, "2:stand"), "turn")
    assert states(step(round, "KS")) == "refunded won"


def test_both_hands_of_a_refunded_seat_are_out() -> None:
    """LT-BJ-2.3.8."""
    round = play("1", "8H 9S 8C 7D 1:split 3D").refund(1)
    assert (states(round), due(round)) == ("refunded refunded", "turn_hole")


def test_one_hand_of_a_split_goes_back_and_the_other_plays_on() -> None:
    """LT-BJ-2.3.8: the refund is that hand's."""
    asked = play("1", "8H 9S 8C 7D 1:split 3D 2C")
    assert (states(asked.refund(1, 2)), due(asked.refund(1, 2))) == ("acting refunded", "1.1?")
    assert (states(asked.refund(1, 1)), due(asked.refund(1, 1))) == ("refunded acting", "1.2?")
    assert not asked.refund(1, 1).is_refunded(1) and asked.refund(1, 1).refund(1, 2).is_refunded(1)


def test_a_card_is_corrected_after_one_hand_of_a_split_went_back() -> None:
    """LT-BJ-2.3.8."""
    answered = play("1", "8H 9S 8C 7D 1:split")
    played = step(step(answered, "3D"), "2C").refund(1, 2)
    mended = with_other_card(answered, played, answered.card_count, Card("4D"))
    assert mended is not None and states(mended) == "acting refunded"
    assert [hand.cards[-1] for hand in mended.seats[0].hands] == ["4D", "2C"]


def test_a_refunded_seat_is_neither_asked_nor_dealt_to_and_keeps_its_insurance() -> None:
    """LT-BJ-2.3.8."""
    assert due(play("1 2", "5H 9S AS").refund(1)) == "2.1 up"
    assert due(play("1 2", "5H 9S AS 6D 9D TC 2:decline").refund(1)) == "peek"
    insured = play("1 2", "5H 9S AS 6D 9D TC 1:insure")
    assert laid(insured.refund(1))[0].insurance == "open"
    assert laid(insured.refund(1, main_only=False))[0].insurance is None, "up to edition 1 it went back"


def test_a_seat_is_refunded_when_the_round_is_decided_too() -> None:
    """LT-BJ-2.3.8: also in the result."""
    round = play("1", "5H 9S 6D 9D 1:stand turn").refund(1)
    assert (states(round), due(round)) == ("refunded", "-")


def test_the_dealer_draws_nothing_for_refunded_seats() -> None:
    """BJ-4.4-iii, LT-BJ-2.3.8."""
    round = play("1", "TH 6S 9D TC 1:stand turn")
    assert (due(round), due(round.refund(1))) == ("dealer 3 up", "-")


def test_a_seat_without_a_bet_can_not_be_refunded() -> None:
    with pytest.raises(ValueError, match="seat 4 is not in the round"):
        play("1", "TH").refund(4)


# Refusals


@pytest.mark.parametrize(
    ("line", "seat", "hand", "choice", "refused"),
    [
        ("", 1, 1, "hit", "out_of_turn"),
        ("TH 9S 6S", 1, 1, "timeout", "out_of_turn"),
        ("TH 9S 6S 5D 5C 7D", 1, 1, "hit", None),
        ("TH 9S 6S 5D 5C 7D", 2, 1, "hit", "out_of_turn"),
        ("TH 9S 6S 5D 5C 7D", 3, 1, "hit", "no_such_hand"),
        ("TH 9S 6S 5D 5C 7D", 1, 2, "hit", "no_such_hand"),
        ("TH 9S 6S 5D 5C 7D", 1, 0, "hit", "no_such_hand"),
        ("TH 9S 6S 5D 5C 7D", 1, 1, "split", "not_offered"),
        ("TH 9S 6S 5D 5C 7D", 1, 1, "insure", "not_offered"),
        ("TH 9S 6S 5D 5C 7D", 1, 1, "timeout", None),
        ("TH 9S 6S 5D 5C 7D 1:hit", 1, 1, "hit", "out_of_turn"),
        ("TH 9S 6S 5D 5C 7D 1:hit 2S", 1, 1, "double", "not_offered"),
        ("TH 9S 6S 5D 5C 7D 1:stand", 1, 1, "hit", "out_of_turn"),
        ("TH 9S AS 5D 5C 7D", 2, 1, "insure", None),
        ("TH 9S AS 5D 5C 7D", 2, 1, "timeout", None),
        ("TH 9S AS 5D 5C 7D", 2, 1, "hit", "not_offered"),
        ("TH 9S AS 5D 5C 7D 2:insure", 2, 1, "decline", "out_of_turn"),
        ("TH 9S AS 5D 5C 7D 2:insure 1:decline", 1, 1, "hit", "out_of_turn"),
        ("8H 9S 6S 8D 5C 7D 1:split 2S 2D", 1, 2, "stand", "out_of_turn"),
        ("8H 9S 6S 8D 5C 7D 1:split 2S 2D", 1, 3, "stand", "no_such_hand"),
        ("TH 9S 6S 5D 5C 7D 1:stand 2:stand", 2, 1, "stand", "out_of_turn"),
    ],
)
def test_an_answer_is_refused_for_the_first_reason_that_holds(
    line: str, seat: int, hand: int, choice: str, refused: str | None
) -> None:
    """BJ-3.5-i, BJ-3.5-iii, BJ-4.4-i."""
    round = play("1 2", line)
    assert round.refusal(seat, hand, Choice(choice)) == refused
    if refused:
        with pytest.raises(ValueError, match=refused):
            round.decide(seat, hand, Choice(choice))


@pytest.mark.parametrize(
    ("line", "wrong", "reason"),
    [
        ("TH 9S 6S 5D", "2D", "no card is due"),
        ("TH 9S 6S 5D 1:stand", "2D", "no card is due"),
        ("TH 9S 6S 9D 1:stand turn", "2D", "no card is due"),
        ("TH 9S 6S 5D", "turn", "not to be turned now"),
        ("TH 9S 6S 5D 1:stand", "peek", "no look at the hole card is due"),
        ("TH AS 6S 5D", "peek", "no look at the hole card is due"),
        ("TH AS 6S 5D 1:decline", "turn", "not to be turned now"),
    ],
)
def test_a_step_that_is_not_due_is_refused(line: str, wrong: str, reason: str) -> None:
    """BJ-3.7, BJ-4.1, BJ-4.2."""
    with pytest.raises(ValueError, match=reason):
        step(play("1", line), wrong)


def test_a_stage_names_the_seats_that_still_owe_an_answer() -> None:
    """BJ-2.5.1."""
    stage = play("1 7", "TH 9S AS 5D 5C 7D 7:decline").next_due
    assert stage == InsuranceStage((1,), (Choice.INSURE, Choice.DECLINE))


def test_a_round_made_again_from_its_parts_is_the_same_value() -> None:
    round = play("1 2", "TH 9S AS 5D 5C 7D 2:insure 1:decline peek 1:hit")
    again = Round(round.seats, round.dealer, round.hole, round.surrender)
    assert again == round
    assert again.next_due == HandPlace(1, 3, 1)
    assert {State.ACTING, State.WAITING} == {hand.state for hand in laid(again)}


asked: list[int] = []


class Side(msgspec.Struct, frozen=True, dict=True):
    length: int

    @cached_value
    def area(self) -> int:
        """Its square."""
        asked.append(self.length)
        return self.length**2


def test_a_once_property_is_worked_out_once_for_each_value() -> None:
    asked.clear()
    three, four = Side(3), Side(4)
    assert [three.area, four.area, three.area] == [9, 16, 9]
    assert asked == [3, 4]


def test_a_value_that_has_worked_it_out_equals_one_that_has_not() -> None:
    worked = Side(3)
    assert worked.area == 9
    assert worked == Side(3)
    assert msgspec.json.encode(worked) == b'{"length":3}'


def test_a_once_property_keeps_its_docstring() -> None:
    assert Side.area.__doc__ == "Its square."
