"""``python3 -m tests alarms``: the alarms of a simulated week of forty tables before four pit bosses.

The wall's own alarms say what sounds; the figures are those of EEMUA 191 and ISA-18.2. The rates stand in
:data:`RATES`, each with its source. All of it is done at the rates, at half and at twice of them.
``--keep`` writes the figures, with the day and the commit, to where the handbook's table takes them from.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.floor.alarms.alarm_figures import SHIFT, Sounded, figures_of
from console.floor.alarms.conditions import SILENT_AFTER
from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import LOW_RISES, RISES, RISES_IN_ROUND, STEADY, Watch
from console.floor.self_report import Fault
from console.floor.wall import SeenTable
from tests.floor.readings import coming, reading, table, waiting
from tests.instruments.harm.census_counts import commit

HOUR: Final = 3_600.0
WEEK: Final = 7 * 24 * HOUR
BOSSES: Final = 4
EACH: Final = 10
"""Tables of a pit boss."""
KEPT: Final = Path(__file__).with_suffix(".json")
OFTEN: Final = {"half": 0.5, "usual": 1.0, "twice": 2.0}
"""The weeks, and the multiple of the rates of each."""
BEFORE: Final = 15.0
"""Seconds of readings before an event, by which the wall counts as steady."""
CALLS: Final = ("call", "outcome", "halt")
_ROUNDS: Final = 60.0
"""Rounds of a table in an hour."""


class Rate(NamedTuple):
    """How often something happens at one table, and how long it lasts."""

    kind: str
    what: str
    hours: float
    """Hours of one table between two of them; of a switch and the server, hours of the wall."""
    least: float
    most: float
    """Seconds that it lasts; of a call, from the arrival on."""
    source: str
    """Of how often it happens."""
    lasting: str = "assumed"
    """The source of how long it lasts."""


RATES: Final = (
    Rate(
        *("outcome", "an incident that the pit boss decides", 1_000 / _ROUNDS / 1.5, 40, 150),
        "1.5 in 1,000 rounds: one is a card that the reader can't read, at most one in 5,200 (the Dealer4's "
        "manual, libble.eu) of some five a coup; the dealer's mistakes, 0.5, are assumed. 60 rounds an hour: "
        "live dealers 50 to 70, baccarat 40 to 60, blackjack 60 to 80 (wascgroup.com)",
    ),
    Rate("halt", "play is halted", 1_000 / _ROUNDS / 0.5, 40, 180, "0.5 in 1,000 rounds: assumed"),
    Rate("call", "the dealer calls and deals on", 8.0, 30, 120, "one in a shift: assumed"),
    Rate("device", "a device fails", 7 * 24.0, 20, 600, "assumed"),
    Rate("clock", "the clock is not set", 28 * 24.0, 300, 3_600, "assumed"),
    Rate("silent", "the console is started again", 14 * 24.0, 20, 240, "assumed"),
    Rate(
        *("switch", "the switch of a pit boss's ten tables is away", 28 * 24.0, 30, 300),
        "assumed, pulled cables with it; of data centres' switches 5 % fail in a year (Gill, Jain, Nagappan, "
        "SIGCOMM 2011)",
    ),
    Rate(
        *("server", "the floor's server is away", 28 * 24.0, 10, 300),
        "an update each month: assumed; PostgreSQL has one a quarter at least (postgresql.org)",
    ),
    Rate(
        *("break", "a dealer is relieved", 0.5, 30, 60),
        "each half an hour (etruesports.com 2025-02-13, redcasino.com)",
    ),
    Rate(
        *("preparing", "a new shoe is made ready", 80 / _ROUNDS, 240, 480),
        "79 to 86 coups before the cut card: measured ('The card set'), at 60 an hour",
    ),
)
_SHARED: Final = {"switch": "silent", "server": "server"}
"""An event for all tables of a wall at once, and the report of a table about it."""
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
        shared = rate.kind in _SHARED
        for at in range(1 if shared else EACH):
            now = 0.0
            while (now := now + chance.expovariate(often / (rate.hours * HOUR))) < WEEK:
                taken = now + chance.uniform(*ANSWER)
                lasts = chance.uniform(rate.least, rate.most)
                end = taken + ARRIVES + lasts if rate.kind in CALLS else now + lasts
                number = len(found) + 1
                for each in range(EACH) if rate.kind == "switch" else (at,):
                    kind = _SHARED.get(rate.kind, rate.kind)
                    found.append(Happening(now, end, each, kind, number, taken))
    silences = [each for each in found if each.kind == "silent"]
    return sorted(_not_meanwhile(each, silences) for each in found)


def _not_meanwhile(happening: Happening, silences: Sequence[Happening]) -> Happening:
    """The happening that neither begins nor ends while its table is silent: nothing is heard of that."""
    for silence in silences:
        if silence.table == happening.table and happening.kind not in ("silent", "server"):
            begin, end, taken = (
                silence.end if silence.begin < at < silence.end else at
                for at in (happening.begin, happening.end, happening.taken)
            )
            happening = happening._replace(begin=begin, end=max(begin, end), taken=taken)
    return happening


def seen(at: int, now: float, happens: Sequence[Happening]) -> SeenTable:
    """A table as the floor shows it now."""
    name, faults = f"T{at}", list[Fault]()
    more: dict[str, Any] = {"switch": "S1", "round_open": True}
    call = next((each for each in happens if each.kind in CALLS), None)
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
        if call.kind == "call":
            more["standing"] = "playing"
        return waiting(name, call.kind, now - call.begin, call=call.number, **more)
    if any(each.kind == "preparing" for each in happens):
        return table(name, "preparing", **{**more, "round_open": False})
    return table(name, **more)


class Heard(NamedTuple):
    """A tone, and the kind of its alarm."""

    tone: Sounded
    what: AlarmKind


def moments(happening: Happening) -> Iterator[float]:
    """The times at which the wall may show or sound something else because of it."""
    begin, end = happening.begin, happening.end
    match happening.kind:
        case "break":
            yield begin
        case "preparing":
            yield from (begin, end)
        case _:
            rises = (RISES_IN_ROUND, RISES, LOW_RISES, SHIFT)
            after = (0.0, SILENT_AFTER, STEADY, *rises, *(SILENT_AFTER + each for each in rises))
            yield begin - BEFORE
            yield from (begin + each + 0.5 for each in after if begin + each + 0.5 < end)
            if happening.kind in CALLS:
                yield from (happening.taken, happening.taken + ARRIVES)
            yield from (end, end + STEADY + 0.5, end + STEADY + SILENT_AFTER)


def sounds(happens: Sequence[Happening], stale: set[str]) -> Iterator[Heard]:
    """The sounds before one pit boss; keys of alarms that stand for a shift are put into ``stale``.

    The wall reads each second. Here it reads as often as something can differ: the readings in between are
    the same.
    """
    watch, waiting_for, active, is_away = Watch.new_watch(0.0), 0, list[Happening](), False
    since: dict[str, float] = {}
    calm = [seen(at, 0.0, ()) for at in range(EACH)]
    for now in sorted({at for each in happens for at in moments(each) if 0 <= at < WEEK}):
        while waiting_for < len(happens) and happens[waiting_for].begin <= now:
            active.append(happens[waiting_for])
            waiting_for += 1
        active = [each for each in active if each.end > now]
        was_away, is_away = is_away, any(each.kind == "server" for each in active)
        if not is_away:
            here = defaultdict[int, list[Happening]](list)
            for each in active:
                here[each.table].append(each)
            told = reading(*(seen(at, now, here[at]) if at in here else calm[at] for at in range(EACH)))
            if not was_away:
                watch = replace(watch, heard_at=max(watch.heard_at, now - 1.0))
            watch = watch.after_reading(told, now)
        watch, due = watch.ring(now)
        yield from (Heard(Sounded(now, item.key, item.priority), item.what) for item in due)
        since = {key: since.get(key, now) for key in watch.begun}
        stale |= {key for key, begun in since.items() if now - begun > SHIFT}


class Figures(msgspec.Struct, frozen=True):
    """The figures of a week, of all pit bosses, and the code that they were made with."""

    week: str
    """Of :data:`OFTEN`."""
    bosses: int
    seed: int
    many: int
    rate: float
    """Alarms in ten minutes and pit boss."""
    more_than_one: float
    """The share of a pit boss's ten minutes with more than one."""
    most: int
    floods: int
    shares: dict[str, float]
    """Of high, medium and low."""
    chattering: int
    stale: int
    """Alarms that stood longer than a shift."""
    kinds: dict[str, int]
    hours: dict[str, float]
    """Of one table, between two of each kind of happening."""
    on: str
    commit: str


