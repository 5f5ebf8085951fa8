"""The window's readings of the floor: the alarms and their sound, and whether its history is unchanged."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from console.base.errors import ServerFull, Trouble, trouble_of
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority, Reason
from console.floor.alarms.watch import Tile, Watch
from console.floor.reported_names import ReportedName, TableNames
from console.floor.ui.desk_line import DeskAct, DeskLine, DeskRequest
from console.floor.ui.rows.floor_lines import most_urgent_rows
from console.floor.ui.wall_keys import WallView
from console.floor.wall import Changes, Reading, SeenTable, Spelling
from console.table.core import SECOND, Clock
from console.table.people import SignInObstacle
from console.table.ui.kit import Tones, Work

log = logging.getLogger(__name__)

_LOOKS: Final = 5_000
"""Milliseconds between two looks at the floor's heads."""


class TurnedBackTable(NamedTuple):
    """A table whose history on the floor has changed since the window saw it, with its phrase's key."""

    table: str
    key: str
    slots: dict[str, object]


class HeadStore(NamedTuple):
    """The floor's heads as the window has stored them. Both calls block."""

    looks: Callable[[], Sequence[TurnedBackTable]]
    """Looks at the floor's heads; returns the changed ones."""
    forgets: Callable[[str], object]
    """Begins again with a table whose change a supervisor has explained."""


class FloorHistory(QObject):
    """Repeatedly compares the floor with the window's memory."""

    found = Signal(object)
    """The :class:`TurnedBackTable` of all tables, after each look."""

    def __init__(self, memory: HeadStore | None, parent: QObject) -> None:
        """``memory`` is None for a window without one: then no change is ever found."""
        super().__init__(parent)
        self.memory = memory
        self._looks = QTimer(self, interval=_LOOKS)
        self._looks.timeout.connect(self.look)
        self._work = Work(self, lambda error: log.warning("the floor's heads are not looked at: %s", error))

    def start(self) -> None:
        if self.memory is not None:
            self._looks.start()

    def stop(self) -> None:
        self._looks.stop()
        self._work.stop()

    def look(self) -> None:
        """Look now, unless a look is still under way."""
        if self.memory is not None and not self._work.busy:
            self._work.begin(self._look(self.memory))

    async def _look(self, memory: HeadStore) -> None:
        self.found.emit(await self._work.of(lambda _: memory.looks()))

    def forget(self, table: str) -> None:
        """Begin again with a table, or with the floor's diary by its name. Blocks."""
        if self.memory is not None:
            self.memory.forgets(table)


_TICK: Final = 250
"""Milliseconds between two looks at the clock."""
_PEOPLE: Final = 5
"""Seconds between two looks at who may sign in."""


