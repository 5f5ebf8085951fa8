"""What the wheel's side of the table shows, as plain values made of the view; nothing here draws.

A reading that the dealer's confirmation still waits for is no number: it is told only that one waits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.game.rulebook import load_rulebook
from console.table.views import DealerView, SpinView
from console.ui.lying import cut_off, play_waits, removes_ball

_DRAWN: Final = (1, 2, 3, 4, 5, 6)


class Middle(StrEnum):
    """What stands between wheel and layout."""

    NOTHING = "nothing"
    """Before the first round: the wheel's state alone."""
    LAST = "last"
    """Between rounds: the last number, no longer in play."""
    COUNTDOWN = "countdown"
    SPIN = "spin"
    """The ball is to be sent, or runs."""
    AGAIN = "again"
    """It is to be sent again from a number."""
    CONFIRM = "confirm"
    """The dealer's number, to be confirmed."""
    REMOVE = "remove"
    """The ball is to be taken out at once."""
    NUMBER = "number"
    DIFFERS = "differs"
    """Two numbers of one spin."""
    VOID = "void"


class WheelShown(msgspec.Struct, frozen=True):
    """The round and the wheel; ``top`` is the pocket on top, ``waits`` that a reading is no number yet."""

    middle: Middle = Middle.NOTHING
    number: int | None = None
    second: int | None = None
    top: int = 0
    waits: bool = False
    state: int | None = None
    speed: int | None = None
    turning: Literal["clockwise", "anticlockwise"] | None = None
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    asked: int = 3
    silent: bool = False
    has_reader: bool = True
    asks: bool = False
    """Whether the ball is to be sent."""
    refunded: bool = False
    undecided: bool = False
    """Whether the reading waits for the pit boss: what it counts for is decided first."""

    @property
    def lit(self) -> int | None:
        """The number whose fields win."""
        return self.number if self.middle is Middle.NUMBER else None


def wheel_shown(view: DealerView) -> WheelShown:
    """The wheel's side of a view."""
    middle, number, second = _middle(view)
    wheel, lying = view.wheel, _spin(view)
    known = lying is not None and lying.number is not None
    top = _last(view) if number is None else number
    shown = WheelShown(
        middle=middle,
        number=number,
        second=second,
        top=top or 0,
        waits=lying is not None and lying.status == "open" and lying.recorded is not None and not known,
        undecided=view.view.phase == "halted",
        refunded=view.view.bets == "refunded",
        asks=view.view.prompt.action == "spin" and not (play_waits(view) or cut_off(view)),
        silent=_is_quiet(view),
    )
    if wheel is None:
        return shown
    return msgspec.structs.replace(
        shown,
        state=wheel.state if wheel.state in _DRAWN else None,
        speed=wheel.speed,
        turning=wheel.turning,
        turns=wheel.turns,
        direction=wheel.direction,
        asked=wheel.turns_asked,
        has_reader=wheel.has_reader,
    )


def _spin(view: DealerView) -> SpinView | None:
    lying = view.view.round
    return lying if isinstance(lying, SpinView) else None


def _last(view: DealerView) -> int | None:
    """The last number of the table."""
    return int(view.results[-1]) if view.results else None


def _middle(view: DealerView) -> tuple[Middle, int | None, int | None]:
    """What stands in the middle, and its numbers."""
    prompt, lying = view.view.prompt, _spin(view)
    if removes_ball(view):
        return Middle.REMOVE, None, None
    if view.view.bets == "open" and view.seconds_left is not None:
        return Middle.COUNTDOWN, None, None
    if lying is None:
        return Middle.NOTHING, None, None
    if (second := _second(view)) is not None:
        first = lying.number if lying.number is not None else lying.recorded
        return Middle.DIFFERS, first, second
    if lying.status == "void":
        return Middle.VOID, None, None
    if lying.number is not None:
        over = lying.status == "finished" and view.view.phase == "betting"
        return Middle.LAST if over else Middle.NUMBER, lying.number, None
    if prompt.action == "confirm_number" and prompt.number is not None:
        return Middle.CONFIRM, prompt.number, None
    if prompt.action == "spin" and isinstance(prompt.from_, int):
        return Middle.AGAIN, prompt.from_, None
    return Middle.SPIN, None, None


def _is_quiet(view: DealerView) -> bool:
    """Whether the wheel's reader is not heard."""
    return any(lamp.device == "wheel" and lamp.fault is not None for lamp in view.lamps)


def _may_say(rules: str) -> bool:
    """Whether a rulebook lets the dealer say a number that no reader read."""
    return load_rulebook(rules).roulette.dealers_number.allowed


def _second(view: DealerView) -> int | None:
    """The other number of this spin, while play is halted by it."""
    prompt, wheel = view.view.prompt, view.wheel
    if view.view.phase != "halted":
        return None
    if prompt.reason == "number_differs":
        return prompt.number
    return wheel.differs if wheel is not None else None


def dealer_enters(view: DealerView) -> bool:
    """Whether the dealer enters the number: without a reader that is heard, or as an incident's step.

    Where an unread spin is void, no number is entered but by the incident's own step (LT-ROU-28).
    """
    match view.view.prompt.action:
        case "enter_number":
            return True
        case "confirm_number":
            return True
        case "await_number":
            unread = view.wheel is not None and (not view.wheel.has_reader or _is_quiet(view))
            return unread and _may_say(view.rules)
        case _:
            return False
