"""Views on their way to the game server: in their order, a bounded number, none while nobody hears.

The table's thread puts them in and never waits; the link's thread takes them out.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Final

from msgspec.structs import replace

from console.table.station import Heard, Pressed, Shown, Ticked
from console.table.views import View

AT_MOST: Final = 1024
"""Views that wait at most: more, and the server does not read."""
_OF_ONE_LINE: Final[dict[str, Any]] = {
    "accepted": True,
    "refused": None,
    "why": None,
    "fact": None,
    "ended": None,
    "worksheet": None,
}
"""What stands in the view of one line alone, and what stands there when only the view is asked for."""


class Outgoing:
    """What is still to be told to the server that is connected."""

    def __init__(self, at_most: int = AT_MOST) -> None:
        self._at_most = at_most
        self._waiting: deque[View] = deque()
        self._latest: View | None = None
        self._heard = False
        self._lock = threading.Lock()
        self.overflowed = False
        """Whether more came than may wait; nothing waits any more until it begins anew."""

    def put(self, shown: Shown) -> None:
        """Have a view told, if it is a line's; called in the table's thread."""
        with self._lock:
            first, self._latest = self._latest is None, shown.view
            if self._heard and not self.overflowed and (first or is_of_a_line(shown)):
                self._wait(shown.view)

    def _wait(self, view: View) -> None:
        if len(self._waiting) < self._at_most:
            self._waiting.append(view)
        else:
            self.overflowed = True
            self._waiting.clear()

    def begin(self) -> None:
        """A server hears from now on: first the table as it is, then every line's view."""
        with self._lock:
            self._heard, self.overflowed = True, False
            self._waiting = deque([present(self._latest)] if self._latest else ())

    def end(self) -> None:
        """Nobody hears: what waits is forgotten, and nothing else will wait."""
        with self._lock:
            self._heard, self.overflowed = False, False
            self._waiting.clear()

    def take(self) -> View | None:
        """The next view; None if none waits."""
        with self._lock:
            return self._waiting.popleft() if self._waiting else None


def is_of_a_line(shown: Shown) -> bool:
    """Whether a line of the protocol was taken: pressed, read by a device, or the clock's.

    What a device said and could not be recorded is tried again: it has been taken only then.
    """
    match shown.job:
        case Pressed():
            return True
        case Heard() | Ticked():
            return shown.view.refused != "not_recorded"
        case _:
            return False


def present(view: View) -> View:
    """The view of the same table when nothing was asked of it but its view."""
    incident = view.incident if view.incident is not None and view.incident.open else None
    known = {field: value for field, value in _OF_ONE_LINE.items() if field in View.__struct_fields__}
    return replace(view, incident=incident, **known)
