"""The table's own knowledge against a report. It does not bar the report: the outcome awaits a pit boss
with a reason, a pit boss's own report too, and both sides are kept as a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from console.table.core.games.game import Game
from console.table.core.play.wheel_run import spin_of
from console.table.core.state import editions
from console.table.core.state.contradictions import Claim, Statement
from console.table.core.state.open_incident import Incident
from console.table.core.state.table import Table
from console.table.devices.model import DeviceRole
from console.table.game.blackjack.hands import Choice
from console.table.incidents.known_kinds import Kind

Row: TypeAlias = Callable[[Game, Table, Incident], Statement | None]


def held_against(game: Game, table: Table, incident: Incident) -> Statement | None:
    """The table's side of what an open report says otherwise; None if it knows nothing against it."""
    return next((found for row in _ROWS if (found := row(game, table, incident)) is not None), None)


# --- the rows ------------------------------------------------------------------------------------


_WITHOUT_NUMBER: Final = frozenset(
    (Kind.NOT_READ, Kind.NO_SPIN, Kind.BALL_OUT, Kind.FOREIGN_OBJECT, Kind.CANNOT_CONTINUE)
)
"""The kinds by which no number of the round counts."""
_OF_THE_RUN: Final = frozenset(("few_turns", "same_direction", "wrong_direction"))
"""The causes of no spin that a confirmed run denies."""


def _early_number(game: Game, table: Table, incident: Incident) -> Statement | None:
    """A number that belongs to no spin, against a report by which none counts."""
    early = spin_of(table).early if _is_of_round(table, incident) and table.holds(editions.EARLY) else ()
    is_unknown = incident.facts.get("result_known") is False
    if not early or not (incident.report.kind in _WITHOUT_NUMBER or is_unknown):
        return None
    return Statement(Claim.NUMBER, early[-1].at, device=DeviceRole.WHEEL, value=str(early[-1].number))


def _no_ball(game: Game, table: Table, incident: Incident) -> Statement | None:
    """No ball that was sent, against a result that is said to be known (LT-ROU-30b)."""
    if not _is_known(table, incident) or incident.report.kind != Kind.TECHNICAL_FAULT:
        return None
    if incident.facts.get("result_known") is not True or spin_of(table).is_told:
        return None
    return Statement(Claim.NO_BALL, incident.report.at)


def _valid_run(game: Game, table: Table, incident: Incident) -> Statement | None:
    """The run that a dealer confirmed, against a fault of it that is reported once the number is known."""
    spin = spin_of(table)
    is_of_run = incident.report.kind == Kind.NO_SPIN and incident.facts.get("cause") in _OF_THE_RUN
    if not _is_known(table, incident) or not is_of_run or spin.run is None or spin.run_at is None:
        return None
    if spin.number is None and spin.recorded is None:
        return None
    return Statement(Claim.VALID_RUN, spin.run_at, by=spin.run_by, value=str(spin.run.turns))


def _cut_card(game: Game, table: Table, incident: Incident) -> Statement | None:
    """The cut card that came in this round, or that can't have come yet, against cards played past it."""
    if incident.report.kind != Kind.PLAYED_PAST_CUT_CARD or not _is_of_cards(table, incident):
        return None
    left = table.shoe.left
    if table.shoe_in_play.cut_card_out:
        return Statement(Claim.CUT_CARD, incident.report.at)
    if game.cards is None or left < game.cards.rules.cut_card.from_end:
        return None
    return Statement(Claim.CARDS_LEFT, incident.report.at, value=str(left))


def _no_try(game: Game, table: Table, incident: Incident) -> Statement | None:
    """No failed try of the card that is due, against a reader that is said to have failed (LT-BAC-27)."""
    is_failed = incident.report.kind == Kind.READER_FAILED
    if not is_failed or table.tries or not _is_of_cards(table, incident):
        return None
    return Statement(Claim.NO_TRY, incident.report.at)


def _own_answer(game: Game, table: Table, incident: Incident) -> Statement | None:
    """The hand's own answer, against a hand that is said to have had no chance to act (LT-BJ-2.3.8)."""
    if incident.report.kind != Kind.NO_CHANCE_TO_ACT or not _is_of_cards(table, incident):
        return None
    of = incident.facts.get("seat"), incident.facts.get("hand"), False
    for each in reversed(table.answers.given):
        is_own = each.is_counted and each.choice is not Choice.TIMEOUT
        if is_own and (each.seat, each.hand, each.insurance) == of:
            return Statement(Claim.ANSWERED, each.at, by=each.by, value=each.choice)
    return None


def _is_of_cards(table: Table, incident: Incident) -> bool:
    return _is_of_round(table, incident) and table.holds(editions.KNOWN, of=incident.report)


def _is_known(table: Table, incident: Incident) -> bool:
    """Whether the table has followed the report's round for each report of the ball."""
    is_followed = table.round is not None and table.holds(editions.KNOWN, of=table.round)
    return is_followed and _is_of_round(table, incident) and table.holds(editions.KNOWN, of=incident.report)


def _is_of_round(table: Table, incident: Incident) -> bool:
    return table.round is not None and incident.round == table.round.id


_ROWS: Final[tuple[Row, ...]] = (_early_number, _no_ball, _valid_run, _cut_card, _no_try, _own_answer)
"""The rows, in the order in which the first one is shown."""
