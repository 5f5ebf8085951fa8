"""A goal, what was measured against it, and the one line that says so."""

from __future__ import annotations

from typing import NamedTuple, Self

from tests.instruments.bench.pairs import Compared


class Measured(NamedTuple):
    """One line of the bench; ``ratio`` is ours by theirs, None if a count or a span stands for itself."""

    name: str
    ours: str
    theirs: str
    ratio: float | None
    goal: str
    met: bool | None
    """None if there was no goal, or nothing could be measured."""
    how: str

    @classmethod
    def rate(cls, name: str, of: Compared, count: int, unit: str, at_least: float | None, how: str) -> Self:
        """A measure of ``count`` things in a turn, compared by their rates; ``of`` holds seconds."""
        ratio = 1 / of.ratio
        goal = "-" if at_least is None else f">= {at_least}x"
        met = None if at_least is None else ratio >= at_least
        ours, theirs = (f"{count / seconds:,.0f} {unit}/s" for seconds in (of.ours, of.theirs))
        return cls(name, ours, theirs, ratio, goal, met, how)

    @classmethod
    def span(cls, name: str, of: Compared, unit: str, at_most: float | None, how: str) -> Self:
        """A time or a size, which should stay within a multiple of theirs; None if there is no goal.
        ``unit`` is ms, s or MiB.
        """
        by = {"ms": 1e3, "s": 1.0, "MiB": 1.0}[unit]
        goal = "-" if at_most is None else f"<= {at_most}x"
        met = None if at_most is None else of.ratio <= at_most
        ours, theirs = (f"{value * by:,.2f} {unit}" for value in (of.ours, of.theirs))
        return cls(name, ours, theirs, of.ratio, goal, met, how)

    def line(self) -> str:
        """The line as it is printed."""
        ratio = "-" if self.ratio is None else f"{self.ratio:.2f}x"
        verdict = {True: "met", False: "MISSED", None: "-"}[self.met]
        return (
            f"{self.name:<30} ours {self.ours:>16}  theirs {self.theirs:>16}  {ratio:>6}  "
            f"goal {self.goal:<10} {verdict:<7} {self.how}"
        )
