"""The link over a pty and a loopback socket: every byte, unplugged and plugged in again, a clean end."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import queue
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from glob import iglob
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from console.table.devices.catalogue import DeviceModel
from console.table.devices.health import Health
from console.table.devices.port import SerialLink, _open_elsewhere
from console.table.devices.simulation.wire import PtyWire

QUIET = DeviceModel.CAMMEGH.made.never_quiet
SOON = 60.0
"""Seconds after which something that was waited for has not come."""


class TcpWire:
    """A serial server of one port on the loopback, as the boxes between a shoe and a network are."""

    def __init__(self) -> None:
        self._server: socket.socket | None = None
        self._reader: socket.socket | None = None
        self._address = ("127.0.0.1", 0)
        self.plug_in()

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._address[1]}"

    @property
    def listening(self) -> bool:
        """Whether a client is connected; accepts one that waits."""
        if self._reader is not None:
            self._reader.setblocking(False)
            with suppress(BlockingIOError):
                return bool(self._reader.recv(1))
        elif self._server is not None:
            with suppress(BlockingIOError):
                self._reader = self._server.accept()[0]
        return self._reader is not None

    def plug_in(self) -> None:
        self._server = socket.create_server(self._address)
        self._server.setblocking(False)
        self._address = self._server.getsockname()[:2]

    def unplug(self) -> None:
        """Hang up, and accept no client."""
        for end in (self._reader, self._server):
            if end is not None:
                end.close()
        self._reader = self._server = None

    close = unplug

    def write(self, data: bytes) -> None:
        assert self._reader is not None
        self._reader.sendall(data)


class Ends:
    """A wire, the link at its near end, and what the link reported."""

    def __init__(self, wire: PtyWire | TcpWire, silent_after: float | None = None) -> None:
        self.wire = wire
        self.received: queue.Queue[bytes] = queue.Queue()
        self.told: queue.Queue[Health] = queue.Queue()
        self.moment = 0.0
        """The time by the link's clock; a connection that lasts for less than a second ended at once."""
        self.link = SerialLink(
            wire.url, self.received.put, self.told.put, silent_after=silent_after, now=lambda: self.moment
        )
        self.link.start()

    def health(self) -> Health:
        return self.told.get(timeout=SOON)

    def bytes_like(self, sent: bytes) -> bytes:
        """The bytes received, once they are as many as were sent."""
        received = b""
        while len(received) < len(sent):
            received += self.received.get(timeout=SOON)
        return received

    def close(self) -> None:
        self.link.stop()
        self.wire.close()


@pytest.fixture(autouse=True)
def no_look() -> None:
    """No other test has looked for other programs by a clock that shows the same."""
    _open_elsewhere.cache_clear()


@pytest.fixture(params=[PtyWire, TcpWire], ids=["pty", "socket"])
def ends(request: pytest.FixtureRequest) -> Iterator[Ends]:
    both = Ends(request.param())
    yield both
    both.close()


def test_every_byte_arrives_in_its_order(ends: Ends) -> None:
    assert ends.health() is Health.CONNECTED
    for sent in (b"\x05", bytes(range(256)) * 8, b"\x03\r\n\x04\x1a"):
        assert ends.wire.listening
        ends.wire.write(sent)
        assert ends.bytes_like(sent) == sent


def test_a_port_reports_a_pulled_cable_at_once_and_its_return_too(ends: Ends) -> None:
    assert ends.health() is Health.CONNECTED
    for _ in range(3):
        assert ends.wire.listening
        ends.moment += 1.0
        url = ends.wire.url
        ends.wire.unplug()
        assert ends.health() is Health.LOST
        assert ends.health() is Health.RECONNECTING
        assert not ends.wire.listening
        ends.wire.plug_in()
        assert ends.wire.url == url
        assert ends.health() is Health.CONNECTED
    assert ends.wire.listening
    ends.wire.write(b"9H\r\n")
    assert ends.bytes_like(b"9H\r\n") == b"9H\r\n"


