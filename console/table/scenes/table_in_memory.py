"""A table without a file: lines in, the protocol's JSON out, its journal kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from console.base.system import read_json
from console.base.words import FIRST, Words
from console.table.core.games.registry import game_of
from console.table.core.judging.checkpoints import encode_table, ready, table_after
from console.table.core.running.last_changes import Stretch
from console.table.core.running.session import Resumption, Session
from console.table.core.showing.dealer_view import Situation, dealer_view
from console.table.core.showing.screen_values import DealerView, Mode
from console.table.core.state import editions
from console.table.core.state.entries import Entry, NotRecorded, Unwritable
from console.table.core.state.table import Table
from console.table.core.state.views import View
from console.table.game.games import USUAL_GAME
from console.table.game.rulebook import Rulebook
from console.table.journal.file.store import Row
from console.table.words.output_line import encode

Seen: TypeAlias = dict[str, Any]
"""A view as it comes over the line."""

_NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""A moment of any day: no scene depends on it."""


@cache
def _words(language: str) -> Words:
    return Words(language)


IN_MEMORY: Final = "00000000"
"""The id of a journal in memory, by which nobody pays."""


class Clockwork:
    """A clock that moves on a little each time it is read."""

    def __init__(self) -> None:
        self._now = _NOON

    def utc(self) -> datetime:
        """See :class:`console.table.core.running.clock.Clock`."""
        self._now += timedelta(milliseconds=7)
        return self._now

    def monotonic(self) -> int:
        """Nanoseconds."""
        return int(self._now.timestamp() * 1e9)


class JournalInMemory:
    """A journal in memory; ``broken`` is one whose disk takes nothing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.checkpoints: list[tuple[int, bytes]] = []
        self.broken = False

    @property
    def last(self) -> int:
        return len(self.entries)

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep them; the number of the last. Raises NotRecorded while it is broken."""
        if self.broken:
            raise NotRecorded(Unwritable.FULL)
        self.entries += entries
        if checkpoint is not None:
            self.checkpoints.append((self.last, checkpoint))
        return self.last


class TableInMemory:
    """A table with its journal: a line goes in, the JSON of a view comes out."""

    is_first = True

    def __init__(
        self,
        rulebook: Rulebook,
        *,
        game: str = USUAL_GAME,
        is_ready: bool = True,
        lang: str = FIRST,
        journal_id: str = IN_MEMORY,
    ) -> None:
        """Made ready to deal, or closed. Raises LacksGame if the rulebook has no such game."""
        self.rulebook = rulebook
        self._person, self._market = _words(lang), _words(rulebook.market)
        self.game = game_of(rulebook, game)
        self.first = ready(self.game) if is_ready else Table(edition=editions.EDITION)
        self.kept = JournalInMemory()
        self.journal_id = journal_id
        self.session = self._on(self.first)

    def _on(self, table: Table) -> Session:
        return Session(
            self.game, self.kept, Clockwork(), Resumption(table), care=self, journal_id=self.journal_id
        )

    def stretch_to(self, entry: int) -> Stretch | None:
        """The journal up to an entry, from the last state that was kept before it."""
        if entry == 0:
            return None
        kept_before = [each for each in self.kept.checkpoints if each[0] < entry]
        number, state = kept_before[-1] if kept_before else (0, encode_table(self.first))
        rows = (
            Row(at, each.event, each.refused, each.at, each.monotonic)
            for at, each in enumerate(self.kept.entries[number:entry], number + 1)
        )
        return Stretch(number, state, rows)

    def time_of(self, entry: int) -> datetime | None:
        return self.kept.entries[entry - 1].at if 0 < entry <= self.kept.last else None

    def begin_again(self, state: bytes) -> None:
        """No other file: a journal in memory is never damaged."""

    def take(self, line: bytes | Seen) -> Seen:
        return self._shown(self.view_after(line if isinstance(line, bytes) else msgspec.json.encode(line)))

    def take_from_server(self, line: bytes) -> Seen:
        return self._shown(self.session.take(line, by_link=True))

    def _shown(self, view: View) -> Seen:
        seen: Seen = read_json(encode(view, self._person, self._market))
        return seen

    def view_after(self, sent: bytes) -> View:
        """The view after a line, as a value without words."""
        return self.session.take(sent)

    def view(self) -> Seen:
        return self.take({"do": "view"})

    def screen(self) -> DealerView:
        """The dealer's screen now, without devices and people's names."""
        situation = Situation(
            mode=Mode.LIVE, name="T1", game=self.game.name, rulebook=self.rulebook, persons={}
        )
        return dealer_view(self.session.view(), self.session.table, situation)

    def restart(self) -> None:
        """Begin again from the journal, as after a power cut."""
        number, state = self.kept.checkpoints[-1] if self.kept.checkpoints else (0, None)
        state = state or encode_table(self.first)
        self.session = self._on(table_after(self.game, state, self.kept.entries[number:]))

    def from_the_start(self) -> Table:
        return table_after(self.game, encode_table(self.first), self.kept.entries)

    @property
    def table(self) -> Table:
        return self.session.table
