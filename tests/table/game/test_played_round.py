"""A round's properties that follow from the names of its game: the same for every round."""

from __future__ import annotations

import pytest

from console.table.core import Play
from console.table.game.baccarat.coup import coup_of
from console.table.game.blackjack import Round
from console.table.game.cards import Card
from console.table.game.duel import duel_of
from console.table.game.played_round import PlayedRound
from console.table.game.roulette import Spin

CARDS = tuple(map(Card, ("9H", "2S", "KD", "4C")))


def seated() -> Round:
    played = Round().with_seats((2,))
    for card in CARDS:
        played = played.deal(card)
    return played


@pytest.mark.parametrize("play", [coup_of(()), coup_of(CARDS), duel_of(()), duel_of(CARDS[:2]), seated()])
def test_cards_are_those_with_a_place_and_the_last_is_the_last_of_them(play: Play) -> None:
    cards = [card for _, card in play.placed_cards]
    assert [*play.cards] == cards and play.card_count == len(cards)
    assert [place for place, _ in play.in_view] == [place for place, _ in play.placed_cards]
    assert play.last_in_view == (play.in_view[-1] if cards else None)


@pytest.mark.parametrize("play", [coup_of(CARDS), duel_of(CARDS[:2]), Spin()])
def test_a_round_has_the_fields_of_its_struct_alone(play: PlayedRound[object]) -> None:
    assert not hasattr(play, "__dict__")