class HeardAlarms(QObject):
    changed = Signal()
    """There is another :attr:`moment` to show."""
    tiles_changed = Signal(object)
    """The tiles of tables that changed after a reading; :attr:`changed` follows with all else."""
    rang = Signal(object)
    """The first :class:`~console.floor.alarms.items.AlarmLine` that sounds now."""

    def __init__(
        self,
        clock: Clock,
        parent: QObject,
        *,
        rooms: Iterable[str],
        beep: Callable[[], None],
        sign_in_obstacle: Callable[[], SignInObstacle | None],
    ) -> None:
        """``rooms`` are watched at first; ``sign_in_obstacle``: why nobody can sign in at the window."""
        super().__init__(parent)
        self._clock, self.look_for_obstacle = clock, sign_in_obstacle
        self.obstacle: SignInObstacle | None = None
        """Why nobody can sign in here, by the files' last state."""
        self.tones = Tones(beep, self)
        self.watch = Watch.new_watch(self.now, rooms)
        self.moment = self.watch.moment(self.now)
        """The present content of the wall."""
        self.heard_at: datetime = clock.utc()
        """The time of the floor's last reading."""
        self.missed: Exception | None = None
        """Why the last reading did not come, if known."""
        self._second = 0
        self._ticks = QTimer(self, interval=_TICK)
        self._ticks.timeout.connect(self.tick)

    def start(self) -> None:
        self.look_for_people()
        self._ticks.start()

    def stop(self) -> None:
        self._ticks.stop()

    @property
    def now(self) -> float:
        return self._clock.monotonic() / SECOND

    def give_room(self, rows: int) -> None:
        """Take the list's number of rows; another number folds other alarms at once."""
        watch = self.watch.with_room(rows)
        if watch.room != self.watch.room:
            self.watch = watch
            self.moment = watch.moment(self.now)

    # --- what comes in ----------------------------------------------------------------------------

    def take_reading(self, reading: Reading) -> None:
        self.watch = self.watch.after_reading(reading, self.now)
        if reading.at is not None:
            apart = self._clock.utc() - reading.at
            self.watch = self.watch.with_clocks(apart.total_seconds())
        self.heard_at, self.missed = self._clock.utc(), None
        self.count_on()

    def take_changes(self, changes: Changes) -> None:
        """Tables changed after the last reading."""
        watch = self.watch.after_changes(changes)
        if watch is not self.watch:
            self.watch = watch
            self.tiles_changed.emit(watch.tiles_of([seen.table for seen in changes.tables], self.now))
            self.count_on()

    def miss(self, error: Exception) -> None:
        """Take in that a reading did not come; before the first one only this can be shown, and why."""
        if self._is_full and trouble_of(error) in (Trouble.LOST, Trouble.BUSY):
            error = ServerFull(str(error))  # It may have ended over that, which stays the reason.
        self.missed = error
        if self.watch.reading is None:
            self.look()

    @property
    def _is_full(self) -> bool:
        """Whether the server last answered that its disk takes nothing."""
        if self.missed is not None:
            return trouble_of(self.missed) is Trouble.FULL
        return self.watch.reading is not None and self.watch.reading.full_for is not None

    def tick(self) -> None:
        """Count the waiting times on if another whole second has passed."""
        if int(self.now) != self._second:
            if int(self.now) % _PEOPLE == 0:
                self.look_for_people()
            self.count_on()

    def count_on(self) -> None:
        """Count the waiting times on, and sound alarms that are new or more urgent."""
        now = self.now
        self._second = int(now)
        self.moment = self.watch.moment(now)
        self.changed.emit()  # What will sound changes nothing of the moment.
        self.watch, rung = self.watch.ring(now, self.moment)
        if rung:
            self.tones.play(max(item.priority for item in rung))
            self.rang.emit(rung[0])

    def look(self) -> None:
        self.moment = self.watch.moment(self.now)
        self.changed.emit()

    def look_for_people(self) -> None:
        """Check again whether anybody can sign in here, by the present files."""
        self.obstacle = found = self.look_for_obstacle()
        self.watch = self.watch.without_people(None if found is None else Reason(found.lack, (found.file,)))

    def somebody_can_sign_in(self) -> bool:
        """Whether anybody can sign in here, by the present files."""
        self.look_for_people()
        return self.obstacle is None

    # --- what somebody wants ----------------------------------------------------------------------

    def quiet(self, item: AlarmLine) -> None:
        self.watch = self.watch.quiet(item, self.now)
        self.tones.stop()
        self.look()

    def watch_rooms(self, rooms: Iterable[str]) -> None:
        """Sound alarms only for these rooms from now on; an empty list means all."""
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
        """The items of this window's rooms that need a person."""
        return tuple(item for item in self.moment.items if item.mine and item.priority > Priority.INFO)

    def counts(self, own_boss_id: str | None) -> dict[WallView, int]:
        """The numbers at the views' keys, which stop without readings. ``own_boss_id`` is the person here:
        without one no call is anybody's own. The lack of readings is nobody's call either.
        """
        counted = (item for item in self.pressing if item.what is not AlarmKind.NOTHING_HEARD)
        mine = () if own_boss_id is None else most_urgent_rows(counted, "")
        return {WallView.MINE: len(mine), WallView.SHELVED: len(self.moment.shelved)}

    @property
    def deaf_since(self) -> datetime | None:
        """The time since which no readings come, or None; at first since the window opened."""
        return self.heard_at if self.watch.is_out_of_contact(self.now) else None

    @property
    def tables(self) -> dict[str, SeenTable]:
        reading = self.watch.reading
        return {seen.table: seen for seen in reading.tables} if reading is not None else {}

    @property
    def rooms(self) -> list[str]:
        return sorted({seen.room for seen in self.tables.values() if seen.room})

    def called(self, table: str) -> str:
        return self.watch.names.get(table, table)

    def tile_of(self, table: str) -> Tile | None:
        return next((each for each in self.moment.tiles if each.table == table), None)

    def item_of(self, table: str) -> AlarmLine | None:
        """The most urgent item of a table; if none is open, its shelved one."""
        tile = self.tile_of(table)
        if tile is not None and tile.item is not None:
            return tile.item
        return next((item for item in self.moment.shelved if table in item.tables), None)

    def call_of(self, item: AlarmLine | None) -> AlarmLine | None:
        """The item whose call a press on this item takes or releases: itself; or the table's call, for an
        item of one table without a call.
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


LASTS: Final = 86_400.0
"""Seconds for which a name is compared with those that other tables give."""
NAMES_OF_TABLE: Final = 200
"""The latest names of a table that are kept, as many as on the floor: no table fills the memory."""


class _Given(NamedTuple):
    name: str
    at: float
    """When the table last gave it, on the monotonic clock."""


class KnownNames:
    """Learns names from each reading; a person who left the people's file is only an id at the table."""

    def __init__(self) -> None:
        self._given: defaultdict[str, dict[str, _Given]] = defaultdict(dict)
        """The newest names by person and table."""
        self._latest: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """The people whom each table last named, the longest ago first."""
        self._floors: tuple[ReportedName, ...] = ()

    def named(self, reading: Reading) -> Reading:
        """The reading with known names instead of ids."""
        if reading.names is not self._floors:
            self._floors = reading.names
            names, now = TableNames(reading.names), time.monotonic()
            ages = {(each.table, each.who, each.name): each.age for each in reading.names}
            for table in {each.table for each in reading.names}:
                for who, name in names.newest(table).items():
                    if who not in self._latest[table]:  # The table's present report is newer.
                        self._keep(table, who, _Given(name, now - ages[table, who, name]))
        tables = self._all_named(reading.tables)
        return replace(reading, tables=tables, spellings=tuple(self._spellings(tables)))

    def named_changes(self, changes: Changes) -> Changes:
        return replace(changes, tables=self._all_named(changes.tables))

    def _all_named(self, tables: tuple[SeenTable, ...]) -> tuple[SeenTable, ...]:
        now = time.monotonic()
        for seen in tables:
            for who, name in seen.report.people.items() if seen.report is not None else ():
                self._keep(seen.table, who, _Given(name, now))
        return tuple(map(self._named, tables))

    def _keep(self, table: str, who: str, given: _Given) -> None:
        latest = self._latest[table]
        latest.pop(who, None)
        latest[who] = None
        self._given[who][table] = given
        if len(latest) > NAMES_OF_TABLE:
            oldest = next(iter(latest))
            del latest[oldest], self._given[oldest][table]
            if not self._given[oldest]:
                del self._given[oldest]

    def _named(self, seen: SeenTable) -> SeenTable:
        report = seen.report
        if report is None:
            return seen
        there = (report.dealer, report.beside, report.pit_boss)
        dealer, beside, boss = named = tuple(self._name(seen.table, who) for who in there)
        if named == there:
            return seen
        return replace(seen, report=replace(report, dealer=dealer, beside=beside, pit_boss=boss))

    def _name(self, table: str, who: str) -> str:
        given = self._given.get(who, {}).get(table)
        return who if given is None else given.name

    def _spellings(self, tables: tuple[SeenTable, ...]) -> Iterator[Spelling]:
        """The people at the tables to whom another table gave a different name within a day."""
        listed, since = {seen.table for seen in tables}, time.monotonic() - LASTS
        for seen in tables:
            for who, name in seen.report.people.items() if seen.report is not None else ():
                for other, given in self._given.get(who, {}).items():
                    if given.name != name and other in listed and given.at >= since:
                        yield Spelling(who, seen.table, name, other, given.name)


