"""The view that a person at a window sees at a press, and since when it is painted there, for that person.

Nobody has seen a view until it is painted. A press answers the view that was painted when the press began,
however late it is handled. Every line of a person goes through here, and gets that view's number.
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

from console.table.core.protocol import lines
from console.table.core.protocol.answered_parts import PARTS
from console.table.core.running.station import ClockJob, LineJob, ShownTable
from console.table.core.state.events import SeenView
from console.table.core.state.reasons import Refusal
from console.table.core.state.views import View
from console.table.ui.hands.deferred_call import call_later

_LATEST: Final = 64
"""The number of paints and lines that are kept: many more than come between a press and its handling."""
_AGAIN: Final = 20
"""Milliseconds after which a window that was not yet on the screen is asked again."""
_BEGINS: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.TouchBegin)
_ENDS: Final = (QEvent.Type.MouseButtonRelease, QEvent.Type.KeyRelease, QEvent.Type.TouchEnd)
_LONGEST: Final = 10**9
"""The most milliseconds that a line can name."""


class PaintedView(msgspec.Struct, frozen=True):
    """A view that was painted, the page of the window on which it was, and since when, in seconds."""

    at: float
    page: object
    view: View


class SeenPress(NamedTuple):
    """The beginning of a press, in seconds, and the view on the screen then; None before the first view."""

    began: float
    stood: PaintedView | None


class Sight(QObject):
    """The views that the person at one window sees."""

    def __init__(
        self,
        window: QWidget,
        monotonic: Callable[[], float],
        time_of: Callable[[QInputEvent], float],
        page_of: Callable[[], object],
    ) -> None:
        """``monotonic`` gives seconds; ``time_of`` gives when an event was made, ``page_of`` the page that
        the window shows and the person who answers there.
        """
        super().__init__(window)
        self._window, self._monotonic, self._time_of, self._page_of = window, monotonic, time_of, page_of
        self._shown: list[object] | None = None
        """The part of the last view given to the window that is compared with the next one."""
        self._given: View | None = None
        self._waits: View | None = None
        """The last view given to the window, until it is painted."""
        self._stood = deque[PaintedView](maxlen=_LATEST)
        self._press: SeenPress | None = None
        """The press that is being handled."""
        self._ended_press: SeenPress | None = None
        self._held: SeenPress | None = None
        """The press of a finger or a mouse button that is still down."""
        self._seen_with = dict[bytes, View]()
        """The lines that were sent from here, each with the view on the screen then."""
        self.not_taken: View | None = None
        """The view of a person whose press came too late; None once another press is accepted."""
        window.installEventFilter(self)

    # --- what is painted --------------------------------------------------------------------------

    def hand_over(self, view: View) -> None:
        """The window's parts have been given a view, and paint it as soon as Qt lets them."""
        shown, before = _compared(view), self._given
        same, self._shown, self._given = shown == self._shown, shown, view
        if same and self._waits is None and self._stood and before is not None:
            # Nothing has to be painted: what stands counts for this view, again if views were skipped.
            if view.file != before.file or view.entry > before.entry + 1:
                self._stand(view, self._stood[-1].page)
            return
        self._waits = view
        self._have_painted()

    def _have_painted(self) -> None:
        # A paint is asked for here: after a change that no part shows, Qt would paint nothing.
        QCoreApplication.postEvent(
            self._window, QEvent(QEvent.Type.UpdateRequest), Qt.EventPriority.LowEventPriority.value
        )

    def _stand(self, view: View, page: object) -> None:
        self._stood.append(PaintedView(self._monotonic(), page, view))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint all that waits in one go; then the last given view is on the screen, on the present page."""
        if event.type() is not QEvent.Type.UpdateRequest or watched is not self._window:
            return False
        waits = self._waits
        self._window.event(event)
        if waits is not self._waits:
            return True
        if waits is None:
            given, stood = self._given, self._stood
            if given is not None and stood and stood[-1].page != self._page_of() and self._can_be_seen():
                self._stand(given, self._page_of())
        elif self._can_be_seen():
            self._waits = None
            self._stand(waits, self._page_of())
        else:
            call_later(self, self._have_painted, _AGAIN)
        return True

    def _can_be_seen(self) -> bool:
        handle = self._window.windowHandle()
        return self._window.updatesEnabled() and handle is not None and handle.isExposed()

    # --- what is pressed --------------------------------------------------------------------------

    def watch(self, watched: QObject, event: QEvent) -> bool:
        """Look at an event of the application before its receiver gets it; returns whether a press begins.
        Thousands of others come by in each round: they are known by their class, and not asked.
        """
        if not isinstance(event, QInputEvent):
            return False
        kind = event.type()
        if kind in _BEGINS:
            if isinstance(watched, QWidget) and watched.window() is self._window:
                self._begin(event)
            return True
        if kind in _ENDS and self._press is not None:
            if kind is not QEvent.Type.KeyRelease and self._held is not None:
                self._press, self._held = self._held, None
            self._ended_press = self._press
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))
        return False

    def _begin(self, event: QEvent) -> None:
        if isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return
        at = self._monotonic()
        if isinstance(event, QInputEvent):
            at = min(at, self._time_of(event))
        self._press = SeenPress(at, self._at(at))
        if not isinstance(event, QKeyEvent):
            self._held = self._press

    def customEvent(self, event: QEvent) -> None:
        """A press is over once everything that its end caused has been handled."""
        if self._press is self._ended_press:
            self._press = None

    def _at(self, moment: float) -> PaintedView | None:
        """The view on the screen at a moment; None before the first one."""
        return next((each for each in reversed(self._stood) if each.at <= moment), None)

    # --- what is said -----------------------------------------------------------------------------

    def with_seen_view(self, line: lines.AnyLine) -> lines.AnyLine:
        """The line with the view that its person saw; unchanged if no person sends it."""
        if not isinstance(line, lines.OfPerson):
            return line
        now = self._monotonic()
        began, stood = self._press or SeenPress(now, self._at(now))
        if stood is None:
            seen = SeenView(0, 0)
        else:
            painted = max(0, min(_LONGEST, round((began - stood.at) * 1000)))
            seen = SeenView(stood.view.entry, painted, stood.view.file)
        line = replace(line, seen=seen)
        if stood is not None:
            self._seen_with[msgspec.json.encode(line)] = stood.view
            while len(self._seen_with) > _LATEST:
                del self._seen_with[next(iter(self._seen_with))]
        return line

    def update_table(self, shown_table: ShownTable) -> None:
        """Note whether the table accepted a line, before its view is given to the window. An accepted line
        removes the message about a refused one, unless only a device sent it.
        """
        job, view = shown_table.job, shown_table.view
        meant = self._seen_with.pop(job.line, None) if isinstance(job, LineJob) else None
        if meant is not None and view.refused == Refusal.STALE:
            self.not_taken = meant
        elif view.accepted and (isinstance(job, LineJob | ClockJob) or self._shown != _compared(view)):
            self.not_taken = None


def _compared(view: View) -> list[object]:
    return [of(view) for of in PARTS.values()]
