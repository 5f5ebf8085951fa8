"""A game server that is not there, for rehearsals: it opens the bets, and closes them after their time.

It listens on the loopback alone, to one console at a time, and asks for no token. What it says of bets is
:func:`due`; what it says for players is told to it, where a game has any.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from console.link.framing import LineReader
from console.link.occasions import Due, Seen, Waits
from console.link.stream import Stream, Wake

PAUSE: Final = 3.0
"""Seconds from a coup to the next bets."""
USUAL: Final = 18
"""Seconds of bet time where no view has said them."""
LONGEST: Final = 1 << 20
"""Bytes of a view at most."""
OPEN: Final = b'{"do":"bets","state":"open"}'
CLOSED: Final = b'{"do":"bets","state":"closed"}'


def due(view: Seen, pause: float) -> Due | None:
    """What a game server has to say to a table that shows this; None if nothing."""
    number = view["round"]["id"] if view["round"] else ""
    if view["bets"] == "open":
        return Due(("close", number), CLOSED, view["prompt"].get("seconds", USUAL))
    if view["prompt"]["action"] == "await_bets":
        return Due(("open", number), OPEN, pause)
    return None


def nothing(view: Seen) -> tuple[Due, ...]:
    """What players say of a game that asks them nothing."""
    return ()


class StandIn:
    """Serves one console after the other in a thread of its own."""

    def __init__(
        self,
        *,
        pause: float = PAUSE,
        pace: float = 1.0,
        players: Callable[[Seen], Sequence[Due]] = nothing,
        on_line: Callable[[bytes], None] = lambda line: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Listen on a free port of the loopback; ``pace`` stretches all its waits, 0 leaves none.

        ``players`` are what they have to say to a view. They and ``on_line``, which is told what the console
        says, are called in the thread of the stand-in.
        """
        self._pause, self._players, self._on_line, self._now = pause, players, on_line, now
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._wake = Wake()
        self._waits = Waits(pace)
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
                while (said := self._waits.say(self._now())) is not None:
                    stream.send(said + b"\n")
        finally:
            stream.close()

    def _hear(self, line: bytes) -> None:
        self._on_line(line)
        said: Seen = msgspec.json.decode(line)
        if "hello" not in said:
            bets = due(said, self._pause)
            # Who has bet is said before the bets are closed, if both fall together.
            self._waits.look((*self._players(said), *((bets,) if bets else ())), self._now())

    def _patience(self) -> float | None:
        at = self._waits.next
        return None if at is None else max(0.0, at - self._now())