_HOUR: Final = 3_600_000
AGAIN: Final = 10.0
"""The least seconds between two requests to a floor that is heard but can't comply, for example with a full
disk. Each answer is followed by a reading: if those asked again, there would be no pause.
"""


class PreparedDays(QObject):
    """Asks again as soon as a silent floor gives a reading: a wall may open before its server does. A floor
    that is heard and fails is asked again after :data:`AGAIN`.
    """

    lacked = Signal(bool)
    """Whether entries lie outside the days that the floor has prepared."""

    def __init__(self, line: DeskLine, parent: QObject) -> None:
        super().__init__(parent)
        self._line, self._failed = line, False
        self._is_heard, self._asked_at = False, 0.0
        self._hours = QTimer(self, interval=_HOUR)
        self._hours.timeout.connect(self.ask)
        line.answered.connect(self._answered)
        line.reading_came.connect(self._ask_after_trouble)
        line.missed.connect(self._fall_silent)

    def start(self) -> None:
        """Ask now, and each hour from now on."""
        self.ask()
        self._hours.start()

    def stop(self) -> None:
        self._hours.stop()

    def ask(self) -> None:
        self._failed, self._asked_at = False, monotonic()
        self._line.ask(DeskRequest(DeskAct.PREPARE, ""), self._line.desk.prepare)

    def _answered(self, request: DeskRequest, came: object) -> None:
        if request.act is DeskAct.PREPARE:
            self._failed = isinstance(came, Exception)
            if isinstance(came, bool):
                self.lacked.emit(came)

    def _fall_silent(self, _: object) -> None:
        self._is_heard = False

    def _ask_after_trouble(self, _: object) -> None:
        was_heard, self._is_heard = self._is_heard, True
        if self._failed and (not was_heard or monotonic() - self._asked_at >= AGAIN):
            self.ask()


class FloorReadings(QObject):
    """Gives a window's alarms each reading, with the names of the people at the tables."""

    def __init__(self, line: DeskLine, alarms: HeardAlarms, history: FloorHistory) -> None:
        super().__init__(line)
        self._line, self._alarms, self._history = line, alarms, history
        self._names = KnownNames()
        self._days = PreparedDays(line, self)
        line.reading_came.connect(self.take_reading)
        line.changed.connect(self.take_changes)
        line.missed.connect(alarms.miss)
        self._days.lacked.connect(alarms.lack_days)

    def start(self) -> None:
        for part in (self._line, self._alarms, self._days, self._history):
            part.start()

    def stop(self) -> None:
        """Read no more; nobody waits for the desk's present work."""
        for part in (self._days, self._alarms, self._history, self._line):
            part.stop()

    def take_reading(self, reading: Reading) -> None:
        """A reading came; it also names the people at the tables."""
        self._alarms.take_reading(self._names.named(reading))

    def take_changes(self, changes: Changes) -> None:
        """Tables changed after the last reading."""
        self._alarms.take_changes(self._names.named_changes(changes))
