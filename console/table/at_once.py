"""What the dealer does at once, before anybody is asked: a ball that must not run is taken out of the wheel.

LT-ROU-31a has it out before it reaches the pockets, LT-ROU-27a before the pit boss is told. What was noticed
is then reported in the dealer's name; a number that the ball still comes to is of no spin.
"""

from __future__ import annotations

from console.game.cases import Case
from console.incidents.deciding import Answer, answer_to, standing
from console.table.games.game import Game
from console.table.knowing import moments_now
from console.table.offers import offer_of
from console.table.planning import REMOVE_BALL
from console.table.spinning import spin_of
from console.table.state import Table
from console.table.views import Offer

_RUNS = (("spun_in_bet_time", "ball", "track"), ("no_spin", "cause", "same_direction"))
"""What is noticed of a ball that still runs, and must not."""


def ball_to_remove(game: Game, table: Table) -> Offer | None:
    """What halts the table, where the rule has the dealer take the ball out at once; None else.

    So only while no number was read or told, and it was not done yet.
    """
    halt = table.halt
    if game.wheel is None or halt is None or halt.ball_out or table.incident is not None:
        return None
    spin = spin_of(table)
    offer = offer_of(game, table)
    if offer is None or any(each is not None for each in (spin.recorded, spin.said, spin.number)):
        return None
    runs = any(offer.kind == kind and offer.facts.get(fact) == value for kind, fact, value in _RUNS)
    return offer if runs and _removes(game, table, offer) else None


def clauses_of(game: Game, table: Table, offer: Offer) -> tuple[str, ...]:
    """The clause by which the ball is taken out."""
    case = _case(game, table, offer)
    return () if case is None or case.clause is None else (case.clause,)


def too_late(game: Game, table: Table) -> Offer | None:
    """What the dealer reports instead where the ball fell before it could be taken out; None where none is.

    A ball spun in bet time lies in a pocket then (LT-ROU-31b); one with the wheel is still to be taken out.
    """
    offer = ball_to_remove(game, table)
    if offer is None:
        return None
    facts = {"ball": "pocket"} if offer.kind == "spun_in_bet_time" else {"cause": "same_direction"}
    return Offer(offer.kind, {**facts})


def _removes(game: Game, table: Table, offer: Offer) -> bool:
    case = _case(game, table, offer)
    return case is not None and any(step.action == REMOVE_BALL for step in case.steps)


def _case(game: Game, table: Table, offer: Offer) -> Case | None:
    moments = moments_now(game, table)
    stand = standing(game.rules.incidents, offer.kind, moments, offer.facts, table.off)
    answer = answer_to(stand, offer.facts)
    return answer.chosen() if isinstance(answer, Answer) else None
