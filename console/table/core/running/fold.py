"""A journal's states computed again by its game: whether they are what the entries result in. The journal
does not know the meaning of entries; its callers supply this where they verify or open it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import chain, islice
from typing import Final, Protocol

import msgspec

from console.table.core.games.game import Game
from console.table.core.judging import checkpoints
from console.table.core.judging.judgement import Instant, Replay
from console.table.core.judging.refusals import refusal
from console.table.core.judging.transition import IMPOSSIBLE, advance
from console.table.core.play.answer_times import seconds_set
from console.table.core.play.decoders import begin_bytes
from console.table.core.running.clock import SECOND, SET
from console.table.core.state import events
from console.table.core.state.entries import Entry, KeptEvent
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.reasons import Refusal

UNTELLABLE = (msgspec.DecodeError, RecursionError, *IMPOSSIBLE)
"""The errors of replaying entries that no console can have written."""


_STARTING: Final = (events.Noted, *events.OF_TABLE_FILE)
"""The events that a start may record before its own note."""


class TimedEvent(KeptEvent, Protocol):
    @property
    def number(self) -> int: ...

    @property
    def monotonic(self) -> int:
        """The moment on a clock that nobody sets, in nanoseconds."""


class TableReplayer:
    """Computes a table's states by its game and rulebook."""

    def __init__(self, game: Game, name: str = "", *, is_own: bool = False) -> None:
        """``name`` is the table's, with which its ids begin; ``is_own``: this version made the journal, so
        the same events make the same entries again.
        """
        self._game = game
        self._name = name
        self._is_own = is_own

    def entries_again(self, state: bytes | None, rows: Iterator[TimedEvent]) -> Iterator[Entry] | None:
        """The entries that the console makes of these events, which follow a state; None if they are not of a
        LIVE table, whose journal alone proves anything, or not of this version. Their shift and their line
        are not known here.

        They end early where no console can have written the next one: the table refuses the event, or one
        that it brings is missing; it names a view of a later entry; or the clocks differ and no note says
        that one was set or that the console was started.
        """
        if not self._is_own:
            return None
        table, first = checkpoints.table_of(state), [*islice(rows, 1)]
        is_live = table.console.live or any(map(_begins_live, first))
        replay = Replay(self._game, self._name, table)
        return self._again(replay, chain(first, rows)) if is_live else None

    def _again(self, replay: Replay, rows: Iterable[TimedEvent]) -> Iterator[Entry]:
        clocks, moved = Clocks(), None
        for row in rows:
            event, when = events.DECODER.decode(row.event), Instant(row.at, row.monotonic)
            refused = None if row.refused is None else Refusal(row.refused)
            result = replay.follow(event, refused, when)
            if result is None or clocks.differ(event, when):
                return
            if isinstance(event, events.Noted) and event.what == NoteKind.JOURNAL_RECOVERED:
                moved = when
            # A press that a new file took in place of a damaged one may name the old file's entry.
            seen = event.seen if isinstance(event, events.Act) and refused is None else None
            if seen is not None and seen.entry >= row.number and when != moved:
                return
            yield result.entry("")

    def state_after(self, state: bytes | None, rows: Iterable[KeptEvent]) -> bytes:
        return checkpoints.encode_table(checkpoints.table_after(self._game, state, rows))

    def agreed(self, stored_state: bytes, computed: bytes) -> bytes | None:
        """The state that the entries after a kept one start from; None if it isn't the computed one."""
        try:
            return checkpoints.agreed(stored_state, computed)
        except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
            return None


def follows(game: Game, checkpoint: bytes | None, rows: Iterable[KeptEvent]) -> bool:
    """Whether every accepted entry was possible after a state (None: a closed table). If not, play began with
    another state, or no console wrote it. An error of one that was possible is the console's own, and is
    raised.
    """
    table = checkpoints.table_of(checkpoint)
    for row in rows:
        try:
            event = events.DECODER.decode(row.event)
            is_bytes = type(event) is events.BytesReceived
            if not is_bytes and row.refused is None and refusal(game, table, event) is not None:
                return False
        except UNTELLABLE:
            return False
        table = begin_bytes(table) if is_bytes else advance(game, table, event, row.refused, row.at)
    return True


def _begins_live(row: KeptEvent) -> bool:
    event = events.DECODER.decode(row.event)
    return isinstance(event, events.Noted) and event.what == NoteKind.LIVE_TABLE


class Clocks:
    def __init__(self) -> None:
        self._last: Instant | None = None
        self._is_unexplained = False

    def differ(self, event: events.AnyEvent, now: Instant) -> bool:
        """Whether the clocks went apart before this entry, or before notes that it follows on, and neither a
        note on the clock nor a start explains it.

        A terminal's entries may be made on another day, and a seal's are not compared by the console.
        """
        note = event if isinstance(event, events.Noted) else None
        if note is not None and (note.terminal is not None or note.what == NoteKind.JOURNAL_SEALED):
            return False
        last, self._last = self._last, now
        if note is not None and note.what == NoteKind.RESTARTED:
            self._is_unexplained = False
        elif last is not None:
            is_set = note is not None and note.what == NoteKind.CLOCK_SET
            said = seconds_set(note.text or "") if note is not None and is_set else None
            differs = abs(_apart(last, now) - (said or 0.0)) >= 2 * SET
            self._is_unexplained = self._is_unexplained or differs
        return self._is_unexplained and not isinstance(event, _STARTING)


def _apart(last: Instant, now: Instant) -> float:
    """The seconds by which the clock that people set went ahead of the other."""
    return (now.at - last.at) / timedelta(seconds=1) - (now.monotonic - last.monotonic) / SECOND
