"""What an event makes of the table: one function, by which play, recovery and review tell the state.

Whether the event was right is not asked here: its refusal comes with it (see :mod:`console.table.refusals`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal, assert_never

from msgspec.structs import replace

from console.devices.decoders import decoder_for
from console.game.baccarat import BURN, Coup
from console.game.rulebook import BaccaratRules
from console.game.shoe import Shoe
from console.table import events
from console.table.preparing import opening, reshuffle
from console.table.roles import Role
from console.table.state import (
    PLAYED,
    Bets,
    Burn,
    Halt,
    Phase,
    Preparation,
    Round,
    SignedIn,
    Table,
)
from console.table.views import Say

HALTING: Final = frozenset(("not_signed_in", "bets_open", "out_of_turn", "impossible_card"))
"""The refusals of a card that halt a table in play."""

TRIES: Final = 3
"""How often the dealer tries to have a card read (LT-BAC-27)."""

QUIET: Final = frozenset(
    (
        events.SignedIn,
        events.SignedOut,
        events.PitBossCalled,
        events.Remarked,
        events.BytesReceived,
        events.DeviceNoted,
        events.LineRejected,
        events.Noted,
    )
)
"""What leaves an announcement standing."""


def advance(
    rules: BaccaratRules, table: Table, event: events.Any, refused: str | None, at: datetime
) -> Table:
    """The table after an event that happened at ``at`` (UTC), accepted or ``refused``."""
    if refused is not None:
        return _halt_by_card(table, event, refused, at)
    if type(event) in QUIET:
        return _apply(rules, table, event, at)
    return _announced(rules, table, event, at)


def _announced(rules: BaccaratRules, table: Table, event: events.Any, at: datetime) -> Table:
    """Apply an event under the rule of announcements: the next accepted line ends the last one.

    Readings of the same bytes count as one line. The winner is said again by the first line of phase
    result that brings no announcement of its own.
    """
    read = type(event) in events.READINGS and getattr(event, "device", None) is not None
    goes_on = read and table.answered
    before = table if goes_on or table.say is None else replace(table, say=None)
    after = _apply(rules, before, event, at)
    if after is before:
        return table
    if after.say is None and after.shown_phase is Phase.RESULT and not after.said_again:
        after = replace(after, say=winner_said(after.coup), said_again=True)
    return replace(after, answered=True) if read and not after.answered else after


def _apply(rules: BaccaratRules, table: Table, event: events.Any, at: datetime) -> Table:
    """What the event itself changes; the same object where it changes nothing."""
    match event:
        case events.CardDrawn():
            return _card_drawn(table, event, at)
        case events.BytesReceived():
            return read_on(unanswered(table), event.device, event.received)
        case events.CardUnread():
            return _card_unread(table, at)
        case events.CutCardDrawn():
            return _last_hand(rules, replace(table, cut_card_out=True))
        case events.BetsOpened():
            return _bets_opened(table, event, at)
        case events.BetsClosed():
            return replace(table, phase=Phase.DEALING, bets=Bets.CLOSED, say=Say("no_more_bets"))
        case events.StepDone():
            return _step_done(rules, table, at)
        case events.ShoeResulted():
            return _shoe_resulted(rules, table, event, at)
        case events.DeviceFaulted():
            return _device_faulted(table, at)
        case events.HaltWithdrawn():
            return _halt_withdrawn(rules, table)
        case events.RoundVoided():
            return _round_voided(rules, table)
        case events.TableOpened():
            return _prepared(table, opening(rules))
        case events.ReshuffleOrdered():
            return _reshuffle_ordered(rules, table, event)
        case events.CloseOrdered():
            return _close_ordered(table, event)
        case events.SignedIn() | events.SignedOut():
            return _people_changed(table, event)
        case events.PitBossCalled():
            return replace(table, called=(table.called or at) if event.on else None)
        case events.Remarked() | events.LineRejected() | events.DeviceNoted() | events.Noted():
            return table
        case _:
            assert_never(event)


def winner_said(coup: Coup) -> Say:
    """The announcement of a decided coup (BAC-3.5.3)."""
    outcome = coup.outcome
    assert outcome is not None, "only a decided coup has a winner to announce"
    key = "tie" if outcome.winner == "tie" else f"{outcome.winner}_wins"
    return Say(key, natural=outcome.natural, **coup.points)


def unanswered(table: Table) -> Table:
    """The table once bytes have come of which no reading has been taken yet."""
    return replace(table, answered=False) if table.answered else table


def read_on(table: Table, device: Literal["shoe", "reader"], received: bytes) -> Table:
    """The table with its decoder after these bytes: what they say comes as events of its own."""
    decoder = table.decoders.get(device) or decoder_for(device)
    return replace(table, decoders={**table.decoders, device: decoder.after(received)})


# --- cards -------------------------------------------------------------------------------------


def _card_drawn(table: Table, event: events.CardDrawn, at: datetime) -> Table:
    shoe, preparation = table.shoe.draw(event.card), table.preparation
    if preparation is None:
        return _dealt(table, shoe, table.coup.deal(event.card))
    drawn = replace(table, shoe=shoe, tries=0, halt=None)
    if table.close:
        return _closing(drawn)  # ordered in the halt that this card ended
    if preparation.burn is not None:
        return _burned(drawn, preparation.burn, 1, at)
    burn = Burn(event.card, BURN[event.card])
    return replace(drawn, preparation=replace(preparation, done=(*preparation.done, at), burn=burn))


def _dealt(table: Table, shoe: Shoe, coup: Coup) -> Table:
    """A card of the coup was laid; once it is decided, its winner is said."""
    if coup.expected is not None:
        return replace(table, shoe=shoe, tries=0, halt=None, coup=coup)
    return replace(
        table,
        shoe=shoe,
        tries=0,
        halt=None,
        coup=coup,
        phase=Phase.RESULT,
        say=winner_said(coup),
        said_again=False,
    )


def _card_unread(table: Table, at: datetime) -> Table:
    if table.preparation is not None and table.preparation.burn is not None:
        return _burned(replace(table, shoe=table.shoe.draw_unseen()), table.preparation.burn, 1, at)
    tries = table.tries + 1
    return replace(table, tries=tries, halt=Halt("rescan", at) if tries == TRIES else None)


def _burned(table: Table, burn: Burn, cards: int, at: datetime) -> Table:
    """The table after ``cards`` more were burned (LT-BAC-03); bets may open after the last."""
    assert table.preparation is not None, "cards are burned while the shoe is prepared"
    if cards == burn.left:
        return _step_ended(table, table.preparation, at)
    left = replace(burn, left=burn.left - cards)
    return replace(table, preparation=replace(table.preparation, burn=left))


# --- halts -------------------------------------------------------------------------------------


def _halt_by_card(table: Table, event: events.Any, refused: str, at: datetime) -> Table:
    """A card that came when it must not is never taken silently: play stops."""
    if table.halt is not None or table.phase not in PLAYED or refused not in HALTING:
        return table
    match event:
        case events.CardDrawn():
            in_turn = refused == "impossible_card" or (refused == "not_signed_in" and is_due(table, event))
            return replace(table, halt=Halt(refused, at, True, event.card, in_turn))
        case events.CardUnread():
            return replace(table, halt=Halt(refused, at, card_out=True))
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


def _device_faulted(table: Table, at: datetime) -> Table:
    if table.halt is not None or table.phase not in PLAYED:
        return table
    return replace(table, halt=Halt("device", at))


def _shoe_resulted(rules: BaccaratRules, table: Table, event: events.ShoeResulted, at: datetime) -> Table:
    """The shoe's result is a check: one that agrees announces, one that differs halts."""
    if table.halt is not None or not table.open_round:
        return table
    if agrees(table.coup, event):
        return _result_announced(replace(table, shoe_in_step=True))
    return replace(table, halt=Halt("device", at)) if table.shoe_in_step else table


