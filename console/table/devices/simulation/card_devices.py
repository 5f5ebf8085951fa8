"""A simulated shoe and card reader: their cards, the time of a draw, and its mishaps.

They look at the table's views as a dealer does, and decide nothing about the game; the cards lie in their
order with the cut card among them. Time and chance come from the caller: :meth:`SimulatedDevice.step` plays
without a clock, :meth:`SimulatedDevice.start` at a pace. The message for a card is the voice's of the
device's model.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Literal

from console.table.devices.model import CardVoice, DeviceRole
from console.table.devices.models.angel_eye import AngelEyeVoice
from console.table.devices.models.card_lines import CardLinesVoice
from console.table.devices.readings import ShoePlace, Target
from console.table.devices.simulation.cues import CueView, Question, card_question, place_due, question
from console.table.devices.simulation.simulated import PACE, Simulated
from console.table.devices.simulation.wire import Outbox, PtyWire
from console.table.game.cards import DECK, DECKS, Card

FROM_END: Final = 7
"""Cards behind the cut card by default."""


class LoadedShoe:
    """A shuffled shoe of eight decks without the cards that have left it already. ``used_counts``: those, by
    place in a new deck, as :attr:`console.table.game.shoe.Shoe.seen` has them.
    """

    def __init__(
        self, chance: random.Random, used_counts: bytes = bytes(len(DECK)), from_end: int = FROM_END
    ) -> None:
        """Shuffle the cards that have not left; ``from_end`` cards lie behind the cut card."""
        self._chance = chance
        self.cards = [card for card, gone in zip(DECK, used_counts, strict=True) for _ in range(DECKS - gone)]
        self._taken: list[Card] = []
        self._chance.shuffle(self.cards)
        self._from_end = from_end
        self.cut_card_out = len(self.cards) < from_end

    @property
    def remaining(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> Card:
        """The card that comes next. Raises IndexError if none is left."""
        return self.cards[-1]

    @property
    def cut_card_next(self) -> bool:
        return not self.cut_card_out and self.remaining <= self._from_end

    def stack(self, cards: Sequence[Card]) -> None:
        """Lay these cards on top, the first one first; a card no longer in the shoe is left out."""
        there = [card for card in cards if self._found(card)]
        self.cards += reversed(there)

    def _found(self, card: Card) -> bool:
        """Take the card out; returns whether it lay there."""
        found = card in self.cards
        if found:
            self.cards.remove(card)
        return found

    def draw_next(self) -> Card:
        """Draw the next card. Raises IndexError if none is left."""
        self._taken.append(self.cards.pop())
        return self._taken[-1]

    def exhausted_face(self) -> Card | None:
        """A card whose eight copies have left the shoe, so that one more is impossible; None without one."""
        lying = set(self.cards)
        return next((card for card in DECK if card not in lying), None)

    def reshuffle(self) -> None:
        """Put all the cards back in a new order, the cut card among them."""
        self.cards = list(DECK) * DECKS
        self._chance.shuffle(self.cards)
        self._taken.clear()
        self.cut_card_out = False

    def agree(self, remaining: int) -> None:
        """Bring the shoe to the table's count.

        A withdrawn card lies on top again; cards that count as gone unread (burned, or of a void coup) are
        gone. A full count after many cards is another shoe; one below none is none.
        """
        if remaining == len(DECK) * DECKS and len(self._taken) > 1:
            self.reshuffle()
        while self.remaining < remaining and self._taken:
            self.cards.append(self._taken.pop())
        while self.remaining > max(0, remaining):
            self.draw_next()


RETRY: Final = 0.05
"""Seconds between looks whether somebody reads the port again."""
_UNCOUNTED: Final = frozenset({"closed", "shoe", "halted"})
"""Phases in which the table's count of the shoe says nothing about the cards in it."""


