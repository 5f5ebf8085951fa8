"""The coverage of a kind's rows: which row is ever the answer, which two meet, and what no row is about.

It asks :mod:`console.table.incidents.decision` itself, moment by moment and value by value, so that it can't
disagree with the table. It knows no words, and nothing of what a table knows by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Final

import msgspec

from console.table.game.incident_cases import Case, Cases
from console.table.incidents.decision import Ruling, standing
from console.table.incidents.facts import CHOICE, Fact, facts_of, fits, span
from console.table.incidents.moments import Moment

TOGETHER: Final = tuple(
    frozenset(map(Moment, letters))
    for letters in (
        *("AT", "ART", "ACRT", "AR", "ACR", "ACER", "AE", "AEI", "AES"),
        *("ALT", "ANRT", "ALNRT", "ANR", "ALNR", "AELR", "AEL"),
    )
)
"""The moments that stand together, at any table: at cards, then with a number at a wheel."""

MOST: Final = 20_000
"""Situations of one kind at most that are looked through; ours have 900."""


class TooManySituations(ValueError):
    """A kind whose rows ask for too many facts: there are too many situations to try them all."""


class CoveredCase(msgspec.Struct, frozen=True):
    """Moments that stand, and the given facts."""

    moments: frozenset[Moment]
    facts: dict[str, Fact]


class RowReach(msgspec.Struct, frozen=True):
    """The reach of a row: an example that it answers, or the earlier rows that always answer instead."""

    example: CoveredCase | None
    shadows: tuple[int, ...] = ()


class RowConflict(msgspec.Struct, frozen=True):
    """Two rows that both apply when all facts are given: the row that wins, the other, and an example."""

    wins: int
    loses: int
    example: CoveredCase


class Coverage(msgspec.Struct, frozen=True):
    """The coverage of a kind: a :class:`RowReach` for each row, the rows that meet, what no row is about."""

    rows: tuple[RowReach, ...]
    meetings: tuple[RowConflict, ...]
    gaps: tuple[dict[str, Fact], ...]


def coverage(rows: tuple[Case, ...]) -> Coverage:
    """The coverage of a kind's rows, in their order. Raises TooManySituations."""
    cases, wanted = Cases(kinds={"": rows}), _values(rows)
    if prod(map(len, wanted.values())) * len(TOGETHER) > MOST:
        raise TooManySituations(len(rows))
    won: dict[int, CoveredCase] = {}
    beside: dict[int, set[int]] = {number: set() for number in range(len(rows))}
    met: dict[tuple[int, int], CoveredCase] = {}
    for moments, facts in product(TOGETHER, _combinations(wanted)):
        stand = standing(cases, "", moments, facts)
        if not stand:
            continue
        at = [number for number, row in enumerate(rows) if any(row is each for each in stand)]
        answer = Ruling(stand).case(None if CHOICE not in facts else str(facts[CHOICE]))
        first = next(number for number in at if rows[number] is answer)
        example = CoveredCase(moments, facts)
        won.setdefault(first, _of(example, rows[first]))
        for number in at:
            beside[number].add(first)
        for one, other in combinations(at, 2):
            if rows[one].facts == rows[other].facts and rows[one].moments.isdisjoint(rows[other].moments):
                continue  # they differ in their moments alone, and their order decides
            met.setdefault((one, other), _of(example, rows[one], rows[other]))
    return Coverage(
        tuple(
            RowReach(won.get(number), () if number in won else tuple(sorted(beside[number])))
            for number in beside
        ),
        tuple(RowConflict(one, other, example) for (one, other), example in met.items()),
        tuple(_gaps(cases, wanted)),
    )


def _values(rows: tuple[Case, ...]) -> dict[str, tuple[Fact, ...]]:
    """The values that the rows distinguish, by fact; of a number, those from which on
    another row fits, or one no longer does.
    """
    wanted = facts_of(rows)
    choices = tuple(dict.fromkeys(row.facts[CHOICE] for row in rows if CHOICE in row.facts))
    if choices:
        wanted = {**wanted, CHOICE: choices}
    found: dict[str, tuple[Fact, ...]] = {}
    for fact, asked in wanted.items():
        numbers: set[int] = set()
        for low, high in filter(None, map(span, asked)):
            numbers |= {low} if high is None else {low, high + 1}
        words = [each for each in asked if span(each) is None]
        known = [number for number in sorted(numbers) if any(fits(each, number) for each in asked)]
        found[fact] = (*words, *known)
    return found


def _combinations(fact_values: dict[str, tuple[Fact, ...]]) -> Iterator[dict[str, Fact]]:
    for values in product(*fact_values.values()):
        yield dict(zip(fact_values, values, strict=True))


def _of(example: CoveredCase, *rows: Case) -> CoveredCase:
    """The example with only the facts that these rows ask for."""
    asked = {fact for row in rows for fact in row.facts}
    return CoveredCase(
        example.moments, {fact: value for fact, value in example.facts.items() if fact in asked}
    )


def _gaps(cases: Cases, fact_values: dict[str, tuple[Fact, ...]]) -> Iterator[dict[str, Fact]]:
    """The combinations of the rows' own values that fit no row, with as few facts as possible."""
    seen: list[dict[str, Fact]] = []
    for facts in _combinations({fact: values for fact, values in fact_values.items() if fact != CHOICE}):
        if any(gap.items() <= facts.items() for gap in seen) or _has_case(cases, facts):
            continue
        for fact in tuple(facts):
            less = {other: value for other, value in facts.items() if other != fact}
            if not _has_case(cases, less):
                facts = less
        seen.append(facts)
        yield facts


def _has_case(cases: Cases, facts: dict[str, Fact]) -> bool:
    return bool(standing(cases, "", tuple(Moment), facts))
