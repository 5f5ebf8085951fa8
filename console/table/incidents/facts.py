"""A fact's values: truth, a word, or a whole number; and a case's condition on a fact."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from console.table.game.incident_cases import Case, FactText
from console.table.game.shoe import CARDS

Fact = bool | int | str
"""An answer: true or false, a whole number, a word."""

CHOICE = "choice"
"""The one fact that no answer gives: it is the pit boss's, when the outcome is authorised."""


@lru_cache(maxsize=1_024, typed=True)  # a case is compared again and again; true is not 1
def span(condition: FactText) -> tuple[int, int | None] | None:
    """A condition's whole numbers, from the lowest to the highest (None: no end); None for others."""
    if isinstance(condition, bool):
        return None
    if isinstance(condition, int):
        return condition, condition
    low, dash, high = condition.removesuffix("+").partition("-")
    if not low.isdigit() or (dash and not high.isdigit()):
        return None
    return int(low), None if condition.endswith("+") else int(high or low)


def fits(condition: FactText, value: Fact) -> bool:
    """Whether a fact's value meets a condition: ``3+`` fits 4, true is no number, a word is itself."""
    numbers = span(condition)
    if numbers is None:
        return type(value) is type(condition) and value == condition
    low, high = numbers
    return type(value) is int and low <= value and (high is None or value <= high)


def facts_of(cases: Iterable[Case]) -> dict[str, tuple[FactText, ...]]:
    """All conditions of the cases on each fact, in the rows' order. The pit boss's choice is no fact."""
    found: dict[str, tuple[FactText, ...]] = {}
    for case in cases:
        for fact, wanted in case.facts.items():
            known = found.get(fact, ())
            if fact != CHOICE and not any(same(wanted, each) for each in known):
                found[fact] = (*known, wanted)
    return found


def in_shown_order(conditions: Iterable[FactText]) -> tuple[FactText, ...]:
    """Conditions on a fact in the order of answers: yes first, numbers upwards, words as the rows have."""

    def place(condition: FactText) -> int:
        numbers = span(condition)
        return numbers[0] if numbers is not None else int(condition is False)

    return tuple(sorted(conditions, key=place))


def same(one: FactText, other: FactText) -> bool:
    """Whether two cases ask for the same value of a fact (true is not 1)."""
    return type(one) is type(other) and one == other


def are_values(cases: Iterable[Case], facts: dict[str, Fact]) -> bool:
    """Whether each fact is one of these cases', with a value that one of them names; no count is over 416."""
    wanted = facts_of(cases)
    return all(
        (type(value) is not int or value <= CARDS) and any(fits(each, value) for each in wanted.get(fact, ()))
        for fact, value in facts.items()
    )