def test_a_loss_is_logged_once_and_names_the_port(ends: Ends, caplog: pytest.LogCaptureFixture) -> None:
    assert ends.health() is Health.CONNECTED
    assert ends.wire.listening
    with caplog.at_level(logging.WARNING):
        ends.moment += 2.0
        ends.wire.unplug()
        assert [ends.health(), ends.health()] == [Health.LOST, Health.RECONNECTING]
        ends.wire.plug_in()
        assert ends.health() is Health.CONNECTED
    assert [ends.wire.url in record.getMessage() for record in caplog.records] == [True]


def test_a_device_that_is_never_quiet_is_silent_after_two_seconds_without_a_byte() -> None:
    ends = Ends(PtyWire(), QUIET)
    assert ends.health() is Health.CONNECTED
    for _ in range(2):
        ends.moment += 2.0
        assert ends.health() is Health.SILENT
        assert ends.wire.listening
        ends.wire.write(b"*X;2;094;33;0;163;0\r\n")
        assert ends.health() is Health.CONNECTED
    ends.moment += 2.0
    assert ends.health() is Health.SILENT
    ends.wire.unplug()
    assert [ends.health(), ends.health()] == [Health.LOST, Health.RECONNECTING]
    ends.close()


def test_a_device_that_may_be_quiet_is_never_silent_to_its_link() -> None:
    ends = Ends(PtyWire())
    assert ends.health() is Health.CONNECTED
    ends.moment += 1000.0
    assert ends.wire.listening
    ends.wire.write(b"9H\r\n")
    assert ends.bytes_like(b"9H\r\n") == b"9H\r\n"
    assert ends.told.empty()
    ends.close()


def test_a_port_that_gives_nothing_once_is_not_lost_and_neither_are_its_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = os.read
    empty = [b""]

    def nothing_once(descriptor: int, most: int) -> bytes:
        is_link = threading.current_thread().name.startswith("link ")
        return empty.pop() if is_link and empty else given(descriptor, most)

    monkeypatch.setattr(os, "read", nothing_once)
    ends = Ends(PtyWire())
    assert ends.health() is Health.CONNECTED
    assert ends.wire.listening
    ends.wire.write(b"9H\r\n")
    assert ends.bytes_like(b"9H\r\n") == b"9H\r\n"
    assert not empty and ends.told.empty()
    ends.close()


def test_a_stop_is_no_loss_and_closes_the_port(ends: Ends) -> None:
    assert ends.health() is Health.CONNECTED
    assert ends.wire.listening
    ends.link.stop()
    assert ends.told.empty()
    assert not ends.wire.listening


def test_a_link_can_be_stopped_while_its_port_is_away() -> None:
    wire = PtyWire()
    wire.unplug()
    ends = Ends(wire)
    assert ends.health() is Health.LOST
    ends.close()


def test_a_link_that_was_never_started_can_be_stopped() -> None:
    SerialLink("loop://", lambda _: None, lambda _: None).stop()


def test_a_port_is_opened_for_one_reader_alone() -> None:
    ends = Ends(PtyWire())
    assert ends.health() is Health.CONNECTED
    second: queue.Queue[Health] = queue.Queue()
    other = SerialLink(ends.wire.url, lambda _: None, second.put)
    other.start()
    assert second.get(timeout=SOON) is Health.LOST
    ends.link.stop()
    assert second.get(timeout=SOON) is Health.RECONNECTING
    assert second.get(timeout=SOON) is Health.CONNECTED
    other.stop()
    ends.wire.close()


def test_a_port_that_hwgrep_does_not_find_yet_stops_no_other() -> None:
    told: queue.Queue[Health] = queue.Queue()
    link = SerialLink("hwgrep://no-such-device-is-plugged-in", lambda _: None, told.put)
    link.start()
    assert [told.get(timeout=SOON) for _ in range(2)] == [Health.LOST, Health.RECONNECTING]
    link.stop()


