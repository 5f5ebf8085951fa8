"""A console is killed at any moment of a shift, and begun again: nothing acknowledged is lost or twice."""

from __future__ import annotations

import random
import signal
from itertools import cycle
from pathlib import Path
from typing import Final

from tests.instruments.harm.driving import VIEW, Driving, driven, pause, wrong
from tests.instruments.harm.report import Harm
from tests.instruments.harm.shifts import TABLES, Shift, shift_of, without_journal
from tests.warmed import Warmed

LINES: Final = 400
"""The lines of a shift; after the last one another shift begins."""
STARTING: Final = 0.4
"""Seconds in which a console starts."""


def killed(
    folder: Path,
    times: int,
    signals: tuple[int, ...],
    name: str,
    seed: int = 1,
    warmed: Warmed | None = None,
) -> Harm:
    """Kill consoles ``times`` times, over all games in turn; each journal is continued until its shift is
    over.

    Consoles that are not killed while they start are forked from ``warmed``.
    """
    harm, chance = Harm(name), random.Random(f"{name} {seed}")
    at = dict.fromkeys(TABLES, (0, 0))
    for table in cycle(TABLES):
        if harm.times == times:
            return harm
        shifts, place = at[table]
        shift = shift_of(*table, LINES, seed + shifts)
        journal = folder / f"{'-'.join(table)}-{shifts}-{name.split()[0]}.db"
        if place >= LINES:
            at[table] = (shifts + 1, 0)
            continue
        acknowledged, sent, flaws = killed_once(shift, journal, place, chance.choice(signals), chance, warmed)
        has, lost = wrong(shift, journal, acknowledged, sent)
        harm.done(has, [f"{journal.name} after line {place}: {each}" for each in flaws + lost])
        at[table] = (shifts, has)
    raise AssertionError("a cycle has no end")


def killed_once(
    shift: Shift, journal: Path, place: int, by: int, chance: random.Random, warmed: Warmed | None = None
) -> tuple[int, int, list[str]]:
    """Begin after ``place`` lines, and kill: how many lines were acknowledged and sent, and what is wrong."""
    end = min(len(shift.lines), place + chance.randint(1, 60))
    way = chance.randrange(4)
    with driven(shift, journal, warmed=warmed if way else None) as table:
        match way:
            case 0:
                return _while_starting(table, shift, place, end, by, chance)
            case 1:
                flaws = _begun_again(table, shift, place)
                return *_between_lines(table, shift, place, end, by, chance), flaws
            case _:
                flaws = _begun_again(table, shift, place)
                return *_while_lines_pour_in(table, shift, place, end, by, chance), flaws


def stopped(folder: Path, times: int, seed: int = 1) -> Harm:
    """Suspended and woken at any moment: every line is answered as if it had not been."""
    harm, chance = Harm("SIGSTOP, then SIGCONT"), random.Random(f"stopped {seed}")
    for number in range(times):
        shift = shift_of(*TABLES[number % len(TABLES)], LINES, seed)
        journal = folder / f"stopped-{number}.db"
        lines = shift.lines[: chance.randint(20, 80)]
        with driven(shift, journal) as table:
            table.write(*lines)
            table.read()
            for _ in range(3):
                pause(chance.uniform(0, 0.01))
                table.harm(signal.SIGSTOP)
                pause(chance.uniform(0, 0.05))
                table.harm(signal.SIGCONT)
            for _ in lines[1:]:
                table.read()
            table.end()
        has, lost = wrong(shift, journal, len(lines), len(lines))
        harm.done(has, [f"{journal.name}: {each}" for each in lost])
    return harm


def _begun_again(table: Driving, shift: Shift, place: int) -> list[str]:
    """Whether it shows what the table was: the same hand, prompt and people."""
    table.write(VIEW.rstrip())
    shown = without_journal(table.read()) == without_journal(shift.views[place])
    return [] if shown else [f"another view after {place} lines"]


def _while_starting(
    table: Driving, shift: Shift, place: int, end: int, by: int, chance: random.Random
) -> tuple[int, int, list[str]]:
    table.write(*shift.lines[place:end])
    pause(chance.uniform(0, STARTING))
    table.harm(by)
    return place + table.rest(), end, []


def _between_lines(
    table: Driving, shift: Shift, place: int, end: int, by: int, chance: random.Random
) -> tuple[int, int]:
    """While one line is being taken, and the one before it has been answered."""
    for line in shift.lines[place : end - 1]:
        table.take(line)
    table.write(shift.lines[end - 1])
    pause(chance.uniform(0, 0.002))
    table.harm(by)
    return end - 1 + table.rest(), end


def _while_lines_pour_in(
    table: Driving, shift: Shift, place: int, end: int, by: int, chance: random.Random
) -> tuple[int, int]:
    table.write(*shift.lines[place:end])
    answered = chance.randrange(end - place + 1)
    for _ in range(answered):
        table.read()
    pause(chance.uniform(0, 0.004))
    table.harm(by)
    return place + answered + table.rest(), end
