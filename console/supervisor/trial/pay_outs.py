"""A round's pay-outs by either of two rulebooks: the odds of everything that won in it.

Stakes are not known here; a worksheet that somebody made is reckoned by its game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Final, assert_never

from console.table.core import Play
from console.table.game import DragonTigerRules, Duel, Odds, Rule, TableRules, Winner
from console.table.game.baccarat import BaccaratRules, Bet, Coup, is_won
from console.table.game.blackjack import ACES, BlackjackRules, Choice, Round, State, is_blackjack
from console.table.game.roulette import BetKind, RouletteRules, Spin

BACK_ON_TIE: Final = "back_on_tie"
_WITH_ZERO: Final = (BetKind.STRAIGHT, BetKind.SPLIT, BetKind.STREET, BetKind.CORNER)
"""The kinds that can win on zero: it lies in no column, dozen, six line or even chance."""


def odds_of(rules: TableRules) -> dict[str, Fraction]:
    """The odds to one of each bet, by its key in the rulebook: ``banker``, ``perfect_pairs.mixed``.

    Raises TypeError for a game whose bets are not listed here.
    """
    found: dict[str, Fraction] = {}
    parts: list[tuple[str, Rule]] = []
    match rules:
        case BaccaratRules():
            parts = [("", rules.payouts), *([("", rules.side_bets)] if rules.side_bets else [])]
        case DragonTigerRules() | RouletteRules():
            parts = [("", rules.payouts)]
        case BlackjackRules():
            parts = [("", rules.payouts)]
            if rules.side_bets is not None:
                parts.append(("perfect_pairs.", rules.side_bets.perfect_pairs))
                parts.append(("21+3.", rules.side_bets.plus_three))
        case _:
            raise TypeError(f"{type(rules).__name__}: no game whose bets are known")
    for lead, part in parts:
        for name in part.__struct_fields__:
            paid = getattr(part, name)
            if isinstance(paid, Odds):
                found[f"{lead}{name}"] = paid.odds
    return found


def changed_odds(before: TableRules, after: TableRules) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """Each bet whose odds differ, with both odds; None if a rulebook does not take the bet."""
    old, new = odds_of(before), odds_of(after)
    return {
        name: (old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    }


def winning_bets(play: Play, bets: Collection[str]) -> list[str]:
    """Those of the bets that won in a decided round, in their order; none in any other round.

    A bet is a key of :func:`odds_of`.
    """
    match play:
        case Coup():
            outcome = play.outcome
            return [] if outcome is None else [bet for bet in bets if is_won(Bet(bet), outcome)]
        case Round():
            winning: Collection[str] = set(_of_hands(play)) if play.outcome is not None else ()
        case Spin():
            winning = () if play.number is None else tuple(BetKind) if play.number else _WITH_ZERO
        case Duel():
            winning = () if play.outcome is None else _of_duel(play.outcome.winner)
        case _:
            assert_never(play)
    return [bet for bet in bets if bet in winning]


def _of_duel(winner: Winner) -> tuple[str, ...]:
    return (winner, BACK_ON_TIE) if winner is Winner.TIE else (winner,)


def _of_hands(round: Round) -> Iterator[str]:
    blackjack = is_blackjack(round.dealer)
    for seat in round.seats:
        for hand in seat.hands:
            if hand.against(round.dealer) is State.WON:
                yield "blackjack" if hand.is_blackjack else "win"
        if round.all_refunded(seat.number):
            continue
        if seat.answer is Choice.INSURE and blackjack and round.dealer[0] in ACES:
            yield "insurance"
        sides = round.sides[seat.number]
        if sides.perfect_pairs is not None:
            yield f"perfect_pairs.{sides.perfect_pairs}"
        if sides.plus_three is not None:
            yield f"21+3.{sides.plus_three}"
