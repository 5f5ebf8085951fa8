"""The rules of a coup, clause by clause, and against a tableau written a second time."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import DECK, Card, Rank
from console.table.game.baccarat.coup import (
    BURN,
    POINTS,
    Coup,
    CoupPlace,
    Hand,
    Size,
    Winner,
    coup_of,
    points,
)

VALUE = dict(zip("TJQKA23456789", (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
"""The points of each rank, written a second time (BAC-1.3.2, LT-BAC-04)."""

PLAYER_DRAWS = CoupPlace(Hand.PLAYER, 3, crosswise=True)
BANKER_DRAWS = CoupPlace(Hand.BANKER, 3, crosswise=True)

AS_POINTS = {value: Card(f"{'KA23456789'[value]}S") for value in range(10)}
"""A card for each number of points."""


def dealt(faces: str) -> Coup:
    """The coup of cards in the order dealt: player, banker, player, banker, thirds."""
    return coup_of(tuple(map(Card, faces.split())))


def hands(player: int, banker: int, third: int | None = None) -> Coup:
    """A coup whose first two cards make these points, and the player's third if one is given."""
    first = (Card.SK, Card.HK, AS_POINTS[player], AS_POINTS[banker])
    return coup_of(first if third is None else (*first, AS_POINTS[third]))


# Points and hands


def test_a_card_counts_its_face_an_ace_one_and_tens_and_pictures_nothing() -> None:
    """BAC-1.3.2, LT-BAC-04."""
    assert {card: POINTS[card] for card in DECK} == {card: VALUE[card[0]] for card in DECK}


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ("AS 2H 4D", 7),
        ("AS 2H 9D", 2),
        ("AS 2H 7D", 0),  # what sv has for 7: its erratum
        ("8S 8H", 6),
        ("JS 7H", 7),
        ("KS QH", 0),
    ],
)
def test_a_hands_points_are_the_last_digit_of_the_sum(faces: str, expected: int) -> None:
    """BAC-1.1-points, BAC-1.3.2, LT-BAC-04: the documents' own examples."""
    assert points(tuple(map(Card, faces.split()))) == expected


def test_the_first_card_says_how_many_are_burned() -> None:
    """LT-BAC-03: as many as its value, ten for a ten as for a picture."""
    assert {card.rank.value: BURN[card] for card in DECK} == {
        rank.value: 10 if rank in "TJQK" else VALUE[rank] for rank in Rank
    }


# The order of the deal


def test_the_first_four_cards_go_to_player_and_banker_in_turn() -> None:
    """BAC-3.4.3."""
    coup, places = Coup(), []
    for card in (Card.H9, Card.S2, Card.DK, Card.C4):
        places.append(coup.next_place)
        coup = coup.deal(card)
    assert places == [CoupPlace(hand, card) for card in (1, 2) for hand in (Hand.PLAYER, Hand.BANKER)]
    assert (coup.player, coup.banker) == ((Card.H9, Card.DK), (Card.S2, Card.C4))


@pytest.mark.parametrize("faces", ["9H 2S KD 4C", "2H 2S 3D 4C 4H", "2H 2S 3D 4C 6H 9C", "TH 2S 7D 3C 9C"])
def test_a_coup_keeps_the_order_in_which_its_cards_came(faces: str) -> None:
    assert " ".join(dealt(faces).cards) == faces


def test_a_card_after_the_last_is_refused() -> None:
    with pytest.raises(ValueError, match="decided"):
        dealt("9H 2S KD 4C").deal(Card.S2)


# Who draws


@pytest.mark.parametrize("natural", [8, 9])
def test_a_natural_on_either_side_ends_the_deal(natural: int) -> None:
    """BAC-1.1-natural, BAC-3.5.1-i, LT-BAC-05: on the first two cards, whichever they are."""
    for other in range(10):
        for coup in (hands(natural, other), hands(other, natural)):
            assert coup.next_place is None, other
            assert coup.outcome is not None
            assert coup.outcome.natural, other


def test_nine_points_with_three_cards_are_no_natural() -> None:
    """BAC-1.1-natural."""
    outcome = dealt("2H 2S 3D 5C 4H").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.natural) == (Winner.PLAYER, False)


@pytest.mark.parametrize("player", (6, 7))
def test_the_player_stands_on_six_and_seven(player: int) -> None:
    """BAC-3.5.1-ii, and BAC-3.5.1-iii, LT-BAC-06: the banker then draws on five or less."""
    for banker in range(8):
        assert hands(player, banker).next_place == (BANKER_DRAWS if banker <= 5 else None), banker


@pytest.mark.parametrize("player", range(6))
def test_the_player_draws_on_five_or_less(player: int) -> None:
    """BAC-3.5.1-iv, LT-BAC-06."""
    for banker in range(8):
        assert hands(player, banker).next_place == PLAYER_DRAWS, banker


