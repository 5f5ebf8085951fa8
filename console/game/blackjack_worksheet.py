"""A worksheet of blackjack: bets on hands, each with what it brings back and the limit that it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from console.game.blackjack import Round
from console.game.blackjack_payout import SIDE_BETS, Bet, NoSuchHand, back, broken, has_bet
from console.game.blackjack_rules import BlackjackRules
from console.game.payout import BrokenLimit
from console.game.worksheet import Wager, Worksheet, stake_back, worksheet


def is_on_a_hand(wager: Wager, round: Round) -> bool:
    """Whether the round has the hand that a bet is on."""
    return has_bet(Bet(wager.on), round, *_hand(wager))


def round_worksheet(wagers: Sequence[Wager], round: Round, void: bool, rules: BlackjackRules) -> Worksheet:
    """Every bet by the outcome, its stake if the round is void (BJ-2.2, BJ-2.3, BJ-2.5.3, LT-BJ-14).

    NotOffered if the rulebook has no such bet; NoSuchHand.
    """

    def brought(wager: Wager) -> int:
        return back(Bet(wager.on), wager.stake, round, *_hand(wager), rules)

    with_main = {wager.seat for wager in wagers if wager.on == Bet.MAIN}

    def limit(wager: Wager) -> BrokenLimit | None:
        """The first that it breaks; a side bet goes with the seat's main bet alone (LT-BJ-11)."""
        bet = Bet(wager.on)
        of_stake = broken(bet, wager.stake, round, *_hand(wager), rules)
        alone = bet in SIDE_BETS and wager.seat not in with_main
        return of_stake or (BrokenLimit.NO_MAIN if alone else None)

    decided = brought if round.outcome is not None else None
    return worksheet(wagers, stake_back if void else decided, limit)


def _hand(wager: Wager) -> tuple[int, int]:
    if wager.seat is None or wager.hand is None:
        raise NoSuchHand(f"{wager.on}: a bet of blackjack is on a seat's hand")
    return wager.seat, wager.hand
