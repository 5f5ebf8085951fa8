"""Rehearsals played by a person of the tests: one who knows what is right, or one who does not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import msgspec

from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.result import PLAY_ON, RehearsalResult, Way
from console.rehearsals.script import Rehearsal
from console.rehearsals.slips import slips
from console.table.core import Action, Actor, Role, SetClock, lines
from console.table.game import load_rulebook

ENCODER = msgspec.json.Encoder()
BOSS = {Role.PIT_BOSS: "P1"}
DEALER = {Role.DEALER: "D1"}
BOTH = {**DEALER, **BOSS}
MOST = 6_000
"""Turns of a rehearsal at most."""

Person = Callable[[RehearsalRun], lines.Line | None]
"""A person in a rehearsal: the line that is pressed now; None presses nothing."""


def right(run: RehearsalRun) -> lines.Line | None:
    """The next line of somebody who is right: reports it whole, and does what the prompts ask."""
    view, table, cast = run.table.session.view(), run.table.table, run.cast
    prompt = view.prompt
    at_once = prompt.action == Action.REMOVE_BALL and Role.DEALER in run.people
    if run.is_held and not table.incident and not at_once:
        by = Role.DEALER if Role.DEALER in run.people else Role.PIT_BOSS
        if prompt.action == Action.SPIN and by is Role.DEALER and cast.turns == 2:
            return cast.by_person(view, table, run.mishaps.last)
        report = cast.report(table, run.mishaps.last, cast.people[by])
        if report is not None:
            return report
    if prompt.actor is Actor.SYSTEM or Role(prompt.actor) not in run.people:
        return None
    return cast.by_person(view, table, run.mishaps.last)


def rehearsal_result(
    rehearsal: Rehearsal,
    rules: str,
    people: dict[Role, str] = BOSS,
    person: Person = right,
    way: Way = Way.GUIDED,
    *,
    believes: Callable[[RehearsalRun], str] | None = None,
    thinks: float = 3.0,
    announces: bool = True,
    looks: float = 0.1,
    **given: Any,
) -> RehearsalResult:
    """The result of a rehearsal; the person takes ``thinks`` seconds for each press.

    ``looks`` are the seconds between two turns at least.
    """
    clock = SetClock()
    with ExitStack() as stack:
        run = RehearsalRun(rehearsal, load_rulebook(rules), clock, stack, people=people, way=way, **given)
        run.show()
        presses_at = thinks
        for _ in range(MOST):
            wait = run.turn()
            if run.ended:
                assert run.result is not None
                return run.result
            if run.due is not None and announces:
                run.announce()
            if run.asks_outcome and believes is not None:
                run.believe(believes(run))
                continue
            last = run.mishaps.last
            if person is right and run.asks_whether and last and last.row.kind is None:
                run.believe(PLAY_ON)
                continue
            line = person(run) if people and run.table.now >= presses_at else None
            if line is not None:
                run.submit(ENCODER.encode(line))
                presses_at = run.table.now + thinks
            else:
                clock.advance(max(wait, looks))
        raise AssertionError(f"{rehearsal.name} under {rules} does not end: {run.table.view.prompt}")


def kinds_practised(game: str) -> dict[str, tuple[str, ...]]:
    """The incident kinds that can go wrong on a simulated table of this game, and by which slips."""
    found: dict[str, tuple[str, ...]] = {}
    for slip, row in slips().items():
        for incident in row.incidents if game in row.games else ():
            found[incident.kind] = (*found.get(incident.kind, ()), slip)
    return found
