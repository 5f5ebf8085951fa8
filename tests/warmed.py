"""`console drive` as processes of one that is warmed up: each is whole, with pipes and an end of its own.

The console is imported by that process alone: it waits, and for each table it forks and becomes `drive` with
the standard input, output and error that it was handed. Only how a process starts is not tried so.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

ROOT: Final = Path(__file__).parents[1]
BUFFERED: Final = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""The environment, but that nothing is written for a program that forgets to."""
WAITING: Final = """
import gc, json, os, signal, socket, sys, traceback
from console.cli import main
import console.table.commands.drive, console.table.journal.file.schema
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
gc.freeze()
asked = socket.socket(fileno=int(sys.argv[1]))
while True:
    said, handles, _, _ = socket.recv_fds(asked, 65536, 4)
    if not said:
        break
    if process := os.fork():
        for handle in handles:
            os.close(handle)
        asked.sendall(process.to_bytes(8, "big"))
        continue
    asked.close()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup's children ignore it
    *streams, ended = handles
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    try:
        status = main(json.loads(said))
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(ended, bytes([status]))
    os._exit(status)
"""


class Process:
    """One table's process, which leads a session of its own."""

    def __init__(self, number: int, ended: int) -> None:
        self.pid, self._ended = number, ended
        self._status: int | None = None

    def send_signal(self, number: int) -> None:
        """Send a signal; one that has ended gets none."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, patience: float | None = None) -> int:
        """Its exit status, once it has ended; below 0 of one that a signal ended. Raises TimeoutError."""
        if self._status is None:
            if patience is not None and not select.select([self._ended], (), (), patience)[0]:
                raise TimeoutError(f"process {self.pid} has not ended in {patience} s")
            told = os.read(self._ended, 1)
            os.close(self._ended)
            while not told and is_running(self.pid):  # killed: it may still hold the lock of its journal
                time.sleep(0.001)
            self._status = told[0] if told else -1
        return self._status

    def kill(self) -> None:
        """End it, wherever it is, and wait until it has."""
        if self._status is None:
            self.send_signal(signal.SIGKILL)
            self.wait()


def is_running(pid: int) -> bool:
    """Whether a process has files open: one that ended has none, though nobody asked for its status yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):  # the second, if it ends between opening and reading
        return False


class Warmed:
    """The process that tables come from."""

    def __init__(self, **places: str) -> None:
        """``places`` are variables of its environment."""
        mine, its = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-c", WAITING, str(its.fileno())],
            cwd=ROOT,
            pass_fds=[its.fileno()],
            env=BUFFERED | places,
        )
        its.close()
        self._asking = mine

    def begin(self, options: Sequence[str], streams: Sequence[int]) -> Process:
        """A process with these arguments, and descriptors for what it reads, writes and says of errors."""
        ended, its_end = os.pipe()
        socket.send_fds(self._asking, [json.dumps(options).encode()], [*streams, its_end])
        os.close(its_end)
        return Process(int.from_bytes(self._asking.recv(8), "big"), ended)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Have no more of them."""
        self._asking.close()
        self._process.wait(20)
