"""A journal of very many entries, made by playing: a table that goes on for weeks, with what befalls one.

Shoe after shoe of baccarat from the simulated shoe; dealers relieve each other, cards fall and rounds are
void, somebody presses what is not due, people write remarks in six languages. Chance is fixed. The entries
are kept thousands to a transaction; that is all that differs from a table's own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from console.table.core import Entry, Table, encode_table
from console.table.core.running.table_journal import NoCare, TableJournal
from console.table.journal import SqliteJournal
from tests.instruments.bench.play import FIRST, Play, line_of, opened

AT_ONCE: Final = 5_000
REMARKS: Final = (
    "The camera was cleaned",
    "Kortelė nukrito po kėde",
    "カメラの前でカードが落ちた",
    "Spilið féll á gólfið",
    "Eine Karte fiel vom Tisch",
    "Kortet föll från bordet",
)
DEALERS: Final = ("D1", "D2", "D3", "D4")


class Ledger:
    """Keeps entries in a journal, thousands at once, or up to a state that is kept."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal
        self._waiting: list[Entry] = []

    @property
    def last(self) -> int:
        """The last entry's number, kept or waiting."""
        return self._journal.last + len(self._waiting)

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        self._waiting += entries
        if checkpoint is not None or len(self._waiting) >= AT_ONCE:
            self._journal.append(self._waiting, checkpoint)
            self._waiting = []
        return self.last

    def close(self, table: Table) -> None:
        """Keep the rest, with the state after it."""
        self.append([], encode_table(table))


class Weeks(Play):
    """A table, and what befalls it."""

    def __init__(self, ledger: Ledger, seed: int = 1) -> None:
        super().__init__(seed)
        self.session._journal = TableJournal(ledger, NoCare(), 0, "00000000")
        self._chance = random.Random(seed)
        self._dealer = 0
        self._coming: Iterator[bytes] = iter(())

    def go_on(self) -> None:
        """Something befalls the table, or it plays on."""
        line = next(self._coming, None)
        if line is None and self._chance.random() < 0.01:
            self._coming = iter(self._befalls())
            line = next(self._coming, None)
        if line is None:
            line = self._next().replace(b'"by":"D1"', b'"by":"%s"' % DEALERS[self._dealer].encode())
        self._shoe.show(self.session.take(line))

    def _befalls(self) -> list[bytes]:
        action, what = self.session.view().prompt.action, self._chance.random()
        if what < 0.2 and action == "deal":
            return [line_of("incident", kind="card_fell", facts={"cards": 1, "seen": False}, by="P1")]
        if what < 0.4 and action == "await_bets":
            return self._relieved()
        if what < 0.7:
            return [line_of("say", text=self._chance.choice(REMARKS), by="P1")]
        return [line_of("done", by="X9")]

    def _relieved(self) -> list[bytes]:
        gone, self._dealer = DEALERS[self._dealer], (self._dealer + 1) % len(DEALERS)
        come = DEALERS[self._dealer]
        return [line_of("sign_out", who=gone), line_of("sign_in", who=come, role="dealer")]


def written(path: Path, entries: int) -> Path:
    """A journal of ``entries`` entries or a few more; it is kept, and made only once."""
    if not path.exists():
        new = path.with_name(path.name + ".making")
        new.unlink(missing_ok=True)
        with opened(new, begin=FIRST) as journal:
            ledger = Ledger(journal)
            table = Weeks(ledger)
            while ledger.last < entries:
                table.go_on()
            ledger.close(table.session.table)
        new.rename(path)
    return path
