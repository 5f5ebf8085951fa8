"""Rehearsals that were played, as values: who, what, when, how well."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from console.rehearsals.result import Ended, RehearsalResult, ScoreLine, ScoreSubject, Way
from console.table.core import Role

START = datetime(2026, 11, 2, 14, 30, tzinfo=UTC)


def rehearsed(
    who: str = "D1",
    kind: str = "card_fell",
    *,
    days: float = 0,
    score: int = 95,
    passed: bool = True,
    game: str = "baccarat",
    way: Way = Way.ALONE,
    role: Role = Role.DEALER,
    mistaken: str | None = None,
    **people: str,
) -> RehearsalResult:
    """The result of a rehearsal that began ``days`` days after the first; ``mistaken`` is a wrong outcome."""
    given = mistaken or "void"
    outcome = ScoreLine(
        ScoreSubject.OUTCOME,
        30 if mistaken is None else 0,
        30,
        expected=("void",),
        given=(given,),
        at=(12.5,),
    )
    steps = ScoreLine(ScoreSubject.STEPS, 15 if score > 90 else 5, 15, expected=("burn:dealer",), given=())
    return RehearsalResult(
        rehearsal=f"{game}-{kind.replace('_', '-')}",
        kind=kind,
        game=game,
        rules="lt",
        way=way,
        people={role: who, **{Role(part): each for part, each in people.items()}},
        began=START + timedelta(days=days),
        lasted=181.4,
        passed=passed,
        score=score,
        lines=(outcome, steps),
        course=(Ended(at=181.4, how="played"),),
    )
