"""The phase of a table, the states of its bets and round, an ordered shuffle and a kept number."""

from enum import StrEnum


class Phase(StrEnum):
    """The phase of the table; ``halted`` is only shown while a halt lies over the table's own phase."""

    CLOSED = "closed"
    SHOE = "shoe"
    WHEEL = "wheel"
    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SPINNING = "spinning"
    RESULT = "result"
    COLLECTING = "collecting"
    HALTED = "halted"


PLAYED = (Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.SPINNING, Phase.RESULT, Phase.COLLECTING)
"""The phases with a shoe or a wheel in play, in which a reading out of place halts the table."""


class Bets(StrEnum):
    """The state of the bets; it stays until bets open again."""

    OPEN = "open"
    CLOSED = "closed"
    STAND = "stand"
    SETTLED = "settled"
    REFUNDED = "refunded"


class OrderedShuffle(StrEnum):
    """The shuffle that a pit boss ordered."""

    SAME_CARDS = "same"
    NEW_DECKS = "new"


class KeptNumber(StrEnum):
    """The state of play in which a number came that is kept, and that no spin has used."""

    BET_TIME = "bet_time"
    """In bet time, if it halted the table."""
    REPORT = "report"
    """In bet time, under a report."""
    HALT = "halt"
    """In a halt after it."""


class RoundStatus(StrEnum):
    """The status of a round: it is open until its result is announced, unless it is void."""

    OPEN = "open"
    FINISHED = "finished"
    VOID = "void"


class HeldBack(StrEnum):
    """A reason why the table opens no bets, neither by its own clock nor for the game server."""

    LOCKED = "locked"
    WHEEL_SILENT = "wheel_silent"
    """The wheel is silent or lost."""
    WHEEL_FAULT = "wheel_fault"
    WHEEL_OFF = "wheel_off"
    READER_SILENT = "reader_silent"
    """The shoe or card reader is silent or lost."""
    READER_FAULT = "reader_fault"
    PORT_SHARED = "port_shared"
    """Another program reads a device's port."""
