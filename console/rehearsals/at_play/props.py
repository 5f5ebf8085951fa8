"""The shoe and the wheel of a rehearsal: its cards and numbers, as the bytes of real devices.

They know what comes next and decide nothing; chance comes from the file's seed.
"""

from __future__ import annotations

import random
from typing import Final

from console.rehearsals.script import Script
from console.rehearsals.slips import Slip
from console.table.core import Phase, Prompt, View
from console.table.devices import (
    BALL,
    CLOSED,
    FAILURE,
    NO_MORE_BETS,
    PLACE_BETS,
    SAME_DIRECTION,
    SPEED,
    START,
    WINNING_NUMBER,
    AngelEyeVoice,
    CardLinesVoice,
    DeviceRole,
    LoadedShoe,
    WheelLines,
    WheelStatus,
    fault_frame,
    place_due,
)
from console.table.game import TRIES, Card, Shoe
from console.table.game.roulette import POCKETS

Sent = tuple[DeviceRole, bytes]
"""A device's message: its role, and the bytes."""

_UNCOUNTED: Final = frozenset((Phase.CLOSED, Phase.SHOE, Phase.HALTED))
_CUT_CARD: Final = frozenset((Slip.CUT_CARD_MISSED, Slip.CUT_CARD_UNSCANNED))
_MECHANICAL: Final = 2
"""A code of the shoe for a fault that is no unread card."""


class Cards:
    """A shoe whose first cards are the file's, read by a card reader."""

    def __init__(self, script: Script, shoe: Shoe, from_end: int) -> None:
        """``shoe`` are the cards that have left the shoe; ``from_end`` cards lie behind the cut card."""
        chance = random.Random(script.seed)
        self._shoe = LoadedShoe(chance, shoe.seen, from_end)
        self._shoe.agree(shoe.left)
        self._shoe.stack(script.cards)
        self._cut_card_missed = any(each.slip in _CUT_CARD for each in script.wrong)
        self._voice = CardLinesVoice()

    def agree(self, view: View) -> None:
        """Follow the table's count of the shoe, unless the table has none now."""
        if view.shoe is not None and view.phase not in _UNCOUNTED:
            self._shoe.agree(view.shoe.left)

    @property
    def cut_card_next(self) -> bool:
        """Whether the cut card is scanned before the next card; once asked for, it counts as scanned.

        If the slip is that nobody scans it, only the step that asks for it scans it.
        """
        comes = self._shoe.cut_card_next and not self._cut_card_missed
        self._shoe.cut_card_out = self._shoe.cut_card_out or comes
        return comes

    def next_face(self) -> Card:
        """The next card, as a pit boss reads it; after an empty shoe comes another one."""
        if not self._shoe.remaining:
            self._shoe.reshuffle()
        return self._shoe.draw_next()

    def next_card(self, prompt: Prompt) -> Sent:
        return self.repeat(self.next_face(), prompt)

    def repeat(self, card: Card, prompt: Prompt) -> Sent:
        return DeviceRole.READER, self._voice.card(card, place_due(prompt))

    def unread(self) -> Sent:
        """The next card is tried as often as allowed, and not read."""
        return DeviceRole.READER, self._voice.unread() * TRIES

    @staticmethod
    def shoe_fault() -> Sent:
        return DeviceRole.SHOE, AngelEyeVoice().start_message() + fault_frame("1", _MECHANICAL)


class RehearsedWheel:
    """A wheel whose reader sends each step of a spin, and the file's numbers first."""

    def __init__(self, script: Script) -> None:
        self._chance = random.Random(script.seed)
        self._numbers = list(script.numbers)
        self._voice, self._game, self._number = WheelLines(), 1, 0
        self._state = WINNING_NUMBER

    @property
    def number(self) -> int:
        return self._number

    @property
    def runs(self) -> bool:
        return self._state == BALL

    def ball(self, *, with_wheel: bool = False) -> Sent:
        """The ball is in its track, of a new game."""
        return self._says(*self._new_game(SAME_DIRECTION if with_wheel else 0))

    def stops(self) -> Sent:
        """The rotor stops so that the ball can be taken out; the next ball is of a new game."""
        return self._says((CLOSED, 0))

    def lies(self, number: int | None = None) -> Sent:
        """The ball lies in a pocket: the file's next, if ``number`` is None."""
        before = () if self._state in (BALL, NO_MORE_BETS) else self._new_game()
        self._number = self._next() if number is None else number
        falls = () if self._state == NO_MORE_BETS else ((NO_MORE_BETS, 0),)
        return self._says(*before, *falls, (WINNING_NUMBER, 0))

    def other_number(self, number: int) -> Sent:
        """The number of the same game is another one now."""
        self._number = number
        return self._says((WINNING_NUMBER, 0))

    def fails(self) -> Sent:
        return self._says((CLOSED, FAILURE))

    def _new_game(self, bits: int = 0) -> tuple[tuple[int, int], ...]:
        self._game += 1
        starts = ((START, 0),) if self._state == CLOSED else ()
        return (*starts, (PLACE_BETS, 0), (BALL, bits))

    def _next(self) -> int:
        return self._numbers.pop(0) if self._numbers else self._chance.randrange(POCKETS)

    def _says(self, *steps: tuple[int, int]) -> Sent:
        data = b""
        for state, bits in steps:
            status = WheelStatus(state, self._game, self._number, bits, SPEED, "clockwise")
            data += self._voice.says(status, begins=state != self._state)
            self._state = state
        return DeviceRole.WHEEL, data
