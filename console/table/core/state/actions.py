"""The actions of prompts that the program itself names.

The steps of a preparation are :class:`console.table.game.rule_values.Preparing`. A step of an outcome is the
rulebook's own word: the steps that the table or a screen treats apart are here, any other is done by a press.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Action(StrEnum):
    """A prompt's ``action`` in the protocol."""

    SIGN_IN = "sign_in"
    OPEN_TABLE = "open_table"
    AWAIT_BETS = "await_bets"
    WAIT = "wait"
    """Bets are open."""
    AWAIT_SEATS = "await_seats"
    DEAL = "deal"
    AWAIT_DECISION = "await_decision"
    PEEK = "peek"
    TURN_HOLE = "turn_hole"
    SPIN = "spin"
    AWAIT_NUMBER = "await_number"
    CONFIRM_NUMBER = "confirm_number"
    ANNOUNCE = "announce"
    COLLECT = "collect"
    RESCAN = "rescan"
    RESOLVE = "resolve"
    """A halt, which the pit boss ends."""
    ANSWER = "answer"
    """A fact of the open incident is to be given."""
    AUTHORISE = "authorise"
    """The open incident's outcome is to be confirmed."""
    BURN_CARD = "burn_card"
    BURN = "burn"
    DISCARD = "discard"
    REPLACE_SHOE = "replace_shoe"

    CHECK_BALL = "check_ball"
    REPLACE_BALL = "replace_ball"
    REMOVE_BALL = "remove_ball"
    """The dealer takes the ball out at once, before the incident is reported; also a step of its outcome."""
    PICK_UP_BALL = "pick_up_ball"
    """The ball that left the wheel is picked up (LT-ROU-29)."""
    SCAN_CARD = "scan_card"
    SCAN_CUT_CARD = "scan_cut_card"
    ENTER_NUMBER = "enter_number"
    LEAVE_IN_VIEW = "leave_in_view"
    """The card stays in view until the coup is picked up (LT-BAC-16)."""
    CHANGE_SHOE = "change_shoe"
    """Another shoe is put into play (LT-BAC-22a, LT-BJ-2.3.3)."""
    REPLACE_DECKS = "replace_decks"
    QUARANTINE_SET = "quarantine_set"
    """The set that is wrong is put aside: it is out of play until it is released."""
    PUT_BACK = "put_back"
    REMOVE_CARDS = "remove_cards"
    MOVE_CARD = "move_card"
    MOVE_CARDS = "move_cards"
    REPLACE_CARD = "replace_card"
    SET_ASIDE = "set_aside"
    TURN_CARD = "turn_card"
    TURN_DOWN = "turn_down"
    RESTORE = "restore"
    """Cards are laid out again as they lay."""
    SETTLE = "settle"
    CONFIRM_MENDED = "confirm_mended"


NEVER_SKIPPED: Final = frozenset((Action.ENTER_NUMBER, Action.CONFIRM_NUMBER, Action.CONFIRM_MENDED))
"""The steps that no pit boss may skip, with whatever reason (LT-ROU-31c, ROU-2.1.6)."""
