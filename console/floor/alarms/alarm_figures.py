"""The figures of what sounded at walls, by EEMUA 191 and ISA-18.2: rates, shares of priorities, chatter, and
alarms that stood too long. Pure. A floor keeps only its calls and halts; a wall finds the other alarms
itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from console.floor.alarms.items import PRIORITIES, AlarmKind, Priority
from console.floor.alarms.watch import FLOOD, RISES, risen_priority
from console.floor.self_report import CallKind

TEN: Final = 600.0
"""Seconds of the stretches in which alarms are counted."""
SHIFT: Final = 8 * 3_600.0
"""Seconds after which a standing alarm is stale."""
CALLS_OF_TABLE: Final = 100_000
"""The most calls of a table that are counted, a hundred a day for years: more are made up."""
_CHATTERS: Final = 60.0
"""Seconds within which three tones of an alarm are chatter."""


class Sounded(NamedTuple):
    at: float
    key: str
    priority: Priority


class AlarmFigures(NamedTuple):
    many: int
    rate: float
    """Per ten minutes and pit boss."""
    more_than_one: float
    """The share of a wall's ten minutes with more than one."""
    most: int
    """In any ten minutes of a wall."""
    floods: int
    """Ten minutes with more than a pit boss can answer."""
    shares: dict[Priority, float]
    chattering: int
    """Alarms that sounded three times within a minute."""


def figures_of(walls: Sequence[Sequence[Sounded]], seconds: float, bosses: int) -> AlarmFigures:
    slots = Counter((wall, int(each.at / TEN)) for wall, heard in enumerate(walls) for each in heard)
    every = [each for heard in walls for each in heard]
    priorities = Counter(each.priority for each in every)
    tens = max(seconds / TEN, 1.0)
    return AlarmFigures(
        len(every),
        len(every) / (max(bosses, 1) * tens),
        sum(many > 1 for many in slots.values()) / (max(len(walls), 1) * tens),
        max(slots.values(), default=0),
        sum(many > FLOOD for many in slots.values()),
        {each: priorities[each] / max(1, len(every)) for each in reversed(Priority) if each},
        sum(_chatters(heard) for heard in walls),
    )


def _chatters(heard: Iterable[Sounded]) -> int:
    times = defaultdict[str, list[float]](list)
    for each in heard:
        times[each.key].append(each.at)
    return sum(any(c - a < _CHATTERS for (a, _), (_, c) in pairwise(pairwise(at))) for at in times.values())


class KeptCall(NamedTuple):
    table: str
    """The table's id: two studios may have tables of one name."""
    number: int
    kind: str
    heard: datetime
    """When the floor first heard it, by its own clock."""
    taken: datetime | None
    arrived: datetime | None
    ended: datetime | None
    who: str
    """The pit boss who was there or took it; empty without one."""

    @property
    def is_attended(self) -> bool:
        """Whether a pit boss was there when it began: it called nobody, and did not sound."""
        return self.arrived == self.heard


class CallFigures(NamedTuple):
    alarms: AlarmFigures
    bosses: int
    stale: int
    """Calls that stood longer than a shift."""
    taken: float | None
    """The median of the seconds until a call was taken; None if none was."""
    arrived: float | None
    """The median of the seconds until a pit boss was there; None if none was."""


def call_figures(calls: Sequence[KeptCall], since: datetime, until: datetime) -> CallFigures | None:
    """The figures of the calls that began in a time; None if there were none."""
    those = [each for each in calls if since <= each.heard <= until and not each.is_attended]
    if not those:
        return None
    heard = [each for call in those for each in _tones(call, since, until)]
    bosses = len({each.who for each in those} - {""}) or 1
    return CallFigures(
        figures_of([sorted(heard)], (until - since).total_seconds(), bosses),
        bosses,
        sum(((each.ended or until) - each.heard).total_seconds() > SHIFT for each in those),
        _median(each.taken - each.heard for each in those if each.taken is not None),
        _median(each.arrived - each.heard for each in those if each.arrived is not None),
    )


def _tones(call: KeptCall, since: datetime, until: datetime) -> Iterator[Sounded]:
    """The tones of a call: when it came, and when it rose with nobody on the way. Not kept is whether a round
    was open or the table stood: a halt counts as in a round, a call as from a dealer who continues.
    """
    key, at = f"{call.table} {call.number}", (call.heard - since).total_seconds()
    deals_on = call.kind in (CallKind.CALL, CallKind.QUEUE)
    of = {CallKind.HALT: AlarmKind.HALTED, CallKind.OUTCOME: AlarmKind.OUTCOME}
    try:
        kind = of.get(CallKind(call.kind), AlarmKind.CALL)
    except ValueError:  # A table may send any text.
        kind = AlarmKind.CALL
    born = PRIORITIES[kind].born(presses=not deals_on)
    yield Sounded(at, key, born)
    answered = min(filter(None, (call.taken, call.arrived, call.ended)), default=until)
    unanswered, last = (answered - call.heard).total_seconds(), born
    for waited in (RISES, 2 * RISES):
        risen = risen_priority(born, waited, round_open=False, calls=deals_on)
        if unanswered > waited and risen > last:
            yield Sounded(at + waited, key, risen)
            last = risen


def _median(spans: Iterable[timedelta]) -> float | None:
    seconds = [each.total_seconds() for each in spans]
    return median(seconds) if seconds else None
