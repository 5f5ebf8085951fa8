"""What stands before whoever presses at one window: which view is painted there, and since when.

A view that was handed to the window stands before nobody until it is painted. A press answers what was
painted when it began, however late it is handled. Every line of a person goes through here, and says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QInputEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from console.table.protocol import lines
from console.table.protocol.seen import PARTS
from console.table.running.station import Pressed, Shown, Ticked
from console.table.state.events import Seen
from console.table.state.reasons import Refusal
from console.table.state.views import View
from console.ui.hands.later import later

_LATEST: Final = 64
"""Paints and lines that are remembered: many more than can be between a press and its handling."""
_AGAIN: Final = 20
"""Milliseconds after which a window that was not on its screen yet is asked again."""
_BEGINS: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.TouchBegin)
_ENDS: Final = (QEvent.Type.MouseButtonRelease, QEvent.Type.KeyRelease, QEvent.Type.TouchEnd)
_LONGEST: Final = 10**9
"""Milliseconds that a line can name."""


class Stood(NamedTuple):
    """A view that stood before somebody, and since when what it asks had been painted, in seconds."""

    at: float
    """From when on it stood."""
    since: float
    view: View


class Press(NamedTuple):
    """When a press began, in seconds, and what stood there then; None before anything did."""

    began: float
    stood: Stood | None


class Sight(QObject):
    """What stands before whoever presses at one window."""

    def __init__(
        self,
        window: QWidget,
        monotonic: Callable[[], float],
        time_of: Callable[[QInputEvent], float] | None = None,
    ) -> None:
        """``monotonic`` gives seconds; ``time_of`` when an event was made (None: as it is handled)."""
        super().__init__(window)
        self._window, self._monotonic, self._time_of = window, monotonic, time_of
        self._shown: list[object] | None = None
        """What is compared of the view that was handed over last."""
        self._waits: View | None = None
        """That view, as long as it is not painted."""
        self._stood = deque[Stood](maxlen=_LATEST)
        self._press: Press | None = None
        """The press that is being handled."""
        self._over: Press | None = None
        """The last one that has ended."""
        self._held: Press | None = None
        """That of a finger or a mouse button that is still down."""
        self._said = dict[bytes, View]()
        """Lines that were said here, and what stood there."""
        self.not_taken: View | None = None
        """What somebody here had before the eyes whose press came too late; None once another is taken."""
        window.installEventFilter(self)

    # --- what is painted --------------------------------------------------------------------------

    def hand_over(self, view: View) -> None:
        """The window's parts have been given a view, and paint it as soon as Qt comes to it."""
        shown = _compared(view)
        same, self._shown = shown == self._shown, shown
        if same and self._waits is None and self._stood:
            self._stand(view, self._stood[-1].since)  # nothing to be painted of it
            return
        self._waits = view
        self._have_painted()

    def _have_painted(self) -> None:
        # Asked for here, too: of a change that no part shows nothing would be painted.
        QCoreApplication.postEvent(
            self._window, QEvent(QEvent.Type.UpdateRequest), Qt.EventPriority.LowEventPriority.value
        )

    def _stand(self, view: View, since: float) -> None:
        if not self._stood or self._stood[-1].view.entry != view.entry or self._stood[-1].since != since:
            self._stood.append(Stood(self._monotonic(), since, view))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """All that waits to be painted is painted in one go; after it the last view handed over stands."""
        if event.type() is not QEvent.Type.UpdateRequest or watched is not self._window:
            return False
        waits = self._waits
        self._window.event(event)
        if waits is None or waits is not self._waits:
            return True
        if self._can_be_seen():
            self._waits = None
            self._stand(waits, self._monotonic())
        else:
            later(self, self._have_painted, _AGAIN)
        return True

    def _can_be_seen(self) -> bool:
        handle = self._window.windowHandle()
        return self._window.updatesEnabled() and handle is not None and handle.isExposed()

    # --- what is pressed --------------------------------------------------------------------------

    def watch(self, watched: QObject, event: QEvent) -> None:
        """See an event of the application before whoever it is for."""
        kind = event.type()
        if kind in _BEGINS:
            if isinstance(watched, QWidget) and watched.window() is self._window:
                self._begin(event)
        elif kind in _ENDS and self._press is not None:
            if kind is not QEvent.Type.KeyRelease and self._held is not None:
                self._press, self._held = self._held, None
            self._over = self._press
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    def _begin(self, event: QEvent) -> None:
        if isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return
        at = self._monotonic()
        if self._time_of is not None and isinstance(event, QInputEvent):
            at = min(at, self._time_of(event))
        self._press = Press(at, self._at(at))
        if not isinstance(event, QKeyEvent):
            self._held = self._press

    def customEvent(self, event: QEvent) -> None:
        """A press is over once all that its end brought about has been handled."""
        if self._press is self._over:
            self._press = None

    def _at(self, moment: float) -> Stood | None:
        """What stood there at a moment; None before anything did."""
        return next((each for each in reversed(self._stood) if each.at <= moment), None)

    # --- what is said -----------------------------------------------------------------------------

    def said(self, line: lines.AnyLine) -> lines.AnyLine:
        """The line, with what its person saw; as it is, where no person says it."""
        if not isinstance(line, lines.OfPerson):
            return line
        now = self._monotonic()
        began, stood = self._press or Press(now, self._at(now))
        if stood is None:
            seen = Seen(0, 0)
        else:
            seen = Seen(stood.view.entry, max(0, min(_LONGEST, round((began - stood.since) * 1000))))
        line = replace(line, seen=seen)
        if stood is not None:
            self._said[msgspec.json.encode(line)] = stood.view
            while len(self._said) > _LATEST:
                del self._said[next(iter(self._said))]
        return line

    def see(self, shown: Shown) -> None:
        """What came of a line, before it is handed over.

        A line that is taken ends what is said of one that was not, but for what only a device says.
        """
        job, view = shown.job, shown.view
        meant = self._said.pop(job.line, None) if isinstance(job, Pressed) else None
        if meant is not None and view.refused == Refusal.STALE:
            self.not_taken = meant
        elif view.accepted and (isinstance(job, Pressed | Ticked) or self._shown != _compared(view)):
            self.not_taken = None


def _compared(view: View) -> list[object]:
    return [of(view) for of in PARTS.values()]
