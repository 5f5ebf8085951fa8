"""A stand-in for the game server, for practice: it opens the bets, and closes them when their time is over.

It serves one console at a time; without TLS it listens on the loopback only. :func:`due` decides its lines
about bets; its lines for players come from the caller. It sends each line once an occasion, by the caller's
clock.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from console.link.link_trial import answer
from console.link.server import PATIENCE
from console.link.stream import HungUp, LineReader, Stream, Wake
from console.table.state.actions import Action
from console.table.state.phases import Bets

AGAIN_AFTER: Final = 0.5
"""Seconds until it repeats a line that was refused, if the view still asks for it."""

VIEW: Final = b'{"do":"view"}'
"""The answer to the hello: until a server's first line the console can't tell whether it reads."""
Seen = dict[str, Any]
"""A view as it comes over the line."""


class TimedLine(NamedTuple):
    """A line to send, and after how many seconds from the first view with its occasion."""

    occasion: tuple[str, ...]
    line: bytes
    after: float


class _Wait(NamedTuple):
    due: TimedLine
    at: float | None
    """The time when the line is sent; None after it was sent, until another view comes."""


class Waits:
    """The lines to send, with their times. An occasion that lasts keeps its time, even after a broken
    connection.
    """

    def __init__(self, pace: float = 1.0) -> None:
        """``pace`` multiplies all waits; 0: no wait."""
        self._pace = pace
        self._waits: dict[tuple[str, ...], _Wait] = {}

    @property
    def next(self) -> float | None:
        """The time when the next line is to be sent; None if none is."""
        return min((wait.at for wait in self._waits.values() if wait.at is not None), default=None)

    def look(self, dues: Sequence[TimedLine], now: float) -> None:
        """Take in a view's due lines; of lines with the same time the first is sent first."""
        self._waits = {due.occasion: _Wait(due, self._at(due, now)) for due in dues}

    def line_due(self, now: float) -> bytes | None:
        """The line to send now, if there is one; it is not sent again before another view has come."""
        at = self.next
        if at is None or now < at:
            return None
        due = next(wait.due for wait in self._waits.values() if wait.at == at)
        self._waits[due.occasion] = _Wait(due, None)
        return due.line

    def _at(self, due: TimedLine, now: float) -> float:
        known = self._waits.get(due.occasion)
        if known is None:
            return now + due.after * self._pace
        return now + AGAIN_AFTER if known.at is None else known.at


PAUSE: Final = 3.0
"""Seconds from a coup to the next bets."""
USUAL: Final = 18
"""Seconds of bet time until a view has named another."""
LONGEST: Final = 1 << 20
"""Bytes of a view at most."""


def due(view: Seen, pause: float) -> TimedLine | None:
    """The line that the game server has to send to a table with this view; None if it has none."""
    number = view["round"]["id"] if view["round"] else None
    if view["bets"] == Bets.OPEN:
        return TimedLine(
            ("close", str(number)), bets_line("closed", number), view["prompt"].get("seconds", USUAL)
        )
    if view["prompt"]["action"] == Action.AWAIT_BETS:
        return TimedLine(("open", str(number)), bets_line("open", number), pause)
    return None


def bets_line(state: str, round: str | None) -> bytes:
    """The line that opens or closes the bets: it names its round, so that it counts once."""
    return msgspec.json.encode({"do": "bets", "state": state, "round": round})


def nothing(view: Seen) -> tuple[TimedLine, ...]:
    """The answers of players in a game that asks them nothing."""
    return ()


class StandIn:
    """Serves one console after the other in a thread of its own."""

    def __init__(
        self,
        *,
        pause: float = PAUSE,
        pace: float = 1.0,
        players: Callable[[Seen], Sequence[TimedLine]] = nothing,
        on_line: Callable[[bytes], None] = lambda line: None,
        on_sent: Callable[[bytes], None] = lambda line: None,
        now: Callable[[], float] = time.monotonic,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        token: str | None = None,
    ) -> None:
        """Listen on a port, 0: a free one; on every address where there is ``tls``. Raises OSError.

        ``pace`` multiplies all its waits, 0: no wait. ``players`` gives the players' answers to a view;
        ``on_line`` is called with each line of the console, ``on_sent`` with each that goes to it. They are
        called in the thread of the stand-in. A console with another ``token`` is hung up on; None asks for
        none.
        """
        self._pause, self._players, self._now = pause, players, now
        self._on_line, self._on_sent = on_line, on_sent
        self._tls, self._token = tls, token
        self._listening = socket.create_server(("127.0.0.1" if tls is None else "", port))
        self._wake = Wake()
        self._waits = Waits(pace)
        self._answers = deque[bytes]()
        """To what a trial of the link has asked."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stand-in", daemon=True)

    @property
    def url(self) -> str:
        """The address for a console to connect to."""
        port = self._listening.getsockname()[1]
        return f"tcp://127.0.0.1:{port}" if self._tls is None else f"tls://{socket.getfqdn()}:{port}"

    def start(self) -> None:
        """Begin to serve, and return at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the connection and listen no longer."""
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
                self._serve(Stream(self._accepted(), self._wake))

    def _accepted(self) -> socket.socket:
        """The connection of the next console. Raises OSError."""
        end = self._listening.accept()[0]
        if self._tls is None:
            return end
        end.settimeout(PATIENCE)
        try:
            return self._tls.wrap_socket(end, server_side=True)
        except OSError:
            end.close()
            raise

    def _serve(self, stream: Stream) -> None:
        reader, self._is_greeted = LineReader(LONGEST), self._token is None
        try:
            while not self._stopping.is_set():
                for line in reader.feed(stream.turn(self._patience())):
                    try:
                        self._hear(line)
                    except (msgspec.MsgspecError, LookupError, TypeError) as error:
                        raise HungUp("it is no console") from error
                while self._answers:
                    self._send(stream, self._answers.popleft())
                while (due_line := self._waits.line_due(self._now())) is not None:
                    self._send(stream, due_line)
        finally:
            stream.close()

    def _send(self, stream: Stream, line: bytes) -> None:
        stream.send(line + b"\n")
        self._on_sent(line)

    def _hear(self, line: bytes) -> None:
        self._on_line(line)
        view: Seen = msgspec.json.decode(line)
        if "hello" in view:
            if self._token not in (None, view.get("token")):
                raise HungUp("the token is another")
            self._is_greeted = True
            self._answers.append(VIEW)
        elif not self._is_greeted:
            raise HungUp("it gave no token")
        elif "trial" in view:
            self._answers.append(answer(view))
        else:
            bets = due(view, self._pause)
            # The seats with bets are named before the bets are closed, if both fall together.
            self._waits.look((*self._players(view), *((bets,) if bets else ())), self._now())

    def _patience(self) -> float | None:
        at = self._waits.next
        return None if at is None else max(0.0, at - self._now())
