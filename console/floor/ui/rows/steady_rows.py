"""Rows that do not move while a pointer or a finger is among them, so that a press takes what it aims at. A
row that ended keeps its place and shows it; new rows come in order under a line with their number, however
urgent they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, QTimer, Signal
from PySide6.QtGui import QPointingDevice, QSinglePointEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmLine
from console.floor.ui.rows.alarm_line import Line
from console.table.ui.signs import Sign

AFTER: Final = 400
"""Milliseconds after the pointer or the finger has gone: it may be on its way back."""
RESTS: Final = 60_000
"""Milliseconds after which a pointer that hasn't moved no longer counts as a hand."""
NEW: Final = "new"
"""The key of the line above the new rows."""
_COMES: Final = (QEvent.Type.Enter, QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress)


class SteadyRows(QObject):
    released = Signal()
    """The rows may return to their own order."""

    def __init__(self, of: QWidget) -> None:
        super().__init__(of)
        self.new = 0
        """How many of the shown rows are new."""
        self._shown: tuple[Line, ...] = ()
        self._known = 0
        """How many rows were shown when they were held; the new ones are beneath."""
        self._held = False
        self._at: QPointF | None = None
        """The pointer's last noticed place on the whole screen."""
        self._idle_at: QPointF | None = None
        """The place of a pointer among the rows when they were let go."""
        self._after = QTimer(self, singleShot=True, interval=AFTER)
        self._rests = QTimer(self, singleShot=True, interval=RESTS)
        self._after.timeout.connect(self.release)
        self._rests.timeout.connect(self.give_way)
        self.watch(of)

    def watch(self, part: QWidget) -> None:
        part.setMouseTracking(True)
        part.installEventFilter(self)

    def eventFilter(self, of: QObject, event: QEvent) -> bool:
        """Hold while something points; a finger points until it is lifted."""
        if event.type() in _COMES and self._is_hand(event):
            self._held = True
            self._after.stop()
            self._rests.start()
        elif event.type() == QEvent.Type.Leave and of is self.parent():
            self._leave()
        elif event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QSinglePointEvent):
            device = event.device()
            if device is not None and device.type() == QPointingDevice.DeviceType.TouchScreen:
                self._leave()
        return False

    def _is_hand(self, event: QEvent) -> bool:
        """Whether somebody points; rows that come under a still pointer make Qt report a pointer too."""
        if isinstance(event, QSinglePointEvent):
            self._at = event.globalPosition()
            if self._at == self._idle_at and event.type() != QEvent.Type.MouseButtonPress:
                return False
        self._idle_at = None
        return True

    def _leave(self) -> None:
        if self._held:
            self._after.start()

    def give_way(self) -> None:
        """Release the rows after a key: a pointer among them does not count as a hand until it moves."""
        if self._held:
            self._idle_at = self._at
            self.release()

    def release(self) -> None:
        """Let the rows return to their own order at once, because a person chose to see something else."""
        self._after.stop()
        self._rests.stop()
        self._held = False
        self.forget()
        self.released.emit()

    def forget(self) -> None:
        """Take the next rows in their own order, and hold that order."""
        self._shown, self.new = (), 0

    def rows_to_show(self, lines: tuple[Line, ...], words: Words) -> tuple[Line, ...]:
        if not (self._held and self._shown):
            self._shown, self._known, self.new = lines, len(lines), 0
            return lines
        by_key, folded = {line.key: line for line in lines}, folded_in(lines)
        held = [
            by_key.pop(each.key) if each.key in by_key else _gone(each, folded, words) for each in self._shown
        ]
        self._shown = (*held, *by_key.values())
        before, new = self._shown[: self._known], self._shown[self._known :]
        self.new = len(new)
        if not new:
            return before
        text = words.count("floor.new", self.new)
        return (*before, Line(key=NEW, place=text, what="", name=text), *new)


def folded_in(lines: Iterable[Line]) -> dict[str, AlarmLine]:
    """By key, the alarms that share a line with others, such as those of one room: they have not ended."""
    return {part.key: part for line in lines if line.item is not None for part in line.item.parts}


def can_choose(line: Line) -> bool:
    """Whether keys can choose a row: not the line above the new rows, nor an ended row."""
    return line.key != NEW and not (line.stale and line.item is None)


def _gone(line: Line, folded: Mapping[str, AlarmLine], words: Words) -> Line:
    """A row without a line of its own: it stays as it was if another line has its alarm."""
    part = folded.get(line.key)
    return _ended(line, words) if part is None else replace(line, item=part)


def _ended(line: Line, words: Words) -> Line:
    """A row whose cause is over, which can't be pressed any more."""
    text = words.text("floor.ended")
    name = words.text("access.list").join(each for each in (line.place, line.what, text) if each)
    return replace(
        line,
        sign=Sign("states.tick"),
        wait="",
        detail=text,
        by="",
        name=name,
        press="",
        item=None,
        stale=True,
    )
