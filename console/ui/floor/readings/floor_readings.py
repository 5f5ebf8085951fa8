"""All that a wall's window hears of the floor, from its start to its end: readings, history, coming days.

The module gives them to the window's alarms; it never shows anything.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from console.floor.wall import Changes, Reading
from console.ui.floor.acts.desk_line import DeskLine
from console.ui.floor.readings.floor_history import FloorHistory
from console.ui.floor.readings.heard_alarms import HeardAlarms
from console.ui.floor.readings.known_names import KnownNames
from console.ui.floor.readings.prepared_days import PreparedDays


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
        """Begin to read the floor."""
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
        """Tables changed after the reading that came last."""
        self._alarms.take_changes(self._names.named_changes(changes))
