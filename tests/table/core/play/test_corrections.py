"""The correction of a misread card: which card, until when, and what the round and the shoe are then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from console.table.core import Game, Refusal, Table, events, refusal
from console.table.core.play.corrections import (
    can_correct_a_card,
    can_still_be_corrected,
    correct_round,
    has_corrected_card,
    shoe_lacks_card,
)
from console.table.game import DECK, DECKS, Card
from tests.table.core.tables import Driven, Seen
from tests.table.core.transcripts import follow_scenes


def dealt(cards: str, game: str = "baccarat", code: str = "sv") -> Driven:
    driven = Driven(code, game=game)
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "bets", "state": "closed"})
    if game == "blackjack":
        driven.take({"do": "seats", "seats": [1]})
    for face in cards.split():
        assert driven.take({"do": "card", "card": face})["accepted"]
    return driven


def correct(driven: Driven, hand: str, card: int, to: str) -> Seen:
    return driven.take({"do": "correct", "by": "P1", "hand": hand, "card": card, "to": to})


def asked(hand: str, card: int, to: str) -> events.CardCorrected:
    return events.CardCorrected("P1", hand, card, Card(to))


@pytest.mark.parametrize(
    ("hand", "card", "lies"),
    [
        ("player", 1, True),
        ("banker", 1, True),
        ("player", 2, True),
        ("banker", 2, False),
        ("player", 3, False),
    ],
)
def test_a_card_that_lies_can_be_corrected_and_no_other(hand: str, card: int, lies: bool) -> None:
    driven = dealt("9H 2S KS")
    assert has_corrected_card(driven.table, asked(hand, card, "5C")) is lies
    assert can_still_be_corrected(driven.table, asked(hand, card, "5C")) is lies
    assert correct(driven, hand, card, "5C")["refused"] == (None if lies else "no_such_hand")


def test_the_right_card_takes_the_wrong_ones_place_in_the_hand_and_in_the_count() -> None:
    driven = dealt("9H 2S KS")
    left = driven.view()["shoe"]["left"]
    seen = correct(driven, "banker", 1, "5C")
    assert (seen["round"]["player"], seen["round"]["banker"]) == (["9H", "KS"], ["5C"])
    assert seen["shoe"]["left"] == left
    counts = [driven.table.shoe.count(Card(face)) for face in ("9H", "2S", "KS", "5C")]
    assert counts == [1, 0, 1, 1]


def test_no_correction_comes_to_a_ninth_card_of_a_kind() -> None:
    """Eight decks hold eight of each card (BAC-1.3.1); a card that is named as it was read is none more."""
    driven = dealt("9H 2S KS")
    full = driven.table.shoe
    while full.can_hold(Card("5C")):
        full = full.draw(Card("5C"))
    assert full.count(Card("5C")) == DECKS
    table = replace(driven.table, shoe=full)
    assert shoe_lacks_card(table, asked("banker", 1, "5C"))
    assert not shoe_lacks_card(table, asked("banker", 1, "5D"))
    nine = dealt("5C")
    assert not shoe_lacks_card(nine.table, asked("player", 1, "5C"))


def test_a_correction_after_which_another_card_would_have_been_drawn_is_not_possible() -> None:
    """LT-BAC-30a: with the right card nobody would have drawn the third one."""
    driven = dealt("2S 3D 3H 2C 7D", code="lt")
    assert len(driven.view()["round"]["player"]) == 3
    assert correct_round(driven.game, driven.table, asked("player", 1, "5S")) is None
    assert correct(driven, "player", 1, "5S")["refused"] == "not_possible"
    assert correct(driven, "player", 3, "8D")["refused"] is None


def test_in_every_scene_a_card_can_be_corrected_where_the_table_says_so() -> None:
    """Held against the refusals of a correction of each card that lies."""
    found = set[bool]()

    def see(game: Game, _before: Table, event: object, _refused: object, table: Table) -> None:
        if game.cards is None:
            return
        pit_boss = next((person.who for person in table.people if person.role == "pit_boss"), None)
        if pit_boss is None:
            return
        places = [place for place, _ in table.play.placed_cards]
        asked = (events.CardCorrected(pit_boss, place.name, place.card, DECK[0]) for place in places)
        untimely = (Refusal.OUT_OF_TURN, Refusal.HALTED)
        can = any(refusal(game, table, each) not in untimely for each in asked)
        assert can is can_correct_a_card(table), (event, table.phase)
        found.add(can)

    follow_scenes(see)
    assert found == {True, False}
