"""The content of the wheel's side of the table, as plain values and in words; nothing here draws.

A number that was read and is not counted is shown so that it looks like no result. Columns and dozens have
the names that casino staff in the market use.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, Lamp
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.core.state.views import Notice, SpinView
from console.table.game.roulette.rules import RouletteRules
from console.table.game.roulette.spin import pocket
from console.table.game.rulebook import load_rulebook
from console.table.ui.felt.condition import cut_off, play_waits, removes_ball
from console.table.ui.felt.wheel.betting_layout import CHANCES, Field
from console.table.ui.kit.lettering import sentence
from console.table.words.names import colour_word, lamp_text, number_name

_DRAWN: Final = (1, 2, 3, 4, 5, 6, 7)


class Middle(StrEnum):
    NOTHING = "nothing"
    """Before the first round: the wheel's state alone."""
    LAST = "last"
    """Between rounds: the last number, no longer in play."""
    COUNTDOWN = "countdown"
    SPIN = "spin"
    """The ball is to be sent, or runs."""
    AGAIN = "again"
    """The ball is to be sent again from a number."""
    READ = "read"
    """A number that was read, and that is not counted yet, or of no spin."""
    CONFIRM = "confirm"
    """The dealer's number, to be confirmed."""
    REMOVE = "remove"
    """The ball is to be taken out at once."""
    NUMBER = "number"
    DIFFERS = "differs"
    """Two numbers of one spin."""
    VOID = "void"


class ShownWheel(msgspec.Struct, frozen=True):
    """The round and the wheel; ``top`` is the pocket on top."""

    middle: Middle = Middle.NOTHING
    number: int | None = None
    second: int | None = None
    top: int = 0
    is_of_no_spin: bool = False
    """Whether the number that was read counts for no spin."""
    state: int | None = None
    retries: bool = False
    """Whether the wheel repeats a launch that failed."""
    speed: int | None = None
    """The rotor's, in tenths of a revolution a minute."""
    turning: Literal["clockwise", "anticlockwise"] | None = None
    turns: int | None = None
    direction: Literal["against", "with"] | None = None
    asked: int = 3
    fault: Lamp | None = None
    """The present fault of the wheel's reader; None without one, and in a review."""
    has_reader: bool = True
    asks: bool = False
    """Whether the ball is to be sent."""
    refunded: bool = False
    undecided: bool = False
    """Whether the reading waits for the pit boss, who decides first whether it counts."""

    @property
    def lit_number(self) -> int | None:
        return self.number if self.middle is Middle.NUMBER else None


