"""The return of a bet on a hand of blackjack, and a worksheet of such bets, in minor units.

Odds and limits come from the rulebook; this module knows how they are applied, exactly. It never knows the
owner of a bet, nor what was recorded elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from console.table.game.blackjack.hands import ACES, Hand, State, is_blackjack
from console.table.game.blackjack.round import Round
from console.table.game.blackjack.rules import BlackjackRules, SideBets
from console.table.game.blackjack.side_bets import Pair, Sides, Three
from console.table.game.stakes import BrokenLimit, NotOffered, broken_limit, winnings
from console.table.game.worksheet import Wager, Worksheet, stake_back, worksheet


class Bet(StrEnum):
    """The bets on a hand; the last two are side bets, on the first two cards (LT-BJ-11, LT-BJ-12)."""

    MAIN = "main"
    INSURANCE = "insurance"
    PERFECT_PAIRS = "perfect_pairs"
    PLUS_THREE = "21+3"


SIDE_BETS: Final = frozenset({Bet.PERFECT_PAIRS, Bet.PLUS_THREE})
"""The bets that only some rulebooks have."""


class NoSuchHand(ValueError):
    """A seat or hand that the round does not have, or a bet of the seat on its second hand."""


def back(bet: Bet, stake: int, round: Round, seat: int, hand: int, rules: BlackjackRules) -> int:
    """The return of a stake once the round is decided, fractions cut off (BJ-2.1.1, BJ-2.2, BJ-2.3).

    ``stake`` is the whole amount there, a doubled hand's both bets. A refunded hand gets its stake back; side
    bets and insurance are decided as ever (LT-BJ-2.3.8). Raises NotOffered if the rulebook has no such bet,
    NoSuchHand if the round has no such hand, ValueError while it is undecided.
    """
    played = _found(bet, round, seat, hand, rules)
    if round.outcome is None and not round.has_no_seat_left:
        raise ValueError("the round is not decided: no bet is settled")
    if round.all_refunded(seat) or (bet is Bet.MAIN and played.left is State.REFUNDED):
        return stake
    if bet is Bet.MAIN:
        return _main(stake, played, played.against(round.dealer), rules)
    made = _combination(bet, round, round.sides[seat])
    return stake + winnings(stake, _odds(bet, played, rules)[made]) if made else 0


def first_broken_limit(
    bet: Bet, stake: int, round: Round, seat: int, hand: int, rules: BlackjackRules
) -> BrokenLimit | None:
    """The table's first limit that a stake breaks (LT-BJ-14), or None. Raises NotOffered, NoSuchHand. Limits
    are the first bet's: twice for a doubled hand, half for insurance (LT-BJ-06, LT-BJ-07).
    """
    played = _found(bet, round, seat, hand, rules)
    highest = max(_odds(bet, played, rules).values())
    first = stake // played.bet if bet is Bet.MAIN else stake * 2 if bet is Bet.INSURANCE else stake
    return broken_limit(bet, first, winnings(stake, highest), rules.limits)


def has_bet(bet: Bet, round: Round, seat: int, hand: int, *, void: bool = False) -> bool:
    """Whether the round has the hand that a bet is on: the seat's own bets are on its first alone, and
    insurance is nowhere once it can't have been taken.
    """
    if not _has_place(bet, round, seat, hand):
        return False
    return bet is not Bet.INSURANCE or round.insurance_lies(seat, void=void)


def _has_place(bet: Bet, round: Round, seat: int, hand: int) -> bool:
    return round.has(seat, hand) and (bet is Bet.MAIN or hand == 1)


def _found(bet: Bet, round: Round, seat: int, hand: int, rules: BlackjackRules) -> Hand:
    """The hand of a bet: insurance and the side bets belong to the seat and lie on its first hand."""
    if bet in SIDE_BETS:
        _side_bets(bet, rules)
    if not _has_place(bet, round, seat, hand):
        raise NoSuchHand(f"seat {seat}, hand {hand}: {bet} is on no such hand")
    return next(there.hands[hand - 1] for there in round.seats if there.number == seat)


def _odds(bet: Bet, hand: Hand, rules: BlackjackRules) -> dict[str, Fraction]:
    match bet:
        case Bet.MAIN:
            paid = rules.payouts.blackjack if hand.is_blackjack else rules.payouts.win
            return {State.WON: paid.odds}
        case Bet.INSURANCE:
            return {State.BLACKJACK: rules.payouts.insurance.odds}
        case Bet.PERFECT_PAIRS:
            pairs = _side_bets(bet, rules).perfect_pairs
            return {made: pairs.of(made).odds for made in Pair}
        case Bet.PLUS_THREE:
            threes = _side_bets(bet, rules).plus_three
            return {made: threes.of(made).odds for made in Three}


def _side_bets(bet: Bet, rules: BlackjackRules) -> SideBets:
    if rules.side_bets is None:
        raise NotOffered(f"{bet}: this rulebook has no such bet")
    return rules.side_bets


def _main(stake: int, hand: Hand, result: State, rules: BlackjackRules) -> int:
    """Stake and win, the stake alone, half of it, or nothing (BJ-2.2, BJ-2.3, LT-BJ-07, LT-BJ-13)."""
    match result:
        case State.WON:
            return stake + winnings(stake, _odds(Bet.MAIN, hand, rules)[result])
        case State.PUSH:
            return stake
        case State.SURRENDERED:
            return stake // 2
    return 0


def _combination(bet: Bet, round: Round, sides: Sides) -> str | None:
    """The combination with which insurance or a side bet wins (BJ-2.5.1, LT-BJ-07, LT-BJ-11, LT-BJ-12)."""
    if bet is Bet.INSURANCE:
        won = round.dealer[0] in ACES and is_blackjack(round.dealer)
        return State.BLACKJACK if won else None
    return sides.perfect_pairs if bet is Bet.PERFECT_PAIRS else sides.plus_three


def is_on_a_hand(wager: Wager, round: Round, *, void: bool) -> bool:
    return has_bet(Bet(wager.on), round, *_hand(wager), void=void)


def round_worksheet(wagers: Sequence[Wager], round: Round, void: bool, rules: BlackjackRules) -> Worksheet:
    """Every bet by the outcome, its stake if the round is void (BJ-2.2, BJ-2.3, BJ-2.5.3, LT-BJ-14). Void
    because no seat was left, side bets and insurance that are decided are still paid (LT-BJ-2.3.8).

    Raises NotOffered if the rulebook has no such bet, NoSuchHand if the round has no such hand.
    """

    def brought(wager: Wager) -> int:
        return back(Bet(wager.on), wager.stake, round, *_hand(wager), rules)

    def brought_void(wager: Wager) -> int:
        seat, _ = _hand(wager)
        side_bets, insurance = round.decided_beside(seat)
        keeps = round.has_no_seat_left and not round.all_refunded(seat)
        decided = insurance if wager.on == Bet.INSURANCE else wager.on in SIDE_BETS and side_bets
        return brought(wager) if keeps and decided else stake_back(wager)

    with_main = {wager.seat for wager in wagers if wager.on == Bet.MAIN}

    def limit(wager: Wager) -> BrokenLimit | None:
        """The first limit that the stake breaks; a side bet needs the seat's main bet (LT-BJ-11)."""
        bet = Bet(wager.on)
        of_stake = first_broken_limit(bet, wager.stake, round, *_hand(wager), rules)
        alone = bet in SIDE_BETS and wager.seat not in with_main
        return of_stake or (BrokenLimit.NO_MAIN if alone else None)

    decided = brought if round.outcome is not None else None
    return worksheet(wagers, brought_void if void else decided, limit)


def _hand(wager: Wager) -> tuple[int, int]:
    if wager.seat is None or wager.hand is None:
        raise NoSuchHand(f"{wager.on}: a bet of blackjack is on a seat's hand")
    return wager.seat, wager.hand
