"""Houses in which nobody does wrong: ``python3 -m tests innocents [--reports N] [--driven N] [--write]``.

Dealers, pit bosses, wheels and winners by chance alone, counted before the product's own comparisons: each
sentence that would point to somebody, by its row, beside the chance that the row states. Some shifts go
through sessions of the console: what their reports compare must be what was played, and late presses, reliefs
and tables that close must name nobody. ``--write`` keeps the figures for the handbook.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from math import exp
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from console.base.words import Words
from console.supervisor.history.interval import Interval
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.finding_rows import (
    DEALERS,
    PIT_BOSSES,
    QUICK,
    RUN,
    TWO_TABLES,
    WHEELS,
    Row,
    Share,
    against_the_house,
    compare,
    pit_bosses_against_the_house,
)
from console.supervisor.reports.finding_words import dealers_at_two_tables
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.reports.significance import poisson_interval
from console.supervisor.reports.wheel_figures import WheelCounts, wheel_report_of
from console.supervisor.reports.wheel_watch import LIMIT, unusual_wheels
from console.table.core import SetClock
from tests.table.played import CLOSED, OPEN, START, card, round_of, session_at

KEPT: Final = Path(__file__).with_suffix(".json")
TABLES, ROUNDS_OF_SHIFT = 40, 480
PER_ROUND: Final = 2 / 1000
SHARES: Final = {"banker": 0.458597, "player": 0.446247, "tie": 0.095156}

Acts = Callable[[random.Random, float], int]
"""A number of acts with this mean."""


class Measured(msgspec.Struct, frozen=True):
    """One row of the figures: how many of these houses' reports, rounds or looks have it."""

    row: str
    house: str
    of: str
    many: int
    found: int
    stated: float | None

    @property
    def ends(self) -> tuple[float, float]:
        low, high = poisson_interval(self.found)
        return low / self.many, high / self.many

    @property
    def holds(self) -> bool:
        return self.ends[0] <= (self.stated or 0.0)


class Run(msgspec.Struct, frozen=True):
    on: str
    seed: int
    rows: tuple[Measured, ...]


def alone(chance: random.Random, mean: float) -> int:
    """A Poisson count (Knuth, The Art of Computer Programming 2, 3.4.1), in parts that do not underflow."""
    count = 0
    while mean > 0:
        part, left = exp(-min(mean, 30.0)), chance.random()
        while left > part:
            count, left = count + 1, left * chance.random()
        mean -= 30.0
    return count


def pairs(chance: random.Random, mean: float) -> int:
    """One cause brings two."""
    return 2 * alone(chance, mean / 2)


def bursts(chance: random.Random, mean: float) -> int:
    """One cause brings three on average, any number of them."""
    causes = alone(chance, mean / 3)
    return sum(next(number for number in range(1, 1000) if chance.random() < 1 / 3) for _ in range(causes))


Readers = Callable[[random.Random], float]
HOUSES: Final[dict[str, tuple[Acts, Readers]]] = {
    "all alike": (alone, lambda chance: 1.0),
    "one cause brings two": (pairs, lambda chance: 1.0),
    "one cause brings three on average": (bursts, lambda chance: 1.0),
    "tables differ by half": (alone, lambda chance: chance.choice((0.5, 1.5))),
    "some readers are poor": (alone, lambda chance: chance.gammavariate(1, 1)),
    "poor readers, two at a time": (pairs, lambda chance: chance.gammavariate(1, 1)),
}


def dealers(chance: random.Random, acts: Acts, readers: Readers) -> list[Share]:
    """Sixty dealers, each 3,000 rounds at four of forty tables."""
    rates = [PER_ROUND * readers(chance) for _ in range(TABLES)]
    return [
        Share(f"D{who}", table, "", 750, acts(chance, 750 * rates[table]))
        for who in range(60)
        for table in chance.sample(range(TABLES), 4)
    ]


