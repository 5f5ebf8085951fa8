"""Several rehearsals in a row, as in an exam: which ones, how far it has come, what all of it is worth.

It knows no table and no words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from console.rehearsal.result import RehearsalResult, Sitting
from console.rehearsal.script import Rehearsal

LENGTH: Final = 5
"""Rehearsals of an exam, where there are so many kinds."""


@dataclass(frozen=True, slots=True)
class Exam:
    """A series of rehearsals by their names, and what came of those that are over, in the same order."""

    rehearsals: tuple[str, ...]
    results: tuple[RehearsalResult, ...] = ()
    seed: int = 0
    """By which they were drawn; each result keeps it."""

    @property
    def sitting(self) -> Sitting:
        """Which one of which exam is played now."""
        return Sitting(self.seed, self.number, len(self.rehearsals))

    @property
    def following(self) -> str | None:
        """The rehearsal that is played now or next; None once it is over. One that was left ends it."""
        left = bool(self.results) and self.results[-1].ended == "left"
        return (
            None if left or len(self.results) >= len(self.rehearsals) else self.rehearsals[len(self.results)]
        )

    @property
    def number(self) -> int:
        """Which one that is, from 1."""
        return len(self.results) + 1

    @property
    def good(self) -> int:
        """How many were passed."""
        return sum(each.passed for each in self.results)

    @property
    def passed(self) -> bool:
        """Whether every one was passed: one wrong outcome fails it, and so does one that was not played."""
        return self.good == len(self.rehearsals)

    def after(self, result: RehearsalResult) -> Exam:
        """How it stands when one more is over."""
        return replace(self, results=(*self.results, result))


def examined(
    rehearsals: Sequence[Rehearsal],
    first: Rehearsal,
    due: Sequence[str],
    times: Mapping[str, int],
    seed: int,
    length: int = LENGTH,
) -> tuple[str, ...]:
    """The names of an exam's rehearsals: ``first`` and others of its game, of every kind one at most.

    What is ``due`` is taken before all else; then the kinds that were rehearsed least; ``times`` says how
    often each was played, by its name, and of a kind it is the one that was played least. Where that leaves
    several it is drawn by ``seed``, and so is their order: nobody knows it before.
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
