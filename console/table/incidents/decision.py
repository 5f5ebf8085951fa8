"""The decision table: for a kind and its facts, the next question or the case that applies.

It knows the rows and nothing of the table: the caller gives the moments that stand, and the facts that the
table knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from console.table.game.incident_cases import Case, Cases, Choice, FactText, Result
from console.table.incidents.facts import CHOICE, Fact, are_values, facts_of, fits, in_shown_order, span
from console.table.incidents.known_kinds import BURNED, DRAWN, OTHER, WRONG_BURNS

CHOICES: Final[tuple[Choice, ...]] = ("go_on", "void")
"""The pit boss's two choices if no rule is written."""


class Question(msgspec.Struct, frozen=True):
    """The fact to be asked for next, and its answers; None if it is a whole number."""

    fact: str
    answers: tuple[FactText, ...] | None


class Ruling(msgspec.Struct, frozen=True):
    """The rulebook's answer: one case, or several among which only the pit boss's choice decides."""

    cases: tuple[Case, ...]

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.cases[0].choices

    @property
    def needs_reason(self) -> bool:
        """Whether the pit boss gives a reason in words: no rule says what follows, or none of its examples
        fits.
        """
        return self.cases[0].outcome is Result.PIT_BOSS_DECIDES or self.cases[0].facts.get("reason") == OTHER

    def case(self, choice: str | None = None) -> Case:
        fitting = (case for case in self.cases if case.facts.get(CHOICE, choice) == choice)
        return next(fitting, self.cases[0])


Strange = Literal["bad_input", "not_this_game", "not_in_rulebook"]
"""The reason why a report can't be made at a table, in the protocol's words."""


def report_refusal(cases: Cases, kind: str, facts: dict[str, Fact]) -> Strange | None:
    """The reason why a report of this kind with these facts can't be made at this table, in the protocol's
    order; None if it can.

    A fact that no row of this rulebook asks for does not belong to the kind (bad_input). Values are checked
    against the whole decision table: if only another rulebook has a row for them, the answer is
    not_in_rulebook.
    """
    own = cases.kinds.get(kind, ())
    known = cases.everywhere.get(kind) or cases.not_this_game.get(kind)
    asked = facts_of(own or known or ())
    if known is None or not are_values(known, facts) or not facts.keys() <= asked.keys():
        return "bad_input"
    if kind in cases.not_this_game:
        return "not_this_game"
    elsewhere = any(_fits(case, facts) for case in known) and not any(_fits(case, facts) for case in own)
    return "not_in_rulebook" if not own or elsewhere else None


def facts_of_kind(cases: Cases, kind: str) -> frozenset[str]:
    """The facts that a row of this rulebook asks for of a kind; those of any row if it has none."""
    own = cases.kinds.get(kind, ()) or cases.everywhere.get(kind, ())
    return frozenset(facts_of(own))


_CLEARING: Final = ((Result.VOID, "discard"), (Result.BURN_CARD, "burn"))
"""The outcomes with a step that clears away the cards in no hand, as many as there are."""


def optional_facts(kind: str, cases: Iterable[Case]) -> dict[str, FactText]:
    """The facts, with their values, that a report of these cases can give and that no row asks for."""
    found = dict[str, FactText]()
    if kind in WRONG_BURNS:
        found[BURNED] = "1-11"  # the first card, and ten for a picture (LT-BAC-03)
    if any(
        "first_card" in case.facts or any((case.outcome, step.action) in _CLEARING for step in case.steps)
        for case in cases
    ):
        found[DRAWN] = "1+"
    return found


def standing(
    cases: Cases,
    kind: str,
    moments: Collection[str],
    facts: dict[str, Fact],
    procedures_off: Collection[str] = (),
) -> tuple[Case, ...]:
    """The cases of a kind that can stand now and that no given fact rules out. ``procedures_off`` are clauses
    whose house procedure the studio has turned off.
    """
    return tuple(
        _off(case) if case.basis == "house" and case.clause in procedures_off else case
        for case in cases.kinds.get(kind, ())
        if not case.moments.isdisjoint(moments) and _fits(case, facts)
    )


def _fits(case: Case, facts: dict[str, Fact]) -> bool:
    """Whether no given fact rules the case out."""
    return all(fits(wanted, facts[fact]) for fact, wanted in case.facts.items() if fact in facts)


def answer_to(stand: tuple[Case, ...], facts: dict[str, Fact]) -> Question | Ruling | None:
    """The next question, or the ruling; None if no case stands. Of cases that differ by moments alone the
    first counts: a wrong card set voids a round in phase result.
    """
    if not stand:
        return None
    for fact, wanted in facts_of(stand).items():
        if fact not in facts:
            return Question(fact, None if any(span(each) for each in wanted) else in_shown_order(wanted))
    return Ruling(
        tuple(
            case
            for number, case in enumerate(stand)
            if case.facts not in [each.facts for each in stand[:number]]
        )
    )


def _off(case: Case) -> Case:
    """The case with its house procedure turned off: then the pit boss decides."""
    return replace(
        case,
        clause=None,
        basis=None,
        outcome=Result.PIT_BOSS_DECIDES,
        authority="pit_boss",
        steps=(),
        choices=CHOICES,
        stops=True,
    )
