"""The presses of a pit boss's and a supervisor's tasks, as they were kept."""

from __future__ import annotations

from tests.handbook.pages import table
from tests.instruments.days.hand import Way
from tests.instruments.days.running import BEFORE, Pressed, kept


def presses() -> str:
    """Each task with its presses by keys and by mouse, the letters that are typed besides, and its presses at
    1.0.0.
    """
    days, earlier = kept(), kept(BEFORE)
    languages = tuple(days.languages)
    before = {each[0].task: each for each in zip(*earlier.languages.values(), strict=True)}
    rows = [
        (
            *(each[0].day, each[0].task.rstrip(".")),
            *(_counts(each, way) for way in Way),
            _letters(each),
            *(_counts(before[each[0].task], way) for way in Way),
        )
        for each in zip(*days.languages.values(), strict=True)
    ]
    heads = ("day", "task", *(f"by {way}" for way in Way), "letters typed", *(f"1.0.0: {way}" for way in Way))
    said = f"In {', '.join(languages)}, one count if all are equal; {days.on}, commit {days.commit}."
    return f"{table(heads, rows)}\n\n{said} {earlier.how}"


def _counts(each: tuple[Pressed, ...], way: Way) -> str:
    return _joined([f"{row.presses[way]}" if way in row.presses else row.failed[way] for row in each])


def _letters(each: tuple[Pressed, ...]) -> str:
    return _joined([f"{max(row.letters.values(), default=0)}" for row in each])


def _joined(counts: list[str]) -> str:
    return ", ".join(counts if len({*counts}) > 1 else counts[:1])
