"""A table that plays itself, shoe after shoe: the lines a real one sends, and the entries they leave.

The shoe is the simulated one, so that its bytes are journalled as at a table; chance is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.table.core import Entry, Resumption, Session, Table, View, encode_table, game_of, ready
from console.table.core.judging.checkpoints import table_after
from console.table.core.state.table import ConsoleAtTable
from console.table.devices import SimulatedShoe
from console.table.game import load_rulebook
from console.table.journal import Identity, SqliteJournal, open_journal
from tests.table.devices.rehearsal import MemoryJournal, MemoryWire

GAME = game_of(load_rulebook("sv"), "baccarat")
SV = Identity("T1", "baccarat", "sv")
FIRST: Table = replace(ready(GAME), console=ConsoleAtTable(live=True))
"""A LIVE table with its people there, at which all of these begin, as a window goes on with no other."""


class Ticking:
    """A clock that goes on by 600 ms whenever it is read: two shoes an hour or so."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 6, tzinfo=UTC)

    def utc(self) -> datetime:
        self._now += timedelta(milliseconds=600)
        return self._now

    def monotonic(self) -> int:
        return int(self._now.timestamp() * 1e9)


class Play:
    """A table with its shoe and its people; each :meth:`line` is what somebody does next."""

    def __init__(self, seed: int = 1) -> None:
        self.journal = MemoryJournal()
        self.session = Session(GAME, self.journal, Ticking(), Resumption(FIRST))
        self._wire = MemoryWire()
        self._shoe = SimulatedShoe(
            random.Random(seed), wire=self._wire, pace=None, used_counts=FIRST.shoe.seen, announces=False
        )
        self._shoe.show(self.session.view())

    def take(self) -> bytes:
        """Do the next thing; the line it was."""
        line = self._next()
        self._shoe.show(self.session.take(line))
        return line

    def _next(self) -> bytes:
        if not self._wire.arrived:
            self._shoe.step()
        arrived, self._wire.arrived = self._wire.arrived, b""
        if arrived:
            return line_of("device", name="shoe", hex=arrived.hex())
        return pressed(self.session.view())


def pressed(view: View) -> bytes:
    """The line of a game server or a person at this view, where no card is due."""
    match view.prompt.action:
        case "await_bets":
            return line_of("bets", state="open")
        case "wait":
            return line_of("bets", state="closed")
        case _:
            return line_of("done", by="D1" if view.prompt.actor == "dealer" else "P1", counted=416)


def line_of(do: str, **fields: object) -> bytes:
    """A line of the table protocol."""
    return msgspec.json.encode({"do": do, **fields})


@cache
def lines_and_entries(entries: int) -> tuple[tuple[bytes, ...], tuple[Entry, ...]]:
    """The lines that make ``entries`` entries or one more, and those entries."""
    play, lines = Play(), []
    while play.journal.last < entries:
        lines.append(play.take())
    return tuple(lines), tuple(play.journal.entries)


def opened(path: Path, identity: Identity = SV, begin: Table | None = None) -> SqliteJournal:
    """The journal of a table; a new one begins with this state."""
    return open_journal(path, identity, begin=None if begin is None else lambda: encode_table(begin))


def written(path: Path, entries: int) -> Path:
    """A journal with ``entries`` entries of play; its only checkpoint is at the beginning."""
    with opened(path, begin=FIRST) as journal:
        if entries:
            journal.append(lines_and_entries(entries)[1][:entries])
    return path


SHOES: Final = 1


REMARK: Final = "A card stuck in the shoe, カードが詰まった"


class Shoes(NamedTuple):
    """Some shoes of play from a fresh shoe to the next one's begin, and how far apart two such plays are."""

    entries: tuple[Entry, ...]
    lasts: timedelta
    shoes: int


@cache
def shoes() -> Shoes:
    """Play them; the same each time."""
    play = Play()
    remarked: str | None = None
    while play.session.table.shoe_in_play.number <= SHOES or play.session.table.preparation is not None:
        play.take()
        round = play.session.table.round
        if round is not None and round.id != remarked and play.session.table.open_round:
            remarked = round.id
            play.session.take(line_of("say", text=REMARK, by="P1"))
            play.session.take(line_of("done", by="X9"))
    entries = tuple(play.journal.entries)
    lasts = entries[-1].at - entries[0].at + timedelta(hours=1)
    return Shoes(entries, lasts, SHOES)


def filled(path: Path, entries: int) -> Path:
    """A journal of ``entries`` entries, or up to one play's entries more."""
    turn, state = 0, encode_table(FIRST)
    with opened(path, begin=FIRST) as journal:
        while journal.last < entries:
            coming = list(play_again(turn))
            state = encode_table(table_after(GAME, state, coming))
            journal.append(coming, state)
            turn += 1
    return path


def shift_of(turn: int, play: Shoes) -> str:
    """The shift of play number ``turn``, counted from 0."""
    return f"{play.entries[0].at + turn * play.lasts:%Y-%m-%dT%H}"


def play_again(turn: int) -> Iterator[Entry]:
    """The entries of play number ``turn``, counted from 0."""
    play = shoes()
    later, shift = turn * play.lasts, shift_of(turn, play)
    for entry in play.entries:
        round, event = entry.round, entry.event
        if round is not None:
            own = f"{turn + 1}.{round}"
            event = event.replace(b'"round":"%s"' % round.encode(), b'"round":"%s"' % own.encode())
            round = own
        elif turn:
            round = f"{turn}.{play.entries[-1].round}"  # the last of the shoes before, until the next opens
        yield replace(
            entry,
            event=event,
            round=round,
            at=entry.at + later,
            monotonic=entry.monotonic + int(later.total_seconds() * 1e9),
            shift=shift,
            shoe=entry.shoe + turn * play.shoes,
        )
