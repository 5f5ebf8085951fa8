"""What a table's bets are limited to, as it must stand at the table (LT-BAC-10, LT-BJ-14, LT-ROU-04).

The sums are the rulebook's; under a rulebook that names none there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.game.roulette_rules import BetKind, StakeLimits, Stakes
from console.game.rulebook import load_rulebook
from console.game.rules import Limits
from console.words import Words
from console.words.money import short_money

_OF_NUMBERS: Final = {kind: f"bet.{kind}" for kind in ("straight", "split", "street", "corner", "six_line")}
"""The kinds that a worksheet calls by their numbers too."""


def hand_limits(words: Words, limits: Limits) -> str:
    """``Bets 0.50 to 5,000 EUR, top win 12,500``: baccarat's and blackjack's, in one line."""
    sums = {"lowest": limits.lowest, "highest": limits.highest, "top": limits.top_win}
    shown = {name: short_money(amount, words) for name, amount in sums.items()}
    return words.text("notice.limits", currency=limits.currency, **shown)


def baccarat_limits(words: Words, rules: str) -> str | None:
    """Baccarat's line, None where the rulebook names no limits."""
    limits = load_rulebook(rules).baccarat.limits
    return None if limits is None else hand_limits(words, limits)


def roulette_limits(words: Words, rules: str) -> tuple[str, ...]:
    """Roulette's, a text for each kind of bet, those of one limit together; the currency comes last."""
    limits = load_rulebook(rules).roulette.limits
    return () if limits is None else (*_kinds(words, limits), limits.currency)


def _kinds(words: Words, limits: StakeLimits) -> Iterator[str]:
    for kind in BetKind:
        named = _OF_NUMBERS.get(kind)
        name = words.text(f"limits.{kind}") if named is None else words.text(named, numbers="").strip()
        yield f"{name} {_between(limits.of(kind), words)}"


def _between(stakes: Stakes, words: Words) -> str:
    return f"{short_money(stakes.lowest, words)}–{short_money(stakes.highest, words)}"