BANKER_ON_PLAYERS_THIRD = {
    0: "TJQKA23456789",
    1: "TJQKA23456789",
    2: "TJQKA23456789",
    3: "TJQKA2345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""BAC-3.5.1-v: by the banker's points, the player's third cards on which the banker draws."""

BANKER_UP_TO_BY_THIRD = {"23": 4, "45": 5, "67": 6, "8": 2, "9TJQKA": 3}
"""LT-BAC-07: by the player's third card, the most points on which the banker draws."""


def banker_draws(banker: int, third: Rank) -> bool:
    """Whether the engine has the banker draw after this third card of the player."""
    coup = hands(5, banker).deal(Card(f"{third.value}H"))
    assert coup.next_place in (BANKER_DRAWS, None)
    return coup.next_place is not None


@pytest.mark.parametrize("banker", range(8))
def test_the_banker_draws_by_the_players_third_card(banker: int) -> None:
    """BAC-3.5.1-v."""
    for third in Rank:
        assert banker_draws(banker, third) == (third in BANKER_ON_PLAYERS_THIRD[banker]), third


@pytest.mark.parametrize("banker", range(8))
def test_the_lithuanian_table_is_the_same_table(banker: int) -> None:
    """LT-BAC-07 says by third cards what BAC-3.5.1-v says by points."""
    for third in Rank:
        (most,) = (most for ranks, most in BANKER_UP_TO_BY_THIRD.items() if third in ranks)
        assert banker_draws(banker, third) == (banker <= most), third
        assert (banker <= most) == (third in BANKER_ON_PLAYERS_THIRD[banker]), third


def test_banker_on_three_stands_against_an_eight() -> None:
    """BAC-3.5.1-v."""
    assert hands(0, 3, third=8).next_place is None
    assert hands(0, 3, third=9).next_place == BANKER_DRAWS


# Who wins


def test_hands_rank_by_their_points() -> None:
    """BAC-3.5.2, BAC-1.1-tie; LT-BAC-05: a natural nine beats a natural eight, equal ones tie."""
    by_points = {-1: Winner.BANKER, 0: Winner.TIE, 1: Winner.PLAYER}
    for player, banker in product(range(6, 10), repeat=2):
        outcome = hands(player, banker).outcome
        assert outcome is not None
        assert outcome.winner is by_points[(player > banker) - (player < banker)], (player, banker)


@pytest.mark.parametrize(
    ("faces", "winner", "size"),
    [
        ("9H 2S KD 4C", Winner.PLAYER, Size.SMALL),  # 9 to 6
        ("TH 2S 7D 3C 9C", Winner.PLAYER, Size.BIG),  # 7 to 4
        ("TH KS 2D QC AC 7H", Winner.BANKER, Size.BIG),  # 3 to 7
        ("KH KS QD QC JC JH", Winner.TIE, Size.BIG),  # baccarat to baccarat
    ],
)
def test_the_hand_nearer_nine_wins(faces: str, winner: Winner, size: Size) -> None:
    """LT-BAC-01, BAC-3.5.2, LT-BAC-09."""
    outcome = dealt(faces).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.size) == (winner, size)


def test_a_coup_has_no_outcome_while_a_card_is_due() -> None:
    cards = dealt("TH KS 2D QC AC 7H").cards
    assert all(coup_of(cards[:dealt]).outcome is None for dealt in range(6))


def test_a_pair_is_one_rank_and_a_perfect_pair_one_card() -> None:
    """LT-BAC-09: on the first two cards of either hand, with any second card."""
    for first, second in product(DECK, repeat=2):
        pair, none = (first, second), (Card.S2, Card.H5)
        same_rank, same_card = first[0] == second[0], first == second
        for coup, expected in (
            (Coup(pair, none), (same_rank, False)),
            (Coup(none, pair), (False, same_rank)),
        ):
            outcome = decided(coup).outcome
            assert outcome is not None
            assert (outcome.player_pair, outcome.banker_pair) == expected
            assert (outcome.either_pair, outcome.perfect_pair) == (same_rank, same_card)


def decided(coup: Coup) -> Coup:
    """The coup dealt to its end with kings, which change no points."""
    while coup.next_place is not None:
        coup = coup.deal(Card.DK)
    return coup


# Against a reference


def reference(cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """The tableau as a croupier learns it, in plain lists: both hands of these cards."""
    rest = iter(cards)
    player, banker = [next(rest)], [next(rest)]
    player.append(next(rest))
    banker.append(next(rest))

    def total(hand: list[Card]) -> int:
        return sum(VALUE[card[0]] for card in hand) % 10

    if max(total(player), total(banker)) < 8:
        drawn = next(rest) if total(player) < 6 else None
        if drawn:
            player.append(drawn)
        if drawn[0] in BANKER_ON_PLAYERS_THIRD[total(banker)] if drawn else total(banker) < 6:
            banker.append(next(rest))
    return player, banker


six = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@given(six)
def test_every_coup_ends_in_four_to_six_cards(cards: list[Card]) -> None:
    coup, count = Coup(), 0
    while coup.next_place is not None:
        coup, count = coup.deal(cards[count]), count + 1
    assert 4 <= count <= 6
    assert coup.cards == tuple(cards[:count])


@given(six)
def test_the_engine_deals_as_the_reference_does(cards: list[Card]) -> None:
    player, banker = reference(cards)
    coup = coup_of(tuple(cards[: len(player) + len(banker)]))
    assert (coup.player, coup.banker) == (tuple(player), tuple(banker))
    assert coup.next_place is None
