"""What stops play, and how a stop ends that no incident was made of."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from console.game.baccarat import Coup
from console.game.rulebook import BaccaratRules
from console.table import events
from console.table.bringing import closing
from console.table.course import next_game, result_announced
from console.table.state import PLAYED, Bets, Halt, Phase, Table
from console.table.views import Say

HALTING: Final = frozenset(("not_signed_in", "bets_open", "out_of_turn", "impossible_card"))
"""The refusals of a card that halt a table in play."""


def halt_by_card(table: Table, event: events.Any, refused: str, at: datetime) -> Table:
    """A card that came when it must not is never taken silently: play stops."""
    if table.halted or table.manual or table.phase not in PLAYED or refused not in HALTING:
        return table
    match event:
        case events.CardDrawn():
            in_turn = refused == "impossible_card" or (refused == "not_signed_in" and is_due(table, event))
            return replace(table, halt=Halt(refused, at, True, event.card, in_turn, table.bet_time))
        case events.CardUnread():
            return replace(table, halt=Halt(refused, at, card_out=True, in_bet_time=table.bet_time))
        case _:
            return table


def is_due(table: Table, event: events.CardDrawn | events.CardUnread) -> bool:
    """Whether the table waits for this card, and the shoe counts it as the table does."""
    if table.preparation is not None:
        due = table.preparation.due in ("burn_card", "burn")
        return due and not (isinstance(event, events.CardDrawn) and event.outside)
    place = table.coup.expected if table.phase is Phase.DEALING else None
    if place is None or isinstance(event, events.CardUnread):
        return place is not None
    counted = event.target is None or not table.shoe_in_step or event.target == (place.hand, place.card)
    return counted and not event.outside


def device_faulted(table: Table, at: datetime) -> Table:
    """A device's own fault halts a table in play."""
    if table.halted or table.phase not in PLAYED:
        return table
    return replace(table, halt=Halt("device", at))


def shoe_resulted(rules: BaccaratRules, table: Table, event: events.ShoeResulted, at: datetime) -> Table:
    """The shoe's result is a check: one that agrees announces, one that differs halts."""
    if table.halted or not table.open_round:
        return table
    if agrees(table.coup, event):
        return result_announced(replace(table, shoe_in_step=True))
    return replace(table, halt=Halt("device", at)) if table.shoe_in_step else table


def agrees(coup: Coup, result: events.ShoeResulted) -> bool:
    """Whether the shoe's result is that of a decided coup."""
    outcome = coup.outcome
    return outcome is not None and (result.winner, result.player_pair, result.banker_pair) == (
        outcome.winner.value,
        outcome.player_pair,
        outcome.banker_pair,
    )


def halt_withdrawn(rules: BaccaratRules, table: Table) -> Table:
    """All is as before, bets as they now are; what was ordered meanwhile takes effect."""
    return resumed(rules, replace(table, halt=None, tries=0, shoe_in_step=False))


def resumed(rules: BaccaratRules, table: Table) -> Table:
    """Play goes on where it stood; a shuffle or the closing that was ordered in the halt begins."""
    if table.phase is Phase.SHOE:
        return closing(table) if table.close else table
    idle = table.phase is Phase.BETTING and not table.open_round
    return next_game(rules, table) if idle else table


def round_voided(rules: BaccaratRules, table: Table) -> Table:
    """The round of a halted table is void (see :func:`voided`)."""
    out = is_card_out(table)
    void = voided(table)
    return void if out else next_game(rules, void)


def is_card_out(table: Table) -> bool:
    """Whether a card of this round has left the shoe, read or not."""
    held = table.halt is not None and table.halt.card_out
    return bool(table.coup.player) or bool(table.early) or held or table.tries > 0


def voided(table: Table, *, known_out: bool = False) -> Table:
    """The round is void, bets go back; every card that is out counts as drawn.

    ``known_out``: one is known to be out, even if nothing has read it. A card that was drawn after the
    last round, and waits for the next, waits on (LT-BAC-24a).
    """
    assert table.round is not None, "only a round can be void"
    halt, shoe = table.halt, table.shoe
    unread = (1 if table.tries else 0) + (1 if halt is not None and halt.card_out and not halt.card else 0)
    if known_out and not is_card_out(table):
        unread += 1
    if halt is not None and halt.card is not None:
        shoe = shoe.draw(halt.card)
    return replace(
        table,
        phase=Phase.COLLECTING,
        shoe=shoe.draw_unseen(unread) if unread else shoe,
        halt=None,
        tries=0,
        early=(),
        shoe_in_step=False,
        round=replace(table.round, status="void"),
        bets=Bets.REFUNDED,
        say=Say("round_void"),
    )
