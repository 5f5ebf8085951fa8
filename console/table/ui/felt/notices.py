"""The texts that players must be able to see at a table: the limits of bets, and blackjack's notices.

The rulebook has the notices and their figures (BJ-1.2.3, BJ-1.3). The limits are the table's own, else its
rulebook's (LT-BAC-10, LT-BJ-14, LT-ROU-04); if neither has any, none are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from console.base.words import Words
from console.table.game.blackjack.rules import BlackjackRules, Notices
from console.table.game.roulette.rules import BetKind, StakeLimits
from console.table.game.rule_values import AnyLimits, Limits, Stakes
from console.table.game.rulebook import load_rulebook
from console.table.ui.kit.lettering import DOT
from console.table.words.amounts import short_money

_OF_NUMBERS: Final = {kind: f"bet.{kind}" for kind in ("straight", "split", "street", "corner", "six_line")}
"""The kinds of bet that a worksheet also names by their numbers."""


def hand_limits(words: Words, limits: AnyLimits | None) -> tuple[str, ...]:
    """Limits as ``Bets 0.50 to 5,000 EUR, top win 12,500``, then each bet with others; or empty."""
    if not isinstance(limits, Limits):
        return ()
    unit = limits.currency
    slots = {
        "lowest": short_money(limits.lowest, words, unit),
        "highest": short_money(limits.highest, words, unit),
    }
    if limits.top_win is None:
        for_all = words.text("notice.limits.no_top", currency=unit, **slots)
    else:
        top = short_money(limits.top_win, words, unit)
        for_all = words.text("notice.limits", currency=unit, top=top, **slots)
    own = (
        f"{words.text(f'bet.{bet}')} {_between(stakes, words, unit)}" for bet, stakes in limits.bets.items()
    )
    return (for_all, *own)


def roulette_limits(words: Words, limits: AnyLimits | None) -> tuple[str, ...]:
    """Roulette's limits: one text for all kinds of bet that have the same limit; the currency comes last."""
    return (*_kinds(words, limits), limits.currency) if isinstance(limits, StakeLimits) else ()


def _kinds(words: Words, limits: StakeLimits) -> Iterator[str]:
    for kind in BetKind:
        named = _OF_NUMBERS.get(kind)
        name = words.text(f"limits.{kind}") if named is None else words.text(named, numbers="").strip()
        yield f"{name} {_between(limits.of(kind), words, limits.currency)}"


def _between(stakes: Stakes, words: Words, unit: str) -> str:
    return f"{short_money(stakes.lowest, words, unit)}–{short_money(stakes.highest, words, unit)}"


def notices(rules: str, words: Words, limits: AnyLimits | None) -> tuple[str, ...]:
    """A rulebook's notices as lines, in its order; after them the limits, if the table has any (BJ-1.3)."""
    book = load_rulebook(rules).of(BlackjackRules)
    shown = (each.notice for each in book.notices if each.notice is not Notices.LIMITS)
    for_all, *own = hand_limits(words, limits) or ("",)
    return (*(_text(each, book, words) for each in shown), *filter(None, (for_all, DOT.join(own))))


def _text(notice: Notices, book: BlackjackRules, words: Words) -> str:
    match notice:
        case Notices.BLACKJACK_PAYS:
            return words.text("notice.blackjack_pays", **_odds(book.payouts.blackjack.odds))
        case Notices.INSURANCE_PAYS:
            return words.text("notice.insurance_pays", **_odds(book.payouts.insurance.odds))
        case _:
            return words.text(f"notice.{notice}")


def _odds(odds: Fraction) -> dict[str, int]:
    return {"pays": odds.numerator, "to": odds.denominator}