def pit_bosses(chance: random.Random, acts: Acts, readers: Readers) -> tuple[list[Share], dict[int, int]]:
    """Twelve pit bosses, thirty shifts of forty tables: each shift four have ten tables each, and somebody
    else relieves them in half of the shifts for an eighth of it. How long a sign-in lasts is a habit of each,
    and no figure knows it.
    """
    rates = [PER_ROUND * readers(chance) for _ in range(TABLES)]
    rounds, had = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for _ in range(30):
        first, *others = chance.sample(range(12), 8)
        mains, reliefs = (first, *others[:3]), others[3:]
        for table in range(TABLES):
            main, relief = f"P{mains[table // 10]}", f"P{reliefs[table // 10]}"
            rounds[main, table] += ROUNDS_OF_SHIFT
            many = acts(chance, ROUNDS_OF_SHIFT * rates[table])
            of_relief = sum(chance.random() < 1 / 8 for _ in range(many)) if chance.random() < 0.5 else 0
            had[main, table] += many - of_relief
            had[relief, table] += of_relief
            rounds[relief, table] += ROUNDS_OF_SHIFT if of_relief else 0
    played = dict.fromkeys(range(TABLES), 30 * ROUNDS_OF_SHIFT)
    return [Share(who, table, "", of, had[who, table]) for (who, table), of in rounds.items() if of], played


def people(seed: int, reports: int) -> Iterator[Measured]:
    for house, (acts, readers) in HOUSES.items():
        chance, found = random.Random(f"{seed} {house}"), Counter[Row]()
        for _ in range(reports):
            shares = dealers(chance, acts, readers)
            found[DEALERS] += any(each.verdict in ("above", "below") for each in compare(shares, DEALERS))
            shares, played = pit_bosses(chance, acts, readers)
            named = compare(shares, PIT_BOSSES, played)
            found[PIT_BOSSES] += any(each.verdict == "above" for each in named)
        for row in (DEALERS, PIT_BOSSES):
            yield Measured(row.name, house, "reports", reports, found[row], row.chance)


def wheels(seed: int, reports: int) -> Iterator[Measured]:
    """Five true wheels under eight dealers each, 3,000 spins."""
    chance, found = random.Random(seed), Counter[float]()
    limits = {WHEELS.chance or 0: "reports", LIMIT: "looks"}
    for _ in range(reports):
        counted = []
        for serial in range(5):
            numbers = chance.choices(range(37), k=3_000)
            who = tuple(f"D{at // 60 % 8}" for at in range(3_000))
            counts = tuple(map(numbers.count, range(37)))
            counted.append(WheelCounts(f"W{serial}", counts, numbers=bytes(numbers), dealers=who))
        for limit, of in limits.items():
            made = [counted] if of == "reports" else [[each] for each in counted]
            found[limit] += sum(any(unusual_wheels(wheel_report_of(each, limit))) for each in made)
    for limit, of in limits.items():
        many = reports if of == "reports" else 5 * reports
        yield Measured(WHEELS.name, "five true wheels, eight dealers", of, many, found[limit], limit)


def runs(seed: int, rounds: int) -> Iterator[Measured]:
    """Winners of coups by chance: how often a run begins that is an open point."""
    chance, found, last, long = random.Random(seed), 0, "", 0
    needed = {
        winner: next(run for run in range(100) if share**run < (RUN.chance or 0))
        for winner, share in SHARES.items()
    }
    for winner in chance.choices([*SHARES], [*SHARES.values()], k=rounds):
        last, long = winner, long + 1 if winner == last else 1
        found += long == needed[winner]
    yield Measured(RUN.name, "baccarat, eight decks", "rounds", rounds, found, RUN.chance)


