"""The card set in play, followed card by card as the shoe's own count goes, and its findings at a table.

The set is counted wherever a table's events are followed, in play and in replay. What the figures say is
asked by a table in play alone: its finding is an event, which those who follow the journal take from there.
"""

from __future__ import annotations

from datetime import datetime
from itertools import chain
from typing import Final, TypeAlias

from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.play.course import is_dealt_from_set
from console.table.core.state import events
from console.table.core.state.open_incident import RoundsOfSet
from console.table.core.state.phases import PLAYED
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import Halt, Table
from console.table.core.state.views import Say
from console.table.game.card_set import (
    Cause,
    SetFinding,
    copies_finding,
    end_finding,
    numbers_in,
    order_finding,
    overflow_finding,
)
from console.table.game.card_set import before as orders_before
from console.table.game.cards import DECK


def follow_cards(before: Table, after: Table, event: events.AnyEvent) -> Table:
    """The table with its set after an event that changed the shoe's count. A card entered by hand is unknown.
    A shoe's beginning is in :mod:`console.table.core.play.preparation`.
    """
    card_set, was, now = after.card_set, before.shoe, after.shoe
    if type(event) is events.CardDrawn and now.unseen == was.unseen:
        card_set = card_set.draw_unknown() if _is_by_hand(event) else card_set.read(event.card)
        return replace(after, card_set=card_set)
    changes = [now.seen[place] - was.seen[place] for place in range(len(DECK))]
    more = [card for card, change in zip(DECK, changes, strict=True) for _ in range(change)]
    less = [card for card, change in zip(DECK, changes, strict=True) for _ in range(-change)]
    while more and less:
        card_set = card_set.correct(less.pop(), more.pop())
    for card in less:
        card_set = card_set.take_back(card)
    for _ in range(min(len(more), was.unseen - now.unseen)):  # the card had left the shoe earlier, unread
        card_set = card_set if _is_by_hand(event) else card_set.name_unknown(more[-1])
        more.pop()
    for card in more:
        card_set = card_set.read(card) if len(more) == 1 else card_set.draw_unknown()
    if now.unseen > was.unseen:
        card_set = card_set.draw_unknown(now.unseen - was.unseen)
    return replace(after, card_set=card_set)


def is_scanned_later(before: Table) -> bool:
    """Whether the next cut card is an incident's scan of one that came uncounted (LT-BAC-22, LT-BJ-2.3.7)."""
    return before.incident is not None and before.incident.step is not None


def _is_by_hand(event: events.AnyEvent) -> bool:
    return type(event) is events.CardDrawn and event.by is not None


def finding_after(
    game: Game, before: Table, after: Table, event: events.AnyEvent, refused: str | None
) -> SetFinding | None:
    """The finding of this event; None for nothing, or for a cause already asked about in this shoe. The order
    of cards is weighed with each card, copies and end with the cut card; the order comes first.
    """
    if game.cards is None or refused is not None or after.manual is not None:
        return None
    card_set, drawn = after.card_set, after.shoe.drawn
    if card_set.earlier is not before.card_set.earlier:
        orders_before(card_set.earlier, card_set.racks)  # looked up now, not with the first card
    if card_set is not before.card_set and card_set.order:
        found = order_finding(card_set) or overflow_finding(card_set, drawn)
    elif after.shoe_in_play.cut_card_out and not before.shoe_in_play.cut_card_out:
        from_end = game.cards.rules.cut_card.from_end
        missed = is_scanned_later(before)
        found = copies_finding(card_set) or (None if missed else end_finding(card_set, drawn, from_end))
    elif after.shoe_in_play.number != before.shoe_in_play.number and card_set.since == before.card_set.since:
        # The cut card came between rounds, and with it the shuffle: the same set is looked at as it is now.
        came = isinstance(event, events.CutCardDrawn) and before.card_set.order
        found = copies_finding(before.card_set) if came else None
    else:
        found = None
    return None if found is None or found.cause in card_set.asked else found


WaitingFinding: TypeAlias = tuple[SetFinding, int]
"""A finding that can't halt the table yet, and the number of the first shoe of its set."""


def waiting_after(
    game: Game,
    waiting: WaitingFinding | None,
    before: Table,
    after: Table,
    event: events.AnyEvent,
    refused: str | None,
) -> WaitingFinding | None:
    """The finding that waits after an event: a new one, or the one that waited, as long as it is about the
    set in play and was not asked. An order takes the place of copies.
    """
    new = finding_after(game, before, after, event, refused)
    if new is not None and (waiting is None or new.cause is Cause.ORDER):
        waiting = new, after.card_set.since
    return waiting if waiting is not None and is_of(*waiting, after) else None


def can_halt(table: Table) -> bool:
    """Whether a finding can halt the table now: not while something else does, nor before play."""
    return table.phase in PLAYED and not table.halted and table.manual is None


def is_of(found: SetFinding, since: int, table: Table) -> bool:
    """Whether a finding that had to wait is still about the set in play, and was not asked since."""
    return table.card_set.since == since and found.cause not in table.card_set.asked


def halt_for_set(table: Table, found: SetFinding, at: datetime) -> Table:
    """Halt the table for a finding on the card set; the last card lies in place, and announcements wait."""
    halt = Halt(HaltReason.CARD_SET, at, in_bet_time=table.bet_time, finding=found)
    return replace(table, halt=halt, card_set=table.card_set.ask(found), say=None, said_again=False)


def rounds_of_set(table: Table) -> RoundsOfSet | None:
    """The rounds of the set in play; None before its first one."""
    of_shoe = table.shoe_in_play.rounds
    rounds = table.card_set.rounds + of_shoe
    if not rounds or table.round is None:
        return None
    found = RoundsOfSet(rounds, of_shoe, table.round.id)
    card_set = table.card_set
    if card_set.settled is None:
        return found
    if table.open_round and is_dealt_from_set(table):
        card_set = card_set.settle(table.round_number)
    by_shoe = [tuple(numbers_in(each)) for each in card_set.settled or ((),)]
    return replace(found, settled=tuple(chain.from_iterable(by_shoe)), settled_of_shoe=len(by_shoe[-1]))


LAST_HAND: Final = "last_hand_before_shuffle"


def said_after(table: Table, halt: Halt | None) -> Table:
    """The table with the last hand announced, if a finding kept the cut card's announcement back."""
    kept = halt is not None and halt.finding is not None and halt.finding.cause is Cause.COPIES
    if not kept or not table.open_round or not table.shoe_in_play.cut_card_out or table.say is not None:
        return table
    return replace(table, say=Say(LAST_HAND))
