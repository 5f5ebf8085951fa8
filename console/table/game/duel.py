"""Dragon tiger, the house's own example of a game: its round as a value, its rules, the returns of its bets.

None of the five rule documents gives it. Two of them forbid two of its bets together (LIM-dragontiger); the
house wrote everything else, its clauses ``DT-...`` too, to show how a game is added. It is for TRAINING
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Final

import msgspec

from console.table.game.cards import Card, Rank
from console.table.game.played_round import PlayedRound
from console.table.game.rule_values import Clause, Clauses, Count, Odds, Rule
from console.table.game.stakes import BrokenLimit, broken_limit, winnings
from console.table.game.table_rules import CardAnnouncements, CardPrompts, CardRules
from console.table.game.worksheet import Wager, Worksheet, stake_back, worksheet

# The round


class Hand(StrEnum):
    """The two hands, a card each (DT-3)."""

    DRAGON = "dragon"
    TIGER = "tiger"


class Winner(StrEnum):
    """The hand with the higher card, or a tie (DT-4)."""

    DRAGON = "dragon"
    TIGER = "tiger"
    TIE = "tie"


class DuelPlace(msgspec.Struct, frozen=True):
    """The place where a card goes: each hand has one place."""

    hand: Hand
    card: int = 1
    face_down = False

    @property
    def name(self) -> str:
        return self.hand.value


class Outcome(msgspec.Struct, frozen=True):
    """The result of a duel."""

    winner: Winner

    @property
    def announcement(self) -> str:
        return "same_rank" if self.winner is Winner.TIE else f"{self.winner}_wins"


VALUES: Final[dict[Card, int]] = {card: tuple(Rank).index(card.rank) + 1 for card in Card}
"""The value of each card, from 1 for the ace to 13 for the king (DT-4)."""

_PLACES: Final = (DuelPlace(Hand.DRAGON), DuelPlace(Hand.TIGER))


class Duel(PlayedRound[DuelPlace], msgspec.Struct, frozen=True, tag_field="game", tag="dragon_tiger"):
    """One round: the cards in the order dealt, the dragon's first (DT-3)."""

    cards: tuple[Card, ...] = ()

    @property
    def next_place(self) -> DuelPlace | None:
        """The place where the next card goes; None once both lie."""
        return _PLACES[len(self.cards)] if len(self.cards) < len(_PLACES) else None

    def deal(self, card: Card) -> Duel:
        """The duel with a card laid where it is due. Raises ValueError once both lie."""
        if self.next_place is None:
            raise ValueError("both cards lie: none is due")
        return Duel((*self.cards, card))

    @property
    def placed_cards(self) -> tuple[tuple[DuelPlace, Card], ...]:
        return tuple(zip(_PLACES, self.cards, strict=False))

    @property
    def points(self) -> dict[str, int]:
        """The value of each hand, by its name; 0 while its card is due."""
        lying = {place.hand: VALUES[card] for place, card in self.placed_cards}
        return {hand.value: lying.get(hand, 0) for hand in Hand}

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while a card is due (DT-4)."""
        if self.next_place is not None:
            return None
        dragon, tiger = self.points.values()
        return Outcome(Winner.DRAGON if dragon > tiger else Winner.TIGER if tiger > dragon else Winner.TIE)


def duel_of(cards: tuple[Card, ...]) -> Duel:
    """The duel that cards give when dealt in this order. Raises ValueError if there is one too many."""
    duel = Duel()
    for card in cards:
        duel = duel.deal(card)
    return duel


# Its rules


class Bet(StrEnum):
    """The bets of dragon tiger."""

    DRAGON = "dragon"
    TIGER = "tiger"
    TIE = "tie"


class Burn(Rule, frozen=True):
    """After loading, the first card and ``cards`` more are burned (DT-2)."""

    cards: Count
    clauses: Clauses


class PromptClauses(CardPrompts, frozen=True):
    deal: Clauses


class Announcements(CardAnnouncements, frozen=True):
    dragon_wins: Clauses
    tiger_wins: Clauses
    same_rank: Clauses


class Payouts(Rule, frozen=True):
    """The odds of each bet; of a tie dragon and tiger get this part of their stake back (DT-5)."""

    dragon: Odds
    tiger: Odds
    tie: Odds
    back_on_tie: Odds


class Restriction(Rule, frozen=True):
    """Bets that no player may have at once (LIM-dragontiger)."""

    clause: Clause
    never_together: tuple[Bet, Bet]


class DragonTigerRules(CardRules, frozen=True, kw_only=True):
    """The example's rules; the restrictions are those of the rulebook by which it is played."""

    game: ClassVar[str] = "dragon_tiger"

    prompts: PromptClauses
    announcements: Announcements
    payouts: Payouts
    burn: Burn
    restrictions: tuple[Restriction, ...] = ()
    limited_bets = tuple(Bet)

    def odds(self, bet: Bet) -> Fraction:
        paid: Odds = getattr(self.payouts, bet)
        return paid.odds


# What its bets bring back


def back(bet: Bet, stake: int, outcome: Outcome, rules: DragonTigerRules) -> int:
    """The return of a stake: the stake and its win, a part of it on a tie, or nothing (DT-5)."""
    if outcome.winner == bet.value:
        return stake + winnings(stake, rules.odds(bet))
    return winnings(stake, rules.payouts.back_on_tie.odds) if outcome.winner is Winner.TIE else 0


def duel_worksheet(
    wagers: Sequence[Wager], outcome: Outcome | None, void: bool, rules: DragonTigerRules
) -> Worksheet:
    """Every bet by the outcome, its stake if it is void; they count as one player's (LIM-dragontiger)."""

    def limit(wager: Wager) -> BrokenLimit | None:
        won = winnings(wager.stake, rules.odds(Bet(wager.on)))
        return broken_limit(wager.on, wager.stake, won, rules.limits)

    on = {wager.on for wager in wagers}
    broken = (each.clause for each in rules.restrictions if on.issuperset(each.never_together))
    return worksheet(wagers, stake_back if void else _brought(outcome, rules), limit, next(broken, None))


def _brought(outcome: Outcome | None, rules: DragonTigerRules) -> Callable[[Wager], int] | None:
    if outcome is None:
        return None
    return lambda wager: back(Bet(wager.on), wager.stake, outcome, rules)
