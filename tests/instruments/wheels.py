"""Simulated wheels before the tests of their figures: ``python3 -m tests wheels [--wheels N] [--seed S]``.

A line for each kind: how many wheels a report calls unusual, by which tests, and for how many the table's own
look, whose limit is lower, raises an alarm. The figures name seed and count.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from console.supervisor.reports import WheelReport
from console.supervisor.reports.significance import SIGNIFICANT
from console.supervisor.reports.wheel_figures import WheelCounts, detectable, wheel_report_of
from console.supervisor.reports.wheel_watch import LIMIT, unusual_wheels
from console.table.game.roulette import WHEEL

Spins = Callable[[random.Random, int], list[int]]


def true(chance: random.Random, spins: int) -> list[int]:
    return chance.choices(range(37), k=spins)


def stuck(chance: random.Random, spins: int) -> list[int]:
    """A reader that gives the last number again in 2 of 100 spins."""
    numbers = true(chance, spins)
    for at in range(1, spins):
        if chance.random() < 0.02:
            numbers[at] = numbers[at - 1]
    return numbers


def thrown(chance: random.Random, spins: int) -> list[int]:
    """A hand whose ball comes to rest 10 to 12 pockets on in a quarter of its spins."""
    at, numbers = 0, list[int]()
    for _ in range(spins):
        at = (at + chance.randint(10, 12)) % 37 if chance.random() < 0.25 else chance.randrange(37)
        numbers.append(WHEEL[at])
    return numbers


def biased(pockets: int, times: float) -> Spins:
    """Neighbouring pockets that come so many times as often as the others."""
    favoured = WHEEL[:pockets]
    weights = [times if number in favoured else 1.0 for number in range(37)]
    return lambda chance, spins: chance.choices(range(37), weights, k=spins)


KINDS: Final[dict[str, tuple[int, Spins]]] = {
    "a true wheel": (3_000, true),
    "a reader that gives the last number again in 2 of 100 spins": (3_000, stuck),
    "a hand whose ball rests 10 to 12 pockets on in a quarter of its spins": (3_000, thrown),
    "five neighbouring pockets that come twice as often": (300, biased(5, 2.0)),
    "five neighbouring pockets that come twice as often, later": (800, biased(5, 2.0)),
    "five neighbouring pockets that come 1.5 times as often": (1_600, biased(5, 1.5)),
}


def report_of(numbers: list[int], who: str | None = "D1", significant: float = SIGNIFICANT) -> WheelReport:
    counts = tuple(map(numbers.count, range(37)))
    counted = WheelCounts("W", counts, numbers=bytes(numbers), dealers=(who,) * len(numbers))
    return wheel_report_of([counted], significant)


def found_by(numbers: list[int], significant: float) -> set[str]:
    """The tests by which a report on one wheel calls it unusual."""
    found = unusual_wheels(report_of(numbers, significant=significant))
    return {"steps of the dealer" if each.who else each.test for each in found}


def lines(seed: int, wheels: int) -> Iterator[str]:
    for name, (spins, kind) in KINDS.items():
        chance, tests, alarms = random.Random(seed), Counter[str](), 0
        for _ in range(wheels):
            numbers = kind(chance, spins)
            found = found_by(numbers, SIGNIFICANT)
            tests.update(found or {"none"})
            alarms += bool(found_by(numbers, LIMIT))
        of = ", ".join(f"{test} {count}" for test, count in sorted(tests.items()) if test != "none")
        unusual = wheels - tests["none"]
        yield f"{name}, {spins} spins: unusual {unusual} of {wheels} ({of or '-'}); alarms {alarms}"
    for wheels_of_report in (1, 5):
        limit = SIGNIFICANT / (6 * wheels_of_report)
        of = "; ".join(f"{each.per_cent} %: {each.number}, {each.sector}" for each in detectable(limit))
        yield f"shown at a power of 80 %, {wheels_of_report} wheels without dealers, number and voisins: {of}"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests wheels", description=__doc__)
    parser.add_argument("--wheels", type=int, default=200, help="wheels of each kind")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    for line in lines(asked.seed, asked.wheels):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
