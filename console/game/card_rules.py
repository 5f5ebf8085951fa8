"""What a rulebook says of every game that is dealt from a shoe: the part that the card games' rules share.

It knows no game; each adds its own prompts, announcements and payouts to it.
"""

from __future__ import annotations

from typing import Literal

from console.game import table_rules
from console.game.rules import AfterLastHand, Clauses, CutCard, Limits, PickUp, Preparation, ReplacedShoe
from console.game.table_rules import TableAnnouncements, TablePrompts, TableRules


class ResolveClauses(table_rules.ResolveClauses, frozen=True):
    """What a halt rests on, by its reason; a card has more of them."""

    out_of_turn: Clauses
    impossible_card: Clauses


class CardPrompts(TablePrompts, frozen=True):
    """What the prompts of every card game rest on."""

    last_hand: Clauses
    collect: Clauses
    rescan: Clauses
    resolve: ResolveClauses
    replace_shoe: Clauses
    inspect_close: Clauses


class CardAnnouncements(TableAnnouncements, frozen=True):
    """What the announcements of every card game rest on."""

    last_hand_before_shuffle: Clauses


class CardRules(TableRules, frozen=True, kw_only=True):
    """What a rulebook says of every game that is dealt from a shoe; a game adds its own to it."""

    decks: Literal[8]
    cut_card: CutCard
    after_last_hand: AfterLastHand
    replaced_shoe: ReplacedShoe
    pick_up: PickUp
    preparation: Preparation
    prompts: CardPrompts
    announcements: CardAnnouncements
    limits: Limits | None = None
