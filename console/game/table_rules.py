"""What a rulebook says of every game, dealt from a shoe or spun: the part that all games' rules share.

It knows no game; each adds its own prompts, announcements, limits and payouts to it.
"""

from __future__ import annotations

from console.game.cases import Cases
from console.game.rules import BetTime, Clauses, EndSignal, Preparation, Rule, WheelCheck


class ResolveClauses(Rule, frozen=True):
    """What a halt rests on, by its reason."""

    not_signed_in: Clauses
    bets_open: Clauses
    device: Clauses


class TablePrompts(Rule, frozen=True):
    """What the prompts of every table rest on that no other rule of the file already has."""

    open_table: Clauses
    await_bets: Clauses
    wait: Clauses
    announce: Clauses
    resolve: ResolveClauses


class TableAnnouncements(Rule, frozen=True):
    """What the announcements of every table rest on; the words are the phrases ``say.<name>``."""

    place_your_bets: Clauses
    no_more_bets: Clauses
    round_void: Clauses


class TableRules(Rule, frozen=True, kw_only=True):
    """What a rulebook says of every game; a game adds its own to it."""

    bet_time: BetTime
    end_signal: EndSignal
    preparation: Preparation | WheelCheck
    prompts: TablePrompts
    announcements: TableAnnouncements
    incidents: Cases = Cases()
    """What can go wrong, from the files that the rulebook names."""
