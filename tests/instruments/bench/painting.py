"""The time from a card's bytes on the wire to its painted prompt, with the durable commit; and a slow disk.

Ours is the console whole: its link's thread, the table's thread with journal and rules, its window. The
floor is what nobody can do without: a QSocketNotifier, one chained commit (WAL, synchronous FULL), a label's
text, all in one thread. Both end when the paint of what the dealer reads has been done, in one process, in
turn. The table of blackjack has all its seats taken, and a game server that gets every view, for without
one it does not play; of its cards those count after which the prompt reads otherwise.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QEventLoop, QSize, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from console.app.console_at_table import Console
from console.table.config import DeviceConfig, LinkConfig, TableConfig
from console.table.core import Mode, NoteKind, SystemClock, lines
from console.table.core import Table as State
from console.table.devices import DeviceRole
from console.table.devices.models.angel_eye import dealt_frame
from console.table.devices.readings import ShoePlace, Target
from console.table.game import Card, load_rulebook
from console.table.journal import Identity, SqliteJournal
from console.table.ui.dealer.prompt import PromptPanel
from console.table.ui.kit import theme
from tests.instruments.bench import seven_seats
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.pairs import Compared, of_pairs
from tests.instruments.bench.play import FIRST, SV, line_of, lines_and_entries, opened

CARDS = 40
"""Cards a turn, each beside a byte of the floor."""
COMMIT = 2.0
"""Seconds that the slow disk takes."""
WARM = 1_200
"""Commits before any is timed: both logs have their full length then."""
PATIENCE = 60.0
FRAME = dealt_frame("1", ShoePlace(Target.PLAYER, 1), Card("9H"))
FLOOR_TABLE = "CREATE TABLE entry (number INTEGER PRIMARY KEY, event TEXT, digest BLOB, chain BLOB) STRICT"


class TimedPlay(NamedTuple):
    """A table and what happens at it: lines, and whether each is a card that is timed."""

    identity: Identity
    first: State
    device: Literal["shoe", "reader"]
    lines: Iterator[tuple[bytes, bool]]
    server: str | None = None
    """Where its game server is."""


def measure(folder: Path, pairs: int) -> list[Measured]:
    """The way of a byte at a table of each game, then the window beside a slow disk."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    with ExitStack() as stack:
        table = ConsoleOnPty(folder / "baccarat", TimedPlay(SV, FIRST, "shoe", _coups()), stack)
        baccarat = _beside_floor(table, folder / "baccarat", pairs)
        gap, showed_saving = table.on_a_slow_disk()
        table.hide()
    with ExitStack() as stack:
        told = Told(stack)
        rounds = TimedPlay(
            seven_seats.SEVEN, seven_seats.AT_FIRST, "reader", seven_seats.timed_lines(), told.url
        )
        table = ConsoleOnPty(folder / "blackjack", rounds, stack)
        blackjack = _beside_floor(table, folder / "blackjack", pairs)
        table.hide()
    how = (
        f"pairs of {CARDS} cards, each beside a byte of the floor's, median of a turn; ours: link's thread, "
        f"table's thread, window; theirs: QSocketNotifier, chained commit, QLabel"
    )
    alive = Measured(
        "the window under a slow disk",
        f"{gap * 1000:.0f} ms",
        f"{COMMIT * 1000:.0f} ms",
        None,
        "<= 200 ms",
        gap <= 0.2 and showed_saving,
        f"the longest that a 10 ms timer waited while one commit slept; 'saving' shown: {showed_saving}",
    )
    seven = "blackjack, seven seats taken, views told to a game server; "
    return [
        Measured.span("byte to painted prompt", baccarat, "ms", 2.5, how),
        Measured.span("the same at blackjack", blackjack, "ms", 2.5, seven + how),
        alive,
    ]


def _coups() -> Iterator[tuple[bytes, bool]]:
    """Thousands of cards more than are ever asked for."""
    for line in lines_and_entries(20_000)[0]:
        parsed = lines.parse(line)
        yield line, isinstance(parsed, lines.Device) and bytes.fromhex(parsed.hex)[2:3] == b"D"


def _beside_floor(table: ConsoleOnPty, folder: Path, pairs: int) -> Compared:
    floor = BarePath(folder, table.prompt_size)
    return of_pairs([_turn(table, floor) for _ in range(pairs + 1)][1:])


def _turn(table: ConsoleOnPty, floor: BarePath) -> tuple[float, float]:
    """The medians of one turn."""
    taken = [(table.card(), floor.byte()) for _ in range(CARDS)]
    of: Compared = of_pairs(taken)
    return of.ours, of.theirs


def until(true: Callable[[], bool]) -> None:
    """Turn the event loop until something is so."""
    application, end = QApplication.instance(), perf_counter() + PATIENCE
    assert application is not None
    while not true():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        assert perf_counter() < end, "nothing came of it"


def settle() -> None:
    """Do all that is left of the last one, so that nobody pays for another's paint."""
    application = QApplication.instance()
    assert application is not None
    for _ in range(5):
        application.processEvents()


class Told:
    """A game server that receives every view and drops it; it sends nothing after its first line."""

    def __init__(self, stack: ExitStack) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        stack.callback(self._listening.close)
        self.url = f"tcp://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with self._listening.accept()[0] as end:
            end.sendall(line_of("view") + b"\n")  # the link is well from now on
            while end.recv(1 << 16):
                pass


