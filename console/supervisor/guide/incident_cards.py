"""The incident cards of a rulebook's game: a card for each kind, with its cases and what players hear in
each. Cases that differ only in the answer to one question share an entry of the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from console.supervisor.guide.played_case import PlayedCase, played_case
from console.table.core import Action, running_ball
from console.table.game import Case, FactText, Rulebook
from console.table.incidents import UNASKED, Fact, TooManySituations, coverage, facts_of, in_shown_order

Answers: TypeAlias = dict[str, tuple[FactText, ...]]
"""Facts, each with the answers to its question."""


class CardEntry(msgspec.Struct, frozen=True):
    """One outcome of a card: the answers that lead to it, the case, and its course."""

    answers: Answers
    case: Case
    course: PlayedCase

    def joined(self, other: CardEntry) -> CardEntry | None:
        """Both as one entry; None if they differ in more than the answer to one question."""
        same = replace(self.case, facts={}) == replace(other.case, facts={}) and self.course == other.course
        if not same or list(self.answers) != list(other.answers):
            return None
        differing = [fact for fact, answers in self.answers.items() if answers != other.answers[fact]]
        if len(differing) != 1:
            return None
        (fact,) = differing
        return replace(self, answers={**self.answers, fact: (*self.answers[fact], *other.answers[fact])})


class IncidentCard(msgspec.Struct, frozen=True):
    game: str
    kind: str
    questions: Answers
    """The facts that are asked, in their order, each with the answers that the cases name."""
    entries: tuple[CardEntry, ...]
    gaps: tuple[dict[str, Fact], ...]
    """The answers that no case is about."""

    @property
    def place(self) -> str:
        return f"{self.game}.{self.kind}"

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.case.clause for each in self.entries if each.case.clause))

    @property
    def running_balls(self) -> tuple[tuple[str, Fact], ...]:
        """The observations of a running ball that the dealer takes out before anybody is asked."""
        found = (running_ball(self.kind, each.case) for each in self.entries)
        return tuple(dict.fromkeys(each for each in found if each is not None))

    @property
    def stops(self) -> bool:
        """Whether a report of it tells players of a halt; one case that does is enough."""
        return any(each.case.stops for each in self.entries)


def incident_cards(rulebook: Rulebook, game: str) -> tuple[IncidentCard, ...]:
    """The cards of a game, in the rulebook's order; each case is played for its announcements."""
    kinds = rulebook.rules_of(game).incidents.kinds
    return tuple(
        IncidentCard(game, kind, _asked(cases), tuple(_entries(rulebook, game, kind, cases)), _gaps(cases))
        for kind, cases in kinds.items()
    )


def _asked(cases: tuple[Case, ...]) -> Answers:
    return {fact: in_shown_order(answers) for fact, answers in facts_of(cases).items() if fact != UNASKED}


def _reported(cases: tuple[Case, ...]) -> Iterator[Case]:
    """The cases without those of a damaged ball. A report can't know of the damage: the step that checks the
    ball asks for another one.
    """
    whole = [_without_check(case) for case in cases if case.facts.get(UNASKED) is False]
    for case in cases:
        if case.facts.get(UNASKED) is not True or _without_check(case) not in whole:
            yield case


def _without_check(case: Case) -> Case:
    facts = {fact: wanted for fact, wanted in case.facts.items() if fact != UNASKED}
    steps = tuple(step for step in case.steps if step.action != Action.REPLACE_BALL)
    return replace(case, facts=facts, steps=steps)


def _entries(rulebook: Rulebook, game: str, kind: str, cases: tuple[Case, ...]) -> Iterator[CardEntry]:
    found: list[CardEntry] = []
    for case in _reported(cases):
        answers: Answers = {fact: (wanted,) for fact, wanted in case.facts.items() if fact != UNASKED}
        entry = CardEntry(answers, case, played_case(rulebook, game, kind, case))
        for at, before in enumerate(found):
            if (joined := before.joined(entry)) is not None:
                found[at] = joined
                break
        else:
            found.append(entry)
    yield from found


def _gaps(cases: tuple[Case, ...]) -> tuple[dict[str, Fact], ...]:
    try:
        return coverage(cases).gaps
    except TooManySituations:
        return ()
