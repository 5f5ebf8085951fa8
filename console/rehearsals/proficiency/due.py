"""The rehearsals due for a person, by spaced repetition: each kind of a game before it is forgotten.

The schedule is the FSRS algorithm's, by its own library, with its usual weights, except for a failure: the
next day, then ever later. A day, by the house's date, is one review, however often and at whatever time a
kind was rehearsed in it: the library counts whole 24 hours. The schedule is computed from the results each
time and kept nowhere. The zone of ``now`` determines today.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from console.rehearsals.result import RehearsalResult, Way
from console.rehearsals.script import Rehearsal, built_in_rehearsals

if TYPE_CHECKING:
    from fsrs import Rating

LONGEST: Final = 365
"""The most days until a kind is due again: a yearly event is rehearsed yearly."""
NEW_A_DAY: Final = 2
"""The most new kinds offered to a person in a day: otherwise the first day has forty."""
A_DAY: Final = 5
"""The most kinds due in a day, with new ones: after three weeks away twenty-eight would discourage."""
EASY, GOOD = 90, 75
"""The lowest scores of a passed rehearsal that was easy, and of one that was good."""

RehearsalKind = tuple[str, str]
"""A game and an incident kind; if nothing must be reported, the rehearsal's own name."""


class DueKind(msgspec.Struct, frozen=True):
    """A due kind, with the rehearsals that practise it; ``since`` is the last one's day, or None."""

    kind: str
    game: str
    minutes: int
    rehearsals: tuple[str, ...]
    since: date | None


class KindStanding(msgspec.Struct, frozen=True):
    """A person's standing in a kind: the last rehearsal, their number, and when it is due again."""

    last: RehearsalResult
    times: int
    due: date


def rehearsal_kind(result: RehearsalResult) -> RehearsalKind:
    return result.game, result.kind or result.rehearsal


def standings(
    results: Iterable[RehearsalResult], person: str, zone: tzinfo | None
) -> dict[RehearsalKind, KindStanding]:
    """A person's standing in every rehearsed kind; ``zone`` determines the day, None: the computer's."""
    by_kind: defaultdict[RehearsalKind, list[RehearsalResult]] = defaultdict(list)
    for result in results:
        if not result.lines:
            continue  # It was left before anything went wrong and shows nothing about the person.
        if any(who.casefold() == person.casefold() for who in result.people.values()):
            by_kind[rehearsal_kind(result)].append(result)
    return {kind: _standing(of, zone) for kind, of in by_kind.items()}


def _standing(results: Sequence[RehearsalResult], zone: tzinfo | None) -> KindStanding:
    from fsrs import Card, Rating, Scheduler  # This is loaded only for people who rehearse.

    # There are no steps of minutes, as a kind is rehearsed once a day, and no fuzz: nobody has given any
    # chance.
    scheduler = Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )
    ordered = sorted(results, key=lambda each: each.began)
    card, due = Card(card_id=0), date.min
    for day, of_day in groupby(ordered, lambda each: each.began.astimezone(zone).date()):
        worst = min(map(rating, of_day))
        card, _ = scheduler.review_card(card, worst, datetime.combine(day, time(), UTC))
        due = day + timedelta(days=1) if worst is Rating.Again else card.due.date()
    return KindStanding(ordered[-1], len(ordered), due)


def rating(result: RehearsalResult) -> Rating:
    """The rating of a rehearsal, which counts as hard if the console guided."""
    from fsrs import Rating

    if not result.passed:
        return Rating.Again
    if result.way is Way.GUIDED:
        return Rating.Hard
    return Rating.Easy if result.score >= EASY else Rating.Good if result.score >= GOOD else Rating.Hard


def due(
    results: Iterable[RehearsalResult],
    person: str,
    now: datetime,
    rehearsals: Sequence[Rehearsal] | None = None,
    new: int = NEW_A_DAY,
) -> tuple[DueKind, ...]:
    """The kinds due for a person today: at most :data:`A_DAY`, with those rehearsed today. Kinds that last
    failed come first, then the rest, each with the longest due first; then at most ``new`` new kinds.
    ``rehearsals`` are the available ones, None the shipped; ``now`` is aware.
    """
    stands = standings(results, person, now.tzinfo)
    there = _by_kind(built_in_rehearsals() if rehearsals is None else rehearsals)
    again = sorted(
        (stands[kind].last.passed, stands[kind].due, stands[kind].last.began, kind)
        for kind in there.keys() & stands.keys()
        if stands[kind].due <= now.date()
    )
    today = [each for each in stands.values() if each.last.began.astimezone(now.tzinfo).date() == now.date()]
    left = max(0, A_DAY - len(today))
    kinds = [kind for *_, kind in again][:left]
    begun = sum(each.times == 1 for each in today)
    fresh = [kind for kind in there if kind not in stands][: max(0, min(new - begun, left - len(kinds)))]
    return tuple(_due(kind, there[kind], stands.get(kind), now) for kind in (*kinds, *fresh))


def _by_kind(rehearsals: Iterable[Rehearsal]) -> dict[RehearsalKind, list[Rehearsal]]:
    found: dict[RehearsalKind, list[Rehearsal]] = {}
    for each in rehearsals:
        found.setdefault((each.script.game, each.script.kind or each.name), []).append(each)
    return found


def _due(
    kind: RehearsalKind, rehearsals: Sequence[Rehearsal], kind_standing: KindStanding | None, now: datetime
) -> DueKind:
    minutes = min(each.script.minutes for each in rehearsals)
    since = None if kind_standing is None else kind_standing.last.began.astimezone(now.tzinfo).date()
    return DueKind(kind[1], kind[0], minutes, tuple(each.name for each in rehearsals), since)