def driven(seed: int, shifts: int) -> Iterator[Measured]:
    """Shifts of two tables through sessions: the second table's dealer comes from the first, by a relief who
    signs in some seconds late, or when the first closes; steps are done and then pressed one after the other.
    """
    chance, found = random.Random(seed), Counter[Row]()
    formatter = RecordFormatter(Words("en"), names={}, zone=UTC)
    with TemporaryDirectory() as folder:
        for shift in range(shifts):
            late, closes = chance.randrange(1, 55), shift % 2 == 0
            first, second = (Path(folder) / f"{shift}-{name}.db" for name in "AB")
            rounds, halts = chance.randrange(2, 6), chance.randrange(0, 3)
            goes = _play(first, START, rounds, halts, closes=closes, stays=late)
            _play(second, goes + timedelta(seconds=60 if closes else 0), 1, 0, closes=True, stays=0)
            report = shift_report([first, second], Interval(), datetime(2027, 1, 1, tzinfo=UTC))
            table, *_ = report.tables
            assert [(each.rounds, each.incidents) for each in against_the_house([table]).dealers] == [
                (rounds, 0)
            ]
            (of, _), *_ = pit_bosses_against_the_house([table])[1]
            assert (of.rounds, of.lifted) == (rounds, halts), "what was played is what is compared"
            found[QUICK] += any(each.lists.quick for each in report.tables)
            found[TWO_TABLES] += bool(dealers_at_two_tables(report.tables, formatter).rows)
    for row in (QUICK, TWO_TABLES):
        yield Measured(
            row.name, "late presses, reliefs, tables that close", "shifts", shifts, found[row], None
        )


def _play(path: Path, begin: datetime, rounds: int, halts: int, *, closes: bool, stays: int) -> datetime:
    """A table in play; the time at which its dealer D1 might go. ``stays``: the seconds for which D1 is still
    signed in then, if the table does not close.
    """
    clock, now = SetClock(begin), begin
    with session_at(path, clock, "baccarat", "lt") as session:

        def take(line: Mapping[str, object], seconds: float) -> None:
            nonlocal now
            clock.advance(seconds)
            now += timedelta(seconds=seconds)
            view = session.take(msgspec.json.encode(line))
            assert view.accepted or view.refused == "bets_open", (line, view.refused)

        take({"do": "reshuffle", "by": "P1", "on": True}, 5)
        pause = 400.0  # All is done, and then pressed.
        while session.table.preparation is not None:
            prompt = session.view().prompt
            by = "P1" if prompt.actor == "pit_boss" else "D1"
            take(card("3C") if prompt.action == "burn_card" else {"do": "done", "by": by}, pause)
            pause = 0.2
        for number in range(rounds):
            take(OPEN, 5)
            if number < halts:
                take(card("9C"), 3)
                take({"do": "withdraw", "by": "P1", "reason": "scanner touched"}, 20)
                take({"do": "sign_out", "who": "P1"}, 1)
                take({"do": "sign_in", "who": "P1", "role": "pit_boss"}, 5)
            take(CLOSED, 15)
            for line in round_of(number)[2:]:
                take(line, 4)
        goes = now
        if closes:
            take({"do": "close", "by": "P1", "on": True}, 5)
            take({"do": "done", "by": "D1", "counted": 416}, 300)
        else:
            take({"do": "sign_in", "who": "D2", "role": "dealer"}, stays)
    return goes


def lines(rows: tuple[Measured, ...]) -> Iterator[str]:
    for each in rows:
        low, high = (f"{100 * end:.3g}" for end in each.ends)
        stated = "none" if each.stated is None else f"{100 * each.stated:.3g} %"
        end = "holds" if each.holds else "MORE THAN IT STATES"
        yield (
            f"{each.row}; {each.house}: {each.found} of {each.many} {each.of} "
            f"({low} to {high} %), stated {stated}: {end}"
        )


def measured(seed: int, reports: int, shifts: int) -> tuple[Measured, ...]:
    found = (
        people(seed, reports),
        wheels(seed, max(1, reports // 2)),
        runs(seed, 5_000 * reports),
        driven(seed, shifts),
    )
    return tuple(each for part in found for each in part)


def kept() -> Run:
    return msgspec.json.decode(KEPT.read_bytes(), type=Run)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests innocents", description=__doc__)
    parser.add_argument("--reports", type=int, default=1_000, help="reports of each house")
    parser.add_argument("--driven", type=int, default=20, help="shifts through sessions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the figures for the handbook")
    asked = parser.parse_args(argv)
    rows = measured(asked.seed, asked.reports, asked.driven)
    for line in lines(rows):
        print(line, flush=True)
    if asked.write:
        run = Run(datetime.now(UTC).date().isoformat(), asked.seed, rows)
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")
    return 0 if all(each.holds for each in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
