"""What the console itself has noticed, offered as a report; it never acts on it."""

from __future__ import annotations

from console.table.games.game import Game
from console.table.knowing import filled_in, moments_now, stands
from console.table.state import Halt, Phase, Table
from console.table.views import Offer


def offer_of(game: Game, table: Table) -> Offer | None:
    """An incident that was noticed and can be reported now, with the facts that the table knows."""
    kind = None if table.incident is not None else _noticed(game, table)
    if kind is None:
        return None
    moments = moments_now(game, table)
    if not stands(game, table, kind, {}, moments):
        return None
    return Offer(kind, filled_in(game, table, kind, {}, moments))


def _noticed(game: Game, table: Table) -> str | None:
    if table.halt is not None:
        return _by_halt(table, table.halt)
    nearly_empty = table.shoe.left < game.rules.cut_card.from_end and not table.cut_card_out
    return "played_past_cut_card" if nearly_empty and table.open_round else None


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
