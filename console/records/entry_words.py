"""What single entries are called on paper: a step by its name, a correction after the fact as a row.

It never knows which document they stand in.
"""

from __future__ import annotations

from console.game.rules import Preparing
from console.records.paper import Cell
from console.records.record import Amendment
from console.records.safely import visible
from console.records.wording import Teller
from console.words import MissingSlot, UnknownPhrase, Words
from console.words.incidents import step_text

_PREPARING = frozenset((*Preparing, "burn_card", "replace_shoe"))
_BRIEFLY = frozenset(
    (
        "answer", "announce", "await_decision", "burn", "collect", "confirm_number", "deal", "place_cut_card",
        "receive_decks", "remove_cards",
    )
)  # fmt: skip
"""Actions whose prompts say more than is known here."""

AMENDED = ("time", "entry", "what", "before", "after", "who", "authorised", "why")
"""The columns of a correction after the fact."""


def amendment_row(each: Amendment, teller: Teller) -> tuple[Cell, ...]:
    """A correction after the fact in these columns."""
    changed = (visible(text) for text in (each.what, each.before, each.after))
    who = (teller.name(each.by), teller.name(each.authorised_by))
    return (teller.day_and_clock(each.at), each.about, *changed, *who, visible(each.why))


def step_name(words: Words, action: str) -> str:
    """A step by what the prompt says; an action without words as the journal names it."""
    try:
        if action in _BRIEFLY:
            return words.text(f"round.file.asked.{action}")
        return words.text(f"prompt.{action}") if action in _PREPARING else step_text(words, None, action)
    except (UnknownPhrase, MissingSlot):
        return visible(action.replace("_", " "))
