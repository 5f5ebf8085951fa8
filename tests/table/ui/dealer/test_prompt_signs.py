"""Each thing that a prompt asks for outside an incident has a sign of its own, and no mere caution."""

from __future__ import annotations

from console.table.core.state.actions import Action
from console.table.game.rule_values import Preparing
from console.table.ui.dealer.prompt import SIGNS
from console.table.ui.signs.sign import Sign

BY_WHO_OR_HOW = {"sign_in", "deal", "collect"}
"""The sign shows who signs in, how the card is laid, from which side cards are collected."""
OF_INCIDENTS = {
    "answer", "authorise", "replace_ball", "scan_card", "scan_cut_card", "leave_in_view", "change_shoe",
    "put_back", "remove_cards", "move_card", "move_cards", "restore", "settle", "confirm_mended",
    "replace_decks", "quarantine_set", "pick_up_ball", "discard",
}  # fmt: skip
"""Actions that an incident's own page asks for, with the sign of its kind."""


def test_every_action_and_every_step_of_a_preparation_has_its_sign() -> None:
    every = {each.value for each in (*Action, *Preparing)}
    assert every - BY_WHO_OR_HOW - OF_INCIDENTS == set(SIGNS)
    assert Sign("states.caution") not in SIGNS.values()
