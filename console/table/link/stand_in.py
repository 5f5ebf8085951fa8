"""A stand-in for the game server, for practice: it opens the bets, and closes them when their time is over.

It serves any number of tables at a time; without TLS it listens on the loopback only. :func:`due` decides its
lines about bets; its lines for players come from the caller. It sends each line once an occasion, by the
caller's clock.
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

from console.base.system import read_json
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets
from console.table.link.link_trial import answer
from console.table.link.server import PATIENCE
from console.table.link.stream import ConnectionEnded, LineReader, Stream, Wake

AGAIN_AFTER: Final = 0.5
"""Seconds until it repeats a line that was refused, if the view still asks for it."""

VIEW: Final = b'{"do":"view"}'
"""The answer to the hello: until a server's first line the console can't tell whether it reads."""
Seen = dict[str, Any]
"""A view as it comes over the line."""


class TimedLine(NamedTuple):
    """A line to send, and how many seconds after the first view in which its occasion is shown."""

    occasion: tuple[str, ...]
    line: bytes
    after: float


class _Wait(NamedTuple):
    due: TimedLine
    at: float | None
    """The time when the line is sent; None after it was sent, until another view comes."""


class Waits:
    """The lines to send, with their times. A lasting occasion keeps its time, even over connections."""

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


Answers = Callable[[Seen], Sequence[TimedLine]]
"""The answers that the players of a table give to a view."""


def no_players(table: str) -> Answers:
    return lambda view: ()


class ServedTable(NamedTuple):
    """A table of the stand-in: it outlives its connections."""

    waits: Waits
    players: Answers


class StandIn:
    """Listens in a thread of its own, and serves each console that connects in another."""

    def __init__(
        self,
        *,
        pause: float = PAUSE,
        pace: float = 1.0,
        players: Callable[[str], Answers] = no_players,
        on_line: Callable[[bytes], None] = lambda line: None,
        on_sent: Callable[[bytes], None] = lambda line: None,
        now: Callable[[], float] = time.monotonic,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        token: str | None = None,
    ) -> None:
        """Listen on a port (0: a free one), with ``tls`` on every address. Raises OSError.

        ``pace`` multiplies all waits (0: none); ``players`` gives a table's, by name; ``on_line`` and
        ``on_sent`` get each line in its connection's thread. A console with another ``token`` is
        hung up on (None: asks for none).
        """
        self.pause, self.pace, self.now, self.token = pause, pace, now, token
        self.on_line, self.on_sent = on_line, on_sent
        self._players, self._tls = players, tls
        self._listening = socket.create_server(("127.0.0.1" if tls is None else "", port))
        self._tables: dict[str, ServedTable] = {}
        self._connections: dict[Connection, threading.Thread] = {}
        self._is_stopping = False
        self._lock = threading.RLock()
        self._thread = threading.Thread(target=self._run, name="stand-in", daemon=True)

    @property
    def url(self) -> str:
        port = self._listening.getsockname()[1]
        return f"tcp://127.0.0.1:{port}" if self._tls is None else f"tls://{socket.getfqdn()}:{port}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End all connections and listen no longer."""
        with self._lock:
            self._is_stopping = True
            serving = dict(self._connections)
        for connection in serving:
            connection.end()
        with suppress(OSError):  # wakes the thread that waits for a console
            self._listening.shutdown(socket.SHUT_RDWR)
        for thread in (self._thread, *serving.values()):
            if thread.is_alive():
                thread.join()
        self._listening.close()

    def wake(self) -> None:
        """Let each connection look at the clock."""
        self._each(Connection.wake)

    def say(self, line: bytes) -> None:
        """Send a line to each console that is connected; any thread may call this."""
        self._each(lambda connection: connection.say(line))

    def _each(self, call: Callable[[Connection], None]) -> None:
        with self._lock:
            for connection in self._connections:
                call(connection)

    def table(self, name: str, connection: Connection) -> ServedTable:
        """The table of a connection, which replaces a console's earlier ones: their end may be noticed late.
        Raises ConnectionEnded if a later connection has replaced this one.
        """
        with self._lock:
            ordered = list(self._connections)
            at = ordered.index(connection)
            if any(later.table_name == name for later in ordered[at + 1 :]):
                raise ConnectionEnded("it has connected again")
            replaced = [earlier for earlier in ordered[:at] if earlier.table_name == name]
            threads = [self._connections[earlier] for earlier in replaced]
        for earlier, thread in zip(replaced, threads, strict=True):
            earlier.end()
            thread.join()
        with self._lock:
            return self._tables.setdefault(name, ServedTable(Waits(self.pace), self._players(name)))

    def connection(self, stream: Stream, wake: Wake) -> Connection:
        return Connection(self, stream, wake)

    def serve(self, end: socket.socket) -> threading.Thread:
        """Serve a console in a thread that ends with it. Raises ConnectionEnded after :meth:`stop`."""
        wake = Wake()
        connection = self.connection(Stream(end, wake), wake)
        thread = threading.Thread(target=self._serve, args=(connection,), name="stand-in", daemon=True)
        with self._lock:
            if self._is_stopping:
                connection.close()
                raise ConnectionEnded("it stops")
            self._connections[connection] = thread
            thread.start()
        return thread

    def _run(self) -> None:
        while not self._is_stopping:
            with suppress(OSError):  # a client without TLS, or the end
                self.serve(self._accepted())

    def _serve(self, connection: Connection) -> None:
        try:
            with suppress(OSError):  # a console that hung up connects again
                connection.serve()
        finally:
            with self._lock:
                del self._connections[connection]
                connection.close()

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


