"""Which steps bring cards into play or check a wheel, by the rulebook and by what asked for them.

A step is known by its action; who does it and why is the rulebook's.
"""

from __future__ import annotations

from console.game.rules import Step
from console.table.games.game import CardGame, Game


def opening(game: Game) -> tuple[str, ...]:
    """The steps after a table was opened (BAC-1.2.3 to BAC-3.3.5, ROU-3.2.1 to ROU-3.2.4; LT-BAC-03)."""
    if game.cards is not None:
        return _actions(game.cards, 0)
    return tuple(step.action.value for step in game.rules.preparation.steps)


def from_decks(game: CardGame) -> tuple[str, ...]:
    """The steps with new decks (BAC-3.1.1; LT-BAC-19c)."""
    return _actions(game, game.rules.preparation.first_of_decks)


def reshuffle(game: CardGame, *, new_decks: bool, new_shoe: bool = False) -> tuple[str, ...]:
    """The steps after a last hand: the same cards again, or new decks.

    lt takes another shoe first, and so does any table that has to (BAC-3.2.2, BAC-3.2.3; LT-BAC-02,
    LT-BAC-22b): its cards come to the table again, and are inspected and presented where that is the rule
    (BAC-3.1.4, BJ-3.1.4).
    """
    preparation = game.rules.preparation
    new_shoe = new_shoe or game.rules.after_last_hand.action == "replace_shoe"
    from_decks = new_decks or (new_shoe and game.rules.replaced_shoe.begins_at == "decks")
    first = preparation.first_of_decks if from_decks else preparation.first_of_shuffle
    return (("replace_shoe",) if new_shoe else ()) + _actions(game, first)


def step_of(game: Game, action: str) -> Step | None:
    """The rulebook's step of this action; None for what is no step of its preparation."""
    return next((step for step in game.rules.preparation.steps if step.action == action), None)


def _actions(game: CardGame, first: int) -> tuple[str, ...]:
    steps = tuple(step.action.value for step in game.rules.preparation.steps[first:])
    return steps + (("burn_card", "burn") if game.burn_clauses else ())
