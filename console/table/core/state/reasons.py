"""The reason why the table refuses a line, and why play stands still: the protocol's words, each once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Refusal(StrEnum):
    """The reason why a line changes nothing, in the order in which the reasons are checked."""

    BAD_INPUT = "bad_input"
    """The protocol has no such line, or the kind has no such facts."""
    STALE = "stale"
    """The view that its person saw has changed since the press began."""
    NOT_THIS_GAME = "not_this_game"
    NOT_IN_RULEBOOK = "not_in_rulebook"
    """The line's game has it, this market's rules don't."""
    NOT_SIGNED_IN = "not_signed_in"
    ALREADY_SIGNED_IN = "already_signed_in"
    NOT_AUTHORISED = "not_authorised"
    """Somebody else's, or one's own report that another person decides."""
    FACT_NEEDED = "fact_needed"
    """The view's ``fact`` says which."""
    HALTED = "halted"
    BETS_OPEN = "bets_open"
    NO_SUCH_HAND = "no_such_hand"
    OUT_OF_TURN = "out_of_turn"
    NOT_OFFERED = "not_offered"
    IMPOSSIBLE_CARD = "impossible_card"
    """All eight cards of that face have come from this shoe."""
    NOT_POSSIBLE = "not_possible"
    """The round would have gone otherwise with the corrected card."""
    NOT_READY = "not_ready"
    """The table itself would not open bets now; the view's ``held_back`` says why."""
    NOT_RECORDED = "not_recorded"
    """The journal can't be written: nothing has happened."""
    BUG = "bug"
    """The program made an error while it took the line: nothing has happened but a note with its trace."""


class HaltReason(StrEnum):
    """The reason why play stands still; the first four come from a refused card or number."""

    NOT_SIGNED_IN = "not_signed_in"
    BETS_OPEN = "bets_open"
    OUT_OF_TURN = "out_of_turn"
    IMPOSSIBLE_CARD = "impossible_card"
    DEVICE = "device"
    """A device reported a fault."""
    RESCAN = "rescan"
    """The third scan of one card failed."""
    NO_SPIN = "no_spin"
    NUMBER_DIFFERS = "number_differs"
    """Reader and dealer, or the reader twice, gave different numbers."""
    CARD_SET = "card_set"
    """The cards read so far can't be of a whole, shuffled set by chance."""
    CARD_DIFFERS = "card_differs"
    """In manual mode: another card was read than typed, or the shoe's result is another."""


KNOWN_HALTS: Final = frozenset[str](HaltReason)
"""The reasons that this console has words for; a journal of a later one may name another."""

HALT_REASONS: Final[Mapping[str, HaltReason]] = {
    Refusal.NOT_SIGNED_IN: HaltReason.NOT_SIGNED_IN,
    Refusal.BETS_OPEN: HaltReason.BETS_OPEN,
    Refusal.OUT_OF_TURN: HaltReason.OUT_OF_TURN,
    Refusal.IMPOSSIBLE_CARD: HaltReason.IMPOSSIBLE_CARD,
}
"""The reason of the halt for each refusal by which a card halts a table in play; no other refusal halts.

The keys are looked up by an entry's text, which is no :class:`Refusal` if a later console wrote it.
"""
