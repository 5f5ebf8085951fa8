"""The rules of every game, spun or dealt, and of the games that are dealt from a shoe. It knows no game; each
adds its own prompts, announcements, limits and payouts.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from console.table.game.incident_cases import Cases
from console.table.game.rule_values import (
    AfterLastHand,
    AnyLimits,
    BetTime,
    Clauses,
    CutCard,
    EndSignal,
    Limits,
    PickUp,
    Preparation,
    PrintedRule,
    Quickest,
    ReplacedShoe,
    Rule,
    TableLimits,
    WheelCheck,
)


class ResolveClauses(Rule, frozen=True):
    not_signed_in: Clauses
    bets_open: Clauses
    device: Clauses


class TablePrompts(Rule, frozen=True):
    """The clauses behind the prompts of every table, if no other rule of the file names them."""

    open_table: Clauses
    await_bets: Clauses
    wait: Clauses
    announce: Clauses
    resolve: ResolveClauses


class TableAnnouncements(Rule, frozen=True):
    """The clauses behind the announcements of every table; the words are the phrases ``say.<name>``."""

    place_your_bets: Clauses
    no_more_bets: Clauses
    round_void: Clauses


class TableRules(Rule, frozen=True, kw_only=True):
    """The rules of every game; a game adds its own to them."""

    game: ClassVar[str]
    """The game's name: that of its row in :data:`console.table.game.games.GAMES`."""

    bet_time: BetTime
    end_signal: EndSignal
    preparation: Preparation | WheelCheck
    prompts: TablePrompts
    announcements: TableAnnouncements
    incidents: Cases = Cases()
    """The possible incidents, from the files that the rulebook names."""

    quickest: Quickest | None = None
    """Times quicker than any hand; None if no times are judged."""

    limits: AnyLimits | None = None
    """The amounts that may be bet, if the rulebook, or the table, names it."""

    @property
    def answer_seconds(self) -> int | None:
        """The seconds that a player has for an answer; None in games without answers (BJ-3.5-ii)."""
        return None

    @property
    def no_answer_clauses(self) -> tuple[str, ...]:
        """The clauses by which play goes on without a player's answer; empty if none are asked."""
        return ()

    @property
    def printed(self) -> tuple[PrintedRule, ...]:
        return ()

    @property
    def limited_bets(self) -> tuple[str, ...]:
        """The bets that can have stakes of their own beside the table's limits; none if none can."""
        return ()

    @property
    def currency(self) -> str | None:
        return None if self.limits is None else self.limits.currency

    def with_limits(self, limits: TableLimits | None) -> Self:
        """The rules with a table's own limits, if it sets any (BJ-1.3, LT-BAC-10)."""
        return self


class CardResolveClauses(ResolveClauses, frozen=True):
    """The clauses behind a halt, by its reason; a card game has more reasons."""

    out_of_turn: Clauses
    impossible_card: Clauses


class CardPrompts(TablePrompts, frozen=True):
    last_hand: Clauses
    collect: Clauses
    rescan: Clauses
    resolve: CardResolveClauses
    replace_shoe: Clauses
    inspect_close: Clauses


class CardAnnouncements(TableAnnouncements, frozen=True):
    last_hand_before_shuffle: Clauses


class CardRules(TableRules, frozen=True, kw_only=True):
    """The rules of every game that is dealt from a shoe; a game adds its own to them."""

    decks: Literal[8]
    cut_card: CutCard
    after_last_hand: AfterLastHand
    replaced_shoe: ReplacedShoe
    pick_up: PickUp
    preparation: Preparation
    prompts: CardPrompts
    announcements: CardAnnouncements
    limits: Limits | None = None

    def with_limits(self, limits: TableLimits | None) -> Self:
        """The rules with a table's own limits, if it sets any (BJ-1.3, LT-BAC-10, LT-BJ-14)."""
        if limits is None:
            return self
        clauses = self.limits.clauses if self.limits else ()
        figures = (limits.lowest, limits.highest, limits.top_win)
        return replace(self, limits=Limits(limits.currency, clauses, *figures, limits.bets))
