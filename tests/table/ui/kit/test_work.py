"""Work that a window waits for is done in coroutines: its progress is shown, and it ends with its screen."""

from __future__ import annotations

import subprocess
import sys
import threading
from asyncio import CancelledError
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.table.people.errors import BadLength, Unwritable
from console.table.ui.kit.work import Progress, Work, begin, end, in_thread

CHECKOUT = Path(__file__).parents[4]


class Slow:
    """Work of many entries, which stands still at each until it is let go."""

    def __init__(self) -> None:
        self.begun, self.left, self.shares = threading.Event(), threading.Event(), threading.Semaphore(0)
        self.answers: list[bool] = []

    def __call__(self, going_on: Progress) -> str:
        self.begun.set()
        for entry in range(1_000_000):
            assert self.shares.acquire(timeout=60)
            self.answers.append(going_on(entry / 100))
            if not self.answers[-1]:
                break
        self.left.set()
        return "something"


class WaitingScreen(QObject):
    """A screen that waits for work and shows its progress."""

    def __init__(self, slow: Slow) -> None:
        super().__init__()
        self.shares, self.failed, self.came = list[float](), list[Exception](), list[str]()
        self.stopped = list[Slow]()
        """The work that was begun, and for which nobody waits any more."""
        self.work = Work(self, self.failed.append, self.shares.append)
        self.work.begin(self.waiting(slow))

    async def waiting(self, slow: Slow) -> None:
        try:
            self.came.append(await self.work.of(slow))
        except CancelledError:
            self.stopped.append(slow)
            raise


def test_progress_is_shown_and_a_stop_is_answered_while_the_disk_still_stands(qtbot: QtBot) -> None:
    slow = Slow()
    screen = WaitingScreen(slow)
    for _ in range(3):
        slow.shares.release()
    qtbot.waitUntil(lambda: screen.shares == [0, 0.01, 0.02])
    assert screen.work.busy and screen.work.stop()
    assert not screen.work.busy and not slow.left.is_set(), "the thread waits for its disk alone"
    qtbot.waitUntil(lambda: screen.stopped == [slow])
    slow.shares.release()
    qtbot.waitUntil(slow.left.is_set)
    QApplication.processEvents()
    assert slow.answers == [True, True, True, False]
    assert (screen.came, screen.failed, screen.shares) == ([], [], [0, 0.01, 0.02])


def test_a_thread_learns_of_a_stop_before_the_loop_turns(qtbot: QtBot) -> None:
    slow = Slow()
    screen = WaitingScreen(slow)
    qtbot.waitUntil(slow.begun.is_set)
    screen.work.stop()
    slow.shares.release()
    assert slow.left.wait(60)
    assert slow.answers == [False]
    qtbot.waitUntil(lambda: screen.stopped == [slow])


def test_work_that_a_screen_waits_for_ends_with_the_screen(qtbot: QtBot) -> None:
    slow = Slow()
    screen = WaitingScreen(slow)
    qtbot.waitUntil(slow.begun.is_set)
    with qtbot.waitSignal(screen.destroyed):
        screen.deleteLater()
    qtbot.waitUntil(lambda: screen.stopped == [slow])
    slow.shares.release()
    qtbot.waitUntil(slow.left.is_set)
    assert slow.answers == [False]


def test_newer_work_replaces_the_earlier_one(qtbot: QtBot) -> None:
    slow, newer = Slow(), Slow()
    screen = WaitingScreen(slow)
    qtbot.waitUntil(slow.begun.is_set)
    never = Slow()
    screen.work.begin(screen.waiting(never))  # not even begun
    screen.work.begin(screen.waiting(newer))
    qtbot.waitUntil(newer.begun.is_set)
    assert screen.stopped == [slow] and not never.begun.is_set()
    slow.shares.release()
    qtbot.waitUntil(slow.left.is_set)
    assert slow.answers == [False]
    newer.shares.release()
    qtbot.waitUntil(lambda: screen.shares == [0])
    assert screen.work.stop()
    qtbot.waitUntil(lambda: screen.stopped == [slow, newer])
    newer.shares.release()
    qtbot.waitUntil(newer.left.is_set)


@pytest.mark.parametrize("error", [None, Unwritable("people.json", "")])
def test_a_full_disk_is_logged_and_is_no_bug(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, error: Unwritable | None
) -> None:
    """By itself, and behind a refusal that says less of it."""
    screen = WaitingScreen(Slow())

    def full(_: Progress) -> str:
        full = OSError(28, "no space left")
        if error is None:
            raise full
        raise error from full

    async def waiting() -> None:
        await screen.work.of(full)

    screen.work.begin(waiting())
    qtbot.waitUntil(lambda: bool(screen.failed))
    qtbot.waitUntil(lambda: not screen.work.busy)
    assert "no space left" in caplog.text


def test_a_refusal_that_the_screen_says_leaves_no_trace_in_the_log(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistyped PIN wrote one to the system's journal, where it looked like a fault."""
    screen = WaitingScreen(Slow())

    def refused(_: Progress) -> str:
        raise BadLength(6, 8)

    async def waiting() -> None:
        await screen.work.of(refused)

    screen.work.begin(waiting())
    qtbot.waitUntil(lambda: bool(screen.failed))
    qtbot.waitUntil(lambda: not screen.work.busy)
    assert not caplog.text


def test_the_end_waits_until_everything_has_let_go(qtbot: QtBot) -> None:
    gone = list[str]()

    async def holds(name: str) -> None:
        try:
            await in_thread(lambda _: threading.Event().wait(0))
            while True:
                await in_thread(lambda _: None)
        finally:
            await in_thread(lambda _: gone.append(name))

    for name in ("a report", "a check"):
        begin(holds(name))
    QApplication.processEvents()
    end()
    assert sorted(gone) == ["a check", "a report"]


def test_no_start_pays_for_asyncio() -> None:
    loaded = "sys.modules.keys() & {'asyncio', 'qasync'}"
    code = f"import sys, console.table.ui, console.app.start; assert not {loaded}"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)
