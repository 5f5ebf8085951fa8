"""The kinds of incident that the program itself names: those that it notices, and those that it treats apart.
A kind is a rulebook's word, and most are nowhere in the code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """A kind, as the rows and the protocol write it."""

    NO_SPIN = "no_spin"
    SPUN_IN_BET_TIME = "spun_in_bet_time"
    WRONG_NUMBER_RECORDED = "wrong_number_recorded"
    BALL_OUT = "ball_out"
    FOREIGN_OBJECT = "foreign_object"
    NOT_READ = "not_read"
    TECHNICAL_FAULT = "technical_fault"
    CANNOT_CONTINUE = "cannot_continue"
    READER_FAILED = "reader_failed"
    EARLY_DEAL = "early_deal"
    EXTRA_CARD_DRAWN = "extra_card_drawn"
    MISREAD = "misread"
    CARD_MISMATCH = "card_mismatch"
    DOUBLE_SCAN = "double_scan"
    CARD_FACE_DOWN = "card_face_down"
    CARDS_LEFT_ON_TABLE = "cards_left_on_table"
    PLAYED_PAST_CUT_CARD = "played_past_cut_card"
    CUT_CARD_NOT_SCANNED = "cut_card_not_scanned"
    OVER_BURN = "over_burn"
    UNDER_BURN = "under_burn"
    NO_BURN = "no_burn"
    BURN_CARD_SHOWN = "burn_card_shown"
    CARD_FELL = "card_fell"
    DAMAGED_CARD = "damaged_card"
    HOLE_CARD_EXPOSED = "hole_card_exposed"
    HOLE_CARD_TURNED_EARLY = "hole_card_turned_early"
    NO_CHANCE_TO_ACT = "no_chance_to_act"
    FIRST_CARD_FACE_UP = "first_card_face_up"
    WRONG_POSITION = "wrong_position"
    TOO_FEW_HANDS = "too_few_hands"
    WRONG_CARD_SET = "wrong_card_set"
    NOT_MIXED = "not_mixed"
    CARD_TURNED_IN_SHUFFLE = "card_turned_in_shuffle"


OF_CARD_SET: Final = frozenset({Kind.WRONG_CARD_SET, Kind.NOT_MIXED})
"""The kinds of which players are not told what may be wrong."""

KIND: Final = "kind"
"""The fact that is asked for first, if a report names no kind."""
OTHER: Final = "other"
"""The answer that none of a clause's examples fits; a pit boss gives it in words (LT-BAC-31)."""
UNASKED: Final = "ball_damaged"
"""The fact that no report is asked for: the person who checks the ball states it then (LT-ROU-29)."""
IN_TIME: Final = "ball_removed_in_time"
"""The fact that the ball was out of the wheel before it fell; a number contradicts it (LT-ROU-32a)."""
BURNED: Final = "cards"
"""The optional fact of a wrong burn: how many cards were burned too many, too few, or not at all."""
WRONG_BURNS: Final = (Kind.OVER_BURN, Kind.UNDER_BURN, Kind.NO_BURN)
DRAWN: Final = "drawn"
"""The optional fact of readings that are of no hand: how many cards they were (LT-BAC-25)."""
ON_TRACK: Final = "track"
IN_POCKET: Final = "pocket"
"""The place of a ball that was spun in bet time, as the fact ``ball`` names it."""
