"""Checks whether the software of a LIVE table still is as it was released, at its start and during play.

A process of its own checks at the lowest priority: it reads every file and compiles every module, and no
paint or card may wait for that. It runs the same copy of the console as the table: a copy that was changed to
report itself as unchanged is detected only by another copy (`software verify`).
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

import msgspec

from console.base.system import read_json

if TYPE_CHECKING:
    import subprocess

log = logging.getLogger(__name__)

EVERY: Final = 3600.0
"""Seconds between two checks."""
LOWEST: Final = 19
"""The priority of a check during play."""
NAMED: Final = 20
"""The number of files that a journal's entry names; of the others it gives the number."""


class File(msgspec.Struct, frozen=True):
    kind: str
    file: str


class SoftwareCheck(msgspec.Struct, frozen=True):
    """The result of a check, as `software verify --json` prints it."""

    good: bool
    manifest: str
    signed: str
    key: str | None
    findings: tuple[File, ...]

    @property
    def text(self) -> str:
        """The text for the journal: the files that differ, then the signature."""
        files = [f"{each.kind} {ascii(each.file)[1:-1]}" for each in self.findings[:NAMED]]
        files += [f"{len(self.findings) - NAMED} more"] if len(self.findings) > NAMED else []
        return "; ".join((*files, f"signed {self.signed} {self.key or ''}".strip()))


def check_in_process(
    key: Path | None,
    on_start: Callable[[subprocess.Popen[bytes]], object] = id,
    *,
    waited_for: bool = False,
) -> SoftwareCheck | None:
    """The check's result from another process; None if there is none, as in a checkout without a manifest.

    ``key``: the maker's public key that must have signed; ``on_start`` gets the process; a check that is
    ``waited_for`` has the table's priority.
    """
    import subprocess  # imported here so that a start does not load it

    from console.base.software import running_console

    place = running_console()
    if place.is_checkout:
        return None
    line = (sys.executable, "-m", "console", "software", "verify", "--json")
    named = () if key is None else ("--key", str(key.absolute()))
    try:
        with subprocess.Popen(
            (*line, *named),
            cwd=place.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            on_start(process)
            with suppress(OSError, AttributeError):  # the system has no priorities
                os.setpriority(os.PRIO_PROCESS, process.pid, 0 if waited_for else LOWEST)
            output, why = process.communicate()
    except OSError as error:
        log.warning("the software can't be looked at: %s", error)
        return None
    try:
        return read_json(output, type=SoftwareCheck)
    except msgspec.DecodeError:
        log.warning("the software can't be verified: %s", why.decode("utf-8", "replace").strip())
        return None


class SoftwareWatch:
    """Checks at intervals, in a thread of its own, and reports each result that differs from the last one."""

    def __init__(
        self, key: Path | None, on_check: Callable[[SoftwareCheck], None], every: float = EVERY
    ) -> None:
        """``check`` is called in the watch's thread; ``every`` is in seconds."""
        self._key, self._found, self._every = key, on_check, every
        self._over, self._lock = Event(), Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._run, name="software watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the checks, also one that is running."""
        self._over.set()
        with self._lock:
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def _run(self) -> None:
        last: SoftwareCheck | None = None
        while not self._over.is_set():
            found = check_in_process(self._key, self._hold_process)
            if found is not None and found != last and not self._over.is_set():
                last = found
                if not found.good:
                    log.error("the software is not as it was released: %s", found.text)
                self._found(found)
            self._over.wait(self._every)

    def _hold_process(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._process = process
            if self._over.is_set():
                process.kill()


class SoftwareChanged(Exception):
    """The table's file forbids play with software that is not as it was released."""

    def __init__(self, check: SoftwareCheck | None) -> None:
        """``check`` is the result of the check, or None without one."""
        super().__init__("nothing can be verified" if check is None else check.text)
        self.found = check


def check(key: Path | None) -> None:
    """Raises SoftwareChanged unless a check shows that the software is as it was released."""
    found = check_in_process(key, waited_for=True)
    if found is None or not found.good:
        raise SoftwareChanged(found)