def test_a_device_that_is_never_quiet_is_opened_again_after_a_silence() -> None:
    """It is silent until its next byte: its lamp says nothing else in between."""
    server, told = socket.create_server(("127.0.0.1", 0)), queue.Queue[Health]()
    server.settimeout(SOON)
    url = f"socket://127.0.0.1:{server.getsockname()[1]}"
    link = SerialLink(url, lambda _: None, told.put, silent_after=2.0, now=partial(next, count(0, 0.5)))
    link.start()
    clients = [server.accept()[0]]
    assert told.get(timeout=SOON) is Health.CONNECTED
    assert told.get(timeout=SOON) is Health.SILENT
    while told.empty():
        clients.append(server.accept()[0])
        clients[-1].sendall(b"27" if len(clients) > 2 else b"")
    assert told.get(timeout=SOON) is Health.CONNECTED
    link.stop()
    for each in (server, *clients):
        each.close()


def test_a_shoe_at_a_url_that_says_nothing_for_an_hour_keeps_its_connection() -> None:
    server, told, moments = socket.create_server(("127.0.0.1", 0)), queue.Queue[Health](), [0.0]
    server.settimeout(SOON)
    received = queue.Queue[bytes]()
    url = f"socket://127.0.0.1:{server.getsockname()[1]}"
    link = SerialLink(url, received.put, told.put, now=lambda: moments[0])
    link.start()
    with server, server.accept()[0] as client:
        assert told.get(timeout=SOON) is Health.CONNECTED
        moments[0] = 3600.0
        client.sendall(b"\x05")
        assert received.get(timeout=SOON) == b"\x05", "over the connection of before"
        assert told.empty()
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()
        link.stop()


def test_connections_that_end_at_once_are_one_loss_and_each_pause_is_longer() -> None:
    """A serial server says that the port is in use, and hangs up."""
    server, told = socket.create_server(("127.0.0.1", 0)), queue.Queue[Health]()
    received = queue.Queue[bytes]()
    server.settimeout(SOON)
    url = f"socket://127.0.0.1:{server.getsockname()[1]}"
    link = SerialLink(url, received.put, told.put)
    link.start()
    came = []
    for _ in range(5):
        with server.accept()[0] as client:
            came.append(time.monotonic())
            client.sendall(b"Port already in use\r\n")
            assert received.get(timeout=SOON) == b"Port already in use\r\n"
    pauses = [after - before for before, after in pairwise(came)]
    assert pauses[-1] > 1.5 and pauses == sorted(pauses)
    assert [told.get(timeout=SOON) for _ in range(3)] == [Health.CONNECTED, Health.LOST, Health.RECONNECTING]
    with server.accept()[0]:
        assert told.empty(), "it has to hold first"
        assert told.get(timeout=SOON) is Health.CONNECTED
        link.stop()
    server.close()


