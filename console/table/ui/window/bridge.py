"""The bridge between the threads of table and window: views come in as signals, presses go out as lines."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from console.table.core.protocol import lines
from console.table.core.running.session import Session
from console.table.core.running.station import Station
from console.table.core.state.events import SeenView
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.views import View

log = logging.getLogger(__name__)

_ENCODER: Final = msgspec.json.Encoder()


class Bridge(QObject):
    """Gives the table's views to the window, in the window's own thread; its signals are sent from any."""

    table_shown = Signal(object)
    """A :class:`~console.table.core.running.station.ShownTable`."""
    failed = Signal(object)
    """An unforeseen error in the table's thread."""
    device_changed = Signal(str, object, object)
    """A device's name and its :class:`~console.table.devices.health.Health`."""
    software_looked_at = Signal(int)
    """The number of the console's files that differ from the release."""
    equipment_known = Signal(object)
    """The :class:`~console.table.core.state.commissioning_state.Equipment` at work at a LIVE table."""
    refused = Signal()
    """This software must not run the table any longer; no round is open."""
    floor_refuses = Signal(str)
    """The floor has refused this table for a minute, for these names; empty once it accepts it."""
    floor_misses = Signal(bool)
    """Whether the table has not reached its floor for a minute for its own file or the server's version."""
    floor_passes_over = Signal(str)
    """The name of the person who chose another console than this one; empty once this one counts."""
    floor_clock = Signal(float)
    """The seconds by which this table's clock is ahead of the floor server's; 0 if they agree."""
    floor_has_twins = Signal(bool)
    """Whether another console works as this table, as the floor reports."""
    bytes_came = Signal(str)
    """The name of a device that is never quiet: bytes of it have come just now."""

    def fail(self, error: Exception) -> None:
        """Log an unforeseen error and give it to the window; called in any thread."""
        log.critical("unforeseen", exc_info=error)
        self.failed.emit(error)


class TableLine:
    """Sends the window's lines to its table, which takes them in its own thread."""

    def __init__(self, station: Station) -> None:
        self._station = station

    @property
    def busy_since(self) -> int | None:
        """The time when the table began its present job, in nanoseconds of its clock; None while it waits."""
        return self._station.busy_since

    @property
    def unanswered(self) -> float:
        """Seconds since the table's own thread last answered."""
        return self._station.unanswered

    def send_line(self, line: lines.AnyLine) -> None:
        """Send the table a line of the protocol; a person's line names the view that the person saw."""
        seen = not isinstance(line, lines.OfPerson) or isinstance(line.seen, SeenView)
        assert seen, "no person's line goes to the table without what stood before that person"
        self._station.submit(_ENCODER.encode(line))

    def sign_out(self, who: str) -> None:
        """Sign a person out without a press: the journal names the console as the one who did it."""
        self._station.submit(_ENCODER.encode(lines.SignOut(who)), by_clock=True)

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        """Ask the session for something in the table's own thread; ``passed_over`` is called there if the
        journal can't be written, and the request is not made.
        """
        self._station.ask(request, passed_over)

    def note(
        self, kind: NoteKind, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        self._station.note(kind, who, text, terminal)
