"""A table of blackjack that plays by itself: reader, players and game server that are not there.

No thread, no socket, and a clock that is only moved on.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from console.table.core import Resumption, Session, SetClock, View, game_of, of_cards, ready
from console.table.devices import SimulatedReader
from console.table.link.players import Habits, Players
from console.table.link.stand_in import Seen, Waits, due
from console.table.words import encode
from tests.table.core.tables import book, words
from tests.table.devices.rehearsal import MemoryJournal, MemoryWire


class SimulatedBlackjack:
    """The table with all that reader, server and dealer do to it, and all that it showed."""

    def __init__(self, code: str, habits: Habits | None = None, seed: int = 1) -> None:
        self.clock, self.journal, self.wire = SetClock(), MemoryJournal(), MemoryWire()
        game = game_of(book(code), "blackjack")
        self.session = Session(game, self.journal, self.clock, Resumption(ready(game)))
        self.market = words(book(code).market)
        self.players = Players(random.Random(seed), habits)
        self.waits = Waits()
        self.reader = SimulatedReader(
            random.Random(seed),
            wire=self.wire,
            pace=None,
            on_cut_card=lambda: self._took(self.say(do="cut_card")),
            from_end=of_cards(game).rules.cut_card.from_end,
        )
        self.answers: list[tuple[Seen, Seen]] = []
        """Each answer of the players', and the view in which it was asked for."""
        self.refused: list[tuple[Seen, str]] = []
        self.seen: Seen = {}
        self._took(self.session.view())

    @property
    def now(self) -> float:
        return self.clock.monotonic() / 1e9

    def go_on(self) -> Seen:
        """The next thing that somebody does: a card, else the server when its time has come, else a press."""
        if self.reader.step():
            data, self.wire.arrived = self.wire.arrived, b""
            if data:
                self.hear(data)
        elif (at := self.waits.next) is not None:
            self.clock.advance(max(0.0, at - self.now))
            line = self.waits.line_due(max(at, self.now))
            assert line is not None
            self._answered(line)
            self._took(self.session.take(line, by_link=True))
        elif self.seen["prompt"]["action"] == "resolve":
            self._took(self.say(do="withdraw", by="P1"))
        else:
            who = "P1" if self.seen["prompt"]["actor"] == "pit_boss" else "D1"
            self._took(self.say(do="done", by=who))
        return self.seen

    def hear(self, data: bytes) -> None:
        """Bytes of the reader."""
        self._took(self.say(do="device", name="reader", hex=data.hex()))

    def say(self, **fields: Any) -> View:
        """A line of the protocol."""
        return self.session.take(msgspec.json.encode(fields))

    def _answered(self, line: bytes) -> None:
        view = msgspec.json.decode(line)
        if view["do"] == "decision":
            self.answers.append((view, self.seen))

    def _took(self, view: View) -> None:
        self.seen = msgspec.json.decode(encode(view, words("en"), self.market))
        if view.refused:
            self.refused.append((self.seen, view.refused))
        bets = due(self.seen, 3.0)
        self.waits.look((*self.players.due(self.seen), *((bets,) if bets else ())), self.now)
        self.reader.show(view)
