"""A beat counts when it has been through the window's loop and the table's thread; a write is waited for."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from console.notify_socket import NotifySocket, notify_socket
from console.ui.window.heartbeat import SPANS, Heartbeat

SPAN = 10_000_000


class Heard:
    """What a service manager would have been told."""

    def __init__(self, watchdog: int | None = SPAN) -> None:
        self.watchdog = watchdog
        self.said: list[dict[str, str | int]] = []

    def tell(self, **said: str | int) -> None:
        self.said.append(said)

    def beats(self) -> int:
        """Since it was asked last."""
        said, self.said = self.said, []
        return sum(each == {"WATCHDOG": 1} for each in said)


class Table:
    """A thread that answers when it is told to, and a disk that takes its time."""

    def __init__(self) -> None:
        self.given: list[Callable[[], None]] = []
        self.writes = False

    def answer(self) -> None:
        self.given.pop()()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def parent(qtbot: QtBot) -> QObject:
    return QObject()


def test_without_a_table_the_loop_alone_beats(heard: Heard, parent: QObject) -> None:
    heart = Heartbeat(heard, parent)
    heart.ready("waits")
    assert heard.said == [{"READY": 1, "STATUS": "waits", "WATCHDOG": 1}]
    heart.beat()
    assert heard.said[1:] == [{"WATCHDOG": 1}]


def test_a_table_that_does_not_answer_is_told_by_silence(heard: Heard, table: Table, parent: QObject) -> None:
    heart = Heartbeat(heard, parent, lambda: 0.0)
    heart.passes_through(table.given.append, lambda: table.writes)
    heart.ready("at work")
    heard.beats()
    heart.beat()
    table.answer()
    assert heard.beats() == 1
    for _ in range(5):
        heart.beat()
    assert heard.beats() == 0 and len(table.given) == 1, "one beat at a time is under way"
    table.answer()
    assert heard.beats() == 1


def test_a_slow_disk_is_said_and_waited_for_and_not_for_ever(
    heard: Heard, table: Table, parent: QObject
) -> None:
    now = 0.0
    heart = Heartbeat(heard, parent, lambda: now)
    heart.passes_through(table.given.append, lambda: table.writes)
    heart.ready("at work", "slow")
    table.writes = True
    heart.beat()
    heard.said.clear()
    now = heart.span * SPANS - 1
    heart.beat()
    assert heard.said == [{"WATCHDOG": 1, "STATUS": "slow"}]
    table.answer()
    assert heard.said[1:] == [{"WATCHDOG": 1, "STATUS": "at work"}]
    heart.beat()
    heard.said.clear()
    now += heart.span * SPANS
    heart.beat()
    assert heard.said == [], "it does not come back from there"


def test_a_table_that_is_opened_again_has_as_long_as_a_first_start(
    heard: Heard, table: Table, parent: QObject
) -> None:
    heart = Heartbeat(heard, parent)
    heart.opens()
    assert heard.said == [], "the unit itself says how long a first start may take"
    heart.ready("waits")
    heart.opens()
    assert int(heard.said[-1]["WATCHDOG_USEC"]) > SPAN
    heart.ready("at work")
    assert heard.said[-1]["WATCHDOG_USEC"] == SPAN
    heart.ends()
    assert heard.said[-1] == {"STOPPING": 1}


def test_where_nobody_waits_for_beats_none_are_made(parent: QObject) -> None:
    heard = Heard(None)
    heart = Heartbeat(heard, parent)
    heart.ready("at work")
    assert heard.said == [{"READY": 1, "STATUS": "at work", "WATCHDOG": 1}] and not heart._timer.isActive()


def test_the_timer_beats_by_itself(heard: Heard, qtbot: QtBot, parent: QObject) -> None:
    heard.watchdog = 40_000
    heart = Heartbeat(heard, parent)
    heart.ready("at work")
    heard.said.clear()
    qtbot.waitUntil(lambda: len(heard.said) > 1)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is Linux's")
@pytest.mark.parametrize("abstract", [False, True])
def test_what_is_told_is_one_datagram_and_the_environment_is_left_without_it(
    tmp_path: Path, abstract: bool
) -> None:
    name = f"@{tmp_path.name}" if abstract else str(tmp_path / "s")
    environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "5000", "WATCHDOG_PID": "1", "HOME": "/"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind("\0" + name[1:] if abstract else name)
        told = notify_socket(environ)
        assert told is not None and told.watchdog == 5000 and environ == {"HOME": "/"}
        told.tell(READY=1, STATUS="Tisch 7:\nbereit\nWATCHDOG=1")
        assert there.recv(4096).decode() == "READY=1\nSTATUS=Tisch 7: bereit WATCHDOG=1"
    told.tell(WATCHDOG=1)  # nobody is there any more
    told.close()


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1"}])
def test_where_nobody_listens_there_is_no_socket(environ: dict[str, str]) -> None:
    assert notify_socket(environ) is None


def test_a_full_socket_keeps_nobody_waiting(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "s"))
        told = NotifySocket(str(tmp_path / "s"))
        for _ in range(5_000):
            told.tell(WATCHDOG=1)
        told.close()