def agrees(coup: Coup, result: events.ShoeResulted) -> bool:
    """Whether the shoe's result is that of a decided coup."""
    outcome = coup.outcome
    return outcome is not None and (result.winner, result.player_pair, result.banker_pair) == (
        outcome.winner.value,
        outcome.player_pair,
        outcome.banker_pair,
    )


def _halt_withdrawn(rules: BaccaratRules, table: Table) -> Table:
    """All is as before, bets as they now are; what was ordered meanwhile takes effect."""
    table = replace(table, halt=None, tries=0, shoe_in_step=False)
    if table.phase is Phase.SHOE:
        return _closing(table) if table.close else table
    idle = table.phase is Phase.BETTING and not table.open_round
    return _next_game(rules, table) if idle else table


def _round_voided(rules: BaccaratRules, table: Table) -> Table:
    """The round is void, bets go back; every card that is out counts as drawn."""
    assert table.round is not None and table.halt is not None, "only a halted round is voided"
    halt, shoe = table.halt, table.shoe.draw_unseen(1 if table.tries else 0)
    if halt.card is not None:
        shoe = shoe.draw(halt.card)
    elif halt.card_out:
        shoe = shoe.draw_unseen()
    cards_out = bool(table.coup.player) or halt.card_out or table.tries > 0
    table = replace(
        table,
        shoe=shoe,
        halt=None,
        tries=0,
        shoe_in_step=False,
        round=replace(table.round, status="void"),
        bets=Bets.REFUNDED,
        say=Say("round_void"),
    )
    return replace(table, phase=Phase.COLLECTING) if cards_out else _next_game(rules, table)


