"""A beat counts when it has been through the window's loop and the table's thread; a write is waited for."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from console.base.system import notify_socket
from console.base.system.service_notices import NotifySocket
from console.table.ui.window.heartbeat import SPANS, Heartbeat

SPAN = 10_000_000


class Receiver:
    """A service manager's socket that keeps what is sent to it."""

    def __init__(self, watchdog: int | None = SPAN) -> None:
        self.watchdog = watchdog
        self.sent: list[dict[str, str | int]] = []

    def send_fields(self, **values: str | int) -> None:
        self.sent.append(values)

    def beats(self) -> int:
        """Since it was asked last."""
        values, self.sent = self.sent, []
        return sum(each == {"WATCHDOG": 1} for each in values)


class SlowTable:
    """A thread that answers when a test lets it, and a disk that is slow."""

    def __init__(self) -> None:
        self.given: list[Callable[[], None]] = []
        self.writes = False

    def answer(self) -> None:
        self.given.pop()()


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def table() -> SlowTable:
    return SlowTable()


@pytest.fixture
def parent(qtbot: QtBot) -> QObject:
    return QObject()


def test_without_a_table_the_loop_alone_beats(receiver: Receiver, parent: QObject) -> None:
    heart = Heartbeat(receiver, parent)
    heart.ready("waits")
    assert receiver.sent == [{"READY": 1, "STATUS": "waits", "WATCHDOG": 1}]
    heart.beat()
    assert receiver.sent[1:] == [{"WATCHDOG": 1}]


def test_a_table_that_does_not_answer_sends_no_heartbeat(
    receiver: Receiver, table: SlowTable, parent: QObject
) -> None:
    heart = Heartbeat(receiver, parent, lambda: 0.0)
    heart.passes_through(table.given.append, lambda: table.writes)
    heart.ready("at work")
    receiver.beats()
    heart.beat()
    table.answer()
    assert receiver.beats() == 1
    for _ in range(5):
        heart.beat()
    assert receiver.beats() == 0 and len(table.given) == 1, "one beat at a time is under way"
    table.answer()
    assert receiver.beats() == 1


def test_a_slow_disk_is_reported_and_waited_for_but_not_for_ever(
    receiver: Receiver, table: SlowTable, parent: QObject
) -> None:
    now = 0.0
    heart = Heartbeat(receiver, parent, lambda: now)
    heart.passes_through(table.given.append, lambda: table.writes)
    heart.ready("at work", "slow")
    table.writes = True
    heart.beat()
    receiver.sent.clear()
    now = heart.span * SPANS - 1
    heart.beat()
    assert receiver.sent == [{"WATCHDOG": 1, "STATUS": "slow"}]
    table.answer()
    assert receiver.sent[1:] == [{"WATCHDOG": 1, "STATUS": "at work"}]
    heart.beat()
    receiver.sent.clear()
    now += heart.span * SPANS
    heart.beat()
    assert receiver.sent == [], "it does not come back from there"


def test_a_table_that_is_opened_again_has_as_long_as_a_first_start(
    receiver: Receiver, table: SlowTable, parent: QObject
) -> None:
    heart = Heartbeat(receiver, parent)
    heart.opens()
    assert receiver.sent == [], "the unit itself says how long a first start may take"
    heart.ready("waits")
    heart.opens()
    assert int(receiver.sent[-1]["WATCHDOG_USEC"]) > SPAN
    heart.ready("at work")
    assert receiver.sent[-1]["WATCHDOG_USEC"] == SPAN
    heart.ends()
    assert receiver.sent[-1] == {"STOPPING": 1}


def test_without_a_watchdog_no_beats_are_sent(parent: QObject) -> None:
    receiver = Receiver(None)
    heart = Heartbeat(receiver, parent)
    heart.ready("at work")
    assert receiver.sent == [{"READY": 1, "STATUS": "at work", "WATCHDOG": 1}] and not heart._timer.isActive()


def test_the_timer_beats_by_itself(receiver: Receiver, qtbot: QtBot, parent: QObject) -> None:
    receiver.watchdog = 40_000
    heart = Heartbeat(receiver, parent)
    heart.ready("at work")
    receiver.sent.clear()
    qtbot.waitUntil(lambda: len(receiver.sent) > 1)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is Linux's")
@pytest.mark.parametrize("abstract", [False, True])
def test_a_notification_is_one_datagram_and_its_variables_leave_the_environment(
    tmp_path: Path, abstract: bool
) -> None:
    name = f"@{tmp_path.name}" if abstract else str(tmp_path / "s")
    environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "5000", "WATCHDOG_PID": "1", "HOME": "/"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind("\0" + name[1:] if abstract else name)
        socket_of_manager = notify_socket(environ)
        assert (
            socket_of_manager is not None and socket_of_manager.watchdog == 5000 and environ == {"HOME": "/"}
        )
        socket_of_manager.send_fields(READY=1, STATUS="Tisch 7:\nbereit\nWATCHDOG=1")
        assert there.recv(4096).decode() == "READY=1\nSTATUS=Tisch 7: bereit WATCHDOG=1"
    socket_of_manager.send_fields(WATCHDOG=1)  # nobody is there any more
    socket_of_manager.close()


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1"}])
def test_without_a_listener_there_is_no_socket(environ: dict[str, str]) -> None:
    assert notify_socket(environ) is None


def test_a_full_socket_does_not_block(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "s"))
        sender = NotifySocket(str(tmp_path / "s"))
        for _ in range(5_000):
            sender.send_fields(WATCHDOG=1)
        sender.close()
