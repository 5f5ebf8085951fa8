"""A baccarat shoe and a card reader that are not there: they send what real ones send, over a wire.

The faults on demand are :class:`SimulatedDevice`'s; here is only how each device says them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import cycle

from console.devices import angel_eye, card_lines
from console.devices.loaded_shoe import FROM_END
from console.devices.readings import ShoePlace, Target
from console.devices.shown import Question, Shown, question
from console.devices.simulated_device import PACE, SimulatedDevice
from console.devices.wire import Wire
from console.game.cards import DECK, Card

_CANNOT_READ = 1


class SimulatedShoe(SimulatedDevice):
    """An Angel Eye shoe.

    ``repeats`` is how often it sends each message again; ``announces`` whether the dealer lets it end the
    coup, which then stands for the announcement.
    """

    name = "shoe"

    def __init__(
        self,
        chance: random.Random,
        *,
        wire: Wire | None = None,
        pace: float | None = PACE,
        seen: bytes = bytes(len(DECK)),
        now: Callable[[], float] = time.monotonic,
        from_end: int = FROM_END,
        repeats: int = 0,
        announces: bool = False,
    ) -> None:
        super().__init__(chance, wire=wire, pace=pace, seen=seen, now=now, from_end=from_end)
        self._times = repeats + 1
        self._announces = announces
        self._loaded()

    @property
    def _repeats_last(self) -> bool:
        """In case that it was lost; if not, its number says that it is the same."""
        return True

    def _loaded(self) -> None:
        self._seqs = cycle("0123456789")
        self._say(angel_eye.frame(next(self._seqs), "S"))

    def _say(self, frame: bytes) -> None:
        self._send(frame * self._times)

    def _send_card(self, card: Card, place: ShoePlace) -> None:
        self._say(angel_eye.dealt_frame(next(self._seqs), place, card))

    def _send_unread(self) -> None:
        self._say(angel_eye.fault_frame(next(self._seqs), _CANNOT_READ))

    def _send_cut_card(self) -> None:
        self._say(angel_eye.frame(next(self._seqs), "C"))

    def _draw_out_of_turn(self) -> None:
        """While a card is due, one that left the shoe outside its game is the only one out of turn."""
        card = self.shoe.take()
        if self._is_due():
            self._say(angel_eye.out_of_game_frame(next(self._seqs), card))
            self._has_answered()
        else:
            self._send_card(card, ShoePlace(Target.PLAYER, 1))

    def _asked(self) -> Question | None:
        if self._announces and self._shown and self._shown.prompt.action == "announce":
            return question(self._shown.prompt)
        return super()._asked()

    def _answer(self) -> None:
        coup = self._shown.coup if self._shown and self._shown.prompt.action == "announce" else None
        if coup is None or coup.outcome is None:
            super()._answer()
            return
        end = coup.outcome
        frame = angel_eye.result_frame(
            next(self._seqs), end.winner, player_pair=end.player_pair, banker_pair=end.banker_pair
        )
        self._say(frame)
        self._has_answered()


class SimulatedReader(SimulatedDevice):
    """A reader that sends a line a card. It can't see the cut card: ``on_cut_card`` is told instead.

    It names no place, and it numbers nothing.
    """

    name = "reader"

    def __init__(
        self,
        chance: random.Random,
        *,
        wire: Wire | None = None,
        pace: float | None = PACE,
        seen: bytes = bytes(len(DECK)),
        now: Callable[[], float] = time.monotonic,
        from_end: int = FROM_END,
        on_cut_card: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(chance, wire=wire, pace=pace, seen=seen, now=now, from_end=from_end)
        self.on_cut_card = on_cut_card
        self._extra = False

    @property
    def _repeats_last(self) -> bool:
        """A line twice is two cards."""
        return False

    def _loaded(self) -> None:
        """A reader does not know that a shoe was loaded."""

    def _send_card(self, card: Card, place: ShoePlace) -> None:
        self._send(card_lines.card_line(card))

    def _send_unread(self) -> None:
        self._send(card_lines.UNREAD_LINE)

    def _send_cut_card(self) -> None:
        self.on_cut_card()

    def _draw_out_of_turn(self) -> None:
        """A line names no place, so only a card that comes when none is due is out of turn."""
        self._extra = True
        if self._shown:
            self._look(self._shown)

    def _look(self, shown: Shown) -> None:
        super()._look(shown)
        if self._extra and shown.phase in ("result", "collecting") and self.shoe.left:
            self._extra = False
            self._send(card_lines.card_line(self.shoe.take()))