# --- the course of a round -----------------------------------------------------------------------


def _bets_opened(table: Table, event: events.BetsOpened, at: datetime) -> Table:
    return replace(
        table,
        round=Round(event.round, "open", event.seconds, at),
        round_number=table.round_number + 1,
        coup=Coup(),
        bets=Bets.OPEN,
        say=Say("place_your_bets"),
    )


def _step_done(rules: BaccaratRules, table: Table, at: datetime) -> Table:
    match table.phase:
        case Phase.RESULT:
            return _result_announced(table)
        case Phase.COLLECTING:
            return _next_game(rules, table)
        case _:
            return _preparation_done(table, at)


def _result_announced(table: Table) -> Table:
    outcome = table.coup.outcome
    assert table.round is not None and outcome is not None, "only a decided round has a result"
    return replace(
        table,
        phase=Phase.COLLECTING,
        round=replace(table.round, status="finished"),
        bets=Bets.SETTLED,
        results=(*table.results, outcome.winner),
    )


def _last_hand(rules: BaccaratRules, table: Table) -> Table:
    """The open round is the shoe's last, and it is said once; with none open no other is played."""
    if table.open_round:
        said = table.last_hand_said
        return replace(table, say=table.say if said else Say("last_hand_before_shuffle"), last_hand_said=True)
    idle = table.phase is Phase.BETTING and table.halt is None
    return _next_game(rules, table) if idle else table


def _next_game(rules: BaccaratRules, table: Table) -> Table:
    """After a round and its collecting: the next bets, a shuffle, or the closing."""
    if table.close:
        return _closing(table)
    if table.last_hand:
        return _prepared(table, reshuffle(rules, new_decks=table.reshuffle == "new"))
    return replace(table, phase=Phase.BETTING)


# --- preparing and closing -----------------------------------------------------------------------


def _prepared(table: Table, steps: tuple[str, ...]) -> Table:
    """Begin to bring cards into play; the count of the shoe starts anew."""
    return replace(
        table,
        phase=Phase.SHOE,
        preparation=Preparation(steps),
        shoe=Shoe(),
        shoe_number=table.shoe_number + 1,
        cut_card_out=False,
        reshuffle=None,
        last_hand_said=False,
        results=(),
    )


def _closing(table: Table) -> Table:
    """Begin the inspection that closes the table (BAC-1.3.3)."""
    closing = replace(_prepared(table, ("inspect",)), shoe_number=table.shoe_number, close=False)
    return replace(closing, preparation=Preparation(("inspect",), closing=True), results=table.results)


def _preparation_done(table: Table, at: datetime) -> Table:
    preparation = table.preparation
    assert preparation is not None, "a step is due only while the shoe is prepared"
    if preparation.burn is not None:
        left = preparation.burn.left
        return _burned(replace(table, shoe=table.shoe.draw_unseen(left)), preparation.burn, left, at)
    return _step_ended(table, preparation, at)


def _step_ended(table: Table, preparation: Preparation, at: datetime) -> Table:
    done = (*preparation.done, at)
    if len(done) < len(preparation.steps):
        return replace(table, preparation=replace(preparation, done=done))
    phase = Phase.CLOSED if preparation.closing else Phase.BETTING
    return replace(table, phase=phase, preparation=None)


def _reshuffle_ordered(rules: BaccaratRules, table: Table, event: events.ReshuffleOrdered) -> Table:
    if event.on:
        return _last_hand(rules, replace(table, reshuffle="new" if event.new else "same"))
    return replace(table, reshuffle=None, last_hand_said=table.last_hand_said and table.cut_card_out)


def _close_ordered(table: Table, event: events.CloseOrdered) -> Table:
    """At once if no round is open and no card lies on the table, else after its collecting."""
    idle = table.phase is Phase.SHOE or (table.phase is Phase.BETTING and not table.open_round)
    at_once = event.on and idle and table.halt is None
    return _closing(table) if at_once else replace(table, close=event.on)


# --- people ------------------------------------------------------------------------------------


def _people_changed(table: Table, event: events.SignedIn | events.SignedOut) -> Table:
    """One dealer at a time: a second one relieves the first."""
    if isinstance(event, events.SignedOut):
        return replace(table, people=_without(table, lambda person: person.who == event.who))
    relieved = _without(table, lambda person: event.role is Role.DEALER and person.role is Role.DEALER)
    return replace(table, people=(*relieved, SignedIn(event.who, event.role)))


def _without(table: Table, gone: Callable[[SignedIn], bool]) -> tuple[SignedIn, ...]:
    return tuple(person for person in table.people if not gone(person))