def pauses_of(url: str, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The first eight pauses of a link between its tries, which are not waited for."""
    pauses, over = list[float](), threading.Event()
    link = SerialLink(url, lambda _: None, lambda _: None, now=lambda: 0.0)

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            link._stopping.set()
            over.set()

    monkeypatch.setattr(link._stopping, "wait", wait)
    link.start()
    assert over.wait(SOON)
    link.stop()
    return pauses


def test_a_port_that_is_not_there_is_tried_each_eight_tenths_of_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert pauses_of("/dev/no-such-port", monkeypatch) == [0.1, 0.2, 0.4, 0.8, 0.8, 0.8, 0.8, 0.8]


def test_the_pause_of_a_refused_connection_is_ten_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    server.accept()[0].close()

        thread = threading.Thread(target=serve)
        thread.start()
        pauses = pauses_of(f"socket://127.0.0.1:{server.getsockname()[1]}", monkeypatch)
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


def test_what_a_server_sends_as_it_accepts_is_not_lost() -> None:
    server, received = socket.create_server(("127.0.0.1", 0)), queue.Queue[bytes]()
    server.settimeout(SOON)
    url = f"socket://127.0.0.1:{server.getsockname()[1]}"

    def serve() -> None:
        for _ in range(20):
            with server.accept()[0] as client:
                client.sendall(b"9H\r\n")

    thread = threading.Thread(target=serve)
    thread.start()
    for _ in range(20):
        link = SerialLink(url, received.put, lambda _: None)
        link.start()
        assert received.get(timeout=SOON) == b"9H\r\n"
        link.stop()
    thread.join()
    server.close()


def test_bytes_are_fresh_for_half_a_second_after_the_port_was_opened(ends: Ends) -> None:
    assert ends.health() is Health.CONNECTED
    fresh = []
    for moment in (0.0, 0.4, 0.6):
        ends.moment = moment
        fresh.append(ends.link.is_fresh)
    assert fresh == [True, True, False]


def test_a_port_is_exclusive_while_it_is_open_and_no_longer() -> None:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    told = queue.Queue[Health]()
    link = SerialLink(os.ttyname(theirs), lambda _: None, told.put)
    link.start()
    assert told.get(timeout=SOON) is Health.CONNECTED
    assert _is_exclusive(theirs)
    link.stop()
    assert not _is_exclusive(theirs)
    for each in (ours, theirs):
        os.close(each)


def _is_exclusive(terminal: int) -> bool:
    (flag,) = struct.unpack("I", fcntl.ioctl(terminal, 0x80045440, bytes(4)))  # TIOCGEXCL
    return bool(flag)


def test_bytes_that_another_program_takes_are_said_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    given, stolen = os.read, [True]

    def taken_once(descriptor: int, most: int) -> bytes:
        if threading.current_thread().name.startswith("link ") and stolen:
            stolen.clear()
            given(descriptor, most)
            raise BlockingIOError
        return given(descriptor, most)

    ends = Ends(PtyWire())
    assert ends.health() is Health.CONNECTED
    assert ends.wire.listening
    monkeypatch.setattr(os, "read", taken_once)
    ends.wire.write(b"9H\r\n")
    assert ends.health() is Health.SHARED
    ends.moment = 59.9
    ends.wire.write(b"9H\r\n")
    assert ends.bytes_like(b"9H\r\n") and ends.told.empty()
    ends.moment = 60.0
    assert ends.health() is Health.CONNECTED
    ends.close()


def test_a_program_that_had_the_port_open_before_is_said_while_it_has_it() -> None:
    """No lock keeps it out, and where it is quicker no error tells the console of it."""
    wire, waits = PtyWire(), "import sys; sys.stdin.read()"
    held = os.open(wire.url, os.O_RDONLY | os.O_NOCTTY)
    with subprocess.Popen([sys.executable, "-c", waits], stdin=subprocess.PIPE, pass_fds=(held,)) as other:
        os.close(held)
        ends = Ends(wire)
        assert [ends.health(), ends.health()] == [Health.CONNECTED, Health.SHARED]
        ends.moment = 45.0
        with pytest.raises(queue.Empty):
            ends.told.get(timeout=1)
        ends.moment = 90.0
        with pytest.raises(queue.Empty):
            ends.told.get(timeout=1)
        assert other.stdin is not None
        other.stdin.close()
        other.wait()
    ends.moment = 200.0
    assert ends.health() is Health.CONNECTED
    ends.close()


def test_other_programs_are_looked_for_once_for_all_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each device read the files of every process by itself."""
    looked = list[str]()

    def noted(pattern: str) -> Iterator[str]:
        looked.append(pattern)
        return iglob(pattern)

    monkeypatch.setattr("console.table.devices.port.iglob", noted)
    wires = PtyWire(), PtyWire()
    held = os.open(wires[1].url, os.O_RDONLY | os.O_NOCTTY)
    waits = "import sys; sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", waits], stdin=subprocess.PIPE, pass_fds=(held,)) as other:
        os.close(held)
        first, second = map(Ends, wires)
        assert [second.health(), second.health()] == [Health.CONNECTED, Health.SHARED]
        assert first.health() is Health.CONNECTED
        with pytest.raises(queue.Empty):
            first.told.get(timeout=1)
        assert looked == ["/proc/[0-9]*/fd/*"]
        for each in (first, second):
            each.close()
        other.communicate()


