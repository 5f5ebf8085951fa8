"""Who was at the table and which incident was open, entry by entry: kept only where it changed.

The first rows that are shown ask for the one change that holds for them; where many are asked for, as by a
filter that finds little, all are read: a journal of a million entries has some thousand.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_right
from typing import Final

import msgspec

_TOLD: Final = """
    SELECT told.number, dealer.value, pit_boss.value, incident.value, told.incident FROM log.told AS told
    LEFT JOIN log.term AS dealer ON dealer.id = told.dealer
    LEFT JOIN log.term AS pit_boss ON pit_boss.id = told.pit_boss
    LEFT JOIN log.term AS incident ON incident.id = told.incident
"""
_SINCE: Final = f"{_TOLD} WHERE told.number > ? ORDER BY told.number"
_AT: Final = f"{_TOLD} WHERE told.number <= ? ORDER BY told.number DESC LIMIT 1"
_NEXT: Final = "SELECT min(number) FROM log.told WHERE number > ?"
_ABOUT: Final = "SELECT kind, outcome, clause FROM log.incident WHERE term = ?"

About = tuple[str | None, str | None, str | None]
_NOTHING: Final = (None, None, None)


class Standing(msgspec.Struct, frozen=True):
    """What held from an entry on: the dealer, the pit boss, the incident and its number among the terms."""

    dealer: str | None = None
    pit_boss: str | None = None
    incident: str | None = None
    term: int | None = None


NOBODY: Final = Standing()
FEW: Final = 16
"""Changes that are asked for one by one before all are read."""
_EVER: Final = 2**63 - 1


class Standings:
    """All that held, in the order of the entries."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """``connection`` has the index attached as ``log``."""
        self._connection = connection
        self._asked = 0
        self._from = array("q")
        self._held: list[Standing] = []
        self._about: dict[int, About] = {}
        self._known: dict[Standing, Standing] = {}

    def refresh(self) -> None:
        """See what came since; what an incident came to may be known now."""
        self._about.clear()
        if self._asked > FEW:
            self._read()

    def _read(self) -> None:
        for number, *told in self._connection.execute(_SINCE, (self._from[-1] if self._from else 0,)):
            standing = Standing(*told)
            self._from.append(number)
            self._held.append(self._known.setdefault(standing, standing))

    def at(self, number: int) -> tuple[Standing, int, int]:
        """What held at an entry, from which number on, and before which."""
        if self._asked <= FEW:
            self._asked += 1
            if self._asked <= FEW:
                return self._one(number)
            self._read()
        place = bisect_right(self._from, number)
        end = self._from[place] if place < len(self._from) else _EVER
        return (self._held[place - 1], self._from[place - 1], end) if place else (NOBODY, 0, end)

    def _one(self, number: int) -> tuple[Standing, int, int]:
        low, *told = self._connection.execute(_AT, (number,)).fetchone() or (0, None, None, None, None)
        end = self._connection.execute(_NEXT, (number,)).fetchone()[0]
        return Standing(*told), low, end or _EVER

    def about(self, standing: Standing) -> About:
        """The incident's kind, outcome and the clause of that, as far as they are known by now."""
        if standing.term is None:
            return _NOTHING
        if standing.term not in self._about:
            row = self._connection.execute(_ABOUT, (standing.term,)).fetchone()
            self._about[standing.term] = row or _NOTHING
        return self._about[standing.term]
