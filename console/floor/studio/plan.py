"""The plan of a simulated studio: its tables, its people, their pace, and the seed of chance. Values alone: a
process that only starts a studio elsewhere loads none of its players.
"""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from console.table.game import DOCUMENTED, GAMES, rulebook_ids

USUAL: Final = 12
"""Tables: four of each game of the documents, in turn."""
PACE: Final = 1.2
"""Seconds from line to line, unless an option says otherwise."""
CALM: Final = 500.0
"""Seconds from one trouble at a table to the next, on average."""
TABLES_OF_BOSS: Final = 12
"""How many tables a simulated pit boss looks after."""
_DEALERS: Final = (
    *("Elín S.", "Haruto M.", "Rasa K.", "Åsa L.", "Jonas B.", "さくら", "Guðrún Þ.", "Lukas W."),
    *("Ieva P.", "Nils E.", "Mei T.", "Sigrún A.", "Tomas V.", "Karin H.", "Björn F.", "Anke R."),
)
_BOSSES: Final = (
    "Jónas Þ.",
    "Aistė M.",
    "Kenji O.",
    "Greta N.",
    "Per Ö.",
    "Birna H.",
    "Ulrike D.",
    "Mantas J.",
)


class StudioTable(NamedTuple):
    name: str
    game: str
    rules: str
    journal: Path
    dealer: str
    bosses: tuple[str, ...]
    """The pit bosses, one of whom comes if nobody takes a call."""


class StudioPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The size of a simulated studio, its pace and its chance."""

    folder: Path
    tables: int = USUAL
    pace: float = PACE
    seed: int = 1
    calm: float = CALM

    @property
    def studio_tables(self) -> tuple[StudioTable, ...]:
        rules, bosses = cycle(rulebook_ids()), tuple(self.names)[-self._bosses :]
        found, counts = list[StudioTable](), dict.fromkeys(DOCUMENTED, 0)
        for number, game in enumerate(islice(cycle(DOCUMENTED), self.tables)):
            counts[game] += 1
            name = f"{GAMES[game].letter}{counts[game]}"
            file = self.folder / f"{name.lower()}.db"
            found.append(StudioTable(name, game, next(rules), file, f"D{number + 1}", bosses))
        return tuple(found)

    @property
    def _bosses(self) -> int:
        return max(2, self.tables // TABLES_OF_BOSS)

    @property
    def names(self) -> dict[str, str]:
        """The studio's people by id: the dealers, then the pit bosses."""
        dealers = zip(range(1, self.tables + 1), cycle(_DEALERS), strict=False)
        # P1 is the person who practises.
        bosses = zip(range(2, self._bosses + 2), cycle(_BOSSES), strict=False)
        return {f"D{number}": name for number, name in dealers} | {f"P{each}": name for each, name in bosses}
