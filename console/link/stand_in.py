"""A game server that is not there, for rehearsals: it opens the bets, and closes them after their time.

It listens on the loopback alone, to one console at a time, and asks for no token. What it says when is
:func:`due`; other games' answers belong there.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from console.link.framing import LineReader
from console.link.stream import Stream, Wake

PAUSE: Final = 3.0
"""Seconds from a coup to the next bets."""
USUAL: Final = 18
"""Seconds of bet time where no view has said them."""
AGAIN_AFTER: Final = 0.5
"""Seconds until it says again what was refused."""
LONGEST: Final = 1 << 20
"""Bytes of a view at most."""
OPEN: Final = b'{"do":"bets","state":"open"}'
CLOSED: Final = b'{"do":"bets","state":"closed"}'

Seen = dict[str, Any]
"""A view as it comes over the line."""


class Due(NamedTuple):
    """A line to say, and how many seconds after its occasion first stood in a view."""

    occasion: tuple[str, str]
    line: bytes
    after: float


def due(view: Seen, pause: float) -> Due | None:
    """What a game server has to say to a table that shows this; None if nothing."""
    number = view["round"]["id"] if view["round"] else ""
    if view["bets"] == "open":
        return Due(("close", number), CLOSED, view["prompt"].get("seconds", USUAL))
    if view["prompt"]["action"] == "await_bets":
        return Due(("open", number), OPEN, pause)
    return None


class StandIn:
    """Serves one console after the other in a thread of its own."""

    def __init__(
        self,
        *,
        pause: float = PAUSE,
        pace: float = 1.0,
        on_line: Callable[[bytes], None] = lambda line: None,
    ) -> None:
        """Listen on a free port of the loopback; ``pace`` stretches all its waits, 0 leaves none.

        ``on_line`` is told what the console says, in the thread of the stand-in.
        """
        self._pause, self._pace, self._on_line = pause, pace, on_line
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._wake = Wake()
        self._next: tuple[Due, float] | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stand-in", daemon=True)

    @property
    def url(self) -> str:
        """Where a console finds it."""
        return f"tcp://127.0.0.1:{self._listening.getsockname()[1]}"

    def start(self) -> None:
        """Begin to serve, and return at once."""
        self._thread.start()

    def stop(self) -> None:
        """Hang up and listen no more."""
        self._stopping.set()
        self._wake.set()
        with suppress(OSError):  # wakes who waits for a console
            self._listening.shutdown(socket.SHUT_RDWR)
        if self._thread.is_alive():
            self._thread.join()
        self._listening.close()
        self._wake.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with suppress(OSError):  # a console that hung up comes again
                self._serve(Stream(self._listening.accept()[0], self._wake))

    def _serve(self, stream: Stream) -> None:
        reader = LineReader(LONGEST)
        try:
            while not self._stopping.is_set():
                for line in reader.feed(stream.turn(self._patience())):
                    self._hear(line)
                if self._next and time.monotonic() >= self._next[1]:
                    self._say(stream, self._next[0])
        finally:
            stream.close()

    def _hear(self, line: bytes) -> None:
        self._on_line(line)
        said: Seen = msgspec.json.decode(line)
        if "hello" not in said:
            self._look(due(said, self._pause))

    def _look(self, wanted: Due | None) -> None:
        """Wait for what is due; a wait that goes on keeps its end, also over a break."""
        if wanted is None:
            self._next = None
        elif self._next is None or self._next[0].occasion != wanted.occasion:
            self._next = (wanted, time.monotonic() + wanted.after * self._pace)

    def _say(self, stream: Stream, wanted: Due) -> None:
        stream.send(wanted.line + b"\n")
        self._next = (wanted, time.monotonic() + AGAIN_AFTER)

    def _patience(self) -> float | None:
        return None if self._next is None else max(0.0, self._next[1] - time.monotonic())
