"""The guard: no press meant for the last prompt confirms the next, and none confirms an unseen prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QInputEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

_STAMPED: Final = ("xcb", "wayland")
"""Platforms whose events have such a time: X11 and Wayland."""
_AGES: Final = 60.0
"""Seconds for which two clocks are trusted to run alike; then they are compared again."""
_LOST: Final = 30.0
"""Seconds that no event ever waits: then the window system's clock began again (it wraps after 49 days)."""


class EventTimes:
    """The times of one window's events, in seconds of a monotonic clock."""

    def __init__(self, monotonic: Callable[[], float], *, stamped: bool | None = None) -> None:
        """``stamped``: whether events have a time of their own; None to ask the platform."""
        self._monotonic, self._stamped = monotonic, stamped
        self._apart, self._before, self._since = float("inf"), float("inf"), float("-inf")

    def time_of(self, event: QInputEvent) -> float:
        """The time when an event was made; the present time if nothing says it."""
        now, stamp = self._monotonic(), event.timestamp() / 1000
        if self._stamped is None:
            self._stamped = QGuiApplication.platformName().startswith(_STAMPED)
        if not (self._stamped and stamp):
            return now
        apart = now - stamp
        if apart - min(self._apart, self._before) > _LOST:
            self._apart = self._before = float("inf")
        if now - self._since > _AGES:
            self._since, self._before, self._apart = now, self._apart, apart
        self._apart = min(self._apart, apart)
        return stamp + min(self._apart, self._before)


ENTERS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
GUARD: Final = 0.4
"""Seconds for which a prompt must have been painted before a press on it counts."""


class PaintedPart(Protocol):
    when_painted: Callable[[], object] | None

    def report_paint(self) -> None:
        """Paint soon, be it a pixel, and report it."""

    def isVisible(self) -> bool:
        """Whether nobody has hidden it."""


class PressRefusal(StrEnum):
    """The reason why a press was refused."""

    TOO_NEW = "too_new"
    """The prompt had only just appeared."""
    SAVING = "saving"
    """The press before it is still being saved."""
    SIGNS = "signs"
    """Signs came as fast as from a badge reader, but are no badge's number."""
    LETTERS = "letters"
    """A key types no digit, neither by its text nor by its place, if only digits count."""
    NOT_NOW = "not_now"
    """A kind of incident can't have happened at this moment."""
    AFTER_NOT_NOW = "after_not_now"
    """A digit followed the key of such a kind: it may be meant for the page that did not come."""


class PressGuard:
    """Refuses presses that began before the prompt on the screen, or too soon after it appeared.

    A prompt has appeared once it is painted; a press began when its event was made, whenever it is handled.
    While a press is being saved, all others are refused: nobody has seen yet what they would answer.
    """

    def __init__(self, monotonic: Callable[[], float], times: EventTimes | None = None) -> None:
        self._monotonic = monotonic
        self.times = times or EventTimes(monotonic)
        self._at: float | None = None
        self._paints: dict[PaintedPart | None, float] = {None: float("-inf")}
        """The time of the prompt's first paint on each part, in monotonic seconds; of None: it needs none."""
        self._handed = False
        self._shown_on: list[PaintedPart] = []
        self.on_refused: Callable[[PressRefusal], object] = lambda drop: None
        self.on_sent: Callable[[], object] = lambda: None
        """Called when a press was sent to the table."""
        self._pressed: QWidget | None = None
        self._saves = False

    @property
    def painted_at(self) -> float | None:
        """The time of the prompt's paint, in monotonic seconds; None while it is not painted. The paint of a
        part that has gone since counts no more: nobody has seen the prompt where a press lands now.
        """
        there = (at for part, at in self._paints.items() if part is None or _is_there(part))
        return min(there, default=None)

    @painted_at.setter
    def painted_at(self, at: float) -> None:
        self._paints = {None: at}

    def renew(self) -> None:
        """A new prompt is on the screen."""
        self._paints, self._handed = {} if self._shown_on else {None: self._monotonic()}, False
        if self._shown_on:
            QTimer.singleShot(0, self.hand_over)  # if nobody reports that all parts have been given it

    def hand_over(self) -> None:
        """Every part has been given the new prompt, and paints it as soon as Qt lets it. A paint while some
        parts still had the last prompt does not count.
        """
        if self.painted_at is not None or self._handed:
            return
        self._handed = True
        for part in self._shown_on:
            if isValid(part):
                part.report_paint()

    def shown_on(self, part: PaintedPart) -> None:
        """Add a part that has the prompt's keys: the prompt is on the screen when the first of them is
        painted after all were given it.
        """
        part.when_painted = partial(self._note_paint, part)
        self._shown_on.append(part)

    def _note_paint(self, part: PaintedPart) -> None:
        if self._handed:
            self._paints.setdefault(part, self._monotonic())

    def time_of(self, event: QInputEvent) -> float:
        return self._at if self._at is not None else self.times.time_of(event)

    @contextmanager
    def at(self, began: float) -> Iterator[None]:
        """A context in which a press that began at this time is handled."""
        before, self._at = self._at, began
        try:
            yield
        finally:
            self._at = before

    def now(self) -> float:
        """The time when the press that is being handled began; the present time if nothing says it."""
        return self._monotonic() if self._at is None else self._at

    def accepts(self, began: float) -> bool:
        """Whether a press that began at this time is meant for this prompt; reports one that is not."""
        if self._saves:
            self.on_refused(PressRefusal.SAVING)
        elif (painted := self.painted_at) is None or began - painted < GUARD:
            self.on_refused(PressRefusal.TOO_NEW)
        else:
            return True
        return False

    def press(self, key: QWidget) -> None:
        """A press on this key was accepted: the key is shown as waiting while the press is saved."""
        self._pressed = key

    def save(self) -> None:
        """A press was sent to the table."""
        self._saves = True
        self.on_sent()
        self._repaint()

    def saved(self) -> None:
        """The answer to every press is on the screen."""
        self._saves = False
        self._repaint()
        self._pressed = None

    def holds_back(self, key: QWidget) -> bool:
        return self._saves and self._pressed is key

    def _repaint(self) -> None:
        if self._pressed is not None and isValid(self._pressed):
            self._pressed.update()


def _is_there(part: PaintedPart) -> bool:
    return isValid(part) and part.isVisible()
