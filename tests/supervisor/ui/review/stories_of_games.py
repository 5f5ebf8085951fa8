"""Blackjack and roulette for the review's screens: journals made by playing."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from console.supervisor.review import Story
from console.table.core.running.replay import ReplayPart
from tests.supervisor.ui.review.stories import journal_of, story_of
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, OPEN, card


def spin(number: int) -> tuple[Seen, ...]:
    """A round of roulette."""
    ran = {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}
    return (OPEN, CLOSED, ran, {"do": "number", "number": number, "source": "reader"}, DONE_D)


def decision(seat: int, choice: str, hand: int = 1) -> Seen:
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choice}


@cache
def spins() -> Path:
    """Six hundred spins of a true wheel."""
    chance = random.Random(5)
    lines = (line for _ in range(600) for line in spin(chance.randrange(37)))
    return journal_of("spins", tuple(lines), "sv", "roulette")


@cache
def roulette_round() -> Story:
    """A spin, from its bets to its number."""
    return story_of(spins(), "sv", ReplayPart(1, 99, "T7-2"), game="roulette", begin=3)


@cache
def blackjack_round() -> Story:
    """Two seats; one of them draws and goes over."""
    seats: Seen = {"do": "seats", "seats": [2, 5]}
    dealt = map(card, ("9H", "TD", "6C", "7S", "8D", "KC"))
    lines = (OPEN, CLOSED, seats, *dealt, decision(2, "hit"), card("QS"), decision(5, "stand"))
    path = journal_of("hands", lines, "sv", "blackjack")
    return story_of(path, "sv", ReplayPart(1, 99), game="blackjack", begin=9)