class Connection:
    """A connection to one console, in the thread that calls :meth:`serve`."""

    def __init__(self, server: StandIn, stream: Stream, wake: Wake) -> None:
        self._server, self._stream, self._wake = server, stream, wake
        self._reader = LineReader(LONGEST)
        self._table: ServedTable | None = None
        self.table_name: str | None = None
        """The name of its table; None until the hello has come."""
        self._given = deque[bytes]()
        self._is_ended = threading.Event()

    def serve(self) -> None:
        """Answer the console until the connection ends. Raises OSError if the console ended it."""
        while not self._is_ended.is_set():
            self.turn(self.patience())

    def turn(self, patience: float | None) -> None:
        """Wait for the console so many seconds at most, None: until it says something, and say what is due.
        Raises OSError if the console ended it.
        """
        for line in self._reader.feed(self._stream.turn(patience)):
            try:
                self.hear(line)
            except (msgspec.MsgspecError, RecursionError, LookupError, TypeError) as error:
                raise ConnectionEnded("it is no console") from error
        while self._given:
            self.send(self._given.popleft())
        while self._table and (line_due := self._table.waits.line_due(self._server.now())) is not None:
            self.send(line_due)

    def hear(self, line: bytes) -> None:
        """Take in a line of the console. Raises ConnectionEnded if it gave no hello, or another token."""
        self._server.on_line(line)
        view = read_json(line, type=Seen)
        if "hello" in view:
            if self._server.token not in (None, view.get("token")):
                raise ConnectionEnded("the token is another")
            self.table_name = str(view["table"])
            self._table = self._server.table(self.table_name, self)
            self.send(VIEW)
        elif self._table is None:
            raise ConnectionEnded("it gave no hello")
        elif "trial" in view:
            self.send(answer(view))
        else:
            bets = due(view, self._server.pause)
            # The seats with bets are named before the bets are closed, if both fall together.
            dues = (*self._table.players(view), *((bets,) if bets else ()))
            self._table.waits.look(dues, self._server.now())

    def send(self, line: bytes) -> None:
        self._stream.send(line + b"\n")
        self._server.on_sent(line)

    def say(self, line: bytes) -> None:
        """Send a line as soon as the connection's thread can; any thread may call this."""
        self._given.append(line)
        self._wake.set()

    def end(self) -> None:
        """End it; any thread may call this."""
        self._is_ended.set()
        self._wake.set()

    def wake(self) -> None:
        """Let it look at the clock; any thread may call this."""
        self._wake.set()

    def close(self) -> None:
        self._stream.close()
        self._wake.close()

    def patience(self) -> float | None:
        """The seconds until something is due; None if nothing is."""
        at = self._table.waits.next if self._table else None
        return None if at is None else max(0.0, at - self._server.now())
