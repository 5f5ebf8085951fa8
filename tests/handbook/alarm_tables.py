"""The figures of the simulated week of alarms, as they were kept, beside their goals; the rates that they
come from; and how much each alarm presses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.floor.alarms.items import CALLED, PRIORITIES, AlarmKind, AlarmLine, Priority
from console.floor.ui.appearance import IN_REASON, act_text, what_text
from tests.base.words.catalogues import words
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
        (
            *(each.what, _hours(each.hours), each.source),
            *(f"{_span(each.least)} to {_span(each.most)}", each.lasting),
        )
        for each in RATES
    ]
    return table(("what happens", "one in", "source", "lasts", "source"), rows)


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


_WHY: Final = {
    AlarmKind.HALTED: "bets lie on the felt, and nothing goes on; between rounds players only wait",
    AlarmKind.CANT_RECORD: "what is dealt now does not count",
    AlarmKind.DISPUTED: "somebody may be at work at the journal now",
    AlarmKind.TWINS: "nothing of either console is kept on the server",
    AlarmKind.TURNED_BACK: "somebody may be at work at the server now",
    AlarmKind.NOTHING_HEARD: "no table is seen as it is",
    AlarmKind.CANT_STORE: "no table's newest entries are anywhere but at the table",
    AlarmKind.OUTCOME: "the table stands, and the dealer has the round in hand",
    AlarmKind.CALL: "a table that stands waits; a dealer who deals on has a question",
    AlarmKind.QUEUE: "a table that stands waits; else the report before it is worked on",
    AlarmKind.SILENT: "the next call of a table that played is not heard: it is gone, or stands still",
    AlarmKind.REFUSED: "the next call of a table that played is not heard",
    AlarmKind.UNREAD: "nobody knows what the table does",
    AlarmKind.LOCKED: "somebody has the account's token",
    AlarmKind.STRANGER: "tables play on",
    AlarmKind.ENDED: "tables play on, and the server bounds what an account does",
    AlarmKind.SLOWED: "tables play on, and the server bounds what an account does",
    AlarmKind.FAILING: "tables play on, and the server bounds what an account does",
    AlarmKind.DEVICE: "with a round open the next card waits for it",
    AlarmKind.CLOCK: "the table plays on, and its entries keep their order",
    AlarmKind.NOBODY: "calls can be taken at another overview",
    AlarmKind.OUTSIDE: "nothing is lost; a search misses the day",
    AlarmKind.OWN_CLOCK: "tables play on; times shown at this overview may be wrong",
    AlarmKind.SET_ELSEWHERE: "each round with these cards may have to be looked at again",
    AlarmKind.SET_PUT_ASIDE: "each round with these cards may have to be looked at again",
    AlarmKind.DEALER_ELSEWHERE: "somebody deals in another's name, or has not signed out",
    AlarmKind.WHEEL_UNUSUAL: "its numbers are unusual over a thousand spins or more; the house decides",
    AlarmKind.NO_PICTURE: "the table plays on; its rounds have no video",
    AlarmKind.NOTIFY_OVERDUE: "the table plays on; the office waits",
    AlarmKind.UNSEALED: "the table plays on",
}
_SHAPES: Final = {Priority.HIGH: "diamond", Priority.MEDIUM: "triangle", Priority.LOW: "dot"}


def priorities() -> str:
    """Each alarm with its shape, the reason for it, and its reader's act; the most urgent first."""
    say = words("en")
    wanted = [kind for kind in AlarmKind if PRIORITIES[kind].pressing and kind is not AlarmKind.FLOOD]
    rows = []
    for kind in sorted(wanted, key=lambda each: [-priority for priority in PRIORITIES[each]]):
        item = AlarmLine(key="", what=kind, priority=PRIORITIES[kind].pressing, tables=("T",), wait=0.0)
        act = f"{say.text('floor.take')}: T" if kind in CALLED else act_text(say, item)
        assert act or kind in IN_REASON, f"{kind}: nobody has anything to do about it"
        shapes = dict.fromkeys(_SHAPES[priority] for priority in PRIORITIES[kind])
        rows.append((what_text(say, item), ", else ".join(shapes), _WHY[kind], act or "its reason says it"))
    return table(("alarm", "shape", "why so soon, and no sooner", "what you do"), rows)
