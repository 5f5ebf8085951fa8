"""The result of one kind of harm: how often it was done, and what was lost; a line of the printed table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec


class Harm(msgspec.Struct):
    """A kind of harm, counted as it is done."""

    name: str
    times: int = 0
    checked: int = 0
    """Acknowledged entries, lines or states that were looked for afterwards."""
    lost: list[str] = msgspec.field(default_factory=list)
    """Everything that was not as it must be, each with enough to do it again."""
    note: str = ""
    upholds: str = ""
    """The sentence of the README that it can't make untrue, if it was done for one."""

    ends: Counter[str] = msgspec.field(default_factory=Counter)
    """The count of each end, where it can end in more than one way."""

    def ended(self, end: str, wrong: Iterable[str] = ()) -> None:
        """It was done once more and ended so; what follows a colon is about this one alone."""
        self.done(1, wrong)
        self.ends[end.partition(":")[0]] += 1
        self.note = ", ".join(f"{count:,} {each}" for each, count in sorted(self.ends.items()))

    def done(self, checked: int, wrong: Iterable[str] = ()) -> None:
        """It was done once more."""
        self.times += 1
        self.checked += checked
        self.lost.extend(wrong)

    def skipped(self, why: str) -> Harm:
        """It can't be done here."""
        self.note = f"not done: {why}"
        return self


def table(harms: Iterable[Harm]) -> str:
    """All of it, to be read; then the sentences of the README that were attacked, and how they stand."""
    harms = list(harms)
    rows = [("harm", "times", "checked", "lost", "")]
    rows += [
        (harm.name, f"{harm.times:,}", f"{harm.checked:,}", f"{len(harm.lost):,}", harm.note)
        for harm in harms
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    rows_read = (
        f"{name:<{wide[0]}}  {times:>{wide[1]}}  {checked:>{wide[2]}}  {lost:>{wide[3]}}  {note}".rstrip()
        for name, times, checked, lost, note in rows
    )
    return "\n".join((*rows_read, *_upheld(harms)))


def _upheld(harms: Iterable[Harm]) -> Iterator[str]:
    """A line for each sentence: whether it stands after all that was done to it."""
    sentences: dict[str, list[Harm]] = {}
    for harm in harms:
        if harm.upholds:
            sentences.setdefault(harm.upholds, []).append(harm)
    for sentence, done in sentences.items():
        times, lost = sum(harm.times for harm in done), sum(len(harm.lost) for harm in done)
        stands = f"UNTRUE {lost:,} times of" if lost else "upheld"
        yield f"{stands} {times:,}: {sentence}"
