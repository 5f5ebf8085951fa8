"""What the console itself has noticed, offered as a report; it never acts on it."""

from __future__ import annotations

from console.game.incident_rows import Result
from console.incidents.deciding import Answer, answer_to, standing
from console.incidents.facts import Fact
from console.table.games.game import Game
from console.table.knowing import filled_in, moments_now, stands
from console.table.state import Halt, Phase, Table
from console.table.views import Offer


def offer_of(game: Game, table: Table) -> Offer | None:
    """An incident that was noticed and can be reported now, with the facts that the table knows."""
    noticed = None if table.incident is not None else _noticed(game, table)
    if noticed is None:
        return None
    kind, known = noticed
    moments = moments_now(game, table)
    if not stands(game, table, kind, known, moments):
        return None
    return Offer(kind, filled_in(game, table, kind, known, moments))


def offered_clauses(game: Game, table: Table, offer: Offer | None) -> tuple[str | None, ...]:
    """The clauses of the cases that an offer can come to, each once, in the rulebook's order."""
    if offer is None:
        return ()
    moments = moments_now(game, table)
    stand = standing(game.rules.incidents, offer.kind, moments, offer.facts, table.off)
    return tuple(dict.fromkeys(case.clause for case in stand))


def void_asks_more(game: Game, table: Table) -> Offer | None:
    """The system's fault that halts the table, where voiding its round for it has steps (ROU-2.1.6 in sv)."""
    offer = offer_of(game, table)
    if offer is None or offer.kind != "technical_fault":
        return None
    moments = moments_now(game, table)
    answer = answer_to(
        standing(game.rules.incidents, offer.kind, moments, offer.facts, table.off), offer.facts
    )
    if not isinstance(answer, Answer) or answer.choices:
        return None
    case = answer.chosen()
    return offer if case.outcome is Result.VOID and case.steps else None


def _noticed(game: Game, table: Table) -> tuple[str, dict[str, Fact]] | None:
    """The kind of incident, and the facts that only the console's own notice tells."""
    if table.halt is not None:
        kind = _by_halt(table, table.halt)
        return (_by_wheel(table.halt) if game.wheel else None) or (None if kind is None else (kind, {}))
    if game.cards is None:
        return None
    nearly_empty = table.shoe.left < game.cards.rules.cut_card.from_end and not table.cut_card_out
    return ("played_past_cut_card", {}) if nearly_empty and table.open_round else None


def _by_wheel(halt: Halt) -> tuple[str, dict[str, Fact]] | None:
    """A spin that was none, or one in bet time: by the dealer's word, or by the wheel's."""
    match halt.cause:
        case None:
            return None
        case "track" | "pocket":
            return "spun_in_bet_time", {"ball": halt.cause}
        case "void_game":
            return "no_spin", {}  # a failed launch tells no cause that a rule names
        case _:
            return "no_spin", {"cause": halt.cause}


def _by_halt(table: Table, halt: Halt) -> str | None:
    if halt.in_bet_time and halt.card_out:
        return "early_deal"
    match halt.reason:
        case "out_of_turn" if table.phase is not Phase.DEALING:
            return "extra_card_drawn"
        case "impossible_card":
            return "misread"
        case "rescan":
            return "reader_failed"
        case "device":
            return "technical_fault"
        case _:
            return None
