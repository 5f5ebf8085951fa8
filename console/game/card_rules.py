"""What a rulebook says of every game that is dealt from a shoe: the part that the games' rules share.

It knows no game; each adds its own prompts, announcements and payouts to it.
"""

from __future__ import annotations

from typing import Literal

from console.game.cases import Cases
from console.game.rules import (
    AfterLastHand,
    BetTime,
    Clauses,
    CutCard,
    EndSignal,
    Limits,
    PickUp,
    Preparation,
    Rule,
)


class ResolveClauses(Rule, frozen=True):
    """What a halt rests on, by its reason."""

    not_signed_in: Clauses
    bets_open: Clauses
    out_of_turn: Clauses
    impossible_card: Clauses
    device: Clauses


class CardPrompts(Rule, frozen=True):
    """What the prompts of every card game rest on that no other rule of the file already has."""

    open_table: Clauses
    await_bets: Clauses
    wait: Clauses
    last_hand: Clauses
    announce: Clauses
    collect: Clauses
    rescan: Clauses
    resolve: ResolveClauses
    replace_shoe: Clauses
    inspect_close: Clauses


class CardAnnouncements(Rule, frozen=True):
    """What the announcements of every card game rest on; the words are the phrases ``say.<name>``."""

    place_your_bets: Clauses
    no_more_bets: Clauses
    last_hand_before_shuffle: Clauses
    round_void: Clauses


class CardRules(Rule, frozen=True, kw_only=True):
    """What a rulebook says of every game that is dealt from a shoe; a game adds its own to it."""

    decks: Literal[8]
    bet_time: BetTime
    end_signal: EndSignal
    cut_card: CutCard
    after_last_hand: AfterLastHand
    pick_up: PickUp
    preparation: Preparation
    prompts: CardPrompts
    announcements: CardAnnouncements
    limits: Limits | None = None
    incidents: Cases = Cases()
    """What can go wrong, from the files that the rulebook names."""
