"""Tables of `console drive` that are spoken to line by line, many from one process that is warmed up."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any, Final

from tests.warmed import Process, Warmed

MEMORY: Final = Path("/dev/shm")
STDERR: Final = 2
Seen = dict[str, Any]


class Driven:
    """One table."""

    def __init__(self, process: Process, into: IO[bytes], out: IO[bytes]) -> None:
        self.process, self.into, self.out = process, into, out

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
        self.process.wait()


class DriveProcess(Warmed):
    """The process that tables come from."""

    def __init__(self) -> None:
        super().__init__(**({"TMPDIR": str(MEMORY)} if MEMORY.is_dir() else {}))

    def table(self, game: str, rules: str, *, ready: bool) -> Driven:
        """A new table, on a journal of its own."""
        options = ["drive", "--game", game, "--rules", rules, *(["--ready"] if ready else [])]
        its_in, into = os.pipe()
        out, its_out = os.pipe()
        process = self.begin(options, (its_in, its_out, STDERR))
        os.close(its_in)
        os.close(its_out)
        return Driven(process, os.fdopen(into, "wb"), os.fdopen(out, "rb"))
