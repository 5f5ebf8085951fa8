"""The table of one rehearsal: a station with a journal of its own, a clock that is set, a disk that fills up.

It has no thread: whoever plays gives it turns. Its journal lies in a temporary folder and ends with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from console.game.rule_values import TableLimits
from console.held_folder import held_folder
from console.journal import Identity, open_journal
from console.rehearsal.at_play.cast import Act
from console.table.games.game import Game
from console.table.judging.checkpoints import kept
from console.table.running.clock import Clock
from console.table.running.session import Session
from console.table.running.station import Shown, Station
from console.table.state.entries import Entry, Journal, NotRecorded, Unwritable
from console.table.state.table import Table
from console.table.state.views import View

NAME: Final = "REHEARSAL"
"""What it is called: on its screens, and in its journal."""
FOLDERS: Final = "dealer-console-rehearsal-"
"""How the names of rehearsals' temporary folders begin."""
DISK_FULL: Final = 8.0
"""Seconds that the disk is full: long enough for its message to be read."""
CLOCK_SET: Final = 120.0
"""Seconds by which the clock is set: more than any clock is steered by, so that it is noted."""
_ENCODER: Final = msgspec.json.Encoder()


class SetBackClock:
    """A clock that a slip can set."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.set_by = clock, 0.0

    def utc(self) -> datetime:
        """Now, by as much as it was set."""
        return self._clock.utc() + timedelta(seconds=self.set_by)

    def monotonic(self) -> int:
        """Nanoseconds of a clock that nobody sets."""
        return self._clock.monotonic()


class FullDisk:
    """A journal that a slip can keep from being written."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self.full = journal, False

    @property
    def last(self) -> int:
        """The last entry's number."""
        return self._journal.last

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep them. Raises NotRecorded while the disk is full."""
        if self.full:
            raise NotRecorded(Unwritable.FULL)
        return self._journal.append(entries, checkpoint)


def on_disk(stack: ExitStack, identity: Identity, begun: Table, clock: Clock) -> tuple[Journal, Path]:
    """A new journal for a table that begins so, and where it lies until the stack is closed."""
    place = held_folder(stack, FOLDERS) / "journal.db"
    journal = open_journal(place, identity, now=clock.utc, begin=lambda: kept(begun))
    stack.callback(journal.close)
    journal.recover(checked=True)
    return journal, place


class RehearsedTable:
    """One rehearsal's table."""

    def __init__(
        self,
        game: Game,
        begun: Table,
        clock: SetBackClock,
        journal: Journal,
        shown: Callable[[Shown, Table, View], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """``begun`` is how it begins. ``shown`` is told what came, with table and view of before."""
        self.game, self._clock, self._disk, self._shown = game, clock, FullDisk(journal), shown
        self.session = Session(game, self._disk, clock, table=begun, name=NAME)
        self.station = Station(self.session, clock, self._on_shown, failed)
        self.began = clock.utc()
        self._zero = clock.monotonic()
        self._disk_back: float | None = None
        self.view: View = self.session.view()
        """What it showed last."""
        self._before: Table = self.session.table
        self.is_by_console = False
        """Whether the console does what is being taken."""

    def begin(self, off: Collection[str], limits: TableLimits | None) -> None:
        """Play by the studio's own: clauses whose house procedure is ``off``, and the table's limits."""
        self.session.set_procedures(off)
        self.session.set_limits(limits)
        self._before, self.view = self.session.table, self.session.view()

    @property
    def table(self) -> Table:
        """How it stands."""
        return self.session.table

    @property
    def now(self) -> float:
        """Seconds since the rehearsal began."""
        return (self._clock.monotonic() - self._zero) / 1e9

    @property
    def utc(self) -> datetime:
        """The time of its own clock."""
        return self._clock.utc()

    def do(self, act: Act) -> None:
        """Have the console do something: say a line, or what a device says."""
        self.drain()
        self.is_by_console = True
        if isinstance(act, tuple):
            self.station.hear(*act)
        else:
            self.station.submit(_ENCODER.encode(act))
        self.drain()
        self.is_by_console = False

    def drain(self) -> None:
        """Take all that was said."""
        while self.station.step():
            pass

    def _on_shown(self, shown: Shown) -> None:
        before, view = self._before, self.view
        self._before, self.view = shown.table, shown.view
        self._shown(shown, before, view)

    # --- its clock and its disk -------------------------------------------------------------------

    def set_clock(self) -> None:
        """Set its clock, as somebody does who must not."""
        self._clock.set_by += CLOCK_SET

    def fill_disk(self) -> None:
        """Let its disk be full for a while."""
        self._disk.full, self._disk_back = True, self.now + DISK_FULL

    def look_after_disk(self) -> None:
        """Let there be room again once that while is over."""
        if self._disk_back is not None and self.now >= self._disk_back:
            self._disk.full, self._disk_back = False, None

    @property
    def disk_is_full(self) -> bool:
        """Whether nothing can be recorded now."""
        return self._disk.full
