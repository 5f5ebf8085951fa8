"""The alarms of this window: the floor's readings, the shown alarms, and their sound.

Without readings it goes on counting by its own clock. It knows neither the screen nor the person here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority, Reason
from console.floor.alarms.watch import Tile, Watch
from console.floor.wall import Changes, Reading, SeenTable
from console.people.answers import SignInObstacle
from console.table.running.clock import Clock
from console.ui.floor.acts.wall_keys import WallView
from console.ui.floor.readings.tones import Tones

_TICK: Final = 250
"""Milliseconds between two looks at the clock."""
_PEOPLE: Final = 5
"""Seconds between two looks at who may sign in."""
_SECOND: Final = 1_000_000_000


class HeardAlarms(QObject):
    """The window's knowledge of the floor."""

    changed = Signal()
    """There is another :attr:`moment` to show."""
    tiles_changed = Signal(object)
    """The tiles of tables that changed after a reading; :attr:`changed` follows with all else."""
    rang = Signal(object)
    """The first :class:`~console.floor.alarms.items.AlarmLine` of those that sound now."""

    def __init__(
        self,
        clock: Clock,
        parent: QObject,
        *,
        rooms: Iterable[str],
        beep: Callable[[], None],
        sign_in_obstacle: Callable[[], SignInObstacle | None],
    ) -> None:
        """``rooms`` are watched at first; ``sign_in_obstacle`` gives the reason why nobody can sign in at the
        window.
        """
        super().__init__(parent)
        self._clock, self.look_for_obstacle = clock, sign_in_obstacle
        self.obstacle: SignInObstacle | None = None
        """The reason why nobody can sign in here, by the files as they were last."""
        self.tones = Tones(beep, self)
        self.watch = Watch.new_watch(self.now, rooms)
        self.moment = self.watch.moment(self.now)
        """The present content of the wall."""
        self.heard_at: datetime = clock.utc()
        """The time of the floor's last reading."""
        self.missed: Exception | None = None
        """The reason why the last reading did not come; None where it came, or the reason is unknown."""
        self._second = 0
        self._ticks = QTimer(self, interval=_TICK)
        self._ticks.timeout.connect(self.tick)

    def start(self) -> None:
        """Begin to count on."""
        self.look_for_people()
        self._ticks.start()

    def stop(self) -> None:
        """Stop counting the waiting times."""
        self._ticks.stop()

    @property
    def now(self) -> float:
        """Seconds on the window's clock."""
        return self._clock.monotonic() / _SECOND

    # --- what comes in ----------------------------------------------------------------------------

    def take_reading(self, reading: Reading) -> None:
        """A reading came."""
        self.watch = self.watch.after_reading(reading, self.now)
        if reading.at is not None:
            apart = self._clock.utc() - reading.at
            self.watch = self.watch.with_clocks(apart.total_seconds())
        self.heard_at, self.missed = self._clock.utc(), None
        self.count_on()

    def take_changes(self, changes: Changes) -> None:
        """Tables changed after the reading that came last."""
        watch = self.watch.after_changes(changes)
        if watch is not self.watch:
            self.watch = watch
            self.tiles_changed.emit(watch.tiles_of([seen.table for seen in changes.tables], self.now))
            self.count_on()

    def miss(self, error: Exception) -> None:
        """Take in that a reading did not come; before the first reading only this can be shown, with its
        reason.
        """
        self.missed = error
        if self.watch.reading is None:
            self.look()

    def tick(self) -> None:
        """Count the waiting times on if another whole second has passed."""
        if int(self.now) != self._second:
            if int(self.now) % _PEOPLE == 0:
                self.look_for_people()
            self.count_on()

    def count_on(self) -> None:
        """Count the waiting times on, and sound alarms that are new or have become more urgent."""
        now = self.now
        self._second = int(now)
        self.moment = self.watch.moment(now)
        self.changed.emit()  # what will sound changes nothing of the moment
        self.watch, rung = self.watch.ring(now, self.moment)
        if rung:
            self.tones.play(max(item.priority for item in rung))
            self.rang.emit(rung[0])

    def look(self) -> None:
        """Show the present state."""
        self.moment = self.watch.moment(self.now)
        self.changed.emit()

    def look_for_people(self) -> None:
        """See again whether anybody can sign in here, by the files as they are now."""
        self.obstacle = found = self.look_for_obstacle()
        self.watch = self.watch.without_people(None if found is None else Reason(found.lack, (found.file,)))

    def somebody_can_sign_in(self) -> bool:
        """Whether anybody can sign in here, by the files as they are now."""
        self.look_for_people()
        return self.obstacle is None

    # --- what somebody wants ----------------------------------------------------------------------

    def quiet(self, item: AlarmLine) -> None:
        """Silence an alarm until it becomes more urgent."""
        self.watch = self.watch.quiet(item, self.now)
        self.tones.stop()
        self.look()

    def watch_rooms(self, rooms: Iterable[str]) -> None:
        """Sound alarms for these rooms only from now on; an empty list means all rooms."""
        self.watch = self.watch.watching(rooms)

    # --- what is found out besides ----------------------------------------------------------------

    def remember(self, turned: Iterable[str]) -> None:
        """Keep the tables whose history on the floor differs from this window's memory."""
        self.watch = self.watch.remembering(turned)

    def lack_days(self, outside: bool) -> None:
        """Keep whether entries lie outside the days that the floor has prepared."""
        self.watch = self.watch.lacking_days(outside)

    # --- what there is ----------------------------------------------------------------------------

    @property
    def pressing(self) -> tuple[AlarmLine, ...]:
        """The items that need a person, of this window's rooms."""
        return tuple(item for item in self.moment.items if item.mine and item.priority > Priority.INFO)

    @property
    def counts(self) -> dict[WallView, int]:
        """The numbers at the views' keys; without readings they stand still. That no readings come is no call
        of anybody's, and is not counted.
        """
        mine = sum(item.what is not AlarmKind.NOTHING_HEARD for item in self.pressing)
        return {WallView.MINE: mine, WallView.SHELVED: len(self.moment.shelved)}

    @property
    def deaf_since(self) -> datetime | None:
        """Since when no readings come, if so; before the first one the time at which the window opened."""
        return self.heard_at if self.watch.is_out_of_contact(self.now) else None

    @property
    def tables(self) -> dict[str, SeenTable]:
        """The last reading of each table, by its id."""
        reading = self.watch.reading
        return {seen.table: seen for seen in reading.tables} if reading is not None else {}

    @property
    def rooms(self) -> list[str]:
        """The rooms in which there are tables."""
        return sorted({seen.room for seen in self.tables.values() if seen.room})

    def called(self, table: str) -> str:
        """A table's name, by its id."""
        return self.watch.names.get(table, table)

    def tile_of(self, table: str) -> Tile | None:
        """A table's tile."""
        return next((each for each in self.moment.tiles if each.table == table), None)

    def item_of(self, table: str) -> AlarmLine | None:
        """The most urgent item of a table; if none is open, its shelved one."""
        tile = self.tile_of(table)
        if tile is not None and tile.item is not None:
            return tile.item
        return next((item for item in self.moment.shelved if table in item.tables), None)

    def call_of(self, item: AlarmLine | None) -> AlarmLine | None:
        """The item whose call a press on this item takes or releases: the item itself; for an item of one
        table without a call, this table's call.
        """
        if item is None or item.call or item.parts or len(item.tables) != 1:
            return item
        return next((each for each in self.items_of(item.tables[0]) if each.call), item)

    def present(self, item: AlarmLine) -> AlarmLine | None:
        """The present state of an alarm; None if it has ended."""
        every = (*self.moment.items, *self.moment.shelved)
        return next((each for one in every for each in (one, *one.parts) if each.key == item.key), None)

    def items_of(self, table: str) -> tuple[AlarmLine, ...]:
        """All items of one table, with the shelved ones."""
        every = (*self.moment.items, *self.moment.shelved)
        parts = (part for item in every for part in item.parts or (item,))
        return tuple(part for part in parts if part.tables == (table,))
