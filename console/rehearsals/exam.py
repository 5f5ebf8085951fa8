"""Several rehearsals in a row, as an exam: which ones, how many are done, and whether it is passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from console.rehearsals.result import RehearsalResult, Sitting
from console.rehearsals.script import Rehearsal

LENGTH: Final = 5
"""Rehearsals of an exam, if there are as many kinds."""


@dataclass(frozen=True, slots=True)
class Exam:
    """A series of rehearsals by their names, with the results of those that are over, in the same order."""

    rehearsals: tuple[str, ...]
    results: tuple[RehearsalResult, ...] = ()
    seed: int = 0
    """The seed of the draw; each result keeps it."""

    @property
    def sitting(self) -> Sitting:
        return Sitting(self.seed, self.number, len(self.rehearsals))

    @property
    def following(self) -> str | None:
        """The rehearsal played now or next; None at the end. Leaving a rehearsal ends the exam."""
        left = bool(self.results) and self.results[-1].ended == "left"
        return (
            None if left or len(self.results) >= len(self.rehearsals) else self.rehearsals[len(self.results)]
        )

    @property
    def number(self) -> int:
        """The number of the present rehearsal in the exam, from 1."""
        return len(self.results) + 1

    @property
    def good(self) -> int:
        return sum(each.passed for each in self.results)

    @property
    def is_passed(self) -> bool:
        """Whether every rehearsal was passed: a wrong outcome, or an unplayed one, fails the exam."""
        return self.good == len(self.rehearsals)

    def with_result(self, result: RehearsalResult) -> Exam:
        return replace(self, results=(*self.results, result))


def exam_names(
    rehearsals: Sequence[Rehearsal],
    first: Rehearsal,
    due: Sequence[str],
    times: Mapping[str, int],
    seed: int,
    length: int = LENGTH,
) -> tuple[str, ...]:
    """The names of an exam's rehearsals: ``first``, and others of its game, at most one of a kind.

    Kinds that are ``due`` come first, then the least rehearsed; ``times`` are how often each rehearsal was
    played, and of a kind the least played is taken. Among equals ``seed`` draws; it also draws their order,
    so that nobody knows it before.
    """
    chance = Random(seed)
    by_kind: dict[str, list[Rehearsal]] = {}
    for each in rehearsals:
        if each.script.game == first.script.game:
            by_kind.setdefault(_kind(each), []).append(each)
    by_kind.pop(_kind(first), None)

    def place(of: list[Rehearsal]) -> tuple[bool, int]:
        return not any(each.name in due for each in of), sum(times.get(each.name, 0) for each in of)

    def one(of: list[Rehearsal]) -> str:
        awaited = [each for each in of if each.name in due] or of
        least = min(times.get(each.name, 0) for each in awaited)
        return chance.choice([each for each in awaited if times.get(each.name, 0) == least]).name

    kinds = list(by_kind.values())
    chance.shuffle(kinds)
    drawn = [first.name, *(one(of) for of in sorted(kinds, key=place)[: length - 1])]
    chance.shuffle(drawn)
    return tuple(drawn)


def _kind(rehearsal: Rehearsal) -> str:
    return rehearsal.script.kind or rehearsal.name
