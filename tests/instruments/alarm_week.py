"""``python3 -m tests alarms``: the alarms of a simulated week of forty tables before four pit bosses.

The wall's own alarms say what sounds; the figures are those of EEMUA 191 and ISA-18.2. The rates stand in
:data:`RATES`, each with its source. All of it is done at the rates, at half and at twice of them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from console.floor.alarms.alarm_figures import SHIFT, AlarmFigures, Sounded, figures_of
from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import Watch
from console.floor.self_report import Fault
from console.floor.wall import Reading, SeenTable
from tests.floor.readings import coming, reading, table, waiting

HOUR: Final = 3_600.0
WEEK: Final = 7 * 24 * HOUR
BOSSES: Final = 4
EACH: Final = 10
"""Tables of a pit boss."""
STEP: Final = 5.0
"""Seconds between two readings while anything is alarming; a wall reads each second."""
BEFORE: Final = 15.0
"""Seconds of readings before an event, by which the wall counts as steady."""


class Rate(NamedTuple):
    """How often something happens at one table, and how long it lasts."""

    kind: str
    hours: float
    """Hours of one table between two of them."""
    least: float
    most: float
    """Seconds that it lasts; of a call, from the taking on."""
    source: str


RATES: Final = (
    Rate("outcome", 1_000 / 60 / 1.5, 40, 150, "1.5 in 1,000 rounds: assumed; 60 an hour: wascgroup.com"),
    Rate("halt", 1_000 / 60 / 0.5, 40, 180, "0.5 in 1,000 rounds: assumed"),
    Rate("call", 8.0, 30, 120, "one call a shift: assumed"),
    Rate("device", 7 * 24.0, 20, 600, "one device a table and week: assumed"),
    Rate("clock", 28 * 24.0, 300, 3_600, "one a table and four weeks: assumed"),
    Rate("silent", 14 * 24.0, 20, 240, "a console restarted each fortnight: assumed"),
    Rate("switch", 28 * 24.0, 30, 300, "a switch of ten tables each four weeks: assumed"),
    Rate("break", 1.0, 30, 60, "a dealer's relief each hour: the usual roster"),
    Rate("preparing", 2.0, 240, 480, "a shoe of eight decks each two hours"),
)
ANSWER: Final = (8.0, 45.0)
"""Seconds after which a pit boss takes a call; another third of a minute until the arrival."""
ARRIVES: Final = 20.0


class Happening(NamedTuple):
    """One thing that happens."""

    begin: float
    end: float
    table: int
    kind: str
    number: int
    taken: float


def week(rates: Sequence[Rate], often: float, chance: random.Random) -> list[Happening]:
    """The happenings at the tables of one pit boss, in order; ``often`` is a multiple of the rates."""
    found = list[Happening]()
    for rate in rates:
        shared = rate.kind == "switch"
        for at in range(1 if shared else EACH):
            now = 0.0
            while (now := now + chance.expovariate(often / (rate.hours * HOUR))) < WEEK:
                taken = now + chance.uniform(*ANSWER)
                lasts = chance.uniform(rate.least, rate.most)
                calls = rate.kind in ("call", "outcome", "halt")
                end = taken + ARRIVES + lasts if calls else now + lasts
                number = len(found) + 1
                for each in range(EACH) if shared else (at,):
                    kind = "silent" if shared else rate.kind
                    found.append(Happening(now, end, each, kind, number, taken))
    return sorted(found)


def seen(at: int, now: float, happens: Sequence[Happening]) -> SeenTable:
    """A table as the floor shows it now."""
    name, faults = f"T{at}", list[Fault]()
    more: dict[str, Any] = {"switch": "S1", "round_open": True}
    call = next((each for each in happens if each.kind in ("call", "outcome", "halt")), None)
    for each in happens:
        match each.kind:
            case "device":
                faults.append(Fault("shoe", "silent"))
            case "clock":
                faults.append(Fault("clock", "unsynchronised"))
            case "silent":
                more["silence"] = max(0.4, now - each.begin)
            case _:
                pass
    if faults:
        more["faults"] = tuple(faults)
    if call is not None:
        if now >= call.taken:
            more["taken"] = coming(now - call.taken, arrived=now >= call.taken + ARRIVES)
        return waiting(name, call.kind, now - call.begin, call=call.number, **more)
    if any(each.kind == "preparing" for each in happens):
        return table(name, "preparing", **{**more, "round_open": False})
    return table(name, **more)


class Heard(NamedTuple):
    """A tone, and the kind of its alarm."""

    tone: Sounded
    what: AlarmKind


def sounds(happens: Sequence[Happening], stale: set[str]) -> Iterator[Heard]:
    """What sounds before one pit boss; keys of alarms that stand for a shift are put into ``stale``."""
    watch, now, waiting_for, active = Watch.new_watch(0.0), 0.0, 0, list[Happening]()
    since: dict[str, float] = {}
    calm = [seen(at, 0.0, ()) for at in range(EACH)]
    while now < WEEK:
        active = [each for each in active if each.end > now - STEP]
        while waiting_for < len(happens) and happens[waiting_for].begin <= now:
            active.append(happens[waiting_for])
            waiting_for += 1
        here = defaultdict[int, list[Happening]](list)
        for each in active:
            if each.end > now:
                here[each.table].append(each)
        tables = (seen(at, now, here[at]) if at in here else calm[at] for at in range(EACH))
        told: Reading = reading(*tables)
        watch = watch.after_reading(told, now)
        watch, due = watch.ring(now)
        yield from (Heard(Sounded(now, item.key, item.priority), item.what) for item in due)
        since = {key: since.get(key, now) for key in watch.begun}
        stale |= {key for key, begun in since.items() if now - begun > SHIFT}
        now += STEP
        if not active and waiting_for < len(happens):
            now = max(now, happens[waiting_for].begin - BEFORE)
        elif not active:
            break


class Figures(NamedTuple):
    """The figures of a week, of all pit bosses."""

    alarms: AlarmFigures
    stale: int
    """Alarms that stood longer than a shift."""
    kinds: Counter[AlarmKind]


def figures(often: float, seed: int, bosses: int = BOSSES) -> Figures:
    """A week at a multiple of the rates."""
    walls, stale = list[list[Heard]](), 0
    for boss in range(bosses):
        old = set[str]()
        walls.append(list(sounds(week(RATES, often, random.Random(f"{seed} {boss} {often}")), old)))
        stale += len(old)
    alarms = figures_of([[each.tone for each in heard] for heard in walls], WEEK, bosses)
    return Figures(alarms, stale, Counter(each.what for heard in walls for each in heard))


def main(argv: Sequence[str]) -> int:
    """Print the table of the three weeks, and the rates."""
    parser = argparse.ArgumentParser("python3 -m tests alarms", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bosses", type=int, default=BOSSES)
    given = parser.parse_args(argv)
    print(
        "| rates | alarms | in ten minutes and pit boss | with more than one | most | floods "
        "| high, medium, low | chattering | stale |"
    )
    print("| --- " * 9 + "|")
    for often in (0.5, 1.0, 2.0):
        of = figures(often, given.seed, given.bosses)
        alarms = of.alarms
        shares = ", ".join(f"{100 * share:.0f} %" for share in alarms.shares.values())
        print(
            f"| {often:g} | {alarms.many:,} | {alarms.rate:.2f} | {100 * alarms.more_than_one:.1f} % "
            f"| {alarms.most} | {alarms.floods} | {shares} | {alarms.chattering} | {of.stale} |",
            flush=True,
        )
        print("<!--", ", ".join(f"{many} {kind}" for kind, many in of.kinds.most_common()), "-->", flush=True)
    for rate in RATES:
        print(
            f"{rate.kind}: one in {rate.hours:.1f} hours of a table, {rate.least:g} to {rate.most:g} s; "
            f"{rate.source}"
        )
    return 0
