"""Coups a second: the engine beside one frozen dataclass a card, and whole coups through a session.

A session's coups on a disk are a rate of that disk above all. So the same session stands beside it with a
bare SQLite in its journal's place, which commits the same rows as often; and, for what the disk takes, with a
journal in memory.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from console.table.core import Entry, Journal, Resumption, Session
from console.table.game import DECK, Card
from console.table.game.baccarat import Coup
from console.table.game.baccarat.coup import POINTS
from console.table.journal import chain
from console.table.journal.file import sql
from tests.instruments.bench.appending import SETTLED, bare_connection
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared, timed
from tests.instruments.bench.play import FIRST, GAME, Ticking, lines_and_entries, opened
from tests.table.devices.rehearsal import MemoryJournal

COUPS = 5_000
LINES = 1_000
WARM = 2
"""Turns before any is timed: the log has its full length then, and is written over from its start."""


def measure(folder: Path, pairs: int) -> list[Measured]:
    """The engine, then the session."""
    cards = dealt(COUPS)
    assert [(end.player, end.banker) for end in by_reference(cards)] == [
        (end.player, end.banker) for end in by_engine(cards)
    ], "both deal the same coups"
    engine = compared(
        lambda: timed(lambda: by_engine(cards)), lambda: timed(lambda: by_reference(cards)), pairs
    )
    how = f"{COUPS:,} coups a turn; theirs: a frozen dataclass made at each card"
    return [Measured.rate("engine", engine, COUPS, "coups", 0.5, how), *_sessions(folder, pairs)]


def dealt(coups: int) -> list[Card]:
    """Enough cards for ``coups`` coups, from shoe after shoe of eight shuffled decks."""
    shoe, chance = list(DECK) * 8, random.Random(1)
    cards: list[Card] = []
    while len(cards) < coups * 6:
        chance.shuffle(shoe)
        cards += shoe
    return cards


def by_engine(cards: list[Card]) -> list[Coup]:
    """Coups by the console's engine, asked for what is due before each card."""
    coming, ends = iter(cards), []
    for _ in range(COUPS):
        coup = Coup()
        while coup.next_place is not None:
            coup = coup.deal(next(coming))
        ends.append(coup)
    return ends


# --- the reference: as plain and immutable as one would write it at first -----------------------


@dataclass(frozen=True)
class Dealt:
    """A coup as a frozen dataclass."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    @property
    def due(self) -> str | None:
        cards = len(self.player) + len(self.banker)
        if cards < 4:
            return "player" if cards % 2 == 0 else "banker"
        player, banker = _points(self.player[:2]), _points(self.banker[:2])
        if player >= 8 or banker >= 8 or len(self.banker) == 3:
            return None
        if len(self.player) == 3:
            return "banker" if _banker_draws(banker, POINTS[self.player[2]]) else None
        if player <= 5:
            return "player"
        return "banker" if banker <= 5 else None

    def dealt(self, card: Card) -> Dealt:
        match self.due:
            case "player":
                return Dealt((*self.player, card), self.banker)
            case "banker":
                return Dealt(self.player, (*self.banker, card))
            case _:
                raise ValueError("no card is due")


def _points(cards: tuple[Card, ...]) -> int:
    return sum(POINTS[card] for card in cards) % 10


def _banker_draws(banker: int, third: int) -> bool:
    match banker:
        case 0 | 1 | 2:
            return True
        case 3:
            return third != 8
        case 4:
            return 2 <= third <= 7
        case 5:
            return 4 <= third <= 7
        case 6:
            return third in (6, 7)
        case _:
            return False


def by_reference(cards: list[Card]) -> list[Dealt]:
    """The same coups by the reference."""
    coming, ends = iter(cards), []
    for _ in range(COUPS):
        coup = Dealt()
        while coup.due is not None:
            coup = coup.dealt(next(coming))
        ends.append(coup)
    return ends


# --- whole coups through a session ----------------------------------------------------------------


def _sessions(folder: Path, pairs: int) -> list[Measured]:
    lines = lines_and_entries(5_000)[0]
    with opened(folder / "journal.db") as journal, closing(bare_connection(folder / "bare.db")) as bare:
        on_disk = RepeatedSession(journal, lines)
        peers = (
            ("session, whole coups", BareJournal(bare), "the same rows, committed by bare SQLite"),
            ("session, beside memory", MemoryJournal(), "the same with a journal in memory"),
        )
        sessions = [RepeatedSession(peer, lines) for _, peer, _ in peers]
        for _ in range(WARM):
            for session in (on_disk, *sessions):
                session.turn()
        sleep(SETTLED)
        taken = [compared(on_disk.turn, session.turn, pairs) for session in sessions]
    coups = round(on_disk.coups / on_disk.turns)
    how = f"{LINES:,} lines and about {coups} coups a turn, each line one commit; theirs: "
    return [
        Measured.rate(name, compared, coups, "coups", None, how + theirs)
        for (name, _, theirs), compared in zip(peers, taken, strict=True)
    ]


class BareJournal:
    """The same rows as the journal's, and the same states, inserted and committed by sqlite3 alone."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._connection.execute("CREATE TABLE state (number INTEGER PRIMARY KEY, state BLOB) STRICT")
        self.last = 0

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        self._connection.execute("BEGIN")
        for entry in entries:
            self.last += 1
            row = (*chain.fields(self.last, entry), bytes(32), bytes(32))
            self._connection.execute(sql.APPEND, row)
        if checkpoint is not None:
            self._connection.execute("INSERT INTO state VALUES (?, ?)", (self.last, checkpoint))
        self._connection.execute("COMMIT")
        return self.last

    def rows(self) -> sqlite3.Cursor:
        """The rows, without the digests that only a journal has."""
        return self._connection.execute(f"SELECT {', '.join(chain.FIELDS[:-1])} FROM entry ORDER BY number")


class RepeatedSession:
    """A session that takes an afternoon's lines again and again."""

    def __init__(self, journal: Journal, lines: tuple[bytes, ...]) -> None:
        self._journal = journal
        self._all = lines
        self._lines: list[bytes] = []
        self._session = Session(GAME, journal, Ticking(), Resumption(FIRST))
        self.coups = self.turns = 0

    def turn(self) -> float:
        """Seconds for a thousand lines."""
        if len(self._lines) < LINES:
            self._lines = list(self._all)
            self._session = Session(GAME, self._journal, Ticking(), Resumption(FIRST))
        due, self._lines = self._lines[:LINES], self._lines[LINES:]
        before = self._session.table.round_number
        spent = timed(lambda: [self._session.take(line) for line in due])
        self.turns += 1
        self.coups += self._session.table.round_number - before
        return spent
