"""A round that is void: bets go back, and every card of it that is out counts as drawn."""

from __future__ import annotations

from msgspec.structs import replace

from console.table.state import Bets, Phase, Table
from console.table.views import Say


def is_card_out(table: Table) -> bool:
    """Whether a card of this round has left the shoe, read or not."""
    held = table.halt is not None and table.halt.card_out
    return table.play.dealt > 0 or bool(table.early) or held or table.tries > 0


def voided(table: Table, *, unread: int = 0) -> Table:
    """The round is void, bets go back; every card that is out counts as drawn.

    ``unread`` are those that are known to be out though nothing has told of them. A card that was drawn
    after the last round, and waits for the next, waits on (LT-BAC-24a).
    """
    assert table.round is not None, "only a round can be void"
    shoe = table.shoe
    for face in table.lying_apart:
        shoe = shoe.draw(face) if face is not None else shoe.draw_unseen()
    return replace(
        table,
        phase=Phase.COLLECTING,
        shoe=shoe.draw_unseen(unread) if unread else shoe,
        halt=None,
        tries=0,
        early=(),
        shoe_in_step=False,
        round=replace(table.round, status="void", bets_closed=not table.bet_time),
        bets=Bets.REFUNDED,
        say=Say("no_spin", void=True) if _is_no_spin(table) else Say("round_void"),
    )


def _is_no_spin(table: Table) -> bool:
    """Whether it is void because it was no spin (LT-ROU-27b)."""
    if table.incident is not None:
        return table.incident.report.kind == "no_spin"
    return table.halt is not None and table.halt.reason == "no_spin"