class ConsoleOnPty:
    """The console on a pty; what is sent are the lines of a table that was played before."""

    def __init__(self, folder: Path, play: TimedPlay, stack: ExitStack) -> None:
        folder.mkdir()
        opened(folder / "table.db", play.identity, play.first).close()
        self._end, port = os.openpty()
        tty.setraw(port)
        self._lines = play.lines
        self._painted = 0.0
        self._watch(stack)
        self._console = Console(
            TableConfig(
                mode=Mode.LIVE,
                name=play.identity.table,
                game=play.identity.game,
                rules=play.identity.rules,
                language="sv",
                journal=folder / "table.db",
                people=folder / "people.json",
                devices=(DeviceConfig.usual(DeviceRole(play.device), os.ttyname(port)),),
                betting_pause=60,
                link=None if play.server is None else LinkConfig(play.server),
            ),
            load_rulebook(play.identity.rules),
            SystemClock(),
            stack,
        )
        self._console.open(full_screen=False)
        self._window = self._console.window
        ends = 1 if play.server is None else 2
        until(lambda: self._entry >= ends)  # what is connected is so, and that recorded
        for _ in range(WARM):
            self._console.station.note(NoteKind.LOCKED)
        until(lambda: self._entry >= WARM + ends)

    def _watch(self, stack: ExitStack) -> None:
        """Note when a prompt that says something new has been painted."""
        paint, said = PromptPanel.paintEvent, None

        def watched(panel: PromptPanel, event: QPaintEvent) -> None:
            nonlocal said
            paint(panel, event)
            if panel.text != said:
                said, self._painted = panel.text, perf_counter()

        PromptPanel.paintEvent = watched  # type: ignore[assignment, method-assign]
        stack.callback(setattr, PromptPanel, "paintEvent", paint)

    @property
    def prompt_size(self) -> QSize:
        """The size of the console's prompt."""
        return self._window.dealer.prompt.size()

    @property
    def _entry(self) -> int:
        return (
            0
            if self._window.people_here.shown_table is None
            else self._window.people_here.shown_table.view.entry
        )

    def hide(self) -> None:
        """Take the window away: it is measured no more."""
        self._window.hide()

    def card(self) -> float:
        """Seconds from the next card's bytes to its prompt; what people do before it is not measured."""
        line, is_timed = next(self._lines)
        while not is_timed:
            self._take(line)
            line, is_timed = next(self._lines)
        begun = self._take(line)
        until(lambda: self._painted > begun)
        return self._painted - begun

    def _take(self, line: bytes) -> float:
        """When the line was sent; returns once the window has its view."""
        received = _bytes_of(line)
        settle()
        entry, begun = self._entry, perf_counter()
        if received:
            os.write(self._end, received)
        else:
            self._console.station.submit(line)
        until(lambda: self._entry > entry)
        return begun

    def on_a_slow_disk(self) -> tuple[float, bool]:
        """The longest wait of a timer in the window's thread while a commit sleeps; whether that was said."""
        append, gaps, saving = SqliteJournal.append, [0.0], [False]

        def slow(journal: SqliteJournal, *what: Any, **named: Any) -> int:
            sleep(COMMIT)
            return append(journal, *what, **named)

        def ticked() -> None:
            now, gaps[0] = perf_counter(), max(gaps[0], perf_counter() - last[0])
            last[0] = now
            view = self._window.people_here.view
            saving[0] |= view is not None and view.console.saving

        timer = QTimer(interval=10, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(ticked)
        SqliteJournal.append = slow  # type: ignore[assignment, method-assign]
        last = [perf_counter()]
        timer.start()
        try:
            self.card()
        finally:
            SqliteJournal.append = append  # type: ignore[method-assign]
            timer.stop()
        return gaps[0], saving[0]


def _bytes_of(line: bytes) -> bytes:
    parsed = lines.parse(line)
    return bytes.fromhex(parsed.hex) if isinstance(parsed, lines.Device) else b""


class BarePath:
    """One thread: bytes by a notifier, one chained commit, a label's text."""

    def __init__(self, folder: Path, size: QSize) -> None:
        self._end, port = os.openpty()
        tty.setraw(port)
        os.set_blocking(port, False)
        self._port = port
        self._connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", FLOOR_TABLE):
            self._connection.execute(statement)
        self._last, self._chain, self._painted = 0, bytes(32), 0.0
        for _ in range(WARM):
            self._commit("warming")
        self._label = self._shown_label(size)
        self._notifier = QSocketNotifier(port, QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._read)

    def _shown_label(self, size: QSize) -> QLabel:
        floor = self

        class Label(QLabel):
            def paintEvent(self, event: QPaintEvent) -> None:
                super().paintEvent(event)
                floor._painted = perf_counter()

        self._window = QMainWindow()
        # As large as the console's prompt and in its letters, and fixed: else each new text would lay the
        # window out again.
        label = Label("Dra kort", self._window)
        label.setFont(theme.font(60, bold=True))
        label.setFixedSize(size)
        self._window.resize(1280, 800)
        self._window.show()
        return label

    def _read(self) -> None:
        self._commit(os.read(self._port, 4096).hex())
        self._label.setText(f"Dra kort {self._last}")

    def _commit(self, event: str) -> None:
        self._last += 1
        digest = sha256(event.encode()).digest()
        self._chain = sha256(self._chain + digest).digest()
        self._connection.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?)", (self._last, event, digest, self._chain)
        )

    def byte(self) -> float:
        """Seconds from bytes to paint."""
        settle()
        begun = perf_counter()
        os.write(self._end, FRAME)
        until(lambda: self._painted > begun)
        return self._painted - begun
