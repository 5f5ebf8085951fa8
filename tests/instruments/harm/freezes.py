"""The window's console frozen in the middle of a hand, under a stand-in for systemd that acts as it does.

The stand-in has a socket, starts the console with ``NOTIFY_SOCKET`` and ``WATCHDOG_USEC``, waits for READY=1,
and from then on for WATCHDOG=1 within the span; else SIGABRT and SIGCONT, SIGKILL after a while, and a new
start. The console that runs is the real one; how it is frozen is put in from here, outside of it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Final

from tests.instruments.bench.play import written
from tests.instruments.harm.driving import ROOT
from tests.instruments.harm.report import Harm

STARTS: Final = 120.0
"""Seconds that a start may take."""
DIES: Final = 5.0
"""Seconds from SIGABRT to SIGKILL, as the kiosk's unit has it."""
A_HAND: Final = 52
"""Entries of the journal that end in the middle of a hand."""
SPANS_SLOW: Final = 1.5
"""Spans of the watchdog that a slow disk takes for one commit."""


KINDS: Final = ("window endless", "table endless", "window lock", "table lock", "process stopped")
"""Ways to stand still: a thread in an endless loop or at a lock that stays held, the whole process."""


class Systemd:
    """Starts a service and looks after it, as systemd does with ``Type=notify`` and ``Restart=always``."""

    def __init__(self, folder: Path, span: float) -> None:
        """``span`` is the seconds of ``WatchdogSec=``."""
        self.span, self.ends = span, 0
        """The number of times that the watchdog ended it."""
        self._folder, self._address = folder, f"{folder}/notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self._address)
        self._errors = (folder / "errors").open("ab")
        self.heard: list[dict[str, str]] = []

    @contextmanager
    def started(self, table: Path) -> Iterator[None]:
        """Run it, started and ready; end it whatever comes."""
        self._table = table
        self._start()
        try:
            yield
        finally:
            self._process.kill()
            self._process.communicate()
            self._socket.close()
            self._errors.close()

    def _start(self) -> None:
        quiet = {
            "QT_QPA_PLATFORM": "offscreen",
            "QT_LOGGING_RULES": "*=false",
            "XDG_DATA_HOME": str(self._folder),
        }
        asked = {"NOTIFY_SOCKET": self._address, "WATCHDOG_USEC": str(round(self.span * 1e6))}
        slow = str(self.span * SPANS_SLOW)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.instruments.processes.freezing_console", slow, str(self._table)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=ROOT,
            env=os.environ | quiet | asked,
            text=True,
        )
        mark = self._table.with_name(
            "journal.db.start"
        )  # a start that ends before it lives is shown in words
        self.until(lambda said: said.get("READY") == "1", STARTS)
        self.until(lambda _: not mark.exists(), STARTS)

    def shown(self) -> str:
        """The first text in the window, of the hand that it came back to."""
        assert self._process.stdout is not None
        late = Timer(STARTS, self._process.kill)
        late.start()
        try:
            return next((line for line in self._process.stdout if line.startswith("shown ")), self.status)
        finally:
            late.cancel()

    @property
    def status(self) -> str:
        """The last status that it sent."""
        return next((each["STATUS"] for each in reversed(self.heard) if "STATUS" in each), "nothing")

    def order(self, what: str) -> None:
        """Freeze it."""
        if what == "process stopped":
            self._process.send_signal(signal.SIGSTOP)
            return
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()

    def until(self, heard: Callable[[dict[str, str]], bool], span: float | None = None) -> bool:
        """Wait for such a datagram; False if none at all came for the span: the watchdog's hour."""
        self._socket.settimeout(span or self.span)
        while True:
            try:
                told = self._socket.recv(4096).decode()
            except TimeoutError:
                return False
            self.heard.append(dict(line.split("=", 1) for line in told.split("\n")))
            if heard(self.heard[-1]):
                return True

    def look_after(self) -> None:
        """Wait until it is not heard for the span, end it, and start it again."""
        self.until(lambda _: False)
        self.ends += 1
        self._process.send_signal(signal.SIGABRT)
        self._process.send_signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(DIES)
        self._process.kill()
        self._process.communicate()
        self._start()


def frozen(folder: Path, kinds: tuple[str, ...] = KINDS, span: float = 10.0) -> Harm:
    """One hand, and the console frozen in it so often; the disk is slow first."""
    harm, table = Harm("frozen under a watchdog"), _table(folder)
    systemd = Systemd(folder, span)
    with systemd.started(table):
        hand = systemd.shown()
        systemd.order("disk slow")
        works = systemd.status
        waited = systemd.until(lambda said: said.get("STATUS", works) != works)
        waited = waited and systemd.until(lambda said: said.get("STATUS") == works)
        harm.done(1, [] if waited else ["a slow disk was taken for a dead thread"])
        for kind in kinds:
            systemd.order(kind)
            systemd.look_after()
            shown = systemd.shown()
            harm.done(1, [] if shown == hand else [f"{kind}: {shown} and not {hand}"])
    harm.note = f"ended {systemd.ends} times; {_traces(folder)} traces of where threads stood"
    return harm


def _traces(folder: Path) -> int:
    return (folder / "errors").read_text("utf-8", "replace").count("Fatal Python error: Aborted")


def _table(folder: Path) -> Path:
    """A LIVE table in the middle of a hand."""
    from console.table.core import Person, Role
    from console.table.people import PeopleFile

    written(folder / "journal.db", A_HAND)
    PeopleFile(folder / "people.json").add(Person("S1", "Saga", Role.SUPERVISOR, "en"), "481592")
    file = folder / "table.toml"
    file.write_text(
        'name = "T1"\ngame = "baccarat"\nrules = "sv"\nlanguage = "en"\n'
        'journal = "journal.db"\npeople = "people.json"\n'
        f'[[device]]\nrole = "shoe"\nurl = "{folder}/shoe"\n',
        "utf-8",
    )
    return file
