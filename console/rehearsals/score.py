"""The score of a rehearsal, computed from the events and their times.

The way does not matter: everybody who reaches the same end has the same points. Presses and the players' wait
are measured and give no points. A wrong outcome, or a fact that changes money, cards or steps, fails the
rehearsal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

import msgspec

from console.rehearsals.result import (
    FULL,
    PLAY_ON,
    Announced,
    AnnouncementDue,
    Course,
    Decided,
    Ended,
    LinePressed,
    MishapOccurred,
    PlayersWaited,
    ReportedKind,
    Right,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
    StepTaken,
)
from console.table.incidents import UNASKED, Fact

POINTS: Final = {
    ScoreSubject.NOTICED: 15,
    ScoreSubject.KIND: 15,
    ScoreSubject.FACTS: 15,
    ScoreSubject.OUTCOME: 30,
    ScoreSubject.ANNOUNCEMENTS: 10,
    ScoreSubject.STEPS: 15,
}
"""The points of each part, out of a hundred; a part that does not occur in a rehearsal gives none."""
AT_ONCE, SOON, LATE = 10.0, 20.0, 40.0
"""Seconds until which a slip was noticed at once, soon, late; after the last there are no points."""
TAKEN_BACK: Final = "record_only"
"""A report that was taken back last decides nothing; a halt taken back is an outcome: play went on."""
_PLAYED_ON: Final = (PLAY_ON, "withdrawn")
_NO_PRESSES: Final = frozenset(("view", "call", "sign_in", "sign_out", "say"))
"""Lines that do not count as presses for an incident."""

CARRIED_OUT: Final = frozenset(("actual", "cards_to_move", "cards_to_remove", "hand", "seat"))
"""The facts that the table or its people carry out as reported: the number that is paid, the cards that leave
or change a hand, the hand whose bet goes back.
"""
_SURE: Final = "recorded"
"""The fact of a mishap that no report can give differently than the table knows it."""

T = TypeVar("T")


class Score(msgspec.Struct, frozen=True):
    """The lines, their sum out of a hundred, and whether the rehearsal is passed."""

    lines: tuple[ScoreLine, ...]
    points: int
    passed: bool


def score(course: Course) -> Score:
    lines = tuple(_lines(course))
    of = sum(line.of for line in lines)
    points = round(FULL * sum(line.points for line in lines) / of) if of else 0
    ended = next(_of(course, Ended), None)
    played = ended is not None and ended.how == "played"
    fails = any(map(_fails, lines)) or any(_harmful_facts(course))
    return Score(lines, points, played and any(_of(course, MishapOccurred)) and not fails)


def _fails(line: ScoreLine) -> bool:
    """Whether a line is wrong about the outcome, actual or expected."""
    return line.judged in (ScoreSubject.OUTCOME, ScoreSubject.KIND) and not line.good


def _harmful_facts(course: Course) -> Iterator[str]:
    """The facts given falsely that change money, cards or steps."""
    taken, slips = list(_of(course, StepTaken)), {each.number: each for each in _of(course, MishapOccurred)}
    for end in _of(course, Decided):
        slip = slips.get(end.number)
        if slip is None or end.by_console or end.outcome == TAKEN_BACK or end.kind != end.right.kind:
            continue
        told = {**end.facts, **_found(each for each in taken if each.at >= end.at)}
        if end.steps and UNASKED in slip.facts:
            told.setdefault(UNASKED, False)  # An order that is left out counts as unasked.
        changes_steps = end.steps != end.right.steps
        yield from (each for each in _false(end.right, told) if each in CARRIED_OUT or changes_steps)


def _lines(course: Course) -> Iterator[ScoreLine]:
    slips = list(_of(course, MishapOccurred))
    ends = [each.at for each in slips[1:]] + [float("inf")]
    for slip, until in zip(slips, ends, strict=False):
        yield from _of_slip(course, slip, until)
    if slips:
        yield _announcements(course, slips[0].at)
        yield _presses(course, slips[0].at)
        yield _waited(course)


def _of_slip(course: Course, slip: MishapOccurred, until: float) -> Iterator[ScoreLine]:
    every = [each for each in _of(course, Decided) if each.number == slip.number]
    decided = [each for each in every if each.outcome != TAKEN_BACK] or every[-1:]
    end = decided[-1] if decided else None
    right = slip.right if end is None else end.right
    if right.kind is None:
        yield _outcome(course, slip, right, decided, until)
        return
    yield _noticed(course, slip, until)
    named = end is not None and not end.by_console
    kind = (end.kind,) if end is not None and named and end.kind is not None else ()
    at = (end.at,) if end is not None else ()
    yield _line(
        ScoreSubject.KIND, slip, expected=(right.kind,), answers=kind, at=at, good=kind == (right.kind,)
    )
    done = [each for each in _of(course, StepTaken) if slip.at <= each.at <= until]
    told = {} if end is None else {**end.facts, **_found(done)}
    if asked := _fact_texts(_facts_to_report(right, slip, told)):
        reported = _fact_texts(told) if named and kind == (right.kind,) else ()
        good = [fact for fact in asked if fact in reported]
        points = POINTS[ScoreSubject.FACTS] * len(good) // len(asked)
        yield ScoreLine(
            ScoreSubject.FACTS,
            points,
            POINTS[ScoreSubject.FACTS],
            slip.number,
            expected=asked,
            given=reported,
            at=at,
        )
    yield _outcome(course, slip, right, decided, until)
    if right.steps or done:
        yield _steps(slip, right, done)


def _found(done: Iterable[StepTaken]) -> dict[str, Fact]:
    """The facts that steps showed, which a report need not have: nobody asks for them."""
    return {fact: value for each in done for fact, value in each.facts.items()}


def _noticed(course: Course, slip: MishapOccurred, until: float) -> ScoreLine:
    """The time until somebody who rehearses reported the slip, or ended its halt."""
    seen = next(
        (
            each.at
            for each in course
            if slip.at <= each.at <= until
            and isinstance(each, ReportedKind | Decided | StatedOutcome)
            and not (isinstance(each, ReportedKind | Decided) and each.by_console)
        ),
        None,
    )
    of = POINTS[ScoreSubject.NOTICED]
    after = None if seen is None else seen - slip.at
    parts = 0 if after is None else 3 if after <= AT_ONCE else 2 if after <= SOON else after <= LATE
    at = () if seen is None else (seen,)
    return ScoreLine(ScoreSubject.NOTICED, of * parts // 3, of, slip.number, measured=after, at=at)


def _outcome(
    course: Course, slip: MishapOccurred, right: Right, decided: list[Decided], until: float
) -> ScoreLine:
    """The line on the outcome: wrong if anybody expected or decided another, or the console decided."""
    beliefs = [each for each in _of(course, StatedOutcome) if slip.at <= each.at < until]
    believed = all(each.outcome in each.right for each in beliefs)
    expected = right.outcomes or (PLAY_ON,)
    given = tuple(each.outcome for each in decided if not each.by_console)
    came = bool(given) and all(each.outcome in (each.right.outcomes or _PLAYED_ON) for each in decided)
    mistaken = tuple(each.outcome for each in beliefs if each.outcome not in each.right)
    good = came and believed
    at = tuple(each.at for each in decided)
    return _line(ScoreSubject.OUTCOME, slip, expected=expected, answers=(*mistaken, *given), at=at, good=good)


def _steps(slip: MishapOccurred, right: Right, done: list[StepTaken]) -> ScoreLine:
    """The line on the steps in order; a skipped, missing or foreign step takes its share."""
    expected = tuple(f"{step.action}:{step.actor}" for step in right.steps)
    given = tuple(f"{each.action}:{each.actor}" for each in done if not each.skipped)
    good = sum(one == other for one, other in zip(expected, given, strict=False))
    of = POINTS[ScoreSubject.STEPS]
    at = tuple(each.at for each in done)
    points = of * good // max(len(expected), len(given), 1)
    return ScoreLine(ScoreSubject.STEPS, points, of, slip.number, expected=expected, given=given, at=at)


def _announcements(course: Course, since: float) -> ScoreLine:
    """The line on the announcements due since the slip, and those that were made."""
    due = [each for each in _of(course, AnnouncementDue) if each.at >= since]
    made = [each for each in _of(course, Announced) if each.at >= since]
    expected, given = tuple(each.key for each in due), tuple(each.key for each in made)
    of = POINTS[ScoreSubject.ANNOUNCEMENTS] if due else 0
    left = list(given)
    for key in expected:
        if key in left:
            left.remove(key)
    good = len(given) - len(left)
    points = of * good // len(expected) if expected else 0
    at = tuple(each.at for each in due)
    return ScoreLine(ScoreSubject.ANNOUNCEMENTS, points, of, expected=expected, given=given, at=at)


def _presses(course: Course, since: float) -> ScoreLine:
    pressed = [
        each
        for each in _of(course, LinePressed)
        if each.at >= since and not each.by_console and each.do not in _NO_PRESSES
    ]
    return ScoreLine(ScoreSubject.PRESSES, measured=float(len(pressed)))


def _waited(course: Course) -> ScoreLine:
    """Seconds for which play was stopped with a round open."""
    waited, since = 0.0, None
    for each in course:
        if isinstance(each, PlayersWaited) and each.on:
            since = each.at if since is None else since
        elif isinstance(each, PlayersWaited | Ended) and since is not None:
            waited, since = waited + each.at - since, None
    return ScoreLine(ScoreSubject.WAITED, measured=waited)


def _line(
    judged: ScoreSubject,
    slip: MishapOccurred,
    *,
    good: bool,
    expected: tuple[str, ...],
    answers: tuple[str, ...],
    at: tuple[float, ...],
) -> ScoreLine:
    of = POINTS[judged]
    return ScoreLine(judged, of if good else 0, of, slip.number, expected=expected, given=answers, at=at)


def _facts_to_report(right: Right, slip: MishapOccurred, told: dict[str, Fact]) -> dict[str, Fact]:
    """The facts that had to be reported: the slip's behind the answer, and the table's if given wrongly."""
    reported = {*slip.facts, *_false(right, told)} - {_SURE}
    return {fact: value for fact, value in right.facts.items() if fact in reported}


def _false(right: Right, told: dict[str, Fact]) -> tuple[str, ...]:
    """The facts of the answer that were given with another value."""
    return tuple(fact for fact, value in right.facts.items() if told.get(fact, value) != value)


def _fact_texts(facts: dict[str, Fact]) -> tuple[str, ...]:
    return tuple(f"{fact}={str(value).lower()}" for fact, value in facts.items())


def _of(course: Iterable[object], kind: type[T]) -> Iterator[T]:
    return (each for each in course if isinstance(each, kind))
