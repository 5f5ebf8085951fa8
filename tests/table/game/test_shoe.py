"""The count of the cards in a shoe."""

from hypothesis import given
from hypothesis import strategies as st

from console.table.game.cards import DECK, Card
from console.table.game.shoe import CARDS, Shoe

cards = st.lists(st.sampled_from(DECK), max_size=60)


def test_a_new_shoe_has_eight_of_every_card() -> None:
    """BAC-1.3.1, LT-BAC-01: eight decks, 416 cards."""
    shoe = Shoe()
    assert shoe.left == CARDS == 416
    for card in DECK * 8:
        assert shoe.can_hold(card)
        shoe = shoe.draw(card)
    assert shoe.left == 0
    assert not any(shoe.can_hold(card) for card in DECK)


def test_a_ninth_nine_of_hearts_can_not_be_in_the_shoe() -> None:
    """BAC-1.3.1."""
    shoe = Shoe()
    for _ in range(8):
        shoe = shoe.draw(Card.H9)
    assert not shoe.can_hold(Card.H9)
    assert shoe.can_hold(Card.D9)
    assert shoe.put_back(Card.H9).can_hold(Card.H9)


def test_an_unread_card_has_left_the_shoe_too() -> None:
    assert Shoe().draw(Card.CA).draw_unseen().left == 414


def test_no_more_than_416_cards_leave_the_count_at_zero() -> None:
    """Of a set with extra cards: readings of a halt may be of a 417th one."""
    shoe = Shoe().draw_unseen(415).draw_all((None, Card.H9, None))
    assert (shoe.left, shoe.drawn) == (0, 418)


@given(cards, st.integers(0, 20))
def test_the_shoes_cards_are_conserved(drawn: list[Card], unread: int) -> None:
    shoe = Shoe().draw_unseen(unread)
    for card in drawn:
        shoe = shoe.draw(card)
    assert shoe.left + sum(map(shoe.count, DECK)) + unread == CARDS
    assert all(shoe.count(card) == drawn.count(card) for card in DECK)
    for card in reversed(drawn):
        shoe = shoe.put_back(card)
    assert shoe == Shoe(unseen=unread)