def test_the_look_for_other_programs_follows_none_of_their_other_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file on a server that has gone would hold the thread that reads the cards."""
    given, followed = os.stat, list[str]()

    def noted(path: Any, **more: Any) -> os.stat_result:
        followed.append(str(path))
        return given(path, **more)

    monkeypatch.setattr(os, "stat", noted)
    waits = "import sys; sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", waits], stdin=subprocess.PIPE) as other:
        ends = Ends(PtyWire())
        assert ends.health() is Health.CONNECTED and ends.wire.listening
        ends.wire.write(b"9H\r\n")
        assert ends.bytes_like(b"9H\r\n")
        ends.close()
        other.communicate()
    assert not [each for each in followed if each.startswith("/proc/")]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EACCES, "permission_denied"),
        (errno.EPERM, "permission_denied"),
        (errno.EBUSY, "in_use"),
        (errno.EAGAIN, "in_use"),
        (errno.ENOENT, "no_such_file"),
        (errno.ENODEV, "no_such_file"),
        (errno.ENXIO, "no_such_file"),
        (errno.EIO, None),
    ],
)
def test_why_a_port_can_not_be_opened_is_said(
    monkeypatch: pytest.MonkeyPatch, number: int, reason: str | None
) -> None:
    reasons = queue.Queue[tuple[Health, str | None]]()
    link = SerialLink(os.devnull, lambda _: None, lambda health: reasons.put((health, link.reason)))
    refused = OSError(number, os.strerror(number))
    monkeypatch.setattr("console.table.devices.port.serial.serial_for_url", Mock(side_effect=refused))
    link.start()
    assert reasons.get(timeout=SOON) == (Health.LOST, reason)
    assert reasons.get(timeout=SOON) == (Health.RECONNECTING, reason)
    link.stop()


@pytest.mark.parametrize(
    "error", [OSError("gone"), termios.error(5, "gone"), ValueError("Failed to set custom baud rate (1234)")]
)
def test_each_error_of_a_port_that_can_not_be_opened_is_a_loss(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pyserial has no one class for them."""
    told = queue.Queue[Health]()
    link = SerialLink(os.devnull, lambda _: None, told.put)
    monkeypatch.setattr("console.table.devices.port.serial.serial_for_url", Mock(side_effect=error))
    link.start()
    assert [told.get(timeout=SOON) for _ in range(2)] == [Health.LOST, Health.RECONNECTING]
    link.stop()


@pytest.mark.parametrize("name", ["", "file", "file/port"])
def test_a_folder_and_a_usual_file_are_no_ports(tmp_path: Path, name: str) -> None:
    """A table's file with such an address went on trying, and nobody was told why."""
    (tmp_path / "file").touch()
    reasons = queue.Queue[str | None]()
    link = SerialLink(str(tmp_path / name), lambda _: None, lambda _: reasons.put(link.reason))
    link.start()
    assert reasons.get(timeout=SOON) == "no_such_file"
    link.stop()


def test_a_port_that_is_held_or_missing_says_so(tmp_path: Path) -> None:
    wire = PtyWire()
    reasons = queue.Queue[tuple[Health, str | None]]()
    with open(wire.url, "rb", buffering=0) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        link = SerialLink(wire.url, lambda _: None, lambda health: reasons.put((health, link.reason)))
        link.start()
        assert reasons.get(timeout=SOON) == (Health.LOST, "in_use")
        assert reasons.get(timeout=SOON) == (Health.RECONNECTING, "in_use")
        wire.unplug()
        assert reasons.get(timeout=SOON) == (Health.RECONNECTING, "no_such_file")
    wire.plug_in()
    assert reasons.get(timeout=SOON) == (Health.CONNECTED, None)
    link.stop()
    wire.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("carrier-pigeon://loft", "carrier-pigeon"),
        ("hwgrep://[", "unterminated character set"),
        ("hwgrep://FTDI{99999999999}", "too large"),
    ],
)
def test_an_unknown_kind_of_url_is_refused_before_anything_runs(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        SerialLink(url, lambda _: None, lambda _: None)


def test_a_password_in_the_way_to_a_device_is_in_no_message(caplog: pytest.LogCaptureFixture) -> None:
    lost = threading.Event()
    link = SerialLink("socket://reader:open-sesame@127.0.0.1:1", lambda _: None, lambda _: lost.set())
    with caplog.at_level(logging.DEBUG):
        link.start()
        assert lost.wait(20)
        link.stop()
    assert "socket://127.0.0.1:1" in caplog.text and "sesame" not in caplog.text
    assert not any("sesame" in thread.name for thread in threading.enumerate())
