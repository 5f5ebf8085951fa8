"""A table in a process of its own, with a journal on this disk, so that it can be killed in a coup."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from console.base.words import FIRST

_STARTED: Final = "import sys; from console.cli import main; sys.exit(main())"
_LIMITED: Final = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most})); "
"""The limit of every file of the process: beyond it writing is refused, as on a full disk."""
WAIT: Final = 30.0
"""Seconds that a process may take to end."""


class Silent(Exception):
    """The process ended, or its answer is no view; the text is what it said instead."""


class DrivenTable:
    """``dealer-console drive`` as a child: a line in, a view out."""

    def __init__(self, journal: Path, game: str, rules: str, *, most: int | None = None) -> None:
        """``most`` is how many bytes each of its files may have."""
        start = _STARTED if most is None else _LIMITED.format(most=most) + _STARTED
        options = (
            "drive",
            "--game",
            game,
            "--rules",
            rules,
            "--journal",
            str(journal.absolute()),  # the child has another folder
            "--ready",
            "--lang",
            FIRST,
        )
        self._process = subprocess.Popen(
            (sys.executable, "-c", start, *options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def take(self, line: bytes) -> dict[str, Any]:
        """The view after a line. Raises Silent."""
        into, out = _pipe(self._process.stdin), _pipe(self._process.stdout)
        try:
            into.write(line + b"\n")
            into.flush()
            seen: dict[str, Any] = msgspec.json.decode(out.readline())
        except (OSError, msgspec.DecodeError) as error:
            raise Silent(self.kill() or str(error)) from error
        return seen

    def kill(self) -> str:
        """End the process at once, as a power cut would, without a chance to tidy up; returns its error
        output.
        """
        self._process.kill()
        self._process.wait(WAIT)
        errors = ""
        for pipe in map(_pipe, (self._process.stdin, self._process.stdout, self._process.stderr)):
            if pipe is self._process.stderr and not pipe.closed:
                errors = pipe.read().decode("utf-8", "replace").strip()
            with suppress(OSError):  # what was still to be written to it
                pipe.close()
        return errors


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "asked for at the start"
    return pipe
