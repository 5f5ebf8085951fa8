"""Why an event is refused: the one place that says so, for whoever asks before and for whoever does it.

The order is the table protocol's: who is there, who may, whether play is halted, whose turn it is, and at
last whether it can be at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.game.rulebook import BaccaratRules
from console.table import events
from console.table.halts import is_due
from console.table.prompts import prompt_due
from console.table.roles import Actor, Role
from console.table.state import PLAYED, Phase, Table

_MAY: Final[dict[type[events.Event], tuple[Role, ...]]] = {
    events.TableOpened: (Role.PIT_BOSS,),
    events.ReshuffleOrdered: (Role.PIT_BOSS,),
    events.CloseOrdered: (Role.PIT_BOSS,),
    events.HaltWithdrawn: (Role.PIT_BOSS,),
    events.RoundVoided: (Role.PIT_BOSS,),
    events.PitBossCalled: (Role.DEALER, Role.PIT_BOSS),
    events.Remarked: tuple(Role),
}
"""Who may do what, but for the steps that a prompt names: those are its actor's."""

_NEEDS_DEALER: Final = (events.BetsOpened, events.CardDrawn, events.CardUnread, events.CutCardDrawn)


def refusal(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    """The first reason in the protocol's order for which the event can't be taken, or None."""
    for reason in _REASONS:
        if refused := reason(rules, table, event):
            return refused
    return None


def _not_there(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    match event:
        case events.SignedIn():
            return "already_signed_in" if table.role_of(event.who) else None
        case events.SignedOut():
            return None if table.role_of(event.who) else "not_signed_in"
        case events.ShoeResulted() if table.open_round and table.halt is None:
            return None if table.has(Role.DEALER) else "not_signed_in"
    by = getattr(event, "by", None)
    if by is not None and table.role_of(by) is None:
        return "not_signed_in"
    if isinstance(event, _NEEDS_DEALER) and not table.has(Role.DEALER) and not _asked(table, event):
        return "not_signed_in"
    return None


def _asked(table: Table, event: events.Any) -> bool:
    """Whether the pit boss's own prompt asks for it: the card after three failed tries (LT-BAC-27)."""
    halt = table.halt
    asked = halt is not None and halt.reason == "rescan" and table.has(Role.PIT_BOSS)
    return asked and isinstance(event, events.CardDrawn)


def _not_authorised(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    role = table.role_of(getattr(event, "by", "") or "")
    if isinstance(event, events.StepDone):
        actor = prompt_due(rules, table).actor
        may: tuple[Role, ...] = (Role.DEALER, Role.PIT_BOSS) if actor is Actor.SYSTEM else (Role(actor),)
    else:
        may = _MAY.get(type(event), ())
    return "not_authorised" if may and role not in may else None


def _stopped(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    if table.halt is not None:
        stopped = isinstance(event, (events.BetsOpened, events.CardDrawn, events.CardUnread))
        return "halted" if stopped and not _asked(table, event) else None
    drawn = isinstance(event, (events.CardDrawn, events.CardUnread))
    return "bets_open" if drawn and table.bet_time else None


def _out_of_turn(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    return None if _in_turn(rules, table, event) else "out_of_turn"


def _in_turn(rules: BaccaratRules, table: Table, event: events.Any) -> bool:
    match event:
        case events.CardDrawn() | events.CardUnread():
            return is_due(table, event)
        case events.CutCardDrawn():
            return table.phase in PLAYED and not table.cut_card_out
        case events.StepDone():
            return _step_is_due(table)
        case events.BetsOpened():
            return table.phase is Phase.BETTING and not table.open_round
        case events.BetsClosed():
            return table.bet_time
        case events.SignedOut():
            return not (table.open_round and table.role_of(event.who) is Role.DEALER)
        case events.TableOpened():
            return table.phase is Phase.CLOSED
        case events.ReshuffleOrdered():
            return table.phase in PLAYED and (table.reshuffle is None) is event.on
        case events.CloseOrdered():
            return _close_can_be(table) and table.close is not event.on
        case events.HaltWithdrawn():
            return table.halt is not None
        case events.RoundVoided():
            return table.halt is not None and table.open_round
        case _:
            return True


def _step_is_due(table: Table) -> bool:
    """Whether what the prompt names ends by a press: not a wait, a card, or a halt."""
    if table.halt is not None:
        return False
    if table.preparation is not None:
        return table.preparation.due != "burn_card"
    return table.phase in (Phase.RESULT, Phase.COLLECTING)


def _close_can_be(table: Table) -> bool:
    closing = table.preparation is not None and table.preparation.closing
    return table.phase is not Phase.CLOSED and not closing


def _impossible(rules: BaccaratRules, table: Table, event: events.Any) -> str | None:
    if isinstance(event, events.CardDrawn) and not table.shoe.can_hold(event.card):
        return "impossible_card"
    return None


_REASONS: Final[tuple[Callable[[BaccaratRules, Table, events.Any], str | None], ...]] = (
    _not_there,
    _not_authorised,
    _stopped,
    _out_of_turn,
    _impossible,
)
