"""The cards' faces and places in a deck."""

from console.table.game.cards import DECK, Card, Rank, Suit


def test_a_deck_is_fifty_two_different_cards_without_a_joker() -> None:
    """BAC-1.3.1."""
    assert len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in Rank for suit in Suit}


def test_a_card_is_written_as_rank_then_suit() -> None:
    assert all(Card(f"{card.rank}{card.suit}") is card and card == f"{card.rank}{card.suit}" for card in DECK)
    assert all(card.name == f"{card.suit}{card.rank}" for card in DECK), "an identifier begins with a letter"
    assert (Card("TH").rank, Card("TH").suit) == (Rank.TEN, Suit.HEARTS)


def test_every_card_has_its_own_place_in_a_new_deck() -> None:
    assert [card.in_deck for card in DECK] == list(range(52))
    assert (Card.SA.in_deck, Card.SK.in_deck, Card.HA.in_deck, Card.CK.in_deck) == (0, 12, 13, 51)


def test_hearts_and_diamonds_are_red() -> None:
    assert [suit for suit in Suit if suit.is_red] == [Suit.HEARTS, Suit.DIAMONDS]
