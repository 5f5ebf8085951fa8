"""The stand-in for the game server, on a clock that a test sets, with players who say what a test gives
them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from console.link.stand_in import StandIn, TimedLine, Waits


class ToldToSay(Waits):
    """The server's own lines at their time, and before them the lines that a test gave it."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._queued: list[bytes] = []

    def tell(self, line: dict[str, Any]) -> None:
        """Have a line said as soon as it can be."""
        with self._lock:
            self._queued.append(msgspec.json.encode(line))

    def line_due(self, now: float) -> bytes | None:
        """The next line: first the given lines in their order, then the line that is due."""
        with self._lock:
            if self._queued:
                return self._queued.pop(0)
        return super().line_due(now)

    def look(self, dues: Sequence[TimedLine], now: float) -> None:
        """Look at what is due, as the server does; a view gives the players nothing."""
        super().look(dues, now)


class SetServer(StandIn):
    """Its time passes only when a test lets it."""

    def __init__(self) -> None:
        self._passed = 0.0
        super().__init__(now=lambda: self._passed)
        self._waits = self._telling = ToldToSay()

    def tell(self, line: dict[str, Any]) -> None:
        """Say this to the console, over the link."""
        self._telling.tell(line)
        self._wake.set()

    def let_pass(self, seconds: float) -> None:
        """Its clock goes on, and it says what is due by then."""
        self._passed += seconds
        self._wake.set()


@contextmanager
def game_server() -> Iterator[SetServer]:
    """One that listens, and is stopped at the end."""
    server = SetServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
