"""Python's own library and the system beneath it, as everything here relies on them."""

from __future__ import annotations

import fcntl
import gc
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest


def test_times_of_one_zone_are_subtracted_by_the_clock_on_the_wall() -> None:
    """The night of 29 March 2026 in Vilnius has eight hours from ten to seven."""
    zone = ZoneInfo("Europe/Vilnius")
    began, ended = datetime(2026, 3, 28, 22, tzinfo=zone), datetime(2026, 3, 29, 7, tzinfo=zone)
    assert ended - began == timedelta(hours=9)
    assert ended.astimezone(UTC) - began.astimezone(UTC) == timedelta(hours=8)


def test_of_an_hour_that_comes_twice_the_first_is_meant() -> None:
    zone = ZoneInfo("Europe/Vilnius")
    twice, missing = datetime(2026, 10, 25, 3, 30, tzinfo=zone), datetime(2026, 3, 29, 3, 30, tzinfo=zone)
    assert twice.astimezone(UTC).hour == 0 and twice.replace(fold=1).astimezone(UTC).hour == 1
    assert missing.astimezone(UTC).astimezone(zone).hour == 4


def test_garbage_is_collected_in_the_thread_that_makes_an_object() -> None:
    taken = list[str]()

    class Left:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            taken.append(threading.current_thread().name)

    def makes() -> None:
        thresholds = gc.get_threshold()
        gc.set_threshold(700)
        gc.enable()
        try:
            assert [[each] for each in range(1_000)]
        finally:
            gc.disable()
            gc.set_threshold(*thresholds)

    Left()
    thread = threading.Thread(target=makes, name="reader")
    thread.start()
    thread.join()
    assert taken == ["reader"]


HOLDS = """
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


def test_a_lock_of_a_file_is_its_descriptors_and_goes_with_the_process(tmp_path: Path) -> None:
    held = tmp_path / "lock"
    other = subprocess.Popen([sys.executable, "-c", HOLDS, held], stdout=subprocess.PIPE)
    assert other.stdout is not None and other.stdout.readline()
    with held.open("w") as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held.open("w").close()
        other.send_signal(signal.SIGKILL)
        other.wait()
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    other.stdout.close()


def test_a_plain_open_of_a_pipe_waits_and_one_that_does_not_block_goes_on(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    program = "import sys; open(sys.argv[1], 'rb')"
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-c", program, pipe], timeout=1, check=False)
    os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))


def test_a_tls_context_by_its_protocol_needs_no_key_identifiers() -> None:
    """From 3.13 on create_default_context is strict, and refuses the authorities of many houses."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    assert context.check_hostname and context.verify_mode is ssl.CERT_REQUIRED
    assert not context.verify_flags & ssl.VERIFY_X509_STRICT
    strict = bool(ssl.create_default_context().verify_flags & ssl.VERIFY_X509_STRICT)
    assert strict is (sys.version_info >= (3, 13))


def test_a_clock_that_nobody_sets_stands_still_while_the_computer_sleeps() -> None:
    """On Linux CLOCK_MONOTONIC leaves a suspension out, and CLOCK_BOOTTIME counts it."""
    assert time.get_clock_info("monotonic").implementation == "clock_gettime(CLOCK_MONOTONIC)"
    assert not time.get_clock_info("monotonic").adjustable


def test_a_datagram_to_a_name_without_a_file_is_heard() -> None:
    """A service manager's socket may have a name that begins with a zero byte, which systemd writes as @."""
    name = f"\0dealer-console-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, socket.socket(
        socket.AF_UNIX, socket.SOCK_DGRAM
    ) as service:
        with pytest.raises(ConnectionRefusedError):
            service.sendto(b"READY=1", name)
        manager.bind(name)
        service.sendto(b"READY=1", name)
        assert manager.recv(100) == b"READY=1"


def test_a_toml_time_may_have_no_zone_and_a_number_may_be_infinite() -> None:
    read = tomllib.loads("at = 2026-03-29T01:00:00\nmost = inf\nseconds = 1_000")
    assert read["at"].tzinfo is None and read["most"] == float("inf") and read["seconds"] == 1000