def figures(name: str, seed: int, bosses: int = BOSSES, of_commit: str = "") -> Figures:
    """A week at a multiple of the rates."""
    often, walls, stale = OFTEN[name], list[list[Heard]](), 0
    for boss in range(bosses):
        old = set[str]()
        walls.append(list(sounds(week(RATES, often, random.Random(f"{seed} {boss} {often}")), old)))
        stale += len(old)
    alarms = figures_of([[each.tone for each in heard] for heard in walls], WEEK, bosses)
    kinds = Counter(each.what.value for heard in walls for each in heard)
    return Figures(
        week=name,
        bosses=bosses,
        seed=seed,
        many=alarms.many,
        rate=round(alarms.rate, 4),
        more_than_one=round(alarms.more_than_one, 4),
        most=alarms.most,
        floods=alarms.floods,
        shares={priority.name.lower(): round(share, 4) for priority, share in alarms.shares.items()},
        chattering=alarms.chattering,
        stale=stale,
        kinds=dict(kinds.most_common()),
        hours={rate.kind: rate.hours for rate in RATES},
        on=f"{datetime.now(UTC):%Y-%m-%d}",
        commit=of_commit,
    )


def kept() -> list[Figures]:
    """The figures that were kept last."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Figures])


def main(argv: Sequence[str]) -> int:
    """Print the figures of the three weeks, and keep them if asked."""
    parser = argparse.ArgumentParser("python3 -m tests alarms", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bosses", type=int, default=BOSSES)
    parser.add_argument("--keep", action="store_true", help="keep the figures for the handbook")
    given = parser.parse_args(argv)
    found, at = list[Figures](), commit()
    for name in OFTEN:
        found.append(of := figures(name, given.seed, given.bosses, at))
        shares = ", ".join(f"{100 * share:.1f} % {priority}" for priority, share in of.shares.items())
        print(
            f"{name}: {of.many:,} alarms, {of.rate:.2f} in ten minutes and pit boss, {shares}; at most "
            f"{of.most} in ten minutes, {of.floods} floods, {of.chattering} chattering, {of.stale} stale",
            flush=True,
        )
        print("   " + ", ".join(f"{many} {kind}" for kind, many in of.kinds.items()), flush=True)
    if given.keep:
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        print("kept; `python3 -m tests handbook --write` writes them into the handbook")
    return 0
