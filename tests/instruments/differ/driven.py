"""`console drive` as a process with pipes, many tables from one that is warmed up.

The console is imported by that process alone: it waits, and for each table it forks and becomes `drive`
with the standard input and output that it was handed.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parents[3]
MEMORY: Final = Path("/dev/shm")
WAITING: Final = """
import gc, json, os, signal, socket, sys
from console.cli import main
import console.drive
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
gc.freeze()
asked = socket.socket(fileno=int(sys.argv[1]))
while True:
    said, handles, _, _ = socket.recv_fds(asked, 4096, 2)
    if not said:
        break
    if os.fork():
        for handle in handles:
            os.close(handle)
        continue
    asked.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(handles[0], 0)
    os.dup2(handles[1], 1)
    for handle in handles:
        os.close(handle)
    os._exit(main(json.loads(said)))
"""
Seen = dict[str, Any]


class Driven:
    """One table."""

    def __init__(self, into: IO[bytes], out: IO[bytes]) -> None:
        self.into, self.out = into, out

    def take(self, line: str) -> Seen:
        """A line and its view."""
        self.into.write(line.encode() + b"\n")
        self.into.flush()
        seen: Seen = json.loads(self.out.readline() or "{}")
        return seen

    def end(self) -> None:
        """End of input."""
        self.into.close()
        self.out.read()
        self.out.close()


class Console:
    """The process that tables come from."""

    def __init__(self) -> None:
        mine, its = socket.socketpair()
        places = {"TMPDIR": str(MEMORY)} if MEMORY.is_dir() else {}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WAITING, str(its.fileno())],
            cwd=ROOT,
            pass_fds=[its.fileno()],
            env={**os.environ, **places},
        )
        its.close()
        self.asking = mine

    def table(self, game: str, rules: str, *, ready: bool) -> Driven:
        """A new table, on a journal of its own."""
        options = ["drive", "--game", game, "--rules", rules, *(["--ready"] if ready else [])]
        its_in, into = os.pipe()
        out, its_out = os.pipe()
        socket.send_fds(self.asking, [json.dumps(options).encode()], [its_in, its_out])
        os.close(its_in)
        os.close(its_out)
        return Driven(os.fdopen(into, "wb"), os.fdopen(out, "rb"))

    def __enter__(self) -> Console:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.asking.close()
        self.process.wait(20)
