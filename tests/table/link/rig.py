"""A table at work with its link, and a journal in memory: what the link's tests stand on."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from console.table.core import Entry, LineJob, ShownTable, Station, SystemClock, View
from console.table.devices import Health
from console.table.link.client import GameServerLink, Outgoing, goes_out
from console.table.link.server import Server, server_at
from console.table.words import encode
from tests.table.core.tables import Driven, words
from tests.table.link.far import SOON

OPEN = b'{"do":"bets","state":"open","seconds":3600}'
CLOSED = b'{"do":"bets","state":"closed"}'
VIEW = b'{"do":"view"}'


class Rig:
    """Station and link, and what they sent; nothing in it sleeps."""

    def __init__(self, server: Server, outgoing: Outgoing | None = None, patience: float = SOON) -> None:
        self.driven = Driven("sv")
        self.shown: queue.Queue[ShownTable] = queue.Queue()
        self.told: queue.Queue[Health] = queue.Queue()
        self.failed: list[Exception] = []
        self.keeps = True
        """Whether what is shown is kept here for the test."""
        self.views: list[View] = []
        """The views that go out after the first one, in their order."""
        self._before: View | None = None
        self.station = Station(self.driven.session, SystemClock(), self._show, self.failed.append)
        self.link = GameServerLink(
            server,
            self.station.offer,
            encoded_view,
            self.told.put,
            self.failed.append,
            journal=self.driven.session.journal_id,
            patience=patience,
            outgoing=outgoing,
            unanswered=lambda: self.station.unanswered,
        )

    def _show(self, shown: ShownTable) -> None:
        self.link.show(shown)
        before, self._before = self._before, shown.view
        if not self.keeps:
            return
        if before is not None and goes_out(before, shown):
            self.views.append(shown.view)
        self.shown.put(shown)

    @property
    def entries(self) -> list[Entry]:
        return self.driven.kept.entries

    def health(self) -> Health:
        return self.told.get(timeout=SOON)

    def taken_over_the_link(self, count: int) -> list[View]:
        """The views of the next lines of the server's, once they have been taken."""
        views: list[View] = []
        while len(views) < count:
            shown = self.shown.get(timeout=SOON)
            if isinstance(shown.job, LineJob) and shown.job.by_link:
                views.append(shown.view)
        return views

    def taken(self, line: bytes) -> View:
        """The view of a line of the window's."""
        self.station.submit(line)
        while True:
            shown = self.shown.get(timeout=SOON)
            if shown.job == LineJob(line):
                return shown.view


def encoded_view(view: View) -> bytes:
    return encode(view, words("en"), words("sv"))


def as_sent(view: View) -> dict[str, Any]:
    """A view as it comes over the line."""
    parsed: dict[str, Any] = msgspec.json.decode(encoded_view(view))
    return parsed


@contextmanager
def linked(to: str | Server, outgoing: Outgoing | None = None, patience: float = SOON) -> Iterator[Rig]:
    """A ready table at work, linked to a server on the loopback."""
    rig = Rig(server_at(to, table="T1") if isinstance(to, str) else to, outgoing, patience)
    rig.station.start()
    rig.link.start()
    try:
        yield rig
    finally:
        rig.link.stop()
        rig.station.stop()
    assert not rig.failed
