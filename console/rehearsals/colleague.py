"""A colleague's report of a slip that a simulated table can't show, as phrases with their figures. It knows
keys, not words; the screen chooses the pictures.
"""

from __future__ import annotations

from typing import Final

import msgspec

from console.rehearsals.script import Mishap
from console.rehearsals.slips import SlipAct
from console.table.incidents import Fact

FEW: Final = 2
"""The turns of a ball that leaves its track early: every rulebook requires more (ROU-3.1.1, LT-ROU-25)."""
SHOWN: Final = frozenset(
    (
        SlipAct.CARD,
        SlipAct.UNREAD,
        SlipAct.DEVICE_FAULT,
        SlipAct.WITH_WHEEL,
        SlipAct.BALL,
        SlipAct.NUMBER,
        SlipAct.OTHER_NUMBER,
    )
)
"""Slips that the table itself shows; for a failed card reader a colleague says only that."""
_COUNTED: Final = ("cards", "cards_to_move", "cards_to_remove")
"""Facts that are the count of the slip's own sentence."""


class Sentence(msgspec.Struct, frozen=True):
    """A phrase and its figures; with a ``count`` it has plural forms."""

    key: str
    slots: dict[str, int] = {}
    count: int | None = None


class ColleagueWords(msgspec.Struct, frozen=True):
    """A colleague's report, sentence by sentence, and the slip with the facts that are drawn beside it."""

    at: float
    """Seconds since the rehearsal began."""
    number: int
    slip: str
    facts: dict[str, Fact]
    sentences: tuple[Sentence, ...]


def sentences_of(mishap: Mishap) -> tuple[Sentence, ...]:
    """The sentences: what happened, then each fact that people at the table can see."""
    slots = {"turns": FEW} if mishap.row.act is SlipAct.FEW_TURNS else {}
    found = [Sentence(f"rehearsal.told.{mishap.slip}", slots)]
    for fact, value in mishap.facts.items():
        key = f"rehearsal.fact.{fact}"
        if isinstance(value, bool):
            found.append(Sentence(f"{key}.{str(value).lower()}"))
        elif isinstance(value, int):
            counted = fact in _COUNTED
            found.append(Sentence(key, {} if counted else {"number": value}, value if counted else None))
        else:
            found.append(Sentence(f"{key}.{value}"))
    return tuple(found)
