"""A table as the tests drive it: lines in, the protocol's JSON out, its journal kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec

from console.game.rulebook import Rulebook, load_rulebook
from console.journal import Row
from console.table.games.registry import game_of
from console.table.judging.checkpoints import kept, ready, retold, table_of
from console.table.protocol.seen import Part
from console.table.running.last_changes import LastChanges, Stretch
from console.table.running.session import Session
from console.table.showing.dealer_view import view_of
from console.table.state.entries import Entry, NotRecorded, Unwritable
from console.table.state.table import Table
from console.words import Words
from console.words.output_line import encode

Seen = dict[str, Any]
"""A view as it comes over the line."""

NOTICE = ("notice", "notice_text", "notice_gloss")
"""What a view says to players as long as it lasts."""

CODES = ("sv", "ja", "lt", "is", "de")


@cache
def book(code: str) -> Rulebook:
    return load_rulebook(code)


@cache
def words(language: str) -> Words:
    return Words(language)


class Clockwork:
    """A clock that a moment passes on whenever it is read."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def utc(self) -> datetime:
        self._now += timedelta(milliseconds=7)
        return self._now

    def monotonic(self) -> int:
        return int(self._now.timestamp() * 1e9)


class Kept:
    """A journal in memory; ``broken`` is one whose disk takes nothing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.checkpoints: list[tuple[int, bytes]] = []
        self.broken = False

    @property
    def last(self) -> int:
        return len(self.entries)

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        if self.broken:
            raise NotRecorded(Unwritable.FULL)
        self.entries += entries
        if checkpoint is not None:
            self.checkpoints.append((self.last, checkpoint))
        return self.last


class Driven:
    """A table with its journal; what goes in is a line, what comes out the JSON of a view."""

    def __init__(self, code: str, *, game: str = "baccarat", is_ready: bool = True, lang: str = "en") -> None:
        self.code, self.lang = code, lang
        self.game = game_of(book(code), game)
        self.first = ready(self.game) if is_ready else Table()
        self.kept = Kept()
        self.session = self._on(self.first)

    def _on(self, table: Table) -> Session:
        return Session(self.game, self.kept, Clockwork(), table=table, before=self._before)

    def _before(self, entry: int) -> Stretch | None:
        """The journal up to an entry, from the last state that was kept before it."""
        if entry == 0:
            return None
        kept_before = [each for each in self.kept.checkpoints if each[0] < entry]
        number, state = kept_before[-1] if kept_before else (0, kept(self.first))
        rows = (
            Row(at, each.event, each.refused, each.at, each.monotonic)
            for at, each in enumerate(self.kept.entries[number:entry], number + 1)
        )
        return Stretch(number, state, rows)

    def take(self, line: bytes | Seen) -> Seen:
        sent = line if isinstance(line, bytes) else msgspec.json.encode(line)
        view = self.session.take(sent)
        out = encode(view, words(self.lang), words(book(self.code).market))
        assert b"\n" not in out
        seen: Seen = msgspec.json.decode(out)
        return seen

    def view(self) -> Seen:
        return self.take({"do": "view"})

    def restart(self) -> None:
        """Begin again from what the journal has, as after a power cut."""
        number, state = self.kept.checkpoints[-1] if self.kept.checkpoints else (0, None)
        state = state or kept(self.first)
        self.session = self._on(retold(self.game, state, self.kept.entries[number:]))

    def from_the_start(self) -> Table:
        """The state that all entries come to, told from the very first."""
        return retold(self.game, kept(self.first), self.kept.entries)

    def changes(self) -> list[list[tuple[Part, int]]]:
        """What has changed since each entry, as the session knows it."""
        return [self.session._changes.since(entry, Part) for entry in range(self.kept.last + 2)]

    def changes_told_again(self) -> list[list[tuple[Part, int]]]:
        """The same as who comes after a restart asks the journal for it."""
        last = self.kept.last
        told = LastChanges(self.game, view_of(self.game, self.table, last), self._before)
        return [told.since(entry, Part) for entry in range(last + 2)]

    @property
    def table(self) -> Table:
        return self.session.table


def as_restarted(table: Table) -> Table:
    """The state as its JSON says it: what a checkpoint keeps."""
    return table_of(kept(table))


# The shoe's frames, written from its published format and not by the console's own encoder.
_SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
_TARGETS = {"player": 0, "banker": 1, "burn": 2, "first_card": 4, "burn_count": 5}
_WINNERS = {"player": 1, "tie": 2, "banker": 4, "quit": 7}


def framed(seq: str, code: str, *payload: int) -> bytes:
    body = seq.encode() + code.encode() + bytes(byte | 0x80 for byte in payload) + b"\x03"
    check = 0
    for byte in body:
        check ^= byte
    return b"\x05" + body + f"{check:02X}".encode()


def face_byte(card: str) -> int:
    return _SUITS[card[1]] << 4 | "A23456789TJQK".index(card[0]) + 1


def dealt(seq: str, target: str, index: int, card: str) -> bytes:
    return framed(seq, "D", _TARGETS[target] << 4 | index, face_byte(card))


def drawn_outside(seq: str, card: str) -> bytes:
    return framed(seq, "d", 0, face_byte(card))


def resulted(seq: str, winner: str, *pairs: str) -> bytes:
    return framed(seq, "G", _WINNERS[winner] << 4 | ("player" in pairs) | ("banker" in pairs) << 1)


def device(data: bytes, name: str = "shoe") -> Seen:
    return {"do": "device", "name": name, "hex": data.hex()}
