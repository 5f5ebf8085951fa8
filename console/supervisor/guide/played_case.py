"""A case of the rulebook, played to its end at a table in memory, and the announcements that it makes.

They are read from the table's views, so that a card says what the table says. If a table can't be brought to
the case's moment there are none.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from console.table.core import Action, Actor, Bets, IncidentState, Say, View
from console.table.game import Case, Result, Rulebook
from console.table.incidents import CHOICE, Moment, fits
from console.table.scenes import REPORTER, DecisionRow, TableInMemory, UnreachableMoment, at_moment

EXAMPLE: Final = 8
"""The number that stands for the right one in a case that asks for it."""
_DEALER: Final = "D1"
_REASON: Final = "guide"
_MOST: Final = 9
"""More steps than any case has: a step that stays due ends the play."""
_IN_GENERAL: Final = (Moment.ANY, Moment.ROUND)
"""A case of any moment is played between rounds and in a round."""


class Announcement(msgspec.Struct, frozen=True):
    """Words to the players after so many steps (0: with the decision), and the choice that leads to them."""

    say: Say
    after: int
    choice: str | None = None

    @property
    def is_example(self) -> bool:
        """Whether the table fills in a number, a seat or points."""
        return self.say.number is not None or bool(self.say.seats) or self.say.total is not None


class PlayedCase(NamedTuple):
    heard: tuple[Announcement, ...]
    """The announcements, each once, in the order in which players hear them."""
    is_after_bets: bool
    """Whether its steps come only once bets are closed."""


def played_case(rulebook: Rulebook, game: str, kind: str, case: Case) -> PlayedCase:
    found: dict[Announcement, None] = {}
    is_after_bets = False
    choices = case.choices if case.outcome is Result.PIT_BOSS_DECIDES else (None,)
    for choice in choices:
        for moment in _IN_GENERAL if Moment.ANY in case.moments else tuple(sorted(case.moments)):
            try:
                table = at_moment(_row(game, kind, case), moment, rulebook)
            except UnreachableMoment:
                continue
            course = _course(table, kind, case, choice)
            found |= dict.fromkeys(course.heard)
            is_after_bets |= course.is_after_bets
    return PlayedCase(tuple(sorted(found, key=lambda each: (str(each.choice), each.after))), is_after_bets)


def _row(game: str, kind: str, case: Case) -> DecisionRow:
    facts = {
        fact: str(wanted).lower() if isinstance(wanted, bool) else str(wanted)
        for fact, wanted in case.facts.items()
    }
    return DecisionRow(
        number=0, kind=kind, game=game, rules=(), when=tuple(sorted(case.moments)), facts=facts,
        clause=case.clause or "", outcome=case.outcome, authority=case.authority,
        steps=tuple(f"{step.action}:{step.actor}" for step in case.steps), choices=case.choices,
    )  # fmt: skip


def _course(table: TableInMemory, kind: str, case: Case, choice: str | None) -> PlayedCase:
    """Report the case, confirm its outcome, take its steps."""
    heard, is_after_bets = list[Announcement](), False
    facts = dict(_row("", kind, case).reported_facts)
    if "actual" in case.facts and fits(case.facts["actual"], EXAMPLE):
        facts["actual"] = EXAMPLE
    before, steps = table.session.view().say, 0
    view = _sent(table, {"do": "incident", "by": REPORTER, "kind": kind, "facts": facts})
    if view.incident is not None and view.incident.state == IncidentState.AWAITING:
        chosen = case.facts.get(CHOICE, choice)
        named = {} if chosen is None else {"choice": chosen}
        view = _sent(table, {"do": "authorise", "by": REPORTER, "reason": _REASON, **named})
    while steps < _MOST and view.refused is None:
        if view.say is not None and view.say != before:
            heard.append(Announcement(view.say, steps, choice))
        before = view.say
        if view.prompt.step is not None:
            view, steps = _sent(table, _step(view)), steps + 1
        elif view.incident is not None and view.incident.open and view.bets is Bets.OPEN:
            view, is_after_bets = _closed(table), True
            before = view.say
        else:
            break
    return PlayedCase(tuple(heard), is_after_bets)


def _closed(table: TableInMemory) -> View:
    """Close the bets; at blackjack the first seat has one."""
    view = _sent(table, {"do": "bets", "state": "closed"})
    return _sent(table, {"do": "seats", "seats": [1]}) if view.prompt.action == Action.AWAIT_SEATS else view


def _step(view: View) -> dict[str, Any]:
    by = REPORTER if view.prompt.actor is Actor.PIT_BOSS else _DEALER
    damaged = {"damaged": False} if view.prompt.action == Action.CHECK_BALL else {}
    return {"do": "done", "by": by, "reason": _REASON, **damaged}


def _sent(table: TableInMemory, line: dict[str, Any]) -> View:
    return table.view_after(msgspec.json.encode(line))
