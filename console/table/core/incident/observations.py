"""The console's own observations, offered as a report or as a step for the dealer at once.

The console never acts on an offer. At once, before anybody is asked, a ball that must not run is taken out of
the wheel: LT-ROU-31a has it out before it reaches the pockets, LT-ROU-27a before the pit boss is informed.
The observation is then reported in the dealer's name; a number that the ball still comes to belongs to no
spin.
"""

from __future__ import annotations

from typing import Final

from console.table.core.games.game import Game
from console.table.core.incident.known_facts import current_moment, filled_in, has_case, moment_of, rows_at
from console.table.core.play.course import last_number_round
from console.table.core.play.wheel_run import BALL_FELL, spin_of
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.contradictions import ContradictionKind
from console.table.core.state.open_incident import ReportMoment
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import UNTIMED, Halt, Table
from console.table.core.state.views import Offer
from console.table.devices.readings import WheelFaultMeaning
from console.table.game.card_set import CardSet, Cause
from console.table.game.cards import DECK
from console.table.game.incident_cases import Case, Result
from console.table.game.ninth_cards import is_copy_too_many
from console.table.game.rule_values import Preparing
from console.table.incidents.decision import Ruling, answer_to
from console.table.incidents.facts import Fact
from console.table.incidents.known_kinds import DRAWN, IN_POCKET, ON_TRACK, Kind


def offer_of(game: Game, table: Table) -> Offer | None:
    """An incident that was noticed and can be reported now, or None, with the facts that the table knows."""
    noticed = _noticed(game, table) if table.incident is None else None
    return noticed and _possible(game, table, *noticed, current_moment(game, table))


def noticed_at_report(game: Game, table: Table) -> Offer | None:
    """The incident noticed when the open report opened: not by a later halt. None without one."""
    incident = table.incident
    if incident is None or (table.halt is not None and table.halt.at > incident.opened):
        return None
    noticed = _noticed(game, table)
    return noticed and _possible(game, table, *noticed, moment_of(game, table, incident))


def _possible(
    game: Game, table: Table, kind: str, known: dict[str, Fact], moment: ReportMoment
) -> Offer | None:
    if not has_case(game, table, kind, known, moment):
        return None
    facts = filled_in(game, table, kind, known, moment)
    facts.pop(DRAWN, None)  # a report fills it in, and a person who sends it has counted
    if not table.holds(editions.NEEDS):
        return Offer(kind, facts)
    of = None if table.round is None else table.round.id
    return Offer(kind, facts, moment.numbered if kind == Kind.WRONG_NUMBER_RECORDED else of)


def _number_in_doubt(table: Table) -> bool:
    """Whether the wheel named another number for the last round that has one, and nobody has answered."""
    last = last_number_round(table)
    return last is not None and any(
        each.kind is ContradictionKind.NUMBER
        and each.second.device is not None
        and each.round == last.round
        and each.second.value != str(last.play.number)
        for each in table.contradictions.open
    )


def offered_clauses(game: Game, table: Table, offer: Offer | None) -> tuple[str | None, ...]:
    """The clauses of the cases to which an offer can lead, each once, in the rulebook's order."""
    if offer is None:
        return ()
    stand = rows_at(game, table, offer.kind, current_moment(game, table), offer.facts)
    return tuple(dict.fromkeys(case.clause for case in stand))


def void_asks_more(game: Game, table: Table) -> Offer | None:
    """The fault or wrong set that halts the table, if a void for it has steps (ROU-2.1.6 in sv); and cards
    that were not mixed, whose void takes a reason.
    """
    offer = offer_of(game, table)
    if offer is not None and offer.kind == Kind.NOT_MIXED:
        return offer
    if offer is None or offer.kind not in (Kind.TECHNICAL_FAULT, Kind.WRONG_CARD_SET):
        return None
    stand = rows_at(game, table, offer.kind, current_moment(game, table), offer.facts)
    answer = answer_to(stand, offer.facts)
    if not isinstance(answer, Ruling) or answer.choices:
        return None
    case = answer.case()
    return offer if case.outcome is Result.VOID and case.steps else None


def _noticed(game: Game, table: Table) -> tuple[str, dict[str, Fact]] | None:
    """The kind of incident, and the facts that only the console's own observation gives."""
    if table.halt is not None:
        if table.halt.finding is not None:
            if table.halt.finding.is_of_shuffle and table.holds(editions.MIXED):
                return Kind.NOT_MIXED, {}
            return Kind.WRONG_CARD_SET, {"cause": table.halt.finding.cause.value}
        halt, card = table.halt, table.halt.card
        is_ninth = halt.reason is HaltReason.IMPOSSIBLE_CARD
        weighed = is_copy_too_many if table.holds(editions.COPIES) else CardSet.is_ninth_again
        if is_ninth and card is not None and weighed(table.card_set, card):
            return Kind.WRONG_CARD_SET, {"cause": Cause.COPIES.value}
        kind = _by_halt(table, halt)
        return (_by_wheel(table.halt) if game.wheel else None) or (None if kind is None else (kind, {}))
    if game.cards is None:
        return (Kind.WRONG_NUMBER_RECORDED, {}) if _number_in_doubt(table) else None
    nearly_empty = table.shoe.left < game.cards.rules.cut_card.from_end
    missed = nearly_empty and not table.shoe_in_play.cut_card_out
    return (Kind.PLAYED_PAST_CUT_CARD, {}) if missed and table.open_round else None


