"""The stand-in for the game server, on a clock that a test sets, with players who say what a test gives
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from console.table.link import StandIn


class SetServer(StandIn):
    """Its time passes only when a test lets it."""

    def __init__(self) -> None:
        self._passed = 0.0
        super().__init__(now=lambda: self._passed)

    def tell(self, line: dict[str, Any]) -> None:
        """Say this to the console, over the link."""
        self.say(msgspec.json.encode(line))

    def let_pass(self, seconds: float) -> None:
        """Its clock goes on, and it says what is due by then."""
        self._passed += seconds
        self.wake()


@contextmanager
def game_server() -> Iterator[SetServer]:
    """One that listens, and is stopped at the end."""
    server = SetServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
