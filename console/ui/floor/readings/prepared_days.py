"""The coming days of the floor: each window has them made, at its start and each hour; by this it reports
itself.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from console.ui.floor.acts.desk_line import DeskAct, DeskLine, DeskRequest

_HOUR: Final = 3_600_000
AGAIN: Final = 10.0
"""Seconds, at least, between two requests to a floor that is heard and can't do it: where its disk is full,
for example. After each answer comes a reading, and if each of those asked again, the two would follow one
another without a pause.
"""


class PreparedDays(QObject):
    """Asks again as soon as a silent floor gives a reading: a wall may be open before its server is. A floor
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
        """Ask no more."""
        self._hours.stop()

    def ask(self) -> None:
        """Have the coming days made."""
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
