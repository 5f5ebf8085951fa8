"""What can be done by hand with a simulated shoe, reader or wheel: its buttons, their signs, their words.

It knows a simulated device by the few things that can be done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple, Protocol

from console.ui.signs import incidents, outcomes, places, play, shoe, states
from console.ui.signs.nib import Sign


class Simulated(Protocol):
    """A device that is not there."""

    @property
    def armed(self) -> frozenset[str]:
        """What was asked of it and waits for its moment, by name."""

    def draw(self) -> None:
        """Draw the next card, or send the ball, now."""

    def set_pace(self, pace: float | None) -> None:
        """Seconds between a prompt and its card or its ball; None: by hand."""

    def unplug(self) -> None:
        """Pull the cable."""

    def plug_in(self) -> None:
        """Plug it in again."""


class SimulatedCards(Simulated, Protocol):
    """A shoe or a reader that is not there."""

    def next_unreadable(self) -> None:
        """Let the next scan fail."""

    def wrong_card(self) -> None:
        """Read a card that can't be, or one out of turn."""

    def card_in_bet_time(self) -> None:
        """Draw a card in bet time."""

    def cut_card_now(self) -> None:
        """Let the cut card come."""


class SimulatedRotor(Simulated, Protocol):
    """A wheel that is not there."""

    def let_next_fail(self, fault: Literal["same_direction", "failed_launch", "number_change"]) -> None:
        """Let the next spin go wrong."""

    def ball_in_bet_time(self) -> None:
        """Send the ball in bet time."""

    def fall_silent(self) -> None:
        """Hold lines back, then send them all."""

    def cut_short(self) -> None:
        """Send lines without their ends."""

    def fail_sensor(self) -> None:
        """Let the sensor fail."""

    def close_in_game(self) -> None:
        """Let the wheel close itself."""


class Press(NamedTuple):
    """A button: its words' key, its sign, what it does, and what it arms, where that comes later."""

    key: str
    sign: Sign
    act: Callable[[], object]
    arms: str = ""


class Names(NamedTuple):
    """The keys of what the device is called, and of what is done to any device."""

    title: str
    by_hand: str
    unplug: str
    plug_in: str


class Practice(NamedTuple):
    """All that can be done with a device."""

    device: Simulated
    names: Names
    presses: tuple[Press, ...]


CARDS: Final = Names("practice.title", "practice.by_hand", "practice.unplug", "practice.plug_in")
ROTOR: Final = Names(
    "practice.wheel.title", "practice.wheel.by_hand", "practice.wheel.unplug", "practice.wheel.plug_in"
)


def with_cards(device: SimulatedCards) -> Practice:
    """What a shoe or a reader does by itself, and what goes wrong with it."""
    presses = (
        Press("practice.draw", play.deal, device.draw),
        Press("practice.unread", play.rescan, device.next_unreadable, "unreadable"),
        Press("practice.wrong_card", states.caution, device.wrong_card),
        Press("practice.bet_time_card", play.bets, device.card_in_bet_time, "bet_time"),
        Press("practice.cut_card", shoe.cut_card, device.cut_card_now),
    )
    return Practice(device, CARDS, presses)


def with_wheel(device: SimulatedRotor) -> Practice:
    """What a wheel does by itself, and what goes wrong with it."""

    def failing(fault: Literal["same_direction", "failed_launch", "number_change"], sign: Sign) -> Press:
        return Press(f"practice.wheel.{fault}", sign, partial(device.let_next_fail, fault), fault)

    presses = (
        Press("practice.wheel.send", places.wheel, device.draw),
        failing("same_direction", states.caution),
        failing("failed_launch", outcomes.cross),
        failing("number_change", outcomes.question),
        Press("practice.wheel.bet_time", play.bets, device.ball_in_bet_time, "bet_time"),
        Press("practice.wheel.silence", states.hourglass, device.fall_silent, "silence"),
        Press("practice.wheel.cut_short", outcomes.crossed_ring, device.cut_short, "cut_short"),
        Press("practice.wheel.sensor", incidents.fault, device.fail_sensor),
        Press("practice.wheel.closed", incidents.stopped, device.close_in_game),
    )
    return Practice(device, ROTOR, presses)
