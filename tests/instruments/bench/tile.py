"""The time from a table's commit to its painted tile on a wall of 200 tables, beside a bare LISTEN loop.

Ours is the whole way: the entry is committed in the journal, the shipper's thread sends it with the table's
state, the server hints, the window reads all tables and paints the tile. Theirs commits the same entry in a
journal, INSERTs it with a NOTIFY, and is done when another connection has heard that. Both on one machine.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from console.base.words import Words
from console.floor.desk import PostgresDesk
from console.floor.door import PostgresDoor
from console.floor.embedded import Server
from console.floor.operation import add_table, add_window
from console.floor.self_report import Call, CallKind, SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.ui.floor_window import FloorWindow, WallOptions
from console.floor.ui.wall_tiles import TableTile
from console.table.core import SystemClock
from console.table.people.table_people import TrainingPeople
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import compared
from tests.instruments.bench.play import GAME, lines_and_entries, opened

OURS = "W1"
CALM = SelfReport(standing=TableStanding.PLAYING, since=datetime(2026, 5, 1, 3, tzinfo=UTC), round_open=True)
APART = 1.2
"""Seconds between two changes of the table: it is hinted at once a second."""
LONGEST = 10.0
LEAST_PAIRS = 15
HOW = "a call or its end, from the commit until its tile is painted; theirs: commit, INSERT, NOTIFY, heard"
Admin = psycopg.Connection[tuple[Any, ...]]


class Wall(NamedTuple):
    """A window before which somebody waits for the next paint of one tile."""

    turn: Callable[[Callable[[], None], bool], float]
    """Does something, and waits until the tile shows that the table calls, or does not; seconds."""


def measure(folder: Path, server: Server, admin: Admin, pairs: int) -> Measured:
    """At the size of a wall's screen; the other tables stand still, and this one has no history."""
    admin.execute(b"UPDATE floor.state SET heard = now() + interval '1 hour'")
    known = add_table(admin, OURS, studio="Riga", game="baccarat", rules="sv", room="A", switch="A1")
    dsn = f"{server.dsn} user={known.account}"
    entries, theirs_too, calls = (
        cycle(lines_and_entries(2_000)[1]),
        cycle(lines_and_entries(2_000)[1]),
        count(1),
    )
    told = CALM
    (folder / "tile").mkdir()
    with (
        opened(folder / "tile" / "ours.db") as ours,
        opened(folder / "tile" / "theirs.db") as theirs,
        _wall(server, admin) as wall,
        _listening(server, admin) as heard,
    ):
        shipper = Shipper(
            folder / "tile" / "ours.db", PostgresDoor(dsn, OURS), GAME, state=lambda held: encode_report(told)
        )
        shipping = ShippingThread(shipper)
        shipping.start()

        def to_the_tile() -> float:
            nonlocal told
            number = next(calls)
            calling = bool(number % 2)
            call = Call(number=number, kind=CallKind.CALL, since=datetime.now(UTC)) if calling else None

            def commit() -> None:
                nonlocal told
                ours.append([next(entries)])
                told = replace(CALM, entry=number, call=call)
                shipping.wake()

            return wall.turn(commit, calling)

        def to_the_listener() -> float:
            entry = next(theirs_too)

            def commit() -> None:
                theirs.append([entry])

            return heard(commit)

        try:
            taken = compared(to_the_tile, to_the_listener, max(pairs, LEAST_PAIRS))
        finally:
            shipping.stop()
    return Measured.span("commit to tile", taken, "ms", 2, HOW)


@contextmanager
def _wall(server: Server, admin: Admin) -> Iterator[Wall]:
    application = QApplication.instance() or QApplication([])
    account = add_window(admin, "bench tile", studio="Riga", role="boss")
    desk = PostgresDesk(f"{server.dsn} user={account}")
    silent = WallOptions(beep=lambda: None)
    window = FloorWindow(desk, TrainingPeople(()), Words("de"), "Riga", clock=SystemClock(), options=silent)
    window.resize(1920, 1080)
    paint, loop = TableTile.paintEvent, QEventLoop()
    wanted: bool | None = None
    painted = 0.0

    def watched(self: TableTile, event: QPaintEvent) -> None:
        nonlocal painted, wanted
        paint(self, event)
        tile = self.tile
        if (
            tile is not None
            and tile.table == OURS
            and wanted is not None
            and (tile.item is not None) is wanted
        ):
            painted, wanted = time.perf_counter(), None
            loop.quit()

    def turn(commit: Callable[[], None], calling: bool) -> float:
        nonlocal wanted
        QTimer.singleShot(round(1e3 * APART), loop.quit)
        loop.exec()  # the window goes on meanwhile: nothing waits in it when the time begins
        wanted = calling
        begun = time.perf_counter()
        commit()
        late = QTimer(singleShot=True, interval=round(1e3 * LONGEST))
        late.timeout.connect(loop.quit)
        late.start()
        loop.exec()
        late.stop()
        assert wanted is None, f"the tile of {OURS} was not painted in {LONGEST} s"
        return painted - begun

    TableTile.paintEvent = watched  # type: ignore[method-assign]
    window.show()
    window.start()
    try:
        until = time.monotonic() + LONGEST
        while not window.alarms.moment.tiles:
            application.processEvents()
            assert time.monotonic() < until, "the wall hears nothing"
        yield Wall(turn)
    finally:
        window.close()
        TableTile.paintEvent = paint  # type: ignore[method-assign]


@contextmanager
def _listening(server: Server, admin: Admin) -> Iterator[Callable[[Callable[[], None]], float]]:
    """A connection that says so when it hears a notification, and one that sends it with a row."""
    admin.execute(b"CREATE TABLE public.bare (number bigint, packed bytea)")
    with (
        psycopg.connect(admin.info.dsn, autocommit=True) as ear,
        psycopg.connect(admin.info.dsn, autocommit=True) as mouth,
    ):
        ear.execute(b"LISTEN bare")
        said, ended = threading.Event(), threading.Event()
        when = [0.0]

        def listen() -> None:
            while not ended.is_set():
                if select.select([ear.fileno()], [], [], 0.2)[0]:
                    ear.pgconn.consume_input()
                    while ear.pgconn.notifies() is not None:
                        when[0] = time.perf_counter()
                        said.set()

        def heard(commit: Callable[[], None]) -> float:
            said.clear()
            begun = time.perf_counter()
            commit()
            with mouth.transaction():
                mouth.execute(b"INSERT INTO public.bare VALUES (1, %b)", (bytes(300),))
                mouth.execute(b"NOTIFY bare")
            assert said.wait(LONGEST), "nothing was heard"
            return when[0] - begun

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield heard
        finally:
            ended.set()
            thread.join()
