"""The table of one rehearsal: a station with its own journal, a clock that can be set, a disk that can be
full. It has no thread: the caller gives it turns. Its journal lies in a temporary folder and ends with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from console.base.system import held_folder
from console.rehearsals.at_play.cast import Act
from console.table.core import (
    Clock,
    Entry,
    Game,
    Journal,
    NotRecorded,
    Resumption,
    Session,
    ShownTable,
    Station,
    Table,
    Unwritable,
    View,
    encode_table,
)
from console.table.game import TableLimits
from console.table.journal import Identity, open_journal

NAME: Final = "REHEARSAL"
"""The table's name on its screens and in its journal."""
FOLDERS: Final = "dealer-console-rehearsal-"
"""The beginning of the names of rehearsals' temporary folders."""
DISK_FULL: Final = 8.0
"""Seconds that the disk is full: long enough to read its message."""
CLOCK_SET: Final = 120.0
"""Seconds by which the clock is set: more than a time server corrects, so that it is noted."""
_ENCODER: Final = msgspec.json.Encoder()


class SetBackClock:
    """A clock that a slip can set."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.set_by = clock, 0.0

    def utc(self) -> datetime:
        """The time of this clock, with the change."""
        return self._clock.utc() + timedelta(seconds=self.set_by)

    def monotonic(self) -> int:
        """Nanoseconds of a clock that nobody sets."""
        return self._clock.monotonic()


class FullDisk:
    """A journal that a slip can make unwritable."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self.full = journal, False

    @property
    def last(self) -> int:
        return self._journal.last

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep the entries. Raises NotRecorded while the disk is full."""
        if self.full:
            raise NotRecorded(Unwritable.FULL)
        return self._journal.append(entries, checkpoint)


def on_disk(stack: ExitStack, identity: Identity, first_table: Table, clock: Clock) -> tuple[Journal, Path]:
    """A new journal for a table that begins as ``first_table``, and its place until the stack is closed."""
    place = held_folder(stack, FOLDERS) / "journal.db"
    journal = open_journal(place, identity, now=clock.utc, begin=lambda: encode_table(first_table))
    stack.callback(journal.close)
    journal.recover()
    return journal, place


class RehearsedTable:
    def __init__(
        self,
        game: Game,
        first_table: Table,
        clock: SetBackClock,
        journal: Journal,
        on_shown: Callable[[ShownTable, Table, View], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """``first_table`` is the table at the beginning. ``on_shown`` is called with each result, and with
        the table and view before it.
        """
        self.game, self._clock, self._disk, self._shown = game, clock, FullDisk(journal), on_shown
        self.session = Session(game, self._disk, clock, Resumption(first_table), name=NAME, watches_set=False)
        self.station = Station(self.session, clock, self._on_shown, failed)
        self.began = clock.utc()
        self._zero = clock.monotonic()
        self._disk_back: float | None = None
        self.view: View = self.session.view()
        """The view that the table showed last."""
        self._before: Table = self.session.table
        self.is_by_console = False
        """Whether the console does what is being taken."""

    def begin(self, procedures_off: Collection[str], limits: TableLimits | None) -> None:
        """Begin with the studio's rules: clauses with house procedure ``procedures_off``, and the limits."""
        self.session.set_procedures(procedures_off)
        self.session.set_limits(limits)
        self._before, self.view = self.session.table, self.session.view()

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def now(self) -> float:
        return (self._clock.monotonic() - self._zero) / 1e9

    @property
    def utc(self) -> datetime:
        return self._clock.utc()

    def do(self, act: Act) -> None:
        """Carry out an act of the console: a line, or a device's bytes."""
        self.drain()
        self.is_by_console = True
        if isinstance(act, tuple):
            self.station.receive(*act)
        else:
            self.station.submit(_ENCODER.encode(act))
        self.drain()
        self.is_by_console = False

    def drain(self) -> None:
        while self.station.step():
            pass

    def _on_shown(self, shown_table: ShownTable) -> None:
        before, view = self._before, self.view
        self._before, self.view = shown_table.table, shown_table.view
        self._shown(shown_table, before, view)

    def set_clock(self) -> None:
        """Set the clock, like a person who must not."""
        self._clock.set_by += CLOCK_SET

    def fill_disk(self) -> None:
        self._disk.full, self._disk_back = True, self.now + DISK_FULL

    def look_after_disk(self) -> None:
        """Make room again once the time of the full disk is over."""
        if self._disk_back is not None and self.now >= self._disk_back:
            self._disk.full, self._disk_back = False, None

    @property
    def disk_is_full(self) -> bool:
        return self._disk.full
