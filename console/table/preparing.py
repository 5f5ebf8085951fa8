"""Which steps bring cards into play, by the rulebook and by what asked for them.

A step is known by its action; who does it and why is the rulebook's.
"""

from __future__ import annotations

from console.game.rulebook import BaccaratRules, Step


def opening(rules: BaccaratRules) -> tuple[str, ...]:
    """The steps after a table was opened (BAC-1.2.3 to BAC-3.3.5; the burn LT-BAC-03)."""
    return _actions(rules, 0)


def from_decks(rules: BaccaratRules) -> tuple[str, ...]:
    """The steps with new decks (BAC-3.1.1; LT-BAC-19c)."""
    return _actions(rules, rules.preparation.first_of_decks)


def reshuffle(rules: BaccaratRules, *, new_decks: bool, new_shoe: bool = False) -> tuple[str, ...]:
    """The steps after a last hand: the same cards again, or new decks.

    lt takes another shoe first, and so does any table that has to (BAC-3.2.2, BAC-3.2.3; LT-BAC-02,
    LT-BAC-22b).
    """
    preparation = rules.preparation
    new_shoe = new_shoe or rules.after_last_hand.action == "replace_shoe"
    first = preparation.first_of_decks if new_decks else preparation.first_of_shuffle
    return (("replace_shoe",) if new_shoe else ()) + _actions(rules, first)


def step_of(rules: BaccaratRules, action: str) -> Step | None:
    """The rulebook's step of this action; None for what is no step of its preparation."""
    return next((step for step in rules.preparation.steps if step.action == action), None)


def _actions(rules: BaccaratRules, first: int) -> tuple[str, ...]:
    steps = tuple(step.action.value for step in rules.preparation.steps[first:])
    return steps + (("burn_card", "burn") if rules.burn else ())
