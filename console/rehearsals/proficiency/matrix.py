"""The matrix of practice, as values: people by kinds with their results, and the house's weakest kinds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime

import msgspec

from console.rehearsals.proficiency.due import KindStanding, RehearsalKind, rehearsal_kind, standings
from console.rehearsals.proficiency.record_file import FORMER
from console.rehearsals.result import RehearsalResult, ScoreSubject
from console.table.core import Person


class MatrixCell(msgspec.Struct, frozen=True):
    """A person's standing in a kind: the last rehearsal's day, whether it was passed, when it is due."""

    last: date
    passed: bool
    score: int
    times: int
    due: date
    is_due: bool


class MatrixRow(msgspec.Struct, frozen=True):
    """A person with a cell for each kind of the matrix, None if it was never rehearsed."""

    person: Person
    cells: tuple[MatrixCell | None, ...]


class KindFigures(msgspec.Struct, frozen=True):
    """The house's figures of a kind, with former people's. ``lost`` is the part that lost most points,
    ``share`` how much of it; ``mistaken_for`` is the most frequent wrong outcome.
    """

    game: str
    kind: str
    times: int
    people: int
    failed: int
    score: float
    lost: ScoreSubject | None
    share: float
    mistaken_for: str | None

    @property
    def rank(self) -> tuple[float, float]:
        """The key by which kinds sort: the kind most often wrong comes first."""
        return -self.failed / self.times, self.score


class Matrix(msgspec.Struct, frozen=True):
    """People by kinds, and the house's figures with the worst first."""

    kinds: tuple[RehearsalKind, ...]
    rows: tuple[MatrixRow, ...]
    house: tuple[KindFigures, ...]
    former: int
    """People who have left and were removed."""


def matrix(
    results: Sequence[RehearsalResult],
    people: Iterable[Person],
    now: datetime,
    kinds: Iterable[RehearsalKind] = (),
) -> Matrix:
    """The matrix of these people and all who have rehearsed, with all of ``kinds``; ``now`` is aware."""
    listed = list(people)
    known = {person.id.casefold() for person in listed}
    there = dict.fromkeys(who for each in results for who in each.people.values())
    listed += [
        Person(who, who, role, "")
        for who in there
        if who.casefold() not in known and not who.startswith(FORMER)
        for role in [next(role for each in results for role, one in each.people.items() if one == who)]
    ]
    columns = tuple(sorted({*kinds, *map(rehearsal_kind, results)}))
    rows = tuple(_row(person, standings(results, person.id, now.tzinfo), columns, now) for person in listed)
    return Matrix(columns, rows, _house(results), sum(who.startswith(FORMER) for who in there))


def _row(
    person: Person, stands: dict[RehearsalKind, KindStanding], kinds: Sequence[RehearsalKind], now: datetime
) -> MatrixRow:
    return MatrixRow(person, tuple(_cell(stands[kind], now) if kind in stands else None for kind in kinds))


def _cell(kind_standing: KindStanding, now: datetime) -> MatrixCell:
    last, due = kind_standing.last.began.astimezone(now.tzinfo).date(), kind_standing.due
    return MatrixCell(
        last, kind_standing.last.passed, kind_standing.last.score, kind_standing.times, due, due <= now.date()
    )


def _house(results: Iterable[RehearsalResult]) -> tuple[KindFigures, ...]:
    by_kind: defaultdict[RehearsalKind, list[RehearsalResult]] = defaultdict(list)
    for each in results:
        if each.lines:  # Without lines it was left before anything went wrong.
            by_kind[rehearsal_kind(each)].append(each)
    figures = [_figures(kind, of) for kind, of in by_kind.items()]
    return tuple(sorted(figures, key=lambda each: each.rank))


def _figures(kind: RehearsalKind, of: Sequence[RehearsalResult]) -> KindFigures:
    lost: Counter[ScoreSubject] = Counter()
    had: Counter[ScoreSubject] = Counter()
    mistakes: Counter[str] = Counter()
    for each in of:
        for line in each.lines:
            lost[line.judged] += line.of - line.points
            had[line.judged] += line.of
            if line.judged is ScoreSubject.OUTCOME and not line.good:
                mistakes.update(given for given in line.given if given not in line.expected)
    worst = max(lost, key=lambda judged: lost[judged] / max(had[judged], 1), default=None)
    if worst is not None and not lost[worst]:
        worst = None
    return KindFigures(
        *kind,
        times=len(of),
        people=len({who for each in of for who in each.people.values()}),
        failed=sum(not each.passed for each in of),
        score=sum(each.score for each in of) / len(of),
        lost=worst,
        share=0.0 if worst is None else lost[worst] / had[worst],
        mistaken_for=mistakes.most_common(1)[0][0] if mistakes else None,
    )
