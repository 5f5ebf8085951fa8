"""The fifty-two cards, by the two letters of the table protocol and the readers: only rank and suit."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

DECKS: Final = 8
"""Decks in a shoe (BAC-1.3.1, LT-BAC-01, LT-BJ-01): a rulebook that says otherwise is refused."""


class Rank(StrEnum):
    """The thirteen ranks, in the order of a new deck."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    """The four suits; clubs and spades are black."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


# fmt: off
class Card(StrEnum):
    """One face: ``Card("9H")`` is the nine of hearts. The value is rank, then suit."""

    SA, S2, S3, S4, S5, S6, S7 = "AS", "2S", "3S", "4S", "5S", "6S", "7S"
    S8, S9, ST, SJ, SQ, SK = "8S", "9S", "TS", "JS", "QS", "KS"
    HA, H2, H3, H4, H5, H6, H7 = "AH", "2H", "3H", "4H", "5H", "6H", "7H"
    H8, H9, HT, HJ, HQ, HK = "8H", "9H", "TH", "JH", "QH", "KH"
    DA, D2, D3, D4, D5, D6, D7 = "AD", "2D", "3D", "4D", "5D", "6D", "7D"
    D8, D9, DT, DJ, DQ, DK = "8D", "9D", "TD", "JD", "QD", "KD"
    CA, C2, C3, C4, C5, C6, C7 = "AC", "2C", "3C", "4C", "5C", "6C", "7C"
    C8, C9, CT, CJ, CQ, CK = "8C", "9C", "TC", "JC", "QC", "KC"

    rank: Rank
    suit: Suit
    in_deck: int
    """The card's place in a new deck, 0 to 51: spades, hearts, diamonds, clubs, each ace to king."""

    def __init__(self, face: str) -> None:
        self.rank, self.suit = Rank(face[0]), Suit(face[1])
# fmt: on


DECK: Final = tuple(Card)
"""A deck of 52 in its new order (BAC-1.3.1: no jokers)."""

for _place, _card in enumerate(DECK):
    _card.in_deck = _place