def shown_wheel(view: DealerView) -> ShownWheel:
    middle, number, second = _middle(view)
    wheel, lying = view.wheel, _spin(view)
    known = lying is not None and lying.number is not None
    is_open = lying is not None and lying.status == RoundStatus.OPEN
    top = (int(view.results[-1]) if view.results else None) if number is None else number
    read = lying.recorded if lying is not None else None
    is_of_no_spin = read is None and wheel is not None and wheel.of_no_spin is not None
    if is_of_no_spin and wheel is not None:
        read = wheel.of_no_spin
    if is_open and not known and read is not None and middle in (Middle.SPIN, Middle.AGAIN):
        middle, number = Middle.READ, read
    shown = ShownWheel(
        middle=middle,
        number=number,
        second=second,
        top=top or 0,
        is_of_no_spin=is_of_no_spin,
        undecided=view.view.phase == Phase.HALTED,
        refunded=view.view.bets == Bets.REFUNDED,
        asks=view.view.prompt.action == Action.SPIN and not (play_waits(view) or cut_off(view)),
        fault=view.console.fault_of("wheel"),
        retries=view.view.notice is Notice.WHEEL_RETRIES,
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


def _middle(view: DealerView) -> tuple[Middle, int | None, int | None]:
    prompt, lying = view.view.prompt, _spin(view)
    if removes_ball(view):
        return Middle.REMOVE, None, None
    if view.view.bets == Bets.OPEN and view.countdown.seconds_left is not None:
        return Middle.COUNTDOWN, None, None
    if lying is None:
        return Middle.NOTHING, None, None
    if (second := _second(view)) is not None:
        first = lying.number if lying.number is not None else lying.recorded
        return Middle.DIFFERS, first, second
    if lying.status == RoundStatus.VOID:
        return Middle.VOID, None, None
    if lying.number is not None:
        over = lying.status == RoundStatus.FINISHED and view.view.phase == Phase.BETTING
        return Middle.LAST if over else Middle.NUMBER, lying.number, None
    if prompt.action == Action.CONFIRM_NUMBER and prompt.number is not None:
        return Middle.CONFIRM, prompt.number, None
    if prompt.action == Action.SPIN and isinstance(prompt.from_, int):
        return Middle.AGAIN, prompt.from_, None
    return Middle.SPIN, None, None


def _second(view: DealerView) -> int | None:
    """The other number of this spin, while play is halted by it."""
    prompt, wheel = view.view.prompt, view.wheel
    if view.view.phase != Phase.HALTED:
        return None
    if prompt.reason == HaltReason.NUMBER_DIFFERS:
        return prompt.number
    return wheel.differs if wheel is not None else None


def dealer_enters(view: DealerView) -> bool:
    """Whether the dealer enters the number: without a reader that is heard, or as an incident's step. If an
    unread spin is void, no number is entered but by the incident's own step (LT-ROU-28).
    """
    match view.view.prompt.action:
        case Action.ENTER_NUMBER | Action.CONFIRM_NUMBER:
            return True
        case Action.AWAIT_NUMBER:
            fault, wheel = view.console.fault_of("wheel"), view.wheel
            unread = wheel is not None and (not wheel.has_reader or fault is not None)
            return unread and load_rulebook(view.rules).of(RouletteRules).dealers_number.allowed
        case _:
            return False


def parts_of(words: Words, number: int) -> tuple[str, ...]:
    """``27``, ``red``, ``odd``, ``high``, ``3rd dozen``, ``3rd column``; of zero only number and colour."""
    won = pocket(number)
    parts = [str(number), colour_word(words, number)]
    if won.parity is not None:
        parts += [words.text(f"say.parity.{won.parity}"), words.text(f"say.half.{won.half}")]
        parts += [words.text(f"wheel.dozen.{won.dozen}"), words.text(f"wheel.column.{won.column}")]
    return tuple(parts)


def field_label(words: Words, field: Field) -> str:
    name, at = field
    match name:
        case "column":
            return "2:1"
        case "dozen":
            return words.text(f"wheel.field.dozen.{at}")
        case "low" | "high":
            return words.text(f"wheel.field.{name}")
        case "red" | "black":
            return sentence(words.text(f"say.colour.{name}"))
        case _:
            return sentence(words.text(f"say.parity.{name}"))


def field_name(words: Words, field: Field) -> str:
    """A field's full name: ``3rd column``, ``red``."""
    name, at = field
    if name in ("column", "dozen"):
        return words.text(f"wheel.{name}.{at}")
    assert name in CHANCES
    return field_label(words, field)


def state_text(words: Words, wheel: ShownWheel) -> str:
    """The wheel's state in words; the fault if its reader is not heard; empty before the first state."""
    if not wheel.has_reader:
        return words.text("wheel.no_reader")
    if wheel.fault is not None:
        return lamp_text(words, wheel.fault)
    if wheel.retries:
        return words.text("wheel.retries")
    return "" if wheel.state is None else words.text(f"wheel.state.{wheel.state}")


def turns_text(words: Words, wheel: ShownWheel) -> str:
    """The ball's turns that are asked for: the press for a valid spin counts no more; else those told."""
    is_valid = wheel.direction == "against" and wheel.turns == wheel.asked
    if is_valid or wheel.turns is None or wheel.direction is None:
        return words.text("wheel.turns.asked", turns=wheel.asked)
    return words.text(f"wheel.turns.{wheel.direction}", turns=wheel.turns)


def read_note(words: Words, wheel: ShownWheel) -> str:
    """Why a number that was read is not counted."""
    if wheel.is_of_no_spin:
        return words.text("wheel.waits.note.no_spin")
    return words.text("wheel.waits.note.undecided" if wheel.undecided else "wheel.waits.note")


def turning_text(words: Words, wheel: ShownWheel) -> str:
    """The wheel's direction and its speed."""
    if wheel.turning is None:
        return "–"
    turning = words.text(f"wheel.turning.{wheel.turning}")
    if wheel.speed is None:
        return turning
    return words.side_by_side((turning, words.text("wheel.speed", speed=words.figure(wheel.speed / 10, 1))))


def spoken_wheel(words: Words, wheel: ShownWheel) -> list[str]:
    texts = [_spoken_middle(words, wheel)]
    if wheel.has_reader:
        if state := state_text(words, wheel):
            texts.append(words.label(words.text("wheel.heading"), state))
        if wheel.turning is not None and wheel.fault is None:
            texts.append(turning_text(words, wheel))
    else:
        texts.append(words.text("wheel.no_reader"))
    texts.append(words.label(words.text("wheel.turns"), turns_text(words, wheel)))
    return [each for each in texts if each]


def _spoken_middle(words: Words, wheel: ShownWheel) -> str:
    between = words.text("access.list")
    match wheel.middle:
        case Middle.NUMBER | Middle.CONFIRM if wheel.number is not None:
            return between.join(parts_of(words, wheel.number))
        case Middle.READ if wheel.number is not None:
            told = (number_name(words, wheel.number), words.text("wheel.waits"), read_note(words, wheel))
            stop = words.locale.stop
            return f"{stop}{words.locale.gap}".join(each.removesuffix(stop) for each in told)
        case Middle.LAST if wheel.number is not None:
            return words.label(words.text("wheel.last"), number_name(words, wheel.number))
        case Middle.AGAIN if wheel.number is not None:
            return words.label(words.text("wheel.again_from"), number_name(words, wheel.number))
        case Middle.DIFFERS if wheel.second is not None:
            numbers = [number for number in (wheel.number, wheel.second) if number is not None]
            named = between.join(number_name(words, number) for number in numbers)
            return f"{words.label(words.text('wheel.differs'), named)}. {words.text('wheel.differs.note')}"
        case Middle.VOID:
            return words.text("wheel.void")
        case _:
            return ""
