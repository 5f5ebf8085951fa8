"""A console that is driven by lines and harmed, and what must be so on its disk afterwards."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from signal import SIGKILL
from threading import Event, Timer
from typing import Final

import msgspec

from console.table.core import SystemClock
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, JournalError, verify
from tests.instruments.harm.shifts import Shift, timeless
from tests.table.core.tables import Seen
from tests.warmed import Process, Warmed

ROOT: Final = Path(__file__).parents[3]
RUN: Final = (
    "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL); "  # nohup's children ignore it
    "from console.cli import main; sys.exit(main(sys.argv[1:]))"
)
PATIENCE: Final = 180.0
VIEW: Final = b'{"do":"view"}\n'


class Driving:
    """`drive` on a journal, as a process of its own."""

    process: subprocess.Popen[bytes] | Process

    def __init__(
        self, shift: Shift, journal: Path, before: Sequence[str] = (), warmed: Warmed | None = None
    ) -> None:
        """``before`` is the command that runs it, if another does; else ``warmed`` may fork it, where its
        start is not what is tried.
        """
        options = [
            "drive",
            "--game",
            shift.game,
            "--rules",
            shift.rules,
            "--ready",
            "--journal",
            str(journal),
        ]
        its, mine = zip(os.pipe(), os.pipe()[::-1], os.pipe()[::-1], strict=True)
        if warmed is not None:
            self.process = warmed.begin(options, its)
        else:
            command = [*before, sys.executable, "-c", RUN, *options]
            self.process = subprocess.Popen(
                command, stdin=its[0], stdout=its[1], stderr=its[2], cwd=ROOT, start_new_session=True
            )
        for end in its:
            os.close(end)
        self._in, self._out = os.fdopen(mine[0], "wb"), os.fdopen(mine[1], "rb")
        self.pipes = self._in, self._out, os.fdopen(mine[2], "rb")

    def write(self, *lines: bytes) -> None:
        """Send lines and wait for nothing; what arrived is not known."""
        try:
            self._in.write(b"".join(line + b"\n" for line in lines))
            self._in.flush()
        except BrokenPipeError:
            pass

    def read(self) -> Seen:
        """The next view."""
        seen: Seen = msgspec.json.decode(self._out.readline())
        return seen

    def take(self, line: bytes) -> Seen:
        """A line and its view."""
        self.write(line)
        return self.read()

    def harm(self, signal: int) -> None:
        """Send a signal."""
        self.process.send_signal(signal)

    def rest(self) -> int:
        """The number of whole views that were not read, once it has ended."""
        self.process.wait(PATIENCE)
        return self._out.read().count(b"\n")

    def end(self) -> None:
        """Let it end as at the end of its input."""
        self._in.close()
        self.process.wait(PATIENCE)


@contextmanager
def driven(
    shift: Shift, journal: Path, before: Sequence[str] = (), warmed: Warmed | None = None
) -> Iterator[Driving]:
    """One that is not outlived."""
    driving = Driving(shift, journal, before, warmed)
    watch = Timer(PATIENCE, driving.process.send_signal, [SIGKILL])
    watch.start()
    try:
        yield driving
    finally:
        watch.cancel()
        driving.process.kill()
        driving.process.wait(PATIENCE)
        for pipe in driving.pipes:
            with suppress(BrokenPipeError):
                pipe.close()


def pause(seconds: float) -> None:
    """Let a moment pass: harm comes at any."""
    Event().wait(seconds)


def found(journal: Path) -> list[str]:
    """The lines that the journal has, in its order and read without the console; [] without a journal."""
    if not journal.exists():
        return []
    with closing(sqlite3.connect(journal)) as connection:
        rows = connection.execute("SELECT line FROM entry WHERE line IS NOT NULL ORDER BY number")
        return [line for (line,) in rows]


def wrong(shift: Shift, journal: Path, acknowledged: int, sent: int) -> tuple[int, list[str]]:
    """The number of lines in the journal, and all that is not as it must be.

    It must have all that were acknowledged and none twice, nothing that was not sent, whole steps alone, a
    sound chain; and a restart must come to the state that those lines come to.
    """
    has = len(lines := found(journal))
    told = [line.decode("utf-8", "backslashreplace") for line in shift.lines[:has]]
    flaws = list[str]()
    if not acknowledged <= has <= sent:
        flaws.append(f"{has} lines, {acknowledged} acknowledged, {sent} sent")
    if lines != told:
        flaws.append(f"other lines than were sent, of {has}")
    if flaws or not journal.exists():
        return has, flaws
    verdict = verify(journal)
    if (verdict.flaw, verdict.entries) != (None, shift.entries[has]):
        flaws.append(f"{verdict.flaw} at {verdict.entries} of {shift.entries[has]} entries after {has} lines")
    elif state_of(shift, journal) != shift.states[has]:
        flaws.append(f"another state after {has} lines")
    return has, flaws


def state_of(shift: Shift, journal: Path) -> bytes:
    """The state that a restart comes to."""
    identity, rulebook = Identity("T1", shift.game, shift.rules), load_rulebook(shift.rules)
    try:
        with ExitStack() as stack:
            opened = open_session(journal, identity, rulebook, SystemClock(), stack, is_ready=True)
            return timeless(opened.session.table)
    except JournalError as error:
        return str(error).encode()
