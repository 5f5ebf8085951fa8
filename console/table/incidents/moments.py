"""The moments of play at which an incident can be reported."""

from __future__ import annotations

from enum import StrEnum


class Moment(StrEnum):
    """A moment, by its letter in the rows; several may stand at once."""

    BET_TIME = "T"
    """Bets are open, or a reading of bet time halts the table."""
    ROUND = "R"
    """A round is open, and bets no longer are."""
    CARD_OUT = "C"
    """A round is open, bets no longer are, and a card is out."""
    NUMBER_UNKNOWN = "N"
    """Roulette: a round is open, bets no longer are, and no number is known."""
    END = "E"
    """The result is due to be announced, or no round is open and the table is not closed."""
    LAST_NUMBER = "L"
    """Roulette: from the known number to the next round's."""
    SHUFFLE = "S"
    """From the first step of the shuffle until the shoe is loaded."""
    INSPECTION = "I"
    """From the receiving of the decks to their presenting, and the inspection after closing."""
    ANY = "A"
    """The table is not closed."""
