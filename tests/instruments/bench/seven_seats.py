"""A table of blackjack that plays itself with somebody at each of its seven seats, who answers as is best.

The reader is the simulated one, so that the lines hold its bytes; chance is fixed, and nobody insures.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from console.table.core import HandsView, Prompt, Resumption, Session, Table, View, game_of, of_cards, ready
from console.table.devices import SimulatedReader
from console.table.game import load_rulebook
from console.table.game.blackjack import best
from console.table.journal import Identity
from tests.instruments.bench.play import Ticking, line_of, pressed
from tests.table.devices.rehearsal import MemoryJournal, MemoryWire

SEVEN: Final = Identity("T7", "blackjack", "sv")
GAME: Final = game_of(load_rulebook(SEVEN.rules), SEVEN.game)
AT_FIRST: Final[Table] = ready(GAME)


def timed_lines() -> Iterator[tuple[bytes, bool]]:
    """Line after line, and whether it is a card after which the prompt reads otherwise than before.

    It does not where the dealer draws on: that prompt is the same until the last card.
    """
    session, wire = Session(GAME, MemoryJournal(), Ticking(), Resumption(AT_FIRST)), MemoryWire()
    cut_cards: list[bytes] = []
    reader = SimulatedReader(
        random.Random(1),
        wire=wire,
        pace=None,
        used_counts=AT_FIRST.shoe.seen,
        from_end=of_cards(GAME).rules.cut_card.from_end,
        on_cut_card=lambda: cut_cards.append(line_of("cut_card")),
    )
    view = session.view()
    while True:
        reader.show(view)
        is_card = reader.step() and not cut_cards
        line = read_line(wire) if is_card else cut_cards.pop() if cut_cards else answered(view)
        yield line, is_card and not _draws_on(view.prompt)
        view = session.take(line)
        assert view.accepted, view


def read_line(wire: MemoryWire) -> bytes:
    """The line of what the reader sent."""
    arrived, wire.arrived = wire.arrived, b""
    return line_of("device", name="reader", hex=arrived.hex())


def _draws_on(prompt: Prompt) -> bool:
    return prompt.hand == "dealer" and (prompt.card or 0) > 2


def answered(view: View) -> bytes:
    """The line of the game server or a person at this view, where no card is due."""
    prompt, round = view.prompt, view.round
    if isinstance(round, HandsView):
        if prompt.action == "await_decision":
            return _decision(prompt, round)
        if view.bets == "open" and not round.seats:
            return line_of("seats", seats=list(range(1, 8)))
    return pressed(view)


def _decision(prompt: Prompt, round: HandsView) -> bytes:
    if prompt.seats is not None:
        return line_of("decision", seat=prompt.seats[0], hand=1, choice="decline")
    assert isinstance(prompt.hand, int)
    hand = round.seats[str(prompt.seat)][prompt.hand - 1]
    choice = best(prompt.offers or (), hand.cards, hand.total, hand.soft, round.dealer.cards[0])
    return line_of("decision", seat=prompt.seat, hand=prompt.hand, choice=choice)
