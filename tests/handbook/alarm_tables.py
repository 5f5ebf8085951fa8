"""The figures of the simulated week of alarms, as they were kept, beside their goals; and the rates that they
come from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.handbook.pages import table
from tests.instruments.alarm_week import EACH, RATES, Figures, kept

MOST: Final = 1.0
"""Alarms in ten minutes and pit boss, at the usual rates."""
SHARES: Final = {"high": 0.05, "medium": 0.15, "low": 0.80}
"""The shares of priorities that EEMUA 191 gives."""
_NEAR: Final = 0.05
"""The difference from a share up to which it counts as met."""


def figures() -> str:
    """The weeks, a row each, after the goals; and what was missed at the usual rates."""
    heads = (
        *(
            "rates",
            "tables, pit bosses",
            "alarms",
            "in ten minutes and pit boss",
            "ten minutes with more than one",
        ),
        *("most, floods", "high, medium, low", "chattering, stale"),
    )
    goals = ("goal", "", "", f"{MOST:g}", "", "", _shares(SHARES), "–, 0")
    those = kept()
    rows = [
        (
            *(each.week, f"{EACH * each.bosses}, {each.bosses}", f"{each.many:,}", f"{each.rate:.2f}"),
            *(f"{100 * each.more_than_one:.1f} %", f"{each.most}, {each.floods}"),
            *(_shares(each.shares), f"{each.chattering}, {each.stale}"),
        )
        for each in those
    ]
    (usual,) = (each for each in those if each.week == "usual")
    missed = ", ".join(_missed(usual)) or "nothing"
    most = sorted(usual.kinds.items(), key=lambda each: -each[1])[:4]
    kinds = ", ".join(f"{many / usual.many:.0%} {kind}" for kind, many in most)
    made = f"Seed {usual.seed}, {usual.on}, commit {usual.commit}."
    return f"{table(heads, [goals, *rows])}\n\nMissed at the usual rates: {missed}. By kind: {kinds}. {made}"


def rates() -> str:
    """The rates, each with its source."""
    rows = [
        (each.what, _hours(each.hours), f"{_span(each.least)} to {_span(each.most)}", each.source)
        for each in RATES
    ]
    return table(("what happens", "one in", "lasts", "source"), rows)


def _missed(usual: Figures) -> Iterator[str]:
    if usual.rate > MOST:
        yield "the rate"
    if any(abs(usual.shares[name] - share) > _NEAR for name, share in SHARES.items()):
        yield "the shares of priorities"
    if usual.stale:
        yield "what is stale"


def _shares(shares: dict[str, float]) -> str:
    return ", ".join(f"{100 * share:.0f}" for share in shares.values()) + " %"


def _hours(hours: float) -> str:
    return f"{hours / 24:g} days" if hours >= 48 else f"{hours:.3g} h"


def _span(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 120 else f"{seconds:g} s"