class SimulatedDevice(Simulated):
    """Draws the cards of a simulated shoe.

    ``used_counts``: the cards that have left it, in a journal that goes on; ``from_end``: the cards behind
    the cut card; ``voice``: its model's; ``repeats``: how often it repeats a message; ``announces``: whether
    the dealer lets it end the coup in place of an announcement.
    """

    name: ClassVar[Literal[DeviceRole.SHOE, DeviceRole.READER]]
    """The table protocol's."""

    def __init__(
        self,
        chance: random.Random,
        voice: CardVoice,
        *,
        wire: PtyWire | None = None,
        pace: float | None = PACE,
        used_counts: bytes = bytes(len(DECK)),
        now: Callable[[], float] = time.monotonic,
        from_end: int = FROM_END,
        repeats: int = 0,
        announces: bool = False,
        on_cut_card: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(chance, wire=wire, pace=pace, now=now)
        self.shoe = LoadedShoe(chance, used_counts, from_end)
        self.on_cut_card = on_cut_card
        """Called for the cut card, if the device itself can't say that it came."""
        self._voice = voice
        self.repeats = repeats
        """How many more times each message is sent."""
        self._announces = announces
        self._extra = False
        self._outbox = Outbox(self._wire)
        self._draw_at: float | None = None
        self._loading = False
        self._unreadable = False
        self._send(voice.start_message())

    # What the table has of it.

    def show(self, cue: CueView) -> None:
        """Look at the table's new view; each one must be shown, in its order."""
        with self._change:
            self._shown = cue
            if self._open_question() != self._answered:
                self._answered = None
            self._keep_count(cue)
            self._look(cue)
            self._plan()

    @property
    def mishaps(self) -> frozenset[str]:
        """The mishaps that were asked for and have not happened yet: a failed scan, a card in bet time."""
        with self._change:
            waits = {"unreadable": self._unreadable, "bet_time": self._in_bet_time}
            return frozenset(name for name, armed in waits.items() if armed)

    # What a person does with it.

    def draw(self) -> None:
        with self._change:
            if self._shown and self.shoe.remaining:
                self._draw(place_due(self._shown.prompt))

    def set_pace(self, pace: float | None) -> None:
        """Seconds between a prompt and its card from now on; None: by hand."""
        with self._change:
            self.pace, self._draw_at = pace, None
            self._plan()

    def next_unreadable(self) -> None:
        """Let the next draw be a failed scan; the same card is read when it is drawn again."""
        with self._change:
            self._unreadable = True

    def wrong_card(self) -> None:
        """Read an impossible card: the ninth of its kind, or a card out of turn while no kind is used up."""
        with self._change:
            ninth = self.shoe.exhausted_face()
            if not self.shoe.remaining:
                return
            if self._shown and self._is_due() and ninth:
                self.shoe.draw_next()
                self._send(self._voice.card(ninth, place_due(self._shown.prompt)))
                self._has_answered()
            else:
                self._draw_out_of_turn()

    def card_in_bet_time(self) -> None:
        """Draw a card in bet time: now, else as soon as the next one begins."""
        with self._change:
            self._in_bet_time = True
            if self._shown:
                self._look(self._shown)

    def bring_cut_card(self) -> None:
        with self._change:
            if not self.shoe.cut_card_out:
                self._draw_cut_card()

    def plug_in(self) -> None:
        """Plug the cable in again; waiting messages are sent once the port is read."""
        with self._change:
            self._outbox.plug_in(last_again=self._voice.repeats_last)
            self._change.notify()

    def _draw_out_of_turn(self) -> None:
        """Draw a card out of turn: one outside the shoe's game, or when none is due if places are unnamed."""
        if not self._voice.names_places:
            self._extra = True
            if self._shown:
                self._look(self._shown)
        elif self._is_due():
            self._send(self._voice.outside(self.shoe.draw_next()))
            self._has_answered()
        else:
            self._send(self._voice.card(self.shoe.draw_next(), ShoePlace(Target.PLAYER, 1)))

    # Its time.

    def step(self) -> bool:
        """Do the next thing without waiting for its time; False with nothing to do, or no reader yet."""
        with self._change:
            if self._outbox.is_waiting:
                return self._outbox.flush()
            if not self._is_due():
                return False
            self._answer()
            return True

    def tick(self) -> None:
        with self._change:
            self._outbox.flush()
            if self._draw_at is not None and self._now() >= self._draw_at:
                self._answer()

    def _patience(self) -> float | None:
        if self._outbox.is_waiting:
            return RETRY
        return None if self._draw_at is None else max(0.0, self._draw_at - self._now())

    def _plan(self) -> None:
        if self.pace is None or not self._is_due():
            self._draw_at = None
        elif self._draw_at is None:
            self._draw_at = self._now() + self.pace
        self._change.notify()

    # Its cards.

    def _open_question(self) -> Question | None:
        if self._announces and self._shown and self._shown.prompt.action == "announce":
            return question(self._shown.prompt)
        return card_question(self._shown.prompt) if self._shown else None

    def _is_due(self) -> bool:
        """Whether a card is asked for that has not been sent yet."""
        return bool(self.shoe.remaining) and self._open_question() not in (None, self._answered)

    def _has_answered(self) -> None:
        self._answered, self._draw_at = self._open_question(), None

    def _keep_count(self, cue: CueView) -> None:
        """Load the shoe when the dealer does; else follow the table's count, unless a card is on its way."""
        if cue.prompt.action == "load":
            self._loading = True
        elif self._loading and (cue.phase == "betting" or cue.prompt.action == "burn_card"):
            self._loading = False
            self.shoe.reshuffle()
            self._send(self._voice.start_message())
        elif cue.shoe and cue.phase not in _UNCOUNTED and self._answered is None:
            self.shoe.agree(cue.shoe.left)

    def _look(self, cue: CueView) -> None:
        """Do the things at a view for which no prompt asks."""
        if self._in_bet_time and cue.phase == "betting" and cue.bets == "open" and self.shoe.remaining:
            self._in_bet_time = False
            self._send(self._voice.card(self.shoe.draw_next(), ShoePlace(Target.PLAYER, 1)))
        if self._extra and cue.phase in ("result", "collecting") and self.shoe.remaining:
            self._extra = False
            self._send(self._voice.card(self.shoe.draw_next(), ShoePlace(Target.PLAYER, 1)))

    def _answer(self) -> None:
        """Do what the prompt asks for; the cut card comes by itself, then the card it covered."""
        assert self._shown is not None, "nothing is due before the first view"
        if self._shown.prompt.action == "announce":
            coup = self._shown.coup if self._shown else None
            end = coup.outcome if coup else None
            if end is not None:
                pairs = {"player_pair": end.player_pair, "banker_pair": end.banker_pair}
                self._send(self._voice.result(end.winner, **pairs) or b"")
            self._has_answered()
        elif self.shoe.cut_card_next:
            self._draw_at = None
            self._draw_cut_card()
            self._plan()
        else:
            self._draw(place_due(self._shown.prompt))

    def _draw(self, place: ShoePlace) -> None:
        if self._unreadable:
            self._unreadable = False
            self._send(self._voice.unread())
        else:
            self._send(self._voice.card(self.shoe.draw_next(), place))
        self._has_answered()

    def _draw_cut_card(self) -> None:
        self.shoe.cut_card_out = True
        message = self._voice.cut_card()
        if message is None:
            self.on_cut_card()
        else:
            self._send(message)

    # Its bytes.

    def _send(self, message: bytes) -> None:
        with self._change:
            if message:
                self._outbox.put(message * (1 + self.repeats))
            self._change.notify()


class SimulatedShoe(SimulatedDevice):
    """A shoe, of the usual model if no other's voice is given."""

    name = DeviceRole.SHOE

    def __init__(self, chance: random.Random, voice: CardVoice | None = None, **given: Any) -> None:
        super().__init__(chance, voice or AngelEyeVoice(), **given)


class SimulatedReader(SimulatedDevice):
    """A card reader, of the usual model if no other's voice is given."""

    name = DeviceRole.READER

    def __init__(self, chance: random.Random, voice: CardVoice | None = None, **given: Any) -> None:
        super().__init__(chance, voice or CardLinesVoice(), **given)
