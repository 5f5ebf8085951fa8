"""What players must have in view at a table: the limits of bets, and the notices of blackjack.

Which there are, and their figures, is the rulebook's (LT-BAC-10, LT-BJ-14, LT-ROU-04, BJ-1.2.3, BJ-1.3);
under one that names none there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from console.game.baccarat.rules import BaccaratRules
from console.game.blackjack.rules import BlackjackRules, Notices
from console.game.roulette.rules import BetKind, RouletteRules, StakeLimits, Stakes
from console.game.rule_parts import Limits
from console.game.rulebook import load_rulebook
from console.words import Words
from console.words.amounts import short_money

_OF_NUMBERS: Final = {kind: f"bet.{kind}" for kind in ("straight", "split", "street", "corner", "six_line")}
"""The kinds that a worksheet calls by their numbers too."""


def hand_limits(words: Words, limits: Limits) -> str:
    """``Bets 0.50 to 5,000 EUR, top win 12,500``: baccarat's and blackjack's, in one line."""
    sums = {"lowest": limits.lowest, "highest": limits.highest, "top": limits.top_win}
    shown = {name: short_money(amount, words) for name, amount in sums.items()}
    return words.text("notice.limits", currency=limits.currency, **shown)


def baccarat_limits(words: Words, rules: str) -> str | None:
    """Baccarat's line, None where the rulebook names no limits."""
    limits = load_rulebook(rules).of(BaccaratRules).limits
    return None if limits is None else hand_limits(words, limits)


def roulette_limits(words: Words, rules: str) -> tuple[str, ...]:
    """Roulette's, a text for each kind of bet, those of one limit together; the currency comes last."""
    limits = load_rulebook(rules).of(RouletteRules).limits
    return () if limits is None else (*_kinds(words, limits), limits.currency)


def _kinds(words: Words, limits: StakeLimits) -> Iterator[str]:
    for kind in BetKind:
        named = _OF_NUMBERS.get(kind)
        name = words.text(f"limits.{kind}") if named is None else words.text(named, numbers="").strip()
        yield f"{name} {_between(limits.of(kind), words)}"


def _between(stakes: Stakes, words: Words) -> str:
    return f"{short_money(stakes.lowest, words)}–{short_money(stakes.highest, words)}"


def notices(rules: str, words: Words) -> tuple[str, ...]:
    """A rulebook's notices as lines, in its order."""
    book = load_rulebook(rules).of(BlackjackRules)
    return tuple(_text(each.notice, book, words) for each in book.notices)


def _text(notice: Notices, book: BlackjackRules, words: Words) -> str:
    match notice:
        case Notices.BLACKJACK_PAYS:
            return words.text("notice.blackjack_pays", **_odds(book.payouts.blackjack.odds))
        case Notices.INSURANCE_PAYS:
            return words.text("notice.insurance_pays", **_odds(book.payouts.insurance.odds))
        case Notices.LIMITS if book.limits is not None:
            return hand_limits(words, book.limits)
        case _:
            return words.text(f"notice.{notice}")


def _odds(odds: Fraction) -> dict[str, int]:
    return {"pays": odds.numerator, "to": odds.denominator}
