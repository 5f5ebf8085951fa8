"""Signs of an incident: its kind, the question about it, its outcome, and the steps that carry that out. The
sign of a kind is the file of that name in ``resources/signs/incidents``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from console.table.ui.signs.sign import Sign

_OUTCOMES: Final[dict[str, Sign]] = {
    "void": Sign("outcomes.crossed_ring"),
    "replace_card": Sign("incidents.damaged_card"),
    "replace_decks": Sign("shoe.decks"),
    "shuffle_on": Sign("shoe.shuffle"),
    "shuffle_again": Sign("shoe.wash"),
    "change_shoe": Sign("shoe.replace_shoe"),
    "change_shoe_after": Sign("shoe.replace_shoe"),
    "reshuffle_after": Sign("shoe.shuffle"),
    "carry_card": Sign("play.next_card"),
    "burn_card": Sign("shoe.burn"),
    "replace_reader": Sign("places.reader"),
    "move_card": Sign("outcomes.move"),
    "move_cards": Sign("outcomes.move"),
    "remove_last": Sign("outcomes.discard"),
    "restore_hands": Sign("outcomes.lay_out"),
    "pit_boss_decides": Sign("states.decide"),
    "respin": Sign("wheel.spin"),
    "settle_by_hand": Sign("wheel.settle"),
    "finish": Sign("wheel.number"),
}

_STEPS: Final[dict[str, Sign]] = {
    "put_back": Sign("outcomes.put_back"),
    "turn_card": Sign("seats.turn_hole"),
    "turn_down": Sign("outcomes.turn_down"),
    "discard": Sign("outcomes.discard"),
    "leave_in_view": Sign("outcomes.eye"),
    "scan_card": Sign("play.rescan"),
    "scan_cut_card": Sign("incidents.cut_card_not_scanned"),
    "change_shoe": Sign("shoe.replace_shoe"),
    "replace_decks": Sign("shoe.decks"),
    "quarantine_set": Sign("incidents.wrong_card_set"),
    "set_aside": Sign("outcomes.move"),
    "burn": Sign("shoe.burn"),
    "check_reader": Sign("places.reader"),
    "call_service": Sign("outcomes.service"),
    "replace_reader": Sign("places.reader"),
    "move_card": Sign("outcomes.move"),
    "move_cards": Sign("outcomes.move"),
    "restore": Sign("outcomes.lay_out"),
    "replace_card": Sign("incidents.damaged_card"),
    "return_decks": Sign("shoe.decks"),
    "remove_cards": Sign("outcomes.discard"),
    "remove_ball": Sign("wheel.remove_ball"),
    "pick_up_ball": Sign("wheel.pick_up_ball"),
    "check_ball": Sign("wheel.check_ball"),
    "replace_ball": Sign("wheel.replace_ball"),
    "enter_number": Sign("wheel.number"),
    "confirm_number": Sign("wheel.number"),
    "settle": Sign("wheel.settle"),
    "confirm_mended": Sign("outcomes.service"),
}

_FACTS: Final[dict[str, Sign]] = {
    "seen": Sign("outcomes.eye"),
    "shown": Sign("outcomes.eye"),
    "cards": Sign("incidents.stuck_cards"),
    "drawn": Sign("incidents.stuck_cards"),
    "cards_to_remove": Sign("outcomes.discard"),
    "cards_to_move": Sign("outcomes.move"),
    "first_card": Sign("play.deal"),
    "pit_boss_read": Sign("places.reader"),
    "stage": Sign("shoe.shuffle"),
    "noticed": Sign("outcomes.clock"),
    "where": Sign("outcomes.clock"),
    "ball": Sign("wheel.on_track"),
    "ball_damaged": Sign("wheel.damaged_ball"),
    "ball_removed_in_time": Sign("wheel.remove_ball"),
    "recorded": Sign("places.wheel"),
    "result_known": Sign("outcomes.video"),
    "actual": Sign("wheel.number"),
}


@cache
def kind_sign(kind: str | None) -> Sign:
    """The sign of an incident's kind; a triangle if the kind is unknown or has no file."""
    sign = Sign(f"incidents.{kind}")
    return sign if kind and sign.file.is_file() else Sign("states.caution")


def outcome_sign(outcome: str | None) -> Sign:
    """The sign of an incident's outcome; that of play that goes on for any without a sign of its own."""
    return _OUTCOMES.get(outcome or "", Sign("outcomes.goes_on"))


def step_sign(action: str) -> Sign:
    """The sign of a step; a tick for any without a sign of its own."""
    return _STEPS.get(action, Sign("states.tick"))


def fact_sign(fact: str | None) -> Sign:
    """The sign of what is asked; a question mark for any without a sign of its own."""
    return _FACTS.get(fact or "", Sign("outcomes.question"))
