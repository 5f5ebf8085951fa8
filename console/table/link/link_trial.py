"""A trial of the link: the console asks the game server for lines, and measures how long each answer takes.

It is offered in a field that a line out may have beside those of the table protocol, ``"trial":{"ask":7,
"for":"bets_open"}``. A server that takes part answers each with the requested line (``bets`` open or closed,
``view``) and with the number in its own field: ``"trial":7``, and ``"round"``, the id of the round that it
was shown. A server that does not know the field goes on as ever, and nothing is tried.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from console.base.system import read_json
from console.table.core.state.views import TrialQuestion, TrialRequest, View
from console.table.link.client import GameServerLink

_LOOK: Final = 0.1
"""Seconds between two looks whether somebody still waits."""


LINES: Final = {
    TrialRequest.VIEW: {"do": "view"},
    TrialRequest.BETS_OPEN: {"do": "bets", "state": "open"},
    TrialRequest.BETS_CLOSED: {"do": "bets", "state": "closed"},
}
"""The line to come for each request."""


def answer(view: dict[str, Any]) -> bytes:
    """The line of a game server that takes part, for a view with a question; it opens no bets by itself."""
    asked, shown = view["trial"], view["round"]
    named = {"trial": asked["ask"], "round": shown["id"] if shown else None}
    return msgspec.json.encode({**LINES[TrialRequest(asked["for"])], **named})


class ServerAnswer(NamedTuple):
    """The server's answer."""

    line: bytes
    took: float
    """Milliseconds from the question until it was here."""
    is_right: bool
    """Whether the line is the requested one."""
    round: str
    """The id of the round that the server was shown; empty without one."""


class LinkTrial:
    """Asks one question after the other; :meth:`ask` is called in a thread that may wait. Each connection is
    first asked once beside the table's own view: only a server that answers sees others.
    """

    def __init__(self, link: GameServerLink, written: Callable[[View], bytes]) -> None:
        """``written`` makes a line of a view."""
        self._link, self._written = link, written
        self._lock = threading.Lock()
        self._last = secrets.randbelow(2**31)  # so a late answer of an earlier trial has another number
        self._number, self._greeting, self._asked = 0, 0, TrialRequest.VIEW
        self._view: View | None = None
        self._due = False
        self.is_agreed = False
        self.breaks = 0
        """The number of reconnections since the trial began."""
        self._sent = 0.0
        self._answer: ServerAnswer | None = None
        self._came = threading.Event()

    def __enter__(self) -> LinkTrial:
        self._link.lend(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._link.take_back(self)

    def ask(
        self, request: TrialRequest, view: View, timeout: float, is_wanted: Callable[[], bool] = lambda: True
    ) -> ServerAnswer | None:
        """Show the server a view and ask it for a line. None if it does not come within ``timeout`` seconds,
        or ``is_wanted`` says that nobody waits.
        """
        with self._lock:
            self._asked, self._view, self._answer, self._due = request, view, None, True
            self._came.clear()
        self._link.speak()
        until = time.monotonic() + timeout
        while (left := until - time.monotonic()) > 0 and is_wanted():
            if self._came.wait(min(left, _LOOK)):
                return self._answer
        return None

    # --- in the link's thread ---------------------------------------------------------------------

    def on_connection(self) -> None:
        """Ask the server again whether it takes part, and then the question that it has not answered."""
        with self._lock:
            self.is_agreed, self._greeting, self.breaks = False, 0, self.breaks + 1
            self._due = self._view is not None and self._answer is None

    def says(self) -> bytes | None:
        with self._lock:
            if not self.is_agreed:
                view = None if self._greeting else self._link.latest
                if view is None:
                    return None
                self._greeting = self._next()
                return self._question(view, self._greeting, TrialRequest.VIEW)
            if not self._due or self._view is None:
                return None
            self._number = self._next()
            line = self._question(self._view, self._number, self._asked)
            self._due, self._sent = False, time.perf_counter()
            return line

    def hears(self, number: int, line: bytes) -> None:
        """Take an answer; a late answer is dropped."""
        now = time.perf_counter()
        fields: Any = read_json(line)
        with self._lock:
            if self._greeting and number == self._greeting and fields.get("do") == TrialRequest.VIEW:
                self.is_agreed = True
                self._link.speak()
            elif number == self._number and self.is_agreed and not self._due and self._answer is None:
                wanted = LINES[self._asked]
                right = all(fields.get(field) == value for field, value in wanted.items())
                self._answer = ServerAnswer(
                    line, 1e3 * (now - self._sent), right, str(fields.get("round") or "")
                )
                self._came.set()

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _question(self, view: View, number: int, request: TrialRequest) -> bytes:
        field = msgspec.json.encode(TrialQuestion(number, request))
        return self._written(view)[:-1] + b',"trial":' + field + b"}"