def _by_wheel(halt: Halt) -> tuple[str, dict[str, Fact]] | None:
    """The kind and facts of no spin, or of a spin in bet time, as the dealer or the wheel reported it."""
    if halt.rotor:
        return Kind.NO_SPIN, {"cause": halt.rotor}
    if halt.cause is None:
        return None
    if halt.cause in (ON_TRACK, IN_POCKET):
        return Kind.SPUN_IN_BET_TIME, {"ball": halt.cause}
    if halt.cause in (WheelFaultMeaning.VOID_GAME, WheelFaultMeaning.BALL_NOT_SEEN, BALL_FELL):
        return Kind.NO_SPIN, {}  # no rule has a cause for a ball that fell early, or is not seen
    return Kind.NO_SPIN, {"cause": halt.cause}


def _by_halt(table: Table, halt: Halt) -> str | None:
    match halt.reason:
        case HaltReason.DEVICE if halt.fault != UNTIMED:
            return Kind.TECHNICAL_FAULT
        case _ if halt.in_bet_time and halt.card_out:
            return Kind.EARLY_DEAL
        case HaltReason.OUT_OF_TURN if table.phase is not Phase.DEALING:
            return Kind.EXTRA_CARD_DRAWN
        case HaltReason.IMPOSSIBLE_CARD:
            return Kind.MISREAD
        case HaltReason.RESCAN:
            return Kind.READER_FAILED
        case _:
            return None


_SAME_DIRECTION: Final = WheelFaultMeaning.SAME_DIRECTION.value
_RUNS: Final[tuple[tuple[str, str, Fact], ...]] = (
    (Kind.SPUN_IN_BET_TIME, "ball", ON_TRACK),
    (Kind.NO_SPIN, "cause", _SAME_DIRECTION),
    (Kind.FOREIGN_OBJECT, "ball_removed_in_time", True),
)
"""The observations of a ball that still runs, and must not; the table itself can't notice the last one."""


def is_miscount(game: Game, table: Table, event: events.StepDone) -> bool:
    """Whether a count of a set or deck is wrong: it is reported, and does not end the inspection."""
    counted = event.counted
    if counted is None or table.incident is not None or table.preparation is None or game.cards is None:
        return False
    decks = game.cards.rules.decks
    whole = (len(DECK),) * decks if isinstance(counted, tuple) else decks * len(DECK)
    if counted == whole or table.preparation.due != Preparing.INSPECT:
        return False
    facts: dict[str, Fact] = {"cause": Cause.COUNT.value}
    return has_case(game, table, Kind.WRONG_CARD_SET, facts, current_moment(game, table))


def ball_to_remove(game: Game, table: Table) -> Offer | None:
    """The incident for which the dealer must take the ball out now, while no number is known; or None."""
    halt = table.halt
    if game.wheel is None or halt is None or halt.ball_out or table.incident is not None:
        return None
    spin = spin_of(table)
    offer = offer_of(game, table)
    if offer is None or any(each is not None for each in (spin.recorded, spin.said, spin.number)):
        return None
    runs = any(offer.kind == kind and offer.facts.get(fact) == value for kind, fact, value in _RUNS)
    return offer if runs and _removes(game, table, offer) else None


def immediate_clauses(game: Game, table: Table, offer: Offer) -> tuple[str, ...]:
    case = _case(game, table, offer)
    return () if case is None or case.clause is None else (case.clause,)


def too_late(game: Game, table: Table) -> Offer | None:
    """The report to make instead if the ball fell before it could be taken out; None if there is none.

    A ball that was spun in bet time then lies in a pocket (LT-ROU-31b); one that runs in the wheel's own
    direction still has to be taken out.
    """
    offer = ball_to_remove(game, table)
    if offer is None:
        return None
    facts = {"ball": IN_POCKET} if offer.kind == Kind.SPUN_IN_BET_TIME else {"cause": _SAME_DIRECTION}
    return Offer(offer.kind, {**facts})


def running_ball(kind: str, case: Case) -> tuple[str, Fact] | None:
    """The observation of a ball to take out at once; None if there is none, or a number was recorded."""
    runs = ((fact, value) for of, fact, value in _RUNS if of == kind and case.facts.get(fact) == value)
    return next(runs, None) if _removes_ball(case) and case.facts.get("recorded") is not True else None


def _removes(game: Game, table: Table, offer: Offer) -> bool:
    case = _case(game, table, offer)
    return case is not None and _removes_ball(case)


def _removes_ball(case: Case) -> bool:
    return any(step.action == Action.REMOVE_BALL for step in case.steps)


def _case(game: Game, table: Table, offer: Offer) -> Case | None:
    stand = rows_at(game, table, offer.kind, current_moment(game, table), offer.facts)
    answer = answer_to(stand, offer.facts)
    return answer.case() if isinstance(answer, Ruling) else None
